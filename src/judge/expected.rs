//! The verdicts that a package expects of its own submissions, by the rules of the ICPC package format.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

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
    /// Whether the verdicts are as expected.
    pub met: bool,
}

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

/// The words of `DOMjudge`'s comment.
const RESULTS: [(&str, Verdict); 13] = [
    ("correct", Accepted),
    ("accepted", Accepted),
    ("wrong-answer", WrongAnswer),
    ("wronganswer", WrongAnswer),
    ("no-output", WrongAnswer),
    ("timelimit", TimeLimit),
    ("time-limit-exceeded", TimeLimit),
    ("run-error", RuntimeError),
    ("run-time-error", RuntimeError),
    ("memory-limit", RuntimeError),
    ("output-limit", RuntimeError),
    ("compiler-error", CompileError),
    ("compile-error", CompileError),
];

/// The comment in a source that lists the possible results.
const COMMENT: &str = "@EXPECTED_RESULTS@:";

impl Expectation {
    /// Returns the expectation of a folder of submissions; `None` where the format sets none.
    #[must_use]
    pub fn of_folder(folder: &str, legacy: bool) -> Option<Self> {
        let (name, required, permitted, more) = FOLDERS.iter().find(|(name, ..)| *name == folder)?;
        let more = if legacy { more } else { &[][..] };
        Some(Self {
            by: (*name).to_owned(),
            required: required.iter().copied().collect(),
            permitted: permitted.iter().chain(more).copied().collect(),
            met: false,
        })
    }

    /// Returns the expectation of a comment in a source: the first verdict that is not accepted is one of those listed.
    #[must_use]
    pub fn of_comment(text: &str) -> Option<Self> {
        let start = text.find(COMMENT)? + COMMENT.len();
        let words = text[start..].lines().next()?.split(',').map(|word| {
            let word = word.trim().trim_end_matches("*/").trim().to_lowercase().replace('_', "-");
            RESULTS.iter().find(|(name, _)| *name == word).map(|(_, verdict)| *verdict)
        });
        let required: BTreeSet<Verdict> = words.collect::<Option<_>>()?;
        let permitted =
            required.iter().copied().chain([Accepted]).filter(|_| !required.contains(&CompileError));
        let permitted = permitted.chain(required.contains(&CompileError).then_some(CompileError)).collect();
        Some(Self { by: COMMENT.trim_end_matches(':').to_owned(), required, permitted, met: false })
    }

    /// Returns whether a program of this expectation is wrong.
    #[must_use]
    pub fn is_of_wrong(&self) -> bool {
        !self.required.contains(&Accepted) && !self.required.contains(&CompileError)
    }

    /// Returns whether a verdict is permitted.
    #[must_use]
    pub fn permits(&self, verdict: Verdict) -> bool {
        self.permitted.contains(&folded(verdict))
    }

    /// Compares the verdicts with the expectation.
    pub fn judge(&mut self, verdicts: &[Verdict]) {
        let has_required = verdicts.iter().any(|&verdict| self.required.contains(&folded(verdict)));
        self.met = has_required && verdicts.iter().all(|&verdict| self.permits(verdict));
    }
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
    use crate::judge::verdict::Verdict::{JudgeError, MemoryLimit, PresentationError};

    #[track_caller]
    fn check(expectation: Option<Expectation>, verdicts: &[Verdict], met: bool) {
        let mut expectation = expectation.unwrap();
        expectation.judge(verdicts);
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
