//! The grammar of a package: read from `problem.yaml` or a validator, and made into validators.

use std::io;

use serde_json::Value;

use super::validators;
use crate::{Description, grammar_yaml};
use nim_ground::error::malformed;
use nim_task::formats::Manifests;
use nim_task::package::problem_yaml::DESCRIPTION;
use nim_task::package::{ANSWER_VALIDATOR, Files, Grammar, INPUT_VALIDATOR, Notes, Package};
use nim_yaml::Node;

/// The manifest in which a grammar stands.
const PROBLEM: &str = "problem.yaml";

/// Returns the grammar of a package for a description of inputs.
pub(super) fn of_description(description: &Description) -> Grammar {
    let bounds = description.bounds.iter().map(|(name, bound)| (name.clone(), bound.to_string()));
    Grammar {
        yaml: grammar_yaml::grammar(&description.grammar) + &grammar_yaml::answers(description.answers),
        bounds: bounds.collect(),
        unchecked: grammar_yaml::without_text(&description.grammar).into_iter().map(str::to_owned).collect(),
    }
}

/// Returns the description that the grammar of a package is the text of.
pub(super) fn description(grammar: &Grammar) -> io::Result<Description> {
    let bounds = grammar.bounds.iter().map(|(name, range)| format!("  {name}: {range}\n"));
    let text = format!("constants:\n{}{}", bounds.collect::<String>(), grammar.yaml);
    parse(&text, "the grammar")
}

fn parse(text: &str, file: &str) -> io::Result<Description> {
    read(&nim_yaml::parse(text).map_err(|error| malformed(file, error.brief()))?, file)
}

fn read(yaml: &Node, file: &str) -> io::Result<Description> {
    let (grammar, bounds, answers) = grammar_yaml::read_node(yaml).map_err(|error| malformed(file, error))?;
    Ok(Description { name: String::new(), grammar, bounds, answers })
}

/// Reads the grammar of a package: from its manifest, otherwise from its input validator, if that was made from one.
pub(super) fn take(package: &mut Package, manifests: &Manifests) -> io::Result<()> {
    let has_grammar = package.other_keys.0.contains_key("grammar");
    for key in DESCRIPTION {
        package.other_keys.0.remove(*key);
    }
    let manifest = manifests.package(&package.folder)?.filter(|_| has_grammar);
    let description = match manifest.as_ref().and_then(|manifest| manifest.node()) {
        Some(yaml) => read(yaml, PROBLEM)?,
        None => {
            let Some(program) = package.files.get(INPUT_VALIDATOR) else { return Ok(()) };
            let program = program.text()?;
            let Some(literal) = validators::literal_of(&program) else { return Ok(()) };
            parse(literal, "the description in the input validator")?
        }
    };
    let grammar = of_description(&description);
    if let Some(Value::Object(mut constants)) = package.other_keys.0.remove("constants") {
        grammar.remove_bounds(&mut constants);
        if !constants.is_empty() {
            package.other_keys.set("constants", constants);
        }
    }
    package.grammar = Some(grammar);
    let places = [INPUT_VALIDATOR, ANSWER_VALIDATOR];
    package.forget_made(&places, |package, notes| made(package, &places, notes))
}

/// Returns the validators made from the grammar of a package, at the places where it has none of its own.
pub(super) fn made(package: &Package, places: &[&str], notes: &mut Notes) -> io::Result<Files> {
    let mut files = Files::new();
    let Some(grammar) = &package.grammar else { return Ok(files) };
    let description = description(grammar)?;
    if places.contains(&INPUT_VALIDATOR) && package.below("input_validators/").is_empty() {
        let unchecked = grammar.unchecked.iter();
        notes.extend(
            unchecked.map(|condition| format!("the input validator does not check that {condition}")),
        );
        files.insert(INPUT_VALIDATOR.to_owned(), validators::input(&description).into());
    }
    // The answers of a dialogue are empty.
    let has_answers = !package.is_interactive() && package.below("answer_validators/").is_empty();
    if places.contains(&ANSWER_VALIDATOR) && has_answers {
        let program = validators::answer(&description, &package.tests)?;
        files.insert(ANSWER_VALIDATOR.to_owned(), program.into());
    }
    Ok(files)
}
