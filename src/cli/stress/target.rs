//! The problem that a program is tried on: its inputs, its limits, and where right answers come from.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Deserialize;

use crate::cli::described::described;
use crate::cli::problem::{BuiltInProblem, case_of, limits_of, records_of};
use nim_ground::limits::LimitOverrides;
use nim_inputs::Description;
use nim_judge::problem::Problem as _;
use nim_judge::records::{CaseInfo, ProblemHooks, Records};
use nim_problems as problems;
use nim_simd::Level;
use nim_solve::registry::ProblemLimits;
use nim_task::layout::{self, Validation};
use nim_task::protocol::Protocol;

/// A problem, built in or in a folder.
pub struct Target {
    /// Its inputs and answers.
    pub about: Description,
    /// Its built-in solver, where it has one.
    pub built_in: Option<BuiltInProblem>,
    /// The limits in its `problem.yaml`.
    pub limits: LimitOverrides,
    /// Its folder, where it is not built in.
    pub folder: Option<PathBuf>,
    /// The way in which its folder judges outputs.
    pub validation: Option<Validation>,
}

impl Target {
    /// Returns the problem with a slug or alias, or that of a folder.
    pub fn load(name: &str, level: Option<Level>) -> anyhow::Result<Self> {
        let about = described(name)?;
        if let Some(entry) = problems::find(name) {
            let judged = BuiltInProblem::new(entry, level);
            let limits = judged.limits();
            return Ok(Self { about, limits, built_in: Some(judged), folder: None, validation: None });
        }
        let folder = PathBuf::from(name);
        let limits = limits_of(&read_limits(&folder)?);
        let validation = validation_of(&folder)?;
        Ok(Self { about, built_in: None, limits, folder: Some(folder), validation })
    }
}

/// The part of a `problem.yaml` that has the limits.
#[derive(Deserialize)]
struct WithLimits {
    #[serde(default)]
    limits: ProblemLimits,
}

fn read_limits(folder: &Path) -> anyhow::Result<ProblemLimits> {
    let path = folder.join("problem.yaml");
    let yaml = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let read: WithLimits =
        serde_saphyr::from_str(&yaml).with_context(|| format!("the limits in {}", path.display()))?;
    Ok(read.limits)
}

/// Returns the way in which a package judges its tests; without tests, its output validator alone.
fn validation_of(folder: &Path) -> anyhow::Result<Option<Validation>> {
    let suite = layout::discover(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    if let Some(test) = suite.tests.into_iter().find(|test| test.reserved.is_none()) {
        return Ok(test.validation);
    }
    let (place, args, style) = (folder.join("output_validator"), Vec::new(), Protocol::KATTIS);
    Ok(place.is_dir().then_some(Validation::Program { place, args, style, passes: 1 }))
}

impl ProblemHooks for Target {
    fn records(&self) -> Records {
        records_of(self.about.answers)
    }

    fn case(&self, input: &Path, number: u64) -> Option<CaseInfo> {
        case_of(&self.about.grammar, input, number)
    }
}
