//! The portable kernels: what the others are compared with.

/// See [`find`](crate::engine::eliminate::Finder::find).
pub fn find(left: &[u16], right: &[u16], value: u16) -> Option<usize> {
    left.iter().zip(right).position(|(a, b)| a ^ b == value)
}
