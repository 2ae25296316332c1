//! `toolkit referee`: two programs play games against each other.

mod report;
mod sides;

use itertools::Itertools;

use self::report::Report;
use self::sides::{Game, Side, play_all};
use crate::terminal::UsageError;
use crate::terminal::say;

use super::check::run_options::LimitArgs;
use super::check::run_options::SandboxArgs;
use super::play::levels;
use super::play::setup::{Setup, random_seed};
use crate::exit::Exit;
use crate::system::interruption::Interruption;
use crate::terminal::count::{number, number_from};
use crate::terminal::output::OutputArgs;
use crate::terminal::progress::Compiling;
use nim_ground::limits::LimitOverrides;
use nim_ground::random::Random;
use nim_judge::Options;
use nim_judge::preparation::Preparation;
use nim_judge::programs::NamedProgram;
use nim_referee::player::{LEVELS, Level, PERFECT};
use nim_sandbox::secrets::Secrets;
use nim_task::defines::USUAL;

/// The most games: all are laid out before the first is played.
const MOST_GAMES: u64 = 1_000_000;

/// Let two programs play a game against each other
///
/// Both talk with a judge in the line protocol of docs/protocol.md, in the sandbox. A player is a command, a source file, or one
/// of the built-in `computer`, `computer:LEVEL` and `random`.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  toolkit referee nim --a computer:casual --b random --games 100\n  toolkit referee kayles 9 5 --a mine.cpp --b 'python3 other.py'\n\nExit codes:\n  0  all games were played to the end\n  1  a program broke the rules or failed"
)]
pub struct Args {
    /// The game, or games with `+` between them; see `toolkit sg games`
    game: String,
    /// The heaps; one for each term of a sum [default: small random positions]
    #[arg(value_name = "HEAP", allow_negative_numbers = true)]
    heaps: Vec<String>,
    /// The player that makes the first move in the first, third, … game
    #[arg(long, value_name = "CMD")]
    a: String,
    /// The player that makes the first move in the others
    #[arg(long, value_name = "CMD")]
    b: String,
    /// Games to be played; each position is played twice, once with either player first
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = number_from(1, MOST_GAMES))]
    games: u64,
    /// Misère play: the player who cannot move wins
    #[arg(long)]
    misere: bool,
    /// How well the player `computer` plays
    #[arg(long, value_name = "LEVEL", default_value = PERFECT.name, value_parser = levels())]
    level: &'static Level,
    /// Make random positions and moves from this number [default: a different one each time]
    #[arg(long, value_name = "N", value_parser = number, allow_hyphen_values = true)]
    seed: Option<u64>,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

/// Plays the games and prints the report.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let built_in = [built_in("--a", &args.a, args.level)?, built_in("--b", &args.b, args.level)?];
    let games = games(args)?;
    // Until here, where the engine may search for long, a signal ends the process at once.
    let mut interruption = Interruption::watch()?;
    interruption.watch_output(Exit::Success);
    interruption.end(play(args, built_in, &games, &interruption))
}

/// Plays the games and prints their report.
fn play(
    args: &Args,
    built_in: [Option<&'static Level>; 2],
    games: &[Game],
    interruption: &Interruption,
) -> anyhow::Result<Exit> {
    if built_in.iter().any(Option::is_none) {
        say::missing_sandbox();
    }
    let limits = args.limits.overrides().or(LimitOverrides::default()).resolve();
    let languages = crate::system::languages()?;
    let players = [("--a", &args.a), ("--b", &args.b)].into_iter().zip(&built_in);
    let players = players.filter(|(_, level)| level.is_none());
    let programs: Vec<_> = players
        .map(|((option, player), _)| NamedProgram::of_option(option, player, &languages))
        .try_collect()?;
    let options = Options { sandbox: args.sandbox.options(), ..Options::new(languages) };
    let preparation = Preparation { options: &options, secrets: Secrets::default(), defines: USUAL };
    let prepared = preparation.compile(&programs, &mut Compiling::default())?;
    let sandboxed = preparation.ready(&programs, &prepared, limits.output, &interruption.happened)?;
    let mut sandboxes = sandboxed.iter();
    let sides = built_in.map(|level| match level {
        Some(level) => Some(Side::Computer(level)),
        None => sandboxes.next().map(Side::Program),
    });
    let [Some(a), Some(b)] = sides else {
        anyhow::bail!("the players could not be prepared");
    };
    let results = play_all(games, [&a, &b], &limits, &interruption.happened)?;
    let report = Report::new(args, games, results)?;
    args.output.answer(report::SCHEMA, &report, || report.verdict(), || report.text())?;
    let exit = if report.has_faults() { Exit::NotAccepted } else { Exit::Success };
    Ok(interruption.exit().unwrap_or(exit))
}

/// Returns the level of a built-in player; `None` for a command.
fn built_in(option: &str, player: &str, level: &'static Level) -> Result<Option<&'static Level>, UsageError> {
    match player.split_once(':') {
        None if player == "computer" => Ok(Some(level)),
        None if player == "random" => Ok(Level::named("random")),
        None if player.trim().is_empty() => {
            Err(UsageError(format!("{option} needs a command, a source file, computer or random")))
        }
        Some(("computer", name)) => Level::named(name).map(Some).ok_or_else(|| {
            let names = LEVELS.iter().map(|level| level.name).join(", ");
            UsageError(format!("{option}: the computer has no level {name:?}; its levels are {names}"))
        }),
        _ => Ok(None),
    }
}

/// Returns the games: each position twice, with either player first.
fn games(args: &Args) -> anyhow::Result<Vec<Game>> {
    let (setup, mut table) = Setup::new(&args.game, &args.heaps, args.misere)?;
    let mut random = Random::new(args.seed.unwrap_or_else(random_seed));
    let wanted = usize::try_from(args.games).unwrap_or(usize::MAX);
    let mut games: Vec<Game> = Vec::new();
    while games.len() < wanted {
        setup.lay(&mut table, &mut random, None)?;
        let position = table.places().iter().map(|place| place.component.clone()).collect::<Vec<_>>();
        let written = table.written();
        // The outcome may take long to find, and is the same for the same position.
        let known = games.last().filter(|game| game.position == position).map(|game| game.first_wins);
        let first_wins = known.unwrap_or_else(|| table.first_wins().ok());
        for a_is_first in [true, false] {
            games.push(Game {
                notation: args.game.clone(),
                misere: table.is_misere(),
                position: position.clone(),
                written: written.clone(),
                a_is_first,
                first_wins,
                seed: random.bits(),
            });
        }
    }
    games.truncate(wanted);
    Ok(games)
}
