//! `toolkit check`: runs programs on test data and reports the results.

mod answering;
pub mod colour;
mod command;
mod data;
mod factors;
mod file_name;
mod filter;
pub mod hidden;
mod identity;
mod interactive;
pub mod interruption;
pub mod judging;
mod last_run;
pub mod limits;
mod paths;
pub mod problem;
pub mod programs;
mod progress;
pub mod sandboxing;
mod selection;
mod show;
mod side_by_side;
mod submissions;
mod times;
mod watching;
mod words;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;
use std::time::Instant;

use anyhow::Context;
use clap::builder::ValueParser;
use regex::Regex;

use self::answering::Answering;
use self::factors::TimeFactor;
use self::interactive::InteractionArgs;
use self::interruption::Interruption;
use self::judging::Judges;
use self::last_run::LastRun;
use self::limits::LimitArgs;
use self::problem::JudgedProblem;
use self::programs::{NamedProgram, Prepared, Sandboxed};
use self::progress::CheckProgress;
use self::sandboxing::SandboxArgs;
use self::selection::Selected;
pub use self::show::{Screen, ScreenArgs};
use self::submissions::PackagePrograms;
use self::words::Words;
use super::Misuse;
use super::count::at_least_one;
use super::reports::{self, ReportTarget, check_reports};
use super::same_file::check_files;
use super::say;
use crate::exit::Exit;
use nim_judge::checker::CheckerStyle;
use nim_judge::compare::Comparison;
use nim_judge::files::FileIo;
use nim_judge::fingerprint;
use nim_judge::language::Languages;
use nim_judge::layout::{Scope, ScoreRule, Suite};
use nim_judge::matrix;
use nim_judge::report::{Report, ReportSummary, SCHEMA, ShardReport};
use nim_judge::score::Group;
use nim_judge::secrets::Secrets;
use nim_judge::session::Session;
use nim_judge::shard::Shard;
use nim_judge::verdict::Verdict;
use nim_judge::visible;
use nim_problems::{self as problems, PROBLEMS};
use nim_simd::Level;
use nim_solve::registry::Entry;

