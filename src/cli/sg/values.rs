//! `toolkit sg values`: G(A), …, G(N).

use std::io::{self, BufWriter, Write};

use super::computing::Computing;
use super::monitor::Monitor;
use super::{SCHEMA, plan, single};
use crate::cli::Misuse;
use crate::cli::count::number;
use crate::cli::json::JsonNumber;
use crate::exit::Exit;
use nim_engine::theory::refusal::Refusal;

/// Print the Sprague–Grundy values of heaps A to N
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  toolkit sg values kayles -n 20\n  toolkit sg values 0.77 --from 1000 -n 1010 --format csv"
)]
pub struct Args {
    /// The game; see `toolkit sg games`
    game: String,
    /// The last heap
    #[arg(short = 'n', value_name = "N", value_parser = number, allow_negative_numbers = true)]
    last: u64,
    /// The first heap
    #[arg(long, value_name = "A", default_value_t = 0, value_parser = number, allow_negative_numbers = true)]
    from: u64,
    /// How to print the values
    #[arg(long, value_enum, default_value_t = Format::Plain)]
    format: Format,
    /// Print JSON: an object with game, from, n and values (see docs/sg.md)
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Print how the values would be computed, about how many options that takes, and what proves a period; compute nothing
    #[arg(long, conflicts_with_all = ["format", "json"])]
    explain_plan: bool,
    #[command(flatten)]
    computing: Computing,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// One line, with commas between the values
    Plain,
    /// A line `n,value` for each heap, after a header
    Csv,
    /// A list in JSON, without the object around it
    Json,
}

/// Prints the values.
pub fn run(args: &Args, mut work: Monitor) -> anyhow::Result<Exit> {
    let (first, last) = (args.from, args.last);
    if first > last {
        return Err(Misuse(format!("the first heap, {first}, lies beyond the last, {last}")).into());
    }
    let mut rules = single(&args.game)?;
    if args.explain_plan {
        drop(work);
        return plan::print(rules.as_mut(), last).map(|()| Exit::Success);
    }
    args.computing.reach(rules.as_mut(), last, &mut work)?;
    let (game, sequence) = (rules.name(), rules.sequence().map_err(Misuse)?);
    drop(work);
    let head = serde_json::json!({ "schema": SCHEMA, "game": game, "from": JsonNumber(first), "n": JsonNumber(last) });
    let head = head.to_string();
    let object = format!("{},\"values\":[", head.trim_end_matches('}'));
    let (open, between, close) = match args.format {
        _ if args.json => (object.as_str(), ",", "]}\n"),
        Format::Plain => ("", ",", "\n"),
        Format::Csv => ("n,value\n", "\n", "\n"),
        Format::Json => ("[", ",", "]\n"),
    };
    let is_json = args.json || args.format == Format::Json;
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    out.write_all(open.as_bytes())?;
    for n in first..=last {
        let value = sequence.known(n);
        let value = value.ok_or_else(|| Refusal::Unanswerable(format!("G({n}) needs more than 64 bits")))?;
        if n > first {
            out.write_all(between.as_bytes())?;
        }
        if args.format == Format::Csv {
            write!(out, "{n},")?;
        }
        if is_json {
            serde_json::to_writer(&mut out, &JsonNumber(value)).map_err(io::Error::from)?;
        } else {
            write!(out, "{value}")?;
        }
    }
    out.write_all(close.as_bytes())?;
    out.flush()?;
    Ok(Exit::Success)
}
