//! Names of components and moves in the words of the problem.

use super::words::fill_numbers;
use super::{Explanation, LabelledMove};
use nim_solve::problem::{Labels, Numbers, PlayedMove, Theorem};

/// Adds the names that the problem has for components and moves.
pub fn add(explanation: &mut Explanation, labels: &Labels<'_>, theorem: &str) {
    if let (Some(numbers), Some(section)) = (&labels.component, Theorem::section(theorem, "component")) {
        for shown in &mut explanation.shown {
            shown.label = Some(filled(section, &numbers(shown.index)));
        }
    }
    let told = |line: &[&PlayedMove]| {
        let said = labels.moves.as_ref()?(line)?;
        let words = filled(Theorem::section(theorem, said.section)?, &said.numbers);
        Some(LabelledMove { words, numbers: said.numbers })
    };
    for step in &mut explanation.moves {
        step.told = told(&[&step.made]);
    }
    // Replies come after the first winning move, if there is one.
    let first = explanation.moves.first().map(|step| &step.made);
    for reply in &mut explanation.replies {
        let mut line: Vec<&PlayedMove> = first.into_iter().chain([&reply.step.made]).collect();
        reply.step.told = told(&line);
        if let Some(answer) = &mut reply.answer {
            line.push(&answer.made);
            answer.told = told(&line);
        }
    }
}

/// Returns a section with its numbers in place.
fn filled(section: &str, numbers: &Numbers) -> String {
    fill_numbers(&section.replace('\n', " "), numbers)
}
