//! Scoring in the form that most formats have: subtasks whose points are added.
//!
//! Made from the rules that `check` applies, so it exists for every format that is read. Formats differ: a subtask whose tests count one by
//! one may become several subtasks of one test, and a subtask that depends on others may list their tests instead.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io;

use super::Package;
use super::names::valid_name;
use crate::Error;
use crate::layout::test::Test;
use crate::score::{Group, Needs, Rule, Scored, score};
use crate::verdict::Verdict;
use nim_ground::folder::unique;

/// The points of a package that states none, in formats where every package has some.
const USUAL: f64 = 100.0;

/// The way in which a format writes a package without points, in which all tests must be accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unscored {
    /// The package has no points.
    NoPoints,
    /// All tests are one subtask of 100 points.
    OneSubtask,
    /// All tests but the samples are one subtask of 100 points; samples have none.
    WithoutSamples,
}

/// The points of a package, as a sum over subtasks.
#[derive(Clone, Debug, Default)]
pub struct Scoring {
    /// The subtasks that have points or are required by others.
    subtasks: Vec<Subtask>,
    /// The reason why the score is no sum of subtasks.
    pub beyond: Option<String>,
}

/// A group of tests, or those of its tests that have equal points.
#[derive(Clone, Debug, Default)]
pub struct Subtask {
    /// The name of the group.
    group: String,
    /// The subtask's name, of letters, digits, `_`, `.` and `-`.
    name: String,
    points: f64,
    /// The tests, by their index in the package.
    tests: Vec<usize>,
    /// Whether each test has an equal part of the points; otherwise all tests must be accepted.
    each: bool,
    /// The groups that must be accepted.
    needs: Vec<String>,
    /// The required subtasks, by their index.
    requires: Vec<usize>,
}

/// A subtask as a format writes it, with names for its files.
#[derive(Debug)]
pub struct NamedSubtask {
    /// The folder's name.
    pub folder: String,
    /// The tests: the name of each in the folder, and its index in the package.
    pub tests: Vec<(String, usize)>,
    /// The points of the subtask.
    pub points: f64,
    /// The points of each test, if they count one by one; otherwise all tests must be accepted.
    pub each: Option<f64>,
    /// The subtasks that must be accepted, by their index.
    pub requires: Vec<usize>,
}

impl Subtask {
    /// Returns the points of one test, if tests count one by one.
    // Tests are far fewer than 2^52.
    fn of_each(&self) -> f64 {
        self.points / self.tests.len().max(1) as f64
    }
}

impl Scoring {
    /// Returns the reason why the points are not whole; `None` if they are.
    pub fn fractional_points(&self) -> Option<String> {
        let mut all =
            self.subtasks.iter().map(|own| (own, if own.each { own.of_each() } else { own.points }));
        let (own, points) = all.find(|(_, points)| points.fract() != 0.0)?;
        Some(format!("{} has {points} points, which are not whole", own.name))
    }

    /// Returns the subtasks with points; those that depend on subtasks without points list their tests instead.
    pub fn with_points(&self) -> Vec<Subtask> {
        self.without(|subtask| subtask.points == 0.0)
    }

    /// Returns the subtasks with points for a format without dependencies.
    pub fn independent(&self) -> Vec<Subtask> {
        self.without(|_| true)
    }

    /// Returns the subtasks with points, where the tests of a required subtask for which `is_listed` holds are listed instead.
    fn without(&self, is_listed: impl Fn(&Subtask) -> bool) -> Vec<Subtask> {
        // The old subtasks, each with the new ones that replace it.
        let mut new: Vec<Subtask> = Vec::new();
        let mut places: Vec<Vec<usize>> = vec![Vec::new(); self.subtasks.len()];
        for (index, subtask) in self.subtasks.iter().enumerate().filter(|(_, own)| own.points != 0.0) {
            let mut more = BTreeSet::new();
            let mut requires = BTreeSet::new();
            let (mut seen, mut open) = (BTreeSet::from([index]), subtask.requires.clone());
            while let Some(next) = open.pop() {
                if !seen.insert(next) {
                    continue;
                }
                if is_listed(&self.subtasks[next]) {
                    more.extend(&self.subtasks[next].tests);
                    open.extend(&self.subtasks[next].requires);
                } else {
                    requires.insert(next);
                }
            }
            let requires: Vec<usize> = requires.into_iter().collect();
            if more.is_empty() || !subtask.each {
                more.extend(&subtask.tests);
                places[index].push(new.len());
                new.push(Subtask { tests: more.into_iter().collect(), requires, ..subtask.clone() });
                continue;
            }
            for (number, &test) in (1..).zip(&subtask.tests) {
                places[index].push(new.len());
                let tests: BTreeSet<usize> = more.iter().copied().chain([test]).collect();
                new.push(Subtask {
                    name: format!("{}-{number}", subtask.name),
                    points: subtask.of_each(),
                    tests: tests.into_iter().collect(),
                    each: false,
                    requires: requires.clone(),
                    ..subtask.clone()
                });
            }
        }
        for subtask in &mut new {
            subtask.requires = subtask.requires.iter().flat_map(|&old| places[old].clone()).collect();
        }
        new
    }
}

