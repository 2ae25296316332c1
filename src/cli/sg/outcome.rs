//! `toolkit sg outcome`: who wins, and why.

use super::work::Work;
use super::{POKER, PositionArgs, refused};
use crate::engine::rules::Limits;
use crate::exit::Exit;
use serde::Serialize;
use std::io::{self, Write};

/// Tell who wins a position, and why
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
}

/// What is printed as JSON.
#[derive(Serialize)]
struct Report {
    winner: &'static str,
    grundy: Vec<Option<u64>>,
    nim_sum: Option<u64>,
    misere: bool,
    /// In misère play the misère values of each component and of its sums with one, two and three heaps of Nim of
    /// size 2, where they are soon found.
    #[serde(skip_serializing_if = "Option::is_none")]
    genus: Option<Vec<Option<Vec<u64>>>>,
    reason: String,
}

/// Prints the outcome.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let args = &args.position;
    let mut position = args.position()?;
    let mut work = Work::without_trace(args.max)?;
    let mut watch = |done| work.step(done);
    let mut limits = Limits { heap: args.max, ..Limits::new(&mut watch) };
    let outcome = match position.outcome(args.misere, &mut limits) {
        Ok(outcome) => outcome,
        Err(refusal) => return refused(refusal),
    };
    let mut reason = outcome.reason;
    if args.poker {
        reason = format!("{reason}; {POKER}");
    }
    let report = Report {
        winner: if outcome.first_wins { "first" } else { "second" },
        grundy: outcome.grundy,
        nim_sum: outcome.nim_sum,
        misere: outcome.misere,
        genus: args.misere.then(|| position.genera()),
        reason,
    };
    let mut out = io::stdout().lock();
    if args.json {
        serde_json::to_writer_pretty(&mut out, &report).map_err(io::Error::from)?;
        writeln!(out)?;
        return Ok(Exit::Success);
    }
    writeln!(out, "{}", report.winner)?;
    let shown = |value: Option<u64>| value.map_or_else(|| "?".to_owned(), |value| value.to_string());
    let grundy: Vec<String> = report.grundy.iter().copied().map(shown).collect();
    writeln!(out, "values {}, nim-sum {}", grundy.join(" "), shown(report.nim_sum))?;
    writeln!(out, "{}", report.reason)?;
    Ok(Exit::Success)
}
