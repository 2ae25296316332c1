//! Coin-turning games: coins in a row, numbered from 1; a move turns some of them, the rightmost of which goes from
//! heads to tails.
//!
//! A row is the sum of its heads, each alone on a row: two heads in one place, which cancel as equal games do, are
//! none. (Lenstra 1978; *Winning Ways*, chapter 14.) So a coin has a value, like a heap; `0` stands for no coin.

use crate::sequence::bitset::ValueSet;
use crate::sequence::definition::Definition;
use crate::sequence::period::Period;
use crate::sequence::source::Sequence;
use crate::sequence::theorem::Theorem;
use crate::sequence::values::Values;
use crate::theory::game::{
    Budget, Component, Flow, Game, Goal, Refusal, Shape, Unanswerable, Visit, Winning,
};
use crate::theory::refusal::Excess;
use crate::theory::watch::Steps;
use crate::theory::watch::Watch;

/// The coins that a move may turn besides the rightmost one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turns {
    /// Any coins, in a number from the first to the second.
    Any(usize, usize),
    /// Any number of coins directly beside it.
    Next,
    /// Two, the three at equal distances.
    Spaced,
}

/// Every kind of game, by its name after `coins:`.
pub(super) const KINDS: [(&str, Turns); 9] = [
    ("turtles", Turns::Any(0, 1)),
    ("mock-turtles", Turns::Any(0, 2)),
    ("moebius", Turns::Any(0, 4)),
    ("mogul", Turns::Any(0, 6)),
    ("moidores", Turns::Any(0, 8)),
    ("twins", Turns::Any(1, 1)),
    ("triplets", Turns::Any(2, 2)),
    ("ruler", Turns::Next),
    ("ternups", Turns::Spaced),
];

impl Turns {
    /// Visits the sets of coins that may be turned beside coin `n`, the smallest first.
    fn others(self, n: u64, visit: &mut dyn FnMut(&[u64]) -> Flow) -> Flow {
        match self {
            _ if n == 0 => Flow::Continue(()),
            Self::Any(least, most) => {
                (least..=most).try_for_each(|size| subsets(1, n, size, &mut Vec::new(), visit))
            }
            Self::Spaced => (1..=(n - 1) / 2).try_for_each(|step| visit(&[n - 2 * step, n - step])),
            Self::Next => {
                let mut others = Vec::new();
                visit(&others)?;
                (1..n).rev().try_for_each(|m| {
                    others.push(m);
                    visit(&others)
                })
            }
        }
    }

    /// Returns the values, with a formula if one is known.
    ///
    /// *Turtles*: n, since a second coin at m is a move to m. *Twins*: n - 1, the same without the move to nothing.
    /// *Ruler*: the largest power of two that divides n. *Mock turtles*: the n-th number with an odd number of ones
    /// (odious): the XOR of two of them is never odious, and all smaller even-parity numbers are such XORs.
    /// *Triplets*: those of mock turtles two places before, as the first two coins have the value 0 and fill up a move.
    fn sequence(self) -> Sequence {
        let linear = |preperiod| Some(Period { preperiod, period: 1, saltus: 1 });
        let proof = "by induction on the place (Winning Ways, chapter 14)";
        match self {
            Self::Any(0, 1) => Sequence::formula(Some, linear(0), proof),
            Self::Any(1, 1) => Sequence::formula(|n| Some(n.saturating_sub(1)), linear(1), proof),
            Self::Next => {
                Sequence::formula(|n| Some(if n == 0 { 0 } else { 1 << n.trailing_zeros() }), None, proof)
            }
            Self::Any(0, 2) => Sequence::formula(odious, None, proof),
            Self::Any(2, 2) => Sequence::formula(|n| odious(n.saturating_sub(2)), None, proof),
            Self::Any(..) | Self::Spaced => {
                let sums = if let Self::Any(_, most) = self { most } else { 0 };
                let mut nothing = ValueSet::default();
                nothing.insert(0);
                let places = Places { turns: self, values: Vec::new(), sums: vec![nothing; sums] };
                Sequence::table(places, Theorem::None)
            }
        }
    }

