//! `toolkit check`: run programs on test data and say what came of it.

mod hidden;
mod identity;
mod interruption;
mod judging;
mod lend;
mod paths;
mod programs;
mod progress;
mod show;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::builder::ValueParser;
use regex::Regex;

use self::interruption::Interruption;
use self::judging::Judges;
use self::lend::Lent;
use self::programs::Pen;
use self::progress::Progress;
pub use self::show::Screen;
use super::Misuse;
use super::count::at_least_one;
use super::reports::{self, Target, check_reports};
use super::same_file::check_files;
use crate::exit::Exit;
use crate::judge::checker::Style;
use crate::judge::compare::Comparison;
use crate::judge::fingerprint;
use crate::judge::layout::{Expected, Scope, Suite, Test};
use crate::judge::limits::{LimitOverrides, Limits, parse_size, parse_time};
use crate::judge::records::Knowledge;
use crate::judge::report::{Report, SCHEMA, ShardReport, Summary};
use crate::judge::secrets::Secrets;
use crate::judge::session::{Case, Contender, Session, Solver, Subject};
use crate::judge::shard::Shard;
use crate::judge::verdict::Verdict;
use crate::problems::{self, PROBLEMS};
use crate::registry::Entry;
use crate::simd::Level;

/// Check a program, or the built-in solvers, against test data.
#[derive(clap::Args)]
pub struct Args {
    /// Folders or zip archives with test data, or single inputs [default: testdata]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The problem of the tests, where the folder's name does not tell
    #[arg(long, value_name = "SLUG")]
    problem: Option<String>,
    /// Number of tests run at a time, at most one per core
    #[arg(short, long, value_name = "N", value_parser = ValueParser::new(at_least_one), allow_hyphen_values = true)]
    jobs: Option<NonZero<usize>>,
    /// Run only tests whose name matches
    #[arg(long, value_name = "REGEX")]
    filter: Option<Regex>,
    /// Stop at the first result that is not accepted
    #[arg(long)]
    fail_fast: bool,
    /// CPU time limit of a program [default: the package's, else 2s]
    #[arg(long, value_name = "T", value_parser = ValueParser::new(parse_time), allow_hyphen_values = true)]
    time_limit: Option<Duration>,
    /// Wall-clock limit, excluding waits for a CPU [default: twice the time limit and 1s]
    #[arg(long, value_name = "T", value_parser = ValueParser::new(parse_time), allow_hyphen_values = true)]
    wall_limit: Option<Duration>,
    /// Memory limit of a program [default: the package's, else 512M]
    #[arg(long, value_name = "M", value_parser = ValueParser::new(parse_size), allow_hyphen_values = true)]
    memory_limit: Option<u64>,
    /// Output limit of a program [default: the package's, else 64M]
    #[arg(long, value_name = "M", value_parser = ValueParser::new(parse_size), allow_hyphen_values = true)]
    output_limit: Option<u64>,
    /// How outputs are compared: tokens, exact, lines or float:1e-6
    #[arg(long, value_name = "HOW", value_parser = ValueParser::new(Comparison::parse))]
    compare: Option<Comparison>,
    /// Program that judges outputs, or builtin:NAME for a checker that a problem brings
    #[arg(long, value_name = "CMD", conflicts_with = "compare")]
    checker: Option<String>,
    /// How the checker is called: testlib, kattis, hustoj, lemon or oj
    #[arg(long, value_name = "STYLE", default_value = "testlib", requires = "checker")]
    checker_style: Style,
    /// Sandbox for programs: auto uses every layer that the system offers, strict refuses where something is missing
    #[arg(long, value_name = "HOW", default_value = "auto")]
    sandbox: Shutting,
    /// File or folder that programs may read in addition
    #[arg(long, value_name = "PATH")]
    allow_read: Vec<PathBuf>,
    /// Program to check, by name; may be repeated to compare programs
    #[arg(long = "run", value_name = "NAME=CMD")]
    runs: Vec<String>,
    /// Run only part K of N of the tests
    #[arg(long, value_name = "K/N", allow_hyphen_values = true)]
    shard: Option<Shard>,
    /// Only list the tests
    #[arg(long)]
    dry_run: bool,
    #[arg(long = "report", value_name = "KIND=FILE", help = reports::help())]
    reports: Vec<Target>,
    /// Program to check; without one, the built-in solvers are checked
    #[arg(last = true, value_name = "CMD")]
    command: Vec<OsString>,
}

/// How strictly programs are shut in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Shutting {
    /// Every layer that the system offers
    Auto,
    /// Every layer, or an error
    Strict,
    /// No sandbox
    Off,
}

/// Checks what the arguments name.
pub fn run(args: &Args, level: Option<Level>) -> anyhow::Result<Exit> {
    let interruption = Interruption::watch()?;
    match check(args, level, &interruption) {
        // What failed may have done so because of the signal, as a compiler does that the terminal interrupts with the check.
        Err(error) => match interruption.exit() {
            Some(exit) => {
                let _ = writeln!(io::stderr(), "error: interrupted: {error:#}");
                Ok(exit)
            }
            None => Err(error),
        },
        checked => checked,
    }
}

