//! Every small case of a grammar, in order of size, so that a program that passes all of them is right up to that size.
//!
//! A size bounds the values of numbers and the lengths of lists, rows and words, both counted from the least that the statement allows.
//! Sizes grow one bound at a time, and each lists the cases that no earlier size had.

use std::collections::VecDeque;

use super::Description;
use super::choices::Choices;
use super::document::{Reader, Source};
use super::roles::{Role, roles, tree};
use super::token::{Token, Value, Word};
use nim_solve::problem::{Cases, Field, Kind, Span, ValueError};
use nim_solve::walk::Walk;

/// The letters of words that may have any.
const ANY_LETTERS: &str = "ab";

/// A small case, as tokens.
#[derive(Clone, Debug)]
pub struct SmallCase {
    /// The header numbers of the case's input.
    pub header: Vec<Token>,
    /// The tokens of the case.
    pub tokens: Vec<Token>,
}

/// A step through the small cases.
#[derive(Clone, Debug)]
pub enum Found {
    /// The next case.
    Case(SmallCase),
    /// Every case of this size has been listed; the text describes the size.
    Size(String),
}

/// Iterates over the small cases of a problem; ends once every case has been listed.
pub struct Small<'a> {
    about: &'a Description,
    /// The numbers that count items or rows.
    counts: Vec<&'static str>,
    choices: Choices,
    size: Size,
    /// The size before, whose cases have all been listed.
    before: Option<Size>,
    cut: Cut,
    /// Whether every case of the size has been listed.
    is_exhausted: bool,
    is_over: bool,
}

/// Bounds, counted from the least values and lengths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Size {
    value: u64,
    length: u64,
}

/// Whether a size has left values or lengths out.
#[derive(Clone, Copy, Debug, Default)]
struct Cut {
    values: bool,
    lengths: bool,
}

impl<'a> Small<'a> {
    /// Starts with the smallest cases.
    pub fn new(about: &'a Description) -> Self {
        let counts = roles(&about.grammar).into_iter().filter(|role| role.is_count);
        Self {
            about,
            counts: counts.map(|role| role.field.name).collect(),
            choices: Choices::default(),
            size: Size::default(),
            before: None,
            cut: Cut::default(),
            is_exhausted: false,
            is_over: false,
        }
    }

    /// Makes the case of the present choices; `None` if it breaks a condition or belongs to an earlier size.
    fn case(&mut self) -> Option<SmallCase> {
        let grammar = &self.about.grammar;
        let mut picker = Picker {
            choices: &mut self.choices,
            about: self.about,
            counts: &self.counts,
            tree: tree(grammar),
            edges: VecDeque::new(),
            size: self.size,
            before: self.before.unwrap_or_default(),
            is_new: self.before.is_none(),
            cut: &mut self.cut,
        };
        let mut reader = Reader::new(grammar, &mut picker);
        let header = reader.header(grammar.header).ok()?;
        let case = reader.case(&mut Walk::strict(grammar, &header));
        let mut tokens = reader.into_tokens();
        case.ok()?;
        let is_new = picker.is_new;
        let case = tokens.split_off(header.len());
        let is_zero = |token: &Token| token.value == Value::Number(0);
        let ends = matches!(grammar.cases, Cases::UntilZeros(zeros) if case.iter().take(zeros).all(is_zero));
        (is_new && !ends).then_some(SmallCase { header: tokens, tokens: case })
    }

    /// Goes on to the next size.
    fn grow(&mut self) {
        let Size { value, length } = self.size;
        self.before = Some(self.size);
        match self.cut {
            Cut { values: false, lengths: false } => self.is_over = true,
            // The number of cases grows with the power of the length.
            Cut { values, lengths } if lengths && (!values || value > length) => self.size.length += 1,
            Cut { .. } => self.size.value = value + (value / 4).max(1),
        }
        self.cut = Cut::default();
        self.choices = Choices::default();
        self.is_exhausted = false;
    }

