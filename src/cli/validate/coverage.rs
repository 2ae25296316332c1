//! What several inputs cover together: the bounds that they reach, and which of them are the same.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use nim_inputs::strict::{Reading, Tally};
use nim_io::Whole;

/// Bytes that are hashed before their memory is released.
const PART: usize = 2 << 20;

/// What several inputs cover together.
#[derive(Default)]
pub struct Coverage {
    /// The fields, with the least and greatest values and sums of all inputs.
    fields: Vec<Covered>,
    /// The names of inputs by their contents.
    contents: BTreeMap<[u8; 32], Vec<String>>,
}

struct Covered {
    tally: Tally,
    /// The least and the greatest sum.
    sums: (i128, i128),
}

/// A bound that no input reaches.
#[derive(Serialize)]
pub struct NeverReached {
    /// The name of the field, of `cases`, or of a sum: `total_heaps`.
    field: String,
    /// The end of its bounds, as a text: it may have more than 53 bits.
    bound: String,
}

impl fmt::Display for NeverReached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} never {}", self.field, self.bound)
    }
}

impl Coverage {
    /// Adds an input.
    pub fn add(&mut self, name: &str, whole: &Whole, reading: &Reading) {
        if self.fields.is_empty() {
            let covered = |tally: &Tally| Covered { tally: tally.clone(), sums: (i128::MAX, i128::MIN) };
            self.fields = reading.tallies.iter().map(covered).collect();
        }
        for (covered, tally) in self.fields.iter_mut().zip(&reading.tallies) {
            covered.tally.found = joined(covered.tally.found, tally.found);
            covered.sums = joined(covered.sums, (tally.sum, tally.sum));
        }
        let mut hasher = blake3::Hasher::new();
        for (part, bytes) in whole.chunks(PART).enumerate() {
            hasher.update(bytes);
            whole.release(part * PART..part * PART + bytes.len());
        }
        self.contents.entry(*hasher.finalize().as_bytes()).or_default().push(name.to_owned());
    }

    /// Returns the bounds that no input reaches.
    pub fn never_reached(&self) -> Vec<NeverReached> {
        let mut never = Vec::new();
        for Covered { tally, sums } in &self.fields {
            let total = format!("total_{}", tally.field);
            for (field, bound, found) in
                [(tally.field, tally.bound, tally.found), (&total, tally.total, *sums)]
            {
                let least = bound.least.filter(|&least| found.0 > least);
                let most = bound.most.filter(|&most| found.1 < most);
                let missed = least.into_iter().chain(most.filter(|_| bound.least != bound.most));
                never.extend(
                    missed.map(|bound| NeverReached { field: field.to_owned(), bound: bound.to_string() }),
                );
            }
        }
        never
    }

    /// Returns the names of inputs with the same contents.
    pub fn same(&self) -> Vec<Vec<String>> {
        let mut same: Vec<_> = self.contents.values().filter(|names| names.len() > 1).cloned().collect();
        same.sort();
        same
    }
}

/// The range that has both.
fn joined(one: (i128, i128), other: (i128, i128)) -> (i128, i128) {
    (one.0.min(other.0), one.1.max(other.1))
}
