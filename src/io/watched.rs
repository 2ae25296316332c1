//! A regular file that has to stay as it is while it is read.
//!
//! Another process may make the file shorter, or write it anew, at any moment. What was read before that is whole;
//! what is read after it is not the input. So everything that is made from the file is checked by
//! [`Watched::check`] between the last look at the file and the write: bytes leave by [`Lines`](super::Lines) alone,
//! which does so.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::os::unix::fs::FileExt;
use std::time::SystemTime;

/// A regular file, as it was when it was opened.
#[derive(Debug)]
pub(crate) struct Watched {
    file: File,
    /// Where in the file the input begins.
    start: u64,
    len: u64,
    modified: Option<SystemTime>,
}

impl Watched {
    /// Watches `file`, whose input begins at `start`, from now on.
    pub(crate) fn new(file: File, metadata: &Metadata, start: u64) -> Self {
        Self { file, start, len: metadata.len(), modified: metadata.modified().ok() }
    }

    /// The file.
    pub(crate) const fn file(&self) -> &File {
        &self.file
    }

    /// Where in the file the input begins.
    pub(crate) const fn start(&self) -> u64 {
        self.start
    }

    /// Makes sure that no byte read so far has come from a file that had become shorter, or had been written anew. A
    /// file that grows is read as far as it went.
    ///
    /// # Errors
    /// When the file has changed.
    pub(crate) fn check(&self) -> io::Result<()> {
        let now = self.file.metadata()?;
        if now.len() < self.len {
            Err(io::Error::other("the file became shorter while it was read"))
        } else if now.len() == self.len && now.modified().ok() != self.modified {
            Err(changed())
        } else {
            Ok(())
        }
    }

    /// Reads what stands at `at` in the input.
    pub(crate) fn read_at(&self, at: usize, room: &mut [u8]) -> io::Result<()> {
        self.file.read_exact_at(room, self.start + at as u64)
    }
}

/// The error of a file that is not what it was.
pub(crate) fn changed() -> io::Error {
    io::Error::other("the file changed while it was read")
}

impl Read for &Watched {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        (&self.file).read(buffer)
    }
}
