//! The bytes of an input: a mapped file, or a stream that is read into a buffer.

use super::arch::{FileMap, RELEASE, was_stdin_closed, was_stdout_closed};
use super::error::Failure;
use super::kept_text::KeptText;
use super::sizes::{WINDOW, size};
use super::stream::{Buffered, ByteStream};
use super::system::{self, Handle};
use super::text::{Excerpt, Location};
use super::watched::{Watched, changed as changed_file};
use std::fs::{File, Metadata};
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// Bytes of a file from which it is mapped.
const MAP_FROM: u64 = size(256 << 10, 1) as u64;

/// An opened input: a file, a mapping or a stream.
pub struct Input {
    pub(super) name: String,
    pub(super) bytes: Bytes,
    /// The file, if it is a regular one.
    watched: Option<Arc<Watched>>,
}

pub(super) enum Bytes {
    Mapped(Arc<FileMap>),
    Stream(Box<dyn ByteStream>),
}

/// Adapts a reader to a [`ByteStream`] that is no file.
struct OtherReader<R>(R);

impl<R: Read> Read for OtherReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

impl<R: Read + Send> ByteStream for OtherReader<R> {}

/// A regular file that is not mapped. It ends where it ended when it was opened, as a mapping does.
struct Unmapped {
    file: Arc<Watched>,
    /// The offset of the next bytes in the file.
    at: u64,
    /// The number of bytes not yet read.
    left: u64,
}

impl Read for Unmapped {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = usize::try_from(self.left).map_or(buffer.len(), |left| left.min(buffer.len()));
        let got = system::read_next(self.file.file(), &mut buffer[..most], self.at)?;
        self.at += got as u64;
        self.left -= got as u64;
        Ok(got)
    }
}

impl ByteStream for Unmapped {
    fn handle(&self) -> Option<Handle<'_>> {
        Some(system::handle(self.file.file()))
    }
}

impl Input {
    /// Opens the file at `path`; with `map`, a large regular file is mapped into memory.
    ///
    /// # Errors
    /// When the file cannot be opened, or is a folder.
    pub fn open(path: &Path, map: bool) -> io::Result<Self> {
        Self::from_file(path.display().to_string(), File::open(path)?, map)
    }

    /// Standard input, from its present offset on.
    ///
    /// # Errors
    /// When it is closed, or a folder.
    pub fn stdin(map: bool) -> io::Result<Self> {
        if was_stdin_closed() {
            return Err(io::Error::other("it is closed"));
        }
        Self::from_file(STDIN.to_owned(), system::stdin()?, map)
    }

    /// Creates an input from the bytes of a reader, with a name for error messages.
    pub fn reader(name: impl Into<String>, reader: impl Read + Send + 'static) -> Self {
        Self { name: name.into(), bytes: Bytes::Stream(Box::new(OtherReader(reader))), watched: None }
    }

    /// Returns the same input under another name.
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    pub(super) fn from_file(name: String, mut file: File, map: bool) -> io::Result<Self> {
        let metadata = system::metadata(&file)?;
        if metadata.as_ref().is_some_and(Metadata::is_dir) {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        // Files of procfs and the like claim to be empty.
        let Some(metadata) = metadata.filter(|metadata| metadata.is_file() && metadata.len() > 0) else {
            return Ok(Self { name, bytes: Bytes::Stream(Box::new(file)), watched: None });
        };
        let start = file.stream_position()?.min(metadata.len());
        let watched = Arc::new(Watched::new(file, &metadata, start));
        let mapped = if map && metadata.len() >= MAP_FROM { FileMap::new(&watched) } else { None };
        let bytes = match mapped {
            Some(map) => {
                // Processes that share the file find it read, as after any other reader.
                watched.file().seek(SeekFrom::Start(metadata.len()))?;
                Bytes::Mapped(Arc::new(map))
            }
            None => Bytes::Stream(Box::new(Unmapped {
                file: Arc::clone(&watched),
                at: start,
                left: watched.len(),
            })),
        };
        Ok(Self { name, bytes, watched: Some(watched) })
    }

    /// Returns the file, if it is a regular one, to be checked for changes.
    pub const fn watched(&self) -> Option<&Arc<Watched>> {
        self.watched.as_ref()
    }

    /// Returns a check of whether a failure comes from a change of the file.
    pub fn error_source(&self) -> ErrorSource {
        let map = if let Bytes::Mapped(map) = &self.bytes { Some(Arc::clone(map)) } else { None };
        ErrorSource { name: self.name.clone(), watched: self.watched.clone(), map }
    }
}

/// Replaces failures that a change of the input file has caused.
pub struct ErrorSource {
    name: String,
    watched: Option<Arc<Watched>>,
    map: Option<Arc<FileMap>>,
}

impl ErrorSource {
    /// Returns the error of a changed file if the input has changed, the failure itself otherwise.
    pub fn explain(&self, failure: Failure) -> Failure {
        self.check().err().unwrap_or(failure)
    }

