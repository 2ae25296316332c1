//! Scores: a tree of groups of tests, with rules as data; results in, points out.

use nim_ground::append::Append as _;
use std::collections::HashMap;
use std::error::Error;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::verdict::Verdict;

/// The rule by which the points of a group follow from those of its members: tests and groups.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// The sum of the members' points.
    #[default]
    Sum,
    /// The least of the members' points.
    Min,
    /// The most of the members' points.
    Max,
    /// The mean of the members' points.
    Average,
    /// The group's points times the part of each member's points that was reached.
    Product,
    /// The group's points, if this part of every member's points was reached, but no more; CMS calls it `GroupThreshold`.
    Threshold(f64),
    /// No points; these points are taken away if a test is not accepted.
    Penalty(f64),
}

/// The tests that must be accepted, or else the group has no points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Needs {
    /// No test must be accepted: each counts for itself.
    #[default]
    None,
    /// At least one test must be accepted.
    Any,
    /// All tests must be accepted.
    All,
}

/// A package's program that gives a group its verdict and its points, as in Kattis' legacy format.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Grader {
    /// The program; not part of a report.
    #[serde(skip)]
    pub place: PathBuf,
    /// The arguments of the grader.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
}

/// The message of a group whose grader was not run.
pub const NOT_GRADED: &str = "its points are those of the package's grader, which is not run here";

/// Runs a grader on the lines `VERDICT SCORE` of a group's members, and returns its verdict and its points; `None` if it was interrupted.
pub type Grade<'a> = dyn Fn(&Grader, &str) -> Result<Option<(Verdict, f64)>, Box<dyn Error>> + 'a;

/// A group of tests: a subtask, a batch, a folder.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Group {
    /// The name of the group, equal to the `group` of its tests.
    pub name: String,
    /// The rule by which the points follow from those of the members.
    pub rule: Rule,
    /// The maximum of points; `None` if it follows from the members.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<f64>,
    /// The least and the greatest points: others are a failure of the package.
    #[serde(skip_serializing_if = "is_unbounded")]
    pub range: (Option<f64>, Option<f64>),
    /// The tests that must be accepted.
    pub needs: Needs,
    /// Whether the group counts as accepted for the groups around it, whatever its members' verdicts.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub accepts: bool,
    /// Whether an own test with a part of its points counts as accepted for the groups that require this one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub accepts_parts: bool,
    /// Whether members after the first rejected one do not count.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub stops: bool,
    /// The groups that must be accepted, or else this one has no points.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<String>,
    /// The groups whose reached part of points is an upper limit for this group's.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub capped_by: Vec<String>,
    /// The groups inside this group.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Group>,
    /// The program that gives the verdict and the points, in place of `rule` and `needs`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grader: Option<Grader>,
    /// The number of own tests, without those of inner groups.
    pub tests: usize,
}

/// Returns whether a range takes any number.
fn is_unbounded(range: &(Option<f64>, Option<f64>)) -> bool {
    *range == (None, None)
}

impl Group {
    /// Returns the message if points are outside of the range, which is a failure of the package.
    fn failure(&self, points: f64, members: &[Member<'_>]) -> Option<String> {
        let (least, most) = (self.range.0.unwrap_or(f64::MIN), self.range.1.unwrap_or(f64::MAX));
        // A rejected result has no points, even if the minimum is positive.
        let is_outside = |points: f64| points != 0.0 && !(least..=most).contains(&rounded(points));
        if !is_outside(points) {
            return None;
        }
        let of_member = members.iter().find(|member| member.score.is_some_and(is_outside));
        let of_member = of_member
            .map(|member| format!(" (of {}, {})", member.name, shown(member.score.unwrap_or_default())));
        let [least, most] = [self.range.0, self.range.1].map(|end| end.map_or("any".to_owned(), shown));
        let range = format!("from {least} to {most}");
        Some(format!(
            "{} points{} are outside its range, {range}",
            shown(points),
            of_member.unwrap_or_default()
        ))
    }

    /// Returns this group and all groups in it, each before its inner ones.
    pub fn all(&self) -> Vec<&Self> {
        let mut all = vec![self];
        let mut next = 0;
        while let Some(group) = all.get(next) {
            all.extend(&group.groups);
            next += 1;
        }
        all
    }
}

/// A dependency of a group that nothing can satisfy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongDependency {
    /// The required group does not exist.
    #[error("group {group} depends on {on}, which is no group with tests")]
    Unknown {
        /// The group that depends on it.
        group: String,
        /// The group that is missing.
        on: String,
    },
    /// A group depends on itself, or groups on each other, or on the group around them.
    #[error("group {group} depends on itself{}", if group == on { String::new() } else { format!(", by {on}") })]
    Circle {
        /// A group of the circle.
        group: String,
        /// The group of the circle on which it depends.
        on: String,
    },
}