fn check(args: &Args, level: Option<Level>, interruption: &Interruption) -> anyhow::Result<Exit> {
    let begin = Instant::now();
    check_reports(&args.reports)?;
    let named = args.problem.as_deref().map(find_problem).transpose()?;
    let mut suite = paths::discover(&args.paths)?;
    let programs = programs::given(&args.command, &args.runs)?;
    let secrets = if programs.is_empty() { Secrets::default() } else { hidden::of_check(args, &suite) };
    if !programs.is_empty() {
        leave_out_reserved(&mut suite);
    }
    let lent: Vec<Lent> = PROBLEMS.iter().map(|entry| Lent { entry, level }).collect();
    let roots = roots(&args.paths);
    let all: Vec<&Test> = suite
        .tests
        .iter()
        .filter(|test| args.filter.as_ref().is_none_or(|filter| filter.is_match(&test.name)))
        .collect();
    let in_shard = |index: usize| args.shard.is_none_or(|shard| shard.has(index));
    let tests: Vec<(usize, &Test)> =
        all.iter().copied().enumerate().filter(|(index, _)| in_shard(*index)).collect();

    let files = suite.tests.iter().flat_map(|test| {
        let (Expected::Answer(expected) | Expected::Refusal(expected)) = &test.expected;
        [test.input.as_path(), expected]
    });
    check_files(files, args.reports.iter().filter_map(Target::file))?;
    let screen = Screen::new(&args.reports);
    screen.suite(&suite, &args.paths)?;
    if all.is_empty() {
        screen.no_tests(&suite, args.filter.is_some());
        return Ok(Exit::NoTests);
    }
    if args.dry_run {
        screen.pairs(&tests)?;
        return Ok(Exit::Success);
    }

    obey(args, &tests)?;
    let problem_of = |test: &Test| {
        let problem = named.or_else(|| problem_around(test, &roots))?;
        lent.iter().find(|lent| lent.entry.slug == problem.slug)
    };
    let problems: Vec<Option<&Lent>> = tests.iter().map(|(_, test)| problem_of(test)).collect();
    if programs.is_empty() && problems.iter().all(Option::is_none) && !tests.is_empty() {
        let slugs: Vec<&str> = PROBLEMS.iter().map(|problem| problem.slug).collect();
        let message = "no folder of these tests is named after a problem: name it with --problem";
        return Err(Misuse(format!("{message} (one of {})", slugs.join(", "))).into());
    }
    let judges = Judges::new(
        args.compare,
        args.checker.as_deref(),
        args.checker_style,
        &tests,
        &problems,
        &interruption.happened,
    )?;
    let given = LimitOverrides {
        cpu: args.time_limit,
        wall: args.wall_limit,
        memory: args.memory_limit,
        output: args.output_limit,
    };
    let limits_of = |test: &Test, lent: Option<&Lent>| {
        given.or(test.limits).or(lent.map_or(LimitOverrides::default(), Lent::limits)).resolve()
    };
    let shard = args
        .shard
        .map(|shard| {
            let problems: Vec<Option<&Lent>> = all.iter().map(|test| problem_of(test)).collect();
            let limits: Vec<Limits> =
                all.iter().zip(&problems).map(|(test, &lent)| limits_of(test, lent)).collect();
            let parts = identity::parts(args, &programs, &all, &problems, &limits)
                .context("cannot take the fingerprint of the check")?;
            let tests = all.len() * programs.len().max(1);
            let fingerprint = fingerprint::of(&parts);
            anyhow::Ok(ShardReport { index: shard.index, count: shard.count, tests, fingerprint, parts })
        })
        .transpose()?;
    let cases: Vec<Case<'_>> = tests
        .iter()
        .zip(&problems)
        .map(|(&(index, test), &lent)| Case {
            test,
            index,
            solver: lent.map(|lent| lent as &dyn Solver),
            knowledge: lent.map(|lent| lent as &dyn Knowledge),
            judging: judges.of(index),
            limits: limits_of(test, lent),
            columns: screen.columns(),
        })
        .collect();

    let most_output = cases.iter().map(|case| case.limits.output).max().unwrap_or(0);
    let pens = programs
        .iter()
        .map(|program| {
            let secrets = hidden::of_program(&secrets, program, &programs);
            program.shut_in(args.sandbox, &args.allow_read, &secrets, most_output, &interruption.happened)
        })
        .collect::<anyhow::Result<Vec<_>>>()?;
    let withheld: Vec<String> = pens.iter().flat_map(Pen::withheld).collect();
    screen.notes(&withheld)?;
    let sandbox = programs::layers(args.sandbox, &pens)?;
    let contenders = if programs.is_empty() {
        vec![Contender { name: "built-in".to_owned(), subject: Subject::BuiltIn }]
    } else {
        programs
            .iter()
            .zip(&pens)
            .map(|(program, pen)| Contender {
                name: program.name.clone(),
                subject: Subject::Program(pen.launch()),
            })
            .collect()
    };
    let session = Session {
        cases,
        contenders,
        jobs: jobs(args.jobs),
        fail_fast: args.fail_fast,
        interrupted: &interruption.happened,
    };
    let progress = Progress::new(session.total());
    let (results, not_run) = session.run(&|result| progress.seen(result));
    progress.finish();

    let mut summary = Summary::of(&results);
    summary.not_run = not_run.len();
    summary.interrupted = interruption.exit().is_some();
    summary.wall_ms = (begin.elapsed().as_secs_f64() * 1e3).round();
    let report = Report {
        schema: SCHEMA.to_owned(),
        sandbox,
        programs: programs::reported(&programs),
        summary,
        shard,
        layouts: suite.families().into_iter().map(|(family, count)| (family.to_string(), count)).collect(),
        tests: results,
        not_run,
        unmatched: suite.unmatched.iter().map(|unmatched| unmatched.file.clone()).collect(),
        notes: suite.notes.iter().chain(&withheld).cloned().collect(),
    };
    screen.report(&report)?;
    Ok(interruption.exit().unwrap_or_else(|| exit_for(&report)))
}

