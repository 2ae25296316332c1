//! The problem that a program is tried on: its inputs, its limits, and where right answers come from.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Deserialize;

use crate::cli::check::problem::{JudgedProblem, case_of, limits_of, records_of};
use crate::cli::described::described;
use crate::inputs::Description;
use crate::judge::limits::LimitOverrides;
use crate::judge::records::{CaseInfo, ProblemHooks, Records};
use crate::problems;
use crate::registry::ProblemLimits;
use crate::simd::Level;

/// A problem, built in or in a folder.
pub struct Target {
    /// Its inputs and answers.
    pub about: Description,
    /// Its built-in solver, where it has one.
    pub built_in: Option<JudgedProblem>,
    /// The limits in its `problem.yaml`.
    pub limits: LimitOverrides,
    /// Its folder, where it is not built in.
    pub folder: Option<PathBuf>,
}

impl Target {
    /// Returns the problem with a slug or alias, or that of a folder.
    pub fn load(name: &str, level: Option<Level>) -> anyhow::Result<Self> {
        let about = described(name)?;
        if let Some(entry) = problems::find(name) {
            let judged = JudgedProblem::new(entry, level);
            return Ok(Self { about, limits: judged.limits, built_in: Some(judged), folder: None });
        }
        let folder = PathBuf::from(name);
        let limits = limits_of(&read_limits(&folder)?);
        Ok(Self { about, built_in: None, limits, folder: Some(folder) })
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

impl ProblemHooks for Target {
    fn records(&self) -> Records {
        records_of(self.about.answers)
    }

    fn case(&self, input: &Path, number: u64) -> Option<CaseInfo> {
        case_of(&self.about.grammar, input, number)
    }
}
