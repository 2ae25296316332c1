//! The runs of mutants: checks of several at a time, under a clock.

use std::collections::HashMap;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, bail};
use indicatif::ProgressBar;

use super::cases::{Case, MutatedProgram, Outcome};
use super::kept::{Fingerprints, KeptOutcomes};
use crate::built_in::problem::of_check;
use crate::commands::check::words::Words;
use crate::commands::check::{package_of, paths};
use crate::system::clock::Clock;
use crate::terminal::UsageError;
use crate::terminal::progress::{BarOrLines, RUNS};
use crate::terminal::say;
use nim_ground::presence::real_path;
use nim_ground::private;
use nim_judge::check::CheckInputs;
use nim_judge::options::jobs;
use nim_judge::programs::{self, NamedProgram};
use nim_judge::report::results::Report;
use nim_judge::{Observer, Options, TestReport};
use nim_simd::Level;
use nim_task::expected::Expectation;
use nim_task::verdict::Verdict;

/// The number of mutants of a check, for each run at a time.
const TOGETHER: usize = 8;

/// The tests on which programs are run.
pub struct Runs<'a> {
    options: Options,
    level: Option<Level>,
    clock: &'a Clock,
    typed: &'a [PathBuf],
    words: Words,
    /// The tests, found once, and the copies of the submissions.
    found: CheckInputs,
    /// The programs whose mutants are run.
    pub programs: Vec<NamedProgram>,
    /// The package's own programs that set its time limit, if it states none.
    timed: Vec<NamedProgram>,
    /// The package that the tests are from.
    pub package: Option<PathBuf>,
    pub fingerprints: Fingerprints,
    /// The names of the tests, in order.
    tests: Vec<String>,
    /// The failures of the judge.
    pub failures: Vec<String>,
    /// The names of programs by the digest of their compiled form.
    digests: HashMap<String, String>,
}

/// Returns the package's submissions that must be accepted, and those that set its time limit, if it states none.
fn accepted(
    first: &mut CheckInputs,
    options: &Options,
    package: Option<PathBuf>,
) -> nim_judge::Result<(Vec<NamedProgram>, Vec<NamedProgram>)> {
    first.add_submissions(options, package).map_err(|why| match why {
        nim_judge::Error::Usage(why) => {
            nim_judge::Error::Usage(format!("{why}\n  or name accepted programs, such as sol.cpp"))
        }
        why => why,
    })?;
    let mut programs = std::mem::take(&mut first.programs);
    let mut tests = first.test_set.tests.iter();
    let states_time = options.limits.cpu.is_some() || tests.any(|test| test.limits.cpu.is_some());
    let timed = programs.iter().filter(|program| program.is_timed && !states_time).cloned().collect();
    programs.retain(|program| program.expectation.as_ref().is_some_and(Expectation::is_of_accepted));
    Ok((programs, timed))
}

impl<'a> Runs<'a> {
    /// Finds the tests and the programs that words name.
    pub fn new(
        typed: &'a [PathBuf],
        options: Options,
        level: Option<Level>,
        clock: &'a Clock,
    ) -> anyhow::Result<Self> {
        let options = Options {
            mutants: true,
            fail_fast: true,
            rerun_flaky: false,
            interrupted: Arc::clone(&clock.stop),
            ..options
        };
        let languages = &options.languages;
        let words = Words::new(typed, None, None, languages, &options.manifests)?;
        let [data] = words.data.as_slice() else {
            return Err(UsageError::new("mutants are run on the tests of one problem or package").into());
        };
        let package = package_of(words.problem, data, &options.manifests)?;
        let test_set =
            paths::discover(&words.data, &words.held, paths::May::ANSWERED, typed, &options.manifests)?;
        let mut first = CheckInputs::new(words.data.clone(), test_set);
        let mut timed = Vec::new();
        let mut programs = programs::given(&words.sources, &[], &[], languages)?;
        if programs.is_empty() {
            (programs, timed) = accepted(&mut first, &options, package.clone())?;
        }
        let left_out = programs::leave_out(&mut programs)?;
        left_out.iter().for_each(say::note);
        let package = first.package.clone().or(package);
        Ok(Self {
            options,
            level,
            clock,
            typed,
            words,
            found: first,
            programs,
            timed,
            package,
            fingerprints: Fingerprints::new(),
            tests: Vec::new(),
            failures: Vec::new(),
            digests: HashMap::new(),
        })
    }

    /// Returns the name that the output has in place of the tests.
    pub fn name(&self) -> String {
        self.typed.first().map_or_else(String::new, |word| word.display().to_string())
    }

