//! Euclid's game in the form of Cole and Davie (1969): from the larger of two numbers a positive multiple of the
//! smaller is subtracted; whoever makes a number 0 wins. In the other form (Grossman 1997), which has other values,
//! play ends when the numbers are equal.
//!
//! *Values*: let a = qb + r with r < b. The positions (ib + r, b) for i = 0, 1, …, q are a chain in which a move goes
//! from each to any before it. So their values are all different and each is the least number that is not the value of
//! one before: with v for (r, b), that of (ib + r, b) is the i-th number that is not v: i - 1 where i <= v, else i.
//! Euclid's algorithm gives the value of (a, b), for as many steps as it takes. (A closed form is in Cairns, Ho and
//! Lengyel, *The Sprague–Grundy function of the real game Euclid*, 2011.)
//!
//! *Misère play* of a pair, where whoever makes a number 0 loses: if q is at least 2, the player to move can choose who
//! has to move from (r, b), as from (b + r, b) there is no other move; if q is 1, there is one move. So the first
//! quotient that is not 1 decides, and where all are 1, their number.

use super::wythoff::floor_phi;
use crate::theory::game::{
    Budget, Decision, Flow, Game, Goal, Reason, Refusal, Shape, TupleForm, Visit, Winning,
};

/// Euclid's game, played to 0. A component is a pair of numbers.
#[derive(Debug)]
pub struct EuclidToZero;

/// Returns the larger number of a pair, and the smaller.
#[inline]
fn sorted(a: u64, b: u64) -> (u64, u64) {
    (a.max(b), a.min(b))
}

/// Returns the value of a pair.
pub fn value(a: u64, b: u64) -> u64 {
    let (mut large, mut small) = sorted(a, b);
    let mut quotients = Vec::new();
    while small > 0 {
        quotients.push(large / small);
        (large, small) = (small, large % small);
    }
    quotients.into_iter().rev().fold(0, |end, i| if i <= end { i - 1 } else { i })
}

/// Returns whether the player to move wins a pair, where making a number 0 wins.
///
/// *Idea*: the first quotient above 1 decides. The continued fraction of phi, the golden ratio, has nothing but ones; so that
/// quotient is the first, the third or another of the first player's exactly where the ratio is above phi.
#[inline]
pub fn first_wins(a: u64, b: u64) -> bool {
    let (large, small) = sorted(a, b);
    (small > 0) & ((large == small) | (u128::from(large) > floor_phi(small)))
}

/// Returns whether the player to move wins a pair, where making a number 0 loses.
pub fn first_wins_misere(a: u64, b: u64) -> bool {
    let (mut large, mut small) = sorted(a, b);
    let mut first_moves = true;
    while small > 0 {
        if large / small > 1 {
            return first_moves;
        }
        (large, small) = (small, large % small);
        first_moves = !first_moves;
    }
    first_moves
}

/// Returns the pair with its larger number, the first of equal ones, replaced.
fn with_larger(a: u64, b: u64, larger: u64) -> Vec<u64> {
    if a >= b { vec![larger, b] } else { vec![a, larger] }
}

impl Game for EuclidToZero {
    fn name(&self) -> String {
        "euclid-to-zero".to_owned()
    }

    fn shape(&self) -> Shape {
        Shape::Tuple { numbers: 2..=2, written: TupleForm::PairOfNumbers }
    }

    fn options(&self, component: &[u64], visit: &mut Visit<'_>) -> Flow {
        let &[a, b] = component else { return Flow::Continue(()) };
        let (large, small) = sorted(a, b);
        let most = large.checked_div(small).unwrap_or(0);
        (1..=most).try_for_each(|times| visit(&[with_larger(a, b, large - times * small)]))
    }

    fn grundy(&mut self, component: &[u64], _: &mut Budget<'_>) -> Result<Option<u64>, Refusal> {
        let &[a, b] = component else { return Ok(None) };
        Ok(Some(value(a, b)))
    }

    fn theorem(&self, component: &[u64], misere: bool) -> Option<Decision> {
        let &[a, b] = component else { return None };
        misere
            .then(|| Decision { first_wins: first_wins_misere(a, b), reason: Reason::FirstQuotientAboveOne })
    }

    fn winning(&mut self, pair: &[u64], goal: Goal, found: &mut Winning<'_, '_>) -> Result<bool, Refusal> {
        let &[a, b] = pair else { return Ok(false) };
        let (large, small) = sorted(a, b);
        if small == 0 {
            return Ok(true);
        }
        let (quotient, rest) = (large / small, large % small);
        // The number of times that the smaller number remains in the larger one.
        let left = match goal {
            Goal::Value(target) => match value(small, rest) {
                end if target == end => 0,
                end if target < end => target + 1,
                _ => target,
            },
            Goal::Whole { misere: true } => u64::from(first_wins_misere(small, rest)),
            Goal::Whole { misere: false } => u64::from(first_wins(small, rest)),
        };
        if left < quotient {
            let _ = found.add_one(with_larger(a, b, left * small + rest));
        }
        Ok(true)
    }
}
