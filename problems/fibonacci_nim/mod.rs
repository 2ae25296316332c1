//! Fibonacci Nim: the first move takes less than the whole heap, every later one at most twice what the move before
//! took.
//!
//! Every n is a sum of Fibonacci numbers of which no two follow each other, in one way (Zeckendorf). A player who may
//! take the smallest part wins by taking it: the next part is more than twice as large, so that the opponent cannot
//! take it, and whatever is taken of it leaves a smallest part that may be taken (Whinihan, 1963). A heap of one part
//! alone, a Fibonacci number, cannot be taken at once: the first player loses.

#[cfg(test)]
pub(super) mod oracle;

use nim_engine::games::fibonacci::{is_fibonacci_number, zeckendorf};
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct FibonacciNim;

impl Problem for FibonacciNim {
    const THEMES: &'static [Theme] = &[Theme::ChangingLimits];
    const RULE: &'static str = "Take at most twice what was taken before, not all at first: print `First win` when the first player wins, else `Second win`";
    const IDEA: &'static str = "the first player loses on Fibonacci numbers";
    const GRAMMAR: Grammar =
        Grammar { cases: Cases::UntilZeros(1), case: &[line(&[number("n")])], ..Grammar::NOTHING };
    const EITHER: Option<[Line; 2]> = Some([Line::new("Second win"), Line::new("First win")]);
    type Summary = ();

    #[inline]
    fn is_first(&self, case: &Case<'_, ()>) -> bool {
        let [n] = case.numbers();
        is_fibonacci_number(n)
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let [n] = case.numbers();
        let parts = zeckendorf(n);
        let rule = if parts.len() < 2 { "lost" } else { "won" };
        let shown: Vec<String> = parts.iter().rev().map(u64::to_string).collect();
        let facts = CaseAnalysis::heaps("fibonacci", vec![n]).rule(rule).with("n", n).moves(taking);
        facts.with("parts", shown.join(" + ")).with("smallest", parts.first().copied().unwrap_or(0))
    }
}

/// Names the last of some moves by the number of stones that it takes from the only heap.
pub(super) fn taking(line: &[&PlayedMove]) -> Option<TheoremText> {
    let (from, to) = line.last()?.stones();
    Some(TheoremText::new("move").with("taken", from - to).with("from", from).with("to", to))
}
