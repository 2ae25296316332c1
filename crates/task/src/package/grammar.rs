//! The grammar of inputs as text in a package. Validators are made from it elsewhere, and are files of the package.

use std::collections::BTreeMap;

use serde_json::{Map, Number, Value};

/// The keys of `problem.yaml` that describe inputs.
#[derive(Clone, Debug)]
pub struct Grammar {
    /// The keys `grammar` and `answers`, as YAML.
    pub yaml: String,
    /// The bounds by name, each written `least..=most`.
    pub bounds: BTreeMap<String, String>,
    /// Conditions without text that the input validator does not check.
    pub unchecked: Vec<String>,
}

/// The line with the exit codes of an input validator, for a valid and an invalid input: in the ICPC format.
pub const PACKAGE_CODES: &str = "VALID, INVALID = 42, 43";
/// Like [`PACKAGE_CODES`], for judges that expect status 0 for a valid input.
pub(crate) const PLAIN_CODES: &str = "VALID, INVALID = 0, 1";

impl Grammar {
    /// Returns the ends of the bounds as constants of the ICPC format: `min_heap`, `max_heap`.
    pub(crate) fn ends(&self) -> impl Iterator<Item = (String, Value)> {
        self.bounds.iter().filter_map(|(name, range)| Some((name, range.split_once("..=")?))).flat_map(
            |(name, (least, most))| {
                [("min", least), ("max", most)].into_iter().filter_map(move |(side, end)| {
                    Some((format!("{side}_{name}"), Number::from_i128(end.parse().ok()?)?.into()))
                })
            },
        )
    }

    /// Removes the bounds from constants, in which they are ranges or ends.
    pub fn remove_bounds(&self, constants: &mut Map<String, Value>) {
        for name in self.bounds.keys() {
            constants.remove(name);
        }
        for (end, value) in self.ends() {
            if constants.get(&end) == Some(&value) {
                constants.remove(&end);
            }
        }
    }
}
