//! Locks that outlive whoever had them.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Takes a lock, even if who had it panicked.
pub(crate) fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
