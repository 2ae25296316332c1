//! The outcomes of heaps, 64 of them in a word.
//!
//! ```text
//! for each block of words:
//!     for each number as long as a block: the lost heaps that lie so far before the block make its heaps won, as vectors
//!     for each word of the block:
//!         for each nearer number: the same, from the words before it
//!         from the lowest heap on that is not won: it is lost, and makes those of the word won that are larger by a number
//! ```

use nim_solve::problem::ValueError;

/// The number of heaps in a word.
const BITS: usize = u64::BITS as usize;
/// The number of words in a block.
const BLOCK: usize = 8;
/// Words before those of the heaps, for heaps below 0.
const BEFORE: usize = BLOCK + 1;
/// The most numbers that fit, times the words of all heaps.
const WORK: u64 = 1 << 31;

/// The lost heaps, as bits.
pub(super) struct Outcomes {
    words: Vec<u64>,
    sticks: usize,
}

/// Returns the steps of [`Outcomes::new`]: for each word each number that fits.
#[inline]
fn work(sticks: u64, take: &[u64]) -> u64 {
    let fitting = take.iter().fold(0, |count, &number| count + u64::from(number <= sticks));
    (sticks / BITS as u64 + 1).saturating_mul(fitting)
}

/// Checks that the outcomes are worth computing.
pub(super) fn check(sticks: u64, take: &[u64]) -> Result<(), ValueError> {
    if work(sticks, take) <= WORK {
        return Ok(());
    }
    Err(format!("expected fewer numbers for {sticks} stones: the answer takes more than {WORK} steps").into())
}

/// About how many nanoseconds the outcomes take.
#[inline]
pub(super) fn steps(sticks: u64, take: &[u64]) -> u64 {
    sticks / 8 + work(sticks, take) / 2
}

impl Outcomes {
    /// Computes the outcomes of the heaps up to `sticks`, which is in memory; the numbers are at least 1.
    #[inline(always)] // It is compiled for the CPU that it runs on.
    pub(super) fn new(sticks: usize, take: &[u64]) -> Self {
        let numbers = take.iter().filter_map(|&number| usize::try_from(number).ok());
        let mut numbers: Vec<usize> = numbers.filter(|&number| number <= sticks).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let (near, far) = numbers.split_at(numbers.partition_point(|&number| number < BLOCK * BITS));
        let near = Near::new(near);
        let mut words = vec![0; BEFORE + (sticks / BITS + 1).next_multiple_of(BLOCK)];
        for start in (BEFORE..words.len()).step_by(BLOCK) {
            let (known, rest) = words.split_at_mut(start);
            let Some(block) = rest.first_chunk_mut::<BLOCK>() else { break };
            let mut won = [0; BLOCK];
            for &number in far {
                let (whole, bits) = (number / BITS, number % BITS);
                let window = start.checked_sub(whole + 1).and_then(|from| known.get(from..)?.first_chunk());
                let Some(window) = window else { break };
                join(&mut won, window, bits as u32);
            }
            for (at, won) in won.into_iter().enumerate() {
                block[at] = near.lost(won, known, block, at);
            }
        }
        Self { words, sticks }
    }

    /// Returns the word of each 64 heaps, from heap 1 on, and how many of them there are.
    fn words_from_one(&self) -> impl Iterator<Item = (u64, usize)> {
        let words = self.words.get(BEFORE..).unwrap_or_default();
        let after = words.iter().skip(1).copied().chain([0]);
        let lens = (0..self.sticks).step_by(BITS).map(|first| (self.sticks - first).min(BITS));
        words.iter().zip(after).map(|(word, after)| word >> 1 | after << (BITS - 1)).zip(lens)
    }

    /// Returns the number of lost heaps from 1 on.
    pub(super) fn lost(&self) -> u64 {
        self.words_from_one().map(|(word, len)| u64::from((word << (BITS - len)).count_ones())).sum()
    }

    /// Hands on a letter for each heap from 1 on, in parts.
    pub(super) fn letters(&self, mut take: impl FnMut(&[u8])) {
        let mut letters = [0; PART * BITS];
        let mut filled = 0;
        for (word, len) in self.words_from_one() {
            let bytes = letters[filled..].as_chunks_mut::<8>().0;
            for (eight, bits) in bytes.iter_mut().zip(word.to_le_bytes()) {
                *eight = eight_letters(bits);
            }
            filled += len;
            if filled == letters.len() {
                take(&letters);
                filled = 0;
            }
        }
        take(&letters[..filled]);
    }
}

/// Words whose letters are handed on at once.
const PART: usize = 64;

