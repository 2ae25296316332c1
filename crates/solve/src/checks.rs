//! The conditions of a grammar, on the tokens of a span and on whole cases.

use super::size::Size;
use crate::problem::{Condition, Field, Fields, Span, ValueError};
use nim_engine::games::hackenbush;
use std::collections::HashSet;

/// A condition on the tokens of a span.
pub(crate) enum Check {
    Even { column: usize },
    Range { column: usize, from: Size, to: Size },
    Distinct,
    Ascending,
    Contains(u64),
    Tree,
}

/// Returns the conditions on the fields of a span.
pub(crate) fn checks(
    conditions: &[Condition],
    rows: Option<&str>,
    fields: &[Field],
    names: &[&str],
) -> Vec<Check> {
    let column = |name| fields.iter().position(|field| field.name == name);
    let is_named = |name| rows == Some(name) || column(name).is_some();
    let checks = conditions.iter().filter_map(|condition| match *condition {
        Condition::Even(name) => column(name).map(|column| Check::Even { column }),
        Condition::Range { field, from, to } => column(field).map(|column| Check::Range {
            column,
            from: Size::new(from, names),
            to: Size::new(to, names),
        }),
        Condition::Distinct(name) => is_named(name).then_some(Check::Distinct),
        Condition::Ascending(name) => is_named(name).then_some(Check::Ascending),
        Condition::Contains { field, number } => is_named(field).then_some(Check::Contains(number)),
        Condition::Tree(name) => is_named(name).then_some(Check::Tree),
        Condition::Without { .. } | Condition::Above { .. } | Condition::Case(..) => None,
    });
    checks.collect()
}

/// Checks a condition on a whole case.
#[inline]
pub(crate) fn check_case(condition: &Condition, fields: &Fields<'_>) -> Result<(), ValueError> {
    match *condition {
        Condition::Case(_, check) => (check.0)(fields),
        Condition::Without { field, text } => {
            let is_there =
                fields.words(field).any(|word| memchr::memmem::find(word, text.as_bytes()).is_some());
            if is_there { Err(format!("expected no {text} in {field}").into()) } else { Ok(()) }
        }
        Condition::Above { field, other } => {
            let pairs = fields.list(field).iter().zip(fields.list(other)).zip(1..);
            match pairs.into_iter().find(|((number, other), _)| number <= other) {
                None => Ok(()),
                Some(((number, least), place)) => {
                    Err(format!("expected {field} {place} above {other} {place}, found {number} and {least}")
                        .into())
                }
            }
        }
        _ => Ok(()),
    }
}

/// Returns whether pairs of numbers break no condition; `false` also where another condition than a range and
/// distinctness is to be checked. One pass without branches, which costs less than a search for the first that does.
pub(crate) fn pairs_hold(checks: &[Check], pairs: &[[u64; 2]], slots: &[u64]) -> bool {
    let mut ranges = [(0, u64::MAX); 2];
    let mut distinct = false;
    for check in checks {
        match *check {
            Check::Range { column, from, to } => {
                let (least, most) = ranges[column];
                ranges[column] = (from.value(slots).max(least), to.value(slots).min(most));
            }
            Check::Distinct => distinct = true,
            Check::Even { .. } | Check::Ascending | Check::Contains(_) | Check::Tree => return false,
        }
    }
    let [(a, a_most), (b, b_most)] = ranges;
    let (Some(a_width), Some(b_width)) = (a_most.checked_sub(a), b_most.checked_sub(b)) else { return false };
    pairs.iter().fold(true, |hold, &[one, other]| {
        let one_lies = one.wrapping_sub(a) <= a_width;
        let other_lies = other.wrapping_sub(b) <= b_width;
        hold & one_lies & other_lies & (!distinct | (one != other))
    })
}

