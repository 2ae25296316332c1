//! What a problem *is*: the trait a solver implements and the data it declares.
//!
//! A problem says how its input is laid out ([`Grammar`]), what it needs to know of a position
//! ([`Summary`]) and what it answers. It never reads, parses or writes: [`crate::io`] finds the
//! records, on as many threads as it likes, from these declarations alone.

use crate::engine::theory::nim::NimSum;
use crate::io::Lines;
use crate::simd::Level;

/// How an input is laid out: header numbers, then cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grammar {
    /// Numbers that stand once before everything else, by name.
    pub header: &'static [&'static str],
    /// How many cases follow.
    pub cases: Cases,
    /// What one case consists of.
    pub items: Items,
    /// The index of the header number up to which every item of a list may go, from 1; `None` where any number may
    /// stand. A problem that [replays](Problem::REPLAYS) its heaps has none.
    pub most: Option<usize>,
}

/// How many cases an input holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cases {
    /// Exactly one.
    One,
    /// A number T, then T cases.
    Counted,
    /// Cases until the first number of one, its count or the first of its fixed numbers, is 0, or until the end of input.
    UntilZero,
}

/// The numbers of one case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Items {
    /// A count, then that many numbers, each called `item` in error messages.
    List {
        /// What one number is: `heap`.
        item: &'static str,
    },
    /// Always the same numbers, by name.
    Fixed(&'static [&'static str]),
}

impl Grammar {
    /// One position: a count, then that many heaps.
    pub const ONE_POSITION: Self =
        Self { header: &[], cases: Cases::One, items: Items::List { item: "heap" }, most: None };
    /// T, then T positions.
    pub const COUNTED_POSITIONS: Self = Self { cases: Cases::Counted, ..Self::ONE_POSITION };
    /// Positions until a count of 0 or the end of input.
    pub const POSITIONS_UNTIL_ZERO: Self = Self { cases: Cases::UntilZero, ..Self::ONE_POSITION };
}

/// How the answers of many cases stand in the output, so that one record can be told from the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    /// The whole output is one answer.
    Whole,
    /// One line a case.
    Line,
    /// Each answer begins with a line that is one of these words.
    BlockAfter(&'static [&'static str]),
}

/// A switch that a problem offers on its command line (`--misere`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switch {
    /// Its name, without dashes.
    pub name: &'static str,
    /// What it does, for the help.
    pub help: &'static str,
}

/// A way to judge outputs that a problem brings, for statements that allow more than one answer.
#[derive(Clone, Copy, Debug)]
pub struct AnswerCheck {
    /// Its name on the command line: `any-move`.
    pub name: &'static str,
    /// Takes the numbers of the only case and the tokens of the output, and says what is wrong with it.
    pub check: fn(&[u64], &[&str]) -> Result<(), String>,
}

/// What a solver has to know of the numbers of a case, gathered in one pass.
///
/// The parts of a case may be summarised apart and merged in order.
pub trait Summary: Clone + Default + Send + Sync {
    /// Adds numbers that follow those already added.
    fn extend(&mut self, numbers: &[u64], level: Level);
    /// Adds the summary of the numbers that follow.
    fn merge(&mut self, later: &Self);
    /// A bit is set here if it may be set in some number added so far.
    fn bits(&self) -> u64;
}

impl Summary for NimSum {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "what a case takes is compiled for the CPU that it runs on")]
    fn extend(&mut self, numbers: &[u64], level: Level) {
        *self += Self::at_level(numbers, level);
    }
    fn merge(&mut self, later: &Self) {
        *self += *later;
    }
    fn bits(&self) -> u64 {
        self.or
    }
}

/// The heaps of one case, to be gone through again.
pub trait Heaps {
    /// The first heap that has one of `bits`, and its index from 0.
    fn first_with(&mut self, bits: u64) -> Option<(u64, u64)>;

    /// Hands on, in order and in parts, the heaps that have one of `bits`.
    fn each_with(&mut self, bits: u64, take: &mut dyn FnMut(&[u64]));

    /// Writes all heaps in a line, the one at `index` replaced by `heap`.
    fn write_with(&mut self, index: u64, heap: u64, out: &mut Lines<'_>);
}

/// One case, read to its end.
pub struct Case<'a, S> {
    /// The summary of its numbers.
    pub summary: &'a S,
    /// The numbers again; only for a problem that [`Problem::REPLAYS`].
    pub heaps: &'a mut dyn Heaps,
}

/// A problem and its solver.
///
/// Its texts and bounds live in files beside the solver; see [`crate::problems`].
pub trait Problem: Default + Send + Sync {
    /// Names of the subcommand beside the slug.
    const ALIASES: &'static [&'static str] = &[];
    /// The rule in one line.
    const RULE: &'static str;
    /// The layout of the input.
    const GRAMMAR: Grammar;
    /// The layout of the output.
    const ANSWERS: Answers;
    /// The switches it offers.
    const SWITCHES: &'static [Switch] = &[];
    /// The ways to judge outputs that it brings.
    const CHECKS: &'static [AnswerCheck] = &[];
    /// Whether the answer looks at the heaps again once their summary is known.
    const REPLAYS: bool = false;
    /// What is gathered of a case.
    type Summary: Summary;

    /// Takes the switches given, before anything is read.
    fn configure(&mut self, _given: &[&str]) {}
    /// Takes the header numbers, before the first case.
    ///
    /// # Errors
    /// What the last of them should have been: `expected at most 9`.
    fn begin(&mut self, _header: &[u64]) -> Result<(), String> {
        Ok(())
    }
    /// Adds numbers of a case to its summary.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "what a case takes is compiled for the CPU that it runs on")]
    fn summarize(&self, summary: &mut Self::Summary, numbers: &[u64], level: Level) {
        summary.extend(numbers, level);
    }
    /// Writes the answer of a case.
    fn answer(&self, case: Case<'_, Self::Summary>, out: &mut Lines<'_>);
}
