//! rbx's `problem.rbx.yml`: limits in ms, MiB and KiB, programs of testlib, and groups of tests that are stored or made.

mod inline;
mod tests;

use std::path::Path;

use serde_json::Value;

use super::checkers::testlib;
use crate::comparison::Comparison;
use crate::glob;
use crate::layout::config::Config;
use crate::layout::scheme::Scheme;
use crate::layout::settings::{Refused, Scope, SettingsReader, number, text, words};
use crate::layout::test::Rate;
use crate::protocol::CheckerStyle;
use crate::score::{Group, Needs, Rule};
use nim_ground::folder::{file_below, read_below};
use nim_ground::limits::{KIB, LimitOverrides, MIB, factor};

/// Reads a `problem.rbx.yml` in this folder.
pub fn read(value: &Value, folder: &Path, reader: &mut SettingsReader<'_>) -> Config {
    reader.check("", value, "rbx-top");
    let settings = ("", value);
    let limits = LimitOverrides {
        cpu: reader.time(settings, "timeLimit", 1e-3),
        memory: reader.size(settings, "memoryLimit", MIB, Scope::Memory),
        output: reader.size(settings, "outputLimit", KIB, Scope::Output),
        ..LimitOverrides::default()
    };
    let mut config = Config { limits, rates: rates(value, reader), ..Config::default() };
    if is(&value["type"], "communication") {
        config.interactor = value["interactor"]["path"].as_str().map(str::to_owned);
        if config.interactor.is_none() {
            reader.refuse("interactor", &value["interactor"], Scope::Judging);
        }
        if value["interactor"]["legacy"] == true {
            checker(&value["checker"], folder, &mut config, reader);
        }
    } else {
        checker(&value["checker"], folder, &mut config, reader);
    }
    if has_points(value) {
        config.scheme = Some(scheme(value, reader));
    }
    for program in config.interactor.iter().chain(&config.validator) {
        let text = read_below(folder, program).unwrap_or_default();
        if String::from_utf8_lossy(&text).contains("\"rbx.h\"") && !folder.join("rbx.h").is_file() {
            let reason = format!("{program} includes rbx.h, which is not there: rbx header makes it");
            reader.refused.push(Refused { file: reader.file.to_owned(), reason, scope: Scope::Judging });
        }
    }
    tests::read(value, folder, &mut config, reader);
    // A checker compares with what the interactor writes for the main solution.
    let has_checker = config.interactor.is_some() && config.validator.is_some();
    if has_checker && config.pairs.iter().any(|pair| pair.answer == pair.input) {
        reader.refuse("interactor", &value["interactor"], Scope::Judging);
    }
    config
}

/// Returns the first solution of a package, which makes the answers.
fn main_solution(value: &Value, package: &Path) -> Option<String> {
    solution_files(value["solutions"].get(0)?, package).into_iter().next()
}

/// Returns the files of an entry of `solutions`, below the package.
pub fn solution_files(entry: &Value, package: &Path) -> Vec<String> {
    entry["path"].as_str().and_then(|pattern| glob::files(package, pattern).ok()).unwrap_or_default()
}

/// Returns whether the groups of a package have points.
pub fn has_points(package: &Value) -> bool {
    is(&package["scoring"], "points")
}

/// Returns whether a setting has a value, in letters of any case.
fn is(value: &Value, wanted: &str) -> bool {
    value.as_str().is_some_and(|text| text.eq_ignore_ascii_case(wanted))
}

/// Reads the checker: a file of the package, else one of testlib by its name; without any, tokens are compared.
fn checker(value: &Value, folder: &Path, config: &mut Config, reader: &mut SettingsReader<'_>) {
    let Some(path) = value["path"].as_str() else {
        config.comparison = Some(Comparison::TOKENS);
        return;
    };
    if value.get("mode").is_some_and(|mode| mode != "testlib") {
        reader.refuse("checker.mode", &value["mode"], Scope::Judging);
    } else if file_below(folder, path).is_some() {
        (config.validator, config.validator_style) = (Some(path.to_owned()), Some(CheckerStyle::Testlib));
    } else if value["fallback_to"].is_object() {
        checker(&value["fallback_to"], folder, config, reader);
    } else {
        config.comparison = path.strip_suffix(".cpp").and_then(testlib);
        if config.comparison.is_none() {
            reader.refuse("checker.path", &value["path"], Scope::Judging);
        }
    }
}

/// Returns the factors of limits by languages, whose limits may be given as they are.
fn rates(value: &Value, reader: &mut SettingsReader<'_>) -> Vec<Rate> {
    let mut rates = Vec::new();
    let part = |own: &Value, whole: &str| Some(number(own)? / number(&value[whole])?);
    for (language, own) in value["modifiers"].as_object().into_iter().flatten() {
        reader.check("modifiers.", own, "rbx-modifier");
        let time = part(&own["time"], "timeLimit");
        let multiplied = number(&own["timeMultiplier"]).map(|by| by * time.unwrap_or(1.0));
        rates.push(Rate {
            language: language.clone(),
            time: multiplied.or(time).and_then(factor),
            memory: part(&own["memory"], "memoryLimit").and_then(factor),
        });
    }
    rates
}

/// Returns the rules of groups with points: each has its own where all of its tests are accepted, and the groups that it names.
fn scheme(value: &Value, reader: &mut SettingsReader<'_>) -> Scheme {
    let all = || value["testcases"].as_array().into_iter().flatten();
    let samples = all().any(|group| group["name"] == "samples");
    let groups = all().map(|group| {
        let name = text(&group["name"]);
        let mut requires = words(&group["deps"]);
        if samples && name != "samples" {
            requires.push("samples".to_owned());
        }
        let points = Some(reader.points(("testcases.", group), "score").unwrap_or(0.0));
        Group { name, rule: Rule::Min, points, needs: Needs::All, requires, ..Group::default() }
    });
    Scheme { root: Group { groups: groups.collect(), ..Group::default() }, ..Scheme::default() }
}
