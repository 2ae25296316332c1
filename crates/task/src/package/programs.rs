//! The programs that judge outputs, in formats that are called in other ways than the ICPC format.

use std::io;
use std::path::Path;

use serde_json::Value;

use super::{Notes, Package};
use nim_ground::content::Content;

/// Returns the file of the output validator, if it is a single file; notes parts that cannot be held.
pub fn checker(package: &Package, notes: &mut Notes) -> Option<(String, Content)> {
    let files = package.below("output_validator/");
    if files.len() > 1 {
        notes.push(
            "output_validator/ has several files, for which this format has no place; it is left out"
                .to_owned(),
        );
        return None;
    }
    files.into_iter().next()
}

/// The name of the interactor written by this program.
pub const INTERACTOR: &str = "interactor.py";

/// Returns an interactor with the calling convention of testlib, where the package has a validator in one file of Python.
pub fn interactor(package: &Package) -> io::Result<Option<String>> {
    let programs = package.below("output_validator/");
    match programs.iter().next() {
        Some((path, program)) if package.is_interactive() && programs.len() == 1 && is_python(path) => {
            Ok(Some(around_validator(&program.text()?)))
        }
        _ => Ok(None),
    }
}

pub fn is_python(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|ending| ending == "py")
}

/// Returns the difference in judging in a format that does not call programs as the ICPC format does; some formats have the interactor.
pub fn lost_dialogue(package: &Package, has_interactor: bool) -> Vec<String> {
    let kinds = package.other_keys.list("type");
    let lost = kinds.iter().filter(|kind| match kind.as_str() {
        "interactive" => !has_interactor,
        kind => matches!(kind, "multi-pass" | "submit-answer"),
    });
    lost.map(|kind| format!("it is {kind}")).collect()
}

/// Returns the loss of an output validator where the judge takes programs of another kind alone.
pub fn testlib_alone(path: &str, judge: &str) -> String {
    format!(
        "{path}: {judge} takes programs of testlib in C++ alone, one of which must be added to what is exported"
    )
}

/// Returns the loss of the arguments of an output validator, in a format that has none.
pub fn lost_args(package: &Package, judge: &str) -> Option<String> {
    let args = package.validator_args.join(" ");
    let is_lost = package.has_validator() && !args.is_empty();
    is_lost.then(|| format!("{judge} calls no output validator with `{args}`"))
}

const INTERACTOR_MAIN: &str = include_str!("interactor.py");
const BEGIN_VALIDATOR: &str = "VALIDATOR = (\n";
const END_VALIDATOR: &str = ")\n\n";

/// Returns an interactor with the calling convention of testlib, around an output validator in Python.
fn around_validator(validator: &str) -> String {
    let lines: String =
        validator.split_inclusive('\n').map(|line| format!("    {}\n", Value::from(line))).collect();
    format!("{BEGIN_VALIDATOR}{lines}{END_VALIDATOR}{INTERACTOR_MAIN}")
}

/// Returns the output validator in an interactor that was written here.
pub fn validator_of(interactor: &str) -> Option<String> {
    let lines = interactor.strip_prefix(BEGIN_VALIDATOR)?.strip_suffix(INTERACTOR_MAIN)?;
    let lines = lines.strip_suffix(END_VALIDATOR)?.lines();
    lines.map(|line| serde_json::from_str::<String>(line.trim_start()).ok()).collect()
}
