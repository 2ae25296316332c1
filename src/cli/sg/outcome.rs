//! `toolkit sg outcome`: who wins, and why.

use std::io::{self, Write};

use itertools::Itertools;
use serde::Serialize;

use super::monitor::Monitor;
use super::{POKER, PositionArgs, SCHEMA};
use crate::cli::json::{self, JsonNumber};
use crate::exit::Exit;
use nim_engine::games::position::By;
use nim_engine::theory::budget::Budget;

/// Print who wins a position, and why
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  toolkit sg outcome nim 3 5 7\n  toolkit sg outcome kayles --misere 9")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
}

/// The JSON output.
#[derive(Serialize)]
struct OutcomeJson {
    winner: &'static str,
    grundy: Vec<Option<JsonNumber>>,
    nim_sum: Option<JsonNumber>,
    misere: bool,
    /// In misère play the misère values of each component and of its sums with one, two and three heaps of Nim of
    /// size 2, where a small search finds them.
    #[serde(skip_serializing_if = "Option::is_none")]
    genus: Option<Vec<Option<Vec<u64>>>>,
    reason: String,
}

/// Prints the outcome.
pub fn run(args: &Args, mut work: Monitor) -> anyhow::Result<Exit> {
    let args = &args.position;
    let mut position = args.position(&work)?;
    let mut watch = |progress| work.step(progress);
    let mut budget = Budget { heap: args.max, ..Budget::new(&mut watch) };
    let outcome = position.outcome(args.misere, &mut budget)?;
    let is_by_values = !matches!(outcome.by, By::Quotient | By::Search);
    let reason = if args.poker { format!("{}; {POKER}", outcome.reason) } else { outcome.reason };
    let genus = (args.misere && args.json).then(|| position.genera(&mut watch));
    drop(work);
    let report = OutcomeJson {
        winner: if outcome.first_wins { "first" } else { "second" },
        grundy: outcome.grundy.into_iter().map(|value| value.map(JsonNumber)).collect(),
        nim_sum: outcome.nim_sum.map(JsonNumber),
        misere: outcome.misere,
        genus,
        reason,
    };
    let mut out = io::stdout().lock();
    if args.json {
        json::print(&mut out, SCHEMA, &report)?;
        return Ok(Exit::Success);
    }
    writeln!(out, "{}", report.winner)?;
    let shown = |value: Option<JsonNumber>| value.map_or_else(|| "?".to_owned(), |value| value.0.to_string());
    if is_by_values {
        let grundy = report.grundy.iter().copied().map(shown).join(" ");
        writeln!(out, "values {grundy}, nim-sum {}", shown(report.nim_sum))?;
    }
    writeln!(out, "{}", report.reason)?;
    Ok(Exit::Success)
}
