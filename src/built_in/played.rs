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

/// Returns the position of a case, if the moves of the problem are those of a game in the catalogue.
pub fn position<'f, 'a>(facts: &'f CaseAnalysis<'a>) -> Option<&'f MappedPosition<'a>> {
    match &facts.positions[..] {
        [laid] if !laid.is_image => Some(laid),
        _ => None,
    }
}

/// Returns whether a problem is played as a game of the catalogue.
pub fn is_played(entry: &Entry) -> bool {
    any_position(entry, |_| true)
}

/// Returns whether a problem's samples have such a position of a game in the catalogue.
pub fn any_position(entry: &Entry, is_such: impl Fn(&MappedPosition<'_>) -> bool) -> bool {
    entry.texts.samples.iter().any(|sample| {
        let mut is_found = false;
        let input = Input::reader(sample.name, sample.input.as_bytes());
        let read = each_case(input, &entry.form.grammar, |_, header, fields| {
            if let Ok(solver) = (entry.form.by_case)(&[], header) {
                is_found = position(&solver.facts(fields)).is_some_and(&is_such);
            }
            if is_found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        read.is_ok() && is_found
    })
}
