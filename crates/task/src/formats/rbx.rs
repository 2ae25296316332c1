//! rbx's `problem.rbx.yml`: limits in ms, MiB and KiB, programs of testlib, and groups of tests that are stored or made.

mod header;
mod inline;
mod tests;

use std::path::Path;

use serde_json::Value;

use super::checkers::testlib;
use super::polygon::of_tag;
use super::{Format, ManifestFile, ManifestKind};
use crate::Error;
use crate::by_path::included;
use crate::comparison::Comparison;
use crate::expected::{Expectation, ExpectedRule};
use crate::formats::manifest::{Manifest, Solution};
use crate::glob;
use crate::layout::scoring_config::ScoringConfig;
use crate::layout::settings::lines;
use crate::layout::settings::{Scope, SettingsReader, number, text, words};
use crate::layout::test::LanguageLimits;
use crate::protocol::Protocol;
use crate::score::{Group, Needs, Rule};
use crate::source::Source;
use nim_ground::folder::{file_below, is_refused, read_below};
use nim_ground::limits::{KIB, MIB, factor};
use nim_ground::presence::absent_is_none;

pub const FORMAT: Format = Format {
    manifests: &[ManifestKind::any("problem.rbx.yml", read)],
    has_programs: true,
    solutions: Some(""),
    needed: &["sols"],
    unit_tests: Some("unit"),
    complete: Some(complete),
    ..Format::PLAIN
};

/// The limits that rbx has proposed by the times of the solutions on a setter's machine.
const LOCAL_LIMITS: &str = ".limits/local.yml";

/// Reads a `problem.rbx.yml`.
fn read(file: &ManifestFile<'_>, reader: &mut SettingsReader<'_>) -> Result<Manifest, Error> {
    let (value, folder) = (file.contents()?, file.folder);
    reader.check("", value, "rbx-top");
    let (memory, output) = (("memoryLimit", MIB), Some(("outputLimit", KIB)));
    let limits = reader.limits(("", value), ("timeLimit", 1e-3), memory, output);
    let language_limits = language_limits(value, reader);
    let mut task = Manifest { limits, language_limits, has_folders: true, ..Manifest::default() };
    if file_below(folder, LOCAL_LIMITS)?.is_some() {
        let note = format!("{LOCAL_LIMITS} is not read: rbx takes its limits on the machine of a setter");
        reader.notes.push(note);
    }
    if is(&value["type"], "communication") {
        task.interactor = value["interactor"]["path"].as_str().map(str::to_owned);
        if task.interactor.is_none() {
            reader.refuse("interactor", &value["interactor"], Scope::Judging);
        }
        if value["interactor"]["legacy"] == true && value["checker"].is_object() {
            checker(&value["checker"], folder, &mut task, reader)?;
        }
    } else {
        checker(&value["checker"], folder, &mut task, reader)?;
    }
    if has_points(value) {
        task.scoring = Some(scoring(value, reader));
    }
    let header = header::read(value, folder)?;
    for program in task.interactor.iter().chain(&task.validator) {
        let text = match read_below(folder, program) {
            // The package refuses the program when it is built.
            Err(error) if is_refused(&error) => Vec::new(),
            text => absent_is_none(text, &folder.join(program))?.unwrap_or_default(),
        };
        if included(&String::from_utf8_lossy(&text)).any(|named| named.contains(header::NAME)) {
            for (key, value) in &header.left_out {
                reader.refuse(key, value, Scope::Judging);
            }
        }
    }
    task.made = Some((header::NAME, header.text));
    tests::read(value, file, &mut task, reader)?;
    task.solutions = solutions(value, folder)?;
    // A checker compares with the interactor's file for the main solution.
    if judges_talk(&task) && task.tests.iter().any(|test| test.answer_name() == test.name) {
        reader.refuse("interactor", &value["interactor"], Scope::Judging);
    }
    Ok(task)
}

/// Returns whether outputs are judged by a checker of the interactor's file.
fn judges_talk(task: &Manifest) -> bool {
    task.interactor.is_some() && (task.validator.is_some() || task.comparison.is_some())
}

/// Puts the header beside a program that may include it, unless the program has a file of this name.
fn complete(manifest: &Manifest, source: &mut Source, _: bool) -> Result<(), Error> {
    let mut own = source.files.iter().chain(&source.beside).filter_map(|file| file.file_name());
    if source.language.uses(Path::new(header::NAME)) && !own.any(|name| name == header::NAME) {
        source.made.extend(manifest.made.iter().map(|(name, text)| ((*name).to_owned(), text.clone())));
        source.language.include(Path::new("."));
    }
    Ok(())
}

/// Returns the solutions, each once.
fn solutions(value: &Value, package: &Path) -> Result<Vec<Solution>, Error> {
    let mut found: Vec<Solution> = Vec::new();
    for entry in value["solutions"].as_array().into_iter().flatten() {
        let score = score(&entry["score"]);
        let rules = rules(value, entry);
        let mut expectation = of_outcome(entry["outcome"].as_str().unwrap_or("any"));
        if !rules.is_empty() || score.is_some() {
            let all = expectation.get_or_insert_with(|| Expectation::any("its package"));
            all.rules = rules;
            all.score = score;
        }
        let is_compared = score.is_none() || has_points(value);
        let note = (!is_compared).then_some("its score is not compared, as the package has no points");
        for name in solution_files(entry, package)? {
            if !found.iter().any(|known| known.name == name) {
                let expectation = expectation.clone();
                found.push(Solution { name, expectation, note, ..Solution::default() });
            }
        }
    }
    Ok(found)
}

