//! Delete Nim on pairs: a move throws one pile of a pair away and splits the other in two, which are the new pair.
//!
//! The value of a pair (a, b) is the place of the lowest bit that neither A = a − 1 nor B = b − 1 has (SDOI, 2009;
//! Abuku and Suetsugu, 2021). To split a in p + 1 and q + 1 is to write A = p + q + 1. By induction the new pair has as
//! its value the place i of the lowest bit that p and q lack. Below it the 1 carries on, so that A has bit i; and for
//! each bit i of A the parts p = A − 2^i and q = 2^i − 1 have this value. So the options of a pair have as values the
//! places of the bits of A and B.

#[cfg(test)]
pub(super) mod oracle;

use nim_engine::games::delete_nim::value;
use nim_engine::theory::nim::filled_up;
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct DeleteNim;

impl Problem for DeleteNim {
    const THEMES: &'static [Theme] = &[Theme::Splitting];
    const RULE: &'static str = "Throw one pile of a pair away and split the other: print `YES` when the first player wins, else `NO`";
    const IDEA: &'static str = "the value of a pair is the number of ones at the end of (a − 1) | (b − 1)";
    const GRAMMAR: Grammar = Grammar {
        cases: Cases::Counted,
        case: &[line(&[number("piles")]), line(&[list("pile", Count::Of("piles"))])],
        conditions: &[Condition::Even("piles")],
        ..Grammar::NOTHING
    };
    const EITHER: Option<[Line; 2]> = Some([Line::new("NO"), Line::new("YES")]);
    type Summary = ();

    #[inline(always)] // It is compiled for the CPU that it runs on.
    fn is_first(&self, case: &Case<'_, ()>) -> bool {
        // A pair of ones has the value 0.
        let (mut room, mut sum) = ([0; 8], 0);
        for &[a, b] in filled_up(case.behind(1), 1, case.level, &mut room).as_chunks().0 {
            sum ^= value(a, b);
        }
        sum == 0
    }

    fn reason(&self, case: &Fields<'_>) -> Option<String> {
        let (pairs, _) = case.behind(1).as_chunks();
        Some(grundy_reason(pairs.iter().map(|&[a, b]| value(a, b))))
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let (pairs, _) = case.behind(1).as_chunks::<2>();
        let facts = CaseAnalysis::lists("delete-nim", pairs.iter().map(|pair| pair.to_vec()).collect());
        facts.moves(|line| {
            let made = line.last()?;
            let (&[a, b], &[one, other]) = (&made.from[..], &made.to.first()?[..]) else { return None };
            let (gone, kept) = if a.checked_sub(one) == Some(other) { (b, a) } else { (a, b) };
            let said = TheoremText::new("move").with("pair", made.component + 1).with("gone", gone);
            Some(said.with("kept", kept).with("one", one).with("other", other))
        })
    }
}
