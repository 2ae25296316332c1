//! Luogu: test data without folders, and a `config.yml` with a mapping for every input. Times in ms, sizes in KiB. Statements are the
//! site's.

use std::io;

use nim_yaml::Mapping;
use serde_json::{Map, Value};

use super::{Format, ManifestFile, ManifestKind, PackageFormat, PackageReader, main_manifests};
use crate::Error;
use crate::comparison::Comparison;
use crate::formats::manifest::Manifest;
use crate::layout::naming_scheme::NamingScheme;
use crate::layout::scoring_config::{ScoringConfig, Share};
use crate::layout::settings::{SettingsReader, is_known, text};
use crate::layout::test::Test;
use crate::package::pairs::{not_carried, note_left_out};
use crate::package::programs::{lost_dialogue, testlib_alone};
use crate::package::scoring::{Scoring, Unscored};
use crate::package::testlib::CHECKER;
use crate::package::{Files, Notes, Package};
use crate::protocol::Protocol;
use crate::score::{Group, Rule};
use nim_ground::limits::{KIB, seconds};
use nim_ground::presence::is_file;

pub const FORMAT: Format = Format {
    manifests: &[
        ManifestKind { name: "config.yml", detect: is_luogu, read },
        ManifestKind { name: "config.yaml", detect: is_luogu, read },
    ],
    packages: &[PACKAGE_FORMAT],
    ..Format::PLAIN
};

/// Returns whether a file is Luogu's, not Hydro's file of the same name.
fn is_luogu(file: &ManifestFile<'_>) -> bool {
    file.value().as_object().is_some_and(|entries| {
        let mut keys = entries.values().filter_map(Value::as_object).flat_map(Map::keys);
        keys.any(|key| is_known("luogu-input", key)) && entries.values().all(Value::is_object)
    })
}

/// Reads a `config.yml` in this folder, where a file called `checker.cpp` judges the outputs.
fn read(file: &ManifestFile<'_>, reader: &mut SettingsReader<'_>) -> Result<Manifest, Error> {
    let mut task = Manifest::default();
    if is_file(&file.folder.join(CHECKER))? {
        task.validator = Some(CHECKER.to_owned());
        task.validator_style = Some(Protocol::TESTLIB);
    }
    let mut scoring =
        ScoringConfig { total: Some(100.0), share: Share::Ascending, ..ScoringConfig::default() };
    for (input, entry) in file.contents()?.as_object().into_iter().flatten() {
        let at = format!("{input}.");
        reader.check(&at, entry, "luogu-input");
        let settings = (at.as_str(), entry);
        let limits = reader.limits(settings, ("timeLimit", 1e-3), ("memoryLimit", KIB), None);
        let group = Some(text(&entry["subtaskId"])).filter(|id| !id.is_empty());
        let points = entry.get("score").and_then(|_| reader.points(settings, "score"));
        if let Some(name) =
            group.as_ref().filter(|name| !scoring.root.groups.iter().any(|g| g.name == **name))
        {
            scoring.root.groups.push(Group { name: name.clone(), rule: Rule::Min, ..Group::default() });
        }
        let is_sample = group.as_deref() == Some("0") && points == Some(0.0);
        let files = Test::listed(NamingScheme::Listed("Luogu (config.yml)"), input.clone(), String::new());
        task.inputs.insert(input.clone(), Test { group, limits, points, is_sample, ..files });
    }
    task.scoring = Some(scoring);
    Ok(task)
}

const CONFIG: &str = "config.yml";

/// The format of whole packages.
pub const PACKAGE_FORMAT: PackageFormat = PackageFormat {
    name: "luogu",
    about: "Luogu: test data with a config.yml",
    detect: |package| {
        let files = &package.files;
        let has_input = files.keys().any(|path| !path.contains('/') && path.ends_with(".in"));
        let is_other = main_manifests().any(|name| name != CONFIG && files.contains_key(name));
        let is_other = is_other || files.keys().any(|path| path.starts_with("testdata/"));
        Ok(files.contains_key(CONFIG) && has_input && !is_other)
    },
    describe: Some(describe),
    write,
    is_native: false,
    unscored: Unscored::WithoutSamples,
    takes_testlib: true,
    takes_functions: false,
    validators: &[],
    losses,
};

fn write(package: &Package, notes: &mut Notes) -> io::Result<Files> {
    note_left_out(package.files.keys(), &not_carried("Luogu"), notes);
    package.note_keys_left_out("Luogu", notes);
    notes.push("Luogu's data hold no statement and no title".to_owned());
    if package.limits.output.is_some() {
        notes.push("Luogu has no output limit".to_owned());
    }
    if package.grammar.is_some() {
        notes.push("Luogu has no place for an input validator, nor for the grammar in it".to_owned());
    }
    package.note_case("Luogu", notes);
    package.note_near("Luogu", Comparison::TOKENS, notes);
    let mut files = Files::new();
    let mut config = Mapping::default();
    if let Some(checker) = &package.testlib {
        files.insert(CHECKER.to_owned(), checker.program.clone());
    }
    let tests = places(package);
    let width = tests.len().to_string().len();
    for (number, (test, subtask, score)) in (1..).zip(tests) {
        let name = format!("{number:0width$}");
        let mut entry = Mapping::default();
        if let Some(time) = package.limits.cpu {
            entry.set("timeLimit", (seconds(time) * 1e3).round() as u64);
        }
        if let Some(bytes) = package.limits.memory {
            entry.set("memoryLimit", (bytes as f64 / KIB as f64).round() as u64);
        }
        if let Some(score) = score {
            entry.set("score", nim_yaml::number(score));
        }
        entry.set("subtaskId", subtask);
        config.set(&format!("{name}.in"), entry.0);
        files.insert(format!("{name}.in"), test.input.clone());
        files.insert(format!("{name}.out"), test.expected.content().clone());
    }
    files.insert(CONFIG.to_owned(), config.yaml(&[]).into());
    Ok(files)
}

/// Returns the tests, each with its subtask and its points there.
fn places(package: &Package) -> Vec<(&Test, usize, Option<f64>)> {
    let Some(subtasks) = package.subtasks("luogu", Scoring::independent) else {
        let places = package.tests.iter().map(|test| match test.is_sample {
            true => (test, 0, Some(0.0)),
            false => (test, 1, Some(100.0)),
        });
        return places.collect();
    };
    let samples = package.tests.iter().filter(|test| test.is_sample);
    let mut places: Vec<_> = samples.map(|test| (test, 0, Some(0.0))).collect();
    let mut id = 0;
    for subtask in subtasks {
        id += 1;
        for (number, (_, test)) in subtask.tests.iter().enumerate() {
            // A subtask has the minimum of its tests' points, so tests that count one by one are separate subtasks.
            id += usize::from(subtask.each.is_some() && number > 0);
            places.push((&package.tests[*test], id, subtask.each.or(Some(subtask.points))));
        }
    }
    places
}

/// Returns the differences in judging.
fn losses(package: &Package) -> io::Result<Vec<String>> {
    let mut losses = lost_dialogue(package, false);
    losses.extend(package.lost_scoring("luogu", Scoring::fractional_points));
    losses.extend(package.lost_comparison("Luogu", |_| false));
    if let Some(path) = package.below("output_validator/").keys().next() {
        losses.push(testlib_alone(path, "Luogu"));
    }
    losses.extend(package.lost_runs("Luogu"));
    Ok(losses)
}

/// Reads the parts that are neither tests nor judging: Luogu has none.
fn describe(reader: &mut PackageReader<'_>, _package: &mut Package) -> io::Result<()> {
    reader.take_manifest(CONFIG).map(drop)
}
