//! Memory: the memory for a file does not grow with it, and for a pipe no more is held than it brings, half of that for one case.

use crate::place::Place;
use crate::routes;
use crate::wait;
use crate::whole;
use nim_solve::problem::{Cases, Shape};
use nim_solve::registry::Entry;
use std::cell::LazyCell;
use std::fs::{self, File};
use std::io::{self, Read};
use std::process::{Command, Stdio};
use std::thread;

/// Bytes of an input.
const BYTES: usize = 32 << 20;
/// Bytes that a run may take beside those that it has to keep. Pages of the program itself count: without optimization, up to 20 MiB of its
/// file are resident. A run that kept the input would take 32 MiB more.
const ROOM: usize = if cfg!(debug_assertions) { 36 << 20 } else { 24 << 20 };

/// An input: a text before the first number of its only case, and how many bytes of numbers follow.
struct Layout {
    name: &'static str,
    filler: &'static [u8],
    fillers: usize,
    numbers: usize,
    end: &'static str,
}

const LAYOUTS: [Layout; 4] = [
    Layout { name: "one case", filler: b"", fillers: 0, numbers: BYTES, end: "\n" },
    Layout { name: "white space", filler: b" \n", fillers: BYTES / 2, numbers: 64, end: "\n" },
    Layout { name: "zeros", filler: b"0", fillers: BYTES, numbers: 64, end: "\n" },
    Layout { name: "a fault at the end", filler: b"", fillers: 0, numbers: BYTES, end: " x\n" },
];

impl Layout {
    fn text(&self, problem: &Entry) -> Vec<u8> {
        // A board is small; elsewhere, fewer numbers take less time.
        let number = if problem.form.grammar.header.is_empty() { "700000001" } else { "0000000000000007" };
        let count = self.numbers / (number.len() + 1) / 2 * 2;
        let mut text = "9\n".repeat(problem.form.grammar.header.len()).into_bytes();
        let cases = match problem.form.grammar.shape() {
            Shape::List { .. } | Shape::General => 1,
            Shape::Fixed(fields) => count / fields.len(),
        };
        if problem.form.grammar.cases == Cases::Counted {
            text.extend_from_slice(format!("{cases}\n").as_bytes());
        }
        if let Shape::List { .. } = problem.form.grammar.shape() {
            // One more, so that somebody wins.
            text.extend_from_slice(format!("{}\n", count + 1).as_bytes());
        }
        text.extend_from_slice(&self.filler.repeat(self.fillers));
        text.extend_from_slice(format!("{number} ").repeat(count).as_bytes());
        if let Shape::List { .. } = problem.form.grammar.shape() {
            text.extend(b"5");
        }
        text.extend_from_slice(self.end.as_bytes());
        text
    }
}

/// The result of a run.
#[derive(PartialEq, Eq)]
struct Outcome {
    code: Option<i32>,
    printed: Vec<u8>,
    error: String,
}

/// Runs a program to its end, and returns its outcome and the most memory that it had.
fn run(command: &mut Command, input: Option<&[u8]>) -> (Outcome, usize) {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let (mut stdin, mut stdout) = (child.stdin.take(), child.stdout.take().unwrap());
    thread::scope(|scope| {
        let feeder = scope.spawn(move || {
            if let (Some(stdin), Some(mut input)) = (&mut stdin, input) {
                // A program that finds a fault stops reading.
                let _ = io::copy(&mut input, stdin);
            }
        });
        let reader = scope.spawn(move || {
            let mut printed = Vec::new();
            stdout.read_to_end(&mut printed).unwrap();
            printed
        });
        let peak = wait::peak(&child);
        feeder.join().unwrap();
        let printed = reader.join().unwrap();
        let output = child.wait_with_output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        (Outcome { code: output.status.code(), printed, error }, peak)
    })
}

/// Runs a problem on a layout in every way; a way that is `held` may keep the whole input.
#[track_caller]
fn check(problem: &Entry, layout: &Layout) {
    let input = LazyCell::new(|| {
        let (place, text) = (Place::new(&[]), layout.text(problem));
        fs::write(place.path("in.txt"), &text).unwrap();
        (place, text)
    });
    let ways: [(&[&str], bool); 5] = [
        (&["--threads=1"], false),
        (&["--threads=2"], false),
        (&["--threads=4"], false),
        (&["--no-mmap"], false),
        (&[], true),
    ];
    let mut expected = None;
    // Every problem in some way, for some layout, and every way with some problems; more of them where the text is read twice.
    let every = match (whole::is_whole(), problem.form.grammar.cases) {
        (true, _) => 1,
        // Digit by digit, zeros take longest.
        (false, Cases::One) if layout.name == "zeros" => 5,
        (false, _) if layout.name == "zeros" => 16,
        (false, Cases::One) => 4,
        (false, _) => 11,
    };
    for (way, (options, is_piped)) in ways.into_iter().enumerate() {
        if !(way + problem.slug.len() + layout.name.len()).is_multiple_of(every) {
            continue;
        }
        let (place, text) = &*input;
        let mut command = place.toolkit(&[problem.slug]);
        command.args(options);
        let (found, peak) = if is_piped {
            run(command.stdin(Stdio::piped()), Some(text))
        } else {
            run(command.stdin(File::open(place.path("in.txt")).unwrap()), None)
        };
        // A case whose heaps are wanted again is held: the only one as half of its text.
        let held = match problem.form.grammar.cases {
            Cases::One if is_piped => text.len() / 2,
            Cases::UntilZeros(1) => text.len(),
            _ if is_piped => text.len(),
            _ => 0,
        };
        let most = ROOM + held;
        let what = format!("{}, {}, {options:?}, from a pipe: {is_piped}", problem.slug, layout.name);
        assert!(peak <= most, "{what}: {} KiB, not {}", peak >> 10, most >> 10);
        let code = if layout.end.contains('x') { 3 } else { 0 };
        assert_eq!(found.code, Some(code), "{what}: {}", found.error);
        match &expected {
            // Not assert_eq, which would print megabytes.
            Some(expected) => assert!(found == *expected, "{what}"),
            None => expected = Some(found),
        }
    }
}

/// Each problem on a layout.
#[track_caller]
fn check_all(layout: &Layout) {
    for problem in routes::nim_like_problems() {
        check(problem, layout);
    }
}

#[test]
fn one_long_case_takes_constant_memory() {
    check_all(&LAYOUTS[0]);
}

#[test]
fn white_space_takes_constant_memory() {
    check_all(&LAYOUTS[1]);
}

#[test]
fn one_long_token_takes_constant_memory() {
    check_all(&LAYOUTS[2]);
}

#[test]
fn a_fault_is_found_in_constant_memory() {
    check_all(&LAYOUTS[3]);
}
