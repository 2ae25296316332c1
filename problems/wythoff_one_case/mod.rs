//! Wythoff's game, one case an input; see [`super::wythoff`] for the theorem.

#[cfg(test)]
pub(super) mod oracle;

use super::wythoff::{HEAPS, Wythoff, is_lost};
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct WythoffOneCase;

impl Problem for WythoffOneCase {
    const ALIASES: &'static [&'static str] = &["p2252"];
    const THEMES: &'static [Theme] = &[Theme::SeveralHeaps];
    const RULE: &'static str =
        "Wythoff's game on two heaps, one case: print `1` when the first player wins, else `0`";
    const IDEA: &'static str = Wythoff::IDEA;
    const GRAMMAR: Grammar = Grammar { case: HEAPS, ..Grammar::NOTHING };
    const EITHER: Option<[Line; 2]> = Wythoff::EITHER;
    type Summary = ();

    #[inline]
    fn is_first(&self, case: &Case<'_, ()>) -> bool {
        is_lost(case)
    }

    fn facts<'a>(&self, header: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        Wythoff.facts(header, case)
    }
}
