//! The examples that a package has for its validators, and the names in it that its format has replaced.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use nim_ground::files::sorted;
use nim_ground::presence;

/// The folders below `data` with examples, also by their older names: the judged part of each, and whether it must be accepted.
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
/// The depth at which examples are no longer searched.
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

/// The role of a file in a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The input.
    Input,
    /// The answer.
    Answer,
    /// The output of a program.
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

/// An example that validators must accept or reject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The path below the package, without an ending.
    pub name: String,
    /// The file that is judged.
    pub part: Part,
    /// Whether the part must be accepted.
    pub is_valid: bool,
    /// The path of the input.
    pub input: PathBuf,
}

impl Example {
    /// Returns the file with a role.
    pub fn file(&self, part: Part) -> PathBuf {
        self.input.with_extension(part.ending())
    }
}

/// Returns the examples of a package, and notes on files that are not examples; links that lead out of the package are ignored.
///
/// # Errors
/// When a folder or a file cannot be read.
pub fn examples(package: &Path) -> io::Result<(Vec<Example>, Vec<String>)> {
    let real = package.canonicalize()?;
    let (mut examples, mut warnings) = (Vec::new(), Vec::new());
    for (folder, part, is_valid) in FOLDERS {
        let mut files = Vec::new();
        add_files(&package.join("data").join(folder), 0, &mut files)?;
        let parts = &[Part::Input, Part::Answer, Part::Output][..=part as usize];
        let files = files.iter().filter(|file| parts.iter().any(|part| has_ending(file, *part)));
        let inputs: BTreeSet<PathBuf> = files.map(|file| file.with_extension("in")).collect();
        for input in inputs {
            let below = input.strip_prefix(package).unwrap_or(&input).with_extension("");
            let example = Example { name: below.display().to_string(), part, is_valid, input };
            let mut is_whole = true;
            for &part in parts {
                let file = example.file(part);
                if presence::is_file(&file)? {
                    is_whole &= file.canonicalize()?.starts_with(&real);
                } else {
                    let (name, ending) = (&example.name, part.ending());
                    warnings.push(format!("{name}.{ending} is missing, so that this example is not tried"));
                    is_whole = false;
                }
            }
            examples.extend(is_whole.then_some(example));
        }
    }
    Ok((examples, warnings))
}

fn has_ending(file: &Path, part: Part) -> bool {
    file.extension().is_some_and(|ending| ending == part.ending())
}

/// Adds the files of a folder and of its subfolders, if it exists.
fn add_files(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) -> io::Result<()> {
    let paths = presence::absent_is_none(sorted(folder), folder)?;
    for path in paths.into_iter().flatten() {
        if presence::is_folder(&path)? && depth < DEEPEST {
            add_files(&path, depth + 1, found)?;
        } else {
            found.push(path);
        }
    }
    Ok(())
}

/// Returns the replaced names in a package, each with its new name.
///
/// # Errors
/// When the package cannot be looked at.
pub fn replaced(package: &Path, is_legacy: bool) -> io::Result<Vec<(&'static str, &'static str)>> {
    let later = REPLACED_LATER.iter().filter(|_| !is_legacy);
    let mut names = Vec::new();
    for &(old, new) in REPLACED.iter().chain(later) {
        let has_old = presence::find_link(&package.join(old))?.is_some();
        if has_old && presence::find_link(&package.join(new))?.is_none() {
            names.push((old, new));
        }
    }
    Ok(names)
}
