//! `toolkit stress`: looks for inputs on which programs are wrong, and shrinks them.

mod counterexample;
mod feed;
mod findings;
mod mistake;
mod progress;
mod report;
mod search;
mod seeds;
mod trial;
mod tried;
mod where_wrong;

use std::ffi::OsString;
use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use anyhow::Context;
use tempfile::TempDir;

use self::feed::{Feed, GrammarFeed};
use self::findings::Findings;
use self::progress::watch;
use self::report::FailureReport;
use self::search::{Counters, Search};
use self::seeds::{Generator, Seeds, with_testlib};
use self::trial::Trial;
use self::tried::Tried;
use super::check::run_options::LimitArgs;
use super::check::run_options::SandboxArgs;
use super::check::{DEFAULT_DATA, Screen, ScreenArgs, include, sanitize};
use crate::built_in::names;
use crate::commands::precompile;
use crate::exit::Exit;
use crate::problem::{Problem, program};
use crate::system::clock::Clock;
use crate::system::interruption::Interruption;
use crate::terminal::UsageError;
use crate::terminal::count::{at_least_one, number};
use crate::terminal::output::OutputArgs;
use crate::terminal::progress::Compiling;
use crate::terminal::say;
use nim_ground::files::folder_of;
use nim_ground::limits::parse_time;
use nim_ground::presence;
use nim_ground::presence::is_folder;
use nim_ground::private;
use nim_judge::check::refusals;
use nim_judge::completion::{Additions, INCLUDE};
use nim_judge::confinement::Sandboxed;
use nim_judge::options::jobs;
use nim_judge::output_check::OutputChecks;
use nim_judge::preparation::Preparation;
use nim_judge::problem::Solver;
use nim_judge::programs::{self, Code, NamedProgram};
use nim_judge::selected_test::OutputCheck;
use nim_judge::trusted::TrustedPrograms;
use nim_judge::{Error, Options, hidden};
use nim_sandbox::run::Runner;
use nim_sandbox::secrets::Secrets;
use nim_simd::Level;
use nim_task::comparison::Comparison;
use nim_task::defines::USUAL;
use nim_task::graders::Graders;
use nim_task::layout::{Scope, Validation};
use nim_task::protocol::Protocol;
use nim_task::source::Source;

