//! The time limit of a package that states none: it follows from the accepted submissions, and is stored for checks of other programs.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::completion::INCLUDE;
use crate::report::fingerprint;
use crate::report::results::TestReport;
use crate::report::shown::{Key, Shown};
use crate::selected_test::SelectedTest;
use itertools::Itertools;
use nim_ground::limits;
use nim_ground::presence::is_folder;
use nim_task::formats::Manifests;
use nim_task::language::Languages;
use nim_task::layout::{TestSet, Validation, discover_by};
use nim_task::time_rule::TimeRule;
use nim_task::verdict::Verdict;

/// The folder of these limits in the cache.
const LIMITS: &str = "limits";

/// A package that states no time limit.
pub struct OpenTime {
    /// Whether the package has a folder of accepted submissions.
    has_accepted: bool,
    rule: TimeRule,
    key: Key,
}

/// A time limit that was found.
#[derive(Debug, Serialize, Deserialize)]
pub struct FoundTime {
    /// The limit.
    pub limit: Duration,
    /// The derivation of the limit, in words.
    how: String,
}

impl OpenTime {
    /// Returns the package of all tests, if neither it nor anything else states a time limit.
    ///
    /// # Errors
    /// When a file of the package cannot be read.
    pub fn new(
        test_set: &TestSet,
        tests: &[SelectedTest<'_>],
        languages: &Languages,
    ) -> io::Result<Option<Self>> {
        let is_open = !tests.is_empty() && tests.iter().all(|test| test.stated.cpu.is_none());
        let Some((package, rule)) = test_set.time_rule()?.filter(|_| is_open) else { return Ok(None) };
        let has_accepted = is_folder(&package.join("submissions/accepted"))?;
        Ok(Some(Self { has_accepted, rule, key: key(package, rule, test_set, languages)? }))
    }

    /// Returns the limit that `check --submissions` found for the package in this folder or archive, if it is the only one there.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn kept_of(path: &Path, manifests: &Manifests) -> Result<Option<Duration>, nim_task::Error> {
        let test_set = discover_by(path, manifests)?;
        let Some((package, rule)) = test_set.time_rule()? else { return Ok(None) };
        let key = key(package, rule, &test_set, &Languages::load()?)?;
        let open = Self { has_accepted: false, rule, key };
        Ok(open.kept().map(|found| found.limit))
    }

    /// Returns the limit that an earlier check found for the same tests and submissions.
    pub fn kept(&self) -> Option<FoundTime> {
        serde_json::from_slice(&self.key.kept(LIMITS)?).ok()
    }

    /// Stores a limit. One that cannot be written is found again.
    pub fn keep(&self, found: &FoundTime) {
        if let Ok(text) = serde_json::to_vec(found) {
            self.key.keep(LIMITS, &text);
        }
    }

    /// Returns the limit by the results of the accepted submissions; `None` without any.
    pub fn find<'r>(&self, results: impl IntoIterator<Item = &'r TestReport>) -> Option<FoundTime> {
        FoundTime::from_results(self.rule, results)
    }

    /// Returns the reason for a limit that no submission sets, whether they were run or not.
    pub fn unknown(&self, limit: Duration, were_run: bool) -> String {
        let how = if were_run {
            ", and no accepted submission gives one"
        } else if self.has_accepted {
            "; --submissions finds it from the accepted submissions"
        } else {
            ""
        };
        format!("time limit {} s: the package states none{how}", limits::seconds(limit))
    }
}

