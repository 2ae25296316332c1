//! The tests of a folder or an archive, and their missing files.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use itertools::Itertools;
use tempfile::TempDir;

use super::archive::LeftOut;
use super::naming_scheme::{NamingScheme, without_ending};
use super::scoring_config::{ScoreRule, ScoringConfig};
use super::settings::Refused;
use super::test::{Expected, Test};
use super::test_source::TestSource;
use crate::formats::Manifests;
use crate::formats::manifest::Manifest;
use crate::graders::Graders;
use crate::score::{Group, Rule};
use crate::time_rule::TimeRule;
use nim_ground::content::Content;

/// The reason why a file belongs to no test.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnmatchedReason {
    /// An input without an answer.
    #[error("an input without an answer")]
    NoAnswer,
    /// An answer without an input.
    #[error("an answer without an input")]
    NoInput,
    /// An answer to an input that has another one.
    #[error("its input has another answer already")]
    SecondAnswer,
    /// An input whose answer belongs to another one.
    #[error("its answer belongs to another input")]
    SecondInput,
    /// A half of a pair in `invalid`.
    #[error("an invalid input needs an .in and an .err")]
    InvalidHalf,
    /// The name does not fit any scheme of tests.
    #[error("not recognised as test data")]
    NotRecognised,
    /// The package lists its tests, and this is none of them.
    #[error("not a test of its package")]
    NotOfPackage,
    /// An archive beside tests.
    #[error("an archive beside tests, which is not unpacked")]
    ArchiveBesideTests,
    /// An archive within too many others.
    #[error("an archive within more than {0} others")]
    ArchiveTooDeep(usize),
    /// The file is compressed in a format that is not read.
    #[error("it is compressed by {0}: unpack it, or pack it as .zip or .tar.gz")]
    Compressed(&'static str),
    /// The file was left out of its archive, for this reason.
    #[error("{0}")]
    LeftOut(String),
}

impl UnmatchedReason {
    /// Returns whether the file is one half of a test.
    pub const fn is_half(&self) -> bool {
        matches!(
            self,
            Self::NoAnswer | Self::NoInput | Self::SecondAnswer | Self::SecondInput | Self::InvalidHalf
        )
    }
}

/// A file that belongs to no test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmatched {
    /// The path below the searched folder.
    pub file: String,
    /// The reason why the file belongs to no test.
    pub reason: UnmatchedReason,
    /// The file; `None` if it was left out of its archive.
    pub path: Option<PathBuf>,
}

impl Unmatched {
    /// Returns whether the file is an input or an answer of a package by its name.
    pub fn is_part_of_test(&self) -> bool {
        self.path.is_some() && [".in", ".ans"].iter().any(|ending| self.file.ends_with(ending))
    }
}

/// A file that a configuration names, but which is not there.
#[derive(Clone, Debug)]
pub struct Missing {
    /// The path below the searched folder, or a placeholder.
    pub file: String,
    /// The input of the missing answer.
    pub input: Option<PathBuf>,
}

/// The tests of a folder or an archive.
#[derive(Clone, Debug, Default)]
pub struct TestSet {
    /// The tests in natural order.
    pub tests: Vec<Test>,
    /// The files that belong to no test.
    pub unmatched: Vec<Unmatched>,
    /// Tests with missing answers, whose expected result names no file.
    pub(crate) unanswered: Vec<Test>,
    /// The folders of the tests' packages, in formats with a folder `data`, each with its path below the searched folder; the path is empty
    /// for that folder, or one around it.
    pub packages: BTreeMap<PathBuf, String>,
    /// Notes on skipped folders and unreadable configuration.
    pub notes: Vec<String>,
    /// The tool that makes the missing files, where a configuration implies one.
    pub maker: Option<&'static str>,
    /// The notes that may explain missing tests or answers.
    pub reasons: Vec<String>,
    /// The files that packages compile with every program.
    pub graders: Vec<Graders>,
    /// Files of the tests that are still to be made.
    pub recipes: Vec<TestSource>,
    /// Files that a configuration names, but which are not there.
    pub(super) missing: Vec<Missing>,
    /// Unreadable files that may be or hold tests.
    pub(super) lost: Vec<LeftOut>,
    /// Unreadable manifests, each with the reason: their settings for tests are not known.
    pub(crate) unreadable: Vec<String>,
    /// The scoring rules, package by package.
    pub(crate) scorings: Vec<ScoringConfig>,
    /// The names in each folder that was searched.
    pub names: BTreeMap<PathBuf, Vec<OsString>>,
    /// Files that tests have copies of.
    pub copied: Vec<PathBuf>,
    /// The manifests of the command.
    pub manifests: Manifests,
    /// The macros for the C preprocessor; `None` for the default.
    pub defines: Option<&'static [&'static str]>,
    /// Archives that manifests name, which were unpacked.
    pub(crate) archives: Vec<PathBuf>,
    /// Folders with unpacked archives, which live as long as the test set.
    pub(crate) unpacked: Vec<Arc<TempDir>>,
}

