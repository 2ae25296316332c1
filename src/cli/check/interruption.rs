//! The signals that end a check early; its report is still written.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use anyhow::Context;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use crate::exit::Exit;

/// The state of the signals that end a check.
pub struct Interruption {
    /// Set by the first signal.
    pub happened: Arc<AtomicBool>,
    signal: Arc<AtomicUsize>,
}

/// The signals, and the exit code after each.
const SIGNALS: [(i32, Exit); 3] =
    [(SIGHUP, Exit::HungUp), (SIGINT, Exit::Interrupted), (SIGTERM, Exit::Terminated)];

impl Interruption {
    /// Watches for signals from now on.
    pub fn watch() -> anyhow::Result<Self> {
        let watch = Self { happened: Arc::default(), signal: Arc::default() };
        for (signal, exit) in SIGNALS {
            // `nohup` ignores it, so that the check outlives the terminal.
            if signal == SIGHUP && is_ignored(signal) {
                continue;
            }
            signal_hook::flag::register_usize(signal, Arc::clone(&watch.signal), exit as usize)
                .and_then(|_| signal_hook::flag::register(signal, Arc::clone(&watch.happened)))
                .context("cannot watch for signals")?;
        }
        Ok(watch)
    }

    /// Returns the exit code after the signal, if there was one.
    pub fn exit(&self) -> Option<Exit> {
        let code = self.signal.load(Ordering::Relaxed);
        SIGNALS.iter().map(|&(_, exit)| exit).find(|&exit| exit as usize == code)
    }
}

/// Returns whether this process was started with a signal ignored; false where that is unknown.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal - 1) & 1 == 1
}
