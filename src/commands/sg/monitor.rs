//! Progress and interruption of long computations.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use signal_hook::consts::SIGINT;

use crate::exit::Exit;
use crate::system::is_output_closed;
use crate::terminal::{count, say};
use nim_engine::theory::game::Game;
use nim_engine::theory::watch::Progress;
use nim_ground::error::best_effort;
use nim_ground::lock::locked;
use nim_simd::Level;

/// The option that names the threads.
#[derive(clap::Args)]
pub struct Threads {
    /// Threads for long computations; more threads help when cores are idle
    #[arg(long, value_name = "N", default_value = "1", value_parser = count::at_least_one)]
    threads: NonZero<usize>,
}

impl Threads {
    pub fn count(&self) -> usize {
        self.threads.get()
    }

    /// Sets the threads, and the level of the CPU, of games that have a sequence.
    pub fn set_up(&self, games: &mut [Box<dyn Game>], level: Level) {
        for sequence in games.iter_mut().filter_map(|game| game.sequence().ok()) {
            sequence.set_threads(self.count());
            sequence.set_level(level);
        }
    }
}

/// Shows progress and watches for Ctrl-C, from the start of a command until it prints its answer.
///
/// On a terminal there is a bar after half a second, elsewhere a line on standard error every ten seconds.
pub struct Monitor {
    shared: Arc<SharedProgress>,
    ticker: Option<JoinHandle<()>>,
    keeps_results: bool,
    /// The time after which the work stops by itself.
    timed: Option<TimedSearch>,
    /// The level of the CPU that computations use.
    pub level: Level,
}

/// A search that ends after some time.
struct TimedSearch {
    begun: Instant,
    time: Duration,
    /// The progress at half of [`TOLD`].
    early: Option<u64>,
    is_told: bool,
}

/// The time after which the reach of a search is announced.
const TOLD: Duration = Duration::from_secs(1);

impl TimedSearch {
    /// Announces once how far the search will get, unless that is to the end.
    fn announce(&mut self, Progress { done, total, .. }: Progress) {
        let elapsed = self.begun.elapsed();
        if self.is_told || elapsed < TOLD / 2 {
            return;
        }
        let early = *self.early.get_or_insert(done);
        if elapsed >= TOLD {
            self.is_told = true;
            let reached = reach(early, done, self.time.as_secs_f64() / elapsed.as_secs_f64());
            if total == 0 || reached < total {
                let time = self.time.as_secs();
                say::note(format_args!(
                    "{time} s of search reach about heap {reached}; --max N searches up to heap N"
                ));
            }
        }
    }
}

/// Returns the expected progress after `times` as long, to two digits: work that slows down by a power of its progress continues to do so.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a forecast is rounded"
)]
fn reach(early: u64, done: u64, times: f64) -> u64 {
    let growth = (done as f64 / early.max(1) as f64).log2().clamp(0.1, 1.0);
    let reached = done as f64 * times.powf(growth);
    let digit = 10_f64.powf(reached.max(1.0).log10().floor() - 1.0).max(1.0);
    ((reached / digit).round() * digit) as u64
}

struct SharedProgress {
    state: Mutex<WorkState>,
    ended: Condvar,
    /// Set when standard output is closed.
    is_closed: AtomicBool,
    /// Whether the answer goes to standard output.
    prints: bool,
    /// A flag set by Ctrl-C, which ends the program if it is already set.
    interrupted: Arc<AtomicBool>,
}

#[derive(Default)]
struct WorkState {
    progress: Progress,
    has_ended: bool,
    /// The time for which the work may continue after the first Ctrl-C, if that does not end the program.
    grace: Option<Duration>,
    /// Whether answers are printed before the work has ended.
    prints_meanwhile: bool,
}

/// The interval between updates of the bar.
const TICK: Duration = Duration::from_millis(100);
/// The time before the first output: on a terminal, and elsewhere.
const QUIET: Duration = Duration::from_millis(500);
const LINE: Duration = Duration::from_secs(10);

impl Monitor {
    /// Returns the monitor of a command. Ctrl-C ends the program at once, and a closed output the work, if it prints any.
    pub fn begin(level: Option<Level>, prints: bool) -> anyhow::Result<Self> {
        let interrupted = Arc::new(AtomicBool::new(true));
        let end = Arc::clone(&interrupted);
        signal_hook::flag::register_conditional_shutdown(SIGINT, Exit::Interrupted as i32, end)
            .and_then(|_| signal_hook::flag::register(SIGINT, Arc::clone(&interrupted)))
            .context("cannot watch for signals")?;
        let shared = Arc::new(SharedProgress {
            state: Mutex::default(),
            ended: Condvar::new(),
            is_closed: AtomicBool::new(false),
            prints,
            interrupted,
        });
        let seen = Arc::clone(&shared);
        // Without a thread there is no progress display.
        let ticker = thread::Builder::new().spawn(move || seen.tick()).ok();
        Ok(Self {
            shared,
            ticker,
            keeps_results: false,
            timed: None,
            level: level.unwrap_or_else(Level::detected),
        })
    }

