//! Cuts the numbers of an input into cases by the grammar, and answers one after another.
//!
//! This code is the same for all problems; the code compiled for each is its [`Solver`].

use super::checks::not_between;
use super::fields::{FieldTokens, Gather, ListOr, NoToken, UpToList};
use super::heaps::PlainHeaps;
use super::held::Held;
use super::walk::{CasePlace, Walk};
use crate::problem::{Answers, Case, Cases, Fields, Grammar, Kind, Needs, ValueError};
use nim_io::error::Failure;
use nim_io::lines::Lines;
use nim_io::numbers::{Missing, Numbers};
use nim_io::text::quoted;
use std::cell::Cell;
use std::fmt;
use std::io;

/// A problem without its type, for dynamic dispatch.
pub(super) trait Solver: Sync {
    /// Returns the declarations that decide how cases are read.
    fn layout(&self) -> &'static CaseLayout;
    /// Like [`Problem::begin`](crate::problem::Problem::begin).
    fn begin(&mut self, header: &[u64]) -> Result<(), ValueError>;
    /// Like [`Problem::steps`](crate::problem::Problem::steps).
    fn steps(&self, case: &Fields<'_>) -> u64;
    /// Answers a case whose fields are at hand.
    fn answer(&self, case: Case<'_, ()>, out: &mut Lines<'_>);
    /// Answers the cases that are in the batch as a whole, or the words in the window.
    fn whole_cases(&self, run: &mut CaseRun<'_>, numbers: &mut Numbers, out: &mut Lines<'_>);
    /// Answers the next case by its summary, in any number of batches; the only case of an input may use several threads.
    fn one_case(
        &self,
        run: &mut CaseRun<'_>,
        numbers: &mut Numbers,
        out: &mut Lines<'_>,
        threads: usize,
    ) -> Result<(), CaseError>;
}

/// The declarations of a problem that decide how its cases are read.
pub(super) struct CaseLayout {
    pub(super) grammar: Grammar,
    pub(super) answers: Answers,
    pub(super) needs: Needs,
    /// Whether all fields are natural numbers.
    pub(super) is_plain: bool,
    /// Whether a case is one word of letters that are known.
    pub(super) is_word: bool,
    /// Whether code is compiled for the grammar.
    pub(super) is_compiled: bool,
    /// Whether a case may be answered before earlier ones: if answers are numbered, the number of a case must be that of its line.
    pub(super) has_pieces: bool,
}

/// The state of answering cases one after another.
pub(super) struct CaseRun<'p> {
    pub(super) solver: &'p dyn Solver,
    pub(super) layout: &'static CaseLayout,
    /// The number of cases answered so far.
    pub(super) done: u64,
    /// The number of cases, if the input has a count.
    pub(super) total: Option<u64>,
    /// The numbers of the header.
    pub(super) header: &'p [u64],
    /// The reader of cases whose fields are needed.
    pub(super) walk: Walk,
    /// The tokens of such a case, if it spans several batches.
    tokens: FieldTokens,
    /// The number of values after these tokens that have been read and summarised.
    pub(super) listed: u64,
    /// Whether a 0 in place of a case has closed the input.
    closed: bool,
    /// The numbers of a case from more than one batch, for a second pass.
    pub(super) held: Held,
    /// A buffer for heaps that are filtered.
    pub(super) picked: Vec<u64>,
    /// The buffer of [`Case::room`].
    pub(super) room: Cell<Vec<u64>>,
}

/// The message for a token that is no signed number.
const SIGNED: &str = "expected an integer from -9223372036854775808 to 9223372036854775807";

/// The reason why a run stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunEnd {
    /// The next case begins behind the reader's limit.
    Limit,
    /// The count of cases has been reached.
    Total,
    /// A 0 in place of a case has closed the input.
    Closed,
    /// The input has ended between cases.
    Input,
}

