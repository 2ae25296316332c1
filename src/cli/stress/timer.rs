//! The clock of a search: stops runs when the time is over or a signal has come, and shows progress.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::progress::Progress;
use super::search::Counters;
use nim_ground::lock::locked;

/// Interval at which the clock is read.
const TICK: Duration = Duration::from_millis(20);

/// The clock of a search.
pub struct Timer<'a> {
    interrupted: &'a AtomicBool,
    stop: AtomicBool,
    deadline: Mutex<Instant>,
}

impl<'a> Timer<'a> {
    /// Creates a clock that runs for some time from now on.
    pub fn new(interrupted: &'a AtomicBool, time: Duration) -> Self {
        Self { interrupted, stop: AtomicBool::new(false), deadline: Mutex::new(Instant::now() + time) }
    }

    /// Set when the time is over or a signal has come.
    pub fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// Gives some time from now on, unless a signal has come.
    pub fn restart(&self, time: Duration) {
        *locked(&self.deadline) = Instant::now() + time;
        self.stop.store(false, Ordering::Relaxed);
    }

    /// Does some work under the clock.
    pub fn watch<T>(&self, counters: &Counters, work: impl FnOnce() -> T) -> T {
        let is_done = AtomicBool::new(false);
        let progress = Progress::new();
        thread::scope(|scope| {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    if self.interrupted.load(Ordering::Relaxed) || Instant::now() >= *locked(&self.deadline) {
                        self.stop.store(true, Ordering::Relaxed);
                    }
                    progress.show(counters);
                    thread::park_timeout(TICK);
                }
                progress.finish();
            });
            let done = work();
            is_done.store(true, Ordering::Relaxed);
            done
        })
    }
}
