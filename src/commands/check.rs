//! `toolkit check`: runs programs on test data and reports the results.

mod class;
mod filter;
pub mod further_inputs;
pub mod invocations;
pub mod locations;
pub mod paths;
pub mod reports;
pub mod run_options;
mod saved;
mod show;
mod side_by_side;
mod smaller;
mod summary;
mod watching;
mod why;
pub mod words;

use std::collections::HashMap;
use std::ffi::OsString;
use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, ArgGroup};
use itertools::Itertools as _;
use regex::Regex;

use self::class::{Class, ClassArgs};
use self::locations::FailureLocator;
pub use self::paths::DEFAULT as DEFAULT_DATA;
use self::run_options::{InteractionArgs, LimitArgs, SandboxArgs};
use self::saved::SavedFailure;
pub use self::show::{Screen, ScreenArgs};
use self::why::Why;
use self::words::Words;
use super::show::languages;
use crate::built_in::checkout;
use crate::built_in::problem::{never_reached, note_out_of_bounds, of_check};
use crate::commands::check::reports::{ReportTarget, check_reports};
use crate::commands::precompile;
use crate::exit::Exit;
use crate::problem::Problem;
use crate::system::interruption::Interruption;
use crate::system::output_file::{self, Output, Overwrite, Reading};
use crate::terminal::UsageError;
use crate::terminal::count::{at_least_one, yes_or_no};
use nim_explain::words::Language;
use nim_ground::content::Content;
use nim_ground::error::named;
use nim_ground::file_io::FileIo;
use nim_ground::presence::{find, is_file, is_folder, real_path};
use nim_judge::check::name_of;
use nim_judge::options::{Options, Selection, TimeFactor};
use nim_judge::report::results::Report;
use nim_judge::report::shard::Shard;
use nim_judge::scripts::Scripts;
use nim_judge::{CheckInputs, NamedProgram, programs, students};
use nim_simd::Level;
use nim_solve::registry::Entry;
use nim_task::comparison::Comparison;
use nim_task::formats::Manifests;
use nim_task::language::Languages;
use nim_task::layout::ScoreRule;
use nim_task::protocol::Protocol;
use nim_task::verdict::Verdict;

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
    group = ArgGroup::new("written").multiple(true),
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
    /// Check the package's own submissions, and compare their verdicts with those that their folders expect
    #[arg(help_heading = PROGRAMS, long, conflicts_with_all = ["runs", "command", "class", "fail_fast", "shard"])]
    submissions: bool,
    /// Reuse the results of an earlier --submissions for the same programs, tests and limits
    #[arg(help_heading = PROGRAMS, long, requires = "submissions", conflicts_with_all = ["runs", "command", "class"])]
    resume: bool,
    /// Folder in which programs find the headers, modules and classes that they name and do not have; may be repeated
    #[arg(help_heading = PROGRAMS, long, value_name = "FOLDER")]
    include: Vec<PathBuf>,
    /// Check the built-in solvers without the usual note
    #[arg(help_heading = PROGRAMS, long, alias = "built-in", conflicts_with_all = ["runs", "command", "submissions", "class"])]
    builtin: bool,
    /// The problem of the tests, where no folder is named after it
    #[arg(help_heading = TESTS, long, value_name = "SLUG")]
    problem: Option<String>,
    #[command(flatten, next_help_heading = "Class")]
    class: ClassArgs,
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
    /// Leave out tests that may be lost in files and folders that cannot be read, instead of failing
    #[arg(help_heading = TESTS, long)]
    allow_missing: bool,
    /// Only list the tests
    #[arg(help_heading = TESTS, long, conflicts_with = "quiet")]
    dry_run: bool,
    /// Number of tests run at a time, at most one per core
    #[arg(help_heading = RUNS, short, long, value_name = "N", value_parser = at_least_one, allow_hyphen_values = true)]
    jobs: Option<NonZero<usize>>,
    /// Number of runs of each program on each test; the worst verdict counts
    #[arg(help_heading = RUNS, long, value_name = "N", default_value = "1", value_parser = at_least_one, allow_hyphen_values = true)]
    repeat: NonZero<usize>,
    /// Rerun tests, alone, whose verdict may be due to machine load: yes or no
    #[arg(help_heading = RUNS, long, alias = "repeat-doubtful", value_name = "YES", default_value = "yes", default_missing_value = "yes", num_args = 0..=1, require_equals = true, action = ArgAction::Set, value_parser = yes_or_no)]
    rerun_flaky: bool,
    /// Check again whenever a source or the data changes, until interrupted
    #[arg(help_heading = RUNS, long, conflicts_with_all = ["shard", "dry_run", "open"])]
    watch: bool,
    /// Compile C and C++ with the address and undefined-behaviour sanitizers; limits are four times as large
    #[arg(help_heading = RUNS, long)]
    sanitize: bool,
    /// After TLE or MLE, measure how time or memory grows with the size of made-up inputs: about 15 s of CPU time for each of at most three programs
    #[arg(help_heading = RUNS, long, conflicts_with_all = ["interactor", "interactive", "submissions", "shard"])]
    why: bool,
    /// Stop each program at its first failure
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
    #[arg(help_heading = JUDGING, long, value_name = "STYLE", default_value = "testlib", requires = "checker", value_parser = Protocol::of_checker)]
    checker_style: Protocol,
    #[arg(help_heading = JUDGING, long, value_name = "FILE", help = "Header of testlib, for the authors' programs in C++ [default: the package's, else the one that TOOLKIT_TESTLIB names]")]
    testlib: Option<PathBuf>,
    /// How tests add up to a score, instead of as the package says: sum of the tests' points, or in each subtask the least of them (min)
    #[arg(help_heading = JUDGING, long, value_name = "RULE", value_parser = score_rules())]
    score: Option<ScoreRule>,
    /// Files NAME.in and NAME.out in place of standard input and output; or both names, as in in.txt,out.txt
    #[arg(help_heading = JUDGING, long, value_name = "NAME", value_parser = FileIo::parse)]
    file_io: Option<FileIo>,
    #[command(flatten, next_help_heading = "Interaction")]
    interaction: InteractionArgs,
    #[command(flatten, next_help_heading = "Sandbox")]
    sandbox: SandboxArgs,
    /// Run a package's checkers, interactors, managers and scripts `build` with your rights, not in the sandbox
    #[arg(help_heading = "Sandbox", long)]
    trust_package: bool,
    /// Print the table of programs by tests, and the tests that no wrong program needs
    #[arg(help_heading = OUTPUT, long, conflicts_with_all = ["shard", "quiet"])]
    matrix: bool,
    #[arg(help_heading = OUTPUT, long = "report", value_name = "KIND=FILE", value_parser = ReportTarget::parse, help = reports::help(), group = "written")]
    reports: Vec<ReportTarget>,
    /// The language in which known mistakes are named
    #[arg(help_heading = OUTPUT, long, default_value = "en", value_parser = languages())]
    lang: Language,
    /// Save the smallest input, or case, on which a program fails as FILE, and its answer beside it
    #[arg(help_heading = OUTPUT, long, value_name = "FILE", group = "written")]
    save_failure: Option<PathBuf>,
    /// Overwrite files that are not earlier reports of the same kind
    #[arg(help_heading = OUTPUT, long, requires = "written")]
    force: bool,
    /// Open the HTML report when it is written
    #[arg(help_heading = OUTPUT, long, requires = "reports")]
    open: bool,
    #[command(flatten, next_help_heading = OUTPUT)]
    screen: ScreenArgs,
}

