//! A problem that answers single cases, which somebody else has read.

use super::cases::Solver;
use super::heaps::PlainHeaps;
use crate::problem::{Case, CaseAnalysis, Fields, Problem, ValueError};
use nim_io::kernel::Kernel;
use nim_io::lines::Lines;
use nim_simd::Level;
use std::cell::Cell;

/// A problem that is ready for single cases.
pub trait ByCase {
    /// Writes the answer of a case; `number` counts from 1.
    fn answer(&self, number: u64, case: &Fields<'_>, out: &mut Lines<'_>);

    /// Returns the position or the numbers that decide a case.
    fn facts<'a>(&self, case: &Fields<'a>) -> CaseAnalysis<'a>;
}

/// A problem with its switches and header.
struct Prepared<P> {
    problem: P,
    header: Vec<u64>,
}

/// Prepares a problem.
///
/// # Errors
/// As for [`Problem::begin`].
pub fn prepare<P: Problem + 'static>(
    switches: &[&str],
    header: &[u64],
) -> Result<Box<dyn ByCase>, ValueError> {
    let mut problem = P::default();
    problem.configure(switches);
    problem.begin(header)?;
    Ok(Box::new(Prepared { problem, header: header.to_vec() }))
}

impl<P: Problem> ByCase for Prepared<P> {
    fn answer(&self, number: u64, case: &Fields<'_>, out: &mut Lines<'_>) {
        let heaps = case.values.get(case.last_range()).unwrap_or_default();
        let heaps = &mut PlainHeaps { heaps, kernel: Kernel::SCALAR, picked: &mut Vec::new() };
        let (level, fields, room) = (Level::SCALAR, *case, &Cell::default());
        Solver::answer(&self.problem, Case { number, summary: &(), level, heaps, fields, room }, out);
    }

    fn facts<'a>(&self, case: &Fields<'a>) -> CaseAnalysis<'a> {
        self.problem.facts(&self.header, case)
    }
}