impl<'p> CaseRun<'p> {
    pub(super) fn new(solver: &'p dyn Solver, total: Option<u64>, header: &'p [u64]) -> Self {
        let layout = solver.layout();
        Self {
            solver,
            layout,
            done: 0,
            total,
            header,
            walk: Walk::new(&layout.grammar, header),
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
            RunEnd::Input if self.layout.grammar.cases == Cases::ToEnd && self.done == 0 => {
                Err(numbers.at_end("input: expected a case, found the end of the input".to_owned()))
            }
            // Without a count, a run stops at the end of the input only.
            RunEnd::Input | RunEnd::Limit => Ok(()),
            RunEnd::Total | RunEnd::Closed => end(self.layout.grammar.cases, numbers, out),
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
            let ended = if self.layout.is_plain {
                self.plain_cases(numbers, out)?
            } else {
                self.cases_of_words(numbers, out)?
            };
            if let Some(ended) = ended {
                return Ok(ended);
            }
        }
    }

    /// Answers some cases of numbers alone, or returns the reason why there are none.
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
        self.solver.whole_cases(self, numbers, out);
        out.check().map_err(CaseError::Write)?;
        if self.total == Some(self.done) || numbers.rest().1 == 0 {
            return Ok(None);
        }
        if !self.layout.needs.is_whole() {
            if self.layout.grammar.cases.are_closed_by(numbers.rest().0) {
                numbers.skip(1);
                self.closed = true;
            } else {
                self.solver.one_case(self, numbers, out, 1)?;
            }
        } else if !self.layout.is_compiled || !numbers.extend() {
            // The case is longer than any batch, or malformed.
            self.one_case_of_fields(numbers, out)?;
        }
        Ok(None)
    }

    /// Answers some cases that have words or signed numbers, or returns the reason why there are none.
    fn cases_of_words(
        &mut self,
        numbers: &mut Numbers,
        out: &mut Lines<'_>,
    ) -> Result<Option<RunEnd>, CaseError> {
        if self.layout.is_word {
            self.solver.whole_cases(self, numbers, out);
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

    /// Answers the next case, whose fields are needed, or finds the zeros that close the input.
    fn one_case_of_fields(&mut self, numbers: &mut Numbers, out: &mut Lines<'_>) -> Result<(), CaseError> {
        self.tokens.clear();
        self.listed = 0;
        let mut gather = Gather { numbers, out, tokens: &mut self.tokens, ahead: self.layout.is_plain };
        if let Cases::UntilZeros(zeros) = self.layout.grammar.cases
            && gather.closes(zeros).map_err(CaseError::Token)?
        {
            self.closed = true;
            return Ok(());
        }
        let len = self.walk.lay_out(&mut gather).map_err(CaseError::Token)?;
        gather.keep(len);
        let fields = self.tokens.fields(&self.walk);
        let steps = self.solver.steps(&fields);
        if steps > 0 && !out.charge(steps, 0) {
            return Err(CaseError::Unwanted);
        }
        if let Some(why) = self.walk.broken(&fields).pop() {
            return Err(CaseError::Token(NoToken::Refused(why)));
        }
        let heaps = &mut PlainHeaps::nothing(&mut self.picked);
        let (number, level) = (self.done + 1, numbers.kernel().level());
        let room = &self.room;
        self.solver.answer(Case { number, summary: &(), level, heaps, fields, room }, out);
        self.done += 1;
        Ok(())
    }

    /// Reads the numbers of the next case before its list, and returns them with the length of the list, if there is one.
    pub(super) fn lead(
        &mut self,
        numbers: &mut Numbers,
        out: &mut Lines<'_>,
    ) -> Result<(&[u64], Option<u64>), CaseError> {
        self.tokens.clear();
        self.listed = 0;
        let gather = Gather { numbers, out, tokens: &mut self.tokens, ahead: false };
        let mut lead = UpToList { gather, items: 0 };
        let ended = self.walk.lay_out(&mut lead);
        let items = lead.items as u64;
        let values = self.tokens.values();
        match ended {
            Err(ListOr::Error(error)) => Err(CaseError::Token(error)),
            Err(ListOr::List) => Ok((values, Some(items))),
            Ok(_) => Ok((values, None)),
        }
    }

    /// Returns the case whose tokens have been read in part.
    fn begun(&self) -> BegunCase<'_> {
        BegunCase { walk: &self.walk, tokens: &self.tokens, listed: self.listed }
    }

    /// Turns an error into a failure with its place in the input.
    #[cold]
    pub(super) fn failure(&self, numbers: &mut Numbers, out: &mut Lines<'_>, error: CaseError) -> Failure {
        let case = CaseLabel((self.layout.grammar.cases != Cases::One).then_some(self.done + 1));
        match error {
            CaseError::Write(error) => Failure::Write(error),
            CaseError::Unwanted => unwanted(out),
            CaseError::Memory(error) => numbers.unreadable(error),
            CaseError::NoCase(missing) => {
                numbers.missing(missing, &format!("{case}{}", self.walk.place_after(&[], 0).name))
            }
            CaseError::Beyond { later } => {
                let place = self.begun().place();
                let range = self.walk.item_range();
                let expected = not_between(*range.start(), *range.end());
                numbers.refuse_used(later, out, |token| {
                    format!("{case}{}: {expected}, found {}", place.name, quoted(token))
                })
            }
            CaseError::Token(no_token) => self.begun().failure(no_token, case, numbers, out),
        }
    }
}

