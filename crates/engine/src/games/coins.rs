//! Coin-turning games: coins in a row, numbered from 1; a move turns some of them, the rightmost of which goes from
//! heads to tails.
//!
//! A row is the sum of its heads, each alone on a row: two heads in one place, which cancel as equal games do, are
//! none. (Lenstra 1978; *Winning Ways*, chapter 14.) So a coin has a value, like a heap; `0` stands for no coin.

use std::ops::{ControlFlow, RangeInclusive};

use crate::sequence::bitset::ValueSet;
use crate::sequence::period::Period;
use crate::sequence::source::Sequence;
use crate::sequence::theorem::Theorem;
use crate::sequence::values::Values;
use crate::theory::game::{Budget, Component, Flow, Game, Goal, Refusal, Shape, Visit, Winning};
use crate::theory::watch::Steps;
use crate::theory::watch::Watch;

/// Which coins a move may turn beside the rightmost one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoinKind {
    /// At most one.
    Turtles,
    /// At most two.
    MockTurtles,
    /// At most four.
    Moebius,
    /// At most six.
    Mogul,
    /// At most eight.
    Moidores,
    /// Exactly one.
    Twins,
    /// Exactly two.
    Triplets,
    /// Those next to it, any number.
    Ruler,
    /// Exactly two, the three at equal distances.
    Ternups,
}

impl CoinKind {
    /// All kinds.
    pub const ALL: [Self; 9] = [
        Self::Turtles,
        Self::MockTurtles,
        Self::Moebius,
        Self::Mogul,
        Self::Moidores,
        Self::Twins,
        Self::Triplets,
        Self::Ruler,
        Self::Ternups,
    ];

    /// Returns the name after `coins:`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Turtles => "turtles",
            Self::MockTurtles => "mock-turtles",
            Self::Moebius => "moebius",
            Self::Mogul => "mogul",
            Self::Moidores => "moidores",
            Self::Twins => "twins",
            Self::Triplets => "triplets",
            Self::Ruler => "ruler",
            Self::Ternups => "ternups",
        }
    }

    /// Returns the numbers of coins that may be turned beside the rightmost one, where any coins will do.
    fn any(self) -> Option<RangeInclusive<usize>> {
        match self {
            Self::Turtles => Some(0..=1),
            Self::MockTurtles => Some(0..=2),
            Self::Moebius => Some(0..=4),
            Self::Mogul => Some(0..=6),
            Self::Moidores => Some(0..=8),
            Self::Twins => Some(1..=1),
            Self::Triplets => Some(2..=2),
            Self::Ruler | Self::Ternups => None,
        }
    }

    /// Visits the sets of coins that may be turned beside coin `n`, the smallest first.
    fn others(self, n: u64, visit: &mut dyn FnMut(&[u64]) -> Flow) -> Flow {
        let mut others = Vec::new();
        match (self, self.any()) {
            _ if n == 0 => ControlFlow::Continue(()),
            (_, Some(mut sizes)) => sizes.try_for_each(|size| subsets(1, n, size, &mut others, visit)),
            (Self::Ternups, _) => (1..=(n - 1) / 2).try_for_each(|step| visit(&[n - 2 * step, n - step])),
            _ => {
                visit(&[])?;
                (1..n).rev().try_for_each(|m| {
                    others.push(m);
                    visit(&others)
                })
            }
        }
    }

    /// Returns the values, with a formula where one is known.
    ///
    /// *Turtles*: n, since a second coin at m is a move to m. *Twins*: n - 1, the same but for the move to nothing.
    /// *Ruler*: the largest power of two that divides n. *Mock turtles*: the n-th number with an odd number of ones
    /// (odious): the XOR of two of them is never odious, and all smaller even-parity numbers are such XORs.
    /// *Triplets*: those of mock turtles two places before, as the first two coins have the value 0 and fill up a move.
    fn sequence(self) -> Sequence {
        let linear = |preperiod| Some(Period { preperiod, period: 1, saltus: 1 });
        let proof = "by induction on the place (Winning Ways, chapter 14)";
        let odious = |n: u64| match n.checked_sub(1) {
            None => Some(0),
            Some(before) => Some(before.checked_mul(2)? + u64::from(before.count_ones() % 2 == 0)),
        };
        match self {
            Self::Turtles => Sequence::formula(Some, linear(0), proof),
            Self::Twins => Sequence::formula(|n| Some(n.saturating_sub(1)), linear(1), proof),
            Self::Ruler => {
                let power = |n: u64| if n == 0 { 0 } else { 1 << n.trailing_zeros() };
                Sequence::formula(move |n| Some(power(n)), None, proof)
            }
            Self::MockTurtles => Sequence::formula(odious, None, proof),
            Self::Triplets => Sequence::formula(move |n| odious(n.saturating_sub(2)), None, proof),
            Self::Moebius | Self::Mogul | Self::Moidores | Self::Ternups => {
                let sums = self.any().map_or(0, |sizes| *sizes.end());
                let mut nothing = ValueSet::default();
                nothing.insert(0);
                let places = Places { kind: self, values: Vec::new(), sums: vec![nothing; sums] };
                Sequence::table(places, Theorem::None)
            }
        }
    }

    /// Returns the coin of this value, where a formula gives it.
    fn coin(self, value: u64) -> Option<u64> {
        match self {
            Self::Turtles => Some(value),
            Self::Twins => value.checked_add(1),
            Self::MockTurtles if value.count_ones() % 2 == 1 => Some(value / 2 + 1),
            _ => None,
        }
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
    ControlFlow::Continue(())
}

