//! `toolkit play`: a game against the computer, on a full screen or in the line protocol.

mod canvas;
mod choices;
mod clicks;
mod draw;
mod picture;
mod protocol;
mod screen;
pub mod setup;
mod state;
mod theory;
#[cfg(test)]
mod trials;

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use self::setup::{Setup, random_seed};
use self::state::State;
use super::count::number;
use super::show::Language;
use super::{UsageError, keyboard, page, say};
use crate::exit::Exit;
use nim_ground::random::Random;
use nim_referee::contest::Seat;
use nim_referee::player::{LEVELS, Level, PERFECT, Player};

/// Play a game against the computer
///
/// On a terminal the game fills the screen; elsewhere, and with --protocol, a program plays it in the line protocol of
/// docs/protocol.md.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  toolkit play\n  toolkit play kayles 5 3 --level good\n  toolkit play nim+hackenbush 5 0,1,1 --first computer\n\nExit codes:\n  0  the game or the input has ended\n  5  the engine does not know who wins"
)]
pub struct Args {
    /// The game, or games with `+` between them; see `toolkit sg games`
    #[arg(default_value = "nim")]
    game: String,
    /// The heaps; one for each term of a sum [default: a small random position, won for you where there is one]
    #[arg(value_name = "HEAP", allow_negative_numbers = true)]
    heaps: Vec<String>,
    /// How well the computer plays: perfect never errs, good errs in one move of five, casual mostly plays at random but sees
    /// a win in one move
    #[arg(long, value_name = "LEVEL", default_value = PERFECT.name, value_parser = levels())]
    level: &'static Level,
    /// Misère play: the player who cannot move wins
    #[arg(long)]
    misere: bool,
    /// Who makes the first move
    #[arg(long, value_name = "WHO", default_value = "me")]
    first: First,
    /// Make random positions and moves from this number [default: a different one each time]
    #[arg(long, value_name = "N", value_parser = number, allow_hyphen_values = true)]
    seed: Option<u64>,
    /// Play in the line protocol, also on a terminal
    #[arg(long)]
    protocol: bool,
    /// Write a page to play all games in a browser, which needs no network, and do not play
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "heaps", "misere", "first", "level", "seed", "protocol"])]
    html: Option<PathBuf>,
    /// The language in which the page begins [default: en]
    #[arg(long, value_enum)]
    lang: Option<Language>,
    /// Replace a page of the same name
    #[arg(long, requires = "html")]
    force: bool,
}

/// Who makes the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum First {
    /// The player at the keyboard, or the program that plays
    Me,
    /// The computer
    Computer,
    /// One of them, by chance
    Random,
}

impl First {
    /// Returns the player's seat.
    fn seat(self, random: &mut Random) -> Seat {
        match self {
            Self::Me => Seat::First,
            Self::Computer => Seat::Second,
            Self::Random if random.within(0, 1) == 0 => Seat::First,
            Self::Random => Seat::Second,
        }
    }
}

/// Returns the parser of levels' names.
pub fn levels() -> impl TypedValueParser<Value = &'static Level> {
    PossibleValuesParser::new(LEVELS.iter().map(|level| level.name))
        .map(|name| Level::named(&name).unwrap_or(PERFECT))
}

/// Plays.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    if let Some(file) = &args.html {
        let lang = args.lang.unwrap_or(Language::En);
        return page::write(file, lang.of_words(), args.force).map(|()| Exit::Success);
    }
    if args.lang.is_some() {
        return Err(UsageError(
            "--lang is for the page of --html; without it, the game is in English".to_owned(),
        )
        .into());
    }
    let (setup, mut table) = Setup::new(&args.game, &args.heaps, args.misere)?;
    let mut random = Random::new(args.seed.unwrap_or_else(random_seed));
    let seat = args.first.seat(&mut random);
    // What the engine refuses is refused before the screen opens.
    setup.lay(&mut table, &mut random, Some(seat == Seat::First))?;
    let computer = Player::new(args.level, random.bits());
    let has_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if args.protocol || keyboard::is_plain() || !has_terminal {
        if has_terminal && !args.protocol {
            say::note(
                "TERM=dumb has no full screen: a move is a line such as `move 2 1`, heap 2 becomes 1 (docs/protocol.md)",
            );
        }
        return protocol::run(table, seat, computer);
    }
    screen::run(State::new(setup, table, args.first, seat, computer, random))
}
