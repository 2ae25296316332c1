//! A regular file that must not change while it is read.
//!
//! Another process may truncate or rewrite the file at any moment. Bytes read before that are valid, bytes read after it are not the input.
//! So `Watched::check` is called between the last read of the file and each write of answers, which all go through [`Lines`](super::Lines).

use super::system;
use std::fs::{File, Metadata};
use std::io;
use std::thread;
use std::time::{Duration, SystemTime};

/// The number of times, and the interval, at which a file with a new time is asked whether it has grown.
const GROWTH_CHECKS: u32 = 20;
const GROWTH_TICK: Duration = Duration::from_millis(10);

/// A regular file, with its size and time of modification when it was opened.
#[derive(Debug)]
pub struct Watched {
    file: File,
    /// The offset of the input in the file.
    start: u64,
    /// The size of the file.
    end: u64,
    modified: Option<SystemTime>,
}

impl Watched {
    /// Watches `file`, whose input begins at `start`.
    pub fn new(file: File, metadata: &Metadata, start: u64) -> Self {
        Self { file, start, end: metadata.len(), modified: metadata.modified().ok() }
    }

    pub(crate) const fn file(&self) -> &File {
        &self.file
    }

    /// Returns the offset of the input in the file.
    pub(crate) const fn start(&self) -> u64 {
        self.start
    }

    /// Returns the bytes of the input, as many as there were when it was opened.
    pub(crate) const fn len(&self) -> u64 {
        self.end - self.start
    }

    /// Fails if the file has been truncated or rewritten. A file that has grown is read to its former end.
    ///
    /// # Errors
    /// When the file has changed.
    pub(crate) fn check(&self) -> io::Result<()> {
        for _ in 0..GROWTH_CHECKS {
            let now = self.file.metadata()?;
            if now.len() < self.end {
                return Err(io::Error::other("the file became shorter while it was read"));
            }
            if now.len() > self.end || now.modified().ok() == self.modified {
                return Ok(());
            }
            // A write that appends sets the time before it sets the size.
            thread::sleep(GROWTH_TICK);
        }
        Err(changed())
    }

    /// Fills `room` with the bytes at offset `at` of the input.
    pub(crate) fn read_at(&self, at: usize, room: &mut [u8]) -> io::Result<()> {
        system::read_at(&self.file, room, self.start + at as u64)
    }
}

/// Returns the error of a file that has changed.
pub fn changed() -> io::Error {
    io::Error::other("the file changed while it was read")
}
