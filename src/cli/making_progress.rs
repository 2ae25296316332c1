//! The progress of making tests: a bar on a terminal, plain lines elsewhere.

use std::time::{Duration, Instant};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};

use super::say;
use nim_judge::interruption;

/// Least time between plain lines.
const PAUSE: Duration = Duration::from_secs(10);

/// Shows on standard error how many tests are made.
pub struct MakingProgress {
    /// Hidden where there is no terminal.
    bar: ProgressBar,
    total: usize,
    made: usize,
    /// Whether the next run finds what was made in the cache.
    is_kept: bool,
    printed: Instant,
}

impl MakingProgress {
    /// Progress towards `total` tests.
    pub fn new(total: usize, is_kept: bool) -> Self {
        let bar = ProgressBar::new(total as u64);
        // The message is cut where it would not fit into the line.
        let style = "{bar:12} making tests: {pos} of {len} {elapsed} {wide_msg}";
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Self { bar, total, made: 0, is_kept, printed: Instant::now() }
    }

    /// Makes the next test, of this name.
    ///
    /// # Errors
    /// Those of `make`, and when a signal has ended it.
    pub fn make<T>(&mut self, name: &str, make: impl FnOnce() -> anyhow::Result<T>) -> anyhow::Result<T> {
        self.bar.set_message(name.to_owned());
        if self.bar.is_hidden() && self.printed.elapsed() >= PAUSE {
            self.printed = Instant::now();
            say::message(format_args!("making tests: {} of {}, now {name}", self.made, self.total));
        }
        let made = make();
        interruption::check().with_context(|| {
            let kept = if self.is_kept { ", and kept for the next run" } else { "" };
            format!("{} of {} were made{kept}", self.made, say::counted(self.total, "test"))
        })?;
        let made = made?;
        self.made += 1;
        self.bar.inc(1);
        Ok(made)
    }
}

impl Drop for MakingProgress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
