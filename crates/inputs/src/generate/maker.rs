//! A source of tokens that makes them when the walker asks for them.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::Range;

use super::GenerateError;
use super::deck::Deck;
use super::layout::{self, LongList};
use super::odometer::Odometer;
use super::plan::InputPlan;
use crate::families::{Size, Values};
use crate::roles::value_of;
use nim_ground::random::Random;
use nim_io::Lines;
use nim_solve::problem::{Cases, Condition, Count, Field, Kind, Span, number};
use nim_solve::walk::{Tokens, Walk};

/// The reason why a case is not made.
pub(super) enum Stop {
    /// The case breaks a condition; another may not.
    Refused(String),
    /// No case can meet the conditions.
    Never(String),
}

impl Stop {
    pub(super) fn into_error(self) -> GenerateError {
        let (Self::Refused(why) | Self::Never(why)) = self;
        GenerateError::Refused(why)
    }
}

/// A source that makes the tokens of cases.
pub(super) struct InputMaker<'a> {
    pub(super) plan: &'a InputPlan<'a>,
    pub(super) random: Random,
    pub(super) odometer: Odometer,
    pub(super) decks: BTreeMap<&'static str, Deck>,
    /// The numbers of the header, and the single ones of the case.
    known: Vec<(&'static str, u64)>,
    header: usize,
    /// The tokens of the case.
    pub(super) values: Vec<u64>,
    pub(super) words: Vec<Range<usize>>,
    pub(super) text: Vec<u8>,
    /// The tokens behind which lines end.
    pub(super) ends: Vec<usize>,
    /// The last list of the case, if it is made while being written.
    pub(super) long: Option<LongList>,
    /// The lists of the case so far, by name, and where they begin.
    pub(super) lists: Vec<(&'static str, usize)>,
    /// Whether the least and the greatest numbers break a condition, so that others are made.
    pub(super) is_loose: bool,
    /// A number of the case that others are compared with.
    pub(super) before: Option<u64>,
    left: Left,
    /// The threads that write a list.
    threads: NonZero<usize>,
}

/// The sizes and sums that are left for further cases.
#[derive(Clone, Default)]
struct Left {
    cases: u64,
    tokens: u64,
    /// The remaining least and greatest sum, by field.
    totals: Vec<(&'static str, (u64, u64))>,
}

impl<'a> InputMaker<'a> {
    pub(super) fn new(plan: &'a InputPlan<'a>, random: Random, threads: NonZero<usize>) -> Self {
        Self {
            plan,
            random,
            odometer: Odometer::default(),
            decks: BTreeMap::new(),
            known: Vec::new(),
            header: 0,
            values: Vec::new(),
            words: Vec::new(),
            text: Vec::new(),
            ends: Vec::new(),
            long: None,
            lists: Vec::new(),
            is_loose: false,
            before: None,
            left: Left::default(),
            threads,
        }
    }

    /// Makes the header of input `number` of a series.
    pub(super) fn header(&mut self, number_of_input: u64) -> Result<Vec<u64>, Stop> {
        let names = self.plan.description.grammar.header;
        for &name in names {
            let made = if self.plan.family.values == Values::Every {
                let (least, most) = self.range(name)?;
                least.saturating_add(SMALL_HEADER).saturating_add(number_of_input).min(most)
            } else {
                self.single(&number(name))?
            };
            self.known.push((name, made));
        }
        self.header = self.known.len();
        Ok(self.known.iter().map(|&(_, made)| made).collect())
    }

    /// Starts an input with this number of cases.
    pub(super) fn begin(&mut self, cases: u64) {
        self.left = Left { cases, tokens: self.plan.size, totals: self.plan.totals() };
    }

    pub(super) fn case(&mut self, walk: &mut Walk) -> Result<(), Stop> {
        self.known.truncate(self.header);
        self.values.clear();
        self.words.clear();
        self.text.clear();
        self.ends.clear();
        self.long = None;
        self.lists.clear();
        self.before = None;
        self.odometer.begin();
        let left = self.left.clone();
        if let Err(stop) = walk.run(self).and_then(|_| self.check_totals()) {
            self.left = left;
            return Err(stop);
        }
        self.left.cases = self.left.cases.saturating_sub(1);
        self.left.tokens = self.left.tokens.saturating_sub(self.made() as u64);
        Ok(())
    }

    pub(super) fn write(&self, walk: &Walk, out: &mut Lines<'_>) {
        let case = walk.fields(&self.values, &self.words, &self.text);
        layout::write(&case, self.long.as_ref(), &self.ends, self.threads, out);
    }

    /// Returns the number of tokens in the case.
    fn made(&self) -> usize {
        self.values.len() + self.long.as_ref().map_or(0, |list| list.len)
    }

    /// Makes a single number or word.
    pub(super) fn single(&mut self, field: &Field) -> Result<u64, Stop> {
        match field.kind {
            Kind::Word(letters) => self.word(field.name, letters),
            Kind::Number | Kind::Signed | Kind::List(_) => {
                let is_count = self.plan.field(field.name).is_some_and(|(role, _)| role.is_count);
                let (least, most) = self.range(field.name)?;
                let share = self.share(field.name, 1, least, most);
                let made = if is_count {
                    self.count(field.name, share.0, most)
                } else {
                    self.value(field.name, share.0, share.1)
                };
                self.subtract(field.name, made);
                Ok(if field.kind == Kind::Signed { made ^ SIGN } else { made })
            }
        }
    }

    /// Returns the range that bounds and conditions leave to a number.
    pub(super) fn range(&self, name: &str) -> Result<(u64, u64), Stop> {
        let mut range = self.plan.field(name).map_or((0, u64::MAX), |&(_, range)| range);
        for condition in &self.plan.conditions {
            match **condition {
                Condition::Range { field, from, to } if field == name => {
                    range = (range.0.max(self.count_of(from)), range.1.min(self.count_of(to)));
                }
                Condition::Even(field) if field == name => {
                    range = (range.0.saturating_add(range.0 % 2), range.1 - range.1 % 2);
                }
                _ => {}
            }
        }
        // The numbers that end the input begin no case.
        if let Cases::UntilZeros(zeros) = self.plan.description.grammar.cases
            && self.values.len() + 1 == zeros
            && self.values.iter().all(|&value| value == 0)
        {
            range.0 = range.0.max(1);
        }
        if range.0 > range.1 {
            return Err(Stop::Refused(format!("no {name} is from {} to {}", range.0, range.1)));
        }
        Ok(range)
    }

    /// Returns the number, or the even one before it if it must be even.
    pub(super) fn fit(&self, name: &'static str, made: u64) -> u64 {
        if made % 2 == 1 && self.plan.has(Condition::Even(name)) { made - 1 } else { made }
    }

    /// Returns the value of a count.
    fn count_of(&self, count: Count) -> u64 {
        value_of(count, |of| {
            self.known.iter().rev().find(|&&(name, _)| name == of).map_or(0, |&(_, value)| value)
        })
    }

    /// Makes the length of a list or of rows.
    fn count(&mut self, name: &'static str, least: u64, most: u64) -> u64 {
        let most = most.min(self.room(name, least)).max(least);
        let made = match self.plan.family.counts {
            Size::Least => least,
            Size::Most | Size::Two => most,
            Size::Any => self.random.within(least, most),
            Size::One => 1.clamp(least, most),
            Size::Tiny => self.random.within(least, most.min(least.saturating_add(TINY))),
            Size::Edges => self.decks.entry(name).or_default().edge(least, most, &mut self.random),
            Size::Every => self.odometer.choose(least, most),
        };
        self.fit(name, made)
    }

    /// Returns the limit of a count that leaves enough for the cases to come.
    fn room(&mut self, name: &str, least: u64) -> u64 {
        let mut room = u64::MAX;
        if let Some((field, times)) = self.plan.distinct_list(name)
            && let Ok((from, to)) = self.range(field.name)
        {
            room = (to - from).saturating_add(1) / times.max(1);
        }
        let spent = self.values.len() as u64;
        let tokens = self.share_of(self.left.tokens, self.plan.least_case).saturating_sub(spent);
        room = room.min(tokens / self.plan.tokens_of(name));
        if let Some((_, left)) = self.total(name) {
            let draws = if self.plan.is_repeated(name) { REPEATED } else { 1 };
            room = room.min(self.share_of(left, least) / draws);
        }
        room
    }

    /// Returns how much of what is left a case gets, where each case to come needs `least` of it.
    fn share_of(&self, left: u64, least: u64) -> u64 {
        let later = self.left.cases.saturating_sub(1);
        let free = left.saturating_sub(later.saturating_mul(least));
        // If every case is to be as long as possible, the first cases get all there is.
        match self.plan.family.counts {
            Size::Most => free,
            _ => free.min((left / (later + 1)).saturating_mul(2)),
        }
    }

    /// Returns the remaining least and greatest sum of a field.
    pub(super) fn total(&self, name: &str) -> Option<(u64, u64)> {
        self.left.totals.iter().find(|&&(total, _)| total == name).map(|&(_, left)| left)
    }

    /// Returns the range of each of `numbers` values with which every case has its share of the sum.
    pub(super) fn share(&self, name: &str, numbers: u64, least: u64, most: u64) -> (u64, u64) {
        let Some((needed, left)) = self.total(name) else { return (least, most) };
        let (cases, numbers) = (self.cases_left(), numbers.max(1));
        let most = most.min(left / cases / numbers).max(least);
        let is_needed = needed > 0 && self.plan.family.values != Values::Every;
        let share = if is_needed { needed.div_ceil(cases).div_ceil(numbers) } else { least };
        (share.clamp(least, most), most)
    }

    /// Refuses the last case if a sum is too small.
    fn check_totals(&self) -> Result<(), Stop> {
        let small = self.left.totals.iter().find(|(_, (needed, _))| *needed > 0);
        match small {
            Some((name, _)) if self.left.cases <= 1 && self.plan.family.values != Values::Every => {
                Err(Stop::Refused(format!("the sum of {name} would be too small")))
            }
            _ => Ok(()),
        }
    }

    /// Subtracts a number from the remaining sum of its field.
    pub(super) fn subtract(&mut self, name: &str, made: u64) {
        if let Some((_, (needed, left))) = self.left.totals.iter_mut().find(|(total, _)| *total == name) {
            *needed = needed.saturating_sub(made);
            *left = left.saturating_sub(made);
        }
    }

    /// Returns the cases that are still to be made, this one too.
    pub(super) fn cases_left(&self) -> u64 {
        self.left.cases.max(1)
    }

    /// Makes a word; returns its token.
    fn word(&mut self, name: &'static str, letters: Option<&'static str>) -> Result<u64, Stop> {
        let (least, most) = self.range(name)?;
        let len = self.count(name, self.share(name, 1, least, most).0, most);
        self.subtract(name, len);
        let letters = letters.unwrap_or("abcdefghijklmnopqrstuvwxyz").as_bytes();
        let last = (letters.len() as u64).saturating_sub(1);
        let start = self.text.len();
        // The first letter is often the empty cell of a board; how many others there are varies.
        let rare = self.random.within(0, len.ilog2().into());
        for _ in 0..len {
            let letter = match self.plan.family.values {
                Values::Every => self.odometer.choose(0, last),
                Values::Least => 0,
                _ if self.random.within(0, (1 << rare) - 1) > 0 => 0,
                _ => self.random.within(0, last),
            };
            self.text.extend(letters.get(letter as usize));
        }
        self.words.push(start..self.text.len());
        Ok(self.words.len() as u64 - 1)
    }
}

/// The difference between a signed number and its place in the order of all, from 0.
pub(super) const SIGN: u64 = 1 << 63;
/// The difference between the least and the greatest tiny count.
const TINY: u64 = 2;
/// The excess of the least header number over the bound, if every case is made in turn.
const SMALL_HEADER: u64 = 3;
/// Into how many parts the sum of a field is cut that stands in rows.
const REPEATED: u64 = 8;

impl Tokens for InputMaker<'_> {
    type Error = Stop;

    fn have(&mut self, span: &Span) -> Result<(), Stop> {
        let is_list = matches!(span.fields, [Field { kind: Kind::List(_), .. }]);
        if span.rows.is_some() || is_list {
            return self.list(span);
        }
        while self.values.len() < span.at + span.len {
            let field = span.fields[self.values.len() - span.at];
            let made = self.single(&field)?;
            self.values.push(made);
            self.known.push((field.name, made));
        }
        Ok(())
    }

    fn values(&self, from: usize) -> &[u64] {
        self.values.get(from..).unwrap_or_default()
    }

    fn words(&self) -> (&[Range<usize>], &[u8]) {
        (&self.words, &self.text)
    }

    fn refuse(&mut self, _: usize, expected: String) -> Result<(), Stop> {
        Err(Stop::Refused(expected))
    }

    fn refuse_case(&mut self, why: String) -> Result<(), Stop> {
        Err(Stop::Refused(why))
    }

    fn end_line(&mut self) -> Result<(), Stop> {
        self.ends.push(self.made());
        Ok(())
    }
}
