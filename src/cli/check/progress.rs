//! The progress of a check: a bar on a terminal, plain lines elsewhere.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::say;
use nim_judge::Observer;
use nim_report::results::TestReport;
use nim_task::verdict::Verdict;

/// Least time between plain lines.
const PAUSE: Duration = Duration::from_secs(10);

/// Shows the progress of a check on standard error.
pub struct CheckProgress {
    /// Hidden where there is no terminal.
    bar: ProgressBar,
    failed: usize,
    printed: Instant,
}

impl CheckProgress {
    /// Progress towards results that are still to be expected.
    pub fn new() -> Self {
        let bar = ProgressBar::new(0);
        // The message is cut where it would not fit into the line.
        let style = "{bar:12} {pos}/{len} {elapsed} (ETA {eta}) {wide_msg}";
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style);
        }
        Self { bar, failed: 0, printed: Instant::now() }
    }

    /// Expects more results.
    pub fn expect(&self, more: usize) {
        self.bar.inc_length(more as u64);
    }

    /// Counts a result; that of a submission may be expected to be a failure.
    pub fn seen(&mut self, result: &TestReport, is_submission: bool) {
        if is_submission {
            self.bar.set_message(format!("{}: {} {}", result.program, result.verdict, result.name));
        } else if result.verdict != Verdict::Accepted {
            self.failed += 1;
            self.bar.set_message(format!("last failure: {} {}", result.verdict, result.name));
        }
        self.bar.inc(1);
        if self.bar.is_hidden() && self.printed.elapsed() >= PAUSE {
            self.printed = Instant::now();
            let (done, total) = (self.bar.position(), self.bar.length().unwrap_or_default());
            let failed = format!(", {} not accepted", self.failed);
            let failed = if is_submission { "" } else { &failed };
            say::message(format_args!("{done} of {total} done{failed}"));
        }
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Shows on a terminal that programs are compiled.
#[derive(Default)]
pub struct Compiling(Option<ProgressBar>);

impl Observer for Compiling {
    fn compiling(&mut self, is_begin: bool) {
        if let Some(spinner) = self.0.take() {
            spinner.finish_and_clear();
        }
        if is_begin {
            let spinner = ProgressBar::new_spinner().with_message("compiling");
            spinner.enable_steady_tick(Duration::from_millis(200));
            self.0 = Some(spinner);
        }
    }
}
