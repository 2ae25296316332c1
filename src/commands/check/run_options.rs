//! The options for runs: limits, the sandbox, and interaction.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use nim_ground::error::ValueError;
use nim_ground::limits::{LimitOverrides, parse_size, parse_time};
use nim_judge::options::{Interaction, SandboxOptions};
use nim_sandbox::{IS_AVAILABLE, SandboxMode};
use nim_task::protocol::Protocol;

/// The limits that the command line gives.
#[derive(clap::Args)]
pub struct LimitArgs {
    /// CPU time limit of a program; `package`: its own, not one kept [default: the package's, else 2s]
    #[arg(long, value_name = "T", value_parser = TimeLimit::parse, allow_hyphen_values = true)]
    time_limit: Option<TimeLimit>,
    /// Wall-clock limit, excluding waits for a CPU [default: twice the time limit and 1s]
    #[arg(long, value_name = "T", value_parser = parse_time, allow_hyphen_values = true)]
    wall_limit: Option<Duration>,
    /// Memory limit of a program [default: the package's, else 512M]
    #[arg(long, value_name = "M", value_parser = parse_size, allow_hyphen_values = true)]
    memory_limit: Option<u64>,
    /// Output limit of a program [default: the package's, else 64M]
    #[arg(long, value_name = "M", value_parser = parse_size, allow_hyphen_values = true)]
    output_limit: Option<u64>,
}

/// A time limit of the command line.
#[derive(Clone, Copy)]
enum TimeLimit {
    Given(Duration),
    /// The package's own.
    OfPackage,
}

impl TimeLimit {
    fn parse(text: &str) -> Result<Self, ValueError> {
        if text == "package" { Ok(Self::OfPackage) } else { parse_time(text).map(Self::Given) }
    }
}

impl LimitArgs {
    /// Whether the time limit is the package's own, and not one that its submissions gave.
    pub fn is_of_package(&self) -> bool {
        matches!(self.time_limit, Some(TimeLimit::OfPackage))
    }

    /// The limits; those that are not given are open.
    pub fn overrides(&self) -> LimitOverrides {
        LimitOverrides {
            cpu: match self.time_limit {
                Some(TimeLimit::Given(time)) => Some(time),
                Some(TimeLimit::OfPackage) | None => None,
            },
            wall: self.wall_limit,
            memory: self.memory_limit,
            output: self.output_limit,
        }
    }
}

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
    let values = SandboxMode::ALL.map(|mode| {
        PossibleValue::new(mode.name()).help(match mode {
            SandboxMode::Auto => "Every layer that the system offers",
            SandboxMode::Strict => "Every layer, or an error",
            SandboxMode::Off => "No sandbox",
        })
    });
    PossibleValuesParser::new(values)
        .map(|name| SandboxMode::ALL.into_iter().find(|mode| mode.name() == name).unwrap_or(USUAL))
}

impl SandboxArgs {
    /// Returns the sandbox as the judge has it.
    pub fn options(&self) -> SandboxOptions {
        SandboxOptions { mode: self.mode, allow_read: self.allow_read.clone() }
    }
}

/// The interaction that the command line asks for.
#[derive(clap::Args)]
pub struct InteractionArgs {
    /// Program or source file that the checked program talks with, and that gives the verdict
    #[arg(long, value_name = "CMD", conflicts_with_all = ["compare", "submissions"])]
    interactor: Option<String>,
    /// How the interactor is called: testlib or kattis
    #[arg(long, value_name = "STYLE", default_value = "testlib", requires = "interactor", value_parser = Protocol::of_interactor)]
    interactor_style: Protocol,
    /// CPU time limit of an interactor, and its wall-clock limit after the program's end [default: the package's, else 10s]
    #[arg(long, value_name = "T", value_parser = parse_time, allow_hyphen_values = true)]
    interactor_time_limit: Option<Duration>,
    /// Play the problem's game to the end, from both seats, against an opponent that never errs; docs/protocol.md describes the
    /// dialogue
    #[arg(long, conflicts_with_all = ["interactor", "compare", "checker"])]
    interactive: bool,
    /// In the game of --interactive, whoever takes the last one loses
    #[arg(long, requires = "interactive")]
    misere: bool,
}

impl InteractionArgs {
    /// Returns the interaction as the judge has it.
    pub fn options(&self) -> Interaction {
        Interaction {
            interactor: self.interactor.clone(),
            style: self.interactor_style,
            time_limit: self.interactor_time_limit,
            play: self.interactive,
            misere: self.misere,
        }
    }
}
