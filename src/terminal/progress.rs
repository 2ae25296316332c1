//! Bars of progress on a terminal; elsewhere a plain line now and then.

use std::fmt::Display;
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::say;
use nim_ground::error::best_effort;
use nim_ground::visible;
use nim_judge::Observer;
use nim_judge::report::results::TestReport;
use nim_task::verdict::Verdict;

/// The least time between plain lines.
const PAUSE: Duration = Duration::from_secs(10);
/// Time between two moves of a bar.
const TICK: Duration = Duration::from_millis(200);

/// The style of a bar that counts runs.
pub const RUNS: &str = "{bar:12} {pos}/{len} {elapsed} (ETA {eta}) {wide_msg}";

/// A progress bar, or plain lines without a terminal.
pub struct BarOrLines {
    /// Hidden where there is no terminal.
    pub bar: ProgressBar,
    printed: Instant,
}

impl BarOrLines {
    /// Begins to count towards a total. The text in place of `{wide_msg}` in the style is cut to the width of the line.
    pub fn new(total: usize, style: &str) -> Self {
        let bar = ProgressBar::new(total as u64);
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style);
        }
        Self { bar, printed: Instant::now() }
    }

    /// Shows a text beside the bar.
    pub fn tell(&self, text: impl Display) {
        self.bar.set_message(visible::line(&text.to_string()));
    }

    /// Prints a line where there is no bar and none was printed lately.
    pub fn line(&mut self, line: impl FnOnce() -> String) {
        if self.bar.is_hidden() && self.printed.elapsed() >= PAUSE {
            self.printed = Instant::now();
            say::message(line());
        }
    }
}

/// Moves a bar steadily until it is finished or dropped. If the system refuses a thread, the bar stands still; the library's own method
/// would panic.
fn tick_steadily(bar: &ProgressBar) {
    let weak = bar.downgrade();
    if bar.is_hidden() {
        return;
    }
    best_effort(thread::Builder::new().spawn(move || {
        while let Some(bar) = weak.upgrade().filter(|bar| !bar.is_finished()) {
            bar.tick();
            drop(bar);
            thread::sleep(TICK);
        }
    }));
}

const STYLE: &str = "{bar:12} making tests: {pos} of {len} {elapsed} {wide_msg}";

/// Shows on standard error how many tests are made.
#[derive(Default)]
pub struct MakingProgress(Option<BarOrLines>);

fn begin(total: usize) -> BarOrLines {
    let shown = BarOrLines::new(total, STYLE);
    tick_steadily(&shown.bar);
    shown
}

impl Observer for MakingProgress {
    fn making(&mut self, made: usize, total: usize, name: Option<&str>) {
        let Some(name) = name else {
            self.0.take().iter().for_each(|shown| shown.bar.finish_and_clear());
            return;
        };
        let shown = self.0.get_or_insert_with(|| begin(total));
        shown.tell(name);
        shown.bar.set_position(made as u64);
        shown.line(|| format!("making tests: {made} of {total}, now {name}"));
    }
}

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

    /// Adds to the number of expected results.
    pub fn expect(&self, more: usize) {
        self.shown.bar.inc_length(more as u64);
    }

    /// Counts a result; a submission's failure may be the expected one.
    pub fn seen(&mut self, result: &TestReport, is_submission: bool) {
        let Self { shown, failed } = self;
        if is_submission {
            shown.tell(format_args!("{}: {} {}", result.program, result.verdict, result.name));
        } else if result.verdict != Verdict::Accepted {
            *failed += 1;
            shown.tell(format_args!("last failure: {} {}", result.verdict, result.name));
        }
        shown.bar.inc(1);
        let (done, total) = (shown.bar.position(), shown.bar.length().unwrap_or_default());
        shown.line(|| match is_submission {
            true => format!("{done} of {total} done"),
            false => format!("{done} of {total} done, {failed} not accepted"),
        });
    }

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
            tick_steadily(&spinner);
            self.0 = Some(spinner);
        }
    }
}
