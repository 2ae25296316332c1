//! Cuts the numbers of an input into cases, as the grammar says, and answers one after another.

use super::cut::Cut;
use super::fields::{FieldTokens, Gather, NUMBER_STEPS, NoToken};
use super::heaps::{PackedHeaps, PlainHeaps};
use super::held::Held;
use super::walk::{Walk, item_range, not_between, too_short};
use crate::problem::{Answers, Case, Cases, Fields, Heaps, Kind, Needs, Problem, Shape};
use nim_io::error::Failure;
use nim_io::kernel::{Kernel, KernelTask};
use nim_io::lines::Lines;
use nim_io::numbers::{Missing, Numbers};
use nim_io::text::quoted;
use std::fmt;
use std::io;
use std::ops::RangeInclusive;

/// The state of answering cases one after another.
pub(super) struct CaseRun<'p, P: Problem> {
    pub(super) problem: &'p P,
    /// Cases answered so far.
    pub(super) done: u64,
    /// How many cases there are, if the input has a count.
    pub(super) total: Option<u64>,
    /// The numbers of the header.
    pub(super) header: &'p [u64],
    /// Where the items of a list have to lie, if the grammar says so.
    range: Option<RangeInclusive<u64>>,
    /// The reader of cases whose fields are needed.
    pub(super) walk: Walk,
    /// The tokens of such a case that lies in more than one batch.
    tokens: FieldTokens,
    /// Whether a 0 in place of a case has closed the input.
    closed: bool,
    /// The numbers of a case from more than one batch, for a second pass.
    pub(super) held: Held,
    /// A buffer for heaps that are filtered.
    picked: Vec<u64>,
}

/// The message for a token that is no signed number.
const SIGNED: &str = "expected an integer from -9223372036854775808 to 9223372036854775807";

/// Why a run stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunEnd {
    /// The next case begins behind the reader's limit.
    Limit,
    /// All cases have been answered.
    Total,
    /// A 0 in place of a case has closed the input.
    Closed,
    /// The input ends between cases.
    Input,
}

impl<'p, P: Problem> CaseRun<'p, P> {
    /// How the numbers of a case are told from those of the next.
    const SHAPE: Shape = match (P::NEEDS, P::GRAMMAR.shape()) {
        (_, Shape::Fixed(fields)) => Shape::Fixed(fields),
        (Needs::Fields, _) => Shape::General,
        (_, Shape::List { item }) => Shape::List { item },
        (_, Shape::General) => panic!("a case of general shape has no summary: the problem needs its fields"),
    };
    /// Steps that the cutting and the answer of a case take, beside those for its numbers, and the steps for one of these.
    const STEPS: (u64, u64) = match Self::SHAPE {
        Shape::General => (64, NUMBER_STEPS),
        Shape::List { .. } | Shape::Fixed(_) => (16, 2),
    };
    /// The letters of a case that is one word, where all are.
    const WORDS: Option<[bool; 256]> = match (P::GRAMMAR.cases, P::GRAMMAR.one_word()) {
        (Cases::UntilZeros(_), _) => None,
        (_, letters) => letters,
    };
    /// Whether a case may be answered before those before it have been.
    pub(super) const HAS_PIECES: bool =
        !matches!(P::ANSWERS, Answers::Numbered) && (Self::WORDS.is_some() || P::GRAMMAR.is_plain());
    /// Whether the items of a list have a range.
    const RANGED: bool = matches!(Self::SHAPE, Shape::List { .. }) && !P::GRAMMAR.conditions.is_empty();

    pub(super) fn new(problem: &'p P, total: Option<u64>, header: &'p [u64]) -> Self {
        Self {
            problem,
            done: 0,
            total,
            header,
            range: if Self::RANGED { item_range(&P::GRAMMAR, header) } else { None },
            walk: Walk::new(&P::GRAMMAR, header),
            tokens: FieldTokens::default(),
            closed: false,
            held: Held::default(),
            picked: Vec::new(),
        }
    }