    /// Fails if the input has changed.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        let changed = self.watched.as_ref().and_then(|file| file.check().err());
        let lost = || self.map.as_ref().filter(|map| map.has_lost_pages()).map(|_| changed_file());
        changed.or_else(lost).map_or(Ok(()), |error| Err(Failure::Read(self.name.clone(), error)))
    }
}

/// Fails if there is no standard output.
///
/// # Errors
/// When it was closed when the process began.
pub fn check_stdout() -> io::Result<()> {
    if was_stdout_closed() { Err(io::Error::other("it is closed")) } else { Ok(()) }
}

/// The name of standard input in messages.
pub const STDIN: &str = "<stdin>";

/// The bytes of an input, in a window that moves forward and grows on demand.
pub(crate) struct ByteSource {
    pub(crate) name: String,
    watched: Option<Arc<Watched>>,
    bytes: WindowedBytes,
}

enum WindowedBytes {
    Mapped {
        map: Arc<FileMap>,
        origin: usize,
        at: usize,
        end: usize,
        /// The pages that this reader has fetched and not yet released; `None` if another reader manages them.
        held: Option<Range<usize>>,
    },
    Stream(Buffered),
}

impl ByteSource {
    pub(crate) fn new(input: Input) -> Result<Self, Failure> {
        let Input { name, bytes, watched } = input;
        let kind = match bytes {
            Bytes::Mapped(map) => {
                let end = map.len().min(WINDOW);
                WindowedBytes::Mapped { map, origin: 0, at: 0, end, held: Some(0..0) }
            }
            Bytes::Stream(stream) => match Buffered::new(stream) {
                Ok(stream) => WindowedBytes::Stream(stream),
                Err(error) => return Err(Failure::Read(name, error)),
            },
        };
        Ok(Self { name, watched, bytes: kind })
    }

    /// Returns the mapping, if there is one, and the offset of the window in it.
    pub(crate) fn mapped(&self) -> Option<(&Arc<FileMap>, usize)> {
        match &self.bytes {
            WindowedBytes::Mapped { map, at, .. } => Some((map, *at)),
            WindowedBytes::Stream(_) => None,
        }
    }

    /// Returns another window of the same mapping; it releases and fetches pages only if it `owns` them.
    pub(crate) fn share(&self, owns: bool) -> Option<Self> {
        match &self.bytes {
            WindowedBytes::Mapped { map, origin, at, end, .. } => {
                let (map, held) = (Arc::clone(map), owns.then_some(*at..*at));
                let kind = WindowedBytes::Mapped { map, origin: *origin, at: *at, end: *end, held };
                Some(Self { name: self.name.clone(), watched: self.watched.clone(), bytes: kind })
            }
            WindowedBytes::Stream(_) => None,
        }
    }

    /// Moves the window of a mapping.
    pub(crate) fn seek(&mut self, to: usize) {
        if let WindowedBytes::Mapped { map, at, end, held, .. } = &mut self.bytes {
            if let Some(held) = held {
                map.release(held.start..*at);
                *held = to..to;
            }
            *at = to.min(map.len());
            *end = (*at + WINDOW).min(map.len());
        }
    }

    /// Keeps all text from now on.
    pub(crate) fn keep(&mut self) {
        if let WindowedBytes::Stream(stream) = &mut self.bytes
            && self.watched.is_none()
        {
            stream.keep();
        }
    }

