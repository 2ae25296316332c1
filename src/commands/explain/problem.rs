//! `toolkit explain PROBLEM`: the cases of an input.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs::{self, Metadata};
use std::io::{self, BufWriter, Cursor, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::ser::{Error, SerializeSeq};
use serde::{Serialize, Serializer};

use super::json::{SCHEMA, positions};
use super::{Common, Explained, draw, paragraph, write};
use crate::built_in::played;
use crate::exit::Exit;
use crate::terminal::UsageError;
use crate::terminal::streams::{Stdin, Stdout};
use crate::terminal::{json, style as terminal};
use nim_explain::words::{Language, Words, fill, fill_numbers};
use nim_explain::{self as explain, picture, picture::Style};
use nim_ground::error::best_effort;
use nim_io::watched::changed;
use nim_io::{Failure, Input, Lines, STDIN};
use nim_simd::Level;
use nim_solve::Tuning;
use nim_solve::by_case::ByCase;
use nim_solve::problem::{CaseAnalysis, Fields, Theorem, ValueError};
use nim_solve::records::{each_case, text};
use nim_solve::registry::Entry;

/// The choice of the cases to explain.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// All of a short input; of a long one, the first.
    Some,
    /// The case of this number, from 1.
    One(u64),
    /// All cases.
    All,
}

/// The most cases of a short input.
const SHORT: u64 = 10;
/// The most numbers of a short input.
const FEW_NUMBERS: usize = 1000;
/// The most positions of a case.
const POSITIONS: usize = 8;
/// The limit of lines for a case.
const LINES: usize = 24;
/// Bytes of an answer that are shown.
const ANSWER: usize = 512;
/// The limit of columns for an answer.
const ANSWER_WIDTH: usize = 70;

/// A case with its explanation, in the form of the JSON.
#[derive(Serialize)]
struct Case {
    /// The number of the case, from 1.
    #[serde(rename = "case")]
    number: u64,
    /// The numbers as text, if there are few.
    text: String,
    /// The solver's answer, or its beginning.
    answer: String,
    /// The name of the deciding rule, among the sections of the theorem.
    rule: Option<&'static str>,
    /// The words of the section about the case.
    words: String,
    numbers: BTreeMap<&'static str, String>,
    #[serde(serialize_with = "positions")]
    positions: Vec<Explained>,
    /// The number of further positions.
    more_positions: usize,
}

/// The explanation of an input, as JSON.
#[derive(Serialize)]
struct InputJson<'a, T> {
    problem: &'static str,
    /// The theorem, in the language asked for.
    theorem: String,
    explained: T,
    /// The number of cases of the input, once they have been read.
    cases: &'a Cell<u64>,
}

/// Cases that are explained one by one: the function gives each to another one, until that breaks off.
struct CaseStream<F>(F);

impl<F: Fn(&mut CaseVisitor<'_>) -> Result<(), Failure>> Serialize for CaseStream<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        let mut written = Ok(());
        let stream = (self.0)(&mut |case| {
            written = list.serialize_element(&case);
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        written?;
        stream.map_err(S::Error::custom)?;
        list.end()
    }
}

/// A function that takes the explained cases one by one.
type CaseVisitor<'a> = dyn FnMut(Case) -> ControlFlow<()> + 'a;

/// Prints the explanations. Where the input is malformed, the cases before the fault are explained.
pub fn run(
    entry: &'static Entry,
    file: Option<&Path>,
    which: Which,
    common: &Common,
    level: Option<Level>,
) -> anyhow::Result<Exit> {
    let switches = switches(entry, common.misere)?;
    file.map_or(Ok(()), UsageError::unless_there)?;
    let input_source = ReplayableInput::new(entry, file)?;
    let tuning = Tuning { level, ..Tuning::default() };
    let solved =
        (entry.form.solve)(&switches, input_source.open()?, &mut Lines::new(&mut io::sink()), &tuning);
    if let Err(failure @ (Failure::Read(..) | Failure::Write(_))) = solved {
        return Err(failure.into());
    }
    let (cases, language) = (Cell::new(0), common.lang);
    let explain = |which, visit: &mut CaseVisitor<'_>| {
        let asked = Asked { switches: &switches, which, language, cases: &cases };
        match explain_cases(entry, input_source.open()?, &asked, visit) {
            // The cases before the fault that the solver has found.
            Err(Failure::Malformed(_)) if solved.is_err() => {}
            explained => explained?,
        }
        input_source.check()
    };
    let mut few = Vec::new();
    if which != Which::All {
        explain(which, &mut |case| {
            few.push(case);
            ControlFlow::Continue(())
        })?;
    }
    if which == Which::Some && few.len() as u64 != cases.get() {
        few.truncate(1);
    }
    if let (Which::One(number), Ok(())) = (which, &solved) {
        let why = format!("there is no case {number}: the input has {}", cases.get());
        UsageError::unless(!few.is_empty(), why)?;
    }
    let left = if which == Which::Some { cases.get() - few.len() as u64 } else { 0 };
    let few = Cell::new(few);
    let stream = CaseStream(|visit: &mut CaseVisitor<'_>| match which {
        // An input may have any number of cases, so they are not kept.
        Which::All => explain(which, visit),
        _ => {
            #[expect(clippy::let_underscore_must_use, reason = "a visitor that breaks off keeps the reason")]
            let _ = few.take().into_iter().try_for_each(visit);
            Ok(())
        }
    });
    if common.output.json {
        let theorem = Theorem::section(words_of(entry, language), "theorem").unwrap_or_default();
        let theorem = theorem.replace('\n', " ");
        let input = InputJson { problem: entry.slug, theorem, explained: stream, cases: &cases };
        let mut out = BufWriter::new(Stdout);
        json::print(&mut out, SCHEMA, &input)?;
        out.flush()?;
    } else if common.output.quiet {
        print_answers(stream.0)?;
    } else {
        print_text(entry, language, stream.0)?;
        write(&closing(language.words(), cases.get(), left))?;
    }
    solved?;
    Ok(Exit::Success)
}

