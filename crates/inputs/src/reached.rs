//! The bounds that inputs reach together: of values, of sums, and of combinations of bounds.

use std::fmt;

use serde::Serialize;

use super::Description;
use super::generate::SIZE_LARGEST;
use super::roles::{name_of, roles, value_of};
use super::strict::{Reading, Tally};
use nim_solve::problem::{Cases, Kind, Part};
use nim_solve::registry::Bound;

/// The bounds that inputs reach together.
#[derive(Clone, Debug)]
pub struct Reached {
    fields: Vec<ReachedField>,
}

/// A field with its tally over the inputs.
#[derive(Clone, Debug)]
struct ReachedField {
    tally: Tally,
    /// The least and the greatest sum over an input.
    sums: (i128, i128),
    joint: Joint,
}

/// The limits that several bounds set together for the sum of a count, if they exceed its own bound.
#[derive(Clone, Copy, Debug, Default)]
struct Joint {
    in_case: Option<i128>,
    in_input: Option<i128>,
}

/// A bound that no input reaches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NeverReached {
    /// The name of the field, of `cases`, or of a sum over an input or a case: `total_heaps`, `case_pieces`.
    pub field: String,
    /// The end of the bounds as text: it may have more than 53 bits.
    pub bound: String,
    /// Whether the bound follows only from several bounds together.
    #[serde(skip)]
    pub is_joint: bool,
}

impl fmt::Display for NeverReached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} never {}", self.field, self.bound)
    }
}

impl Reached {
    /// Starts with no bound reached.
    pub fn new(description: &Description) -> Self {
        let fields = super::strict::tallies(description).into_iter().map(|tally| ReachedField {
            joint: joint(description, tally.field),
            sums: (i128::MAX, i128::MIN),
            tally,
        });
        Self { fields: fields.collect() }
    }

    /// Adds the reading of an input.
    pub fn add(&mut self, reading: &Reading) {
        for (field, tally) in self.fields.iter_mut().zip(&reading.tallies) {
            field.tally.found = joined(field.tally.found, tally.found);
            field.tally.in_case = field.tally.in_case.max(tally.in_case);
            field.sums = joined(field.sums, (tally.sum, tally.sum));
        }
    }

    /// Returns the bounds that no input reaches.
    pub fn never(&self) -> Vec<NeverReached> {
        let mut never = Vec::new();
        for ReachedField { tally, sums, joint } in &self.fields {
            let name = tally.field;
            let mut note = |field: String, end: Option<i128>, is_joint: bool| {
                never.extend(end.map(|end| NeverReached { field, bound: end.to_string(), is_joint }));
            };
            let total = format!("total_{name}");
            for (field, bound, found) in
                [(name, tally.bound, tally.found), (total.as_str(), tally.total, *sums)]
            {
                let Bound { least, most } = bound;
                note(field.to_owned(), least.filter(|&least| found.0 > least), false);
                note(field.to_owned(), most.filter(|&most| found.1 < most && least != Some(most)), false);
            }
            note(format!("case_{name}"), joint.in_case.filter(|&most| tally.in_case < most), true);
            note(total, joint.in_input.filter(|&most| sums.1 < most), true);
        }
        never
    }
}

/// Returns the limits by several bounds together that no generated input reaches, as it would be too large.
pub fn out_of_reach(description: &Description) -> Vec<String> {
    let joint = Reached::new(description).never().into_iter().filter(|never| never.is_joint);
    joint
        .filter(|never| never.bound.parse().is_ok_and(|bound: u128| bound > SIZE_LARGEST.into()))
        .map(|never| format!("{} {}", never.field, never.bound))
        .collect()
}

/// Returns the limit that several bounds set for the sum of a count, or of the lengths of a word.
fn joint(description: &Description, name: &str) -> Joint {
    let Some(bound) = most(description, name) else { return Joint::default() };
    let is_counted = roles(&description.grammar)
        .iter()
        .any(|role| role.field.name == name && (role.is_count || matches!(role.field.kind, Kind::Word(_))));
    let Some(times) = times(description, description.grammar.case, name).filter(|_| is_counted) else {
        return Joint::default();
    };
    let in_case = bound.saturating_mul(times);
    let total = description.bounds.get(&format!("total_{name}")).and_then(|total| total.most);
    let cases = match description.grammar.cases {
        Cases::One => None,
        _ => most(description, "cases"),
    };
    let in_input = cases.map(|cases| cases.saturating_mul(in_case));
    Joint {
        in_case: (times > 1).then_some(in_case).filter(|&sum| total.is_none_or(|total| sum <= total)),
        // A bounded sum is reported as such.
        in_input: in_input.filter(|&sum| sum > in_case && total.is_none()),
    }
}

/// Returns the greatest number of fields of this name in a case, if it is bounded.
fn times(description: &Description, parts: &[Part], name: &str) -> Option<i128> {
    parts.iter().find_map(|part| match *part {
        Part::Line(fields) => fields.iter().any(|field| field.name == name).then_some(1),
        Part::Rows { count, parts, .. } => {
            let rows = match name_of(count) {
                Some(of) => most(description, of).map(|most| value_of(count, |_| most.max(0) as u64)),
                None => Some(value_of(count, |_| 0)),
            };
            Some(times(description, parts, name)?.saturating_mul(rows?.into()))
        }
    })
}

fn most(description: &Description, name: &str) -> Option<i128> {
    description.bounds.get(name)?.most
}

/// Returns the smallest range that contains both.
fn joined(one: (i128, i128), other: (i128, i128)) -> (i128, i128) {
    (one.0.min(other.0), one.1.max(other.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strict;

    fn never(name: &str, inputs: &[&str]) -> Vec<String> {
        let description = Description::from_entry(nim_problems::find(name).unwrap());
        let mut reached = Reached::new(&description);
        inputs.iter().for_each(|input| reached.add(&strict::read(&description, input.as_bytes(), 1, |_| {})));
        reached.never().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn what_bounds_allow_together_is_a_bound() {
        let of_rows = never("hopping-pieces", &["1\n2\n1 20\n2 19 1\n"]);
        for joint in ["case_pieces never 20000", "total_pieces never 2000000", "total_rows never 100000"] {
            assert!(of_rows.iter().any(|never| never == joint), "{joint}: {of_rows:?}");
        }
        // The cases are not bounded, so that an input has no greatest sum; a case has.
        let of_sets = never("s-nim", &["1 1\n1\n1 10000\n0\n"]);
        assert!(of_sets.contains(&"case_heaps never 10000".to_owned()), "{of_sets:?}");
        assert!(!of_sets.iter().any(|never| never.starts_with("total_")), "{of_sets:?}");
        // A bounded sum takes the place of the product.
        let of_sum = never("nim-game", &["1\n1\n1\n"]);
        assert_eq!(
            of_sum,
            ["cases never 200000", "heaps never 200000", "total_heaps never 200000", "heap never 1000000000"]
        );
        assert_eq!(never("bash", &["1\n1 1\n", "1\n1000 1000\n"]), ["cases never 100"]);
    }
}
