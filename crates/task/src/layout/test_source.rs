//! How files of tests are made that a package does not store.

use std::path::PathBuf;

/// Where an input comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// This text.
    Text(String),
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
    Stored,
    /// It is empty.
    Empty,
    /// The output of a solution.
    Solution(PathBuf),
    /// What the program that makes the input prints on standard error.
    Generator,
}

/// How the files of a test are made that is not stored as a whole.
#[derive(Clone, Debug)]
pub struct TestSource<File = PathBuf> {
    /// Its input, which is there where it has no origin.
    pub input: File,
    /// The origin of its input, unless that is stored.
    pub origin: Option<Origin>,
    /// Its answer.
    pub answer: File,
    /// The origin of its answer.
    pub by: AnswerBy,
}

/// The same by names below the folder of a configuration.
pub type NamedSource = TestSource<String>;

impl NamedSource {
    /// Returns whether a file is to be made.
    pub fn makes_any(&self) -> bool {
        self.origin.is_some() || self.by != AnswerBy::Stored
    }
}
