//! Solutions as contestants write them, right and wrong: the test data tells them apart as their folders say, and each wrong one
//! is caught by the tests that are on record.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use nim_problems::PROBLEMS;
use serde_json::Value;

use super::answers_of_submissions::{Digests, add_digests, differences};
use crate::place::Place;
use crate::routes;
use crate::run::{Test, printed};
use crate::whole;

/// Tests of a problem that are run where not all are asked for.
const IN_TURN: usize = 2;

/// The tests that catch each wrong program, by its name.
type Caught = BTreeMap<String, BTreeSet<String>>;

/// Returns the folder of a problem's submissions.
pub fn submissions(slug: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("problems").join(slug.replace('-', "_")).join("submissions")
}

#[test]
fn every_problem_of_the_first_kind_has_accepted_programs_in_each_style() {
    for problem in routes::nim_like_problems() {
        for style in ["int.cpp", "long_long.cpp", "cin.cpp", "lines.py"] {
            assert!(
                submissions(problem.slug).join("accepted").join(style).is_file(),
                "{}: no {style}",
                problem.slug
            );
        }
    }
}

/// Returns the problems with submissions: all of them, or the one whose turn it is.
fn problems_in_turn(all: bool) -> Vec<&'static str> {
    let slugs = PROBLEMS.iter().map(|problem| problem.slug);
    let slugs: Vec<&str> = slugs.filter(|slug| submissions(slug).is_dir()).collect();
    let turns = if all { 1 } else { slugs.len() };
    whole::turn(slugs, turns).collect()
}

/// Returns whether the record of a problem is written: all records, or those of the problems that `UPDATE_GOLDEN` names.
pub fn is_updated(slug: &str) -> bool {
    env::var("UPDATE_GOLDEN").is_ok_and(|wanted| wanted == "1" || wanted.split(',').any(|own| own == slug))
}

/// The tests of a problem whose turn it is.
fn tests_in_turn(slug: &str) -> BTreeSet<String> {
    let output =
        Test::new().args(["check", slug, "--dry-run", "--", "true"]).folder(env!("CARGO_MANIFEST_DIR")).run();
    let text = printed(&output);
    let names =
        text.lines().filter_map(|line| line.split_once(": ").filter(|(_, files)| files.contains(" -> ")));
    let names: Vec<String> = names.map(|(name, _)| name.to_owned()).collect();
    let step = names.len().div_ceil(IN_TURN);
    whole::turn(names, step).collect()
}

/// Runs a problem's own programs on these tests, or on all. Returns the tests that catch each wrong one; right ones must be accepted,
/// and on all tests the others have a verdict of their folder.
///
/// A wrong program may be too slow as well, on tests that are up to the machine.
/// Also returns the digests of wrong answers.
fn caught(slug: &str, tests: Option<&BTreeSet<String>>, place: &Path) -> (Caught, Digests) {
    let file = place.join(format!("{slug}.json"));
    let mut args = vec!["check".to_owned(), slug.to_owned(), "--submissions".to_owned()];
    args.extend(["--report".to_owned(), format!("json={}", file.display())]);
    if let Some(tests) = tests {
        let names: Vec<&str> = tests.iter().map(String::as_str).collect();
        args.extend(["--filter".to_owned(), format!("^({})$", names.join("|"))]);
    }
    let output = Test::new().args(args).folder(env!("CARGO_MANIFEST_DIR")).command().output().unwrap();
    let text = printed(&output);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{text}");
    for note in text.lines().filter(|line| line.ends_with("is not installed")) {
        // Not by a macro, whose text the test harness would keep to itself.
        let _ = writeln!(std::io::stdout().lock(), "{slug}: {note}");
    }
    let report: Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
    let (mut caught, mut digests) = (Caught::new(), Digests::new());
    add_digests(&mut digests, &report, "");
    for program in report["programs"].as_array().unwrap() {
        let name = program["name"].as_str().unwrap();
        let own = || report["tests"].as_array().unwrap().iter().filter(|test| test["program"] == name);
        let expected = &program["expected"];
        let is = |list: &str, verdict: &Value| expected[list].as_array().unwrap().contains(verdict);
        let is_right = expected["by"] == "accepted";
        for test in own().filter(|test| !is("permitted", &test["verdict"])) {
            assert!(!is_right && test["verdict"] == "TLE", "{slug}/{name}: {test}");
        }
        let has_required = own().any(|test| is("required", &test["verdict"]));
        assert!(has_required || tests.is_some(), "{slug}/{name}: no test has the verdict of its folder");
        if !is_right {
            let catches = |verdict: &Value| {
                if is_timed(name) { verdict == "TLE" } else { verdict != "AC" && verdict != "TLE" }
            };
            let catching = own().filter(|test| catches(&test["verdict"]));
            let names = catching.map(|test| test["name"].as_str().unwrap().to_owned());
            caught.insert(name.to_owned(), names.collect());
        }
    }
    (caught, digests)
}

