//! The same numbers in other layouts, read in every way. Unit tests have small pieces (`io::sizes`), so that random inputs meet the end of
//! every buffer, batch, window and piece in all their combinations.

use super::trials::{LaidOut, cases_of, counted_lists, input_of, laid_out_cases, under_form};
use nim_ground::random::Random;
use nim_io::sizes::WINDOW;
use nim_io::{Input, Lines};
use nim_simd::Level;
use nim_solve::Tuning;
use nim_solve::problem::{Cases, Field, Grammar, Kind, Part};
use nim_solve::registry::Entry;
use nim_testing::whole::{is_whole, part};
use std::io::{Cursor, Read, Write};
use std::num::NonZero;

/// Inputs that are tried for each problem, and with `TOOLKIT_TEST_ALL`.
const TRIALS: [u64; 2] = [10, 500];
/// The same for each name with a form of its own; a problem may have many.
const TRIALS_OF_FORM: [u64; 2] = [10, 100];

/// The output of a solver: the answers, and the error if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Output {
    answers: String,
    error: Option<String>,
}

/// A reader that gives its bytes in portions of given sizes, again and again.
struct Portions {
    bytes: Cursor<Vec<u8>>,
    sizes: [usize; 2],
    reads: usize,
}

impl Read for Portions {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let size = self.sizes[self.reads % 2].min(buffer.len());
        self.reads += 1;
        self.bytes.read(&mut buffer[..size])
    }
}

/// Asserts that an input is answered alike however it is laid out and read, and that a malformed token is found at its place.
/// The reference are the answers to the plain layout, which the oracles of the problems and of the integration tests check.
pub(super) fn check(problem: &Entry, small: fn(&mut Random) -> String, laid_out: Option<LaidOut>) {
    check_form(problem, &small, TRIALS);
    for named in problem.under_aliases().filter(Entry::is_formed) {
        match (named.layout(), laid_out) {
            (None, _) => {
                check_form(&named, &|random| formed(problem, &named, small, random), TRIALS_OF_FORM);
            }
            (Some(layout), Some(laid_out)) => {
                check_form(&named, &|random| written(&named, layout.name, laid_out, random), TRIALS_OF_FORM);
            }
            // The positions of Nim alone are tried.
            (Some(_), None) => {}
        }
    }
}

/// Makes a small input under a name with a layout of its own.
fn written(named: &Entry, layout: &str, laid_out: LaidOut, random: &mut Random) -> String {
    let cases = laid_out_cases(layout, laid_out, random).into_iter().map(|[written, _]| written);
    let framing = named.form.grammar.cases;
    let cases: Vec<String> = if framing == Cases::One { cases.take(1).collect() } else { cases.collect() };
    input_of(framing, &cases)
}

/// Makes a small input of a problem under a name with a form of its own.
fn formed(problem: &Entry, named: &Entry, small: fn(&mut Random) -> String, random: &mut Random) -> String {
    loop {
        let cases = under_form(named, cases_of(&problem.form.grammar, &small(random)));
        match (named.form.grammar.cases, &cases[..]) {
            (Cases::One | Cases::ToEnd, []) => {}
            (Cases::One, [case, ..]) => return input_of(Cases::One, std::slice::from_ref(case)),
            (framing, cases) => return input_of(framing, cases),
        }
    }
}

/// A generator of small inputs.
type Small<'a> = &'a dyn Fn(&mut Random) -> String;

/// Like [`check`], for one form of the problem.
fn check_form(problem: &Entry, small: Small<'_>, trials: [u64; 2]) {
    for seed in 0..trials[usize::from(is_whole())] {
        let mut random = Random::new(seed);
        let clean = several(&problem.form.grammar, &mut random, small);
        let tokens: Vec<&str> = clean.split_ascii_whitespace().collect();
        let plain = Input::reader("in.txt", Cursor::new(clean.clone()));
        let expected = solve(problem, plain, Tuning { threads: NonZero::new(1), level: Some(Level::SCALAR) });
        assert_eq!(expected.error, None, "{}, seed {seed}: {clean:?}", problem.name);

        let (laid_out, _) = lay_out(&mut random, &tokens, None, &[]);
        each_way(problem, &mut random, &laid_out, |found, way| {
            assert!(
                *found == expected,
                "{}, seed {seed}, {way}: {found:?}, not {expected:?}, on {laid_out:?}",
                problem.name
            );
        });

        if tokens.is_empty() {
            continue;
        }
        let bad = random.within(0, tokens.len() as u64 - 1) as usize;
        let (spoiled, place) = lay_out(&mut random, &tokens, Some(bad), spoils(&problem.form.grammar));
        let at = format!("--> in.txt:{place}\n");
        let mut first = None;
        each_way(problem, &mut random, &spoiled, |found, way| {
            let is_found = found.error.as_ref().is_some_and(|error| error.contains(&at));
            let is_begun = expected.answers.starts_with(&found.answers);
            assert!(
                is_found && is_begun,
                "{}, seed {seed}, {way}: {found:?}, not {at:?}, on {spoiled:?}",
                problem.name
            );
            let answers = first.get_or_insert_with(|| found.answers.clone());
            assert_eq!(*answers, found.answers, "{}, seed {seed}, {way}: {spoiled:?}", problem.name);
        });

        let changed = changed(&mut random, &tokens);
        let (changed, _) = lay_out(&mut random, &changed, None, &[]);
        let mut first = None;
        each_way(problem, &mut random, &changed, |found, way| {
            let (first, first_way) = first.get_or_insert_with(|| (found.clone(), way.to_owned()));
            assert!(
                found == first,
                "{}, seed {seed}, {way}: {found:?}, {first_way}: {first:?}, on {changed:?}",
                problem.name
            );
        });
    }
}

