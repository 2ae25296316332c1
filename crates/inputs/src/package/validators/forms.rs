//! The forms of a package's answers: words, and how many integers stand on a line.
//!
//! They are taken from the answers themselves, and distinguish an answer from damaged text.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use serde_json::{Map, Value};

use crate::Description;
use nim_solve::problem::{Answers, Cases, Field, Kind, Part};
use nim_task::layout::Test;

/// The limit of different lines of words; beyond it, the limit of their letters.
const MOST_WORDS: usize = 32;
const MOST_LETTERS: usize = 8;
/// Most different numbers of integers on a line, and most different steps between integers.
const MOST_COUNTS: usize = 8;
const MOST_STEPS: usize = 3;
/// The limit of different shapes of answers, and of lines in an answer that is the whole output.
const MOST_SHAPES: usize = 8;
const MOST_LINES: usize = 3;

/// The forms of the answers of tests.
#[derive(Default)]
pub(super) struct Forms {
    /// The lines that are not integers.
    words: BTreeSet<String>,
    letters: BTreeSet<char>,
    /// The numbers of integers in a line.
    integers: BTreeSet<i128>,
    /// The differences between an integer and the one before.
    steps: BTreeSet<i128>,
    /// Whole answers, line by line, each with the first numbers of its input.
    wholes: Vec<(Vec<AnswerLine>, BTreeMap<&'static str, u64>)>,
    /// Whether there are more lines, or more answers, than shapes are made of.
    has_no_shapes: bool,
    /// The shapes of answers that begin with a word.
    blocks: BTreeSet<Vec<String>>,
    /// Whether an integer is greater than every number, and every length of a word, in its input.
    exceeds_input: bool,
}

/// A line of a whole answer.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum AnswerLine {
    Words(String),
    /// A line of this number of integers.
    Integers(u64),
}

impl Forms {
    /// Returns the forms of the answers of tests.
    pub(super) fn from_answers(description: &Description, tests: &[Test]) -> io::Result<Self> {
        let mut forms = Self { has_no_shapes: description.answers != Answers::Whole, ..Self::default() };
        for test in tests {
            let answer = test.expected.content().text()?;
            let lines = answer.lines().map(|line| match description.answers {
                Answers::Numbered => line.split_once(": ").map_or(line, |(_, line)| line),
                _ => line,
            });
            let texts: Vec<&str> = lines.collect();
            let lines: Vec<AnswerLine> = texts.iter().map(|line| forms.add(line)).collect();
            let input = test.input.text()?;
            forms.exceeds_input |= greatest_of_answer(&answer) > greatest_of_input(description, &input);
            if let Answers::BlockAfter(words) = description.answers {
                forms.add_blocks(&texts, &lines, words);
            }
            forms.has_no_shapes |= lines.len() > MOST_LINES;
            if !forms.has_no_shapes {
                forms.wholes.push((lines, first_numbers(description, &input)));
            }
        }
        Ok(forms)
    }

    fn add(&mut self, line: &str) -> AnswerLine {
        if let Some(values) = integers(line) {
            self.integers.insert(values.len() as i128);
            // A list longer than the limit is not written, and so not extended.
            if self.steps.len() <= MOST_STEPS {
                self.steps.extend(values.windows(2).map(|pair| pair[1] - pair[0]));
            }
            return AnswerLine::Integers(values.len() as u64);
        }
        self.letters.extend(line.chars());
        if self.words.len() <= MOST_WORDS && !self.words.contains(line) {
            self.words.insert(line.to_owned());
        }
        AnswerLine::Words(line.to_owned())
    }

    /// Adds the shapes of answers that begin with one of some words.
    fn add_blocks(&mut self, texts: &[&str], lines: &[AnswerLine], words: &[&str]) {
        let pairs: Vec<(&&str, &AnswerLine)> = texts.iter().zip(lines).collect();
        let blocks = pairs.chunk_by(|_, (text, line)| {
            // If the words are integers, other lines of integers may begin with one.
            let first = text.split(' ').next().filter(|_| matches!(line, AnswerLine::Words(_)));
            !words.contains(text) && first.is_none_or(|first| !words.contains(&first))
        });
        for block in blocks {
            if self.blocks.len() <= MOST_SHAPES {
                self.blocks.insert(shape(block.iter().map(|(_, line)| *line)));
            }
        }
    }

