//! The exit codes of `toolkit`, in one place.

use std::process::ExitCode;

/// Declares the codes, and a table of what each means.
macro_rules! exits {
    ($($(#[doc = $meaning:literal])+ $name:ident = $code:literal,)+) => {
        /// How a run of `toolkit` ended, as its caller sees it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Exit {
            $($(#[doc = $meaning])+ $name = $code,)+
        }

        /// Each code, and what it means.
        pub const MEANINGS: &[(u8, &str)] = &[$(($code, concat!($($meaning),+)),)+];
    };
}

exits! {
    /// Done; everything checked was accepted. A closed output pipe counts as done, unless it ends a check before all its tests were run (1).
    Success = 0,
    /// Checked, and something was not accepted (wrong answer, counterexample found, invalid data).
    NotAccepted = 1,
    /// Wrong usage: unknown option, problem or game; a file that is not there.
    Usage = 2,
    /// The input is malformed; standard error names the file, line, column and token.
    Malformed = 3,
    /// No tests were found.
    NoTests = 4,
    /// The toolkit itself could not do its work (file unreadable, checker crash, sandbox refused).
    Failed = 5,
    /// The terminal or the connection has gone (SIGHUP), where that was not ignored already.
    HungUp = 129,
    /// Interrupted (SIGINT).
    Interrupted = 130,
    /// Terminated (SIGTERM).
    Terminated = 143,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
