//! Three heaps: a move takes a Fibonacci number of stones from one of them, the last stone wins.
//!
//! The value of a heap is the least number that is not the value of one of its options, and the player to move loses where the XOR of
//! the three values is 0 (R. Sprague, 1935; P. Grundy, 1939). The values are computed in order, without a formula, as
//! far as the largest heap asks, and kept for the cases that follow.

#[cfg(test)]
pub(super) mod oracle;

use nim_engine::sequence::subtraction::{Amounts, Subtraction};
use nim_engine::sequence::values::Values;
use nim_engine::theory::watch::unwatched;
use nim_solve::prelude::*;
use std::sync::OnceLock;

/// The largest heap whose value is computed.
const MOST: u64 = 10_000_000;

/// See `statement.en.md`.
#[derive(Default)]
pub struct FibonacciTakeAway {
    /// Tables of the heaps below 2^i.
    tables: [OnceLock<Vec<u8>>; 25],
}

/// Returns the Fibonacci numbers up to `most`, each once.
fn fibonacci_numbers(most: u64) -> impl Iterator<Item = u64> {
    let numbers = std::iter::successors(Some((1, 2)), |&(one, next)| Some((next, one + next)));
    numbers.map(|(number, _)| number).take_while(move |&number| number <= most)
}

/// Returns the number of the table with the values of these heaps.
fn bits(heaps: &[u64; 3]) -> usize {
    heaps.iter().fold(1, |bits, heap| bits | heap).ilog2() as usize + 1
}

/// About how many steps a value takes.
const STEPS: u64 = 32;

/// Returns the values of the heaps below `len`.
fn table(len: usize) -> Vec<u8> {
    let numbers = fibonacci_numbers(len as u64 - 1);
    let mut table = Subtraction::new(Amounts::Finite(numbers.collect()));
    #[expect(clippy::let_underscore_must_use, reason = "`unwatched` never stops it")]
    let _ = table.extend(len, &mut unwatched);
    // A value is at most the number of moves before it.
    (0..len).map(|heap| table.get(heap) as u8).collect()
}

impl Problem for FibonacciTakeAway {
    const THEMES: &'static [Theme] = &[Theme::TakeAway];
    const RULE: &'static str = "Take a Fibonacci number of stones from one of three heaps: print `Fibo` when the first player wins, else `Nacci`";
    const IDEA: &'static str = "the first player loses where the XOR of the three Grundy values is 0";
    const GRAMMAR: Grammar = Grammar {
        cases: Cases::UntilZeros(3),
        case: &[line(&[number("m"), number("n"), number("p")])],
        conditions: &[
            Condition::at_most("m", MOST),
            Condition::at_most("n", MOST),
            Condition::at_most("p", MOST),
        ],
        ..Grammar::NOTHING
    };
    const EITHER: Option<[Line; 2]> = Some([Line::new("Nacci"), Line::new("Fibo")]);
    type Summary = ();

    fn steps(&self, case: &Fields<'_>) -> u64 {
        let bits = bits(&case.numbers());
        // No more are needed where the conditions refuse the case.
        if self.tables.get(bits).is_some_and(|table| table.get().is_none()) { STEPS << bits } else { 0 }
    }

    #[inline]
    fn is_first(&self, case: &Case<'_, ()>) -> bool {
        let heaps: [u64; 3] = case.numbers();
        let bits = bits(&heaps);
        let table = self.tables[bits].get_or_init(|| table(1 << bits));
        heaps.iter().fold(0, |sum, &heap| sum ^ table.get(heap as usize).unwrap_or(&0)) == 0
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let heaps: [u64; 3] = case.numbers();
        let most = heaps.into_iter().max().unwrap_or(0);
        let numbers: Vec<String> = fibonacci_numbers(most.max(1)).map(|number| number.to_string()).collect();
        CaseAnalysis::heaps(format!("subtract:{}", numbers.join(",")), heaps.to_vec())
    }
}
