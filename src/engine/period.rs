//! Periods of value sequences, found while they are computed, and proved.
//!
//! A sequence with G(n + p) = G(n) + s for all n >= e has *preperiod* e, *period* p and *saltus* s; here e, then p,
//! are the smallest such numbers, so that e is one more than the last exception. A saltus of 0 is plain
//! periodicity, another one arithmetic periodicity.
//!
//! That a pattern repeats for a while proves nothing; a [`Theorem`] says how long is long enough.
//!
//! *The Guy–Smith theorem* (1956). In a game whose moves take at most k tokens and leave at most j heaps, let
//! G(n + p) = G(n) for all n from e up to, but not with, j e + (j - 1) p + k. Then it holds for all n >= e.
//! *Proof* by induction on n beyond that window. Let a move turn n + p into at most j heaps. Their sum is at
//! least n + p - k >= j (e + p), so that the largest of them, b, is at least e + p; replace it by b - p. Since b is
//! smaller than n + p, G(b) = G(b - p) by induction, so that n has an option of the same value. The other way
//! round, the largest heap b after a move from n is at least e, is replaced by b + p, and G(b + p) = G(b). So n and
//! n + p have options of the same values, hence the same mex. (For j > 1 a part must not vanish when it becomes
//! smaller by p, which for e = 0 it might: there the window is that of e = 1.) ∎
//!
//! *Subtraction games* are the case j = 1: one window of k repeated values.
//!
//! *All-but games.* See [`Theorem::AllBut`].

use super::arithmetic;
use super::code::Code;

/// The regular end of a sequence: G(n + period) = G(n) + saltus for all n >= preperiod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The smallest n from which on the sequence is regular.
    pub preperiod: u64,
    /// The smallest period, at least 1.
    pub period: u64,
    /// What each period adds; 0 for a purely repeating sequence.
    pub saltus: u64,
}

impl Period {
    /// The heap below `preperiod + period` to which `n` is related, and the number of periods between them.
    pub fn reduce(&self, n: u64) -> (u64, u64) {
        let Some(beyond) = n.checked_sub(self.preperiod) else { return (n, 0) };
        (self.preperiod + beyond % self.period, beyond / self.period)
    }

    /// The same regularity with so many periods taken as one; `None` where that needs more than 64 bits.
    pub fn times(&self, multiple: u64) -> Option<Self> {
        let (period, saltus) = (self.period.checked_mul(multiple)?, self.saltus.checked_mul(multiple)?);
        Some(Self { preperiod: self.preperiod, period, saltus })
    }

    /// The smallest regularity from the preperiod on, where this one holds for ever; and how many of its periods this
    /// one has.
    ///
    /// Two periods differ by a period, so that the smallest one divides all others; and it holds from the same
    /// preperiod on, as it holds far beyond and every heap can be moved there.
    fn reduced(self, values: &impl Fn(u64) -> u64) -> (Self, u64) {
        let Self { preperiod, period, saltus } = self;
        let holds = |part: &u64| {
            let (less, step) = (period / part, saltus / part);
            (preperiod..preperiod + period)
                .all(|n| self.value(n + less, values) == values(n).checked_add(step))
        };
        let divides = |part: &u64| period % part == 0 && saltus % part == 0;
        let multiple = (2..=period).rev().filter(divides).find(holds).unwrap_or(1);
        (Self { preperiod, period: period / multiple, saltus: saltus / multiple }, multiple)
    }

    /// G(n) from the values of the first `preperiod + period` heaps; `None` where it needs more than 64 bits.
    pub fn value(&self, n: u64, known: impl Fn(u64) -> u64) -> Option<u64> {
        let (heap, periods) = self.reduce(n);
        known(heap).checked_add(periods.checked_mul(self.saltus)?)
    }
}

/// A period that is proved for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proved {
    /// The smallest period.
    pub period: Period,
    /// How many periods the theorem was applied to at once: a saltus that it cannot treat may have a multiple that it
    /// can.
    pub multiple: u64,
}

