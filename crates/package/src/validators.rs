//! Validators in Python 3, which run on a judge's host without this program.
//!
//! A validator is the description of a problem as a literal, and an interpreter that is the same for all. The literal is
//! JSON with the keys `grammar`, `constants` and `answers` of a `problem.yaml`, and so can be read back.

use std::io;

use serde_json::{Map, Value};

use super::PackageTest;
use super::notes::Notes;
use nim_inputs::{Description, grammar_yaml};
use nim_solve::problem::Answers;
use nim_solve::registry::Bound;

mod forms;

use self::forms::Forms;

/// Where an input validator stands in a package.
pub(super) const INPUT: &str = "input_validators/validate.py";
/// Where an answer validator stands in a package.
pub(super) const ANSWER: &str = "answer_validators/validate.py";
/// Where an output validator stands in a package.
pub(super) const OUTPUT: &str = "output_validator/validate.py";

const READER: &str = include_str!("validators/reader.py");
const INPUT_MAIN: &str = include_str!("validators/input.py");
const ANSWER_MAIN: &str = include_str!("validators/answer.py");
const OUTPUT_MAIN: &str = include_str!("validators/output.py");
const ANY_ORDER: &str = include_str!("validators/any_order.py");

/// A checker of DMOJ that calls the output validator beside it.
pub(super) const DMOJ_CHECK: &str = include_str!("validators/dmoj_check.py");

/// The exit codes of a validator: for input that is valid, and for any other.
#[derive(Clone, Copy, Debug)]
pub(super) struct ExitCodes(pub(super) u8, pub(super) u8);

impl ExitCodes {
    /// Those of the ICPC format.
    pub(super) const ICPC: Self = Self(42, 43);
    /// Those of programs in general.
    pub(super) const PLAIN: Self = Self(0, 1);
}

/// Returns a program that reads an input strictly. The conditions that it does not check are noted.
pub(super) fn input(description: &Description, codes: ExitCodes, notes: &mut Notes) -> String {
    let unchecked = grammar_yaml::without_text(&description.grammar);
    notes.extend(
        unchecked.iter().map(|condition| format!("the input validator does not check that {condition}")),
    );
    let about = "Checks that an input is to the letter of its statement.";
    program(about, codes, &literal(description, Map::new()), &[READER, INPUT_MAIN])
}

/// Returns a program that checks the form of an answer: how many there are, and the words that answers consist of.
pub(super) fn answer(description: &Description, tests: &[PackageTest]) -> io::Result<String> {
    let about = "Checks the form of an answer; the input is the first argument.";
    let literal = literal(description, Forms::of(description, tests)?.keys());
    Ok(program(about, ExitCodes::ICPC, &literal, &[READER, ANSWER_MAIN]))
}

/// Returns an output validator that accepts the lines of an answer in any order, and repeatedly where they are a set.
pub(super) fn any_order(answers: Answers, is_set: bool) -> String {
    let records = match answers {
        Answers::Whole => Value::from("whole"),
        Answers::Line | Answers::Numbered => Value::from("line"),
        Answers::BlockAfter(words) => Value::from(words.to_vec()),
    };
    let unique = if is_set { "set" } else { "list" };
    let about = "Accepts the lines of each answer in any order.";
    output(about, &format!("RECORDS = {records}\nUNIQUE = {unique}\n\n\n{ANY_ORDER}"))
}

/// Returns an output validator around a function `wrong(input, answer, output)`.
pub(super) fn output(about: &str, check: &str) -> String {
    let token = "# A token, between white space as the toolkit has it.\nTOKEN = re.compile(rb\"[^ \\t\\n\\f\\r]+\")\n";
    let gap = if check.starts_with("RECORDS") { "" } else { "\n\n" };
    format!("{}import re\nimport sys\n\n{token}{gap}{check}\n\n{OUTPUT_MAIN}", head(about))
}

const INTERACTOR_MAIN: &str = include_str!("validators/interactor.py");
const BEGIN_VALIDATOR: &str = "VALIDATOR = (\n";
const END_VALIDATOR: &str = ")\n\n";

/// Returns an interactor with the calling convention of testlib, around an output validator in Python.
pub(super) fn interactor(validator: &str) -> String {
    let lines: String =
        validator.split_inclusive('\n').map(|line| format!("    {}\n", Value::from(line))).collect();
    format!("{BEGIN_VALIDATOR}{lines}{END_VALIDATOR}{INTERACTOR_MAIN}")
}

/// Returns the output validator in an interactor that was written here.
pub(super) fn validator_of(interactor: &str) -> Option<String> {
    let lines = interactor.strip_prefix(BEGIN_VALIDATOR)?.strip_suffix(INTERACTOR_MAIN)?;
    let lines = lines.strip_suffix(END_VALIDATOR)?.lines();
    lines.map(|line| serde_json::from_str::<String>(line.trim_start()).ok()).collect()
}

/// The first words of the programs written here.
pub(super) const MARK: &str =
    "# Written by nim-toolkit (https://crates.io/crates/nim-toolkit): toolkit export.";

fn head(about: &str) -> String {
    format!("#!/usr/bin/env python3\n{MARK}\n\"\"\"{about}\"\"\"\n")
}

fn program(about: &str, ExitCodes(valid, invalid): ExitCodes, literal: &Value, parts: &[&str]) -> String {
    let codes = format!("VALID, INVALID = {valid}, {invalid}");
    let head = head(about);
    format!("{head}import re\nimport sys\n\n{codes}\n{BEGIN}{literal:#}\n\n{}", parts.join("\n\n"))
}

/// What stands before the literal.
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
    if let Ok(Value::Object(own)) = serde_saphyr::from_str(&yaml) {
        keys.extend(own.into_iter().map(|(key, value)| (key, with_texts(value))));
    }
    let bound = |(name, bound): (&String, &Bound)| (name.clone(), Value::from(bound.to_string()));
    keys.insert("constants".to_owned(), description.bounds.iter().map(bound).collect());
    Value::Object(keys)
}

/// Returns a value whose numbers have become texts.
fn with_texts(value: Value) -> Value {
    match value {
        Value::Number(number) => number.to_string().into(),
        Value::Array(items) => items.into_iter().map(with_texts).collect(),
        Value::Object(map) => map.into_iter().map(|(key, value)| (key, with_texts(value))).collect(),
        other => other,
    }
}
