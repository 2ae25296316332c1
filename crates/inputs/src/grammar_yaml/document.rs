//! The keys of a `problem.yaml` that describe inputs and outputs.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::names::{Names, check_case};
use super::notation::{self, leak, leak_all};
use nim_solve::problem::{Answers, Grammar, Part, ValueError};
use nim_solve::registry::Bound;
use nim_yaml::{Located, Node};

/// The reason why a `problem.yaml` describes no inputs.
#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    /// It is not YAML, or lacks a key.
    #[error("{}", .0.brief())]
    Yaml(nim_yaml::Error),
    /// A text in it is wrong.
    #[error("line {line}: {key}: {why}")]
    At {
        /// The line, from 1.
        line: u64,
        /// The key it belongs to.
        key: &'static str,
        /// Why it is wrong.
        why: ValueError,
    },
    /// It has no key `grammar`.
    #[error("expected the key `grammar`, which says what an input looks like")]
    NoGrammar,
}

/// Returns the grammar, the bounds and the answers that a `problem.yaml` describes.
///
/// # Errors
/// The first thing that is wrong, and its line.
pub fn read(yaml: &str) -> Result<(Grammar, BTreeMap<String, Bound>, Answers), DocumentError> {
    read_node(&nim_yaml::parse(yaml).map_err(DocumentError::Yaml)?)
}

/// As [`read`], of a text that was parsed.
///
/// # Errors
/// As of [`read`].
pub fn read_node(yaml: &Node) -> Result<(Grammar, BTreeMap<String, Bound>, Answers), DocumentError> {
    let document = Document::deserialize(yaml).map_err(DocumentError::Yaml)?;
    let text = document.grammar.ok_or(DocumentError::NoGrammar)?;
    let grammar = text.grammar()?;
    let bounds = bounds(&document.constants, &grammar)?;
    let answers = document.answers.as_ref().map_or(Ok(Answers::Whole), answers)?;
    Ok((grammar, bounds, answers))
}

/// A text, and where it stands.
type Text = Located<String>;

