//! A problem that a word of a command names: built in, a folder or an archive. Its manifests are opened once, whatever is asked of it.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::built_in::problem::BuiltIn;
use crate::built_in::{names, packed};
use crate::system;
use crate::terminal::UsageError;
use crate::terminal::progress::MakingProgress;
use crate::terminal::say;
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
    There {
        /// Its path.
        path: PathBuf,
        /// The manifests of the command.
        manifests: Manifests,
    },
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
        Ok(find(word)?.map(|_| Self::at(word, manifests)))
    }

    /// Returns the problem at a path, which is not looked at yet.
    pub fn at(path: &Path, manifests: &Manifests) -> Self {
        Self::There { path: path.to_path_buf(), manifests: manifests.clone() }
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
    pub const fn entry(&self) -> Option<&'static Entry> {
        match self {
            Self::BuiltIn(problem) => Some(problem.entry),
            Self::There { .. } => None,
        }
    }

    /// Returns the description of its inputs; `None` where it has no file with one.
    ///
    /// # Errors
    /// When the file cannot be read, or does not describe inputs.
    pub fn description(&self) -> anyhow::Result<Option<Description>> {
        let (folder, manifests) = match self {
            Self::BuiltIn(problem) => return Ok(Some(Description::from_entry(problem.entry))),
            Self::There { path, manifests } => (path, manifests),
        };
        let path = folder.join(DESCRIPTION);
        if !is_folder(folder)? || find_link(&path)?.is_none() {
            return Ok(None);
        }
        let manifest = manifests.open(&path)?.context("a problem.yaml is a manifest")?;
        let node = manifest.node().with_context(|| format!("{} is empty", path.display()))?;
        let description = Description::from_node(node, folder);
        description.map(Some).with_context(|| path.display().to_string())
    }

    /// Returns its description, where it is built in or its manifest has a grammar.
    ///
    /// # Errors
    /// When the manifest cannot be read; when the grammar is malformed: its author takes it for one that is checked.
    pub fn grammar(&self) -> anyhow::Result<Option<Description>> {
        if let Self::There { path, manifests } = self
            && !manifests.package(path)?.is_some_and(|own| own.has_grammar)
        {
            return Ok(None);
        }
        self.description()
    }

    /// Returns it as a package, with notes on what is not held.
    ///
    /// # Errors
    /// When it cannot be read; of one in a folder or an archive, [`SourceError`](nim_task::conversion::SourceError).
    pub fn package(&self, notes: &mut Vec<String>) -> anyhow::Result<Package> {
        match self {
            Self::BuiltIn(problem) => {
                let (tests, others) =
                    (packed::tests(problem.entry, |_| true)?, packed::others(problem.entry)?);
                Ok(nim_inputs::package::from_entry(problem.entry, tests, others, notes)?)
            }
            Self::There { path, manifests } => {
                Ok(nim_inputs::package::import(path, manifests, &mut make_tests, notes)?)
            }
        }
    }
}

/// Returns the tests of a problem in a folder or an archive.
///
/// # Errors
/// When it cannot be read.
pub fn tests(path: &Path, manifests: &Manifests) -> anyhow::Result<TestSet> {
    layout::discover_by(path, manifests).with_context(|| format!("cannot read {}", path.display()))
}

/// Returns the program at a path, if it is one and no problem: a source file, or a folder of one that has no tests.
///
/// # Errors
/// When it cannot be read.
pub fn program(path: &Path, manifests: &Manifests, languages: &Languages) -> anyhow::Result<Option<Source>> {
    let program = Source::of_word(path, languages)?;
    if program.is_none() || is_file(path)? {
        return Ok(program);
    }
    // A class may have a program of its teacher.
    if students::number(path)? > 1 {
        return Ok(None);
    }
    let has_tests = manifests.is_package(path) || {
        let tests = tests(path, manifests)?;
        !tests.tests.is_empty()
            || tests.inputs_without_answers().next().is_some()
            || tests.incomplete().is_some()
    };
    Ok(program.filter(|_| !has_tests))
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
    let manifests = test_set.manifests.clone();
    let options = Options { manifests, ..Options::new(system::languages().map_err(io::Error::other)?) };
    say::missing_sandbox();
    let mut progress = MakingProgress::default();
    Ok(maker::make(TrustedPrograms::new(&options), test_set, &mut progress)?)
}

/// Returns the error about a word that names no problem with a description.
pub fn unknown(word: &str) -> UsageError {
    let hint = names::hint(word);
    UsageError(format!("{word:?} is neither a problem nor a folder with a problem.yaml{hint}"))
}
