//! Subtraction games: a set S of numbers, and a move takes one of them from a heap.
//!
//! The value of heap n is the mex of the values of n - s for s in S up to n. A finite set makes the sequence
//! periodic (finitely many windows of max S values can follow each other), and one repeated window proves it. That
//! bounds the period exponentially in max S; whether it can be so long is not known. (*Winning Ways*, chapter 4.)
//!
//! *Ferguson's pairing* (1974). Let m be the smallest number of S. Then G(n) = 1 iff n >= m and G(n - m) = 0.
//! *Proof* by induction. If G(n - m) = 0, then G(n) > 0; and an option n - s of value 1 would have G(n - s - m) = 0,
//! which is an option of n - m: a contradiction to G(n - m) = 0. So G(n) = 1. Conversely, let G(n) = 1. A move is
//! possible, so n >= m. If G(n - m) were not 0, some n - m - s would have value 0, so n - s, an option of n, value 1
//! by the first half. ∎ It follows that every heap of value 0 that is not the end of play has an option of value 1: for
//! n >= m with G(n) = 0, some n - m - s has value 0, hence n - s value 1. So the
//! [SJ rule](crate::theory::misere) holds for all subtraction games.

use super::values::{Values, narrow};
use crate::theory::refusal::Refusal;
use crate::theory::watch::Watch;

/// The numbers that may be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Amounts {
    /// A finite set in rising order, without 0.
    Finite(Vec<u64>),
    /// The squares 1, 4, 9, …
    Squares,
    /// The primes 2, 3, 5, …
    Primes,
}

impl Amounts {
    /// Returns the numbers up to `most`, in rising order.
    pub(crate) fn up_to(&self, most: u64) -> Vec<u64> {
        match self {
            Self::Finite(numbers) => numbers.iter().copied().take_while(|&number| number <= most).collect(),
            Self::Squares => (1..=most.isqrt()).map(|root| root * root).collect(),
            Self::Primes => primes(most),
        }
    }
}

/// Returns the primes up to `most`, by the sieve of Eratosthenes. *Memory*: a byte for each number.
fn primes(most: u64) -> Vec<u64> {
    let Ok(len) = usize::try_from(most.saturating_add(1)) else { return Vec::new() };
    let mut composite = vec![false; len];
    let mut primes = Vec::new();
    for n in 2..len {
        if composite[n] {
            continue;
        }
        primes.push(n as u64);
        (n.saturating_mul(n)..len).step_by(n).for_each(|multiple| composite[multiple] = true);
    }
    primes
}

/// Returns the values of the game in which a to b may be taken, for 1 <= a <= b: floor((n mod (a + b)) / a).
///
/// *Proof* by induction. Let r = n mod (a + b) and v = floor(r / a). A value w with 0 < w < v, or w = 0 where va <= b, is that of
/// the option n - (v - w) a; where va > b, value 0 is that of n - b, for 0 <= r - b < a. Value v is that of no option: two
/// heaps of the same value have residues that differ by less than a, so that the heaps differ by less than a or by more than b. ∎
#[inline]
pub fn interval_value(a: u64, b: u64, n: u64) -> u64 {
    modulo_sum(n, a, b) / a
}

/// The game in which a to b may be taken, with the constants of its formula.
#[derive(Clone, Copy, Debug)]
pub struct IntervalGame {
    a: u64,
    b: u64,
    /// 2^64 / (a + b) and 2^64 / a, rounded up, where numbers of 32 bits can be divided by multiplication.
    inverses: Option<[u64; 2]>,
}

impl Default for IntervalGame {
    fn default() -> Self {
        Self::new(1, 1)
    }
}

impl IntervalGame {
    /// Makes the game, for 1 <= a <= b.
    pub fn new(a: u64, b: u64) -> Self {
        let inverse = |of: u64| (of > 1 && of <= u32::MAX.into()).then(|| u64::MAX / of + 1);
        let sum = a.checked_add(b).and_then(inverse);
        // Division by 1 needs no inverse.
        let inverses = sum.zip(if a == 1 { Some(0) } else { inverse(a) }).map(Into::into);
        Self { a, b, inverses }
    }

    /// Returns the value of a heap.
    ///
    /// *Proof* that quotients of 32 bits are right: Lemire, Kaser and Kurz, *Faster remainder by direct computation* (2019).
    #[inline]
    pub fn value(&self, n: u64) -> u64 {
        let Some([of_sum, of_a]) = self.inverses.filter(|_| n <= u32::MAX.into()) else {
            return interval_value(self.a, self.b, n);
        };
        let high = |one: u64, other: u64| ((u128::from(one) * u128::from(other)) >> 64) as u64;
        let rest = high(of_sum.wrapping_mul(n), self.a + self.b);
        if self.a == 1 { rest } else { high(of_a, rest) }
    }