/// Values G(0), G(1), … by place, computed in order.
///
/// *Idea*: where any coins up to some number may be turned, the options of the next coin are the XORs of so many
/// values at most, kept as sets that each new value joins. (The rows whose value is 0 are the words of a *lexicode*; Conway and
/// Sloane 1986.) *Cost* of a place: as many bit operations as there are values; *memory*: a bit for each value and each number of coins.
#[derive(Debug)]
struct Places {
    kind: CoinKind,
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
                    let value = |coin: &u64| self.values[*coin as usize] as u32;
                    let _ = self.kind.others(self.values.len() as u64, &mut |others| {
                        options.insert(others.iter().map(value).fold(0, |sum, value| sum ^ value));
                        ControlFlow::Continue(())
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
                return Err(Refusal::TooMany {
                    what: "values of coins to be added up",
                    limit: 64 * MOST_WORDS as u64,
                });
            }
        }
        Ok(())
    }
}

/// A coin-turning game. A component is a row: the places of its heads.
#[derive(Debug)]
pub struct Coins {
    kind: CoinKind,
    sequence: Sequence,
}

impl Coins {
    /// Creates the game of one kind.
    pub fn new(kind: CoinKind) -> Self {
        Self { kind, sequence: kind.sequence() }
    }

    /// Adds the moves that turn coin `n` of a row and others whose values add to `target`.
    fn find(&self, row: &[u64], n: u64, target: u64, found: &mut Winning<'_, '_>) -> Flow {
        let value = |coin: u64| self.sequence.known(coin).unwrap_or(0);
        let coin = |value: u64| self.kind.coin(value).filter(|coin| (1..n).contains(coin));
        match self.kind {
            _ if n == 0 => ControlFlow::Continue(()),
            CoinKind::Turtles | CoinKind::Twins | CoinKind::MockTurtles => {
                if target == 0 && self.kind != CoinKind::Twins {
                    found.add_one(after(row, n, &[]))?;
                }
                if let Some(coin) = coin(target) {
                    found.add_one(after(row, n, &[coin]))?;
                }
                let ones = if self.kind == CoinKind::MockTurtles { 1..n } else { 0..0 };
                for one in ones {
                    found.count_option()?;
                    if let Some(other) = coin(target ^ value(one)).filter(|&other| other > one) {
                        found.add_one(after(row, n, &[one, other]))?;
                    }
                }
                ControlFlow::Continue(())
            }
            CoinKind::Ruler => {
                let mut sum = 0;
                for coin in (1..=n).rev() {
                    sum ^= if coin < n { value(coin) } else { 0 };
                    found.count_option()?;
                    if sum == target {
                        found.add_one(after(row, n, &(coin..n).rev().collect::<Vec<_>>()))?;
                    }
                }
                ControlFlow::Continue(())
            }
            _ => self.kind.others(n, &mut |others| {
                found.count_option()?;
                let sum = others.iter().fold(0, |sum, &coin| sum ^ value(coin));
                if sum == target { found.add_one(after(row, n, others)) } else { ControlFlow::Continue(()) }
            }),
        }
    }
}

impl Game for Coins {
    fn name(&self) -> String {
        format!("coins:{}", self.kind.name())
    }

    fn shape(&self) -> Shape {
        Shape::Board { cells: 0..=u64::MAX }
    }

    fn options(&self, component: &[u64], visit: &mut Visit<'_>) -> Flow {
        for &coin in component {
            self.kind.others(coin, &mut |others| visit(&[after(component, coin, others)]))?;
        }
        ControlFlow::Continue(())
    }

    fn grundy(&mut self, row: &[u64], budget: &mut Budget<'_>) -> Result<Option<u64>, Refusal> {
        let mut value = |coin: u64| self.sequence.value(coin, budget.heap, budget.watch);
        row.iter().try_fold(0, |sum, &coin| Ok(sum ^ value(coin)?)).map(Some)
    }

    fn winning(&mut self, row: &[u64], goal: Goal, found: &mut Winning<'_, '_>) -> Result<bool, Refusal> {
        let Goal::Value(target) = goal else { return Ok(false) };
        let change = target ^ self.grundy(row, found.budget)?.unwrap_or(0);
        let _ = row.iter().try_for_each(|&coin| {
            self.find(row, coin, change ^ self.sequence.known(coin).unwrap_or(0), found)
        });
        Ok(true)
    }

    fn sequence(&mut self) -> Result<&mut Sequence, String> {
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
