//! `toolkit check`: runs programs on test data and reports the results.

mod answering;
mod bounds;
pub mod colour;
mod command;
pub mod confinement;
mod data;
mod factors;
mod file_name;
mod filter;
mod graders;
pub mod hidden;
mod identity;
mod interactive;
pub mod interruption;
pub mod invocations;
mod judged_by;
pub mod judging;
pub mod jury;
mod kept;
mod last_run;
pub mod limits;
mod made;
mod making;
mod paths;
mod plan;
pub mod preparation;
pub mod problem;
pub mod programs;
mod progress;
mod recipes;
mod refusals;
mod runs;
pub mod sandboxing;
mod score_graders;
mod selection;
mod show;
mod side_by_side;
mod standings;
mod students;
pub mod submissions;
mod summary;
mod time_limit;
mod times;
mod validating;
pub mod validators;
mod watching;
mod words;

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::ArgAction;
use itertools::Itertools;
use regex::Regex;
use tempfile::TempDir;

use self::factors::TimeFactor;
use self::interactive::InteractionArgs;
use self::interruption::Interruption;
use self::jury::Jury;
use self::last_run::LastRun;
use self::limits::LimitArgs;
use self::plan::CheckPlan;
pub use self::plan::jobs;
use self::problem::JudgedProblem;
use self::programs::NamedProgram;
use self::sandboxing::SandboxArgs;
use self::selection::Selected;
pub use self::show::{Screen, ScreenArgs};
use self::submissions::PackagePrograms;
pub use self::time_limit::OpenTime;
use self::words::Words;
use super::count::{at_least_one, yes_or_no};
use super::reports::{self, ReportTarget, check_reports};
use super::same_file::check_files;
use super::{Misuse, described, say};
use crate::exit::Exit;
use nim_judge::checker::CheckerStyle;
use nim_judge::compare::Comparison;
use nim_judge::language::Languages;
use nim_judge::layout::{ScoreRule, Suite};
use nim_judge::report::Report;
use nim_judge::shard::Shard;
use nim_judge::verdict::Verdict;
use nim_problems::{self as problems, PROBLEMS};
use nim_sandbox::files::FileIo;
use nim_sandbox::secrets::Secrets;
use nim_simd::Level;
use nim_solve::registry::Entry;

