//! The keys of a `problem.yaml` that describe inputs and outputs.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::Deserialize;
use serde_json::Value;

use super::names::{Names, check_case};
use super::notation::{self, TOTAL, leak, leak_all};
use nim_solve::problem::{Answers, Cases, Condition, Count, Grammar, Part, ValueError};
use nim_solve::registry::Bound;
use nim_yaml::{Located, Node};

/// The reason why a `problem.yaml` describes no inputs.
#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    /// The text is not YAML, or lacks a key.
    #[error("{}", .0.brief())]
    Yaml(nim_yaml::Error),
    /// A text in the document is wrong.
    #[error("line {line}: {key}: {why}")]
    At {
        /// The line, from 1.
        line: u64,
        /// The key of the text.
        key: &'static str,
        /// The fault in the text.
        why: ValueError,
    },
    /// The document has no key `grammar`.
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

/// Like [`read`], for parsed YAML.
///
/// # Errors
/// The same as those of [`read`].
pub fn read_node(yaml: &Node) -> Result<(Grammar, BTreeMap<String, Bound>, Answers), DocumentError> {
    let document = Document::deserialize(yaml).map_err(DocumentError::Yaml)?;
    let text = document.grammar.ok_or(DocumentError::NoGrammar)?;
    let mut names = Names::default();
    let grammar = text.grammar(&mut names)?;
    let bounds = bounds(&document.constants, &grammar, &names)?;
    let answers = document.answers.as_ref().map_or(Ok(Answers::Whole), answers)?;
    Ok((grammar, bounds, answers))
}

/// A text with its line.
type Text = Located<String>;