/// Look for inputs on which programs are wrong, and shrink them
///
/// Tries every small input first, so that a program that passes is right up to a size, which is printed; and with them
/// inputs of every family of `toolkit gen`. With --gen, a program makes the inputs, of any problem.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  toolkit stress john sol.cpp\n  toolkit stress FOLDER --against ./slow -- ./program\n  toolkit stress --gen gen.py --against brute.cpp sol.cpp\n\nExit codes:\n  0  no counterexample was found\n  1  a counterexample was found\n  5  CMD cannot be started"
)]
pub struct Args {
    /// A problem, or a folder whose problem.yaml has a grammar, or neither with --gen; then source files, to be compiled
    #[arg(value_name = "SLUG|FOLDER|SOURCE")]
    words: Vec<PathBuf>,
    /// Program or source file that prints an input, called with a seed and a size; or as its arguments say, with {seed} and {size} in them
    #[arg(long = "gen", value_name = "CMD")]
    generator: Option<String>,
    /// Program or source file that accepts an input by exit code 0 or 42
    #[arg(long, value_name = "CMD")]
    validator: Option<String>,
    /// Seed of the inputs that are made at random
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number, allow_hyphen_values = true)]
    seed: u64,
    /// Time for the search; shrinking takes at most half as long again, and so does naming the mistake
    #[arg(long, value_name = "T", default_value = "30s", value_parser = parse_time, allow_hyphen_values = true)]
    time: Duration,
    /// Keep the input on which a program takes the most time, for the choice of a time limit
    #[arg(long)]
    slowest: bool,
    /// Number of runs at a time, at most one per core
    #[arg(short, long, value_name = "N", value_parser = at_least_one, allow_hyphen_values = true)]
    jobs: Option<NonZero<usize>>,
    /// Folder for counterexamples, as pairs of files [default: with --gen or --slowest, testdata if that is there, else tests]
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
    /// Folder in which programs find the headers, modules and classes that they name and do not have; may be repeated
    #[arg(long, value_name = "FOLDER")]
    include: Vec<PathBuf>,
    /// Compile C and C++ with the address and undefined-behaviour sanitizers
    #[arg(long)]
    sanitize: bool,
    #[command(flatten)]
    sandbox: SandboxArgs,
    #[command(flatten)]
    screen: OutputArgs,
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
    let languages = crate::system::languages()?;
    let options = Options {
        jobs: args.jobs,
        sandbox: args.sandbox.options(),
        header_maker: precompile::header_maker(),
        ..Options::new(languages)
    };
    let (target, sources) = sorted(args, &options, level)?;
    refuse_settings(args, &target, &options)?;
    kept_in(args, &target)?.as_deref().map_or(Ok(()), check_output)?;
    let mut cast = Cast::new(args, &target, &sources, &options)?;
    let (tried, mut notes) = (cast.programs, Vec::new());
    include(&args.include, &mut cast.all[..tried], &mut notes)?;
    if args.sanitize {
        sanitize(&mut cast.all[..tried], &mut notes);
    }
    notes.iter().for_each(say::note);
    let _completed = cast.complete(args, &target, &options)?;
    let limits = args.limits.overrides().or(target.limits).resolve();
    let clock = Clock::new(interruption);
    let mut checks = OutputChecks::new(TrustedPrograms::new(&options));
    let check = output_check(args, &target, &mut checks)?;
    let preparation = Preparation { options: &options, secrets: secrets(args, &target)?, defines: USUAL };
    say::missing_sandbox();
    let (mut all, programs) = (std::mem::take(&mut cast.all), cast.programs);
    let mut prepared = preparation.compile(&all, &mut Compiling::default()).map_err(not_started)?;
    // Not every system has the libraries to link statically.
    if prepared[programs..].iter().any(|helper| helper.compiled.is_err()) {
        drop(prepared);
        link_statically(&mut all[programs..], false);
        prepared = preparation.compile(&all, &mut Compiling::default()).map_err(not_started)?;
    }
    let sandboxed = preparation.ready(&all, &prepared, limits.output, &clock.stop).map_err(not_started)?;
    let columns = Screen::new(&ScreenArgs::default(), &[]).columns();
    let counters = Counters::default();
    clock.give(args.time);
    watch(&clock, &counters, || cast.find_out_size(&sandboxed))??;
    let start = || cast.start(&target, &sandboxed, &check, columns);
    let feed = Mutex::new(cast.feed(&target, args.seed));
    let search = Search {
        feed: &feed,
        programs,
        limits,
        stop: &clock.stop,
        keeps_slowest: args.slowest,
        counters: &counters,
        start: &start,
    };
    // What was spent on compilers is none of it.
    clock.give(args.time);
    let mut searched = watch(&clock, &counters, || search.run(jobs(args.jobs).get()))??;
    if !searched.has_tried(&counters) && interruption.exit().is_none() {
        anyhow::bail!("no input was tried{}", searched.why_nothing(args.time));
    }
    let failures = std::mem::take(&mut searched.failures);
    let feed = feed.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    let (target, searched, counters, proved) = (&target, &searched, &counters, feed.proved());
    let report = FailureReport { args, target, searched, counters, proved, programs: &all[..programs] };
    let findings = Findings {
        report,
        options: &options,
        clock: &clock,
        interruption,
        limits,
        start: &start,
        feed: &|| cast.feed(target, args.seed),
    };
    findings.tell(failures)
}

/// Refuses settings of the problem's folder that are not supported, unless an option overrides them; scores play no part in a search.
fn refuse_settings(args: &Args, target: &Tried, options: &Options) -> nim_judge::Result<()> {
    let (compare, checker, limits) = (args.compare, args.checker.clone(), args.limits.overrides());
    let options = Options { compare, checker, limits, ..options.clone() };
    let refused = target.refused.iter().filter(|setting| setting.scope != Scope::Scoring);
    refusals::settings(&options, refused, "--compare or --checker")
}

/// Returns the folder of counterexamples, where it is named or follows from the generator.
fn kept_in(args: &Args, target: &Tried) -> io::Result<Option<PathBuf>> {
    match &args.output {
        None if args.generator.is_some() || args.slowest => target.kept_in().map(Some),
        output => Ok(output.clone()),
    }
}

/// Checks that counterexamples can be kept, before time is spent on a search: that a file can be made in their folder, or around it.
fn check_output(folder: &Path) -> anyhow::Result<()> {
    let made = first_there(folder).and_then(tempfile::tempfile_in);
    made.map(drop).with_context(|| format!("cannot write into {}", folder.display()))
}

/// Returns a folder, or the nearest around it that is there.
fn first_there(mut folder: &Path) -> io::Result<&Path> {
    while presence::find(folder)?.is_none() {
        folder = folder_of(folder);
    }
    Ok(folder)
}

/// Returns the error of a program that cannot be started, which is no wrong usage here.
fn not_started(error: Error) -> Error {
    match error {
        Error::Usage(why) => Error::Failed(why),
        error => error,
    }
}

