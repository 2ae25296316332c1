//! The checks that are tried on made-up bytes: different ways to the same answer must agree. Each function panics when they do not. Used by
//! the fuzz targets and, with bytes that are made without a fuzzer, by `examples/soak`.

use nim_io::{DecodeMode, DecoderState, Input, Kernel, Lines, Stop, is_space};
use nim_problems::PROBLEMS;
use nim_simd::Level;
use nim_solve::Tuning;
use nim_solve::problem::Shape;
use nim_solve::registry::Entry;
use std::io::{self, Read};
use std::num::NonZero;

/// The result of a tokenizer for a text.
#[derive(Debug, PartialEq, Eq)]
struct Decoded {
    numbers: Vec<u64>,
    /// Bytes up to the first token that is not a number or not finished.
    bytes: usize,
    non_canonical: bool,
    stop: Stop,
}

/// Decodes a text in batches.
fn decoded(level: Level, text: &[u8], ended: bool, room: usize) -> Decoded {
    let mut values = vec![0; room];
    let mut state = DecoderState::new(DecodeMode::Layout);
    let mut all = Decoded { numbers: Vec::new(), bytes: 0, non_canonical: false, stop: Stop::Room };
    while all.stop == Stop::Room {
        let batch = Kernel::new(level).decode(&mut state, text, all.bytes, ended, &mut values);
        assert!(batch.numbers > 0 || batch.stop != Stop::Room, "no progress at {}", all.bytes);
        all.numbers.extend_from_slice(&values[..batch.numbers]);
        all.bytes += batch.bytes;
        all.non_canonical |= batch.non_canonical;
        all.stop = batch.stop;
    }
    // Nothing is copied from a text with a bad token, or before it is whole: what was seen of the rest does not matter.
    all.non_canonical &= ended && all.stop != Stop::Bad;
    all
}

/// Returns the expected result by the standard library, a token at a time.
fn naive(text: &[u8], ended: bool) -> Decoded {
    let mut all = Decoded { numbers: Vec::new(), bytes: 0, non_canonical: false, stop: Stop::Bytes };
    while all.bytes < text.len() {
        let rest = &text[all.bytes..];
        if is_space(rest[0]) {
            all.non_canonical |= rest[0] != b' ' || all.bytes > 0 && is_space(text[all.bytes - 1]);
            all.bytes += 1;
            continue;
        }
        let len = rest.iter().position(|&byte| is_space(byte)).unwrap_or(rest.len());
        let number = std::str::from_utf8(&rest[..len]).ok().filter(|token| !token.starts_with('+'));
        match number.and_then(|token| token.parse().ok()) {
            Some(_) if len == rest.len() && !ended => break,
            Some(number) => all.numbers.push(number),
            None => {
                all.stop = Stop::Bad;
                break;
            }
        }
        all.non_canonical |= len > 1 && rest[0] == b'0';
        all.bytes += len;
    }
    all.non_canonical &= ended && all.stop != Stop::Bad;
    all
}

/// Decodes a text by every kernel. The first bytes say how.
pub fn tokenizer(data: &[u8]) {
    let [how, room, text @ ..] = data else { return };
    let ended = how % 2 == 0;
    let expected = naive(text, ended);
    for (name, level) in Level::available() {
        for room in [usize::from(*room) + 1, 2048] {
            let found = decoded(level, text, ended, room);
            assert!(found == expected, "{name}, room {room}: {found:?}, not {expected:?}");
        }
    }
}

/// Returns the problems whose solvers take a time that grows with the input only. A header may ask for long work.
pub fn problems() -> Vec<&'static Entry> {
    // The answer of an auction may have 2^64 numbers.
    let is_bounded = |problem: &&Entry| problem.slug != "auction" && problem.form.grammar.header.is_empty();
    let is_linear = |problem: &&Entry| !matches!(problem.form.grammar.shape(), Shape::General);
    PROBLEMS.iter().filter(is_bounded).filter(is_linear).collect()
}

/// The output of a solver, on both streams.
#[derive(Debug, PartialEq, Eq)]
pub struct Output {
    pub answers: Vec<u8>,
    pub error: Option<String>,
}

/// Solves an input.
pub fn solved(problem: &Entry, input: Input, tuning: &Tuning) -> Output {
    let mut answers = Vec::new();
    let solved = (problem.form.solve)(&[], input.named("in"), &mut Lines::new(&mut answers), tuning);
    let error = solved.err().map(|failure| failure.to_string());
    Output { answers, error }
}

/// Reads the text in portions of the sizes given, over and over.
struct Portions {
    text: Vec<u8>,
    at: usize,
    sizes: Vec<usize>,
    reads: usize,
}

impl Read for Portions {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = self.sizes[self.reads % self.sizes.len()].min(buffer.len());
        self.reads += 1;
        let mut rest = &self.text[self.at..];
        let got = rest.read(&mut buffer[..size])?;
        self.at += got;
        Ok(got)
    }
}

/// Solves a text, read in one piece by the scalar kernel and in portions by every kernel. The first bytes name the
/// problem and the portions.
pub fn solve(data: &[u8]) {
    let [which, one, two, text @ ..] = data else { return };
    let problems = problems();
    let problem = problems[usize::from(*which) % problems.len()];
    let read = |sizes: &[usize], level| {
        let portions = Portions { text: text.to_vec(), at: 0, sizes: sizes.to_vec(), reads: 0 };
        let tuning = Tuning { threads: NonZero::new(1), level: Some(level) };
        solved(problem, Input::reader("in", portions), &tuning)
    };
    let expected = read(&[usize::MAX], Level::SCALAR);
    let sizes = [usize::from(*one) + 1, usize::from(*two) * 16 + 1];
    for (name, level) in Level::available() {
        for sizes in [&sizes[..], &[usize::MAX]] {
            let found = read(sizes, level);
            let slug = problem.slug;
            assert!(found == expected, "{slug}, {name}, portions {sizes:?}: {found:?}, not {expected:?}");
        }
    }
}
