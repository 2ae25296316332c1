//! The options for the sandbox.

use std::path::PathBuf;

use nim_sandbox::IS_AVAILABLE;

/// The mode of the sandbox where none is asked for.
const USUAL: SandboxArg = if IS_AVAILABLE { SandboxArg::Auto } else { SandboxArg::Off };

/// The sandbox that the command line asks for.
#[derive(clap::Args)]
pub struct SandboxArgs {
    /// Sandbox for programs: auto uses every layer that the system offers, strict fails if one is missing; only Linux has one
    #[arg(id = "sandbox", long = "sandbox", value_name = "HOW", default_value = USUAL.name())]
    pub mode: SandboxArg,
    /// File or folder that programs may read in addition
    #[arg(long, value_name = "PATH")]
    pub allow_read: Vec<PathBuf>,
}

impl Default for SandboxArgs {
    fn default() -> Self {
        Self { mode: USUAL, allow_read: Vec::new() }
    }
}

/// The mode of the sandbox on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum SandboxArg {
    /// Every layer that the system offers
    Auto,
    /// Every layer, or an error
    Strict,
    /// No sandbox
    Off,
}

impl SandboxArg {
    /// Returns its name on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Strict => "strict",
            Self::Off => "off",
        }
    }
}