impl Package {
    /// Returns the subtasks for a format without a place for the package's own scoring files.
    pub fn subtasks(&self, format: &str, view: fn(&Scoring) -> Vec<Subtask>) -> Option<Vec<NamedSubtask>> {
        let scoring = self.scoring.as_ref();
        let subtasks = view(scoring.filter(|scoring| self.own != format && scoring.beyond.is_none())?);
        let are_numbers = subtasks.iter().all(|own| own.name.bytes().all(|byte| byte.is_ascii_digit()));
        let width =
            if are_numbers { subtasks.iter().map(|own| own.name.len()).max().unwrap_or(0) } else { 0 };
        let mut taken = BTreeSet::new();
        let named = subtasks.into_iter().map(|own| {
            let folder = unique(&format!("{:0>width$}", own.name), &mut taken);
            let mut names = BTreeSet::new();
            let tests = own.tests.iter().map(|&test| {
                let path = &self.tests[test].name;
                let name = path.rsplit_once('/').map_or(path.as_str(), |(_, name)| name);
                let own = name.strip_prefix(&folder).and_then(|rest| rest.strip_prefix('-'));
                (unique(&valid_name(own.filter(|own| !own.is_empty()).unwrap_or(name)), &mut names), test)
            });
            let (tests, each) = (tests.collect(), own.each.then(|| own.of_each()));
            NamedSubtask { folder, tests, points: own.points, each, requires: own.requires }
        });
        Some(named.collect())
    }

    /// Returns the tests, except samples, that no subtask lists: a format leaves them out, unless it keeps the package's own files about
    /// scores.
    pub fn tests_without_points(&self, format: &str) -> impl Iterator<Item = &Test> {
        let subtasks = self.subtasks(format, Scoring::with_points);
        let has_subtasks = subtasks.is_some();
        let listed = subtasks.into_iter().flatten().flat_map(|own| own.tests);
        let listed: BTreeSet<usize> = listed.map(|(_, test)| test).collect();
        let tests = self.tests.iter().enumerate();
        tests
            .filter(move |(index, test)| has_subtasks && !test.is_sample && !listed.contains(index))
            .map(|(_, test)| test)
    }

    /// Returns the reason why the scoring has no place in a format, if there is one.
    pub fn lost_scoring(&self, format: &str, lost: impl Fn(&Scoring) -> Option<String>) -> Vec<String> {
        let Some(scoring) = self.scoring.as_ref().filter(|_| self.own != format) else {
            return Vec::new();
        };
        let why = scoring.beyond.clone().or_else(|| lost(scoring));
        why.map(|why| format!("its score: {why}")).into_iter().collect()
    }