/// Returns the letters of eight heaps; the bits of `lost` are set for lost ones.
#[inline]
fn eight_letters(lost: u8) -> [u8; 8] {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    // A bit of the byte in each, which becomes 1 by carrying.
    let bits = (ONES * u64::from(lost)) & 0x8040_2010_0804_0201;
    let one_each = ((bits + ONES * 0x7f) >> 7) & ONES;
    (ONES * u64::from(b'W') - one_each * u64::from(b'W' - b'L')).to_le_bytes()
}

/// Joins the heaps of a block of words that are larger than those of a window by whole words and `bits` heaps.
#[inline(always)] // It is compiled for the CPU that it runs on.
fn join(won: &mut [u64; BLOCK], window: &[u64; BLOCK + 1], bits: u32) {
    for (at, won) in won.iter_mut().enumerate() {
        // No word is shifted by all of its bits.
        *won |= window[at + 1] << bits | window[at] >> 1 >> (u64::BITS - 1 - bits);
    }
}

/// The numbers that are shorter than a block.
struct Near<'a> {
    /// The numbers less than a word.
    inner: &'a [usize],
    /// The same numbers as bits.
    mask: u64,
    /// The heaps of a word that lie nearer to the first than the least number.
    apart: u64,
    /// The others, as words and heaps.
    outer: Vec<(usize, usize)>,
}

impl<'a> Near<'a> {
    fn new(numbers: &'a [usize]) -> Self {
        let (inner, outer) = numbers.split_at(numbers.partition_point(|&number| number < BITS));
        let least = inner.first().map_or(BITS, |&least| least);
        Self {
            inner,
            mask: inner.iter().fold(0, |mask, &number| mask | 1 << number),
            apart: u64::MAX >> (BITS - least),
            outer: outer.iter().map(|&number| (number / BITS, number % BITS)).collect(),
        }
    }

    /// Returns the lost heaps of word `at` of a block, of which farther numbers have made some won.
    #[inline(always)] // It is compiled for the CPU that it runs on.
    fn lost(&self, won: u64, known: &[u64], block: &[u64; BLOCK], at: usize) -> u64 {
        // The word that lies `words` before this one.
        let before = |words: usize| match at.checked_sub(words) {
            Some(at) => block[at],
            None => known[known.len() + at - words],
        };
        let last = before(1);
        let mut won = self.inner.iter().fold(won, |won, &number| won | last >> (BITS - number));
        for &(words, bits) in &self.outer {
            won |= before(words) << bits | before(words + 1) >> 1 >> (BITS - 1 - bits);
        }
        let (mut lost, mut left) = (0, !won);
        while left != 0 {
            let first = left & left.wrapping_neg();
            let these = left & self.apart.wrapping_mul(first);
            let reached = if these == first {
                self.mask.wrapping_mul(first)
            } else {
                self.inner.iter().fold(0, |reached, &number| reached | these << number)
            };
            lost |= these;
            left &= !(these | reached);
        }
        lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn letters(sticks: usize, take: &[u64]) -> String {
        let mut text = Vec::new();
        Outcomes::new(sticks, take).letters(|letters| text.extend_from_slice(letters));
        String::from_utf8(text).unwrap()
    }

    fn naive(sticks: usize, take: &[u64]) -> String {
        let mut won = vec![false];
        for heap in 1..=sticks {
            let options = take.iter().filter_map(|&number| heap.checked_sub(number as usize));
            won.push(options.map(|option| won[option]).any(|is_won| !is_won));
        }
        won[1..].iter().map(|&is_won| if is_won { 'W' } else { 'L' }).collect()
    }

    proptest! {
        #[test]
        fn outcomes_are_those_of_the_options(
            sticks in 1..6000_usize,
            near in prop::collection::vec(1..70_u64, 0..4),
            far in prop::collection::vec(1..2000_u64, 0..30),
            words in prop::collection::vec(1..20_u64, 0..3),
            least in 1..600_u64
        ) {
            let words = words.into_iter().map(|word| 64 * word);
            let mut take: Vec<u64> = near.into_iter().chain(far).chain(words).collect();
            take.retain(|&number| number >= least.saturating_sub(500));
            let expected = naive(sticks, &take);
            prop_assert_eq!(Outcomes::new(sticks, &take).lost(), expected.matches('L').count() as u64);
            prop_assert_eq!(letters(sticks, &take), expected);
        }
    }

    #[test]
    fn numbers_above_the_sticks_count_for_nothing() {
        assert_eq!(letters(3, &[4, u64::MAX]), "LLL");
        assert_eq!(check(100_000_000, &[100_000_001; 100_000]), Ok(()));
        assert!(check(100_000_000, &[1; 10_000]).is_err());
    }
}
