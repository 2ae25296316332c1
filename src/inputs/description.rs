//! The description of a problem's inputs.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::problem::{Answers, Grammar};
use crate::registry::{Bound, Entry};

/// The grammar, the bounds and the answers of a problem, whether it is built in or not.
#[derive(Clone, Debug)]
pub struct Description {
    /// Its slug, or the name of its folder.
    pub name: String,
    /// The layout of an input.
    pub grammar: Grammar,
    /// The bounds of its statement, as in `problem.yaml`.
    pub bounds: BTreeMap<String, Bound>,
    /// The layout of the output.
    pub answers: Answers,
}

impl Description {
    /// Returns the description of a built-in problem.
    ///
    /// # Errors
    /// When its `problem.yaml` is malformed, which the tests rule out.
    pub fn of(entry: &Entry) -> Result<Self, serde_saphyr::Error> {
        Ok(Self {
            name: entry.slug.to_owned(),
            grammar: entry.grammar,
            bounds: entry.metadata()?.bounds,
            answers: entry.answers,
        })
    }

    /// Returns the values that the statement allows for a field, for the length of a word, or for `cases`.
    #[must_use]
    pub fn range(&self, field: &str) -> RangeInclusive<u64> {
        let bound = self.bounds.get(field);
        let least = bound.and_then(|bound| bound.least).unwrap_or(0);
        let most = bound.and_then(|bound| bound.most).unwrap_or(u64::MAX);
        least..=most
    }

    /// Returns the sums that the statement allows for a field over an input.
    #[must_use]
    pub fn total(&self, field: &str) -> RangeInclusive<u64> {
        self.range(&format!("total_{field}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problems;

    #[test]
    fn bounds_are_those_of_the_statement() {
        let stones = Description::of(problems::find("stones").unwrap()).unwrap();
        assert_eq!(stones.range("heap"), 0..=2_147_483_647);
        assert_eq!(stones.range("cases"), 0..=u64::MAX);
        assert_eq!(stones.total("heaps"), 0..=400_000);
    }
}