    /// Returns the XOR of the heaps' values.
    #[inline]
    pub fn nim_sum(&self, heaps: &[u64]) -> u64 {
        heaps.iter().fold(0, |sum, &heap| sum ^ self.value(heap))
    }
}

/// Returns n mod (a + b), where the sum may be larger than any number.
#[inline]
pub fn modulo_sum(n: u64, a: u64, b: u64) -> u64 {
    match a.checked_add(b) {
        // Division is faster where numbers are known to be short.
        Some(sum) => match (u32::try_from(n), u32::try_from(sum)) {
            (Ok(n), Ok(sum)) => u64::from(n % sum),
            _ => n % sum,
        },
        None => n,
    }
}

/// Returns the values of the game in which a or b may be taken, for 1 <= a <= b: with r = n mod (a + b), floor(r / a) mod 2 for
/// r < b, and from b on 1, or 2 where floor((r - a) / a) is odd.
///
/// *Proof* by induction, for the formula f. Modulo a + b, the options of n are r - a and r + a, so that it is enough that f(r) is
/// the mex of f(r - a) and f(r + a) for all residues; below a + b, what is taken must be there, too.
/// For r < a: r - a is a residue of at least b, where f > 0; f(r + a) > 0 as well, so f(r) = 0; and without options it is 0.
/// For a <= r < b: f(r - a) is the other one of 0 and 1. Where f(r) = 1, f(r + a) is 0 below b and 2 from b on. Where
/// f(r) = 0, f(r + a) > 0. Below a + b, r + a is no option, which changes nothing.
/// For r >= b: the option r + a is r - b < a, of value 0, and r - a < b has the value 0 or 1; the mex is 1 or 2. ∎
pub fn pair_value(a: u64, b: u64, n: u64) -> u64 {
    let rest = modulo_sum(n, a, b);
    if rest < b { rest / a % 2 } else { 1 + (rest - a) / a % 2 }
}

/// Computes the values of a subtraction game in order.
///
/// *Idea*: with a small set, the mex of the options. With a large one, a bitset for each value v of the heaps that
/// can reach value v: as soon as G(n) = v is known, S, moved by n, is joined to it, 64 heaps at a time.
/// *Cost*: n |S| for n heaps, or n max S / 64. *Memory*: 4 bytes a heap, and with a large set a bit for each heap and value.
#[derive(Debug)]
pub struct Subtraction {
    set: Amounts,
    values: Vec<u32>,
    /// The numbers of the set up to `capacity`.
    numbers: Vec<u64>,
    capacity: usize,
    /// For small sets: for each value, one more than the last heap with an option of that value.
    marks: Vec<usize>,
    /// For large sets: the set as bits, with a word behind them, and for each value the heaps that reach it.
    bits: Vec<u64>,
    reach: Vec<Vec<u64>>,
}

/// A set is large where it has more numbers up to the capacity than this, and than one in `DENSE`: of all up to the capacity, or of those
/// up to the largest, where the bitsets have at most so many bits.
const LARGE: usize = 64;
const DENSE: usize = 128;
const BITS: usize = 1 << 28;

impl Subtraction {
    /// Creates the game of a set.
    pub fn new(set: Amounts) -> Self {
        Self {
            set,
            values: Vec::new(),
            numbers: Vec::new(),
            capacity: 0,
            marks: Vec::new(),
            bits: Vec::new(),
            reach: Vec::new(),
        }
    }

    fn is_large(&self) -> bool {
        let count = self.numbers.len();
        let is_dense = count > self.last() / DENSE && count.saturating_mul(self.capacity) <= BITS;
        count > LARGE && (count > self.capacity / DENSE || is_dense)
    }

    /// Returns the largest number up to the capacity.
    fn last(&self) -> usize {
        self.numbers.last().map_or(0, |&last| last as usize)
    }

    /// Reserves memory for `len` heaps.
    fn reserve(&mut self, len: usize) {
        if len <= self.capacity {
            return;
        }
        self.capacity = len.max(2 * self.capacity).max(4096);
        self.numbers = self.set.up_to(self.capacity as u64);
        // No value is larger than the number of moves.
        self.marks = vec![0; self.numbers.len() + 1];
        self.bits.clear();
        self.reach.clear();
        if self.is_large() {
            self.bits = vec![0; self.last() / 64 + 2];
            for &number in &self.numbers {
                self.bits[number as usize / 64] |= 1 << (number % 64);
            }
            for n in 0..self.values.len() {
                self.spread(n, self.values[n]);
            }
        }
    }

