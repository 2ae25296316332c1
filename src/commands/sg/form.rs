//! `toolkit sg form`: the reduced misère form of a position.

use serde::Serialize;

use super::monitor::Monitor;
use super::{SCHEMA, components, games};
use crate::exit::Exit;
use crate::terminal::UsageError;
use crate::terminal::output::OutputArgs;
use nim_engine::games::position::Position;
use nim_engine::theory::budget::Budget;

/// Print the simplest game that a position equals in misère play
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  toolkit sg form kayles 5\n  toolkit sg form 0.07+nim 7 2")]
pub struct Args {
    /// The game, or games with `+` between them; see `toolkit sg games`
    game: String,
    /// The heaps; one for each term of a sum
    #[arg(required = true, value_name = "HEAP", allow_negative_numbers = true)]
    heaps: Vec<String>,
    #[command(flatten)]
    output: OutputArgs,
}

/// The JSON output.
#[derive(Serialize)]
struct FormJson {
    form: String,
}

/// The most characters of a form.
const LONGEST: usize = 10_000;

/// The most positions that are searched.
const POSITIONS: usize = 100_000;

/// Prints the reduced form.
pub fn run(args: &Args, mut work: Monitor) -> anyhow::Result<Exit> {
    let games = games(&args.game)?;
    let components = components(&games, &args.heaps)?;
    let position = Position::new(games, components).map_err(UsageError::new)?;
    let mut watch = |progress| work.step(progress);
    let mut budget = Budget { positions: POSITIONS, ..Budget::new(&mut watch) };
    let report = FormJson { form: position.form(LONGEST, &mut budget)? };
    drop(work);
    let text = || format!("{}\n", report.form);
    args.output.answer(SCHEMA, &report, text, text)?;
    Ok(Exit::Success)
}