/// Returns the tokens with a few changes that leave each of them well-formed: most break a condition or the structure.
fn changed<'a>(random: &mut Random, tokens: &[&'a str]) -> Vec<&'a str> {
    let mut changed = tokens.to_vec();
    for _ in 0..random.within(1, 2) {
        let last = changed.len() as u64 - 1;
        let (at, other) = (random.within(0, last) as usize, random.within(0, last) as usize);
        match random.within(0, 4) {
            0 if last > 0 => drop(changed.remove(at)),
            1 => changed.insert(at, changed[other]),
            2 => {
                changed[at] =
                    ["0", "1", "2", "99999999999", "18446744073709551615"][random.within(0, 4) as usize];
            }
            3 => changed[at] = changed[other],
            _ => changed.swap(at, other),
        }
    }
    changed
}

/// Joins the cases of several inputs, so that there are more than a piece or a batch holds.
fn several(grammar: &Grammar, random: &mut Random, small: Small<'_>) -> String {
    let first = small(random);
    if grammar.cases == Cases::One || !grammar.header.is_empty() {
        return first;
    }
    let inputs = (1..random.within(1, 12)).map(|_| small(random)).collect::<Vec<_>>();
    let cases: Vec<String> =
        inputs.iter().chain([&first]).flat_map(|input| cases_of(grammar, input)).collect();
    // Zeros at the end may be missing, where something else is there.
    let may_end = matches!(grammar.cases, Cases::UntilZeros(_)) && !cases.is_empty();
    let is_open = may_end && random.within(0, 1) > 0;
    input_of(if is_open { Cases::ToEnd } else { grammar.cases }, &cases)
}

/// Returns texts behind which a token is none of the grammar: a word of digits may be of any length.
fn spoils(grammar: &Grammar) -> &'static [&'static str] {
    match grammar.case {
        [Part::Line([Field { kind: Kind::Word(Some(letters)), .. }])] if letters.contains('7') => {
            &["x", "-", "\0"]
        }
        _ => &["x", "-", "\0", "7777777777777777777777"],
    }
}

/// Writes tokens with white space between them and zeros before numbers, one of them spoiled, and the place of that one.
fn lay_out(random: &mut Random, tokens: &[&str], bad: Option<usize>, spoils: &[&str]) -> (String, String) {
    let gaps = [" ", "\n", "  ", "\r\n", "\t", " \n", "\n\n\n", " \t\x0b\x0c "];
    // Mostly alike, as texts are.
    let usual = gaps[random.within(0, 3) as usize];
    let often = random.within(2, 30);
    let mut text = String::new();
    let mut place = String::new();
    for (n, token) in tokens.iter().enumerate() {
        if n > 0 {
            let is_odd = random.within(0, often) == 0;
            text += if is_odd { gaps[random.within(0, gaps.len() as u64 - 1) as usize] } else { usual };
            if random.within(0, 8 * often) == 0 {
                text += &[" ", "\n"][random.within(0, 1) as usize]
                    .repeat(random.within(60, 3 * WINDOW.min(400) as u64) as usize);
            }
        }
        let start = text.len();
        if token.bytes().all(|byte| byte.is_ascii_digit()) && random.within(0, often) == 0 {
            let most = [3, 30, 700][random.within(0, 2) as usize];
            text += &"0".repeat(random.within(1, most) as usize);
        }
        text += token;
        if bad == Some(n) {
            text += spoils[random.within(0, spoils.len() as u64 - 1) as usize];
            let line = text[..start].matches('\n').count() + 1;
            let column = start - text[..start].rfind('\n').map_or(0, |newline| newline + 1) + 1;
            place = format!("{line}:{column}");
        }
    }
    (text + ["", "\n", "\n \n"][random.within(0, 2) as usize], place)
}