/// Runs a check.
pub fn run(mut args: Args, level: Option<Level>) -> anyhow::Result<Exit> {
    args.reports.extend(args.screen.json());
    let args = &args;
    let mut interruption = Interruption::watch()?;
    // Files are read by others.
    let writes_files =
        !args.reports.iter().all(ReportTarget::is_standard_output) || args.class.written().next().is_some();
    if !writes_files && !args.watch {
        interruption.watch_output(if args.dry_run { Exit::Success } else { Exit::NotAccepted });
    }
    let check = || interruption.end(check(args, level, &interruption));
    if args.watch { watching::repeatedly(args, &interruption, check) } else { check() }
}

impl Args {
    /// Returns the settings as the judge has them.
    fn options(&self, languages: Languages, columns: usize) -> anyhow::Result<Options> {
        let reports = self.reports.iter().filter_map(ReportTarget::file);
        let report = self.times.as_deref().map(reports::read).transpose()?;
        let selection = Selection {
            filter: self.filter.clone(),
            failed: self.failed,
            shard: self.shard,
            times: report.map(Box::new),
            dry_run: self.dry_run,
        };
        Ok(Options {
            selection,
            limits: self.limits.overrides(),
            time_of_package: self.limits.is_of_package(),
            time_factors: self.time_factors.clone(),
            file_io: self.file_io.clone(),
            jobs: self.jobs,
            repeat: self.repeat,
            rerun_flaky: self.rerun_flaky,
            fail_fast: self.fail_fast,
            submissions: self.submissions,
            resume: self.resume,
            matrix: self.matrix,
            against: self.against.clone(),
            compare: self.compare,
            checker: self.checker.clone(),
            checker_style: self.checker_style,
            interaction: self.interaction.options(),
            testlib: self.testlib.clone(),
            score: self.score,
            sandbox: self.sandbox.options(),
            header_maker: precompile::header_maker(),
            trust_package: self.trust_package,
            in_chinese: self.lang == Language::Chinese,
            hidden: reports.map(Path::to_path_buf).chain(self.class.hidden().cloned()).collect(),
            columns,
            ..Options::new(languages)
        })
    }

