//! Fibonacci Nim: from a heap of n the first move takes less than all, every later one at most twice what the
//! move before took.
//!
//! A component is a heap and the largest number that may be taken, `[n, q]`, or a heap at the beginning, `[n]`.
//!
//! The player to move loses iff n = 0 or q is less than the smallest part of n in Zeckendorf's form, its only
//! form as a sum of Fibonacci numbers of which no two follow each other (Whinihan 1963). *Proof idea*: to take the
//! smallest part leaves a part more than twice as large; and a move that takes less than the smallest part leaves
//! a smallest part that is at most twice as large as what was taken.
//!
//! So a winning move takes a number whose parts are the smallest parts of n: any winning k is less than half of the
//! smallest part of n - k, so that the parts of both together are those of n.

use std::hint::select_unpredictable;

use itertools::Itertools as _;

use crate::sequence::source::Sequence;
use crate::sequence::theorem::Theorem;
use crate::sequence::values::Values;
use crate::theory::game::{
    Budget, Component, Decision, Flow, Game, Goal, Move, Reason, Refusal, Shape, TupleForm, Unanswerable,
    Visit, Winning,
};
use crate::theory::refusal::Excess;
use crate::theory::watch::Watch;

/// The game of Fibonacci Nim. See the [module](self).
#[derive(Debug)]
pub struct Fibonacci {
    sequence: Sequence,
    starts: Starts,
}

/// The largest heap whose value is computed, for O(n^2) steps.
const LARGEST: u64 = 1 << 14;

/// The largest heap whose misère play is searched.
const LARGEST_MISERE: u64 = 1 << 20;

/// Computes the values of heaps at the beginning.
#[derive(Debug, Default)]
struct Starts {
    /// At n and v, the smallest limit for which the value of heap n is above v.
    limits: Vec<Vec<u64>>,
}

impl Starts {
    fn value(&self, n: u64, limit: u64) -> u64 {
        let limits = self.limits.get(n as usize).map_or(&[][..], Vec::as_slice);
        limits.partition_point(|&least| least <= limit) as u64
    }

    /// The limits grow with the value, since a larger limit only adds options.
    fn next(&self) -> Vec<u64> {
        let n = self.limits.len() as u64;
        let (mut first, mut limits) = (Vec::new(), Vec::new());
        for taken in 1..=n {
            let value = self.value(n - taken, 2 * taken) as usize;
            if first.len() <= value {
                first.resize(value + 1, false);
            }
            first[value] = true;
            while first.get(limits.len()) == Some(&true) {
                limits.push(taken);
            }
        }
        limits
    }
}

impl Values for Starts {
    fn len(&self) -> usize {
        self.limits.len()
    }

    fn get(&self, n: usize) -> u64 {
        self.value(n as u64, (n as u64).saturating_sub(1))
    }

    fn extend(&mut self, len: usize, _: &mut Watch<'_>) -> Result<(), Refusal> {
        while self.limits.len() < len {
            if self.limits.len() as u64 > LARGEST {
                return Err(Refusal::too_many(Excess::SearchedHeaps, LARGEST));
            }
            let limits = self.next();
            self.limits.push(limits);
        }
        Ok(())
    }
}

/// Returns the parts of n in Zeckendorf's form, from the smallest.
pub fn zeckendorf(mut n: u64) -> Vec<u64> {
    let mut parts = Vec::new();
    for &number in numbers_for(n).iter().rev() {
        if number <= n {
            n -= number;
            parts.push(number);
        }
    }
    parts.reverse();
    parts
}

/// Returns the smallest part of n in Zeckendorf's form; 0 for 0.
pub fn smallest_part(n: u64) -> u64 {
    // No branch depends on which numbers are parts, since that cannot be predicted.
    let (_, smallest) = numbers_for(n).iter().rev().fold((n, 0), |(rest, smallest), &number| {
        let (less, is_above) = rest.overflowing_sub(number);
        (select_unpredictable(is_above, rest, less), select_unpredictable(is_above, smallest, number))
    });
    smallest
}