    /// Returns the name by which the package calls the problem: a judge's may be typed in capital letters, or with a hyphen.
    pub fn problem_name(&self) -> String {
        self.words.problem.map_or_else(|| self.name(), |problem| problem.name.to_owned())
    }

    /// Returns the key of stored results.
    ///
    /// # Errors
    /// When the data or the package cannot be looked at.
    pub fn identity(&self) -> io::Result<String> {
        let data = match self.typed.first() {
            Some(word) => real_path(word)?.or_else(|| Some(word.clone())),
            None => None,
        };
        let package = match &self.package {
            Some(package) => real_path(package)?,
            None => None,
        };
        let Options { sandbox, trust_package, testlib, .. } = &self.options;
        let version = env!("CARGO_PKG_VERSION");
        Ok(format!("{data:?} {package:?} {version} {sandbox:?} {trust_package} {testlib:?}"))
    }

    /// Returns the names of the tests.
    pub fn tests(&self) -> Vec<String> {
        self.tests.clone()
    }

    fn check(
        &self,
        options: &Options,
        programs: Vec<NamedProgram>,
        observer: &mut dyn Observer,
    ) -> anyhow::Result<Report> {
        let data = &self.words.data;
        let mut inputs = CheckInputs::new(data.clone(), self.found.test_set.clone());
        (inputs.programs, inputs.package) = (programs, self.package.clone());
        inputs.problems = of_check(None, self.level, &inputs.test_set, &inputs.programs, data);
        let report = self.clock.watch(|| {}, || nim_judge::check(options, inputs, observer))??;
        report.context("the tests were only listed")
    }

    /// Runs the unchanged programs, and drops those that are not accepted; returns the reasons.
    pub fn begin(&mut self, mutated: &mut Vec<MutatedProgram>) -> anyhow::Result<Vec<String>> {
        let mut rejected = Vec::new();
        if mutated.is_empty() {
            return Ok(rejected);
        }
        let mut watch = Watch { runs_equal: true, ..Watch::default() };
        // The programs are run as submissions, so that they set the time limit of a package that states none.
        let options = Options { submissions: !self.timed.is_empty(), ..self.options.clone() };
        let mut programs = std::mem::take(&mut self.timed);
        let others = mutated.iter().filter(|own| programs.iter().all(|timed| timed.name != own.name));
        let others: Vec<_> = others.map(MutatedProgram::program).collect();
        programs.extend(others);
        let report = self.check(&options, programs, &mut watch)?;
        if report.summary.interrupted {
            bail!("interrupted before the programs themselves were run");
        }
        self.digests = watch.digests;
        self.tests = watch.prints.iter().map(|(name, _)| name.clone()).collect();
        self.fingerprints = watch.prints.into_iter().collect();
        // A failure of the judge says nothing of the program.
        if let Some(why) = mutated.iter().find_map(|program| failure(&report, &program.name)) {
            bail!("{why}");
        }
        mutated.retain(|program| match outcome(&report, &program.name) {
            Some(Outcome::Survived) => true,
            Some(Outcome::Killed { test, verdict }) => {
                rejected.push(format!("{}: {verdict} on {test}, so it is not changed", program.name));
                false
            }
            _ => {
                rejected.push(format!("{}: it does not compile, so it is not changed", program.name));
                false
            }
        });
        Ok(rejected)
    }

    /// Runs mutants in this order, until the time is over, and stores the results.
    pub fn all(
        &mut self,
        programs: &[MutatedProgram],
        cases: &mut [Case],
        order: &[usize],
        kept: &mut KeptOutcomes,
    ) -> anyhow::Result<()> {
        for case in &*cases {
            let digest =
                case.outcome.as_ref().and(case.earlier.as_ref()).and_then(|known| known.digest.clone());
            if let Some(digest) = digest {
                self.digests.entry(digest).or_insert_with(|| case.place());
            }
        }
        let mut progress = Progress::new(order.len());
        for batch in order.chunks(TOGETHER * jobs(self.options.jobs).get()) {
            if self.clock.has_stopped() || self.clock.is_over() {
                break;
            }
            let folder = private::folder("toolkit-mutants-")?;
            let names: Vec<String> = batch.iter().map(|&at| format!("{}#{at}", cases[at].place())).collect();
            let programs = batch.iter().zip(&names).map(|(&at, name)| {
                let case = &cases[at];
                programs[case.program].write(case, name.clone(), &folder.path().join(at.to_string()))
            });
            let programs = programs.collect::<io::Result<Vec<_>>>().context("cannot write a mutant")?;
            let digests = std::mem::take(&mut self.digests);
            let mut watch = Watch { digests, bar: Some(progress.shown.bar.clone()), ..Watch::default() };
            let checked = self.check(&self.options, programs, &mut watch);
            self.digests = watch.digests;
            let report = match checked {
                Err(_) if self.clock.has_stopped() => break,
                report => report?,
            };
            for (name, &at) in names.iter().zip(batch) {
                let equal = watch.equal.get(name).map(|to| Outcome::Equal { to: to.clone() });
                cases[at].outcome = equal.or_else(|| outcome(&report, name));
                kept.add(&cases[at], watch.of_programs.remove(name));
                self.failures.extend(failure(&report, name));
            }
            progress.show(batch.len(), cases);
        }
        progress.shown.bar.finish_and_clear();
        Ok(())
    }
}

