//! Inputs long enough to be shared among threads: nothing depends on how many there are.
//!
//! A text is a block of cases again and again, so that the expected answers are known without reading it whole.

use crate::naive;
use crate::routes::{self, Output};
use crate::whole;
use itertools::Itertools;
use nim_io::Input;
use nim_solve::Tuning;
use nim_solve::problem::{Cases, Grammar};
use nim_solve::registry::Entry;
use std::io::Write;
use std::num::NonZero;

/// Enough bytes for three threads to have something to do.
const BYTES: usize = 5 << 20;

/// Cases, each of two lines unless there is a line for each heap.
#[derive(Clone)]
struct Block {
    cases: usize,
    text: String,
}

impl Block {
    /// Returns an input with one case for each length.
    fn new(lengths: impl Iterator<Item = usize>, between: &str) -> Self {
        let case = |(n, len): (usize, usize)| {
            let mut heaps = (0..len).map(|heap| (n * (heap + 3) % 10).to_string());
            format!("{len}\n{}\n", heaps.join(between))
        };
        let cases = lengths.enumerate().map(case).collect_vec();
        Self { cases: cases.len(), text: cases.concat() }
    }

    /// Returns cases of different lengths; some look like the beginning of others.
    fn short(between: &str) -> Self {
        Self::new((0..1200).map(|n| 1 + n % 7), between)
    }

    /// Returns a few cases that are longer than the pieces that threads work on at a time, and some shorter ones.
    fn long() -> Self {
        Self::new([1, 400_000, 3, 30_000, 400_001, 70_000].into_iter(), " ")
    }

    /// Returns the number of times that it is in a text.
    fn times(&self) -> usize {
        BYTES / self.text.len()
    }

    /// Returns the number of times that it is before a fault: in the piece with which the first thread begins, whose answers nobody waits
    /// for, or far behind.
    fn times_before(&self) -> [usize; 2] {
        [self.times() / 16, self.times() * 2 / 3]
    }
}

/// Solves a text with several threads.
#[track_caller]
fn check(problem: &Entry, text: &str, expected: &Output) {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    let tuning = Tuning { threads: NonZero::new(3), ..Tuning::default() };
    let input = Input::open(file.path(), true).unwrap().named("in.txt");
    let found = routes::solve(problem, input, &tuning);
    // Not assert_eq, which would print megabytes.
    assert_eq!(found.error, expected.error, "{}", problem.slug);
    assert!(found.answers == expected.answers, "{}", problem.slug);
}

/// Returns the problems with many cases.
fn with_cases() -> impl Iterator<Item = &'static Entry> {
    routes::nim_problems().filter(|problem| problem.form.grammar.cases != Cases::One)
}

/// Returns the answers of a problem to a block.
fn answers_to(problem: &Entry, block: &Block) -> String {
    let reading = naive::read(problem.form.grammar, (head(problem, block.cases) + &block.text).as_bytes());
    assert_eq!(reading.fault, None);
    routes::answers_to(problem, &reading)
}

/// Problems and their answers to a block: all in a whole run, else one, another for every `n`.
fn some_problems(block: &Block, n: usize) -> impl Iterator<Item = (&'static Entry, String)> {
    let count = with_cases().count();
    let (skipped, taken) = if whole::is_whole() { (0, count) } else { (n % count, 1) };
    with_cases().skip(skipped).take(taken).map(|problem| (problem, answers_to(problem, block)))
}

/// Blocks, and how often each is before something that is wrong.
fn places() -> impl Iterator<Item = (Block, usize)> {
    [Block::short(" "), Block::long()].into_iter().flat_map(|block| {
        let times = block.times_before();
        times.map(|times| (block.clone(), times))
    })
}

/// Returns the line before the first of `cases` cases.
fn head(problem: &Entry, cases: usize) -> String {
    if problem.form.grammar.cases == Cases::Counted { format!("{cases}\n") } else { String::new() }
}