    /// Whether a list may contain these numbers.
    #[inline]
    fn allows(&self, numbers: &[u64]) -> bool {
        !Self::RANGED
            || self.range.as_ref().is_none_or(|range| numbers.iter().all(|number| range.contains(number)))
    }

    /// Answers the remaining cases, and fails if anything follows.
    pub(super) fn finish(&mut self, numbers: &mut Numbers, out: &mut Lines<'_>) -> Result<(), Failure> {
        match self.answer_cases(numbers, out).map_err(|error| self.failure(numbers, out, error))? {
            RunEnd::Input if P::GRAMMAR.cases == Cases::ToEnd && self.done == 0 => {
                Err(numbers.at_end("input: expected a case, found the end of the input".to_owned()))
            }
            // Without a count, a run stops at the end of the input only.
            RunEnd::Input | RunEnd::Limit => Ok(()),
            RunEnd::Total | RunEnd::Closed => end::<P>(numbers, out),
        }
    }

    /// Answers cases until there are no more or the next one begins behind the limit.
    pub(super) fn answer_cases(
        &mut self,
        numbers: &mut Numbers,
        out: &mut Lines<'_>,
    ) -> Result<RunEnd, CaseError> {
        loop {
            if self.closed {
                return Ok(RunEnd::Closed);
            }
            let kernel = numbers.kernel();
            if const { P::GRAMMAR.is_plain() } {
                kernel.run(WholeCases { run: self, kernel, numbers, out });
            } else if Self::WORDS.is_some() {
                kernel.run(WholeWords { run: self, numbers, out });
            }
            out.check().map_err(CaseError::Write)?;
            if self.total == Some(self.done) {
                return Ok(RunEnd::Total);
            }
            if !const { P::GRAMMAR.is_plain() } {
                match numbers.word(out, |_| false).map(|_| ()) {
                    Err(Missing::Ended) if self.total.is_none() => return Ok(RunEnd::Input),
                    Ok(()) if numbers.is_behind_limit() => return Ok(RunEnd::Limit),
                    _ => self.one_case_of_fields(numbers, out)?,
                }
                continue;
            }
            match numbers.ready_before_limit(out) {
                Err(Missing::Ended) if self.total.is_none() => return Ok(RunEnd::Input),
                Err(missing) => return Err(CaseError::NoCase(missing)),
                Ok(()) if numbers.rest().1 == 0 => return Ok(RunEnd::Limit),
                Ok(()) if P::NEEDS == Needs::Fields => self.one_case_of_fields(numbers, out)?,
                Ok(()) => self.one_case(numbers, out)?,
            }
        }
    }

    /// Answers a case; returns false if it breaks a condition as a whole, or its answer is not wanted.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "see `KernelTask`")]
    fn answer(&mut self, kernel: Kernel, heaps: &[u64], out: &mut Lines<'_>) -> bool {
        let mut summary = P::Summary::default();
        let mut fields = Fields::default();
        if matches!(P::NEEDS, Needs::Fields) {
            fields = self.walk.fields(heaps, &[], &[]);
            if !self.is_affordable(&fields, out) {
                return false;
            }
            if const { P::GRAMMAR.has_conditions_on_cases() } && !self.walk.broken(&fields).is_empty() {
                return false;
            }
        } else {
            self.problem.summarize(&mut summary, heaps, kernel.level());
        }
        let heaps = &mut PlainHeaps { heaps, kernel, picked: &mut self.picked };
        self.problem.answer(Case { number: self.done + 1, summary: &summary, heaps, fields }, out);
        true
    }

    /// Announces the steps that a case takes beside those for its numbers; returns whether its answer is wanted.
    #[inline]
    fn is_affordable(&self, fields: &Fields<'_>, out: &mut Lines<'_>) -> bool {
        let steps = self.problem.steps(fields);
        steps == 0 || out.spend(steps, 0)
    }

