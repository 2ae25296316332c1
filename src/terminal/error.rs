//! The kinds of errors, from which exit codes follow.

use super::say;
use nim_ground::error::best_effort;
use nim_ground::presence::find_link;
use nim_ground::visible;
use std::io::{self, Write};
use std::path::Path;

use crate::exit::Exit;
use nim_engine::theory::refusal::Refusal;
use nim_explain::ExplainError;
use nim_explain::plot::PlotError;
use nim_ground::interruption;
use nim_io::Failure;
use nim_task::conversion::SourceError;

/// A usage error that clap does not detect, such as an unknown problem or game.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct UsageError(pub String);

impl UsageError {
    /// Returns a usage error unless a condition holds.
    ///
    /// # Errors
    /// An error of usage that says why.
    pub fn unless(holds: bool, why: impl std::fmt::Display) -> Result<(), Self> {
        if holds { Ok(()) } else { Err(Self::new(why)) }
    }

    /// Refuses a path of the command line at which nothing is; `-` is no path.
    ///
    /// # Errors
    /// An error of usage; another one when the path cannot be looked at.
    pub fn unless_there(path: &Path) -> anyhow::Result<()> {
        if path.as_os_str() != "-" && find_link(path)?.is_none() {
            return Err(Self(format!("there is no file {}", path.display())).into());
        }
        Ok(())
    }

    /// Returns an error as a usage error.
    pub fn new(why: impl std::fmt::Display) -> Self {
        Self(why.to_string())
    }
}

/// An error in the contents of a file.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct MalformedFile(pub String);

/// The meaning of an error for the program's caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// Help, or the version: to clap an error.
    Help,
    /// The command line was wrong.
    Usage,
    Malformed,
    /// No tests were found.
    NoTests,
    /// A check has found a fault.
    NotAccepted,
    /// A signal has ended a computation, whose results so far are printed.
    Interrupted,
    /// The work was stopped for a signal or a closed output.
    Stopped,
    /// The reader of standard output has closed it.
    ClosedOutput,
    /// Any other failure.
    Failed,
}

impl ErrorKind {
    /// Returns the kind of an error.
    pub fn from_error(error: &anyhow::Error) -> Self {
        as_type(error, |error: &clap::Error| if error.use_stderr() { Self::Usage } else { Self::Help })
            .or_else(|| as_type(error, |_: &UsageError| Self::Usage))
            .or_else(|| as_type(error, |_: &MalformedFile| Self::Malformed))
            .or_else(|| as_type(error, Self::from_input))
            .or_else(|| as_type(error, Self::from_refusal))
            .or_else(|| {
                as_type(error, |error: &PlotError| match error {
                    PlotError::Refusal(refusal) => Self::from_refusal(refusal),
                    _ => Self::Failed,
                })
            })
            .or_else(|| {
                as_type(error, |error: &ExplainError| match error {
                    ExplainError::Refusal(refusal) => Self::from_refusal(refusal),
                    _ => Self::Failed,
                })
            })
            .or_else(|| as_type(error, Self::from_judge))
            .or_else(|| {
                as_type(error, |error: &SourceError| match error {
                    SourceError::Io(error) if interruption::is_cause(error) => Self::Stopped,
                    _ => Self::Failed,
                })
            })
            .or_else(|| as_type(error, Self::from_system))
            .unwrap_or(Self::Failed)
    }

    fn from_input(error: &Failure) -> Self {
        match error {
            Failure::Malformed(_) => Self::Malformed,
            Failure::Read(_, error) if interruption::is_cause(error) => Self::Stopped,
            Failure::Read(..) => Self::Failed,
            Failure::Write(error) => Self::from_system(error),
        }
    }

    fn from_refusal(error: &Refusal) -> Self {
        match error {
            Refusal::Interrupted => Self::Interrupted,
            Refusal::Broken(_) => Self::Malformed,
            _ => Self::Failed,
        }
    }

    fn from_judge(error: &nim_judge::Error) -> Self {
        match error {
            _ if error.is_interruption() => Self::Stopped,
            nim_judge::Error::Usage(_) => Self::Usage,
            nim_judge::Error::NoTests(_) => Self::NoTests,
            nim_judge::Error::Malformed(_) => Self::Malformed,
            nim_judge::Error::InvalidInputs(_) => Self::NotAccepted,
            _ => Self::Failed,
        }
    }

    fn from_system(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ClosedOutput,
            _ if interruption::is_cause(error) => Self::Stopped,
            _ => Self::Failed,
        }
    }

    /// Returns the exit code of the program.
    pub fn exit(self) -> Exit {
        match self {
            Self::Help | Self::ClosedOutput => Exit::Success,
            Self::Usage => Exit::Usage,
            Self::Malformed => Exit::Malformed,
            Self::NoTests => Exit::NoTests,
            Self::NotAccepted => Exit::NotAccepted,
            Self::Interrupted => Exit::Interrupted,
            Self::Stopped | Self::Failed => Exit::Failed,
        }
    }
}

/// Returns the kind of an error, if it is of this type.
fn as_type<E: std::error::Error + Send + Sync + 'static>(
    error: &anyhow::Error,
    kind: fn(&E) -> ErrorKind,
) -> Option<ErrorKind> {
    error.downcast_ref().map(kind)
}

/// Prints an error to standard error and returns its exit code.
pub fn report(error: &anyhow::Error) -> Exit {
    if let Some(error) = error.downcast_ref::<clap::Error>() {
        // Help and version are errors for clap.
        if !error.use_stderr() {
            return match error.print().and_then(|()| io::stdout().flush()) {
                Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                    say::error(format_args!("cannot write to standard output: {error}"));
                    Exit::Failed
                }
                _ => Exit::Success,
            };
        }
        // An argument may be the name of a file that somebody else has chosen.
        let text = error.to_string();
        let mut values = error.context().map(|(_, value)| value.to_string());
        // A plain message has lost the sequences in it that look like clap's own colours.
        if visible::lines(&text) == text && values.all(|value| visible::lines(&value) == value) {
            best_effort(error.print());
        } else {
            say::message(text);
        }
        return Exit::Usage;
    }
    let kind = ErrorKind::from_error(error);
    // Closed pipes and signals were reported where they occurred.
    if !matches!(kind, ErrorKind::ClosedOutput | ErrorKind::Interrupted) {
        say::error(format_args!("{error:#}"));
    }
    kind.exit()
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::{Context, anyhow};

    #[test]
    fn an_error_has_the_exit_code_of_its_kind_whatever_is_said_before_it() {
        let pipe = || io::Error::from(io::ErrorKind::BrokenPipe);
        for (error, exit) in [
            (UsageError::new("why").into(), Exit::Usage),
            (Failure::Write(pipe()).into(), Exit::Success),
            (Failure::Read("a.in".to_owned(), pipe()).into(), Exit::Failed),
            (pipe().into(), Exit::Success),
            (ExplainError::Refusal(Refusal::Interrupted).into(), Exit::Interrupted),
            (nim_judge::Error::InvalidInputs("why".to_owned()).into(), Exit::NotAccepted),
            (nim_judge::Error::Interrupted("why".to_owned()).into(), Exit::Failed),
            (nim_judge::Error::from(pipe()).into(), Exit::Failed),
            (anyhow!("why"), Exit::Failed),
        ] {
            let error = Err::<(), anyhow::Error>(error).context("what was done").unwrap_err();
            assert_eq!(ErrorKind::from_error(&error).exit(), exit, "{error:#}");
        }
    }
}
