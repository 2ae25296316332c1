//! The options for interaction.

use std::time::Duration;

use nim_ground::limits::parse_time;
use nim_judge::options::Interaction;
use nim_task::protocol::Protocol;

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
