//! Coin-turning games: coins in a row, numbered from 1; a move turns some of them, the rightmost of which goes from
//! heads to tails.
//!
//! A row is the sum of its heads, each alone on a row: two heads in one place, which cancel as equal games do, are
//! none. (Lenstra 1978; *Winning Ways*, chapter 14.) So a coin has a value, like a heap; `0` stands for no coin.

use std::ops::ControlFlow;

use super::refusal::Refusal;
use super::rules::{Component, Flow, Limits, Rules, Visit};
use super::sequence::Sequence;

/// Which coins a move may turn beside the rightmost one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// At most one.
    Turtles,
    /// At most two.
    MockTurtles,
    /// Those next to it, any number.
    Ruler,
    /// Exactly one.
    Twins,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Turtles, Self::MockTurtles, Self::Ruler, Self::Twins];

    /// What stands after `coins:`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Turtles => "turtles",
            Self::MockTurtles => "mock-turtles",
            Self::Ruler => "ruler",
            Self::Twins => "twins",
        }
    }

    /// The value of a head at place `n`; 0 for no coin. `None` where it needs more than 64 bits.
    ///
    /// *Turtles*: n, since a second coin at m is a move to m. *Twins*: n - 1, the same but for the move to nothing.
    /// *Ruler*: the largest power of two that divides n. *Mock turtles*: the n-th number with an odd number of ones
    /// (odious): the XOR of two of them is never odious, and all smaller even-parity numbers are such XORs.
    pub fn value(self, n: u64) -> Option<u64> {
        let Some(before) = n.checked_sub(1) else { return Some(0) };
        match self {
            Self::Turtles => Some(n),
            Self::Twins => Some(before),
            Self::Ruler => Some(1 << n.trailing_zeros()),
            Self::MockTurtles => {
                let odious = u64::from(before.count_ones() % 2 == 0);
                before.checked_mul(2).map(|even| even + odious)
            }
        }
    }

    /// The coin of this value, where values grow with the place.
    fn coin(self, value: u64) -> Option<u64> {
        let coin = match self {
            Self::Turtles => value,
            Self::Twins => value.checked_add(1)?,
            Self::MockTurtles => value / 2 + 1,
            Self::Ruler => return None,
        };
        (coin > 0 && self.value(coin) == Some(value)).then_some(coin)
    }

    /// Visits the sets of coins that may be turned beside coin `n`.
    fn others(self, n: u64, visit: &mut dyn FnMut(&[u64]) -> Flow) -> Flow {
        if n == 0 {
            return ControlFlow::Continue(());
        }
        if self != Self::Twins {
            visit(&[])?;
        }
        match self {
            Self::Turtles | Self::Twins => (1..n).try_for_each(|m| visit(&[m])),
            Self::MockTurtles => {
                (1..n).try_for_each(|m| visit(&[m]))?;
                (1..n).try_for_each(|first| (first + 1..n).try_for_each(|second| visit(&[first, second])))
            }
            Self::Ruler => {
                let mut run = Vec::new();
                (1..n).rev().try_for_each(|m| {
                    run.push(m);
                    visit(&run)
                })
            }
        }
    }
}

/// A coin-turning game. A component is a row: the places of its heads.
#[derive(Debug)]
pub struct Coins {
    kind: Kind,
    sequence: Sequence,
}

impl Coins {
    /// The game of one kind.
    pub fn new(kind: Kind) -> Self {
        use super::period::Period;
        let period = match kind {
            Kind::Turtles => Some(Period { preperiod: 0, period: 1, saltus: 1 }),
            Kind::Twins => Some(Period { preperiod: 1, period: 1, saltus: 1 }),
            Kind::MockTurtles | Kind::Ruler => None,
        };
        let proof = "by induction on the place (Winning Ways, chapter 14)";
        Self { kind, sequence: Sequence::formula(move |n| kind.value(n), period, proof) }
    }

