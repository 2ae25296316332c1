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
use nim_engine::theory::misere::genus_beside;

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
    genus: Option<Vec<Option<[u64; 4]>>>,
    /// The genus of each component as it is usually written.
    #[serde(skip_serializing_if = "Option::is_none")]
    genera: Option<Vec<Option<String>>>,
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
    let genus = args.misere.then(|| position.genera(&mut watch));
    drop(work);
    let genera = genus.as_ref().map(|genera| {
        let named = outcome.grundy.iter().zip(genera);
        named.map(|(value, genus)| Some(written(*value.as_ref()?, genus.as_ref()?))).collect_vec()
    });
    let report = OutcomeJson {
        winner: if outcome.first_wins { "first" } else { "second" },
        grundy: outcome.grundy.into_iter().map(|value| value.map(JsonNumber)).collect(),
        nim_sum: outcome.nim_sum.map(JsonNumber),
        misere: outcome.misere,
        genus: genus
            .as_ref()
            .map(|genera| genera.iter().map(|genus| Some(first_four(genus.as_ref()?))).collect()),
        genera,
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
    if let Some(genera) = report.genera.filter(|genera| genera.iter().all(Option::is_some)) {
        writeln!(out, "genus {}", genera.into_iter().flatten().join(" "))?;
    }
    Ok(Exit::Success)
}

/// Returns the misère values beside none to three heaps of Nim of size 2.
fn first_four(genus: &[u64]) -> [u64; 4] {
    std::array::from_fn(|twos| genus_beside(genus, twos))
}

/// Returns a genus as it is usually written, `1^{031}`: the value, and the misère values, of which the last two repeat.
fn written(value: u64, genus: &[u64]) -> String {
    let between = if genus.iter().any(|&digit| digit > 9) { "," } else { "" };
    format!("{value}^{{{}}}", genus.iter().join(between))
}