    /// Makes the first Ctrl-C stop the work, but keep its results, and end the program after `grace`; the second one ends it at once.
    pub fn keep_results(&mut self, grace: Duration) {
        locked(&self.shared.state).grace = Some(grace);
        self.keeps_results = true;
        self.shared.interrupted.store(false, Ordering::Relaxed);
    }

    /// Stops the work after this time, and keeps its results; a note soon says how far it will get.
    pub fn stop_after(&mut self, time: Duration) {
        self.timed = Some(TimedSearch { begun: Instant::now(), time, early: None, is_told: false });
    }

    /// Returns whether the time of [`stop_after`](Self::stop_after) is over.
    pub fn is_out_of_time(&self) -> bool {
        self.timed.as_ref().is_some_and(|timed| timed.begun.elapsed() >= timed.time)
    }

    /// Announces that answers are printed while the work continues, so that no bar is drawn between them.
    pub fn print_meanwhile(&mut self) {
        locked(&self.shared.state).prints_meanwhile = true;
    }

    /// Records progress; `Break` stops the work.
    pub fn step(&mut self, progress: Progress) -> ControlFlow<()> {
        locked(&self.shared.state).progress = progress;
        self.timed.iter_mut().for_each(|timed| timed.announce(progress));
        let is_interrupted = self.keeps_results && self.shared.interrupted.load(Ordering::Relaxed);
        if is_interrupted || self.is_out_of_time() || self.shared.is_closed.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

impl Drop for Monitor {
    /// Ends the display. From then on Ctrl-C ends the program, even while it prints.
    fn drop(&mut self) {
        locked(&self.shared.state).has_ended = true;
        self.shared.ended.notify_all();
        self.shared.interrupted.store(true, Ordering::Relaxed);
        if let Some(ticker) = self.ticker.take() {
            // A panic of the ticker has been printed already.
            best_effort(ticker.join());
        }
    }
}

impl SharedProgress {
    /// Shows progress until the work has ended.
    fn tick(&self) {
        let begun = Instant::now();
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr_with_hz(5));
        let mut next = LINE;
        let mut stop_asked: Option<Instant> = None;
        let mut state = locked(&self.state);
        loop {
            // Work may have ended before the first wait.
            let waited = self.ended.wait_timeout_while(state, TICK, |state| !state.has_ended);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
            if state.has_ended {
                return bar.finish_and_clear();
            }
            if self.prints && is_output_closed(false) {
                self.is_closed.store(true, Ordering::Relaxed);
            }
            if !state.prints_meanwhile {
                show(&bar, &mut next, begun.elapsed(), &state.progress);
            }
            if let Some(grace) = state.grace.filter(|_| self.interrupted.load(Ordering::Relaxed))
                && stop_asked.get_or_insert_with(Instant::now).elapsed() > grace
            {
                // The work did not stop in time: this acts like a second Ctrl-C.
                best_effort(signal_hook::low_level::raise(SIGINT));
            }
        }
    }
}

/// Shows progress by a bar, or by lines if it is hidden, without a terminal; `next` is the time of the next line.
fn show(bar: &ProgressBar, next: &mut Duration, elapsed: Duration, progress: &Progress) {
    let Progress { total, unit, .. } = *progress;
    let done = if total > 0 { progress.done.min(total) } else { progress.done };
    if !bar.is_hidden() && elapsed > QUIET {
        let template = if total > 0 {
            "{bar:12} {elapsed} {human_pos} of {human_len} {wide_msg}"
        } else {
            "{spinner} {elapsed} {human_pos} {wide_msg}"
        };
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_length(total);
        bar.set_message(unit);
        bar.set_position(done);
        bar.tick();
    } else if bar.is_hidden() && elapsed >= *next {
        *next += LINE;
        let far = match (unit, total) {
            ("", _) => String::new(),
            (_, 0) => format!(": {done} {unit}"),
            _ => format!(": {done} of {total} {unit}"),
        };
        say::message(format_args!("still working after {} s{far}", elapsed.as_secs()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forecast_follows_the_growth_of_the_work() {
        // Each value takes as long as the one before, or as many steps as its heap has stones.
        assert_eq!(reach(500, 1000, 10.0), 10_000);
        assert_eq!(reach(1206, 1705, 10.0), 5400);
        assert_eq!(reach(0, 0, 10.0), 0);
    }
}