    /// Returns the keys of a literal: each form with few values.
    pub(super) fn keys(self) -> Map<String, Value> {
        let mut keys = Map::new();
        if !self.exceeds_input {
            keys.insert("greatest".to_owned(), "in input".into());
        }
        if (1..=MOST_SHAPES).contains(&self.blocks.len()) {
            keys.insert("blocks".to_owned(), self.blocks.iter().cloned().map(Value::from).collect());
        }
        let shapes = self.shapes().filter(|shapes| shapes.len() <= MOST_SHAPES);
        if let Some(shapes) = shapes {
            keys.insert("shapes".to_owned(), shapes.into_iter().map(Value::from).collect());
        }
        if self.words.len() > MOST_WORDS && self.letters.len() <= MOST_LETTERS {
            keys.insert("letters".to_owned(), self.letters.into_iter().collect::<String>().into());
        }
        let all: [(&str, Vec<String>, usize); 3] = [
            ("words", self.words.into_iter().collect(), MOST_WORDS),
            ("integers", self.integers.iter().map(i128::to_string).collect(), MOST_COUNTS),
            ("steps", self.steps.iter().map(i128::to_string).collect(), MOST_STEPS),
        ];
        let few = all.into_iter().filter(|(_, values, most)| values.len() <= *most);
        keys.extend(few.map(|(key, values, _)| (key.to_owned(), Value::from(values))));
        keys
    }

    /// Returns the shapes of whole answers: for each line its words, a number of integers, or the number of the input that counts them
    /// (`=heaps`).
    fn shapes(&self) -> Option<BTreeSet<Vec<String>>> {
        if self.has_no_shapes {
            return None;
        }
        let counted: Vec<Option<String>> = (0..MOST_LINES).map(|line| self.counted_by(line)).collect();
        let shapes = self.wholes.iter().map(|(lines, _)| {
            let lines = lines.iter().zip(&counted).map(|(line, counted)| match line {
                AnswerLine::Words(words) => words.clone(),
                AnswerLine::Integers(count) => counted.clone().unwrap_or_else(|| count.to_string()),
            });
            lines.collect()
        });
        Some(shapes.collect())
    }

    /// Returns the number of the input that counts the integers of a line, if their count varies.
    fn counted_by(&self, line: usize) -> Option<String> {
        let counts = self.wholes.iter().filter_map(|(lines, numbers)| match lines.get(line)? {
            AnswerLine::Integers(count) => Some((*count, numbers)),
            AnswerLine::Words(_) => None,
        });
        let (first, numbers) = counts.clone().next()?;
        if counts.clone().all(|(count, _)| count == first) {
            return None;
        }
        let mut names = numbers.keys();
        let name =
            names.find(|&name| counts.clone().all(|(count, numbers)| numbers.get(name) == Some(&count)));
        name.map(|name| format!("={name}"))
    }
}

/// Returns the shape of an answer: its lines, with `#` for a line of one integer and `#+` for several.
fn shape<'l>(lines: impl Iterator<Item = &'l AnswerLine>) -> Vec<String> {
    let mut shape: Vec<String> = Vec::new();
    for line in lines {
        match (line, shape.last_mut()) {
            (AnswerLine::Words(words), _) => shape.push(words.clone()),
            (AnswerLine::Integers(_), Some(last)) if last.starts_with('#') => "#+".clone_into(last),
            (AnswerLine::Integers(_), _) => shape.push("#".to_owned()),
        }
    }
    shape
}

/// Returns the greatest integer of an answer.
fn greatest_of_answer(answer: &str) -> i128 {
    answer.split_ascii_whitespace().filter_map(|token| token.parse().ok()).max().unwrap_or(0)
}

/// Returns the greatest number, or length of a word, of an input; 0 where words can look like numbers.
fn greatest_of_input(description: &Description, input: &str) -> i128 {
    let sizes = input.split_ascii_whitespace().map(|token| token.parse().unwrap_or(token.len() as i128));
    if has_words_of_digits(description.grammar.case) { 0 } else { sizes.max().unwrap_or(0) }
}

/// Returns whether a word can look like a number.
fn has_words_of_digits(parts: &[Part]) -> bool {
    parts.iter().any(|part| match part {
        Part::Line(fields) => fields.iter().any(|field| match field.kind {
            Kind::Word(Some(letters)) => letters.contains(|c: char| c.is_ascii_digit()),
            kind => kind == Kind::Word(None),
        }),
        Part::Rows { parts, .. } => has_words_of_digits(parts),
    })
}

/// Returns the numbers that an input of one case begins with, by name.
fn first_numbers(description: &Description, input: &str) -> BTreeMap<&'static str, u64> {
    let grammar = &description.grammar;
    let fields = match grammar.case.first() {
        Some(Part::Line(fields)) if grammar.cases == Cases::One && grammar.header.is_empty() => *fields,
        _ => &[],
    };
    let names = fields.iter().take_while(|field: &&Field| field.kind == Kind::Number).map(|field| field.name);
    let numbers = input.split_ascii_whitespace().map_while(|token| token.parse().ok());
    names.zip(numbers).collect()
}

/// Returns the integers of a line that consists of nothing else.
fn integers(line: &str) -> Option<Vec<i128>> {
    let integers = line.split(' ').map(|token| {
        let value: i128 = token.parse().ok()?;
        (value.to_string() == token).then_some(value)
    });
    integers.collect()
}
