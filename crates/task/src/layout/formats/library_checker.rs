//! Library Checker's `info.toml`: the time limit in seconds, the checker, how many tests each generator makes, and the values that
//! programs are compiled with.

use serde_json::Value;

use crate::layout::config::{Config, Pair, Remarks};
use crate::layout::family::Family;
use crate::layout::settings::{Scope, SettingsReader, text};
use crate::protocol::CheckerStyle;
use nim_ground::failure::Failure;
use nim_ground::limits::LimitOverrides;

/// The checker of a problem that names none.
const CHECKER: &str = "checker.cpp";

/// Returns whether a file is one of a problem.
pub fn is_problem(text: &str) -> bool {
    text.lines().any(|line| line.trim() == "[[tests]]")
}

/// Reads an `info.toml`, whose tests are stored in `in` and `out`.
pub fn read(content: &str, reader: &mut SettingsReader<'_>) -> Result<Config, Failure> {
    let value: Value = toml::from_str(content).map_err(|error| Failure::from(error.message().to_owned()))?;
    reader.check("", &value, "library-checker");
    let cpu = reader.time(("", &value), "timelimit", 1.0);
    let mut pairs = Vec::new();
    for test in value["tests"].as_array().into_iter().flatten() {
        let name = text(&test["name"]);
        let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
        for number in 0..test["number"].as_u64().unwrap_or(0).min(MOST_TESTS) {
            let (input, answer) =
                (format!("in/{stem}_{number:02}.in"), format!("out/{stem}_{number:02}.out"));
            pairs.push(Pair { family: Family::LibraryChecker, input, answer, remarks: Remarks::default() });
        }
    }
    let mut config = Config { pairs, ..Config::default() };
    config.limits = LimitOverrides { cpu, ..LimitOverrides::default() };
    config.validator = Some(value["checker"].as_str().unwrap_or(CHECKER).to_owned());
    config.validator_style = Some(CheckerStyle::Testlib);
    config.maker = Some(MAKER);
    for (name, value) in params(&value).1 {
        reader.refuse(&format!("params.{name}"), value, Scope::Judging);
    }
    Ok(config)
}

/// Returns the text of the header with the values of `params`, and those that it cannot have.
pub fn params(info: &Value) -> (String, Vec<(&str, &Value)>) {
    let (mut header, mut refused) = (String::new(), Vec::new());
    for (name, value) in info["params"].as_object().into_iter().flatten() {
        let defined = match value {
            Value::Number(number) if number.is_f64() => Some(number.to_string()),
            Value::Number(number) => Some(format!("(long long){number}")),
            Value::String(text) if !text.contains(['"', '\\', '\n', '\r']) => Some(format!("\"{text}\"")),
            _ => None,
        };
        match defined.filter(|_| is_identifier(name)) {
            Some(defined) => header += &format!("#define {name} {defined}\n"),
            None => refused.push((name.as_str(), value)),
        }
    }
    (header, refused)
}

fn is_identifier(name: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    name.bytes().all(is_part) && name.bytes().next().is_some_and(|byte| !byte.is_ascii_digit())
}

/// What makes the tests that are not stored.
const MAKER: &str = "generate.py -p NAME in its repository";
/// The most tests of one generator.
const MOST_TESTS: u64 = 10_000;
