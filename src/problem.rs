//! A problem that a word of a command names: built in, a folder or an archive. Its manifests are opened once, whatever is asked of it.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use crate::built_in::problem::BuiltIn;
use crate::built_in::{names, packed};
use crate::system;
use crate::terminal::UsageError;
use crate::terminal::progress::MakingProgress;
use crate::terminal::say;
use nim_ground::limits::LimitOverrides;
use nim_ground::presence::{find, find_link, is_file, is_folder};
use nim_inputs::Description;
use nim_judge::Options;
use nim_judge::maker;
use nim_judge::scripts::Scripts;
use nim_judge::students;
use nim_judge::trusted::TrustedPrograms;
use nim_problems as problems;
use nim_simd::Level;
use nim_solve::registry::Entry;
use nim_task::conversion::SourceError;
use nim_task::formats::Manifests;
use nim_task::language::Languages;
use nim_task::layout::{self, TestSet};
use nim_task::package::Package;
use nim_task::source::Source;

/// The manifest in which a grammar of inputs stands.
pub const DESCRIPTION: &str = "problem.yaml";

/// A problem that a command works on.
pub enum Problem {
    /// A problem of the registry.
    BuiltIn(BuiltIn),
    /// One in a folder or an archive.
    There(Place),
}

/// A problem in a folder or an archive.
pub struct Place {
    pub path: PathBuf,
    pub manifests: Manifests,
}

impl Problem {
    /// Opens the problem that a word names, by slug or alias or as a path.
    ///
    /// # Errors
    /// [`UsageError`] when there is none; another error when the path cannot be looked at.
    pub fn open(word: &str, manifests: &Manifests, level: Option<Level>) -> anyhow::Result<Self> {
        Ok(Self::find(Path::new(word), manifests, level)?.ok_or_else(|| unknown(word))?)
    }

    /// Like [`Problem::open`]; `None` if there is no such problem.
    ///
    /// # Errors
    /// When the path cannot be looked at.
    pub fn find(word: &Path, manifests: &Manifests, level: Option<Level>) -> io::Result<Option<Self>> {
        if let Some(entry) = word.to_str().and_then(problems::find) {
            return Ok(Some(Self::BuiltIn(BuiltIn { entry, level })));
        }
        Ok(find(word)?.map(|_| Self::There(Place::new(word, manifests))))
    }

    /// Returns the built-in problem that a word names.
    ///
    /// # Errors
    /// [`UsageError`] when there is none, with those most like it.
    pub fn built_in(word: &str) -> Result<&'static Entry, UsageError> {
        problems::find(word)
            .ok_or_else(|| UsageError(format!("unknown problem {word:?}; {}", names::advice(word))))
    }

    /// Returns the entry of a built-in problem.
    pub fn entry(&self) -> Option<&'static Entry> {
        match self {
            Self::BuiltIn(problem) => Some(problem.entry),
            Self::There(_) => None,
        }
    }

    /// Returns the description of its inputs.
    ///
    /// # Errors
    /// [`UsageError`] when it has none; another error when its file cannot be read, or does not describe inputs.
    pub fn description(&self) -> anyhow::Result<Description> {
        match self {
            Self::BuiltIn(problem) => Ok(Description::from_entry(problem.entry)),
            Self::There(place) => {
                place.description()?.ok_or_else(|| unknown(&place.path.to_string_lossy()).into())
            }
        }
    }

    /// Returns the problem as a package, with notes on missing parts.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn package(&self, notes: &mut Vec<String>) -> anyhow::Result<Package> {
        match self {
            Self::BuiltIn(problem) => {
                let (tests, others) =
                    (packed::tests(problem.entry, |_| true)?, packed::others(problem.entry)?);
                Ok(nim_inputs::package::from_entry(problem.entry, tests, others, notes)?)
            }
            Self::There(place) => {
                let package = place.package(notes);
                Ok(package.with_context(|| format!("cannot read {}", place.path.display()))?.0)
            }
        }
    }
}

