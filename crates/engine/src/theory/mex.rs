//! The minimum excluded number (mex) of a set.

/// Returns the smallest number that is not among `values`.
///
/// At most `values.len()` numbers can be excluded from below, so one bit for each of them is enough however
/// large the values are: the answer is the number of trailing ones.
///
/// Cost: O(n) time, n bits.
///
/// ```
/// use nim_engine::theory::mex::mex;
/// assert_eq!(mex(&[0, 1, 4, 1]), 2);
/// assert_eq!(mex(&[]), 0);
/// assert_eq!(mex(&[u64::MAX]), 0);
/// ```
pub fn mex(values: &[u64]) -> u64 {
    let mut seen = vec![0_u64; values.len() / 64 + 1];
    for &value in values {
        let word = usize::try_from(value / 64).ok().and_then(|index| seen.get_mut(index));
        if let Some(word) = word {
            *word |= 1 << (value % 64);
        }
    }
    trailing_ones(&seen)
}

/// Returns the number of ones before the first zero of a bitset; all its bits, when it has no zero.
pub fn trailing_ones(bits: &[u64]) -> u64 {
    let full = bits.iter().take_while(|&&word| word == u64::MAX).count();
    let rest = bits.get(full).map_or(0, |word| word.trailing_ones());
    full as u64 * 64 + u64::from(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_full_word_continues_in_the_next() {
        let values: Vec<u64> = (0..64).collect();
        assert_eq!(mex(&values), 64);
        let values: Vec<u64> = (0..130).rev().collect();
        assert_eq!(mex(&values), 130);
    }

    proptest! {
        #[test]
        fn is_the_first_number_missing(values in prop::collection::vec(0_u64..200, 0..300)) {
            let expected = (0..).find(|candidate| !values.contains(candidate));
            prop_assert_eq!(Some(mex(&values)), expected);
        }
    }
}