/// What turns a pattern into a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Theorem {
    /// Guy and Smith: moves take at most `last` tokens and leave at most `parts` non-empty heaps.
    GuySmith {
        /// j, at least 1.
        parts: u64,
        /// k.
        last: u64,
    },
    /// A code that leaves three heaps: as Guy and Smith, and for arithmetic periods the check of
    /// [`arithmetic`].
    Hexadecimal(Code),
    /// A subtraction game: as Guy and Smith for one part, which may be empty.
    Subtraction {
        /// The largest number that may be taken.
        last: u64,
    },
    /// All amounts may be taken but some, of which `last` is the largest.
    ///
    /// *Theorem.* Let t(n) be 1 more than the largest value before heap n - m, m being the largest amount that is
    /// not allowed. If t(n + p) = t(n) + s and G(i + p) = G(i) + s for the m heaps before n, then the latter holds
    /// for all i from there on.
    /// *Proof.* A value v of a heap i means that each smaller value is that of a smaller heap; so the values of the
    /// heaps below any bound are all numbers up to some number, and those below n - m, all options of n, are
    /// exactly 0..t(n). So G(n) is the least number from t(n) on that is not the value of an allowed heap among
    /// the m before n. This is the same question at n + p, with s added to everything; and t(n + 1) is the
    /// larger of t(n) and 1 + G(n - m), so that the premise holds again at n + 1. ∎
    AllBut {
        /// The largest amount that may not be taken.
        last: u64,
    },
    /// No theorem is known; a pattern is an observation.
    None,
}

impl Theorem {
    /// Its name, for certificates.
    pub fn name(&self, saltus: u64) -> &'static str {
        match self {
            Self::Hexadecimal(_) if saltus > 0 => "finite check of types",
            Self::GuySmith { .. } | Self::Hexadecimal(_) => "Guy-Smith",
            Self::Subtraction { .. } => "repeated window",
            Self::AllBut { .. } => "repeated state",
            Self::None => "none",
        }
    }

    /// The number of values, from G(0), that prove a period; `None` where the theorem cannot, or the number needs more
    /// than 64 bits.
    pub fn values_needed(&self, period: &Period) -> Option<u64> {
        let Period { preperiod: e, period: p, saltus } = *period;
        match *self {
            _ if saltus > 0 && !self.arithmetic() => None,
            Self::Hexadecimal(ref code) if saltus > 0 => arithmetic::values_needed(code, period),
            Self::Hexadecimal(ref code) => window(3, e, p, code.last() as u64),
            Self::GuySmith { parts, last } => window(parts, e, p, last),
            Self::Subtraction { last } | Self::AllBut { last } => e.checked_add(p)?.checked_add(last),
            Self::None => None,
        }
    }

    /// The number of values below which nothing is proved.
    pub fn least_values(&self) -> Option<u64> {
        self.values_needed(&Period { preperiod: 0, period: 1, saltus: 0 })
    }

    /// Whether a saltus other than 0 can be proved.
    pub fn arithmetic(&self) -> bool {
        matches!(self, Self::AllBut { .. } | Self::Hexadecimal(_))
    }

    /// Whether the values prove a period that they show: `values(n)` is G(n) for n < `len`, and
    /// G(n + p) = G(n) + s has been seen for all n from the preperiod to `len` - p.
    pub fn proves(&self, period: &Period, len: usize, values: &impl Fn(usize) -> u64) -> bool {
        if self.values_needed(period).is_none_or(|needed| needed > len as u64) {
            return false;
        }
        let last = match self {
            Self::Hexadecimal(code) if period.saltus > 0 => {
                return arithmetic::proves(code, period, &|n| values(n as usize));
            }
            Self::AllBut { last } => last,
            _ => return true,
        };
        let top = |n: u64| (0..n.saturating_sub(*last)).map(|i| values(i as usize) + 1).max().unwrap_or(0);
        Some(top(len as u64)) == top(len as u64 - period.period).checked_add(period.saltus)
    }
}

/// The values that the Guy–Smith theorem needs.
fn window(parts: u64, preperiod: u64, period: u64, last: u64) -> Option<u64> {
    preperiod.max(1).checked_add(period)?.checked_mul(parts)?.checked_add(last)
}

/// The smallest period that the theorem proves for the sequence of `len` values; `None` where it proves none.
///
/// *Idea*: the Z-function of the reversed sequence tells for every p how far back from the end the sequence agrees
/// with itself moved by p. *Cost*: O(`len`) time and memory.
pub fn prove(len: usize, values: impl Fn(usize) -> u64, theorem: &Theorem) -> Option<Proved> {
    if theorem.least_values().is_none_or(|least| least > len as u64) {
        return None;
    }
    match theorem {
        Theorem::GuySmith { parts: 2.., .. } if !tail_recurs(len, &values) => return None,
        _ => {}
    }
    let mut tails = tails(len, &values, theorem.arithmetic());
    let period = tails.find(|period| theorem.proves(period, len, &values))?;
    let (period, multiple) = period.reduced(&|n| values(n as usize));
    Some(Proved { period, multiple })
}

