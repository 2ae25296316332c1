//! The problem that programs are tried on: its inputs, its limits, and where right answers come from.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::built_in::problem::{BuiltIn, case_of, records_of};
use crate::problem::{DESCRIPTION, Problem, tests};
use crate::terminal::UsageError;
use nim_ground::content::Content;
use nim_ground::error::named;
use nim_ground::file_io::FileIo;
use nim_ground::limits::LimitOverrides;
use nim_ground::presence::{find, is_folder};
use nim_inputs::Description;
use nim_inputs::grammar_yaml::DocumentError;
use nim_judge::problem::Solver;
use nim_judge::records::{CaseInfo, Cases, Records};
use nim_task::formats::Manifests;
use nim_task::layout::{Refused, Test, Validation};
use nim_task::protocol::Protocol;

/// A problem: built in, in a folder, or one of which only a generator is known.
#[derive(Default)]
pub struct Tried {
    /// Its name; empty where it has none.
    pub name: String,
    /// The grammar of its inputs, where it is known.
    pub about: Option<Description>,
    /// Its built-in solver, where it has one.
    pub built_in: Option<BuiltIn>,
    /// The limits in its `problem.yaml`, or of its tests.
    pub limits: LimitOverrides,
    /// The files in place of standard input and output.
    pub files: FileIo,
    /// Its folder, where it is not built in.
    pub folder: Option<PathBuf>,
    /// The way in which its folder judges outputs.
    pub validation: Option<Validation>,
    /// The settings of its folder that are not supported.
    pub refused: Vec<Refused>,
}

impl Tried {
    /// Returns what is tried of a problem; that of a folder has a grammar unless inputs come from a generator.
    ///
    /// # Errors
    /// When it has no description and needs one, or cannot be read.
    pub fn new(problem: &Problem, has_generator: bool) -> anyhow::Result<Self> {
        let about = match problem.description() {
            // Its inputs do not come from it.
            Err(error) if has_generator && error.is::<DocumentError>() => None,
            about => about?,
        };
        match problem {
            Problem::BuiltIn(problem) => Ok(Self {
                name: problem.entry.slug.to_owned(),
                about,
                limits: problem.limits(),
                built_in: Some(*problem),
                ..Self::default()
            }),
            Problem::There { path, manifests } => {
                let shown = path.display();
                let why = format_args!(
                    "{shown} has no problem.yaml with a grammar: add one, or a generator with --gen"
                );
                UsageError::unless(has_generator || about.is_some(), why)?;
                let whole = path.canonicalize().map_err(named(shown))?;
                let name = whole.file_name().unwrap_or_default().to_string_lossy().into_owned();
                Ok(Self { name, about, ..Self::of_tests(path, manifests)? })
            }
        }
    }

    /// Returns what a folder's tests say of its problem; without tests, its manifest and its output validator alone.
    ///
    /// # Errors
    /// When the folder, or a manifest in it, cannot be read.
    pub fn of_tests(folder: &Path, manifests: &Manifests) -> anyhow::Result<Self> {
        let tried = Self { folder: Some(folder.to_path_buf()), ..Self::default() };
        let test_set = tests(folder, manifests)?;
        test_set.check_readable().with_context(|| format!("cannot read {}", folder.display()))?;
        if let Some(test) = test_set.tests.into_iter().find(|test| test.solver_only.is_none()) {
            let Test { limits, files, validation, refused, .. } = test;
            return Ok(Self { limits, files, validation, refused, ..tried });
        }
        let (place, args, style) = (folder.join("output_validator"), Vec::new(), Protocol::KATTIS);
        let validation = is_folder(&place)?.then_some(Validation::Program { place, args, style, passes: 1 });
        let manifest = manifests.package(folder)?;
        let (limits, refused) =
            manifest.map(|manifest| (manifest.limits, manifest.refused.clone())).unwrap_or_default();
        Ok(Self { limits, validation, refused, ..tried })
    }

    /// Returns the folder in which a generated counterexample is kept: that of its tests, unless it is a package's.
    ///
    /// # Errors
    /// When it cannot be told whether it is one.
    pub fn kept_in(&self) -> io::Result<PathBuf> {
        match &self.folder {
            Some(folder) if find(&folder.join(DESCRIPTION))?.is_none() => Ok(folder.clone()),
            _ => Ok(PathBuf::from("tests")),
        }
    }
}

impl Cases for Tried {
    fn records(&self) -> Records {
        self.about.as_ref().map_or(Records::Whole, |about| records_of(about.answers))
    }

    fn case(&self, input: &Content, number: u64) -> Option<CaseInfo> {
        case_of(&self.about.as_ref()?.grammar, input, number)
    }
}
