//! The legacy ICPC format, as Kattis and its `verifyproblem` read it.

use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

use itertools::Itertools as _;
use nim_yaml::Mapping;
use serde_json::{Map, Value, json};

use super::super::{PackageFormat, PackageReader};
use super::package::{
    input_args, leave_out_groups, note_scoring, note_validator, take_statements, write_tests,
};
use crate::formats::manifest::Manifest;
use crate::layout::settings::words;
use crate::layout::test::Test;
use crate::package::problem_yaml::{note_key, titles};
use crate::package::scoring::{NamedSubtask, Scoring, Unscored};
use crate::package::statement::note_images;
use crate::package::{Files, ICPC, INPUT_VALIDATOR, Notes, Package};
use crate::time_rule::TimeRule;
use nim_ground::limits::seconds;

/// The keys in the order in which they are written.
const KEYS: &[&str] = &[
    "problem_format_version",
    "type",
    "name",
    "uuid",
    "author",
    "source",
    "source_url",
    "license",
    "rights_owner",
    "limits",
    "validation",
    "validator_flags",
    "grading",
    "keywords",
];

/// The keys of a group, in the order in which they are written.
const GROUP_KEYS: [&str; 4] = ["on_reject", "grader_flags", "accept_score", "range"];

/// The keys that mean the same in both versions.
const COMMON: &[&str] = &["uuid", "license", "rights_owner", "grading"];

const TIME_LIMIT: &str = ".timelimit";
const DOMJUDGE: &str = "domjudge-problem.ini";

/// Folders that another version of the format has.
const NEWER: &[&str] = &["answer_validators/", "generators/", "solution/", "static_validator/"];
/// Folders of data that test validators.
const FOR_VALIDATORS: &[&str] =
    &["data/invalid_answer/", "data/invalid_input/", "data/invalid_output/", "data/valid_output/"];

/// The legacy format.
pub const FORMAT: PackageFormat = PackageFormat {
    name: "icpc-legacy",
    about: "legacy ICPC problem package format: Kattis, DOMjudge, Hydro",
    detect: |PackageReader { files, .. }| {
        let is_package = files.keys().any(|path| path.starts_with("data/"));
        Ok(is_package && files.contains_key("problem.yaml"))
    },
    describe: Some(describe),
    write,
    is_native: true,
    unscored: Unscored::NoPoints,
    takes_testlib: false,
    takes_functions: false,
    validators: &[INPUT_VALIDATOR],
    losses,
};

pub(super) fn write(package: &Package, notes: &mut Notes) -> io::Result<Files> {
    let mut files = Files::new();
    let subtasks = package.subtasks("icpc-legacy", Scoring::independent);
    let own = write_keys(package, subtasks.is_some(), notes);
    let is_alone = package.below("output_validator/").len() == 1;
    for (path, content) in &package.files {
        let newer = NEWER.iter().chain(FOR_VALIDATORS).find(|folder| path.starts_with(*folder));
        if let Some(folder) = newer {
            let note = format!("{folder} has no place in this version of the format, and is left out");
            if !notes.contains(&note) {
                notes.push(note);
            }
        } else if let Some(name) = path.strip_prefix("output_validator/") {
            let folder = if is_alone { "output_validators/" } else { "output_validators/validate/" };
            files.insert(format!("{folder}{name}"), content.clone());
        } else if let Some(name) = path.strip_prefix("statement/") {
            files.insert(format!("problem_statement/{name}"), content.clone());
        } else if path != "data/test_group.yaml" {
            files.insert(path.clone(), content.clone());
        }
    }
    leave_out_groups(package, &mut files, "test_group.yaml", notes);
    note_scoring(&own.list("type"), notes);
    files.insert("problem.yaml".to_owned(), own.yaml(KEYS).into());
    write_statements(package, &mut files, notes);
    package.note_near(ICPC, package.comparison().unwrap_or_default(), notes);
    let subtasks = subtasks.unwrap_or_default();
    write_tests(package, &subtasks, &mut files, notes)?;
    let mut groups = groups(package, &subtasks);
    add_input_flags(package, &subtasks, &mut groups, notes);
    for (folder, group) in groups {
        files.insert(format!("data/{folder}testdata.yaml"), group.yaml(&GROUP_KEYS).into());
    }
    note_validator(package, notes);
    if let Some(seconds) = package.limits.cpu.map(seconds) {
        files.insert(TIME_LIMIT.to_owned(), format!("{seconds}\n").into());
        files.entry(DOMJUDGE.to_owned()).or_insert_with(|| format!("timelimit='{seconds}'\n").into());
    }
    Ok(files)
}