/// Check a program, or the built-in solvers, against test data.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  toolkit check john sol.cpp\n  toolkit check tests a.cpp b.py\n  toolkit check tests -- python3 sol.py\n  toolkit check package.zip --submissions --matrix"
)]
pub struct Args {
    /// Test data and programs: folders, archives or single inputs; a problem, for its data; source files to compile and check
    /// [default: testdata]
    #[arg(value_name = "PATH|PROBLEM|SOURCE")]
    words: Vec<PathBuf>,
    /// The problem of the tests, where no folder is named after it
    #[arg(long, value_name = "SLUG")]
    problem: Option<String>,
    /// Number of tests run at a time, at most one per core
    #[arg(short, long, value_name = "N", value_parser = ValueParser::new(at_least_one), allow_hyphen_values = true)]
    jobs: Option<NonZero<usize>>,
    /// Run only tests whose name matches
    #[arg(long, value_name = "REGEX", value_parser = ValueParser::new(filter::parse))]
    filter: Option<Regex>,
    /// Run only the tests that failed in the last run of the same programs on the same data
    #[arg(long, conflicts_with = "shard")]
    failed: bool,
    /// Number of runs of each program on each test; the worst verdict counts
    #[arg(long, value_name = "N", default_value = "1", value_parser = ValueParser::new(at_least_one), allow_hyphen_values = true)]
    repeat: NonZero<usize>,
    /// Check again whenever a source or the data changes, until interrupted
    #[arg(long, conflicts_with_all = ["shard", "dry_run", "open"])]
    watch: bool,
    /// Program or source file that answers inputs without answers [default: the built-in solver]
    #[arg(long, value_name = "CMD")]
    against: Option<String>,
    /// Stop at the first result that is not accepted
    #[arg(long)]
    fail_fast: bool,
    #[command(flatten)]
    limits: LimitArgs,
    /// How outputs are compared: tokens, exact, lines or float:1e-6
    #[arg(long, value_name = "HOW", value_parser = ValueParser::new(Comparison::parse))]
    compare: Option<Comparison>,
    /// Program that judges outputs, or builtin:NAME for a checker of the problem
    #[arg(long, value_name = "CMD", conflicts_with = "compare")]
    checker: Option<String>,
    /// How the checker is called: testlib, kattis, hustoj, lemon, oj or cms
    #[arg(long, value_name = "STYLE", default_value = "testlib", requires = "checker")]
    checker_style: CheckerStyle,
    #[command(flatten)]
    interaction: InteractionArgs,
    #[command(flatten)]
    sandbox: SandboxArgs,
    /// Program or source file to check, by name; may be repeated to compare programs
    #[arg(long = "run", value_name = "NAME=CMD")]
    runs: Vec<String>,
    /// Check the package's own submissions, and compare their verdicts with those that their folders expect
    #[arg(long, conflicts_with_all = ["runs", "command", "fail_fast", "shard"])]
    submissions: bool,
    /// Check the built-in solvers, as without a program, and say nothing of it
    #[arg(long, conflicts_with_all = ["runs", "command", "submissions"])]
    built_in: bool,
    /// Print the table of programs by tests, and the tests that no wrong program needs
    #[arg(long, conflicts_with = "shard")]
    matrix: bool,
    /// Run only part K of N of the tests
    #[arg(long, value_name = "K/N", allow_hyphen_values = true)]
    shard: Option<Shard>,
    /// Balance the parts by the times in an earlier JSON report, the same for all parts
    #[arg(long, value_name = "REPORT.json", requires = "shard")]
    times: Option<PathBuf>,
    /// How tests add up to a score, instead of as the package says: sum of the tests' points, or in each subtask the least of them (min)
    #[arg(long, value_name = "RULE")]
    score: Option<ScoreArg>,
    /// Files NAME.in and NAME.out in place of standard input and output
    #[arg(long, value_name = "NAME", value_parser = ValueParser::new(FileIo::of))]
    file_io: Option<FileIo>,
    /// Multiply the time limit for sources in a language, as in python=2.5; may be repeated [default: as the package says]
    #[arg(long = "time-factor", value_name = "LANG=N")]
    time_factors: Vec<TimeFactor>,
    /// Only list the tests
    #[arg(long)]
    dry_run: bool,
    #[arg(long = "report", value_name = "KIND=FILE", help = reports::help())]
    reports: Vec<ReportTarget>,
    /// Open the HTML report when it is written
    #[arg(long, requires = "reports")]
    open: bool,
    #[command(flatten)]
    screen: ScreenArgs,
    /// Program to check; without one, the built-in solvers are checked
    #[arg(last = true, value_name = "CMD")]
    command: Vec<OsString>,
}

/// Runs a check.
pub fn run(args: &Args, level: Option<Level>) -> anyhow::Result<Exit> {
    let interruption = Interruption::watch()?;
    let check = || interruption.end(check(args, level, &interruption));
    if args.watch { watching::repeatedly(args, &interruption, check) } else { check() }
}

