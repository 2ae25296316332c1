//! Many positions: a line each of a file, and an answer each.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

use anyhow::Context;
use clap::ValueEnum;
use itertools::Itertools;
use serde::Serialize;

use super::monitor::Monitor;
use super::{LARGEST_FILE, MalformedFile, csv};
use crate::terminal::streams::{Stdin, Stdout};
use nim_engine::games::notation;
use nim_engine::games::position::{Position, check_component};
use nim_engine::theory::budget::Budget;
use nim_engine::theory::game::{Component, Game, Shape};
use nim_engine::theory::refusal::Refusal;
use nim_ground::{json, visible};

/// The formats of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BatchFormat {
    /// A line for each position
    Text,
    /// A table with a header
    Csv,
    /// A JSON object on a line for each position
    Jsonl,
}

/// The answer to a position, in every format.
pub trait Answer: Serialize {
    /// The names of the columns after `position`.
    const COLUMNS: &'static [&'static str];

    /// Returns the answer as a line of text.
    fn text(&self) -> String;

    /// Returns the rows of the table, at least one.
    fn rows(&self) -> Vec<Vec<String>>;
}

/// The JSON object of a position.
#[derive(Serialize)]
struct PositionLine<'a, A> {
    position: &'a str,
    #[serde(flatten)]
    answer: &'a A,
}

/// A position with its place in the file.
struct InputPosition {
    line: u64,
    column: usize,
    written: String,
    components: Vec<Component>,
}

/// Answers the positions of a file in its order; `-` is standard input.
///
/// Values are computed up to the largest heap of all lines that have come.
///
/// # Errors
/// At the first line that is malformed, or whose position is refused, when those before it have been answered.
pub fn run<A: Answer>(
    file: &Path,
    format: BatchFormat,
    position: &mut Position,
    heap: u64,
    mut work: Monitor,
    answer: impl Fn(&mut Position, &mut Budget<'_>) -> Result<A, Refusal>,
) -> anyhow::Result<()> {
    let mut lines = Lines::open(file)?;
    let mut out = BufWriter::with_capacity(1 << 16, Stdout);
    work.print_meanwhile();
    let mut watch = |progress| work.step(progress);
    let mut budget = super::budget(heap, &mut watch);
    if format == BatchFormat::Csv {
        csv::row(&mut out, ["position"].iter().chain(A::COLUMNS))?;
    }
    let mut number = 0;
    let mut answer_all = || {
        while let Some(text) = lines.next()? {
            let (given, fault) = read(&text, &mut number, &position.terms());
            compute_largest(&given, position, &mut budget)?;
            for InputPosition { line, column, written, components } in given {
                position
                    .place(components)
                    .map_err(|why| malformed(&lines.name, line, column, &why.to_string()))?;
                let answer = answer(position, &mut budget);
                let answer = answer.with_context(|| format!("{}:{line}", lines.name))?;
                print(&mut out, format, &written, &answer)?;
            }
            if let Some((line, column, why)) = fault {
                return Err(malformed(&lines.name, line, column, &why).into());
            }
            out.flush()?;
        }
        Ok(())
    };
    let done = answer_all();
    out.flush()?;
    done
}

fn malformed(file: &str, line: u64, column: usize, why: &str) -> MalformedFile {
    MalformedFile(format!("{file}:{line}:{column}: {why}"))
}

/// The line, the column and the reason of a fault.
type LineError = (u64, usize, String);

/// Reads the positions of some lines, up to the first fault; `number` is that of the last line before them.
fn read(text: &[u8], number: &mut u64, games: &[&dyn Game]) -> (Vec<InputPosition>, Option<LineError>) {
    let mut given = Vec::new();
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        *number += 1;
        match read_line(line, *number, games) {
            Ok(read) => given.extend(read),
            Err(fault) => return (given, Some(fault)),
        }
    }
    (given, None)
}

