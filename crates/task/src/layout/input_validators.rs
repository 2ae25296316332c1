//! The calls of a package's input validators.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The arguments of a package's validators for an input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputArgs {
    /// The arguments of validators without arguments of their own.
    pub all: Vec<String>,
    /// The arguments of single validators, by name.
    pub named: BTreeMap<String, Vec<String>>,
}

impl InputArgs {
    /// Returns whether no validator has any.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty() && self.named.values().all(Vec::is_empty)
    }

    /// Returns the arguments of the validator at a path, which may be named without its folder and its ending.
    pub fn for_validator(&self, validator: &Path) -> &[String] {
        let named = self.named.iter().find(|(name, _)| is_called(validator, name));
        named.map_or(&self.all, |(_, args)| args)
    }
}

/// Returns whether a name means the validator at a path, with or without its folder and its ending.
pub fn is_called(validator: &Path, name: &str) -> bool {
    let name = Path::new(name);
    name == validator || [validator.file_name(), validator.file_stem()].contains(&Some(name.as_os_str()))
}

/// The call of a validator for an input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputValidator {
    /// The program: a file or a folder.
    pub program: PathBuf,
    /// The path below the package.
    pub name: String,
    /// The arguments.
    pub args: Vec<String>,
    /// The exit status that accepts an input.
    pub accepted: i32,
    /// The file in the working folder that the validator reads in place of standard input.
    pub input_file: Option<&'static str>,
    /// A shell script that ends with the call, and the script's `$0`.
    pub script: Option<(String, PathBuf)>,
    /// The folders that the validator may read.
    pub readable: Vec<PathBuf>,
}

impl InputValidator {
    /// Returns the call of a program below a package, without arguments.
    pub fn new(package: &Path, name: &str) -> Self {
        Self { program: package.join(name), name: name.to_owned(), ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn validators_are_named_with_and_without_folder_and_ending() {
        let named = ["a", "b.py", "input_validators/c"];
        let named = named.map(|name| (name.to_owned(), vec![name.to_owned()]));
        let args = InputArgs { all: vec!["all".to_owned()], named: named.into() };
        let of = |name: &str| args.for_validator(&Path::new("input_validators").join(name)).to_vec();
        assert_eq!([of("a"), of("a.cpp"), of("b.py")], [["a"], ["a"], ["b.py"]]);
        assert_eq!([of("b"), of("c"), of("d")], [["all"], ["input_validators/c"], ["all"]]);
        assert!(!args.is_empty());
        assert!(InputArgs::default().is_empty());
    }
}