    /// The numbers of the case that `rest` begins with, if it has all of them and they break no condition, and what follows.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "see `KernelTask`")]
    fn whole_case<'n>(&mut self, rest: &'n [u64]) -> Option<(&'n [u64], &'n [u64])> {
        if closes::<P>(rest) {
            return None;
        }
        let (spans, room) = (self.walk.spans_mut(), &mut self.picked);
        let len = Cut::case::<P>(rest, self.header, spans, room)?;
        let (case, rest) = rest.split_at_checked(len)?;
        // The summary is one of the items alone.
        let from = usize::from(matches!(Self::SHAPE, Shape::List { .. }));
        Some((case.get(from..)?, rest))
    }

    /// Answers the next case, whose fields are needed, or finds the zeros that close the input.
    fn one_case_of_fields(&mut self, numbers: &mut Numbers, out: &mut Lines<'_>) -> Result<(), CaseError> {
        self.tokens.clear();
        let mut gather = Gather { numbers, out, tokens: &mut self.tokens };
        if let Cases::UntilZeros(zeros) = P::GRAMMAR.cases
            && gather.closes(zeros).map_err(CaseError::Token)?
        {
            self.closed = true;
            return Ok(());
        }
        self.walk.lay_out(&mut gather).map_err(CaseError::Token)?;
        let fields = self.tokens.fields(&self.walk);
        if !self.is_affordable(&fields, out) {
            return Err(CaseError::Unwanted);
        }
        if let Some(why) = self.walk.broken(&fields).pop() {
            return Err(CaseError::Token(NoToken::Refused(why)));
        }
        let (summary, heaps) = (P::Summary::default(), &mut PlainHeaps::nothing(&mut self.picked));
        self.problem.answer(Case { number: self.done + 1, summary: &summary, heaps, fields }, out);
        self.done += 1;
        Ok(())
    }

    /// Answers the next case, in however many batches it is, or reads the closing 0.
    fn one_case(&mut self, numbers: &mut Numbers, out: &mut Lines<'_>) -> Result<(), CaseError> {
        if closes::<P>(numbers.rest().0) {
            numbers.skip(1);
            self.closed = true;
            return Ok(());
        }
        let count = match Self::SHAPE {
            Shape::Fixed(fields) => fields.len() as u64,
            Shape::List { .. } | Shape::General => numbers.next(out).map_err(CaseError::NoCase)?,
        };
        let mut summary = P::Summary::default();
        self.held.clear();
        let mut left = count;
        while left > 0 {
            // One at a time where they are bounded: the one used last is the one to be refused.
            let at_once = if Self::RANGED { 1 } else { left };
            let level = numbers.kernel().level();
            let part =
                numbers.take(at_once, out).map_err(|missing| CaseError::Short { missing, count, left })?;
            if !self.allows(part) {
                return Err(CaseError::Beyond { item: count - left + 1 });
            }
            self.problem.summarize(&mut summary, part, level);
            let read = part.len() as u64;
            left -= read;
            if P::NEEDS == Needs::Heaps {
                self.held.extend(part).map_err(CaseError::Memory)?;
            }
            // Their text stays in memory, or they do, with about as many bytes.
            let held = usize::try_from(count - left).unwrap_or(usize::MAX).saturating_mul(size_of::<u64>());
            if !out.spend(Self::STEPS.1 * read, held) {
                return Err(CaseError::Unwanted);
            }
        }
        let kernel = numbers.kernel();
        let heaps: &mut dyn Heaps = match self.held.plain() {
            Some(heaps) => &mut PlainHeaps { heaps, kernel, picked: &mut self.picked },
            None => &mut PackedHeaps { heaps: &self.held, kernel },
        };
        let fields = Fields::default();
        self.problem.answer(Case { number: self.done + 1, summary: &summary, heaps, fields }, out);
        self.done += 1;
        Ok(())
    }

    /// Turns an error into a failure with its place in the input.
    #[cold]
    pub(super) fn failure(&self, numbers: &mut Numbers, out: &mut Lines<'_>, error: CaseError) -> Failure {
        let case = CaseLabel((P::GRAMMAR.cases != Cases::One).then_some(self.done + 1));
        match error {
            CaseError::Write(error) => Failure::Write(error),
            CaseError::Unwanted | CaseError::Token(NoToken::Unwanted) => {
                Failure::Write(out.check().err().unwrap_or_else(|| io::ErrorKind::BrokenPipe.into()))
            }
            CaseError::Memory(error) | CaseError::Token(NoToken::Memory(error)) => numbers.unreadable(error),
            CaseError::NoCase(missing) => {
                numbers.missing(missing, &format!("{case}{}", self.walk.place_after(&[]).name))
            }
            CaseError::Beyond { item } => {
                let range = self.range.clone().unwrap_or(0..=u64::MAX);
                let expected = not_between(*range.start(), *range.end());
                let name = P::GRAMMAR.item().unwrap_or("number");
                numbers.refuse_last(out, |token| {
                    format!("{case}{name} {item}: {expected}, found {}", quoted(token))
                })
            }
            CaseError::Short { missing, count, left } => short::<P>(numbers, missing, case, count, left),
            CaseError::Token(NoToken::Missing(missing, kind)) => {
                let place = self.walk.place_after(self.tokens.values());
                match (missing, place.list, kind) {
                    (Missing::Ended, Some(list), _) => numbers.at_end(format!("{case}{list}")),
                    (missing, _, Kind::Number | Kind::List(_)) => {
                        numbers.missing(missing, &format!("{case}{}", place.name))
                    }
                    (missing, _, Kind::Signed) => {
                        numbers.missing_token(missing, &format!("{case}{}", place.name), SIGNED)
                    }
                    (missing, _, Kind::Word(letters)) => {
                        let of =
                            letters.map(|letters| format!(" of the letters {letters}")).unwrap_or_default();
                        let expected = format!("expected a word{of}");
                        numbers.missing_token(missing, &format!("{case}{}", place.name), &expected)
                    }
                }
            }
            CaseError::Token(NoToken::Refused(why)) => numbers.refuse_last(out, |_| format!("{case}{why}")),
            CaseError::Token(NoToken::Broken { end, expected }) => {
                let values = self.tokens.values();
                let place = self.walk.place_after(&values[..end - 1]);
                numbers.refuse_used(values.len() - end, out, |token| {
                    format!("{case}{}: {expected}, found {}", place.name, quoted(token))
                })
            }
        }
    }
}

