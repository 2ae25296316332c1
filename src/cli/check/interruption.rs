//! The signals that end a command early, and a closed output; the report of a check is still written.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use anyhow::Context;

use crate::cli::system::{SIGNALS, is_ignored};
use crate::cli::{closed_output, say};
use crate::exit::Exit;
use nim_judge::interruption;

/// The state of the signals that end a command.
pub struct Interruption {
    /// Set by the first signal.
    pub happened: Arc<AtomicBool>,
    signal: Arc<AtomicUsize>,
}

impl Interruption {
    /// Watches for signals from now on.
    pub fn watch() -> anyhow::Result<Self> {
        let watch = Self { happened: interruption::flag(), signal: Arc::default() };
        for &(signal, exit) in SIGNALS {
            // `nohup` ignores it, so that the command outlives the terminal.
            if is_ignored(signal) {
                continue;
            }
            signal_hook::flag::register_usize(signal, Arc::clone(&watch.signal), exit as usize)
                .and_then(|_| signal_hook::flag::register(signal, Arc::clone(&watch.happened)))
                .context("cannot watch for signals")?;
        }
        Ok(watch)
    }

    /// From now on a command whose answer nobody will read is interrupted as well, without an exit code of its own.
    pub fn watch_output(&self) {
        let happened = Arc::clone(&self.happened);
        // Without a thread, the command finds out when it writes.
        let _ = thread::Builder::new().spawn(move || {
            if closed_output::wait() {
                happened.store(true, Ordering::Relaxed);
            }
        });
    }

    /// Returns the result of a command; after a signal, an error is printed, and the signal's exit code returned.
    pub fn end(&self, done: anyhow::Result<Exit>) -> anyhow::Result<Exit> {
        match (done, self.exit()) {
            // The signal itself may have caused the error: a terminal interrupts compilers, too.
            (Err(error), Some(exit)) => {
                say::error(format_args!("interrupted: {error:#}"));
                Ok(exit)
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
