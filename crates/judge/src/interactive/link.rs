//! A pipe from one side of a dialogue to the other, whose ends the judge holds, too.
//!
//! So no writer is killed because the reader has ended, and a reader sees the end when the judge closes the pipe.

use std::io::{self, PipeReader, PipeWriter};

use nim_sandbox::system::pipes::{PipeEnd, PipeRef, has_unread_link, link};

/// A pipe into one side.
pub struct Link {
    reader: Option<PipeReader>,
    writer: Option<PipeWriter>,
    /// The reader, once the judge reads what the side did not.
    rest: PipeEnd,
}

impl Link {
    /// Makes one, for which both ends are still to be given to the sides.
    ///
    /// # Errors
    /// When the system has no more pipes.
    pub fn new() -> io::Result<Self> {
        let (reader, writer) = link()?;
        Ok(Self { reader: Some(reader), writer: Some(writer), rest: PipeEnd::new(None::<PipeReader>)? })
    }

    /// Returns the end of the side that reads, before that has ended.
    pub fn reader(&self) -> io::Result<&PipeReader> {
        self.reader.as_ref().ok_or_else(|| io::ErrorKind::BrokenPipe.into())
    }

    /// Returns the end of the side that writes, before the judge has closed it.
    pub fn writer(&self) -> io::Result<&PipeWriter> {
        self.writer.as_ref().ok_or_else(|| io::ErrorKind::BrokenPipe.into())
    }

    /// Lets the reader see the end when the other side has closed the pipe.
    pub fn close(&mut self) {
        self.writer = None;
    }

    /// Returns whether something was written that has not been read.
    pub fn has_unread(&self) -> bool {
        self.reader.as_ref().is_some_and(has_unread_link)
    }

    /// Reads what is left by a side that has ended, so that the other does not wait for room.
    ///
    /// # Errors
    /// When reading fails.
    pub fn empty(&mut self) -> io::Result<()> {
        if let Some(reader) = self.reader.take() {
            self.rest = PipeEnd::new(Some(reader))?;
        }
        self.rest.read(|_| Ok(()))
    }

    /// Returns the pipe, where the judge empties it.
    pub fn rest(&self) -> Option<PipeRef<'_>> {
        self.rest.as_ref()
    }
}
