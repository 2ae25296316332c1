//! The options for the sandbox.

use std::path::PathBuf;
use std::sync::Once;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::cli::say;
use nim_judge::confinement::NO_SANDBOX;
use nim_judge::options::SandboxOptions;
use nim_sandbox::{IS_AVAILABLE, SandboxMode};

/// The mode of the sandbox where none is asked for.
const USUAL: SandboxMode = if IS_AVAILABLE { SandboxMode::Auto } else { SandboxMode::Off };

/// The sandbox that the command line asks for.
#[derive(clap::Args)]
pub struct SandboxArgs {
    /// Sandbox for programs: auto uses every layer that the system offers, strict fails if one is missing; only Linux has one
    #[arg(id = "sandbox", long = "sandbox", value_name = "HOW", default_value = USUAL.name(), value_parser = modes())]
    mode: SandboxMode,
    /// File or folder that programs may read in addition
    #[arg(long, value_name = "PATH")]
    allow_read: Vec<PathBuf>,
}

/// Returns a parser of modes.
fn modes() -> impl TypedValueParser<Value = SandboxMode> {
    let help = |mode| match mode {
        SandboxMode::Auto => "Every layer that the system offers",
        SandboxMode::Strict => "Every layer, or an error",
        SandboxMode::Off => "No sandbox",
    };
    let values = SandboxMode::ALL.map(|mode| PossibleValue::new(mode.name()).help(help(mode)));
    PossibleValuesParser::new(values)
        .map(|name| SandboxMode::ALL.into_iter().find(|mode| mode.name() == name).unwrap_or(USUAL))
}

impl SandboxArgs {
    /// Returns the sandbox as the judge has it.
    pub fn options(&self) -> SandboxOptions {
        SandboxOptions { mode: self.mode, allow_read: self.allow_read.clone() }
    }
}

/// Says once where there is no sandbox that programs run without one.
pub fn note_missing() {
    static NOTED: Once = Once::new();
    if !IS_AVAILABLE {
        NOTED.call_once(|| say::note(NO_SANDBOX));
    }
}