/// The headings of the options in the help.
const PROGRAMS: &str = "Programs";
const TESTS: &str = "Tests";
const RUNS: &str = "Runs";
const LIMITS: &str = "Limits";
const JUDGING: &str = "Judging";
const OUTPUT: &str = "Screen and reports";

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
    /// Program to check; without one, the built-in solvers are checked
    #[arg(last = true, value_name = "CMD")]
    command: Vec<OsString>,
    /// Program or source file to check, by name; may be repeated to compare programs
    #[arg(help_heading = PROGRAMS, long = "run", value_name = "NAME=CMD")]
    runs: Vec<String>,
    /// Check the newest source in each folder of FOLDER, which has one for each student
    #[arg(help_heading = PROGRAMS, long, value_name = "FOLDER")]
    submissions_from: Option<PathBuf>,
    /// Check the package's own submissions, and compare their verdicts with those that their folders expect
    #[arg(help_heading = PROGRAMS, long, conflicts_with_all = ["runs", "command", "submissions_from", "fail_fast", "shard"])]
    submissions: bool,
    /// Take over the results of an earlier --submissions for the same programs, tests and limits
    #[arg(help_heading = PROGRAMS, long, requires = "submissions", conflicts_with_all = ["runs", "command", "submissions_from"])]
    resume: bool,
    /// Check the built-in solvers, as without a program, and say nothing of it
    #[arg(help_heading = PROGRAMS, long, conflicts_with_all = ["runs", "command", "submissions", "submissions_from"])]
    built_in: bool,
    /// The problem of the tests, where no folder is named after it
    #[arg(help_heading = TESTS, long, value_name = "SLUG")]
    problem: Option<String>,
    /// Run only tests whose name matches
    #[arg(help_heading = TESTS, long, value_name = "REGEX", value_parser = filter::parse)]
    filter: Option<Regex>,
    /// Run only the tests that failed in the last run of the same programs on the same data
    #[arg(help_heading = TESTS, long, conflicts_with = "shard")]
    failed: bool,
    /// Run only part K of N of the tests
    #[arg(help_heading = TESTS, long, value_name = "K/N", allow_hyphen_values = true)]
    shard: Option<Shard>,
    /// Balance the parts by the times in an earlier JSON report, the same for all parts
    #[arg(help_heading = TESTS, long, value_name = "REPORT.json", requires = "shard")]
    times: Option<PathBuf>,
    /// Only list the tests
    #[arg(help_heading = TESTS, long)]
    dry_run: bool,
    /// Number of tests run at a time, at most one per core
    #[arg(help_heading = RUNS, short, long, value_name = "N", value_parser = at_least_one, allow_hyphen_values = true)]
    jobs: Option<NonZero<usize>>,
    /// Number of runs of each program on each test; the worst verdict counts
    #[arg(help_heading = RUNS, long, value_name = "N", default_value = "1", value_parser = at_least_one, allow_hyphen_values = true)]
    repeat: NonZero<usize>,
    /// Run a test again, alone, where what else the machine does may have caused its verdict: yes or no
    #[arg(help_heading = RUNS, long, value_name = "YES", default_value = "yes", default_missing_value = "yes", num_args = 0..=1, require_equals = true, action = ArgAction::Set, value_parser = yes_or_no)]
    repeat_doubtful: bool,
    /// Check again whenever a source or the data changes, until interrupted
    #[arg(help_heading = RUNS, long, conflicts_with_all = ["shard", "dry_run", "open"])]
    watch: bool,
    /// Stop at the first result that is not accepted
    #[arg(help_heading = RUNS, long)]
    fail_fast: bool,
    #[command(flatten, next_help_heading = LIMITS)]
    limits: LimitArgs,
    /// Multiply the time limit for sources in a language, as in python=2.5; may be repeated [default: as the package says]
    #[arg(help_heading = LIMITS, long = "time-factor", value_name = "LANG=N", value_parser = TimeFactor::parse)]
    time_factors: Vec<TimeFactor>,
    /// Program or source file that answers inputs without answers [default: the built-in solver]
    #[arg(help_heading = JUDGING, long, value_name = "CMD")]
    against: Option<String>,
    /// How outputs are compared: tokens, exact, lines or float:1e-6
    #[arg(help_heading = JUDGING, long, value_name = "HOW", value_parser = Comparison::parse)]
    compare: Option<Comparison>,
    /// Program that judges outputs, or builtin:NAME for a checker of the problem
    #[arg(help_heading = JUDGING, long, value_name = "CMD", conflicts_with = "compare")]
    checker: Option<String>,
    /// How the checker is called: testlib, kattis, hustoj, lemon, oj or cms
    #[arg(help_heading = JUDGING, long, value_name = "STYLE", default_value = "testlib", requires = "checker")]
    checker_style: CheckerStyle,
    #[arg(help_heading = JUDGING, long, value_name = "FILE", help = "Header of testlib, for the authors' programs in C++ [default: the package's, else the one that TOOLKIT_TESTLIB names]")]
    testlib: Option<PathBuf>,
    /// How tests add up to a score, instead of as the package says: sum of the tests' points, or in each subtask the least of them (min)
    #[arg(help_heading = JUDGING, long, value_name = "RULE")]
    score: Option<ScoreArg>,
    /// Files NAME.in and NAME.out in place of standard input and output
    #[arg(help_heading = JUDGING, long, value_name = "NAME", value_parser = FileIo::of)]
    file_io: Option<FileIo>,
    #[command(flatten, next_help_heading = "Interaction")]
    interaction: InteractionArgs,
    #[command(flatten, next_help_heading = "Sandbox")]
    sandbox: SandboxArgs,
    /// Run a package's checkers, interactors, managers and scripts `build` with your rights, not in the sandbox
    #[arg(help_heading = "Sandbox", long)]
    trust_package: bool,
    /// Print the table of programs by tests, and the tests that no wrong program needs
    #[arg(help_heading = OUTPUT, long, conflicts_with = "shard")]
    matrix: bool,
    #[arg(help_heading = OUTPUT, long = "report", value_name = "KIND=FILE", value_parser = ReportTarget::parse, help = reports::help())]
    reports: Vec<ReportTarget>,
    /// Overwrite files that are not earlier reports of the same kind
    #[arg(help_heading = OUTPUT, long, requires = "reports")]
    force: bool,
    /// Open the HTML report when it is written
    #[arg(help_heading = OUTPUT, long, requires = "reports")]
    open: bool,
    #[command(flatten, next_help_heading = OUTPUT)]
    screen: ScreenArgs,
}

/// Runs a check.
pub fn run(args: &Args, level: Option<Level>) -> anyhow::Result<Exit> {
    let mut interruption = Interruption::watch()?;
    // Reports in files are read by others.
    if args.reports.iter().all(ReportTarget::is_standard_output) && !args.watch {
        interruption.watch_output(if args.dry_run { Exit::Success } else { Exit::NotAccepted });
    }
    let check = || interruption.end(check(args, level, &interruption));
    if args.watch { watching::repeatedly(args, &interruption, check) } else { check() }
}

/// What is asked for, and with what it is done.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The command line.
    pub args: &'a Args,
    /// The languages of programs.
    pub languages: &'a Languages,
    /// The SIMD level of the solvers.
    pub level: Option<Level>,
    /// Whether a signal has come.
    pub interruption: &'a Interruption,
    /// When the check began.
    pub begin: Instant,
}

