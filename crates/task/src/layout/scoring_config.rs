//! Scoring of a package's tests: groups, and the points of tests and groups without their own.

use std::collections::{HashMap, HashSet};

use super::test::Test;
use crate::score::{Group, Needs, Rule};

/// The scoring rules of one package.
#[derive(Clone, Debug, Default)]
pub struct ScoringConfig {
    /// The folder of the tests, ending in `/`, or empty.
    pub folder: String,
    /// The group of all tests: those in no other group, and the groups.
    pub root: Group,
    /// The points of all tests, if groups and tests do not state them.
    pub total: Option<f64>,
    /// The way in which points are shared among tests.
    pub share: Share,
    /// The rule of a subtask that only the names of tests mention.
    pub subtask: Option<Rule>,
}

/// The way in which points are shared among tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Share {
    /// Equal parts for all tests.
    #[default]
    Equal,
    /// Whole parts for all tests; the last ones are greater by 1 if they cannot be equal.
    Ascending,
}

impl Share {
    /// Returns the parts of `points` for `count` receivers.
    fn parts(self, points: f64, count: usize) -> Vec<f64> {
        // Tests are far fewer than 2^52.
        let receivers = count as f64;
        let base = points / receivers;
        match self {
            Self::Equal => vec![base; count],
            Self::Ascending => {
                let mut parts = vec![base.floor(); count];
                let mut rest = points - base.floor() * receivers;
                for part in parts.iter_mut().rev() {
                    let more = rest.min(1.0);
                    *part += more;
                    rest -= more;
                }
                parts
            }
        }
    }
}

/// A rule of the command line, for every subtask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreRule {
    /// The points of tests are added.
    Sum,
    /// A subtask has the minimum of its tests' points.
    Min,
}

impl ScoringConfig {
    /// Returns the rules where the names of tests and groups get `prefix` in front.
    pub fn below(mut self, prefix: &str) -> Self {
        fn put(group: &mut Group, prefix: &str) {
            let names =
                std::iter::once(&mut group.name).chain(&mut group.requires).chain(&mut group.capped_by);
            names.for_each(|name| *name = format!("{prefix}{name}"));
            group.groups.iter_mut().for_each(|inner| put(inner, prefix));
        }
        put(&mut self.root, prefix);
        self.folder = format!("{prefix}{}", self.folder);
        self
    }

    /// Counts the tests of each group and gives them points.
    pub fn fill(mut self, tests: &mut [Test], own: Vec<usize>, asked: Option<ScoreRule>) -> Group {
        let mut known: HashSet<String> = self.root.all().iter().map(|group| group.name.clone()).collect();
        let mut by_group: HashMap<String, Vec<usize>> = HashMap::new();
        for index in own {
            let group = tests[index].group.clone().unwrap_or_default();
            let group = match self.subtask {
                _ if known.contains(&group) => group,
                Some(rule) if asked.is_some() && !group.is_empty() || is_number(&group) => {
                    self.root.groups.push(Group { name: group.clone(), rule, ..Group::default() });
                    known.insert(group.clone());
                    group
                }
                _ => self.root.name.clone(),
            };
            by_group.entry(group).or_default().push(index);
        }
        if let Some(rule) = asked {
            let has_groups = !self.root.groups.is_empty();
            override_rule(&mut self.root, rule, has_groups);
        }
        let total = self.root.points.or(self.total);
        let mut filling = PointAllocation { tests, by_group, share: self.share };
        filling.fill(&mut self.root, total);
        self.root
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// Applies the rule of the command line to a group and all groups in it.
fn override_rule(group: &mut Group, asked: ScoreRule, has_groups: bool) {
    let is_outermost = has_groups && !group.groups.is_empty();
    group.rule = if asked == ScoreRule::Sum || is_outermost { Rule::Sum } else { Rule::Min };
    (group.needs, group.stops) = (Needs::None, false);
    group.requires.clear();
    group.capped_by.clear();
    group.groups.iter_mut().for_each(|inner| override_rule(inner, asked, true));
}

struct PointAllocation<'a> {
    tests: &'a mut [Test],
    by_group: HashMap<String, Vec<usize>>,
    share: Share,
}

impl PointAllocation<'_> {
    /// Gives points to tests and groups without any, in a group of `total` points.
    fn fill(&mut self, group: &mut Group, total: Option<f64>) {
        let tests = self.by_group.remove(&group.name).unwrap_or_default();
        group.tests = tests.len();
        let open: Vec<usize> =
            tests.iter().copied().filter(|&test| self.tests[test].points.is_none()).collect();
        let open_groups = group.groups.iter().filter(|inner| self.is_open(inner)).count();
        let count = open.len() + open_groups;
        let parts = match total {
            Some(total) if group.rule == Rule::Sum => {
                let of_tests = tests.iter().filter_map(|&test| self.tests[test].points);
                let of_groups = group.groups.iter().filter_map(|inner| inner.points);
                let rest = (total - of_tests.sum::<f64>() - of_groups.sum::<f64>()).max(0.0);
                self.share.parts(rest, count)
            }
            total => vec![total.unwrap_or(0.0); count],
        };
        let mut parts = parts.into_iter();
        for inner in &mut group.groups {
            let points = if self.is_open(inner) { parts.next() } else { inner.points };
            if inner.points.is_none() && self.points(inner).all(|points| points.is_none()) {
                inner.points = points.filter(|_| total.is_some());
            }
            self.fill(inner, points);
        }
        for (test, points) in open.into_iter().zip(parts) {
            self.tests[test].points = Some(points);
        }
    }

    /// Returns whether a group has tests without points, and none itself.
    fn is_open(&self, group: &Group) -> bool {
        group.points.is_none() && self.points(group).any(|points| points.is_none())
    }

    /// Returns the points of all tests of a group, and of the groups in it.
    fn points(&self, group: &Group) -> impl Iterator<Item = Option<f64>> {
        let groups = group.all().into_iter();
        groups
            .filter_map(|inner| self.by_group.get(&inner.name))
            .flatten()
            .map(|&test| self.tests[test].points)
    }
}
