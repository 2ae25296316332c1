//! Machine-dependent kernels, each behind a safe function that has a portable twin.
//!
//! A [`Level`](nim_simd::Level) selects the kernel; a value of it exists only on processors with its features.

#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "vector and carry-less instructions; every kernel is tested against the scalar one"
    )
)]

pub(crate) mod clmul;
pub(crate) mod find;
pub(crate) mod fold;
pub(crate) mod lanes;