/// Whether a program is known for its time: on which tests it is too slow is up to the machine.
fn is_timed(name: &str) -> bool {
    name.starts_with("time_limit_exceeded/")
}

/// Returns whether other tests catch a program than the recorded ones.
fn differs(name: &str, now: Option<&BTreeSet<String>>, known: Option<&BTreeSet<String>>) -> bool {
    match (now, known) {
        (Some(now), Some(known)) if is_timed(name) => !known.is_empty() && now.is_disjoint(known),
        _ => now != known,
    }
}

/// Returns the record of a problem.
fn on_record(slug: &str) -> Caught {
    let text = fs::read_to_string(submissions(slug).join("caught.yaml")).unwrap_or_default();
    if text.trim().is_empty() { Caught::new() } else { nim_yaml::from_str(&text).unwrap() }
}

#[test]
fn the_test_data_catches_wrong_programs_as_recorded_and_accepts_right_ones() {
    let updates = env::var_os("UPDATE_GOLDEN").is_some();
    let all = updates || whole::is_whole();
    let place = tempfile::tempdir().unwrap();
    let mut changes = Vec::new();
    for slug in problems_in_turn(all).into_iter().filter(|slug| !updates || is_updated(slug)) {
        let tests = if all { None } else { Some(tests_in_turn(slug)) };
        let (mut now, digests) = caught(slug, tests.as_ref(), place.path());
        if !updates {
            changes.extend(differences(slug, &digests));
        }
        let mut known = on_record(slug);
        for (name, names) in &mut known {
            if let Some(tests) = &tests {
                names.retain(|name| tests.contains(name));
            }
            // Submissions that cannot be run here keep their line.
            if !now.contains_key(name) && submissions(slug).join(name).exists() {
                now.insert(name.clone(), names.clone());
            }
        }
        let names: BTreeSet<&String> = now.keys().chain(known.keys()).collect();
        for name in names.into_iter().filter(|name| differs(name, now.get(*name), known.get(*name))) {
            changes.push(format!(
                "{slug}/{name}: caught by {:?}, on record {:?}",
                now.get(name),
                known.get(name)
            ));
        }
        if updates {
            let line = |(name, tests): (&String, &BTreeSet<String>)| {
                let tests: Vec<&str> = tests.iter().map(String::as_str).collect();
                format!("{name}: [{}]\n", tests.join(", "))
            };
            fs::write(submissions(slug).join("caught.yaml"), now.iter().map(line).collect::<String>())
                .unwrap();
        }
    }
    let changes = changes.join("\n");
    let _ = writeln!(std::io::stdout().lock(), "{changes}");
    assert!(updates || changes.is_empty(), "UPDATE_GOLDEN=1 records this:\n{changes}");
}

/// A language whose programs start quickly.
pub const SHELL: &str = "[shell]\nendings = ['sh']\ncompile = 'sh -n {source}'\nrun = 'sh {source}'\n";

#[test]
fn included_files_may_be_links_within_their_package_alone() {
    let place = Place::new(&[
        "p/problem.yaml:name: x\nproblem_format_version: 2025-09\n",
        &format!("config/nim-toolkit/languages.toml:{SHELL}"),
        "p/data/secret/1.in:1\n",
        "p/data/secret/1.ans:x\n",
        "p/include/readme.txt:\n",
        "p/common/lib.sh:answer() { echo x; }\n",
        "outside/lib.sh:answer() { echo x; }\n",
        "p/submissions/accepted/included.sh:. \"${0%/*}/lib.sh\"; answer\n",
    ]);
    let link = place.path("p/include/shell");
    std::os::unix::fs::symlink("../common", &link).unwrap();
    place.run(0, &["check", "p", "--submissions"]);
    fs::remove_file(&link).unwrap();
    std::os::unix::fs::symlink("../../outside", &link).unwrap();
    let text = place.run(5, &["check", "p", "--submissions"]);
    assert!(text.contains("include/shell/lib.sh: leads out of its folder"), "{text}");
}
