//! One heap: a move takes a number of a set, and whoever cannot move loses.
//!
//! A heap is lost exactly where every number of the set that fits leads to a heap that is won. The values of a finite set become
//! periodic, and one repeated window of its largest number proves the period
//! ([`subtraction`](nim_engine::sequence::subtraction)); so heaps of any size are answered where the period is found, or a formula known, within the
//! work that a case is worth.

#[cfg(test)]
pub(super) mod oracle;
pub(super) mod values;

use std::sync::OnceLock;

use self::values::{FEW, KnownTables, Values, few_lost, subtract};
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct SubtractionGame {
    /// The numbers of the first case, and the few heaps that are lost with them: all cases may have the same.
    first: OnceLock<(Vec<u64>, u64)>,
    /// The tables of earlier cases.
    known: KnownTables,
}

impl SubtractionGame {
    /// Returns whether a heap, one of few, is lost.
    fn is_lost(&self, take: &[u64], stones: u64) -> bool {
        let is_few = take.len() <= FEW;
        let seen = is_few.then(|| self.first.get_or_init(|| (take.to_vec(), few_lost(take, FEW as u64 - 1))));
        let lost = match seen {
            Some((numbers, lost)) if numbers == take => *lost,
            _ => few_lost(take, stones),
        };
        lost >> stones & 1 == 1
    }
}

/// Checks that the heap has its value.
fn is_in_reach(case: &Fields<'_>) -> Result<(), ValueError> {
    let [_, stones] = case.numbers();
    Values::check_reach(case.behind(2), stones)
}

/// The stones come first, and the set stands on their line.
const STONES_FIRST: Layout = Layout {
    name: "stones-first",
    case: &[line(&[number("stones"), number("numbers"), list("take", Count::Of("numbers"))])],
    conditions: &[
        Condition::at_least("take", Count::Exactly(1)),
        Condition::Case(
            "the values that decide are in reach of `toolkit`",
            CaseCheck(|case| Values::check_reach(case.behind(2), case.numbers::<1>()[0])),
        ),
    ],
    unchecked: &[Condition::Contains { field: "take", number: 1 }],
    numbers: |case, own| {
        let [stones, numbers] = case.numbers();
        own.extend([numbers, stones]);
        own.extend(case.behind(2));
    },
    has_further_moves: false,
    samples: &["6 3 2 1 5\n", "9 2 4 1\n", "10 2 4 1\n", "1 1 1\n", "7 4 3 6 1 9\n", "1000 3 7 1 2\n"],
};

/// Two, three or five stones are taken.
const TWO_THREE_FIVE: Layout = Layout {
    name: "two-three-five",
    case: &[line(&[number("stones")])],
    conditions: &[],
    unchecked: &[],
    numbers: |case, own| own.extend([3, case.numbers::<1>()[0], 2, 3, 5]),
    has_further_moves: false,
    samples: &["1\n", "3\n", "7\n", "8\n", "9\n", "13\n", "98\n"],
};

impl Problem for SubtractionGame {
    const THEMES: &'static [Theme] = &[Theme::TakeAway];
    const RULE: &'static str =
        "Take a number of a set from a heap: print `First` when the first player wins, else `Second`";
    const IDEA: &'static str = "a heap is lost where every option is won; the outcomes become periodic";
    const GRAMMAR: Grammar = Grammar {
        case: &[line(&[number("numbers"), number("stones")]), line(&[list("take", Count::Of("numbers"))])],
        conditions: &[
            Condition::at_least("take", Count::Exactly(1)),
            Condition::Case("the values that decide are in reach of `toolkit`", CaseCheck(is_in_reach)),
        ],
        unchecked: &[
            Condition::Ascending("take"),
            Condition::from_one("take", Count::Of("stones")),
            // A consequence of the other conditions, which makes generated heaps large enough.
            Condition::at_least("stones", Count::Of("numbers")),
        ],
        ..Grammar::NOTHING
    };
    const LAYOUTS: &'static [Layout] = &[STONES_FIRST, TWO_THREE_FIVE];
    const EITHER: Option<[Line; 2]> = Some([Line::new("Second"), Line::new("First")]);
    type Summary = ();

    #[inline]
    fn is_first(&self, case: &Case<'_, ()>) -> bool {
        let [_, stones] = case.numbers();
        let take = case.behind(2);
        if stones < FEW as u64 {
            return self.is_lost(take, stones);
        }
        let mut values = self.known.values(take, stones, |room| Values::within(room, take, stones));
        let is_lost = values.value(stones) == Ok(0);
        self.known.keep(values);
        is_lost
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let [_, stones] = case.numbers();
        match subtract(case.behind(2), stones) {
            Some(game) => CaseAnalysis::heaps(game, vec![stones]),
            None => CaseAnalysis::none().rule("no_numbers"),
        }
    }
}