impl WrongDependency {
    /// Returns the names of the group and of the one that it depends on.
    pub fn names(&self) -> [&str; 2] {
        let (Self::Unknown { group, on } | Self::Circle { group, on }) = self;
        [group, on]
    }
}

impl Group {
    /// Returns a dependency on a missing group, or of groups on each other in a circle, in this group or an inner one.
    pub fn wrong_dependency(&self) -> Option<WrongDependency> {
        let all = self.all();
        let index_of: HashMap<&str, usize> =
            all.iter().enumerate().map(|(index, group)| (group.name.as_str(), index)).collect();
        let mut needed: Vec<Vec<usize>> = Vec::with_capacity(all.len());
        for group in &all {
            let mut own = Vec::new();
            for on in group.requires.iter().chain(&group.capped_by) {
                let Some(&index) = index_of.get(on.as_str()) else {
                    return Some(WrongDependency::Unknown { group: group.name.clone(), on: on.clone() });
                };
                own.push(index);
            }
            needed.push(own);
        }
        // A group is known once all groups that it needs, and its inner ones, are.
        let before = all.iter().zip(&needed).map(|(group, needed)| {
            let inner = group.groups.iter().filter_map(|inner| index_of.get(inner.name.as_str()));
            needed.iter().chain(inner).copied().collect()
        });
        let before: Vec<Vec<usize>> = before.collect();
        let mut waiting: Vec<usize> = before.iter().map(Vec::len).collect();
        let mut after: Vec<Vec<usize>> = vec![Vec::new(); all.len()];
        for (index, before) in before.iter().enumerate() {
            before.iter().for_each(|&earlier| after[earlier].push(index));
        }
        let mut known: Vec<usize> = (0..all.len()).filter(|&index| waiting[index] == 0).collect();
        while let Some(index) = known.pop() {
            for &later in &after[index] {
                waiting[later] -= 1;
                known.extend((waiting[later] == 0).then_some(later));
            }
        }
        // Following dependencies from any group that waits leads into a circle.
        let next = |index: usize| before[index].iter().copied().find(|&earlier| waiting[earlier] > 0);
        let mut at = (0..all.len()).find(|&index| waiting[index] > 0)?;
        for _ in 0..all.len() {
            at = next(at)?;
        }
        // Inner groups do not depend on the group around them by that alone, so the circle has a real dependency.
        for _ in 0..all.len() {
            let on = next(at)?;
            if needed[at].contains(&on) {
                let (group, on) = (all[at].name.clone(), all[on].name.clone());
                return Some(WrongDependency::Circle { group, on });
            }
            at = on;
        }
        None
    }
}

/// The result of one test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scored<'a> {
    /// The name of the test.
    pub name: &'a str,
    /// The group of the test.
    pub group: &'a str,
    /// The verdict.
    pub verdict: Verdict,
    /// The points of the program.
    pub score: f64,
    /// The maximum of points.
    pub points: f64,
}

/// The score of a program, or of a part of the tests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SubtaskScore {
    /// The group's name.
    pub name: String,
    /// The points; `None` if some tests were not run.
    pub score: Option<f64>,
    /// The maximum of points.
    pub points: f64,
    /// The worst verdict of the tests, or the grader's; `None` without a result.
    pub verdict: Option<Verdict>,
    /// The number of tests, with those of the inner groups.
    pub tests: usize,
    /// The number of accepted tests.
    pub accepted: usize,
    /// The reason for having no points in spite of the tests; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub message: String,
}

impl SubtaskScore {
    /// Returns the reached part of the points; `None` if some tests were not run.
    fn part(&self) -> Option<f64> {
        Some(self.score? / self.points.max(f64::MIN_POSITIVE))
    }

    fn rounded(self) -> Self {
        Self { score: self.score.map(rounded), points: rounded(self.points), ..self }
    }
}