/// Returns the switches of the problem that are given.
fn switches(entry: &Entry, misere: bool) -> Result<Vec<&'static str>, UsageError> {
    let known = entry.switches.iter().find(|switch| switch.name == "misere");
    match (misere, known) {
        (false, _) => Ok(Vec::new()),
        (true, Some(switch)) => Ok(vec![switch.name]),
        (true, None) => Err(UsageError(format!("{} has no switch --misere", entry.slug))),
    }
}

/// An input that can be read twice.
enum ReplayableInput {
    /// A file, and its metadata from before it was read.
    File(PathBuf, Metadata),
    /// The text of a stream, with the stream's name.
    Text(String, Arc<[u8]>),
}

impl ReplayableInput {
    fn new(entry: &Entry, file: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = file.filter(|path| path.as_os_str() != "-") else {
            terminal::announce(entry.slug);
            let mut text = Vec::new();
            // A closed input is refused in the same way as by the solvers.
            let read = Input::stdin(false).map(drop).and_then(|()| Stdin.read_to_end(&mut text));
            read.map_err(|error| Failure::Read(STDIN.to_owned(), error))?;
            return Ok(Self::Text(STDIN.to_owned(), text.into()));
        };
        // A stream can be read only once, so its text is kept.
        match fs::metadata(path) {
            Ok(metadata) if !metadata.is_file() && !metadata.is_dir() => {
                let text = fs::read(path).map_err(|error| unreadable(path, error))?;
                Ok(Self::Text(path.display().to_string(), text.into()))
            }
            found => Ok(Self::File(path.to_owned(), found.map_err(|error| unreadable(path, error))?)),
        }
    }

    fn open(&self) -> Result<Input, Failure> {
        match self {
            Self::File(path, _) => Input::open(path, true).map_err(|error| unreadable(path, error)),
            Self::Text(name, text) => Ok(Input::reader(name.clone(), Cursor::new(Arc::clone(text)))),
        }
    }

    /// Fails if the file has been replaced since: both readings would be of different inputs.
    fn check(&self) -> Result<(), Failure> {
        let Self::File(path, before) = self else { return Ok(()) };
        let now = fs::metadata(path).map_err(|error| unreadable(path, error))?;
        let is_same = now.len() == before.len() && now.modified().ok() == before.modified().ok();
        if is_same { Ok(()) } else { Err(unreadable(path, changed())) }
    }
}

/// Returns the failure of a file that cannot be read.
fn unreadable(path: &Path, error: io::Error) -> Failure {
    Failure::Read(path.display().to_string(), error)
}

/// The cases that are explained, and how.
struct Asked<'a> {
    switches: &'a [&'a str],
    which: Which,
    language: Language,
    /// The number of cases read so far.
    cases: &'a Cell<u64>,
}

/// Explains the cases that are asked for, until `visit` breaks off.
fn explain_cases(
    entry: &'static Entry,
    input: Input,
    asked: &Asked<'_>,
    visit: &mut CaseVisitor<'_>,
) -> Result<(), Failure> {
    let mut prepared: Option<Result<Box<dyn ByCase>, ValueError>> = None;
    let mut numbers = 0;
    each_case(input, &entry.form.grammar, |number, header, fields| {
        asked.cases.set(number);
        numbers += fields.values.len();
        let is_wanted = match asked.which {
            Which::Some => number == 1 || (number <= SHORT && numbers <= FEW_NUMBERS),
            Which::One(asked) => number == asked,
            Which::All => true,
        };
        let solver = prepared.get_or_insert_with(|| (entry.form.by_case)(asked.switches, header));
        match solver {
            Ok(solver) if is_wanted => {
                let case = explain_case(entry, &**solver, number, fields, asked.language);
                visit(Case { answer: entry.quoting(&case.answer), words: entry.quoting(&case.words), ..case })
            }
            _ => ControlFlow::Continue(()),
        }
    })?;
    Ok(())
}

