//! UOJ's `problem.conf`: lines of a key and a value. Times in seconds, sizes in MiB; files are numbered from 1.

use std::io;
use std::path::Path;

use serde_json::Value;

use super::checkers::testlib;
use super::{Format, ManifestFile, ManifestKind};
use crate::Error;
use crate::formats::manifest::Manifest;
use crate::graders::Graders;
use crate::layout::naming_scheme::NamingScheme;
use crate::layout::scoring_config::ScoringConfig;
use crate::layout::settings::lines;
use crate::layout::settings::{Scope, SettingsReader, count_of, mapping, text};
use crate::layout::test::Test;
use crate::protocol::Protocol;
use crate::score::{Group, Needs, Rule};
use nim_ground::files::file_names;
use nim_ground::limits::{LimitOverrides, MIB};

pub const FORMAT: Format = Format { manifests: &[ManifestKind::any("problem.conf", read)], ..Format::PLAIN };

/// The most tests of a package.
const MOST_TESTS: usize = 100_000;

const LISTED: NamingScheme = NamingScheme::Listed("UOJ (problem.conf)");

/// Reads a `problem.conf`.
fn read(file: &ManifestFile<'_>, reader: &mut SettingsReader<'_>) -> Result<Manifest, Error> {
    let lines = file.text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with(['#', '/']));
    let value = mapping(lines.map(|line| {
        let (key, value) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        (key, value.trim())
    }));
    // Several groups depend on `subtask_dependence_2_1` and so on.
    reader.check("", &without_dependences(&value), "uoj-conf");
    let settings = ("", &value);
    let mut count = |key: &str| {
        reader.get(settings, key, Scope::Running, |count| count_of(count, MOST_TESTS)).unwrap_or(0)
    };
    let (tests, examples) = (count("n_tests"), count("n_ex_tests"));
    let ends: Vec<usize> = (1..=count("n_subtasks")).map(|i| count(&format!("subtask_end_{i}"))).collect();
    let mut all = Vec::new();
    for test in 1..=tests {
        let group = ends.iter().position(|&end| test <= end).map(|index| (index + 1).to_string());
        let limits = limits(settings, &format!("_{test}"), reader);
        let (input, answer) = (name(&value, "input", test), name(&value, "output", test));
        // A test of a subtask has the points of the subtask.
        let points = reader.points(settings, &format!("point_score_{test}")).unwrap_or(share(tests));
        let points = Some(points).filter(|_| ends.is_empty());
        let group = group.or_else(|| (examples > 0).then(|| TESTS.to_owned()));
        all.push(Test { group, limits, points, ..Test::listed(LISTED, input, answer) });
    }
    for test in 1..=examples {
        let input = format!("ex_{}", name(&value, "input", test));
        let answer = format!("ex_{}", name(&value, "output", test));
        let (group, points) = (Some(EXTRA.to_owned()), Some(0.0));
        all.push(Test { group, points, ..Test::listed(LISTED, input, answer) });
    }
    let comparison = reader.get(settings, "use_builtin_checker", Scope::Judging, |name| testlib(&text(name)));
    let is_own = value["use_builtin_judger"] == "on" && value.get("use_builtin_checker").is_none();
    let validator = is_own.then(|| CHECKER.to_owned());
    let validator_style = is_own.then_some(Protocol::TESTLIB_OF_ONE);
    let graders = (value["with_implementer"] == "on").then(|| implementer(file.folder)).transpose()?;
    let scoring = Some(scoring(&value, ends.len(), examples, reader));
    let limits = limits(settings, "", reader);
    Ok(Manifest {
        limits,
        tests: all,
        comparison,
        validator,
        validator_style,
        graders,
        scoring,
        ..Manifest::default()
    })
}

/// Returns the name of the `input` or the `output` of a test.
fn name(value: &Value, kind: &str, test: usize) -> String {
    let start = value.get(format!("{kind}_pre")).map_or_else(|| kind.to_owned(), text);
    let end = value.get(format!("{kind}_suf")).map_or_else(|| "txt".to_owned(), text);
    format!("{start}{test}.{end}")
}

