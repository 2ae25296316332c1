//! The CPU's level: which vector instructions kernels may use.
//!
//! Depends on no other crate of the project. Begin with [`Level`].
//!
//! A [`Level`] is detected, or chosen by name, and passed to kernels as a value. A value exists only where the CPU has
//! all features of the level, on which the safe methods of kernels rely.
//!
//! ```
//! use nim_simd::Level;
//!
//! let detected = Level::detected();
//! assert!(Level::available().any(|(_, level)| level == detected));
//! assert_eq!(Level::named("scalar"), Ok(Level::SCALAR));
//! ```
//!
//! A level for another CPU is a row of the table below, a line of `dispatch!`, and its kernels. A level requires all of
//! its features and those of the levels below it.

use std::fmt;
use std::sync::OnceLock;

use itertools::Itertools as _;

/// Declares the levels above scalar, the lowest first.
macro_rules! levels {
    ($($(#[doc = $doc:literal])+ #[cfg($cfg:meta)] $level:ident is $name:literal where $has:expr;)+) => {
        $(
            $(#[doc = $doc])+
            #[cfg($cfg)]
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
            pub struct $level(());

            #[cfg($cfg)]
            impl $level {
                fn new() -> Option<Self> {
                    ($has).then_some(Self(()))
                }
            }
        )+

        /// The vector instructions that may be used.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Level {
            /// Portable code, eight bytes at a time.
            Scalar(Scalar),
            $($(#[doc = $doc])+ #[cfg($cfg)] $level($level),)+
        }

        /// All levels of this architecture, the lowest first: the name, and the function that returns the level if the
        /// CPU has it.
        const LEVELS: &[(&str, fn() -> Option<Level>)] = &[
            ("scalar", || Some(Level::SCALAR)),
            $(
                #[cfg($cfg)]
                ($name, || $level::new().map(Level::$level)),
            )+
        ];
    };
}

levels! {
    /// AVX2, with the bit instructions of its time.
    #[cfg(target_arch = "x86_64")]
    Avx2 is "avx2" where is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("pclmulqdq")
            && is_x86_feature_detected!("popcnt");
    /// AVX-512 with words of 16 bits.
    #[cfg(target_arch = "x86_64")]
    Avx512Bw is "avx512bw" where Avx2::new().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw");
    /// AVX-512 with VBMI2.
    #[cfg(target_arch = "x86_64")]
    Avx512 is "avx512" where Avx512Bw::new().is_some()
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512ifma")
            && is_x86_feature_detected!("avx512vnni")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2");
    /// NEON, on every 64-bit Arm.
    #[cfg(target_arch = "aarch64")]
    Neon is "neon" where std::arch::is_aarch64_feature_detected!("neon");
}

#[cfg(target_arch = "x86_64")]
impl Avx512Bw {
    /// Returns the next lower level.
    #[must_use]
    pub const fn below(self) -> Avx2 {
        Avx2(())
    }
}

#[cfg(target_arch = "x86_64")]
impl Avx512 {
    /// Returns the next lower level.
    #[must_use]
    pub const fn below(self) -> Avx512Bw {
        Avx512Bw(())
    }
}

/// The level that every CPU has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Scalar;

/// Evaluates an expression with the kernel of a level: one type for each.
#[macro_export]
macro_rules! dispatch {
    ($level:expr, $kernel:ident => $work:expr) => {
        match $level {
            $crate::Level::Scalar($kernel) => $work,
            #[cfg(target_arch = "x86_64")]
            $crate::Level::Avx2($kernel) => $work,
            #[cfg(target_arch = "x86_64")]
            $crate::Level::Avx512Bw($kernel) => $work,
            #[cfg(target_arch = "x86_64")]
            $crate::Level::Avx512($kernel) => $work,
            #[cfg(target_arch = "aarch64")]
            $crate::Level::Neon($kernel) => $work,
        }
    };
}

impl Level {
    /// The level that every CPU has.
    pub const SCALAR: Self = Self::Scalar(Scalar);

    /// Returns the highest level that the CPU has. The detection runs once.
    #[must_use]
    pub fn detected() -> Self {
        static DETECTED: OnceLock<Level> = OnceLock::new();
        *DETECTED.get_or_init(|| LEVELS.iter().rev().find_map(|(_, find)| find()).unwrap_or(Self::SCALAR))
    }

    /// Returns the levels that the CPU has, the lowest first, with their names.
    pub fn available() -> impl Iterator<Item = (&'static str, Self)> {
        LEVELS.iter().filter_map(|&(name, find)| Some((name, find()?)))
    }

    /// Returns the names of the levels of this architecture, the lowest first.
    pub fn names() -> impl Iterator<Item = &'static str> {
        LEVELS.iter().map(|&(name, _)| name)
    }

    /// Returns the level of this name.
    ///
    /// # Errors
    /// When there is no such level, or the CPU does not have it.
    pub fn named(name: &str) -> Result<Self, NoLevel> {
        match LEVELS.iter().find(|(known, _)| *known == name) {
            Some((known, find)) => find().ok_or(NoLevel::Missing(known)),
            None => Err(NoLevel::Unknown),
        }
    }
}

/// The reason why a name is no usable level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoLevel {
    /// No level of this architecture has the name.
    Unknown,
    /// The CPU does not have this level.
    Missing(&'static str),
}

impl fmt::Display for NoLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => {
                write!(f, "expected one of {}", Level::names().join(", "))
            }
            Self::Missing(name) => write!(f, "this CPU does not have {name}"),
        }
    }
}

impl std::error::Error for NoLevel {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_found_by_their_names_and_by_no_others() {
        for (name, level) in Level::available() {
            assert_eq!(Level::named(name), Ok(level));
        }
        for name in ["", "bogus", "Scalar", "avx2 ", "avx"] {
            assert!(matches!(Level::named(name), Err(NoLevel::Unknown)), "{name:?}");
        }
        assert!(Level::detected() >= Level::SCALAR);
    }
}