impl Place {
    /// Returns the problem at a path.
    pub fn new(path: &Path, manifests: &Manifests) -> Self {
        Self { path: path.to_path_buf(), manifests: manifests.clone() }
    }

    /// Returns it as a package, and what it is, with notes on what is not held.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn package(&self, notes: &mut Vec<String>) -> Result<(Package, &'static str), SourceError> {
        nim_inputs::package::import(&self.path, &self.manifests, &mut make_tests, notes)
    }

    /// Returns the description of its inputs; `None` where it has no file with one.
    ///
    /// # Errors
    /// When the file cannot be read, or does not describe inputs.
    pub fn description(&self) -> anyhow::Result<Option<Description>> {
        let path = self.path.join(DESCRIPTION);
        if !is_folder(&self.path)? || find_link(&path)?.is_none() {
            return Ok(None);
        }
        let manifest = self.manifests.open(&path).context("a problem.yaml is a manifest")?;
        if let Some(why) = &manifest.unreadable {
            return Err(anyhow!("{}: {why}", path.display()));
        }
        let node = manifest.node().with_context(|| format!("{} is empty", path.display()))?;
        let description = Description::from_node(node, &self.path);
        description.map(Some).with_context(|| path.display().to_string())
    }

    /// Returns its description, where its manifest has a grammar.
    ///
    /// # Errors
    /// When the grammar is malformed: its author takes it for one that is checked.
    pub fn grammar(&self) -> anyhow::Result<Option<Description>> {
        let manifest = self.manifests.package(&self.path);
        let has_grammar = manifest.is_some_and(|manifest| manifest.has_grammar);
        if has_grammar { self.description() } else { Ok(None) }
    }

    /// Returns the limits that its manifest states.
    pub fn limits(&self) -> LimitOverrides {
        self.manifests.package(&self.path).map(|manifest| manifest.limits).unwrap_or_default()
    }

    /// Returns the program at this path: a source file, or a folder of one that has no tests.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn program(&self, languages: &Languages) -> anyhow::Result<Option<Source>> {
        let program = Source::of_word(&self.path, languages)?;
        if program.is_none() || is_file(&self.path)? {
            return Ok(program);
        }
        // A class may have a program of its teacher.
        if students::number(&self.path)? > 1 {
            return Ok(None);
        }
        let has_tests = self.manifests.package(&self.path).is_some() || {
            let tests = self.tests()?;
            !tests.tests.is_empty()
                || tests.inputs_without_answers().next().is_some()
                || tests.incomplete().is_some()
        };
        Ok(program.filter(|_| !has_tests))
    }

    /// Returns its tests.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn tests(&self) -> anyhow::Result<TestSet> {
        let found = layout::discover_by(&self.path, &self.manifests);
        found.with_context(|| format!("cannot read {}", self.path.display()))
    }
}

/// Returns the manifests of a command that reads whole packages: programs that list tests are run as generators are.
///
/// # Errors
/// When the user's languages cannot be read or are malformed.
pub fn manifests() -> anyhow::Result<Manifests> {
    Ok(Manifests::with_scripts(Scripts::new(Options::new(system::languages()?))))
}

/// Makes the files of tests that a package does not store, by its own programs, as a check does; returns a note on them.
fn make_tests(test_set: &TestSet) -> io::Result<Option<String>> {
    if test_set.recipes.is_empty() {
        return Ok(None);
    }
    let options = Options::new(system::languages().map_err(io::Error::other)?);
    say::missing_sandbox();
    let mut progress = MakingProgress::default();
    maker::make(TrustedPrograms::new(&options), test_set, &mut progress).map_err(io::Error::other)
}

fn unknown(word: &str) -> UsageError {
    let hint = names::hint(word);
    UsageError(format!("{word:?} is neither a problem nor a folder with a problem.yaml{hint}"))
}