#[derive(Deserialize)]
struct Document {
    grammar: Option<GrammarText>,
    #[serde(default)]
    constants: BTreeMap<String, Located<Value>>,
    answers: Option<Located<Value>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GrammarText {
    #[serde(default)]
    header: Vec<Text>,
    cases: Text,
    case: Located<Vec<PartText>>,
    #[serde(default)]
    conditions: Vec<Text>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum PartText {
    Line(Vec<Text>),
    Rows(RowsText),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RowsText {
    name: Text,
    count: Text,
    parts: Vec<PartText>,
}

impl GrammarText {
    fn grammar(&self) -> Result<Grammar, DocumentError> {
        let mut names = Names::default();
        let header = each(&self.header, "header", |text| names.header(text))?;
        let cases = at(&self.cases, "cases", notation::cases)?;
        let case = parts(&self.case.value, &mut names)?;
        check_case(cases, &case).map_err(wrong(&self.case, "case"))?;
        let conditions = each(&self.conditions, "conditions", |text| {
            let condition = notation::condition(text)?;
            names.condition(&condition).map(|()| condition)
        })?;
        let grammar = Grammar {
            header: leak_all(header),
            cases,
            case: leak_all(case),
            conditions: leak_all(conditions),
            unchecked: &[],
        };
        debug_assert!(grammar.is_sound(), "the names have been checked");
        Ok(grammar)
    }
}

fn parts(texts: &[PartText], names: &mut Names) -> Result<Vec<Part>, DocumentError> {
    let part = |text: &PartText| match text {
        PartText::Line(fields) => Ok(Part::Line(leak_all(each(fields, "line", |text| names.field(text))?))),
        PartText::Rows(rows) => {
            let name = at(&rows.name, "rows", notation::name)?;
            let count = at(&rows.count, "rows", notation::count)?;
            names.rows((name, count), |names| parts(&rows.parts, names), wrong(&rows.name, "rows"))
        }
    };
    texts.iter().map(part).collect()
}

/// Returns the bounds among the constants: those that are ranges.
fn bounds(
    constants: &BTreeMap<String, Located<Value>>,
    grammar: &Grammar,
) -> Result<BTreeMap<String, Bound>, DocumentError> {
    let mut bounds = BTreeMap::new();
    for (name, constant) in constants {
        let is_field = name == "cases" || grammar.has_field(name.strip_prefix("total_").unwrap_or(name));
        match &constant.value {
            Value::String(text) if is_field || text.contains("..=") => {
                let bound = Bound::try_from(text.clone()).and_then(|bound| match is_field {
                    true => Ok(bound),
                    false => Err("expected the name of a field, or `cases`".into()),
                });
                let bound = bound.map_err(|why| format!("{name}: {why}").into());
                bounds.insert(name.clone(), bound.map_err(wrong(constant, "constants"))?);
            }
            // A package may have other constants, for its statement.
            other if is_field => {
                let why = format!("{name}: expected a range such as 1..=50, found {other}");
                return Err(wrong(constant, "constants")(why.into()));
            }
            _ => {}
        }
    }
    Ok(bounds)
}

/// Returns the layout of the output: `whole`, `line`, `numbered`, or the words with which answers begin.
fn answers(text: &Located<Value>) -> Result<Answers, DocumentError> {
    let words = |words: &[Value]| {
        let word = |word: &Value| word.as_str().filter(|word| !word.is_empty()).map(leak);
        words.iter().map(word).collect::<Option<Vec<_>>>().filter(|words| !words.is_empty())
    };
    let found = match &text.value {
        Value::String(name) if name == "whole" => Some(Answers::Whole),
        Value::String(name) if name == "line" => Some(Answers::Line),
        Value::String(name) if name == "numbered" => Some(Answers::Numbered),
        Value::Array(list) => words(list).map(|words| Answers::BlockAfter(leak_all(words))),
        _ => None,
    };
    found.ok_or_else(|| {
        let forms = "whole, line, numbered, or a list of the words with which answers begin";
        wrong(text, "answers")(format!("expected {forms}, found {}", text.value).into())
    })
}

fn each<T>(
    texts: &[Text],
    key: &'static str,
    mut read: impl FnMut(&str) -> Result<T, ValueError>,
) -> Result<Vec<T>, DocumentError> {
    texts.iter().map(|text| at(text, key, &mut read)).collect()
}

fn at<T>(
    text: &Text,
    key: &'static str,
    mut read: impl FnMut(&str) -> Result<T, ValueError>,
) -> Result<T, DocumentError> {
    read(&text.value).map_err(wrong(text, key))
}

fn wrong<T>(text: &Located<T>, key: &'static str) -> impl Fn(ValueError) -> DocumentError + use<T> {
    let line = text.line;
    move |why| DocumentError::At { line, key, why }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar_yaml::print;
    use nim_problems::PROBLEMS;
    use nim_solve::problem::{Cases, Condition};

    #[test]
    fn every_grammar_is_read_back_from_its_text() {
        let mut without_text = Vec::new();
        for problem in PROBLEMS {
            let constants = problem.texts.metadata.split_once("\nconstants:").unwrap().1;
            let constants = constants.split("unconfirmed:").next().unwrap_or_default();
            let constants = constants.split("names:").next().unwrap_or_default();
            let text = print::grammar(&problem.grammar);
            let yaml = format!("{text}{}constants:{constants}", print::answers(problem.answers));
            let (grammar, bounds, answers) = read(&yaml).unwrap_or_else(|error| panic!("{error}\n{yaml}"));
            let conditions = problem.grammar.all_conditions().into_iter();
            let with_text: Vec<_> = conditions.filter(|own| !matches!(own, Condition::Case(..))).collect();
            assert_eq!(
                grammar,
                Grammar { conditions: with_text.leak(), unchecked: &[], ..problem.grammar },
                "{yaml}"
            );
            assert_eq!(answers, problem.answers, "{yaml}");
            assert_eq!(bounds, problem.metadata().unwrap().bounds, "{yaml}");
            assert_eq!(print::grammar(&grammar), text);
            if !print::without_text(&problem.grammar).is_empty() {
                without_text.push(problem.slug);
            }
        }
        assert_eq!(
            without_text,
            ["subtraction-game", "s-nim", "stick-game", "calendar-game"],
            "problems with conditions on whole cases"
        );
    }

    #[test]
    fn the_text_of_a_grammar_is_short() {
        let northcott = PROBLEMS.iter().find(|problem| problem.slug == "northcott").unwrap();
        let expected = "\
grammar:
  cases: to-end
  case:
    - line: [number rows, number columns]
    - rows: {name: row, count: rows, parts: [{line: [number tom, number jerry]}]}
  conditions: [distinct row, range tom 1..=columns, range jerry 1..=columns]
";
        assert_eq!(print::grammar(&northcott.grammar), expected);
    }

    #[test]
    fn every_form_is_read_back() {
        let forms = "\
grammar:
  header: [null_, \"N\"]
  cases: until-zeros 2
  case:
    - line: [number n, number m, list take 2*n+1, list put n-1, list same 1*n, list five 5]
    - line: [signed at, word own, \"letters cells .#X\"]
    - rows: {name: row, count: 3*m, parts: [{line: [list cell m]}, {line: [number k]}, {line: [list more k]}]}
    - rows: {name: edge, count: 4, parts: [{line: [number a, number b]}]}
  conditions: [even take, distinct cell, tree edge, range more n..=k, range put 5..=, range a 0..=N]
";
        let (grammar, ..) = read(forms).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(grammar.cases, Cases::UntilZeros(2));
        assert_eq!(print::grammar(&grammar), forms);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let case = "grammar:\n  cases: one\n  case:\n";
        for (yaml, expected) in [
            ("name: x\n".to_owned(), "expected the key `grammar`, which says what an input looks like"),
            (
                "grammar:\n  cases: two\n  case: []\n".into(),
                "line 2: cases: expected one, counted, to-end or",
            ),
            (
                format!("{case}    - line: [digit n]\n"),
                "line 4: line: expected number NAME, signed NAME, word",
            ),
            (
                format!("{case}    - line: [number 2n]\n"),
                "line 4: line: expected a name of letters, digits and _",
            ),
            (format!("{case}    - line: [number n, number n]\n"), "line 4: line: the name \"n\" is taken"),
            (
                format!("{case}    - line: [list a n, number n]\n"),
                "line 4: line: \"n\" is no number of the header",
            ),
            (
                format!("{case}    - line: [list a n/2]\n"),
                "line 4: line: expected a count such as 5, heaps, n-1",
            ),
            (
                format!("{case}    - line: [number n]\n  conditions:\n    - even n\n    - range n 1..=m\n"),
                "line 7: conditions: \"m\" is no number that is known before \"n\"",
            ),
            (
                format!("{case}    - line: [word w]\n  conditions: [even w]\n"),
                "line 5: conditions: expected the name of a number or a list of the case, found \"w\"",
            ),
            (
                format!("{case}    - line: [number n]\nconstants:\n  n: 5..=2\n"),
                "line 6: constants: n: expected a range such as 1..=50, found \"5..=2\"",
            ),
            (
                format!("{case}    - line: [number n]\nconstants:\n  m: 1..=2\n"),
                "line 6: constants: m: expected the name of a field, or `cases`",
            ),
            (
                format!("{case}    - line: [number n]\nanswers: lines\n"),
                "line 5: answers: expected whole, line",
            ),
            (
                "grammar:\n  cases: to-end\n  case: []\n".into(),
                "line 3: case: expected a case with at least one number or word outside of rows",
            ),
            (
                "grammar:\n  cases: until-zeros 2\n  case:\n    - line: [number n]\n".into(),
                "line 4: case: expected 2 numbers or more at the start of the first line, found 1",
            ),
        ] {
            let error = read(&yaml).err().map_or_else(|| "no error".to_owned(), |error| error.to_string());
            assert!(error.starts_with(expected), "{yaml}\n{error}\n{expected}");
        }
    }

    #[test]
    fn keys_that_are_missing_or_unknown_are_named() {
        for (yaml, expected) in [
            ("grammar:\n  case: []\n", "missing field `cases`"),
            ("grammar:\n  cases: one\n  case: []\n  condition: []\n", "unknown field `condition`"),
            ("grammar:\n  cases: one\n  case:\n    - lines: []\n", "unknown variant `lines`"),
        ] {
            let error = read(yaml).err().map_or_else(|| "no error".to_owned(), |error| error.to_string());
            assert!(error.contains(expected), "{yaml}\n{error}");
        }
    }
}
