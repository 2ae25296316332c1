//! The numbers of lists and rows.

use std::collections::HashMap;
use std::iter;

use super::layout::LongList;
use super::maker::{InputMaker, Stop};
use super::{heaps, related, trees};
use crate::families::Values;
use nim_solve::problem::{Condition, Span};

/// The length from which a list is made while it is written.
const LONG: usize = 4096;
/// The greatest excess of a small number over the least.
const SMALL: u64 = 9;

impl InputMaker<'_> {
    /// Makes the numbers of a list, or of rows of single fields.
    pub(super) fn list(&mut self, span: &Span) -> Result<(), Stop> {
        let width = span.fields.len();
        let rows = span.len / width.max(1);
        if let Some(row) = span.rows
            && self.plan.has(Condition::Tree(row))
        {
            if self.plan.family.values == Values::Every {
                self.every_tree(rows as u64 + 1);
            } else {
                trees::edges(self.plan.family.values, &mut self.random, rows as u64 + 1, &mut self.values);
            }
            return Ok(());
        }
        let differ = span.rows.is_some_and(|row| self.plan.has(Condition::Distinct(row)));
        if width == 1 && span.fields[0].kind.is_natural() {
            return self.column(span.fields[0].name, rows);
        }
        for _ in 0..rows {
            let row = self.values.len();
            for field in span.fields {
                let made = self.single(field)?;
                let made = if differ { self.other_than(row, field.name, made)? } else { made };
                self.values.push(made);
            }
        }
        Ok(())
    }

    /// Makes the numbers of a list.
    fn column(&mut self, name: &'static str, count: usize) -> Result<(), Stop> {
        let (least, most) = self.range(name)?;
        let (least, most) = self.share(name, count as u64, least, most);
        if count >= LONG && most >= least && self.plan.is_unkept(name) {
            let random = self.random.clone();
            self.random.skip(count as u64);
            self.long = Some(LongList { len: count, range: (least, most), random });
            return Ok(());
        }
        if self.values.try_reserve(count).is_err() {
            return Err(Stop::Never(format!("there is no memory for {count} numbers")));
        }
        let from = self.values.len();
        let is_distinct = self.plan.field(name).is_some_and(|(role, _)| role.is_distinct);
        let is_ascending = self.plan.field(name).is_some_and(|(role, _)| role.is_ascending);
        match self.plan.family.values {
            Values::Heaps(kind) if self.plan.field(name).is_some_and(|(role, _)| role.is_heap()) => {
                heaps::fill(kind, &mut self.random, least, most, count, &mut self.values);
            }
            Values::Most if is_distinct => {
                self.values.extend((0..count as u64).map(|i| most.saturating_sub(i).max(least)));
            }
            Values::Consecutive => {
                let first =
                    if self.random.within(0, 1) == 0 { least } else { self.random.within(least, most) };
                let run =
                    iter::successors(Some(first), |heap| Some(if *heap < most { heap + 1 } else { least }));
                self.values.extend(run.take(count));
            }
            Values::Any | Values::Ascending | Values::Descending | Values::Heaps(_) => {
                let random = &mut self.random;
                self.values.extend((0..count).map(|_| random.within(least, most)));
            }
            Values::Every if is_ascending => self.every_ascending(name, count, least, most)?,
            _ => {
                for _ in 0..count {
                    let made = self.value(name, least, most);
                    self.values.push(made);
                }
            }
        }
        if is_distinct && self.plan.family.values != Values::Every {
            make_distinct(&mut self.values[from..], least, most);
        }
        if self.plan.has(Condition::Even(name)) {
            self.values[from..].iter_mut().for_each(|value| *value -= *value % 2);
        }
        self.put_in(name, from);
        match self.plan.family.values {
            Values::Every => {}
            Values::Ascending => self.values[from..].sort_unstable(),
            _ if is_ascending => self.values[from..].sort_unstable(),
            Values::Descending => self.values[from..].sort_unstable_by(|one, other| other.cmp(one)),
            _ => {}
        }
        self.lift(name, from, most);
        self.lists.push((name, from));
        let sum = self.values[from..].iter().fold(0, |sum: u64, value| sum.saturating_add(*value));
        self.subtract(name, sum);
        Ok(())
    }

    /// Makes numbers of a list anew that must be above those of another one, and are not; if every list is made in turn, some are.
    fn lift(&mut self, name: &str, from: usize, most: u64) {
        let above = self.plan.conditions.iter().find_map(|condition| match **condition {
            Condition::Above { field, other } if field == name => Some(other),
            _ => None,
        });
        let other = self.lists.iter().rev().find(|(other, _)| above == Some(*other));
        let Some(&(_, other)) = other.filter(|_| self.plan.family.values != Values::Every) else { return };
        let (before, own) = self.values.split_at_mut(from);
        for (number, other) in own.iter_mut().zip(&before[other..]) {
            let least = other.saturating_add(1);
            if *number < least {
                *number = self.random.within(least, most.max(least));
            }
        }
    }

    /// Makes a list in strictly rising order: among all lists, hardly any would be.
    fn every_ascending(
        &mut self,
        name: &'static str,
        count: usize,
        mut least: u64,
        most: u64,
    ) -> Result<(), Stop> {
        for _ in 0..count {
            if least > most {
                return Err(Stop::Refused(format!("there are too few numbers for an ascending {name}")));
            }
            let made = self.value(name, least, most);
            self.values.push(made);
            least = made.saturating_add(1);
        }
        Ok(())
    }

    /// Puts the required numbers into a list; if every list is made in turn, some have them anyway.
    fn put_in(&mut self, name: &str, from: usize) {
        let list = &mut self.values[from..];
        if list.is_empty() || self.plan.family.values == Values::Every {
            return;
        }
        for condition in &self.plan.conditions {
            if let Condition::Contains { field, number } = **condition
                && field == name
                && !list.contains(&number)
            {
                let place = self.random.within(0, list.len() as u64 - 1);
                list[place as usize] = number;
            }
        }
    }

    /// Makes a number that counts nothing.
    pub(super) fn value(&mut self, name: &'static str, least: u64, most: u64) -> u64 {
        let random = &mut self.random;
        let made = match self.plan.family.values {
            Values::Least if !self.is_loose => least,
            Values::Most if !self.is_loose => most,
            Values::Least | Values::Most | Values::Any | Values::Heaps(_) => random.within(least, most),
            Values::Small => random.within(least, most.min(least.saturating_add(SMALL))),
            Values::AnyMagnitude => related::any_magnitude(random, least, most),
            Values::Zeros if least == 0 && random.within(0, 1) == 0 => 0,
            Values::Zeros => random.within(least, most),
            Values::Equal => {
                self.before.get_or_insert(random.within(least, most)).to_owned().clamp(least, most)
            }
            Values::Powers => self.decks.entry(name).or_default().power(least, most, random),
            Values::Round => self.decks.entry(name).or_default().round(least, most, random),
            Values::Squares => related::square(random, least, most),
            Values::Fibonacci => related::fibonacci(random, self.before, least, most),
            Values::Related(relation) => related::related(relation, random, self.before, least, most),
            Values::Consecutive => random.within(least, most),
            Values::Edges => self.decks.entry(name).or_default().edge(least, most, random),
            Values::Ascending => random.within(self.before.unwrap_or(0).clamp(least, most), most),
            Values::Descending => random.within(least, self.before.unwrap_or(u64::MAX).clamp(least, most)),
            Values::Every => self.odometer.choose(least, most),
        };
        if matches!(
            self.plan.family.values,
            Values::Ascending | Values::Descending | Values::Fibonacci | Values::Related(_)
        ) {
            self.before = Some(made);
        }
        self.fit(name, made)
    }

    /// Returns `made`, or the next number that does not occur in its row.
    fn other_than(&self, row: usize, name: &str, made: u64) -> Result<u64, Stop> {
        if self.plan.family.values == Values::Every {
            return Ok(made);
        }
        let (least, most) = self.range(name)?;
        let mut numbers = (made..=most).chain(least..made);
        let other = numbers.find(|number| !self.values[row..].contains(number));
        other.ok_or_else(|| Stop::Refused(format!("there are too few numbers for different {name}")))
    }

    /// Makes one of the trees in which every vertex has an earlier parent.
    fn every_tree(&mut self, vertices: u64) {
        for child in 2..=vertices {
            let parent = self.odometer.choose(1, child - 1);
            self.values.extend([parent, child]);
        }
    }
}

/// Numbers of a list in which one is found faster than in a table.
const FEW: usize = 64;

/// Replaces each number that has occurred before by the next that has not, as far as there is one.
fn make_distinct(numbers: &mut [u64], least: u64, most: u64) {
    if numbers.len() <= FEW && most - least >= numbers.len() as u64 - u64::from(!numbers.is_empty()) {
        for i in 0..numbers.len() {
            while numbers[..i].contains(&numbers[i]) {
                numbers[i] = if numbers[i] == most { least } else { numbers[i] + 1 };
            }
        }
        return;
    }
    // For each taken number, the one at which the search for a free number goes on.
    let mut next: HashMap<u64, u64> = HashMap::new();
    for number in numbers {
        let mut at = *number;
        let mut path = Vec::new();
        while let Some(&after) = next.get(&at) {
            path.push(at);
            at = after;
            if path.len() > next.len() {
                return;
            }
        }
        *number = at;
        let after = if at == most { least } else { at + 1 };
        next.insert(at, after);
        for passed in path {
            next.insert(passed, after);
        }
    }
}
