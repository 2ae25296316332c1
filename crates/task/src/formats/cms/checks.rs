//! The comments of task-maker in a solution, such as `@check-accepted: small big*`: expectations for the subtasks of these names.

use std::collections::BTreeSet;

use crate::expected::{Expectation, ExpectedRule};
use crate::formats::manifest::Manifest;
use crate::glob::Glob;
use crate::verdict::Verdict::{self, Accepted, RuntimeError, TimeLimit, WrongAnswer};

const COMMENT: &str = "@check-";

/// Returns the expectation in the comments of a text, and notes on those that are not compared. Groups are named by the numbers of
/// subtasks, from 1.
pub fn read(task: &Manifest, text: &str) -> (Option<Expectation>, Vec<String>) {
    let (mut rules, mut notes) = (Vec::new(), Vec::new());
    let comments = text.lines().filter_map(|line| Some(&line[line.find(COMMENT)?..]));
    for comment in comments {
        let read = comment[COMMENT.len()..].split_once(':');
        let read = read.and_then(|(result, names)| Some((rule(result)?, result, names)));
        let Some((rule, result, names)) = read else {
            notes.push(format!("{comment:?} is not compared, as there is no such result"));
            continue;
        };
        let names = names.split_whitespace();
        // The end of the comment is none.
        for name in names.filter(|name| *name == "*" || name.chars().any(char::is_alphanumeric)) {
            let by = format!("{COMMENT}{result}: {name}");
            let numbers = numbers(name, &task.subtasks);
            if numbers.is_empty() {
                notes.push(format!("{by} is not compared, as no subtask has that name"));
            }
            rules.extend(numbers.into_iter().map(|number| ExpectedRule {
                by: by.clone(),
                group: Some(number.to_string()),
                ..rule.clone()
            }));
        }
    }
    let expectation = Expectation { rules, ..Expectation::any("its comments") };
    (Some(expectation).filter(|expectation| !expectation.rules.is_empty()), notes)
}

/// Returns the numbers of the subtasks whose names match.
fn numbers(pattern: &str, subtasks: &[Option<String>]) -> Vec<usize> {
    let Ok(glob) = Glob::new(pattern) else { return Vec::new() };
    let named = (1..).zip(subtasks);
    named.filter(|(_, name)| name.as_ref().is_some_and(|name| glob.matches(name))).map(|(n, _)| n).collect()
}

/// Returns the rule of a result: some test must have it; for two results, all tests must be accepted, or none be without points.
fn rule(result: &str) -> Option<ExpectedRule> {
    let required: &[Verdict] = match result {
        "accepted" => {
            let permitted = Some(BTreeSet::from([Accepted]));
            return Some(ExpectedRule { permitted, ..ExpectedRule::default() });
        }
        "partial-score" | "wrong-answer" => &[WrongAnswer],
        "time-limit-exceeded" | "wall-time-limit-exceeded" => &[TimeLimit],
        "memory-limit-exceeded" | "runtime-error" => &[RuntimeError],
        "zero" => &[WrongAnswer, TimeLimit, RuntimeError],
        _ => return None,
    };
    let (required, in_part) = (Some(required.iter().copied().collect()), result == "partial-score");
    Some(ExpectedRule { required, in_part, ..ExpectedRule::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expected::SubmissionResult;

    #[test]
    fn comments_are_about_subtasks_by_their_names() {
        let subtasks = vec![Some("samples".to_owned()), Some("small".to_owned()), None];
        let task = Manifest { subtasks, ..Manifest::default() };
        let text = "/* @check-accepted: samples\n * @check-zero: s*l */\n# @check-partial-score: big\n// @check-maybe: small\n";
        let (expectation, notes) = read(&task, text);
        let mut expectation = expectation.unwrap();
        assert_eq!(notes.len(), 2, "{notes:?}");
        let mut unmet = |first: Verdict, second: Verdict| {
            let result = |group, verdict| SubmissionResult {
                test: Some(group),
                group,
                ..SubmissionResult::of_no_test(verdict)
            };
            expectation.judge(
                &[result("1", first), result("2", second), result("3", WrongAnswer)],
                None,
                true,
            );
            expectation.unmet.len()
        };
        assert_eq!(unmet(Accepted, TimeLimit), 0);
        assert_eq!(unmet(Accepted, Accepted), 1);
        assert_eq!(unmet(WrongAnswer, Accepted), 2);
        let (expectation, _) = read(&task, "# @check-partial-score: small");
        let mut expectation = expectation.unwrap();
        let part =
            SubmissionResult { group: "2", has_points: true, ..SubmissionResult::of_no_test(WrongAnswer) };
        expectation.judge(&[part], None, true);
        assert!(expectation.met);
        expectation.judge(&[part, SubmissionResult { has_points: false, ..part }], None, true);
        assert!(!expectation.met);
        assert_eq!(read(&task, "int main() {}").0, None);
    }
}
