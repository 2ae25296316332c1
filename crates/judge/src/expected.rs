//! The verdicts that a package expects of its own submissions, by the rules of the ICPC package format.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::glob::Glob;
use super::verdict::Verdict;
use super::verdict::Verdict::{Accepted, CompileError, RuntimeError, TimeLimit, WrongAnswer};

/// The verdicts that are expected of a submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Expectation {
    /// The folder, or the comment in the source, that says so.
    pub by: String,
    /// One of these must be the verdict on some test.
    pub required: BTreeSet<Verdict>,
    /// Every verdict must be one of these.
    pub permitted: BTreeSet<Verdict>,
    /// What `submissions.yaml` expects in addition.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<Rule>,
    /// Whether the verdicts are as expected.
    pub met: bool,
    /// What is not as expected, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unmet: Vec<String>,
}

/// What `submissions.yaml` expects of a submission on some of the tests.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rule {
    /// The patterns that say so.
    pub by: String,
    /// The pattern of the tests and groups, relative to `data`; empty for all tests.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub tests: String,
    /// One of these must be the verdict on some of the tests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub required: Option<BTreeSet<Verdict>>,
    /// Every verdict on these tests must be one of these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub permitted: Option<BTreeSet<Verdict>>,
    /// The message of some of the tests must have this text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// A result of a submission: the test, or none for a compile error; the verdict; its message.
pub type Judged<'a> = (Option<&'a str>, Verdict, &'a str);

/// A folder of submissions: name, required and permitted verdicts, and those that only the legacy format permits in addition.
type Folder = (&'static str, &'static [Verdict], &'static [Verdict], &'static [Verdict]);

/// The folders of submissions.
const FOLDERS: [Folder; 8] = [
    ("accepted", &[Accepted], &[Accepted], &[]),
    (
        "rejected",
        &[WrongAnswer, TimeLimit, RuntimeError],
        &[Accepted, WrongAnswer, TimeLimit, RuntimeError],
        &[],
    ),
    ("wrong_answer", &[WrongAnswer], &[Accepted, WrongAnswer], &[]),
    ("time_limit_exceeded", &[TimeLimit], &[Accepted, TimeLimit], &[WrongAnswer]),
    ("run_time_error", &[RuntimeError], &[Accepted, RuntimeError], &[WrongAnswer, TimeLimit]),
    ("brute_force", &[TimeLimit, RuntimeError], &[Accepted, TimeLimit, RuntimeError], &[]),
    // Folders of DOMjudge.
    ("compiler_error", &[CompileError], &[CompileError], &[]),
    ("compile_error", &[CompileError], &[CompileError], &[]),
];

/// The comment in a source that lists the possible results.
const COMMENT: &str = "@EXPECTED_RESULTS@:";

impl Expectation {
    /// Returns the expectation of a folder of submissions; `None` where the format sets none.
    pub fn of_folder(folder: &str, legacy: bool) -> Option<Self> {
        let (name, required, permitted, more) = FOLDERS.iter().find(|(name, ..)| *name == folder)?;
        let more = if legacy { more } else { &[][..] };
        Some(Self {
            required: required.iter().copied().collect(),
            permitted: permitted.iter().chain(more).copied().collect(),
            ..Self::any(name)
        })
    }

    /// Returns an expectation that permits every verdict of the format and requires none.
    pub fn any(by: &str) -> Self {
        let permitted = [Accepted, WrongAnswer, TimeLimit, RuntimeError].into();
        Self {
            by: by.to_owned(),
            required: BTreeSet::new(),
            permitted,
            rules: Vec::new(),
            met: false,
            unmet: Vec::new(),
        }
    }

    /// Replaces the verdicts by those of a rule, and keeps those that it does not name.
    pub fn replace(&mut self, rule: &Rule) {
        if let Some(required) = &rule.required {
            self.required.clone_from(required);
        }
        if let Some(permitted) = &rule.permitted {
            self.permitted.clone_from(permitted);
        }
        if rule.message.is_some() {
            self.rules.push(Rule { required: None, permitted: None, ..rule.clone() });
        }
    }

