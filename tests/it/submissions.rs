//! Solutions as contestants write them, right and wrong: the test data tells them apart as their folders say, and each wrong one
//! is caught by the tests that are on record.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use nim_problems::PROBLEMS;
use serde_json::Value;

use crate::place::Place;
use crate::routes;
use crate::run::{Test, printed};
use crate::whole;

/// Tests of a problem that are run where not all are asked for.
const IN_TURN: usize = 2;

/// The tests that catch each wrong program, by its name.
type Caught = BTreeMap<String, BTreeSet<String>>;

/// The folder of a problem's submissions.
fn submissions(slug: &str) -> PathBuf {
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

/// The problems with submissions: all of them, or the one whose turn it is.
fn problems_in_turn(all: bool) -> Vec<&'static str> {
    let slugs = PROBLEMS.iter().map(|problem| problem.slug);
    let mut slugs: Vec<&str> = slugs.filter(|slug| submissions(slug).is_dir()).collect();
    if !all && !slugs.is_empty() {
        slugs = vec![slugs[day() % slugs.len()]];
    }
    slugs
}

/// The number of this day.
fn day() -> usize {
    usize::try_from(SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs() / (24 * 3600)).unwrap()
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
    names.into_iter().skip(day() % step).step_by(step).collect()
}

/// Runs a problem's own programs on these tests, or on all. Returns the tests that catch each wrong one; right ones must be accepted,
/// and on all tests the others have a verdict of their folder.
///
/// A wrong program may be too slow as well, on tests that are up to the machine.
fn caught(slug: &str, tests: Option<&BTreeSet<String>>, place: &Path) -> Caught {
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
    let mut caught = Caught::new();
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
    caught
}

/// Whether a program is known for its time: on which tests it is too slow is up to the machine.
fn is_timed(name: &str) -> bool {
    name.starts_with("time_limit_exceeded/")
}

/// Whether a program is caught by other tests than those on record.
fn differs(name: &str, now: Option<&BTreeSet<String>>, known: Option<&BTreeSet<String>>) -> bool {
    match (now, known) {
        (Some(now), Some(known)) if is_timed(name) => !known.is_empty() && now.is_disjoint(known),
        _ => now != known,
    }
}

/// The record of a problem.
fn on_record(slug: &str) -> Caught {
    let text = fs::read_to_string(submissions(slug).join("caught.yaml")).unwrap_or_default();
    if text.trim().is_empty() { Caught::new() } else { serde_saphyr::from_str(&text).unwrap() }
}

