//! Where bytes come from: a mapped file, or a stream read into a buffer.

use super::arch::{Map, RELEASE, was_stdin_closed, was_stdout_closed};
use super::text::{Excerpt, Location};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::os::fd::{AsFd, BorrowedFd};
use std::path::Path;
use std::sync::Arc;

/// Files below this are read, not mapped.
const MAP_FROM: u64 = 256 << 10;
/// Bytes asked for at a time, for a stream: few at first, since most inputs are small, then more and more.
const READ: Range<usize> = 4 << 10..256 << 10;
/// Bytes that a pipe should hold.
const PIPE: usize = 1 << 20;
/// Bytes of a mapping looked at before the window grows.
const WINDOW: usize = 256 << 10;
/// Bytes before the window that a stream keeps, to show where an error stands.
const HISTORY: usize = 80;

/// An input, opened.
pub struct Input {
    name: String,
    bytes: Bytes,
}

enum Bytes {
    Mapped(Arc<Map>),
    Stream(Box<dyn Stream>),
}

/// A stream of bytes that may have a file behind it to ask whether a read would wait.
pub(super) trait Stream: Read + Send {
    fn fd(&self) -> Option<BorrowedFd<'_>> {
        None
    }
}

impl Stream for File {
    fn fd(&self) -> Option<BorrowedFd<'_>> {
        Some(self.as_fd())
    }
}

struct Reader<R>(R);

impl<R: Read> Read for Reader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

impl<R: Read + Send> Stream for Reader<R> {}

impl Input {
    /// Opens the file at `path`; with `map`, a large regular file is mapped into memory.
    ///
    /// # Errors
    /// When the file cannot be opened, or is a folder.
    pub fn open(path: &Path, map: bool) -> io::Result<Self> {
        Self::from_file(path.display().to_string(), File::open(path)?, map)
    }

    /// Standard input, from where it stands.
    ///
    /// # Errors
    /// When it is closed, or a folder.
    pub fn stdin(map: bool) -> io::Result<Self> {
        if was_stdin_closed() {
            return Err(io::Error::other("it is closed"));
        }
        // Not by std's handle, which brings a buffer.
        let file = File::from(rustix::stdio::stdin().try_clone_to_owned()?);
        Self::from_file(STDIN.to_owned(), file, map)
    }

    /// Whatever `reader` gives, under a name for error messages.
    pub fn reader(name: impl Into<String>, reader: impl Read + Send + 'static) -> Self {
        Self { name: name.into(), bytes: Bytes::Stream(Box::new(Reader(reader))) }
    }

    /// The same input under another name.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    fn from_file(name: String, mut file: File, map: bool) -> io::Result<Self> {
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let bytes = if map && metadata.is_file() && metadata.len() >= MAP_FROM {
            let from = file.stream_position()?.min(metadata.len());
            match Map::new(file, from) {
                Ok(map) => {
                    // Whoever shares the file finds it read, as after any other reader.
                    map.file().seek(SeekFrom::End(0))?;
                    Bytes::Mapped(Arc::new(map))
                }
                Err(file) => Bytes::Stream(Box::new(file)),
            }
        } else {
            Bytes::Stream(Box::new(file))
        };
        Ok(Self { name, bytes })
    }
}

/// Makes sure that there is a standard output.
///
/// # Errors
/// When it was closed when the process began.
pub fn check_stdout() -> io::Result<()> {
    if was_stdout_closed() { Err(io::Error::other("it is closed")) } else { Ok(()) }
}

/// What standard input is called.
pub const STDIN: &str = "<stdin>";

/// The bytes of an input, seen through a window that moves forward and grows on demand.
pub(super) struct Source {
    pub(super) name: String,
    kind: Kind,
}

enum Kind {
    /// `held` is the memory that is given back and asked for as the window moves on, if it is.
    Mapped {
        map: Arc<Map>,
        origin: usize,
        at: usize,
        end: usize,
        held: Option<Range<usize>>,
    },
    Stream(Buffered),
}

