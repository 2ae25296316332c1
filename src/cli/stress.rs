//! `toolkit stress`: looks for an input on which a program is wrong, and shrinks it.

mod counterexample;
mod feed;
mod progress;
mod report;
mod search;
mod target;
mod timer;
mod trial;

use std::ffi::OsString;
use std::io::{self, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use std::time::{Duration, Instant};

use anyhow::Context;

use self::counterexample::{Counterexample, Shrinker};
use self::feed::Feed;
use self::report::Story;
use self::search::{Counters, Search};
use self::target::Target;
use self::timer::Timer;
use self::trial::Trial;
use super::UsageError;
use super::check::Compiling;
use super::check::interruption::Interruption;
use super::check::limits::LimitArgs;
use super::check::sandboxing::{SandboxArgs, note_missing};
use super::count::{at_least_one, number};
use crate::exit::Exit;
use nim_ground::limits::parse_time;
use nim_judge::options::jobs;
use nim_judge::output_check::OutputChecks;
use nim_judge::preparation::Preparation;
use nim_judge::problem::Problem;
use nim_judge::programs::{self, NamedProgram};
use nim_judge::session::OutputCheck;
use nim_judge::trusted::TrustedPrograms;
use nim_judge::{Options, hidden};
use nim_sandbox::secrets::Secrets;
use nim_task::comparison::Comparison;
use nim_task::defines::USUAL;
use nim_task::language::Languages;
use nim_task::layout::Validation;
use nim_task::protocol::Protocol;

use nim_simd::Level;
use nim_task::source::Source;

/// Look for an input on which a program is wrong, and shrink it
///
/// Tries every small input first, so that a program that passes is right up to a size, which is printed; and with them
/// inputs of every family of `toolkit gen`.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  toolkit stress john sol.cpp\n  toolkit stress FOLDER --against ./slow -- ./program\n\nExit codes:\n  0  no counterexample was found\n  1  a counterexample was found\n  5  CMD cannot be started"
)]
pub struct Args {
    /// A problem, or a folder whose problem.yaml has a grammar
    #[arg(value_name = "SLUG|FOLDER")]
    problem: String,
    /// The source file of the program, to be compiled
    #[arg(value_name = "SOURCE", required_unless_present = "command", conflicts_with = "command")]
    source: Option<PathBuf>,
    /// Seed of the inputs that are made at random
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number, allow_hyphen_values = true)]
    seed: u64,
    /// Time for the search; shrinking takes at most half as long again
    #[arg(long, value_name = "T", default_value = "30s", value_parser = parse_time, allow_hyphen_values = true)]
    time: Duration,
    /// Number of runs at a time, at most one per core
    #[arg(short, long, value_name = "N", value_parser = at_least_one, allow_hyphen_values = true)]
    jobs: Option<NonZero<usize>>,
    /// Folder for the counterexample, as a pair of files
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Program that gives the right answers, instead of the built-in solver
    #[arg(long, value_name = "CMD")]
    against: Option<String>,
    /// How outputs are compared: tokens, exact, lines or float:1e-6
    #[arg(long, value_name = "HOW", value_parser = Comparison::parse)]
    compare: Option<Comparison>,
    /// Program that judges outputs, or builtin:NAME for a checker of the problem
    #[arg(long, value_name = "CMD", conflicts_with = "compare")]
    checker: Option<String>,
    /// How the checker is called: testlib, kattis, hustoj, lemon, oj or cms
    #[arg(long, value_name = "STYLE", default_value = "testlib", requires = "checker", value_parser = Protocol::of_checker)]
    checker_style: Protocol,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    sandbox: SandboxArgs,
    /// The program, or its source file
    #[arg(last = true, value_name = "CMD")]
    command: Vec<OsString>,
}

/// Runs a search.
pub fn run(args: &Args, level: Option<Level>) -> anyhow::Result<Exit> {
    let mut interruption = Interruption::watch()?;
    if args.output.is_none() {
        interruption.watch_output(Exit::Success);
    }
    interruption.end(stress(args, level, &interruption))
}

