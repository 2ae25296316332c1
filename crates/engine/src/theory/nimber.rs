//! Nimbers: the field of the numbers below 2^64 with nim addition and nim multiplication.
//!
//! Addition is XOR, for the XOR of heap sizes decides Nim. Multiplication is Conway's: the product of a and b is the
//! mex of a'b + ab' + a'b' over all smaller a' and b', the simplest that makes a field. It is the value of a turn of
//! the four corners of a rectangle whose games in the two directions have the values a and b (the Tartan theorem).
//! (Conway, *On Numbers and Games*, 1976, chapter 6; Lenstra, "Nim multiplication", 1978.)

#![expect(
    clippy::suspicious_arithmetic_impl,
    clippy::suspicious_op_assign_impl,
    reason = "nim addition is XOR, a nimber is its own negative, and a quotient is a product with the inverse"
)]

use std::fmt;
use std::iter::{Product, Sum};
use std::ops::{Add, AddAssign, Div, Mul, MulAssign, Neg, Sub, SubAssign};

use crate::arch::clmul::multiply;
use nim_simd::Level;

/// An element of the field of nimbers below 2^64, of characteristic 2.
///
/// `+` and `-` are both XOR, which is why they are right on types whose bits make the number: the nim-sum of heaps
/// is the heap that is equal to their sum as a game. `*` is the nim product; `/` its inverse, and division by zero
/// is zero, as the sum of no games is.
///
/// ```
/// use nim_engine::theory::nimber::Nimber;
/// assert_eq!(Nimber(3) + Nimber(5), Nimber(6));
/// assert_eq!(Nimber(2) * Nimber(2), Nimber(3));
/// assert_eq!(Nimber(1 << 63) * Nimber(1 << 62), Nimber(0xb9c5_9257_c544_5713));
/// assert_eq!(Nimber(7) / Nimber(7), Nimber(1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nimber(
    /// The heap of Nim that it is equal to.
    pub u64,
);

impl Nimber {
    /// The additive unit, the game without moves.
    pub const ZERO: Self = Self(0);
    /// The neutral element of multiplication.
    pub const ONE: Self = Self(1);

    /// Returns the inverse; `None` for zero.
    ///
    /// *Idea*: with F = 2^32 a nimber is a F + b over the subfield below F, and F^2 = F + F/2, so that
    /// (a F + b) (a F + a + b) = b^2 + a b + a^2 F/2 lies in the subfield, where the same halves again.
    /// *Cost*: five halvings, about thirty products.
    pub fn inverse(self) -> Option<Self> {
        (self != Self::ZERO).then(|| invert(self, 32))
    }

    /// Returns the product, with the instructions of a level.
    ///
    /// *Idea*: the field is isomorphic to the polynomials over GF(2) modulo x^64 + x^4 + x^3 + x + 1, whose product is
    /// two instructions, or 32 multiplications, and a short reduction. A linear map, of eight look-ups, converts a nimber to a polynomial, and
    /// another converts it back. *Memory*: two tables of 16 KiB, in the program.
    #[must_use]
    pub fn times_at_level(self, other: Self, level: Level) -> Self {
        let product = multiply(TO_POLYNOMIAL.apply(self.0), TO_POLYNOMIAL.apply(other.0), level);
        Self(FROM_POLYNOMIAL.apply(product))
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "*{}", self.0)
    }
}

impl Add for Nimber {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl AddAssign for Nimber {
    fn add_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl Sub for Nimber {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + other
    }
}

impl SubAssign for Nimber {
    fn sub_assign(&mut self, other: Self) {
        *self += other;
    }
}

impl Neg for Nimber {
    type Output = Self;
    fn neg(self) -> Self {
        self
    }
}

impl Sum for Nimber {
    fn sum<I: Iterator<Item = Self>>(terms: I) -> Self {
        terms.fold(Self::ZERO, Add::add)
    }
}

impl Product for Nimber {
    fn product<I: Iterator<Item = Self>>(factors: I) -> Self {
        factors.fold(Self::ONE, Mul::mul)
    }
}

impl Mul for Nimber {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        self.times_at_level(other, Level::detected())
    }
}

impl MulAssign for Nimber {
    fn mul_assign(&mut self, other: Self) {
        *self = *self * other;
    }
}

impl Div for Nimber {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        self * other.inverse().unwrap_or_default()
    }
}

/// Returns the inverse of a nimber below 2^(2 half), not zero.
fn invert(x: Nimber, half: u32) -> Nimber {
    if x.0 <= 1 {
        return x;
    }
    let (a, b) = (Nimber(x.0 >> half), Nimber(x.0 & ((1 << half) - 1)));
    if a == Nimber::ZERO {
        return invert(b, half / 2);
    }
    let norm = b * (a + b) + a * a * Nimber(1 << (half - 1));
    let inverse = invert(norm, half / 2);
    Nimber((a * inverse).0 << half) + (a + b) * inverse
}

