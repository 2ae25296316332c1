//! `toolkit explain sg`: a position of a game of the catalogue.

use super::json::{PositionJson, SCHEMA};
use super::problem::words_of;
use super::{Common, draw, paragraph, write};
use crate::built_in::played;
use crate::commands::sg::{components, games, read_file};
use crate::exit::Exit;
use crate::terminal::UsageError;
use crate::terminal::json;
use crate::terminal::streams::Stdout;
use nim_engine::games::position::Position;
use nim_explain::words::Language;
use nim_explain::{self as explain, picture::Style};
use nim_problems::PROBLEMS;
use nim_rules::WithRules;
use nim_solve::problem::{MappedPosition, Theorem};

/// Explain a position of a game of the catalogue, as `toolkit sg` takes it
#[derive(clap::Args)]
#[command(name = "sg", after_help = "Example: toolkit explain sg nim 3 4 5 --misere")]
pub struct Args {
    /// The game, or games with `+` between them; see `toolkit sg games`
    game: String,
    /// The heaps; one for each term of a sum
    #[arg(required = true, value_name = "HEAP", allow_negative_numbers = true)]
    heaps: Vec<String>,
}

/// Returns the theorem of a problem with such positions: the same game with the same arguments, and the same kind of components, a single
/// one if its theorem is about a single one.
fn theorem(laid: &MappedPosition<'_>, language: Language) -> Option<&'static str> {
    let is_of_numbers = laid.components.iter().all(|numbers| numbers.len() == 1);
    let is_such = |other: &MappedPosition<'_>| {
        (&other.game, other.misere) == (&laid.game, laid.misere)
            && (other.components.len() > 1 || laid.components.len() == 1)
            && other.components.iter().all(|numbers| numbers.len() == 1) == is_of_numbers
    };
    let entry = PROBLEMS.iter().find(|entry| played::any_position(entry, is_such))?;
    Theorem::section(words_of(entry, language), "theorem")
}

/// Prints the explanation of a position.
pub fn run(args: &Args, common: &Common) -> anyhow::Result<Exit> {
    let games = games(&args.game)?;
    let lists = components(&games, &args.heaps)?;
    let position = Position::new(games, lists.clone()).map_err(UsageError::new)?;
    let laid = MappedPosition::of_game(&args.game, common.misere || position.is_misere(), lists);
    let explained = explain::explain(&laid, "", &mut WithRules(read_file))?;
    if common.output.json {
        json::print(&mut Stdout, SCHEMA, &PositionJson::new(&Ok(explained)))?;
        return Ok(Exit::Success);
    }
    if common.output.quiet {
        return write(if explained.first_wins { "first\n" } else { "second\n" });
    }
    let mut out = String::new();
    let words = common.lang.words();
    if let Some(theorem) = theorem(&laid, common.lang) {
        paragraph(theorem, &mut out);
        out.push('\n');
    }
    let style = Style { words, noun: words.component, has_words: false, is_short: false };
    draw(&Ok(explained), style, &mut out);
    write(&out)
}
