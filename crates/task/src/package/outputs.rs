//! The comparison of outputs: the options of the ICPC format's default output validator.

use itertools::Itertools as _;

use crate::comparison::{Comparison, WhitespaceRules};
use crate::layout::test::Validation;

use super::{Notes, Package};

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
    /// Returns the comparison of outputs; `None` if a validator judges them, or an option is not known.
    pub(crate) fn comparison(&self) -> Option<Comparison> {
        Comparison::of_package(&self.validator_args).ok().filter(|_| !self.has_validator())
    }

    pub(crate) fn has_validator(&self) -> bool {
        !self.below("output_validator/").is_empty()
    }

    /// Returns whether programs talk to an interactor.
    pub fn is_interactive(&self) -> bool {
        self.other_keys.list("type").iter().any(|kind| kind == "interactive")
    }

    /// Reads the comparison from the settings of the tests.
    pub(crate) fn take_comparison(&mut self, notes: &mut Notes) {
        let (Some(first), Some(own)) = (self.comparisons().next(), self.comparison()) else { return };
        if !self.comparisons().all_equal() {
            notes.push("tests are compared in different ways; the first one's counts for all".to_owned());
        }
        if first != own {
            self.validator_args = options(&first);
        }
    }

    /// Returns the comparisons of the tests that a manifest states.
    fn comparisons(&self) -> impl Iterator<Item = Comparison> {
        self.tests.iter().filter_map(|test| match test.validation {
            Some(Validation::Compare(comparison)) => Some(comparison),
            _ => None,
        })
    }

    /// Returns the exact comparison, if [`Self::validator_args`] only approximate it.
    pub(crate) fn exact(&self) -> Option<Comparison> {
        let own = self.comparison()?;
        self.comparisons().next().filter(|exact| *exact != own)
    }

    /// Keeps the arguments of the output validator in their spelling, if they mean the same as the tests' judging.
    pub(crate) fn state_args(&mut self, args: &[String]) {
        if self.comparison().is_none_or(|own| Comparison::of_package(args) == Ok(own)) {
            self.validator_args = args.to_vec();
        }
    }

    /// Notes that a format's comparison of outputs only approximates the package's.
    pub(crate) fn note_near(&self, format: &str, written: Comparison, notes: &mut Notes) {
        if let Some(exact) = self.exact().filter(|exact| *exact != written) {
            notes.push(format!(
                "{format} compares outputs as {written}, which is near to the package's: {exact}"
            ));
        }
    }

    /// Notes that a format distinguishes upper and lower case, unlike the package.
    pub(crate) fn note_case(&self, format: &str, notes: &mut Notes) {
        if self.comparison().is_some_and(|own| !own.case_sensitive) {
            notes.push(format!("{format} tells upper and lower case apart in outputs"));
        }
    }

    /// Returns the loss of a comparison that is neither of tokens nor one of the format's.
    pub(crate) fn lost_comparison(&self, format: &str, has: impl Fn(Comparison) -> bool) -> Option<String> {
        let is_held = match self.comparison() {
            Some(own) => own == Comparison::TOKENS || own == NO_CASE || has(own),
            None => self.has_validator(),
        };
        let args = self.validator_args.join(" ");
        (!is_held).then(|| format!("{format} does not compare outputs as `{args}`"))
    }
}

/// The comparison that ignores letter case.
const NO_CASE: Comparison = Comparison { case_sensitive: false, ..Comparison::TOKENS };

/// The comparison of outputs byte by byte.
pub const EXACT: Comparison = Comparison { format: Some(WhitespaceRules::EXACT), ..Comparison::TOKENS };
