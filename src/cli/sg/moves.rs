//! `toolkit sg moves`: the winning moves of a position.

use std::io::{self, BufWriter, Write};

use serde::Serialize;

use super::monitor::Monitor;
use super::{POKER, PositionArgs, SCHEMA, shown_list, shown_number};
use crate::cli::json::{self, JsonNumber};
use crate::exit::Exit;
use nim_engine::games::position::{Position, WinningMove};

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

/// A winning move.
#[derive(Serialize)]
struct MoveJson {
    component: usize,
    from: serde_json::Value,
    to: Vec<serde_json::Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grundy_before: Option<JsonNumber>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grundy_after: Option<JsonNumber>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

impl MoveJson {
    fn new(position: &Position, winning: &WinningMove) -> Self {
        let game = position.game_of(winning.component);
        let shown = |number: &u64| shown_number(game, *number);
        Self {
            component: winning.component,
            from: match &winning.from[..] {
                [heap] => shown(heap),
                list => list.iter().map(shown).collect(),
            },
            to: winning.to.iter().map(shown).collect(),
            grundy_before: winning.values.map(|(before, _)| JsonNumber(before)),
            grundy_after: winning.values.map(|(_, after)| JsonNumber(after)),
            note: winning.note.clone(),
        }
    }
}

/// Prints the moves.
pub fn run(args: &Args, mut work: Monitor) -> anyhow::Result<Exit> {
    let (first, args) = (args.first, &args.position);
    let mut position = args.position(&work)?;
    let mut watch = |progress| work.step(progress);
    let mut budget = args.budget(&mut watch);
    let moves = position.winning_moves(args.misere, first, &mut budget)?;
    drop(work);
    let mut out = BufWriter::new(io::stdout().lock());
    if args.json {
        let moves: Vec<MoveJson> = moves.iter().map(|winning| MoveJson::new(&position, winning)).collect();
        json::print(&mut out, SCHEMA, &MovesJson { moves })?;
        out.flush()?;
        return Ok(Exit::Success);
    }
    for winning in &moves {
        let game = position.game_of(winning.component);
        let (from, to) = (shown_list(game, &winning.from), shown_list(game, &winning.to));
        write!(out, "component {}: {from} -> {to}", winning.component + 1)?;
        if let Some((before, after)) = winning.values {
            write!(out, " (value {before} -> {after})")?;
        }
        if let Some(note) = &winning.note {
            write!(out, "; {note}")?;
        }
        writeln!(out)?;
    }
    if moves.is_empty() {
        writeln!(out, "no winning move")?;
    }
    if args.poker {
        writeln!(out, "{POKER}")?;
    }
    out.flush()?;
    Ok(Exit::Success)
}
