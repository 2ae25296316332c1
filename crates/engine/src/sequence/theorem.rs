//! Theorems that prove periods.
//!
//! *The Guy–Smith theorem* (1956). In a game whose moves take at most k tokens and leave at most j heaps, let
//! G(n + p) = G(n) for all n from e up to, but not with, j e + (j - 1) p + k, where e >= 1 if j > 1. Then it holds for all n >= e.
//! *Proof* by induction on n beyond that window. Let a move turn n + p into at most j heaps. Their sum is at
//! least n + p - k >= j (e + p), so that the largest of them, b, is at least e + p; replace it by b - p. Since b is
//! smaller than n + p, G(b) = G(b - p) by induction, so that n has an option of the same value. The other way
//! round, the largest heap b after a move from n is at least e, is replaced by b + p, and G(b + p) = G(b). So n and
//! n + p have options of the same values, hence the same mex. For j > 1 a part must not vanish when it becomes
//! smaller by p, which for e = 0 it might: 0.4 has the values 0, 0, 0, 1. There the window is that of e = 1. ∎
//!
//! *Digits that repeat.* Let the digits of a code from the one with index k on repeat after c, and let it leave at most j heaps. If
//! p is a multiple of c, and G(n + p) = G(n) for all n from e >= 1 up to, but not with, j (e + p) + k, then it holds for all n >= e.
//! *Proof* by induction on n beyond that window. Let a move take t of n + p. If a heap that it leaves is at least e + p, replace it
//! by one that is smaller by p, as above. Otherwise t >= n + p - j (e + p) >= k + p, so that t - p may be taken of n instead, which
//! leaves the same. The other way round, let a move take t of n. If t >= k, take t + p of n + p. Otherwise the largest heap left is
//! at least e, as (n - k) / j is; replace it by one that is larger by p. ∎
//!
//! *Subtraction games* are the case j = 1: one window of k repeated values.
//!
//! *All-but games.* See [`Theorem::AllBut`].

use super::arithmetic;
use super::code::Code;
use super::period::{Period, tails};

/// A period that is proved for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proved {
    /// The smallest period.
    pub period: Period,
    /// The number of periods that the theorem treats as one: a multiple of a saltus may be provable where the saltus is
    /// not.
    pub multiple: u64,
}

/// A theorem by which finitely many values prove a period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Theorem {
    /// Guy and Smith: moves take at most `last` tokens and leave at most `parts` non-empty heaps.
    GuySmith {
        /// The limit j of parts, at least 1.
        parts: u64,
        /// The largest number k of tokens that a move takes.
        last: u64,
    },
    /// A code whose digits repeat: as Guy and Smith, see the [module](self).
    Repeating {
        /// The limit j of parts, at least 1.
        parts: u64,
        /// The index k of the first digit that repeats.
        first: u64,
        /// The length c of the cycle, at least 1.
        cycle: u64,
    },
    /// A code that leaves three heaps: as Guy and Smith, and for arithmetic periods the check of
    /// `arithmetic`.
    Hexadecimal(Code),
    /// A subtraction game: as Guy and Smith for one part, which may be empty.
    Subtraction {
        /// The largest number that may be taken.
        last: u64,
    },
    /// All amounts may be taken except some; `last` is the largest of these.
    ///
    /// *Theorem.* Let t(n) be 1 more than the largest value before heap n - m, m being the largest amount that is not
    /// allowed. If t(n + p) = t(n) + s and G(i + p) = G(i) + s for the m heaps before n, then the latter holds for all
    /// i from there on. *Proof.* A value v of a heap i means that each smaller value is that of a smaller heap; so the
    /// values of the heaps below any bound are all numbers up to some number, and those below n - m, all options of n,
    /// are exactly 0..t(n). So G(n) is the least number from t(n) on that is not the value of an allowed heap among the
    /// m before n. At n + p the same holds with s added to everything; and t(n + 1) is the larger of t(n) and 1 + G(n -
    /// m), so that the premise holds again at n + 1. ∎
    AllBut {
        /// The largest amount that may not be taken.
        last: u64,
    },
    /// No theorem is known; a pattern is an observation.
    None,
}

impl Theorem {
    /// Returns the theorem for a code whose digits repeat.
    pub fn repeating(code: &Code) -> Self {
        let (first, cycle) = (code.digits().len() as u64, code.cycle().len() as u64);
        Self::Repeating { parts: u64::from(code.parts()).max(1), first, cycle }
    }

    /// Returns the name of the theorem in certificates.
    pub fn name(&self, saltus: u64) -> &'static str {
        match self {
            Self::Hexadecimal(_) if saltus > 0 => "finite check of types",
            Self::GuySmith { .. } | Self::Hexadecimal(_) => "Guy-Smith",
            Self::Repeating { .. } => "Guy-Smith for repeating digits",
            Self::Subtraction { .. } => "repeated window",
            Self::AllBut { .. } => "repeated state",
            Self::None => "none",
        }
    }

    /// Returns the number of values, from G(0), that prove a period; `None` where the theorem cannot, or the number needs more
    /// than 64 bits.
    pub fn values_needed(&self, period: &Period) -> Option<u64> {
        let Period { preperiod: e, period: p, saltus } = *period;
        match *self {
            _ if saltus > 0 && !self.arithmetic() => None,
            Self::Hexadecimal(ref code) => window(3, e, p, code.last() as u64),
            Self::GuySmith { parts, last } => window(parts, e, p, last),
            Self::Repeating { cycle, .. } if !p.is_multiple_of(cycle) => None,
            Self::Repeating { parts, first, .. } => window(parts, e, p, first.checked_add(p)?),
            Self::Subtraction { last } | Self::AllBut { last } => e.checked_add(p)?.checked_add(last),
            Self::None => None,
        }
    }

    /// Returns the number of values below which nothing is proved.
    pub fn least_values(&self) -> Option<u64> {
        let period = if let Self::Repeating { cycle, .. } = self { *cycle } else { 1 };
        self.values_needed(&Period { preperiod: 0, period, saltus: 0 })
    }

    /// Returns whether a saltus other than 0 can be proved.
    pub fn arithmetic(&self) -> bool {
        matches!(self, Self::AllBut { .. } | Self::Hexadecimal(_))
    }

    /// Returns whether the values prove the period: `values(n)` is G(n) for n < `len`, and G(n + p) = G(n) + s has been seen for all n from
    /// the preperiod to `len` - p.
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

