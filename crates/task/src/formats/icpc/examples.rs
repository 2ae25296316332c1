//! The examples that a package has for its validators, and the names in it that its format has replaced.

use std::path::{Path, PathBuf};

use nim_ground::files::sorted;

/// The folders below `data` with examples, also by their older names: what is judged of each, and whether it is to be accepted.
const FOLDERS: [(&str, Part, bool); 8] = [
    ("invalid_input", Part::Input, false),
    ("invalid_inputs", Part::Input, false),
    ("invalid_answer", Part::Answer, false),
    ("invalid_answers", Part::Answer, false),
    ("invalid_output", Part::Output, false),
    ("invalid_outputs", Part::Output, false),
    ("valid_output", Part::Output, true),
    ("valid_outputs", Part::Output, true),
];
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

/// A file of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The input.
    Input,
    /// The answer.
    Answer,
    /// An output.
    Output,
}

impl Part {
    /// Returns the ending of the file.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Input => "in",
            Self::Answer => "ans",
            Self::Output => "out",
        }
    }
}

/// An example for validators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// Its path below the package, without its ending.
    pub name: String,
    /// What is judged of it.
    pub part: Part,
    /// Whether that is to be accepted.
    pub is_valid: bool,
    /// The input.
    pub input: PathBuf,
}

impl Example {
    /// Returns one of its files.
    pub fn file(&self, part: Part) -> PathBuf {
        self.input.with_extension(part.ending())
    }
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
    let mut examples = Vec::new();
    for (folder, part, is_valid) in FOLDERS {
        let mut inputs = Vec::new();
        add_inputs(&package.join("data").join(folder), 0, &mut inputs);
        let all = inputs.into_iter().map(|input| Example { name: name(&input), part, is_valid, input });
        let files = &[Part::Input, Part::Answer, Part::Output][..=part as usize];
        examples.extend(all.filter(|example| files.iter().all(|file| is_own(&example.file(*file)))));
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
