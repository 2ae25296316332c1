//! Cuts the numbers of an input into cases, as the grammar says, and answers one after another.

use super::checks::{check_case, not_between};
use super::cut::{Cut, PlanOf};
use super::fields::{FieldTokens, Gather, ListOr, NUMBER_STEPS, NoToken, UpToList};
use super::heaps::{PackedHeaps, PlainHeaps};
use super::held::Held;
use super::part::summarize;
use super::walk::{Place, Walk};
use crate::problem::{Answers, Case, Cases, Condition, Fields, Heaps, Kind, Needs, Part, Problem, Shape};
use nim_io::error::Failure;
use nim_io::kernel::{Kernel, KernelTask};
use nim_io::lines::Lines;
use nim_io::numbers::{Missing, Numbers};
use nim_io::text::quoted;
use nim_simd::Level;
use std::cell::Cell;
use std::fmt;
use std::io;

/// The state of answering cases one after another.
pub(super) struct CaseRun<'p, P: Problem> {
    pub(super) problem: &'p P,
    /// Cases answered so far.
    pub(super) done: u64,
    /// How many cases there are, if the input has a count.
    pub(super) total: Option<u64>,
    /// The numbers of the header.
    pub(super) header: &'p [u64],
    /// The reader of cases whose fields are needed.
    pub(super) walk: Walk,
    /// The tokens of such a case that lies in more than one batch.
    tokens: FieldTokens,
    /// How many numbers behind these tokens have been read, and summarised.
    pub(super) listed: u64,
    /// Whether a 0 in place of a case has closed the input.
    closed: bool,
    /// The numbers of a case from more than one batch, for a second pass.
    pub(super) held: Held,
    /// A buffer for heaps that are filtered.
    pub(super) picked: Vec<u64>,
    /// As [`Case::room`].
    pub(super) room: Cell<Vec<u64>>,
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
    /// How many numbers of a case are before its list, if that is summarised.
    const LEAD: usize = match (P::NEEDS.is_whole(), PlanOf::<P>::LEAD) {
        (true, _) => 0,
        (false, Some(lead)) => lead,
        (false, None) => {
            panic!("only single numbers and a list have a summary: the problem needs its fields")
        }
    };
    /// Steps that the cutting and the answer of a case take, beside those for its numbers, and the steps for one of these.
    const STEPS: (u64, u64) = match (P::NEEDS.is_whole(), P::GRAMMAR.shape()) {
        (true, Shape::General | Shape::List { .. }) if PlanOf::<P>::IS_COMPILED => (16, NUMBER_STEPS),
        (true, Shape::General | Shape::List { .. }) => (64, NUMBER_STEPS),
        _ => (16, 2),
    };
    /// The letters of a case that is one word, where all are.
    const WORDS: Option<&'static [u8]> = match (P::GRAMMAR.cases, P::GRAMMAR.one_word()) {
        (Cases::UntilZeros(_), _) => None,
        (_, letters) => letters,
    };
    /// Whether a case may be answered before those before it have been: where its answer has its number, that is the one of its line.
    pub(super) const HAS_PIECES: bool = (!matches!(P::ANSWERS, Answers::Numbered)
        || matches!(P::GRAMMAR.case, [Part::Line(_)]))
        && !matches!(P::GRAMMAR.cases, Cases::One)
        && (Self::WORDS.is_some() || P::GRAMMAR.is_plain());
    pub(super) fn new(problem: &'p P, total: Option<u64>, header: &'p [u64]) -> Self {
        Self {
            problem,
            done: 0,
            total,
            header,
            walk: Walk::new(&P::GRAMMAR, header),
            tokens: FieldTokens::default(),
            listed: 0,
            closed: false,
            held: Held::default(),
            picked: Vec::new(),
            room: Cell::default(),
        }
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
            out.check().map_err(CaseError::Write)?;
            if self.total == Some(self.done) {
                return Ok(RunEnd::Total);
            }
            let ended = if const { P::GRAMMAR.is_plain() } {
                self.plain_cases(numbers, out)?
            } else {
                self.cases_of_words(numbers, out)?
            };
            if let Some(ended) = ended {
                return Ok(ended);
            }
        }
    }

    /// Answers some cases of numbers alone, or says why there are none.
    fn plain_cases(
        &mut self,
        numbers: &mut Numbers,
        out: &mut Lines<'_>,
    ) -> Result<Option<RunEnd>, CaseError> {
        match numbers.ready_before_limit(out) {
            Err(Missing::Ended) if self.total.is_none() => return Ok(Some(RunEnd::Input)),
            Err(missing) => return Err(CaseError::NoCase(missing)),
            Ok(()) if numbers.rest().1 == 0 => return Ok(Some(RunEnd::Limit)),
            Ok(()) => {}
        }
        let kernel = numbers.kernel();
        kernel.run(WholeCases { run: self, kernel, numbers, out });
        out.check().map_err(CaseError::Write)?;
        if self.total == Some(self.done) || numbers.rest().1 == 0 {
            return Ok(None);
        }
        if !P::NEEDS.is_whole() {
            self.one_case(numbers, out)?;
        } else if !PlanOf::<P>::IS_COMPILED || !numbers.extend() {
            // It is longer than any batch, or something is wrong with it.
            self.one_case_of_fields(numbers, out)?;
        }
        Ok(None)
    }

    /// Answers some cases that have words or signed numbers, or says why there are none.
    fn cases_of_words(
        &mut self,
        numbers: &mut Numbers,
        out: &mut Lines<'_>,
    ) -> Result<Option<RunEnd>, CaseError> {
        if Self::WORDS.is_some() {
            numbers.kernel().run(WholeWords { run: self, numbers, out });
            out.check().map_err(CaseError::Write)?;
            if self.total == Some(self.done) {
                return Ok(None);
            }
        }
        match numbers.word(out, |_| false).map(|_| ()) {
            Err(Missing::Ended) if self.total.is_none() => return Ok(Some(RunEnd::Input)),
            Ok(()) if numbers.is_behind_limit() => return Ok(Some(RunEnd::Limit)),
            _ => self.one_case_of_fields(numbers, out)?,
        }
        Ok(None)
    }

    /// Answers a case; returns false if it breaks a condition as a whole, or its answer is not wanted.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "see `KernelTask`")]
    fn answer(&mut self, kernel: Kernel, number: u64, case: &[u64], out: &mut Lines<'_>) -> bool {
        let Some((lead, heaps)) = case.split_at_checked(Self::LEAD) else { return false };
        let mut summary = self.problem.open(lead);
        let mut fields = Fields::default();
        if const { P::NEEDS.is_whole() } {
            fields = self.walk.fields(heaps, &[], &[]);
            if !self.is_affordable(&fields, out) {
                return false;
            }
            let breaks = |condition: &Condition| match condition {
                Condition::Case(_, check) => check(&fields).is_err(),
                Condition::Without { .. } => check_case(condition, &fields).is_err(),
                _ => false,
            };
            if const { P::GRAMMAR.has_conditions_on_cases() } && P::GRAMMAR.conditions.iter().any(breaks) {
                return false;
            }
        } else {
            self.problem.summarize(&mut summary, heaps, kernel.level());
        }
        let heaps = &mut PlainHeaps { heaps, kernel, picked: &mut self.picked };
        let level = kernel.level();
        let room = &self.room;
        self.problem.answer(Case { number, summary: &summary, level, heaps, fields, room }, out);
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
        rest.split_at_checked(len)
    }

    /// Answers the next case, whose fields are needed, or finds the zeros that close the input.
    fn one_case_of_fields(&mut self, numbers: &mut Numbers, out: &mut Lines<'_>) -> Result<(), CaseError> {
        self.tokens.clear();
        self.listed = 0;
        let ahead = const { P::GRAMMAR.is_plain() };
        let mut gather = Gather { numbers, out, tokens: &mut self.tokens, ahead };
        if let Cases::UntilZeros(zeros) = P::GRAMMAR.cases
            && gather.closes(zeros).map_err(CaseError::Token)?
        {
            self.closed = true;
            return Ok(());
        }
        let len = self.walk.lay_out(&mut gather).map_err(CaseError::Token)?;
        gather.keep(len);
        let fields = self.tokens.fields(&self.walk);
        if !self.is_affordable(&fields, out) {
            return Err(CaseError::Unwanted);
        }
        if let Some(why) = self.walk.broken(&fields).pop() {
            return Err(CaseError::Token(NoToken::Refused(why)));
        }
        let (summary, heaps) = (P::Summary::default(), &mut PlainHeaps::nothing(&mut self.picked));
        let (number, level) = (self.done + 1, numbers.kernel().level());
        let room = &self.room;
        self.problem.answer(Case { number, summary: &summary, level, heaps, fields, room }, out);
        self.done += 1;
        Ok(())
    }

    /// Reads the numbers of the next case before its list. Returns its summary so far, and how many numbers the list has.
    pub(super) fn lead(
        &mut self,
        numbers: &mut Numbers,
        out: &mut Lines<'_>,
    ) -> Result<(P::Summary, u64), CaseError> {
        self.tokens.clear();
        self.listed = 0;
        let gather = Gather { numbers, out, tokens: &mut self.tokens, ahead: false };
        let mut lead = UpToList { gather, items: 0 };
        let ended = self.walk.lay_out(&mut lead);
        let items = lead.items as u64;
        let values = self.tokens.values();
        match ended {
            Err(ListOr::Error(error)) => Err(CaseError::Token(error)),
            Err(ListOr::List) => Ok((self.problem.open(values), items)),
            // Always the same numbers.
            Ok(_) => {
                let mut summary = self.problem.open(&[]);
                self.problem.summarize(&mut summary, values, Level::SCALAR);
                Ok((summary, 0))
            }
        }
    }

    /// Answers the next case, in however many batches it is, or reads the closing 0.
    fn one_case(&mut self, numbers: &mut Numbers, out: &mut Lines<'_>) -> Result<(), CaseError> {
        if closes::<P>(numbers.rest().0) {
            numbers.skip(1);
            self.closed = true;
            return Ok(());
        }
        let (mut summary, count) = self.lead(numbers, out)?;
        let range = self.walk.item_range();
        self.held.clear();
        while self.listed < count {
            let kernel = numbers.kernel();
            let part = numbers.take(count - self.listed, out).map_err(CaseError::missing)?;
            let read = part.len() as u64;
            if let Err(at) = summarize(self.problem, &mut summary, part, &range, kernel) {
                self.listed += at as u64;
                return Err(CaseError::Beyond { later: part.len() - 1 - at });
            }
            self.listed += read;
            if P::NEEDS == Needs::Heaps {
                self.held.extend(part).map_err(CaseError::Memory)?;
            }
            // Their text stays in memory, or they do, with about as many bytes.
            let held = usize::try_from(self.listed).unwrap_or(usize::MAX).saturating_mul(size_of::<u64>());
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
        let (number, level) = (self.done + 1, numbers.kernel().level());
        let room = &self.room;
        self.problem.answer(Case { number, summary: &summary, level, heaps, fields, room }, out);
        self.done += 1;
        Ok(())
    }

    /// The place of the token that follows those read of a case.
    fn place(&self) -> Place {
        let values = self.tokens.values();
        self.walk.place_after(
            values,
            usize::try_from(self.listed).map_or(usize::MAX, |listed| values.len() + listed),
        )
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
                numbers.missing(missing, &format!("{case}{}", self.walk.place_after(&[], 0).name))
            }
            CaseError::Beyond { later } => {
                let place = self.place();
                let range = self.walk.item_range();
                let expected = not_between(*range.start(), *range.end());
                numbers.refuse_used(later, out, |token| {
                    format!("{case}{}: {expected}, found {}", place.name, quoted(token))
                })
            }
            CaseError::Token(NoToken::Missing(missing, kind)) => {
                let place = self.place();
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
                let place = self.walk.place_after(&values[..end - 1], end - 1);
                let what =
                    |token: &[u8]| format!("{case}{}: {expected}, found {}", place.name, quoted(token));
                match self.tokens.place_before(end - 1) {
                    Some(before) => numbers.malformed_at(what(b"0"), before),
                    None => numbers.refuse_used(values.len() - end, out, what),
                }
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
            if !run.answer(kernel, run.done + done + 1, numbers, out) {
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
        let (mut bytes, level) = (0, numbers.kernel().level());
        let before = run.done;
        numbers.each_word(letters, |text, len| {
            if run.total == Some(run.done) {
                return false;
            }
            let place = 0..len;
            let fields = run.walk.field_of_word(&place, text);
            let steps = run.problem.steps(&fields);
            if steps > 0 && !out.spend(steps, 0) {
                return false;
            }
            let (summary, heaps) = (P::Summary::default(), &mut PlainHeaps::nothing(&mut run.picked));
            let number = run.done + 1;
            let room = &run.room;
            run.problem.answer(Case { number, summary: &summary, level, heaps, fields, room }, out);
            run.done += 1;
            bytes += len as u64;
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
    /// An item of a list lies outside of its range; so many numbers that have been used are behind it.
    Beyond { later: usize },
    /// A case whose fields are needed lacks a token, or one breaks a condition.
    Token(NoToken),
}

impl CaseError {
    /// The next number of a case is missing.
    pub(super) fn missing(missing: Missing) -> Self {
        Self::Token(NoToken::Missing(missing, Kind::Number))
    }
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

/// The beginning of a message: the number of the case, or nothing for an input with a single case.
#[derive(Clone, Copy)]
pub(super) struct CaseLabel(pub(super) Option<u64>);

impl fmt::Display for CaseLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |case| write!(f, "case {case}: "))
    }
}
