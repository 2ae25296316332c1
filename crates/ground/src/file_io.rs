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
    /// Standard input and standard output.
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

    /// Reads `NAME` as of [`Self::from_name`], or `INPUT,OUTPUT`. One of the two may be empty: a standard stream.
    ///
    /// # Errors
    /// When a name is not that of a file.
    pub fn parse(text: &str) -> Result<Self, ValueError> {
        let Some((input, output)) = text.split_once(',') else { return Self::from_name(text) };
        match [input, output].map(|name| name.is_empty() || is_file_name(name)) {
            [true, true] if input != output => Ok(Self { input: named(input), output: named(output) }),
            _ => Err(format!(
                "expected two file names without folders, such as in.txt,out.txt, found {text:?}"
            )
            .into()),
        }
    }

    /// Returns whether standard input and output are used.
    pub fn is_standard(&self) -> bool {
        self.input.is_none() && self.output.is_none()
    }
}

fn named(name: &str) -> Option<String> {
    (!name.is_empty()).then(|| name.to_owned())
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
    /// Returns the values for the input and the output in this order.
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
        assert_eq!(FileIo::parse("sum").unwrap(), FileIo::from_name("sum").unwrap());
        let both = FileIo::parse("in.txt,out.txt").unwrap();
        assert_eq!((both.input.as_deref(), both.output.as_deref()), (Some("in.txt"), Some("out.txt")));
        assert_eq!(FileIo::parse(",out").unwrap(), FileIo { input: None, output: Some("out".into()) });
        for wrong in [",", "a,a", "../a,b", "a,b/c", "a,b,c/d"] {
            assert!(FileIo::parse(wrong).is_err(), "{wrong}");
        }
    }
}
