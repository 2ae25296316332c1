//! `toolkit sg checksum`: the checksum of G(0), …, G(N).

use serde::Serialize;

use super::computing::Computing;
use super::monitor::Monitor;
use super::{SCHEMA, single};
use crate::exit::Exit;
use crate::terminal::UsageError;
use crate::terminal::count::number;
use crate::terminal::json::JsonNumber;
use crate::terminal::output::OutputArgs;
use nim_engine::sequence::checksum::Checksum;
use nim_engine::sequence::period::Period;
use nim_engine::sequence::source::Sequence;
use nim_engine::theory::refusal::{Excess, Refusal, Unanswerable};

/// Print the checksum of the values of heaps 0 to N
///
/// With s1 = s2 = 0, each value v in turn adds v to s1, then s1 to s2, both modulo 2^16; the checksum is s2 and s1 as
/// eight upper-case hexadecimal digits.
#[derive(clap::Args)]
#[command(after_help = "Example: toolkit sg checksum 0.106 -n 100000")]
pub struct Args {
    /// The game; see `toolkit sg games`
    game: String,
    /// The last heap
    #[arg(short = 'n', value_name = "N", value_parser = number, allow_negative_numbers = true)]
    last: u64,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    computing: Computing,
}

/// The JSON output.
#[derive(Serialize)]
struct ChecksumJson {
    game: String,
    n: JsonNumber,
    checksum: String,
}

/// The most values added up one by one: an hour.
const MOST_VALUES: u64 = 1_000_000_000_000;

/// Prints the checksum of values.
pub fn run(args: &Args, mut work: Monitor) -> anyhow::Result<Exit> {
    let mut rules = single(&args.game)?;
    let first = rules.sequence().map_err(UsageError::new)?.first();
    let why = format!(
        "a checksum is that of the values from heap 0 on, and the heaps of {} begin with {first}: print them by `toolkit sg values`",
        rules.name()
    );
    UsageError::unless(first == 0, why)?;
    args.computing.reach(rules.as_mut(), args.last, &mut work)?;
    let (game, sequence) = (rules.name(), rules.sequence().map_err(UsageError::new)?);
    let checksum = checksum(sequence, args.last, &mut work)?.to_string();
    drop(work);
    let report = ChecksumJson { game, n: JsonNumber(args.last), checksum };
    let text = || format!("{}\n", report.checksum);
    args.output.answer(SCHEMA, &report, text, text)?;
    Ok(Exit::Success)
}

fn checksum(sequence: &Sequence, last: u64, work: &mut Monitor) -> Result<Checksum, Refusal> {
    let value = |n: u64| sequence.known(n).ok_or_else(|| Unanswerable::WideValue(n).into());
    // Without a period all values belong to the preperiod.
    let none = Period { preperiod: last.saturating_add(1), period: 1, saltus: 0 };
    let period = sequence.period().unwrap_or(none);
    let one_by_one = period.preperiod.saturating_add(period.period).min(last);
    if one_by_one > MOST_VALUES {
        return Err(Refusal::too_many(Excess::AddedValues, MOST_VALUES));
    }
    Checksum::of_periodic(&period, last, value, &mut |progress| work.step(progress))
}