fn check(args: &Args, level: Option<Level>, interruption: &Interruption) -> anyhow::Result<Exit> {
    let begin = Instant::now();
    check_reports(&args.reports)?;
    let page = args.open.then(|| reports::page(&args.reports)).transpose()?;
    let named = args.problem.as_deref().map(find_problem).transpose()?;
    let languages = Languages::load().map_err(|error| Misuse(error.to_string()))?;
    factors::check(args, &languages)?;
    let command = args.command.iter().map(Path::new).rfind(|word| word.is_file());
    let Words { data, unpacked, sources, notes } = Words::new(&args.words, named, command, &languages)?;
    let has_programs =
        args.submissions || !(sources.is_empty() && args.runs.is_empty() && args.command.is_empty());
    let mut suite = paths::discover(&data, unpacked, has_programs, &args.words)?;
    suite.notes.extend(notes);
    let PackagePrograms { mut programs, notes, copies: _copies, package } = if args.submissions {
        if !sources.is_empty() {
            return Err(
                Misuse("--submissions checks the package's own programs, and no others".to_owned()).into()
            );
        }
        submissions::of_package(&data, &suite, &languages)?
    } else {
        let programs = programs::given(&sources, &args.runs, &args.command, &languages)?;
        PackagePrograms { programs, ..PackagePrograms::default() }
    };
    suite.notes.extend(notes);
    let interrupted = &interruption.happened;
    let called = Answering {
        args,
        data: &data,
        named,
        programs: &programs,
        languages: &languages,
        level,
        interrupted,
    }
    .answer(&mut suite)?;
    if args.dry_run {
        suite.notes.extend(suite.incomplete());
    }
    let last_run = LastRun::of(&programs, &data, &suite);
    let secrets =
        if programs.is_empty() { Secrets::default() } else { hidden::of_check(args, &data, &suite) };
    let _completed =
        submissions::complete(&mut programs, package, (&data, &mut suite), (&languages, &secrets))?;
    if !programs.is_empty() {
        leave_out_reserved(&mut suite);
    }
    let files = suite.tests.iter().flat_map(|test| [test.input.as_path(), test.expected.file()]);
    check_files(files, args.reports.iter().filter_map(ReportTarget::file))?;

    let scoring = suite.score(args.score.map(ScoreArg::rule));
    let problems: Vec<JudgedProblem> =
        PROBLEMS.iter().map(|entry| JudgedProblem::new(entry, level)).collect();
    let all = selection::select(args, &data, &suite, named, called, &problems);
    let shards = times::shards(args, &all)?;
    let in_shard = |test: &&Selected<'_>| match (args.shard, &shards) {
        (None, _) => true,
        (Some(shard), None) => shard.has(test.index),
        (Some(shard), Some(shards)) => shards[test.index] == shard.index,
    };
    let mut tests: Vec<Selected<'_>> = all.iter().filter(in_shard).copied().collect();
    if args.built_in && !programs.is_empty() {
        return Err(Misuse("--built-in checks the built-in solvers, and no program".to_owned()).into());
    }
    let mut screen = Screen::new(&args.screen, &args.reports);
    if programs.is_empty() && !args.built_in {
        screen = screen.without_program();
    }
    screen.suite(&suite, &data)?;
    if all.is_empty() {
        if !args.dry_run {
            refuse_incomplete(&suite)?;
        }
        screen.no_tests(&suite, args.filter.is_some());
        return Ok(Exit::NoTests);
    }
    if args.failed {
        let failed = last_run.failed();
        tests.retain(|selected| failed.contains(&selected.test.name));
        if tests.is_empty() {
            let why = "no test is known to have failed in the last run of these programs on this data";
            say::error(format_args!("--failed: {why}"));
            return Ok(Exit::NoTests);
        }
    }
    if args.dry_run {
        screen.pairs(&suite, tests.iter().map(|selected| selected.test))?;
        return Ok(Exit::Success);
    }

    refuse_settings(args, &tests)?;
    refuse_incomplete(&suite)?;
    if !programs.is_empty()
        && args.sandbox.mode.is_off()
        && tests.iter().any(|test| !test.files.is_standard())
    {
        let message =
            "input and output files are those of a private folder, which --sandbox off does not have";
        return Err(Misuse(message.to_owned()).into());
    }
    if programs.is_empty() && !tests.is_empty() && tests.iter().all(|selected| selected.problem.is_none()) {
        let slugs: Vec<&str> = PROBLEMS.iter().map(|entry| entry.slug).collect();
        let message = "no folder of these tests is named after a problem: name it with --problem";
        return Err(Misuse(format!("{message} (one of {})", slugs.join(", "))).into());
    }
    if programs.is_empty() && args.interaction.is_asked() {
        return Err(Misuse(
            "name the program that is to talk: a source file, or a command after --".to_owned(),
        )
        .into());
    }
    let judges = Judges::new(args, &tests, &interruption.happened)?;
    let prepared =
        programs::prepare(&programs, &args.sandbox, &secrets, jobs(args.jobs), &interruption.happened)?;
    let shard = shard_report(args, &prepared, &all, shards.as_deref(), scoring.as_ref())?;
    let plan = CheckPlan {
        args,
        suite: &suite,
        tests,
        judges,
        languages: &languages,
        programs: &programs,
        prepared,
        secrets,
        shard,
        scoring,
        interruption,
    };
    let report = plan.execute(&screen, begin)?;
    last_run.record(&suite, &report);
    screen.report(&report)?;
    if let Some(page) = page {
        reports::open(page);
    }
    Ok(interruption.exit().unwrap_or_else(|| exit_for(&report)))
}

