//! The problem that programs are tried on: its inputs, its limits, and where right answers come from.

use nim_ground::content::Content;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Deserialize;

use crate::built_in::described::described;
use crate::built_in::problem::{BuiltInProblem, case_of, limits_of, records_of};
use crate::terminal::UsageError;
use nim_ground::error::named;
use nim_ground::file_io::FileIo;
use nim_ground::folder::read_text_below;
use nim_ground::limits::LimitOverrides;
use nim_ground::presence::{find, is_folder};
use nim_inputs::{Description, LoadError};
use nim_judge::problem::Problem as _;
use nim_judge::records::{CaseInfo, ProblemHooks, Records};
use nim_problems as problems;
use nim_simd::Level;
use nim_solve::registry::ProblemLimits;
use nim_task::layout::{self, Validation};
use nim_task::protocol::Protocol;

/// A problem: built in, in a folder, or one of which only a generator is known.
#[derive(Default)]
pub struct Target {
    /// Its name; empty where it has none.
    pub name: String,
    /// The grammar of its inputs, where it is known.
    pub about: Option<Description>,
    /// Its built-in solver, where it has one.
    pub built_in: Option<BuiltInProblem>,
    /// The limits in its `problem.yaml`, or of its tests.
    pub limits: LimitOverrides,
    /// The files in place of standard input and output.
    pub files: FileIo,
    /// Its folder, where it is not built in.
    pub folder: Option<PathBuf>,
    /// The way in which its folder judges outputs.
    pub validation: Option<Validation>,
}

impl Target {
    /// Returns the problem with a slug or alias, or that of a folder, which has a grammar unless inputs come from a generator.
    pub fn load(name: &str, has_generator: bool, level: Option<Level>) -> anyhow::Result<Self> {
        if let Some(entry) = problems::find(name) {
            let (about, judged) = (described(name)?, BuiltInProblem::new(entry, level));
            let (name, limits) = (about.name.clone(), judged.limits());
            return Ok(Self { name, about: Some(about), limits, built_in: Some(judged), ..Self::default() });
        }
        let folder = PathBuf::from(name);
        let about = match described(name) {
            Err(error) if matches!(error.downcast_ref(), Some(LoadError::Io(..))) => return Err(error),
            Err(_) if has_generator && is_folder(&folder)? => None,
            Err(_) if is_folder(&folder)? && find(&folder.join(PACKAGE))?.is_none() => {
                let why =
                    format!("{name} has no problem.yaml with a grammar: add one, or a generator with --gen");
                return Err(UsageError(why).into());
            }
            about => Some(about?),
        };
        let own = about.as_ref().map(|_| read_limits(&folder)).transpose()?;
        let whole = folder.canonicalize().map_err(named(folder.display()))?;
        let name = whole.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let target = Self { name, about, ..Self::of_tests(&folder)? };
        let limits = own.map_or(target.limits, |own| limits_of(&own).or(target.limits));
        Ok(Self { limits, ..target })
    }

    /// Returns what a folder's tests say of its problem; without tests, its output validator alone.
    pub fn of_tests(folder: &Path) -> anyhow::Result<Self> {
        let test_set =
            layout::discover(folder).with_context(|| format!("cannot read {}", folder.display()))?;
        let target = Self { folder: Some(folder.to_path_buf()), ..Self::default() };
        if let Some(test) = test_set.tests.into_iter().find(|test| test.solver_only.is_none()) {
            return Ok(Self {
                limits: test.limits,
                files: test.files,
                validation: test.validation,
                ..target
            });
        }
        let (place, args, style) = (folder.join("output_validator"), Vec::new(), Protocol::KATTIS);
        let program = is_folder(&place)?.then_some(Validation::Program { place, args, style, passes: 1 });
        Ok(Self { validation: program, ..target })
    }

    /// Returns the folder in which a generated counterexample is kept: that of its tests, unless it is a package's.
    ///
    /// # Errors
    /// When it cannot be told whether it is one.
    pub fn kept_in(&self) -> io::Result<PathBuf> {
        match &self.folder {
            Some(folder) if find(&folder.join(PACKAGE))?.is_none() => Ok(folder.clone()),
            _ => Ok(PathBuf::from("tests")),
        }
    }
}

/// The configuration file of a package.
const PACKAGE: &str = "problem.yaml";

/// The part of a `problem.yaml` that has the limits.
#[derive(Deserialize)]
struct WithLimits {
    #[serde(default)]
    limits: ProblemLimits,
}

fn read_limits(folder: &Path) -> anyhow::Result<ProblemLimits> {
    let path = folder.join(PACKAGE);
    let yaml = read_text_below(folder, PACKAGE).with_context(|| format!("cannot read {}", path.display()))?;
    let read: WithLimits =
        nim_yaml::from_str(&yaml).with_context(|| format!("the limits in {}", path.display()))?;
    Ok(read.limits)
}

impl ProblemHooks for Target {
    fn records(&self) -> Records {
        self.about.as_ref().map_or(Records::Whole, |about| records_of(about.answers))
    }

    fn case(&self, input: &Content, number: u64) -> Option<CaseInfo> {
        case_of(&self.about.as_ref()?.grammar, input, number)
    }
}
