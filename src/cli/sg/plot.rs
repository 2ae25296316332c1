//! `toolkit sg plot`: a picture of a sequence.

use super::computing::Computing;
use super::{refused, with_sequence};
use crate::cli::output_file;
use crate::engine::plot;
use crate::engine::refusal::Refusal;
use crate::exit::Exit;
use anyhow::Context;
use std::io::{self, Write};
use std::path::PathBuf;

/// Draw the values of heaps 0 to N as SVG, with the period marked
#[derive(clap::Args)]
pub struct Args {
    /// The game; see `toolkit sg games`
    game: String,
    /// The last heap
    #[arg(short = 'n', value_name = "N", value_parser = clap::value_parser!(u64).range(..=10_000_000))]
    last: u64,
    /// The file to write
    #[arg(short, value_name = "FILE")]
    output: PathBuf,
    /// Print JSON: an object with game, n, file, preperiod, period and saltus
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    computing: Computing,
}

/// Draws the picture.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    output_file::check(&args.output).with_context(|| format!("cannot write {}", args.output.display()))?;
    with_sequence(&args.game, |name, sequence| {
        if let Err(refusal) = args.computing.reach(name, sequence, args.last)? {
            return refused(refusal);
        }
        let too_large = || Refusal::Unanswerable(format!("a value of {name} needs more than 64 bits"));
        let values: Option<Vec<u64>> = (0..=args.last).map(|n| sequence.known(n)).collect();
        let values = values.ok_or_else(too_large)?;
        let period = sequence.period();
        let title = format!("{name}: G(0) to G({})", args.last);
        let picture = plot::svg(&title, &values, period);
        output_file::write(&args.output, |out| out.write_all(picture.as_bytes()))
            .with_context(|| format!("cannot write {}", args.output.display()))?;
        if args.json {
            let object = serde_json::json!({
                "game": name,
                "n": args.last,
                "file": args.output.display().to_string(),
                "preperiod": period.map(|period| period.preperiod),
                "period": period.map(|period| period.period),
                "saltus": period.map(|period| period.saltus),
            });
            writeln!(io::stdout().lock(), "{object}")?;
        }
        Ok(Exit::Success)
    })
}
