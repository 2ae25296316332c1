//! Every key of every format, with a value of every type of YAML: it is taken as its format has it, or a message names it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use nim_task::formats::{FORMATS, Manifests};
use regex::Regex;
use toml::{Table, Value as Toml};

/// A mapping in a manifest: its table of keys, the file, the text around the mapping, and its other keys.
struct Place {
    table: &'static str,
    file: &'static str,
    around: [&'static str; 2],
    others: &'static [(&'static str, &'static str)],
}

const fn place(
    table: &'static str,
    file: &'static str,
    around: [&'static str; 2],
    others: &'static [(&'static str, &'static str)],
) -> Place {
    Place { table, file, around, others }
}

const PLACES: [Place; 26] = [
    place("cms-task", "task.yaml", ["{", "}"], &[("token_mode", "disabled")]),
    place(
        "cms-group",
        "task.yaml",
        ["{score_type: GroupThreshold, score_type_parameters: [{", "}]}"],
        &[("max_score", "1"), ("testcases", "1"), ("threshold", "1")],
    ),
    place("task-maker-original", "task.yaml.orig", ["{", "}"], &[]),
    place("lemon-contest", "a.cdf", ["{", "}"], &[]),
    place(
        "lemon-task",
        "a.cdf",
        ["{tasks: [{", "}]}"],
        &[("standardInputCheck", "true"), ("standardOutputCheck", "true")],
    ),
    place("lemon-case", "a.cdf", ["{tasks: [{testCases: [{", "}]}]}"], &[]),
    place("library-checker", "info.toml", ["", ""], &[("title", "\"\"\"\n[[tests]]\n\"\"\"")]),
    place("dmoj-top", "init.yml", ["{", "}"], &[]),
    place("dmoj-case", "init.yml", ["{test_cases: [{", "}]}"], &[("in", "a"), ("out", "b")]),
    place("dmoj-bridged", "init.yml", ["{checker: {name: bridged, args: {", "}}}"], &[("files", "c.py")]),
    place("dmoj-interactive", "init.yml", ["{interactive: {", "}}"], &[("files", "c.py")]),
    place("dmoj-generator", "init.yml", ["{test_cases: [{generator: {", "}}]}"], &[("source", "g.py")]),
    place("dmoj-signature", "init.yml", ["{signature_grader: {", "}}"], &[("entry", "a"), ("header", "b")]),
    place("dmoj-file-io", "init.yml", ["{file_io: {", "}}"], &[]),
    place("hydro-top", "config.yaml", ["{", "}"], &[]),
    place("hydro-subtask", "config.yaml", ["{subtasks: [{", "}]}"], &[("cases", "[{input: a, output: b}]")]),
    place("hydro-case", "config.yaml", ["{cases: [{", "}]}"], &[("input", "a"), ("output", "b")]),
    place("icpc-problem", "problem.yaml", ["{", "}"], &[]),
    place("icpc-limits", "problem.yaml", ["{limits: {", "}}"], &[]),
    place("icpc-group", "testdata.yaml", ["{", "}"], &[]),
    place("luogu-input", "config.yml", ["{1.in: {", "}}"], &[("isPretest", "7")]),
    place("rbx-top", "problem.rbx.yml", ["{", "}"], &[]),
    place("rbx-group", "problem.rbx.yml", ["{testcases: [{", "}]}"], &[("name", "g")]),
    place("rbx-modifier", "problem.rbx.yml", ["{timeLimit: 1, modifiers: {a: {", "}}}"], &[]),
    place("syzoj-top", "data.yml", ["{", "}"], &[]),
    place("syzoj-subtask", "data.yml", ["{subtasks: [{", "}]}"], &[]),
];
/// The tables of texts alone, whose files are in no YAML, and of a part that is read only with the file that it names.
const OTHERS: [&str; 7] = [
    "dmoj-patterns",
    "icpc-domjudge",
    "polygon-assets",
    "polygon-judging",
    "polygon-testset",
    "rbx-script",
    "uoj-conf",
];

/// A value of each type: its name, and the values that may stand for it.
const VALUES: [(&str, &str); 6] = [
    ("nothing", "null"),
    ("flag", "true"),
    ("number", "7"),
    ("text", "'word'"),
    ("list", "['word']"),
    ("map", "{other: 1}"),
];

/// The types that a key may have if its reader decides by itself.
const READ: [(&str, &[&str]); 12] = [
    ("archive", &["flag", "number", "text"]),
    ("checker", &["text", "map"]),
    ("file_io", &["map"]),
    // The settings of a generator are read for the tests that it makes.
    ("generator", &["flag", "number", "text", "list", "map"]),
    ("interactive", &["map"]),
    ("limits", &["map"]),
    ("memory_limit_rate", &["map"]),
    ("pretest_test_cases", &["list"]),
    ("score_type_parameters", &["flag", "number", "text", "list", "map"]),
    ("test_cases", &["list"]),
    ("time_limit_rate", &["map"]),
    ("", &["number", "text"]),
];

/// Returns the types that a format has for a key.
fn documented<'k>(table: &'k Table, key: &str) -> Vec<&'k str> {
    let types = table.get("types").and_then(Toml::as_table);
    let of_kind = types.into_iter().flatten().filter(|(_, keys)| has(keys, key));
    let named: Vec<&str> = of_kind
        .flat_map(|(kind, _)| match kind.as_str() {
            // A word may look like a number.
            "text" => vec!["flag", "number", "text"],
            "words" | "maps" => vec!["list"],
            other => vec![other],
        })
        .collect();
    let of_reader =
        || READ.iter().find(|(own, _)| *own == key || own.is_empty()).map_or(&[][..], |own| own.1);
    if named.is_empty() { of_reader().to_vec() } else { named }
}

