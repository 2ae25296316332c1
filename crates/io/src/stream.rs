//! A byte stream that is read into blocks.

use super::kept_text::KeptText;
use super::packed_text::{GROUP, PackedText};
use super::sizes::size;
use super::system::{self, Direction, Handle};
use super::text::Location;
use memmap2::MmapMut;
use std::fs::File;
use std::io::{self, Read};

/// Bytes of the first block: most inputs are small.
const FIRST: usize = size(64 << 10, 256);
/// Bytes of the later one, which is reused and stays in the second-level cache.
const REUSED: usize = size(512 << 10, 512);
/// The limit of bytes in one read.
const READ: usize = size(256 << 10, 200);
/// The capacity requested for a pipe.
const PIPE: usize = 1 << 20;
/// Bytes kept before the window: kernels look back on them, and error messages show them.
const HISTORY: usize = 80;

/// A byte stream; for a file, the system can say whether a read would block.
pub(crate) trait ByteStream: Read + Send {
    fn handle(&self) -> Option<Handle<'_>> {
        None
    }
}

impl ByteStream for File {
    fn handle(&self) -> Option<Handle<'_>> {
        Some(system::handle(self))
    }
}

/// A stream that is waited for: another process that shares the file may have made it non-blocking.
pub(crate) struct Waiting<'s>(pub &'s mut Box<dyn ByteStream>);

impl Read for Waiting<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.0.read(room) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock && self.0.handle().is_some() => {
                    self.0.handle().map_or(Ok(()), |file| system::wait_for(file, Direction::Read))?;
                }
                result => return result,
            }
        }
    }
}

/// The newest block of a stream: history, then the window `at..end`, then room.
pub(crate) struct Buffered {
    stream: Box<dyn ByteStream>,
    /// Anonymous memory, whose pages are allocated as they are written to.
    block: MmapMut,
    pub(crate) at: usize,
    pub(crate) end: usize,
    /// The offset of the block in the input.
    pub(crate) start: usize,
    pub(crate) base: Location,
    /// Whether the block begins with the input's first byte.
    pub(crate) from_start: bool,
    pub(crate) ended: bool,
    /// The text before the block, if it is kept: all of it has been decoded, and consists of numbers.
    kept: Option<PackedText>,
}

impl Buffered {
    pub(crate) fn new(stream: Box<dyn ByteStream>) -> io::Result<Self> {
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

    /// Keeps all text from the beginning of the block on.
    pub(crate) fn keep(&mut self) {
        self.kept = Some(PackedText::default());
    }

    /// Returns the text that is kept.
    pub(crate) fn kept_text(&self) -> Option<KeptText<'_>> {
        let packed = self.kept.as_ref()?;
        Some(KeptText::Memory { packed, last: self.text(), start: self.start })
    }

    pub(crate) fn text(&self) -> &[u8] {
        &self.block[..self.end]
    }

    /// Skips a byte-order mark, which takes up no column.
    pub(crate) fn skip_mark(&mut self, bytes: usize) {
        self.block.copy_within(bytes..self.end, 0);
        self.start += bytes;
        self.end -= bytes;
    }

    /// Reads on, or finds the end of the input. Calls `before_wait` if the read would block.
    pub(crate) fn grow(&mut self, before_wait: impl FnOnce()) -> io::Result<()> {
        if self.block.len() - self.end < READ.min(self.block.len() / 4) {
            self.make_room()?;
        }
        if let Some(file) = self.stream.handle()
            && !system::is_readable(file)?
        {
            before_wait();
        }
        let room = self.block.len().min(self.end + READ);
        let got = Waiting(&mut self.stream).read(&mut self.block[self.end..room])?;
        self.end += got;
        self.ended = got == 0;
        Ok(())
    }

    /// Moves the window and some history to the beginning of the block, or to a larger one.
    fn make_room(&mut self) -> io::Result<()> {
        let mut from = self.at.saturating_sub(HISTORY);
        if let Some(kept) = &mut self.kept {
            from -= from % GROUP;
            kept.extend(&self.block[..from])?;
        }
        let rest = from..self.end;
        self.base = self.base.after(&self.block[..from]);
        self.from_start &= from == 0;
        self.start += from;
        self.at -= from;
        self.end = rest.len();
        let is_first = self.block.len() == FIRST;
        if !is_first && rest.len() <= self.block.len() / 2 {
            self.block.copy_within(rest, 0);
            return Ok(());
        }
        if is_first && let Some(file) = self.stream.handle() {
            // A larger pipe means fewer waits; other files refuse.
            system::enlarge_pipe(file, PIPE);
        }
        let mut next = MmapMut::map_anon(REUSED.max(2 * rest.len()))?;
        next[..rest.len()].copy_from_slice(&self.block[rest]);
        self.block = next;
        Ok(())
    }
}
