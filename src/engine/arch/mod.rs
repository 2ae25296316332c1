//! Machine-dependent kernels, each behind a safe function that has a portable twin.
//!
//! What the processor can do is detected once, at first use. `TOOLKIT_SIMD=scalar|avx2|avx512` in the environment
//! forbids everything above the named level (an unknown or unsupported name is ignored). A kernel type such as
//! [`avx512::Avx512`] exists only where the processor has the feature, which is what its safe methods rest on.

#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "vector and carry-less instructions; every kernel is tested against the scalar one"
    )
)]

use std::sync::OnceLock;

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "x86_64")]
pub mod avx512;
pub mod clmul;
pub mod fold;
pub mod scalar;

/// How far vector instructions may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Portable code only.
    Scalar,
    /// 256-bit vectors.
    Avx2,
    /// 512-bit vectors.
    Avx512,
}

/// The highest level that `TOOLKIT_SIMD` permits; the processor may have less.
pub fn permitted() -> Level {
    static PERMITTED: OnceLock<Level> = OnceLock::new();
    *PERMITTED.get_or_init(|| match std::env::var("TOOLKIT_SIMD").as_deref() {
        Ok("scalar") => Level::Scalar,
        Ok("avx2") => Level::Avx2,
        _ => Level::Avx512,
    })
}
