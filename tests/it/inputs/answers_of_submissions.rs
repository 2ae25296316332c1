//! The answers of wrong submissions, whose digests are on record, so that `check` tells a program's mistake by its answers.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::Path;

use nim_inputs::document::Document;
use nim_inputs::{Description, largest, named};
use nim_problems::{ALIASES, PROBLEMS};
use nim_solve::problem::Cases;
use nim_solve::registry::Entry;
use nim_task::layout;
use serde_json::Value;

use super::submissions::{is_updated, submissions};
use crate::run::{Test, printed};

/// The digests of answers, by program and test.
pub type Digests = BTreeMap<String, BTreeMap<String, String>>;

/// The key of the right answers.
pub const RIGHT: &str = "right";
/// A program that is wrong on every test; its record has the digests of right answers.
const NOTHING: &str = "nothing";

/// Returns the file of a problem's record.
fn file(slug: &str) -> std::path::PathBuf {
    submissions(slug).join("answers.yaml")
}

/// Returns the record of a problem.
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

/// Runs the wrong programs of a problem on some tests, without a time limit.
fn digests(slug: &str, tests: &str, place: &Path) -> Digests {
    let report = place.join("report.json");
    let folder = submissions(slug).join("wrong_answer");
    let programs = fs::read_dir(folder).unwrap().map(|program| program.unwrap().path());
    let programs: BTreeSet<String> = programs.map(|program| program.display().to_string()).collect();
    let mut args: Vec<String> = ["check", tests, "--problem", slug, "--quiet"].map(str::to_owned).to_vec();
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

/// The names of judges that have other tests than the problem, but the same game.
fn judges_names(problem: &Entry) -> impl Iterator<Item = &'static Entry> {
    let of_problem = ALIASES.iter().filter(|entry| entry.slug == problem.slug && named::differs(entry));
    // In another layout there are other numbers, which the programs do not read.
    let of_game = of_problem.filter(|entry| entry.judge.is_none_or(|judge| judge.switches.is_empty()));
    of_game.filter(|entry| entry.layout().is_none())
}

/// The tests of a judge's name as those of the problem, which its wrong programs read: in its layout, without answers, which the solver gives. An
/// input that cannot be laid out so is left out.
fn write_as_of_problem(problem: &Entry, name: &Entry, folder: &Path) {
    let [of_problem, of_name] = [problem, name].map(Description::from_entry);
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata").join(problem.slug);
    let tests = layout::discover(&stored)
        .unwrap()
        .tests
        .into_iter()
        .filter(|test| test.solver_only.is_none())
        .collect();
    let mut tests = named::tests(name, &of_name, tests).unwrap();
    tests.extend(largest::tests(name, &of_name).unwrap());
    for test in tests {
        if let Some(input) = as_of_problem(&of_problem, &of_name, &test.input.bytes().unwrap()) {
            let file = folder.join(format!("{}.in", test.name));
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, input).unwrap();
        }
    }
}

/// Returns an input of a judge's name in the layout of the problem.
fn as_of_problem(of_problem: &Description, of_name: &Description, input: &[u8]) -> Option<Vec<u8>> {
    let document = Document::parse(of_name, input).ok()?;
    let text = String::from_utf8(document.text(of_name)).ok()?;
    let mut lines: Vec<&str> = text.lines().collect();
    match of_name.grammar.cases {
        Cases::Counted => drop(lines.remove(0)),
        Cases::UntilZeros(_) => drop(lines.pop()),
        Cases::One | Cases::ToEnd => {}
    }
    let cases = document.cases().to_string();
    match of_problem.grammar.cases {
        Cases::Counted => lines.insert(0, &cases),
        Cases::One if document.cases() > 1 => return None,
        Cases::One | Cases::ToEnd | Cases::UntilZeros(_) => {}
    }
    let zeros = match of_problem.grammar.cases {
        Cases::UntilZeros(zeros) => "0 ".repeat(zeros),
        _ => String::new(),
    };
    lines.push(&zeros);
    Some(Document::parse(of_problem, lines.join("\n").as_bytes()).ok()?.text(of_problem))
}

/// Returns the record of a problem: its own tests, and further tests of judges' names.
fn record(problem: &Entry, place: &Path) -> Digests {
    let slug = problem.slug;
    let mut record = digests(slug, slug, place);
    for entry in judges_names(problem) {
        let name = entry.name;
        let folder = place.join(name);
        write_as_of_problem(problem, entry, &folder);
        let of_name = digests(slug, &folder.display().to_string(), place);
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
    for problem in PROBLEMS.iter().filter(|problem| is_updated(problem.slug)) {
        let line = |(program, tests): (&String, &BTreeMap<String, String>)| {
            let tests: Vec<String> =
                tests.iter().map(|(test, digest)| format!("{test}: \"{digest}\"")).collect();
            format!("{program}: {{{}}}\n", tests.join(", "))
        };
        let text: String = record(problem, place.path()).iter().map(line).collect();
        fs::write(file(problem.slug), text).unwrap();
    }
}

/// Returns the differences between the answers of programs on some tests and the record.
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
