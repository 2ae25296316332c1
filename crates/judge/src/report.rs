//! The results of a check as data, and their formats.
//!
//! Depends on `nim-task`, which has verdicts, scores and expectations, and on `nim-ground`: it judges nothing. Begin with [`results::Report`].
//!
//! | module | holds |
//! |---|---|
//! | [`results`] | the report, as its JSON form has it |
//! | [`transcript`] | the dialogue that is shown with a failure |
//! | [`mod@format`] | CSV, HTML, JUnit, Markdown |
//! | [`matrix`], [`standing`] | programs by tests, and by points |
//! | [`roster`] | a class, as Canvas and Moodle export it, and its grades |
//! | [`shard`], [`merge`] | parts of a check, and their reports put together |
//! | [`fingerprint`] | the data that decide whether results are comparable |
//! | [`shown`] | the keys of kept results |

mod error;
pub mod fingerprint;
pub mod format;
pub mod letters;
pub mod matrix;
pub mod merge;
pub mod results;
pub mod roster;
pub mod shard;
pub mod shown;
pub mod standing;
pub mod transcript;

pub use self::error::Error;