/// A stream's buffer: history, then the window `at..end`, then room.
struct Buffered {
    stream: Box<dyn Stream>,
    buffer: Vec<u8>,
    at: usize,
    end: usize,
    /// Where `buffer[0]` stands in the input.
    base: Location,
    /// Whether `buffer[0]` is the input's first byte.
    from_start: bool,
    ended: bool,
    keep: bool,
    /// Bytes to ask for next.
    ask: usize,
}

impl Source {
    pub(super) fn new(input: Input) -> Self {
        let kind = match input.bytes {
            Bytes::Mapped(map) => {
                let end = map.len().min(WINDOW);
                Kind::Mapped { map, origin: 0, at: 0, end, held: Some(0..0) }
            }
            Bytes::Stream(stream) => Kind::Stream(Buffered {
                stream,
                buffer: Vec::new(),
                at: 0,
                end: 0,
                base: Location::START,
                from_start: true,
                ended: false,
                keep: false,
                ask: READ.start,
            }),
        };
        Self { name: input.name, kind }
    }

    /// The mapping, if there is one, and where in it the window begins.
    pub(super) fn mapped(&self) -> Option<(&Arc<Map>, usize)> {
        match &self.kind {
            Kind::Mapped { map, at, .. } => Some((map, *at)),
            Kind::Stream(_) => None,
        }
    }

    /// Another view of the same mapping, which leaves it to others to give memory back.
    pub(super) fn share(&self) -> Option<Self> {
        match &self.kind {
            Kind::Mapped { map, origin, at, end, .. } => {
                let map = Arc::clone(map);
                let kind = Kind::Mapped { map, origin: *origin, at: *at, end: *end, held: None };
                Some(Self { name: self.name.clone(), kind })
            }
            Kind::Stream(_) => None,
        }
    }

    /// Moves the window of a mapping.
    pub(super) fn seek(&mut self, to: usize) {
        if let Kind::Mapped { map, at, end, held, .. } = &mut self.kind {
            if let Some(held) = held {
                map.release(held.start..*at);
                *held = to..to;
            }
            *at = to.min(map.len());
            *end = (*at + WINDOW).min(map.len());
        }
    }

    /// From now on no byte is given up: [`Source::kept`] shows all of them.
    pub(super) fn keep(&mut self) {
        if let Kind::Stream(stream) = &mut self.kind {
            stream.keep = true;
        }
    }

    /// All bytes kept so far, and where among them the window begins.
    pub(super) fn kept(&self) -> (&[u8], usize) {
        match &self.kind {
            Kind::Mapped { map, at, end, .. } => (&map[..*end], *at),
            Kind::Stream(stream) => (&stream.buffer[..stream.end], stream.at),
        }
    }

    /// The bytes not yet used, as far as they are known, and whether the input ends behind them.
    pub(super) fn window(&self) -> (&[u8], bool) {
        match &self.kind {
            Kind::Mapped { map, at, end, .. } => (&map[*at..*end], *end == map.len()),
            Kind::Stream(stream) => (&stream.buffer[stream.at..stream.end], stream.ended),
        }
    }

    /// The window, as [`Source::window`] gives it, behind bytes that came before it, and where it begins.
    pub(super) fn text(&self) -> (&[u8], usize, bool) {
        match &self.kind {
            Kind::Mapped { map, origin, at, end, .. } => {
                (&map[*origin..*end], at - origin, *end == map.len())
            }
            Kind::Stream(stream) => (&stream.buffer[..stream.end], stream.at, stream.ended),
        }
    }

    /// Uses up `bytes` of the window.
    pub(super) fn advance(&mut self, bytes: usize) {
        match &mut self.kind {
            Kind::Mapped { map, at, end, held, .. } => {
                *at += bytes;
                if let Some(held) = held {
                    map.release_behind(&mut held.start, *at, RELEASE);
                    map.fetch_ahead(&mut held.end, *at);
                }
                // The window keeps its size, so that one batch does not run to the end of a large file.
                *end = (*at + WINDOW).clamp(*end, map.len());
            }
            Kind::Stream(stream) => stream.at += bytes,
        }
    }

