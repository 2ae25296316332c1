//! Files that change under their reader: one that becomes shorter is an error, whichever pass meets it, and nothing made from vanished text
//! is printed.

use crate::place::Place;
use crate::routes;
use crate::whole;
use itertools::Itertools;
use nim_solve::problem::{Cases, Shape};
use nim_solve::registry::Entry;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::process::Stdio;

/// Enough bytes for several threads, and for more answers than a pipe holds.
const BYTES: usize = 9 << 19;

/// Returns an input with as many answers as possible: small cases; one long case where there can be only one.
fn text(problem: &Entry, between: &str) -> String {
    let heaps = |count: usize| -> String {
        let some =
            |count: usize| -> String { (0..count).map(|n| format!("{between}{}", 1 + n * n % 9)).collect() };
        // The same nine again and again.
        some(9).repeat(count / 9) + &some(count % 9) + "\n"
    };
    let case = match problem.form.grammar.shape() {
        Shape::Fixed(fields) => heaps(fields.len()),
        Shape::List { .. } | Shape::General => format!("3{}", heaps(3)),
    };
    let header = "9\n".repeat(problem.form.grammar.header.len());
    match problem.form.grammar.cases {
        Cases::One => {
            let count = BYTES / (between.len() + 1);
            format!("{}{between}1000{}", count + 1, heaps(count))
        }
        Cases::ToEnd | Cases::UntilZeros(_) => case.repeat(BYTES / case.len()) + "0\n",
        Cases::Counted => format!("{header}{}\n", BYTES / case.len()) + &case.repeat(BYTES / case.len()),
    }
}

/// Returns every problem in a whole run, else one of each grammar.
fn one_of_each_shape() -> impl Iterator<Item = &'static Entry> {
    let all = routes::nim_like_problems().collect_vec();
    let few = all.iter().copied().unique_by(|problem| format!("{:?}", problem.form.grammar)).collect_vec();
    if whole::is_whole() { all } else { few }.into_iter()
}

/// A change of a file while its reader waits for someone to take its answers.
type Change = fn(&File, u64);

/// The ways in which a file can become shorter.
const CUTS: [(&str, Change); 4] = [
    ("emptied", |file, _| file.set_len(0).unwrap()),
    ("cut in the midst of a page", |file, len| file.set_len(len / 2 / 4096 * 4096 + 77).unwrap()),
    ("cut by a few bytes", |file, len| file.set_len(len - 9).unwrap()),
    ("emptied and made as long as before", |file, len| {
        file.set_len(0).unwrap();
        file.set_len(len).unwrap();
    }),
];

/// The ways to read a file.
const WAYS: [&[&str]; 3] = [&["--threads=1"], &["--threads=2"], &["--no-mmap"]];

/// Runs the program and changes its input after the first bytes of its output.
fn run(problem: &Entry, way: &[&str], text: &str, change: Change) -> (Option<i32>, Vec<u8>, String) {
    let place = Place::new(&[]);
    let path = place.path("in.txt");
    fs::write(&path, text).unwrap();
    let mut command = place.toolkit(&[problem.slug, "in.txt"]);
    let mut child = command.args(way).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let mut printed = vec![0; 1];
    stdout.read_exact(&mut printed).unwrap();
    change(&OpenOptions::new().append(true).open(&path).unwrap(), text.len() as u64);
    stdout.read_to_end(&mut printed).unwrap();
    let output = child.wait_with_output().unwrap();
    (output.status.code(), printed, String::from_utf8(output.stderr).unwrap())
}

/// Returns the answers to an input that nobody changes.
fn answers(problem: &Entry, text: &str) -> Vec<u8> {
    let (code, printed, error) = run(problem, &["--no-mmap"], text, |_, _| ());
    assert_eq!((code, &*error), (Some(0), ""), "{}", problem.slug);
    printed
}

#[test]
fn a_file_that_becomes_shorter_is_one_error_in_every_pass() {
    for problem in one_of_each_shape() {
        for between in [" ", "  "] {
            // Only the text of a single case is printed again, unchanged or tidied up.
            if problem.form.grammar.cases != Cases::One && between == " " {
                continue;
            }
            let text = text(problem, between);
            let answers = answers(problem, &text);
            assert!(answers.len() > 1 << 20, "{}: {} bytes", problem.slug, answers.len());
            // Every way and every cut, if not each with each: that would take minutes.
            for (n, (way, (name, cut))) in WAYS.into_iter().cartesian_product(CUTS).enumerate() {
                let is_more = n % 4 == n / CUTS.len() % 2;
                if n % 2 == (n / CUTS.len()) % 2 && (whole::is_whole() || is_more) {
                    let (code, printed, error) = run(problem, way, &text, cut);
                    let what = format!("{}, {way:?}, {between:?}, {name}", problem.slug);
                    assert_eq!(code, Some(5), "{what}: {error}");
                    assert!(error.starts_with("error: cannot read in.txt: the file "), "{what}: {error}");
                    assert_eq!(error.lines().count(), 1, "{what}: {error}");
                    assert!(answers.starts_with(&printed), "{what}: {} bytes", printed.len());
                }
            }
        }
    }
}

#[test]
fn a_file_that_grows_is_read_as_far_as_it_went() {
    for (n, problem) in one_of_each_shape().enumerate() {
        let text = text(problem, "  ");
        let answers = answers(problem, &text);
        // Every way, if not each with each problem.
        for way in whole::part(WAYS.into_iter().cycle().skip(n).take(3), 3) {
            let grow: Change = |mut file, _| file.write_all(b"7 7\n").unwrap();
            let (code, printed, error) = run(problem, way, &text, grow);
            assert_eq!((code, &*error), (Some(0), ""), "{}, {way:?}", problem.slug);
            assert!(printed == answers, "{}, {way:?}", problem.slug);
        }
    }
}
