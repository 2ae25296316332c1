//! `submissions.yaml` of the ICPC package format 2025-09: patterns of submissions, with expectations.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::Error;
use crate::expected::{Expectation, ExpectedRule};
use crate::glob::Glob;
use crate::verdict::Verdict;

/// The name of the file.
pub const FILE: &str = "submissions.yaml";

/// The verdicts that the format has names for.
const VERDICTS: [Verdict; 4] =
    [Verdict::Accepted, Verdict::WrongAnswer, Verdict::TimeLimit, Verdict::RuntimeError];

/// The contents of a `submissions.yaml`.
#[derive(Clone, Debug, Default)]
pub struct Rules(Vec<Entry>);

/// The rules for the submissions of one pattern.
#[derive(Clone, Debug)]
struct Entry {
    pattern: String,
    submissions: Glob,
    rules: Vec<ExpectedRule>,
    details: Details,
}

/// The settings of one submission besides its expectation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// The code of the submission's language.
    pub language: Option<String>,
    /// The main file or the main class.
    pub entrypoint: Option<String>,
    /// Whether the score is restricted.
    pub has_score: bool,
    /// Whether the time of the submission sets the time limit.
    pub is_timed: Option<bool>,
}

impl Rules {
    /// Reads the text of the file.
    ///
    /// # Errors
    /// When it is malformed, has an unknown key, or a pattern that the format does not have, in words.
    pub fn read(text: &str) -> Result<Self, Error> {
        if text.trim().is_empty() {
            return Ok(Self::default());
        }
        let document: Option<BTreeMap<String, Option<Map<String, Value>>>> = nim_yaml::from_str(text)?;
        let entries = document.unwrap_or_default().into_iter();
        let entries = entries.map(|(pattern, keys)| {
            Entry::read(&pattern, &keys.unwrap_or_default()).map_err(|error| error.within(pattern))
        });
        entries.collect::<Result<_, _>>().map(Self)
    }

    /// Returns the expectation of a submission, `folder/name`, given the one by its folder or a comment in it.
    pub fn expectation(&self, name: &str, by_folder: Option<Expectation>) -> Option<Expectation> {
        let mut rules: Vec<ExpectedRule> = Vec::new();
        let mut expectation = by_folder;
        for entry in self.0.iter().filter(|entry| entry.submissions.matches(name)) {
            for rule in &entry.rules {
                match &mut expectation {
                    // An expectation by the folder's own name replaces the default one, key by key.
                    Some(own) if rule.tests.is_empty() && own.by == entry.pattern => own.replace(rule),
                    _ => rules.push(rule.clone()),
                }
            }
        }
        if rules.is_empty() {
            return expectation;
        }
        let mut expectation = expectation.unwrap_or_else(|| Expectation::any(FILE));
        expectation.rules = rules;
        Some(expectation)
    }

    /// Returns the other settings of a submission.
    pub fn details(&self, name: &str) -> Details {
        let mut details = Details::default();
        for Entry { details: own, .. } in self.0.iter().filter(|entry| entry.submissions.matches(name)) {
            details.language = details.language.or_else(|| own.language.clone());
            details.entrypoint = details.entrypoint.or_else(|| own.entrypoint.clone());
            details.has_score |= own.has_score;
            details.is_timed = details.is_timed.or(own.is_timed);
        }
        details
    }

    /// Returns the patterns that match none of these names and are not a folder name of the format.
    pub fn unused<'a>(&'a self, names: &'a BTreeSet<String>) -> impl Iterator<Item = &'a str> {
        let unused = self.0.iter().filter(move |entry| {
            !names.iter().any(|name| entry.submissions.matches(name))
                && Expectation::of_folder(&entry.pattern, false).is_none()
        });
        unused.map(|entry| entry.pattern.as_str())
    }
}

