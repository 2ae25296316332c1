//! `toolkit sg plot`: a picture of a sequence, or of the values of pairs.

mod raster;

use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::computing::Computing;
use super::monitor::Monitor;
use super::{SCHEMA, single};
use crate::exit::Exit;
use crate::system::output_file::{self, Overwrite};
use crate::terminal::UsageError;
use crate::terminal::count::number_up_to;
use crate::terminal::json;
use crate::terminal::json::JsonNumber;
use crate::terminal::output::OutputArgs;
use crate::terminal::streams::Stdout;
use nim_engine::games::pairs;
use nim_engine::sequence::period::Period;
use nim_engine::theory::game::Game;
use nim_explain::plot::picture::Picture;

/// Draw values as SVG or PNG: of heaps 0 to N, with the period marked, or of all pairs of heaps
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  toolkit sg plot kayles -n 200 -o kayles.svg\n  toolkit sg plot wythoff -n 100 -o wythoff.png"
)]
pub struct Args {
    /// The game; see `toolkit sg games`
    game: String,
    /// The last heap; in games of pairs at most 500
    #[arg(short = 'n', value_name = "N", value_parser = number_up_to(10_000_000), allow_negative_numbers = true)]
    last: u64,
    /// The file to write: PNG if its name ends in .png, SVG if in .svg or without an ending
    #[arg(short, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    screen: OutputArgs,
    #[command(flatten)]
    computing: Computing,
}

/// The JSON output.
#[derive(Serialize)]
struct PlotJson {
    game: String,
    n: JsonNumber,
    file: String,
    preperiod: Option<JsonNumber>,
    period: Option<JsonNumber>,
    saltus: Option<JsonNumber>,
}

/// Draws the picture of a sequence.
pub fn run(args: &Args, mut work: Monitor) -> anyhow::Result<Exit> {
    let is_png = is_png(&args.output)?;
    let overwrite = Overwrite::new(args.computing.force);
    output_file::refuse_existing(&args.output, overwrite)?;
    output_file::check(&args.output)?;
    let rules = single(&args.game)?;
    let game = rules.name();
    let (picture, period) = if pairs::is_of_pairs(rules.as_ref()) && !args.computing.has_file() {
        nim_explain::plot::check_pairs(rules.as_ref(), args.last).map_err(UsageError::new)?;
        (nim_explain::plot::of_pairs(rules, args.last, &mut |progress| work.step(progress))?, None)
    } else {
        of_sequence(args, rules, &mut work)?
    };
    output_file::write(&args.output, overwrite, |out| {
        if is_png { raster::write(&picture, out) } else { out.write_all(picture.svg().as_bytes()) }
    })?;
    drop(work);
    if args.screen.json {
        print_json(game, args.last, &args.output, period)?;
    }
    Ok(Exit::Success)
}

/// Returns whether the picture is a PNG, by the ending of its file; a name without one, such as `/dev/stdout`, gets an SVG.
fn is_png(output: &Path) -> Result<bool, UsageError> {
    let Some(ending) = output.extension() else { return Ok(false) };
    match ending.to_ascii_lowercase().to_str() {
        Some("png") => Ok(true),
        Some("svg") => Ok(false),
        _ => Err(UsageError(format!("{} ends neither in .svg nor in .png", output.display()))),
    }
}

fn print_json(game: String, last: u64, file: &Path, period: Option<Period>) -> io::Result<()> {
    let report = PlotJson {
        game,
        n: JsonNumber(last),
        file: file.display().to_string(),
        preperiod: period.map(|period| JsonNumber(period.preperiod)),
        period: period.map(|period| JsonNumber(period.period)),
        saltus: period.map(|period| JsonNumber(period.saltus)),
    };
    json::print(&mut Stdout, SCHEMA, &report)
}

/// Returns the picture of a sequence, and the proved period.
fn of_sequence(
    args: &Args,
    mut rules: Box<dyn Game>,
    work: &mut Monitor,
) -> anyhow::Result<(Picture, Option<Period>)> {
    args.computing.reach(rules.as_mut(), args.last, work)?;
    let (game, sequence) = (rules.name(), rules.sequence().map_err(UsageError::new)?);
    Ok((nim_explain::plot::of_sequence(&game, sequence, args.last)?, sequence.period()))
}