#[derive(Deserialize)]
#[serde(expecting = "the keys of a problem.yaml")]
struct Document {
    grammar: Option<GrammarText>,
    #[serde(default)]
    constants: BTreeMap<String, Located<Value>>,
    answers: Option<Located<Value>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the keys of a grammar")]
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
    Line(Located<Vec<Text>>),
    Rows(RowsText),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the keys of rows")]
struct RowsText {
    name: Text,
    count: Text,
    parts: Located<Vec<PartText>>,
}

impl GrammarText {
    fn grammar(&self, names: &mut Names) -> Result<Grammar, DocumentError> {
        let header = each(&self.header, "header", |text| names.header(text))?;
        let cases = at(&self.cases, "cases", notation::cases)?;
        let case = parts(&self.case, "case", names)?;
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

fn parts(
    texts: &Located<Vec<PartText>>,
    key: &'static str,
    names: &mut Names,
) -> Result<Vec<Part>, DocumentError> {
    let parts = filled(texts, key)?.iter().map(|text| match text {
        PartText::Line(fields) => {
            Ok(Part::Line(leak_all(each(filled(fields, "line")?, "line", |text| names.field(text))?)))
        }
        PartText::Rows(rows) => {
            let name = at(&rows.name, "rows", notation::name)?;
            let count = at(&rows.count, "rows", notation::count)?;
            names.rows(name, count, |names| parts(&rows.parts, "rows", names), wrong(&rows.name, "rows"))
        }
    });
    parts.collect()
}

/// Returns the items of a list, which has some.
fn filled<'t, T>(list: &'t Located<Vec<T>>, key: &'static str) -> Result<&'t [T], DocumentError> {
    if list.value.is_empty() {
        return Err(wrong(list, key)("expected a list with at least one item, found none".into()));
    }
    Ok(&list.value)
}

/// Returns the bounds among the constants, which are ranges.
fn bounds(
    constants: &BTreeMap<String, Located<Value>>,
    grammar: &Grammar,
    names: &Names,
) -> Result<BTreeMap<String, Bound>, DocumentError> {
    let mut bounds = BTreeMap::new();
    for (name, constant) in constants {
        let is_field = name == "cases" || names.values(name.strip_prefix(TOTAL).unwrap_or(name)).is_some();
        match &constant.value {
            Value::String(text) if is_field || text.contains("..=") => {
                let bound = text.parse::<Bound>().and_then(|bound| match is_field {
                    true => within(bound, values(name, grammar, names)),
                    false => Err("expected the name of a field, or `cases`".into()),
                });
                let bound = bound.map_err(|why| format!("{name}: {why}").into());
                bounds.insert(name.clone(), bound.map_err(wrong(constant, "constants"))?);
            }
            // A package may have further constants for its statement.
            other if is_field => {
                let why = format!("{name}: expected a range such as 1..=50, found {other}");
                return Err(wrong(constant, "constants")(why.into()));
            }
            _ => {}
        }
    }
    Ok(bounds)
}

/// Returns the values of a field, or numbers of cases, that the grammar alone leaves; `None` of a sum.
fn values(name: &str, grammar: &Grammar, names: &Names) -> Option<RangeInclusive<i128>> {
    if name == "cases" {
        return Some(match grammar.cases {
            Cases::One => 1..=1,
            Cases::Counted => 0..=u64::MAX.into(),
            Cases::ToEnd | Cases::UntilZeros(_) => 1..=u64::MAX.into(),
        });
    }
    let (mut least, mut most) = names.values(name)?.into_inner();
    for condition in grammar.conditions {
        if let Condition::Range { field, from, to } = *condition
            && field == name
        {
            least = least.max(if let Count::Exactly(from) = from { from.into() } else { 0 });
            most = most.min(if let Count::Exactly(to) = to { to.into() } else { i128::MAX });
        }
    }
    Some(least..=most)
}

/// Returns a bound with ends in the domain of its field, if one of the values lies within it.
fn within(bound: Bound, values: Option<RangeInclusive<i128>>) -> Result<Bound, ValueError> {
    let Some(values) = values else { return Ok(bound) };
    let (least, most) = (bound.least.unwrap_or(*values.start()), bound.most.unwrap_or(*values.end()));
    let whole = if *values.start() < 0 { i64::MIN.into()..=i64::MAX.into() } else { 0..=u64::MAX.into() };
    if [least, most].iter().all(|end| whole.contains(end))
        && least <= *values.end()
        && most >= *values.start()
    {
        return Ok(bound);
    }
    let (from, to) = values.into_inner();
    Err(format!("expected a range of numbers from {from} to {to}, found {bound}").into())
}

/// Returns the layout of the output: `whole`, `line`, `numbered`, or the words with which answers begin.
fn answers(text: &Located<Value>) -> Result<Answers, DocumentError> {
    let found = match &text.value {
        Value::String(name) if name == "whole" => Some(Answers::Whole),
        Value::String(name) if name == "line" => Some(Answers::Line),
        Value::String(name) if name == "numbered" => Some(Answers::Numbered),
        Value::Array(list) if !list.is_empty() => {
            let words = list.iter().map(|word| word.as_str().filter(|word| !word.is_empty()).map(leak));
            words.collect::<Option<_>>().map(|words| Answers::BlockAfter(leak_all(words)))
        }
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
            let constants = problem.texts.manifest.split_once("\nconstants:").unwrap().1;
            let constants = constants.split("unconfirmed:").next().unwrap_or_default();
            let constants = constants.split("names:").next().unwrap_or_default();
            let text = print::grammar(&problem.form.grammar);
            let yaml = format!("{text}{}constants:{constants}", print::answers(problem.form.answers));
            let (grammar, bounds, answers) = read(&yaml).unwrap_or_else(|error| panic!("{error}\n{yaml}"));
            let conditions = problem.form.grammar.all_conditions().into_iter();
            let with_text: Vec<_> = conditions.filter(|own| !matches!(own, Condition::Case(..))).collect();
            assert_eq!(
                grammar,
                Grammar { conditions: with_text.leak(), unchecked: &[], ..problem.form.grammar },
                "{yaml}"
            );
            assert_eq!(answers, problem.form.answers, "{yaml}");
            assert_eq!(bounds, problem.bounds(), "{yaml}");
            assert_eq!(print::grammar(&grammar), text);
            if !print::without_text(&problem.form.grammar).is_empty() {
                without_text.push(problem.slug);
            }
        }
        assert_eq!(
            without_text,
            [
                "subtraction-game",
                "s-nim",
                "stick-game",
                "calendar-game",
                "coin-towers",
                "powers-of-two-first-move",
                "nim-in-teams"
            ],
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
        assert_eq!(print::grammar(&northcott.form.grammar), expected);
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
  conditions: [even take, distinct cell, above put take, tree edge, range more n..=k, range put 5..=, range a 0..=N]
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
                format!("{case}    - line: [number n, list a n]\n  conditions: [above a n]\n"),
                "line 5: conditions: expected the name of another list of the case, found \"n\"",
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
                "grammar:\n  header: [n]\n  cases: to-end\n  case: [line: [list a n]]\n".into(),
                "line 4: case: expected a case with at least one number or word outside of rows",
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

    /// Checks the messages for texts in place of a line of fields, conditions and constants.
    fn told(of: &[(&str, &str, &str)], expected: &str) {
        for (line, conditions, constants) in of {
            let case = format!("[line: [{line}], rows: {{name: row, count: 2, parts: [line: [number k]]}}]");
            let grammar =
                format!("grammar: {{header: [N], cases: one, case: {case}, conditions: [{conditions}]}}");
            let error = read(&format!("{grammar}\nconstants: {{{constants}}}\n")).err();
            let error = error.map_or_else(|| "no error".to_owned(), |error| error.to_string());
            assert!(
                error.starts_with("line ") && error.contains(expected),
                "{line} {conditions} {constants}: {error}"
            );
        }
    }

    #[test]
    fn bounds_hold_values_that_their_field_may_have() {
        let of = [
            ("number n", "", "n: -5..=2"),
            ("number n", "", "n: 1..=18446744073709551616"),
            ("list n 5", "", "n: -5..=-2"),
            ("signed n", "", "n: -5..=9223372036854775808"),
            ("signed n", "", "n: 9223372036854775808..="),
            ("word n", "", "n: 0..=0"),
            ("letters n ab", "", "n: -3..=5"),
            ("number n", "", "cases: 5..=7"),
            ("number n", "", "cases: ..=0"),
            ("number n", "range n 10..=20", "n: 1..=5"),
            ("number n", "range n 10..=, range n ..=20", "n: 21..="),
            ("number n", "", "N: -1..=5"),
        ];
        told(&of, "expected a range of numbers from ");
        told(
            &[("number n", "", "row: 1..=2"), ("number n", "", "total_row: 1..=2")],
            "expected the name of a field",
        );
        for (line, constants) in [
            ("number n", "n: 0..=18446744073709551615, total_n: ..=99999999999999999999"),
            ("signed n", "n: -9223372036854775808..=, total_n: -5..=5, row: 7"),
            ("word n", "n: 0..=5, cases: 1..=100"),
        ] {
            let yaml =
                format!("grammar: {{cases: one, case: [line: [{line}]]}}\nconstants: {{{constants}}}\n");
            assert!(read(&yaml).is_ok(), "{yaml}");
        }
    }

    #[test]
    fn what_cannot_be_or_says_nothing_is_refused() {
        let of = [
            ("number n", "even N", ""),
            ("number n", "range N 1..=5", ""),
            ("number total_n", "", ""),
            ("number n, list a +5", "", ""),
            ("number n, list a +2*n", "", ""),
            ("letters w é", "", ""),
            ("number n", "range n 5..=2", ""),
            ("", "", ""),
        ];
        told(&of, "");
        for yaml in [
            "grammar:\n  cases: one\n  case: []\n",
            "grammar:\n  cases: one\n  case:\n",
            "grammar: {cases: one, case: [line: []]}\n",
            "grammar: {cases: one, case: [rows: {name: r, count: 2, parts:}]}\n",
            "grammar: {cases: until-zeros +1, case: [line: [number n]]}\n",
            "grammar: [[], one, [line: [number n]], []]\n",
            "grammar: {cases: one, case: [rows: [r, 2, [line: [number n]]]]}\n",
        ] {
            let error = read(yaml).expect_err(yaml).to_string();
            assert!(error.starts_with("line "), "{yaml}\n{error}");
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
