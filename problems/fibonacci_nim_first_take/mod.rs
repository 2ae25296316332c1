//! Fibonacci Nim in which the first move may take the whole heap: the smallest first move that wins.
//!
//! By the theorem of Fibonacci Nim (see [`super::fibonacci_nim`]) the player to move wins iff the smallest part of the
//! heap in Zeckendorf's form may be taken. To take less than the smallest part leaves a heap whose smallest part is at
//! most twice what was taken, which the opponent may take; so the smallest part itself is the least move that wins.

#[cfg(test)]
pub(super) mod oracle;

use super::fibonacci_nim::taking;
use nim_engine::games::fibonacci::{smallest_part, zeckendorf};
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct FibonacciNimFirstTake;

impl Problem for FibonacciNimFirstTake {
    const THEMES: &'static [Theme] = &[Theme::ChangingLimits];
    const RULE: &'static str = "Take at most twice what was taken before, any number at first: print the smallest first move that wins";
    const IDEA: &'static str =
        "the smallest part of n as a sum of Fibonacci numbers of which no two follow each other";
    const GRAMMAR: Grammar = Grammar { case: &[line(&[number("n")])], ..Grammar::NOTHING };
    type Summary = ();

    #[inline]
    fn answer(&self, case: Case<'_, ()>, out: &mut Lines<'_>) {
        let [n] = case.numbers();
        out.row([smallest_part(n)]);
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let [n] = case.numbers();
        if n == 0 {
            return CaseAnalysis::none().rule("empty");
        }
        let parts = zeckendorf(n);
        let shown: Vec<String> = parts.iter().rev().map(u64::to_string).collect();
        let facts = CaseAnalysis::lists("fibonacci", vec![vec![n, n]]).rule("won").with("n", n);
        let facts = facts.moves(taking).components(move |_| vec![("n", n.to_string())]);
        facts.with("parts", shown.join(" + ")).with("smallest", parts.first().copied().unwrap_or(0))
    }
}
