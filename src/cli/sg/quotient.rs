//! `toolkit sg quotient`: the misère quotient of a game on heaps.

use std::io::{self, BufWriter, Write};

use itertools::Itertools;
use serde::Serialize;

use super::monitor::Monitor;
use super::{SCHEMA, single};
use crate::cli::count::number_up_to;
use crate::cli::json::{self, JsonNumber};
use crate::cli::{Misuse, say};
use crate::exit::Exit;
use nim_engine::theory::budget::Budget;
use nim_engine::theory::game::Game;
use nim_engine::theory::quotient::described::{Described, is_tame, letter};
use nim_engine::theory::quotient::heaps::{HeapQuotient, theorem_of};
use nim_engine::theory::quotient::limits::Limits;
use nim_engine::theory::refusal::Refusal;

/// Print the misère quotient of a game: what decides every sum of its heaps, where the last move loses
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  toolkit sg quotient kayles\n  toolkit sg quotient 0.26 --up-to 40 --json"
)]
pub struct Args {
    /// The game; see `toolkit sg games`
    game: String,
    /// The largest heap, unless the quotient of all heaps is proved before
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number_up_to(LARGEST), allow_negative_numbers = true)]
    up_to: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The largest heap that may be asked for.
const LARGEST: u64 = 10_000;

/// The JSON output.
#[derive(Serialize)]
struct QuotientJson {
    game: String,
    /// Whether it is the quotient of all heaps.
    proved: bool,
    /// The largest heap whose element is computed.
    largest: u64,
    preperiod: Option<JsonNumber>,
    period: Option<JsonNumber>,
    order: usize,
    tame: bool,
    generators: Vec<GeneratorJson>,
    relations: Vec<[String; 2]>,
    elements: Vec<String>,
    p_portion: Vec<String>,
    pretending: Vec<String>,
}

#[derive(Serialize)]
struct GeneratorJson {
    name: String,
    heap: u64,
}

/// Prints the quotient.
pub fn run(args: &Args, mut work: Monitor) -> anyhow::Result<Exit> {
    let mut game = single(&args.game)?;
    let (name, theorem) = (game.name(), theorem_of(game.as_mut()));
    if game.may_break() {
        check_rules(game.as_mut(), args.up_to, &mut work)?;
    }
    let Some(mut quotient) = HeapQuotient::new(vec![(game.as_ref(), theorem)], Limits::SEARCH) else {
        return Err(Misuse(format!("{name} is not played on single heaps")).into());
    };
    let reached = quotient.reach(&[(0, args.up_to)], &mut |progress| work.step(progress));
    drop(work);
    if reached == Err(Refusal::Interrupted) {
        return Err(Refusal::Interrupted.into());
    }
    let report = report(name, &quotient);
    let mut out = BufWriter::new(io::stdout().lock());
    if args.json {
        json::print(&mut out, SCHEMA, &report)?;
    } else {
        print(&mut out, &report)?;
    }
    out.flush()?;
    match reached {
        Ok(()) => Ok(Exit::Success),
        Err(refusal) => {
            let heap = quotient.len(0);
            say::error(format_args!(
                "{}: {refusal} for heaps up to {heap}: it is infinite, larger, or missed",
                report.game
            ));
            Ok(Exit::Failed)
        }
    }
}

/// Checks that no move from the heaps breaks the rules, which only their values tell.
fn check_rules(game: &mut dyn Game, up_to: u64, work: &mut Monitor) -> Result<(), Refusal> {
    let mut watch = |progress| work.step(progress);
    let mut budget = Budget::new(&mut watch);
    for heap in 0..=up_to {
        match game.grundy(&[heap], &mut budget) {
            Err(refusal @ (Refusal::Broken(_) | Refusal::Interrupted)) => return Err(refusal),
            Err(_) => break,
            Ok(_) => {}
        }
    }
    Ok(())
}

fn report(game: String, quotient: &HeapQuotient<'_>) -> QuotientJson {
    let monoid = quotient.monoid();
    let elements: Vec<_> = (0..).map_while(|heap| quotient.element(0, heap)).take(quotient.len(0)).collect();
    let described = Described::new(monoid, &elements);
    let written = |element| described.written(element);
    let first = |&generator| elements.iter().position(|&element| element == generator).unwrap_or(0) as u64;
    let heaps = described.generators().iter().map(first);
    let generators = heaps.enumerate().map(|(index, heap)| GeneratorJson { name: letter(index), heap });
    let period = quotient.period(0);
    // Heaps beyond the period repeat what is printed.
    let shown = period.map_or(elements.len() as u64, |period| period.preperiod + period.period);
    let ordered = described.elements();
    QuotientJson {
        game,
        proved: period.is_some(),
        largest: elements.len().saturating_sub(1) as u64,
        preperiod: period.map(|period| JsonNumber(period.preperiod)),
        period: period.map(|period| JsonNumber(period.period)),
        order: monoid.order(),
        tame: is_tame(monoid),
        generators: generators.collect(),
        relations: described.relations().map(|(left, right)| [left, right]).collect(),
        elements: ordered.iter().copied().map(written).collect(),
        p_portion: ordered.into_iter().filter(|&element| monoid.is_lost(element)).map(written).collect(),
        pretending: elements.into_iter().take(shown as usize).map(written).collect(),
    }
}

fn print(out: &mut impl Write, report: &QuotientJson) -> io::Result<()> {
    let kind = if report.tame { "tame" } else { "wild" };
    match (report.preperiod, report.period) {
        (Some(preperiod), Some(period)) => {
            writeln!(out, "order {}, {kind}, proved for all heaps", report.order)?;
            writeln!(out, "pretending function: preperiod {}, period {}", preperiod.0, period.0)?;
        }
        _ => writeln!(out, "order {}, {kind}, partial: heaps up to {}", report.order, report.largest)?,
    }
    let generators =
        report.generators.iter().map(|generator| format!("{} = heap {}", generator.name, generator.heap));
    writeln!(out, "generators: {}", listed(generators))?;
    writeln!(
        out,
        "relations: {}",
        listed(report.relations.iter().map(|[left, right]| format!("{left} = {right}")))
    )?;
    writeln!(out, "P-portion: {}", listed(report.p_portion.iter()))?;
    for (row, elements) in report.pretending.chunks(10).enumerate() {
        writeln!(out, "{:>5}+ {}", row * 10, elements.iter().join(" "))?;
    }
    Ok(())
}

fn listed(items: impl Iterator<Item = impl std::fmt::Display>) -> String {
    let text = items.map(|item| item.to_string()).join(", ");
    if text.is_empty() { "none".to_owned() } else { text }
}
