//! Cuts the numbers of an input into cases, as the grammar says, and answers one after another.

use super::heaps::{PackedHeaps, PlainHeaps};
use super::held::Held;
use crate::io::error::Failure;
use crate::io::kernel::{Kernel, KernelTask};
use crate::io::lines::Lines;
use crate::io::numbers::{Missing, Numbers};
use crate::io::text::quoted;
use crate::problem::{Case, Cases, Heaps, Items, Problem};
use std::fmt;
use std::io;

/// The state of answering cases one after another.
pub(super) struct CaseRun<'p, P: Problem> {
    pub(super) problem: &'p P,
    /// Cases answered so far.
    pub(super) done: u64,
    /// How many cases there are, if the input has a count.
    pub(super) total: Option<u64>,
    /// The largest item of a list, if the grammar has a bound.
    pub(super) most: Option<u64>,
    /// Whether a 0 in place of a case has closed the input.
    closed: bool,
    /// The numbers of a case from more than one batch, for a second pass.
    pub(super) held: Held,
    /// A buffer for heaps that are filtered.
    picked: Vec<u64>,
}

/// The reason why a run stopped.
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
    pub(super) fn new(problem: &'p P, total: Option<u64>, most: Option<u64>) -> Self {
        Self { problem, done: 0, total, most, closed: false, held: Held::default(), picked: Vec::new() }
    }

    /// Whether a list may contain these numbers.
    #[inline]
    fn allows(&self, numbers: &[u64]) -> bool {
        P::GRAMMAR.most.is_none()
            || self.most.is_none_or(|most| numbers.iter().all(|&number| 1 <= number && number <= most))
    }

    /// Answers the remaining cases, and fails if anything follows.
    pub(super) fn finish(&mut self, numbers: &mut Numbers, out: &mut Lines<'_>) -> Result<(), Failure> {
        match self.answer_cases(numbers, out).map_err(|error| self.failure(numbers, out, error))? {
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
            kernel.run(WholeCases { run: self, kernel, numbers, out });
            out.check().map_err(CaseError::Write)?;
            if self.total == Some(self.done) {
                return Ok(RunEnd::Total);
            }
            match numbers.ready_before_limit(out) {
                Err(Missing::Ended) if self.total.is_none() => return Ok(RunEnd::Input),
                Err(missing) => return Err(CaseError::NoCase(missing)),
                Ok(()) if numbers.rest().1 == 0 => return Ok(RunEnd::Limit),
                Ok(()) => self.one_case(numbers, out)?,
            }
        }
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "see `KernelTask`")]
    fn answer(&mut self, kernel: Kernel, heaps: &[u64], out: &mut Lines<'_>) {
        let mut summary = P::Summary::default();
        self.problem.summarize(&mut summary, heaps, kernel.level());
        let heaps = &mut PlainHeaps { heaps, kernel, picked: &mut self.picked };
        self.problem.answer(Case { summary: &summary, heaps }, out);
    }

    /// Answers the next case, in however many batches it is, or reads the closing 0.
    fn one_case(&mut self, numbers: &mut Numbers, out: &mut Lines<'_>) -> Result<(), CaseError> {
        if closes::<P>(numbers.rest().0) {
            numbers.skip(1);
            self.closed = true;
            return Ok(());
        }
        let count = match P::GRAMMAR.items {
            Items::Fixed(names) => names.len() as u64,
            Items::List { .. } => numbers.next(out).map_err(CaseError::NoCase)?,
        };
        let mut summary = P::Summary::default();
        self.held.clear();
        let mut left = count;
        while left > 0 {
            // One at a time if there is a bound, so that the number used last is the one refused.
            let at_once = if P::GRAMMAR.most.is_some() { 1 } else { left };
            let level = numbers.kernel().level();
            let part =
                numbers.take(at_once, out).map_err(|missing| CaseError::Short { missing, count, left })?;
            if !self.allows(part) {
                return Err(CaseError::Beyond { item: count - left + 1 });
            }
            self.problem.summarize(&mut summary, part, level);
            left -= part.len() as u64;
            if P::REPLAYS {
                self.held.extend(part).map_err(CaseError::Memory)?;
            }
        }
        let kernel = numbers.kernel();
        let heaps: &mut dyn Heaps = match self.held.plain() {
            Some(heaps) => &mut PlainHeaps { heaps, kernel, picked: &mut self.picked },
            None => &mut PackedHeaps { heaps: &self.held, kernel },
        };
        self.problem.answer(Case { summary: &summary, heaps }, out);
        self.done += 1;
        Ok(())
    }

    /// Turns an error into a failure with its place in the input.
    #[cold]
    pub(super) fn failure(&self, numbers: &mut Numbers, out: &mut Lines<'_>, error: CaseError) -> Failure {
        let case = CaseLabel(Some(self.done + 1));
        match (error, P::GRAMMAR.items) {
            (CaseError::Write(error), _) => Failure::Write(error),
            (CaseError::Memory(error), _) => numbers.unreadable(error),
            (CaseError::NoCase(missing), Items::List { item }) => {
                numbers.missing(missing, &format!("{case}{item} count"))
            }
            (CaseError::NoCase(missing), Items::Fixed(names)) => {
                numbers.missing(missing, &format!("{case}{}", names.first().unwrap_or(&"number")))
            }
            (CaseError::Beyond { item: number }, items) => {
                let name = if let Items::List { item } = items { item } else { "number" };
                let most = self.most.unwrap_or(u64::MAX);
                numbers.refuse_last(out, |token| {
                    format!(
                        "{case}{name} {number}: expected a number from 1 to {most}, found {}",
                        quoted(token)
                    )
                })
            }
            (CaseError::Short { missing, count, left }, _) => short::<P>(numbers, missing, case, count, left),
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
            let Some((numbers, after)) = whole_case::<P>(rest) else { break };
            if !run.allows(numbers) {
                break;
            }
            run.answer(kernel, numbers, out);
            done += 1;
            rest = after;
        }
        let used = all - rest.len();
        run.done += done;
        numbers.skip(used);
    }
}

