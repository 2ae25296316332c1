//! The clock of long work: it stops runs when the time is over or a signal has come.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use crate::system::interruption::Interruption;
use nim_ground::lock::locked;
use nim_ground::threads;

/// Interval at which the clock is read.
const TICK: Duration = Duration::from_millis(20);

/// The clock of a command's work.
pub struct Clock {
    happened: Arc<AtomicBool>,
    /// Set when the time is over or a signal has come, while something is watched.
    pub stop: Arc<AtomicBool>,
    deadline: Mutex<Option<Instant>>,
}

impl Clock {
    /// Until time is given, only a signal stops the work.
    pub fn new(interruption: &Interruption) -> Self {
        Self {
            happened: Arc::clone(&interruption.happened),
            stop: Arc::default(),
            deadline: Mutex::default(),
        }
    }

    /// Gives some time from now on, unless a signal has come.
    pub fn give(&self, time: Duration) {
        *locked(&self.deadline) = Instant::now().checked_add(time);
        self.stop.store(false, Ordering::Relaxed);
    }

    /// Returns whether the work was stopped.
    pub fn has_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns whether the time is over or a signal has come.
    pub fn is_over(&self) -> bool {
        let is_late = locked(&self.deadline).is_some_and(|deadline| Instant::now() >= deadline);
        is_late || self.happened.load(Ordering::Relaxed)
    }

    /// Does some work under the clock, which calls `tick` now and then.
    ///
    /// # Errors
    /// When the system refuses a thread for the clock.
    pub fn watch<T>(&self, tick: impl Fn() + Sync, work: impl FnOnce() -> T) -> io::Result<T> {
        let is_done = AtomicBool::new(false);
        thread::scope(|scope| {
            let clock = threads::start(scope, || {
                while !is_done.load(Ordering::Relaxed) {
                    if self.is_over() {
                        self.stop.store(true, Ordering::Relaxed);
                    }
                    tick();
                    thread::park_timeout(TICK);
                }
            })?;
            let done = work();
            is_done.store(true, Ordering::Relaxed);
            clock.thread().unpark();
            Ok(done)
        })
    }
}
