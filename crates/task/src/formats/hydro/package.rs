//! Hydro's own format: `problem.yaml`, `problem_LANGUAGE.md`, and `testdata` with a `config.yaml`.
//!
//! Hydro ignores unknown keys of `problem.yaml`, so the keys of the ICPC format are kept in it.

use std::io;

use nim_yaml::Mapping;
use serde_json::{Map, Value, json};

use super::super::checkers::{FILLED_LINES, lines};
use super::super::icpc::take_statements;
use super::super::{PackageFormat, PackageReader};
use crate::layout::test::Test;
use crate::package::grammar::{PACKAGE_CODES, PLAIN_CODES};
use crate::package::limits::mebibytes;
use crate::package::names::flat_names;
use crate::package::pairs::{not_carried, note_left_out};
use crate::package::problem_yaml::{KEYS, note_key};
use crate::package::programs::{INTERACTOR, checker, interactor, lost_args, lost_dialogue};
use crate::package::scoring::{Scoring, Unscored};
use crate::package::statement::{SAMPLES, note_images, sample_blocks};
use crate::package::testlib::CHECKER;
use crate::package::{Files, INPUT_VALIDATOR, Notes, Package, made_program, outputs};
use nim_ground::limits::seconds;

const CONFIG: &str = "testdata/config.yaml";
const VALIDATOR: &str = "testdata/validator.py";
/// Folders that Hydro reads besides its own.
const FOLDERS: &[&str] = &["attachments/", "submissions/"];
/// Keys of Hydro's `problem.yaml` about the site rather than the problem.
const OF_THE_SITE: &[&str] = &["pid", "owner", "title", "tag", "nSubmit", "nAccept", "difficulty", "hidden"];

/// The folder of pictures in Hydro; its statements name them `file://NAME`.
const PICTURES: &str = "statement/";
const ADDITIONAL: &str = "additional_file/";

fn is_picture(path: &str) -> bool {
    path.strip_prefix(PICTURES).is_some_and(|name| !name.contains('/'))
}

/// The format of whole packages.
pub const FORMAT: PackageFormat = PackageFormat {
    name: "hydro",
    about: "Hydro's own format",
    detect: |package| Ok(package.files.keys().any(|path| path.starts_with("testdata/"))),
    describe: Some(describe),
    write,
    is_native: false,
    unscored: Unscored::OneSubtask,
    takes_testlib: true,
    takes_functions: false,
    validators: &[INPUT_VALIDATOR],
    losses,
};

pub(super) fn write(package: &Package, notes: &mut Notes) -> io::Result<Files> {
    let (held, left): (Files, Files) = package
        .files
        .clone()
        .into_iter()
        .partition(|(path, _)| FOLDERS.iter().any(|folder| path.starts_with(folder)));
    let made = made_program(&package.files, INPUT_VALIDATOR)?.map(|_| INPUT_VALIDATOR);
    let left_out = left.keys().filter(|path| !path.starts_with("output_validator/") && !is_picture(path));
    let left_out = left_out.filter(|path| Some(path.as_str()) != made);
    note_left_out(left_out, &not_carried("Hydro"), notes);
    let mut files = held;
    for (path, content) in left.iter().filter(|(path, _)| is_picture(path)) {
        files.insert(path.replacen(PICTURES, ADDITIONAL, 1), content.clone());
    }
    note_images(package, notes);
    files.insert("problem.yaml".to_owned(), own_keys(package).yaml(&["title", "tag"]).into());
    let blocks = sample_blocks(package)?;
    for (language, statement) in &package.statements {
        if statement.is_tex {
            notes.push(format!("the statement in {language:?} is TeX, Hydro's are Markdown; it is left out"));
        } else {
            let mut text = statement.text.replace(SAMPLES, &blocks);
            for image in statement.images() {
                text = text.replace(&format!("]({image}"), &format!("](file://{image}"));
            }
            files.insert(format!("problem_{language}.md"), text.into());
        }
    }
    let mut config = judging(package, &mut files, notes)?;
    config.set("subtasks", write_tests(package, &mut files, notes));
    let config =
        config.yaml(&["type", "time", "memory", "checker_type", "checker", "interactor", "validator"]);
    files.insert(CONFIG.to_owned(), config.into());
    Ok(files)
}

