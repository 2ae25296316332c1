//! XOR and OR of a slice. Short slices are the common case: they are loaded under masks instead of in a loop, and only
//! that path is inlined into callers.

#[cfg(target_arch = "x86_64")]
mod x86;

use nim_simd::Level;

/// XOR and OR of all numbers.
#[inline(always)] // A caller that is compiled for the same vectors needs no call.
pub fn fold(numbers: &[u64], level: Level) -> (u64, u64) {
    match level {
        // `Avx512Bw` decodes with AVX2 code, into which a 512-bit fold could not be inlined.
        // SAFETY: the level exists only where the CPU has the features.
        #[cfg(target_arch = "x86_64")]
        Level::Avx2(_) | Level::Avx512Bw(_) => unsafe { x86::avx2(numbers) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Level::Avx512(_) => unsafe { x86::avx512(numbers) },
        // Other CPUs have vectors that the compiler uses by itself.
        _ => portable(numbers),
    }
}

/// At most eight numbers, and `fill` behind them, without a branch on how many there are; `None` of more, and without vectors.
#[inline(always)] // As for `fold`.
#[cfg_attr(not(target_arch = "x86_64"), expect(unused_variables, reason = "there are no vectors to fill"))]
pub fn eight(numbers: &[u64], fill: u64, level: Level) -> Option<[u64; 8]> {
    if numbers.len() > 8 {
        return None;
    }
    match level {
        // SAFETY: the level exists only where the CPU has the features.
        #[cfg(target_arch = "x86_64")]
        Level::Avx2(_) | Level::Avx512Bw(_) => Some(unsafe { x86::eight_256(numbers, fill) }),
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Level::Avx512(_) => Some(unsafe { x86::eight_512(numbers, fill) }),
        _ => None,
    }
}

#[inline(never)]
fn portable(numbers: &[u64]) -> (u64, u64) {
    numbers.iter().fold((0, 0), |(xor, or), &number| (xor ^ number, or | number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use nim_testing::guarded::{Edge, Guarded};
    use proptest::prelude::*;

    #[test]
    fn a_fold_touches_nothing_but_its_slice() {
        for (edge, len) in
            [Edge::Begin, Edge::End].into_iter().flat_map(|edge| (0..70).map(move |len| (edge, len)))
        {
            let numbers = Guarded::new(&vec![5; len], edge);
            for (name, level) in Level::available() {
                assert_eq!(fold(&numbers, level), portable(&numbers), "{name}");
                if let Some(eight) = eight(&numbers, 7, level) {
                    let expected: Vec<u64> = numbers.iter().copied().chain([7; 8]).take(8).collect();
                    assert_eq!(eight, expected[..], "{name}");
                }
            }
        }
    }

    proptest! {
        #[test]
        fn vectors_agree_with_the_portable_fold(numbers: Vec<u64>) {
            for len in (0..numbers.len().min(40)).chain([numbers.len()]) {
                let numbers = &numbers[..len];
                for (name, level) in Level::available() {
                    prop_assert_eq!(fold(numbers, level), portable(numbers), "{}", name);
                }
            }
        }
    }
}
