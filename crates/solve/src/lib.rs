//! Solves an input: cuts its numbers into cases, on several threads, and writes the answers.
//!
//! Knows problems as data, and none by name. Depends on `nim-io`, and on `nim-engine` for the summaries of heaps. Begin with
//! [`problem::Problem`], then [`solve`].
//!
//! A problem says how an input is laid out, and answers a case of it:
//!
//! ```
//! use nim_solve::prelude::*;
//! use nim_solve::{Tuning, solve};
//!
//! #[derive(Default)]
//! struct LastStone;
//!
//! impl Problem for LastStone {
//!     const THEMES: &'static [Theme] = &[Theme::TakeAway];
//!     const RULE: &'static str = "Take one or two of n stones, the last stone wins: print `first` or `second`";
//!     const IDEA: &'static str = "The first player loses on multiples of 3";
//!     const GRAMMAR: Grammar =
//!         Grammar { cases: Cases::Counted, case: &[line(&[number("n")])], ..Grammar::NOTHING };
//!     const EITHER: Option<[Line; 2]> = Some([Line::new("first"), Line::new("second")]);
//!     type Summary = ();
//!
//!     fn is_first(&self, case: &Case<'_, ()>) -> bool {
//!         let [stones] = case.numbers();
//!         stones % 3 != 0
//!     }
//!
//!     fn facts<'a>(&self, _: &[u64], _: &Fields<'a>) -> CaseAnalysis<'a> {
//!         CaseAnalysis::none()
//!     }
//! }
//!
//! let mut answers = Vec::new();
//! let input = nim_io::Input::reader("input", "2\n4\n6\n".as_bytes());
//! solve::<LastStone>(&[], input, &mut Lines::new(&mut answers), &Tuning::default())?;
//! assert_eq!(answers, b"first\nsecond\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | holds |
//! |---|---|
//! | [`problem`] | the trait of a problem, and its declarations |
//! | [`prelude`] | the names that the folder of a problem uses |
//! | [`mod@registry`] | a problem as an entry of the registry, and the macro that fills it |
//! | `cases` | cutting numbers into cases, as the grammar says, and answering them in order |
//! | `compiled` | what of this is compiled for each problem |
//! | `cut` | the cases that a batch has whole, by code compiled for the grammar |
//! | `walk`, `fields` | cases of any other shape: a compiled grammar, and the tokens of a case |
//! | `checks`, `size` | the conditions of a grammar, and its counts |
//! | `single` | two-pass solving of single-case inputs |
//! | `heaps`, `held`, `replay` | the second pass over a case's heaps: in memory, packed in memory, from the text |
//! | `parallel`, `resync` | many cases on several threads; finding a case boundary near an offset |
//! | `early` | answers of a piece that are written before the piece is done |
//! | `account` | the work of guesses, and its memory, with their bounds |
//! | `pieces`, `cpu` | an input cut into pieces for threads, the buffer pool; migrating new threads off the CPU of their spawner |
//! | `records` | a single case of an input: its numbers and its line |
//! | `by_case` | a problem that answers single cases |

mod account;
pub mod by_case;
mod cases;
mod checks;
mod compiled;
mod cpu;
mod cut;
mod early;
mod fields;
mod heaps;
mod held;
mod numbering;
mod parallel;
mod part;
mod pieces;
pub mod prelude;
pub mod problem;
pub mod records;
pub mod registry;
mod replay;
mod resync;
mod single;
mod size;
pub mod walk;

use self::cases::{CaseLayout, CaseRun, Solver, end};
use self::parallel::in_parallel;
use self::pieces::MOST_THREADS;
use crate::problem::{Cases, Problem};
use nim_io::Input;
use nim_io::error::Failure;
use nim_io::lines::Lines;
use nim_io::numbers::Numbers;
use nim_io::sizes::size;
use nim_io::text::quoted;
use nim_simd::Level;
use std::num::NonZero;
use std::thread;

/// Options for speed, which never change an answer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tuning {
    /// Most threads; by default one for each core. No more are started than have work.
    pub threads: Option<NonZero<usize>>,
    /// The SIMD level; by default the highest of the CPU.
    pub level: Option<Level>,
}

/// The bytes of a mapping for each thread, so that a thread repays its start.
const FOR_EACH_THREAD: usize = size(2 << 20, 40);

impl Tuning {
    /// Returns the number of threads for a mapping of this size.
    fn threads(self, bytes: usize) -> usize {
        let most = (bytes / FOR_EACH_THREAD).min(MOST_THREADS);
        if most < 2 {
            return 1;
        }
        let asked = self.threads.or_else(|| thread::available_parallelism().ok());
        asked.map_or(1, NonZero::get).min(most)
    }
}

/// Solves an input and writes the answers.
///
/// The answers of the cases before an error have been written and flushed when it is returned.
///
/// # Errors
/// When the input is malformed, or reading or writing fails.
pub fn solve<P: Problem>(
    switches: &[&str],
    input: Input,
    out: &mut Lines<'_>,
    tuning: &Tuning,
) -> Result<(), Failure> {
    let mut problem = P::default();
    problem.configure(switches);
    solve_by(&mut problem, input, out, tuning)
}

fn solve_by(
    solver: &mut dyn Solver,
    input: Input,
    out: &mut Lines<'_>,
    tuning: &Tuning,
) -> Result<(), Failure> {
    let error_source = input.error_source();
    out.watch(input.watched().cloned());
    let solved = Numbers::new(input, tuning.level, out)
        .and_then(|mut numbers| answer(solver, &mut numbers, out, tuning));
    let written = out.flush().map_err(Failure::Write);
    out.watch(None);
    solved.and(written).map_err(|failure| error_source.explain(failure))
}

/// Reads the header and answers all cases.
fn answer(
    solver: &mut dyn Solver,
    numbers: &mut Numbers,
    out: &mut Lines<'_>,
    tuning: &Tuning,
) -> Result<(), Failure> {
    let header = begin(solver, numbers, out)?;
    let CaseLayout { grammar, needs, has_pieces, .. } = solver.layout();
    let total = match grammar.cases {
        Cases::One => Some(1),
        Cases::Counted => Some(numbers.next(out).map_err(|missing| numbers.missing(missing, "case count"))?),
        Cases::ToEnd | Cases::UntilZeros(_) => None,
    };
    let threads = tuning.threads(numbers.mapping().map_or(0, |map| map.len()));
    let mut run = CaseRun::new(solver, total, &header);
    if !needs.is_whole() && grammar.cases == Cases::One {
        let answered = solver.one_case(&mut run, numbers, out, threads);
        answered.map_err(|error| run.failure(numbers, out, error))?;
        return end(grammar.cases, numbers, out);
    }
    if *has_pieces && threads > 1 {
        in_parallel(&mut run, numbers, out, threads)?;
    }
    run.finish(numbers, out)
}

/// Reads the header and hands it to the solver.
fn begin(solver: &mut dyn Solver, numbers: &mut Numbers, out: &mut Lines<'_>) -> Result<Vec<u64>, Failure> {
    let names = solver.layout().grammar.header;
    let mut header = Vec::new();
    for name in names {
        header.push(numbers.next(out).map_err(|missing| numbers.missing(missing, name))?);
    }
    solver.begin(&header).map_err(|why| {
        let name = names.last().unwrap_or(&"header");
        numbers.refuse_last(out, |token| format!("{name}: {why}, found {}", quoted(token)))
    })?;
    Ok(header)
}