    /// Returns the expectation of a comment in a source: the first verdict that is not accepted is one of those listed.
    pub(crate) fn of_comment(text: &str) -> Option<Self> {
        let start = text.find(COMMENT)? + COMMENT.len();
        let words = text[start..].lines().next()?.split(',').map(|word| {
            let word = word.trim().trim_end_matches("*/").trim().to_lowercase().replace('_', "-");
            result(&word)
        });
        let required: BTreeSet<Verdict> = words.collect::<Option<_>>()?;
        let permitted =
            required.iter().copied().chain([Accepted]).filter(|_| !required.contains(&CompileError));
        let permitted = permitted.chain(required.contains(&CompileError).then_some(CompileError)).collect();
        Some(Self { required, permitted, ..Self::any(COMMENT.trim_end_matches(':')) })
    }

    /// Returns whether a program of this expectation is wrong.
    pub(crate) fn is_of_wrong(&self) -> bool {
        let required = self.rules.iter().filter_map(|rule| rule.required.as_ref()).chain([&self.required]);
        required.into_iter().any(|required| {
            !required.is_empty() && !required.contains(&Accepted) && !required.contains(&CompileError)
        })
    }

    /// Returns whether a verdict is permitted on a test; on none, for a compile error.
    pub fn permits(&self, test: Option<&str>, verdict: Verdict) -> bool {
        let mut rules = self.rules.iter().filter(|rule| test.is_some_and(|test| rule.is_about(test)));
        self.permitted.contains(&folded(verdict)) && rules.all(|rule| rule.permits(verdict))
    }