#[test]
fn whatever_the_layout_the_answers_are_the_same() {
    for (n, block) in [Block::short(" "), Block::short("\r\n"), Block::long()].iter().enumerate() {
        let times = block.times();
        for (problem, answers) in some_problems(block, n) {
            let text = head(problem, times * block.cases) + &block.text.repeat(times);
            check(problem, &text, &Output { answers: answers.repeat(times), error: None });
        }
    }
}

#[test]
fn a_fault_is_found_where_it_is() {
    for (n, (block, whole)) in places().enumerate() {
        for (problem, answers) in some_problems(&block, n) {
            let cases = whole * block.cases;
            let text = head(problem, block.times() * block.cases)
                + &block.text.repeat(whole)
                + "2\n7 x7 9\n"
                + &block.text.repeat(block.times() - whole);
            let line = head(problem, 1).lines().count() + cases * 2 + 2;
            let margin = " ".repeat(line.to_string().len());
            let error = format!(
                "error: case {}: heap 2: expected an integer, found \"x7\"\n\
                 {margin}--> in.txt:{line}:3\n{margin} |\n{line} | 7 x7 9\n{margin} |   ^^\n",
                cases + 1,
            );
            check(problem, &text, &Output { answers: answers.repeat(whole), error: Some(error) });
        }
    }
}

#[test]
fn cases_behind_the_last_are_refused() {
    for (n, (block, whole)) in places().enumerate() {
        for (problem, answers) in some_problems(&block, n) {
            let cases = whole * block.cases;
            let (last, end) = match problem.form.grammar.cases {
                Cases::ToEnd | Cases::UntilZeros(_) => ("the closing 0", "0\n"),
                _ => ("the last case", ""),
            };
            let text =
                head(problem, cases) + &block.text.repeat(whole) + end + &block.text.repeat(block.times());
            let line = head(problem, 1).lines().count() + cases * 2 + end.lines().count() + 1;
            let margin = " ".repeat(line.to_string().len());
            let error = format!(
                "error: expected the end of the input after {last}, found \"1\"\n\
                 {margin}--> in.txt:{line}:1\n{margin} |\n{line} | 1\n{margin} | ^\n",
            );
            check(problem, &text, &Output { answers: answers.repeat(whole), error: Some(error) });
        }
    }
}

#[test]
fn one_long_position_is_written_as_its_numbers_are() {
    // The texts before every number and before some; two of them are longer than any search for a case.
    let (zeros, white) = ("0".repeat(300_000), " \t".repeat(150_000));
    let odd = [(" 00", &*zeros), (" ", ""), ("  ", ""), (" ", &*white), (" 00", ""), ("\r\n", "")];
    for (odd, rare) in whole::turn(odd, 6) {
        let heaps = BYTES / 9;
        let mut text = heaps.to_string();
        for heap in 0..heaps {
            text += odd;
            text += if heap % 50_000 == 49_999 { rare } else { "" };
            text += &(heap * 7_654_321 % 99_999_989).to_string();
        }
        let reading = naive::read(Grammar::ONE_POSITION, text.as_bytes());
        assert_eq!(reading.fault, None);
        for problem in routes::nim_problems().filter(|problem| problem.form.grammar.cases == Cases::One) {
            assert_eq!(problem.form.grammar, Grammar::ONE_POSITION);
            check(problem, &text, &Output { answers: routes::answers_to(problem, &reading), error: None });
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_answers() {
    let block = Block::short(" ");
    if let Some(problem) = with_cases().next() {
        let answers = answers_to(problem, &block);
        let text = head(problem, block.times() * block.cases) + &block.text.repeat(block.times());
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        for threads in whole::part([17, 1000, usize::MAX / 2, usize::MAX], 3) {
            let tuning = Tuning { threads: NonZero::new(threads), ..Tuning::default() };
            let input = Input::open(file.path(), true).unwrap();
            let found = routes::solve(problem, input, &tuning);
            assert_eq!(found.error, None, "{} on {threads} threads", problem.slug);
            assert!(found.answers == answers.repeat(block.times()), "{} on {threads} threads", problem.slug);
        }
    }
}
