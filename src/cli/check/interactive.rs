//! The options for interaction, and the interactors that they and packages name.

mod game;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

pub use self::game::GameOfProblem;
use super::confinement::jury_program;
use super::problem::JudgedProblem;
use super::sandboxing::SandboxArg;
use super::selection::Selected;
use crate::cli::Misuse;
use nim_ground::failure::Failure;
use nim_ground::files::absolute;
use nim_judge::checker::Checker;
use nim_judge::interactive::interactor::{Call, Interactor, InteractorStyle};
use nim_sandbox::limits::{LimitOverrides, parse_time};
use nim_sandbox::run::Runner;

/// The CPU time of an interactor where nothing else is said.
pub const TIME: Duration = Duration::from_secs(10);
/// Endings of files that are built or interpreted to make an interactor.
const SOURCES: [&str; 7] = ["c", "cc", "cpp", "cxx", "c++", "py", "py3"];

/// The interaction that the command line asks for.
#[derive(clap::Args)]
pub struct InteractionArgs {
    /// Program or source file that the checked program talks with, and that gives the verdict
    #[arg(long, value_name = "CMD", conflicts_with_all = ["compare", "submissions"])]
    pub interactor: Option<String>,
    /// How the interactor is called: testlib or kattis
    #[arg(long, value_name = "STYLE", default_value = "testlib", requires = "interactor")]
    pub interactor_style: InteractorStyle,
    /// CPU time limit of an interactor, and its wall-clock limit after the program's end [default: the package's, else 10s]
    #[arg(long, value_name = "T", value_parser = parse_time, allow_hyphen_values = true)]
    interactor_time_limit: Option<Duration>,
    /// Play the problem's game to the end, from both seats, against an opponent that never errs; docs/protocol.md describes the
    /// dialogue
    #[arg(long, conflicts_with_all = ["interactor", "compare", "checker"])]
    pub interactive: bool,
    /// In the game of --interactive, whoever takes the last one loses
    #[arg(long, requires = "interactive")]
    pub misere: bool,
}

impl InteractionArgs {
    /// Returns whether there is to be a dialogue at all.
    pub fn is_asked(&self) -> bool {
        self.interactive || self.interactor.is_some()
    }

    /// Leaves out the tests without a position to play; returns a note on each.
    pub fn leave_out(&self, tests: &mut Vec<Selected<'_>>) -> Vec<String> {
        let mut notes = Vec::new();
        if !self.interactive {
            return notes;
        }
        tests.retain(|selected| {
            let game = self.game(selected.problem);
            let is_left_out = game.is_ok_and(|game| game.has_no_position(&selected.test.input));
            if is_left_out {
                notes.push(format!("{}: left out, as it has no position to play", selected.test.name));
            }
            !is_left_out
        });
        for (index, selected) in tests.iter_mut().enumerate() {
            selected.index = index;
        }
        notes
    }

    /// Returns the game of a problem.
    ///
    /// # Errors
    /// A [`Misuse`], where no game of the problem is known.
    pub fn game(&self, problem: Option<&JudgedProblem>) -> anyhow::Result<GameOfProblem> {
        let problem = problem
            .ok_or_else(|| Misuse("--interactive needs a problem: name it with --problem".to_owned()))?;
        GameOfProblem::new(problem.entry, self.misere)
    }

    /// Returns how an interactor is called. The command line's time limit goes before that of a package.
    pub fn call(&self, style: InteractorStyle, args: Vec<String>, time: Option<Duration>) -> Call {
        let cpu = self.interactor_time_limit.or(time).unwrap_or(TIME);
        let week = Duration::from_secs(7 * 24 * 3600);
        let limits = LimitOverrides { cpu: Some(cpu), wall: Some(week), memory: Some(2 << 30), output: None };
        Call { style, args, limits: limits.resolve(), is_confined: false }
    }
}

/// Returns whether a word names a source file.
pub fn is_source(file: &Path) -> bool {
    let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    SOURCES.contains(&ending) && file.is_file()
}

/// An interactor that is ready to be started.
pub struct InteractorProgram<'a> {
    start: Box<StartJury<'a>>,
    call: Call,
    checker: Option<Arc<dyn Checker + 'a>>,
}

/// A function that starts a runner of a checker or an interactor.
type StartJury<'a> = dyn Fn() -> Result<Box<dyn Runner + Send + 'a>, Failure> + Send + Sync + 'a;

impl<'a> InteractorProgram<'a> {
    /// Creates the interactor of a command, which sees these files and folders where it is to be in the sandbox.
    ///
    /// # Errors
    /// When there is no such command.
    pub fn new(
        command: Vec<OsString>,
        mut call: Call,
        checker: Option<Arc<dyn Checker + 'a>>,
        (confined, interrupted): (Option<(SandboxArg, Vec<PathBuf>)>, &'a AtomicBool),
    ) -> anyhow::Result<Self> {
        call.is_confined = confined.is_some();
        // A manager runs in another folder.
        let command: Vec<OsString> =
            if call.style.is_manager() { command.into_iter().map(absolute).collect() } else { command };
        let start = jury_program(&command, &call.style.wrapper(command.len()), confined, interrupted)
            .map_err(|error| Misuse(format!("the interactor: {error}")))?;
        Ok(Self { start: Box::new(start), call, checker })
    }
}

impl Interactor for InteractorProgram<'_> {
    fn launch(&self) -> Result<Box<dyn Runner + '_>, Failure> {
        Ok((self.start)()?)
    }

    fn call(&self) -> &Call {
        &self.call
    }

    fn checker(&self) -> Option<&dyn Checker> {
        self.checker.as_deref()
    }
}