    /// Describes the present size: `every case with heaps ≤ 3 and heap ≤ 4`.
    fn described(&self) -> String {
        if !self.cut.values && !self.cut.lengths {
            return "every case within the bounds".to_owned();
        }
        let mut parts = Vec::new();
        for Role { field, .. } in roles(&self.about.grammar).iter().filter(|role| !role.is_tree) {
            let name = field.name;
            let is_count = self.counts.contains(&name);
            parts.push(match field.kind {
                Kind::Word(letters) => {
                    let letters = letters.map_or(" of the letters ab", |_| "");
                    format!("{name}{letters} ≤ {} long", self.most(name, self.size.length))
                }
                Kind::Signed => format!("|{name}| ≤ {}", self.size.value / 2),
                _ if is_count => format!("{name} ≤ {}", self.most(name, self.size.length)),
                _ => format!("{name} ≤ {}", self.most(name, self.size.value)),
            });
        }
        format!("every case with {}", parts.join(", "))
    }

    /// Returns the value of a field that is `more` than its least, or its greatest.
    fn most(&self, name: &str, more: u64) -> u64 {
        let range = self.about.range(name);
        range.start().saturating_add(more).min(*range.end())
    }
}

impl Iterator for Small<'_> {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        while !self.is_over {
            if self.is_exhausted {
                let described = self.described();
                self.grow();
                return Some(Found::Size(described));
            }
            let case = self.case();
            self.is_exhausted = !self.choices.advance();
            if let Some(case) = case {
                return Some(Found::Case(case));
            }
        }
        None
    }
}

/// Makes the tokens of a case from choices.
struct Picker<'p> {
    choices: &'p mut Choices,
    about: &'p Description,
    counts: &'p [&'static str],
    tree: Option<&'static str>,
    /// The numbers of the edges of the present tree.
    edges: VecDeque<u64>,
    size: Size,
    before: Size,
    /// Whether the case has something that no size before had.
    is_new: bool,
    cut: &'p mut Cut,
}

impl Picker<'_> {
    fn value_from(&mut self, least: u64, most: u64) -> u64 {
        self.cut.values |= most - least > self.size.value;
        let more = self.choices.pick((most - least).min(self.size.value));
        self.is_new |= more > self.before.value;
        least + more
    }

    fn length_from(&mut self, least: u64, most: u64) -> u64 {
        self.cut.lengths |= most - least > self.size.length;
        let more = self.choices.pick((most - least).min(self.size.length));
        self.is_new |= more > self.before.length;
        least + more
    }

    fn word(&mut self, name: &str, letters: Option<&'static str>) -> Value {
        let range = self.about.range(name);
        let alphabet = letters.unwrap_or(ANY_LETTERS).as_bytes();
        // A word has a byte.
        let least = (*range.start()).max(1);
        let length = self.length_from(least, (*range.end()).max(least));
        let text =
            (0..length).map(|_| alphabet[self.choices.pick(alphabet.len() as u64 - 1) as usize]).collect();
        Value::Word(Box::new(Word { text, letters }))
    }
}

impl Source for Picker<'_> {
    fn begin(&mut self, span: &Span) {
        if span.rows.is_some() && span.rows == self.tree {
            let vertices = span.len / 2 + 1;
            let sequence: Vec<usize> =
                (2..vertices).map(|_| self.choices.pick(vertices as u64 - 1) as usize).collect();
            self.edges = edges(vertices, &sequence);
        }
    }

    fn value(&mut self, field: &Field) -> Result<Value, ValueError> {
        if let Some(vertex) = self.edges.pop_front() {
            return Ok(Value::Number(vertex));
        }
        let range = self.about.range(field.name);
        let (least, most) = (*range.start(), (*range.end()).max(*range.start()));
        Ok(match field.kind {
            Kind::Word(letters) => self.word(field.name, letters),
            Kind::Signed => {
                // 0, 1, -1, 2, -2 and so on.
                let choice = self.value_from(0, u64::MAX >> 2).cast_signed();
                let value = if choice % 2 == 1 { choice / 2 + 1 } else { -choice / 2 };
                if !self.about.signed_range(field.name).contains(&value) {
                    return Err(format!("{} is out of bounds", field.name).into());
                }
                Value::Signed(value)
            }
            Kind::Number if self.counts.contains(&field.name) => Value::Number(self.length_from(least, most)),
            Kind::Number | Kind::List(_) => Value::Number(self.value_from(least, most)),
        })
    }

    fn has_case(&mut self, _: usize) -> Result<bool, ValueError> {
        Ok(false)
    }
}