/// Reads the position of a line; `None` for a comment, and where there is nothing.
fn read_line(line: &[u8], number: u64, games: &[&dyn Game]) -> Result<Option<InputPosition>, LineError> {
    let text = std::str::from_utf8(line)
        .map_err(|error| (number, error.valid_up_to() + 1, "the text is not UTF-8".to_owned()))?;
    let text = if number == 1 { text.strip_prefix('\u{feff}').unwrap_or(text) } else { text };
    let column = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize + 1;
    let words = text.split(|c: char| c.is_ascii_whitespace() || c == '\u{b}');
    let words = words.filter(|word| !word.is_empty()).collect_vec();
    let Some(first) = words.first().filter(|first| !first.starts_with('#')) else { return Ok(None) };
    let mut components = Vec::with_capacity(words.len());
    for (index, word) in words.iter().enumerate() {
        let Some(game) = games.get(index).or(games.first()) else { break };
        let component = notation::component(*game, word).and_then(|component| match game.shape() {
            Shape::Whole => Ok(component),
            _ => check_component(*game, &component).map(|()| component),
        });
        components.push(component.map_err(|why| (number, column(word), why.to_string()))?);
    }
    Ok(Some(InputPosition { line: number, column: column(first), written: words.join(" "), components }))
}

/// Computes the value of the largest heap of each game on single heaps, so that its table grows once.
fn compute_largest(
    given: &[InputPosition],
    position: &mut Position,
    budget: &mut Budget<'_>,
) -> anyhow::Result<()> {
    let terms = position.terms();
    let largest = (0..terms.len()).filter(|index| terms[*index].shape() == Shape::Heap).filter_map(|index| {
        let heaps = given.iter().filter_map(|given| match terms.len() {
            1 => given.components.iter().flatten().copied().max(),
            _ => given.components.get(index)?.first().copied(),
        });
        Some((index, vec![heaps.max()?.min(budget.heap)]))
    });
    let largest = largest.collect_vec();
    position.place_each(largest)?;
    match position.values(budget) {
        Err(Refusal::Interrupted) => Err(Refusal::Interrupted.into()),
        // Other refusals concern single positions.
        _ => Ok(()),
    }
}

fn print(out: &mut impl Write, format: BatchFormat, position: &str, answer: &impl Answer) -> io::Result<()> {
    match format {
        BatchFormat::Text => writeln!(out, "{}", visible::line(&answer.text())),
        BatchFormat::Csv => {
            let rows = answer.rows();
            rows.iter().try_for_each(|row| {
                csv::row(out, [position].into_iter().chain(row.iter().map(String::as_str)))
            })
        }
        BatchFormat::Jsonl => {
            json::write(out, &PositionLine { position, answer })?;
            out.write_all(b"\n")
        }
    }
}

/// The bytes that are asked for at once.
const PIECE: usize = 1 << 20;

pub struct Lines {
    /// The name of the file in messages.
    pub name: String,
    input: BufReader<Box<dyn Read>>,
}

impl Lines {
    /// Opens a file; `-` is standard input.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn open(file: &Path) -> anyhow::Result<Self> {
        let (name, input): (String, Box<dyn Read>) = if file == Path::new("-") {
            ("<stdin>".to_owned(), Box::new(Stdin))
        } else {
            let name = file.display().to_string();
            let file = File::open(file).with_context(|| format!("cannot read {name}"))?;
            (name, Box::new(file))
        };
        Ok(Self { name, input: BufReader::with_capacity(PIECE, input) })
    }

    /// Returns the next lines with their ends, at least one; `None` at the end. It waits for one line, but not for further ones.
    ///
    /// # Errors
    /// When reading fails, or a line is too long to be kept.
    pub fn next(&mut self) -> anyhow::Result<Option<Vec<u8>>> {
        let mut lines = Vec::new();
        let read = self.input.by_ref().take(LARGEST_FILE).read_until(b'\n', &mut lines);
        let length = read.with_context(|| format!("cannot read {}", self.name))?;
        if length as u64 == LARGEST_FILE && !lines.ends_with(b"\n") {
            let why = format!("{}: a line has more than {LARGEST_FILE} bytes", self.name);
            return Err(MalformedFile(why).into());
        }
        let here = self.input.buffer().iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        lines.extend_from_slice(&self.input.buffer()[..here]);
        self.input.consume(here);
        Ok(Some(lines).filter(|lines| !lines.is_empty()))
    }
}
