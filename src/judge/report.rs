//! The report of a check: the data, as the JSON form has it.

pub mod html;
pub mod junit;
mod kind;
pub mod markdown;

use std::collections::BTreeMap;
use std::io;

use serde::{Deserialize, Serialize};

pub use self::kind::Kind;

use super::compare::DiffLine;
use super::fingerprint::Parts;
use super::verdict::Verdict;

/// Name and version of the JSON form. The number grows when a key changes its meaning or goes away.
pub const SCHEMA: &str = "toolkit-check/1";

/// Everything that a check found out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: String,
    /// How programs were shut in.
    pub sandbox: SandboxReport,
    /// The programs, in the order in which they were given.
    pub programs: Vec<ProgramReport>,
    /// Counts.
    pub summary: Summary,
    /// Which part of the tests this is; `None` when it is all of them.
    pub shard: Option<ShardReport>,
    /// The layouts that were recognised, and how many tests each has.
    pub layouts: BTreeMap<String, usize>,
    /// A result for every program and test, in order.
    pub tests: Vec<TestReport>,
    /// Tests that were to be run and were not, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_run: Vec<NotRun>,
    /// Files that belong to no test.
    pub unmatched: Vec<String>,
    /// Whatever else was worth saying.
    pub notes: Vec<String>,
}

/// How programs were shut in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SandboxReport {
    /// `auto`, `strict` or `off`; `none` when no program was started.
    pub mode: String,
    /// The layers that were active.
    pub layers: Vec<String>,
    /// The layers that this machine does not offer.
    pub missing: Vec<String>,
}

/// A program that was checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramReport {
    /// Its name in `tests[].program`.
    pub name: String,
    /// Its command and arguments; empty for the built-in solvers.
    pub command: Vec<String>,
}

/// Counts over all results.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Results in this report.
    pub total: usize,
    /// Those accepted.
    pub accepted: usize,
    /// Results by the short name of their verdict.
    pub verdicts: BTreeMap<String, usize>,
    /// Tests that were to be run and were not, after an interruption or the first failure under `--fail-fast`.
    pub not_run: usize,
    /// Whether the check was interrupted.
    pub interrupted: bool,
    /// Time on the clock for the whole check, in milliseconds.
    pub wall_ms: f64,
}

/// Which part of the tests a report has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardReport {
    /// Which, from 1.
    pub index: usize,
    /// Of how many.
    pub count: usize,
    /// Results of all shards together.
    pub tests: usize,
    /// Stands for `parts`: shards of the same check agree in it.
    pub fingerprint: String,
    /// What has to be the same for all shards, by name.
    #[serde(default)]
    pub parts: Parts,
}

/// A test that a program was not run on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotRun {
    /// The test.
    pub name: String,
    /// The program.
    pub program: String,
    /// Subtask or folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// Place of the test among all tests of the check.
    pub index: usize,
}

/// What came of one program on one test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestReport {
    /// The test.
    pub name: String,
    /// The program.
    pub program: String,
    /// Subtask or folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// The verdict, by its short name.
    pub verdict: Verdict,
    /// CPU time in milliseconds.
    pub cpu_ms: f64,
    /// Time on the clock in milliseconds.
    pub wall_ms: f64,
    /// Most memory touched at one time, in KiB; `None` where it was not measured.
    pub memory_kib: Option<u64>,
    /// Why it is not accepted; empty when there is nothing to say.
    pub message: String,
    /// Where in the output, or in the answer where the output has ended.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// The CPU limit in milliseconds; `None` for the built-in solvers.
    pub limit_ms: Option<f64>,
    /// CPU time of every run in milliseconds, where one was repeated because it came near the limit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub runs_cpu_ms: Vec<f64>,
    /// The lines around the first difference.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub diff: Vec<DiffLine>,
    /// The beginning of standard error, of a program that was not accepted.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
    /// Place of the test among all tests of the check, by which reports are merged.
    pub index: usize,
}

impl Summary {
    /// Counts results.
    #[must_use]
    pub fn of(tests: &[TestReport]) -> Self {
        let mut summary = Self { total: tests.len(), ..Self::default() };
        for test in tests {
            *summary.verdicts.entry(test.verdict.short().to_owned()).or_default() += 1;
        }
        summary.accepted = summary.count(Verdict::Accepted);
        summary
    }

    /// How many results there are or were to be.
    #[must_use]
    pub fn planned(&self) -> usize {
        self.total + self.not_run
    }

    /// How many results have this verdict.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> usize {
        self.verdicts.get(verdict.short()).copied().unwrap_or(0)
    }
}

impl Report {
    /// Writes the JSON form.
    ///
    /// # Errors
    /// When `out` fails.
    pub fn write_json(&self, mut out: impl io::Write) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut out, self)?;
        out.write_all(b"\n")
    }

    /// Reads the JSON form.
    ///
    /// # Errors
    /// When it is not JSON, lacks a key, or has another version.
    pub fn read_json(text: &[u8]) -> Result<Self, String> {
        let value: serde_json::Value = serde_json::from_slice(text).map_err(|error| error.to_string())?;
        match value["schema"].as_str() {
            Some(SCHEMA) => serde_json::from_value(value).map_err(|error| error.to_string()),
            Some(other) => Err(format!("expected the schema {SCHEMA}, found {other}")),
            None => Err("not a report: it names no schema".to_owned()),
        }
    }
}