    /// Returns the tests and programs that it names.
    fn inputs(
        &self,
        options: &Options,
        named: Option<&'static Entry>,
        level: Option<Level>,
        class: Option<&mut Class<'_>>,
    ) -> anyhow::Result<CheckInputs> {
        let languages = &options.languages;
        // Most words name no file, and some cannot; one that cannot be looked at fails where it is run.
        let command =
            self.command.iter().map(Path::new).rfind(|word| is_file(word).is_ok_and(|is_file| is_file));
        let here = self.source_here(languages)?;
        let words = if here.is_empty() { &self.words } else { &here };
        let Words { data, held, sources, mut notes, .. } =
            Words::new(words, named, command, languages, &options.manifests)?;
        notes.extend(
            here.first().map(|file| format!("the program is {}, the newest source here", file.display())),
        );
        let has_programs = self.names_programs() || !sources.is_empty();
        let may = paths::May { answer: has_programs, lack_tests: self.allow_missing };
        let test_set = paths::discover(&data, &held, may, &self.words, &options.manifests)?;
        let mut inputs = CheckInputs::new(data, test_set);
        inputs.notes = notes;
        if let Some(description) = why::grammar(&inputs, &options.manifests)? {
            inputs.notes.extend(never_reached(&description, &inputs.test_set));
        }
        if self.submissions {
            refuse(!sources.is_empty(), "--submissions checks the package's own programs, and no others")?;
            let first = inputs.data.first();
            let package =
                first.map(|path| package_in_checkout(path, &options.manifests)).transpose()?.flatten();
            inputs.add_submissions(options, package)?;
        } else {
            inputs.programs = programs::given(&sources, &self.runs, &self.command, languages)?;
            inputs.left_out = programs::leave_out(&mut inputs.programs)?;
            if let Some(class) = class {
                let names = inputs.data.iter().map(|path| name_of(path, &inputs.test_set));
                let last = names.map(|name| name.trim_end_matches('/').rsplit('/').next().map(str::to_owned));
                let problem = last.flatten().join(" ");
                class.begin(&problem, self.force)?;
                inputs.programs.append(&mut class.programs);
                inputs.notes.append(&mut class.notes);
                programs::refuse_doubles(&inputs.programs)?;
            }
        }
        include(&self.include, &mut inputs.programs, &mut inputs.notes)?;
        if self.sanitize {
            sanitize(&mut inputs.programs, &mut inputs.notes);
        }
        inputs.problems = of_check(named, level, &inputs.test_set, &inputs.programs, &inputs.data);
        inputs.notes.extend(named.and_then(|entry| note_out_of_bounds(entry, &inputs.test_set)));
        let has_programs = !inputs.programs.is_empty();
        refuse(self.builtin && has_programs, "--builtin checks the built-in solvers, and no program")?;
        if let Some(header) = &self.testlib
            && find(header)?.is_none()
        {
            return Err(UsageError(format!("--testlib: there is no file {}", header.display())).into());
        }
        Ok(inputs)
    }
}

impl Args {
    /// Returns whether options or the words after `--` name programs.
    fn names_programs(&self) -> bool {
        self.submissions || self.class.class.is_some() || !(self.runs.is_empty() && self.command.is_empty())
    }