    /// Compares the results with the expectation.
    pub fn judge(&mut self, results: &[Judged<'_>]) {
        self.unmet = self.broken(|rule| !rule.is_met(results));
        self.met = self.unmet.is_empty();
    }

    /// Compares the results with the expectation where some tests were not run: it is not met, but only what these cannot change is
    /// unmet.
    pub fn judge_part(&mut self, results: &[Judged<'_>]) {
        self.unmet = self.broken(|rule| !rule.permits_all(results));
        self.met = false;
    }

    /// Returns whether something is not as expected, whatever tests that were not run would add.
    pub fn is_broken(&self) -> bool {
        !self.unmet.is_empty()
    }

    /// Returns the rules that are broken, in words.
    fn broken(&self, is_broken: impl Fn(&Rule) -> bool) -> Vec<String> {
        let base = Rule {
            by: self.by.clone(),
            required: Some(self.required.clone()).filter(|required| !required.is_empty()),
            permitted: Some(self.permitted.clone()),
            ..Rule::default()
        };
        let rules = [&base].into_iter().chain(&self.rules);
        rules.filter(|rule| is_broken(rule)).map(Rule::in_words).collect()
    }
}

impl Rule {
    /// Returns whether it is about a test, by the test's name.
    fn is_about(&self, test: &str) -> bool {
        // Names begin where the data was found: in the package, in `data` or above them.
        let mut ends = test.match_indices("data/").filter(|&(at, _)| at == 0 || test[..at].ends_with('/'));
        let within = ends.next().map_or(test, |(at, data)| &test[at + data.len()..]);
        self.tests.is_empty() || Glob::new(&self.tests).is_ok_and(|tests| tests.matches(within))
    }

    fn permits(&self, verdict: Verdict) -> bool {
        self.permitted.as_ref().is_none_or(|permitted| permitted.contains(&folded(verdict)))
    }

    /// Returns the results that it is about.
    fn of<'j>(&self, results: &'j [Judged<'j>]) -> Vec<&'j Judged<'j>> {
        let is_about =
            |(test, ..): &&Judged<'_>| self.tests.is_empty() || test.is_some_and(|test| self.is_about(test));
        results.iter().filter(is_about).collect()
    }

    fn permits_all(&self, results: &[Judged<'_>]) -> bool {
        self.of(results).iter().all(|(_, verdict, _)| self.permits(*verdict))
    }

    fn is_met(&self, results: &[Judged<'_>]) -> bool {
        let is_permitted = self.permits_all(results);
        let results = self.of(results);
        let has = |required: &BTreeSet<Verdict>| {
            results.iter().any(|(_, verdict, _)| required.contains(&folded(*verdict)))
        };
        is_permitted
            && self.required.as_ref().is_none_or(has)
            && self
                .message
                .as_ref()
                .is_none_or(|text| results.iter().any(|(.., message)| message.contains(text)))
    }

    /// Returns what is expected, in words.
    fn in_words(&self) -> String {
        let words = |verdicts: &BTreeSet<Verdict>| {
            verdicts.iter().map(|verdict| verdict.short()).collect::<Vec<_>>().join(" or ")
        };
        let required = self.required.as_ref().map(|required| format!("{} for some test", words(required)));
        let permitted = self.permitted.as_ref().map(|permitted| format!("{} for all", words(permitted)));
        let message = self.message.as_ref().map(|message| format!("the message {message:?} for some test"));
        let parts: Vec<String> = [required, permitted, message].into_iter().flatten().collect();
        format!("expected {}, by {}", parts.join(", "), self.by)
    }
}

/// Returns the verdict of a word in `DOMjudge`'s comment.
fn result(word: &str) -> Option<Verdict> {
    Some(match word {
        "correct" | "accepted" => Accepted,
        "wrong-answer" | "wronganswer" | "no-output" => WrongAnswer,
        "timelimit" | "time-limit-exceeded" => TimeLimit,
        "run-error" | "run-time-error" | "memory-limit" | "output-limit" => RuntimeError,
        "compiler-error" | "compile-error" => CompileError,
        _ => return None,
    })
}

/// Returns the verdict that stands for another in the format, which has fewer.
fn folded(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::PresentationError => WrongAnswer,
        Verdict::MemoryLimit | Verdict::OutputLimit => RuntimeError,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::Verdict::{JudgeError, MemoryLimit, PresentationError};

    #[track_caller]
    fn check(expectation: Option<Expectation>, verdicts: &[Verdict], met: bool) {
        let mut expectation = expectation.unwrap();
        let results: Vec<_> = verdicts.iter().map(|&verdict| (Some("secret/1"), verdict, "")).collect();
        expectation.judge(&results);
        assert_eq!(expectation.met, met, "{expectation:?} of {verdicts:?}");
    }

    #[test]
    fn folders_require_a_verdict_and_permit_others() {
        let of = |folder| Expectation::of_folder(folder, false);
        check(of("accepted"), &[Accepted, Accepted], true);
        check(of("accepted"), &[Accepted, WrongAnswer], false);
        check(of("accepted"), &[], false);
        check(of("wrong_answer"), &[Accepted, WrongAnswer], true);
        check(of("wrong_answer"), &[Accepted, PresentationError], true);
        check(of("wrong_answer"), &[Accepted, Accepted], false);
        check(of("wrong_answer"), &[WrongAnswer, TimeLimit], false);
        check(of("wrong_answer"), &[WrongAnswer, JudgeError], false);
        check(of("time_limit_exceeded"), &[TimeLimit, WrongAnswer], false);
        check(Expectation::of_folder("time_limit_exceeded", true), &[TimeLimit, WrongAnswer], true);
        check(of("run_time_error"), &[MemoryLimit, Accepted], true);
        check(of("rejected"), &[TimeLimit, WrongAnswer], true);
        check(of("brute_force"), &[TimeLimit, WrongAnswer], false);
        check(of("compiler_error"), &[CompileError], true);
        check(of("accepted"), &[CompileError], false);
        assert_eq!(of("mixed"), None);
    }

    #[test]
    fn what_was_not_run_may_still_meet_an_expectation() {
        let of = |verdicts: &[Verdict]| {
            let mut expectation = Expectation::of_folder("wrong_answer", false).unwrap();
            let results: Vec<_> = verdicts.iter().map(|&verdict| (Some("secret/1"), verdict, "")).collect();
            expectation.judge_part(&results);
            (expectation.met, expectation.is_broken())
        };
        assert_eq!(of(&[]), (false, false));
        assert_eq!(of(&[Accepted, WrongAnswer]), (false, false));
        assert_eq!(of(&[TimeLimit]), (false, true));
    }

    #[test]
    fn comments_list_the_results() {
        let of = |text: &str| Expectation::of_comment(text);
        check(of("/* @EXPECTED_RESULTS@: WRONG-ANSWER, TIMELIMIT */"), &[Accepted, TimeLimit], true);
        check(of("# @EXPECTED_RESULTS@: CORRECT\nprint()"), &[Accepted], true);
        check(of("# @EXPECTED_RESULTS@: CORRECT"), &[Accepted, WrongAnswer], false);
        check(of("// @EXPECTED_RESULTS@: COMPILER-ERROR"), &[CompileError], true);
        assert_eq!(of("// @EXPECTED_RESULTS@: CHECK-MANUALLY"), None);
        assert_eq!(of("int main() {}"), None);
    }
}
