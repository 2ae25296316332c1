//! The grammar of a package: validators made from it, and its place in `problem.yaml`.

use std::io;
use std::sync::Arc;

use super::validators;
use crate::{Description, grammar_yaml};
use nim_task::package::grammar::{Bound, ExitCodes, Grammar, GrammarReader};
use nim_task::package::{Notes, PackageTest};
use nim_yaml::Node;

/// The reader of grammars.
pub const GRAMMARS: GrammarReader = GrammarReader { parse, in_validator: validators::literal_of };

fn parse(yaml: &Node) -> Result<Arc<dyn Grammar>, nim_task::Error> {
    let (grammar, bounds, answers) =
        grammar_yaml::read_node(yaml).map_err(|error| nim_task::Error::Malformed(error.to_string()))?;
    Ok(Arc::new(Described(Description { name: String::new(), grammar, bounds, answers })))
}

/// A description as the grammar of a package.
#[derive(Debug)]
pub(super) struct Described(pub(super) Description);

impl Grammar for Described {
    fn bounds(&self) -> Vec<Bound> {
        let bounds = self.0.bounds.iter();
        let bound = bounds.map(|(name, bound)| Bound {
            name: name.clone(),
            text: bound.to_string(),
            least: bound.least,
            most: bound.most,
        });
        bound.collect()
    }

    fn yaml(&self) -> String {
        grammar_yaml::grammar(&self.0.grammar) + &grammar_yaml::answers(self.0.answers)
    }

    fn input_validator(&self, codes: ExitCodes, notes: &mut Notes) -> String {
        validators::input(&self.0, codes, notes)
    }

    fn answer_validator(&self, tests: &[PackageTest]) -> io::Result<String> {
        validators::answer(&self.0, tests)
    }

    fn any_order(&self) -> String {
        validators::any_order(self.0.answers, false)
    }
}
