//! The cheapest condition that holds exactly in some cases, or only in them and few others.

use super::atoms::{Atom, Gap, Test};
use super::features::NONE;
use super::measures::Value;
use super::table::Table;

/// One condition, or two that hold together.
pub type Condition = Vec<Atom>;

/// Rows inside and outside a condition that is looked for.
pub struct Split<'t> {
    /// The features.
    pub table: &'t Table<'t>,
    /// The rows in which it must hold.
    pub inside: Vec<u32>,
    /// The rows in which it should not.
    pub outside: Vec<u32>,
}

/// What conditions may be made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Whether the right answer may be named.
    pub with_answer: bool,
    /// Whether what nobody would say aloud may be.
    pub with_obscure: bool,
    /// The number of conditions.
    pub most: usize,
}

/// The fewest cases outside that each of two conditions must keep out alone.
const KEPT_OUT: usize = 5;
/// The price of a second condition.
const AND: u32 = 2;
/// What a condition that holds too often must save, in bits and as a part of all.
const SAVED: (f64, f64) = (30.0, 0.2);
/// The fewest cases that lie outside such a condition.
const LEAST_OUTSIDE: usize = 20;

/// A condition that holds in all rows inside, and the rows outside in which it holds, too.
struct Candidate {
    atom: Atom,
    price: u32,
    rest: Vec<u64>,
    count: usize,
}

impl Split<'_> {
    /// Returns the cheapest condition that holds inside and nowhere outside, with as few parts as possible.
    pub fn exact(&self, limits: Limits) -> Option<Condition> {
        let candidates = self.candidates(limits);
        let single = candidates
            .iter()
            .filter(|candidate| candidate.count == 0)
            .min_by_key(|candidate| candidate.price);
        if let Some(single) = single {
            let is_answer = self.table.is_answer(single.atom.column);
            return if is_answer { None } else { self.fitted(vec![single.atom]) };
        }
        if limits.most < 2 {
            return None;
        }
        let mut cheapest: Option<(u32, Condition)> = None;
        for (place, one) in candidates.iter().enumerate().filter(|(_, one)| one.count >= KEPT_OUT) {
            for other in candidates[place + 1..].iter().filter(|other| other.count >= KEPT_OUT) {
                let price = one.price + other.price + AND;
                let is_cheaper = cheapest.as_ref().is_none_or(|(known, _)| price < *known);
                if is_cheaper && one.atom.column != other.atom.column && !one.meets(other) {
                    cheapest = Some((price, vec![one.atom, other.atom]));
                }
            }
        }
        self.fitted(cheapest?.1)
    }

    /// Returns the condition that holds inside and saves the most bits, and in how many rows outside it holds.
    pub fn only(&self, limits: Limits) -> Option<(Condition, usize)> {
        let candidates = self.candidates(limits);
        let (inside, outside) = (self.inside.len(), self.outside.len());
        let without = choices(inside + outside, inside);
        let mut best: Option<(f64, Condition, usize)> = None;
        let mut consider = |price: u32, count: usize, atoms: &[Atom]| {
            let saved = without - choices(inside + count, inside) - f64::from(price);
            let is_enough =
                saved >= SAVED.0 && saved >= SAVED.1 * without && outside - count >= LEAST_OUTSIDE;
            let is_answer = atoms.iter().all(|atom| self.table.is_answer(atom.column));
            if is_enough && !is_answer && count > 0 && best.as_ref().is_none_or(|(known, ..)| saved > *known)
            {
                best = Some((saved, atoms.to_vec(), count));
            }
        };
        for (place, one) in candidates.iter().enumerate() {
            consider(one.price, one.count, &[one.atom]);
            for other in candidates[place + 1..].iter().filter(|other| other.atom.column != one.atom.column) {
                let both: u32 =
                    one.rest.iter().zip(&other.rest).map(|(one, other)| (one & other).count_ones()).sum();
                let both = both as usize;
                if one.count.min(other.count) >= both + KEPT_OUT {
                    consider(one.price + other.price + AND, both, &[one.atom, other.atom]);
                }
            }
        }
        let (_, condition, count) = best?;
        Some((self.fitted(condition)?, count))
    }

    fn candidates(&self, limits: Limits) -> Vec<Candidate> {
        (0..self.table.features.len())
            .filter(|&column| match self.table.features[column].measure.value {
                Value::Answer => limits.with_answer,
                Value::Obscure(_) => limits.with_obscure,
                _ => true,
            })
            .flat_map(|column| Atom::of_all(self.table, column, &self.inside))
            .map(|atom| Candidate::new(atom, self))
            .filter(|candidate| candidate.count < self.outside.len())
            .collect()
    }

    /// Gives thresholds the other end of their gap: among the rows outside that the other condition leaves. `None` where there is none, as
    /// below a number that the first case of an input does not have.
    fn fitted(&self, mut condition: Condition) -> Option<Condition> {
        for place in 0..condition.len() {
            let Atom { column, test } = condition[place];
            if test.gap().is_none() {
                continue;
            }
            let left = self.outside.iter().filter(|row| {
                let others = condition.iter().enumerate().filter(|(other, _)| *other != place);
                // The gap of the first leaves what the second must keep out.
                let mut held = others.map(|(_, other)| other.holds(self.table, **row));
                held.all(|holds| if place == 0 { holds == Some(true) } else { holds != Some(false) })
            });
            let left = left.map(|&row| self.table.columns[column][row as usize]);
            condition[place].test = match test {
                Test::Above(Gap { high, .. }) => Test::Above(Gap {
                    low: left.filter(|&value| value < high).max().unwrap_or(i64::MIN),
                    high,
                }),
                Test::Below(Gap { low, .. }) => Test::Below(Gap {
                    low,
                    high: left.filter(|&value| value > low).min().unwrap_or(i64::MAX),
                }),
                other => other,
            };
        }
        let mut gaps = condition.iter().filter_map(|atom| atom.test.gap());
        gaps.all(|gap| gap.low != NONE && gap.high != i64::MAX).then_some(condition)
    }
}