/// Whether the last few values stand once more, at most half the length before. Where the Guy–Smith theorem proves a
/// period of a game that leaves two heaps, so do all values of the second half; mostly this tells at once that it does not.
fn tail_recurs(len: usize, values: &impl Fn(usize) -> u64) -> bool {
    const TAIL: usize = 32;
    let recurs = |p: usize| (1..=TAIL).all(|i| values(len - i) == values(len - i - p));
    len < 4 * TAIL || (1..=len / 2).any(recurs)
}

/// The smallest period that the sequence shows at least three times over before its end, proved or not.
pub fn observe(len: usize, values: impl Fn(usize) -> u64) -> Option<Period> {
    // A sequence that grows shows a period of its differences.
    tails(len, &values, true)
        .filter(|period| period.preperiod + 3 * period.period.max(16) <= len as u64)
        .min_by_key(|period| period.period)
}

/// For every p below the length, the tail with that period.
fn tails(len: usize, values: &impl Fn(usize) -> u64, arithmetic: bool) -> impl Iterator<Item = Period> {
    let difference = usize::from(arithmetic);
    let count = len.saturating_sub(difference);
    let reversed: Vec<u64> = (0..count)
        .rev()
        .map(|n| if arithmetic { values(n + 1).wrapping_sub(values(n)) } else { values(n) })
        .collect();
    let matches = z_function(&reversed);
    (1..count).filter_map(move |p| {
        let preperiod = count - p - matches[p];
        if !arithmetic {
            return Some(Period { preperiod: preperiod as u64, period: p as u64, saltus: 0 });
        }
        let (low, high) = (values(preperiod), values(preperiod.checked_add(p).filter(|&n| n < len)?));
        let saltus = high.checked_sub(low)?;
        Some(Period { preperiod: preperiod as u64, period: p as u64, saltus })
    })
}

/// z[i] = the length of the longest common prefix of the row and the row from i on.
fn z_function(row: &[u64]) -> Vec<usize> {
    let mut z = vec![row.len(); row.len()];
    let (mut left, mut right) = (0, 0);
    for i in 1..row.len() {
        let mut length = if i < right { z[i - left].min(right - i) } else { 0 };
        while i + length < row.len() && row[length] == row[i + length] {
            length += 1;
        }
        z[i] = length;
        if i + length > right {
            (left, right) = (i, i + length);
        }
    }
    z
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn z_function_is_what_it_says(row in prop::collection::vec(0_u64..3, 0..60)) {
            let z = z_function(&row);
            for i in 0..row.len() {
                let expected = row.iter().zip(&row[i..]).take_while(|(a, b)| a == b).count();
                prop_assert_eq!(z[i], expected);
            }
        }

        #[test]
        fn a_planted_period_is_found_and_minimal(
            head in prop::collection::vec(0_u64..4, 0..20),
            cycle in prop::collection::vec(0_u64..4, 1..12),
            last in 1_u64..5,
        ) {
            let theorem = Theorem::GuySmith { parts: 2, last };
            let value = |n: usize| if n < head.len() { head[n] } else { cycle[(n - head.len()) % cycle.len()] };
            let len = 2 * head.len() + 4 * cycle.len() + 10;
            let found = prove(len, value, &theorem).unwrap().period;
            let holds = |e: u64, p: u64| (e..200).all(|n| value(n as usize) == value((n + p) as usize));
            prop_assert!(holds(found.preperiod, found.period));
            prop_assert!(found.preperiod == 0 || !holds(found.preperiod - 1, found.period));
            prop_assert!((1..found.period).all(|p| !holds(150, p)));
            let needed = theorem.values_needed(&found).unwrap() as usize;
            prop_assert_eq!(prove(needed, value, &theorem).map(|proved| proved.period), Some(found));
        }
    }

    #[test]
    fn growth_is_a_saltus() {
        let period = observe(100, |n| [0, 2, 1][n % 3] + 4 * (n as u64 / 3)).unwrap();
        assert_eq!(period, Period { preperiod: 0, period: 3, saltus: 4 });
        assert_eq!(period.value(u64::MAX, |n| [0, 2, 1][n as usize]), None);
        assert_eq!(period.value(3_000_001, |n| [0, 2, 1][n as usize]), Some(4_000_002));
        assert_eq!(observe(40, |n| n as u64 * n as u64), None);
    }
}
