//! `rbx.h`, the header that rbx puts beside every program: `getVar<T>("N", "max")` is a value of `vars` in the manifest.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value;

use crate::Error;
use nim_ground::folder::{file_below, read_text_below};

/// The name of the header.
pub const NAME: &str = "rbx.h";
/// The package's own file that replaces the header.
const OVERRIDE: &str = "rbx.override.h";
/// The header's text before and after the values.
const BEGINNING: &str = include_str!("header/beginning.h");
const END: &str = include_str!("header/end.h");
/// The longest Python expression that is evaluated.
const LONGEST: usize = 100;

/// The header, and the values of `vars` that cannot be in it.
#[derive(Debug, Default)]
pub struct Header {
    /// The text of the header.
    pub text: String,
    /// The keys and values that are left out.
    pub left_out: Vec<(String, Value)>,
}

/// Returns the header of a package: its own file, otherwise one with the values of its manifest.
///
/// # Errors
/// When a file cannot be read.
pub fn read(package: &Value, folder: &Path) -> Result<Header, Error> {
    for name in [NAME, OVERRIDE] {
        if file_below(folder, name)?.is_some() {
            let text = read_text_below(folder, name).map_err(Error::unreadable(name))?;
            return Ok(Header { text, left_out: Vec::new() });
        }
    }
    let mut header = Header { text: BEGINNING.to_owned(), left_out: Vec::new() };
    add(&package["vars"], "", &mut header);
    header.text += END;
    // The values of a group are for its validators alone.
    let groups = package["testcases"].as_array().into_iter().flatten();
    let own = groups.map(|group| &group["vars"]).filter(|vars| !vars.is_null());
    header.left_out.extend(own.map(|vars| ("testcases.vars".to_owned(), vars.clone())));
    Ok(header)
}

/// Adds the values of a mapping; their names begin with those of the mappings around it.
fn add(vars: &Value, around: &str, header: &mut Header) {
    for (key, value) in vars.as_object().into_iter().flatten() {
        let name = format!("{around}{key}");
        match value {
            Value::Object(_) => add(value, &format!("{name}."), header),
            _ => match row(&name, value) {
                Some(row) => header.text += &row,
                None => header.left_out.push((format!("vars.{name}"), value.clone())),
            },
        }
    }
}

/// Returns the row of a value: its name, its type, and the number or text.
fn row(name: &str, value: &Value) -> Option<String> {
    let (kind, number, text) = match value {
        Value::Bool(value) => ("FLAG", i32::from(*value).to_string(), String::new()),
        Value::Number(number) if number.is_f64() => ("REAL", number.to_string(), String::new()),
        Value::Number(number) => ("INTEGER", integer(number.to_string().parse().ok()?)?, String::new()),
        Value::String(text) => match text.strip_prefix("py`").and_then(|text| text.strip_suffix('`')) {
            Some(expression) => ("INTEGER", integer(computed(expression)?)?, String::new()),
            None => ("TEXT", "0".to_owned(), text.strip_prefix('\\').unwrap_or(text).to_owned()),
        },
        _ => return None,
    };
    let mut row = String::new();
    let (integer, real) = if kind == "REAL" { ("0", number.as_str()) } else { (number.as_str(), "0") };
    writeln!(row, "    {{{}, {kind}, {integer}, {real}, {}}},", quoted(name)?, quoted(&text)?).ok()?;
    Some(row)
}

/// Returns an integer as C++ writes it; `None` if it exceeds 64 bits.
fn integer(value: i128) -> Option<String> {
    match i64::try_from(value) {
        Ok(i64::MIN) => Some(format!("{}LL - 1", i64::MIN + 1)),
        Ok(value) => Some(format!("{value}LL")),
        // Programs read the bits of the value.
        Err(_) => u64::try_from(value).ok().map(|value| format!("(long long){value}ULL")),
    }
}