/// A check that is ready to run.
struct CheckPlan<'a> {
    args: &'a Args,
    suite: &'a Suite,
    tests: Vec<Selected<'a>>,
    judges: Judges<'a>,
    languages: &'a Languages,
    programs: &'a [NamedProgram],
    prepared: Vec<Prepared<'a>>,
    secrets: Secrets,
    shard: Option<ShardReport>,
    scoring: Option<Group>,
    interruption: &'a Interruption,
}

/// The values of `--score`.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum ScoreArg {
    Sum,
    Min,
}

impl ScoreArg {
    fn rule(self) -> ScoreRule {
        match self {
            Self::Sum => ScoreRule::Sum,
            Self::Min => ScoreRule::Min,
        }
    }
}

impl CheckPlan<'_> {
    /// Runs every program on every test and reports the results.
    fn execute(self, screen: &Screen<'_>, begin: Instant) -> anyhow::Result<Report> {
        let Self {
            args,
            suite,
            tests,
            judges,
            languages,
            programs,
            prepared,
            secrets,
            shard,
            scoring,
            interruption,
        } = self;
        // A private folder has room for the input and the output.
        let size = |selected: &Selected<'_>| match &selected.files.input {
            Some(_) => fs::metadata(&selected.test.input).map_or(0, |metadata| metadata.len()),
            None => 0,
        };
        let most_output =
            tests.iter().map(|test| test.limits.output.saturating_add(size(test))).max().unwrap_or(0);
        let factors: Vec<_> =
            prepared.iter().map(|prepared| factors::of_program(prepared.program, &tests, args)).collect();
        let sandboxed = prepared
            .iter()
            .map(|prepared| {
                let secrets =
                    hidden::of_program(&secrets, prepared.program, programs, args.against.as_deref());
                prepared.sandboxed(&args.sandbox, languages, &secrets, most_output, &interruption.happened)
            })
            .collect::<anyhow::Result<Vec<_>>>()?;
        let mut withheld: Vec<String> = sandboxed.iter().flatten().flat_map(Sandboxed::withheld).collect();
        let of_programs = prepared.iter().zip(&factors);
        withheld.extend(of_programs.filter_map(|(prepared, own)| factors::note(prepared.program, own)));
        screen.notes(&withheld)?;
        let sandbox = programs::sandbox_report(args.sandbox.mode, &sandboxed)?;
        let columns = screen.columns();
        let session = Session {
            tests: tests
                .iter()
                .map(|selected| {
                    selected.plan(judges.of(selected.index), judges.passes(selected.index), columns)
                })
                .collect(),
            contenders: programs::contenders(&prepared, &sandboxed, &factors),
            jobs: jobs(args.jobs).get(),
            fail_fast: args.fail_fast,
            repeat: args.repeat,
            interrupted: &interruption.happened,
        };
        let progress = CheckProgress::new(session.total());
        let (results, not_run) = session.run(&|result| progress.seen(result));
        progress.finish();

        let programs = programs::reported(&prepared);
        let mut summary = ReportSummary::of(&programs, &results);
        summary.not_run = not_run.len();
        summary.interrupted = interruption.exit().is_some();
        summary.wall_ms = (begin.elapsed().as_secs_f64() * 1e3).round();
        let mut report = Report {
            schema: SCHEMA.to_owned(),
            sandbox,
            programs,
            summary,
            shard,
            layouts: suite
                .families()
                .into_iter()
                .map(|(family, count)| (family.to_string(), count))
                .collect(),
            tests: results,
            not_run,
            scoring,
            matrix: None,
            unmatched: suite.unmatched.iter().map(|unmatched| unmatched.file.clone()).collect(),
            notes: suite.notes.iter().chain(&withheld).cloned().collect(),
        };
        report.judge_expectations();
        report.score();
        report.matrix = args.matrix.then(|| matrix::of(&report));
        Ok(report)
    }
}

