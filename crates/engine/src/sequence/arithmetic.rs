//! Arithmetic periods of hexadecimal games: a finite check that proves one for ever.
//!
//! Codes that leave three heaps may have G(n + p) = G(n) + s with s > 0 (Howse and Nowakowski 2004, who prove it for some of them;
//! for octal codes it is impossible, Austin 1976). The following is a proof for single cases, which needs s to be a power of two.
//!
//! **Setting.** Let e >= 1, let k be the most tokens a move takes, and let the pattern hold for all heaps from e on and below n,
//! where n >= 3(e + p) + k. Call a heap below e small, another large. A large heap is r + qp with e <= r < e + p, and its value is
//! that of r plus qs: the *high part* is floor(G(r) / s) + q, the *low part* G(r) mod s. XOR acts on both parts
//! apart. An option of n has a *type*: the small heaps and the residues r. All options of one type have
//! the same low part, the XOR c of the high parts of their small heaps is fixed, and the high parts of their large
//! heaps have a fixed sum M; there is at least one, as n is large. With H and L the high and the low part of what G(n) should be, D = M - H
//! does not change when n grows by p.
//!
//! **The window.** n has the types that n + p has. A type of n + p whose large heaps are all residues, with q = 0, would be lost at n;
//! but these heaps and the small ones add up to 3(e + p - 1) at most, which is less than n - k. So some q is at least 1, and one period less of that heap
//! makes an option of n. Below 3(e + p) + k - 3 the type of the three largest residues may be missing, and the numbers that it reaches with it, so
//! that the values up to there are seen and not derived. That is the window of Guy and Smith for three heaps.
//!
//! **The value is no option.** The XOR of numbers with the sum M is at most M, and of the same parity. So the high part
//! H does not occur in a type if D + c is odd, or if D < -c; or, for a single large heap, whose high part is M, if |D|
//! > c. This must hold for every type with the low part L.
//!
//! **All smaller numbers are.** Three numbers with the sum M have every XOR w <= M of the same parity: w and twice
//! (M - w) / 2. So a type with three large heaps, one of whose residues has the high part 0 and none a higher one than u, has
//! every such high part w up to M - 2u. And a type with c = 0 has the high part M itself, where all its large heaps but one can have the
//! high part 0. For each low part l, these together must give all high parts below H, and H too where l < L.
//!
//! With the same types for all such n, both conditions depend on n modulo p only, so that p heaps decide, and induction does the rest. ∎

use super::code::Code;
use super::period::Period;

/// The most residues and small heaps checked; the cost grows with their third power.
const MOST_HEAPS: u64 = 400;
/// The largest saltus checked.
const MOST_SALTUS: u64 = 1 << 12;

/// Returns whether the conditions of the [module](self) hold. The period must have been seen in the values that [the
/// theorem](super::theorem::Theorem::values_needed) needs; `value` returns the values of heaps below the preperiod and two periods.
pub fn proves(code: &Code, period: &Period, value: &dyn Fn(u64) -> u64) -> bool {
    let first = period.preperiod.max(1);
    let last = first.saturating_add(period.period);
    if last > MOST_HEAPS
        || !period.saltus.is_power_of_two()
        || period.saltus > MOST_SALTUS
        || code.parts() != 3
    {
        return false;
    }
    let check = Check { code, period, first, last, values: (0..last).map(value).collect() };
    // Any p consecutive heaps that have every type are enough.
    let start = 4 * last + code.last() as u64;
    (start..start + period.period).all(|heap| check.holds_at(heap))
}

struct Check<'c> {
    code: &'c Code,
    period: &'c Period,
    /// The first large heap.
    first: u64,
    /// One more than the last residue.
    last: u64,
    values: Vec<u64>,
}

/// The high parts, less H, that the types with one low part have.
#[derive(Clone)]
struct Reached {
    /// All even and all odd numbers up to these.
    up_to: [i64; 2],
    /// Exceptions that are added one by one.
    also: Vec<i64>,
}

impl Reached {
    /// Returns whether it contains all numbers up to `last`.
    fn is_complete(&self, last: i64) -> bool {
        self.up_to.iter().all(|&least| least > i64::MIN)
            && (self.up_to[0].min(self.up_to[1])..=last)
                .all(|number| number <= self.up_to[parity(number)] || self.also.contains(&number))
    }
}

/// 0 for even numbers, 1 for odd ones.
fn parity(number: i64) -> usize {
    usize::from(number % 2 != 0)
}