impl FoundTime {
    /// Returns the limit by the results of the accepted submissions; `None` without any.
    pub fn from_results<'r>(
        rule: TimeRule,
        results: impl IntoIterator<Item = &'r TestReport>,
    ) -> Option<Self> {
        let slowest = results.into_iter().max_by(|a, b| a.cpu_ms.total_cmp(&b.cpu_ms))?;
        let time = Duration::from_secs_f64(slowest.cpu_ms / 1e3);
        let TimeRule { multiplier, resolution, .. } = rule;
        let (program, test, seconds) = (&slowest.program, &slowest.name, time.as_secs_f64());
        let how = format!(
            "{program} takes {seconds:.2} s for {test}, the most of the accepted submissions; times {multiplier}, in steps of {resolution} s"
        );
        Some(Self { limit: rule.limit(time), how })
    }

    /// Returns the limit as a proposal, beside the results of submissions that must exceed it. Programs stopped by their wall-clock time
    /// are left out: they exceed any limit.
    pub fn proposal<'r>(&self, slow: impl IntoIterator<Item = &'r TestReport>) -> String {
        let mut longest: BTreeMap<&str, &TestReport> = BTreeMap::new();
        let exceeding = slow.into_iter().filter(|result| {
            result.verdict != Verdict::TimeLimit
                || !result.limit_ms.is_some_and(|limit| result.cpu_ms < limit)
        });
        for result in exceeding {
            let own = longest.entry(&result.program).or_insert(result);
            if result.cpu_ms > own.cpu_ms {
                *own = result;
            }
        }
        let fastest = longest.into_values().min_by(|a, b| a.cpu_ms.total_cmp(&b.cpu_ms));
        let fastest = fastest.map_or_else(String::new, |TestReport { program, cpu_ms, verdict, .. }| {
            let seconds = cpu_ms / 1e3;
            if seconds >= self.limit.as_secs_f64() {
                format!("; {program}, the fastest that must exceed it, takes more")
            } else if *verdict == Verdict::TimeLimit {
                format!("; whether {program} exceeds it is not known: it was stopped after {seconds:.2} s")
            } else {
                format!("; too long for {program}, which must exceed it and takes {seconds:.2} s")
            }
        });
        format!("proposed time limit: {} s: {}{fastest}", limits::seconds(self.limit), self.how)
    }

    /// Returns the note on a limit that an earlier check found.
    pub fn note_of_kept(&self) -> String {
        format!(
            "time limit {} s, kept from the last check of the submissions: {} (--time-limit package takes the package's own)",
            limits::seconds(self.limit),
            self.how
        )
    }

    /// Returns which limit stands, and why.
    pub fn note(&self) -> String {
        format!("time limit {} s: {}", limits::seconds(self.limit), self.how)
    }
}

/// Returns the note on limits that are usual for judges, if the package states none.
pub fn usual(tests: &[SelectedTest<'_>]) -> Option<String> {
    let time = tests.iter().find_map(|SelectedTest { test, stated, .. }| {
        stated.cpu.filter(|_| test.limits.cpu.is_none() && stated.cpu == test.usual.cpu)
    });
    let memory = tests.iter().find_map(|SelectedTest { test, stated, .. }| {
        stated.memory.filter(|_| test.limits.memory.is_none() && stated.memory == test.usual.memory)
    });
    let parts = [
        time.map(|time| format!("time limit {} s", limits::seconds(time))),
        memory.map(|memory| format!("memory limit {} MiB", memory >> 20)),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let judges = if time.is_some() { "DOMjudge takes" } else { "DOMjudge and Kattis take" };
    (!parts.is_empty()).then(|| format!("{}: the package states none, and {judges} this", parts.join(", ")))
}

/// Returns the key of a limit, by contents: the submissions, those among them that set it, and the programs that run and judge them.
fn key(package: &Path, rule: TimeRule, test_set: &TestSet, languages: &Languages) -> io::Result<Key> {
    let TestSet { tests, manifests, .. } = test_set;
    let own = ["submissions", INCLUDE].map(|folder| package.join(folder));
    let judges = tests.iter().filter_map(|test| test.validation.as_ref()).flat_map(Validation::programs);
    let judging =
        tests.iter().map(|test| format!("{:?} {:?} {:?}", test.validation, test.limits, test.files));
    Ok(Shown::of_command(manifests)
        .with_trees("package", own.iter().map(PathBuf::as_path))?
        .with_trees("judges", judges.unique())?
        .with("judging", fingerprint::of_values(&judging.collect_vec()))
        .with("languages", format!("{languages:?}"))
        .with("settings", format!("{rule:?} {:?}", manifests.constants(package)?))
        .with_contents("inputs", tests.iter().map(|test| &test.input))?
        .with_run_files(tests)?
        .with_contents("answers", tests.iter().map(|test| test.expected.content()))?
        .key())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_shown_to_its_last_digit_and_no_further() {
        let found = FoundTime { limit: Duration::from_millis(1570), how: "x".to_owned() };
        assert_eq!(found.note(), "time limit 1.57 s: x");
    }

    #[test]
    fn a_program_that_waits_says_nothing_of_a_limit() {
        let found = FoundTime { limit: Duration::from_secs(2), how: "x".to_owned() };
        let run = |program: &str, cpu_ms: f64| TestReport {
            program: program.to_owned(),
            verdict: Verdict::TimeLimit,
            cpu_ms,
            limit_ms: Some(2000.0),
            ..TestReport::default()
        };
        let (sleeps, works) = (run("sleeps", 1.0), run("works", 2500.0));
        assert_eq!(found.proposal([&sleeps]), "proposed time limit: 2 s: x");
        assert!(
            found
                .proposal([&sleeps, &works])
                .ends_with("; works, the fastest that must exceed it, takes more")
        );
    }
}
