//! The settings of a check, as plain data.

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::available_parallelism;
use std::time::Duration;

use regex::Regex;

use super::error::Result;
use crate::compile::header::HeaderMaker;
use crate::report::results::Report;
use crate::report::shard::Shard;
use nim_ground::error::ValueError;
use nim_ground::file_io::FileIo;
use nim_ground::interruption;
use nim_ground::limits::{LimitOverrides, factor};
use nim_sandbox::{IS_AVAILABLE, SandboxMode};
use nim_task::comparison::Comparison;
use nim_task::formats::Manifests;
use nim_task::language::Languages;
use nim_task::layout::{Scope, ScoreRule};
use nim_task::protocol::Protocol;
use nim_task::trusted_sources::TrustedSources;

/// The settings of a check. With [`Options::new`] every test is run once, in the sandbox, as the package says.
#[derive(Clone, Debug)]
pub struct Options {
    /// The languages of programs.
    pub languages: Languages,
    /// The manifests of packages that were opened.
    pub manifests: Manifests,
    /// Set from outside to interrupt the check; usually the flag of the process.
    pub interrupted: Arc<AtomicBool>,
    /// The choice of the tests to run.
    pub selection: Selection,
    /// Limits that override those of the package.
    pub limits: LimitOverrides,
    /// Whether the time limit is the package's own, not one that its submissions set.
    pub time_of_package: bool,
    /// Factors of the time limit, by language.
    pub time_factors: Vec<TimeFactor>,
    /// Files in place of standard input and output.
    pub file_io: Option<FileIo>,
    /// The number of tests run at a time, at most one per core.
    pub jobs: Option<NonZero<usize>>,
    /// The number of runs of each program on each test; the worst verdict counts.
    pub repeat: NonZero<usize>,
    /// Whether a test is run again, alone, if its verdict may be due to machine load.
    pub rerun_flaky: bool,
    /// Whether a program runs no further test after its first rejected one.
    pub fail_fast: bool,
    /// Whether the programs are mutants of others, compiled by today's dialect alone and for this check alone.
    pub mutants: bool,
    /// Whether the programs are the package's own submissions, with expected verdicts.
    pub submissions: bool,
    /// Whether the results of an earlier check of the submissions are reused.
    pub resume: bool,
    /// Whether the report has a matrix of programs and tests.
    pub matrix: bool,
    /// The program that answers inputs without answers, in place of the built-in solver.
    pub against: Option<String>,
    /// The comparison of outputs, in place of the package's.
    pub compare: Option<Comparison>,
    /// The program that judges outputs, or `builtin:NAME`.
    pub checker: Option<String>,
    /// The calling convention of the checker.
    pub checker_style: Protocol,
    /// The interactor of the programs.
    pub interaction: Interaction,
    /// Whether mistakes are named in Chinese, and not in English.
    pub in_chinese: bool,
    /// The path of `testlib.h`.
    pub testlib: Option<PathBuf>,
    /// The rule of adding up tests to a score, in place of the package's.
    pub score: Option<ScoreRule>,
    /// The sandbox of the judged programs.
    pub sandbox: SandboxOptions,
    /// Requests the precompiling of headers; `None` uses only cached ones.
    pub header_maker: Option<HeaderMaker>,
    /// Whether programs of packages run with the caller's rights.
    pub trust_package: bool,
    /// Further files that no program may read, such as reports.
    pub hidden: Vec<PathBuf>,
    /// The width of messages, in columns.
    pub columns: usize,
}

/// The choice of the tests to run.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// A pattern that the names of tests must match.
    pub filter: Option<Regex>,
    /// Whether only the failed tests of the last run are chosen, for the same programs and data.
    pub failed: bool,
    /// The only part of the tests that is chosen.
    pub shard: Option<Shard>,
    /// An earlier report, whose times balance the parts.
    pub times: Option<Box<Report>>,
    /// Whether the tests are only listed.
    pub dry_run: bool,
}

/// The interactor of the programs.
#[derive(Clone, Debug)]
pub struct Interaction {
    /// The program that the checked one talks with.
    pub interactor: Option<String>,
    /// The calling convention of the interactor.
    pub style: Protocol,
    /// The CPU time limit of the interactor, and its wall-clock limit after the program's end.
    pub time_limit: Option<Duration>,
    /// Whether the problem's game is played.
    pub play: bool,
    /// Whether the player who takes the last one loses that game.
    pub misere: bool,
}