/// Returns a text as C++ writes it; `None` if it has control characters.
fn quoted(text: &str) -> Option<String> {
    (!text.contains(char::is_control))
        .then(|| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")))
}

/// Returns the value of an expression of Python of integers, `+`, `-`, `*`, `//`, `**` and parentheses; `None` of another one.
fn computed(expression: &str) -> Option<i128> {
    if expression.len() > LONGEST {
        return None;
    }
    let mut rest = expression.trim();
    let value = sum(&mut rest)?;
    rest.is_empty().then_some(value)
}

/// Removes a word from the beginning of a text, with the white space after it.
fn take(rest: &mut &str, word: &str) -> bool {
    let after = rest.strip_prefix(word).map(str::trim_start);
    *rest = after.unwrap_or(rest);
    after.is_some()
}

fn sum(rest: &mut &str) -> Option<i128> {
    let mut value = product(rest)?;
    loop {
        if take(rest, "+") {
            value = value.checked_add(product(rest)?)?;
        } else if take(rest, "-") {
            value = value.checked_sub(product(rest)?)?;
        } else {
            return Some(value);
        }
    }
}

fn product(rest: &mut &str) -> Option<i128> {
    let mut value = signed(rest)?;
    loop {
        if take(rest, "//") {
            let by = signed(rest)?;
            let (quotient, rest) = (value.checked_div(by)?, value.checked_rem(by)?);
            // Python rounds down.
            value = if rest != 0 && (rest < 0) != (by < 0) { quotient - 1 } else { quotient };
        } else if take(rest, "*") {
            value = value.checked_mul(signed(rest)?)?;
        } else {
            return Some(value);
        }
    }
}

fn signed(rest: &mut &str) -> Option<i128> {
    if take(rest, "-") { signed(rest)?.checked_neg() } else { power(rest) }
}

fn power(rest: &mut &str) -> Option<i128> {
    let value = if take(rest, "(") {
        let value = sum(rest)?;
        take(rest, ")").then_some(value)?
    } else {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '_').unwrap_or(rest.len());
        let digits = rest[..end].replace('_', "");
        *rest = rest[end..].trim_start();
        digits.parse().ok()?
    };
    if take(rest, "**") { value.checked_pow(u32::try_from(signed(rest)?).ok()?) } else { Some(value) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_have_the_values_of_python() {
        for (expression, value) in [
            ("10**5", Some(100_000)),
            (" 2 * 10 ** 5 + 1", Some(200_001)),
            ("-2**2", Some(-4)),
            ("2**3**2", Some(512)),
            ("(1 + 2) * -3 // 2", Some(-5)),
            ("1_000 - 1 - 1", Some(998)),
            ("2**200", None),
            ("1 // 0", None),
            ("vars.N", None),
            ("(1", None),
            ("1 2", None),
            ("", None),
        ] {
            assert_eq!(computed(expression), value, "{expression}");
        }
    }

    #[test]
    fn values_have_rows_by_their_types() {
        let vars = serde_json::json!({
            "N": { "max": 5, "least": i64::MIN }, "big": u64::MAX, "part": 0.5, "is": true, "text": "a\"b", "py": "py`3**2`",
            "none": "py`len('a')`", "list": [1], "line": "a\nb",
        });
        let mut header = Header::default();
        add(&vars, "", &mut header);
        let rows: Vec<&str> = header.text.lines().map(str::trim).collect();
        let wanted = [
            r#"{"N.least", INTEGER, -9223372036854775807LL - 1, 0, ""},"#,
            r#"{"N.max", INTEGER, 5LL, 0, ""},"#,
            r#"{"big", INTEGER, (long long)18446744073709551615ULL, 0, ""},"#,
            r#"{"is", FLAG, 1, 0, ""},"#,
            r#"{"part", REAL, 0, 0.5, ""},"#,
            r#"{"py", INTEGER, 9LL, 0, ""},"#,
            r#"{"text", TEXT, 0, 0, "a\"b"},"#,
        ];
        assert_eq!(rows, wanted);
        let left_out: Vec<&str> = header.left_out.iter().map(|(key, _)| key.as_str()).collect();
        assert_eq!(left_out, ["vars.line", "vars.list", "vars.none"]);
    }
}