    /// Records that every heap n + s reaches the value of heap n.
    fn spread(&mut self, n: usize, value: u32) {
        while self.reach.len() <= value as usize {
            self.reach.push(vec![0; self.capacity.div_ceil(64) + 1]);
        }
        let reach = &mut self.reach[value as usize][n / 64..];
        let shift = n % 64;
        let mut carry = 0;
        for (to, &from) in reach.iter_mut().zip(&self.bits) {
            *to |= from << shift | carry;
            carry = if shift == 0 { 0 } else { from >> (64 - shift) };
        }
    }

    fn next(&mut self, n: usize) -> u32 {
        let Self { numbers, values, marks, reach, .. } = self;
        let missing = if self.bits.is_empty() {
            for &number in numbers.iter().take_while(|&&number| number <= n as u64) {
                if let Some(mark) = marks.get_mut(values[n - number as usize] as usize) {
                    *mark = n + 1;
                }
            }
            marks.iter().position(|&mark| mark != n + 1).unwrap_or(marks.len())
        } else {
            reach.iter().position(|heaps| heaps[n / 64] >> (n % 64) & 1 == 0).unwrap_or(reach.len())
        };
        // At most the number of moves, which memory bounds below 2^32.
        u32::try_from(missing).unwrap_or(u32::MAX)
    }
}

impl Values for Subtraction {
    fn len(&self) -> usize {
        self.values.len()
    }

    fn get(&self, n: usize) -> u64 {
        u64::from(self.values[n])
    }

    fn extend(&mut self, len: usize, _: &mut Watch<'_>) -> Result<(), Refusal> {
        self.reserve(len);
        while self.values.len() < len {
            let n = self.values.len();
            let value = self.next(n);
            self.values.push(value);
            if !self.bits.is_empty() {
                self.spread(n, value);
            }
        }
        Ok(())
    }

    fn resumed(&self, values: &[u64]) -> Option<Result<Box<dyn Values>, Refusal>> {
        Some(narrow(values).map(|values| {
            let mut table = Self { values, ..Self::new(self.set.clone()) };
            table.reserve(table.values.len());
            Box::new(table) as Box<dyn Values>
        }))
    }
}

/// Computes the values of the game in which every amount may be taken but some.
///
/// *Idea*: all values so far are numbers without a gap. The value of heap n is one of them only if all heaps of that
/// value are at forbidden distances, so that it is among the values at these distances; else it is the next number.
/// *Cost*: for each heap the square of the number of forbidden amounts. *Memory*: 40 bytes a heap.
#[derive(Debug)]
pub struct AllBut {
    /// The forbidden values in rising order, without 0.
    forbidden: Vec<u64>,
    values: Vec<u64>,
    /// The heaps of each value.
    heaps: Vec<Vec<usize>>,
}

impl AllBut {
    /// Creates the game without the moves that take one of `forbidden`, a list in rising order of numbers from 1 on.
    pub fn new(forbidden: Vec<u64>) -> Self {
        Self { forbidden, values: Vec::new(), heaps: Vec::new() }
    }
}

impl Values for AllBut {
    fn len(&self) -> usize {
        self.values.len()
    }

    fn get(&self, n: usize) -> u64 {
        self.values[n]
    }

    fn extend(&mut self, len: usize, _: &mut Watch<'_>) -> Result<(), Refusal> {
        while self.values.len() < len {
            let n = self.values.len();
            let is_forbidden = |heap: &usize| self.forbidden.binary_search(&((n - heap) as u64)).is_ok();
            let out_of_reach =
                self.forbidden.iter().filter_map(|&amount| n.checked_sub(usize::try_from(amount).ok()?));
            let values = out_of_reach.map(|heap| self.values[heap] as usize);
            let free = values.filter(|&value| self.heaps[value].iter().all(is_forbidden)).min();
            let value = free.unwrap_or(self.heaps.len());
            if value == self.heaps.len() {
                self.heaps.push(Vec::new());
            }
            self.heaps[value].push(n);
            self.values.push(value as u64);
        }
        Ok(())
    }
}