impl Candidate {
    fn new(atom: Atom, split: &Split<'_>) -> Self {
        let column = &split.table.columns[atom.column];
        let mut rest = vec![0_u64; split.outside.len().div_ceil(64)];
        let mut count = 0;
        for (place, &row) in split.outside.iter().enumerate() {
            if atom.test.holds(column[row as usize]) != Some(false) && !atom.leaves_out(column[row as usize])
            {
                rest[place / 64] |= 1 << (place % 64);
                count += 1;
            }
        }
        Self { atom, price: atom.price(split.table), rest, count }
    }

    /// Returns whether a row outside has both conditions.
    fn meets(&self, other: &Self) -> bool {
        self.rest.iter().zip(&other.rest).any(|(one, other)| one & other != 0)
    }
}

impl Atom {
    /// Returns whether it holds in a row.
    pub fn holds(&self, table: &Table<'_>, row: u32) -> Option<bool> {
        self.test.holds(table.columns[self.column][row as usize])
    }

    /// Returns whether a value lies in the gap of a threshold that is not fitted yet.
    const fn leaves_out(&self, value: i64) -> bool {
        match self.test {
            Test::Above(gap) => value < gap.high,
            Test::Below(gap) => value > gap.low,
            _ => false,
        }
    }
}

/// Returns whether all parts of a condition hold in a row; `None` where that is not known.
pub fn holds(condition: &[Atom], table: &Table<'_>, row: u32) -> Option<bool> {
    let mut is_known = true;
    for atom in condition {
        match atom.holds(table, row) {
            Some(true) => {}
            Some(false) => return Some(false),
            None => is_known = false,
        }
    }
    is_known.then_some(true)
}

/// Returns the logarithm of the number of ways to choose some of all.
fn choices(all: usize, some: usize) -> f64 {
    let parts = [some as f64, all as f64 - some as f64].into_iter().filter(|part| *part > 0.0);
    parts.map(|part| part * (all as f64 / part).log2()).sum()
}
