//! The verdicts that a package expects of its own submissions, by the rules of the ICPC package format.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::glob::Glob;
use super::score::finite;
use super::score::shown;
use super::verdict::Verdict;
use super::verdict::Verdict::{Accepted, CompileError, RuntimeError, TimeLimit, WrongAnswer};
use nim_ground::words::counted;

/// The verdicts that are expected of a submission.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Expectation {
    /// The folder, or the comment in the source, that states the expectation.
    pub by: String,
    /// The verdicts of which at least one must occur.
    pub required: BTreeSet<Verdict>,
    /// The only verdicts that may occur.
    pub permitted: BTreeSet<Verdict>,
    /// Further rules, from `submissions.yaml` or from expectations for single groups.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<ExpectedRule>,
    /// The verdicts expected for single groups, in addition to all other rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grades: Vec<ExpectedRule>,
    /// The least and the most points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<(Option<f64>, Option<f64>)>,
    /// Whether the first rejection decides, as with judges that stop there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_first: bool,
    /// Whether the verdicts are as expected.
    pub met: bool,
    /// The unmet expectations, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unmet: Vec<String>,
}

/// An expectation for a submission on some of the tests.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExpectedRule {
    /// The patterns of submissions that state the rule.
    pub by: String,
    /// The pattern of the tests and groups, relative to `data`; empty for all tests.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub tests: String,
    /// The group of the tests; `None` for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// The verdicts of which at least one must occur on these tests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub required: Option<BTreeSet<Verdict>>,
    /// The only verdicts that may occur on these tests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub permitted: Option<BTreeSet<Verdict>>,
    /// The message of some of the tests must have this text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Whether the rule is about the first rejection, in the order of the tests.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_first: bool,
    /// Whether the tests that are not accepted must have a part of their points.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_part: bool,
}

/// The whole of a submission's results, where tests have points.
#[derive(Clone, Copy, Debug)]
pub struct Whole {
    /// Whether the rules of the groups accept the submission.
    pub passed: bool,
    /// Whether the submission has all points.
    pub is_full: bool,
    /// The points of the submission.
    pub score: f64,
}

/// A submission's result on one test.
#[derive(Clone, Copy, Debug)]
pub struct SubmissionResult<'a> {
    /// The test; `None` for a compile error.
    pub test: Option<&'a str>,
    /// The group of the test.
    pub group: &'a str,
    /// The verdict.
    pub verdict: Verdict,
    /// The judge's message.
    pub message: &'a str,
    /// Whether the test has any points.
    pub has_points: bool,
}

impl SubmissionResult<'_> {
    /// Returns a result that belongs to no test.
    pub fn of_no_test(verdict: Verdict) -> Self {
        Self { test: None, group: "", verdict, message: "", has_points: false }
    }
}

/// A folder of submissions: name, required and permitted verdicts, and further ones that only the legacy format permits.
type Folder = (&'static str, &'static [Verdict], &'static [Verdict], &'static [Verdict]);

/// The folders whose names state an expectation.
const FOLDERS: [Folder; 9] = [
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
    (PARTIAL, &[Accepted], &[Accepted, WrongAnswer, TimeLimit, RuntimeError], &[]),
    ("compiler_error", &[CompileError], &[CompileError], &[]),
    ("compile_error", &[CompileError], &[CompileError], &[]),
];

/// The folder of programs that a scoring problem accepts with a part of the points.
const PARTIAL: &str = "partially_accepted";

/// The comment in a source that lists the possible results.
const COMMENT: &str = "@EXPECTED_RESULTS@:";
/// The comment in a source with the score, or again with the results.
pub(crate) const EXPECTED_SCORE: &str = "@EXPECTED_SCORE@:";
/// The comment in a source with the verdict of each group of secret tests, in the order of their numbers.
pub(crate) const EXPECTED_GRADES: &str = "@EXPECTED_GRADES@";
/// The greatest difference of a score from that of a comment, which has two decimals.
const NEARLY: f64 = 0.01;

