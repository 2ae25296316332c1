//! The roles of a grammar's fields: counts and values, alone or in lists.

use super::Description;
use nim_solve::problem::{Condition, Count, Field, Grammar, Kind, Part, number};

/// A field of a grammar, and its role.
pub(super) struct Role {
    pub(super) field: Field,
    /// The rows that it stands in.
    pub(super) row: Option<&'static str>,
    /// Whether it is the length of a list, or of rows.
    pub(super) is_count: bool,
    /// Whether it is the only field of a row.
    is_alone_in_row: bool,
    /// Whether no number occurs twice in its list.
    pub(super) is_distinct: bool,
    /// Whether it is a vertex of an edge.
    pub(super) is_tree: bool,
}

/// Names of lists of heaps.
const HEAPS: &[&str] = &["heap", "pile", "stack", "stone", "match"];

/// Returns the roles of all fields of a grammar, the header first.
pub(super) fn roles(grammar: &Grammar) -> Vec<Role> {
    let mut counts = Vec::new();
    gather_counts(grammar.case, &mut counts);
    let mut roles = Vec::new();
    let header: Vec<Field> = grammar.header.iter().map(|&name| number(name)).collect();
    add(grammar, &counts, &header, None, &mut roles);
    gather(grammar, &counts, grammar.case, None, &mut roles);
    roles
}

fn gather(
    grammar: &Grammar,
    counts: &[&str],
    parts: &[Part],
    row: Option<&'static str>,
    roles: &mut Vec<Role>,
) {
    for part in parts {
        match *part {
            Part::Line(fields) => add(grammar, counts, fields, row, roles),
            Part::Rows { name, parts, .. } => gather(grammar, counts, parts, Some(name), roles),
        }
    }
}

fn add(
    grammar: &Grammar,
    counts: &[&str],
    fields: &[Field],
    row: Option<&'static str>,
    roles: &mut Vec<Role>,
) {
    roles.extend(fields.iter().map(|&field| Role {
        field,
        row,
        is_count: counts.contains(&field.name),
        is_alone_in_row: row.is_some() && fields.len() == 1,
        is_distinct: conditions(grammar).any(|condition| *condition == Condition::Distinct(field.name)),
        is_tree:
            row.is_some_and(|row| conditions(grammar).any(|condition| *condition == Condition::Tree(row))),
    }));
}

/// The names that counts refer to.
fn gather_counts(parts: &[Part], counts: &mut Vec<&'static str>) {
    for part in parts {
        match *part {
            Part::Line(fields) => counts.extend(fields.iter().filter_map(|field| match field.kind {
                Kind::List(count) => name_of(count),
                _ => None,
            })),
            Part::Rows { count, parts, .. } => {
                counts.extend(name_of(count));
                gather_counts(parts, counts);
            }
        }
    }
}

/// Returns every condition of the statement.
pub(super) fn conditions(grammar: &Grammar) -> impl Iterator<Item = &'static Condition> + use<> {
    grammar.conditions.iter().chain(grammar.unchecked)
}

/// The number that a count depends on.
pub(super) const fn name_of(count: Count) -> Option<&'static str> {
    match count {
        Count::Exactly(_) => None,
        Count::Of(name) | Count::Linear { of: name, .. } => Some(name),
    }
}

impl Role {
    /// Returns whether it is a number that counts nothing.
    pub(super) const fn is_value(&self) -> bool {
        !self.is_count && matches!(self.field.kind, Kind::Number | Kind::Signed | Kind::List(_))
    }

    /// Returns whether it is a list, or makes up one with the other rows.
    pub(super) const fn is_listed(&self) -> bool {
        matches!(self.field.kind, Kind::List(_)) || self.is_alone_in_row
    }

    /// Returns whether its list is one of heaps, any of which may be equal.
    pub(super) fn is_heap(&self) -> bool {
        let is_heap = |name: &str| HEAPS.contains(&name) || HEAPS.contains(&name.trim_end_matches('s'));
        let is_named = is_heap(self.field.name) || self.is_alone_in_row && self.row.is_some_and(is_heap);
        self.is_value() && self.is_listed() && !self.is_distinct && is_named
    }

    /// Returns whether the bounds and conditions allow 0.
    pub(super) fn may_be_zero(&self, description: &Description) -> bool {
        let is_above_zero = |condition: &Condition| match *condition {
            Condition::Range { field, from, .. } => field == self.field.name && from != Count::Exactly(0),
            _ => false,
        };
        *description.range(self.field.name).start() == 0
            && !conditions(&description.grammar).any(is_above_zero)
    }
}
