//! `toolkit sg plot`: a picture of a sequence.

use std::io;
use std::path::PathBuf;

use anyhow::Context;
use serde::Serialize;

use super::computing::Computing;
use super::json::{self, JsonNumber};
use super::monitor::Monitor;
use super::{refused, single};
use crate::cli::count::number_up_to;
use crate::cli::{Misuse, output_file};
use crate::engine::sequence::plot;
use crate::engine::theory::refusal::Refusal;
use crate::exit::Exit;

/// Draw the values of heaps 0 to N as SVG, with the period marked
#[derive(clap::Args)]
pub struct Args {
    /// The game; see `toolkit sg games`
    game: String,
    /// The last heap
    #[arg(short = 'n', value_name = "N", value_parser = number_up_to(10_000_000), allow_negative_numbers = true)]
    last: u64,
    /// The file to write
    #[arg(short, value_name = "FILE")]
    output: PathBuf,
    /// Print JSON: an object with game, n, file, preperiod, period and saltus (see docs/sg.md)
    #[arg(long)]
    json: bool,
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

/// Draws the picture.
pub fn run(args: &Args, mut work: Monitor) -> anyhow::Result<Exit> {
    output_file::check(&args.output).with_context(|| format!("cannot write {}", args.output.display()))?;
    let mut rules = single(&args.game)?;
    if let Err(refusal) = args.computing.reach(rules.as_mut(), args.last, &mut work)? {
        return refused(refusal);
    }
    let (game, sequence) = (rules.name(), rules.sequence().map_err(Misuse)?);
    let too_large = || Refusal::Unanswerable(format!("a value of {game} needs more than 64 bits"));
    let values: Option<Vec<u64>> = (0..=args.last).map(|n| sequence.known(n)).collect();
    let values = values.ok_or_else(too_large)?;
    let period = sequence.period();
    let title = format!("{game}: G(0) to G({})", args.last);
    let picture = plot::svg(&title, &values, period);
    output_file::write(&args.output, |out| out.write_all(picture.as_bytes()))
        .with_context(|| format!("cannot write {}", args.output.display()))?;
    drop(work);
    if args.json {
        let report = PlotJson {
            game,
            n: JsonNumber(args.last),
            file: args.output.display().to_string(),
            preperiod: period.map(|period| JsonNumber(period.preperiod)),
            period: period.map(|period| JsonNumber(period.period)),
            saltus: period.map(|period| JsonNumber(period.saltus)),
        };
        json::print(&mut io::stdout().lock(), &report)?;
    }
    Ok(Exit::Success)
}