impl<'a> Asked<'a> {
    /// Returns what the programs of a problem's authors are built with.
    fn jury(&self) -> Jury<'a> {
        Jury {
            sandbox: &self.args.sandbox,
            languages: self.languages,
            testlib: self.args.testlib.as_deref(),
            trusts_package: self.args.trust_package,
            interrupted: &self.interruption.happened,
        }
    }
}

fn check(args: &Args, level: Option<Level>, interruption: &Interruption) -> anyhow::Result<Exit> {
    let begin = Instant::now();
    check_reports(&args.reports, args.force)?;
    let page = args.open.then(|| reports::page(&args.reports)).transpose()?;
    let languages = crate::cli::languages()?;
    let asked = Asked { args, languages: &languages, level, interruption, begin };
    let report = match judged(asked, Screen::new(&args.screen, &args.reports))? {
        Ok(report) => report,
        Err(exit) => return Ok(exit),
    };
    if let Some(page) = page {
        reports::open(page);
    }
    Ok(interruption.exit().unwrap_or_else(|| exit_for(&report)))
}

/// Runs the submissions of a package on its tests, and prints nothing but errors.
///
/// # Errors
/// As of a check.
pub fn of_submissions(
    package: &Path,
    level: Option<Level>,
    interruption: &Interruption,
) -> anyhow::Result<Result<Report, Exit>> {
    let command = <Args as clap::Args>::augment_args(clap::Command::new("check").no_binary_name(true));
    let words = [OsStr::new("--submissions"), package.as_os_str()];
    let args = <Args as clap::FromArgMatches>::from_arg_matches(&command.try_get_matches_from(words)?)?;
    let languages = crate::cli::languages()?;
    let asked = Asked { args: &args, languages: &languages, level, interruption, begin: Instant::now() };
    judged(asked, Screen::silent(&args.screen))
}

/// Runs what is asked for; returns the report, or the exit code where there is none.
fn judged(asked: Asked<'_>, mut screen: Screen<'_>) -> anyhow::Result<Result<Report, Exit>> {
    let Asked { args, languages, level, .. } = asked;
    let mut given = Given::read(asked)?;
    let called = answering::answer(asked, &mut given)?;
    if args.dry_run {
        given.suite.notes.extend(given.suite.incomplete());
    }
    let last_run = LastRun::of(&given);
    let secrets = if given.programs.is_empty() { Secrets::default() } else { hidden::of_check(args, &given) };
    let _completed = submissions::complete(&mut given, languages, &secrets)?;
    let _graded = graders::complete(&mut given, languages, &secrets)?;
    if !given.programs.is_empty() {
        leave_out_reserved(&mut given.suite);
    }
    let scoring = given.suite.score(args.score.map(ScoreArg::rule));
    let suite = &given.suite;
    let files = suite.tests.iter().flat_map(|test| [test.input.as_path(), test.expected.file()]);
    check_files(files, args.reports.iter().filter_map(ReportTarget::file))?;

    let problems = PROBLEMS.iter().map(|entry| JudgedProblem::new(entry, level)).collect_vec();
    let mut all = selection::select(args, &given, called, &problems);
    let mut limits = which_limits((args, languages), &given, &mut all);
    limits.extend(submissions::without_secrets(suite).filter(|_| args.submissions));
    let left_out = args.interaction.leave_out(&mut all);
    let shards = times::shards(args, &all)?;
    if given.programs.is_empty() && !args.built_in {
        screen = screen.without_program();
    }
    screen.suite(suite, &given.data)?;
    screen.notes(&left_out)?;
    screen.notes(&limits)?;
    let tests = selection::of_run(args, &all, shards.as_deref(), &last_run);
    if let Some(exit) = without_run(args, suite, &all, &tests, &screen)? {
        return Ok(Err(exit));
    }
    refusals::settings(args, &tests)?;
    refusals::incomplete(suite)?;
    if args.submissions {
        refusals::without_partner(suite)?;
    }
    refusals::tests(args, &given.programs, &tests)?;
    screen.notes(recipes::make(asked, suite)?.as_slice())?;
    if args.submissions {
        match validating::inputs(asked, &given, &tests)? {
            Ok(notes) => screen.notes(&notes)?,
            Err(why) => {
                say::error(why);
                return Ok(Err(Exit::NotAccepted));
            }
        }
    }
    let plan = CheckPlan { asked, given: &given, secrets, scoring };
    let mut report = plan.execute(&tests, (&all, shards.as_deref()), &screen)?;
    report.notes.extend(left_out);
    report.notes.extend(limits);
    last_run.record(suite, &report);
    screen.report(&report)?;
    Ok(Ok(report))
}