    /// Returns the coin of this value, where a formula gives it.
    fn coin(self, value: u64) -> Option<u64> {
        match self {
            Self::Any(0, 1) => Some(value),
            Self::Any(1, 1) => value.checked_add(1),
            Self::Any(0, 2) if value.count_ones() % 2 == 1 => Some(value / 2 + 1),
            _ => None,
        }
    }
}

/// Returns the n-th odious number, from 1, and 0 for 0; `None` beyond 64 bits.
fn odious(n: u64) -> Option<u64> {
    match n.checked_sub(1) {
        None => Some(0),
        Some(before) => Some(before.checked_mul(2)? + u64::from(before.count_ones() % 2 == 0)),
    }
}

/// Visits the sets of `size` coins from `from` up to, but not with, `n`, each after `others`.
fn subsets(
    from: u64,
    n: u64,
    size: usize,
    others: &mut Vec<u64>,
    visit: &mut dyn FnMut(&[u64]) -> Flow,
) -> Flow {
    if size == 0 {
        return visit(others);
    }
    for coin in from..n {
        others.push(coin);
        let flow = subsets(coin + 1, n, size - 1, others, visit);
        others.pop();
        flow?;
    }
    Flow::Continue(())
}

/// Values G(0), G(1), … by place, computed in order.
///
/// *Idea*: where any coins up to some number may be turned, the options of the next coin are the XORs of so many
/// values at most, kept as sets that each new value joins. (The rows whose value is 0 are the words of a *lexicode*; Conway and
/// Sloane 1986.) *Cost* of a place: as many bit operations as there are values; *memory*: a bit for each value and each number of coins.
#[derive(Debug)]
struct Places {
    turns: Turns,
    values: Vec<u64>,
    /// The XORs of at most one value so far, of at most two, and so on.
    sums: Vec<ValueSet>,
}

/// The most words of a set of XORs: 8 MB.
const MOST_WORDS: usize = 1 << 20;

impl Values for Places {
    fn len(&self) -> usize {
        self.values.len()
    }

    fn get(&self, n: usize) -> u64 {
        self.values[n]
    }

    fn extend(&mut self, len: usize, watch: &mut Watch<'_>) -> Result<(), Refusal> {
        let mut steps = Steps::new(watch, 0, "values").after(self.values.len() as u64);
        while self.values.len() < len {
            let value = match self.sums.last() {
                _ if self.values.is_empty() => 0,
                Some(sums) => sums.mex(),
                None => {
                    let mut options = ValueSet::default();
                    let _ = self.turns.others(self.values.len() as u64, &mut |others| {
                        let values = others.iter().map(|&coin| self.values[coin as usize] as u32);
                        options.insert(values.fold(0, |sum, value| sum ^ value));
                        Flow::Continue(())
                    });
                    options.mex()
                }
            };
            for most in (0..self.sums.len()).rev() {
                let (fewer, sums) = self.sums.split_at_mut(most);
                match fewer.last() {
                    Some(fewer) => sums[0].join(fewer, value),
                    None => sums[0].insert(value),
                }
            }
            self.values.push(u64::from(value));
            steps.step(self.sums.iter().map(|sums| sums.words() as u64 * 8).sum())?;
            if self.sums.last().is_some_and(|sums| sums.words() > MOST_WORDS) {
                return Err(Refusal::too_many(Excess::SumsOfCoins, 64 * MOST_WORDS));
            }
        }
        Ok(())
    }
}

/// A coin-turning game. A component is a row: the places of its heads.
#[derive(Debug)]
pub struct Coins {
    name: &'static str,
    turns: Turns,
    sequence: Sequence,
}

impl Coins {
    /// Returns the game of a kind, by its name after `coins:`.
    pub fn named(name: &str) -> Option<Self> {
        let &(name, turns) = KINDS.iter().find(|(known, _)| *known == name)?;
        Some(Self { name, turns, sequence: turns.sequence() })
    }

