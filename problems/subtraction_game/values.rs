//! The values of heaps from which the numbers of a set are taken, as far as they are worth computing.

use nim_engine::games::heaps::HeapGame;
use nim_engine::sequence::one_hot::OneHot;
use nim_engine::sequence::subtraction::{interval_value, pair_value};
use nim_engine::theory::budget::Budget;
use nim_engine::theory::game::Game;
use nim_engine::theory::watch::unwatched;
use std::hint::select_unpredictable;

/// The work that a table of values is worth: its heaps times the numbers of the set.
const WORK: u64 = 100_000_000;
/// The heaps of a table at most.
const HEAPS: u64 = 4_000_000;
/// Heaps up to this one have their values without a search for a period.
const NEAR: u64 = 1 << 17;

/// The values of heaps for one set.
pub(crate) struct Values {
    source: Source,
    /// The numbers that are not larger than every heap, in rising order.
    set: Vec<u64>,
    /// The largest heap that is asked about.
    largest: u64,
    /// The numbers as they were given.
    given: Vec<u64>,
}

/// Values that are computed, and can be passed between threads.
pub(crate) struct Table {
    set: Vec<u64>,
    largest: u64,
    given: Vec<u64>,
    words: OneHot,
}

impl Table {
    /// Whether it has the values for these numbers, up to this heap at least.
    pub(crate) fn serves(&self, numbers: &[u64], largest: u64) -> bool {
        largest <= self.largest && numbers == self.given
    }
}

enum Source {
    /// No number may be taken.
    Nothing,
    /// All numbers from one to another.
    Interval(u64, u64),
    /// Two numbers.
    Pair(u64, u64),
    /// A table of all heaps; `None` before it is made.
    Table(Option<OneHot>),
    /// A table that ends where a period is proved.
    Game(Box<HeapGame>),
}

impl Values {
    /// The values of heaps up to `largest`; the numbers are at least 1.
    pub(crate) fn new(numbers: &[u64], largest: u64) -> Self {
        let mut set: Vec<u64> = numbers.iter().copied().filter(|&number| number <= largest).collect();
        set.sort_unstable();
        set.dedup();
        let source = match set[..] {
            [] => Source::Nothing,
            [first, .., last] if last - first == set.len() as u64 - 1 => Source::Interval(first, last),
            [only] => Source::Interval(only, only),
            [a, b] => Source::Pair(a, b),
            _ if largest <= NEAR.min(most(&set)) => Source::Table(None),
            _ => Source::Game(Box::new(HeapGame::subtract(set.clone()))),
        };
        Self { source, set, largest, given: numbers.to_vec() }
    }

    /// The values of a table.
    pub(crate) fn from_table(Table { set, largest, given, words }: Table) -> Self {
        Self { source: Source::Table(Some(words)), set, largest, given }
    }

    /// The table, if they come from one.
    pub(crate) fn into_table(self) -> Option<Table> {
        let Self { source: Source::Table(Some(words)), set, largest, given } = self else { return None };
        Some(Table { set, largest, given, words })
    }

    /// Whether it is clear that heaps up to this one have their values for these numbers.
    pub(crate) fn are_near(numbers: &[u64], largest: u64) -> bool {
        largest <= NEAR.min(most(numbers))
    }

    /// About how many steps the values of all heaps take.
    pub(crate) fn steps(&self) -> u64 {
        match self.source {
            Source::Nothing | Source::Interval(..) | Source::Pair(..) => 0,
            Source::Table(_) | Source::Game(_) => {
                self.largest.min(most(&self.set)).saturating_mul(1 + self.set.len() as u64 / 4)
            }
        }
    }

    /// Returns the value of a heap, which is not larger than the largest.
    ///
    /// # Errors
    /// The reason why it is not known.
    pub(crate) fn of(&mut self, heap: u64) -> Result<u64, String> {
        match &mut self.source {
            Source::Nothing => Ok(0),
            Source::Interval(first, last) => Ok(interval_value(*first, *last, heap)),
            Source::Pair(a, b) => Ok(pair_value(*a, *b, heap)),
            Source::Table(Some(table)) => Ok(table.get(heap).unwrap_or(0)),
            Source::Table(table @ None) => {
                *table =
                    OneHot::new(&self.set, usize::try_from(self.largest).map_or(0, |largest| largest + 1));
                if table.is_none() {
                    self.source = Source::Game(Box::new(HeapGame::subtract(self.set.clone())));
                }
                self.of(heap)
            }
            Source::Game(game) => {
                let mut watch = unwatched;
                let mut budget = Budget { heap: most(&self.set), ..Budget::new(&mut watch) };
                let value = game.grundy(&[heap], &mut budget).map_err(|refusal| refusal.to_string())?;
                Ok(value.unwrap_or(0))
            }
        }
    }