/// Returns the score of all tests, of each group in them, and whether the whole is accepted, from the results of one program in the order
/// of the tests. Without `grade`, a group with a grader has no score.
pub fn score(
    root: &Group,
    results: &[Scored<'_>],
    grade: Option<&Grade<'_>>,
) -> (SubtaskScore, Vec<SubtaskScore>, bool) {
    let groups = root.all();
    let names = groups.iter().enumerate().map(|(index, group)| (group.name.as_str(), index));
    let mut scoring = ScoreCalculator {
        names: names.collect(),
        members: vec![Vec::new(); groups.len()],
        found: vec![State::Unknown; groups.len()],
        groups,
        grade,
    };
    for result in results {
        // Tests without a group are in the outermost one, whose name is empty.
        let group = scoring.names.get(result.group).copied().unwrap_or(0);
        scoring.members[group].push(*result);
    }
    let mut subtasks: Vec<SubtaskScore> =
        (0..scoring.groups.len()).map(|index| scoring.evaluated(index).subtask.rounded()).collect();
    let whole = subtasks.remove(0);
    (whole, subtasks, scoring.evaluated(0).passed)
}

struct ScoreCalculator<'a> {
    groups: Vec<&'a Group>,
    names: HashMap<&'a str, usize>,
    members: Vec<Vec<Scored<'a>>>,
    found: Vec<State>,
    grade: Option<&'a Grade<'a>>,
}

#[derive(Clone)]
enum State {
    Unknown,
    /// The group is being evaluated: if it is met again, it depends on itself.
    Entered,
    Known(Evaluated),
}

#[derive(Clone)]
struct Evaluated {
    /// The score without rounding.
    subtask: SubtaskScore,
    /// Whether the group and all that it requires are accepted.
    passed: bool,
    /// The verdict for the group around it.
    verdict: Verdict,
}

/// A test or group inside of a group.
struct Member<'a> {
    name: &'a str,
    score: Option<f64>,
    points: f64,
    verdict: Verdict,
    accepted: bool,
}

impl Member<'_> {
    fn part(&self) -> Option<f64> {
        self.score.map(|score| if self.points > 0.0 { score / self.points } else { f64::from(self.accepted) })
    }
}

impl<'a> ScoreCalculator<'a> {
    fn evaluated(&mut self, index: usize) -> Evaluated {
        match &self.found[index] {
            State::Known(known) => return known.clone(),
            State::Entered | State::Unknown => self.found[index] = State::Entered,
        }
        let evaluated = self.evaluate(index);
        self.found[index] = State::Known(evaluated.clone());
        evaluated
    }

    /// Returns the result of another group; `None` if there is none of this name, or if it depends on this one.
    fn required(&mut self, name: &str) -> Option<Evaluated> {
        let index = *self.names.get(name)?;
        (!matches!(self.found[index], State::Entered)).then(|| self.evaluated(index))
    }

    fn evaluate(&mut self, index: usize) -> Evaluated {
        let group = self.groups[index];
        let own = std::mem::take(&mut self.members[index]);
        let mut subtask = SubtaskScore {
            name: group.name.clone(),
            score: None,
            points: 0.0,
            verdict: own.iter().map(|test| test.verdict).max(),
            tests: group.tests,
            accepted: own.iter().filter(|test| test.verdict == Verdict::Accepted).count(),
            message: String::new(),
        };
        let mut is_whole = own.len() == group.tests;
        let mut members: Vec<Member<'a>> = own
            .iter()
            .map(|test| Member {
                name: test.name,
                score: Some(test.score),
                points: test.points,
                verdict: test.verdict.folded(),
                accepted: test.verdict == Verdict::Accepted || group.accepts_parts && test.score > 0.0,
            })
            .collect();
        for child in &group.groups {
            let Some(index) = self.names.get(child.name.as_str()).copied() else { continue };
            let Evaluated { subtask: inner, passed: accepted, verdict } = self.evaluated(index);
            let SubtaskScore { score, points, .. } = inner;
            is_whole &= score.is_some();
            subtask.verdict = subtask.verdict.max(inner.verdict);
            subtask.tests += inner.tests;
            subtask.accepted += inner.accepted;
            members.push(Member { name: &child.name, score, points, verdict, accepted });
        }
        let most = combined(group, &members, |member| member.points);
        // Files and folders are graded in the order of their names.
        members.sort_by(|a, b| a.name.cmp(b.name));
        if group.stops
            && let Some(first) = members.iter().position(|member| !member.accepted)
        {
            members.truncate(first + 1);
        }
        let evaluated = match &group.grader {
            Some(grader) => self.graded(group, grader, &members, subtask, is_whole),
            None => self.added(group, &members, subtask, most, is_whole),
        };
        match evaluated.subtask.score.and_then(|score| group.failure(score, &members)) {
            Some(failure) => failed(evaluated, failure),
            None => evaluated,
        }
    }

