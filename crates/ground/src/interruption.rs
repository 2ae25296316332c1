//! The flag that ends long work early.
//!
//! A signal is for the whole process, and so is the flag: code that reads or unpacks many files looks at it here, on behalf
//! of any caller. A command that handles signals sets it; without one, it is never set.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

static HAPPENED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Bytes that are copied between two looks at the flag.
const BLOCK: u64 = 1 << 20;

/// Returns the flag.
pub fn flag() -> Arc<AtomicBool> {
    Arc::clone(&HAPPENED)
}

/// The error of work that the flag has ended.
#[derive(Debug, thiserror::Error)]
#[error("stopped by a signal")]
struct Ended;

/// Returns whether an error is that of work which the flag has ended.
pub fn is_cause(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::Interrupted
        || matches!(error.get_ref(), Some(inner) if inner.is::<Ended>())
}

/// Fails once the flag is set.
///
/// # Errors
/// When the flag is set. The kind of the error is not `Interrupted`, after which readers try again.
pub fn check() -> io::Result<()> {
    if HAPPENED.load(Ordering::Relaxed) { Err(io::Error::other(Ended)) } else { Ok(()) }
}

/// Copies to the end, as [`io::copy`] does, and stops when the flag is set.
///
/// # Errors
/// As [`io::copy`] and [`check`].
pub fn copy(from: &mut impl Read, to: &mut impl Write) -> io::Result<u64> {
    let mut copied = 0;
    loop {
        check()?;
        match io::copy(&mut from.by_ref().take(BLOCK), to)? {
            0 => return Ok(copied),
            bytes => copied += bytes,
        }
    }
}
