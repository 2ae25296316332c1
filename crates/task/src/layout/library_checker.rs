//! The programs of a problem of Library Checker: its solutions, its verifier, and what they are compiled with.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::formats::library_checker;
use super::settings::text;
use crate::glob;
use nim_ground::folder::{file_below, read_text_below};

/// The file that makes a folder a problem.
pub const FILE: &str = "info.toml";
/// The folder of the solutions.
pub const SOLUTIONS: &str = "sol";
/// The folder of the program that calls solutions which are functions.
pub const GRADER: &str = "grader";
/// The header with the values of `params`.
pub const PARAMS: &str = "params.h";
/// The solution that makes the answers, whether it is listed or not.
const CORRECT: &str = "correct.cpp";
/// The program that validates inputs, where no other is named.
const VERIFIER: &str = "verifier.cpp";
/// The folder of the repository with the headers of all problems.
const COMMON: &str = "common";
/// How far above a problem's folder its repository is: problems are in folders of their categories.
const REPOSITORY: usize = 2;
/// How far above a program its problem is looked for.
const MOST_ABOVE: usize = 3;

/// A problem of Library Checker.
#[derive(Clone, Debug)]
pub struct LibraryProblem {
    folder: PathBuf,
    info: Value,
}

/// A solution of a problem.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Its path below the problem.
    pub name: String,
    /// One of these verdicts must be there, by their short names.
    pub required: Vec<String>,
    /// These verdicts may be there, too.
    pub allowed: Vec<&'static str>,
    /// Whether it is a function, which the grader calls.
    pub is_function: bool,
    /// Why it is not run.
    pub refused: Option<String>,
}

impl LibraryProblem {
    /// Returns whether a folder is a problem.
    pub fn is_in(folder: &Path) -> bool {
        Self::of(folder).is_some()
    }

    /// Reads the problem in a folder; `None` where there is none, or its file cannot be read.
    pub fn of(folder: &Path) -> Option<Self> {
        let content = read_text_below(folder, FILE).ok()?;
        let info = library_checker::is_problem(&content).then(|| toml::from_str(&content).ok())??;
        Some(Self { folder: folder.canonicalize().ok()?, info })
    }

    /// Reads the problem that a program belongs to.
    pub fn around(program: &Path) -> Option<Self> {
        let real = program.canonicalize().ok()?;
        real.ancestors().skip(1).take(MOST_ABOVE).find_map(Self::of)
    }

    /// Returns the text of the header with the values of `params`; `None` where the header is stored.
    pub fn params(&self) -> Option<String> {
        let is_stored = file_below(&self.folder, PARAMS).is_some();
        (!is_stored).then(|| library_checker::params(&self.info).0)
    }

    /// Returns the headers of all problems, from the repository around the problem; links do not lead out of it.
    pub fn common(&self) -> Vec<PathBuf> {
        let repository = self.folder.ancestors().nth(REPOSITORY);
        repository.map_or_else(Vec::new, |repository| files_in(repository, COMMON))
    }

    /// Returns the program that validates inputs.
    pub fn verifier(&self) -> Option<PathBuf> {
        file_below(&self.folder, self.info["verifier"].as_str().unwrap_or(VERIFIER))
    }

    /// Returns the files in the folder of the grader, which solutions that are functions are compiled with.
    pub fn grader(&self) -> Vec<PathBuf> {
        files_in(&self.folder, GRADER)
    }

    /// Returns the solutions: the one that makes the answers, and those that are listed.
    pub fn solutions(&self) -> Vec<Solution> {
        let listed = self.info["solutions"].as_array().into_iter().flatten().map(Solution::of);
        let mut solutions: Vec<Solution> = listed.collect();
        let correct = format!("{SOLUTIONS}/{CORRECT}");
        let is_listed = solutions.iter().any(|solution| solution.name == correct);
        if !is_listed && file_below(&self.folder, &correct).is_some() {
            solutions.insert(0, Solution::named(CORRECT));
        }
        solutions
    }
}

/// Returns the files in a folder below another one, which no link leads out of.
fn files_in(root: &Path, folder: &str) -> Vec<PathBuf> {
    let names = glob::files(root, &format!("{folder}/*")).unwrap_or_default();
    names.into_iter().map(|name| root.join(name)).collect()
}

impl Solution {
    fn named(name: &str) -> Self {
        Self {
            name: format!("{SOLUTIONS}/{name}"),
            required: Vec::new(),
            allowed: Vec::new(),
            is_function: false,
            refused: None,
        }
    }

    /// Reads an entry of `solutions`.
    fn of(entry: &Value) -> Self {
        let mut solution = Self::named(&text(&entry["name"]));
        for (key, value) in entry.as_object().into_iter().flatten() {
            let is_set = value == true;
            match key.as_str() {
                "name" => {}
                "expect" => solution.required.extend(Some(text(value)).filter(|name| !name.is_empty())),
                // It says that not every verdict is accepted.
                "wrong" if is_set => {
                    solution.required.extend(["WA", "RE", "TLE"].map(str::to_owned));
                }
                "allow_wa" if is_set => solution.allowed.push("WA"),
                "allow_re" if is_set => solution.allowed.push("RE"),
                "allow_tle" if is_set => solution.allowed.push("TLE"),
                "function" => solution.is_function = is_set,
                "wrong" | "allow_wa" | "allow_re" | "allow_tle" => {}
                other => solution.refused = Some(format!("its key {other:?} in {FILE} is not known")),
            }
        }
        solution
    }
}