    /// Returns the XOR of the values of heaps; a value that is not known counts as 0.
    pub(crate) fn xor(&mut self, heaps: &[u64]) -> u64 {
        match &self.source {
            Source::Table(Some(table)) => {
                heaps.iter().fold(0, |sum, &heap| sum ^ table.get(heap).unwrap_or(0))
            }
            _ => heaps.iter().fold(0, |sum, &heap| sum ^ self.of(heap).unwrap_or(0)),
        }
    }

    /// Checks that the values of all heaps are known, where that is in doubt.
    pub(crate) fn check(&mut self) -> Result<(), String> {
        match self.source {
            Source::Game(_) if self.largest > most(&self.set) => self.of(self.largest).map(drop),
            _ => Ok(()),
        }
    }
}

/// Heaps below this are few.
pub(crate) const FEW: usize = 64;

/// Returns the values of few heaps, up to the largest, for numbers of at least 1: for each bit of a value the heaps whose value has it,
/// a heap a bit. Values are below 2^`BITS`.
#[inline]
pub(crate) fn few_values<const BITS: usize>(numbers: &[u64], largest: u64) -> [u64; BITS] {
    let take = numbers.iter().fold(0, |take, &number| take | shifted(1, number));
    let (mut bits, mut value) = ([0; BITS], 0_u64);
    // Heaps that are nearer to each other than the least number do not reach each other.
    let near = numbers.iter().fold(FEW as u64, |least, &number| least.min(number));
    let near = if numbers.len() < 4 { u64::MAX >> (64 - near) } else { 1 };
    let mut without = u64::MAX >> (63 - largest.min(63));
    // Of the heaps without a value, those that do not reach one with this value, from the smallest on.
    let mut left = without;
    while without != 0 {
        let first = left & left.wrapping_neg();
        let (these, reached) = if near == 1 {
            (first, take.wrapping_mul(first))
        } else {
            let these = left & near.wrapping_mul(first);
            (these, numbers.iter().fold(0, |reached, &number| reached | shifted(these, number)))
        };
        for (place, heaps) in bits.iter_mut().enumerate() {
            *heaps |= these & (value >> place & 1).wrapping_neg();
        }
        without ^= these;
        left &= !(these | reached);
        let is_done = left == 0;
        left = select_unpredictable(is_done, without, left);
        value += u64::from(is_done);
    }
    bits
}

/// Some few heaps, each larger by a number, as far as they are few still.
#[inline]
fn shifted(heaps: u64, number: u64) -> u64 {
    heaps << (number % FEW as u64) & u64::from(number < FEW as u64).wrapping_neg()
}

/// The largest heap whose value is computed, where no period is proved before.
fn most(set: &[u64]) -> u64 {
    HEAPS.min(WORK / set.len().max(1) as u64)
}

/// Returns the notation of the game in which these numbers may be taken; `None` where there are none.
pub(crate) fn subtract(numbers: &[u64]) -> Option<String> {
    let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
    (!numbers.is_empty()).then(|| format!("subtract:{}", numbers.join(",")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use nim_engine::theory::mex::mex;
    use proptest::prelude::*;

    #[test]
    fn heaps_beyond_the_table_are_answered_or_refused() {
        let last = u64::MAX - 1;
        // The period of 1, 4 and 9 is 5: 0, 1, 0, 1, 2.
        let mut known = Values::new(&[9, 4, 1, 4], last);
        assert_eq!(known.check(), Ok(()));
        let values: Result<Vec<u64>, _> = (0..5).map(|less| known.of(last - less)).collect();
        assert_eq!(values, Ok(vec![2, 1, 0, 1, 0]));

        let dense: Vec<u64> = (1..300_000).step_by(3).collect();
        let refused = Values::new(&dense, last).check();
        let why = "heap 18446744073709551614 lies beyond 1000, the largest heap that may be computed, and no period is proved up to there";
        assert_eq!(refused, Err(why.to_owned()));
        assert_eq!(Values::new(&dense, 1000).check(), Ok(()));
    }

    proptest! {
        #[test]
        fn every_way_gives_the_values_of_the_options(
            set in prop::collection::vec(1_u64..60, 0..6), largest in 0_u64..400, dense in 0_u64..40
        ) {
            let set: Vec<u64> = set.into_iter().chain(1..dense).collect();
            let mut values = Values::new(&set, largest);
            let mut naive: Vec<u64> = Vec::new();
            for n in 0..=largest {
                let options = set.iter().filter(|&&number| number <= n);
                let options: Vec<u64> = options.map(|number| naive[(n - number) as usize]).collect();
                naive.push(mex(&options));
            }
            let few = few_values::<6>(&set, largest);
            for (heap, expected) in naive.iter().enumerate().take(FEW) {
                let found = (0..6).fold(0, |value, bit| value | (few[bit] >> heap & 1) << bit);
                prop_assert_eq!(found, *expected);
            }
            let found: Result<Vec<u64>, _> = (0..=largest).map(|n| values.of(n)).collect();
            prop_assert_eq!(found, Ok(naive));
        }
    }
}
