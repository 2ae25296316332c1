//! `toolkit sg codes`: every octal code of up to three digits, with its period or how far it was computed.

use std::collections::HashMap;
use std::io::{BufWriter, Write};
use std::ops::Range;

use clap::ValueEnum;
use itertools::Itertools;
use serde::Serialize;

use super::monitor::Monitor;
use super::{SCHEMA, csv, single, table};
use crate::exit::Exit;
use crate::terminal::UsageError;
use crate::terminal::count::number_from;
use crate::terminal::json::JsonNumber;
use crate::terminal::output::OutputArgs;
use crate::terminal::say;
use crate::terminal::streams::Stdout;
use nim_engine::sequence::source::Sequence;
use nim_engine::theory::refusal::{Refusal, Unanswerable};
use nim_ground::json;

/// Print the periods of all octal codes of up to three digits
///
/// Codes with the same values, but for zeros at the beginning, share a row. Where a period is proved, so is that the values are the
/// same; elsewhere they are the same as far as they were computed. Where a period differs from the published one, the exit code is
/// 1.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  toolkit sg codes --digits 2 --max 1000\n  toolkit sg codes --published --format markdown"
)]
pub struct Args {
    /// The digits after the point, at most
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = number_from(1, 3))]
    digits: u64,
    /// The largest heap whose value is computed
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = number_from(100, 10_000_000))]
    max: u64,
    /// Compute as many values as prove the published periods (see `toolkit sg table`)
    #[arg(long)]
    published: bool,
    /// How to print the rows
    #[arg(long, value_enum, default_value_t = CodeFormat::Csv, conflicts_with = "json")]
    format: CodeFormat,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CodeFormat {
    /// A table with a header
    Csv,
    /// A JSON object on a line for each row
    Jsonl,
    /// A table in Markdown
    Markdown,
}

/// The JSON output.
#[derive(Serialize)]
struct CodesJson<'r> {
    rows: &'r [Row],
}

/// Codes whose games have the same values.
#[derive(Serialize)]
struct Row {
    /// The first code, with the fewest digits.
    game: String,
    preperiod: Option<JsonNumber>,
    period: Option<JsonNumber>,
    largest: JsonNumber,
    largest_heap: JsonNumber,
    /// The number of computed values.
    values: JsonNumber,
    /// The source of the published period, if these values can prove it.
    published: Option<&'static str>,
    agrees: Option<bool>,
    same: Vec<Same>,
    #[serde(skip)]
    zeros: u64,
}

/// A code whose value of heap n + `moved` equals that of heap n in its row.
#[derive(Serialize)]
struct Same {
    game: String,
    moved: i64,
}

const COLUMNS: [&str; 9] =
    ["game", "preperiod", "period", "largest", "largest_heap", "values", "published", "agrees", "same"];

/// Prints the rows of codes.
pub fn run(args: &Args, mut work: Monitor) -> anyhow::Result<Exit> {
    // Codes of fewer digits come first.
    let codes = (1..=args.digits).flat_map(|digits| {
        let count = 8_u64.pow(u32::try_from(digits).unwrap_or(1));
        (1..count)
            .filter(|code| code % 8 > 0)
            .map(move |code| format!("0.{code:0width$o}", width = digits as usize))
    });
    let mut rows: Vec<Row> = Vec::new();
    let mut classes: HashMap<blake3::Hash, usize> = HashMap::new();
    let mut long = HashMap::new();
    for code in codes {
        let (row, class) = args.computed(code, &mut long, &mut work)?;
        match classes.get(&class) {
            None => {
                classes.insert(class, rows.len());
                rows.push(row);
            }
            Some(&index) => rows[index].join(row),
        }
    }
    drop(work);
    let differ = rows.iter().filter(|row| row.agrees == Some(false)).count();
    if args.output.json || args.output.quiet {
        let verdict = format!("{}, {differ} other than published\n", say::counted(rows.len(), "row"));
        args.output.answer(SCHEMA, &CodesJson { rows: &rows }, || verdict, String::new)?;
    } else {
        print(args.format, &rows)?;
    }
    Ok(if differ > 0 { Exit::NotAccepted } else { Exit::Success })
}

