//! The flag that ends long work early.
//!
//! A signal is for the whole process, and so is the flag: code that reads or unpacks many files looks at it here, on behalf
//! of any caller. A command that handles signals sets it; without one, it is never set.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use super::error::unnamed;

static HAPPENED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Bytes that are copied between two looks at the flag.
const BLOCK: u64 = 1 << 20;

/// Returns the flag that a signal sets.
pub fn flag() -> Arc<AtomicBool> {
    Arc::clone(&HAPPENED)
}

/// The error of work that the flag has ended.
#[derive(Debug, thiserror::Error)]
#[error("stopped by a signal")]
struct Ended;

/// Returns the error of work that a flag has ended. Its kind is not `Interrupted`, after which readers try again.
pub fn ended() -> io::Error {
    io::Error::other(Ended)
}

/// Returns whether an error comes from work which a flag has ended. A file system may interrupt a call, too: without the flag, that is a
/// failure like any other.
pub fn is_cause(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::Interrupted && HAPPENED.load(Ordering::Relaxed)
        || matches!(unnamed(error).get_ref(), Some(inner) if inner.is::<Ended>())
}

/// Fails once the flag is set.
///
/// # Errors
/// When the flag is set.
pub fn check() -> io::Result<()> {
    if HAPPENED.load(Ordering::Relaxed) { Err(ended()) } else { Ok(()) }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::named;

    #[test]
    fn the_names_of_files_hide_no_interruption() {
        let error = named("tests.zip")(named("1.in")(ended()));
        assert!(is_cause(&error));
        assert_eq!(error.to_string(), "tests.zip: 1.in: stopped by a signal");
    }

    #[test]
    fn a_call_that_a_file_system_interrupts_is_no_signal() {
        for kind in [io::ErrorKind::Interrupted, io::ErrorKind::TimedOut, io::ErrorKind::Other] {
            assert!(!is_cause(&kind.into()), "{kind}");
        }
        assert!(!is_cause(&io::Error::from_raw_os_error(4)));
        assert!(is_cause(&ended()));
    }
}
