//! The progress of a check: a bar on a terminal, plain lines elsewhere.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::say;
use nim_ground::lock::locked;
use nim_judge::report::TestReport;
use nim_judge::verdict::Verdict;

/// Least time between plain lines.
const PAUSE: Duration = Duration::from_secs(10);

/// Shows the progress of a check on standard error.
pub struct CheckProgress {
    /// Hidden where there is no terminal.
    bar: ProgressBar,
    /// Whether programs are expected to fail.
    of_submissions: bool,
    lines: Mutex<ProgressLines>,
}

struct ProgressLines {
    failed: usize,
    printed: Instant,
}

impl CheckProgress {
    /// Progress towards `total` results.
    pub fn new(total: usize, of_submissions: bool) -> Self {
        let bar = ProgressBar::new(total as u64);
        // The message is cut where it would not fit into the line.
        let style = "{bar:12} {pos}/{len} {elapsed} (ETA {eta}) {wide_msg}";
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style);
        }
        Self { bar, of_submissions, lines: Mutex::new(ProgressLines { failed: 0, printed: Instant::now() }) }
    }

    /// Counts a result.
    pub fn seen(&self, result: &TestReport) {
        let mut lines = locked(&self.lines);
        if self.of_submissions {
            self.bar.set_message(format!("{}: {} {}", result.program, result.verdict, result.name));
        } else if result.verdict != Verdict::Accepted {
            lines.failed += 1;
            self.bar.set_message(format!("last failure: {} {}", result.verdict, result.name));
        }
        self.bar.inc(1);
        if self.bar.is_hidden() && lines.printed.elapsed() >= PAUSE {
            lines.printed = Instant::now();
            let (done, total) = (self.bar.position(), self.bar.length().unwrap_or_default());
            let failed = format!(", {} not accepted", lines.failed);
            let failed = if self.of_submissions { "" } else { &failed };
            say::message(format_args!("{done} of {total} done{failed}"));
        }
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
