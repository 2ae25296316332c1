//! `toolkit mutants`: changes accepted programs a little, and finds the tests that notice.

mod cases;
mod changes;
mod equivalents;
mod kept;
mod report;
mod runs;

use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Duration;

use self::cases::Case;
use self::equivalents::Equivalents;
use self::kept::KeptOutcomes;
use self::report::Findings;
pub use self::report::Score;
use self::runs::Runs;
use super::check::run_options::LimitArgs;
use super::check::run_options::SandboxArgs;
use crate::commands::precompile;
use crate::exit::Exit;
use crate::system::clock::Clock;
use crate::system::interruption::Interruption;
use crate::terminal::UsageError;
use crate::terminal::count::{at_least_one, number};
use crate::terminal::output::OutputArgs;
use crate::terminal::say;
use nim_judge::Options;
use nim_simd::Level;
use nim_task::formats::Manifests;

/// Change accepted programs a little, and find the tests that notice
///
/// A mutant is a program with one small mistake: `<` for `<=`, an array half as large, a reset that is left out. Each is compiled and run on
/// the tests up to its first failure, as by `check`. A mutant that passes all of them is a mistake that the tests do not catch: add a test, or
/// a reason why it is none to submissions/equivalent.txt. Programs in C, C++, Java, Python and Rust are changed.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  toolkit mutants my-package\n  toolkit mutants my-package --seconds 60\n  toolkit mutants john sol.cpp\n\nExit codes:\n  0  every mutant was caught, or is marked as equivalent\n  1  a mutant passes all tests, or a program is not accepted"
)]
pub struct Args {
    /// A problem or a package; then source files [default: the accepted submissions]
    #[arg(value_name = "NAME|PACKAGE|SOURCE", required = true)]
    words: Vec<PathBuf>,
    /// Time for the runs of mutants [default: until all are run]
    #[arg(long, value_name = "N", value_parser = number, allow_hyphen_values = true)]
    seconds: Option<u64>,
    /// Seed of the order of mutants; those that are new or passed all tests before come first
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number, allow_hyphen_values = true)]
    seed: u64,
    /// Reuse the results of earlier runs for the same mutants, tests and limits
    #[arg(long)]
    resume: bool,
    /// Number of runs at a time, at most one per core
    #[arg(short, long, value_name = "N", value_parser = at_least_one, allow_hyphen_values = true)]
    jobs: Option<NonZero<usize>>,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

/// Runs the mutants, and prints what was found.
pub fn run(args: &Args, level: Option<Level>) -> anyhow::Result<Exit> {
    let mut interruption = Interruption::watch()?;
    interruption.watch_output(Exit::NotAccepted);
    interruption.end(mutants(args, level, &interruption))
}

fn mutants(args: &Args, level: Option<Level>, interruption: &Interruption) -> anyhow::Result<Exit> {
    let options = Options {
        jobs: args.jobs,
        limits: args.limits.overrides(),
        time_of_package: args.limits.is_of_package(),
        sandbox: args.sandbox.options(),
        header_maker: precompile::header_maker(),
        ..Options::new(crate::system::languages()?)
    };
    let budget = Budget { seconds: args.seconds, seed: args.seed, resume: args.resume };
    say::missing_sandbox();
    let findings = find(&args.words, options, level, interruption, &budget)?;
    let (verdict, text) = (|| findings.verdict(), || findings.text());
    args.output
        .answer(report::SCHEMA, &findings.json(), verdict, text)
        .or_else(|error| if error.kind() == io::ErrorKind::BrokenPipe { Ok(()) } else { Err(error) })?;
    let exit = match findings.failures.is_empty() {
        false => Exit::Failed,
        true if findings.is_good() => Exit::Success,
        true => Exit::NotAccepted,
    };
    Ok(interruption.exit().unwrap_or(exit))
}

/// The choice and order of the mutants to run.
struct Budget {
    seconds: Option<u64>,
    seed: u64,
    resume: bool,
}

/// Returns the score of a package's tests, by the mutants of its accepted submissions that are run in some seconds; the results of earlier
/// runs are reused.
///
/// # Errors
/// As of a check.
pub fn score(
    package: &Path,
    manifests: &Manifests,
    seconds: u64,
    level: Option<Level>,
    interruption: &Interruption,
) -> anyhow::Result<Score> {
    let options = Options { manifests: manifests.clone(), ..Options::new(crate::system::languages()?) };
    let budget = Budget { seconds: Some(seconds), seed: 0, resume: true };
    Ok(find(&[package.to_path_buf()], options, level, interruption, &budget)?.score())
}

/// Runs the mutants of the programs that the words name.
fn find(
    words: &[PathBuf],
    options: Options,
    level: Option<Level>,
    interruption: &Interruption,
    budget: &Budget,
) -> anyhow::Result<Findings> {
    let clock = Clock::new(interruption);
    let mut runs = Runs::new(words, options, level, &clock)?;
    let programs = std::mem::take(&mut runs.programs);
    let (mut programs, left_out) = cases::mutated_programs(programs)?;
    left_out.iter().for_each(say::note);
    let rejected = runs.begin(&mut programs)?;
    let mut cases: Vec<Case> = programs.iter().enumerate().flat_map(|(at, own)| own.cases(at)).collect();
    if programs.is_empty() && rejected.is_empty() {
        return Err(UsageError::new("there is no program whose language has mutants").into());
    }
    let equivalents = runs.package.as_deref().map(Equivalents::read).transpose()?.unwrap_or_default();
    let name = runs.name();
    let stale = equivalents.mark(&runs.problem_name(), &mut cases, &programs);
    let mut kept = KeptOutcomes::open(&runs.identity()?, &mut cases, &runs.fingerprints, budget.resume);
    let order = cases::order(&cases, budget.seed);
    if let Some(seconds) = budget.seconds {
        clock.give(Duration::from_secs(seconds));
    }
    runs.all(&programs, &mut cases, &order, &mut kept)?;
    Ok(Findings { name, programs, cases, rejected, stale, tests: runs.tests(), failures: runs.failures })
}
