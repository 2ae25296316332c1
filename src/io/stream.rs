//! A stream of bytes, read into blocks.

use super::kept_text::{KeptBlock, KeptText};
use super::text::Location;
use memmap2::MmapMut;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::fs::File;
use std::io::{self, Read};
use std::mem;
use std::os::fd::{AsFd, BorrowedFd};

/// Bytes of the first block: most inputs are small.
const FIRST: usize = 64 << 10;
/// Bytes of the blocks that follow: one that is kept, and one that is used again and stays in the second-level cache.
const KEPT: usize = 1 << 20;
const REUSED: usize = 512 << 10;
/// Bytes asked for at a time, at most.
const READ: usize = 256 << 10;
/// Bytes that a pipe should hold.
const PIPE: usize = 1 << 20;
/// Bytes before the window that stay, to show where an error stands and what a kernel looks back on.
const HISTORY: usize = 80;

/// A stream of bytes that may have a file behind it to ask whether a read would wait.
pub(crate) trait Stream: Read + Send {
    fn fd(&self) -> Option<BorrowedFd<'_>> {
        None
    }
}

impl Stream for File {
    fn fd(&self) -> Option<BorrowedFd<'_>> {
        Some(self.as_fd())
    }
}

/// The newest block of a stream: history, then the window `at..end`, then room.
pub(crate) struct Buffered {
    stream: Box<dyn Stream>,
    /// Memory of the system's, which is not taken before it is written to.
    block: MmapMut,
    pub(crate) at: usize,
    pub(crate) end: usize,
    /// Where the block stands in the input.
    pub(crate) start: usize,
    pub(crate) base: Location,
    /// Whether the block begins with the input's first byte.
    pub(crate) from_start: bool,
    pub(crate) ended: bool,
    /// The blocks before this one, if they are to be read again. They overlap by what was left of the window and its
    /// history, so that a token lies in one of them whole, but for leading zeros.
    kept: Option<Vec<KeptBlock>>,
}

impl Buffered {
    pub(crate) fn new(stream: Box<dyn Stream>) -> io::Result<Self> {
        Ok(Self {
            stream,
            block: MmapMut::map_anon(FIRST)?,
            at: 0,
            end: 0,
            start: 0,
            base: Location::START,
            from_start: true,
            ended: false,
            kept: None,
        })
    }

    /// Keeps all blocks from now on.
    pub(crate) fn keep(&mut self) {
        self.kept = Some(Vec::new());
    }

    /// The text since [`Buffered::keep`].
    pub(crate) fn kept_text(&self) -> KeptText<'_> {
        KeptText::Blocks {
            full: self.kept.as_deref().unwrap_or_default(),
            last: self.text(),
            start: self.start,
        }
    }

    /// The block as far as it has been read.
    pub(crate) fn text(&self) -> &[u8] {
        &self.block[..self.end]
    }

    /// Passes over a mark at the very beginning, which takes up no column.
    pub(crate) fn skip_mark(&mut self, bytes: usize) {
        self.block.copy_within(bytes..self.end, 0);
        self.start += bytes;
        self.end -= bytes;
    }

    /// Reads on, or learns that the input ends. Calls `before_wait` if the bytes are not there yet.
    pub(crate) fn grow(&mut self, before_wait: impl FnOnce()) -> io::Result<()> {
        if self.block.len() - self.end < self.block.len() / 4 {
            self.make_room()?;
        }
        if let Some(fd) = self.stream.fd()
            && !is_ready(fd, PollFlags::IN, Some(&Timespec::default()))?
        {
            before_wait();
        }
        let room = self.block.len().min(self.end + READ);
        let got = loop {
            match self.stream.read(&mut self.block[self.end..room]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // Whoever shares the file with us may have made it one that does not wait.
                Err(error) if error.kind() == io::ErrorKind::WouldBlock && self.stream.fd().is_some() => {
                    self.stream.fd().map_or(Ok(false), |fd| is_ready(fd, PollFlags::IN, None))?;
                }
                result => break result?,
            }
        };
        self.end += got;
        self.ended = got == 0;
        Ok(())
    }

    /// Goes on in a new block, or in this one where it is not kept, with the window and some history.
    fn make_room(&mut self) -> io::Result<()> {
        let from = self.at.saturating_sub(HISTORY);
        let rest = from..self.end;
        self.base = self.base.after(&self.block[..from]);
        self.from_start &= from == 0;
        self.start += from;
        self.at -= from;
        self.end = rest.len();
        let is_first = self.block.len() == FIRST;
        if self.kept.is_none() && !is_first && rest.len() <= self.block.len() / 2 {
            self.block.copy_within(rest, 0);
            return Ok(());
        }
        if is_first && let Some(fd) = self.stream.fd() {
            // A larger pipe means fewer waits; whatever is no pipe refuses.
            let _ = rustix::pipe::fcntl_setpipe_size(fd, PIPE);
        }
        let size = if self.kept.is_some() { KEPT } else { REUSED };
        let mut next = MmapMut::map_anon(size.max(2 * rest.len()))?;
        next[..rest.len()].copy_from_slice(&self.block[rest.clone()]);
        let full = mem::replace(&mut self.block, next);
        if let Some(kept) = &mut self.kept {
            kept.push(KeptBlock { start: self.start - rest.start, bytes: full, len: rest.end });
        }
        Ok(())
    }
}

/// Waits until a file can be read or written, if `time` allows. Whether it can.
pub(crate) fn is_ready(fd: BorrowedFd<'_>, how: PollFlags, time: Option<&Timespec>) -> io::Result<bool> {
    let mut asked = [PollFd::from_borrowed_fd(fd, how)];
    match poll(&mut asked, time) {
        Ok(ready) => Ok(ready > 0),
        Err(rustix::io::Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}
