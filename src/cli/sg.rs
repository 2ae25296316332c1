//! `toolkit sg`: values, periods, outcomes and moves of impartial games.

mod checksum;
mod computing;
mod games;
mod moves;
mod outcome;
mod period;
mod plot;
mod values;
mod work;

use super::Misuse;
use crate::engine::notation::{self, NotationError};
use crate::engine::position::Position;
use crate::engine::refusal::Refusal;
use crate::engine::rules::Rules;
use crate::engine::sequence::Sequence;
use crate::exit::Exit;
use clap::{Parser, Subcommand};
use std::fmt;
use work::Threads;

/// Study impartial games: Sprague–Grundy values, periods, outcomes, winning moves
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Values(values::Args),
    Period(period::Args),
    Outcome(outcome::Args),
    Moves(moves::Args),
    Plot(plot::Args),
    Checksum(checksum::Args),
    Games(games::Args),
}

/// Runs the command.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    match args.command {
        Command::Values(args) => values::run(&args),
        Command::Period(args) => period::run(&args),
        Command::Outcome(args) => outcome::run(&args),
        Command::Moves(args) => moves::run(&args),
        Command::Plot(args) => plot::run(&args),
        Command::Checksum(args) => checksum::run(&args),
        Command::Games(args) => games::run(&args),
    }
}

/// A file that the command reads is not what it should be.
#[derive(Debug)]
pub struct BadFile(String);

impl fmt::Display for BadFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadFile {}

/// The games that the notation names.
fn games(text: &str) -> anyhow::Result<Vec<Box<dyn Rules>>> {
    let mut read = |file: &str| std::fs::read_to_string(file).map_err(|error| error.to_string());
    notation::parse(text, &mut read).map_err(|error| match error {
        NotationError::Wrong { .. } => Misuse(error.to_string()).into(),
        NotationError::Graph(..) => BadFile(error.to_string()).into(),
        NotationError::Unreadable(..) => error.into(),
    })
}

/// The game that the notation names, and its sequence of values: the last of which is of heap `last`.
fn with_sequence<T>(
    text: &str,
    ask: impl FnOnce(&str, &mut Sequence) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let mut rules = single(text)?;
    let name = rules.name();
    ask(&name, rules.sequence().map_err(Misuse)?)
}

/// The one game that the notation names.
fn single(text: &str) -> anyhow::Result<Box<dyn Rules>> {
    let mut games = games(text)?;
    match (games.pop(), games.is_empty()) {
        (Some(game), true) => Ok(game),
        _ => Err(Misuse(format!("{text} is a sum: it has no single G(n); ask for each term")).into()),
    }
}

/// A game and a position of it, as they are written.
#[derive(Parser)]
struct PositionArgs {
    /// The game, or games with `+` between them; see `toolkit sg games`
    game: String,
    /// The heaps; one for each term of a sum
    #[arg(required = true, value_name = "HEAP", allow_negative_numbers = true)]
    heaps: Vec<String>,
    /// Whoever cannot move wins
    #[arg(long)]
    misere: bool,
    /// Nim in which stones may also be added to a heap, as long as a player has stones to add
    #[arg(long)]
    poker: bool,
    /// Compute values up to this heap, where no period is proved before
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    max: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: Threads,
}

impl PositionArgs {
    fn position(&self) -> anyhow::Result<Position> {
        let mut games = games(&self.game)?;
        for sequence in games.iter_mut().filter_map(|game| game.sequence().ok()) {
            sequence.set_threads(self.threads.count());
        }
        if self.poker && (games.len() != 1 || games[0].name() != "nim") {
            return Err(Misuse("poker is played with the heaps of `nim` only".to_owned()).into());
        }
        let of = |index: usize| games.get(index).or(games.first()).map(AsRef::as_ref);
        let mut components = Vec::new();
        for (index, text) in self.heaps.iter().enumerate() {
            let Some(game) = of(index) else { break };
            components.push(notation::component(game, text).map_err(Misuse)?);
        }
        Ok(Position::new(games, components).map_err(Misuse)?)
    }
}

/// Why adding stones changes nothing, for the reasons that are shown.
const POKER: &str = "a player who adds stones is answered by taking them away again, and additions come to an end, so that the answer is that of Nim";

/// What a refusal means for the run: an interruption is none of its failures.
fn refused(refusal: Refusal) -> anyhow::Result<Exit> {
    match refusal {
        Refusal::Interrupted => Ok(Exit::Interrupted),
        refusal => Err(refusal.into()),
    }
}

/// A number of a component as JSON: itself, or the name of a vertex.
fn shown_number(game: &dyn Rules, number: u64) -> serde_json::Value {
    match game.label(number) {
        // A name that is a number is shown as one.
        Some(label) => match label.parse::<u64>() {
            Ok(number) if number.to_string() == label => number.into(),
            _ => label.into(),
        },
        None => number.into(),
    }
}

/// Numbers between commas, vertices by name.
fn shown_list(game: &dyn Rules, numbers: &[u64]) -> String {
    let shown: Vec<String> = numbers
        .iter()
        .map(|&number| game.label(number).map_or_else(|| number.to_string(), str::to_owned))
        .collect();
    shown.join(",")
}
