//! The ways an input can reach a solver. Answers and errors do not depend on them.

use crate::answers;
use crate::naive::{self, Reading};
use nim_io::{Input, Lines};
use nim_problems::PROBLEMS;
use nim_simd::Level;
use nim_solve::Tuning;
use nim_solve::problem::Grammar;
use nim_solve::registry::Entry;
use std::io::{self, Read};

/// The text on standard output and standard error.
#[derive(Debug, PartialEq, Eq)]
pub struct Output {
    pub answers: String,
    pub error: Option<String>,
}

/// Returns every way to go through an input that this machine has, by name.
pub fn tunings() -> impl Iterator<Item = (&'static str, Tuning)> {
    Level::available().map(|(name, level)| (name, Tuning { level: Some(level), ..Tuning::default() }))
}

/// Returns the problems whose cases are heaps of any size.
pub fn nim_problems() -> impl Iterator<Item = &'static Entry> {
    let heaps = Grammar::ONE_POSITION;
    nim_like_problems().filter(move |problem| Grammar { cases: heaps.cases, ..problem.form.grammar } == heaps)
}

/// Returns the problems whose answers the oracle of these tests knows: their inputs are made here, of any length. The others have oracles
/// of their own in their folders.
pub fn nim_like_problems() -> impl Iterator<Item = &'static Entry> {
    PROBLEMS.iter().filter(|problem| answers::expected(problem.slug, &[], &[]).is_some())
}

/// Returns the output of a problem's solver for an input.
pub fn solve(problem: &Entry, input: Input, tuning: &Tuning) -> Output {
    let mut answers = Vec::new();
    let solved = (problem.form.solve)(&[], input, &mut Lines::new(&mut answers), tuning);
    let error = solved.err().map(|failure| format!("error: {failure}\n"));
    Output { answers: String::from_utf8(answers).unwrap(), error }
}

/// Returns the expected output for an input, under the name `name`.
pub fn expected(problem: &Entry, name: &str, input: &[u8]) -> Output {
    let reading = naive::read(problem.form.grammar, input);
    let error = reading.fault.as_ref().map(|fault| fault.report(name, input));
    Output { answers: answers_to(problem, &reading), error }
}

/// Returns the answers before the fault of an input: those of the oracle if these tests have one, otherwise of the plainest way.
pub fn answers_before_fault(problem: &Entry, input: &[u8]) -> String {
    if nim_like_problems().any(|known| known.slug == problem.slug) {
        return answers_to(problem, &naive::read(problem.form.grammar, input));
    }
    let tuning = Tuning { level: Some(Level::SCALAR), ..Tuning::default() };
    solve(problem, Input::reader("in.txt", Portions::new(input, &[usize::MAX])), &tuning).answers
}

/// Returns the expected answers to the whole cases of an input.
pub fn answers_to(problem: &Entry, reading: &Reading) -> String {
    answers::expected(problem.slug, &reading.header, &reading.cases)
        .unwrap_or_else(|| panic!("no oracle for {}", problem.slug))
}

/// A reader that gives its bytes in portions of given sizes, again and again.
pub struct Portions {
    bytes: io::Cursor<Vec<u8>>,
    sizes: Vec<usize>,
    next: usize,
}

impl Portions {
    pub fn new(bytes: &[u8], sizes: &[usize]) -> Self {
        Self { bytes: io::Cursor::new(bytes.to_vec()), sizes: sizes.to_vec(), next: 0 }
    }
}

impl Read for Portions {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = self.sizes[self.next % self.sizes.len()].min(buffer.len());
        self.next += 1;
        self.bytes.read(&mut buffer[..size])
    }
}
