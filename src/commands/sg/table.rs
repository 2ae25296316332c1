//! `toolkit sg table`: the octal games whose periods are published, computed and proved again.

use std::io::Write;

use anyhow::bail;
use itertools::Itertools;
use serde::Serialize;

use super::batch::BatchFormat;
use super::monitor::Monitor;
use super::{SCHEMA, csv, single};
use crate::exit::Exit;
use crate::terminal::UsageError;
use crate::terminal::json::JsonNumber;
use crate::terminal::output::OutputArgs;
use crate::terminal::streams::Stdout;
use nim_engine::sequence::period::Period;
use nim_engine::sequence::source::Sequence;
use nim_simd::Level;

/// Prove the published periods of octal games
///
/// For each game the preperiod and the period, the largest value and the first heap that has it, the mask that tells rare
/// values from common ones, the number of rare heaps and the last one; and whether the period is the published one
/// (docs/sg.md). Each period is proved by values computed here. Where one differs, the exit code is 1.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  toolkit sg table 0.45 0.156\n  toolkit sg table 0.45 --format csv\n  toolkit sg table --all --json"
)]
pub struct Args {
    /// Games of the table; by default all but 0.1777
    games: Vec<String>,
    /// All games: 0.1777 takes about a minute, and 1.8 GB of memory
    #[arg(long, conflicts_with = "games")]
    all: bool,
    /// How to print the rows
    #[arg(long, value_enum, default_value_t = BatchFormat::Text, conflicts_with = "json")]
    format: BatchFormat,
    #[command(flatten)]
    output: OutputArgs,
}

/// A period published in the literature.
pub struct Published {
    game: &'static str,
    preperiod: u64,
    period: u64,
    /// The author and the year of the publication.
    pub source: &'static str,
    /// Whether the computation takes gigabytes.
    pub is_long: bool,
}

const fn published(game: &'static str, preperiod: u64, period: u64, source: &'static str) -> Published {
    Published { game, preperiod, period, source, is_long: false }
}

const TABLE: &[Published] = &[
    published("0.45", 498, 20, "Winning Ways, 1982"),
    published("0.156", 3479, 349, "Kenyon, 1967"),
    published("0.356", 7315, 142, "Austin, 1976"),
    published("0.644", 3256, 442, "Austin, 1976"),
    published("0.165", 5181, 1550, "Austin, 1976"),
    published("0.16", 105_351, 149_459, "Gangolli and Plambeck, 1989"),
    published("0.56", 326_640, 144, "Gangolli and Plambeck, 1989"),
    published("0.127", 46_578, 4, "Gangolli and Plambeck, 1989"),
    published("0.376", 2_268_248, 4, "Gangolli and Plambeck, 1989"),
    published("0.354", 10_061_916, 1180, "Flammenkamp, 2002"),
    Published { is_long: true, ..published("0.1777", 160_949_018, 60_620_715, "Flammenkamp's tables") },
];

/// Returns the published period of a game.
pub fn find(game: &str) -> Option<&'static Published> {
    TABLE.iter().find(|published| published.game == game)
}

/// The JSON output.
#[derive(Serialize)]
struct TableJson<'r> {
    rows: &'r [Row],
}

/// The computed values of a game.
#[derive(Serialize)]
struct Row {
    game: &'static str,
    /// The smallest ones; null where nothing is proved by the values that would prove the published ones.
    preperiod: Option<JsonNumber>,
    period: Option<JsonNumber>,
    largest: JsonNumber,
    /// The first heap with the largest value.
    largest_heap: JsonNumber,
    /// The mask of the rare values; null where no mask makes few values rare.
    mask: Option<u16>,
    /// Whether the parity of the heap takes part.
    positional: bool,
    rare: Option<JsonNumber>,
    last_rare: Option<JsonNumber>,
    /// The number of computed values.
    values: JsonNumber,
    source: &'static str,
    published_preperiod: JsonNumber,
    published_period: JsonNumber,
    agrees: bool,
}

/// Computes the rows, and prints each as soon as it is known.
pub fn run(args: &Args, work: Monitor) -> anyhow::Result<Exit> {
    let chosen = chosen(args)?;
    let level = work.level;
    drop(work);
    let mut out = Stdout;
    let is_at_end = args.output.json || args.output.quiet;
    match args.format {
        _ if is_at_end => {}
        BatchFormat::Text => writeln!(out, "{HEADER}")?,
        BatchFormat::Csv => csv::row(&mut out, COLUMNS)?,
        BatchFormat::Jsonl => {}
    }
    let mut rows = Vec::new();
    for published in chosen {
        let row = published.row(level)?;
        match args.format {
            _ if is_at_end => {}
            BatchFormat::Text => writeln!(out, "{}", row.line())?,
            BatchFormat::Csv => csv::row(&mut out, csv::cells(&row, &COLUMNS))?,
            BatchFormat::Jsonl => {
                nim_ground::json::write(&mut out, &row)?;
                writeln!(out)?;
            }
        }
        out.flush()?;
        rows.push(row);
    }
    let exit = if rows.iter().all(|row| row.agrees) { Exit::Success } else { Exit::NotAccepted };
    let agree = rows.iter().filter(|row| row.agrees).count();
    let verdict = format!("{agree} of {} periods are those published\n", rows.len());
    args.output.answer(SCHEMA, &TableJson { rows: &rows }, || verdict, String::new)?;
    Ok(exit)
}

