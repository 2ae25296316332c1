//! Fields, counts and conditions in words.

use std::str::FromStr;

use nim_solve::problem::{Cases, Condition, Count, Field, Kind, ValueError};

/// The prefix of a field's name in the bounds of its sum.
pub(super) const TOTAL: &str = "total_";

/// Returns a text for the rest of the process: grammars borrow their names from the program, and a process reads few.
pub(super) fn leak(text: &str) -> &'static str {
    Box::leak(text.into())
}

/// Returns a slice for the rest of the process.
pub(super) fn leak_all<T>(items: Vec<T>) -> &'static [T] {
    items.leak()
}

/// Returns a name: letters, digits and underscores, the first no digit.
pub(super) fn name(text: &str) -> Result<&'static str, ValueError> {
    if text.is_empty()
        || !text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        || text.starts_with(|first: char| first.is_ascii_digit())
    {
        return Err(format!("expected a name of letters, digits and _, found {text:?}").into());
    }
    if text == "cases" {
        return Err("a field cannot be called `cases`, which bounds the number of cases".into());
    }
    if text.starts_with(TOTAL) {
        return Err(format!("the name of a field cannot begin with `{TOTAL}`, which bounds sums").into());
    }
    Ok(leak(text))
}

/// Returns the rule for the number of cases: `one`, `counted`, `to-end` or `until-zeros K`.
pub(super) fn cases(text: &str) -> Result<Cases, ValueError> {
    let cases = match *words(text) {
        ["one"] => Some(Cases::One),
        ["counted"] => Some(Cases::Counted),
        ["to-end"] => Some(Cases::ToEnd),
        ["until-zeros", zeros] => digits(zeros).filter(|&zeros| zeros > 0).map(Cases::UntilZeros),
        _ => None,
    };
    cases.ok_or_else(|| format!("expected one, counted, to-end or until-zeros K, found {text:?}").into())
}

/// Returns a field: `number N`, `signed N`, `word N`, `letters N abc` or `list N COUNT`.
pub(super) fn field(text: &str) -> Result<Field, ValueError> {
    let (own, kind) = match *words(text) {
        ["number", own] => (own, Kind::Number),
        ["signed", own] => (own, Kind::Signed),
        ["word", own] => (own, Kind::Word(None)),
        // Letters must be ASCII, since they are compared as bytes.
        ["letters", own, letters] if letters.is_ascii() => (own, Kind::Word(Some(leak(letters)))),
        ["list", own, length] => (own, Kind::List(count(length)?)),
        _ => {
            let forms = "number NAME, signed NAME, word NAME, letters NAME LETTERS or list NAME COUNT";
            return Err(format!("expected {forms}, found {text:?}").into());
        }
    };
    Ok(Field { name: name(own)?, kind })
}

/// Returns a count: `5`, `heaps`, `2*n+1`, `n-1`.
pub(super) fn count(text: &str) -> Result<Count, ValueError> {
    match digits(text) {
        Some(number) => Ok(Count::Exactly(number)),
        None => linear(text)
            .ok_or_else(|| format!("expected a count such as 5, heaps, n-1 or 2*n+1, found {text:?}").into()),
    }
}

/// Returns a count that depends on a number.
fn linear(text: &str) -> Option<Count> {
    let (times, rest) = match text.split_once('*') {
        Some((times, rest)) => (Some(digits(times)?), rest),
        None => (None, text),
    };
    let end = rest.find(['+', '-']).unwrap_or(rest.len());
    let (of, plus) = rest.split_at(end);
    let of = name(of).ok()?;
    if times.is_none() && plus.is_empty() {
        return Some(Count::Of(of));
    }
    let plus = if plus.is_empty() { 0 } else { plus.parse().ok()? };
    Some(Count::Linear { times: times.unwrap_or(1), of, plus })
}

/// Returns a condition: `even N`, `distinct N`, `ascending N`, `above N OTHER`, `contains N NUMBER`, `tree N`,
/// `without N TEXT` or `range N A..=B`.
pub(super) fn condition(text: &str) -> Result<Condition, ValueError> {
    match *words(text) {
        ["even", own] => Ok(Condition::Even(name(own)?)),
        ["distinct", own] => Ok(Condition::Distinct(name(own)?)),
        ["ascending", own] => Ok(Condition::Ascending(name(own)?)),
        ["above", own, other] => Ok(Condition::Above { field: name(own)?, other: name(other)? }),
        ["contains", own, number] => {
            let number = digits(number).ok_or_else(|| format!("expected a number, found {number:?}"))?;
            Ok(Condition::Contains { field: name(own)?, number })
        }
        ["tree", own] => Ok(Condition::Tree(name(own)?)),
        ["without", own, text] => Ok(Condition::Without { field: name(own)?, text: leak(text) }),
        ["range", own, range] => {
            let Some((from, to)) = range.split_once("..=") else {
                return Err(format!("expected a range such as 1..=columns, found {range:?}").into());
            };
            let end = |text: &str, open| if text.is_empty() { Ok(Count::Exactly(open)) } else { count(text) };
            let (from, to) = (end(from, 0)?, end(to, u64::MAX)?);
            if let (Count::Exactly(least), Count::Exactly(most)) = (from, to)
                && least > most
            {
                return Err(format!("expected a range with a number in it, found {range:?}").into());
            }
            Ok(Condition::Range { field: name(own)?, from, to })
        }
        _ => {
            let forms = "even NAME, distinct NAME, ascending NAME, above NAME OTHER, contains NAME NUMBER, tree NAME, without NAME TEXT or range NAME FROM..=TO";
            Err(format!("expected {forms}, found {text:?}").into())
        }
    }
}

/// Returns a number of digits alone.
fn digits<T: FromStr>(text: &str) -> Option<T> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

fn words(text: &str) -> Vec<&str> {
    text.split_ascii_whitespace().collect()
}
