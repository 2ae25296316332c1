//! `toolkit sg values`: G(A), …, G(N).

use super::computing::Computing;
use super::{refused, with_sequence};
use crate::cli::Misuse;
use crate::engine::refusal::Refusal;
use crate::exit::Exit;
use std::io::{self, BufWriter, Write};

/// Print the Sprague–Grundy values of heaps A to N
#[derive(clap::Args)]
pub struct Args {
    /// The game; see `toolkit sg games`
    game: String,
    /// The last heap
    #[arg(short = 'n', value_name = "N")]
    last: u64,
    /// The first heap
    #[arg(long, value_name = "A", default_value_t = 0)]
    from: u64,
    /// How to print the values
    #[arg(long, value_enum, default_value_t = Format::Plain)]
    format: Format,
    /// Print JSON: the same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    #[command(flatten)]
    computing: Computing,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// One line, with commas between the values
    Plain,
    /// A line `n,value` for each heap, after a header
    Csv,
    /// A list
    Json,
}

/// Prints the values.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    if args.from > args.last {
        return Err(
            Misuse(format!("the first heap, {}, lies beyond the last, {}", args.from, args.last)).into()
        );
    }
    with_sequence(&args.game, |name, sequence| {
        if let Err(refusal) = args.computing.reach(name, sequence, args.last)? {
            return refused(refusal);
        }
        let format = if args.json { Format::Json } else { args.format };
        let (open, between, close) = match format {
            Format::Plain => ("", ",", "\n"),
            Format::Csv => ("n,value\n", "\n", "\n"),
            Format::Json => ("[", ",", "]\n"),
        };
        let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
        out.write_all(open.as_bytes())?;
        for n in args.from..=args.last {
            let value = sequence.known(n);
            let value =
                value.ok_or_else(|| Refusal::Unanswerable(format!("G({n}) needs more than 64 bits")))?;
            if n > args.from {
                out.write_all(between.as_bytes())?;
            }
            if format == Format::Csv {
                write!(out, "{n},")?;
            }
            write!(out, "{value}")?;
        }
        out.write_all(close.as_bytes())?;
        out.flush()?;
        Ok(Exit::Success)
    })
}
