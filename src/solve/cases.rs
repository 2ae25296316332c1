//! Cases one after another: cut from the numbers as the grammar says, and answered.

use super::heaps::{PackedHeaps, PlainHeaps};
use super::held::Held;
use crate::io::error::Failure;
use crate::io::kernel::{Kernel, Work};
use crate::io::lines::Lines;
use crate::io::numbers::{Missing, Numbers};
use crate::io::text::quoted;
use crate::problem::{Case, Cases, Heaps, Items, Problem};
use std::fmt;
use std::io;

/// A run through many cases.
pub(super) struct Run<'p, P: Problem> {
    pub(super) problem: &'p P,
    /// Cases answered so far.
    pub(super) done: u64,
    /// How many there are, where the input says so.
    pub(super) total: Option<u64>,
    /// The largest item that may stand in a list, where the grammar bounds it.
    pub(super) most: Option<u64>,
    /// Whether a 0 in place of a case has closed the input.
    closed: bool,
    /// Numbers of a case that lies in more than one batch, if the problem wants them again.
    pub(super) held: Held,
    /// Room for heaps that are picked out.
    picked: Vec<u64>,
}

/// Why a run stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The next case begins behind the limit.
    Limit,
    /// All cases have been answered.
    Total,
    /// A 0 in place of a case has closed the input.
    Closed,
    /// The input ends where a case may.
    Input,
}

impl<'p, P: Problem> Run<'p, P> {
    pub(super) fn new(problem: &'p P, total: Option<u64>, most: Option<u64>) -> Self {
        Self { problem, done: 0, total, most, closed: false, held: Held::default(), picked: Vec::new() }
    }

    /// Whether the numbers may stand in a list.
    #[inline]
    fn allows(&self, numbers: &[u64]) -> bool {
        P::GRAMMAR.most.is_none()
            || self.most.is_none_or(|most| numbers.iter().all(|&number| 1 <= number && number <= most))
    }

    /// Answers what is left, and makes sure that nothing follows.
    pub(super) fn finish(&mut self, numbers: &mut Numbers, out: &mut Lines<'_>) -> Result<(), Failure> {
        match self.go(numbers, out).map_err(|trouble| self.failure(numbers, out, trouble))? {
            // Where cases may end at any time, the end of the input has been seen already.
            End::Input | End::Limit => Ok(()),
            End::Total | End::Closed => end::<P>(numbers, out),
        }
    }

    /// Answers cases until there is no more or the next one begins behind the limit.
    pub(super) fn go(&mut self, numbers: &mut Numbers, out: &mut Lines<'_>) -> Result<End, Trouble> {
        loop {
            if self.closed {
                return Ok(End::Closed);
            }
            let kernel = numbers.kernel();
            kernel.run(WholeCases { run: self, kernel, numbers, out });
            out.check().map_err(Trouble::Write)?;
            if self.total == Some(self.done) {
                return Ok(End::Total);
            }
            match numbers.ready_before_limit(out) {
                Err(Missing::Ended) if self.total.is_none() => return Ok(End::Input),
                Err(missing) => return Err(Trouble::NoCase(missing)),
                Ok(()) if numbers.rest().1 == 0 => return Ok(End::Limit),
                Ok(()) => self.one_case(numbers, out)?,
            }
        }
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "see `Work`")]
    fn answer(&mut self, kernel: Kernel, heaps: &[u64], out: &mut Lines<'_>) {
        let mut summary = P::Summary::default();
        self.problem.summarize(&mut summary, heaps, kernel.level());
        let heaps = &mut PlainHeaps { heaps, kernel, picked: &mut self.picked };
        self.problem.answer(Case { summary: &summary, heaps }, out);
    }

    /// Answers the next case, wherever it ends, or finds that there is none.
    fn one_case(&mut self, numbers: &mut Numbers, out: &mut Lines<'_>) -> Result<(), Trouble> {
        if closes::<P>(numbers.rest().0) {
            numbers.skip(1);
            self.closed = true;
            return Ok(());
        }
        let count = match P::GRAMMAR.items {
            Items::Fixed(names) => names.len() as u64,
            Items::List { .. } => numbers.next(out).map_err(Trouble::NoCase)?,
        };
        let mut summary = P::Summary::default();
        self.held.clear();
        let mut left = count;
        while left > 0 {
            // One at a time where they are bounded: the one used last is the one to be refused.
            let at_once = if P::GRAMMAR.most.is_some() { 1 } else { left };
            let level = numbers.kernel().level();
            let part =
                numbers.take(at_once, out).map_err(|missing| Trouble::Short { missing, count, left })?;
            if !self.allows(part) {
                return Err(Trouble::Beyond { item: count - left + 1 });
            }
            self.problem.summarize(&mut summary, part, level);
            left -= part.len() as u64;
            if P::REPLAYS {
                self.held.extend(part).map_err(Trouble::Memory)?;
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

    /// What a trouble is to the user.
    #[cold]
    pub(super) fn failure(&self, numbers: &mut Numbers, out: &mut Lines<'_>, trouble: Trouble) -> Failure {
        let case = Number(Some(self.done + 1));
        match (trouble, P::GRAMMAR.items) {
            (Trouble::Write(error), _) => Failure::Write(error),
            (Trouble::Memory(error), _) => numbers.unreadable(error),
            (Trouble::NoCase(missing), Items::List { item }) => {
                numbers.missing(missing, &format!("{case}{item} count"))
            }
            (Trouble::NoCase(missing), Items::Fixed(names)) => {
                numbers.missing(missing, &format!("{case}{}", names.first().unwrap_or(&"number")))
            }
            (Trouble::Beyond { item: number }, items) => {
                let name = if let Items::List { item } = items { item } else { "number" };
                let most = self.most.unwrap_or(u64::MAX);
                numbers.refuse_last(out, |token| {
                    format!(
                        "{case}{name} {number}: expected a number from 1 to {most}, found {}",
                        quoted(token)
                    )
                })
            }
            (Trouble::Short { missing, count, left }, _) => short::<P>(numbers, missing, case, count, left),
        }
    }
}

/// Answers the cases that lie in the batch whole.
struct WholeCases<'a, 'p, 'o, P: Problem> {
    run: &'a mut Run<'p, P>,
    kernel: Kernel,
    numbers: &'a mut Numbers,
    out: &'a mut Lines<'o>,
}

impl<P: Problem> Work for WholeCases<'_, '_, '_, P> {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "see `Work`")]
    fn go(self) {
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

/// The numbers of the case that `rest` begins with, if it has all of them, and what follows.
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

/// Why a run did not get to an end; where, only [`Run::failure`] finds out.
pub(super) enum Trouble {
    /// An answer could not be written.
    Write(io::Error),
    /// The numbers of a case take more memory than there is.
    Memory(io::Error),
    /// A case does not even begin.
    NoCase(Missing),
    /// A case lacks `left` of its `count` numbers.
    Short { missing: Missing, count: u64, left: u64 },
    /// The item of this number in its case, which was used last, is 0 or larger than it may be.
    Beyond { item: u64 },
}

/// Makes sure that nothing follows the last case.
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

/// A case that has fewer numbers than it should.
#[cold]
pub(super) fn short<P: Problem>(
    numbers: &Numbers,
    missing: Missing,
    case: Number,
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

/// The number of a case, as messages begin; nothing where there can be only one.
#[derive(Clone, Copy)]
pub(super) struct Number(pub(super) Option<u64>);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |case| write!(f, "case {case}: "))
    }
}