    /// Returns the newest source in the current folder, where that has test data and nothing is named: the folder of a problem that was
    /// received. In a checkout, the built-in solvers are checked.
    ///
    /// # Errors
    /// When the folder cannot be read.
    fn source_here(&self, languages: &Languages) -> io::Result<Vec<PathBuf>> {
        let is_named =
            !self.words.is_empty() || self.names_programs() || self.builtin || self.problem.is_some();
        if is_named || !is_folder(Path::new(DEFAULT_DATA))? || checkout::root()?.is_some() {
            return Ok(Vec::new());
        }
        Ok(students::newest_source(Path::new("."), languages)?.into_iter().collect())
    }
}

impl Args {
    /// Checks that nothing that is read would be replaced, and nothing written twice.
    fn refuse_inputs(&self, inputs: &CheckInputs, class: Option<&Class<'_>>) -> anyhow::Result<()> {
        let saved: Vec<PathBuf> = self.save_failure.iter().flat_map(|to| SavedFailure::files(to)).collect();
        let of_class = class.map(Class::outputs).transpose()?.unwrap_or_default();
        let mut outputs: Vec<Output<'_>> = self.reports.iter().filter_map(ReportTarget::output).collect();
        outputs.extend(saved.iter().map(|file| (file.as_path(), None)));
        outputs.extend(of_class.iter().map(|(file, mark)| (file.as_path(), Some(mark.as_str()))));
        output_file::refuse_doubles(outputs.iter().map(|(path, _)| *path))?;
        let commands = [&self.against, &self.checker].into_iter().flatten();
        let words: Vec<String> =
            commands.flat_map(|command| shell_words::split(command).unwrap_or_default()).collect();
        let words = words.iter().map(Path::new).chain(self.command.iter().map(Path::new));
        let programs = inputs.programs.iter().filter_map(NamedProgram::main_file);
        let files = words.chain(programs).chain(self.testlib.as_deref()).chain(self.times.as_deref());
        let tests = inputs
            .test_set
            .tests
            .iter()
            .flat_map(|test| [&test.input, test.expected.content()])
            .filter_map(Content::file);
        let files = files.chain(tests);
        let named = self.words.iter().filter(|word| !inputs.data.contains(word)).map(PathBuf::as_path);
        let read = files.map(|file| (file, Reading::Named)).chain(named.map(|path| (path, Reading::Whole)));
        let data = inputs.data.iter().map(|path| (path.as_path(), Reading::Package));
        output_file::refuse_inputs(&outputs, read.chain(data).chain(self.class.read_files()))
    }
}

fn refuse(condition: bool, why: &str) -> Result<(), UsageError> {
    if condition { Err(UsageError(why.to_owned())) } else { Ok(()) }
}

/// Returns the folder of a problem in a checkout by its test data, which lies elsewhere.
fn package_in_checkout(data: &Path, manifests: &Manifests) -> io::Result<Option<PathBuf>> {
    let Some(root) = checkout::root()? else { return Ok(None) };
    let Some(real) = real_path(data)? else { return Ok(None) };
    let slug = real.strip_prefix(root.join("testdata")).ok().and_then(|below| below.iter().next()?.to_str());
    let package = slug.map(|slug| root.join("problems").join(slug.replace('-', "_")));
    Ok(package.filter(|package| manifests.has_submissions(package)))
}

/// Returns the package of some data, where its folder is not around it: that of a problem in a checkout. The data is that of `problem`
/// where it has the name of a judge.
///
/// # Errors
/// When a folder cannot be looked at.
pub fn package_of(
    problem: Option<&Entry>,
    data: &Path,
    manifests: &Manifests,
) -> io::Result<Option<PathBuf>> {
    if let Some(package) = package_in_checkout(data, manifests)? {
        return Ok(Some(package));
    }
    let (Some(problem), Some(root)) = (problem, checkout::root()?) else { return Ok(None) };
    package_in_checkout(&root.join("testdata").join(problem.slug), manifests)
}

/// Includes what programs name below these folders; notes those in languages that name nothing there.
///
/// # Errors
/// When a folder is not there, a [`UsageError`]; or when one cannot be read.
pub fn include(
    folders: &[PathBuf],
    programs: &mut [NamedProgram],
    notes: &mut Vec<String>,
) -> anyhow::Result<()> {
    for folder in folders {
        UsageError::unless(
            is_folder(folder)?,
            format!("--include: there is no folder {}", folder.display()),
        )?;
    }
    let folders = folders.iter().map(|folder| folder.canonicalize().map_err(named(folder.display())));
    let folders = folders.collect::<io::Result<Vec<_>>>()?;
    for program in programs.iter_mut().filter(|_| !folders.is_empty()) {
        if !program.include(&folders)? {
            let sources = "sources in C, C++, Java, Python and Rust";
            notes.push(format!("{}: nothing is included, as --include is for {sources}", program.name));
        }
    }
    Ok(())
}

