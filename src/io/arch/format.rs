//! Numbers to decimal, many at a time.

mod avx2;
mod avx512;
