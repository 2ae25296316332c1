//! The values of heaps from which the numbers of a set are taken, as far as they are worth computing.

use nim_engine::games::heaps::HeapGame;
use nim_engine::sequence::one_hot::OneHot;
use nim_engine::sequence::subtraction::{interval_value, pair_value};
use nim_engine::theory::budget::Budget;
use nim_engine::theory::game::Game;
use nim_engine::theory::refusal::Refusal;
use nim_engine::theory::watch::unwatched;
use nim_solve::problem::ValueError;
use std::hint::select_unpredictable;
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The work that a table of values is worth: its heaps times the numbers of the set.
const WORK: u64 = 100_000_000;
/// The heaps of a table at most.
const HEAPS: u64 = 4_000_000;
/// Heaps up to this one have their values without a search for a period.
const NEAR: u64 = 1 << 17;

/// The values of heaps for one set.
pub(crate) struct Values {
    source: Source,
    /// The number of numbers of the set that are not larger than every heap.
    numbers: u64,
    table: Table,
}

/// A table of values, which can be passed between threads; or its memory alone, for another one.
#[derive(Default)]
pub(crate) struct Table {
    /// The numbers that are not larger than every heap, in rising order.
    set: Vec<u64>,
    /// The numbers as they were given.
    given: Vec<u64>,
    /// The largest heap that is asked about.
    largest: u64,
    words: OneHot,
    /// Whether the values are computed.
    is_made: bool,
}

impl Table {
    /// Returns whether it has the values for these numbers, up to this heap at least.
    pub(crate) fn serves(&self, numbers: &[u64], largest: u64) -> bool {
        self.is_made && largest <= self.largest && numbers == self.given
    }

    /// Returns whether the table has no values.
    pub(crate) const fn is_empty(&self) -> bool {
        !self.is_made
    }

    /// Computes the values, and returns whether they fit.
    fn make(&mut self) -> bool {
        let len = usize::try_from(self.largest).map_or(0, |largest| largest + 1);
        self.is_made = self.is_made || self.words.compute(&self.set, len);
        self.is_made
    }
}

/// Tables of cases before, for those that follow with the same numbers.
#[derive(Default)]
pub(crate) struct KnownTables(Mutex<Vec<Table>>);

/// Tables from which on the memory of the oldest is used again.
const KEPT: usize = 4;

impl KnownTables {
    /// Returns values of heaps up to `largest`: those of a case before, if they serve this one, too; else made in the memory of a table.
    pub(crate) fn values(&self, numbers: &[u64], largest: u64, make: impl FnOnce(Table) -> Values) -> Values {
        let mut known = self.locked();
        if let Some(at) = known.iter().rposition(|table| table.serves(numbers, largest)) {
            return Values::from_table(known.remove(at));
        }
        let oldest = (known.len() >= KEPT).then_some(0);
        let room = known.iter().position(Table::is_empty).or(oldest).map(|at| known.remove(at));
        drop(known);
        make(room.unwrap_or_default())
    }

    /// Keeps values for cases that follow, or the memory of their table.
    pub(crate) fn keep(&self, values: Values) {
        self.locked().push(values.into_table());
    }

    fn locked(&self) -> MutexGuard<'_, Vec<Table>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

enum Source {
    /// No number may be taken.
    Nothing,
    /// All numbers from one to another.
    Interval(u64, u64),
    /// Exactly two numbers.
    Pair(u64, u64),
    /// A table of all heaps.
    Table,
    /// A table that ends where a period is proved.
    Game(Box<HeapGame>),
    /// Too many numbers for the largest heap, and for a period.
    Beyond,
}

/// Fills a set with the numbers up to the largest heap, in rising order, each once.
fn fill_rising(set: &mut Vec<u64>, numbers: &[u64], largest: u64) {
    set.clear();
    set.extend(numbers.iter().filter(|&&number| number <= largest));
    if !set.is_sorted_by(|one, next| one < next) {
        set.sort_unstable();
        set.dedup();
    }
}

impl Values {
    /// Computes the values of heaps up to `largest`; the numbers are at least 1.
    pub(crate) fn new(numbers: &[u64], largest: u64) -> Self {
        Self::within(Table::default(), numbers, largest)
    }

    /// Like [`Values::new`], in the memory of a table.
    pub(crate) fn within(mut table: Table, numbers: &[u64], largest: u64) -> Self {
        fill_rising(&mut table.set, numbers, largest);
        (table.is_made, table.largest) = (false, largest);
        let count = table.set.len() as u64;
        let source = match *table.set {
            [] => Source::Nothing,
            [first, .., last] if last - first == count - 1 => Source::Interval(first, last),
            [only] => Source::Interval(only, only),
            [a, b] => Source::Pair(a, b),
            _ if largest <= NEAR.min(most(count)) => {
                table.given.clear();
                table.given.extend_from_slice(numbers);
                Source::Table
            }
            // Without its common divisor, the largest number is at least their count, and no period is proved before a heap of it.
            _ if count > most(count) => Source::Beyond,
            _ => Source::Game(Box::new(HeapGame::subtract(mem::take(&mut table.set)))),
        };
        Self { source, numbers: count, table }
    }

    /// Returns the values of a table.
    pub(crate) const fn from_table(table: Table) -> Self {
        Self { numbers: table.set.len() as u64, source: Source::Table, table }
    }

    /// Returns the table; it is empty if the values come from elsewhere.
    pub(crate) fn into_table(self) -> Table {
        self.table
    }

    /// Returns whether it is clear that heaps up to this one have their values for these numbers.
    pub(crate) fn are_near(numbers: &[u64], largest: u64) -> bool {
        largest <= NEAR.min(most(numbers.len() as u64))
    }