/// Returns the rules for the outcomes that an entry expects in each group: the group's own, otherwise that of `*`.
fn rules(package: &Value, entry: &Value) -> Vec<ExpectedRule> {
    let outcomes = &entry["outcomePerGroup"];
    let groups = package["testcases"].as_array().into_iter().flatten().map(|group| text(&group["name"]));
    let expected = groups.filter_map(|group| {
        let outcome = outcomes.get(&group).or_else(|| outcomes.get("*"))?.as_str()?;
        let Expectation { by, required, permitted, .. } = of_outcome(outcome)?;
        Some(ExpectedRule {
            by,
            group: Some(group),
            required: Some(required).filter(|required| !required.is_empty()),
            permitted: Some(permitted),
            ..ExpectedRule::default()
        })
    });
    expected.collect()
}

/// Returns the bounds of a score: a number, or two, either of which may be missing.
fn score(value: &Value) -> Option<(Option<f64>, Option<f64>)> {
    match value {
        Value::Array(bounds) => Some((number(bounds.first()?), number(bounds.get(1)?))),
        exact => number(exact).map(|score| (Some(score), Some(score))),
    }
}

/// Returns the expectation of an outcome, which has many spellings; `None` if it sets none.
fn of_outcome(outcome: &str) -> Option<Expectation> {
    let plain: String = outcome.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect();
    let tag = match plain.as_str() {
        "accepted" | "ac" | "correct" => "accepted",
        "acceptedortimelimitexceeded" | "acceptedortle" | "acortle" | "actle" => {
            "time-limit-exceeded-or-accepted"
        }
        "wronganswer" | "wa" => "wrong-answer",
        "fail" | "incorrect" => "rejected",
        "runtimeerror" | "rte" | "re" | "memorylimitexceeded" | "mle" | "ml" => "memory-limit-exceeded",
        "timelimitexceeded" | "timeout" | "tle" | "tl" => "time-limit-exceeded",
        "tleorrte" | "tlerte" | "tleorre" | "tlere" => "time-limit-exceeded-or-memory-limit-exceeded",
        _ => return None,
    };
    Some(Expectation { by: format!("the outcome {outcome}"), ..of_tag(tag)? })
}

/// Returns the first solution of a package, which makes the answers.
fn main_solution(value: &Value, package: &Path) -> Result<Option<String>, Error> {
    let files = value["solutions"].get(0).map(|first| solution_files(first, package)).transpose()?;
    Ok(files.unwrap_or_default().into_iter().next())
}

/// Returns the files of an entry of `solutions`, below the package.
fn solution_files(entry: &Value, package: &Path) -> Result<Vec<String>, Error> {
    entry["path"].as_str().map_or(Ok(Vec::new()), |pattern| glob::files_of(package, pattern))
}

/// Returns whether the groups of a package have points.
fn has_points(package: &Value) -> bool {
    is(&package["scoring"], "points")
}

/// Returns whether a setting has a value, in letters of any case.
fn is(value: &Value, wanted: &str) -> bool {
    value.as_str().is_some_and(|text| text.eq_ignore_ascii_case(wanted))
}

/// Reads the checker: a file of the package, otherwise one of testlib by its name; without any, tokens are compared.
fn checker(
    value: &Value,
    folder: &Path,
    task: &mut Manifest,
    reader: &mut SettingsReader<'_>,
) -> Result<(), Error> {
    let Some(path) = value["path"].as_str() else {
        task.comparison = Some(Comparison::TOKENS);
        return Ok(());
    };
    if value.get("mode").is_some_and(|mode| mode != "testlib") {
        reader.refuse("checker.mode", &value["mode"], Scope::Judging);
    } else if file_below(folder, path)?.is_some() {
        (task.validator, task.validator_style) = (Some(path.to_owned()), Some(Protocol::TESTLIB));
    } else if value["fallback_to"].is_object() {
        checker(&value["fallback_to"], folder, task, reader)?;
    } else {
        task.comparison = path.strip_suffix(".cpp").and_then(testlib);
        if task.comparison.is_none() {
            reader.refuse("checker.path", &value["path"], Scope::Judging);
        }
    }
    Ok(())
}

/// Returns the factors of limits by languages; the limits may be given directly.
fn language_limits(value: &Value, reader: &mut SettingsReader<'_>) -> Vec<LanguageLimits> {
    let mut all = Vec::new();
    for (language, own) in value["modifiers"].as_object().into_iter().flatten() {
        reader.check("modifiers.", own, "rbx-modifier");
        let [time, memory] = [("time", "timeLimit"), ("memory", "memoryLimit")]
            .map(|(part, whole)| Some(number(&own[part])? / number(&value[whole])?));
        let multiplied = number(&own["timeMultiplier"]).map(|by| by * time.unwrap_or(1.0));
        all.push(LanguageLimits {
            language: language.clone(),
            time: multiplied.or(time).and_then(factor),
            memory: memory.and_then(factor),
        });
    }
    all
}

/// Returns the rules of groups with points: a group has its own if all its tests and the groups that it names are accepted.
fn scoring(value: &Value, reader: &mut SettingsReader<'_>) -> ScoringConfig {
    let all = value["testcases"].as_array().map_or(&[][..], Vec::as_slice);
    let samples = all.iter().any(|group| group["name"] == "samples");
    let groups = all.iter().map(|group| {
        let name = text(&group["name"]);
        let mut requires = words(&group["deps"]);
        if samples && name != "samples" {
            requires.push("samples".to_owned());
        }
        let points = Some(reader.points(("testcases.", group), "score").unwrap_or(0.0));
        Group { name, rule: Rule::Min, points, needs: Needs::All, requires, ..Group::default() }
    });
    let root = Group { groups: groups.collect(), ..Group::default() };
    reader.check_dependencies(&root, |text, [_, on]| lines::find_item(text, "deps", on));
    ScoringConfig { root, ..ScoringConfig::default() }
}