/// Leaves out the inputs that only the built-in solvers are checked on, and says how many.
fn leave_out_reserved(suite: &mut Suite) {
    let mut counts = BTreeMap::new();
    suite.tests.retain(|test| match test.reserved {
        Some(reserved) => {
            *counts.entry(reserved).or_insert(0_usize) += 1;
            false
        }
        None => true,
    });
    if !counts.is_empty() {
        let counts: Vec<String> =
            counts.iter().map(|(reserved, count)| format!("{count} {}", reserved.folder())).collect();
        suite.notes.push(format!(
            "left out {}: inputs that only the built-in solvers are checked on",
            counts.join(", ")
        ));
    }
}

/// Refuses tests whose packages say what is not obeyed, unless the command line says it instead.
fn obey(args: &Args, tests: &[(usize, &Test)]) -> anyhow::Result<()> {
    let said = |scope: Scope| match scope {
        Scope::Judging => args.compare.is_some() || args.checker.is_some(),
        Scope::Time => args.time_limit.is_some(),
        Scope::Memory => args.memory_limit.is_some(),
        Scope::Output => args.output_limit.is_some(),
        Scope::Running => false,
    };
    let mut refused: Vec<(String, Vec<&str>)> = Vec::new();
    for own in tests.iter().flat_map(|(_, test)| &test.refused).filter(|own| !said(own.scope)) {
        let option = match own.scope {
            Scope::Judging => "--compare or --checker",
            Scope::Time => "--time-limit",
            Scope::Memory => "--memory-limit",
            Scope::Output => "--output-limit",
            Scope::Running => "",
        };
        let reason = own.to_string();
        match refused.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, options)) if options.contains(&option) => {}
            Some((_, options)) => options.push(option),
            None => refused.push((reason, vec![option])),
        }
    }
    let told = refused.iter().map(|(reason, options)| match options.join(" and ") {
        options if options.is_empty() => reason.clone(),
        options => format!("{reason}; override it with {options}"),
    });
    match told.collect::<Vec<_>>().join("\n") {
        none if none.is_empty() => Ok(()),
        told => Err(anyhow::Error::msg(told)),
    }
}

/// The exit code that a report deserves.
pub fn exit_for(report: &Report) -> Exit {
    let summary = &report.summary;
    if summary.count(Verdict::JudgeError) > 0 {
        Exit::Failed
    } else if summary.accepted < summary.total {
        Exit::NotAccepted
    } else {
        Exit::Success
    }
}

fn find_problem(name: &str) -> anyhow::Result<&'static Entry> {
    problems::find(name)
        .ok_or_else(|| Misuse(format!("there is no problem \"{name}\"; see toolkit list")).into())
}

/// The folder names that lead to the paths, by which problems are found where the tests' own names say nothing.
fn roots(paths: &[PathBuf]) -> Vec<PathBuf> {
    paths.iter().filter_map(|path| path.canonicalize().ok()).collect()
}

/// The problem after which the nearest folder around a test, or the archive, is named.
fn problem_around(test: &Test, roots: &[PathBuf]) -> Option<&'static Entry> {
    let by_name = |path: &Path| {
        path.ancestors().skip(1).find_map(|folder| problems::find(folder.file_stem()?.to_str()?))
    };
    let input = test.input.canonicalize().unwrap_or_else(|_| test.input.clone());
    by_name(Path::new(&test.name)).or_else(|| by_name(&input)).or_else(|| {
        // Unpacked archives lie elsewhere; with one of them there is no doubt whose test it is.
        let [root] = roots else { return None };
        by_name(&root.join("test"))
    })
}

/// As many as asked for, but no more than there are cores.
fn jobs(asked: Option<NonZero<usize>>) -> usize {
    let cores = available_parallelism().map_or(1, NonZero::get);
    asked.map_or(cores, |asked| asked.get().min(cores))
}