/// Answers the cases that are in the batch as a whole.
struct WholeCases<'a, 'p, 'o, P: Problem> {
    run: &'a mut CaseRun<'p, P>,
    kernel: Kernel,
    numbers: &'a mut Numbers,
    out: &'a mut Lines<'o>,
}

impl<P: Problem> KernelTask for WholeCases<'_, '_, '_, P> {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "see `KernelTask`")]
    fn run(self) {
        let Self { run, kernel, numbers, out } = self;
        let (mut rest, within) = numbers.rest();
        let all = rest.len();
        let beyond = all - within;
        let most = run.total.map_or(u64::MAX, |total| total - run.done);
        let mut done = 0;
        while rest.len() > beyond && done < most {
            let Some((numbers, after)) = run.whole_case(rest) else { break };
            if !run.answer(kernel, numbers, out) {
                break;
            }
            done += 1;
            rest = after;
        }
        let used = all - rest.len();
        run.done += done;
        numbers.skip(used);
        let (of_case, of_number) = CaseRun::<P>::STEPS;
        out.spend(of_case * done + of_number * used as u64, 0);
    }
}

/// Answers the cases that are words in the window.
struct WholeWords<'a, 'p, 'o, P: Problem> {
    run: &'a mut CaseRun<'p, P>,
    numbers: &'a mut Numbers,
    out: &'a mut Lines<'o>,
}

