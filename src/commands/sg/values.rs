//! `toolkit sg values`: G(A), …, G(N), the values of pairs, and those of the positions of a file.

use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;

use itertools::Itertools;
use serde::Serialize;
use serde_json::json;

use super::batch;
use super::batch::Answer;
use super::computing::Computing;
use super::listing;
use super::listing::ListingFormat;
use super::monitor::Monitor;
use super::{SCHEMA, csv, games, single};
use crate::exit::Exit;
use crate::terminal::UsageError;
use crate::terminal::count::number;
use crate::terminal::json::JsonNumber;
use crate::terminal::output::OutputArgs;
use crate::terminal::say;
use crate::terminal::streams::Stdout;
use nim_engine::games::pairs;
use nim_engine::games::position::Position;
use nim_engine::sequence::theorem::Theorem;
use nim_engine::theory::game::Game;
use nim_engine::theory::nim::NimSum;
use nim_engine::theory::refusal::{Refusal, Unanswerable};
use nim_ground::{json, visible};

/// Print the Sprague–Grundy values of heaps A to N, of pairs of heaps, or of positions
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  toolkit sg values kayles -n 20\n  toolkit sg values 0.77 --from 1000 -n 1010 --format csv\n  toolkit sg values wythoff -n 20 --p-positions\n  toolkit sg values kayles+nim --from positions.txt"
)]
pub struct Args {
    /// The game; see `toolkit sg games`
    game: String,
    /// The last heap; in games of pairs at most 2000
    #[arg(
        short = 'n',
        value_name = "N",
        value_parser = number,
        allow_negative_numbers = true,
        required_unless_present = "from"
    )]
    last: Option<u64>,
    /// With -n, the first heap; without it, a file with a position on each line, or `-` for standard input
    #[arg(long, value_name = "A|FILE", allow_negative_numbers = true)]
    from: Option<String>,
    /// How to print the values
    #[arg(long, value_enum, default_value_t = ListingFormat::Plain, conflicts_with = "json")]
    format: ListingFormat,
    /// Print only the P-positions: heaps, or pairs, of value 0
    #[arg(long, requires = "last")]
    p_positions: bool,
    #[command(flatten)]
    output: OutputArgs,
    /// Print how the values would be computed, about how many options that takes, and what proves a period; compute nothing
    #[arg(long, conflicts_with_all = ["format", "json", "p_positions"], requires = "last")]
    explain_plan: bool,
    #[command(flatten)]
    computing: Computing,
}

/// The largest heap in a table of pairs.
const LAST_OF_PAIR: u64 = 2000;

/// The value of one position.
#[derive(Serialize)]
struct ValueJson {
    grundy: Vec<JsonNumber>,
    nim_sum: JsonNumber,
}

impl Answer for ValueJson {
    const COLUMNS: &'static [&'static str] = &["grundy", "nim_sum"];

    fn text(&self) -> String {
        self.nim_sum.0.to_string()
    }

    fn rows(&self) -> Vec<Vec<String>> {
        vec![vec![self.grundy.iter().map(|value| value.0).join(" "), csv::number(Some(self.nim_sum))]]
    }
}

/// Prints the values of heaps or positions.
pub fn run(args: &Args, work: Monitor) -> anyhow::Result<Exit> {
    match (args.last, &args.from) {
        (Some(last), from) => {
            let wrong =
                |from, why| UsageError(format!("invalid value '{from}' for '--from <A|FILE>': {why}"));
            let first = from.as_ref().map(|from| number(from).map_err(|why| wrong(from, why)));
            of_heaps(args, first.transpose()?, last, work)?;
        }
        (None, Some(file)) => {
            let why = "--json is for values by -n: those of positions are printed by --format jsonl";
            UsageError::unless(!args.output.json, why)?;
            of_positions(args, Path::new(file), work)?;
        }
        // The parser refuses that.
        (None, None) => {}
    }
    Ok(Exit::Success)
}

/// Prints the values of the positions of a file.
fn of_positions(args: &Args, file: &Path, work: Monitor) -> anyhow::Result<()> {
    UsageError::unless(!args.computing.has_file(), "values are saved and resumed with -n")?;
    let format = match args.format {
        ListingFormat::Plain => batch::BatchFormat::Text,
        ListingFormat::Csv => batch::BatchFormat::Csv,
        ListingFormat::Jsonl => batch::BatchFormat::Jsonl,
        ListingFormat::Json => {
            return Err(UsageError("values of positions are printed as text, csv or jsonl".to_owned()).into());
        }
    };
    let mut games = games(&args.game)?;
    args.computing.set_up(&mut games, &work);
    let mut position = Position::from_games(games);
    batch::run(file, format, &mut position, u64::MAX, work, |position, budget| {
        let values = position.values(budget)?;
        let nim_sum = JsonNumber(NimSum::from_heaps(&values).xor);
        Ok(ValueJson { grundy: values.into_iter().map(JsonNumber).collect(), nim_sum })
    })
}

/// Returns the first heap to print: the requested one, or the first of the game, with a note if that is not 0.
fn first_heap(args: &Args, rules: &mut dyn Game, from: Option<u64>, last: u64) -> Result<u64, UsageError> {
    let least = rules.sequence().map_or(0, |sequence| sequence.first());
    let (first, name) = (from.unwrap_or(least), rules.name());
    let is_known = first >= least;
    UsageError::unless(is_known, format_args!("the heaps of {name} begin with {least}, not with {first}"))?;
    let is_first = first <= last;
    UsageError::unless(is_first, format_args!("the first heap, {first}, lies beyond the last, {last}"))?;
    if from.is_none() && least > 0 && args.format == ListingFormat::Plain && !args.output.json {
        say::note(format_args!(
            "the heaps of {name} begin with {least}: the first value is that of heap {least}"
        ));
    }
    Ok(first)
}