    /// About how many steps the values of all heaps take that are not there.
    pub(crate) fn steps(&self) -> u64 {
        match self.source {
            Source::Nothing | Source::Interval(..) | Source::Pair(..) | Source::Beyond => 0,
            Source::Table if self.table.is_made => 0,
            Source::Table | Source::Game(_) => {
                self.table.largest.min(most(self.numbers)).saturating_mul(1 + self.numbers / 4)
            }
        }
    }

    /// Returns the value of a heap, which is not larger than the largest.
    ///
    /// # Errors
    /// The reason why it is not known.
    pub(crate) fn value(&mut self, heap: u64) -> Result<u64, ValueError> {
        match &mut self.source {
            Source::Nothing => Ok(0),
            Source::Interval(first, last) => Ok(interval_value(*first, *last, heap)),
            Source::Pair(a, b) => Ok(pair_value(*a, *b, heap)),
            Source::Table if self.table.make() => Ok(self.table.words.get(heap).unwrap_or(0)),
            Source::Table => {
                self.source = Source::Game(Box::new(HeapGame::subtract(mem::take(&mut self.table.set))));
                self.value(heap)
            }
            Source::Game(game) => {
                let mut watch = unwatched;
                let mut budget = Budget { heap: most(self.numbers), ..Budget::new(&mut watch) };
                let value = game.grundy(&[heap], &mut budget).map_err(|refusal| refusal.to_string())?;
                Ok(value.unwrap_or(0))
            }
            Source::Beyond => Err(Refusal::TooFar(heap, most(self.numbers)).to_string().into()),
        }
    }

    /// Returns the XOR of the values of heaps; a value that is not known counts as 0.
    pub(crate) fn xor(&mut self, heaps: &[u64]) -> u64 {
        match &self.source {
            Source::Table if self.table.is_made => {
                heaps.iter().fold(0, |sum, &heap| sum ^ self.table.words.get(heap).unwrap_or(0))
            }
            _ => heaps.iter().fold(0, |sum, &heap| sum ^ self.value(heap).unwrap_or(0)),
        }
    }

    /// Checks that the values of heaps up to `largest` are known for these numbers.
    pub(crate) fn check_reach(numbers: &[u64], largest: u64) -> Result<(), ValueError> {
        if largest <= most(numbers.len() as u64) { Ok(()) } else { Self::new(numbers, largest).check() }
    }

    /// Checks that the values of all heaps are known, if that is in doubt.
    pub(crate) fn check(&mut self) -> Result<(), ValueError> {
        match self.source {
            Source::Game(_) | Source::Beyond if self.table.largest > most(self.numbers) => {
                self.value(self.table.largest).map(drop)
            }
            _ => Ok(()),
        }
    }
}

/// The limit below which heaps count as few: each has a bit in a word.
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
    // The heaps without a value that do not reach one with this value, from the smallest on.
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

/// Returns which of few heaps are lost, up to the largest, for numbers of at least 1: a heap a bit.
#[inline]
pub(crate) fn few_lost(numbers: &[u64], largest: u64) -> u64 {
    let take = numbers.iter().fold(0, |take, &number| take | shifted(1, number));
    // Without those from which a lost heap is reached, the least heap is lost.
    let (mut lost, mut left) = (0, u64::MAX >> (63 - largest.min(63)));
    while left != 0 {
        let first = left & left.wrapping_neg();
        lost |= first;
        left &= !(first | take.wrapping_mul(first));
    }
    lost
}

/// Some few heaps, each larger by a number, as far as they are few still.
#[inline]
fn shifted(heaps: u64, number: u64) -> u64 {
    heaps << (number % FEW as u64) & u64::from(number < FEW as u64).wrapping_neg()
}

/// Returns the largest heap whose value is computed with this many numbers, if no period is proved before.
fn most(numbers: u64) -> u64 {
    HEAPS.min(WORK / numbers.max(1))
}

/// Numbers of a set that are named one by one.
const NAMED: usize = 64;

/// Returns the notation of the game in which these numbers may be taken, for heaps up to the largest; `None` if there are none. Of
/// many, those alone are named that are not larger than every heap.
pub(crate) fn subtract(numbers: &[u64], largest: u64) -> Option<String> {
    let least = *numbers.iter().min()?;
    let named = |numbers: &[u64]| {
        let mut notation = "subtract:".to_owned();
        for (n, number) in numbers.iter().enumerate() {
            notation.push_str(&format!("{}{number}", if n > 0 { "," } else { "" }));
        }
        notation
    };
    if numbers.len() <= NAMED {
        return Some(named(numbers));
    }
    let mut set = Vec::new();
    fill_rising(&mut set, numbers, largest);
    Some(match *set {
        [] => named(&[least]),
        [first, .., last] if last - first == set.len() as u64 - 1 => format!("subtract:{first}..{last}"),
        _ => named(&set),
    })
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
        let values: Result<Vec<u64>, _> = (0..5).map(|less| known.value(last - less)).collect();
        assert_eq!(values, Ok(vec![2, 1, 0, 1, 0]));

        let dense: Vec<u64> = (1..300_000).step_by(3).collect();
        let refused = Values::new(&dense, last).check();
        let why = "heap 18446744073709551614 lies beyond 1000, the largest heap that may be computed, and no period is proved up to there";
        assert_eq!(refused, Err(why.into()));
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
                prop_assert_eq!(few_lost(&set, largest) >> heap & 1 == 1, *expected == 0);
            }
            let found: Result<Vec<u64>, _> = (0..=largest).map(|n| values.value(n)).collect();
            prop_assert_eq!(found, Ok(naive));
        }
    }
}
