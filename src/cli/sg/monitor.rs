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

use crate::cli::{closed_output, count, say};
use crate::exit::Exit;
use nim_engine::theory::game::Game;
use nim_engine::theory::watch::Progress;
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
    /// Returns the number of threads.
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
    /// When the work stops by itself.
    deadline: Option<Instant>,
    /// The level of the CPU that computations use.
    pub level: Level,
}

struct SharedProgress {
    state: Mutex<WorkState>,
    ended: Condvar,
    /// Set when standard output is closed.
    is_closed: AtomicBool,
    /// Whether the answer goes to standard output.
    prints: bool,
    /// Set by Ctrl-C, which ends the program if it is already set.
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

/// The interval of updates.
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
            deadline: None,
            level: level.unwrap_or_else(Level::detected),
        })
    }

    /// From now on the first Ctrl-C stops the work, but keeps its results, and ends the program after `grace`; the
    /// second one ends it at once.
    pub fn keep_results(&mut self, grace: Duration) {
        locked(&self.shared.state).grace = Some(grace);
        self.keeps_results = true;
        self.shared.interrupted.store(false, Ordering::Relaxed);
    }

    /// Stops the work after this time, and keeps its results.
    pub fn stop_after(&mut self, time: Duration) {
        self.deadline = Some(Instant::now() + time);
    }

    /// Returns whether the time of [`stop_after`](Self::stop_after) is over.
    pub fn is_out_of_time(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// From now on answers are printed while the work continues: no bar is drawn between them.
    pub fn print_meanwhile(&mut self) {
        locked(&self.shared.state).prints_meanwhile = true;
    }

    /// Records progress; `Break` stops the work.
    pub fn step(&mut self, progress: Progress) -> ControlFlow<()> {
        locked(&self.shared.state).progress = progress;
        let is_interrupted = self.keeps_results && self.shared.interrupted.load(Ordering::Relaxed);
        if is_interrupted || self.is_out_of_time() || self.shared.is_closed.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

impl Drop for Monitor {
    /// Ends the display. From now on Ctrl-C ends the program, even while it prints.
    fn drop(&mut self) {
        locked(&self.shared.state).has_ended = true;
        self.shared.ended.notify_all();
        self.shared.interrupted.store(true, Ordering::Relaxed);
        if let Some(ticker) = self.ticker.take() {
            // A panic of the ticker has been printed already.
            let _ = ticker.join();
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
            if self.prints && closed_output::is_closed() {
                self.is_closed.store(true, Ordering::Relaxed);
            }
            if !state.prints_meanwhile {
                show(&bar, &mut next, begun.elapsed(), &state.progress);
            }
            if let Some(grace) = state.grace.filter(|_| self.interrupted.load(Ordering::Relaxed))
                && stop_asked.get_or_insert_with(Instant::now).elapsed() > grace
            {
                // The work did not stop in time: this acts like a second Ctrl-C.
                let _ = signal_hook::low_level::raise(SIGINT);
            }
        }
    }
}

/// Shows progress by a bar, or by lines where it is hidden, as there is no terminal; `next` is the time of the next line.
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
