//! `toolkit sg outcome`: who wins, and why.

use std::io::{self, Write};

use itertools::Itertools;
use serde::Serialize;

use super::batch::{self, Answer};
use super::monitor::Monitor;
use super::{POKER, PositionArgs, SCHEMA, budget, csv};
use crate::cli::json::{self, JsonNumber};
use crate::exit::Exit;
use nim_engine::games::position::{By, Outcome};

/// Print who wins a position, and why
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  toolkit sg outcome nim 3 5 7\n  toolkit sg outcome kayles --misere 9\n  toolkit sg outcome kayles --from positions.txt --format csv"
)]
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

impl OutcomeJson {
    fn new(outcome: Outcome, poker: bool) -> Self {
        Self {
            winner: if outcome.first_wins { "first" } else { "second" },
            grundy: outcome.grundy.into_iter().map(|value| value.map(JsonNumber)).collect(),
            nim_sum: outcome.nim_sum.map(JsonNumber),
            misere: outcome.misere,
            genus: None,
            reason: if poker { format!("{}; {POKER}", outcome.reason) } else { outcome.reason },
        }
    }
}

impl Answer for OutcomeJson {
    const COLUMNS: &'static [&'static str] = &["winner", "grundy", "nim_sum"];

    fn text(&self) -> String {
        self.winner.to_owned()
    }

    fn rows(&self) -> Vec<Vec<String>> {
        vec![vec![self.winner.to_owned(), shown_values(&self.grundy), csv::number(self.nim_sum)]]
    }
}

/// Returns values between spaces, with `?` for one that is not known.
pub fn shown_values(values: &[Option<JsonNumber>]) -> String {
    values.iter().map(|value| value.map_or_else(|| "?".to_owned(), |value| value.0.to_string())).join(" ")
}

/// Prints the outcome, or those of all positions of a file.
pub fn run(args: &Args, mut work: Monitor) -> anyhow::Result<Exit> {
    let args = &args.position;
    let mut position = args.position(&work)?;
    let misere = args.is_misere(&position);
    if let Some(file) = &args.from {
        batch::run(file, args.format, &mut position, args.max, work, |position, budget| {
            Ok(OutcomeJson::new(position.outcome(misere, budget)?, args.poker))
        })?;
        return Ok(Exit::Success);
    }
    let mut watch = |progress| work.step(progress);
    let mut budget = budget(args.max, &mut watch);
    let outcome = position.outcome(misere, &mut budget)?;
    let is_by_values = !matches!(outcome.by, By::Quotient | By::Search);
    let mut report = OutcomeJson::new(outcome, args.poker);
    report.genus = (misere && args.json).then(|| position.genera(&mut watch));
    drop(work);
    let mut out = io::stdout().lock();
    if args.json {
        json::print(&mut out, SCHEMA, &report)?;
        return Ok(Exit::Success);
    }
    writeln!(out, "{}", report.winner)?;
    if is_by_values {
        writeln!(
            out,
            "values {}, nim-sum {}",
            shown_values(&report.grundy),
            shown_values(&[report.nim_sum])
        )?;
    }
    writeln!(out, "{}", report.reason)?;
    Ok(Exit::Success)
}