impl Args {
    /// Returns the row of a single code, and a hash that codes with the same values share. `long` has the number of computed values of
    /// codes with this beginning, if there are more than usual.
    fn computed(
        &self,
        game: String,
        long: &mut HashMap<blake3::Hash, u64>,
        work: &mut Monitor,
    ) -> anyhow::Result<(Row, blake3::Hash)> {
        let mut rules = single(&game)?;
        let sequence = rules.sequence().map_err(UsageError::new)?;
        sequence.set_level(work.level);
        let mut watch = |progress| work.step(progress);
        let usual = self.max + 1;
        sequence.reach(usual, &mut watch)?;
        let zeros = (0..sequence.computed()).take_while(|&n| sequence.known(n) == Some(0)).count() as u64;
        let seen = zeros..zeros + self.max - MOST_ZEROS;
        let published = table::find(&game);
        let needed = published.map_or(0, |published| published.values_needed(sequence));
        let mut len = usual;
        if sequence.period().is_none() {
            let begin = hash(0, seen.clone(), sequence)?;
            let like = long.get(&begin).map_or(0, |values| values + MOST_ZEROS);
            len = usual.max(like).max(if self.published { needed } else { 0 });
            sequence.reach(len, &mut watch)?;
            if len > usual {
                long.insert(begin, len);
            }
        }
        // Values decide the class up to their end: for ever if a period is proved, otherwise up to a heap.
        let proved = sequence.period();
        let class = match proved {
            Some(period) => {
                hash(period.period, zeros..period.preperiod.max(zeros) + period.period, sequence)?
            }
            None => hash(0, seen, sequence)?,
        };
        let (largest, largest_heap) = table::largest(sequence);
        // A published period that these values cannot prove is not compared.
        let published = published.filter(|_| proved.is_some() || len >= needed);
        let row = Row {
            game,
            preperiod: proved.map(|period| JsonNumber(period.preperiod)),
            period: proved.map(|period| JsonNumber(period.period)),
            largest: JsonNumber(largest),
            largest_heap: JsonNumber(largest_heap),
            values: JsonNumber(sequence.computed()),
            published: published.map(|published| published.source),
            agrees: published.map(|published| proved == Some(published.period())),
            same: Vec::new(),
            zeros,
        };
        Ok((row, class))
    }
}

/// Returns the hash of a number and of the values of some heaps.
fn hash(number: u64, heaps: Range<u64>, sequence: &Sequence) -> Result<blake3::Hash, Refusal> {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&number.to_le_bytes());
    for n in heaps {
        let value = sequence.known(n).ok_or(Unanswerable::UnknownValue(n))?;
        hasher.update(&value.to_le_bytes());
    }
    Ok(hasher.finalize())
}

/// The most zeros at the beginning that are not the values of a game without moves.
const MOST_ZEROS: u64 = 10;

impl Row {
    /// Adds a code with the same values.
    fn join(&mut self, other: Self) {
        let moved = other.zeros.cast_signed() - self.zeros.cast_signed();
        self.same.push(Same { game: other.game, moved });
    }

    /// Returns the cells of the [`COLUMNS`].
    fn cells(&self) -> Vec<String> {
        let mut cells = csv::cells(self, &COLUMNS[..COLUMNS.len() - 1]);
        cells.push(self.same.iter().map(Same::written).join(" "));
        cells
    }

    /// Returns the row of a page.
    fn markdown(&self) -> String {
        let period = match (self.preperiod, self.period) {
            (Some(preperiod), Some(period)) => format!("{} | {}", preperiod.0, period.0),
            _ => format!("none up to heap {} | ", self.values.0.saturating_sub(1)),
        };
        let published = match (self.published, self.agrees) {
            (Some(source), Some(true)) => format!("{source}: agrees"),
            (Some(source), _) => format!("{source}: differs"),
            _ => String::new(),
        };
        let same = self.same.iter().map(Same::written).join(", ");
        let (largest, heap) = (self.largest.0, self.largest_heap.0);
        let row = format!("| {} | {period} | {largest} | {heap} | {published} | {same} |", self.game);
        // No cell has spaces at its end.
        row.replace("|  |", "| |").replace("|  |", "| |")
    }
}

impl Same {
    /// Returns the code with its shift of heaps.
    fn written(&self) -> String {
        if self.moved == 0 { self.game.clone() } else { format!("{}{:+}", self.game, self.moved) }
    }
}

fn print(format: CodeFormat, rows: &[Row]) -> anyhow::Result<()> {
    let mut out = BufWriter::new(Stdout);
    match format {
        CodeFormat::Csv => {
            csv::row(&mut out, COLUMNS)?;
            rows.iter().try_for_each(|row| csv::row(&mut out, row.cells()))?;
        }
        CodeFormat::Jsonl => {
            for row in rows {
                json::write(&mut out, row)?;
                writeln!(out)?;
            }
        }
        CodeFormat::Markdown => {
            writeln!(out, "| code | preperiod | period | max | at heap | published | the same values |")?;
            writeln!(out, "|---|---|---|---|---|---|---|")?;
            rows.iter().try_for_each(|row| writeln!(out, "{}", row.markdown()))?;
        }
    }
    out.flush()?;
    Ok(())
}
