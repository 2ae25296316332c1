//! The progress of a search: a line on a terminal, nothing elsewhere.

use std::io;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::search::Counters;
use crate::system::clock::Clock;
use crate::terminal::say;

/// Does some work under the clock, and shows the counters meanwhile.
pub fn watch<T>(clock: &Clock, counters: &Counters, work: impl FnOnce() -> T) -> io::Result<T> {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5));
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}") {
        bar.set_style(style);
    }
    let begun = Instant::now();
    let show = || {
        if !bar.is_hidden() {
            bar.set_message(told(counters, begun.elapsed()));
            bar.tick();
        }
    };
    let done = clock.watch(show, work)?;
    bar.finish_and_clear();
    Ok(done)
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
    format!("{} in {}, {rate} a second", say::counted(positions, "position"), say::counted(inputs, "input"))
}
