//! A bar of progress on a terminal; elsewhere a plain line now and then.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::say;

/// Least time between plain lines.
const PAUSE: Duration = Duration::from_secs(10);

/// The style of a bar that counts runs.
pub const RUNS: &str = "{bar:12} {pos}/{len} {elapsed} (ETA {eta}) {wide_msg}";

/// A bar, or lines.
pub struct BarOrLines {
    /// Hidden where there is no terminal.
    pub bar: ProgressBar,
    printed: Instant,
}

impl BarOrLines {
    /// Begins towards a total. What stands in the style at `{wide_msg}` is cut where it would not fit into the line.
    pub fn new(total: usize, style: &str) -> Self {
        let bar = ProgressBar::new(total as u64);
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style);
        }
        Self { bar, printed: Instant::now() }
    }

    /// Prints a line where there is no bar and none was printed lately.
    pub fn line(&mut self, line: impl FnOnce() -> String) {
        if self.bar.is_hidden() && self.printed.elapsed() >= PAUSE {
            self.printed = Instant::now();
            say::message(line());
        }
    }
}