    /// The sets of coins beside coin `n` whose values add to `target`.
    fn find(&self, n: u64, target: u64, first: bool, limits: &Limits<'_>) -> Result<Vec<Vec<u64>>, Refusal> {
        let mut found: Vec<Vec<u64>> = Vec::new();
        if n == 0 {
            return Ok(found);
        }
        let before = |coin: Option<u64>| coin.filter(|&coin| coin < n);
        if target == 0 && self.kind != Kind::Twins {
            found.push(Vec::new());
        }
        found.extend(before(self.kind.coin(target)).map(|coin| vec![coin]));
        if first && !found.is_empty() {
            found.truncate(1);
            return Ok(found);
        }
        let too_many = Err(Refusal::TooMany { what: "coins in winning moves", limit: limits.moves });
        match self.kind {
            Kind::Turtles | Kind::Twins => {}
            Kind::MockTurtles => {
                for one in 1..n {
                    let value = self.kind.value(one).unwrap_or(0);
                    let other = before(self.kind.coin(target ^ value)).filter(|&other| other > one);
                    found.extend(other.map(|other| vec![one, other]));
                    if first && !found.is_empty() {
                        break;
                    }
                    if one > limits.moves {
                        return too_many;
                    }
                }
            }
            Kind::Ruler => {
                let (mut sum, mut listed) = (0, 0);
                for (coin, length) in (1..n).rev().zip(1..) {
                    sum ^= self.kind.value(coin).unwrap_or(0);
                    if sum == target {
                        listed += length;
                        if listed > limits.moves {
                            return too_many;
                        }
                        found.push((coin..n).rev().collect());
                        if first {
                            break;
                        }
                    }
                    if length > limits.options {
                        return too_many;
                    }
                }
            }
        }
        Ok(found)
    }
}

impl Rules for Coins {
    fn name(&self) -> String {
        format!("coins:{}", self.kind.name())
    }

    fn check(&self, component: &[u64]) -> Result<(), String> {
        if component.is_empty() { Err("a row has at least one coin".to_owned()) } else { Ok(()) }
    }

    fn options(&self, component: &[u64], visit: &mut Visit<'_>) -> Flow {
        for &coin in component {
            self.kind.others(coin, &mut |others| {
                let mut row: Vec<u64> = component.iter().copied().filter(|&other| other != coin).collect();
                turn(&mut row, others);
                visit(&[row])
            })?;
        }
        ControlFlow::Continue(())
    }

    fn grundy(&mut self, component: &[u64], _: &mut Limits<'_>) -> Result<u64, Refusal> {
        component.iter().try_fold(0, |sum, &coin| {
            let too_large =
                || Refusal::Unanswerable(format!("the value of coin {coin} needs more than 64 bits"));
            Ok(sum ^ self.kind.value(coin).ok_or_else(too_large)?)
        })
    }

    fn options_of_value(
        &mut self,
        component: &[u64],
        target: u64,
        first: bool,
        limits: &mut Limits<'_>,
    ) -> Result<Vec<Vec<Component>>, Refusal> {
        let whole = self.grundy(component, limits)?;
        let mut found = Vec::new();
        for &coin in component {
            let rest = whole ^ self.kind.value(coin).unwrap_or(0);
            for others in self.find(coin, target ^ rest, first, limits)? {
                let mut row: Vec<u64> = component.iter().copied().filter(|&other| other != coin).collect();
                turn(&mut row, &others);
                found.push(vec![row]);
                if first {
                    return Ok(found);
                }
            }
        }
        Ok(found)
    }

    fn is_board(&self) -> bool {
        true
    }

    fn sequence(&mut self) -> Result<&mut Sequence, String> {
        Ok(&mut self.sequence)
    }
}

/// Turns coins of a row, which is kept in rising order.
pub(super) fn turn(row: &mut Vec<u64>, coins: &[u64]) {
    for coin in coins {
        match row.binary_search(coin) {
            Ok(place) => {
                row.remove(place);
            }
            Err(place) => row.insert(place, *coin),
        }
    }
}
