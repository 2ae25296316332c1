//! The theory of a position and of a move, in words.

use super::choices;
use nim_engine::theory::shape::Shape;
use nim_referee::table::{Analysis, Table, TableMove};

/// A line of a page.
#[derive(Clone, Debug)]
pub enum PageLine {
    /// A text, broken between words if it is too long.
    Text(String),
    /// The values in binary, written as there is room.
    Binary(Binary),
}

/// The most winning moves that a hint lists.
const MOST_MOVES: u64 = 200;
/// The most values that a hint lists.
const MOST_VALUES: usize = 200;

/// Returns the hint for a position: the winner and the reason, the values in binary, and the winning moves.
pub fn hint(table: &mut Table) -> Vec<PageLine> {
    let analysis = match table.analysis() {
        Ok(analysis) => analysis,
        Err(refusal) => return vec![PageLine::Text(format!("The engine does not know: {refusal}."))],
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
    let mut lines: Vec<PageLine> = lines.into_iter().map(PageLine::Text).collect();
    if let Some(binary) = binary(table, &analysis) {
        let title = "The value of each component, in binary:".to_owned();
        lines.extend([PageLine::Text(String::new()), PageLine::Text(title), PageLine::Binary(binary)]);
    }
    lines
}

/// Returns the words for a move with its component.
pub fn in_place(table: &Table, place: usize, says: &str) -> String {
    if table.places().len() < 2 {
        says.to_owned()
    } else {
        format!("{} {}: {says}", noun(table, place), place + 1)
    }
}

/// Returns the word for a component at a place.
pub fn noun(table: &Table, place: usize) -> &'static str {
    match table.game(place).shape() {
        Shape::Heap => "heap",
        Shape::Vertex { .. } => "token",
        _ => "component",
    }
}

/// Returns the values in binary, where all are known.
fn binary(table: &Table, analysis: &Analysis) -> Option<Binary> {
    let values: Vec<u64> = analysis.values.iter().copied().collect::<Option<_>>()?;
    let sum = analysis.nim_sum.filter(|_| values.len() > 1)?;
    let rows = values.iter().enumerate().take(MOST_VALUES).map(|(place, &value)| {
        let written = table.written_component(place, &table.places()[place].component);
        (value, written.chars().take(20).collect())
    });
    Some(Binary {
        rows: rows.collect(),
        others: values.len().saturating_sub(MOST_VALUES),
        sum,
        most: values.iter().copied().max().unwrap_or(0),
    })
}

/// The values in binary, with marks under the columns that have an odd number of ones.
#[derive(Clone, Debug)]
pub struct Binary {
    /// The values, each with its components.
    rows: Vec<(u64, String)>,
    /// The number of values left out.
    others: usize,
    /// The XOR of all values.
    sum: u64,
    /// The largest of the values.
    most: u64,
}

impl Binary {
    /// Returns the lines for this width. If it is small, the bits stand close together; if that is not enough, the table has parts, the
    /// highest bits first.
    pub fn lines(&self, width: usize) -> Vec<String> {
        let digits = (u64::BITS - self.most.leading_zeros()).max(1) as usize;
        let head = self.rows.len().to_string().len().max(3);
        let margin = if width >= 40 { 2 } else { 0 };
        let room = width.saturating_sub(margin + head + 1 + margin);
        let (gap, most) = if 2 * digits <= room + 1 { (" ", digits) } else { ("", digits.min(room.max(1))) };
        let mut lines = Vec::new();
        let mut end = digits;
        while end > 0 {
            let begin = end.saturating_sub(most);
            if most < digits {
                lines.push(format!("bits {} to {begin}:", end - 1));
            }
            let line = |name: &str, value: u64, one: &str, none: &str| {
                let bits = (begin..end).rev().map(|bit| if value >> bit & 1 == 1 { one } else { none });
                let bits = bits.collect::<Vec<_>>().join(gap);
                format!("{:margin$}{name:>head$} {:margin$}{bits}", "", "")
            };
            let wide = self.most.to_string().len();
            let equals = |line: String, value: u64| {
                let whole = format!("{line} {:1$}= {value:>wide$}", "", margin / 2);
                if begin == 0 && whole.len() <= width { whole } else { line }
            };
            for (place, (value, written)) in (1..).zip(&self.rows) {
                let bits = line(&place.to_string(), *value, "1", "0");
                let bits_only = bits.len();
                let row = equals(bits, *value);
                let whole = format!("{row}  ({written})");
                lines.push(if row.len() > bits_only && whole.chars().count() <= width { whole } else { row });
            }
            if self.others > 0 {
                lines.push(format!("{:1$} and {2} more", "", margin + head, self.others));
            }
            lines.push(equals(line("sum", self.sum, "1", "0"), self.sum));
            if self.sum > 0 {
                lines.push(line("odd", self.sum, "^", " ").trim_end().to_owned());
            }
            end = begin;
        }
        lines
    }
}

/// Returns the judgement on a move, by the analyses before and after it.
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
