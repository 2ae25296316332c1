//! The test data on disk: the inputs come from the generator, and the answers from the oracle.
//!
//! With `UPDATE_GOLDEN=1` in the environment, files that differ are written anew and the difference is printed.

use crate::task::fixtures;
use crate::{naive, routes};
use itertools::{EitherOrBoth, Itertools};
use nim_inputs::{Description, made};
use nim_problems as problems;
use nim_solve::registry::Entry;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The folders of inputs that have answers.
pub const ANSWERED: [&str; 4] = ["sample", "secret", "beyond", "tolerated"];

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata");

/// The stored inputs equal those of `toolkit gen --testdata`.
#[test]
fn made_inputs_are_up_to_date() {
    for problem in problems::PROBLEMS {
        let folder =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("problems").join(problem.slug.replace('-', "_"));
        let yaml = fs::read_to_string(folder.join("inputs.yaml")).unwrap_or_default();
        let description = Description::from_entry(problem);
        let rows = made::read(&description, &yaml).unwrap_or_else(|why| panic!("{}: {why}", problem.slug));
        for row in rows {
            let path = Path::new(ROOT).join(problem.slug).join(&row.group).join(row.name.clone() + ".in");
            check(&path, &row.text(&description).unwrap());
        }
    }
}

#[test]
fn all_answers_are_up_to_date() {
    for problem in problems::PROBLEMS {
        let inputs = inputs(problem, &ANSWERED);
        assert!(!inputs.is_empty(), "no inputs for {}", problem.slug);
        let has_oracle_here = routes::nim_like_problems().any(|known| known.slug == problem.slug);
        for path in inputs.into_iter().filter(|_| has_oracle_here) {
            let reading = naive::read(problem.form.grammar, &fs::read(&path).unwrap());
            assert_eq!(reading.fault, None, "{}", path.display());
            check(&path.with_extension("ans"), routes::answers_to(problem, &reading).as_bytes());
        }
    }
}

#[test]
fn error_texts_are_up_to_date() {
    for problem in problems::PROBLEMS {
        let inputs = inputs(problem, &["invalid"]);
        assert!(!inputs.is_empty(), "no malformed inputs for {}", problem.slug);
        for path in inputs {
            let input = fs::read(&path).unwrap();
            let fault = naive::read(problem.form.grammar, &input).fault;
            let fault = fault.unwrap_or_else(|| panic!("{} is not malformed", path.display()));
            check(&path.with_extension("err"), fault.report("<stdin>", &input).as_bytes());
        }
    }
}

/// Compares a file with its expected contents.
#[track_caller]
pub fn check(path: &Path, expected: &[u8]) {
    if let Some(stale) = stale(path, expected) {
        panic!("{stale}");
    }
}

/// Compares a file with its expected contents; returns a message unless they are equal, or the file is written anew.
pub fn stale(path: &Path, expected: &[u8]) -> Option<String> {
    let found = fs::read(path).unwrap_or_default();
    if found == expected && path.exists() {
        return None;
    }
    let difference = difference(&found, expected);
    if std::env::var_os("UPDATE_GOLDEN").is_none() {
        return Some(format!(
            "{} is not up to date; UPDATE_GOLDEN=1 writes it\n{difference}",
            path.display()
        ));
    }
    // Not by a macro, whose text the test harness would keep to itself.
    let mut screen = std::io::stdout().lock();
    writeln!(screen, "{}\n{difference}", path.display()).unwrap();
    fs::write(path, expected).unwrap();
    None
}

/// Returns the first lines that differ, as they are and as they should be.
fn difference(found: &[u8], expected: &[u8]) -> String {
    let lines = |text| String::from_utf8_lossy(text).lines().map(str::to_owned).collect_vec();
    let differing =
        lines(found).into_iter().zip_longest(lines(expected)).enumerate().filter_map(|(n, pair)| {
            let (found, expected) = match pair {
                EitherOrBoth::Both(found, expected) if found == expected => return None,
                pair => (pair.clone().left(), pair.right()),
            };
            let show =
                |sign, line: Option<String>| line.map(|line| format!("{:>6} {sign} {line:.100}", n + 1));
            Some([show('-', found), show('+', expected)].into_iter().flatten().join("\n"))
        });
    differing.take(10).join("\n")
}

#[test]
fn every_input_has_its_answer_and_every_answer_its_input() {
    for problem in problems::PROBLEMS {
        for (group, ending) in ANSWERED.map(|group| (group, "ans")).into_iter().chain([("invalid", "err")]) {
            for path in files(problem, group) {
                let other = match path.extension().and_then(|ending| ending.to_str()) {
                    Some("in") => path.with_extension(ending),
                    Some(found) if found == ending => path.with_extension("in"),
                    _ => panic!("what is {}?", path.display()),
                };
                assert!(other.exists(), "{} is missing", other.display());
            }
        }
    }
}

#[test]
fn the_test_data_stays_small() {
    let groups = ANSWERED.into_iter().chain(["invalid"]);
    let groups = problems::PROBLEMS.iter().cartesian_product(groups.collect_vec());
    let files = groups.flat_map(|(problem, group)| files(problem, group));
    let of_cases = fixtures::files();
    let bytes: u64 = files.chain(of_cases).map(|path| fs::metadata(path).unwrap().len()).sum();
    assert!(bytes < 5_000_000, "{bytes} bytes");
}

/// The inputs of a problem in some groups of its test data.
pub fn inputs(problem: &Entry, groups: &[&str]) -> Vec<PathBuf> {
    let files = groups.iter().flat_map(|group| files(problem, group));
    files.filter(|path| path.extension().is_some_and(|ending| ending == "in")).collect()
}

/// The files in a group of a problem's test data; none where there is no such group.
fn files(problem: &Entry, group: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(Path::new(ROOT).join(problem.slug).join(group)).into_iter().flatten();
    entries.map(|entry| entry.unwrap().path()).sorted().collect()
}
