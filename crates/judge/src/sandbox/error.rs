//! Failures of the sandbox: the judge's, never the program's.

use std::borrow::Cow;
use std::error;
use std::ffi::OsString;
use std::fmt::{self, Display, Formatter};
use std::io;

use itertools::Itertools as _;
use landlock::RulesetError;

use crate::run::RunError;

/// A failure of a sandbox or of a run in it.
#[derive(Debug)]
pub enum SandboxError {
    /// The system refused a step.
    System {
        /// The step, or the file that it was about.
        step: Cow<'static, str>,
        /// The system's error.
        source: io::Error,
    },
    /// A filter for system calls could not be made or applied.
    Seccomp(seccompiler::Error),
    /// The rules for files could not be made or applied.
    Landlock(RulesetError),
    /// The system accepted the rules for files without enforcing them.
    NotEnforced,
    /// An argument of the program contains a NUL.
    Nul(OsString),
    /// A process of the sandbox failed, and sent this message.
    Remote(String),
    /// The proxy ended unexpectedly.
    Ended,
    /// Processes of the program could not be killed.
    Survivors,
    /// No variant of the sandbox could be started; one reason for each.
    NotStarted(Vec<Self>),
    /// Layers are missing where all were required, with the failures of the variants before.
    Incomplete(Vec<String>, Vec<Self>),
}

impl Display for SandboxError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::System { step, source } => write!(f, "{step}: {source}"),
            Self::Seccomp(error) => write!(f, "seccomp: {error}"),
            Self::Landlock(error) => write!(f, "landlock: {error}"),
            Self::NotEnforced => f.write_str("landlock: not enforced"),
            Self::Nul(argument) => write!(f, "a NUL in the argument {}", argument.display()),
            Self::Remote(message) => f.write_str(message),
            Self::Ended => f.write_str("the sandbox has ended unexpectedly"),
            Self::Survivors => f.write_str("processes of the program could not be killed"),
            Self::NotStarted(reasons) => write!(f, "the sandbox could not be started: {}", joined(reasons)),
            Self::Incomplete(missing, reasons) => {
                write!(f, "the sandbox is not complete on this system: no {}", missing.join(", "))?;
                if reasons.is_empty() { Ok(()) } else { write!(f, " ({})", joined(reasons)) }
            }
        }
    }
}

impl error::Error for SandboxError {}

impl From<SandboxError> for RunError {
    fn from(error: SandboxError) -> Self {
        Self::Sandbox(error.to_string())
    }
}

impl From<seccompiler::Error> for SandboxError {
    fn from(error: seccompiler::Error) -> Self {
        Self::Seccomp(error)
    }
}

impl From<seccompiler::BackendError> for SandboxError {
    fn from(error: seccompiler::BackendError) -> Self {
        Self::Seccomp(error.into())
    }
}

impl From<RulesetError> for SandboxError {
    fn from(error: RulesetError) -> Self {
        Self::Landlock(error)
    }
}

/// Wraps an error of the system, naming the step that failed.
pub fn failed<E: Into<io::Error>>(step: impl Into<Cow<'static, str>>) -> impl FnOnce(E) -> SandboxError {
    move |source: E| SandboxError::System { step: step.into(), source: source.into() }
}

fn joined(reasons: &[SandboxError]) -> String {
    reasons.iter().join("; ")
}