/// Returns the shard of this check; its fingerprint covers all tests, also those of other shards.
fn shard_report(
    args: &Args,
    programs: &[Prepared<'_>],
    all: &[Selected<'_>],
    shards: Option<&[usize]>,
    scoring: Option<&Group>,
) -> anyhow::Result<Option<ShardReport>> {
    let Some(Shard { index, count }) = args.shard else { return Ok(None) };
    let parts = identity::parts(args, programs, all, shards, scoring)
        .context("cannot compute the fingerprint of the check")?;
    let running = programs.iter().filter(|program| program.compiled.is_ok()).count();
    let tests = all.len() * if programs.is_empty() { 1 } else { running };
    Ok(Some(ShardReport { index, count, tests, fingerprint: fingerprint::of(&parts), parts }))
}

/// Leaves out the inputs that are for the built-in solvers only, and notes how many.
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

/// Refuses tests whose packages have unsupported settings, unless an option of the command line overrides them.
fn refuse_settings(args: &Args, tests: &[Selected<'_>]) -> anyhow::Result<()> {
    let option = |scope: Scope| match scope {
        Scope::Judging => (
            "--compare, --checker or --interactor",
            args.compare.is_some() || args.checker.is_some() || args.interaction.is_asked(),
        ),
        _ => args.limits.overriding(scope).unwrap_or(("", false)),
    };
    let mut refused: Vec<(String, Vec<&str>)> = Vec::new();
    for setting in tests.iter().flat_map(|selected| &selected.test.refused) {
        let (option, is_given) = option(setting.scope);
        if is_given {
            continue;
        }
        let reason = setting.to_string();
        match refused.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, options)) if options.contains(&option) => {}
            Some((_, options)) => options.push(option),
            None => refused.push((reason, vec![option])),
        }
    }
    let lines: Vec<String> = refused
        .into_iter()
        .map(|(reason, options)| match options.join(" and ") {
            options if options.is_empty() => reason,
            options => format!("{reason}; override it with {options}"),
        })
        .collect();
    anyhow::ensure!(lines.is_empty(), lines.join("\n"));
    Ok(())
}

/// Refuses tests of which a configuration names more than there are: a score of the rest would be wrong.
fn refuse_incomplete(suite: &Suite) -> anyhow::Result<()> {
    match suite.incomplete() {
        Some(what) => Err(anyhow::anyhow!("{}", visible::line(&what))),
        None => Ok(()),
    }
}

/// Returns the exit code for a report.
pub fn exit_for(report: &Report) -> Exit {
    let summary = &report.summary;
    if summary.count(Verdict::JudgeError) > 0 {
        Exit::Failed
    } else if report.expectations().map_or(summary.accepted < summary.total, |(count, met)| met < count) {
        Exit::NotAccepted
    } else {
        Exit::Success
    }
}

fn find_problem(name: &str) -> anyhow::Result<&'static Entry> {
    problems::find(name)
        .ok_or_else(|| Misuse(format!("there is no problem \"{name}\"; see toolkit list")).into())
}

/// Returns the number of tests run at a time: as requested, at most one per core.
pub fn jobs(asked: Option<NonZero<usize>>) -> NonZero<usize> {
    let cores = available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    asked.map_or(cores, |asked| asked.min(cores))
}
