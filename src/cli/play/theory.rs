//! What the theory says of a position and of a move, in words.

use super::choices;
use crate::engine::theory::shape::Shape;
use crate::referee::table::{Analysis, Table, TableMove};

/// The most winning moves that a hint lists.
const MOST_MOVES: u64 = 200;
/// The most values that a hint lists.
const MOST_VALUES: usize = 200;

/// Returns the hint for a position: who wins and why, the values in binary, and the winning moves.
pub fn hint(table: &mut Table) -> Vec<String> {
    let analysis = match table.analysis() {
        Ok(analysis) => analysis,
        Err(refusal) => return vec![format!("The engine does not know: {refusal}.")],
    };
    let mut lines = Vec::new();
    let moves = if analysis.first_wins { table.all_winning(MOST_MOVES) } else { Ok(Vec::new()) };
    match moves {
        Ok(moves) if !moves.is_empty() => {
            lines.push("These moves win:".to_owned());
            lines.extend(moves.into_iter().map(|winning| {
                let TableMove { place, option } = winning;
                let choice = choices::choice(table, place, option);
                format!("  {:<12} {}", choice.typed, in_place(table, place, &choice.says))
            }));
        }
        Ok(_) if table.is_over() => lines.push("There is no move.".to_owned()),
        Ok(_) => lines.push("No move wins, if the computer does not err.".to_owned()),
        Err(refusal) => lines.push(format!("The engine does not know what wins: {refusal}.")),
    }
    lines.push(String::new());
    lines.push(format!("Why: {}.", analysis.reason));
    lines.extend(columns(table, &analysis));
    lines
}

/// Returns the words for a move with the component that it concerns.
pub fn in_place(table: &Table, place: usize, says: &str) -> String {
    if table.places().len() < 2 {
        says.to_owned()
    } else {
        format!("{} {}: {says}", noun(table, place), place + 1)
    }
}

/// Returns what a component of a place is called.
pub fn noun(table: &Table, place: usize) -> &'static str {
    match table.game(place).shape() {
        Shape::Heap => "heap",
        Shape::Vertex { .. } => "token",
        _ => "component",
    }
}

/// Returns the values in binary, a line each, and marks the columns with an odd number of ones.
fn columns(table: &Table, analysis: &Analysis) -> Vec<String> {
    let values: Option<Vec<u64>> = analysis.values.iter().copied().collect();
    let (Some(values), Some(sum)) = (values, analysis.nim_sum) else { return Vec::new() };
    if values.len() < 2 {
        return Vec::new();
    }
    let most = values.iter().copied().max().unwrap_or(0);
    let digits = (u64::BITS - most.leading_zeros()).max(1);
    let wide = most.to_string().len();
    let bits = |value: u64, one: &str, none: &str| -> String {
        let bit = |bit: u32| if value >> bit & 1 == 1 { one } else { none };
        (0..digits).rev().map(bit).collect::<Vec<_>>().join(" ")
    };
    let mut lines = vec![String::new(), "The value of each component, in binary:".to_owned()];
    for (place, value) in values.iter().enumerate().take(MOST_VALUES) {
        let written = table.written_component(place, &table.places()[place].component);
        let written: String = written.chars().take(20).collect();
        lines.push(format!("  {:>4}  {}  = {value:>wide$}  ({written})", place + 1, bits(*value, "1", "0")));
    }
    if values.len() > MOST_VALUES {
        lines.push(format!("        and {} more", values.len() - MOST_VALUES));
    }
    lines.push(format!("   sum  {}  = {sum:>wide$}", bits(sum, "1", "0")));
    if sum > 0 {
        lines.push(format!("   odd  {}", bits(sum, "^", " ")));
    }
    lines
}

/// Returns what a move did, by the analyses before and after it.
pub fn judgement(before: &Analysis, after: &Analysis) -> String {
    let sums = match (before.nim_sum, after.nim_sum) {
        (Some(before), Some(after)) => format!(" (nim-sum {before} to {after})"),
        _ => String::new(),
    };
    match (before.first_wins, after.first_wins) {
        (true, false) => format!("it wins{sums}: {}", after.reason),
        (true, true) => format!("it gives a won game away{sums}: {}", after.reason),
        (false, _) => format!("no move won there{sums}: {}", before.reason),
    }
}
