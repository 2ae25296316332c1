//! `toolkit sg`: values, periods, outcomes and moves of impartial games.

mod batch;
mod checksum;
mod codes;
mod computing;
mod csv;
mod form;
mod games;
mod listing;
mod monitor;
mod moves;
mod outcome;
mod period;
mod plot;
mod quotient;
mod rules_from;
mod table;
mod values;

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::slice;

use anyhow::Context;
use clap::{Parser, Subcommand};

use self::batch::BatchFormat;
use self::monitor::{Monitor, Threads};
use super::check::run_options::SandboxArgs;
use crate::exit::Exit;
use crate::system::is_output_closed;
use crate::terminal::count::number;
use crate::terminal::error::{ErrorKind, MalformedFile, UsageError};
use crate::terminal::json::JsonNumber;
use crate::terminal::output::OutputArgs;
use crate::terminal::pager::Pager;
use nim_engine::games::heaps::HeapGame;
use nim_engine::games::notation::{self, NotationError};
use nim_engine::games::position::Position;
use nim_engine::theory::budget::Budget;
use nim_engine::theory::game::{Component, Game};
use nim_engine::theory::watch::Watch;
use nim_rules::WithRules;
use nim_simd::Level;

/// Study impartial games: Sprague–Grundy values, periods, outcomes, winning moves
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  toolkit sg values kayles -n 20\n  toolkit sg period 0.156 --verify\n  toolkit sg outcome kayles --misere 9\n  toolkit sg moves kayles+wythoff 5 4,6"
)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

impl Args {
    /// Returns whether the catalogue is printed, which is long.
    pub fn is_catalogue(&self) -> bool {
        matches!(self.command, Command::Games(_))
    }
}

#[derive(Subcommand)]
enum Command {
    Values(values::Args),
    Period(period::Args),
    Outcome(outcome::Args),
    Moves(moves::Args),
    Quotient(quotient::Args),
    Form(form::Args),
    Plot(plot::Args),
    Checksum(checksum::Args),
    Table(table::Args),
    Codes(codes::Args),
    Games(games::Args),
}

/// The name and version of the JSON; see docs/sg.md.
const SCHEMA: &str = "toolkit-sg/1";

/// Runs a subcommand.
pub fn run(args: Args, level: Option<Level>, pager: &Pager) -> anyhow::Result<Exit> {
    let work = Monitor::begin(level, !matches!(args.command, Command::Plot(_)))?;
    let done = command(args.command, work, pager);
    let is_interrupted = match &done {
        Ok(exit) => *exit == Exit::Interrupted,
        Err(error) => ErrorKind::from_error(error) == ErrorKind::Interrupted,
    };
    // Stopped because standard output was closed; not an error.
    if is_interrupted && is_output_closed(false) { Ok(Exit::Success) } else { done }
}

fn command(command: Command, work: Monitor, pager: &Pager) -> anyhow::Result<Exit> {
    match command {
        Command::Values(args) => values::run(&args, work),
        Command::Period(args) => period::run(&args, work),
        Command::Outcome(args) => outcome::run(&args, work),
        Command::Moves(args) => moves::run(&args, work),
        Command::Quotient(args) => quotient::run(&args, work),
        Command::Form(args) => form::run(&args, work),
        Command::Plot(args) => plot::run(&args, work),
        Command::Checksum(args) => checksum::run(&args, work),
        Command::Table(args) => table::run(&args, work),
        Command::Codes(args) => codes::run(&args, work),
        Command::Games(args) => games::run(&args, pager),
    }
}

/// Returns the text of the file of a graph or of a game's rules.
///
/// # Errors
/// When it cannot be read.
pub fn read_file(file: &str) -> io::Result<String> {
    read_text(Path::new(file), |_| true).map_err(|error| io::Error::other(format!("{error:#}")))
}

/// Returns whether a term is written as a code, with a first digit that no code has.
fn is_misspelt_code(term: &str) -> bool {
    let is_number = term.contains('.') && term.chars().all(|c| c == '.' || c.is_ascii_digit());
    is_number && !term.starts_with(['0', '4'])
}

/// Returns the games that the notation names.
///
/// # Errors
/// When there is no such game, or a file is malformed or cannot be read.
pub fn games(text: &str) -> anyhow::Result<Vec<Box<dyn Game>>> {
    notation::parse(text, &mut WithRules(read_file)).map_err(|error| match error {
        // A misspelt code is near to codes of other games, so no other name is suggested.
        NotationError::Wrong { .. } if text.split('+').any(is_misspelt_code) => {
            UsageError(format!("{text}: an octal code begins with 0. or 4., as in 0.23")).into()
        }
        NotationError::Wrong { .. } if !text.is_empty() && text.chars().all(|c| matches!(c, '0'..='7')) => {
            let why = "is no game: name one, as in nim 3 5 7, or a code, as in";
            UsageError(format!("{text} {why} 0.{text}")).into()
        }
        NotationError::Wrong { error: ref wrong, ref nearest, .. } if nearest.is_empty() => {
            UsageError(format!("{}; see toolkit sg games", wrong.kind)).into()
        }
        NotationError::Wrong { .. } | NotationError::Argument(_) => UsageError(error.to_string()).into(),
        NotationError::Graph(..) | NotationError::Malformed(_) => MalformedFile(error.to_string()).into(),
        NotationError::Unreadable(..) => error.into(),
    })
}

/// The largest file that is read, in bytes.
const LARGEST_FILE: u64 = 1 << 30;
/// The bytes by which a file's kind is recognised.
const FIRST_BYTES: u64 = 16;