/// Compiles programs with sanitizers; notes those that cannot be.
pub fn sanitize(programs: &mut [NamedProgram], notes: &mut Vec<String>) {
    for program in programs {
        if !program.sanitize() {
            notes.push(format!(
                "{}: it runs as it is, as sanitizers are for sources in C and C++",
                program.name
            ));
        }
    }
}

fn check(args: &Args, level: Option<Level>, interruption: &Interruption) -> anyhow::Result<Exit> {
    check_reports(&args.reports, args.force)?;
    let page = args.open.then(|| reports::page(&args.reports)).transpose()?;
    let mut screen = Screen::of_check(&args.screen, &args.reports, interruption);
    (screen.is_built_in, screen.of_submissions, screen.is_held) =
        (args.builtin, args.submissions, args.watch);
    let mut options = args.options(crate::system::languages()?, screen.columns())?;
    options.manifests = Manifests::with_scripts(Scripts::new(options.clone()));
    let named = args.problem.as_deref().map(Problem::built_in).transpose()?;
    let saved = args
        .save_failure
        .as_deref()
        .map(|to| SavedFailure::new(to, Overwrite::new(args.force), named, level));
    screen.saved = saved.transpose()?;
    let mut class = args.class.read(&options.languages)?;
    let mut inputs = args.inputs(&options, named, level, class.as_mut())?;
    args.refuse_inputs(&inputs, class.as_ref())?;
    let description = why::description(&inputs, named, &options.manifests)?;
    inputs.locator = Some(Arc::new(FailureLocator { description }));
    let why = args.why.then(|| Why::new(&inputs, named, &options.manifests)).transpose()?;
    if let Some(None) = why {
        inputs.notes.push("--why: no inputs can be made, as the problem has no grammar".to_owned());
    }
    let Some(mut report) = nim_judge::check(&options, inputs, &mut screen)? else { return Ok(Exit::Success) };
    // The next one is about to begin.
    if args.watch && report.summary.interrupted && interruption.exit().is_none() {
        return Err(nim_judge::Error::interrupted().into());
    }
    let can_stress =
        report.tests.iter().any(|test| !matches!(test.verdict, Verdict::Accepted | Verdict::JudgeError));
    screen.smaller = can_stress.then(|| args.stress_command(&options)).flatten();
    if let Some(why) = why.flatten() {
        why.explain(&mut report, &options)?;
    }
    class.iter().for_each(|class| class.complete(&mut report));
    screen.report(&report)?;
    class.map_or(Ok(()), |class| class.write(&report, args.fail_fast))?;
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
    manifests: &Manifests,
    level: Option<Level>,
    interruption: &Interruption,
) -> anyhow::Result<Option<Report>> {
    let manifests = manifests.clone();
    let options = Options { submissions: true, manifests, ..Options::new(crate::system::languages()?) };
    let data = vec![package.to_path_buf()];
    let test_set = paths::discover(&data, &HashMap::new(), paths::May::ANSWERED, &data, &options.manifests)?;
    let mut inputs = CheckInputs::new(data, test_set);
    inputs.add_submissions(&options, package_in_checkout(package, &options.manifests)?)?;
    inputs.problems = of_check(None, level, &inputs.test_set, &inputs.programs, &inputs.data);
    Ok(nim_judge::check(&options, inputs, &mut Screen::silent(&ScreenArgs::default(), interruption))?)
}

/// Returns the parser of `--score`.
fn score_rules() -> impl TypedValueParser<Value = ScoreRule> {
    PossibleValuesParser::new(["sum", "min"])
        .map(|name| if name == "sum" { ScoreRule::Sum } else { ScoreRule::Min })
}

/// Returns the exit code for a report.
pub fn exit_for(report: &Report) -> Exit {
    let summary = &report.summary;
    let has_failed = report.programs.iter().any(|program| !program.grader_failure.is_empty());
    if summary.count(Verdict::JudgeError) > 0 || has_failed {
        Exit::Failed
    } else if summary.interrupted
        || report.remarks().next().is_some()
        || report.expectations().map_or(summary.accepted < summary.total, |(count, met)| met < count)
    {
        Exit::NotAccepted
    } else {
        Exit::Success
    }
}
