//! The progress of a search: a line on a terminal, nothing elsewhere.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::search::Counters;

/// The line of progress.
pub struct Progress {
    bar: ProgressBar,
    begun: Instant,
}

impl Progress {
    /// Begins, on a terminal.
    pub fn new() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5));
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}") {
            bar.set_style(style);
        }
        Self { bar, begun: Instant::now() }
    }

    /// Shows the counters.
    pub fn show(&self, counters: &Counters) {
        if self.bar.is_hidden() {
            return;
        }
        self.bar.set_message(told(counters, self.begun.elapsed()));
        self.bar.tick();
    }

    /// Removes the line.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Returns the counters after some time, in words.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a rate is shown rounded"
)]
pub fn told(counters: &Counters, time: Duration) -> String {
    let positions = counters.positions.load(Ordering::Relaxed);
    let inputs = counters.inputs.load(Ordering::Relaxed);
    let rate = (positions as f64 / time.as_secs_f64().max(1e-3)) as u64;
    format!("{positions} positions in {inputs} inputs, {rate} a second")
}
