//! How the tests of a task add up to a score.

use regex::Regex;
use serde_json::Value;

use super::generated::Generated;
use crate::layout::scoring_config::ScoringConfig;
use crate::layout::settings::{Scope, SettingsReader, number, text};
use crate::layout::test::Test;
use crate::score::{Group, Rule};

/// The rules, and what tests have of them.
#[derive(Default)]
pub struct Scores {
    pub config: Option<ScoringConfig>,
    /// The tests of each group, whose name is its number.
    selectors: Vec<TestSelector>,
    /// The points of each test.
    each: Option<f64>,
}

/// Which tests a group has.
enum TestSelector {
    /// So many, after those of the groups before it.
    Next(usize),
    /// Those whose names match from the beginning.
    Named(Regex),
}

impl TestSelector {
    /// Returns those of so many tests; `next` is the first after those of the groups before.
    fn select(&self, count: usize, next: &mut usize) -> Vec<usize> {
        match self {
            Self::Next(own) => {
                let first = *next;
                *next += own;
                (first..count.min(*next)).collect()
            }
            // CMS knows a test by its number, with three digits.
            Self::Named(regex) => {
                let matches = |name: String| regex.find(&name).is_some_and(|found| found.start() == 0);
                (0..count)
                    .filter(|test| matches(format!("input{test}")) || matches(format!("{test:03}")))
                    .collect()
            }
        }
    }
}

impl Scores {
    /// Reads `score_type` with its parameters, else the rules of the generated tests, else `total_value` (100) in equal parts. Without
    /// parameters, `score_type` says how tests of a subtask are combined.
    pub fn read(value: &Value, generated: Option<&Generated>, reader: &mut SettingsReader<'_>) -> Self {
        let parameters = &value["score_type_parameters"];
        let mut config = ScoringConfig { total: Some(100.0), ..ScoringConfig::default() };
        let (mut selectors, mut each) = (Vec::new(), None);
        let kind = value.get("score_type").map(text).unwrap_or_default();
        match kind.as_str() {
            kind @ ("" | "Sum" | "GroupMin") if kind.is_empty() || parameters.is_null() => {
                config.total = reader.points(("", value), "total_value").or(config.total);
                let rule = if kind == "Sum" { Rule::Sum } else { Rule::Min };
                if let Some(generated) = generated {
                    config.root.groups = generated.groups(rule);
                    selectors = generated.subtasks.iter().map(|own| TestSelector::Next(own.tests)).collect();
                }
            }
            "Sum" => match number(parameters) {
                Some(points) => each = Some(points),
                None => reader.refuse("score_type_parameters", parameters, Scope::Scoring),
            },
            "GroupMin" | "GroupMul" | "GroupThreshold" => match groups(&kind, parameters) {
                Some(read) => (config.root.groups, selectors) = read,
                None => reader.refuse("score_type_parameters", parameters, Scope::Scoring),
            },
            other => {
                reader.refuse("score_type", &Value::from(other), Scope::Scoring);
                return Self::default();
            }
        }
        Self { config: Some(config), selectors, each }
    }

    /// Gives tests their groups and points. A test of several groups becomes several tests, and one of none has no points. A group
    /// that lacks tests is refused: CMS refuses a pattern without any, and has no least of nothing.
    pub fn place(&self, tests: &mut Vec<Test>, reader: &mut SettingsReader<'_>) {
        let (count, mut next) = (tests.len(), 0);
        tests.iter_mut().for_each(|test| test.points = self.each);
        let groups = self.config.iter().flat_map(|config| &config.root.groups);
        for ((number, selector), group) in (1..).zip(&self.selectors).zip(groups) {
            let own = selector.select(count, &mut next);
            let lacks_tests = match selector {
                TestSelector::Next(wanted) => {
                    own.len() < *wanted || own.is_empty() && group.points != Some(0.0)
                }
                TestSelector::Named(_) => own.is_empty(),
            };
            if lacks_tests && count > 0 {
                let line = reader.line("score_type_parameters").map(|line| format!(" (line {line})"));
                let line = line.unwrap_or_default();
                let reason = match selector {
                    TestSelector::Next(wanted) => {
                        format!("group {number} has {} of its {wanted} tests{line}", own.len())
                    }
                    TestSelector::Named(regex) => format!("group {number}: no test is called {regex}{line}"),
                };
                reader.refuse_because(reason, Scope::Scoring);
            }
            for index in own {
                let mut test = tests[index].clone();
                let is_first = test.group.replace(number.to_string()).is_none();
                if is_first { tests[index] = test } else { tests.push(test) }
            }
        }
        let is_outside = |test: &&mut Test| test.group.is_none();
        for test in tests.iter_mut().filter(|_| !self.selectors.is_empty()).filter(is_outside) {
            test.points = Some(0.0);
        }
    }
}

/// Returns the groups of a `score_type` and their tests; `None` where the parameters are malformed, or name none.
fn groups(kind: &str, parameters: &Value) -> Option<(Vec<Group>, Vec<TestSelector>)> {
    let subtasks = parameters.as_array().filter(|subtasks| !subtasks.is_empty())?;
    let read = subtasks.iter().enumerate().map(|(index, subtask)| {
        let points = Some(number(&subtask[0])?);
        let rule = match kind {
            "GroupMin" => Rule::Min,
            "GroupMul" => Rule::Product,
            _ => Rule::Threshold(number(&subtask[2])?),
        };
        let selector = match subtask[1].as_u64() {
            Some(count) => TestSelector::Next(usize::try_from(count).ok()?),
            None => TestSelector::Named(Regex::new(subtask[1].as_str()?).ok()?),
        };
        let name = (index + 1).to_string();
        Some((Group { name, rule, points, ..Group::default() }, selector))
    });
    read.collect()
}
