//! Sets of small numbers in lanes: sixteen sets that each take in one number a step, at a bit of a word each.
//!
//! A set of 64 numbers is one word, a bit for each, and a shift puts a number in. Vectors shift eight words at once, each by a
//! number of its own; a number too large for the words leaves no bit.

use nim_simd::Level;

/// The number of sets that are filled together.
pub(crate) const LANES: usize = 16;

/// For each word of a set, that word of all lanes.
pub(crate) type Sets<const K: usize> = [[u64; LANES]; K];

/// Inserts, for each pair (place, number), the XOR of the number and `row[place + i]` into set i. Numbers from 64 `K` on are
/// left out.
///
/// *Cost*: about K / 2 cycles a pair with 512-bit vectors.
pub(crate) fn insert<const K: usize>(
    level: Level,
    row: &[u16],
    pairs: impl Iterator<Item = (usize, u16)>,
    sets: &mut Sets<K>,
) {
    match level {
        // SAFETY: the level exists only where the CPU has the features.
        #[cfg(target_arch = "x86_64")]
        Level::Avx2(_) => unsafe { avx2(row, pairs, sets) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Level::Avx512Bw(_) | Level::Avx512(_) => unsafe { avx512(row, pairs, sets) },
        // NEON, which every aarch64 CPU has, needs no function of its own.
        _ => insert_all(row, pairs, sets),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
fn avx512<const K: usize>(row: &[u16], pairs: impl Iterator<Item = (usize, u16)>, sets: &mut Sets<K>) {
    insert_all(row, pairs, sets);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn avx2<const K: usize>(row: &[u16], pairs: impl Iterator<Item = (usize, u16)>, sets: &mut Sets<K>) {
    insert_all(row, pairs, sets);
}

/// Like [`insert`], with the vectors that the caller is compiled for.
#[inline(always)]
fn insert_all<const K: usize>(row: &[u16], pairs: impl Iterator<Item = (usize, u16)>, sets: &mut Sets<K>) {
    let mut filled = *sets;
    for (place, number) in pairs {
        let parts = &row[place..place + LANES];
        let mut numbers = [0_u64; LANES];
        for (wide, part) in numbers.iter_mut().zip(parts) {
            *wide = u64::from(part ^ number);
        }
        for (word, filled) in (0..).zip(&mut filled) {
            for (set, number) in filled.iter_mut().zip(&numbers) {
                *set |= bit(number.wrapping_sub(64 * word));
            }
        }
    }
    *sets = filled;
}

/// Returns the word with this bit alone; 0 where it has none.
#[inline(always)]
pub(crate) fn bit(number: u64) -> u64 {
    if number < 64 { 1 << number } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sets<const K: usize>(level: Level, row: &[u16], pairs: &[(usize, u16)]) -> Sets<K> {
        let mut sets = [[0; LANES]; K];
        insert(level, row, pairs.iter().copied(), &mut sets);
        sets
    }

    proptest! {
        #[test]
        fn every_lane_is_the_set_of_its_numbers(
            row in prop::collection::vec(prop_oneof![0_u16..200, any::<u16>()], 40..90),
            pairs in prop::collection::vec((0_usize..24, 0_u16..260), 0..40),
        ) {
            for (name, level) in Level::available() {
                let (one, four) = (sets::<1>(level, &row, &pairs), sets::<4>(level, &row, &pairs));
                for lane in 0..LANES {
                    for number in 0..256 {
                        let expected = pairs.iter().any(|&(place, other)| row[place + lane] ^ other == number);
                        let has = |sets: &[[u64; LANES]]| {
                            sets.get(usize::from(number) / 64).is_some_and(|word| word[lane] >> (number % 64) & 1 == 1)
                        };
                        prop_assert_eq!(has(&four), expected, "{} {}", name, number);
                        prop_assert_eq!(has(&one), expected && number < 64, "{} {}", name, number);
                    }
                }
            }
        }
    }
}
