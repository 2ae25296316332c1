//! Runs tasks on several threads.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use nim_ground::error::best_effort;
use nim_ground::lock::locked;

/// Runs `count` tasks on several threads, each with its own worker, until one breaks off. Returns the result of each task, in order; `None`
/// for tasks that were not run.
pub fn results<W, T: Send>(
    threads: usize,
    count: usize,
    worker: impl Fn() -> W + Sync,
    task: impl Fn(&mut W, usize) -> ControlFlow<(), Option<T>> + Sync,
) -> Vec<Option<T>> {
    let results: Mutex<Vec<Option<T>>> = Mutex::new((0..count).map(|_| None).collect());
    let next = AtomicUsize::new(0);
    let work = || {
        let mut worker = worker();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            if place >= count {
                break;
            }
            let ControlFlow::Continue(result) = task(&mut worker, place) else { break };
            locked(&results)[place] = result;
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(count) {
            // If a thread cannot be spawned, the others do the work.
            best_effort(thread::Builder::new().spawn_scoped(scope, work));
        }
        work();
    });
    results.into_inner().unwrap_or_else(PoisonError::into_inner)
}
