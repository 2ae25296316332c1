//! Random numbers that are the same everywhere: `SplitMix64` (G. Steele, D. Lea and C. Flood, 2014).

/// A seeded generator whose stream never changes.
#[derive(Clone, Debug)]
pub struct Random(u64);

/// The difference between two states that follow one another.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl Random {
    /// Returns the generator of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns 64 random bits.
    #[inline]
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number from `least` to `most`.
    #[inline]
    pub const fn within(&mut self, least: u64, most: u64) -> u64 {
        let bits = self.bits();
        match (most - least).checked_add(1) {
            Some(choices) => least + ((bits as u128 * choices as u128) >> 64) as u64,
            None => bits,
        }
    }

    /// Replaces numbers by those of [`Random::within`]. Vector instructions have no products of 128 bits, so these are put together from
    /// smaller ones if the range allows it.
    #[inline(always)]
    pub fn fill(&mut self, least: u64, most: u64, numbers: &mut [u64]) {
        let choices = most - least + u64::from(most - least < u64::MAX);
        if choices <= u64::from(u32::MAX) && choices > 0 {
            for number in numbers {
                let bits = self.bits();
                let low = ((bits & u64::from(u32::MAX)) * choices) >> 32;
                *number = least + (((bits >> 32) * choices + low) >> 32);
            }
        } else {
            numbers.fill_with(|| self.within(least, most));
        }
    }

    /// Returns `count` numbers, each from `least` to `most`.
    pub fn list(&mut self, count: u64, least: u64, most: u64) -> Vec<u64> {
        (0..count).map(|_| self.within(least, most)).collect()
    }

    /// Passes over as many numbers as it would have returned.
    pub const fn skip(&mut self, count: u64) {
        self.0 = self.0.wrapping_add(count.wrapping_mul(STEP));
    }

    /// Puts numbers in a random order (R. Fisher and F. Yates, 1938).
    pub fn shuffle(&mut self, numbers: &mut [u64]) {
        for last in (1..numbers.len()).rev() {
            numbers.swap(last, self.within(0, last as u64) as usize);
        }
    }

    /// Returns a generator of its own, for one of many inputs of this seed.
    pub const fn stream(seed: u64, number: u64) -> Self {
        let start = Self(number).bits();
        Self(Self(seed).bits() ^ start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools;
    use std::iter::repeat_with;

    #[test]
    fn the_stream_is_the_published_one() {
        let mut random = Random::new(1_234_567);
        let first = repeat_with(|| random.bits()).take(3).collect_vec();
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn numbers_lie_within_their_bounds_and_reach_them() {
        let mut random = Random::new(1);
        let numbers = random.list(1000, 5, 7);
        assert_eq!(numbers.iter().minmax().into_option(), Some((&5, &7)));
        assert_eq!(random.within(9, 9), 9);
        assert!(random.list(100, 0, u64::MAX).iter().any(|number| *number > 1 << 63));
    }

    #[test]
    fn a_slice_is_filled_with_the_numbers_that_would_have_come() {
        for (least, most) in [
            (0, 0),
            (0, 1),
            (7, 2_147_483_654),
            (0, 4_294_967_294),
            (0, 4_294_967_295),
            (1, u64::MAX),
            (0, u64::MAX),
        ] {
            let mut numbers = [0; 100];
            Random::new(9).fill(least, most, &mut numbers);
            assert_eq!(numbers.as_slice(), Random::new(9).list(100, least, most), "{least}..={most}");
        }
    }

    #[test]
    fn skipped_numbers_are_those_that_would_have_come() {
        let (mut one, mut other) = (Random::new(5), Random::new(5));
        let _ = one.list(1000, 0, 9);
        other.skip(1000);
        assert_eq!(one.bits(), other.bits());
    }

    #[test]
    fn a_shuffle_keeps_the_numbers() {
        let mut numbers = (0..50).collect_vec();
        Random::new(3).shuffle(&mut numbers);
        assert_ne!(numbers, (0..50).collect_vec());
        numbers.sort_unstable();
        assert_eq!(numbers, (0..50).collect_vec());
    }
}
