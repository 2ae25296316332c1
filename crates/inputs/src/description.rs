//! The description of a problem's inputs.

use std::collections::BTreeMap;
use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;

use super::grammar_yaml::{self, DocumentError};
use nim_solve::problem::{Answers, Grammar};
use nim_solve::registry::{Bound, Entry};
use nim_yaml::Node;

/// The grammar, the bounds and the answers of a problem, built in or not.
#[derive(Clone, Debug)]
pub struct Description {
    /// The slug, or the name of the folder.
    pub name: String,
    /// The layout of an input.
    pub grammar: Grammar,
    /// The bounds of the statement, as in `problem.yaml`.
    pub bounds: BTreeMap<String, Bound>,
    /// The layout of the output.
    pub answers: Answers,
}

impl Description {
    /// Returns the description of a built-in problem.
    pub fn from_entry(entry: &Entry) -> Self {
        Self {
            name: entry.slug.to_owned(),
            grammar: entry.form.grammar,
            bounds: entry.bounds(),
            answers: entry.form.answers,
        }
    }

    /// Returns the description in the `problem.yaml` of a folder: its keys `grammar`, `constants` and `answers`.
    ///
    /// # Errors
    /// When it has no grammar or a wrong one.
    pub fn from_node(yaml: &Node, folder: &Path) -> Result<Self, DocumentError> {
        let (grammar, bounds, answers) = grammar_yaml::read_node(yaml)?;
        // Only the name depends on the real path.
        let whole = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        let name = whole.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        Ok(Self { name, grammar, bounds, answers })
    }

    /// Returns the values that the statement allows for a field, for the length of a word, or for `cases`.
    pub fn range(&self, field: &str) -> RangeInclusive<u64> {
        self.bounds.get(field).map_or(0..=u64::MAX, |&bound| natural_range(bound))
    }

    /// Returns the values that the statement allows for a field that may be negative.
    pub fn signed_range(&self, field: &str) -> RangeInclusive<i64> {
        let within = |end: i128| end.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        self.bounds.get(field).map_or(i64::MIN..=i64::MAX, |bound| {
            bound.least.map_or(i64::MIN, within)..=bound.most.map_or(i64::MAX, within)
        })
    }
}

/// Returns the numbers from 0 on within a bound.
pub(super) fn natural_range(bound: Bound) -> RangeInclusive<u64> {
    bound.least.map_or(0, natural)..=bound.most.map_or(u64::MAX, natural)
}

/// Returns the nearest unsigned number to the end of a range.
pub(super) fn natural(end: i128) -> u64 {
    u64::try_from(end.max(0)).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nim_problems as problems;

    #[test]
    fn bounds_are_those_of_the_statement() {
        let stones = Description::from_entry(problems::find("stones").unwrap());
        assert_eq!(stones.range("heap"), 0..=2_147_483_647);
        assert_eq!(stones.range("cases"), 0..=u64::MAX);
        assert_eq!(stones.range("total_heaps"), 0..=400_000);
    }
}
