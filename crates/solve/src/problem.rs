//! The definition of a problem: the trait that a solver implements, and the data that it declares.
//!
//! A problem declares the layout of its input ([`Grammar`]), the summary that it needs of a position ([`Summary`]), and the answer. It
//! never reads, parses or writes: [`nim_io`] finds the records, on as many threads as it likes, from these declarations alone.

mod analysis;
mod field;
mod fields;
mod grammar;
mod labels;
mod layout;

pub use self::analysis::{CaseAnalysis, Components, MappedPosition, Theorem};
pub use self::field::{Count, Field, Kind, letters, list, number, signed, word};
pub use self::fields::{Fields, grundy_reason};
pub use self::fields::{Span, Spans};
pub(crate) use self::grammar::is_same;
pub use self::grammar::{CaseCheck, Cases, Condition, Grammar, Part, Shape, line, rows};
pub use self::labels::{Labels, Numbers, PlayedMove, TheoremText};
pub use self::layout::Layout;

use nim_engine::theory::nim::NimSum;
pub use nim_ground::error::ValueError;
use nim_io::{Line, Lines};
use nim_simd::Level;
use std::cell::Cell;
use std::ops::Deref;

/// The layout of the answers of many cases, which separates one record from the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    /// The whole output is one answer.
    Whole,
    /// One line for each case.
    Line,
    /// One line a case, which begins with the number of the case: `Case 3: `.
    Numbered,
    /// Each answer begins with a line whose first word is one of these; a number must be alone on its line.
    BlockAfter(&'static [&'static str]),
}

/// The part of a case that an answer depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// The summary of the list, which follows single numbers.
    Summary,
    /// The summary of the list, and the heaps once more.
    Heaps,
    /// The numbers, all in memory, in one slice.
    Numbers,
    /// The fields, all in memory, by name.
    Fields,
}

impl Needs {
    /// Returns whether a case must be in memory as a whole.
    pub(crate) const fn is_whole(self) -> bool {
        matches!(self, Self::Numbers | Self::Fields)
    }
}

/// A family of games, by which problems are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Theme {
    /// Nim, and Nim with one more rule.
    Nim,
    /// A move takes a number of stones that some set allows.
    TakeAway,
    /// A move may change several heaps.
    SeveralHeaps,
    /// The move before determines how much may be taken.
    ChangingLimits,
    /// A move splits or joins heaps.
    Splitting,
    /// Pieces on boards, edges of trees, steps of algorithms.
    BoardsAndTrees,
    /// The player who makes the last move loses.
    Misere,
}

impl Theme {
    /// Every theme, in the order in which problems are listed.
    pub const ALL: &'static [Self] = &[
        Self::Nim,
        Self::TakeAway,
        Self::SeveralHeaps,
        Self::ChangingLimits,
        Self::Splitting,
        Self::BoardsAndTrees,
        Self::Misere,
    ];

    /// Returns the name of the theme on the command line.
    pub const fn name(self) -> &'static str {
        self.names().0
    }

    /// Returns the title of the theme in lists.
    pub const fn title(self) -> &'static str {
        self.names().1
    }

    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Nim => ("nim", "Nim"),
            Self::TakeAway => ("take-away", "Take away"),
            Self::SeveralHeaps => ("several-heaps", "Several heaps at once"),
            Self::ChangingLimits => ("changing-limits", "Changing limits"),
            Self::Splitting => ("splitting", "Splitting"),
            Self::BoardsAndTrees => ("boards-and-trees", "Boards and trees"),
            Self::Misere => ("misere", "Misère"),
        }
    }
}

/// A switch that a problem offers on its command line (`--misere`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switch {
    /// The name without dashes.
    pub name: &'static str,
    /// The effect of the switch, for the help.
    pub help: &'static str,
}

/// A way to judge outputs that a problem brings, for statements that allow more than one answer.
#[derive(Clone, Copy, Debug)]
pub struct AnswerCheck {
    /// The name on the command line: `any-move`.
    pub name: &'static str,
    /// Checks the output, given the numbers of the only case and the tokens of the output; an error describes the fault.
    pub check: fn(&[u64], &[&str]) -> Result<(), ValueError>,
    /// The check in Python, for other judges: a function `wrong(input, answer, output)` of bytes, which returns a reason or `None`.
    pub python: &'static str,
}