/// The checker of a package that names none.
const CHECKER: &str = "chk.cpp";
/// The folder of files that lie beside every program.
const REQUIRED: &str = "require";

/// Returns the files compiled with every program, for each language, and the files beside it.
fn implementer(folder: &Path) -> io::Result<Graders<String>> {
    let mut sources = file_names(folder)?;
    sources.retain(|name| name.starts_with("implementer."));
    let beside = file_names(&folder.join(REQUIRED))?.into_iter();
    let beside = beside.map(|name| format!("{REQUIRED}/{name}")).collect();
    Ok(Graders { sources, beside, submission: Some("answer".to_owned()), ..Graders::default() })
}

/// The group of a package's tests if it has no subtasks but extra tests.
const TESTS: &str = "tests";
/// The group of extra tests: a failure takes points away if all other tests are accepted.
const EXTRA: &str = "extra tests";
const TAKEN_AWAY: f64 = 3.0;
/// The points of a whole problem.
const FULL: f64 = 100.0;

fn scoring(
    value: &Value,
    subtasks: usize,
    examples: usize,
    reader: &mut SettingsReader<'_>,
) -> ScoringConfig {
    let settings = ("", value);
    let groups: Vec<Group> = (1..=subtasks)
        .map(|subtask| {
            let kind = reader.get(settings, &format!("subtask_type_{subtask}"), Scope::Scoring, |kind| {
                Some(text(kind)).filter(|kind| kind == "packed" || kind == "min")
            });
            let depends = dependences(value, subtask);
            let is_min = kind.is_some_and(|kind| kind == "min");
            let (requires, capped_by) = if is_min { (Vec::new(), depends) } else { (depends, Vec::new()) };
            Group {
                name: subtask.to_string(),
                rule: Rule::Min,
                // A single subtask has all points.
                points: Some(if subtasks == 1 {
                    FULL
                } else {
                    reader.points(settings, &format!("subtask_score_{subtask}")).unwrap_or(share(subtasks))
                }),
                needs: if is_min { Needs::None } else { Needs::All },
                requires,
                capped_by,
                ..Group::default()
            }
        })
        .collect();
    let root = Group { groups, ..Group::default() };
    reader.check_dependencies(&root, |text, [subtask, on]| {
        lines::find_item(text, &format!("subtask_dependence_{subtask}"), on)
    });
    let mut groups = root.groups;
    if examples > 0 {
        if groups.is_empty() {
            groups.push(Group { name: TESTS.to_owned(), ..Group::default() });
        }
        let requires = groups.iter().map(|group| group.name.clone()).collect();
        groups.push(Group {
            name: EXTRA.to_owned(),
            rule: Rule::Penalty(TAKEN_AWAY),
            points: Some(0.0),
            requires,
            ..Group::default()
        });
    }
    ScoringConfig { root: Group { groups, ..Group::default() }, ..ScoringConfig::default() }
}

/// Returns the points of each of `count` tests or subtasks without points of their own.
fn share(count: usize) -> f64 {
    // Tests are far fewer than 2^52.
    let count = count as f64;
    (FULL / count).floor()
}

/// Returns the subtasks that one depends on: a number, or `many` with further keys.
fn dependences(value: &Value, subtask: usize) -> Vec<String> {
    let key = format!("subtask_dependence_{subtask}");
    match value.get(&key).map(text).as_deref() {
        None | Some("none" | "") => Vec::new(),
        Some("many") => (1..).map_while(|n| value.get(format!("{key}_{n}")).map(text)).collect(),
        Some(one) => vec![one.to_owned()],
    }
}

fn limits(settings: (&str, &Value), ending: &str, reader: &mut SettingsReader<'_>) -> LimitOverrides {
    let [time, memory, output] = ["time", "memory", "output"].map(|kind| format!("{kind}_limit{ending}"));
    reader.limits(settings, (&time, 1.0), (&memory, MIB), Some((&output, MIB)))
}

fn without_dependences(value: &Value) -> Value {
    let mut value = value.clone();
    if let Some(entries) = value.as_object_mut() {
        entries.retain(|key, _| !key.starts_with("subtask_dependence_"));
    }
    value
}
