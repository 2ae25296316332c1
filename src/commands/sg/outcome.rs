//! `toolkit sg outcome`: the winner of a position, and the reason.

use itertools::Itertools;
use serde::Serialize;

use super::batch;
use super::batch::Answer;
use super::monitor::Monitor;
use super::{POKER, PositionArgs, SCHEMA, budget, csv};
use crate::exit::Exit;
use crate::terminal::json::JsonNumber;
use crate::terminal::style::{Colours, Style};
use nim_engine::games::position::{By, Outcome};
use nim_engine::theory::misere::genus_beside;
use nim_ground::append::Append as _;

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
    /// The misère values of each component and of its sums with one, two and three heaps of Nim of size 2, in misère play, if a small
    /// search finds them.
    #[serde(skip_serializing_if = "Option::is_none")]
    genus: Option<Vec<Option<[u64; 4]>>>,
    /// The genus of each component in the usual notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    genera: Option<Vec<Option<String>>>,
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
            genera: None,
            reason: if poker { format!("{}; {POKER}", outcome.reason) } else { outcome.reason.to_string() },
        }
    }

    /// Returns the reason in lines: the values if they decide, the reason, and the genus of each component.
    fn reasons(&self, is_by_values: bool) -> String {
        let mut text = String::new();
        if is_by_values {
            let (values, sum) = (shown_values(&self.grundy), shown_values(&[self.nim_sum]));
            writeln!(text, "values {values}, nim-sum {sum}");
        }
        writeln!(text, "{}", self.reason);
        let genera = self.genera.iter().flatten().map(Option::as_ref).collect::<Option<Vec<_>>>();
        if let Some(genera) = genera.filter(|genera| !genera.is_empty()) {
            writeln!(text, "genus {}", genera.iter().join(" "));
        }
        text
    }

    /// Adds the genus of each component.
    fn add(&mut self, genera: &[Option<Vec<u64>>]) {
        let named = self.grundy.iter().zip(genera);
        let named = named.map(|(value, genus)| Some(written(value.as_ref()?.0, genus.as_ref()?)));
        self.genera = Some(named.collect());
        self.genus = Some(genera.iter().map(|genus| Some(first_four(genus.as_ref()?))).collect());
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

/// Returns values separated by spaces, with `?` for an unknown one.
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
    if misere {
        report.add(&position.genera(&mut watch));
    }
    drop(work);
    let verdict = || format!("{}\n", Colours::of_stdout().paint(Style::Bold, report.winner));
    args.output.answer(SCHEMA, &report, verdict, || verdict() + &report.reasons(is_by_values))?;
    Ok(Exit::Success)
}

/// Returns the misère values beside none to three heaps of Nim of size 2.
fn first_four(genus: &[u64]) -> [u64; 4] {
    std::array::from_fn(|twos| genus_beside(genus, twos))
}

/// Returns a genus in the usual notation, `1^{031}`: the value, and the misère values; the last two repeat.
fn written(value: u64, genus: &[u64]) -> String {
    let between = if genus.iter().any(|&digit| digit > 9) { "," } else { "" };
    format!("{value}^{{{}}}", genus.iter().join(between))
}
