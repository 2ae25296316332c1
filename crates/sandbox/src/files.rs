//! Files in place of a program's standard input and output.

use serde::{Deserialize, Serialize};

use nim_ground::failure::Failure;
use nim_ground::files::is_file_name;

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
    pub fn of(name: &str) -> Result<Self, Failure> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_and_no_paths() {
        assert_eq!(FileIo::of("sum").unwrap().output.as_deref(), Some("sum.out"));
        assert!(FileIo::of("../sum").is_err());
    }
}