impl Entry {
    fn read(pattern: &str, keys: &Map<String, Value>) -> Result<Self, Error> {
        let submissions = Glob::new(pattern)?;
        let is_timed = keys.get("use_for_time_limit").map(|used| used.as_str() == Some("lower"));
        let mut details = Details { is_timed, ..Details::default() };
        let (mut rules, mut own) = (Vec::new(), Map::new());
        for (key, value) in keys {
            match (key.as_str(), value) {
                ("language", _) => details.language = Some(text(key, value)?.to_owned()),
                ("entrypoint", _) => details.entrypoint = Some(text(key, value)?.to_owned()),
                ("authors", _) => {}
                ("model_solution", Value::Bool(_)) => {}
                ("score", _) => details.has_score = true,
                ("permitted" | "required" | "message" | "use_for_time_limit", _) => {
                    own.insert(key.clone(), value.clone());
                }
                ("model_solution", _) => {
                    return Err("model_solution is neither true nor false".to_owned().into());
                }
                (tests, Value::Object(keys)) => {
                    Glob::new(tests)?;
                    details.has_score |= keys.contains_key("score");
                    let of_tests = expected(pattern, tests, keys).map_err(|error| error.within(tests))?;
                    rules.extend(of_tests);
                }
                _ => return Err(format!("unknown key {key:?}").into()),
            }
        }
        rules.extend(expected(pattern, "", &own)?);
        Ok(Self { pattern: pattern.to_owned(), submissions, rules, details })
    }
}

/// Reads the expectation for the tests of a pattern.
fn expected(pattern: &str, tests: &str, keys: &Map<String, Value>) -> Result<Vec<ExpectedRule>, Error> {
    let by = if tests.is_empty() { pattern.to_owned() } else { format!("{pattern}: {tests}") };
    let mut rule = ExpectedRule { by, tests: tests.to_owned(), ..ExpectedRule::default() };
    let mut rules = Vec::new();
    for (key, value) in keys {
        match (key.as_str(), value) {
            ("permitted", _) => rule.permitted = Some(verdicts(key, value)?),
            ("required", _) => rule.required = Some(verdicts(key, value)?),
            ("message", _) => rule.message = Some(text(key, value)?.to_owned()),
            ("score", _) | ("use_for_time_limit", Value::Bool(_)) => {}
            ("use_for_time_limit", Value::String(end)) if end == "lower" => rules.push(ExpectedRule {
                permitted: Some(VERDICTS.into_iter().filter(|&one| one != Verdict::TimeLimit).collect()),
                ..rule.clone()
            }),
            ("use_for_time_limit", Value::String(end)) if end == "upper" => {
                rules.push(ExpectedRule { required: Some([Verdict::TimeLimit].into()), ..rule.clone() });
            }
            ("use_for_time_limit", _) => {
                return Err(format!("{key} is not true, false, lower or upper").into());
            }
            _ => return Err(format!("unknown key {key:?}").into()),
        }
    }
    if (&rule.permitted, &rule.required, &rule.message) != (&None, &None, &None) {
        rules.push(rule);
    }
    Ok(rules)
}

fn verdicts(key: &str, value: &Value) -> Result<BTreeSet<Verdict>, Error> {
    let words = value.as_array().ok_or_else(|| format!("{key} is no list of verdicts"))?;
    let verdicts = words.iter().map(|word| {
        let found = VERDICTS.into_iter().find(|verdict| word.as_str() == Some(verdict.short()));
        found.ok_or_else(|| format!("{key}: expected AC, WA, TLE or RTE, found {word}").into())
    });
    verdicts.collect()
}