    /// Makes the window larger, or learns that the input ends. Calls `before_wait` if the bytes are not there yet.
    pub(super) fn grow(&mut self, before_wait: impl FnOnce()) -> io::Result<()> {
        match &mut self.kind {
            Kind::Mapped { map, at, end, .. } => {
                let size = (*end - *at).max(WINDOW / 2) * 2;
                *end = (*at + size).min(map.len());
                Ok(())
            }
            Kind::Stream(stream) => stream.grow(before_wait),
        }
    }

    /// Passes over a mark at the very beginning, which takes up no column.
    pub(super) fn skip_mark(&mut self, bytes: usize) {
        match &mut self.kind {
            Kind::Mapped { origin, at, .. } => {
                *origin = bytes;
                *at = bytes;
            }
            Kind::Stream(stream) => {
                stream.buffer.copy_within(bytes..stream.end, 0);
                stream.end -= bytes;
            }
        }
    }

    /// Where the byte `at` of the window stands, and the line around it with `len` bytes marked.
    pub(super) fn locate(&self, at: usize, len: usize) -> (Location, Excerpt) {
        let (text, start, base, whole) = match &self.kind {
            Kind::Mapped { map, origin, at, end, .. } => {
                (&map[*origin..*end], at - origin, Location::START, true)
            }
            Kind::Stream(stream) => (&stream.buffer[..stream.end], stream.at, stream.base, stream.from_start),
        };
        let at = start + at;
        (base.after(&text[..at]), Excerpt::around(text, at, len, whole))
    }
}

impl Buffered {
    fn grow(&mut self, before_wait: impl FnOnce()) -> io::Result<()> {
        if !self.keep {
            self.drop_used();
        }
        let ask = self.ask;
        if self.buffer.len() - self.end < ask / 2 {
            if self.buffer.len() == READ.start
                && let Some(fd) = self.stream.fd()
            {
                // A larger pipe means fewer waits; whatever is no pipe refuses.
                let _ = rustix::pipe::fcntl_setpipe_size(fd, PIPE);
            }
            // Doubling, so that a token or an input of any length is moved a constant number of times a byte.
            self.buffer.resize((self.end * 2).max(self.end + ask), 0);
        }
        if let Some(fd) = self.stream.fd()
            && !is_ready(fd, PollFlags::IN, Some(&Timespec::default()))?
        {
            before_wait();
        }
        let got = loop {
            match self.stream.read(&mut self.buffer[self.end..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // Whoever shares the file with us may have made it one that does not wait.
                Err(error) if error.kind() == io::ErrorKind::WouldBlock && self.stream.fd().is_some() => {
                    self.stream.fd().map_or(Ok(false), |fd| is_ready(fd, PollFlags::IN, None))?;
                }
                result => break result?,
            }
        };
        if got == self.buffer.len() - self.end {
            // There may be much more.
            self.ask = (2 * ask).min(READ.end);
        }
        self.end += got;
        self.ended = got == 0;
        Ok(())
    }

    /// Gives up what was used but for some history, when that makes a worthwhile amount of room.
    fn drop_used(&mut self) {
        let drop = self.at.saturating_sub(HISTORY);
        if drop > 0 && (self.end - drop) <= drop.max(READ.end / 2) {
            self.base = self.base.after(&self.buffer[..drop]);
            self.from_start = false;
            self.buffer.copy_within(drop..self.end, 0);
            self.at -= drop;
            self.end -= drop;
        }
    }
}

/// Waits until a file can be read or written, if `time` allows. Whether it can.
pub(super) fn is_ready(fd: BorrowedFd<'_>, how: PollFlags, time: Option<&Timespec>) -> io::Result<bool> {
    let mut asked = [PollFd::from_borrowed_fd(fd, how)];
    match poll(&mut asked, time) {
        Ok(ready) => Ok(ready > 0),
        Err(rustix::io::Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}