/// Writes the programs that judge, and returns the configuration without the tests.
fn judging(package: &Package, files: &mut Files, notes: &mut Notes) -> io::Result<Mapping> {
    let mut config = Mapping::default();
    config.set("type", "default");
    if let Some(time) = package.limits.cpu {
        config.set("time", format!("{}ms", (seconds(time) * 1e3).round()));
    }
    if let Some(bytes) = package.limits.memory {
        config.set("memory", format!("{}m", mebibytes(bytes)));
    }
    for (key, factors) in language_limits(package) {
        config.set(key, factors);
    }
    if package.limits.output.is_some() {
        notes.push("Hydro has no output limit; that of problem.yaml is for others".to_owned());
    }
    if let Some(program) = interactor(package)? {
        config.set("type", "interactive");
        config.set("interactor", INTERACTOR);
        files.insert(format!("testdata/{INTERACTOR}"), program.into());
    } else if let Some((path, program)) = checker(package, notes) {
        let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
        config.set("checker_type", "kattis");
        config.set("checker", format!("checker.{ending}"));
        files.insert(format!("testdata/checker.{ending}"), program);
    }
    if let Some(checker) = &package.testlib {
        config.set("checker_type", "testlib");
        config.set("checker", CHECKER);
        files.insert(format!("testdata/{CHECKER}"), checker.program.clone());
    }
    if package.comparison() == Some(outputs::EXACT) {
        config.set("checker_type", "strict");
    }
    package.note_case("Hydro", notes);
    let compared = super::checker(config.get("checker_type")).unwrap_or_else(|| lines(FILLED_LINES));
    package.note_near("Hydro", compared, notes);
    if let Some(program) = made_program(&package.files, INPUT_VALIDATOR)? {
        config.set("validator", "validator.py");
        files.insert(VALIDATOR.to_owned(), program.replacen(PACKAGE_CODES, PLAIN_CODES, 1).into());
    }
    Ok(config)
}

/// Returns the factors of limits by languages, for times and for sizes, if there are any.
fn language_limits(package: &Package) -> impl Iterator<Item = (&'static str, Map<String, Value>)> {
    let mut all = [("time_limit_rate", Map::new()), ("memory_limit_rate", Map::new())];
    for own in package.language_limits() {
        for ((_, factors), factor) in all.iter_mut().zip([own.time, own.memory]) {
            factors.extend(factor.map(|factor| (own.language.clone(), nim_yaml::number(factor))));
        }
    }
    all.into_iter().filter(|(_, factors)| !factors.is_empty())
}

/// Writes the tests, and returns the subtasks.
fn write_tests(package: &Package, files: &mut Files, notes: &mut Notes) -> Vec<Value> {
    let names = flat_names(&package.tests);
    let Some(subtasks) = package.subtasks("hydro", Scoring::with_points) else {
        let tests = names.iter().zip(&package.tests);
        let cases: Vec<Value> = tests.map(|(name, test)| write_test(name, test, files)).collect();
        return vec![json!({ "id": 1, "score": 100, "type": "min", "cases": cases })];
    };
    let mut written = Vec::new();
    for (id, subtask) in (1..).zip(&subtasks) {
        let mut cases: Vec<Value> = Vec::new();
        for (_, test) in &subtask.tests {
            // A test of several subtasks has its files once.
            let mut case = write_test(&names[*test], &package.tests[*test], files);
            if let Some(points) = subtask.each {
                case["score"] = nim_yaml::number(points);
            }
            cases.push(case);
        }
        let kind = if subtask.each.is_some() { "sum" } else { "min" };
        let mut own = json!({ "id": id, "score": nim_yaml::number(subtask.points), "type": kind });
        if !subtask.requires.is_empty() {
            own["if"] = subtask.requires.iter().map(|other| other + 1).collect();
        }
        own["cases"] = cases.into();
        written.push(own);
    }
    let samples: Vec<_> = names.iter().zip(&package.tests).filter(|(_, test)| test.is_sample).collect();
    if subtasks.iter().map(|own| own.points).sum::<f64>() >= 100.0 {
        let cases: Vec<Value> = samples.iter().map(|(name, test)| write_test(name, test, files)).collect();
        if !cases.is_empty() {
            written.push(json!({ "id": written.len() + 1, "score": 0, "type": "min", "cases": cases }));
        }
    } else if !samples.is_empty() {
        // A subtask of 0 points would get the rest of 100.
        notes.push("the samples are left out of Hydro's tests, where they would have points".to_owned());
    }
    written
}