/// Returns the outcome of a program; `None` if not all tests were run.
fn outcome(report: &Report, name: &str) -> Option<Outcome> {
    let program = report.programs.iter().find(|program| program.name == name)?;
    if program.verdict == Some(Verdict::CompileError) {
        return Some(Outcome::Stillborn);
    }
    let results = report.tests.iter().filter(|result| result.program == name);
    if results.clone().any(|result| result.verdict == Verdict::JudgeError) {
        return None;
    }
    let failed = results.clone().filter(|result| result.verdict != Verdict::Accepted);
    if let Some(first) = failed.min_by_key(|result| result.index) {
        return Some(Outcome::Killed { test: first.name.clone(), verdict: first.verdict });
    }
    (results.count() == report.summary.tests).then_some(Outcome::Survived)
}

/// Returns the failure of the judge on a program.
fn failure(report: &Report, name: &str) -> Option<String> {
    let mut results = report.tests.iter().filter(|result| result.program == name);
    let failed = results.find(|result| result.verdict == Verdict::JudgeError)?;
    let place = name.rsplit_once('#').map_or(name, |(place, _)| place);
    Some(format!("{place}: {} on {}: {}", failed.verdict, failed.name, failed.message))
}

/// Observes a check of mutants.
#[derive(Default)]
struct Watch {
    /// The names of programs by the digest of their compiled form.
    digests: HashMap<String, String>,
    /// The digests of this check's programs.
    of_programs: HashMap<String, String>,
    /// The programs that equal another one.
    equal: HashMap<String, String>,
    /// Whether programs equal to another one are run, too.
    runs_equal: bool,
    prints: Vec<(String, Option<String>)>,
    bar: Option<ProgressBar>,
}

impl Observer for Watch {
    fn compiled(&mut self, program: &str, digest: Option<&str>) -> bool {
        let Some(digest) = digest else { return true };
        self.of_programs.insert(program.to_owned(), digest.to_owned());
        let place = program.rsplit_once('#').map_or(program, |(place, _)| place);
        match self.digests.get(digest) {
            Some(other) => self.equal.insert(program.to_owned(), other.clone()),
            None => self.digests.insert(digest.to_owned(), place.to_owned()),
        };
        self.runs_equal || !self.equal.contains_key(program)
    }

    fn fingerprints(
        &mut self,
        of_tests: &dyn Fn() -> io::Result<Vec<(String, Option<String>)>>,
    ) -> io::Result<()> {
        if self.runs_equal {
            self.prints = of_tests()?;
        }
        Ok(())
    }

    fn result(&mut self, result: &TestReport) {
        if let Some(bar) = self.bar.as_ref().filter(|_| result.verdict != Verdict::Accepted) {
            bar.inc(1);
        }
    }
}

/// The progress shown on the terminal.
struct Progress {
    shown: BarOrLines,
    done: usize,
    total: usize,
}

impl Progress {
    fn new(total: usize) -> Self {
        let shown = BarOrLines::new(total, RUNS);
        shown.bar.tick();
        Self { shown, done: 0, total }
    }

    /// Counts mutants as run, and shows the progress.
    fn show(&mut self, more: usize, cases: &[Case]) {
        self.done += more;
        let survivors = cases.iter().filter(|case| case.survives()).count();
        let survivors = say::counted(survivors, "survivor");
        self.shown.bar.set_position(self.done as u64);
        self.shown.tell(&survivors);
        let (done, total) = (self.done, self.total);
        self.shown.line(|| format!("{done} of {} run, {survivors}", say::counted(total, "mutant")));
    }
}