#[test]
fn the_test_data_catches_wrong_programs_as_recorded_and_accepts_right_ones() {
    let updates = env::var_os("UPDATE_GOLDEN").is_some();
    let all = updates || whole::is_whole();
    let place = tempfile::tempdir().unwrap();
    let mut changes = Vec::new();
    for slug in problems_in_turn(all) {
        let tests = if all { None } else { Some(tests_in_turn(slug)) };
        let mut now = caught(slug, tests.as_ref(), place.path());
        let mut known = on_record(slug);
        for (name, names) in &mut known {
            if let Some(tests) = &tests {
                names.retain(|name| tests.contains(name));
            }
            // Those that cannot be run here keep their line.
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

/// A package whose tests are a number and its double, with programs of each kind.
fn package(version: &str) -> Place {
    Place::new(&[
        &format!(
            "p/problem.yaml:name: Double\nproblem_format_version: {version}\nlimits:\n  time_limit: 20\n"
        ),
        &format!("config/nim-toolkit/languages.toml:{SHELL}"),
        "p/data/sample/1.in:1\n",
        "p/data/sample/1.ans:2\n",
        "p/data/secret/2.in:2\n",
        "p/data/secret/2.ans:4\n",
        "p/data/secret/3.in:3\n",
        "p/data/secret/3.ans:6\n",
        "p/submissions/accepted/sum.sh:read n; echo $((n + n))\n",
        "p/submissions/wrong_answer/square.sh:read n; echo $((n * n))\n",
        "p/submissions/wrong_answer/two.sh:echo 2\n",
        "p/submissions/run_time_error/small.sh:read n; [ $n -lt 3 ] || exit 1; echo $((2 * n))\n",
        "p/submissions/compiler_error/bracket.sh:(\n",
        "p/submissions/accepted/several/main.sh:read n; . \"${0%/*}/double.sh\"; double $n\n",
        "p/submissions/accepted/several/double.sh:double() { echo $((2 * $1)); }\n",
    ])
}

#[test]
fn constants_and_included_files_are_those_of_the_package() {
    let place = Place::new(&[
        "p/problem.yaml:name: Four\nproblem_format_version: 2025-09\nconstants: {two: 2, k: {value: 4, word: four}}\n",
        &format!("config/nim-toolkit/languages.toml:{SHELL}"),
        "p/data/test_group.yaml:output_validator_args: ['{{k.word}}']\n",
        "p/data/secret/1.in:1\n",
        "p/data/secret/1.ans:x\n",
        "p/include/default/lib.sh:answer() { echo no; }\n",
        "p/include/default/other.sh:other() { echo {{k}}; }\n",
        "p/include/shell/lib.sh:answer() { echo $(({{two}} * 2)); }\n",
        "p/include/python3/lib.py:\n",
        "p/submissions/accepted/constant.sh:echo {{k.value}}\n",
        "p/submissions/accepted/included.sh:. \"${0%/*}/lib.sh\"; answer\n",
        "p/submissions/accepted/default.sh:. \"${0%/*}/other.sh\"; other\n",
        "p/submissions/wrong_answer/unknown.sh:echo '{{no}}'\n",
        "own.sh:. \"${0%/*}/lib.sh\"; answer\n",
        "braces.sh:echo '{{k}}'\n",
    ]);
    let run = "#!/bin/sh\n[ \"$4\" = four ] && [ \"$(cat)\" = {{k}} ] && exit 42 || exit 43\n";
    place.write("p/output_validator/run", run);
    let report = place.report(0, &["p", "--submissions"]);
    assert_eq!(report["programs"].as_array().unwrap().len(), 4, "{report}");
    // A program from outside has the included files, and no constants.
    assert_eq!(place.verdict(0, &["p", "own.sh"]).0, "AC");
    assert_eq!(place.verdict(1, &["p", "braces.sh"]).0, "WA");
    // In the legacy format, there are no constants.
    place.write("p/problem.yaml", "name: Four\nvalidation: custom\nconstants: {two: 2, k: 4}\n");
    assert_eq!(place.verdict(1, &["p", "p/submissions/accepted/constant.sh"]).0, "WA");
}

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

#[test]
fn the_programs_of_a_package_are_judged_by_their_folders() {
    for version in ["2025-09", "legacy"] {
        let place = package(version);
        let report = place.report(0, &["p", "--submissions", "--matrix", "--report", "md=report.md"]);
        let met = |program: &Value| program["expected"]["met"] == true;
        let programs = report["programs"].as_array().unwrap();
        assert!(programs.len() == 6 && programs.iter().all(met), "{report}");
        assert_eq!(
            programs.iter().find(|p| p["name"] == "wrong_answer/two.sh").unwrap()["expected"]["required"][0],
            "WA"
        );
        // Of three tests, 2 catches one program that 1 and 3 catch, too.
        assert_eq!(report["matrix"]["catch_nothing"], serde_json::json!([]), "{report}");
        assert_eq!(
            report["matrix"]["not_needed"],
            serde_json::json!(["data/sample/1", "data/secret/2"]),
            "{report}"
        );
        assert!(
            fs::read_to_string(place.path("report.md"))
                .unwrap()
                .starts_with("## ✅ 6 of 6 submissions as expected")
        );

        // Programs in folders where they do not belong are named.
        place.write("p/submissions/accepted/square.sh", "read n; echo $((n * n))\n");
        place.write("p/submissions/wrong_answer/right.sh", "read n; echo $((2 * n))\n");
        place.write(
            "p/submissions/wrong_answer/marked.sh",
            "# @EXPECTED_RESULTS@: CORRECT\nread n; echo $((2 * n))\n",
        );
        place.write("p/submissions/accepted/notes.txt", "x\n");
        let text = place.run(1, &["check", "p", "--submissions", "--report", "junit=junit.xml"]);
        for part in [
            "FAIL accepted/square.sh",
            "FAIL wrong_answer/right.sh",
            "ok   wrong_answer/marked.sh",
            "accepted/notes.txt: left out, its language is not known",
            "7 of 9 submissions as expected",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(
            text.contains("WA  accepted/square.sh: data/secret/3") && !text.contains("two.sh: "),
            "{text}"
        );
        let junit = fs::read_to_string(place.path("junit.xml")).unwrap();
        assert_eq!(junit.matches("<failure").count(), 4, "{junit}");
    }
}

#[test]
fn a_package_in_an_archive_and_a_folder_without_submissions() {
    let place = package("2025-09");
    let zip = fs::File::create(place.path("p.zip")).unwrap();
    let mut zip = zip::ZipWriter::new(zip);
    let mut folders = vec![place.path("p")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(place.path("")).unwrap().to_str().unwrap().to_owned();
            zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
            zip.write_all(&fs::read(path).unwrap()).unwrap();
        }
    }
    zip.finish().unwrap();
    let text = place.run(0, &["check", "p.zip", "--submissions"]);
    assert!(text.contains("6 of 6 submissions as expected"), "{text}");

    place.write("t/1.in", "1\n");
    place.write("t/1.ans", "2\n");
    assert!(place.run(2, &["check", "t", "--submissions"]).contains("belongs to no package"));
    assert!(
        place.run(2, &["check", "p", "p/submissions/accepted/sum.sh", "--submissions"]).contains("no others")
    );
}

#[test]
fn what_submissions_yaml_expects_is_compared_with_the_verdicts() {
    let place = package("2025-09");
    place.write("p/submissions/mixed/two.sh", "echo 2\n");
    place.write("p/submissions/mixed/scored.sh", "echo 2\n");
    place.write("p/submissions/mixed/named.sh", "echo 2\n");
    let rules = |rules: &str| place.write("p/submissions/submissions.yaml", rules);
    let check = |code, rules_of: &str| {
        rules(rules_of);
        place.run(code, &["check", "p", "--submissions", "--matrix", "--report", "junit=junit.xml"])
    };
    let text = check(
        0,
        "mixed/t*.sh:\n  authors: [someone]\n  sample:\n    permitted: [AC]\n  secret/{2,3}:\n    required: [WA]\n\
         mixed/scored.sh:\n  score: 3\nmixed/named.sh:\n  language: python3\nmixed/none.sh:\n  required: [AC]\n",
    );
    for part in [
        "ok   mixed/two.sh",
        "mixed/scored.sh: left out, its score in submissions.yaml cannot be checked",
        "mixed/named.sh: left out, submissions.yaml says that its language is \"python3\", its name shell",
        "submissions.yaml: \"mixed/none.sh\" matches no submission",
        "7 of 7 submissions as expected",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let text = check(1, "'*/two.sh':\n  secret/2:\n    permitted: [AC]\n");
    let unmet = "expected AC for all, by */two.sh: secret/2";
    assert!(text.contains("FAIL wrong_answer/two.sh") && text.contains(unmet), "{text}");
    assert!(fs::read_to_string(place.path("junit.xml")).unwrap().contains(unmet));
    // The name of a folder replaces what it expects.
    check(0, "wrong_answer:\n  permitted: [AC, WA, RTE]\n  required: [WA, RTE]\n");
    let text = check(5, "'**/a':\n  required: [AC]\n");
    assert!(text.contains("submissions.yaml: **/a: ") && text.contains("** is not supported"), "{text}");
}