/// Returns the values of the game in which the powers of b may be taken, 1 = b^0 among them: for odd b the parity of n; for
/// even b, with r = n mod (b + 1), the parity of r, but 2 where r = b.
///
/// *Proof*: b^k is (-1)^k modulo b + 1, so that, for even b, the options of a heap of residue r have the residues r - 1 and, from b
/// on, r + 1; the formula is checked residue by residue. For odd b every move changes the parity. ∎
#[inline]
pub fn powers_value(b: u64, n: u64) -> u64 {
    if b % 2 == 1 {
        return n % 2;
    }
    // The sum is odd.
    let rest = n % (b + 1);
    if rest == b { 2 } else { rest % 2 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::period::Period;
    use crate::sequence::source::Sequence;
    use crate::sequence::theorem::Theorem;
    use crate::theory::mex::mex;
    use crate::theory::watch::unwatched;
    use proptest::prelude::*;

    fn naive(may_take: impl Fn(u64) -> bool, len: usize) -> Vec<u64> {
        let amounts: Vec<usize> = (1..len).filter(|&taken| may_take(taken as u64)).collect();
        let mut values: Vec<u64> = Vec::new();
        for n in 0..len {
            let options: Vec<u64> =
                amounts.iter().take_while(|&&taken| taken <= n).map(|&taken| values[n - taken]).collect();
            values.push(mex(&options));
        }
        values
    }

    fn computed(mut values: impl Values, len: usize) -> Vec<u64> {
        values.extend(len / 3, &mut unwatched).unwrap();
        values.extend(len, &mut unwatched).unwrap();
        (0..len).map(|n| values.get(n)).collect()
    }

    proptest! {
        #[test]
        fn multiplication_gives_the_values_of_division(
            a in 1_u64.., more: u64, n: u64, shifts in (0..64_u32, 0..64_u32, 0..64_u32)
        ) {
            let (a, n) = ((a >> shifts.0).max(1), n >> shifts.2);
            let b = a.saturating_add(more >> shifts.1);
            let game = IntervalGame::new(a, b);
            for n in [n, n / a * a, (n / a * a).saturating_sub(1), a.saturating_add(b), a] {
                prop_assert_eq!(game.value(n), interval_value(a, b, n), "{} {} {}", a, b, n);
            }
        }

        #[test]
        fn finite_sets(set in prop::collection::btree_set(1_u64..40, 1..8)) {
            let expected = naive(|taken| set.contains(&taken), 300);
            prop_assert_eq!(computed(Subtraction::new(Amounts::Finite(set.into_iter().collect())), 300), expected);
        }

        #[test]
        fn all_but(set in prop::collection::btree_set(1_u64..12, 1..5)) {
            let expected = naive(|taken| !set.contains(&taken), 400);
            let game = AllBut::new(set.iter().copied().collect());
            prop_assert_eq!(computed(game, 400), &expected[..]);
            let last = *set.last().unwrap();
            let mut sequence = Sequence::table(AllBut::new(set.into_iter().collect()), Theorem::AllBut { last });
            sequence.reach(200, &mut unwatched).unwrap();
            let after = (0..400).map(|n| sequence.known(n).ok_or(n)).collect::<Result<Vec<_>, _>>();
            if sequence.period().is_some() {
                prop_assert_eq!(after, Ok(expected));
            }
        }

        #[test]
        fn intervals(a in 1_u64..9, more in 0_u64..9) {
            let expected = naive(|taken| (a..=a + more).contains(&taken), 120);
            let values: Vec<u64> = (0..120).map(|n| interval_value(a, a + more, n)).collect();
            prop_assert_eq!(values, expected);
        }

        #[test]
        fn pairs(a in 1_u64..30, more in 0_u64..60) {
            let expected = naive(|taken| taken == a || taken == a + more, 400);
            let values: Vec<u64> = (0..400).map(|n| pair_value(a, a + more, n)).collect();
            prop_assert_eq!(values, expected);
        }

        #[test]
        fn pairing(set in prop::collection::btree_set(1_u64..15, 1..6)) {
            let least = *set.first().unwrap() as usize;
            let values = naive(|taken| set.contains(&taken), 200);
            for n in 0..200 {
                prop_assert_eq!(values[n] == 1, n >= least && values[n - least] == 0);
            }
        }
    }

    #[test]
    fn large_sets() {
        let is_prime = |n: u64| n > 1 && (2..n).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
        assert_eq!(computed(Subtraction::new(Amounts::Primes), 6000), naive(is_prime, 6000));
        let odd = Amounts::Finite((1..2000).step_by(3).collect());
        assert_eq!(
            computed(Subtraction::new(odd), 9000),
            naive(|taken| taken % 3 == 1 && taken < 2000, 9000)
        );
    }

    #[test]
    fn squares() {
        assert_eq!(computed(Subtraction::new(Amounts::Squares), 500), naive(|n| n.isqrt().pow(2) == n, 500));
    }

    #[test]
    fn powers() {
        for b in 1..12_u64 {
            let expected = naive(|taken| (0..12).any(|k| b.pow(k) == taken), 500);
            assert_eq!((0..500).map(|n| powers_value(b, n)).collect::<Vec<_>>(), expected, "{b}");
        }
        assert_eq!(powers_value(u64::MAX - 1, u64::MAX - 1), 2);
    }

    #[test]
    fn one_repeated_window_is_enough() {
        let theorem = Theorem::Subtraction { last: 4 };
        let mut sequence = Sequence::table(Subtraction::new(Amounts::Finite(vec![1, 3, 4])), theorem);
        sequence.reach(11, &mut unwatched).unwrap();
        assert_eq!(sequence.period(), Some(Period { preperiod: 0, period: 7, saltus: 0 }));
    }
}
