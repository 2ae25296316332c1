//! The signals that end a command early, and a closed output; the report of a check is still written.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use anyhow::Context;

use crate::exit::Exit;
use crate::system::{SIGNALS, is_ignored, is_output_closed};
use crate::terminal::ErrorKind;
use crate::terminal::say;
use nim_ground::error::best_effort;
use nim_ground::interruption;

/// The state of the signals that end a command.
pub struct Interruption {
    /// Set by the first signal, or when the output is closed.
    pub happened: Arc<AtomicBool>,
    signal: Arc<AtomicUsize>,
    /// The exit code of work that ends early because its output is closed.
    unread: Option<Exit>,
}

/// Returns the message of work that a signal has ended; the error may state that already: first, as the last cause, or as both.
fn interrupted(error: &str) -> String {
    let before = error.strip_suffix("interrupted").map_or(error, |before| before.trim_end_matches(": "));
    let place = before.strip_prefix("interrupted").map_or(before, |rest| rest.trim_start_matches(": "));
    match place {
        "" => "interrupted".to_owned(),
        // A sentence that goes on, as in `interrupted before the first run`.
        rest if rest.starts_with(' ') => format!("interrupted{rest}"),
        place => format!("interrupted: {place}"),
    }
}

/// Returns whether an error only means that the output is closed, or that work was ended for it.
fn is_of_closed_output(error: &anyhow::Error) -> bool {
    matches!(ErrorKind::from_error(error), ErrorKind::ClosedOutput | ErrorKind::Stopped)
}

impl Interruption {
    /// Watches for signals from now on.
    pub fn watch() -> anyhow::Result<Self> {
        let watch = Self { happened: interruption::flag(), signal: Arc::default(), unread: None };
        for &(signal, exit) in SIGNALS {
            // `nohup` ignores the signal, so that the command outlives the terminal.
            if is_ignored(signal) {
                continue;
            }
            signal_hook::flag::register_usize(signal, Arc::clone(&watch.signal), exit as usize)
                .and_then(|_| signal_hook::flag::register(signal, Arc::clone(&watch.happened)))
                .context("cannot watch for signals")?;
        }
        Ok(watch)
    }

    /// Interrupts the command as well when its output is closed; if that is an error, this is its exit code.
    pub fn watch_output(&mut self, unread: Exit) {
        self.unread = Some(unread);
        let happened = Arc::clone(&self.happened);
        // Without a thread, the command notices when it writes.
        best_effort(thread::Builder::new().spawn(move || {
            if is_output_closed(true) {
                happened.store(true, Ordering::Relaxed);
            }
        }));
    }

    /// Returns the result of a command; after a signal, an error is printed, and the signal's exit code returned. If the output is closed,
    /// the error is that of the interruption, and not printed.
    pub fn end(&self, done: anyhow::Result<Exit>) -> anyhow::Result<Exit> {
        match (done, self.exit()) {
            // The signal itself may have caused the error: a terminal interrupts compilers, too.
            (Err(error), Some(exit)) => {
                say::error(interrupted(&format!("{error:#}")));
                Ok(exit)
            }
            // Wrong usage is not caused by an interruption, so it is reported.
            (Err(error), None)
                if self.happened.load(Ordering::Relaxed)
                    && ErrorKind::from_error(&error) != ErrorKind::Usage =>
            {
                if self.unread.is_some() && !is_of_closed_output(&error) {
                    say::error(format_args!("{error:#}"));
                }
                self.unread.ok_or(error)
            }
            (done, _) => done,
        }
    }

    /// Returns the exit code after the signal, if there was one.
    pub fn exit(&self) -> Option<Exit> {
        let code = self.signal.load(Ordering::Relaxed);
        SIGNALS.iter().map(|&(_, exit)| exit).find(|&exit| exit as usize == code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::anyhow;
    use std::io;

    #[test]
    fn what_was_interrupted_says_so_once() {
        for (error, said) in [
            ("interrupted", "interrupted"),
            ("sol.cpp: interrupted", "interrupted: sol.cpp"),
            ("cannot read a.in: interrupted", "interrupted: cannot read a.in"),
            ("interrupted: sol.cpp: interrupted", "interrupted: sol.cpp"),
            ("interrupted before the first run", "interrupted before the first run"),
            ("sol.cpp does not compile", "interrupted: sol.cpp does not compile"),
        ] {
            assert_eq!(interrupted(error), said);
        }
    }

    #[test]
    fn an_error_of_its_own_is_told_from_that_of_a_closed_output() {
        for error in [io::ErrorKind::BrokenPipe.into(), interruption::ended()] {
            let kind = error.kind();
            let error = Err::<(), io::Error>(error).context("cannot write the report");
            assert!(error.is_err_and(|error| is_of_closed_output(&error)), "{kind}");
        }
        assert!(!is_of_closed_output(&anyhow!("cannot read the archive")));
    }
}
