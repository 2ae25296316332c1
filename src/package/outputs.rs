//! How outputs are compared: the options of the ICPC format's default output validator.

use crate::judge::compare::{Comparison, WhitespaceRules};
use crate::judge::layout::{Test, Validation};

use super::Package;
use super::notes::Notes;

/// Returns the options that ask for a comparison.
fn options(comparison: &Comparison) -> Vec<String> {
    let mut options = Vec::new();
    if comparison.case_sensitive {
        options.push("case_sensitive".to_owned());
    }
    if comparison.format == Some(WhitespaceRules::EXACT) {
        options.push("space_change_sensitive".to_owned());
    }
    let tolerance = comparison.tolerance;
    let bounds = if tolerance.absolute == tolerance.relative {
        vec![("float_tolerance", tolerance.absolute)]
    } else {
        vec![
            ("float_absolute_tolerance", tolerance.absolute),
            ("float_relative_tolerance", tolerance.relative),
        ]
    };
    for (option, value) in bounds {
        options.extend(value.into_iter().flat_map(|value| [option.to_owned(), value.to_string()]));
    }
    options
}

impl Package {
    /// Returns how outputs are compared; `None` where a validator judges them, or an option is not known.
    pub(super) fn comparison(&self) -> Option<Comparison> {
        Comparison::of_package(&self.validator_args).ok().filter(|_| !self.has_validator())
    }

    fn has_validator(&self) -> bool {
        !self.below("output_validator/").is_empty()
    }

    /// Takes the comparison that the settings of its tests ask for.
    pub(super) fn take_comparison(&mut self, tests: &[Test], notes: &mut Notes) {
        let mut found = tests.iter().filter_map(|test| match test.validation {
            Some(Validation::Compare(comparison)) => Some(comparison),
            _ => None,
        });
        let (Some(first), Some(own)) = (found.next(), self.comparison()) else { return };
        if found.any(|other| other != first) {
            notes.push("tests are compared in different ways; the first one's counts for all".to_owned());
        }
        if first != own {
            self.validator_args = options(&first);
            if Comparison::of_package(&self.validator_args) != Ok(first) {
                notes.push(format!("the comparison {first} has no place in the ICPC format; it is near"));
            }
        }
    }

    /// Notes a comparison other than of tokens and those that a format has, which loses it.
    pub(super) fn note_comparison(&self, format: &str, has: &[Comparison], notes: &mut Notes) {
        let no_case = Comparison { case_sensitive: false, ..Comparison::TOKENS };
        match self.comparison() {
            None if self.has_validator() => {}
            Some(own) if own == Comparison::TOKENS || has.contains(&own) => {}
            Some(own) if own == no_case => {
                notes.push(format!("{format} tells upper and lower case apart in outputs"));
            }
            _ => notes
                .push(format!("{format} does not compare outputs as `{}`", self.validator_args.join(" "))),
        }
    }
}

/// The comparison byte by byte.
pub(super) const EXACT: Comparison =
    Comparison { format: Some(WhitespaceRules::EXACT), ..Comparison::TOKENS };