/// Returns the problem and the source files that the words name: the problem, if none does, is that of the first program's name.
fn sorted(
    args: &Args,
    Options { languages, manifests, .. }: &Options,
    level: Option<Level>,
) -> anyhow::Result<(Tried, Vec<(PathBuf, Source)>)> {
    let (mut problem, mut sources) = (None, Vec::new());
    for word in &args.words {
        match program(word, manifests, languages)? {
            Some(source) => sources.push((word.clone(), source)),
            None if languages.for_file(word).is_some() => {
                return Err(UsageError(format!("there is no source file {}", word.display())).into());
            }
            None if problem.is_none() => problem = Some(word),
            None => {
                let word = word.display();
                return Err(UsageError(format!("{word} is no source file of a known language")).into());
            }
        }
    }
    let has_generator = args.generator.is_some();
    let target = match problem.map(|word| word.to_string_lossy()) {
        Some(name) => Tried::new(&Problem::open(&name, manifests, level)?, has_generator)?,
        None if has_generator && is_folder(Path::new(DEFAULT_DATA))? => {
            Tried::of_tests(Path::new(DEFAULT_DATA), manifests)?
        }
        None if has_generator => Tried::default(),
        None => match sources.first().and_then(|(file, _)| names::of_file(file)) {
            Some(entry) => Tried::new(&Problem::open(entry.slug, manifests, level)?, false)?,
            None => {
                let why = "no problem is named: add one, as in toolkit stress john sol.cpp, or a generator with --gen";
                return Err(UsageError::new(why).into());
            }
        },
    };
    Ok((target, sources))
}

/// The programs of a search.
struct Cast {
    /// All of them: those that are tried, then those that help.
    all: Vec<NamedProgram>,
    /// The number of those that are tried.
    programs: usize,
    has_reference: bool,
    generator: Option<Generator>,
    has_validator: bool,
}

impl Cast {
    fn new(
        args: &Args,
        target: &Tried,
        sources: &[(PathBuf, Source)],
        options: &Options,
    ) -> anyhow::Result<Self> {
        let languages = &options.languages;
        let mut all = programs::given(sources, &[], &args.command, languages)?;
        let programs = all.len();
        if programs == 0 {
            let why = "no program is named: add a source file, or a command after --";
            return Err(UsageError::new(why).into());
        }
        let reference = match (&args.against, &target.folder) {
            (Some(against), _) => Some(NamedProgram::of_option("--against", against, languages)?),
            (None, Some(folder)) => options
                .manifests
                .accepted(folder, languages)?
                .map(|found| NamedProgram::of_source(found.source.main.display().to_string(), found.source)),
            (None, None) => None,
        };
        if target.built_in.is_none() && reference.is_none() {
            let what = if target.name.is_empty() { "the problem" } else { &target.name };
            let why = "has no built-in solver: name a program that gives the right answers with --against";
            return Err(UsageError(format!("{what} {why}")).into());
        }
        let has_reference = reference.is_some();
        all.extend(reference);
        let parsed = args.generator.as_ref().map(|text| Generator::parse(text, languages)).transpose()?;
        let (program, generator) = parsed.unzip();
        let validator = args.validator.as_ref();
        let validator =
            validator.map(|text| NamedProgram::of_option("--validator", text, languages)).transpose()?;
        let has_validator = validator.is_some();
        for mut program in program.into_iter().chain(validator) {
            with_testlib(&mut program, &options.trusted_sources())?;
            all.push(program);
        }
        link_statically(&mut all[programs..], true);
        Ok(Self { all, programs, has_reference, generator, has_validator })
    }

    /// Completes those programs that are solutions by the files that the package includes in all; returns the folder of the completed
    /// sources.
    fn complete(
        &mut self,
        args: &Args,
        target: &Tried,
        options: &Options,
    ) -> anyhow::Result<Option<TempDir>> {
        let Some(package) = &target.folder else { return Ok(None) };
        if !is_folder(&package.join(INCLUDE))? {
            return Ok(None);
        }
        // The files of the package that are included are among those hidden from the programs.
        let secrets = &hidden_files(args, target, Some(&package.join("data")))?;
        let (constants, graders) = (options.manifests.constants(package)?, Graders::default());
        let languages = &options.languages;
        let additions = Additions { languages, secrets, package: Some(package), constants, graders };
        let own = package.join("submissions").canonicalize();
        let own = presence::absent_is_none(own, package)?;
        let folder = private::folder("toolkit-stress-")?;
        let solutions = self.programs + usize::from(self.has_reference);
        for (index, program) in self.all.iter_mut().take(solutions).enumerate() {
            let Code::Source(source) = &mut program.code else { continue };
            let around = presence::real_path(&source.main)?;
            let is_own = own.as_ref().zip(around).is_some_and(|(own, around)| around.starts_with(own));
            let completed = additions.complete(source, is_own, &folder.path().join(index.to_string()));
            completed
                .with_context(|| format!("cannot add the package's files to {}", program.name))?
                .map_err(|why| anyhow::anyhow!("{}: {why}", program.name))?;
        }
        Ok(Some(folder))
    }

