//! Files in place of a program's standard input and output.

use std::error::Error;
use std::fmt;

use serde::{Deserialize, Serialize};

/// Names of the files, in the folder in which the program runs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileIo {
    /// The file with the input; `None` for standard input.
    pub input: Option<String>,
    /// The file that the program writes; `None` for standard output.
    pub output: Option<String>,
}

/// A name that cannot be that of a file in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameError(String);

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a file name without folders, found {:?}", self.0)
    }
}

impl Error for NameError {}

/// The longest name, in bytes.
const LONGEST: usize = 200;

impl FileIo {
    /// Standard input and output.
    pub const STANDARD: Self = Self { input: None, output: None };

    /// Returns `NAME.in` and `NAME.out`.
    ///
    /// # Errors
    /// When the name is not that of a file.
    pub fn of(name: &str) -> Result<Self, NameError> {
        if is_file_name(name) {
            Ok(Self { input: Some(format!("{name}.in")), output: Some(format!("{name}.out")) })
        } else {
            Err(NameError(name.to_owned()))
        }
    }

    /// Returns whether standard input and output are used.
    #[must_use]
    pub fn is_standard(&self) -> bool {
        self.input.is_none() && self.output.is_none()
    }
}

/// Returns whether a name is that of a file in a folder, not a path.
#[must_use]
pub fn is_file_name(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= LONGEST
        && !matches!(name, "." | "..")
        && !name.contains(['/', '\\', '\0'])
        && !name.contains(char::is_control)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_no_paths() {
        for name in ["", ".", "..", "a/b", "/etc/passwd", "a\\b", "a\0b", "a\nb", &"x".repeat(201)] {
            assert!(!is_file_name(name), "{name:?}");
        }
        assert_eq!(FileIo::of("sum").unwrap().output.as_deref(), Some("sum.out"));
        assert!(FileIo::of("../sum").is_err());
    }
}
