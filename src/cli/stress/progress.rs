//! The progress of a search: a line on a terminal, nothing elsewhere.

use std::io::{self, IsTerminal};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::search::Counters;

/// Least time between changes of the line.
const PAUSE: Duration = Duration::from_millis(200);

/// The line of progress.
pub struct Progress {
    bar: Option<ProgressBar>,
    begun: Instant,
    shown: Instant,
}

impl Progress {
    /// Begins, on a terminal.
    pub fn new() -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new_spinner();
            if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} {elapsed}") {
                bar.set_style(style);
            }
            bar
        });
        let now = Instant::now();
        Self { bar, begun: now, shown: now }
    }

    /// Shows the counters.
    pub fn show(&mut self, counters: &Counters) {
        let Some(bar) = &self.bar else { return };
        if self.shown.elapsed() < PAUSE {
            return;
        }
        self.shown = Instant::now();
        let positions = counters.positions.load(Ordering::Relaxed);
        let inputs = counters.inputs.load(Ordering::Relaxed);
        let rate = rate(positions, self.begun.elapsed());
        bar.set_message(format!("{positions} positions in {inputs} inputs, {rate} a second"));
        bar.tick();
    }

    /// Removes the line.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Returns how many there were a second.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a rate is shown rounded"
)]
pub fn rate(count: u64, time: Duration) -> u64 {
    (count as f64 / time.as_secs_f64().max(1e-3)) as u64
}