/// A summary of the numbers in a case, gathered in one pass.
///
/// The parts of a case may be summarised apart and merged in order.
pub trait Summary: Clone + Default + Send + Sync {
    /// The default of [`Problem::NEEDS`].
    const NEEDS: Needs = Needs::Summary;

    /// Adds the next numbers.
    fn extend(&mut self, numbers: &[u64], level: Level);
    /// Adds the summary of the numbers that follow.
    fn merge(&mut self, later: &Self);
    /// Returns a mask of all bits that may be set in some number added so far.
    fn bits(&self) -> u64;
    /// Returns the reason for the answer, in words: `nim-sum 6`; `None` if the summary gives none.
    fn reason(&self) -> Option<String> {
        None
    }
}

impl Summary for NimSum {
    #[inline(always)] // What a case takes is compiled for the CPU that it runs on.
    fn extend(&mut self, numbers: &[u64], level: Level) {
        *self += Self::at_level(numbers, level);
    }
    fn merge(&mut self, later: &Self) {
        *self += *later;
    }
    fn bits(&self) -> u64 {
        self.or
    }
    fn reason(&self) -> Option<String> {
        let is_flat = if self.or < 2 { ", no number above 1" } else { "" };
        Some(format!("nim-sum {}{is_flat}", self.xor))
    }
}

/// No summary, for a problem that needs numbers or fields.
impl Summary for () {
    const NEEDS: Needs = Needs::Numbers;

    fn extend(&mut self, _: &[u64], _: Level) {}
    fn merge(&mut self, (): &Self) {}
    fn bits(&self) -> u64 {
        0
    }
}

/// The heaps of one case, to be gone through again.
pub trait Heaps {
    /// Returns the first heap that has one of `bits`, and its index from 0.
    fn first_with(&mut self, bits: u64) -> Option<(u64, u64)>;

    /// Calls `take` with the heaps that have one of `bits`, in order and in parts.
    fn each_with(&mut self, bits: u64, take: &mut dyn FnMut(&[u64]));

    /// Writes a line of two numbers for each heap that has one of `bits`: the heap, and its XOR with `sum`.
    fn write_changed(&mut self, bits: u64, sum: u64, out: &mut Lines<'_>) {
        self.each_with(bits, &mut |heaps| out.rows(heaps, |heap| [heap, heap ^ sum]));
    }

    /// Returns the number of heaps that have one of `bits`.
    fn count_with(&mut self, bits: u64) -> u64 {
        let mut count = 0;
        self.each_with(bits, &mut |heaps| count += heaps.len() as u64);
        count
    }

    /// Writes all heaps in a line, the one at `index` replaced by `heap`.
    fn write_with(&mut self, index: u64, heap: u64, out: &mut Lines<'_>);
}

/// One case, read to its end.
pub struct Case<'a, S> {
    /// The number of the case, from 1; known where [`Problem::ANSWERS`] is [`Answers::Numbered`].
    pub number: u64,
    /// The summary of the numbers, unless the problem [needs](Problem::NEEDS) fields.
    pub summary: &'a S,
    /// The SIMD level, for computations on short lists.
    pub level: Level,
    /// The numbers again; for a problem that [needs](Problem::NEEDS) heaps.
    pub heaps: &'a mut dyn Heaps,
    /// The fields, for a problem that [needs](Problem::NEEDS) them. A problem that needs numbers may not ask for them by name.
    pub fields: Fields<'a>,
    /// A buffer that is reused from case to case.
    pub room: &'a Cell<Vec<u64>>,
}

impl<S> Case<'_, S> {
    /// Hands on numbers in rising order.
    #[inline]
    pub fn in_order<R>(&self, numbers: &[u64], take: impl FnOnce(&[u64]) -> R) -> R {
        if numbers.is_sorted() {
            return take(numbers);
        }
        let mut room = self.room.take();
        room.clear();
        room.extend_from_slice(numbers);
        room.sort_unstable();
        let taken = take(&room);
        self.room.set(room);
        taken
    }
}

