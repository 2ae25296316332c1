//! Files and named pipes in place of a program's standard input and output.

use serde::{Deserialize, Serialize};

use crate::error::ValueError;
use crate::files::is_file_name;

/// Names of the files, in the folder in which the program runs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileIo {
    /// The file with the input; `None` for standard input.
    pub input: Option<String>,
    /// The file that the program writes; `None` for standard output.
    pub output: Option<String>,
}

impl FileIo {
    /// Standard input and output.
    pub const STANDARD: Self = Self { input: None, output: None };

    /// Returns `NAME.in` and `NAME.out`.
    ///
    /// # Errors
    /// When the name is not that of a file.
    pub fn from_name(name: &str) -> Result<Self, ValueError> {
        if !is_file_name(name) {
            return Err(format!("expected a file name without folders, found {name:?}").into());
        }
        Ok(Self { input: Some(format!("{name}.in")), output: Some(format!("{name}.out")) })
    }

    /// Returns whether standard input and output are used.
    pub fn is_standard(&self) -> bool {
        self.input.is_none() && self.output.is_none()
    }
}

/// The order in which a program is told the names of its pipes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PipeOrder {
    /// First the pipe that it reads.
    InputFirst,
    /// First the pipe that it writes.
    OutputFirst,
}

impl PipeOrder {
    /// Returns what belongs to its input and its output in this order.
    pub fn arrange<T>(self, input: T, output: T) -> [T; 2] {
        if self == Self::InputFirst { [input, output] } else { [output, input] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_and_no_paths() {
        assert_eq!(FileIo::from_name("sum").unwrap().output.as_deref(), Some("sum.out"));
        assert!(FileIo::from_name("../sum").is_err());
    }
}
