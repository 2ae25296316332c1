//! Grundy's game on several heaps: a move splits a heap in two that are not equal.
//!
//! The value of a heap is the least number that is not the XOR of the values of the two parts of a split, and the XOR of all heaps decides (R. Sprague, 1935; P. Grundy, 1939). No period of these values is
//! known, so that they are computed, up to heaps of 10 000.

#[cfg(test)]
pub(super) mod oracle;

use std::sync::OnceLock;

use nim_engine::theory::nim::filled_up;
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct PartitioningGame {
    /// The values of heaps up to each of [`LARGEST`].
    tables: [OnceLock<Vec<u8>>; LARGEST.len()],
}

/// The largest heap.
const MOST: u64 = 10_000;
/// The largest heaps of the tables: small heaps need no long one.
const LARGEST: [u64; 4] = [100, 1000, 3000, MOST];

/// Returns the values of the heaps up to the largest. None has more than 7 bits, which a test finds.
fn table(largest: u64) -> Vec<u8> {
    let mut values: Vec<u8> = Vec::new();
    // For each value, the last heap that has a split of it.
    let mut last_with = [u32::MAX; 256];
    for heap in 0..=largest as u32 {
        let parts =
            values.iter().skip(1).zip(values.iter().rev()).take((heap as usize).saturating_sub(1) / 2);
        for (part, other) in parts {
            last_with[usize::from(part ^ other)] = heap;
        }
        let without = last_with.iter().position(|&last| last != heap).unwrap_or(0);
        values.push(without as u8);
    }
    values
}

impl PartitioningGame {
    /// Returns the values of all heaps up to the largest, if none is larger than [`MOST`].
    fn values(&self, largest: u64) -> &[u8] {
        let fitting = LARGEST.iter().position(|&most| most >= largest);
        fitting.map_or(&[], |at| self.tables[at].get_or_init(|| table(LARGEST[at])))
    }
}

/// Returns the values of heaps.
fn values_of(values: &[u8], heaps: &[u64]) -> impl Iterator<Item = u64> {
    heaps.iter().map(|&heap| values.get(heap as usize).map_or(0, |&value| u64::from(value)))
}

fn largest(heaps: &[u64]) -> u64 {
    heaps.iter().fold(0, |largest, &heap| largest.max(heap))
}

impl Problem for PartitioningGame {
    const THEMES: &'static [Theme] = &[Theme::Splitting];
    const RULE: &'static str = "Split one of the heaps in two that are not equal: print `Alice` when the first player wins, else `Bob`";
    const IDEA: &'static str = "the XOR of the values of all heaps decides, of which there is a table";
    const GRAMMAR: Grammar =
        Grammar { conditions: &[Condition::at_most("heap", MOST)], ..Grammar::COUNTED_POSITIONS };
    const EITHER: Option<[Line; 2]> = Some([Line::new("Bob"), Line::new("Alice")]);
    type Summary = ();

    #[inline]
    fn is_first(&self, case: &Case<'_, ()>) -> bool {
        // An empty heap has the value 0.
        let mut room = [0; 8];
        let heaps = filled_up(case.behind(1), 0, case.level, &mut room);
        values_of(self.values(largest(heaps)), heaps).fold(0, |sum, value| sum ^ value) == 0
    }

    fn reason(&self, case: &Fields<'_>) -> Option<String> {
        let heaps = case.behind(1);
        Some(grundy_reason(values_of(self.values(largest(heaps)), heaps)))
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        CaseAnalysis::heaps("grundy", case.behind(1))
    }
}