/// Writes the beginning of the object whose list is written while it is computed; nothing without an object.
fn begin_list(out: &mut impl Write, head: Option<&serde_json::Value>, key: &str) -> io::Result<()> {
    let Some(head) = head else { return Ok(()) };
    let mut text = Vec::new();
    json::write(&mut text, head)?;
    // The list closes the object.
    text.pop();
    out.write_all(&text)?;
    write!(out, ",\"{key}\":")
}

/// Prints the values of heaps or pairs up to one.
fn of_heaps(args: &Args, from: Option<u64>, last: u64, mut work: Monitor) -> anyhow::Result<()> {
    let mut rules = single(&args.game)?;
    let first = first_heap(args, rules.as_mut(), from, last)?;
    if args.explain_plan {
        drop(work);
        return print_plan(rules.as_mut(), last);
    }
    let game = rules.name();
    let head = json!({ "schema": SCHEMA, "game": game, "from": JsonNumber(first), "n": JsonNumber(last) });
    let head = args.output.json.then_some(head);
    let key = if args.p_positions { "p_positions" } else { "values" };
    let format = if args.output.json { ListingFormat::Json } else { args.format };
    let mut out = BufWriter::with_capacity(1 << 16, Stdout);
    if pairs::is_of_pairs(rules.as_ref()) && !args.computing.has_file() {
        let why = "is a game of pairs, whose table begins with 0 and has at most -n";
        let is_table = first == 0 && last <= LAST_OF_PAIR;
        UsageError::unless(is_table, format_args!("{game} {why} {LAST_OF_PAIR}"))?;
        let rows = pairs::values(rules, last, &mut |progress| work.step(progress))?;
        drop(work);
        begin_list(&mut out, head.as_ref(), key)?;
        if args.p_positions {
            let lost = listing::cells(&rows).filter(|[.., value]| *value == 0);
            listing::PAIRS.write(&mut out, format, lost.map(|[a, b, _]| Ok([a, b])))?;
        } else {
            listing::write_table(&mut out, format, &rows)?;
        }
    } else {
        args.computing.reach(rules.as_mut(), last, &mut work)?;
        let sequence = rules.sequence().map_err(UsageError::new)?;
        drop(work);
        begin_list(&mut out, head.as_ref(), key)?;
        let values = (first..=last).map(|n| {
            let value = sequence.known(n);
            let value = value.ok_or_else(|| Refusal::from(Unanswerable::WideValue(n)))?;
            anyhow::Ok([n, value])
        });
        if args.p_positions {
            let lost = values.filter_ok(|[_, value]| *value == 0);
            listing::HEAPS.write(&mut out, format, lost.map_ok(|[n, _]| [n]))?;
        } else {
            listing::VALUES.write(&mut out, format, values)?;
        }
    }
    match (args.output.json, format) {
        (true, _) => out.write_all(b"}\n")?,
        (false, ListingFormat::Json) => out.write_all(b"\n")?,
        _ => {}
    }
    out.flush()?;
    Ok(())
}

/// The number of heaps whose options are counted, and the limit of options of each, if a game does not tell their number.
const SAMPLES: u64 = 16;
const MOST_COUNTED: u64 = 1_000_000;

/// Prints how the values of heaps up to `last` are computed, and about how many options the heaps have.
fn print_plan(rules: &mut dyn Game, last: u64) -> anyhow::Result<()> {
    let mut out = Stdout;
    let sequence = rules.sequence().map_err(UsageError::new)?;
    let proof = sequence.proof();
    let theorem = sequence.theorem().filter(|&theorem| *theorem != Theorem::None);
    let theorem = theorem.map(|theorem| theorem.name(0));
    writeln!(out, "game: {}", visible::line(&rules.name()))?;
    if let Some(plan) = rules.plan() {
        writeln!(out, "rules: {}", visible::line(&plan.to_string()))?;
    }
    if let Some(proof) = proof {
        writeln!(out, "values: by a formula, each at once")?;
        writeln!(out, "proof: {proof}")?;
    } else {
        let cost = options(rules, last);
        writeln!(out, "values: heap after heap; heaps 0 to {last} have about {cost} options")?;
        match theorem {
            Some(name) => writeln!(out, "proof: {name}, after which every heap is known at once")?,
            None => writeln!(out, "proof: no theorem is known, so that a period is only observed")?,
        }
    }
    Ok(out.flush()?)
}

/// Estimates the number of options of the heaps up to `last`, which the plain definition visits.
fn options(rules: &dyn Game, last: u64) -> u64 {
    let len = last.saturating_add(1);
    if let Some(definition) = rules.definition() {
        return definition.total_options(len, 1);
    }
    let sampled = (1..=SAMPLES).map(|sample| {
        let heap = (u128::from(last) * u128::from(sample) / u128::from(SAMPLES)) as u64;
        let mut count = 0;
        #[expect(
            clippy::let_underscore_must_use,
            reason = "the visitor keeps what it has found, and knows whether it has ended the walk"
        )]
        let _ = rules.options(&[heap], &mut |_| {
            count += 1;
            if count < MOST_COUNTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        u128::from(count)
    });
    let all = sampled.sum::<u128>() * u128::from(len) / u128::from(SAMPLES);
    u64::try_from(all).unwrap_or(u64::MAX)
}
