//! DMOJ: a folder with `init.yml` and test data. Statements and limits of time and memory are the site's.

use std::io;
use std::sync::Arc;

use serde_json::{Value, json};

use super::icpc::note_unknown;
use super::{Notes, checker, flat_names, malformed, note_key, note_left_out, pairs, take_yaml, whole};
use crate::files::of_archive;
use crate::metadata::Metadata;
use crate::{Files, Package, SAMPLE, SECRET, outputs, validators};
use nim_judge::limits::{KIB, MIB};

const INIT: &str = "init.yml";
const CHECKER: &str = "check.py";

/// The keys in the order in which they are written.
const KEYS: &[&str] =
    &["time_limit", "memory_limit", "output_limit_length", "checker", "pretest_test_cases", "test_cases"];

/// Its limits, with the names and in the units of the ICPC format.
const LIMITS: [(&str, &str, f64); 3] = [
    ("time_limit", "time_limit", 1.0),
    ("memory_limit", "memory", (MIB / KIB) as f64),
    ("output_limit_length", "output", MIB as f64),
];

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
    let mut init = Metadata::default();
    for (key, limit, unit) in LIMITS {
        if let Some(value) = package.metadata.limit(limit) {
            init.set(key, if limit == "time_limit" { value.into() } else { whole(value * unit) });
        }
    }
    if let Some((path, program)) = checker(package, notes) {
        if program.text()?.contains(validators::MARK) {
            init.set("checker", CHECKER);
            files.insert(CHECKER.to_owned(), program);
        } else {
            notes.push(format!("{path} is not called as DMOJ calls checkers, and is left out"));
        }
    }
    if package.comparison() == Some(outputs::EXACT) {
        init.set("checker", "identical");
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
        init.set("pretest_test_cases", samples);
    }
    init.set("test_cases", cases);
    files.insert(INIT.to_owned(), init.yaml(KEYS).into());
    Ok(files)
}

/// Reads a package.
pub(super) fn read(mut files: Files, notes: &mut Notes) -> io::Result<Package> {
    let init = Value::Object(take_yaml(&mut files, INIT)?.0);
    let mut package = Package { validator_args: vec!["case_sensitive".to_owned()], ..Package::default() };
    if let Some(name) = init["archive"].as_str() {
        let archive =
            files.remove(name).ok_or_else(|| malformed(INIT, format!("the archive {name} is missing")))?;
        let (own, folder) = of_archive(&archive, notes).map_err(|error| malformed(name, error))?;
        files.extend(own);
        package.unpacked.push(Arc::new(folder));
    }
    for (key, limit, unit) in LIMITS {
        if let Some(value) = init[key].as_f64() {
            package.metadata.set_limit(limit, value / unit);
        }
    }
    for key in init.as_object().into_iter().flat_map(serde_json::Map::keys) {
        if !KEYS.contains(&key.as_str()) && key != "archive" && key != "points" {
            note_key(INIT, key, notes);
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