/// Returns the Fibonacci numbers up to n, and perhaps one or two more.
fn numbers_for(n: u64) -> &'static [u64] {
    // At most two Fibonacci numbers have as many bits as n.
    let (numbers, shorter) = &NUMBERS;
    &numbers[..COUNT.min(usize::from(shorter[64 - n.leading_zeros() as usize]) + 2)]
}

/// The number of Fibonacci numbers, from 1 on, below 2^64.
const COUNT: usize = 92;

/// The Fibonacci numbers, with a filler at the end, and for each length in bits the count of numbers with fewer bits.
static NUMBERS: ([u64; COUNT + 1], [u8; 65]) = {
    let (mut numbers, mut shorter) = ([1_u64; COUNT + 1], [0_u8; 65]);
    numbers[1] = 2;
    let mut i = 2;
    while i < COUNT {
        numbers[i] = numbers[i - 2] + numbers[i - 1];
        i += 1;
    }
    let (mut bits, mut count) = (1, 0);
    while bits < shorter.len() {
        while count < COUNT && numbers[count].ilog2() + 1 < bits as u32 {
            count += 1;
        }
        shorter[bits] = count as u8;
        bits += 1;
    }
    (numbers, shorter)
};

/// Returns whether n is a Fibonacci number from 1 on. *Idea*: there are at most two of each length in bits.
#[inline]
pub fn is_fibonacci_number(n: u64) -> bool {
    let (numbers, shorter) = &NUMBERS;
    let first = usize::from(shorter[64 - n.leading_zeros() as usize]);
    numbers.get(first..).and_then(<[u64]>::first_chunk).is_some_and(|&[one, other]| (one == n) | (other == n))
}

/// Returns the heap and the limit that a component stands for.
fn state(component: &[u64]) -> (u64, u64) {
    match *component {
        [heap] => (heap, heap.saturating_sub(1)),
        [heap, limit] => (heap, limit.min(heap)),
        _ => (0, 0),
    }
}

/// Returns the component after `taken` from `heap`.
fn after(heap: u64, taken: u64) -> Component {
    let rest = heap - taken;
    vec![rest, taken.saturating_mul(2).min(rest)]
}

/// Returns for each heap up to `heap` the least take that wins misère play, where any limit allows it: 0 for an empty
/// heap, which the player to move has won, and `u64::MAX` if none wins. `None` for a heap above [`LARGEST_MISERE`].
///
/// There is no known theorem: a heap is an N-position iff the limit allows the least such take.
fn least_misere(heap: u64) -> Option<Vec<u64>> {
    let mut least = vec![0];
    for n in 1..=(heap <= LARGEST_MISERE).then_some(heap)? {
        let won = (1..=n).find(|&taken| is_misere_p_position(&least, n - taken, 2 * taken));
        least.push(won.unwrap_or(u64::MAX));
    }
    Some(least)
}

fn is_misere_p_position(least: &[u64], heap: u64, limit: u64) -> bool {
    least.get(heap as usize).is_some_and(|&least| least > limit.min(heap))
}

impl Default for Fibonacci {
    fn default() -> Self {
        Self { sequence: Sequence::table(Starts::default(), Theorem::None), starts: Starts::default() }
    }
}

/// Returns the outcome of normal play, by the parts of Zeckendorf's form.
fn decision(heap: u64, limit: u64) -> Decision {
    let parts = zeckendorf(heap);
    let Some(smallest) = parts.first() else {
        return Decision { first_wins: false, reason: Reason::NothingToTake };
    };
    let first_wins = *smallest <= limit;
    let reason = if first_wins { Reason::SmallestPartMayBeTaken } else { Reason::SmallestPartIsTooLarge };
    Decision { first_wins, reason: reason(heap, parts.iter().rev().join(" + "), limit) }
}

/// Returns the outcome of misère play, by the least take that wins.
fn misere_decision(heap: u64, limit: u64) -> Option<Decision> {
    let least = *least_misere(heap)?.last()?;
    let reason = match least {
        _ if limit == 0 => Reason::NothingMayBeTaken,
        u64::MAX => Reason::NoTakeWins,
        _ => Reason::LeastWinningTake(least, limit),
    };
    Some(Decision { first_wins: limit == 0 || least <= limit, reason })
}

