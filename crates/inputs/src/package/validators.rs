//! Validators in Python 3, which run on a judge's host without this program.
//!
//! A validator is the description of a problem as a literal, and an interpreter that is the same for all. The literal is JSON with the keys
//! `grammar`, `constants` and `answers` of a `problem.yaml`, and so can be read back.

use std::io;

use serde_json::{Map, Value};

use crate::{Description, grammar_yaml};
use nim_solve::problem::Answers;
use nim_task::layout::Test;
use nim_task::package::MARK;
use nim_task::package::grammar::PACKAGE_CODES;

mod forms;

use self::forms::Forms;

const READER: &str = include_str!("validators/reader.py");
const INPUT_MAIN: &str = include_str!("validators/input.py");
const ANSWER_MAIN: &str = include_str!("validators/answer.py");
const OUTPUT_MAIN: &str = include_str!("validators/output.py");
const ANY_ORDER: &str = include_str!("validators/any_order.py");

/// Returns a program that reads an input strictly.
pub(super) fn input(description: &Description) -> String {
    let about = "Checks an input strictly against its statement.";
    program(about, &literal(description, Map::new()), &[READER, INPUT_MAIN])
}

/// Returns a program that checks the form of an answer: how many there are, and the words that answers consist of.
pub(super) fn answer(description: &Description, tests: &[Test]) -> io::Result<String> {
    let about = "Checks the form of an answer; the input is the first argument.";
    let literal = literal(description, Forms::from_answers(description, tests)?.keys());
    Ok(program(about, &literal, &[READER, ANSWER_MAIN]))
}

/// Returns an output validator that accepts the lines of an answer in any order; if the lines are a set, only those after the second, and
/// each repeatedly.
pub(super) fn any_order(answers: Answers, is_set: bool) -> String {
    let records = match answers {
        Answers::Whole => Value::from("whole"),
        Answers::Line | Answers::Numbered => Value::from("line"),
        Answers::BlockAfter(words) => Value::from(words.to_vec()),
    };
    let (fixed, unique) = if is_set { (2, "set") } else { (1, "list") };
    let about = "Accepts the lines of each answer in any order.";
    output(about, &format!("RECORDS = {records}\nFIXED, UNIQUE = {fixed}, {unique}\n\n\n{ANY_ORDER}"))
}

/// Returns an output validator around a function `wrong(input, answer, output)`.
pub(super) fn output(about: &str, check: &str) -> String {
    let token = "# A token, between white space as the toolkit has it.\nTOKEN = re.compile(rb\"[^ \\t\\n\\f\\r]+\")\n";
    let gap = if check.starts_with("RECORDS") { "" } else { "\n\n" };
    format!("{}import re\nimport sys\n\n{token}{gap}{check}\n\n{OUTPUT_MAIN}", head(about))
}

fn head(about: &str) -> String {
    format!("#!/usr/bin/env python3\n{MARK}\n\"\"\"{about}\"\"\"\n")
}

fn program(about: &str, literal: &Value, parts: &[&str]) -> String {
    let head = head(about);
    format!("{head}import re\nimport sys\n\n{PACKAGE_CODES}\n{BEGIN}{literal:#}\n\n{}", parts.join("\n\n"))
}

/// The text before the literal.
const BEGIN: &str = "DESCRIPTION = ";

/// Returns the literal in a validator, if the program was written here.
pub(super) fn literal_of(program: &str) -> Option<&str> {
    let (head, rest) = program.split_once(BEGIN)?;
    let end = rest.find("\n}\n")?;
    head.contains(MARK).then(|| &rest[..end + 2])
}

/// Returns a description as a literal.
fn literal(description: &Description, mut keys: Map<String, Value>) -> Value {
    let yaml = grammar_yaml::grammar(&description.grammar) + &grammar_yaml::answers(description.answers);
    if let Ok(Value::Object(own)) = nim_yaml::value(&yaml) {
        keys.extend(own.into_iter().map(|(key, value)| (key, with_texts(value))));
    }
    let texts = description.bounds.iter().map(|(name, bound)| (name.clone(), Value::from(bound.to_string())));
    keys.insert("constants".to_owned(), texts.collect());
    Value::Object(keys)
}

/// Returns a value with its numbers as texts.
fn with_texts(value: Value) -> Value {
    match value {
        Value::Number(number) => number.to_string().into(),
        Value::Array(items) => items.into_iter().map(with_texts).collect(),
        Value::Object(map) => map.into_iter().map(|(key, value)| (key, with_texts(value))).collect(),
        other => other,
    }
}
