//! The roles of a grammar's fields: counts and values, alone or in lists.

use super::Description;
use nim_solve::problem::{Condition, Count, Field, Grammar, Kind, Part, number};

/// A field of a grammar, and its role.
pub(super) struct Role {
    pub(super) field: Field,
    /// The rows that contain the field.
    pub(super) row: Option<&'static str>,
    /// Whether the field is the length of a list, or of rows.
    pub(super) is_count: bool,
    /// Whether the field is the only one of a row.
    is_alone_in_row: bool,
    /// Whether the numbers of the list are distinct.
    pub(super) is_distinct: bool,
    /// Whether the list is sorted, with distinct numbers.
    pub(super) is_ascending: bool,
    /// Whether the field is a vertex of an edge.
    pub(super) is_tree: bool,
}

/// The names of fields that are lists of heaps.
const HEAPS: &[&str] = &["heap", "pile", "stack", "stone", "match"];

/// Returns the roles of all fields of a grammar, the header first.
pub(super) fn roles(grammar: &Grammar) -> Vec<Role> {
    let mut fields: Vec<_> = grammar.header.iter().map(|&name| (number(name), None, false)).collect();
    let mut counts = Vec::new();
    gather(grammar.case, None, &mut fields, &mut counts);
    let has = |own: Condition| conditions(grammar).any(|condition| *condition == own);
    let roles = fields.into_iter().map(|(field, row, is_alone_in_row)| Role {
        field,
        row,
        is_count: counts.contains(&field.name),
        is_alone_in_row,
        is_distinct: has(Condition::Distinct(field.name)) || has(Condition::Ascending(field.name)),
        is_ascending: has(Condition::Ascending(field.name)),
        is_tree: row.is_some_and(|row| has(Condition::Tree(row))),
    });
    roles.collect()
}

/// Gathers fields, with their rows and whether they are alone there, and the names that counts refer to.
fn gather(
    parts: &[Part],
    row: Option<&'static str>,
    fields: &mut Vec<(Field, Option<&'static str>, bool)>,
    counts: &mut Vec<&'static str>,
) {
    for part in parts {
        match *part {
            Part::Line(line) => {
                fields.extend(line.iter().map(|&field| (field, row, row.is_some() && line.len() == 1)));
                counts.extend(line.iter().filter_map(|field| match field.kind {
                    Kind::List(count) => name_of(count),
                    _ => None,
                }));
            }
            Part::Rows { name, count, parts } => {
                counts.extend(name_of(count));
                gather(parts, Some(name), fields, counts);
            }
        }
    }
}

/// Returns the name of the rows that are the edges of a tree.
pub(super) fn tree(grammar: &Grammar) -> Option<&'static str> {
    conditions(grammar)
        .find_map(|condition| if let Condition::Tree(name) = *condition { Some(name) } else { None })
}

/// Returns every condition of the statement.
pub(super) fn conditions(grammar: &Grammar) -> impl Iterator<Item = &'static Condition> + use<> {
    grammar.conditions.iter().chain(grammar.unchecked)
}

/// Returns the number that a count depends on.
pub(super) const fn name_of(count: Count) -> Option<&'static str> {
    match count {
        Count::Exactly(_) => None,
        Count::Of(name) | Count::Linear { of: name, .. } => Some(name),
    }
}

/// Returns a count, where the number of each name has the value of a function.
pub(super) fn value_of(count: Count, value: impl FnOnce(&'static str) -> u64) -> u64 {
    match count {
        Count::Exactly(count) => count,
        Count::Of(name) => value(name),
        Count::Linear { times, of, plus } => times.saturating_mul(value(of)).saturating_add_signed(plus),
    }
}

impl Role {
    /// Returns whether the field is a number that counts nothing.
    pub(super) const fn is_value(&self) -> bool {
        !self.is_count && matches!(self.field.kind, Kind::Number | Kind::Signed | Kind::List(_))
    }

    /// Returns whether the field is a list, or forms one over the rows.
    pub(super) const fn is_listed(&self) -> bool {
        matches!(self.field.kind, Kind::List(_)) || self.is_alone_in_row
    }

    /// Returns whether the field is a list of heaps, which may be equal.
    pub(super) fn is_heap(&self) -> bool {
        let is_heap = |name: &str| HEAPS.contains(&name) || HEAPS.contains(&name.trim_end_matches('s'));
        let is_named = is_heap(self.field.name) || self.is_alone_in_row && self.row.is_some_and(is_heap);
        self.is_value() && self.is_listed() && !self.is_distinct && is_named
    }

    /// Returns whether the bounds and conditions allow 0.
    pub(super) fn may_be_zero(&self, description: &Description) -> bool {
        *description.range(self.field.name).start() == 0
            && !conditions(&description.grammar).any(|condition| match *condition {
                Condition::Range { field, from, .. } => field == self.field.name && from != Count::Exactly(0),
                _ => false,
            })
    }
}