impl TestSet {
    /// Creates a set without tests.
    pub fn new(manifests: &Manifests) -> Self {
        Self { manifests: manifests.clone(), ..Self::default() }
    }

    /// Returns tests of a built-in problem that are in memory.
    pub fn in_memory(problem: &str, manifests: &Manifests, mut tests: Vec<Test>) -> Self {
        tests.iter_mut().for_each(|test| test.problem = Some(problem.to_owned()));
        Self { tests, ..Self::new(manifests) }
    }

    /// Finds the built-in problem of each test, and of each input without an answer, if it is not known yet: by its name and its file.
    ///
    /// # Errors
    /// When `problem` fails.
    pub fn name_problems(
        &mut self,
        mut problem: impl FnMut(&str, &Path) -> io::Result<Option<String>>,
    ) -> io::Result<()> {
        for test in self.tests.iter_mut().chain(&mut self.unanswered) {
            if let (None, Some(file)) = (&test.problem, test.input.file()) {
                test.problem = problem(&test.name, file)?;
            }
        }
        Ok(())
    }

    /// Returns the number of tests of each naming scheme.
    pub fn naming_schemes(&self) -> BTreeMap<NamingScheme, usize> {
        let mut counts = BTreeMap::new();
        for test in &self.tests {
            *counts.entry(test.naming).or_default() += 1;
        }
        counts
    }

    /// Appends another test set, with `prefix` before its names.
    pub fn append(&mut self, mut other: Self, prefix: &str) {
        let has_scores = !other.scorings.is_empty();
        for test in other.tests.iter_mut().chain(&mut other.unanswered) {
            let group = test.group.as_mut().filter(|_| has_scores);
            group.into_iter().chain([&mut test.name]).for_each(|name| name.insert_str(0, prefix));
        }
        let files = other.unmatched.iter_mut().map(|own| &mut own.file);
        let files = files.chain(other.missing.iter_mut().map(|own| &mut own.file));
        let names = files.chain(other.packages.values_mut());
        let names = names.chain(other.lost.iter_mut().map(|own| &mut own.entry));
        names.for_each(|name| name.insert_str(0, prefix));
        self.scorings.extend(other.scorings.into_iter().map(|scoring| scoring.below(prefix)));
        self.tests.extend(other.tests);
        self.unanswered.extend(other.unanswered);
        self.unmatched.extend(other.unmatched);
        self.packages.extend(other.packages);
        self.maker = self.maker.or(other.maker);
        self.defines = self.defines.or(other.defines);
        self.notes.extend(other.notes);
        self.reasons.extend(other.reasons);
        self.graders.extend(other.graders);
        self.recipes.extend(other.recipes);
        self.missing.extend(other.missing);
        self.lost.extend(other.lost);
        self.unreadable.extend(other.unreadable);
        self.names.extend(other.names);
        self.copied.extend(other.copied);
        self.archives.extend(other.archives);
        self.unpacked.extend(other.unpacked);
    }

    /// Refuses a test set that may lack tests, since something cannot be read; if it `may_lack` these, they are noted.
    ///
    /// # Errors
    /// When something is lost, with the number of tests and the first of them.
    pub fn check_lost(&mut self, may_lack: bool) -> io::Result<()> {
        const MOST: usize = 3;
        let lost = std::mem::take(&mut self.lost);
        if may_lack || lost.is_empty() {
            self.notes.extend(lost.iter().map(LeftOut::to_string));
            return Ok(());
        }
        let count = lost.iter().map(|lost| without_ending(&lost.entry)).unique().count();
        let number = if count == 1 { "a test".to_owned() } else { format!("{count} tests") };
        let first = lost.iter().take(MOST).join("; ");
        let more = if lost.len() > MOST { "; …" } else { "" };
        Err(io::Error::other(format!("at least {number} may be lost: {first}{more}")))
    }

    /// Refuses a test set with a manifest that cannot be read.
    ///
    /// # Errors
    /// When there is one, with its path and the reason.
    pub fn check_readable(&self) -> io::Result<()> {
        self.unreadable.first().map_or(Ok(()), |why| Err(io::Error::other(why.clone())))
    }

    /// Returns the number of missing files of listed tests, with the first of them, in words.
    pub fn incomplete(&self) -> Option<String> {
        const MOST: usize = 3;
        let files: Vec<&str> = self.missing.iter().map(|missing| missing.file.as_str()).unique().collect();
        let first = files.iter().take(MOST).join(", ");
        let more = if files.len() > MOST { ", …" } else { "" };
        let maker = self.maker.map(|maker| format!(" ({maker} makes them)")).unwrap_or_default();
        match files.len() {
            0 => None,
            1 => Some(format!("a file of the configured tests is missing: {first}{maker}")),
            count => Some(format!("{count} files of the configured tests are missing: {first}{more}{maker}")),
        }
    }

