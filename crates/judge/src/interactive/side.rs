//! One side of a dialogue that is a process: its run, and what it has yet to read.

use std::collections::VecDeque;
use std::io::{self, PipeReader, PipeWriter, Write};
use std::time::Instant;

use super::transcript::Transcript;
use crate::error::Result;
use crate::report::transcript::Speaker;
use nim_sandbox::run::{LiveRun, RunResult, Started, Waiting};
use nim_sandbox::system::pipes::{
    Pipe, PipeEnd, PipeRef, borrow, has_unread, has_unread_link, link, set_nonblocking, write,
};

/// Bytes that one side may write before the other reads them; then it waits.
const MOST_UNREAD: usize = 1 << 20;

/// A process that takes part in a dialogue.
pub struct Side<'r> {
    /// Its run.
    pub run: Box<dyn LiveRun + 'r>,
    input: Input,
    /// Whether its input ends after what it has yet to read.
    is_complete: bool,
    /// Its result, when it has ended.
    pub result: Option<RunResult>,
}

/// Where its input comes from.
enum Input {
    /// From the judge: the pipe to its standard input, until it is closed, and what it has yet to read.
    Relayed(Option<Pipe>, VecDeque<u8>),
    /// From the other side.
    Linked(Link),
}

impl<'r> Side<'r> {
    /// Takes part with a run that was started, to which the judge passes on what the other side writes.
    ///
    /// # Errors
    /// When its pipe cannot be used.
    pub fn new((run, input): Started<'r>) -> Result<Self> {
        set_nonblocking(&input)?;
        let input = Input::Relayed(Some(input), VecDeque::new());
        Ok(Self { run, input, is_complete: false, result: None })
    }

    /// Takes part with a run that was started at the end of this pipe, into which the other side writes.
    pub fn linked(run: Box<dyn LiveRun + 'r>, link: Link) -> Self {
        Self { run, input: Input::Linked(link), is_complete: false, result: None }
    }

    /// Returns whether it takes more input. What is written to a closed pipe is dropped.
    pub fn has_room(&self) -> bool {
        match &self.input {
            Input::Relayed(Some(_), unread) => unread.len() < MOST_UNREAD,
            _ => true,
        }
    }

    /// Appends to its input.
    pub fn send(&mut self, bytes: &[u8]) {
        if let Input::Relayed(Some(_), unread) = &mut self.input
            && !self.is_complete
        {
            unread.extend(bytes);
        }
    }

    /// Ends its input after what it has yet to read.
    pub fn complete(&mut self) {
        self.is_complete = true;
    }

    /// Returns whether it was told the end of its input.
    pub fn was_told_the_end(&self) -> bool {
        self.is_complete
    }

    /// Returns the pipe to its input, where something waits for room in it.
    pub fn blocked_input(&self) -> Option<PipeRef<'_>> {
        match &self.input {
            Input::Relayed(Some(pipe), unread) if !unread.is_empty() => Some(borrow(pipe)),
            _ => None,
        }
    }

    /// Returns the pipe to its input, where it has ended and the other side may go on to write.
    pub fn abandoned_input(&self) -> Option<PipeRef<'_>> {
        if let Input::Linked(link) = &self.input { link.rest() } else { None }
    }

    /// Writes as much to its input as there is room for, and closes it at the end; empties that of a side that has ended.
    ///
    /// # Errors
    /// When the pipe cannot be used although the other end is open.
    pub fn deliver(&mut self) -> io::Result<()> {
        match &mut self.input {
            Input::Linked(link) => {
                if self.is_complete {
                    link.close();
                }
                if self.result.is_some() { link.empty() } else { Ok(()) }
            }
            Input::Relayed(pipe, unread) => {
                deliver(pipe, unread)?;
                if self.is_complete && unread.is_empty() {
                    *pipe = None;
                }
                Ok(())
            }
        }
    }

    /// Returns what it waits for. A side with something to read does not wait for it.
    pub fn waiting(&self) -> Waiting {
        match self.run.waiting() {
            Waiting::Input if self.has_unread() => Waiting::Nothing,
            waiting => waiting,
        }
    }

    /// Returns whether there is something that it has not read yet.
    pub fn has_unread(&self) -> bool {
        match &self.input {
            Input::Relayed(pipe, unread) => !unread.is_empty() || pipe.as_ref().is_none_or(has_unread),
            Input::Linked(link) => link.has_unread(),
        }
    }

    /// Returns whether it has closed its output or has ended. Of a side that writes to the other directly, only the end is known.
    ///
    /// # Errors
    /// When the sandbox has ended.
    pub fn is_silent(&self) -> Result<bool> {
        let is_relayed = matches!(self.input, Input::Relayed(..));
        Ok(self.result.is_some() || is_relayed && self.run.sources()?.output.is_none())
    }
}

/// Writes as much as there is room for; a pipe whose other end is closed is closed.
fn deliver(pipe: &mut Option<Pipe>, unread: &mut VecDeque<u8>) -> io::Result<()> {
    while let (Some(input), false) = (&*pipe, unread.is_empty()) {
        match write(input, unread.as_slices().0) {
            Ok(bytes) => _ = unread.drain(..bytes),
            Err(error) => match error.kind() {
                io::ErrorKind::Interrupted => {}
                io::ErrorKind::WouldBlock => return Ok(()),
                io::ErrorKind::BrokenPipe => {
                    *pipe = None;
                    *unread = VecDeque::new();
                }
                _ => return Err(error),
            },
        }
    }
    Ok(())
}

/// Hears what a side writes.
pub(super) struct Ear<'e> {
    pub(super) by: Speaker,
    pub(super) transcript: &'e mut Transcript,
    pub(super) spoken: &'e mut Instant,
    pub(super) told: &'e mut dyn FnMut(&[u8]),
}

impl Write for Ear<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.transcript.add(self.by, bytes);
        *self.spoken = Instant::now();
        (self.told)(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

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