/// Returns the differences in judging.
pub(super) fn losses(package: &Package) -> io::Result<Vec<String>> {
    let scoring = package.lost_scoring("icpc-legacy", |_| None).into_iter();
    let runs = package.lost_run_files("the legacy format").into_iter().chain(package.lost_languages(ICPC));
    Ok(scoring.chain(runs).collect())
}

/// The settings of folders below `data`, whose names end with a slash or are empty.
type Groups = BTreeMap<String, Mapping>;

/// Returns the settings by which subtasks add up to a score, for the default grader.
fn groups(package: &Package, subtasks: &[NamedSubtask]) -> Groups {
    let mut groups = Groups::new();
    if subtasks.is_empty() {
        return groups;
    }
    let total = subtasks.iter().map(|subtask| subtask.points).sum();
    // A program with points is accepted, one without any is not.
    groups.insert(String::new(), group_settings("continue", "ignore_sample", None, total));
    if package.tests.iter().any(|test| test.is_sample) {
        // Without settings the folder would inherit a wrong flag.
        groups.insert("sample/".to_owned(), group_settings("continue", "first_error", Some(0.0), 0.0));
    }
    groups.insert("secret/".to_owned(), group_settings("continue", "accept_if_any_accepted", None, total));
    for subtask in subtasks {
        let (on_reject, flags) = match subtask.each {
            Some(_) => ("continue", "accept_if_any_accepted sum"),
            None => ("break", "min"),
        };
        let each = subtask.each.or(Some(subtask.points));
        let group = group_settings(on_reject, flags, each, subtask.points);
        groups.insert(format!("secret/{}/", subtask.folder), group);
    }
    groups
}

/// Returns the settings of a folder with these points, and `each` of a test.
fn group_settings(on_reject: &str, flags: &str, each: Option<f64>, points: f64) -> Mapping {
    let mut group = Mapping::default();
    group.set("on_reject", on_reject);
    group.set("grader_flags", flags);
    if let Some(points) = each {
        group.set("accept_score", nim_yaml::number(points));
    }
    group.set("range", format!("0 {points}"));
    group
}

/// Adds the arguments of input validators, which this version has for folders alone.
fn add_input_flags(package: &Package, subtasks: &[NamedSubtask], groups: &mut Groups, notes: &mut Notes) {
    if package.own == "icpc-legacy" {
        return;
    }
    let mut folders: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for test in package.tests.iter().filter(|test| subtasks.is_empty() || test.is_sample) {
        let folder = test.name.rsplit_once('/').map_or("", |(folder, _)| folder);
        folders.entry(folder.to_owned()).or_default().push(input_flags(package, test));
    }
    for subtask in subtasks {
        let own = subtask.tests.iter().map(|(_, test)| input_flags(package, &package.tests[*test]));
        folders.entry(format!("secret/{}", subtask.folder)).or_default().extend(own);
    }
    for (folder, all) in folders {
        match all.iter().all_equal_value() {
            Ok(Value::Null) => {}
            Ok(flags) => {
                let group = groups.entry(format!("{folder}/")).or_default();
                group.set("input_validator_flags", flags.clone());
            }
            Err(_) => notes.push(format!(
                "data/{folder}: its inputs have different arguments for input validators, which are left out"
            )),
        }
    }
}

/// Returns the arguments of input validators for a test in the words of this version: a text, or a text for each validator.
fn input_flags(package: &Package, test: &Test) -> Value {
    match input_args(package, test) {
        Value::Object(named) => {
            named.into_iter().map(|(name, args)| (name, Value::from(words(&args).join(" ")))).collect()
        }
        Value::Null => Value::Null,
        all => words(&all).join(" ").into(),
    }
}

/// Writes the statements that the format's tools can set: Kattis' template has no font for Chinese.
fn write_statements(package: &Package, files: &mut Files, notes: &mut Notes) {
    let has_english = package.statements.contains_key("en");
    for (language, statement) in &package.statements {
        if has_english && language != "en" {
            notes.push(format!(
                "the statement in {language:?} is left out: the template of Kattis sets English"
            ));
            continue;
        }
        let (ending, text) = statement.file(package.own == "icpc-legacy", package.title_in(language));
        files.insert(format!("problem_statement/problem.{language}.{ending}"), text.into());
    }
    note_images(package, notes);
}

