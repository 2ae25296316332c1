//! DMOJ: a folder with `init.yml` and test data. Statements and limits of time and memory are the site's.

use std::io;

use nim_yaml::Mapping;
use serde_json::{Value, json};

use super::super::checkers::{WORDS_OF_FILLED_LINES, lines};
use super::super::{PackageFormat, PackageReader};
use crate::comparison::{Comparison, Tolerance};
use crate::layout::settings::is_harmless;
use crate::layout::test::Test;
use crate::package::names::flat_names;
use crate::package::pairs::{not_carried, note_left_out};
use crate::package::problem_yaml::note_key;
use crate::package::programs::{INTERACTOR, checker, interactor, is_python, lost_args, lost_dialogue};
use crate::package::scoring::{NamedSubtask, Scoring, Unscored};
use crate::package::{Files, MARK, Notes, Package, outputs};
use nim_ground::limits::{KIB, seconds};

const INIT: &str = "init.yml";
const CHECKER: &str = "check.py";
/// A checker of DMOJ that calls the output validator beside it.
const DMOJ_CHECK: &str = include_str!("check.py");
/// An output validator in Python, which `check.py` calls.
const VALIDATOR: &str = "validate.py";

/// The keys in the order in which they are written.
const KEYS: &[&str] = &[
    "time_limit",
    "memory_limit",
    "output_limit_length",
    "checker",
    "interactive",
    "pretest_test_cases",
    "test_cases",
];

/// The format of whole packages.
pub const FORMAT: PackageFormat = PackageFormat {
    name: "dmoj",
    about: "DMOJ: test data with an init.yml",
    detect: |package| Ok(package.files.contains_key(INIT)),
    describe: Some(describe),
    write,
    is_native: false,
    unscored: Unscored::OneSubtask,
    takes_testlib: true,
    takes_functions: true,
    validators: &[],
    losses,
};

pub(super) fn write(package: &Package, notes: &mut Notes) -> io::Result<Files> {
    let others = package.files.keys().filter(|path| !path.starts_with("output_validator/"));
    note_left_out(others, &not_carried("DMOJ"), notes);
    package.note_keys_left_out("DMOJ", notes);
    notes.push(
        "DMOJ takes the title, statements and the limits of time and memory from its site, not from init.yml"
            .to_owned(),
    );
    if package.grammar.is_some() {
        notes.push("DMOJ has no place for an input validator, nor for the grammar in it".to_owned());
    }
    let mut files = Files::new();
    let mut init = Mapping::default();
    if let Some(time) = package.limits.cpu {
        init.set("time_limit", seconds(time));
    }
    if let Some(bytes) = package.limits.memory {
        init.set("memory_limit", bytes / KIB);
    }
    if let Some(bytes) = package.limits.output {
        init.set("output_limit_length", bytes);
    }
    if let Some(program) = interactor(package)? {
        init.set("interactive", json!({ "files": INTERACTOR, "lang": "PY3", "type": "testlib" }));
        files.insert(INTERACTOR.to_owned(), program.into());
    } else if let Some((path, program)) = checker(package, notes) {
        if program.text()?.contains(MARK) {
            init.set("checker", CHECKER);
            files.insert(CHECKER.to_owned(), program);
        } else if is_python(&path) {
            init.set("checker", CHECKER);
            files.insert(CHECKER.to_owned(), DMOJ_CHECK.to_owned().into());
            files.insert(VALIDATOR.to_owned(), program);
        } else {
            notes.push(format!("{path} is not called as DMOJ calls checkers, and is left out"));
        }
    }
    if let Some(checker) = &package.testlib {
        let own = checker.write("", &mut files);
        if checker.header.is_none() {
            notes.push(
                "DMOJ finds testlib.h beside checker.cpp or where its compiler looks: add it".to_owned(),
            );
        }
        let args = json!({ "files": own, "lang": "CPP17", "type": "testlib" });
        init.set("checker", json!({ "name": "bridged", "args": args }));
    }
    if let Some(checker) = &package.function {
        init.set("checker", checker.value());
        files.extend(checker.program.clone().map(|program| (checker.name.clone(), program)));
    }
    if package.comparison() == Some(outputs::EXACT) {
        init.set("checker", "identical");
    }
    if let Some(floats) = package.comparison().and_then(floats) {
        init.set("checker", floats);
    }
    package.note_case("DMOJ", notes);
    let compared = super::checker(init.get("checker")).unwrap_or_else(|| lines(WORDS_OF_FILLED_LINES));
    package.note_near("DMOJ", compared, notes);
    write_tests(package, &mut init, &mut files, notes);
    files.insert(INIT.to_owned(), init.yaml(KEYS).into());
    Ok(files)
}

/// Writes the tests, and lists them.
fn write_tests(package: &Package, init: &mut Mapping, files: &mut Files, notes: &mut Notes) {
    let subtasks = package.subtasks("dmoj", Scoring::with_points);
    let names = flat_names(&package.tests).into_iter().zip(&package.tests);
    let (mut samples, others): (Vec<_>, Vec<_>) = names.partition(|(_, test)| test.is_sample);
    // DMOJ runs no further test after a rejected one without points.
    if subtasks.is_some() && !samples.is_empty() {
        samples.clear();
        notes.push("samples are left out: whatever fails one would have no points on DMOJ".to_owned());
    }
    let samples = samples.into_iter().map(|(name, test)| {
        let mut case = write_test(&name, test, files);
        case["points"] = 0.into();
        case
    });
    let samples: Vec<Value> = samples.collect();
    if !samples.is_empty() {
        init.set("pretest_test_cases", samples);
    }
    let cases = match subtasks {
        Some(subtasks) => write_subtasks(package, &subtasks, files),
        None => {
            // All-or-nothing scoring.
            let all: Vec<Value> =
                others.into_iter().map(|(name, test)| write_test(&name, test, files)).collect();
            vec![json!({ "points": 100, "batched": all })]
        }
    };
    init.set("test_cases", cases);
}

