//! Numbers to decimal, many at a time.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;

use crate::io::token::Simd;

/// A formatter that the CPU has the instructions for.
#[derive(Clone, Copy, Debug)]
pub(in crate::io) enum Formatter {
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(avx512::Avx512),
}

/// The width of lines that do not end.
pub(in crate::io) const ON_ONE_LINE: usize = 0;

impl Formatter {
    /// The formatter that goes with a kernel, where the CPU has what it needs.
    pub(in crate::io) fn new(simd: Simd) -> Option<Self> {
        match simd {
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 => avx2::Avx2::new().map(Self::Avx2),
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512 => avx512::Avx512::new().map(Self::Avx512),
            _ => None,
        }
    }

    /// Writes numbers in lines of `width`, which divides 8 or is [`ON_ONE_LINE`], eight at a time while there are
    /// eight that are not too long and there is room. Says how many were written, and in how many bytes.
    pub(in crate::io) fn rows(self, numbers: &[u64], width: usize, room: &mut [u8]) -> (usize, usize) {
        #[cfg(not(target_arch = "x86_64"))]
        let _ = (numbers, width, room);
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(formatter) => formatter.rows(numbers, width, room),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(formatter) => formatter.rows(numbers, width, room),
        }
    }
}
