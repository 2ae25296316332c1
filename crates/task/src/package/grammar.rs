//! The grammar of inputs, as a package needs it: what it writes into `problem.yaml`, and the validators made from it.

use std::fmt::Debug;
use std::io;
use std::sync::Arc;

use nim_ground::content::Content;
use nim_yaml::Node;

use super::metadata::malformed;
use super::{Notes, PackageTest};
use crate::Error;

/// The grammar of a problem's inputs.
pub trait Grammar: Debug + Send + Sync {
    /// Returns its bounds.
    fn bounds(&self) -> Vec<Bound>;

    /// Returns its keys of `problem.yaml`.
    fn yaml(&self) -> String;

    /// Returns a program that reads an input strictly. The conditions that it does not check are noted.
    fn input_validator(&self, codes: ExitCodes, notes: &mut Notes) -> String;

    /// Returns a program that checks the form of an answer, as the answers of tests have it.
    ///
    /// # Errors
    /// When a test cannot be read.
    fn answer_validator(&self, tests: &[PackageTest]) -> io::Result<String>;

    /// Returns an output validator that accepts the lines of each answer in any order.
    fn any_order(&self) -> String;
}

/// A bound of a grammar.
#[derive(Clone, Debug)]
pub struct Bound {
    /// Its name.
    pub name: String,
    /// The bound as `problem.yaml` has it: a number or a range.
    pub text: String,
    /// The least value.
    pub least: Option<i128>,
    /// The greatest value.
    pub most: Option<i128>,
}

/// The exit codes of a validator: for input that is valid, and for any other.
#[derive(Clone, Copy, Debug)]
pub struct ExitCodes(pub u8, pub u8);

impl ExitCodes {
    /// Those of validators in packages.
    pub const PACKAGE: Self = Self(42, 43);
    /// Those of programs in general.
    pub const PLAIN: Self = Self(0, 1);
}

/// Reads grammars.
#[derive(Clone, Copy)]
pub struct GrammarReader {
    /// Reads that of a `problem.yaml`.
    pub parse: fn(&Node) -> Result<Arc<dyn Grammar>, Error>,
    /// Returns the text of the grammar in a validator that was written from one.
    pub in_validator: fn(&str) -> Option<&str>,
}

impl GrammarReader {
    /// Reads the grammar of a file.
    pub(crate) fn read(self, yaml: &Node, file: &str) -> io::Result<Arc<dyn Grammar>> {
        (self.parse)(yaml).map_err(|error| malformed(file, error))
    }

    /// Returns the grammar of an input validator that was written from one.
    pub(crate) fn recognise(self, validator: Option<&Content>) -> io::Result<Option<Arc<dyn Grammar>>> {
        let Some(validator) = validator else { return Ok(None) };
        let program = validator.text()?;
        let Some(text) = (self.in_validator)(&program) else { return Ok(None) };
        let file = "the description in the input validator";
        let yaml = nim_yaml::parse(text).map_err(|error| malformed(file, error.brief()))?;
        self.read(&yaml, file).map(Some)
    }
}
