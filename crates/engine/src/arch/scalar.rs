//! The portable kernels, with which tests compare the others.

use nim_simd::Scalar;

/// A kernel that finds a value among the XORs of two rows.
pub trait Find {
    /// See [`Finder::find`](crate::sequence::eliminate::Finder::find).
    fn find(self, left: &[u16], right: &[u16], value: u16) -> Option<usize>;
}

impl Find for Scalar {
    fn find(self, left: &[u16], right: &[u16], value: u16) -> Option<usize> {
        find(left, right, value)
    }
}

/// Returns the first index at which the rows have this XOR.
pub fn find(left: &[u16], right: &[u16], value: u16) -> Option<usize> {
    left.iter().zip(right).position(|(a, b)| a ^ b == value)
}