/// Returns the edges of the labelled tree with a Prüfer sequence; there is one tree for each sequence.
fn edges(vertices: usize, sequence: &[usize]) -> VecDeque<u64> {
    let mut degrees = vec![1; vertices];
    sequence.iter().for_each(|&vertex| degrees[vertex] += 1);
    let mut edges = Vec::new();
    for &vertex in sequence {
        let Some(leaf) = degrees.iter().position(|&degree| degree == 1) else { break };
        edges.push([leaf, vertex]);
        degrees[leaf] = 0;
        degrees[vertex] -= 1;
    }
    let mut last = (0..vertices).filter(|&vertex| degrees[vertex] == 1);
    if let (Some(a), Some(b)) = (last.next(), last.next()) {
        edges.push([a, b]);
    }
    edges.iter_mut().for_each(|edge| edge.sort_unstable());
    edges.sort_unstable();
    edges.into_iter().flatten().map(|vertex| vertex as u64 + 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token;
    use nim_problems as problems;

    /// Returns the first cases of a problem, and the sizes after them.
    fn first(slug: &str, sizes: usize) -> Vec<String> {
        let about = Description::from_entry(problems::find(slug).unwrap());
        let mut left = sizes;
        let mut found = Vec::new();
        for step in Small::new(&about) {
            match step {
                Found::Case(case) => {
                    let mut text = Vec::new();
                    token::write(&case.header, &mut text);
                    token::write(&case.tokens, &mut text);
                    found.push(String::from_utf8(text).unwrap().trim_end().replace('\n', "|"));
                }
                Found::Size(size) => {
                    found.push(size);
                    left -= 1;
                }
            }
            if left == 0 {
                break;
            }
        }
        found
    }

    #[test]
    fn every_case_of_a_size_is_listed_once() {
        let sizes =
            ["1|0", "every case with heaps ≤ 1, heap ≤ 0", "1|1", "every case with heaps ≤ 1, heap ≤ 1"];
        let longer = ["2|0 0", "2|0 1", "2|1 0", "2|1 1", "every case with heaps ≤ 2, heap ≤ 1"];
        assert_eq!(first("john", 3), [&sizes[..], &longer[..]].concat());
        let all = first("john", 7);
        let cases = all.iter().filter(|line| !line.starts_with("every")).count();
        assert_eq!(all.last().map(String::as_str), Some("every case with heaps ≤ 4, heap ≤ 3"));
        assert_eq!(cases, 4 + 16 + 64 + 256);
        assert_eq!(all.iter().collect::<std::collections::HashSet<_>>().len(), all.len());
    }

    #[test]
    fn trees_and_words_are_listed_by_length() {
        // Labelled trees: 1, 3, 16, 125.
        let trees = first("tree-cutting", 4);
        assert_eq!(trees.len(), 1 + 3 + 16 + 125 + 4);
        assert_eq!(trees[2], "3|1 2|1 3");
        assert_eq!(trees.last().map(String::as_str), Some("every case with vertices ≤ 5"));
        // Without the rows that have three crosses side by side.
        assert_eq!(first("treblecross", 2).len(), 7 + 13 + 2);
    }

    #[test]
    fn a_bounded_problem_comes_to_an_end() {
        let all = first("nim-without-repeats", 4);
        assert!(all.len() > 6, "{all:?}");
        let about = Description::from_entry(problems::find("powers-of-two").unwrap());
        let last = Small::new(&about).last();
        assert!(matches!(last, Some(Found::Size(size)) if size == "every case within the bounds"));
        let cases = Small::new(&about).filter(|found| matches!(found, Found::Case(_))).count();
        assert_eq!(cases, 1000);
    }
}