    /// Returns the result of a group whose points follow from its members', with the maximum `most`.
    fn added(
        &mut self,
        group: &Group,
        members: &[Member<'_>],
        mut subtask: SubtaskScore,
        most: f64,
        is_whole: bool,
    ) -> Evaluated {
        let all_accepted = members.iter().all(|member| member.accepted);
        let enough = match group.needs {
            Needs::None => true,
            Needs::Any => members.iter().any(|member| member.accepted),
            Needs::All => all_accepted,
        };
        let passed = all_accepted || group.accepts || group.needs == Needs::Any && enough;
        let reached = combined(group, members, |member| member.score.unwrap_or(0.0));
        let points = group.points.unwrap_or(most);
        let reached = if enough { reached } else { 0.0 };
        let (reached, passed) = self.limited(group, reached, points, passed, &mut subtask.message);
        (subtask.score, subtask.points) = (is_whole.then_some(reached), points);
        let worst = members.iter().map(|member| member.verdict).max().unwrap_or_default();
        let verdict = if passed { Verdict::Accepted } else { worst.max(Verdict::WrongAnswer) };
        Evaluated { subtask, passed, verdict }
    }

    /// Returns the result of a group that a program of the package grades.
    fn graded(
        &self,
        group: &Group,
        grader: &Grader,
        members: &[Member<'_>],
        mut subtask: SubtaskScore,
        is_whole: bool,
    ) -> Evaluated {
        let has_failed = members.iter().any(|member| member.verdict == Verdict::JudgeError);
        let lines = members.iter().fold(String::new(), |mut lines, Member { verdict, score, .. }| {
            writeln!(lines, "{verdict} {}", score.unwrap_or(0.0));
            lines
        });
        let (verdict, score) = match self.grade {
            _ if has_failed => (Verdict::JudgeError, None),
            None => {
                NOT_GRADED.clone_into(&mut subtask.message);
                (subtask.verdict.unwrap_or_default(), None)
            }
            Some(_) if !is_whole => (subtask.verdict.unwrap_or_default(), None),
            Some(_) if members.is_empty() => (Verdict::Accepted, Some(0.0)),
            Some(grade) => match grade(grader, &lines) {
                Ok(Some((verdict, score))) => (verdict, Some(score)),
                Ok(None) => {
                    NOT_GRADED.clone_into(&mut subtask.message);
                    (subtask.verdict.unwrap_or_default(), None)
                }
                Err(why) => {
                    subtask.message = why.to_string();
                    (Verdict::JudgeError, None)
                }
            },
        };
        (subtask.verdict, subtask.score) = (Some(verdict), score);
        subtask.points = group.points.unwrap_or(0.0);
        Evaluated { subtask, passed: verdict == Verdict::Accepted, verdict }
    }

    /// Returns the score of a group, and whether it is passed, within the limits by other groups.
    fn limited(
        &mut self,
        group: &Group,
        mut reached: f64,
        points: f64,
        mut passed: bool,
        message: &mut String,
    ) -> (f64, bool) {
        for name in &group.requires {
            if !self.required(name).is_some_and(|required| required.passed) {
                passed = false;
                reached = 0.0;
                *message = format!("depends on {name}, which is not accepted");
            }
        }
        for name in &group.capped_by {
            let other = self.required(name);
            let part = other.and_then(|other| other.subtask.part());
            let most = points * part.unwrap_or(0.0);
            if reached > most {
                reached = most;
                *message = format!("no more of its points than of those of {name}");
            }
        }
        (reached, passed)
    }
}

/// Returns the result of a group whose points are a failure of the package.
fn failed(evaluated: Evaluated, message: String) -> Evaluated {
    let verdict = Verdict::JudgeError;
    let subtask = SubtaskScore { verdict: Some(verdict), score: None, message, ..evaluated.subtask };
    Evaluated { subtask, passed: false, verdict }
}

/// Returns the combined points of a group whose members have the points that `of` returns.
fn combined(group: &Group, members: &[Member<'_>], of: impl Fn(&Member<'_>) -> f64) -> f64 {
    let all = members.iter().map(&of);
    let full = group.points.unwrap_or(1.0);
    match group.rule {
        Rule::Sum => all.sum(),
        Rule::Min => all.reduce(f64::min).unwrap_or(0.0),
        Rule::Max => all.reduce(f64::max).unwrap_or(0.0),
        // Members are far fewer than 2^52.
        Rule::Average => all.sum::<f64>() / members.len().max(1) as f64,
        Rule::Product => full * members.iter().filter_map(Member::part).product::<f64>(),
        Rule::Threshold(most) => {
            let reached = members.iter().filter_map(Member::part).all(|part| part > 0.0 && part <= most);
            if reached { full } else { 0.0 }
        }
        Rule::Penalty(points) => {
            let is_full = members.iter().all(|member| member.accepted || of(member) > 0.0);
            if is_full { 0.0 } else { -points }
        }
    }
}

/// Returns points without the error of their sum; the sum of none is -0, which is 0 here.
fn rounded(points: f64) -> f64 {
    // Such large numbers have no millionths.
    if points.abs() > 1e15 {
        return points;
    }
    (points * 1e6).round() / 1e6 + 0.0
}

/// Returns points of the most points as text; without all results, there are none. Where a checker alone gives points, the
/// maximum is unknown.
pub fn text(score: Option<f64>, points: f64) -> String {
    match score {
        Some(score) if points <= 0.0 && score != 0.0 => shown(score),
        Some(score) => format!("{} of {}", shown(score), shown(points)),
        None => format!("not all tests run, of {}", shown(points)),
    }
}

/// Returns points as text: at most two decimals.
pub fn shown(points: f64) -> String {
    let text = format!("{points:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    // No point, or a very small part of one, is taken away.
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// The maximum of points from any source: sums of them are still finite.
const MOST_POINTS: f64 = 1e100;

/// Parses a score; rejects numbers beyond the maximum.
pub fn finite(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.abs() <= MOST_POINTS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::Verdict::{Accepted, WrongAnswer};

    fn group(name: &str, rule: Rule, points: f64, tests: usize) -> Group {
        Group { name: name.to_owned(), rule, points: Some(points), tests, ..Group::default() }
    }

    /// Checks the score of groups, for tests given as group, points and maximum.
    #[track_caller]
    fn check(
        groups: Vec<Group>,
        tests: &[(&str, f64, f64)],
        scores: &[f64],
        whole: f64,
    ) -> Vec<SubtaskScore> {
        let root = Group { groups, ..Group::default() };
        let results: Vec<Scored<'_>> = tests
            .iter()
            .map(|&(group, score, points)| {
                let verdict = if score >= points { Accepted } else { WrongAnswer };
                Scored { name: "", group, verdict, score, points }
            })
            .collect();
        let (total, subtasks, _) = score(&root, &results, None);
        assert_eq!(subtasks.iter().map(|subtask| subtask.score.unwrap()).collect::<Vec<_>>(), scores);
        assert_eq!(total.score, Some(whole));
        subtasks
    }

    #[test]
    fn a_dependency_that_nothing_satisfies_is_found() {
        let group = |name: &str, requires: &[&str], groups: Vec<Group>| Group {
            name: name.to_owned(),
            requires: requires.iter().map(|&name| name.to_owned()).collect(),
            groups,
            ..Group::default()
        };
        let said =
            |groups: Vec<Group>| group("", &[], groups).wrong_dependency().map(|wrong| wrong.to_string());
        let [none, a, b, ab] = [&[][..], &["a"], &["b"], &["a", "b"]];
        assert_eq!(said(vec![group("a", none, vec![]), group("b", a, vec![]), group("c", ab, vec![])]), None);
        assert_eq!(said(vec![group("c", ab, vec![]), group("b", a, vec![]), group("a", none, vec![])]), None);
        assert_eq!(
            said(vec![group("b", a, vec![])]).unwrap(),
            "group b depends on a, which is no group with tests"
        );
        assert_eq!(said(vec![group("a", a, vec![])]).unwrap(), "group a depends on itself");
        let circle = said(vec![group("c", a, vec![]), group("a", b, vec![]), group("b", a, vec![])]).unwrap();
        assert!(
            ["group a depends on itself, by b", "group b depends on itself, by a"].contains(&circle.as_str()),
            "{circle}"
        );
        // The group around it comes later in the order.
        let inner = group("b", a, vec![]);
        assert_eq!(said(vec![group("a", none, vec![inner])]).unwrap(), "group b depends on itself, by a");
        let capped = Group { capped_by: vec!["z".to_owned()], ..group("a", none, vec![]) };
        assert!(said(vec![capped]).is_some());
    }

    #[test]
    fn rules_combine_the_points_of_tests() {
        let tests = [("a", 5.0, 10.0), ("a", 10.0, 10.0)];
        for (rule, points) in [
            (Rule::Sum, 15.0),
            (Rule::Min, 5.0),
            (Rule::Max, 10.0),
            (Rule::Average, 7.5),
            (Rule::Product, 10.0),
            (Rule::Threshold(1.0), 20.0),
            (Rule::Threshold(0.7), 0.0),
        ] {
            check(vec![group("a", rule, 20.0, 2)], &tests, &[points], points);
        }
        let all = Group { needs: Needs::All, ..group("a", Rule::Sum, 20.0, 2) };
        check(vec![all], &tests, &[0.0], 0.0);
        let any = Group { needs: Needs::Any, ..group("a", Rule::Sum, 20.0, 2) };
        check(vec![any], &tests, &[15.0], 15.0);
        let stops = Group { stops: true, ..group("a", Rule::Sum, 20.0, 2) };
        check(vec![stops], &tests, &[5.0], 5.0);
    }

    #[test]
    fn dependencies_are_followed_in_any_order_and_to_no_end() {
        let needs = |name: &str, other: &str| Group {
            requires: vec![other.to_owned()],
            ..group(name, Rule::Min, 10.0, 1)
        };
        let wrong = [("a", 10.0, 10.0), ("b", 10.0, 10.0), ("c", 0.0, 10.0)];
        let last = group("c", Rule::Min, 10.0, 1);
        let subtasks = check(vec![needs("a", "b"), needs("b", "c"), last], &wrong, &[0.0, 0.0, 0.0], 0.0);
        assert_eq!(subtasks[0].message, "depends on b, which is not accepted");
        let right = [("a", 10.0, 10.0), ("b", 10.0, 10.0)];
        check(vec![needs("a", "b"), needs("b", "a")], &right, &[0.0, 0.0], 0.0);
        check(vec![needs("a", "nothing")], &right[..1], &[0.0], 0.0);
        let part = [("a", 10.0, 10.0), ("b", 5.0, 10.0)];
        check(vec![needs("a", "b"), group("b", Rule::Min, 10.0, 1)], &part, &[0.0, 5.0], 5.0);
        let lenient = Group { accepts_parts: true, ..group("b", Rule::Min, 10.0, 1) };
        check(vec![needs("a", "b"), lenient.clone()], &part, &[10.0, 5.0], 15.0);
        let nothing = [("a", 10.0, 10.0), ("b", 0.0, 10.0)];
        check(vec![needs("a", "b"), lenient], &nothing, &[0.0, 0.0], 0.0);
        let capped = Group { capped_by: vec!["c".to_owned()], ..group("a", Rule::Min, 10.0, 1) };
        let half = [("a", 8.0, 10.0), ("c", 5.0, 20.0)];
        check(vec![capped, group("c", Rule::Min, 20.0, 1)], &half, &[2.5, 5.0], 7.5);
    }

    #[test]
    fn a_part_of_the_tests_has_no_score() {
        let groups = vec![group("a", Rule::Min, 10.0, 2), group("b", Rule::Min, 10.0, 1)];
        let root = Group { groups, ..Group::default() };
        let result = |group| Scored { name: "", group, verdict: Accepted, score: 10.0, points: 10.0 };
        let (whole, subtasks, _) = score(&root, &[result("a"), result("b")], None);
        assert_eq!((whole.score, whole.points), (None, 20.0));
        assert_eq!((subtasks[0].score, subtasks[1].score), (None, Some(10.0)));
    }

    #[test]
    fn thirds_make_a_whole() {
        let third = 100.0 / 3.0;
        let tests = [("a", third, third), ("a", third, third), ("a", third, third)];
        check(vec![group("a", Rule::Sum, 100.0, 3)], &tests, &[100.0], 100.0);
        assert_eq!((shown(third), shown(100.0), shown(0.5)), ("33.33".into(), "100".into(), "0.5".into()));
    }

    #[test]
    fn nothing_is_not_less_than_nothing() {
        let (whole, subtasks, _) =
            score(&Group { groups: vec![Group::default()], ..Group::default() }, &[], None);
        for found in std::iter::once(&whole).chain(&subtasks) {
            assert!(found.points.is_sign_positive(), "{found:?}");
            assert!(found.score.is_none_or(f64::is_sign_positive), "{found:?}");
        }
        assert_eq!(text(Some(-0.0), -0.0), "0 of 0");
        assert_eq!(text(Some(50.0), 0.0), "50");
        assert_eq!((shown(-0.001), shown(-3.0)), ("0".into(), "-3".into()));
    }
}
