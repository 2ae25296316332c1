//! Sparse spaces: a division of the values in rare and common ones.
//!
//! Fix a mask M, and call a value rare when it has an even number of ones in common with M, else common. XOR then
//! obeys rare ^ rare = common ^ common = rare and rare ^ common = common. So a *common* value is the option of a
//! heap only through a split with one rare part: when rare values are few, which they are for the right M in most
//! octal games with many values, the common options of a heap are found from the few rare heaps, and the least
//! common value that is missing is all but the answer.
//!
//! If all splits leave sums of the same parity below n, the parity of the heap's size may take part like one more bit of the value: sizes
//! add as XOR adds bits. (*Winning Ways*, chapter 4, on sparse spaces; Flammenkamp's computations of octal games.)
//!
//! Any division with the three laws gives the same values: the choice is a matter of speed only.

/// A division of values in rare and common ones, which may depend on the parity of the heap.
///
/// The *rank* of a value is the number of smaller ones of the same kind. Where the mask is not empty, it is the value without
/// the lowest bit of the mask, so that ranks add by XOR as values do: two values of one kind differ in an even number of bits
/// of the mask, so that the lowest one is not the highest bit in which they differ.
#[derive(Clone, Debug)]
pub struct Space {
    mask: u16,
    /// Whether the parity of the heap takes part.
    positional: bool,
    /// The parity of the amounts that are taken before a split; 0 where it does not matter.
    shift: usize,
    /// For heaps n with even n - shift, and with odd.
    kinds: [Kinds; 2],
}

/// The kinds of the values of heaps of one parity.
#[derive(Clone, Debug)]
struct Kinds {
    /// The rare values in rising order.
    rare: Vec<u16>,
    /// The common values in rising order.
    common: Vec<u16>,
    /// For each value whether it is rare, and its rank.
    ranks: Vec<(bool, u16)>,
}

impl Kinds {
    /// Divides the values up to the largest.
    fn new(values: u16, is_rare: impl Fn(u16) -> bool) -> Self {
        let mut kinds = Self { rare: Vec::new(), common: Vec::new(), ranks: Vec::new() };
        for value in 0..=values {
            let rare = is_rare(value);
            let list = if rare { &mut kinds.rare } else { &mut kinds.common };
            // There are fewer than 2^16 values.
            kinds.ranks.push((rare, list.len() as u16));
            list.push(value);
        }
        kinds
    }
}

impl Space {
    /// Returns the division with the fewest rare ones among heaps that are counted in `counts`, and their number.
    ///
    /// `counts[2 * v + b]` is the number of heaps n with value v and (n - shift) mod 2 = b; its length is a power
    /// of two. `positional` says whether the parity of the heap may take part.
    ///
    /// *Idea*: for every mask at once, the Walsh–Hadamard transform of the counts is the number of rare heaps minus
    /// the number of common ones. *Cost*: O(V log V) for V = `counts.len()`.
    pub fn choose(counts: &[u32], positional: bool, shift: usize) -> Option<(Self, usize)> {
        let mut transform: Vec<i64> = counts.iter().map(|&count| i64::from(count)).collect();
        walsh_hadamard(&mut transform);
        let total = *transform.first()?;
        let step = if positional { 1 } else { 2 };
        let (index, &balance) =
            transform.iter().enumerate().step_by(step).skip(1).min_by_key(|(_, balance)| **balance)?;
        let rare = usize::try_from((balance + total) / 2).ok()?;
        let mask = u16::try_from(index >> 1).ok()?;
        let positional = index & 1 == 1;
        let values = u16::try_from(counts.len() / 2 - 1).ok()?;
        let kinds = [false, true].map(|is_odd| {
            Kinds::new(values, |value| ((value & mask).count_ones() & 1 == 1) == (positional && is_odd))
        });
        Some((Self { mask, positional, shift, kinds }, rare))
    }

    /// Returns the mask, and whether the parity of the heap takes part.
    pub fn mask(&self) -> (u16, bool) {
        (self.mask, self.positional)
    }