/// Returns the text of a file whose first bytes pass `is_begun`.
fn read_text(file: &Path, is_begun: impl Fn(&[u8]) -> bool) -> anyhow::Result<String> {
    let bad = |why: &str| anyhow::Error::new(MalformedFile(format!("{}: {why}", file.display())));
    let cannot = || format!("cannot read {}", file.display());
    let mut text = Vec::new();
    let mut reader = File::open(file).with_context(cannot)?;
    reader.by_ref().take(FIRST_BYTES).read_to_end(&mut text).with_context(cannot)?;
    if !is_begun(&text) {
        return Err(bad("the first line is not that of such a file"));
    }
    reader.take(LARGEST_FILE).read_to_end(&mut text).with_context(cannot)?;
    if text.len() as u64 >= LARGEST_FILE {
        return Err(bad(&format!("the file has more than {LARGEST_FILE} bytes")));
    }
    String::from_utf8(text).map_err(|_| bad("the text is not UTF-8"))
}

/// Returns the one game that the notation names.
fn single(text: &str) -> anyhow::Result<Box<dyn Game>> {
    let mut games = games(text)?;
    match (games.pop(), games.is_empty()) {
        (Some(game), true) => Ok(game),
        _ => Err(UsageError(format!("{text} is a sum: it has no single G(n); use each term alone")).into()),
    }
}

/// The arguments for a game and a position.
#[derive(Parser)]
struct PositionArgs {
    /// The game, or games with `+` between them; see `toolkit sg games`. With --rules-from, the first component of the position
    game: String,
    /// The heaps; one for each term of a sum
    #[arg(required_unless_present_any = ["from", "rules_from"], value_name = "HEAP", allow_negative_numbers = true)]
    heaps: Vec<String>,
    /// Play by the rules of a program, a command or a source file, that lists the options of a component (docs/protocol.md), in the
    /// sandbox; all words are components
    #[arg(long, value_name = "CMD", conflicts_with_all = ["from", "poker"])]
    rules_from: Option<String>,
    /// Answer all positions of FILE, one a line, or of standard input (`-`)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["heaps", "json"])]
    from: Option<PathBuf>,
    /// How to print the answers to the positions of `--from`
    #[arg(long, value_enum, default_value_t = BatchFormat::Text, requires = "from")]
    format: BatchFormat,
    /// Misère play: the player who cannot move wins
    #[arg(long)]
    misere: bool,
    /// Poker Nim: a player may also add stones to a heap, while they have stones to add
    #[arg(long)]
    poker: bool,
    /// Compute values up to this heap, unless a period is proved before. A period for larger heaps is searched for where that
    /// takes seconds, or, with a number above the default, however long it takes
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = number, allow_negative_numbers = true)]
    max: u64,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

/// Returns the limits of work on heaps up to this one: beyond the default, a search may take any time.
fn budget<'w>(heap: u64, watch: &'w mut Watch<'w>) -> Budget<'w> {
    let budget = Budget::new(watch);
    let search = if heap > budget.heap { u64::MAX } else { budget.search };
    Budget { heap, search, ..budget }
}

impl PositionArgs {
    /// Returns whether play is misère: by the option, or by the rules of a game.
    fn is_misere(&self, position: &Position) -> bool {
        self.misere || position.is_misere()
    }

    /// Returns the games, with the position unless a file has many.
    fn position(&self, work: &Monitor) -> anyhow::Result<Position> {
        // Not left to clap: given positions would rule out `--from`, and so its requirements.
        let has_use = self.from.is_some() || self.format == BatchFormat::Text;
        UsageError::unless(has_use, "--format is for the positions of --from")?;
        if let Some(command) = &self.rules_from {
            let starts = [slice::from_ref(&self.game), &self.heaps].concat();
            let games = vec![rules_from::game(command, &self.sandbox, &starts)?];
            let components = components(&games, &starts)?;
            return Ok(Position::new(games, components).map_err(UsageError::new)?);
        }
        let mut games = games(&self.game)?;
        self.threads.set_up(&mut games, work.level);
        if self.poker {
            let is_nim = games.len() == 1 && games[0].name() == "nim";
            UsageError::unless(is_nim, "poker is played with the heaps of `nim` only")?;
            games = vec![Box::new(HeapGame::poker())];
        }
        let components = components(&games, &self.heaps)?;
        let mut position = Position::from_games(games);
        if self.from.is_none() {
            position.place(components).map_err(UsageError::new)?;
        }
        Ok(position)
    }
}

/// Returns components in their notation: any number of one game, or one for each of several.
///
/// # Errors
/// A [`UsageError`], where one is malformed.
pub fn components(games: &[Box<dyn Game>], heaps: &[String]) -> anyhow::Result<Vec<Component>> {
    let games = games.iter().chain(games.first().into_iter().cycle());
    let components = games.zip(heaps).map(|(game, text)| notation::component(game.as_ref(), text));
    components.map(|component| Ok(component.map_err(UsageError::new)?)).collect()
}

/// The reason why adding stones does not change the outcome.
const POKER: &str = "a player who adds stones is answered by taking them away again, and additions come to an end, so that the answer is that of Nim; an addition wins that leaves a position which Nim loses, as long as so many stones are in hand, and play ends when no stone lies in a heap";

/// Returns a number of a component as JSON: itself, or the name of a vertex.
fn shown_number(game: &dyn Game, number: u64) -> serde_json::Value {
    game.label(number)
        .map_or_else(|| serde_json::to_value(JsonNumber(number)).unwrap_or_default(), Into::into)
}