impl<P: Problem> KernelTask for WholeWords<'_, '_, '_, P> {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "see `KernelTask`")]
    fn run(self) {
        let Self { run, numbers, out } = self;
        let Some(letters) = &CaseRun::<P>::WORDS else { return };
        let mut bytes = 0;
        let before = run.done;
        numbers.each_word(letters, |word| {
            if run.total == Some(run.done) {
                return false;
            }
            let place = 0..word.len();
            let fields = run.walk.field_of_word(&place, word);
            let steps = run.problem.steps(&fields);
            if steps > 0 && !out.spend(steps, 0) {
                return false;
            }
            let (summary, heaps) = (P::Summary::default(), &mut PlainHeaps::nothing(&mut run.picked));
            run.problem.answer(Case { number: run.done + 1, summary: &summary, heaps, fields }, out);
            run.done += 1;
            bytes += word.len() as u64;
            true
        });
        out.spend(CaseRun::<P>::STEPS.0 * (run.done - before) + bytes, 0);
    }
}

/// Whether `rest`, which begins where a case may, begins with the zeros that close the input.
#[inline]
fn closes<P: Problem>(rest: &[u64]) -> bool {
    let Cases::UntilZeros(zeros) = P::GRAMMAR.cases else { return false };
    rest.get(..zeros).is_some_and(|first| first.iter().all(|&number| number == 0))
}

/// The reason why a run failed; [`CaseRun::failure`] finds the place.
pub(super) enum CaseError {
    /// An answer could not be written.
    Write(io::Error),
    /// Nobody wants the answers, for a reason that the output knows.
    Unwanted,
    /// There is no memory for the numbers of a case.
    Memory(io::Error),
    /// The first number of a case is missing.
    NoCase(Missing),
    /// The last `left` of the `count` numbers of a case are missing.
    Short { missing: Missing, count: u64, left: u64 },
    /// An item, the number used last, is 0 or exceeds the bound. It is the `item`th of its case.
    Beyond { item: u64 },
    /// A case whose fields are needed lacks a token, or one breaks a condition.
    Token(NoToken),
}

/// Fails if anything follows the last case.
pub(super) fn end<P: Problem>(numbers: &mut Numbers, out: &mut Lines<'_>) -> Result<(), Failure> {
    let last = match P::GRAMMAR.cases {
        Cases::UntilZeros(1) => "the closing 0",
        Cases::UntilZeros(_) => "the closing zeros",
        Cases::One | Cases::Counted | Cases::ToEnd => "the last case",
    };
    let what = |token: &[u8]| format!("expected the end of the input after {last}, found {}", quoted(token));
    match numbers.next(out) {
        Err(Missing::Ended) => Ok(()),
        Err(Missing::Failed(failure)) => Err(failure),
        Err(Missing::Bad) => Err(numbers.refuse(what)),
        Ok(_) => Err(numbers.refuse_last(out, what)),
    }
}

/// The failure of a case with missing numbers.
#[cold]
pub(super) fn short<P: Problem>(
    numbers: &Numbers,
    missing: Missing,
    case: CaseLabel,
    count: u64,
    left: u64,
) -> Failure {
    let found = count - left;
    match (CaseRun::<P>::SHAPE, missing) {
        (Shape::List { item }, Missing::Ended) => {
            numbers.at_end(format!("{case}{}", too_short(count, item, found)))
        }
        (Shape::List { item }, missing) => numbers.missing(missing, &format!("{case}{item} {}", found + 1)),
        (Shape::Fixed(fields), missing) => {
            let field = usize::try_from(found).ok().and_then(|found| fields.get(found));
            numbers.missing(missing, &format!("{case}{}", field.map_or("number", |field| field.name)))
        }
        (Shape::General, missing) => numbers.missing(missing, &format!("{case}number")),
    }
}

/// The beginning of a message: the number of the case, or nothing for an input with a single case.
#[derive(Clone, Copy)]
pub(super) struct CaseLabel(pub(super) Option<u64>);

impl fmt::Display for CaseLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |case| write!(f, "case {case}: "))
    }
}