    /// Adds notes on the settings of a configuration file that are ignored or not supported.
    pub(crate) fn note_settings(&mut self, task: &Manifest) {
        let mut refused: Vec<String> = task.refused.iter().map(Refused::to_string).collect();
        refused.dedup();
        self.maker = self.maker.or(task.maker);
        // If a package has two judges, the first one with macros counts.
        self.defines = task.defines.filter(|own| !own.is_empty()).or(self.defines).or(task.defines);
        self.notes.extend_from_slice(&task.notes);
        self.notes.extend_from_slice(&refused);
        self.reasons.extend(refused);
    }

    /// Returns the folder of the only package, with the rule by which its time limit follows from accepted submissions; `None` if only the
    /// judge knows it.
    ///
    /// # Errors
    /// When the manifest of the package cannot be read or is malformed.
    pub fn time_rule(&self) -> io::Result<Option<(&Path, TimeRule)>> {
        let Ok((root, _)) = self.packages.iter().exactly_one() else { return Ok(None) };
        let rule = self.manifests.package(root)?.and_then(|package| package.time_rule);
        Ok(rule.map(|rule| (root.as_path(), rule)))
    }

    /// Returns whether a package has input validators.
    pub fn has_validators(&self) -> bool {
        self.tests.iter().chain(&self.unanswered).any(|test| !test.validators.is_empty())
    }

    /// Returns the inputs without answers.
    pub fn inputs_without_answers(&self) -> impl Iterator<Item = &Test> {
        self.unanswered.iter().unique_by(|test| test.input.file())
    }

    /// Turns inputs without answers into tests, each with its answer.
    pub fn add_answered(&mut self, answered: impl IntoIterator<Item = (Test, Content)>) {
        let answered = answered.into_iter();
        let answers: HashMap<PathBuf, Content> =
            answered.filter_map(|(own, answer)| Some((own.input.file()?.to_path_buf(), answer))).collect();
        self.unmatched.retain(|file| file.path.as_ref().is_none_or(|own| !answers.contains_key(own)));
        self.missing.retain(|missing| missing.input.as_ref().is_none_or(|own| !answers.contains_key(own)));
        for test in std::mem::take(&mut self.unanswered) {
            let Some(answer) = test.input.file().and_then(|file| answers.get(file)) else {
                self.unanswered.push(test);
                continue;
            };
            let name = without_ending(&test.name).to_owned();
            self.tests.push(Test { name, expected: Expected::Answer(answer.clone()), ..test });
        }
        number_the_same(&mut self.tests);
    }

    /// Keeps temporary folders with test data as long as the test set, like those of archives.
    pub fn keep(&mut self, folders: Vec<TempDir>) {
        self.unpacked.extend(folders.into_iter().map(Arc::new));
    }

    /// Returns the folders into which archives were unpacked.
    pub fn unpacked(&self) -> impl Iterator<Item = &Path> {
        self.unpacked.iter().map(|folder| folder.path())
    }

    /// Gives every test its points, and returns the rules for all of them; `None` if no package has any and none is asked for.
    pub fn score(&mut self, asked: Option<ScoreRule>) -> Option<Group> {
        let mut scorings = std::mem::take(&mut self.scorings);
        if scorings.is_empty() {
            // Points belong to tests alone, or to groups by folders and names.
            let subtask = (asked? == ScoreRule::Min).then_some(Rule::Min);
            scorings.push(ScoringConfig { total: Some(100.0), subtask, ..ScoringConfig::default() });
        }
        let mut of_scoring: Vec<Vec<usize>> = vec![Vec::new(); scorings.len()];
        for (index, test) in self.tests.iter().enumerate().filter(|(_, test)| test.solver_only.is_none()) {
            let around =
                scorings.iter().enumerate().filter(|(_, scoring)| test.name.starts_with(&scoring.folder));
            if let Some((scoring, _)) = around.max_by_key(|(_, scoring)| scoring.folder.len()) {
                of_scoring[scoring].push(index);
            }
        }
        let mut roots = Vec::new();
        for (scoring, tests) in scorings.into_iter().zip(of_scoring).filter(|(_, tests)| !tests.is_empty()) {
            roots.push(scoring.fill(&mut self.tests, tests, asked));
        }
        number_the_same(&mut self.tests);
        if roots.len() == 1 {
            return roots.pop();
        }
        (!roots.is_empty()).then(|| Group { groups: roots, ..Group::default() })
    }
}

/// Gives tests with the same name and the same input different names: all but the first get a number.
pub fn number_the_same(tests: &mut [Test]) {
    let mut names: HashSet<String> = tests.iter().map(|test| test.name.clone()).collect();
    let mut numbers: HashMap<String, usize> = HashMap::new();
    for test in tests {
        let number = numbers.entry(test.name.clone()).or_default();
        *number += 1;
        while *number > 1 {
            let name = format!("{}#{number}", test.name);
            if names.insert(name.clone()) {
                test.name = name;
                break;
            }
            *number += 1;
        }
    }
}