    /// Adds the moves that turn coin `n` of a row and others whose values add to `target`.
    fn find(&self, row: &[u64], n: u64, target: u64, found: &mut Winning<'_, '_>) -> Flow {
        let value = |coin: u64| self.sequence.known(coin).unwrap_or(0);
        let coin = |value: u64| self.turns.coin(value).filter(|coin| (1..n).contains(coin));
        match self.turns {
            _ if n == 0 => Flow::Continue(()),
            Turns::Any(0, 1 | 2) | Turns::Any(1, 1) => {
                if target == 0 && self.turns != Turns::Any(1, 1) {
                    found.add_one(after(row, n, &[]))?;
                }
                if let Some(coin) = coin(target) {
                    found.add_one(after(row, n, &[coin]))?;
                }
                let ones = if self.turns == Turns::Any(0, 2) { 1..n } else { 0..0 };
                for one in ones {
                    found.count_option()?;
                    if let Some(other) = coin(target ^ value(one)).filter(|&other| other > one) {
                        found.add_one(after(row, n, &[one, other]))?;
                    }
                }
                Flow::Continue(())
            }
            Turns::Next => {
                let mut sum = 0;
                for coin in (1..=n).rev() {
                    sum ^= if coin < n { value(coin) } else { 0 };
                    found.count_option()?;
                    if sum == target {
                        found.add_one(after(row, n, &(coin..n).rev().collect::<Vec<_>>()))?;
                    }
                }
                Flow::Continue(())
            }
            _ => self.turns.others(n, &mut |others| {
                found.count_option()?;
                let sum = others.iter().fold(0, |sum, &coin| sum ^ value(coin));
                if sum == target { found.add_one(after(row, n, others)) } else { Flow::Continue(()) }
            }),
        }
    }
}

/// Coins that are moved, one at a time, so that a coin n has n options at most.
impl Definition for Coins {
    fn options_count(&self, n: u64, _: u64) -> u64 {
        n
    }

    fn visit_options(&self, heap: u64, visit: &mut dyn FnMut(&[u64]) -> Flow) -> Flow {
        self.turns.others(heap, visit)
    }
}

impl Game for Coins {
    fn name(&self) -> String {
        format!("coins:{}", self.name)
    }

    fn shape(&self) -> Shape {
        Shape::Board { cells: 0..=u64::MAX }
    }

    fn options(&self, component: &[u64], visit: &mut Visit<'_>) -> Flow {
        for &coin in component {
            self.turns.others(coin, &mut |others| visit(&[after(component, coin, others)]))?;
        }
        Flow::Continue(())
    }

    fn grundy(&mut self, row: &[u64], budget: &mut Budget<'_>) -> Result<Option<u64>, Refusal> {
        row.iter().try_fold(0, |sum, &coin| Ok(sum ^ self.sequence.value_within(coin, budget)?)).map(Some)
    }

    fn winning(&mut self, row: &[u64], goal: Goal, found: &mut Winning<'_, '_>) -> Result<bool, Refusal> {
        let Goal::Value(target) = goal else { return Ok(false) };
        let change = target ^ self.grundy(row, found.budget)?.unwrap_or(0);
        let _ = row.iter().try_for_each(|&coin| {
            self.find(row, coin, change ^ self.sequence.known(coin).unwrap_or(0), found)
        });
        Ok(true)
    }

    /// Only games in which a move turns two coins at most have a period.
    fn definition(&self) -> Option<&dyn Definition> {
        matches!(self.turns, Turns::Any(_, 1)).then_some(self)
    }

    fn sequence(&mut self) -> Result<&mut Sequence, Unanswerable> {
        Ok(&mut self.sequence)
    }
}

/// Returns the row after a move that turns a head and others over, in rising order.
pub(crate) fn after(row: &[u64], head: u64, others: &[u64]) -> Component {
    let mut row: Vec<u64> = row.iter().copied().filter(|&other| other != head).collect();
    row.sort_unstable();
    for coin in others {
        match row.binary_search(coin) {
            Ok(place) => {
                row.remove(place);
            }
            Err(place) => row.insert(place, *coin),
        }
    }
    row
}
