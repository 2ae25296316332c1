//! The answers of wrong submissions, whose digests are on record, so that `check` tells a program's mistake by its answers.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::Path;

use nim_inputs::named;
use nim_problems::{ALIASES, PROBLEMS};
use nim_solve::registry::Entry;
use serde_json::Value;

use super::submissions::submissions;
use crate::run::{Test, printed};

/// The digests of answers, by program and test.
pub type Digests = BTreeMap<String, BTreeMap<String, String>>;

/// The key of the right answers.
pub const RIGHT: &str = "right";
/// A program that is wrong on every test, by which the digests of right answers are told.
const NOTHING: &str = "nothing";

/// The file of a problem's record.
fn file(slug: &str) -> std::path::PathBuf {
    submissions(slug).join("answers.yaml")
}

/// The record of a problem.
pub fn on_record(slug: &str) -> Digests {
    nim_yaml::from_str(&fs::read_to_string(file(slug)).unwrap()).unwrap()
}

/// Adds the digests of the wrong answers in a report, and of the right ones.
pub fn add_digests(digests: &mut Digests, report: &Value, folder: &str) {
    for test in report["tests"].as_array().unwrap() {
        let answers = &test["answers"];
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        if answers.is_object() {
            let name = text(&test["name"]);
            let own = format!("{folder}{}", text(&test["program"]));
            digests.entry(RIGHT.to_owned()).or_default().insert(name.clone(), text(&answers["right"]));
            digests.entry(own).or_default().insert(name, text(&answers["digest"]));
        }
    }
}

/// Runs the wrong programs of a problem on the tests of a name, without a time limit.
fn digests(slug: &str, name: &str, place: &Path) -> Digests {
    let report = place.join("report.json");
    let folder = submissions(slug).join("wrong_answer");
    let programs = fs::read_dir(folder).unwrap().map(|program| program.unwrap().path());
    let programs: BTreeSet<String> = programs.map(|program| program.display().to_string()).collect();
    let mut args = vec!["check".to_owned(), name.to_owned(), "--quiet".to_owned()];
    args.extend(programs);
    args.extend([
        "--run".to_owned(),
        format!("{NOTHING}=true"),
        "--time-limit".to_owned(),
        "120s".to_owned(),
    ]);
    args.extend(["--report".to_owned(), format!("json={}", report.display())]);
    let output = Test::new().args(args).folder(env!("CARGO_MANIFEST_DIR")).command().output().unwrap();
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", printed(&output));
    let mut digests = Digests::new();
    add_digests(&mut digests, &serde_json::from_slice(&fs::read(report).unwrap()).unwrap(), "wrong_answer/");
    digests.remove(&format!("wrong_answer/{NOTHING}"));
    digests
}

/// The names of judges whose tests are answered as those of the problem are, and are others.
fn judges_names(slug: &str) -> impl Iterator<Item = &'static str> {
    let problem = PROBLEMS.iter().find(|entry| entry.slug == slug).unwrap();
    let words = |entry: &Entry| entry.form.two_answers.map(|two| two.map(|line| line.text()));
    let of_problem = ALIASES.iter().filter(move |entry| entry.slug == problem.slug && named::differs(entry));
    let has_switches = |entry: &Entry| entry.judge.is_some_and(|judge| !judge.switches.is_empty());
    let is_equal = move |entry: &&Entry| !entry.has_own_grammar() && words(entry) == words(problem);
    of_problem.filter(is_equal).filter(move |entry| !has_switches(entry)).map(|entry| entry.name)
}

/// The record of a problem: that of its tests, and those tests of judges' names that are none of them.
fn record(slug: &str, place: &Path) -> Digests {
    let mut record = digests(slug, slug, place);
    for name in judges_names(slug) {
        let of_name = digests(slug, name, place);
        let is_other = |test: &String| of_name[RIGHT].get(test) != record[RIGHT].get(test);
        let others: BTreeSet<String> = of_name[RIGHT].keys().filter(|test| is_other(test)).cloned().collect();
        for (program, digests) in of_name {
            let own = digests.into_iter().filter(|(test, _)| others.contains(test));
            let own = own.map(|(test, digest)| (format!("{name}/{test}"), digest));
            record.entry(program).or_default().extend(own);
        }
    }
    record
}

/// Records the answers of wrong programs; the test of what catches them compares them with the record.
#[test]
fn the_answers_of_wrong_programs_are_recorded_when_asked() {
    if env::var_os("UPDATE_GOLDEN").is_none() {
        return;
    }
    let place = tempfile::tempdir().unwrap();
    for problem in PROBLEMS {
        let line = |(program, tests): (&String, &BTreeMap<String, String>)| {
            let tests: Vec<String> =
                tests.iter().map(|(test, digest)| format!("{test}: \"{digest}\"")).collect();
            format!("{program}: {{{}}}\n", tests.join(", "))
        };
        let text: String = record(problem.slug, place.path()).iter().map(line).collect();
        fs::write(file(problem.slug), text).unwrap();
    }
}

/// Returns where the answers of programs on some tests are not those on record.
pub fn differences(slug: &str, now: &Digests) -> Vec<String> {
    let known = on_record(slug);
    let mut differences = Vec::new();
    for (program, tests) in now.iter().filter(|(program, _)| known.contains_key(*program)) {
        for (test, digest) in tests {
            let on_record = known[program].get(test);
            if on_record != Some(digest) {
                differences
                    .push(format!("{slug}/{program}: prints {digest} on {test}, on record {on_record:?}"));
            }
        }
    }
    differences
}