    /// Returns the text since [`ByteSource::keep`].
    pub(crate) fn kept_text(&self) -> Option<KeptText<'_>> {
        match (&self.watched, &self.bytes) {
            (Some(file), _) => Some(KeptText::File(file)),
            (None, WindowedBytes::Stream(stream)) => stream.kept_text(),
            (None, WindowedBytes::Mapped { .. }) => None,
        }
    }

    /// Returns the offset of the window in the input.
    pub(crate) fn offset(&self) -> usize {
        match &self.bytes {
            WindowedBytes::Mapped { at, .. } => *at,
            WindowedBytes::Stream(stream) => stream.start + stream.at,
        }
    }

    /// Returns the window: bytes not yet used; and whether the input ends with it.
    pub(crate) fn window(&self) -> (&[u8], bool) {
        match &self.bytes {
            WindowedBytes::Mapped { map, at, end, .. } => (&map[*at..*end], *end == map.len()),
            WindowedBytes::Stream(stream) => (&stream.text()[stream.at..], stream.ended),
        }
    }

    /// Returns the window behind some bytes that precede it, its offset in them, and whether the input ends with it.
    pub(crate) fn text(&self) -> (&[u8], usize, bool) {
        match &self.bytes {
            WindowedBytes::Mapped { map, origin, at, end, .. } => {
                (&map[*origin..*end], at - origin, *end == map.len())
            }
            WindowedBytes::Stream(stream) => (stream.text(), stream.at, stream.ended),
        }
    }

    /// Uses up `bytes` of the window.
    pub(crate) fn advance(&mut self, bytes: usize) {
        match &mut self.bytes {
            WindowedBytes::Mapped { map, at, end, held, .. } => {
                *at += bytes;
                if let Some(held) = held {
                    map.release_behind(&mut held.start, *at, RELEASE);
                    map.fetch_ahead(&mut held.end, *at);
                }
                // The window keeps its size, so that one batch does not run to the end of a large file.
                *end = (*at + WINDOW).clamp(*end, map.len());
            }
            WindowedBytes::Stream(stream) => stream.at += bytes,
        }
    }

    /// Enlarges the window, or finds the end of the input. Calls `before_wait` if a read would block.
    pub(crate) fn grow(&mut self, before_wait: impl FnOnce()) -> io::Result<()> {
        match &mut self.bytes {
            WindowedBytes::Mapped { map, at, end, .. } => {
                let size = (*end - *at).max(WINDOW / 2) * 2;
                *end = (*at + size).min(map.len());
                Ok(())
            }
            WindowedBytes::Stream(stream) => stream.grow(before_wait),
        }
    }

    /// Skips a byte-order mark, which takes up no column.
    pub(crate) fn skip_mark(&mut self, bytes: usize) {
        match &mut self.bytes {
            WindowedBytes::Mapped { origin, at, .. } => {
                *origin = bytes;
                *at = bytes;
            }
            WindowedBytes::Stream(stream) => stream.skip_mark(bytes),
        }
    }

    /// Returns the location of byte `at` of the window, and an excerpt of its line with `len` bytes marked.
    pub(crate) fn locate(&self, at: usize, len: usize) -> (Location, Excerpt) {
        match &self.bytes {
            WindowedBytes::Mapped { map, origin, at: start, .. } => locate_in(map, *origin, start + at, len),
            WindowedBytes::Stream(stream) => {
                let at = stream.at + at;
                let excerpt = Excerpt::around(stream.text(), at, len, stream.from_start);
                (stream.base.after(&stream.text()[..at]), excerpt)
            }
        }
    }

    /// Like [`ByteSource::locate`], for an offset in the input before the window; `None` for a stream.
    pub(crate) fn locate_before(&self, at: usize, len: usize) -> Option<(Location, Excerpt)> {
        match &self.bytes {
            WindowedBytes::Mapped { map, origin, .. } => Some(locate_in(map, *origin, at, len)),
            WindowedBytes::Stream(_) => None,
        }
    }
}

/// Bytes of a line before and behind a place that an excerpt is made from.
const SHOWN: usize = 64 << 10;

/// Returns the location of byte `at` of a mapping whose text begins at `origin`, and an excerpt of its line.
fn locate_in(map: &FileMap, origin: usize, at: usize, len: usize) -> (Location, Excerpt) {
    let mut location = Location::START;
    let mut counted = origin;
    while counted < at {
        let to = at.min(counted + RELEASE);
        location = location.after(&map[counted..to]);
        map.release(counted..to);
        counted = to;
    }
    let from = origin.max(at.saturating_sub(SHOWN));
    let to = map.len().min(at + len.max(SHOWN));
    (location, Excerpt::around(&map[from..to], at - from, len, from == origin))
}
