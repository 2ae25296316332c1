//! Threads that the system may refuse: a process may have too many of them already, or too little memory.

use std::io;
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// Starts a thread of a scope, as [`Scope::spawn`] does, which panics where the system refuses.
///
/// # Errors
/// When the system refuses.
pub fn start<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    let refused = |error: io::Error| io::Error::new(error.kind(), format!("a thread: {error}"));
    Builder::new().spawn_scoped(scope, work).map_err(refused)
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
