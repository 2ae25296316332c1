//! The progress of a check: a bar on a terminal, plain lines elsewhere.

use std::time::Duration;

use indicatif::ProgressBar;

use crate::cli::progress_bar::{BarOrLines, RUNS};
use nim_judge::Observer;
use nim_report::results::TestReport;
use nim_task::verdict::Verdict;

/// Shows the progress of a check on standard error.
pub struct CheckProgress {
    shown: BarOrLines,
    failed: usize,
}

impl CheckProgress {
    /// Progress towards results that are still to be expected.
    pub fn new() -> Self {
        Self { shown: BarOrLines::new(0, RUNS), failed: 0 }
    }

    /// Expects more results.
    pub fn expect(&self, more: usize) {
        self.shown.bar.inc_length(more as u64);
    }

    /// Counts a result; that of a submission may be expected to be a failure.
    pub fn seen(&mut self, result: &TestReport, is_submission: bool) {
        let Self { shown, failed } = self;
        if is_submission {
            shown.bar.set_message(format!("{}: {} {}", result.program, result.verdict, result.name));
        } else if result.verdict != Verdict::Accepted {
            *failed += 1;
            shown.bar.set_message(format!("last failure: {} {}", result.verdict, result.name));
        }
        shown.bar.inc(1);
        let (done, total) = (shown.bar.position(), shown.bar.length().unwrap_or_default());
        shown.line(|| match is_submission {
            true => format!("{done} of {total} done"),
            false => format!("{done} of {total} done, {failed} not accepted"),
        });
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.shown.bar.finish_and_clear();
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