impl Expectation {
    /// Returns the expectation of a folder of submissions; `None` where the format sets none.
    pub fn of_folder(folder: &str, legacy: bool) -> Option<Self> {
        let (name, required, permitted, more) = FOLDERS.iter().find(|(name, ..)| *name == folder)?;
        let more = if legacy { more } else { &[][..] };
        Some(Self {
            required: required.iter().copied().collect(),
            permitted: permitted.iter().chain(more).copied().collect(),
            by_first: legacy,
            ..Self::any(name)
        })
    }

    /// Returns the folder of submissions with the same expectation; `None` if there is none.
    pub fn folder(&self) -> Option<&'static str> {
        if !self.rules.is_empty() || self.score.is_some() {
            return None;
        }
        FOLDERS.iter().map(|(name, ..)| *name).find(|name| {
            let own = Self::of_folder(name, false);
            own.is_some_and(|own| own.required == self.required && own.permitted == self.permitted)
        })
    }

    /// Returns the expectation of one of the required verdicts, with `more` permitted ones.
    pub fn of_verdicts(by: &str, required: &[Verdict], more: &[Verdict]) -> Self {
        let permitted = required.iter().chain(more).copied().collect();
        Self { required: required.iter().copied().collect(), permitted, ..Self::any(by) }
    }

    /// Returns an expectation that permits every verdict of the format and requires none.
    pub fn any(by: &str) -> Self {
        let permitted = [Accepted, WrongAnswer, TimeLimit, RuntimeError].into();
        Self { by: by.to_owned(), permitted, ..Self::default() }
    }

    /// Replaces the verdicts by those that a rule names.
    pub fn replace(&mut self, rule: &ExpectedRule) {
        if let Some(required) = &rule.required {
            self.required.clone_from(required);
        }
        if let Some(permitted) = &rule.permitted {
            self.permitted.clone_from(permitted);
        }
        if rule.message.is_some() {
            self.rules.push(ExpectedRule { required: None, permitted: None, ..rule.clone() });
        }
    }

    /// Returns the expectation of a comment in a source: the first rejection is one of the listed verdicts.
    pub fn of_comment(text: &str) -> Option<Self> {
        let score = value_of(text, EXPECTED_SCORE).and_then(finite).map(|score| (Some(score), Some(score)));
        let results = value_of(text, COMMENT).or_else(|| value_of(text, EXPECTED_SCORE))?;
        let words = results.split(',').map(|word| result(&word.trim().to_lowercase().replace('_', "-")));
        let required: BTreeSet<Verdict> = words.collect::<Option<_>>()?;
        // A submission that must not compile has no tests that might be accepted.
        let is_run = required.iter().any(|&result| result != CompileError);
        let permitted = required.iter().copied().chain(is_run.then_some(Accepted)).collect();
        Some(Self { required, permitted, score, by_first: true, ..Self::any(COMMENT.trim_end_matches(':')) })
    }

    /// Adds the verdicts that a comment in a source has for groups, by their folders below `data`. Returns why there are none in spite
    /// of the comment.
    pub fn add_grades(&mut self, text: &str, groups: &[String]) -> Option<String> {
        let grades = text[text.find(EXPECTED_GRADES)? + EXPECTED_GRADES.len()..].lines().next()?;
        let grades: Vec<BTreeSet<Verdict>> =
            grades.trim_start_matches(':').split_whitespace().map_while(grade).collect();
        if grades.len() != groups.len() {
            let (count, groups) = (counted(grades.len(), "group"), groups.len());
            return Some(format!("{EXPECTED_GRADES} is about {count}, of {groups}, and is not compared"));
        }
        let rules = groups.iter().zip(grades).map(|(group, grades)| ExpectedRule {
            by: EXPECTED_GRADES.to_owned(),
            tests: group.clone(),
            required: Some(grades),
            by_first: true,
            ..ExpectedRule::default()
        });
        self.grades.extend(rules);
        None
    }

    /// Returns whether a program of this expectation must be accepted on every test.
    pub fn is_of_accepted(&self) -> bool {
        let alone = BTreeSet::from([Accepted]);
        self.required == alone && self.permitted == alone
    }

    /// Returns whether a program of this expectation is wrong.
    pub fn is_of_wrong(&self) -> bool {
        let required = self.rules.iter().filter_map(|rule| rule.required.as_ref()).chain([&self.required]);
        required.into_iter().any(|required| {
            !required.is_empty() && !required.contains(&Accepted) && !required.contains(&CompileError)
        })
    }

    /// Returns whether a result is permitted.
    pub fn permits(&self, result: &SubmissionResult<'_>) -> bool {
        if self.met {
            return true;
        }
        let mut rules = self.rules.iter().filter(|rule| rule.is_about(result));
        self.permitted.contains(&result.verdict.folded()) && rules.all(|rule| rule.permits(result))
    }

    /// Returns whether a verdict is not as expected; results that are not complete may be neither.
    pub fn is_unmet(&self) -> bool {
        !self.unmet.is_empty()
    }

    /// Compares the results with the expectation, and for tests with points, the whole. If the results are not `complete`, only those that
    /// exist are compared.
    pub fn judge(&mut self, results: &[SubmissionResult<'_>], whole: Option<Whole>, is_complete: bool) {
        if let Some(whole) = whole.filter(|_| is_complete && self.goes_by_whole()) {
            self.judge_whole(results, whole);
            self.judge_grades(results);
            return;
        }
        let base = ExpectedRule {
            by: self.by.clone(),
            required: Some(self.required.clone()).filter(|required| !required.is_empty()),
            permitted: Some(self.permitted.clone()),
            ..ExpectedRule::default()
        };
        let rules = [&base].into_iter().chain(&self.rules);
        let rules = rules.filter(|rule| match is_complete {
            true => !rule.is_met(results),
            false => !rule.permits_all(results),
        });
        self.unmet = rules.map(ExpectedRule::in_words).collect();
        let first = results.iter().find(|result| result.verdict != Accepted);
        if self.by_first
            && self.rules.is_empty()
            && first.is_some_and(|result| self.required.contains(&result.verdict.folded()))
        {
            self.unmet.clear();
        }
        if let (Some(score), Some(whole), true) = (self.score, whole, is_complete) {
            self.unmet.extend(unmet_score(score, whole.score).map(|why| format!("{why}, by {}", self.by)));
        }
        self.met = self.unmet.is_empty() && is_complete;
        if is_complete {
            self.judge_grades(results);
        }
    }

    /// Compares the verdicts of groups, which have all results.
    fn judge_grades(&mut self, results: &[SubmissionResult<'_>]) {
        let unmet = self.grades.iter().filter(|rule| !rule.is_met(results)).map(ExpectedRule::in_words);
        self.unmet.extend(unmet.collect::<Vec<_>>());
        self.met = self.unmet.is_empty();
    }

    /// Returns whether the expectation is about the whole of a scoring problem, in which single tests may fail: in the legacy format, and
    /// in the folder that only scoring problems have.
    fn goes_by_whole(&self) -> bool {
        (self.by_first || self.by == PARTIAL)
            && self.rules.is_empty()
            && !self.required.contains(&CompileError)
    }

    /// Compares the whole with the expectation: whether the groups accept it, otherwise its first verdict, and its points.
    fn judge_whole(&mut self, results: &[SubmissionResult<'_>], whole: Whole) {
        let first = results.iter().map(|result| result.verdict.folded()).find(|&verdict| verdict != Accepted);
        // Without the legacy format's groups, points tell whether a part is accepted.
        let is_accepted = whole.passed || (self.by == PARTIAL && !self.by_first && whole.score > 0.0);
        let verdict = if is_accepted { Accepted } else { first.unwrap_or(WrongAnswer) };
        self.unmet.clear();
        if !self.required.contains(&verdict) {
            let words: Vec<&str> = self.required.iter().map(|verdict| verdict.short()).collect();
            self.unmet.push(format!("expected {} for the whole, by {}", words.join(" or "), self.by));
        } else if self.by == PARTIAL && whole.is_full {
            self.unmet.push(format!("expected a part of the points, by {}", self.by));
        }
        if let Some((Some(score), _)) = self.score
            && (score - whole.score).abs() > NEARLY
        {
            let by = EXPECTED_SCORE.trim_end_matches(':');
            self.unmet.push(format!("expected {} points, by {by}", shown(score)));
        }
        self.met = self.unmet.is_empty();
    }
}

impl ExpectedRule {
    /// Returns whether the rule applies to a result, by the names of its test and group.
    fn is_about(&self, result: &SubmissionResult<'_>) -> bool {
        let is_of_group = self.group.as_ref().is_none_or(|group| {
            let outer = result.group.strip_suffix(group.as_str());
            outer.is_some_and(|outer| outer.is_empty() || outer.ends_with('/'))
        });
        if !is_of_group || self.tests.is_empty() {
            return is_of_group;
        }
        let Some(test) = result.test else { return false };
        // A name begins at the place of the data: in the package, in `data` or above it.
        let mut ends = test.match_indices("data/").filter(|&(at, _)| at == 0 || test[..at].ends_with('/'));
        let within = ends.next().map_or(test, |(at, data)| &test[at + data.len()..]);
        Glob::new(&self.tests).is_ok_and(|tests| tests.matches(within))
    }

    fn permits(&self, result: &SubmissionResult<'_>) -> bool {
        let is_permitted =
            self.permitted.as_ref().is_none_or(|permitted| permitted.contains(&result.verdict.folded()));
        is_permitted && (!self.in_part || result.verdict == Accepted || result.has_points)
    }

    /// Returns the results that the rule applies to.
    fn concerned<'j>(&self, results: &'j [SubmissionResult<'j>]) -> Vec<&'j SubmissionResult<'j>> {
        results.iter().filter(|result| self.is_about(result)).collect()
    }

    fn permits_all(&self, results: &[SubmissionResult<'_>]) -> bool {
        self.concerned(results).iter().all(|result| self.permits(result))
    }

    fn is_met(&self, results: &[SubmissionResult<'_>]) -> bool {
        let results = self.concerned(results);
        if self.by_first {
            let verdicts = results.iter().map(|result| result.verdict.folded());
            let first = verdicts.into_iter().find(|&verdict| verdict != Accepted).unwrap_or(Accepted);
            return self.required.as_ref().is_none_or(|required| required.contains(&first));
        }
        results.iter().all(|result| self.permits(result))
            && self.required.as_ref().is_none_or(|required| {
                results.iter().any(|result| required.contains(&result.verdict.folded()))
            })
            && self
                .message
                .as_ref()
                .is_none_or(|text| results.iter().any(|result| result.message.contains(text)))
    }

    /// Returns the expectation in words.
    fn in_words(&self) -> String {
        // "AC for all" implies "AC for some test".
        let required = self.required.as_ref().filter(|required| self.permitted.as_ref() != Some(*required));
        let required = required.map(|required| match self.by_first {
            true => format!("{} for {}", any_of(required), self.tests),
            false => format!("{} for some test", any_of(required)),
        });
        let permitted = self.permitted.as_ref().map(|permitted| format!("{} for all", any_of(permitted)));
        let message = self.message.as_ref().map(|message| format!("the message {message:?} for some test"));
        let in_part = self.in_part.then(|| "a part of the points".to_owned());
        let parts: Vec<String> = [required, permitted, in_part, message].into_iter().flatten().collect();
        let group = self.group.as_ref().map(|group| format!(" in group {group}")).unwrap_or_default();
        format!("expected {}{group}, by {}", parts.join(", "), self.by)
    }
}

/// Returns the rest of the line behind a mark in a comment.
fn value_of<'a>(text: &'a str, mark: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(mark)?;
    Some(rest.lines().next()?.trim().trim_end_matches("*/").trim())
}

/// Returns verdicts in words, of which one is enough.
fn any_of(verdicts: &BTreeSet<Verdict>) -> String {
    verdicts.iter().map(|verdict| verdict.short()).collect::<Vec<_>>().join(" or ")
}

/// Returns which score was expected, where this one is below the least or above the most.
fn unmet_score((least, most): (Option<f64>, Option<f64>), score: f64) -> Option<String> {
    let is_met = least.is_none_or(|least| score >= least) && most.is_none_or(|most| score <= most);
    let expected = match (least, most) {
        (Some(least), Some(most)) if least < most => format!("{least} to {most} points"),
        (Some(least), None) => format!("at least {}", counted(least, "point")),
        (None, Some(most)) => format!("at most {}", counted(most, "point")),
        (least, _) => counted(least.unwrap_or_default(), "point"),
    };
    (!is_met).then(|| format!("expected {expected}, got {score}"))
}

/// Returns the verdicts that a word in a comment on groups stands for.
fn grade(word: &str) -> Option<BTreeSet<Verdict>> {
    Some(BTreeSet::from([match word.trim_end_matches(',') {
        "AC" => Accepted,
        "WA" => WrongAnswer,
        "TLE" => TimeLimit,
        "RTE" | "MLE" => RuntimeError,
        _ => return None,
    }]))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::Verdict::{JudgeError, MemoryLimit, PresentationError};

    fn of_test(verdict: Verdict) -> SubmissionResult<'static> {
        SubmissionResult { test: Some("secret/1"), ..SubmissionResult::of_no_test(verdict) }
    }

    #[track_caller]
    fn check(expectation: Option<Expectation>, verdicts: &[Verdict], met: bool) {
        let mut expectation = expectation.unwrap();
        let results: Vec<_> = verdicts.iter().map(|&verdict| of_test(verdict)).collect();
        expectation.judge(&results, None, true);
        assert_eq!(expectation.met, met, "{expectation:?} of {verdicts:?}");
    }

    #[test]
    fn grades_are_the_first_verdicts_of_groups() {
        let groups = ["secret/1".to_owned(), "secret/2".to_owned()];
        let of = |text: &str| {
            let mut expectation = Expectation::any("mixed");
            let why = expectation.add_grades(text, &groups);
            (expectation, why)
        };
        let result =
            |test, verdict| SubmissionResult { test: Some(test), ..SubmissionResult::of_no_test(verdict) };
        let results = [
            result("p/data/secret/1/a", Accepted),
            result("p/data/secret/1/b", MemoryLimit),
            result("p/data/secret/1/c", WrongAnswer),
            result("p/data/secret/2/a", Accepted),
        ];
        for (text, unmet) in [
            ("// @EXPECTED_GRADES@ RTE AC\nint main", ""),
            ("/* @EXPECTED_GRADES@: MLE AC */", ""),
            (
                "# @EXPECTED_GRADES@ WA WA",
                "expected WA for secret/1, by @EXPECTED_GRADES@; expected WA for secret/2, by @EXPECTED_GRADES@",
            ),
            ("# @EXPECTED_GRADES@ AC AC", "expected AC for secret/1, by @EXPECTED_GRADES@"),
            ("int main", ""),
        ] {
            let (mut expectation, why) = of(text);
            assert_eq!(why, None);
            expectation.judge(&results, None, true);
            assert_eq!(expectation.unmet.join("; "), unmet, "{text}");
            // A part of the results gives no grade.
            expectation.judge(&results[..1], None, false);
            assert!(!expectation.is_unmet());
        }
        for text in ["@EXPECTED_GRADES@ AC", "@EXPECTED_GRADES@ AC AC AC", "@EXPECTED_GRADES@ AC maybe"] {
            assert!(of(text).1.is_some_and(|why| why.ends_with("of 2, and is not compared")), "{text}");
        }
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
            let results: Vec<_> = verdicts.iter().map(|&verdict| of_test(verdict)).collect();
            expectation.judge(&results, None, false);
            (expectation.met, expectation.is_unmet())
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
        check(of("// @EXPECTED_RESULTS@: COMPILER-ERROR"), &[Accepted], false);
        for result in [Accepted, WrongAnswer, CompileError] {
            check(of("// @EXPECTED_RESULTS@: CORRECT,COMPILER-ERROR,WRONG-ANSWER"), &[result], true);
        }
        assert_eq!(of("// @EXPECTED_RESULTS@: CHECK-MANUALLY"), None);
        assert_eq!(of("int main() {}"), None);
    }
}
