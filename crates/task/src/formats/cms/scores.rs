//! The rules by which the tests of a task add up to a score.

use nim_ground::words::counted;
use regex::Regex;
use serde_json::Value;

use super::generated::Generated;
use crate::layout::scoring_config::ScoringConfig;
use crate::layout::settings::{Scope, SettingsReader, number, text};
use crate::layout::test::Test;
use crate::score::{Group, Rule};

/// The rules of scoring, and the tests of each group.
#[derive(Default)]
pub struct Scores {
    pub config: Option<ScoringConfig>,
    /// The tests of each group; its name is its number.
    selectors: Vec<TestSelector>,
    /// The points of each test, if they are equal.
    each: Option<f64>,
}

/// The tests that belong to a group.
enum TestSelector {
    /// This number of tests, after those of the groups before.
    Next(usize),
    /// The tests whose names match from the beginning.
    Named(Regex),
    /// The tests of these numbers, each with three digits.
    Listed(Vec<String>),
}

impl TestSelector {
    /// Returns the indices of the tests out of `count`; `next` is the first after those of the groups before.
    fn select(&self, count: usize, next: &mut usize) -> Vec<usize> {
        match self {
            Self::Next(own) => {
                let first = *next;
                *next += own;
                (first..count.min(*next)).collect()
            }
            // CMS knows a test by its number, with three digits.
            Self::Named(regex) => (0..count)
                .filter(|test| {
                    let names = [format!("input{test}"), format!("{test:03}")];
                    names.iter().any(|name| regex.find(name).is_some_and(|found| found.start() == 0))
                })
                .collect(),
            Self::Listed(numbers) => {
                (0..count).filter(|test| numbers.contains(&format!("{test:03}"))).collect()
            }
        }
    }

    /// Returns the reason why a group lacks some of its own tests; `None` if it does not.
    fn lack(&self, own: &[usize], group: &Group) -> Option<String> {
        let has_points = group.points != Some(0.0);
        match self {
            Self::Next(wanted) => (own.len() < *wanted || own.is_empty() && has_points)
                .then(|| format!("has {} of its {}", own.len(), counted(*wanted, "test"))),
            Self::Named(regex) => {
                own.is_empty().then(|| format!("has no test, since none is called {regex}"))
            }
            Self::Listed(numbers) => (own.len() < numbers.len() || own.is_empty() && has_points)
                .then(|| format!("has {} of its {}", own.len(), counted(numbers.len(), "test"))),
        }
    }
}

impl Scores {
    /// Reads `score_type` with its parameters, otherwise the rules of the generated tests, otherwise `total_value` (100) in equal parts.
    /// Without parameters, `score_type` gives the rule of subtasks.
    pub fn read(value: &Value, generated: Option<&Generated>, reader: &mut SettingsReader<'_>) -> Self {
        let parameters = &value["score_type_parameters"];
        let mut config = ScoringConfig { total: Some(100.0), ..ScoringConfig::default() };
        let (mut selectors, mut each) = (Vec::new(), None);
        let kind = value.get("score_type").map(text).unwrap_or_default();
        for group in parameters.as_array().into_iter().flatten().filter(|group| group.is_object()) {
            reader.check("score_type_parameters.", group, "cms-group");
        }
        match kind.as_str() {
            kind @ ("" | "Sum" | "GroupMin" | "sum" | "min") if kind.is_empty() || parameters.is_null() => {
                config.total = reader.points(("", value), "total_value").or(config.total);
                let rule = if kind.eq_ignore_ascii_case("sum") { Rule::Sum } else { Rule::Min };
                if let Some(generated) = generated {
                    config.root.groups = generated.groups(rule);
                    selectors = generated.subtasks.iter().map(|own| TestSelector::Next(own.tests)).collect();
                }
            }
            "Sum" if number(parameters).is_some() => each = number(parameters),
            // task-maker writes the parameters of groups after every type, whose names it spells in lower case.
            "Sum" | "GroupMin" | "GroupMul" | "GroupThreshold" | "sum" | "min" => {
                match groups(&kind, parameters) {
                    Some(read) => (config.root.groups, selectors) = read,
                    None => reader.refuse("score_type_parameters", parameters, Scope::Scoring),
                }
            }
            other => {
                reader.refuse("score_type", &Value::from(other), Scope::Scoring);
                return Self::default();
            }
        }
        Self { config: Some(config), selectors, each }
    }

    /// Gives tests their groups and points. A test of several groups becomes several tests, and one without a group has no points. A group
    /// that lacks tests is refused: CMS refuses a pattern without any.
    pub fn place(&self, tests: &mut Vec<Test>, reader: &mut SettingsReader<'_>) {
        let (count, mut next) = (tests.len(), 0);
        tests.iter_mut().for_each(|test| test.points = self.each);
        let groups = self.config.iter().flat_map(|config| &config.root.groups);
        for ((number, selector), group) in (1..).zip(&self.selectors).zip(groups) {
            let own = selector.select(count, &mut next);
            if let Some(lack) = selector.lack(&own, group).filter(|_| count > 0) {
                let line = reader.line("score_type_parameters").map(|line| format!(" (line {line})"));
                let line = line.unwrap_or_default();
                reader.refuse_because(format!("group {number} {lack}{line}"), Scope::Scoring);
            }
            for index in own {
                let mut test = tests[index].clone();
                let is_first = test.group.replace(number.to_string()).is_none();
                if is_first { tests[index] = test } else { tests.push(test) }
            }
        }
        let others = tests.iter_mut().filter(|_| !self.selectors.is_empty());
        for test in others.filter(|test| test.group.is_none()) {
            test.points = Some(0.0);
        }
    }
}

/// Returns the groups of a `score_type` and their tests; `None` where the parameters are malformed, or name none.
fn groups(kind: &str, parameters: &Value) -> Option<(Vec<Group>, Vec<TestSelector>)> {
    let subtasks = parameters.as_array().filter(|subtasks| !subtasks.is_empty())?;
    let read = subtasks.iter().enumerate().map(|(index, subtask)| {
        let points = Some(number(part(subtask, 0, "max_score"))?);
        let rule = match kind {
            "GroupMin" | "min" => Rule::Min,
            "GroupMul" => Rule::Product,
            "GroupThreshold" => Rule::Threshold(number(part(subtask, 2, "threshold"))?),
            _ => Rule::Sum,
        };
        let selector = match part(subtask, 1, "testcases") {
            Value::Array(numbers) => TestSelector::Listed(numbers.iter().map(text).collect()),
            Value::String(pattern) => TestSelector::Named(Regex::new(pattern).ok()?),
            count => TestSelector::Next(usize::try_from(count.as_u64()?).ok()?),
        };
        let name = (index + 1).to_string();
        Some((Group { name, rule, points, ..Group::default() }, selector))
    });
    read.collect()
}

/// Returns a part of a group, which is a list or a mapping.
fn part<'a>(group: &'a Value, index: usize, key: &str) -> &'a Value {
    group.get(key).unwrap_or(&group[index])
}
