//! DMOJ: a folder with `init.yml` and test data. Statements and limits of time and memory are the site's.

use std::io;
use std::sync::Arc;

use serde_json::{Value, json};

use super::icpc::{note_unknown, yaml_error};
use super::{Notes, checker, flat_names, malformed, note_left_out, pairs};
use crate::files::of_archive;
use crate::metadata::Metadata;
use crate::{Files, Package, SAMPLE, SECRET, outputs, validators};
use nim_judge::limits::{KIB, MIB};

const INIT: &str = "init.yml";
const CHECKER: &str = "check.py";

/// The keys in the order in which they are written.
const KEYS: &[&str] =
    &["time_limit", "memory_limit", "output_limit_length", "checker", "pretest_test_cases", "test_cases"];

/// Writes a package.
pub(super) fn write(package: &Package, notes: &mut Notes) -> io::Result<Files> {
    let is_other = |path: &&String| !path.starts_with("output_validator/") && *path != "data/test_group.yaml";
    note_left_out(package.files.keys().filter(is_other), notes);
    notes.push(
        "DMOJ takes statements and the limits of time and memory from its site, not from init.yml".to_owned(),
    );
    if package.described.is_some() {
        notes.push("DMOJ has no place for an input validator, nor for the grammar in it".to_owned());
    }
    let mut files = Files::new();
    let mut init = json!({});
    let (memory, output) = (package.metadata.limit("memory"), package.metadata.limit("output"));
    if let Some(seconds) = package.metadata.limit("time_limit") {
        init["time_limit"] = seconds.into();
    }
    if let Some(memory) = memory {
        init["memory_limit"] = whole(memory * (MIB / KIB) as f64);
    }
    if let Some(output) = output {
        init["output_limit_length"] = whole(output * MIB as f64);
    }
    if let Some((path, program)) = checker(package, notes) {
        if program.text()?.contains(validators::MARK) {
            init["checker"] = CHECKER.into();
            files.insert(CHECKER.to_owned(), program);
        } else {
            notes.push(format!("{path} is not called as DMOJ calls checkers, and is left out"));
        }
    }
    if package.comparison() == Some(outputs::EXACT) {
        init["checker"] = "identical".into();
    }
    package.note_comparison("DMOJ", &[outputs::EXACT], notes);
    let (mut samples, mut cases) = (Vec::new(), Vec::new());
    for (name, test) in flat_names(&package.tests).into_iter().zip(&package.tests) {
        let (input, answer) = (format!("{name}.in"), format!("{name}.out"));
        let (list, points) = if test.is_sample() { (&mut samples, 0) } else { (&mut cases, 1) };
        list.push(json!({ "in": input, "out": answer, "points": points }));
        files.insert(input, test.input.clone());
        files.insert(answer, test.answer.clone());
    }
    if !samples.is_empty() {
        init["pretest_test_cases"] = samples.into();
    }
    init["test_cases"] = cases.into();
    if let Value::Object(map) = init {
        files.insert(INIT.to_owned(), Metadata(map).yaml(KEYS).into());
    }
    Ok(files)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sizes are whole and positive")]
fn whole(size: f64) -> Value {
    Value::from(size as u64)
}

/// Reads a package.
pub(super) fn read(mut files: Files, notes: &mut Notes) -> io::Result<Package> {
    let init = files.remove(INIT).map_or(Ok(String::new()), |file| file.text())?;
    let init = Metadata::parse(&init).map_err(|error| yaml_error(INIT, &error))?;
    let mut package = Package { validator_args: vec!["case_sensitive".to_owned()], ..Package::default() };
    let init = Value::Object(init.0);
    if let Some(name) = init["archive"].as_str() {
        let archive =
            files.remove(name).ok_or_else(|| malformed(INIT, format!("the archive {name} is missing")))?;
        let (own, folder) = of_archive(&archive, notes).map_err(|error| malformed(name, error))?;
        files.extend(own);
        package.unpacked.push(Arc::new(folder));
    }
    if let Some(seconds) = init["time_limit"].as_f64() {
        package.metadata.set_limit("time_limit", seconds);
    }
    if let Some(memory) = init["memory_limit"].as_f64() {
        package.metadata.set_limit("memory", memory / (MIB / KIB) as f64);
    }
    if let Some(output) = init["output_limit_length"].as_f64() {
        package.metadata.set_limit("output", output / MIB as f64);
    }
    for key in init.as_object().into_iter().flat_map(serde_json::Map::keys) {
        if !KEYS.contains(&key.as_str()) && key != "archive" && key != "points" {
            notes.push(format!("{INIT}: the key {key:?} was not recognised, and is left out"));
        }
    }
    if init["checker"] == CHECKER
        && let Some(program) = files.remove(CHECKER)
    {
        package.validator_args.clear();
        package.files.insert(validators::OUTPUT.to_owned(), program);
    }
    let names = named_pairs(&init, notes);
    package.tests = pairs(&mut files, "", (!names.is_empty()).then_some(names));
    let pretests: Vec<&str> =
        list(&init, "pretest_test_cases").iter().filter_map(|case| case["in"].as_str()).collect();
    for test in &mut package.tests {
        let Some(name) = test.path.strip_prefix(SECRET) else { continue };
        if pretests.iter().any(|input| input.rsplit_once('.').map_or(*input, |(stem, _)| stem) == name) {
            test.path = format!("{SAMPLE}{name}");
        }
    }
    package.tests.sort_by(|a, b| a.path.cmp(&b.path));
    package.files.append(&mut files);
    note_unknown(&package, notes);
    Ok(package)
}

/// Returns the tests of a list; none where the key has something else.
fn list<'a>(init: &'a Value, key: &str) -> &'a [Value] {
    init[key].as_array().map_or(&[], Vec::as_slice)
}

/// Returns the names of inputs and answers, those of batches too.
fn named_pairs(init: &Value, notes: &mut Notes) -> Vec<(String, String)> {
    let mut names = Vec::new();
    for key in ["pretest_test_cases", "test_cases"] {
        for case in list(init, key) {
            let batch = case["batched"].as_array();
            if batch.is_some() {
                notes.push(format!("{INIT}: tests of a batch count one by one"));
            }
            for own in batch.map_or(std::slice::from_ref(case), Vec::as_slice) {
                if let (Some(input), Some(answer)) = (own["in"].as_str(), own["out"].as_str()) {
                    names.push((input.to_owned(), answer.to_owned()));
                }
            }
        }
    }
    notes.dedup();
    names
}