/// Returns notes on the limits that nobody stated; the time limit is the one that the package's submissions gave, if they did.
fn which_limits(
    (args, languages): (&Args, &Languages),
    given: &Given,
    all: &mut [Selected<'_>],
) -> Vec<String> {
    if given.programs.is_empty() {
        return Vec::new();
    }
    let mut notes: Vec<String> = time_limit::usual(all).into_iter().collect();
    if !args.submissions
        && let Some(open) = OpenTime::of(&given.suite, all, languages)
    {
        let kept = open.kept();
        if let Some(found) = &kept {
            all.iter_mut().for_each(|test| *test = test.with_time(found.limit));
        }
        notes.push(kept.map_or_else(|| open.unknown(all[0].limits.cpu, false), |found| found.note()));
    }
    notes
}

/// Returns the exit code of a check that runs nothing: there are no tests, or they are only listed.
fn without_run(
    args: &Args,
    suite: &Suite,
    all: &[Selected<'_>],
    tests: &[Selected<'_>],
    screen: &Screen<'_>,
) -> anyhow::Result<Option<Exit>> {
    if all.is_empty() {
        if !args.dry_run {
            refusals::without_tests(suite)?;
        }
        screen.no_tests(suite, args.filter.is_some());
        return Ok(Some(Exit::NoTests));
    }
    if tests.is_empty() && args.failed {
        say::error(
            "--failed: no test is known to have failed in the last run of these programs on this data",
        );
        return Ok(Some(Exit::NoTests));
    }
    if args.dry_run {
        screen.pairs(suite, tests.iter().map(|selected| selected.test))?;
        return Ok(Some(Exit::Success));
    }
    Ok(None)
}

/// What the command line names.
pub struct Given {
    /// The paths of the data.
    pub data: Vec<PathBuf>,
    /// The problem.
    pub named: Option<&'static Entry>,
    /// The tests.
    pub suite: Suite,
    /// The programs.
    pub programs: Vec<NamedProgram>,
    /// The package that the programs are of.
    pub package: Option<PathBuf>,
    /// Copies of the sources of a package in an archive, removed when dropped.
    _copies: Option<TempDir>,
}

impl Given {
    fn read(asked: Asked<'_>) -> anyhow::Result<Self> {
        let Asked { args, languages, .. } = asked;
        let named = args.problem.as_deref().map(find_problem).transpose()?;
        factors::check(args, languages)?;
        let command = args.command.iter().map(Path::new).rfind(|word| word.is_file());
        let Words { data, unpacked, sources, notes } = Words::new(&args.words, named, command, languages)?;
        let has_programs = args.submissions
            || args.submissions_from.is_some()
            || !(sources.is_empty() && args.runs.is_empty() && args.command.is_empty());
        let mut suite = paths::discover(&data, unpacked, has_programs, &args.words)?;
        if has_programs && !args.dry_run {
            suite = making::complete(asked, &data, suite)?;
        }
        suite.notes.extend(notes);
        let PackagePrograms { programs, notes, copies, package } = if args.submissions {
            refusals::sources_beside_submissions(&sources)?;
            submissions::of_package(&data, &suite, languages)?
        } else {
            let mut programs = programs::given(&sources, &args.runs, &args.command, languages)?;
            let mut notes = programs::leave_out(&mut programs)?;
            if let Some(folder) = &args.submissions_from {
                let (of_students, left_out) = students::programs(folder, languages)?;
                programs.extend(of_students);
                notes.extend(left_out);
                programs::refuse_doubles(&programs)?;
            }
            PackagePrograms { programs, notes, ..PackagePrograms::default() }
        };
        refusals::programs_beside_built_in(args, &programs)?;
        refusals::missing_header(args)?;
        suite.notes.extend(notes);
        suite.notes.extend(named.and_then(|entry| bounds::note(entry, &suite)));
        Ok(Self { data, named, suite, programs, package, _copies: copies })
    }
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
        let counts =
            counts.iter().map(|(reserved, count)| format!("{count} {}", reserved.folder())).join(", ");
        suite.notes.push(format!("left out {counts}: inputs that only the built-in solvers are checked on"));
    }
}

/// Returns the exit code for a report.
pub fn exit_for(report: &Report) -> Exit {
    let summary = &report.summary;
    let has_failed = report.programs.iter().any(|program| !program.grader_failure.is_empty());
    if summary.count(Verdict::JudgeError) > 0 || has_failed {
        Exit::Failed
    } else if summary.interrupted
        || report.expectations().map_or(summary.accepted < summary.total, |(count, met)| met < count)
    {
        Exit::NotAccepted
    } else {
        Exit::Success
    }
}

fn find_problem(name: &str) -> anyhow::Result<&'static Entry> {
    problems::find(name)
        .ok_or_else(|| Misuse(format!("there is no problem \"{name}\"{}", described::hint(name))).into())
}
