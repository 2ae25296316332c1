//! How files of tests are made that a package does not store.

use std::path::PathBuf;

/// Where an input comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Nowhere: it is empty.
    Empty,
    /// A file.
    File(PathBuf),
    /// The output of a program.
    Run {
        /// Its source or itself.
        program: PathBuf,
        /// Its arguments.
        args: Vec<String>,
        /// Its standard input.
        input: Option<PathBuf>,
    },
}

/// Where an answer comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerBy {
    /// It is stored, or there is none.
    Nobody,
    /// Nowhere: it is empty.
    Empty,
    /// The output of a solution.
    Solution(PathBuf),
    /// What the program that makes the input prints on standard error.
    Generator,
}

/// A test that is not stored as a whole, by names below the folder of its configuration.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The name of its input.
    pub input: String,
    /// The name of its answer.
    pub answer: String,
    /// The origin of its input, unless that is stored.
    pub origin: Option<Origin>,
    /// The origin of its answer.
    pub by: AnswerBy,
}

/// How the files of a test are made.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// Its input, which is there where it has no origin.
    pub input: PathBuf,
    /// The origin of its input.
    pub origin: Option<Origin>,
    /// Its answer.
    pub answer: PathBuf,
    /// The origin of its answer.
    pub by: AnswerBy,
}
