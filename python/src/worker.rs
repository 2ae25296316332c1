//! Threads that compute while Python runs.
//!
//! The state of a game belongs to one thread, which outlives the questions about it. A question waits without the interpreter's
//! lock, and looks for signals meanwhile, so that Ctrl-C ends the wait at once and the computation soon after.

use std::ops::ControlFlow;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use nim_engine::theory::watch::Progress;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The longest time between two looks for signals.
const POLL: Duration = Duration::from_millis(50);

/// Set when the caller has stopped waiting.
#[derive(Clone, Default)]
pub struct Cancelled(Arc<AtomicBool>);

impl Cancelled {
    /// Returns whether the flag is set.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Stops a computation of the engine, as its [watch](nim_engine::theory::watch::Watch), when it is set.
    pub fn watch(&self, _: Progress) -> ControlFlow<()> {
        if self.is_set() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Runs a job on a new thread.
///
/// # Errors
/// Those of the job, and those that signals raise, such as `KeyboardInterrupt`.
pub fn run<T: Send + 'static>(
    py: Python<'_>,
    job: impl FnOnce(&Cancelled) -> PyResult<T> + Send + 'static,
) -> PyResult<T> {
    let cancelled = Cancelled::default();
    let (reply, answer) = mpsc::channel();
    let seen = cancelled.clone();
    // The caller may have stopped waiting.
    thread::Builder::new().spawn(move || drop(reply.send(job(&seen))))?;
    wait(py, answer, &cancelled)
}

/// Waits for an answer.
fn wait<T: Send>(py: Python<'_>, mut answer: Receiver<PyResult<T>>, cancelled: &Cancelled) -> PyResult<T> {
    loop {
        let received;
        (received, answer) = py.detach(move || (answer.recv_timeout(POLL), answer));
        match received {
            Ok(answer) => return answer,
            Err(RecvTimeoutError::Timeout) => {
                py.check_signals().inspect_err(|_| cancelled.0.store(true, Ordering::Relaxed))?;
            }
            Err(RecvTimeoutError::Disconnected) => return Err(ended()),
        }
    }
}

/// A panic has been printed already.
fn ended() -> PyErr {
    PyRuntimeError::new_err("the computation has failed, which is an error of this module")
}

type Job<S> = Box<dyn FnOnce(&mut S) + Send>;

/// A state on its own thread; it need not be [`Send`]. Jobs run one after the other.
pub struct Worker<S> {
    make: Arc<dyn Fn() -> S + Send + Sync>,
    running: Mutex<Option<Running<S>>>,
}

struct Running<S> {
    /// The process of the thread: a fork has none of its threads.
    process: u32,
    jobs: Sender<Job<S>>,
}

impl<S: 'static> Worker<S> {
    /// Creates a worker whose thread makes its state before the first job.
    pub fn new(make: impl Fn() -> S + Send + Sync + 'static) -> Self {
        Self { make: Arc::new(make), running: Mutex::default() }
    }

    /// Runs a job.
    ///
    /// # Errors
    /// As for [`run`].
    pub fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        job: impl FnOnce(&mut S, &Cancelled) -> PyResult<T> + Send + 'static,
    ) -> PyResult<T> {
        let cancelled = Cancelled::default();
        let (reply, answer) = mpsc::channel();
        let seen = cancelled.clone();
        let sent = self.jobs()?.send(Box::new(move |state| {
            if !seen.is_set() {
                drop(reply.send(job(state, &seen)));
            }
        }));
        sent.map_err(|_| ended())?;
        wait(py, answer, &cancelled)
    }

    /// Returns the queue of the thread, which is started where this process has none.
    fn jobs(&self) -> PyResult<Sender<Job<S>>> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(running) = &*running
            && running.process == process::id()
        {
            return Ok(running.jobs.clone());
        }
        let (jobs, queue) = mpsc::channel::<Job<S>>();
        let make = Arc::clone(&self.make);
        thread::Builder::new().spawn(move || {
            let mut state = make();
            queue.into_iter().for_each(|job| job(&mut state));
        })?;
        *running = Some(Running { process: process::id(), jobs: jobs.clone() });
        Ok(jobs)
    }
}
