//! The summary of a case's numbers: those before a list, then those of the list, up to the first outside of their range.

use super::cases::{CaseError, CaseRun};
use crate::problem::Problem;
use nim_io::kernel::{Kernel, KernelTask};
use nim_io::lines::Lines;
use nim_io::numbers::Numbers;
use nim_simd::Level;
use std::ops::RangeInclusive;

/// Reads the numbers of the next case before its list. Returns its summary so far, and the length of the list.
pub(super) fn lead<P: Problem>(
    problem: &P,
    run: &mut CaseRun<'_>,
    numbers: &mut Numbers,
    out: &mut Lines<'_>,
) -> Result<(P::Summary, u64), CaseError> {
    let (values, items) = run.lead(numbers, out)?;
    let mut summary = problem.open(if items.is_some() { values } else { &[] });
    if items.is_none() {
        // The same numbers in every case.
        problem.summarize(&mut summary, values, Level::SCALAR);
    }
    Ok((summary, items.unwrap_or(0)))
}

/// Adds numbers to a summary, by code that is compiled for the CPU.
///
/// # Errors
/// The place of the first number that is outside of the range.
pub(super) fn summarize<P: Problem>(
    problem: &P,
    summary: &mut P::Summary,
    numbers: &[u64],
    range: &RangeInclusive<u64>,
    kernel: Kernel,
) -> Result<(), usize> {
    if let Some(at) = first_outside(numbers, range, kernel) {
        return Err(at);
    }
    kernel.run(Summarize { problem, summary, numbers, kernel });
    Ok(())
}

/// Adds the numbers of batches to a summary.
struct Summarize<'a, P: Problem> {
    problem: &'a P,
    summary: &'a mut P::Summary,
    numbers: &'a [u64],
    kernel: Kernel,
}

impl<P: Problem> KernelTask for Summarize<'_, P> {
    #[inline(always)] // See `KernelTask`.
    fn run(self) {
        self.problem.summarize(self.summary, self.numbers, self.kernel.level());
    }
}

/// Returns the index of the first number outside of a range. A range of all numbers needs no look at them; otherwise one pass without
/// branches finds whether there is one, and only then its place is searched.
fn first_outside(numbers: &[u64], range: &RangeInclusive<u64>, kernel: Kernel) -> Option<usize> {
    if *range == (0..=u64::MAX) {
        return None;
    }
    let mut is_any = false;
    kernel.run(IsAnyOutside { numbers, from: *range.start(), to: *range.end(), is_any: &mut is_any });
    if is_any { numbers.iter().position(|number| !range.contains(number)) } else { None }
}

/// Whether any of some numbers is outside of a range.
struct IsAnyOutside<'a> {
    numbers: &'a [u64],
    from: u64,
    to: u64,
    is_any: &'a mut bool,
}

impl KernelTask for IsAnyOutside<'_> {
    #[inline(always)] // See `KernelTask`.
    fn run(self) {
        let Self { numbers, from, to, is_any } = self;
        *is_any = numbers.iter().fold(false, |any, &number| any | (number < from) | (number > to));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_number_outside_is_found_wherever_it_stands() {
        for (name, level) in Level::available() {
            let first = |numbers: &[u64], range| first_outside(numbers, &range, Kernel::new(level));
            for len in 0..80 {
                let mut numbers = vec![7; len];
                assert_eq!(first(&numbers, 7..=7), None, "{name}");
                assert_eq!(first(&numbers, 0..=u64::MAX), None, "{name}");
                #[expect(clippy::reversed_empty_ranges, reason = "bounds of an input may be so")]
                let nothing = 8..=6;
                assert_eq!(first(&numbers, nothing), (len > 0).then_some(0), "{name}");
                for at in (0..len).rev() {
                    for (outside, range) in
                        [(u64::MAX, 0..=u64::MAX - 1), (6, 7..=u64::MAX), (8, 7..=7), (0, 1..=1 << 63)]
                    {
                        numbers[at] = outside;
                        assert_eq!(first(&numbers, range), Some(at), "{name}");
                        numbers[at] = 7;
                    }
                    // A later one is not the first.
                    numbers[at] = 9;
                    assert_eq!(first(&numbers, 0..=8), Some(at), "{name}");
                }
            }
        }
    }
}