impl Check {
    /// Returns the first of the values of a span from `from` on that breaks the condition, and the message.
    pub(crate) fn broken(
        &self,
        span: &Span,
        values: &[u64],
        from: usize,
        slots: &[u64],
        seen: &mut Seen,
    ) -> Option<(usize, String)> {
        let width = span.fields.len();
        let mut places = from..values.len();
        match *self {
            Self::Even { column } => {
                let at = first_in_column(values, from, column, width, |value| value % 2 == 1)?;
                Some((at, "expected an even number".to_owned()))
            }
            Self::Range { column, from: least, to: most } => {
                let (least, most) = (least.value(slots), most.value(slots));
                let is_outside = |value| !(least..=most).contains(&value);
                let at = first_in_column(values, from, column, width, is_outside)?;
                Some((at, not_between(least, most)))
            }
            Self::Distinct => {
                let at = if span.rows.is_some() {
                    let start = from - from % width;
                    let twice = |row: &[u64]| (1..row.len()).find(|&i| row[..i].contains(&row[i]));
                    let rows = values[start..].chunks(width).enumerate();
                    let mut twice =
                        rows.filter_map(|(row, values)| Some(start + row * width + twice(values)?));
                    twice.find(|&at| at >= from)?
                } else {
                    places.find(|&at| seen.has(values[at]))?
                };
                Some((at, "expected a number that has not occurred before".to_owned()))
            }
            Self::Ascending => {
                let at = places.find(|&at| at > 0 && values[at] <= values[at - 1])?;
                Some((at, format!("expected a number above {}, the one before", values[at - 1])))
            }
            Self::Contains(number) => {
                // Edges are refused at their last number, which is then the wrong one.
                let is_missing = values.len() == span.len && span.len > 0 && !values.contains(&number);
                is_missing.then(|| (span.len - 1, format!("expected {number} among the numbers")))
            }
            Self::Tree => {
                let vertices = (span.len / 2 + 1) as u64;
                // One pass without branches costs less than a search.
                let is_wrong = |&value: &u64| (value < 1) | (value > vertices);
                let are_wrong = values.iter().skip(from).fold(false, |any, value| any | is_wrong(value));
                if are_wrong && let Some(at) = places.find(|&at| is_wrong(&values[at])) {
                    return Some((at, not_between(1, vertices)));
                }
                let is_whole = values.len() == span.len;
                let expected = is_whole.then(|| closes_circle(values, vertices)).flatten()?;
                Some((span.len - 1, expected))
            }
        }
    }
}

/// Returns the first of the values from `from` on that stands in a column of rows so wide and is wrong.
#[inline]
fn first_in_column(
    values: &[u64],
    from: usize,
    column: usize,
    width: usize,
    is_wrong: impl Fn(u64) -> bool,
) -> Option<usize> {
    let start = from + (column + width - from % width) % width;
    let values = values.get(start..)?;
    if width == 1 {
        return values.iter().position(|&value| is_wrong(value)).map(|at| start + at);
    }
    let row = values.chunks(width).position(|row| row.first().is_some_and(|&value| is_wrong(value)))?;
    Some(start + row * width)
}

/// Returns the message for a number outside of a range.
pub(crate) fn not_between(from: u64, to: u64) -> String {
    if to == u64::MAX {
        return format!("expected a number of at least {from}");
    }
    format!("expected a number from {from} to {to}")
}

/// Returns the fault of edges on vertices from 1 to their number + 1, if they form no tree. Edges with other vertices are left out.
fn closes_circle(edges: &[u64], vertices: u64) -> Option<String> {
    let edges = edges.as_chunks().0;
    let is_inside = |&[one, other]: &[u64; 2]| one.max(other) <= vertices;
    if edges.iter().all(is_inside) && hackenbush::take_off(edges, |_, _| {}) {
        return None;
    }
    let mut parents: Vec<usize> = (0..=edges.len() + 1).collect();
    for (i, &[one, other]) in edges.iter().enumerate().filter(|(_, edge)| is_inside(edge)) {
        let (from, to) = (root(&mut parents, one), root(&mut parents, other));
        if from == to {
            return Some(format!("expected the edges of a tree, but edge {} closes a circle", i + 1));
        }
        parents[from] = to;
    }
    None
}

/// Returns the root of a vertex in a forest; halves the paths on the way.
fn root(parents: &mut [usize], vertex: u64) -> usize {
    let mut at = vertex as usize;
    while parents[at] != at {
        parents[at] = parents[parents[at]];
        at = parents[at];
    }
    at
}

/// The ratio of capacity to entries at which a table is replaced.
const SPARSE: usize = 16;

/// The numbers of a list seen so far.
#[derive(Default)]
pub(crate) struct Seen {
    small: u64,
    large: HashSet<u64>,
}

impl Seen {
    pub(crate) fn clear(&mut self) {
        self.small = 0;
        // Clearing costs as much as the table's capacity, however few entries there are.
        if self.large.len() < self.large.capacity() / SPARSE {
            self.large = HashSet::new();
        }
        self.large.clear();
    }

    /// Returns whether this number was seen before; it counts as seen from now on.
    fn has(&mut self, number: u64) -> bool {
        if number >= 64 {
            return !self.large.insert(number);
        }
        let before = self.small;
        self.small |= 1 << number;
        before == self.small
    }
}