    /// Returns whether a heap of size `n` and this value is rare.
    pub fn is_rare(&self, value: u16, n: usize) -> bool {
        self.rank(value, n).0
    }

    /// Returns whether a heap of size `n` and this value is rare, and the rank of the value.
    pub fn rank(&self, value: u16, n: usize) -> (bool, u16) {
        self.kinds(n).ranks[usize::from(value)]
    }

    /// Returns the rare values of a heap of size `n`, in rising order.
    pub fn rare(&self, n: usize) -> &[u16] {
        &self.kinds(n).rare
    }

    /// Returns the common values of a heap of size `n`, in rising order.
    pub fn common(&self, n: usize) -> &[u16] {
        &self.kinds(n).common
    }

    /// Returns whether ranks add by XOR: not where the parity of the heap alone decides.
    pub fn has_linear_ranks(&self) -> bool {
        self.mask > 0
    }

    fn kinds(&self, n: usize) -> &Kinds {
        &self.kinds[(n ^ self.shift) & 1]
    }
}

/// Computes the Walsh–Hadamard transform in place: `h[i] = sum of c[j] * (-1)^popcount(i & j)`. The length is a power of two.
fn walsh_hadamard(row: &mut [i64]) {
    let mut half = 1;
    while half < row.len() {
        for pair in row.chunks_exact_mut(2 * half) {
            let (low, high) = pair.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_count_of_rare_heaps_is_right_and_least(
            heaps in prop::collection::vec(0_u16..16, 1..200),
            shift in 0_usize..2,
            positional: bool,
        ) {
            let mut counts = vec![0; 32];
            for (n, &value) in heaps.iter().enumerate() {
                counts[2 * usize::from(value) + ((n ^ shift) & 1)] += 1;
            }
            let (space, rare) = Space::choose(&counts, positional, shift).unwrap();
            prop_assert!(positional || !space.positional);
            let count = |mask: u16, positional: bool| {
                let odd = |n: usize, v: u16| (v & mask).count_ones() as usize + if positional { n ^ shift } else { 0 };
                heaps.iter().enumerate().filter(|(n, v)| odd(*n, **v) & 1 == 0).count()
            };
            prop_assert_eq!(heaps.iter().enumerate().filter(|(n, v)| space.is_rare(**v, *n)).count(), rare);
            for mask in 1..16 {
                prop_assert!(rare <= count(mask, false));
                prop_assert!(!positional || rare <= count(mask, true));
            }
        }

        #[test]
        fn rare_and_common_add_as_they_should(a in 0_usize..99, b in 0_usize..99, u in 0_u16..8, v in 0_u16..8, odd: bool) {
            // The amount that is taken before the split has the parity of the shift.
            let shift = usize::from(odd);
            let counts: Vec<u32> = (0..16).map(|i| [9, 1, 4, 7][i % 4]).collect();
            let (space, _) = Space::choose(&counts, true, shift).unwrap();
            let n = a + b + shift;
            prop_assert_eq!(space.is_rare(u ^ v, n), space.is_rare(u, a) == space.is_rare(v, b));
            prop_assert_eq!(space.is_rare(u, a), !space.common(a).contains(&u));
        }

        #[test]
        fn ranks_add_by_xor(counts in prop::collection::vec(0_u32..9, 32), a in 0_usize..9, b in 0_usize..9, odd: bool) {
            let shift = usize::from(odd);
            let (space, _) = Space::choose(&counts, true, shift).unwrap();
            if !space.has_linear_ranks() {
                return Ok(());
            }
            let n = a + b + shift;
            for (u, v) in (0..16).flat_map(|u| (0..16).map(move |v| (u, v))) {
                let ((rare, rank), (other_rare, other)) = (space.rank(u, a), space.rank(v, b));
                prop_assert_eq!(space.rank(u ^ v, n), (rare == other_rare, rank ^ other));
                let list = if rare { space.rare(a) } else { space.common(a) };
                prop_assert_eq!(list[usize::from(rank)], u);
            }
        }
    }
}