/// Returns the games that were asked for.
fn chosen(args: &Args) -> anyhow::Result<Vec<&'static Published>> {
    if args.games.is_empty() {
        return Ok(TABLE.iter().filter(|published| args.all || !published.is_long).collect());
    }
    let chosen = args.games.iter().map(|game| {
        let name = single(game)?.name();
        let Some(published) = find(&name) else {
            let games = TABLE.iter().map(|published| published.game).join(", ");
            bail!(UsageError(format!("{game} is not in the table, which has {games}")));
        };
        Ok(published)
    });
    chosen.collect()
}

impl Published {
    pub fn period(&self) -> Period {
        Period { preperiod: self.preperiod, period: self.period, saltus: 0 }
    }

    /// Returns the number of values that prove the period.
    pub fn values_needed(&self, sequence: &Sequence) -> u64 {
        sequence.theorem().and_then(|theorem| theorem.values_needed(&self.period())).unwrap_or(0)
    }

    /// Computes as many values as prove the published period.
    fn row(&self, level: Level) -> anyhow::Result<Row> {
        // One monitor for each game, since rows are printed between them.
        let mut work = Monitor::begin(Some(level), true)?;
        let mut rules = single(self.game)?;
        let sequence = rules.sequence().map_err(UsageError::new)?;
        sequence.set_level(level);
        let period = self.period();
        let needed = self.values_needed(sequence);
        sequence.reserve(needed);
        sequence.reach(needed, &mut |progress| work.step(progress))?;
        drop(work);
        Ok(self.compared(sequence, &period))
    }

    fn compared(&self, sequence: &Sequence, published: &Period) -> Row {
        let (proved, values) = (sequence.period(), sequence.computed());
        let (largest, largest_heap) = largest(sequence);
        let division = sequence.division();
        Row {
            game: self.game,
            preperiod: proved.map(|period| JsonNumber(period.preperiod)),
            period: proved.map(|period| JsonNumber(period.period)),
            largest: JsonNumber(largest),
            largest_heap: JsonNumber(largest_heap),
            mask: division.map(|division| division.mask),
            positional: division.is_some_and(|division| division.positional),
            rare: division.map(|division| JsonNumber(division.rare as u64)),
            last_rare: division.and_then(|division| division.last).map(JsonNumber),
            values: JsonNumber(values),
            source: self.source,
            published_preperiod: JsonNumber(self.preperiod),
            published_period: JsonNumber(self.period),
            agrees: proved == Some(*published),
        }
    }
}

/// Returns the largest computed value, and the first heap that has it.
pub fn largest(sequence: &Sequence) -> (u64, u64) {
    let known = (0..sequence.computed()).map(|n| (sequence.known(n).unwrap_or(0), n));
    known.fold((0, 0), |largest, next| if next.0 > largest.0 { next } else { largest })
}

/// The names of the cells, which are the keys in JSON.
const COLUMNS: [&str; 14] = [
    "game",
    "preperiod",
    "period",
    "largest",
    "largest_heap",
    "mask",
    "positional",
    "rare",
    "last_rare",
    "values",
    "source",
    "published_preperiod",
    "published_period",
    "agrees",
];

const HEADER: &str = "game   preperiod    period  max   at heap   mask   rare last rare published";

fn or_dash(number: Option<JsonNumber>) -> String {
    number.map_or("-".to_owned(), |number| number.0.to_string())
}

impl Row {
    /// Returns the row as a line below the [`HEADER`].
    fn line(&self) -> String {
        let position = if self.positional { "+p" } else { "" };
        let mask = self.mask.map_or("-".to_owned(), |mask| format!("{mask:x}{position}"));
        let agrees = if self.agrees { "agrees" } else { "DIFFERS" };
        format!(
            "{:6} {:>9} {:>9} {:>4} {:>9} {:>6} {:>6} {:>9} {agrees}",
            self.game,
            or_dash(self.preperiod),
            or_dash(self.period),
            self.largest.0,
            self.largest_heap.0,
            mask,
            or_dash(self.rare),
            or_dash(self.last_rare),
        )
    }
}
