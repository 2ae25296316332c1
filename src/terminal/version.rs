//! The output of `toolkit --version`: the version, the build, and the kernel for this CPU.

use std::fmt;

use itertools::Itertools as _;
use serde::Serialize;

use nim_simd::Level;

/// The way in which the program was built.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Build {
    /// The name of the target.
    target: &'static str,
    /// The profile of Cargo.
    profile: &'static str,
}

/// The build of this program.
pub const BUILD: Build = Build { target: env!("TOOLKIT_TARGET"), profile: env!("TOOLKIT_PROFILE") };

impl fmt::Display for Build {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, profile {}", self.target, self.profile)
    }
}

/// Returns the name of a level.
pub fn level_name(level: Level) -> &'static str {
    Level::available().find(|(_, known)| *known == level).map_or("scalar", |(name, _)| name)
}

/// Returns the text after the program's name: a line of the version, one of the build, one of the kernel.
pub fn long(level: Option<Level>) -> &'static str {
    let used = level_name(level.unwrap_or_else(Level::detected));
    let available = Level::available().map(|(name, _)| name).join(", ");
    // The command line is built once, and lives as long as the program.
    format!("{}\nbuild: {BUILD}\nkernel: {used} (this CPU has {available})", env!("CARGO_PKG_VERSION")).leak()
}
