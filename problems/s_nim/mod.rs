//! S-Nim: heaps, from one of which a move takes a number of the set S; whoever cannot move loses.
//!
//! The value of a heap is the least number that is not the value of one of its options, the player to move loses where the XOR of
//! the values of all heaps is 0 (R. Sprague, 1935; P. Grundy, 1939). One table serves all positions of a case; it is that of
//! [`subtraction_game`](super::subtraction_game), which also knows heaps of any size once it has found the period.

use super::subtraction_game::values::{FEW, KnownTables, Table, Values, few_values, subtract};
#[cfg(test)]
pub(super) mod oracle;

use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct SNim {
    known: KnownTables,
}

/// Returns the numbers that may be taken.
#[inline]
fn take<'a>(case: &Fields<'a>) -> &'a [u64] {
    let [numbers] = case.numbers();
    case.behind(1).get(..numbers as usize).unwrap_or_default()
}

/// Returns the heaps of each position.
#[inline]
fn positions<'a>(case: &Fields<'a>) -> impl Iterator<Item = &'a [u64]> + use<'a> {
    case.lists_behind(2 + take(case).len())
}

/// Returns the values of a case whose heaps are within the bound, in the memory of a table.
fn values(room: Table, case: &Fields<'_>, bound: u64) -> Values {
    let take = take(case);
    if Values::are_near(take, bound) {
        return Values::within(room, take, bound);
    }
    let largest = positions(case).flatten().copied().max().unwrap_or(0);
    Values::within(room, take, largest)
}

/// At least the largest heap: the largest number of the rows, which takes less time to find.
#[inline]
fn bound(case: &Fields<'_>) -> u64 {
    // The rows are behind the numbers, how many there are, and how many positions.
    case.behind(2 + take(case).len()).iter().fold(0, |largest, &number| largest.max(number))
}

/// Checks that all heaps have their values.
#[inline]
fn is_in_reach(case: &Fields<'_>) -> Result<(), ValueError> {
    let bound = bound(case);
    if bound < FEW as u64 || Values::are_near(take(case), bound) {
        Ok(())
    } else {
        values(Table::default(), case, bound).check()
    }
}

impl SNim {
    /// Returns the values of a case: those of an earlier one, if they serve this one, too.
    fn values(&self, case: &Fields<'_>, bound: u64) -> Values {
        self.known.values(take(case), bound, |room| values(room, case, bound))
    }
}

const END: Line = Line::new("");

/// Writes a letter for each position, and ends the line.
#[inline]
fn write_letters(case: &Fields<'_>, out: &mut Lines<'_>, mut wins: impl FnMut(&[u64]) -> bool) {
    positions(case).for_each(|heaps| out.bytes([b'L' + 11 * u8::from(wins(heaps))]));
    out.line(&END);
}

/// Like [`write_letters`], for few heaps whose values are below 2^`BITS`.
#[inline]
fn write_few<const BITS: usize>(case: &Fields<'_>, out: &mut Lines<'_>) {
    let values = few_values::<BITS>(take(case), bound(case));
    write_letters(case, out, |heaps| {
        // Equal heaps cancel out.
        let odd = heaps.iter().fold(0_u64, |odd, heap| odd ^ 1 << (heap % FEW as u64));
        values.iter().fold(0, |any, having| any | (odd & having).count_ones() & 1) != 0
    });
}

impl Problem for SNim {
    const THEMES: &'static [Theme] = &[Theme::TakeAway];
    const RULE: &'static str = "Take a number of S from a heap: print for each position of a case `W` when the first player wins, else `L`, in a line";
    const IDEA: &'static str = "the Grundy values of one table a case, whose XOR decides";
    const GRAMMAR: Grammar = Grammar {
        cases: Cases::UntilZeros(1),
        case: &[
            line(&[number("numbers"), list("take", Count::Of("numbers"))]),
            line(&[number("positions")]),
            rows(
                "position",
                Count::Of("positions"),
                &[line(&[number("heaps"), list("heap", Count::Of("heaps"))])],
            ),
        ],
        conditions: &[
            Condition::at_least("take", Count::Exactly(1)),
            Condition::Case("the values that decide are in reach of `toolkit`", CaseCheck(is_in_reach)),
        ],
        ..Grammar::NOTHING
    };
    type Summary = ();

    #[inline(always)] // It is compiled for the CPU that it runs on.
    fn steps(&self, case: &Fields<'_>) -> u64 {
        let bound = bound(case);
        if bound < FEW as u64 {
            return if bound < FEW as u64 / 4 { 0 } else { bound };
        }
        let values = self.values(case, bound);
        let steps = values.steps();
        self.known.keep(values);
        steps
    }

    #[inline(always)] // It is compiled for the CPU that it runs on.
    fn answer(&self, case: Case<'_, ()>, out: &mut Lines<'_>) {
        let bound = bound(&case);
        if bound < FEW as u64 {
            // A value is at most the number of options.
            if take(&case).len() < 4 {
                write_few::<2>(&case, out);
            } else {
                write_few::<6>(&case, out);
            }
            return;
        }
        let mut values = self.values(&case, bound);
        write_letters(&case, out, |heaps| values.xor(heaps) > 0);
        self.known.keep(values);
    }

    fn reason(&self, case: &Fields<'_>) -> Option<String> {
        let mut values = values(Table::default(), case, bound(case));
        let sums = positions(case).map(|heaps| values.xor(heaps).to_string());
        Some(format!("nim-sums of the Grundy values {}", sums.collect::<Vec<_>>().join(", ")))
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let Some(game) = subtract(take(case), bound(case)) else {
            return CaseAnalysis::none().rule("no_numbers");
        };
        positions(case).fold(CaseAnalysis::none(), |facts, heaps| {
            facts.and(game.clone(), Components::Heaps(heaps.into()))
        })
    }
}