/// Solves a text in every kind of way: as a stream in portions and as a file, mapped and read, on one thread and several.
fn each_way(problem: &Entry, random: &mut Random, text: &str, mut take: impl FnMut(&Output, &str)) {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    // Byte by byte, unless that takes long.
    let least = 1 + text.len() / 10_000;
    for (name, level) in Level::available() {
        let tuning = |threads| Tuning { threads: NonZero::new(threads), level: Some(level) };
        for sizes in [[least, least], [random.within(1, 9) as usize, random.within(1, 300) as usize]] {
            let stream = Portions { bytes: Cursor::new(text.as_bytes().to_vec()), sizes, reads: 0 };
            let way = format!("{name}, portions of {sizes:?}");
            take(&solve(problem, Input::reader("in.txt", stream), tuning(1)), &way);
        }
        for (map, threads) in [(false, 1), (true, 1), (true, 2), (true, random.within(3, 8) as usize)] {
            let input = Input::open(file.path(), map).unwrap().named("in.txt");
            take(
                &solve(problem, input, tuning(threads)),
                &format!("{name}, mapped: {map}, {threads} threads"),
            );
        }
    }
}

/// The first bytes of an output; later ones are refused.
struct Beginning(Vec<u8>);

impl nim_io::Sink for Beginning {}

impl Write for Beginning {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let len = bytes.len().min((1 << 16) - self.0.len());
        self.0.extend(&bytes[..len]);
        Ok(len)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn solve(problem: &Entry, input: Input, tuning: Tuning) -> Output {
    let mut answers = Beginning(Vec::new());
    let solved = (problem.form.solve)(&[], input, &mut Lines::new(&mut answers), &tuning);
    Output {
        answers: String::from_utf8(answers.0).unwrap(),
        error: solved.err().map(|failure| failure.to_string() + "\n"),
    }
}

/// Returns positions of Nim in the layout of the grammar.
fn positions(random: &mut Random, grammar: Grammar) -> String {
    // Mostly few, as inputs are joined.
    let most_lists = [2, 3, 12][random.within(0, 2) as usize];
    let lists: Vec<Vec<u64>> = (0..random.within(1, most_lists))
        .map(|_| {
            let most = [1, 9, 300, u64::MAX][random.within(0, 3) as usize];
            let count = [3, 9, 60][random.within(0, 2) as usize];
            let count = random.within(1, count);
            random.list(count, 0, most)
        })
        .collect();
    let text = counted_lists(&lists);
    let (count, rest) = text.split_once('\n').unwrap_or_default();
    match grammar.cases {
        Cases::Counted => format!("{count}\n{rest}"),
        Cases::ToEnd | Cases::UntilZeros(_) => rest.to_owned(),
        Cases::One => rest.split_inclusive('\n').take(2).collect(),
    }
}

#[test]
fn positions_come_out_alike_however_they_are_cut() {
    for (slug, small) in [
        ("matches", (|random| positions(random, Grammar::ONE_POSITION)) as fn(&mut Random) -> String),
        ("stones-all-moves", |random| positions(random, Grammar::POSITIONS_UNTIL_ZERO)),
        ("john", |random| positions(random, Grammar::COUNTED_POSITIONS)),
        ("nim-check", |random| positions(random, Grammar::COUNTED_POSITIONS)),
        ("array-game", |random| {
            let cells = random.within(1, 40);
            let lists: Vec<Vec<u64>> = (0..random.within(1, 12))
                .map(|_| {
                    let count = random.within(1, 9);
                    random.list(count, 1, cells)
                })
                .collect();
            format!("{cells}\n{}", counted_lists(&lists))
        }),
    ] {
        check(super::find(slug).unwrap(), small, None);
    }
}

#[test]
fn samples_are_answered_by_every_kernel() {
    for problem in super::PROBLEMS {
        for sample in problem.texts.samples {
            each_way(problem, &mut Random::new(1), sample.input, |found, way| {
                let expected = Output { answers: sample.answer.to_owned(), error: None };
                assert_eq!(*found, expected, "{}, sample {}, {way}", problem.slug, sample.name);
            });
        }
    }
}

/// Tokens of a sample before which white space is laid, beside the last.
const SEAMS: usize = 12;

#[test]
fn more_white_space_than_a_window_has_is_laid_before_every_kind_of_field() {
    // With usual sizes it takes long, so that only the beginnings of cases are tried, in a part of the problems.
    let (seams, every) = if WINDOW < 1 << 10 { (SEAMS, 1) } else { (2, 12) };
    for problem in part(super::PROBLEMS, every) {
        let Some(sample) = problem.texts.samples.first() else { continue };
        let tokens: Vec<&str> = sample.input.split_ascii_whitespace().collect();
        let expected = Output { answers: sample.answer.to_owned(), error: None };
        for seam in (0..tokens.len()).filter(|&seam| seam < seams || seam + 1 == tokens.len()) {
            for blanks in [2 * WINDOW, 3 * WINDOW + 7] {
                let (before, behind) = tokens.split_at(seam);
                let text = format!("{}{}{}\n", before.join(" "), "\n".repeat(blanks), behind.join(" "));
                each_way(problem, &mut Random::new(1), &text, |found, way| {
                    assert!(
                        *found == expected,
                        "{}, {blanks} before token {seam}, {way}: {found:?}",
                        problem.name
                    );
                });
            }
        }
    }
}