/// A case whose reading has stopped.
pub(super) struct BegunCase<'a> {
    pub(super) walk: &'a Walk,
    /// The tokens read so far.
    pub(super) tokens: &'a FieldTokens,
    /// The number of values read after these tokens.
    pub(super) listed: u64,
}

impl BegunCase<'_> {
    /// Returns the place of the token after those read.
    fn place(&self) -> CasePlace {
        let values = self.tokens.values();
        self.walk.place_after(
            values,
            usize::try_from(self.listed).map_or(usize::MAX, |listed| values.len() + listed),
        )
    }

    /// Returns the failure for a missing token, with its place in the input.
    #[cold]
    pub(super) fn failure(
        &self,
        no_token: NoToken,
        case: CaseLabel,
        numbers: &mut Numbers,
        out: &mut Lines<'_>,
    ) -> Failure {
        match no_token {
            NoToken::Unwanted => unwanted(out),
            NoToken::Memory(error) => numbers.unreadable(error),
            NoToken::Missing(missing, kind) => {
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
            NoToken::Refused(why) => numbers.refuse_last(out, |_| format!("{case}{why}")),
            NoToken::Broken { end, expected } => {
                let values = self.tokens.values();
                let place = self.walk.place_after(&values[..end - 1], end - 1);
                let what =
                    |token: &[u8]| format!("{case}{}: {expected}, found {}", place.name, quoted(token));
                match self.tokens.place_before(end - 1) {
                    Some((at, excerpt)) => numbers.malformed_at(what(b"0"), at, excerpt),
                    None => numbers.refuse_used(values.len() - end, out, what),
                }
            }
        }
    }
}

/// Returns the failure of an answer that is not wanted, for a reason that the output knows.
fn unwanted(out: &mut Lines<'_>) -> Failure {
    Failure::Write(out.check().err().unwrap_or_else(|| io::ErrorKind::BrokenPipe.into()))
}

/// The reason why a run failed; [`CaseRun::failure`] finds the place.
pub(super) enum CaseError {
    /// An answer could not be written.
    Write(io::Error),
    /// The answers are not wanted, for a reason that the output knows.
    Unwanted,
    /// Memory for the numbers of a case is missing, or the numbers cannot be read again.
    Memory(io::Error),
    /// The first number of a case is missing.
    NoCase(Missing),
    /// An item of a list lies outside of its range; `later` numbers after it have been used.
    Beyond { later: usize },
    /// A case whose fields are needed lacks a token, or a token breaks a condition.
    Token(NoToken),
}

impl CaseError {
    /// The next number of a case is missing.
    pub(super) fn missing(missing: Missing) -> Self {
        Self::Token(NoToken::Missing(missing, Kind::Number))
    }
}

/// Fails if anything follows the last case.
pub(super) fn end(cases: Cases, numbers: &mut Numbers, out: &mut Lines<'_>) -> Result<(), Failure> {
    let last = match cases {
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
