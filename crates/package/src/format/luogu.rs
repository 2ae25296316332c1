//! Luogu: test data without folders, and limits of each input in `config.yml`. Statements are the site's.

use std::io;

use serde_json::Value;

use super::icpc::note_unknown;
use super::{Notes, note_left_out, pairs, take_yaml, whole};
use crate::metadata::Metadata;
use crate::{Files, Package, SAMPLE, SECRET};
use nim_judge::limits::{KIB, MIB};

const CONFIG: &str = "config.yml";

/// Its limits, with the names and in the units of the ICPC format.
const LIMITS: [(&str, &str, f64); 2] =
    [("timeLimit", "time_limit", 1e3), ("memoryLimit", "memory", (MIB / KIB) as f64)];

/// Writes a package.
pub(super) fn write(package: &Package, notes: &mut Notes) -> io::Result<Files> {
    note_left_out(package.files.keys().filter(|path| *path != "data/test_group.yaml"), notes);
    notes.push("Luogu's data hold no statement and no title".to_owned());
    if package.metadata.limit("output").is_some() {
        notes.push("Luogu has no output limit".to_owned());
    }
    if package.described.is_some() {
        notes.push("Luogu has no place for an input validator, nor for the grammar in it".to_owned());
    }
    package.note_comparison("Luogu", &[], notes);
    let mut files = Files::new();
    let mut config = Metadata::default();
    let width = package.tests.len().to_string().len();
    for (number, test) in (1..).zip(&package.tests) {
        let name = format!("{number:0width$}");
        let mut entry = Metadata::default();
        for (key, limit, unit) in LIMITS {
            if let Some(value) = package.metadata.limit(limit) {
                entry.set(key, whole((value * unit).round()));
            }
        }
        if test.is_sample() {
            entry.set("score", 0);
        }
        entry.set("subtaskId", u8::from(!test.is_sample()));
        config.set(&format!("{name}.in"), entry.0);
        files.insert(format!("{name}.in"), test.input.clone());
        files.insert(format!("{name}.out"), test.answer.clone());
    }
    files.insert(CONFIG.to_owned(), config.yaml(&[]).into());
    Ok(files)
}

/// Reads a package.
pub(super) fn read(mut files: Files, notes: &mut Notes) -> io::Result<Package> {
    let config = take_yaml(&mut files, CONFIG)?.0;
    let tests = pairs(&mut files, "", None);
    let mut package =
        Package { tests, validator_args: vec!["case_sensitive".to_owned()], ..Package::default() };
    for test in &mut package.tests {
        let name = test.path.strip_prefix(SECRET).unwrap_or(&test.path).to_owned();
        let entry = config.get(&format!("{name}.in")).unwrap_or(&Value::Null);
        if entry["subtaskId"] == 0 && entry["score"] == 0 {
            test.path = format!("{SAMPLE}{name}");
        }
    }
    let counts_apart =
        |entry: &Value| entry["score"].as_u64() > Some(0) || entry["subtaskId"].as_u64() > Some(1);
    if config.values().any(counts_apart) {
        notes.push(format!("{CONFIG}: subtasks and scores are left out; every test counts alike"));
    }
    package.tests.sort_by(|a, b| a.path.cmp(&b.path));
    for (key, limit, unit) in LIMITS {
        let values = config.values().filter_map(|entry| entry[key].as_f64());
        let (least, most) =
            values.fold((f64::MAX, f64::MIN), |(least, most), own| (least.min(own), most.max(own)));
        if least < most {
            notes.push(format!("{CONFIG}: {key} differs between tests; the greatest counts for all"));
        }
        if least <= most {
            package.metadata.set_limit(limit, most / unit);
        }
    }
    package.files.append(&mut files);
    note_unknown(&package, notes);
    Ok(package)
}