fn text<'a>(key: &str, value: &'a Value) -> Result<&'a str, Error> {
    value.as_str().ok_or_else(|| format!("{key} is no text").into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expected::SubmissionResult;
    use Verdict::{Accepted, RuntimeError, TimeLimit, WrongAnswer};

    /// Whether the verdicts on tests, such as `secret/1 WA`, are as expected.
    #[track_caller]
    fn check(yaml: &str, name: &str, results: &[(&str, Verdict)], unmet: &[&str]) {
        let folder = name.split('/').next().unwrap();
        let rules = Rules::read(yaml).unwrap();
        let mut expectation = rules.expectation(name, Expectation::of_folder(folder, false)).unwrap();
        let result = |&(test, verdict)| SubmissionResult {
            test: Some(test),
            message: "said so",
            ..SubmissionResult::of_no_test(verdict)
        };
        let results: Vec<_> = results.iter().map(result).collect();
        expectation.judge(&results, None, true);
        assert_eq!(expectation.unmet, unmet);
        assert_eq!(expectation.met, unmet.is_empty());
    }

    #[test]
    fn groups_of_tests_have_rules_of_their_own() {
        let yaml = "time_limit_exceeded/easy.py:\n  sample:\n    permitted: [AC]\n  secret/*-easy:\n    \
                    permitted: [AC]\n  secret/*-hard:\n    permitted: [AC, TLE]\n    required: [TLE]\n";
        let name = "time_limit_exceeded/easy.py";
        let of = |easy, hard| [("data/sample/1", Accepted), ("secret/1-easy", easy), ("secret/2-hard", hard)];
        check(yaml, name, &of(Accepted, TimeLimit), &[]);
        check(
            yaml,
            name,
            &of(TimeLimit, Accepted),
            &[
                "expected AC for all, by time_limit_exceeded/easy.py: secret/*-easy",
                "expected TLE for some test, AC or TLE for all, by time_limit_exceeded/easy.py: secret/*-hard",
            ],
        );
        check(yaml, "time_limit_exceeded/other.py", &of(TimeLimit, Accepted), &[]);
    }

    #[test]
    fn the_name_of_a_folder_replaces_its_expectation_and_a_pattern_adds_to_it() {
        let replaced = "time_limit_exceeded:\n  permitted: [AC, WA, TLE]\n";
        let name = "time_limit_exceeded/a.cpp";
        check(replaced, name, &[("1", WrongAnswer), ("2", TimeLimit)], &[]);
        let added = "time_limit_exceeded/*:\n  permitted: [AC, WA, TLE]\n  required: [WA]\n";
        check(
            added,
            name,
            &[("1", WrongAnswer), ("2", TimeLimit)],
            &["expected TLE for some test, AC or TLE for all, by time_limit_exceeded"],
        );
        let other = "mixed/{a,b}.*:\n  required: [RTE]\n  message: said\n";
        check(other, "mixed/b.py", &[("1", RuntimeError), ("2", WrongAnswer)], &[]);
        check(
            other,
            "mixed/a.py",
            &[("1", TimeLimit)],
            &["expected RTE for some test, the message \"said\" for some test, by mixed/{a,b}.*"],
        );
        let message = "wrong_answer/a.py:\n  message: other\n";
        check(
            message,
            "wrong_answer/a.py",
            &[("1", WrongAnswer)],
            &["expected the message \"other\" for some test, by wrong_answer/a.py"],
        );
        let time = "mixed:\n  use_for_time_limit: lower\n  secret:\n    use_for_time_limit: upper\n";
        check(
            time,
            "mixed/a.py",
            &[("sample/1", WrongAnswer), ("secret/2", Accepted)],
            &["expected TLE for some test, by mixed: secret"],
        );
        assert!(Rules::read(time).unwrap().expectation("accepted/a.py", None).is_none());
    }

    #[test]
    fn what_is_malformed_is_named() {
        for (yaml, why) in [
            ("a: [AC]", ""),
            ("a/**:\n  required: [AC]", "a/**: \"a/**\": ** is not supported"),
            ("a:\n  permitted: [OK]", "a: permitted: expected AC, WA, TLE or RTE, found \"OK\""),
            ("a:\n  allowed: [AC]", "a: unknown key \"allowed\""),
            ("a:\n  secret:\n    requires: [AC]", "a: secret: unknown key \"requires\""),
            ("a:\n  language: 3", "a: language is no text"),
        ] {
            let error = Rules::read(yaml).unwrap_err().to_string();
            assert!(error.contains(why), "{yaml}: {error}");
        }
        assert!(Rules::read("# nothing\n").is_ok() && Rules::read("a:\n").is_ok());
    }
}