impl Check<'_> {
    fn high(&self, heap: u64) -> u64 {
        self.values[heap as usize] / self.period.saltus
    }

    fn holds_at(&self, heap: u64) -> bool {
        let saltus = self.period.saltus;
        let periods = (heap - self.first) / self.period.period;
        let base = self.values[(self.first + (heap - self.first) % self.period.period) as usize];
        let (high, low) = (base / saltus + periods, base % saltus);
        let nothing = Reached { up_to: [i64::MIN; 2], also: Vec::new() };
        let mut reached = vec![nothing; saltus as usize];
        let mut occurs = false;
        self.visit_types(heap, &mut |heaps, periods| {
            let highs = || heaps.iter().filter(|&&heap| heap >= self.first).map(|&heap| self.high(heap));
            let part = heaps.iter().fold(0, |sum, &heap| sum ^ (self.values[heap as usize] % saltus));
            let fixed = heaps.iter().filter(|&&heap| heap < self.first);
            let fixed = fixed.fold(0, |sum, &heap| sum ^ self.high(heap)) as i64;
            let difference = (highs().sum::<u64>() + periods) as i64 - high as i64;
            let larges = highs().count();
            if part == low && (difference + fixed) % 2 == 0 {
                let beyond = if larges == 1 { difference.abs() > fixed } else { difference < -fixed };
                occurs |= !beyond;
            }
            let reached = &mut reached[part as usize];
            if larges == 3 && highs().min() == Some(0) {
                let last = difference - 2 * highs().max().unwrap_or(0) as i64;
                let up_to = &mut reached.up_to[parity(last)];
                *up_to = last.max(*up_to);
            }
            let is_reached = fixed == 0 && highs().filter(|&high| high > 0).count() <= 1;
            if is_reached && !reached.also.contains(&difference) {
                reached.also.push(difference);
            }
        });
        !occurs
            && (0..).zip(&reached).all(|(part, reached)| reached.is_complete(if part < low { 0 } else { -1 }))
    }

    /// Visits the types of the options of `heap` that leave a large heap: small heaps and residues in rising order, with the
    /// number of periods that the large heaps have together beyond their residues.
    fn visit_types(&self, heap: u64, visit: &mut dyn FnMut(&[u64], u64)) {
        for taken in 0..=self.code.last() {
            for parts in (1..=3).filter(|&parts| self.code.allows(taken, parts)) {
                self.visit_splits(heap - taken as u64, parts, visit);
            }
        }
    }

    /// Visits the types of the splits of `sum` in `parts` heaps.
    fn visit_splits(&self, sum: u64, parts: u32, visit: &mut dyn FnMut(&[u64], u64)) {
        let mut type_of = |heaps: &[u64]| {
            // The last heap is large: its residue follows from the others.
            let Some(rest) = sum.checked_sub(heaps.iter().sum::<u64>() + self.first) else { return };
            let residue = self.first + rest % self.period.period;
            if heaps.last().is_none_or(|&before| before <= residue) {
                visit(&[heaps, &[residue]].concat(), rest / self.period.period);
            }
        };
        match parts {
            1 => type_of(&[]),
            2 => (1..self.last).for_each(|a| type_of(&[a])),
            _ => (1..self.last).for_each(|a| (a..self.last).for_each(|b| type_of(&[a, b]))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::hexadecimal::Hexadecimal;
    use crate::sequence::source::Sequence;
    use crate::sequence::theorem::Theorem;
    use crate::sequence::values::Values;
    use crate::theory::watch::unwatched;
    use std::collections::BTreeSet;

    #[test]
    fn all_types_occur_from_the_window_on_and_not_before() {
        let types = |check: &Check<'_>, heap: u64| {
            let mut types = BTreeSet::new();
            check.visit_types(heap, &mut |heaps, _| {
                types.insert(heaps.to_vec());
            });
            types
        };
        for (text, e, p) in [("0.8", 1, 3), ("0.13FF", 2, 4), ("8.8", 5, 2), ("0.0F", 3, 7), ("0.248", 4, 1)]
        {
            let code = Code::hexadecimal(text).unwrap();
            let period = Period { preperiod: e, period: p, saltus: 1 };
            let (last, k) = (e + p, code.last() as u64);
            let check =
                Check { code: &code, period: &period, first: e, last, values: vec![0; last as usize] };
            let first = 3 * last + k - 3;
            for heap in first..first + p {
                assert_eq!(types(&check, heap), types(&check, heap + 5 * p), "{text} {e} {p} {heap}");
            }
            assert_ne!(types(&check, first - p), types(&check, first), "{text} {e} {p}");
            let theorem = Theorem::Hexadecimal(code.clone());
            assert!(theorem.values_needed(&period).is_some_and(|values| values >= first), "{text}");
            let plain = Period { saltus: 0, ..period };
            assert_eq!(theorem.values_needed(&period), theorem.values_needed(&plain), "{text}");
        }
    }

    fn period(text: &str, len: u64) -> (Option<Period>, Sequence) {
        let code = Code::hexadecimal(text).unwrap();
        let mut sequence = Sequence::table(Hexadecimal::new(code.clone()), Theorem::Hexadecimal(code));
        sequence.reach(len, &mut unwatched).unwrap();
        (sequence.period(), sequence)
    }

    #[test]
    fn one_token_and_three_heaps() {
        let (found, _) = period("0.8", 100);
        assert_eq!(found, Some(Period { preperiod: 1, period: 3, saltus: 1 }));
    }

    #[test]
    fn what_is_proved_goes_on() {
        let mut proved = 0;
        for text in [
            "0.8", "0.9", "0.A", "0.B", "0.C", "0.D", "0.E", "0.F", "0.08", "0.18", "0.28", "0.38", "0.1F",
            "0.3F", "0.88", "0.8F", "0.F8", "0.13FF", "0.2048", "8.0", "8.8",
        ] {
            let code = Code::hexadecimal(text).unwrap();
            let (found, sequence) = period(text, 300);
            if found.is_none_or(|period| period.saltus == 0) {
                continue;
            }
            proved += 1;
            let mut values = Hexadecimal::new(code);
            values.extend(900, &mut unwatched).unwrap();
            for n in 0..900 {
                assert_eq!(sequence.known(n as u64), Some(values.get(n)), "{text} {n}");
            }
        }
        assert!(proved >= 3, "{proved}");
    }
}