    /// Returns what makes inputs of a problem.
    fn feed<'a>(&self, target: &'a Tried, seed: u64) -> Box<dyn Feed + 'a> {
        match (&self.generator, &target.about) {
            (None, Some(about)) => Box::new(GrammarFeed::new(about, seed)),
            _ => Box::new(Seeds::new(seed)),
        }
    }

    /// Starts the programs on the calling thread.
    fn start<'a>(
        &'a self,
        target: &'a Tried,
        sandboxed: &'a [Sandboxed<'_>],
        check: &'a OutputCheck<'a>,
        columns: usize,
    ) -> anyhow::Result<Trial<'a>> {
        let mut started = sandboxed.iter().map(Sandboxed::start);
        let mut next = || anyhow::Ok::<Box<dyn Runner>>(started.next().context("a program is missing")??);
        let programs = (0..self.programs).map(|_| next()).collect::<anyhow::Result<Vec<_>>>()?;
        let reference = self.has_reference.then(&mut next).transpose()?;
        let generator = self.generator.as_ref().map(|generator| Ok::<_, anyhow::Error>((next()?, generator)));
        let generator = generator.transpose()?;
        let validator = self.has_validator.then(&mut next).transpose()?;
        Ok(Trial { target, programs, reference, generator, validator, check, columns })
    }

    /// Finds out whether the generator takes a size, where its arguments do not say.
    fn find_out_size(&mut self, sandboxed: &[Sandboxed<'_>]) -> anyhow::Result<()> {
        let place = self.programs + usize::from(self.has_reference);
        if let Some(generator) = self.generator.take_if(|generator| generator.may_lack_size) {
            let mut runner = sandboxed.get(place).context("a program is missing")?.start()?;
            let fails = trial::fails(runner.as_mut(), &generator)?;
            self.generator = Some(if fails { generator.without_size() } else { generator });
        }
        Ok(())
    }
}

/// Links programs that only help statically, or not: they start sooner so.
fn link_statically(programs: &mut [NamedProgram], is_static: bool) {
    for program in programs {
        if let Code::Source(source) = &mut program.code {
            source.language.link_statically(is_static);
        }
    }
}

/// Returns the files hidden from both programs: test data, the problem's folder, and the output.
fn secrets(args: &Args, target: &Tried) -> io::Result<Secrets> {
    hidden_files(args, target, target.folder.as_deref())
}

/// Returns the files that no program may see: test data, what is in a folder of the problem, and the output.
fn hidden_files(args: &Args, target: &Tried, folder: Option<&Path>) -> io::Result<Secrets> {
    let mut secrets = Secrets::default();
    let data = Path::new(DEFAULT_DATA).join(&target.name);
    [Some(data.as_path()), folder, args.output.as_deref()]
        .into_iter()
        .flatten()
        .try_for_each(|folder| secrets.add_folder(folder))?;
    if let Some(checker) = &args.checker {
        hidden::add_checker(&mut secrets, checker)?;
    }
    Ok(secrets)
}

/// Returns the way outputs are judged: the command line's, else the package's, else token by token.
fn output_check<'a>(
    args: &Args,
    target: &'a Tried,
    checks: &mut OutputChecks<'a>,
) -> anyhow::Result<OutputCheck<'a>> {
    let problem = target.built_in.as_ref().map(|own| own as &dyn Solver);
    if let Some(checker) = &args.checker {
        return Ok(checks.checker(checker, args.checker_style, problem, &target.name)?);
    }
    match (args.compare, &target.validation) {
        (Some(comparison), _) => Ok(OutputCheck::Compare(comparison)),
        (None, None) => Ok(OutputCheck::usual(problem)),
        (None, Some(Validation::Compare(comparison))) => Ok(OutputCheck::Compare(*comparison)),
        (None, Some(Validation::Program { place, args, style, .. })) => {
            Ok(checks.validator(place, args, *style)?)
        }
        (None, Some(Validation::Interactor { .. })) => {
            anyhow::bail!("the problem is interactive: there are no outputs to compare")
        }
    }
}
