//! `toolkit sg quotient`: the misère quotient of a game on heaps.

use anyhow::anyhow;
use itertools::Itertools;
use serde::Serialize;

use super::monitor::Monitor;
use super::{SCHEMA, single};
use crate::exit::Exit;
use crate::terminal::UsageError;
use crate::terminal::count::number_up_to;
use crate::terminal::json::JsonNumber;
use crate::terminal::output::OutputArgs;
use crate::terminal::say;
use nim_engine::theory::quotient::of_game::GameQuotient;
use nim_engine::theory::refusal::{Refusal, Unanswerable};
use nim_ground::append::Append as _;

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
    #[command(flatten)]
    output: OutputArgs,
}

/// The largest heap that may be asked for.
const LARGEST: u64 = 10_000;

/// The limit of elements, or heaps, in a partial quotient that is printed whole.
const FEW: usize = 50;

/// The JSON output.
#[derive(Serialize)]
struct QuotientJson {
    game: String,
    /// Whether the quotient is proved for all heaps.
    proved: bool,
    /// The largest heap with a computed element.
    largest: u64,
    preperiod: Option<JsonNumber>,
    period: Option<JsonNumber>,
    order: usize,
    tame: bool,
    generators: Vec<GeneratorJson>,
    relations: Vec<(String, String)>,
    elements: Vec<String>,
    p_portion: Vec<String>,
    pretending: Vec<String>,
}

#[derive(Serialize)]
struct GeneratorJson {
    name: String,
    heap: u64,
}

/// Prints the misère quotient.
pub fn run(args: &Args, mut work: Monitor) -> anyhow::Result<Exit> {
    let mut game = single(&args.game)?;
    let quotient = GameQuotient::find(game.as_mut(), args.up_to, &mut |progress| work.step(progress));
    let quotient = quotient.map_err(with_proposal)?;
    drop(work);
    let name = game.name();
    let quotient = quotient.ok_or_else(|| UsageError(format!("{name} is not played on single heaps")))?;
    let failed = quotient.refusal.as_ref().map(|refusal| {
        let heap = quotient.unknown();
        format!("{name}: {refusal} for heaps up to {heap}: it is infinite, larger, or missed")
    });
    let report = QuotientJson::new(name, quotient);
    args.output.answer(SCHEMA, &report, || report.verdict(), || report.text())?;
    Ok(match failed {
        None => Exit::Success,
        Some(why) => {
            say::error(why);
            Exit::Failed
        }
    })
}

/// Adds the option by which fewer heaps are asked for, where their quotient is small.
fn with_proposal(refusal: Refusal) -> anyhow::Error {
    match &refusal {
        Refusal::Unanswerable(
            Unanswerable::InfiniteQuotient(heap, _) | Unanswerable::LargeQuotient(.., heap, _),
        ) => anyhow!("{refusal}: ask with `--up-to {heap}`"),
        _ => refusal.into(),
    }
}

impl QuotientJson {
    fn new(game: String, quotient: GameQuotient) -> Self {
        let largest = quotient.largest();
        let GameQuotient {
            order, tame, period, generators, relations, elements, p_portion, pretending, ..
        } = quotient;
        Self {
            game,
            proved: period.is_some(),
            largest,
            preperiod: period.map(|period| JsonNumber(period.preperiod)),
            period: period.map(|period| JsonNumber(period.period)),
            order,
            tame,
            generators: generators.into_iter().map(|(name, heap)| GeneratorJson { name, heap }).collect(),
            relations,
            elements,
            p_portion,
            pretending,
        }
    }
}

impl QuotientJson {
    /// Returns the line on the result.
    fn verdict(&self) -> String {
        let kind = if self.tame { "tame" } else { "wild" };
        let reach = match self.proved {
            true => "proved for all heaps".to_owned(),
            false => format!("partial: heaps up to {}", self.largest),
        };
        format!("order {}, {kind}, {reach}\n", self.order)
    }

    fn text(&self) -> String {
        let mut text = self.verdict();
        if let (Some(preperiod), Some(period)) = (self.preperiod, self.period) {
            writeln!(text, "pretending function: preperiod {}, period {}", preperiod.0, period.0);
        }
        let generators =
            self.generators.iter().map(|generator| format!("{} = heap {}", generator.name, generator.heap));
        writeln!(text, "generators: {}", listed(generators));
        if !self.proved && self.elements.len().max(self.pretending.len()) > FEW {
            let (relations, elements) = (
                say::counted(self.relations.len(), "relation"),
                say::counted(self.p_portion.len(), "element"),
            );
            writeln!(
                text,
                "{relations}, a P-portion of {elements}, and the pretending function of heaps up to {}: --json has them",
                self.largest
            );
            return text;
        }
        let relations = self.relations.iter().map(|(left, right)| format!("{left} = {right}"));
        writeln!(text, "relations: {}", listed(relations));
        writeln!(text, "P-portion: {}", listed(self.p_portion.iter()));
        for (row, elements) in self.pretending.chunks(10).enumerate() {
            writeln!(text, "{:>5}+ {}", row * 10, elements.iter().join(" "));
        }
        text
    }
}

fn listed(items: impl Iterator<Item = impl std::fmt::Display>) -> String {
    let text = items.map(|item| item.to_string()).join(", ");
    if text.is_empty() { "none".to_owned() } else { text }
}
