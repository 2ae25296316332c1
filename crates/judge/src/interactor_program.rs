//! Interactors that are programs, ready to be started.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::checker::Checker;
use super::confinement::trusted_runner;
use super::error::{Error, Result};
use super::interactive::interactor::{Interactor, InteractorCall, wrapper};
use super::options::Interaction;
use nim_ground::files::absolute;
use nim_ground::limits::LimitOverrides;
use nim_sandbox::SandboxMode;
use nim_sandbox::run::Runner;
use nim_task::protocol::Protocol;

/// The CPU time of an interactor where nothing else is said.
const TIME: Duration = Duration::from_secs(10);
/// Endings of files that are built or interpreted to make an interactor or a checker.
const SOURCES: [&str; 7] = ["c", "cc", "cpp", "cxx", "c++", "py", "py3"];

/// Returns how an interactor is called. The time limit of the settings goes before that of a package.
pub fn call(
    interaction: &Interaction,
    protocol: Protocol,
    args: Vec<String>,
    time: Option<Duration>,
) -> InteractorCall {
    let cpu = interaction.time_limit.or(time).unwrap_or(TIME);
    let week = Duration::from_secs(7 * 24 * 3600);
    let limits = LimitOverrides { cpu: Some(cpu), wall: Some(week), memory: Some(2 << 30), output: None };
    InteractorCall { protocol, args, limits: limits.resolve(), is_confined: false }
}

/// Returns whether a word names a source file of an interactor or a checker.
pub fn is_built(file: &Path) -> bool {
    let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    SOURCES.contains(&ending) && file.is_file()
}

/// An interactor that is ready to be started.
pub struct InteractorProgram<'a> {
    start: Box<StartTrusted<'a>>,
    call: InteractorCall,
    checker: Option<Arc<dyn Checker + 'a>>,
}

/// A function that starts a runner of a checker or an interactor.
type StartTrusted<'a> = dyn Fn() -> Result<Box<dyn Runner + Send + 'a>> + Send + Sync + 'a;

impl<'a> InteractorProgram<'a> {
    /// Creates the interactor of a command, which sees these files and folders where it is to be in the sandbox.
    ///
    /// # Errors
    /// When there is no such command.
    pub fn new(
        command: Vec<OsString>,
        mut call: InteractorCall,
        checker: Option<Arc<dyn Checker + 'a>>,
        (confined, interrupted): (Option<(SandboxMode, Vec<PathBuf>)>, &'a AtomicBool),
    ) -> Result<Self> {
        call.is_confined = confined.is_some();
        // A manager runs in another folder.
        let command: Vec<OsString> =
            if call.protocol.is_manager() { command.into_iter().map(absolute).collect() } else { command };
        let start = trusted_runner(&command, &wrapper(&call.protocol, command.len()), confined, interrupted)
            .map_err(|error| Error::Usage(format!("the interactor: {error}")))?;
        Ok(Self { start: Box::new(start), call, checker })
    }
}

impl Interactor for InteractorProgram<'_> {
    fn launch(&self) -> Result<Box<dyn Runner + '_>> {
        Ok((self.start)()?)
    }

    fn call(&self) -> &InteractorCall {
        &self.call
    }

    fn checker(&self) -> Option<&dyn Checker> {
        self.checker.as_deref()
    }
}
