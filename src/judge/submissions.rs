//! The submissions of a package: a folder for each expectation, with programs that are a file or a folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::compile;
use super::expected::Expectation;
use super::language::Languages;
use super::source::Source;

/// A submission.
#[derive(Clone, Debug)]
pub struct Submission {
    /// Its path below the folder of submissions.
    pub name: String,
    /// Its source.
    pub source: Source,
    /// The verdicts that are expected; `None` where the format sets none.
    pub expectation: Option<Expectation>,
}

/// The submissions of a package.
#[derive(Clone, Debug, Default)]
pub struct Submissions {
    /// Those that can be run here, in order.
    pub found: Vec<Submission>,
    /// Notes on the others.
    pub notes: Vec<String>,
}

impl Submissions {
    /// Finds the submissions of a package, which is the folder with `submissions` and `problem.yaml`.
    ///
    /// # Errors
    /// When a folder cannot be read.
    pub fn of(package: &Path, languages: &Languages) -> io::Result<Self> {
        let mut submissions = Self::default();
        let legacy = is_legacy(package);
        for folder in entries(&package.join("submissions"))? {
            if !folder.is_dir() {
                if name_of(&folder) == "submissions.yaml" {
                    submissions
                        .notes
                        .push(format!("{}: not applied, folders and comments are", folder.display()));
                }
                continue;
            }
            let name = name_of(&folder);
            for path in entries(&folder)? {
                let full = format!("{name}/{}", name_of(&path));
                let source = if path.is_dir() {
                    Source::of_folder(&path, languages)?
                } else {
                    Source::of_file(&path, languages).map(|source| Source { beside: Vec::new(), ..source })
                };
                let Some(source) = source else {
                    submissions.notes.push(format!("{full}: left out, its language is not known"));
                    continue;
                };
                if let Some(command) = compile::missing_command(&source.language) {
                    submissions.notes.push(format!("{full}: left out, {command} is not installed"));
                    continue;
                }
                let text = fs::read(&source.main)?;
                let expectation = Expectation::of_comment(&String::from_utf8_lossy(&text))
                    .or_else(|| Expectation::of_folder(&name, legacy));
                submissions.found.push(Submission { name: full, source, expectation });
            }
        }
        Ok(submissions)
    }
}

/// Returns whether a package is of the legacy format, which is the default.
fn is_legacy(package: &Path) -> bool {
    let text = fs::read_to_string(package.join("problem.yaml")).unwrap_or_default();
    let config = serde_saphyr::from_str::<Value>(&text).unwrap_or_default();
    let version = config["problem_format_version"].as_str();
    version.is_none_or(|version| version.starts_with("legacy"))
}

/// Returns the paths in a folder, in order; those that begin with a dot are left out.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries: io::Result<Vec<PathBuf>> = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect();
    let mut entries = entries?;
    entries.retain(|path| !name_of(path).starts_with('.'));
    entries.sort();
    Ok(entries)
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
