//! The games of the catalogue that problems are played as.

use std::ops::ControlFlow;

use nim_io::Input;
use nim_solve::problem::{CaseAnalysis, MappedPosition};
use nim_solve::records::each_case;
use nim_solve::registry::Entry;

/// Refuses the file of a graph: problems are played as games without files.
pub fn no_file(_: &str) -> std::io::Result<String> {
    Err(std::io::Error::other("files are not read here"))
}

/// Returns the position that a case is, if the moves of the problem are those of a game of the catalogue.
pub fn position<'f, 'a>(facts: &'f CaseAnalysis<'a>) -> Option<&'f MappedPosition<'a>> {
    match &facts.positions[..] {
        [laid] if !laid.is_image => Some(laid),
        _ => None,
    }
}

/// Returns the notation of the game that a case of a problem's samples is a position of, and whether it is misère play.
pub fn game_of(entry: &Entry) -> Option<(String, bool)> {
    entry.texts.samples.iter().find_map(|sample| {
        let mut game = None;
        let input = Input::reader(sample.name, sample.input.as_bytes());
        let read = each_case(input, &entry.grammar, |_, header, fields| {
            if let Ok(solver) = (entry.by_case)(&[], header) {
                game = position(&solver.facts(fields)).map(|laid| (laid.game.to_string(), laid.misere));
            }
            if game.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        read.ok().and(game)
    })
}
