//! The bounds of a field, with the values and the sum that were found.

use std::collections::BTreeSet;

use crate::Description;
use crate::roles::roles;
use nim_solve::problem::Cases;
use nim_solve::registry::Bound;

/// The bounds of a field, with the values and the sum that were found.
#[derive(Clone, Debug)]
pub struct Tally {
    /// The name of the field, or `cases`.
    pub field: &'static str,
    /// The bounds of the values; for words, of their lengths.
    pub bound: Bound,
    /// The bounds of the sum over the input.
    pub total: Bound,
    /// The least and the greatest value found; none where the first is greater.
    pub found: (i128, i128),
    /// The sum of the values found.
    pub sum: i128,
    /// The greatest sum within a case.
    pub in_case: i128,
    /// The sum before the current case.
    before: i128,
}

impl Tally {
    fn new(description: &Description, field: &'static str) -> Self {
        Self {
            field,
            bound: description.bounds.get(field).copied().unwrap_or(ANY),
            total: description.bounds.get(&format!("total_{field}")).copied().unwrap_or(ANY),
            found: (i128::MAX, i128::MIN),
            sum: 0,
            in_case: 0,
            before: 0,
        }
    }

    /// Adds a value. Returns whether the sum exceeds its bound now, but did not before.
    pub(super) fn add(&mut self, value: i128) -> bool {
        self.found = (self.found.0.min(value), self.found.1.max(value));
        let before = self.sum;
        self.sum += value;
        self.total.most.is_some_and(|most| before <= most && self.sum > most)
    }

    /// Takes note that a case ends.
    pub(super) fn end_case(&mut self) {
        self.in_case = self.in_case.max(self.sum - self.before);
        self.before = self.sum;
    }

    /// Returns the message for a value out of bounds; `what` is a number, or a length.
    pub(super) fn outside(&self, value: i128, what: &str) -> Option<String> {
        let Bound { least, most } = self.bound;
        let is_outside = least.is_some_and(|least| value < least) || most.is_some_and(|most| value > most);
        is_outside.then(|| format!("expected {}, found {value}", in_words(what, self.bound)))
    }
}

/// A bound that allows all values.
const ANY: Bound = Bound { least: None, most: None };

fn in_words(what: &str, bound: Bound) -> String {
    match (bound.least, bound.most) {
        (Some(least), Some(most)) => format!("{what} from {least} to {most}"),
        (Some(least), None) => format!("{what} of at least {least}"),
        (None, Some(most)) => format!("{what} of at most {most}"),
        (None, None) => what.to_owned(),
    }
}

/// Returns a tally for every field of a grammar, and for the number of cases.
pub(crate) fn tallies(description: &Description) -> Vec<Tally> {
    let grammar = &description.grammar;
    let mut names: Vec<&'static str> = roles(grammar).into_iter().map(|role| role.field.name).collect();
    if grammar.cases == Cases::Counted || description.bounds.contains_key(CASES) {
        names.insert(grammar.header.len(), CASES);
    }
    let mut seen = BTreeSet::new();
    names.retain(|name| seen.insert(*name));
    names.into_iter().map(|name| Tally::new(description, name)).collect()
}

/// The name of the number of cases.
pub(super) const CASES: &str = "cases";