fn explain_case(
    entry: &Entry,
    solver: &dyn ByCase,
    number: u64,
    fields: &Fields<'_>,
    language: Language,
) -> Case {
    let mut beginning = [0; ANSWER];
    let mut room = &mut beginning[..];
    let mut lines = Lines::new(&mut room);
    solver.answer(number, fields, &mut lines);
    // The write fails if the answer is longer than the buffer: no more of it is computed.
    best_effort(lines.flush());
    drop(lines);
    let written = ANSWER - room.len();
    let answer = String::from_utf8_lossy(&beginning[..written]).trim_end().to_owned();
    let facts: CaseAnalysis<'_> = solver.facts(fields);
    let more_positions = facts.positions.len().saturating_sub(POSITIONS);
    let positions = facts.positions.iter().take(POSITIONS);
    let theorem = words_of(entry, language);
    let positions = positions.map(|laid| explain::explain(laid, theorem, &mut played::no_file)).collect();
    let section = facts.rule.and_then(|rule| Theorem::section(theorem, rule));
    let words = section.map_or_else(String::new, |section| fill_numbers(section, &facts.numbers));
    // Another rule's numbers may mean nothing here, as a winning move where none wins.
    let said = section.unwrap_or_default();
    let numbers =
        facts.numbers.into_iter().filter(|(name, _)| said.contains(&format!("{{{name}}}"))).collect();
    let text = text(&entry.form.grammar, fields);
    Case { number, text, answer, rule: facts.rule, words, numbers, positions, more_positions }
}

/// Returns the words of a problem's theorem.
pub fn words_of(entry: &Entry, language: Language) -> &'static str {
    match language {
        Language::Chinese if !entry.texts.theorem.zh.is_empty() => entry.texts.theorem.zh,
        Language::English | Language::Chinese => entry.texts.theorem.en,
    }
}

/// Prints the answer of each case, in a line.
fn print_answers(stream: impl Fn(&mut CaseVisitor<'_>) -> Result<(), Failure>) -> anyhow::Result<()> {
    let mut out = BufWriter::new(Stdout);
    let mut written = Ok(());
    stream(&mut |Case { number, answer, .. }| {
        written = writeln!(out, "case {number}: {}", answer.replace('\n', " / "));
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    written?;
    Ok(out.flush()?)
}

/// Prints the theorem and the cases.
fn print_text(
    entry: &Entry,
    language: Language,
    stream: impl Fn(&mut CaseVisitor<'_>) -> Result<(), Failure>,
) -> anyhow::Result<()> {
    let theorem = words_of(entry, language);
    let noun = Theorem::section(theorem, "component").unwrap_or(language.words().component);
    let mut out = BufWriter::new(Stdout);
    let mut head = String::new();
    paragraph(Theorem::section(theorem, "theorem").unwrap_or_default(), &mut head);
    let mut written = out.write_all(head.as_bytes());
    if written.is_ok() {
        stream(&mut |case| {
            let text = case_text(&case, language.words(), noun);
            written = write!(out, "\n{text}");
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
    }
    written?;
    Ok(out.flush()?)
}

/// Returns the text after the cases; some of them may be left out.
fn closing(words: &Words, cases: u64, left: u64) -> String {
    let mut text = String::new();
    if cases == 0 {
        text = format!("{}\n", words.no_cases);
    } else if left > 0 {
        text.push('\n');
        paragraph(&fill(words.more_cases, &[("count", &left)]), &mut text);
    }
    text
}

/// Returns the text of a case.
fn case_text(case: &Case, words: &Words, noun: &str) -> String {
    let mut about = String::new();
    let title = fill(words.case, &[("number", &case.number), ("text", &case.text)]);
    paragraph(&picture::cut(&title, picture::WIDTH), &mut about);
    let answer = picture::cut(&case.answer.replace('\n', " / "), ANSWER_WIDTH);
    paragraph(&fill(words.answer, &[("answer", &answer)]), &mut about);
    paragraph(&case.words, &mut about);
    let count = case.positions.len() + case.more_positions;
    let mut shown = 0;
    for position in &case.positions {
        let mut text = String::new();
        if count > 1 {
            paragraph(&fill(words.position, &[("number", &(shown + 1))]), &mut text);
        }
        let style = Style { words, noun, has_words: !case.words.is_empty(), is_short: count > 1 };
        draw(position, style, &mut text);
        // The last line is for the positions that are left out.
        if shown > 0 && about.lines().count() + text.lines().count() > LINES - 1 {
            break;
        }
        about.push_str(&text);
        shown += 1;
    }
    if shown < count {
        let left = fill(words.more_positions, &[("count", &(count - shown))]);
        paragraph(&left, &mut about);
    }
    about
}