impl Default for Interaction {
    fn default() -> Self {
        let style = Protocol::TESTLIB;
        Self { interactor: None, style, time_limit: None, play: false, misere: false }
    }
}

impl Interaction {
    /// Returns whether there is a dialogue at all.
    pub fn is_wanted(&self) -> bool {
        self.play || self.interactor.is_some()
    }
}

/// The sandbox of the judged programs.
#[derive(Clone, Debug)]
pub struct SandboxOptions {
    /// The layers of the sandbox.
    pub mode: SandboxMode,
    /// Files and folders that programs may read in addition.
    pub allow_read: Vec<PathBuf>,
}

impl Default for SandboxOptions {
    fn default() -> Self {
        let mode = if IS_AVAILABLE { SandboxMode::Auto } else { SandboxMode::Off };
        Self { mode, allow_read: Vec::new() }
    }
}

/// A factor of the time limit of programs in a language.
#[derive(Clone, Debug)]
pub struct TimeFactor {
    /// The language, by one of its names.
    pub language: String,
    /// The multiplier of the limit.
    pub factor: f64,
}

impl TimeFactor {
    /// Reads a factor: `python=2.5`.
    ///
    /// # Errors
    /// When the text is none.
    pub fn parse(text: &str) -> Result<Self, ValueError> {
        let expected = "expected a language and a factor from 0.001 to 1000, such as python=2.5";
        Self::read(text).ok_or_else(|| format!("{expected}, found \"{text}\"").into())
    }

    fn read(text: &str) -> Option<Self> {
        let (language, number) = text.split_once('=').filter(|(language, _)| !language.is_empty())?;
        Some(Self { language: language.to_owned(), factor: factor(number.parse().ok()?)? })
    }
}

impl Options {
    /// Returns the usual settings, with the toolkit's languages and the user's own.
    ///
    /// # Errors
    /// When the user's languages cannot be read or are malformed.
    pub fn load() -> Result<Self> {
        Ok(Self::new(Languages::load()?))
    }

    /// Returns the usual settings, with these languages.
    pub fn new(languages: Languages) -> Self {
        Self {
            languages,
            manifests: Manifests::default(),
            interrupted: interruption::flag(),
            selection: Selection::default(),
            limits: LimitOverrides::default(),
            time_of_package: false,
            time_factors: Vec::new(),
            file_io: None,
            jobs: None,
            repeat: NonZero::<usize>::MIN,
            rerun_flaky: true,
            fail_fast: false,
            mutants: false,
            submissions: false,
            resume: false,
            matrix: false,
            against: None,
            compare: None,
            checker: None,
            checker_style: Protocol::TESTLIB,
            interaction: Interaction::default(),
            in_chinese: false,
            testlib: None,
            score: None,
            sandbox: SandboxOptions::default(),
            header_maker: None,
            trust_package: false,
            hidden: Vec::new(),
            columns: 80,
        }
    }

    /// Returns the settings with which authors' programs are built.
    pub fn trusted_sources(&self) -> TrustedSources<'_> {
        let Self { languages, manifests, testlib, .. } = self;
        TrustedSources { languages, testlib: testlib.as_deref(), manifests }
    }

    /// Returns the option that overrides a package's setting of this scope, and whether it is given; `None` if no option does.
    pub(crate) fn overriding(&self, scope: Scope) -> Option<(&'static str, bool)> {
        match scope {
            Scope::Time => Some(("--time-limit", self.limits.cpu.is_some())),
            Scope::Memory => Some(("--memory-limit", self.limits.memory.is_some())),
            Scope::Output => Some(("--output-limit", self.limits.output.is_some())),
            Scope::Judging | Scope::Scoring | Scope::Running => None,
        }
    }
}

/// Returns the number of runs at a time: as requested, at most one per core.
pub fn jobs(wanted: Option<NonZero<usize>>) -> NonZero<usize> {
    let cores = available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    wanted.map_or(cores, |wanted| wanted.min(cores))
}