fn write_test(name: &str, test: &Test, files: &mut Files) -> Value {
    let (input, answer) = (format!("{name}.in"), format!("{name}.out"));
    files.insert(input.clone(), test.input.clone());
    files.insert(answer.clone(), test.expected.content().clone());
    json!({ "in": input, "out": answer })
}

/// Writes the tests of subtasks, and returns the cases and batches.
fn write_subtasks(package: &Package, subtasks: &[NamedSubtask], files: &mut Files) -> Vec<Value> {
    let (batches, names) = (batches(subtasks), flat_names(&package.tests));
    // Single cases come first, as they do when the list is read.
    let (mut cases, mut batched) = (Vec::new(), Vec::new());
    for (index, own) in subtasks.iter().enumerate() {
        // A test of several subtasks has its files once.
        let tests = own.tests.iter().map(|(_, test)| write_test(&names[*test], &package.tests[*test], files));
        let needs: Vec<usize> = own.requires.iter().flat_map(|&other| batches[other].clone()).collect();
        match own.each {
            None => batched.push(batch(own.points, &tests.collect::<Vec<_>>(), &needs)),
            Some(points) if batches[index].is_empty() => cases.extend(tests.map(|mut case| {
                case["points"] = nim_yaml::number(points);
                case
            })),
            Some(points) => batched.extend(tests.map(|case| batch(points, &[case], &needs))),
        }
    }
    cases.append(&mut batched);
    cases
}

/// Returns a batch of tests that depends on the batches of these numbers.
fn batch(points: f64, tests: &[Value], needs: &[usize]) -> Value {
    let mut batch = json!({ "points": nim_yaml::number(points), "batched": tests });
    if !needs.is_empty() {
        batch["dependencies"] = needs.into();
    }
    batch
}

/// Returns the numbers of the batches of each subtask. Only batches can depend on others: there, tests that count one by one are batches of
/// one test; elsewhere they are cases.
fn batches(subtasks: &[NamedSubtask]) -> Vec<Vec<usize>> {
    let mut last = 0;
    let batches = subtasks.iter().enumerate().map(|(index, own)| {
        let is_needed = subtasks.iter().any(|other| other.requires.contains(&index));
        let count = match own.each {
            None => 1,
            Some(_) if own.requires.is_empty() && !is_needed => 0,
            Some(_) => own.tests.len(),
        };
        last += count;
        (last - count + 1..=last).collect()
    });
    batches.collect()
}

/// Returns the checker for numbers within a power of ten.
fn floats(comparison: Comparison) -> Option<Value> {
    let Tolerance { absolute, relative } = comparison.tolerance;
    let mode = match (absolute, relative) {
        (Some(absolute), Some(relative)) if absolute == relative => "default",
        (Some(_), None) => "absolute",
        (None, Some(_)) => "relative",
        _ => return None,
    };
    let tolerance = absolute.or(relative)?;
    let precision = (0..=18).find(|&precision| (10_f64.powi(-precision) / tolerance - 1.0).abs() < 1e-9)?;
    let is_of_tokens = comparison.format.is_none();
    is_of_tokens.then(|| json!({ "name": "floats", "args": { "precision": precision, "error_mode": mode } }))
}

/// Returns the differences in judging.
pub(super) fn losses(package: &Package) -> io::Result<Vec<String>> {
    let mut losses = lost_dialogue(package, interactor(package)?.is_some());
    losses.extend(package.lost_scoring("dmoj", Scoring::fractional_points));
    losses.extend(package.lost_comparison("DMOJ", |own| own == outputs::EXACT || floats(own).is_some()));
    let programs = package.below("output_validator/");
    for path in programs.keys() {
        if programs.len() > 1 || !is_python(path) {
            losses.push(format!("{path}: DMOJ takes an output validator that is one file in Python"));
        }
    }
    losses.extend(lost_args(package, "DMOJ"));
    losses.extend(package.lost_runs("DMOJ"));
    Ok(losses)
}

/// Notes the keys that are not carried on, and takes the output validator that [`DMOJ_CHECK`] calls.
pub(super) fn describe(reader: &mut PackageReader<'_>, package: &mut Package) -> io::Result<()> {
    let Some(manifest) = reader.take_manifest(INIT)? else { return Ok(()) };
    let keys = manifest.contents.value.as_object().into_iter().flat_map(serde_json::Map::keys);
    // Unsupported keys have been reported already; the others are obeyed.
    for key in keys.filter(|key| is_harmless("dmoj-top", key)) {
        note_key(INIT, key, reader.notes);
    }
    // A bridged checker may have the same name.
    let checker = reader.files.get(CHECKER).filter(|_| manifest.contents.value["checker"] == CHECKER);
    if let Some(checker) = checker
        && checker.text()? == DMOJ_CHECK
        && let Some(validator) = reader.files.remove(VALIDATOR)
    {
        reader.files.remove(CHECKER);
        package.set_output_validator(validator);
    }
    Ok(())
}