/// Returns the only values of a key that are supported.
fn values<'k>(table: &'k Table, key: &'k str) -> impl Iterator<Item = &'k str> {
    let scopes = table.get("only").and_then(Toml::as_table).into_iter().flatten();
    let keys = scopes.filter_map(move |(_, keys)| keys.get(key)?.as_array());
    keys.flatten().filter_map(Toml::as_str)
}

fn has(keys: &Toml, key: &str) -> bool {
    keys.as_array().is_some_and(|keys| keys.iter().any(|own| own.as_str() == Some(key)))
}

/// Reads a manifest; returns its messages about values that it does not take.
fn messages(place: &Place, key: &str, value: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let is_toml = place.file.ends_with(".toml");
    let (is, and) = if is_toml { (" = ", "\n") } else { (": ", ", ") };
    let others = place.others.iter().filter(|(own, _)| *own != key);
    let value = if is_toml { value.replace(": ", " = ") } else { value.to_owned() };
    let all: Vec<String> =
        others.map(|(key, value)| format!("{key}{is}{value}")).chain([format!("{key}{is}{value}")]).collect();
    let path = folder.path().join(place.file);
    fs::write(&path, format!("{}{}{}\n", place.around[0], all.join(and), place.around[1])).unwrap();
    let manifest =
        Manifests::default().open_or_refuse(&path).unwrap_or_else(|| panic!("{}: no manifest", place.table));
    let refused = manifest.refused.iter().map(ToString::to_string);
    refused.chain(manifest.notes.iter().cloned()).collect()
}

fn tables() -> BTreeMap<String, Table> {
    toml::from_str(include_str!("../../../crates/task/src/formats/keys.toml")).unwrap()
}

/// Tries the keys of every third of the mappings.
#[track_caller]
fn try_keys(first: usize) {
    let tables = tables();
    let mut wrong = Vec::new();
    for place in PLACES.iter().skip(first).step_by(3) {
        let table = &tables[place.table];
        let only = |of: &str| -> Vec<String> {
            let scopes = table.get(of).and_then(Toml::as_table).into_iter().flatten();
            let keys = scopes.flat_map(|(_, keys)| match keys {
                Toml::Table(keys) => keys.keys().cloned().collect(),
                Toml::Array(keys) => keys.iter().filter_map(|key| Some(key.as_str()?.to_owned())).collect(),
                _ => Vec::new(),
            });
            keys.collect()
        };
        let obeyed = table["obeyed"].as_array().unwrap().iter().filter_map(Toml::as_str);
        let all = obeyed.map(|key| (key.to_owned(), false));
        let others = ["only", "refused"].iter().flat_map(|of| only(of)).map(|key| (key, true));
        for (key, is_refused) in all.chain(others) {
            for (kind, value) in VALUES {
                if kind == "nothing" && place.file.ends_with(".toml") {
                    continue;
                }
                let said = messages(place, &key, value);
                let is_taken = match kind {
                    "nothing" => true,
                    _ if is_refused => values(table, &key).any(|own| own == value),
                    _ => documented(table, &key).contains(&kind),
                };
                if !is_taken && !said.iter().any(|message| message.contains(&key)) {
                    wrong.push(format!("{}: {key}: {value}: {said:?}", place.table));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_key_takes_the_types_of_its_format_and_names_itself_otherwise() {
    try_keys(0);
}

#[test]
fn every_key_takes_the_types_of_its_format_and_names_itself_otherwise_2() {
    try_keys(1);
}

#[test]
fn every_key_takes_the_types_of_its_format_and_names_itself_otherwise_3() {
    try_keys(2);
}

#[test]
fn every_table_of_keys_is_tried() {
    let is_tried = |name: &str| PLACES.iter().any(|place| place.table == name) || OTHERS.contains(&name);
    let missing: Vec<String> = tables().into_keys().filter(|name| !is_tried(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

const PAGE: &str = include_str!("../../../docs/settings.md");

/// Adds every key that a table of `keys.toml` has in one of its lists.
fn add_keys(value: &Toml, known: &mut BTreeSet<String>) {
    match value {
        Toml::Table(table) => table.iter().for_each(|(key, value)| {
            known.insert(key.clone());
            add_keys(value, known);
        }),
        Toml::Array(list) => list.iter().for_each(|value| add_keys(value, known)),
        Toml::String(key) => _ = known.insert(key.clone()),
        _ => {}
    }
}

/// Words in the first columns of the page that are no keys: sections, folders and words of a protocol.
const OTHER_WORDS: [&str; 4] = ["bridged", "cor", "SCORE", "START_SOLUTION"];

#[test]
fn the_page_of_settings_names_keys_that_formats_have() {
    let mut known = BTreeSet::new();
    tables().values().for_each(|table| add_keys(&Toml::Table(table.clone()), &mut known));
    let key = Regex::new("`([A-Za-z_-]+)`").unwrap();
    let cells = PAGE.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    let words = cells.flat_map(|cell| key.captures_iter(cell)).map(|word| word.get(1).unwrap().as_str());
    let words: Vec<&str> = words.filter(|word| !OTHER_WORDS.contains(word)).collect();
    assert!(!words.is_empty());
    let unknown: Vec<&&str> = words.iter().filter(|word| !known.contains(**word)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
fn the_page_of_settings_names_every_manifest() {
    let kinds =
        FORMATS.iter().flat_map(|format| format.manifests).map(|kind| kind.name.trim_start_matches('*'));
    let missing: Vec<&str> = kinds.filter(|name| !PAGE.contains(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
