//! Writes a grammar as text.

use nim_ground::append::Append as _;

use nim_solve::problem::{Answers, Cases, Condition, Count, Field, Grammar, Kind, Part};

/// Returns the key `grammar` of a `problem.yaml`; conditions on whole cases are left out.
pub fn grammar(grammar: &Grammar) -> String {
    let mut text = "grammar:\n".to_owned();
    if !grammar.header.is_empty() {
        line(&mut text, "  header", &list(grammar.header.iter().map(|name| plain(name))));
    }
    line(&mut text, "  cases", &cases(grammar.cases));
    if grammar.case.is_empty() {
        line(&mut text, "  case", "[]");
    } else {
        text.push_str("  case:\n");
    }
    for own in grammar.case {
        writeln!(text, "    - {}", part(own));
    }
    let conditions: Vec<String> = grammar.all_conditions().iter().filter_map(condition).collect();
    if !conditions.is_empty() {
        line(&mut text, "  conditions", &list(conditions.into_iter()));
    }
    text
}

/// Returns the conditions of a grammar without a notation, which are on whole cases, in words.
pub fn without_text(grammar: &Grammar) -> Vec<&'static str> {
    let words = grammar.all_conditions().into_iter().filter_map(|condition| match condition {
        Condition::Case(words, _) => Some(words),
        _ => None,
    });
    words.collect()
}

/// Returns the key `answers` of a `problem.yaml`.
pub fn answers(answers: Answers) -> String {
    let text = match answers {
        Answers::Whole => "whole".to_owned(),
        Answers::Line => "line".to_owned(),
        Answers::Numbered => "numbered".to_owned(),
        Answers::BlockAfter(words) => list(words.iter().map(|word| format!("{word:?}"))),
    };
    format!("answers: {text}\n")
}

fn line(text: &mut String, key: &str, value: &str) {
    text.push_str(key);
    text.push_str(": ");
    text.push_str(value);
    text.push('\n');
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

fn cases(cases: Cases) -> String {
    match cases {
        Cases::One => "one".to_owned(),
        Cases::Counted => "counted".to_owned(),
        Cases::ToEnd => "to-end".to_owned(),
        Cases::UntilZeros(zeros) => format!("until-zeros {zeros}"),
    }
}

fn part(part: &Part) -> String {
    match *part {
        Part::Line(fields) => format!("line: {}", list(fields.iter().map(field))),
        Part::Rows { name, count: rows, parts } => {
            let parts = list(parts.iter().map(|own| format!("{{{}}}", self::part(own))));
            format!("rows: {{name: {}, count: {}, parts: {parts}}}", plain(name), plain(&count(rows)))
        }
    }
}

fn field(field: &Field) -> String {
    let name = field.name;
    plain(&match field.kind {
        Kind::Number => format!("number {name}"),
        Kind::Signed => format!("signed {name}"),
        Kind::Word(None) => format!("word {name}"),
        Kind::Word(Some(letters)) => format!("letters {name} {letters}"),
        Kind::List(length) => format!("list {name} {}", count(length)),
    })
}

fn count(count: Count) -> String {
    match count {
        Count::Exactly(count) => count.to_string(),
        Count::Of(name) => name.to_owned(),
        Count::Linear { times: 1, of, plus } if plus != 0 => format!("{of}{plus:+}"),
        Count::Linear { times, of, plus: 0 } => format!("{times}*{of}"),
        Count::Linear { times, of, plus } => format!("{times}*{of}{plus:+}"),
    }
}

fn condition(condition: &Condition) -> Option<String> {
    let text = match *condition {
        Condition::Even(name) => format!("even {name}"),
        Condition::Distinct(name) => format!("distinct {name}"),
        Condition::Ascending(name) => format!("ascending {name}"),
        Condition::Above { field, other } => format!("above {field} {other}"),
        Condition::Contains { field, number } => format!("contains {field} {number}"),
        Condition::Tree(name) => format!("tree {name}"),
        Condition::Range { field, from, to: Count::Exactly(u64::MAX) } => {
            format!("range {field} {}..=", count(from))
        }
        Condition::Range { field, from, to } => format!("range {field} {}..={}", count(from), count(to)),
        Condition::Without { field, text } => format!("without {field} {text}"),
        Condition::Case(..) => return None,
    };
    Some(plain(&text))
}

/// Texts that some version of YAML takes for no text.
const OTHERS: &[&str] = &["y", "n", "yes", "no", "true", "false", "on", "off", "null"];

/// Returns a text for YAML: plain, or quoted if it would be ambiguous.
fn plain(text: &str) -> String {
    let is_other = OTHERS.contains(&text.to_ascii_lowercase().as_str());
    if text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b" _.=*+-".contains(&byte)) && !is_other {
        text.to_owned()
    } else {
        serde_json::Value::from(text).to_string()
    }
}
