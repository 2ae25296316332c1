//! One side of a dialogue that is a process: its run, and what it has yet to read.

use std::collections::VecDeque;
use std::io::{self, PipeReader, PipeWriter, Write};
use std::time::{Duration, Instant};

use super::transcript::{Transcript, Voice};
use crate::error::Result;
use nim_sandbox::run::{Channel, LiveRun, RunResult, Started, Waiting};
use nim_sandbox::system::pipes::{
    Pipe, PipeEnd, PipeRef, borrow, has_unread, has_unread_link, link, set_nonblocking, write,
};

/// Bytes that one side may write before the other reads them; then it waits.
const MOST_UNREAD: usize = 1 << 20;

/// A process that takes part in a dialogue.
pub struct Side<'r> {
    /// Its run.
    pub run: Box<dyn LiveRun + 'r>,
    /// The inputs from the other sides, one each.
    pub inputs: Vec<Input>,
    /// The outputs to other sides than the first, which reads its standard output.
    further: Vec<PipeEnd>,
    /// Its result, when it has ended.
    pub result: Option<RunResult>,
}

/// The input of a side from another side.
pub struct Input {
    from: From,
    /// Whether it ends after what is yet to be read.
    is_complete: bool,
}

/// The origin of an input.
enum From {
    /// From the judge: the pipe, until it is closed, and what is yet to be written into it.
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
        Ok(Self { run, inputs: vec![Input::relayed(input)?], further: Vec::new(), result: None })
    }

    /// Takes part with a run that was started at the end of this pipe, into which the other side writes.
    pub fn linked(run: Box<dyn LiveRun + 'r>, link: Link) -> Self {
        let input = Input { from: From::Linked(link), is_complete: false };
        Self { run, inputs: vec![input], further: Vec::new(), result: None }
    }

    /// Takes part with a run that talks with others by further pipes, too.
    ///
    /// # Errors
    /// When a pipe cannot be used.
    pub fn with_channels(started: Started<'r>, channels: Vec<Channel>) -> Result<Self> {
        let mut side = Self::new(started)?;
        for Channel { to, from } in channels {
            side.inputs.push(Input::relayed(to)?);
            side.further.push(from);
        }
        Ok(side)
    }

    /// Returns its CPU time so far, and its waits for a CPU that other programs used.
    pub fn spent(&self) -> Duration {
        self.result.as_ref().map_or_else(|| self.run.spent(), |result| result.cpu)
    }

    /// Ends all its inputs after what is yet to be read.
    pub fn complete(&mut self) {
        self.inputs.iter_mut().for_each(Input::complete);
    }

    /// Returns whether it was told the end of an input.
    pub fn was_told_an_end(&self) -> bool {
        self.inputs.iter().any(Input::was_told_the_end)
    }

    /// Reads what it has written to a side after the first, where it was not the standard output.
    ///
    /// # Errors
    /// When reading fails.
    pub fn read_further(&mut self, listener: usize, ear: &mut Ear<'_>) -> io::Result<()> {
        let Some(output) = listener.checked_sub(1).and_then(|place| self.further.get_mut(place)) else {
            return Ok(());
        };
        output.read(|bytes| ear.write_all(bytes))
    }

    /// Returns the pipe of what it writes to a side after the first, until it is closed.
    pub fn further_output(&self, listener: usize) -> Option<PipeRef<'_>> {
        self.further.get(listener.checked_sub(1)?)?.as_ref()
    }

    /// Writes as much to its inputs as there is room for, and closes them at the end; empties those of a side that has ended.
    ///
    /// # Errors
    /// When a pipe cannot be used although the other end is open.
    pub fn deliver(&mut self) -> io::Result<()> {
        let has_ended = self.result.is_some();
        self.inputs.iter_mut().try_for_each(|input| input.deliver(has_ended))
    }

    /// Returns what it waits for. A side with something to read does not wait for it; which of several inputs it reads is not known.
    pub fn waiting(&self) -> Waiting {
        match self.run.waiting() {
            Waiting::Input if self.inputs.iter().all(Input::has_unread) => Waiting::Nothing,
            waiting => waiting,
        }
    }

    /// Returns whether there is something that it has not read yet.
    pub fn has_unread(&self) -> bool {
        self.inputs.iter().any(Input::has_unread)
    }

    /// Returns whether it has closed what it writes to this side, as it does at its end. Of a side that writes to the other directly, only the
    /// end is known.
    ///
    /// # Errors
    /// When the sandbox has ended.
    pub fn is_silent_for(&self, listener: usize) -> Result<bool> {
        let is_relayed = self.inputs.iter().all(|input| matches!(input.from, From::Relayed(..)));
        if listener > 0 {
            return Ok(self.further_output(listener).is_none());
        }
        Ok(self.result.is_some() || is_relayed && self.run.sources()?.output.is_none())
    }
}

impl Input {
    /// An input that the judge passes on.
    fn relayed(pipe: Pipe) -> io::Result<Self> {
        set_nonblocking(&pipe)?;
        Ok(Self { from: From::Relayed(Some(pipe), VecDeque::new()), is_complete: false })
    }

    /// Returns whether it takes more. What is written to a closed pipe is dropped.
    pub fn has_room(&self) -> bool {
        match &self.from {
            From::Relayed(Some(_), unread) => unread.len() < MOST_UNREAD,
            _ => true,
        }
    }

    /// Appends to it.
    pub fn send(&mut self, bytes: &[u8]) {
        if let From::Relayed(Some(_), unread) = &mut self.from
            && !self.is_complete
        {
            unread.extend(bytes);
        }
    }

    /// Ends it after what is yet to be read.
    pub fn complete(&mut self) {
        self.is_complete = true;
    }

    /// Returns whether its end was told.
    pub fn was_told_the_end(&self) -> bool {
        self.is_complete
    }

    /// Returns its pipe, where something waits for room in it.
    pub fn blocked(&self) -> Option<PipeRef<'_>> {
        match &self.from {
            From::Relayed(Some(pipe), unread) if !unread.is_empty() => Some(borrow(pipe)),
            _ => None,
        }
    }

    /// Returns its pipe, where its reader has ended and the other side may go on to write.
    pub fn abandoned(&self) -> Option<PipeRef<'_>> {
        if let From::Linked(link) = &self.from { link.rest() } else { None }
    }

    fn has_unread(&self) -> bool {
        match &self.from {
            From::Relayed(pipe, unread) => !unread.is_empty() || pipe.as_ref().is_none_or(has_unread),
            From::Linked(link) => link.has_unread(),
        }
    }

    fn deliver(&mut self, has_ended: bool) -> io::Result<()> {
        match &mut self.from {
            From::Linked(link) => {
                if self.is_complete {
                    link.close();
                }
                if has_ended { link.empty() } else { Ok(()) }
            }
            From::Relayed(pipe, unread) => {
                deliver(pipe, unread)?;
                if self.is_complete && unread.is_empty() {
                    *pipe = None;
                }
                Ok(())
            }
        }
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
    pub(super) by: Voice,
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