/// Returns the values that the Guy–Smith theorem needs.
fn window(parts: u64, preperiod: u64, period: u64, last: u64) -> Option<u64> {
    preperiod.max(1).checked_add(period)?.checked_mul(parts)?.checked_add(last)
}

/// Returns the smallest period that the theorem proves for the sequence of `len` values; `None` where it proves none.
///
/// *Cost*: O(`len`) time, and as much memory unless the theorem is that of Guy and Smith.
pub fn prove(len: usize, values: impl Fn(usize) -> u64, theorem: &Theorem) -> Option<Proved> {
    if theorem.least_values().is_none_or(|least| least > len as u64) {
        return None;
    }
    let period = match *theorem {
        Theorem::GuySmith { parts, last } => window_recurs(len, &values, parts, last),
        _ => tails(len, &values, theorem.arithmetic()).find(|period| theorem.proves(period, len, &values)),
    };
    let (period, multiple) = period?.reduced(&|n| values(n as usize));
    Some(Proved { period, multiple })
}

/// Returns the smallest period p that the Guy–Smith theorem proves.
///
/// *Idea*: with B = (`len` - k) / j, the window is long enough for e and p where max(e, 1) + p <= B. That is so iff the values from B
/// to the end occur once more, p heaps before and not at heap 0. A hash that is moved along the values finds the
/// place, and a comparison checks it, so that there is no need of memory.
fn window_recurs(len: usize, values: &impl Fn(usize) -> u64, parts: u64, last: u64) -> Option<Period> {
    /// The base of a polynomial hash: any odd number.
    const BASE: u64 = 0x9E37_79B9_7F4A_7C15;
    let begin = usize::try_from((len as u64).checked_sub(last)? / parts).ok()?;
    if !tail_recurs(begin, len, values) {
        return None;
    }
    let add = |sum: u64, n: usize| sum.wrapping_mul(BASE).wrapping_add(values(n));
    let hash = (begin..len).rev().fold(0, add);
    let highest = (begin..len).fold(1, |power: u64, _| power.wrapping_mul(BASE));
    let mut moved = hash;
    let period = (1..begin).find(|p| {
        moved = add(moved, begin - p).wrapping_sub(values(len - p).wrapping_mul(highest));
        moved == hash && (begin..len).all(|n| values(n) == values(n - p))
    })?;
    let preperiod = (0..begin - period).rev().find(|&n| values(n) != values(n + period)).map_or(0, |n| n + 1);
    Some(Period { preperiod: preperiod as u64, period: period as u64, saltus: 0 })
}

/// Returns whether the last of the values from `begin` to the end occur once more, as all of them do where the theorem proves a
/// period; this rules that out faster.
fn tail_recurs(begin: usize, len: usize, values: &impl Fn(usize) -> u64) -> bool {
    const TAIL: usize = 32;
    let tail = (len - begin).min(TAIL);
    (1..begin).any(|p| (1..=tail).all(|i| values(len - i) == values(len - i - p)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::code::by_definition;
    use proptest::prelude::*;

    /// Returns whether G(n + p) = G(n) for all n from e up to, but not with, an end.
    fn repeats(values: &[u64], p: usize, from: usize, end: usize) -> bool {
        (from..end).all(|n| values[n + p] == values[n])
    }

    #[test]
    fn the_window_of_guy_and_smith_proves_periods_of_octal_codes_from_heap_1_on() {
        const LEN: usize = 80;
        let codes = (0..8).flat_map(|first| (0..8).map(move |second| format!("0.{first}{second}")));
        for text in codes {
            let code = Code::octal(&text).unwrap();
            let (values, k) = (by_definition(&code, LEN), code.last());
            for (e, p) in (1..10).flat_map(|e| (1..20).map(move |p| (e, p))) {
                let is_seen = repeats(&values, p, e, 2 * e + p + k);
                assert!(!is_seen || repeats(&values, p, e, LEN - p), "{text}, from {e}, period {p}");
            }
        }
        // Starting at heap 0 it proves nothing: a part of p tokens would become an empty one.
        let values = by_definition(&Code::octal("0.4").unwrap(), LEN);
        assert!(repeats(&values, 1, 0, 2) && !repeats(&values, 1, 0, 3), "{values:?}");
        let theorem = Theorem::GuySmith { parts: 2, last: 1 };
        let needed = |preperiod| theorem.values_needed(&Period { preperiod, period: 1, saltus: 0 });
        assert_eq!(needed(0), needed(1));
    }

    proptest! {
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
}
