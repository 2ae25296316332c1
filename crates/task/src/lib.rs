//! A problem as data: its tests, answers, groups and points, limits, programs and submissions, read from the packages of many judges.
//!
//! Depends on `nim-ground` and `nim-yaml` alone: it runs nothing, and knows neither Nim nor the terminal. Begin with [`layout::discover`].
//!
//! ```
//! # fn main() -> std::io::Result<()> {
//! let folder = std::env::temp_dir().join(format!("nim-task-{}", std::process::id()));
//! std::fs::create_dir(&folder)?;
//! for name in ["2.in", "2.ans", "10.in", "10.ans"] {
//!     std::fs::write(folder.join(name), "1\n")?;
//! }
//! let found = nim_task::layout::discover(&folder)?;
//! let names: Vec<_> = found.tests.iter().map(|test| test.name.as_str()).collect();
//! assert_eq!(names, ["2", "10"]);
//! std::fs::remove_dir_all(folder)
//! # }
//! ```
//!
//! | module | holds |
//! |---|---|
//! | [`layout`] | tests on disk: those that manifests list, and naming schemes for plain folders |
//! | [`formats`], [`formats::manifest`] | the formats of packages, a file each, and what their manifests say as data |
//! | [`package`], [`conversion`] | whole packages as data; read from one format, and written in another |
//! | [`comparison`], [`protocol`] | how outputs are compared, and the calling conventions of checkers and interactors |
//! | [`verdict`], [`score`] | verdicts, groups and points |
//! | [`submissions`], [`expected`] | the programs of a package, and their expected results |
//! | [`defines`] | the names that judges define for the preprocessor |
//! | [`language`], [`source`] | the table of languages, and the files of a program |
//! | [`trusted_sources`], [`graders`], [`constants`] | programs of the authors, files that are compiled with every program, constants in files |
//! | [`time_rule`] | time limits that follow from the submissions |

pub mod by_path;
pub mod comparison;
pub mod constants;
pub mod conversion;
pub mod defines;
mod error;
pub mod expected;
pub mod formats;
mod glob;
pub mod graders;
pub mod language;
pub mod layout;
pub mod package;
pub mod protocol;
pub mod score;
pub mod source;
pub mod submissions;
pub mod time_rule;
pub mod trusted_sources;
pub mod verdict;

pub use error::Error;