/// Splits off the numbers of the first case of `rest`, if all of them are there.
#[inline]
fn whole_case<P: Problem>(rest: &[u64]) -> Option<(&[u64], &[u64])> {
    if closes::<P>(rest) {
        return None;
    }
    match P::GRAMMAR.items {
        Items::Fixed(names) => rest.split_at_checked(names.len()),
        Items::List { .. } => {
            let (&count, items) = rest.split_first()?;
            items.split_at_checked(usize::try_from(count).ok()?)
        }
    }
}

/// Whether `rest`, which begins where a case may, begins with the 0 that closes the input.
#[inline]
fn closes<P: Problem>(rest: &[u64]) -> bool {
    P::GRAMMAR.cases == Cases::UntilZero && rest.first() == Some(&0)
}

/// The reason why a run failed; [`CaseRun::failure`] finds the place.
pub(super) enum CaseError {
    /// An answer could not be written.
    Write(io::Error),
    /// There is no memory for the numbers of a case.
    Memory(io::Error),
    /// The first number of a case is missing.
    NoCase(Missing),
    /// The last `left` of the `count` numbers of a case are missing.
    Short { missing: Missing, count: u64, left: u64 },
    /// An item, the number used last, is 0 or exceeds the bound. It is the `item`th of its case.
    Beyond { item: u64 },
}

/// Fails if anything follows the last case.
pub(super) fn end<P: Problem>(numbers: &mut Numbers, out: &mut Lines<'_>) -> Result<(), Failure> {
    let last = if P::GRAMMAR.cases == Cases::UntilZero { "the closing 0" } else { "the last case" };
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
    match (P::GRAMMAR.items, missing) {
        (Items::List { item }, Missing::Ended) => numbers.at_end(format!(
            "{case}expected {count} {item}{}, found {found} before the end of the input",
            if count == 1 { "" } else { "s" }
        )),
        (Items::List { item }, missing) => numbers.missing(missing, &format!("{case}{item} {}", found + 1)),
        (Items::Fixed(names), missing) => {
            let name = usize::try_from(found).ok().and_then(|found| names.get(found)).unwrap_or(&"number");
            numbers.missing(missing, &format!("{case}{name}"))
        }
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
