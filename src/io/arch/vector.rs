//! The vector kernels of this architecture behind one name.

use super::avx2::Avx2;
use super::avx512::Avx512;
use super::lanes::{Lane, Stretch};
use crate::io::tidy::Tidy;
use crate::io::token::{Look, Simd, Work, pick};

/// A vector kernel that the CPU has.
#[derive(Clone, Copy, Debug)]
pub(in crate::io) enum Vector {
    Avx2(Avx2),
    Avx512(Avx512),
}

impl Vector {
    /// The kernel of this name, if the CPU has it.
    pub(in crate::io) fn new(simd: Simd) -> Option<Self> {
        match simd {
            Simd::Scalar => None,
            Simd::Avx2 => Avx2::new().map(Self::Avx2),
            Simd::Avx512 => Avx512::new().map(Self::Avx512),
        }
    }

    /// Whether the kernel provides for more digits in a wider lane.
    pub(in crate::io) const fn has_lanes(self) -> bool {
        matches!(self, Self::Avx512(_))
    }

    /// Bytes that a window takes, with those before and behind it that are looked at, too.
    pub(in crate::io) const fn window(self) -> usize {
        match self {
            Self::Avx2(_) => 80,
            Self::Avx512(_) => 192,
        }
    }

    /// Does `work` with this kernel's instructions at hand.
    pub(in crate::io) fn run(self, work: impl Work) {
        match self {
            Self::Avx2(kernel) => kernel.run(work),
            Self::Avx512(kernel) => kernel.run(work),
        }
    }

    /// As [`Kernel::write_rows`](crate::io::token::Kernel::write_rows).
    pub(in crate::io) fn write_rows(self, numbers: &[u64], width: usize, room: &mut [u8]) -> (usize, usize) {
        match self {
            Self::Avx2(kernel) => kernel.write_rows(numbers, width, room),
            Self::Avx512(kernel) => kernel.write_rows(numbers, width, room),
        }
    }

    /// As [`Tidy::copy_windows`].
    pub(in crate::io) fn tidy(
        self,
        tidy: &mut Tidy,
        text: &[u8],
        most: usize,
        room: &mut [u8],
    ) -> (usize, usize) {
        match self {
            Self::Avx2(kernel) => kernel.tidy(tidy, text, most, room),
            Self::Avx512(kernel) => kernel.tidy(tidy, text, most, room),
        }
    }

    /// Picks numbers that have one of `bits` and says how many.
    pub(in crate::io) fn pick(self, numbers: &[u64], bits: u64, room: &mut [u64]) -> usize {
        match self {
            Self::Avx2(_) => pick(numbers, bits, room),
            Self::Avx512(kernel) => kernel.pick(numbers, bits, room),
        }
    }

    /// Reads numbers from `text[at..]`, as far as windows reach; the byte at `at` ends no token that is still to be read.
    pub(in crate::io) fn stretch(
        self,
        lane: Lane,
        look: Look,
        text: &[u8],
        at: usize,
        room: &mut [u64],
    ) -> Stretch {
        match self {
            Self::Avx2(kernel) => kernel.stretch(look, text, at, room),
            Self::Avx512(kernel) => kernel.stretch(lane, look, text, at, room),
        }
    }
}
