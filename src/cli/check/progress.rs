//! The progress of a check: a bar on a terminal, plain lines elsewhere.

use std::io::{self, IsTerminal};
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
    kind: ProgressOutput,
}

enum ProgressOutput {
    Bar(ProgressBar),
    ProgressLines(Mutex<ProgressLines>),
}

struct ProgressLines {
    total: usize,
    done: usize,
    failed: usize,
    printed: Instant,
}

impl CheckProgress {
    /// Progress towards `total` results.
    pub fn new(total: usize) -> Self {
        if io::stderr().is_terminal() {
            let bar = ProgressBar::new(total as u64);
            let style = "{bar:40} {pos}/{len} {msg} {elapsed} (ETA {eta})";
            if let Ok(style) = ProgressStyle::with_template(style) {
                bar.set_style(style);
            }
            return Self { kind: ProgressOutput::Bar(bar) };
        }
        let lines = ProgressLines { total, done: 0, failed: 0, printed: Instant::now() };
        Self { kind: ProgressOutput::ProgressLines(Mutex::new(lines)) }
    }

    /// Counts a result.
    pub fn seen(&self, result: &TestReport) {
        let failed = result.verdict != Verdict::Accepted;
        match &self.kind {
            ProgressOutput::Bar(bar) => {
                if failed {
                    bar.set_message(format!("last failure: {} {}", result.verdict, result.name));
                }
                bar.inc(1);
            }
            ProgressOutput::ProgressLines(lines) => {
                let mut lines = locked(lines);
                lines.done += 1;
                lines.failed += usize::from(failed);
                if lines.printed.elapsed() >= PAUSE {
                    lines.printed = Instant::now();
                    let ProgressLines { total, done, failed, .. } = *lines;
                    // A failure to print progress does not fail the check.
                    say::message(format_args!("{done} of {total} done, {failed} not accepted"));
                }
            }
        }
    }

    /// Removes the bar.
    pub fn finish(&self) {
        if let ProgressOutput::Bar(bar) = &self.kind {
            bar.finish_and_clear();
        }
    }
}
