//! Judging: programs are compiled, run on tests and compared with answers; a report has their verdicts. Independent of Nim.
//!
//! Depends on `nim-task`, which has the tests, `nim-sandbox`, which runs programs, and `nim-ground`:
//! it knows neither Nim, nor problems, nor formats of packages, nor the terminal. Begin with [`check()`].
//!
//! A [`session`] runs programs on tests, [`compare`]s outputs with answers or calls a [`checker`], and makes a [`report`]. A problem's
//! [`records`] define where the cases of its outputs begin. If the judge itself fails it returns an [`Error`]; an error is never a verdict.
//!
//! These lines judge a folder:
//!
//! ```
//! use std::fs;
//!
//! use nim_judge::{CheckInputs, NamedProgram, Observer, Options, TestReport, check};
//!
//! struct Lines;
//!
//! impl Observer for Lines {
//!     fn result(&mut self, test: &TestReport) {
//!         println!("{} {}: {} {}", test.program, test.name, test.verdict, test.message);
//!     }
//! }
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let folder = std::env::temp_dir().join(format!("nim-judge-{}", std::process::id()));
//!     fs::create_dir(&folder)?;
//!     for (name, text) in [("1.in", "3 4\n"), ("1.ans", "3 4\n"), ("2.in", "5\n"), ("2.ans", "6\n")] {
//!         fs::write(folder.join(name), text)?;
//!     }
//!     let options = Options { repeat: 2.try_into()?, ..Options::load()? };
//!     let mut inputs = CheckInputs::open(&folder)?;
//!     inputs.programs.push(NamedProgram::parse("copy=cat", &options.languages)?);
//!     # if cfg!(windows) { return Ok(()) }
//!     let report = check(&options, inputs, &mut Lines)?.ok_or("the tests were only listed")?;
//!     println!("{} of {} accepted", report.summary.accepted, report.summary.total);
//!     assert_eq!((report.summary.accepted, report.summary.total), (1, 2));
//!     Ok(fs::remove_dir_all(folder)?)
//! }
//! ```

pub mod answers;
mod apparent;
pub mod author_calls;
pub mod check;
pub mod checker;
pub mod command;
pub mod compare;
pub mod compile;
pub mod completion;
pub mod confinement;
mod error;
pub mod examples;
mod explanations;
pub mod growth;
pub mod held;
pub mod hidden;
pub mod input_excerpt;
pub mod interactive;
pub mod known_mistakes;
pub mod locations;
pub mod maker;
pub mod mistakes;
pub mod observed;
pub mod observer;
pub mod options;
mod output_cache;
pub mod output_check;
mod own_file;
pub mod preparation;
pub mod problem;
pub mod programs;
pub mod records;
pub mod report;
mod run_files;
pub mod run_verdict;
mod runners;
pub mod sanitizer;
pub mod scripts;
pub mod selected_test;
pub mod session;
pub mod similar;
pub mod students;
pub mod trusted;
pub mod validators;

pub use crate::report::results::TestReport;
pub use check::{CheckInputs, check};
pub use error::{Error, Result};
pub use observer::{Observer, Silent};
pub use options::Options;
pub use programs::NamedProgram;