fn write_test(name: &str, test: &Test, files: &mut Files) -> Value {
    let (input, answer) = (format!("{name}.in"), format!("{name}.out"));
    files.insert(format!("testdata/{input}"), test.input.clone());
    files.insert(format!("testdata/{answer}"), test.expected.content().clone());
    json!({ "input": input, "output": answer })
}

/// Returns the differences in judging.
pub(super) fn losses(package: &Package) -> io::Result<Vec<String>> {
    let mut losses = lost_dialogue(package, interactor(package)?.is_some());
    losses.extend(package.lost_scoring("hydro", |_| None));
    losses.extend(package.lost_comparison("Hydro", |own| own == outputs::EXACT));
    if package.below("output_validator/").len() > 1 {
        losses.push("its output validator has several files, and Hydro takes one".to_owned());
    }
    losses.extend(lost_args(package, "Hydro"));
    losses.extend(package.lost_drivers("Hydro"));
    losses.extend(package.lost_run_files("Hydro"));
    Ok(losses)
}

/// Returns `problem.yaml` with Hydro's keys in front.
fn own_keys(package: &Package) -> Mapping {
    let mut keys = package.keys();
    keys.0.retain(|key, _| KEYS.contains(&key.as_str()) && !matches!(key.as_str(), "keywords" | "type"));
    keys.set("title", package.title().map_or_else(|| package.short_name(), str::to_owned));
    let keywords = package.other_keys.list("keywords");
    if !keywords.is_empty() {
        keys.set("tag", keywords);
    }
    keys
}

/// Moves the validator made from a grammar to its place in the ICPC format.
fn take_validator(files: &mut Files) -> io::Result<()> {
    if let Some(program) = made_program(files, VALIDATOR)? {
        files.remove(VALIDATOR);
        files.insert(INPUT_VALIDATOR.to_owned(), program.replacen(PLAIN_CODES, PACKAGE_CODES, 1).into());
    }
    Ok(())
}

/// Reads statements and `problem.yaml`.
pub(super) fn describe(reader: &mut PackageReader<'_>, package: &mut Package) -> io::Result<()> {
    let problem = reader.take_manifest("problem.yaml")?;
    for config in [CONFIG, "testdata/config.yml"] {
        reader.files.remove(config);
    }
    take_validator(&mut reader.files)?;
    let PackageReader { files, notes, .. } = reader;
    let mut keys = problem.map(|problem| Mapping::from(&problem.contents.value)).unwrap_or_default();
    let title = keys.get("title").as_str().map(str::to_owned);
    convert_keys(&mut keys, notes);
    package.take_keys(keys);
    let blocks = sample_blocks(package)?;
    package.statements = take_statements(files, "")?;
    for statement in package.statements.values_mut() {
        if !blocks.is_empty() {
            statement.text = statement.text.replacen(&blocks, SAMPLES, 1);
        }
    }
    package.take_titles();
    if let Some(title) = title.filter(|_| package.titles.is_empty()) {
        let language = package.statements.keys().next().map_or("en", String::as_str);
        package.titles.insert(language.to_owned(), title);
    }
    let pictures: Vec<String> = files.keys().filter(|path| path.starts_with(ADDITIONAL)).cloned().collect();
    for path in pictures {
        let name = &path[ADDITIONAL.len()..];
        for statement in package.statements.values_mut() {
            statement.text = statement.text.replace(&format!("](file://{name}"), &format!("]({name}"));
        }
        if let Some(picture) = files.remove(&path) {
            package.files.insert(format!("{PICTURES}{name}"), picture);
        }
    }
    package.files.append(files);
    package.files.retain(|path, _| {
        let is_unknown = path.starts_with("testdata/");
        if is_unknown {
            notes.push(format!("{path}: was not recognised, and is left out"));
        }
        !is_unknown
    });
    Ok(())
}

/// Converts Hydro's keys to those of the ICPC format.
fn convert_keys(keys: &mut Mapping, notes: &mut Notes) {
    let tags = keys.list("tag");
    if !tags.is_empty() {
        keys.set("keywords", tags);
    }
    keys.0.retain(|key, _| {
        let is_known = KEYS.contains(&key.as_str());
        if !is_known && !OF_THE_SITE.contains(&key.as_str()) {
            note_key("problem.yaml", key, notes);
        }
        is_known
    });
}