fn write_keys(package: &Package, has_subtasks: bool, notes: &mut Notes) -> Mapping {
    let mut own = Mapping::default();
    own.set("problem_format_version", "legacy");
    own.set("name", package.title().map_or_else(|| package.short_name(), str::to_owned));
    let types = package.other_keys.list("type");
    let is_scoring = package.scoring.is_some() || types.iter().any(|own| own == "scoring");
    own.set("type", if is_scoring { "scoring" } else { "pass-fail" });
    for (key, value) in &package.other_keys.0 {
        match key.as_str() {
            common if COMMON.contains(&common) => own.set(key, value.clone()),
            "name" | "type" | "limits" => {}
            "credits" => own.set("author", authors(value)),
            "source" => write_sources(value, &mut own, notes),
            "keywords" => write_keywords(package, &mut own, notes),
            _ => notes.push(format!("problem.yaml: {key:?} is no key of this version, and is left out")),
        }
    }
    let titles = package.titles.keys().skip_while(|_| package.titles.len() < 2);
    for language in titles.filter(|language| *language != "en") {
        notes.push(format!("the title in {language:?} is left out: this version has one"));
    }
    write_limits(package, &mut own, notes);
    if has_subtasks {
        own.set("grading", json!({ "show_test_data_groups": true }));
    }
    let is_custom = !package.below("output_validator/").is_empty();
    let mut validation = vec![if is_custom { "custom" } else { "default" }];
    let kinds = VALIDATION.iter().filter(|(_, of)| types.iter().any(|own| own == of));
    validation.extend(kinds.map(|(word, _)| *word));
    own.set("validation", validation.join(" "));
    if !package.validator_args.is_empty() {
        own.set("validator_flags", package.validator_args.join(" "));
    }
    own
}

/// The words of `validation`, with the types in the newer version.
const VALIDATION: &[(&str, &str)] = &[("interactive", "interactive"), ("multipass", "multi-pass")];

/// Returns the authors in a text.
fn authors(credits: &Value) -> String {
    let authors = if credits.is_object() { &credits["authors"] } else { credits };
    match authors {
        Value::Array(persons) => persons.iter().filter_map(name_of).join(", "),
        one => name_of(one).unwrap_or_default().to_owned(),
    }
}

/// Returns the name of a person or of a source, which may have further keys.
fn name_of(value: &Value) -> Option<&str> {
    value.as_str().or_else(|| value["name"].as_str())
}

/// Writes the keywords, which this version has as words of one text.
fn write_keywords(package: &Package, own: &mut Mapping, notes: &mut Notes) {
    let keywords = package.other_keys.list("keywords");
    let several = keywords.iter().filter(|keyword| keyword.contains(char::is_whitespace));
    notes
        .extend(several.map(|keyword| {
            format!("the keyword {keyword:?} is several here: this version has single words")
        }));
    own.set("keywords", keywords.join(" "));
}

/// Writes the first source; this version holds only one.
fn write_sources(value: &Value, own: &mut Mapping, notes: &mut Notes) {
    let sources = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
    let Some((first, others)) = sources.split_first() else { return };
    own.set("source", name_of(first).unwrap_or_default());
    if let Some(url) = first["url"].as_str() {
        own.set("source_url", url);
    }
    let others = others.iter().map(|other| name_of(other).unwrap_or_default());
    notes.extend(others.map(|name| format!("the source {name:?} is left out: this version has one")));
}

/// Writes the limits. Without a time limit, multipliers define it, whose defaults differ between versions.
fn write_limits(package: &Package, own: &mut Mapping, notes: &mut Notes) {
    let mut limits = package.keys().get("limits").as_object().cloned().unwrap_or_default();
    // The time limit has files of its own.
    let is_open = limits.remove("time_limit").is_none();
    let resolution = limits.remove("time_resolution").and_then(|resolution| resolution.as_f64());
    if is_open && resolution.is_some_and(|resolution| resolution != TimeRule::LEGACY.resolution) {
        notes.push(
            "problem.yaml: this version has no time_resolution: the time limit is in whole seconds"
                .to_owned(),
        );
    }
    let multipliers = limits.remove("time_multipliers").unwrap_or_default();
    for (key, name, usual) in MULTIPLIERS {
        let value =
            multipliers.get(*key).cloned().or_else(|| is_open.then(|| usual(TimeRule::CURRENT).into()));
        let value = value.filter(|value| !is_open || value.as_f64() != Some(usual(TimeRule::LEGACY)));
        limits.extend(value.map(|value| ((*name).to_owned(), value)));
    }
    if !limits.is_empty() {
        own.set("limits", limits);
    }
}

