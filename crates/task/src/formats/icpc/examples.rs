//! The examples that a package has for its validators, and the names in it that its format has replaced.

use std::path::{Path, PathBuf};

use nim_ground::files::sorted;

/// The folders below `data` with inputs that are to be refused.
const INVALID_INPUTS: [&str; 2] = ["invalid_input", "invalid_inputs"];
/// Those with outputs, and whether they are to be accepted.
const OUTPUTS: [(&str, bool); 4] =
    [("invalid_output", false), ("invalid_outputs", false), ("valid_output", true), ("valid_outputs", true)];
/// Deepest folder of examples.
const DEEPEST: usize = 4;
/// Names that were replaced in every version.
const REPLACED: [(&str, &str); 2] =
    [("input_format_validators", "input_validators"), ("input_validator", "input_validators")];
/// Names that version 2025-09 replaced.
const REPLACED_LATER: [(&str, &str); 4] = [
    ("problem_statement", "statement"),
    ("output_validators", "output_validator"),
    ("data/testdata.yaml", "data/test_group.yaml"),
    ("data/secret/testdata.yaml", "data/secret/test_group.yaml"),
];

/// An example for validators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// Its path below the package, without its ending.
    pub name: String,
    /// Whether it is to be accepted.
    pub is_valid: bool,
    /// The input.
    pub input: PathBuf,
    /// The answer and the output, where the output is to be judged; else the input is.
    pub output: Option<(PathBuf, PathBuf)>,
}

/// Returns the examples of a package; files that links lead out of it for are none.
pub fn examples(package: &Path) -> Vec<Example> {
    let Ok(real) = package.canonicalize() else { return Vec::new() };
    let is_own =
        |path: &Path| path.canonicalize().is_ok_and(|path| path.starts_with(&real) && path.is_file());
    let name = |input: &Path| {
        let below = input.strip_prefix(package).unwrap_or(input).with_extension("");
        below.display().to_string()
    };
    let inputs = |folder: &str| {
        let mut found = Vec::new();
        add_inputs(&package.join("data").join(folder), 0, &mut found);
        found.into_iter().filter(|path| is_own(path)).collect::<Vec<_>>()
    };
    let mut examples = Vec::new();
    for input in INVALID_INPUTS.into_iter().flat_map(&inputs) {
        examples.push(Example { name: name(&input), is_valid: false, input, output: None });
    }
    for (folder, is_valid) in OUTPUTS {
        for input in inputs(folder) {
            let files = (input.with_extension("ans"), input.with_extension("out"));
            if is_own(&files.0) && is_own(&files.1) {
                examples.push(Example { name: name(&input), is_valid, input, output: Some(files) });
            }
        }
    }
    examples
}

/// Adds the inputs of a folder, and of those in it.
fn add_inputs(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    for path in sorted(folder).unwrap_or_default() {
        if path.is_dir() && depth < DEEPEST {
            add_inputs(&path, depth + 1, found);
        } else if path.extension().is_some_and(|ending| ending == "in") {
            found.push(path);
        }
    }
}

/// Returns the names in a package that were replaced, each with the one that stands in its place.
pub fn replaced(package: &Path, is_legacy: bool) -> Vec<(&'static str, &'static str)> {
    let later = REPLACED_LATER.iter().filter(|_| !is_legacy);
    let all = REPLACED.iter().chain(later).copied();
    all.filter(|(old, new)| package.join(old).exists() && !package.join(new).exists()).collect()
}