impl<'a, S> Deref for Case<'a, S> {
    type Target = Fields<'a>;

    fn deref(&self) -> &Fields<'a> {
        &self.fields
    }
}

/// A problem and its solver.
///
/// Texts and bounds live in files beside the solver; see the crate `nim-problems`.
pub trait Problem: Default + Send + Sync {
    /// The families of games that the problem belongs to; it is listed under the first.
    const THEMES: &'static [Theme];
    /// The rule in one line, and the sense of the answer.
    const RULE: &'static str;
    /// The theorem in one line.
    const IDEA: &'static str;
    /// The layout of the input.
    const GRAMMAR: Grammar;
    /// The layout of the output: one answer if there is one case, else a line for each.
    const ANSWERS: Answers = match Self::GRAMMAR.cases {
        Cases::One => Answers::Whole,
        _ => Answers::Line,
    };
    /// Whether the lines of an answer after its first are a set: the second line keeps its place, the others may be printed in any order,
    /// and each of them, and the second, repeatedly.
    const LATER_LINES_ARE_A_SET: bool = false;
    /// The further layouts in which judges have the problem.
    const LAYOUTS: &'static [Layout] = &[];
    /// The switches that the command line offers.
    const SWITCHES: &'static [Switch] = &[];
    /// The further ways to judge outputs.
    const CHECKS: &'static [AnswerCheck] = &[];
    /// The part of a case that answers depend on: the summary, or all numbers without one.
    const NEEDS: Needs = <Self::Summary as Summary>::NEEDS;
    /// The two possible answers, if there are only two.
    const EITHER: Option<[Line; 2]> = None;
    /// The summary of a case's numbers.
    type Summary: Summary;

    /// Takes the switches given, before anything is read.
    fn configure(&mut self, _given: &[&str]) {}
    /// Takes the header numbers, before the first case.
    ///
    /// # Errors
    /// If a number is wrong: the range that was expected, `expected at most 9`.
    fn begin(&mut self, _header: &[u64]) -> Result<(), ValueError> {
        Ok(())
    }
    /// Begins the summary of a case with these numbers before its list.
    #[inline]
    fn open(&self, _numbers: &[u64]) -> Self::Summary {
        Self::Summary::default()
    }
    /// Adds numbers of a case to its summary.
    #[inline(always)] // What a case takes is compiled for the CPU that it runs on.
    fn summarize(&self, summary: &mut Self::Summary, numbers: &[u64], level: Level) {
        summary.extend(numbers, level);
    }
    /// Estimates the steps, of a nanosecond each, for the conditions on a whole case and its answer, besides some for each number; called
    /// if the problem [needs](Self::NEEDS) fields.
    fn steps(&self, _case: &Fields<'_>) -> u64 {
        0
    }
    /// Returns whether the answer of a case is the first of the [two lines](Self::EITHER).
    #[inline]
    fn is_first(&self, _case: &Case<'_, Self::Summary>) -> bool {
        false
    }
    /// Writes the answer of a case, unless it is one of two lines.
    #[inline]
    fn answer(&self, case: Case<'_, Self::Summary>, out: &mut Lines<'_>) {
        if let Some(lines) = &Self::EITHER {
            out.either(self.is_first(&case), lines);
        }
    }
    /// Returns the analysis of a case: its position, or the numbers of the theorem.
    fn facts<'a>(&self, header: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a>;
    /// Returns the reason for a case's answer, in words, to be shown beside a wrong one: from the summary, or for a problem that
    /// [needs](Self::NEEDS) fields, its own.
    fn reason(&self, case: &Fields<'_>) -> Option<String> {
        // The summary may depend on the header, which is not known here.
        if !Self::GRAMMAR.header.is_empty() {
            return None;
        }
        let list = case
            .spans
            .iter()
            .last()
            .filter(|span| matches!(span.fields, [Field { kind: Kind::List(_), .. }]))?
            .range();
        let mut summary = self.open(case.values.get(..list.start)?);
        self.summarize(&mut summary, case.values.get(list)?, Level::SCALAR);
        summary.reason()
    }
}