/// A multiplier of times: in the newer version, in this one, and of a rule.
type Multiplier = (&'static str, &'static str, fn(TimeRule) -> f64);

/// The multipliers of times.
const MULTIPLIERS: &[Multiplier] = &[
    ("ac_to_time_limit", "time_multiplier", |rule| rule.multiplier),
    ("time_limit_to_tle", "time_safety_margin", |rule| rule.margin),
];

/// Reads all but the tests.
pub(super) fn describe(reader: &mut PackageReader<'_>, package: &mut Package) -> io::Result<()> {
    let Some(manifest) = reader.take_manifest("problem.yaml")? else { return Ok(()) };
    let time = take_time_limit(reader)?;
    let PackageReader { files, notes, .. } = reader;
    let (own, task) = (Mapping::from(&manifest.contents.value), &manifest);
    let mut keys = read_keys(&own, task, notes);
    read_limits(&own, time.is_some(), &mut keys);
    package.take_keys(keys);
    package.limits.cpu = time.or(package.limits.cpu);
    package.statements = take_statements(files, "problem_statement/")?;
    package.take_titles();
    for (path, content) in std::mem::take(files) {
        if !task.custom_validator && path.starts_with("output_validators/") {
            notes.push(format!("{path}: `validation` in problem.yaml is not custom, and it is left out"));
            continue;
        }
        let path = match path.split_once('/') {
            Some(("output_validators", name)) => {
                let file = name.split_once('/').map_or(name, |(_, file)| file);
                format!("output_validator/{file}")
            }
            Some(("problem_statement", name)) => format!("statement/{name}"),
            Some(("input_format_validators", name)) => format!("input_validators/{name}"),
            _ => path,
        };
        package.files.insert(path, content);
    }
    package.state_args(&task.validator_args);
    package.forget_made(&[DOMJUDGE], write)
}

/// Takes the time limit out of its files.
fn take_time_limit(reader: &mut PackageReader<'_>) -> io::Result<Option<Duration>> {
    let own = match reader.take_manifest(TIME_LIMIT)? {
        Some(file) => Some(file),
        None => reader.manifest(DOMJUDGE)?,
    };
    Ok(own.and_then(|own| own.limits.cpu))
}

fn read_keys(own: &Mapping, task: &Manifest, notes: &mut Notes) -> Mapping {
    let mut keys = Mapping::default();
    let mut types = own.list("type");
    for (is_so, kind) in [(task.interactive, "interactive"), (task.multi_pass, "multi-pass")] {
        if is_so && !types.iter().any(|own| own == kind) {
            types.push(kind.to_owned());
        }
    }
    // The older version adds these types to pass-fail; the newer one replaces it by them.
    if types.len() > 1 {
        types.retain(|own| own != "pass-fail");
    }
    match &types[..] {
        [] => {}
        [one] => keys.set("type", one.as_str()),
        several => keys.set("type", several),
    }
    for (key, value) in &own.0 {
        match key.as_str() {
            common if COMMON.contains(&common) => keys.set(key, value.clone()),
            "name" => keys.set(key, json!(titles(value))),
            "author" => keys.set("credits", value.clone()),
            "source" => {
                let mut source = json!({ "name": value });
                if let Some(url) = own.get("source_url").as_str() {
                    source["url"] = url.into();
                }
                keys.set("source", vec![source]);
            }
            "keywords" => keys.set(key, own.list(key)),
            "type"
            | "limits"
            | "problem_format_version"
            | "source_url"
            | "validation"
            | "validator_flags" => {}
            _ => note_key("problem.yaml", key, notes),
        }
    }
    keys
}

/// Reads the limits; without a time limit, also the multipliers that define it.
fn read_limits(own: &Mapping, has_time: bool, keys: &mut Mapping) {
    let mut limits = own.get("limits").as_object().cloned().unwrap_or_default();
    let mut multipliers = Map::new();
    for (key, name, usual) in MULTIPLIERS {
        let usual = (!has_time).then(|| usual(TimeRule::LEGACY).into());
        let value = limits.remove(*name).or(usual);
        multipliers.extend(value.map(|value| ((*key).to_owned(), value)));
    }
    if !multipliers.is_empty() {
        limits.insert("time_multipliers".to_owned(), Value::Object(multipliers));
    }
    if !limits.is_empty() {
        keys.set("limits", limits);
    }
}
