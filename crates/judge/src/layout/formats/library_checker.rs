//! Library Checker's `info.toml`: the time limit in seconds, the checker, and how many tests each generator makes.

use serde_json::Value;

use crate::checker::CheckerStyle;
use crate::failure::Failure;
use crate::layout::config::{Config, Pair, Remarks};
use crate::layout::family::Family;
use crate::layout::settings::{SettingsReader, text};
use crate::limits::LimitOverrides;

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
    if value.get("solutions").is_some() {
        reader.notes.push("info.toml: `solutions` are not run by --submissions".to_owned());
    }
    Ok(config)
}

/// The most tests of one generator.
const MOST_TESTS: u64 = 10_000;
