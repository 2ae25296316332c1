//! Formatting of numbers in decimal, many at a time.

pub(super) mod avx2;
pub(super) mod avx512;
