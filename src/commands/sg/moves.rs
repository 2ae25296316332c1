//! `toolkit sg moves`: the winning moves of a position.

use std::fmt;

use itertools::Itertools;
use serde::Serialize;

use super::batch;
use super::batch::Answer;
use super::monitor::Monitor;
use super::{POKER, PositionArgs, SCHEMA, budget, csv, shown_number};
use crate::exit::Exit;
use crate::terminal::json::JsonNumber;
use nim_engine::games::notation;
use nim_engine::games::position::{Position, WinningMove};
use nim_engine::theory::game::{Component, Game, Shape};
use nim_ground::append::Append as _;
use nim_ground::visible;

/// Print the winning moves of a position, and why they win
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  toolkit sg moves nim 3 5 7\n  toolkit sg moves kayles+wythoff 5 4,6")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Print only the first: the smallest component, then the fewest tokens taken, then the smallest part left; never an
    /// addition
    #[arg(long)]
    first: bool,
}

/// The JSON output.
#[derive(Serialize)]
struct MovesJson {
    moves: Vec<MoveJson>,
}

#[derive(Serialize)]
struct MoveJson {
    component: usize,
    from: serde_json::Value,
    to: Vec<serde_json::Value>,
    /// The components after the move, if they are not exactly one.
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<Vec<Vec<serde_json::Value>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grundy_before: Option<JsonNumber>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grundy_after: Option<JsonNumber>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// The component before and after, as text.
    #[serde(skip)]
    written: (String, String),
}

impl MovesJson {
    fn new(position: &Position, moves: &[WinningMove]) -> Self {
        Self { moves: moves.iter().map(|winning| MoveJson::new(position, winning)).collect() }
    }
}

impl MoveJson {
    fn new(position: &Position, winning: &WinningMove) -> Self {
        let game = position.game_of(winning.component);
        let shown = |number: &u64| shown_number(game, *number);
        let parts = parts(game, winning);
        let to = parts.map_or_else(
            || notation::written(game, &winning.to),
            |parts| notation::written_option(game, parts, " + "),
        );
        Self {
            component: winning.component,
            from: match &winning.from[..] {
                [heap] => shown(heap),
                list => list.iter().map(shown).collect(),
            },
            to: winning.to.iter().map(shown).collect(),
            parts: parts.map(|parts| parts.iter().map(|part| part.iter().map(shown).collect()).collect()),
            grundy_before: winning.values.map(|(before, _)| JsonNumber(before)),
            grundy_after: winning.values.map(|(_, after)| JsonNumber(after)),
            note: winning.note.clone(),
            written: (notation::written(game, &winning.from), to),
        }
    }
}

/// Returns the components after a move, if they are several and the game's components are lists of numbers.
fn parts<'m>(game: &dyn Game, winning: &'m WinningMove) -> Option<&'m [Component]> {
    let is_list = !matches!(game.shape(), Shape::Heap) && winning.to == winning.option.concat();
    (is_list && winning.option.len() > 1).then_some(&winning.option[..])
}

impl fmt::Display for MoveJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = &self.written;
        write!(f, "component {}: {from} -> {to}", self.component + 1)
    }
}

impl Answer for MovesJson {
    const COLUMNS: &'static [&'static str] = &["component", "from", "to", "grundy_before", "grundy_after"];

    fn text(&self) -> String {
        if self.moves.is_empty() { NONE.to_owned() } else { self.moves.iter().join("; ") }
    }

    /// Returns a row for each move; one of empty cells if there is none.
    fn rows(&self) -> Vec<Vec<String>> {
        if self.moves.is_empty() {
            return vec![vec![String::new(); Self::COLUMNS.len()]];
        }
        let rows = self.moves.iter().map(|winning| {
            let (from, to) = winning.written.clone();
            let [before, after] = [winning.grundy_before, winning.grundy_after].map(csv::number);
            vec![winning.component.to_string(), from, to, before, after]
        });
        rows.collect()
    }
}

/// The answer where no move wins.
const NONE: &str = "no winning move";

/// Prints the moves, or those of all positions of a file.
pub fn run(args: &Args, mut work: Monitor) -> anyhow::Result<Exit> {
    let (first, args) = (args.first, &args.position);
    let mut position = args.position(&work)?;
    let misere = args.is_misere(&position);
    if let Some(file) = &args.from {
        batch::run(file, args.format, &mut position, args.max, work, |position, budget| {
            let moves = position.winning_moves(misere, first, budget)?;
            Ok(MovesJson::new(position, &moves))
        })?;
        return Ok(Exit::Success);
    }
    let mut watch = |progress| work.step(progress);
    let mut budget = budget(args.max, &mut watch);
    let moves = position.winning_moves(misere, first, &mut budget)?;
    drop(work);
    let report = MovesJson::new(&position, &moves);
    let poker = if args.poker { format!("{POKER}\n") } else { String::new() };
    args.output.answer(SCHEMA, &report, || report.lines(false), || report.lines(true) + &poker)?;
    Ok(Exit::Success)
}

impl MovesJson {
    /// Returns a line for each move, with its values and a note if these are asked for.
    fn lines(&self, is_whole: bool) -> String {
        let mut text = String::new();
        for winning in &self.moves {
            write!(text, "{}", visible::line(&winning.to_string()));
            if let (Some(before), Some(after), true) = (winning.grundy_before, winning.grundy_after, is_whole)
            {
                write!(text, " (value {} -> {})", before.0, after.0);
            }
            if let (Some(note), true) = (&winning.note, is_whole) {
                write!(text, "; {note}");
            }
            text.push('\n');
        }
        if self.moves.is_empty() { format!("{NONE}\n") } else { text }
    }
}