/// Returns the product by the definition of the tower of fields, below 2^(2 half) for `half` a power of two. Slow; for
/// tables and tests.
const fn tower_product(a: u64, b: u64, half: u32) -> u64 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let low = (1 << half) - 1;
    if a <= low && b <= low {
        return tower_product(a, b, half / 2);
    }
    let (a1, a0, b1, b0) = (a >> half, a & low, b >> half, b & low);
    let high = tower_product(a1, b1, half / 2);
    let both = tower_product(a0, b0, half / 2);
    let mixed = tower_product(a1 ^ a0, b1 ^ b0, half / 2);
    ((mixed ^ both) << half) ^ both ^ tower_product(high, 1 << (half - 1), half / 2)
}

/// A linear map of 64 bits, as the images of all bytes in each place.
struct Linear([[u64; 256]; 8]);

impl Linear {
    const fn new(images: [u64; 64]) -> Self {
        let mut table = [[0; 256]; 8];
        let mut place = 0;
        while place < 8 {
            let mut byte = 1_usize;
            while byte < 256 {
                let lowest = byte.trailing_zeros() as usize;
                table[place][byte] = table[place][byte & (byte - 1)] ^ images[8 * place + lowest];
                byte += 1;
            }
            place += 1;
        }
        Self(table)
    }

    fn apply(&self, x: u64) -> u64 {
        let bytes = x.to_le_bytes();
        self.0.iter().zip(bytes).fold(0, |image, (table, byte)| image ^ table[usize::from(byte)])
    }
}

/// A nimber g with g^64 + g^4 + g^3 + g + 1 = 0: the image of x.
const ROOT: u64 = 0x67b6_b273_eb5d_60f6;

/// The powers of [`ROOT`], the images of 1, x, x^2, …
const POWERS: [u64; 64] = {
    let mut powers = [1; 64];
    let mut exponent = 1;
    while exponent < 64 {
        powers[exponent] = tower_product(powers[exponent - 1], ROOT, 32);
        exponent += 1;
    }
    powers
};

static FROM_POLYNOMIAL: Linear = Linear::new(POWERS);
static TO_POLYNOMIAL: Linear = Linear::new(inverse_map(POWERS));

/// Returns the images of the inverse of a linear map, by Gauss and Jordan.
const fn inverse_map(images: [u64; 64]) -> [u64; 64] {
    // Invariant: `from[i]` is mapped to `to[i]`; at the end `to[i]` has bit i alone.
    let mut to = images;
    let mut from = [0; 64];
    let mut i = 0;
    while i < 64 {
        from[i] = 1 << i;
        i += 1;
    }
    let mut bit = 0;
    while bit < 64 {
        let mut pivot = bit;
        while pivot < 63 && to[pivot] >> bit & 1 == 0 {
            pivot += 1;
        }
        (to[bit], to[pivot]) = (to[pivot], to[bit]);
        (from[bit], from[pivot]) = (from[pivot], from[bit]);
        let mut row = 0;
        while row < 64 {
            if row != bit && to[row] >> bit & 1 == 1 {
                to[row] ^= to[bit];
                from[row] ^= from[bit];
            }
            row += 1;
        }
        bit += 1;
    }
    from
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::mex::mex;
    use proptest::prelude::*;

    #[test]
    fn small_products_are_those_of_the_definition() {
        let mut table = vec![vec![0_u64; 32]; 32];
        for a in 0..32 {
            for b in 0..32 {
                let mut options = Vec::new();
                for x in 0..a {
                    options.extend((0..b).map(|y| table[x][b] ^ table[a][y] ^ table[x][y]));
                }
                table[a][b] = mex(&options);
                assert_eq!(Nimber(a as u64) * Nimber(b as u64), Nimber(table[a][b]), "{a} {b}");
                assert_eq!(tower_product(a as u64, b as u64, 32), table[a][b], "{a} {b}");
            }
        }
    }

    #[test]
    fn the_root_is_one() {
        let last = POWERS[63];
        assert_eq!(tower_product(last, ROOT, 32), POWERS[4] ^ POWERS[3] ^ POWERS[1] ^ 1);
    }

    #[test]
    fn zero_has_no_inverse() {
        assert_eq!(Nimber::ZERO.inverse(), None);
        assert_eq!(Nimber(9) / Nimber::ZERO, Nimber::ZERO);
    }

    proptest! {
        #[test]
        fn all_ways_to_multiply_agree(a: u64, b: u64) {
            let expected = Nimber(tower_product(a, b, 32));
            for (name, level) in Level::available() {
                prop_assert_eq!(Nimber(a).times_at_level(Nimber(b), level), expected, "{}", name);
            }
            prop_assert_eq!(Nimber(a) * Nimber(b), expected);
        }

        #[test]
        fn nimbers_are_a_field(a: u64, b: u64, c: u64) {
            let (a, b, c) = (Nimber(a), Nimber(b), Nimber(c));
            prop_assert_eq!(a * (b + c), a * b + a * c);
            prop_assert_eq!(a * (b * c), (a * b) * c);
            prop_assert_eq!(a - a, Nimber::ZERO);
            if let Some(inverse) = a.inverse() {
                prop_assert_eq!(a * inverse, Nimber::ONE);
            }
        }

        #[test]
        fn small_nimbers_have_inverses_in_their_subfield(a in 1_u64..256) {
            let inverse = Nimber(a).inverse().unwrap();
            prop_assert!(inverse < Nimber(256));
            prop_assert_eq!(Nimber(a) * inverse, Nimber::ONE);
        }
    }
}