fn stress(args: &Args, level: Option<Level>, interruption: &Interruption) -> anyhow::Result<Exit> {
    let target = Target::load(&args.problem, level)?;
    if target.built_in.is_none() && args.against.is_none() {
        let why = "has no built-in solver: name a program that gives the right answers with --against";
        return Err(UsageError(format!("{} {why}", args.problem)).into());
    }
    let languages = super::languages()?;
    let options = Options { jobs: args.jobs, sandbox: args.sandbox.options(), ..Options::new(languages) };
    let programs = given(args, &options.languages)?;
    let limits = args.limits.overrides().or(target.limits).resolve();
    let timer = Timer::new(&interruption.happened, args.time);
    let mut checks = OutputChecks::new(TrustedPrograms::new(&options));
    let check = output_check(args, &target, &mut checks)?;
    let preparation = Preparation { options: &options, secrets: secrets(args, &target), defines: USUAL };
    note_missing();
    // A program that cannot be started is no wrong usage here.
    let started = |error| anyhow::anyhow!("{error:#}");
    let prepared = preparation.compile(&programs, &mut Compiling::default()).map_err(started)?;
    let sandboxed =
        preparation.ready(&programs, &prepared, (limits.output, timer.stop())).map_err(started)?;
    let start = || -> anyhow::Result<Trial<'_>> {
        let program = sandboxed.first().context("there is no program")?.launch()()?;
        let reference = sandboxed.get(1).map(|against| against.launch()()).transpose()?;
        Ok(Trial::new(&target, program, reference, &check)?)
    };
    let feed = Mutex::new(Feed::new(&target.about, args.seed));
    let counters = Counters::default();
    let search = Search { feed: &feed, limits, stop: timer.stop(), counters: &counters, start: &start };
    // What was spent on compilers is none of it.
    timer.restart(args.time);
    let mut searched = timer.watch(&counters, || search.run(jobs(args.jobs).get()))?;
    let found = match searched.failure.take() {
        Some(failed) => {
            timer.restart(args.time / 2);
            let deadline = Instant::now() + args.time / 2;
            let longest = searched.longest;
            let mut shrinker = Shrinker { trial: start()?, limits, longest, deadline, stop: timer.stop() };
            Some(timer.watch(&counters, || shrinker.run(failed))?)
        }
        None => None,
    };
    let feed = feed.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    let source = programs.first().and_then(NamedProgram::main_file);
    let pair = match (&found, &args.output) {
        (Some(found), Some(folder)) => Some(report::write_pair(folder, &target, found)?),
        _ => None,
    };
    let (target, searched, counters, proved) = (&target, &searched, &counters, feed.proved());
    let story = Story { args, target, searched, counters, proved, source, pair };
    print(&story, found.as_ref(), interruption.exit())
}

/// Prints what was found and returns the exit code.
fn print(
    story: &Story<'_>,
    found: Option<&Counterexample>,
    interrupted: Option<Exit>,
) -> anyhow::Result<Exit> {
    let text = match found {
        Some(found) => story.of(found),
        None => story.of_survival(interrupted.is_some()),
    };
    if let Err(error) = io::stdout().write_all(text.as_bytes())
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        return Err(error).context("cannot write to standard output");
    }
    let exit = if found.is_some() { Exit::NotAccepted } else { Exit::Success };
    Ok(interrupted.unwrap_or(exit))
}

/// Returns the program, and after it that of `--against`.
fn given(args: &Args, languages: &Languages) -> anyhow::Result<Vec<NamedProgram>> {
    let source_of = |file: &Path| Source::of_file(file, languages).map(|source| (file.to_path_buf(), source));
    let (source, command) = match (&args.source, args.command.as_slice()) {
        (Some(file), command) => {
            let unknown = || {
                let file = file.display();
                UsageError(match args.source.as_ref().is_some_and(|file| file.exists()) {
                    true => format!("{file} is no source file of a known language"),
                    false => format!("there is no source file {file}"),
                })
            };
            (Some(source_of(file).ok_or_else(unknown)?), command)
        }
        (None, command @ [file]) => source_of(Path::new(file)).map_or((None, command), |it| (Some(it), &[])),
        (None, command) => (None, command),
    };
    let mut programs = programs::given(source.as_slice(), &[], command, languages)?;
    if let Some(against) = &args.against {
        programs.push(NamedProgram::of_option("--against", against, languages)?);
    }
    Ok(programs)
}

/// Returns the files hidden from both programs: test data, the problem's folder, and the output.
fn secrets(args: &Args, target: &Target) -> Secrets {
    let mut secrets = Secrets::default();
    let data = Path::new("testdata").join(&target.about.name);
    [Some(data.as_path()), target.folder.as_deref(), args.output.as_deref()]
        .into_iter()
        .flatten()
        .for_each(|folder| secrets.add_folder(folder));
    if let Some(checker) = &args.checker {
        hidden::add_checker(&mut secrets, checker);
    }
    secrets
}

/// Returns the way outputs are judged: the command line's, else the package's, else token by token.
fn output_check<'a>(
    args: &Args,
    target: &'a Target,
    checks: &mut OutputChecks<'a>,
) -> anyhow::Result<OutputCheck<'a>> {
    if let Some(checker) = &args.checker {
        let problem = target.built_in.as_ref().map(|problem| problem as &dyn Problem);
        let of = (problem, target.about.name.as_str());
        return Ok(checks.checker(checker, args.checker_style, of)?);
    }
    match (args.compare, &target.validation) {
        (Some(comparison), _) => Ok(OutputCheck::Compare(comparison)),
        (None, None) => Ok(OutputCheck::Compare(Comparison::TOKENS)),
        (None, Some(Validation::Compare(comparison))) => Ok(OutputCheck::Compare(*comparison)),
        (None, Some(Validation::Program { place, args, style, .. })) => {
            Ok(checks.validator(place, args, *style)?)
        }
        (None, Some(Validation::Interactor { .. })) => {
            anyhow::bail!("the problem is interactive: there are no outputs to compare")
        }
    }
}
