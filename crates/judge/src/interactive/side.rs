//! One side of a dialogue that is a process: its run, and what it has yet to read.

use std::collections::VecDeque;
use std::io;

use crate::failure::Failure;
use crate::run::{LiveRun, RunResult, Started, Waiting};
use crate::system::pipes::{Pipe, PipeRef, borrow, has_unread, set_nonblocking, write};

/// Bytes that one side may write before the other reads them; then it waits.
const MOST_UNREAD: usize = 1 << 20;

/// A process that takes part in a dialogue.
pub struct Side<'r> {
    /// Its run.
    pub run: Box<dyn LiveRun + 'r>,
    /// The pipe to its standard input, until it is closed.
    input: Option<Pipe>,
    /// What it has yet to read.
    unread: VecDeque<u8>,
    /// Whether its input ends after that.
    is_complete: bool,
    /// Its result, when it has ended.
    pub result: Option<RunResult>,
}

impl<'r> Side<'r> {
    /// Takes part with a run that was started.
    ///
    /// # Errors
    /// When its pipe cannot be used.
    pub fn new((run, input): Started<'r>) -> Result<Self, Failure> {
        set_nonblocking(&input)?;
        Ok(Self { run, input: Some(input), unread: VecDeque::new(), is_complete: false, result: None })
    }

    /// Returns whether it takes more input. What is written to a closed pipe is dropped.
    pub fn has_room(&self) -> bool {
        self.input.is_none() || self.unread.len() < MOST_UNREAD
    }

    /// Appends to its input.
    pub fn tell(&mut self, bytes: &[u8]) {
        if self.input.is_some() && !self.is_complete {
            self.unread.extend(bytes);
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
        self.input.as_ref().filter(|_| !self.unread.is_empty()).map(borrow)
    }

    /// Writes as much to its input as there is room for, and closes it at the end.
    ///
    /// # Errors
    /// When the pipe cannot be written to although the other end is open.
    pub fn deliver(&mut self) -> io::Result<()> {
        while let (Some(input), false) = (&self.input, self.unread.is_empty()) {
            match write(input, self.unread.as_slices().0) {
                Ok(bytes) => _ = self.unread.drain(..bytes),
                Err(error) => match error.kind() {
                    io::ErrorKind::Interrupted => {}
                    io::ErrorKind::WouldBlock => return Ok(()),
                    io::ErrorKind::BrokenPipe => self.close(),
                    _ => return Err(error),
                },
            }
        }
        if self.is_complete {
            self.close();
        }
        Ok(())
    }

    fn close(&mut self) {
        self.input = None;
        self.unread = VecDeque::new();
    }

    /// Returns what it waits for. A side with something to read does not wait for it.
    pub fn waiting(&self) -> Waiting {
        let has_input = || !self.unread.is_empty() || self.input.as_ref().is_none_or(has_unread);
        match self.run.waiting() {
            Waiting::Input if has_input() => Waiting::Nothing,
            waiting => waiting,
        }
    }

    /// Returns whether it has closed its output or has ended.
    ///
    /// # Errors
    /// When the sandbox has ended.
    pub fn is_silent(&self) -> Result<bool, Failure> {
        Ok(self.result.is_some() || self.run.sources()?.output.is_none())
    }
}
