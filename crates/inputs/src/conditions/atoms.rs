//! Conditions on one feature, with what is known of their thresholds.

use super::features::{NONE, When};
use super::measures::Words;
use super::table::Table;

/// A condition on one feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atom {
    /// The column of the feature.
    pub column: usize,
    /// The condition on its value.
    pub test: Test,
}

/// A condition on a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// It is at least the upper end of this gap, and not at most the lower end: nothing is known in between.
    Above(Gap),
    /// It is at most the lower end of this gap, and not at least the upper end.
    Below(Gap),
    /// It is this value.
    Is(i64),
    /// It is not this value.
    Not(i64),
    /// By this number it has this remainder.
    Remainder(i64, i64),
    /// By this number it has another remainder.
    NoRemainder(i64, i64),
    /// It is a power of two.
    PowerOfTwo,
    /// It is none.
    NoPowerOfTwo,
}

/// The values between which a threshold lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The greatest value below it.
    pub low: i64,
    /// The least value above it.
    pub high: i64,
}

/// The moduli that are tried.
const MODULI: [i64; 3] = [2, 3, 4];
/// Values that are worth an exception.
const ABSENT: [i64; 2] = [0, 1];

impl Test {
    /// Returns whether it holds of a value; `None` in a gap.
    pub fn holds(self, value: i64) -> Option<bool> {
        let is_power = u64::try_from(value).is_ok_and(u64::is_power_of_two);
        Some(match self {
            Self::Above(gap) | Self::Below(gap) if gap.low < value && value < gap.high => return None,
            Self::Above(gap) => value >= gap.high,
            Self::Below(gap) => value <= gap.low,
            Self::Is(known) => value == known,
            Self::Not(known) => value != known,
            Self::Remainder(by, rest) => value.rem_euclid(by) == rest,
            Self::NoRemainder(by, rest) => value.rem_euclid(by) != rest,
            Self::PowerOfTwo => is_power,
            Self::NoPowerOfTwo => !is_power,
        })
    }

    /// Returns whether it is a threshold.
    pub const fn gap(&self) -> Option<Gap> {
        if let Self::Above(gap) | Self::Below(gap) = *self { Some(gap) } else { None }
    }
}

impl Atom {
    /// Returns its price in bits.
    pub fn price(self, table: &Table<'_>) -> u32 {
        let feature = &table.features[self.column];
        let bits = table.bits[self.column];
        let of_limit = |limit: i64| bits.min(2 + limit.max(1).ilog2()).max(1);
        let of_test = match self.test {
            _ if !feature.is_number() => 0,
            Test::Above(gap) => of_limit(gap.high.saturating_sub(1)),
            Test::Below(gap) => of_limit(gap.low),
            Test::Is(0 | 1) | Test::Not(0 | 1) => 2,
            Test::Is(_) | Test::Not(_) => 2 + bits,
            Test::Remainder(by, _) | Test::NoRemainder(by, _) => by as u32,
            Test::PowerOfTwo | Test::NoPowerOfTwo => 4,
        };
        feature.measure.price + of_test + if feature.when == When::Here { 0 } else { 4 }
    }

    /// Returns the number of cases of a test in which it holds, if it is of a value of 0 or 1.
    pub fn count(self, table: &Table<'_>, test: usize) -> i64 {
        let counts = table.counts[test][self.column];
        match self.test {
            Test::Not(value) => table.cases[test].unwrap_or_default() as i64 - counts[value as usize],
            Test::Is(value) => counts[value as usize],
            _ => 0,
        }
    }

    /// Returns the conditions on a column that hold in all these rows, of which there is one at least.
    pub fn of_all(table: &Table<'_>, column: usize, rows: &[u32]) -> Vec<Self> {
        let values = rows.iter().map(|&row| table.columns[column][row as usize]);
        let least = values.clone().min().unwrap_or(i64::MAX);
        let most = values.clone().max().unwrap_or(i64::MIN);
        let mut tests = Vec::new();
        if least == most && least > NONE {
            tests.push(Test::Is(least));
        }
        if table.is_answer(column) && !table.words.is_empty() {
            let words = (0..table.words.len() as i64).filter(|_| table.words.len() > 2);
            let others = words.filter(|word| values.clone().all(|value| value != *word));
            tests.extend(others.map(Test::Not));
        } else if table.features[column].is_number() {
            let absent = ABSENT.into_iter().filter(|_| table.is_here(column));
            let absent = absent.filter(|absent| values.clone().all(|value| value != *absent));
            tests.extend(absent.map(Test::Not));
            if least > NONE {
                tests.push(Test::Above(Gap { low: NONE, high: least }));
            }
            if table.is_here(column) {
                tests.push(Test::Below(Gap { low: most, high: i64::MAX }));
                tests.extend(of_remainders(&values));
            }
        }
        // Of two conditions of one price the first is said: a threshold, where it has words of its own.
        let has_words = matches!(table.features[column].measure.words, [Words::Compared(..), _]);
        tests.sort_by_key(|test| has_words && test.gap().is_none());
        tests.into_iter().map(|test| Self { column, test }).collect()
    }
}

/// Returns what holds of the remainders of all values, and of powers of two.
fn of_remainders(values: &(impl Iterator<Item = i64> + Clone)) -> Vec<Test> {
    let mut tests = Vec::new();
    for by in MODULI {
        let seen = values.clone().fold(0_u32, |seen, value| seen | 1 << value.rem_euclid(by));
        if seen.count_ones() == 1 {
            tests.push(Test::Remainder(by, i64::from(seen.trailing_zeros())));
        } else {
            let others = (0..by).filter(|rest| seen >> rest & 1 == 0);
            tests.extend(others.map(|rest| Test::NoRemainder(by, rest)));
        }
    }
    let powers = [Test::PowerOfTwo, Test::NoPowerOfTwo].into_iter();
    tests.extend(powers.filter(|test| values.clone().all(|value| test.holds(value) == Some(true))));
    tests
}

impl Test {
    /// Makes the gap of a threshold narrower: it holds of this value in it, or does not.
    pub const fn narrow(&mut self, value: i64, holds: bool) {
        match self {
            Self::Above(gap) if holds => gap.high = value,
            Self::Above(gap) => gap.low = value,
            Self::Below(gap) if holds => gap.low = value,
            Self::Below(gap) => gap.high = value,
            _ => {}
        }
    }
}
