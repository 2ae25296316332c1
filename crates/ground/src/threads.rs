//! Threads that the system may refuse: a process may have too many of them already, or too little memory.

use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Builder, Scope, ScopedJoinHandle};

use crate::error::{best_effort, named};
use crate::lock::locked;

/// Starts a thread of a scope, as [`Scope::spawn`] does, which panics where the system refuses.
///
/// # Errors
/// When the system refuses.
pub fn start<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    Builder::new().spawn_scoped(scope, work).map_err(named("a thread"))
}

/// Starts `count` threads for the same work, as far as the system allows: the started ones do the work of the others.
///
/// # Errors
/// When the system refuses even the first.
pub fn start_some<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    count: usize,
    work: impl FnOnce() -> T + Clone + Send + 'scope,
) -> io::Result<Vec<ScopedJoinHandle<'scope, T>>> {
    let mut started = Vec::new();
    for _ in 0..count {
        match start(scope, work.clone()) {
            Ok(thread) => started.push(thread),
            Err(error) if started.is_empty() => return Err(error),
            Err(_) => break,
        }
    }
    Ok(started)
}

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
        // If a thread cannot be spawned, the others do the work.
        best_effort(start_some(scope, threads.min(count).saturating_sub(1), work));
        work();
    });
    results.into_inner().unwrap_or_else(PoisonError::into_inner)
}