impl Game for Fibonacci {
    fn name(&self) -> String {
        "fibonacci".to_owned()
    }

    fn shape(&self) -> Shape {
        Shape::Tuple { numbers: 1..=2, written: TupleForm::HeapAndLimit }
    }

    fn normal(&self, component: &[u64]) -> Component {
        if state(component).0 == 0 { Component::new() } else { component.to_vec() }
    }

    fn options(&self, component: &[u64], visit: &mut Visit<'_>) -> Flow {
        let (heap, limit) = state(component);
        (1..=limit).try_for_each(|taken| visit(&[after(heap, taken)]))
    }

    fn grundy(&mut self, component: &[u64], budget: &mut Budget<'_>) -> Result<Option<u64>, Refusal> {
        let (heap, limit) = state(component);
        if heap > LARGEST {
            return Err(Unanswerable::FibonacciValue(heap).into());
        }
        if heap > budget.heap {
            return Err(Refusal::TooFar(heap, budget.heap));
        }
        self.starts.extend(heap as usize + 1, budget.watch)?;
        Ok(Some(self.starts.value(heap, limit)))
    }

    fn theorem(&self, component: &[u64], misere: bool) -> Option<Decision> {
        let (heap, limit) = state(component);
        if misere { misere_decision(heap, limit) } else { Some(decision(heap, limit)) }
    }

    fn winning(&mut self, pair: &[u64], goal: Goal, found: &mut Winning<'_, '_>) -> Result<bool, Refusal> {
        let (heap, limit) = state(pair);
        match goal {
            Goal::Value(_) => return Ok(false),
            Goal::Whole { misere: true } => {
                let least = least_misere(heap).unwrap_or_default();
                let mut wins =
                    (1..=limit).filter(|taken| is_misere_p_position(&least, heap - taken, 2 * taken));
                let _ = wins.try_for_each(|taken| found.add_one(after(heap, taken)));
            }
            Goal::Whole { misere: false } => {
                let parts = zeckendorf(heap);
                let (mut taken, mut next) = (0, parts.iter().skip(1));
                for part in &parts {
                    taken += part;
                    let wins = next.next().is_none_or(|&next| u128::from(next) > 2 * u128::from(taken));
                    if taken <= limit && wins && found.add_one(after(heap, taken)).is_break() {
                        break;
                    }
                }
            }
        }
        Ok(true)
    }

    fn sequence(&mut self) -> Result<&mut Sequence, Unanswerable> {
        Ok(&mut self.sequence)
    }

    fn present_move(&self, from: &[u64], option: &[Component], _: bool) -> Move {
        let (rest, next) = option.first().map_or((0, 0), |component| state(component));
        let is_first = from.len() == 1;
        let note = is_first.then(|| format!("the next move may take at most {next}"));
        let to = if is_first { vec![rest] } else { vec![rest, next] };
        Move { at: 0, from: from.to_vec(), to, note }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fibonacci_numbers_are_those_of_one_part() {
        let (mut one, mut next) = (1_u64, 2_u64);
        for _ in 0..COUNT - 2 {
            for n in one.saturating_sub(2)..=one + 2 {
                assert_eq!(is_fibonacci_number(n), n > 0 && smallest_part(n) == n, "{n}");
            }
            (one, next) = (next, one + next);
        }
        for n in [one - 1, one, one + 1, next - 1, next, next + 1, u64::MAX] {
            assert_eq!(is_fibonacci_number(n), smallest_part(n) == n, "{n}");
        }
    }

    #[test]
    fn parts_are_those_of_zeckendorf_and_the_smallest_is_the_first() {
        let top = [u64::MAX, u64::MAX - 1, 1 << 63, 12_200_160_415_121_876_738, 12_200_160_415_121_876_739];
        for n in (0..2000).chain(top) {
            let parts = zeckendorf(n);
            assert_eq!(smallest_part(n), parts.first().copied().unwrap_or(0), "{n}");
            assert_eq!(parts.iter().sum::<u64>(), n);
            assert!(parts.iter().all(|&part| is_fibonacci_number(part)), "{n}");
            assert!(parts.windows(2).all(|pair| pair[1] > 2 * pair[0]), "{n}: {parts:?}");
        }
    }
}