    /// Reads the rules of scoring, unless they are those of a package without points.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn take_scoring(&mut self, judged: &[Test], root: &Group, unscored: Unscored) -> io::Result<()> {
        let mut reader = Reader { full: HashMap::new(), tests: BTreeMap::new(), subtasks: Vec::new() };
        let scored: Vec<&Test> = judged.iter().filter(|test| test.solver_only.is_none()).collect();
        let all: Vec<Scored<'_>> = scored
            .iter()
            .map(|test| Scored {
                name: &test.name,
                group: test.group.as_deref().unwrap_or_default(),
                verdict: Verdict::Accepted,
                score: test.points.unwrap_or(0.0),
                points: test.points.unwrap_or(0.0),
            })
            .collect();
        let (whole, groups, _) = score(root, &all, None);
        reader.full.insert(root.name.clone(), whole.score.unwrap_or(0.0));
        reader.full.extend(groups.into_iter().map(|group| (group.name, group.score.unwrap_or(0.0))));
        let names: BTreeSet<&str> = root.all().into_iter().map(|group| group.name.as_str()).collect();
        let by_input = self.by_input();
        for test in scored {
            let Some(&index) = test.input.file().and_then(|file| by_input.get(file)) else { continue };
            let group = test.group.as_deref().filter(|name| names.contains(name)).unwrap_or(&root.name);
            reader.tests.entry(group.to_owned()).or_default().push((index, test.points.unwrap_or(0.0)));
        }
        let is_graded = root.all().iter().any(|group| group.grader.is_some());
        let mut beyond = match is_graded {
            true => Some("a grader of the package gives the points".to_owned()),
            false => reader.group(root, &[], "").err().map(|error| error.to_string()),
        };
        if beyond.is_none() && self.validator_gives_points()? {
            beyond = Some("the output validator gives parts of the points".to_owned());
        }
        let mut scoring = Scoring { subtasks: reader.resolved(root), beyond };
        if scoring.beyond.is_none() && scoring.with_points().is_empty() {
            // Polygon writes 0 points of every test where nobody has entered any.
            if self.own.is_empty() {
                return Ok(());
            }
            scoring.beyond = Some("no test has points".to_owned());
        }
        if !self.is_unscored(&scoring, unscored) {
            self.scoring = Some(scoring);
        }
        Ok(())
    }

    /// Returns whether rules are those of a package without points in a format.
    fn is_unscored(&self, scoring: &Scoring, unscored: Unscored) -> bool {
        let [one] = &scoring.with_points()[..] else { return false };
        let counts = |index: &usize| unscored != Unscored::WithoutSamples || !self.tests[*index].is_sample;
        let has_all =
            (0..self.tests.len()).filter(counts).count() == one.tests.iter().copied().filter(counts).count();
        let is_whole = !one.each && one.points == USUAL && one.requires.is_empty() && has_all;
        is_whole && unscored != Unscored::NoPoints && scoring.beyond.is_none()
    }

    /// Returns whether the output validator writes a file that gives points.
    fn validator_gives_points(&self) -> io::Result<bool> {
        for content in self.below("output_validator/").values() {
            let text = content.text()?;
            if text.contains("score.txt") || text.contains("score_multiplier.txt") {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

fn unsupported(why: String) -> Result<(), Error> {
    Err(Error::Unsupported(why))
}

/// Reads groups as subtasks.
struct Reader {
    /// The points of each group when every test is accepted.
    full: HashMap<String, f64>,
    /// The tests of each group, with their points.
    tests: BTreeMap<String, Vec<(usize, f64)>>,
    subtasks: Vec<Subtask>,
}

impl Reader {
    /// Adds the subtasks of a group, which also need those of `above`; the prefix of its name is left out.
    fn group(&mut self, group: &Group, above: &[String], prefix: &str) -> Result<(), Error> {
        let needs: Vec<String> =
            above.iter().chain(&group.requires).chain(&group.capped_by).cloned().collect();
        let shown = if group.name.is_empty() { "the whole" } else { &group.name };
        let own = self.tests.get(&group.name).cloned().unwrap_or_default();
        if let Some(other) = group.capped_by.iter().find(|other| self.is_sum(other)) {
            return unsupported(format!("{shown} has no greater part of its points than {other}"));
        }
        // A group whose only member is a group needs the same subtasks as that member.
        if let Some(only) = self.only(group).filter(|_| own.is_empty() && group.rule == Rule::Sum) {
            return self.group(only, &needs, prefix);
        }
        match group.rule {
            Rule::Max => return unsupported(format!("{shown} has the points of its best test")),
            Rule::Average if own.len() + group.groups.len() > 1 => {
                return unsupported(format!("{shown} has the mean of its parts"));
            }
            Rule::Penalty(_) => return unsupported(format!("{shown} takes points away")),
            Rule::Threshold(most) if most < 1.0 => return unsupported(format!("{shown} has a threshold")),
            // A rejected test has no points in any case, so a sum needs no condition.
            Rule::Sum if group.needs != Needs::All => {}
            _ if group.needs == Needs::Any => return unsupported(format!("{shown} needs one of its tests")),
            _ => return self.all_or_nothing(group, needs),
        }
        let may_reject = !own.is_empty() || group.groups.iter().any(|inner| !inner.accepts);
        if group.stops && may_reject && own.len() + group.groups.len() > 1 {
            return unsupported(format!("{shown} counts its tests up to the first that is rejected"));
        }
        // Tests count one by one; those with equal points become one subtask.
        let mut by_points: Vec<(f64, Vec<usize>)> = Vec::new();
        for (test, points) in own {
            match by_points.iter_mut().find(|(known, _)| *known == points) {
                Some((_, tests)) => tests.push(test),
                None => by_points.push((points, vec![test])),
            }
        }
        let are_several = by_points.len() > 1;
        for (number, (points, tests)) in (1..).zip(by_points) {
            let name = name_of(&group.name, prefix);
            let name = if are_several { format!("{name}-{number}") } else { name };
            // Tests are far fewer than 2^52.
            let points = points * tests.len() as f64;
            let (each, needs) = (tests.len() > 1, needs.clone());
            let group = group.name.clone();
            self.subtasks.push(Subtask { group, name, points, tests, each, needs, requires: Vec::new() });
        }
        for inner in &group.groups {
            self.group(inner, &needs, &group.name)?;
        }
        Ok(())
    }

    /// Returns the points of a group whose tests are all accepted.
    fn points(&self, group: &Group) -> f64 {
        self.full.get(&group.name).copied().unwrap_or(0.0)
    }

    /// Returns the only inner group that counts, in a group of which all must be accepted.
    fn only<'a>(&self, group: &'a Group) -> Option<&'a Group> {
        let mut counted = group.groups.iter().filter(|inner| !inner.accepts || self.points(inner) != 0.0);
        let only = counted.next().filter(|only| only.accepts || only.needs != Needs::None)?;
        (group.needs == Needs::All && counted.next().is_none()).then_some(only)
    }

    /// Adds a group of which all tests must be accepted, except those of inner groups that are accepted in any case.
    fn all_or_nothing(&mut self, group: &Group, mut needs: Vec<String>) -> Result<(), Error> {
        let mut points = self.points(group);
        let (mut tests, mut free) = (Vec::new(), Vec::new());
        let mut open = vec![group];
        while let Some(next) = open.pop() {
            let adds = next.rule == Rule::Sum && next.needs == Needs::None;
            let is_inner = next.name != group.name;
            if is_inner && next.accepts {
                if self.points(next) > 0.0 {
                    points -= self.points(next);
                    free.push(next);
                }
                continue;
            }
            let is_other =
                next.needs == Needs::Any || group.needs != Needs::All && (adds || next.rule == Rule::Max);
            if is_inner && is_other {
                return unsupported(format!("{} has the group {} in it", group.name, next.name));
            }
            tests.extend(self.tests.get(&next.name).into_iter().flatten().map(|(test, _)| *test));
            open.extend(next.groups.iter().rev());
        }
        if !free.is_empty() && group.rule != Rule::Sum {
            return unsupported(format!("{} has groups in it that are accepted in any case", group.name));
        }
        if !tests.is_empty() {
            let name = name_of(&group.name, "");
            let own = Subtask { group: group.name.clone(), needs: needs.clone(), ..Subtask::default() };
            self.subtasks.push(Subtask { name, points, tests, ..own });
            needs.push(group.name.clone());
        }
        free.into_iter().try_for_each(|inner| self.group(inner, &needs, &group.name))
    }

    /// Returns whether the tests of a group count one by one.
    fn is_sum(&self, name: &str) -> bool {
        self.subtasks.iter().any(|own| own.group == name && own.each)
    }

    /// Returns the subtasks with the indices of those that they need.
    fn resolved(mut self, root: &Group) -> Vec<Subtask> {
        let all = root.all();
        let groups: Vec<String> = self.subtasks.iter().map(|own| own.group.clone()).collect();
        for own in &mut self.subtasks {
            let needed: BTreeSet<&str> = own.needs.iter().flat_map(|name| conditions(&all, name)).collect();
            // The order is that of the package, not of its files.
            own.tests.sort_unstable();
            own.requires =
                (0..groups.len()).filter(|&index| needed.contains(groups[index].as_str())).collect();
        }
        self.subtasks
    }
}

/// Returns the names of a group and of those within it. A group that counts as accepted in any case is no condition.
fn conditions<'g>(all: &[&'g Group], name: &str) -> Vec<&'g str> {
    let mut open: Vec<&Group> = all.iter().filter(|group| group.name == name).copied().collect();
    let mut names = Vec::new();
    while let Some(group) = open.pop() {
        if !group.accepts {
            names.push(group.name.as_str());
            open.extend(&group.groups);
        }
    }
    names
}

/// Returns the name of a subtask: its group's name without the folders around it.
fn name_of(group: &str, above: &str) -> String {
    let name = group.strip_prefix(above).unwrap_or(group).rsplit('/').next().unwrap_or_default();
    if name.is_empty() { "tests".to_owned() } else { valid_name(name) }
}
