//! Where bytes come from: a mapped file, or a stream read into a buffer.

use super::arch::{FileMap, RELEASE, was_stdin_closed, was_stdout_closed};
use super::error::Failure;
use super::kept_text::KeptText;
use super::stream::{Buffered, Stream};
use super::text::{Excerpt, Location};
use super::watched::{Watched, changed as changed_file};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::os::fd::{AsFd, BorrowedFd};
use std::path::Path;
use std::sync::Arc;

/// Files below this are read, not mapped.
const MAP_FROM: u64 = 256 << 10;
/// Bytes of a mapping looked at before the window grows.
const WINDOW: usize = 256 << 10;

/// An input, opened.
pub struct Input {
    name: String,
    bytes: Bytes,
    /// Its file, where that is a regular one.
    watched: Option<Arc<Watched>>,
}

enum Bytes {
    Mapped(Arc<FileMap>),
    Stream(Box<dyn Stream>),
}

/// Whatever a caller brings.
struct Reader<R>(R);

impl<R: Read> Read for Reader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

impl<R: Read + Send> Stream for Reader<R> {}

/// A regular file that is not mapped.
struct Unmapped(Arc<Watched>);

impl Read for Unmapped {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.file().read(buffer)
    }
}

impl Stream for Unmapped {
    fn fd(&self) -> Option<BorrowedFd<'_>> {
        Some(self.0.file().as_fd())
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
        Self { name: name.into(), bytes: Bytes::Stream(Box::new(Reader(reader))), watched: None }
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
        // What the system makes up as it is read says that it is empty.
        if !metadata.is_file() || metadata.len() == 0 {
            return Ok(Self { name, bytes: Bytes::Stream(Box::new(file)), watched: None });
        }
        let start = file.stream_position()?.min(metadata.len());
        let watched = Arc::new(Watched::new(file, &metadata, start));
        let mapped = if map && metadata.len() >= MAP_FROM { FileMap::new(&watched) } else { None };
        let bytes = match mapped {
            Some(map) => {
                // Whoever shares the file finds it read, as after any other reader.
                watched.file().seek(SeekFrom::End(0))?;
                Bytes::Mapped(Arc::new(map))
            }
            None => Bytes::Stream(Box::new(Unmapped(Arc::clone(&watched)))),
        };
        Ok(Self { name, bytes, watched: Some(watched) })
    }

    /// The file that has to stay as it is.
    pub(crate) const fn watched(&self) -> Option<&Arc<Watched>> {
        self.watched.as_ref()
    }

    /// Who is to blame for failures.
    pub(crate) fn blame(&self) -> Blame {
        let map = if let Bytes::Mapped(map) = &self.bytes { Some(Arc::clone(map)) } else { None };
        Blame { name: self.name.clone(), watched: self.watched.clone(), map }
    }
}

/// Tells failures of a file that has changed from all others.
pub(crate) struct Blame {
    name: String,
    watched: Option<Arc<Watched>>,
    map: Option<Arc<FileMap>>,
}

impl Blame {
    /// What a failure comes from.
    pub(crate) fn of(&self, failure: Failure) -> Failure {
        let changed = self.watched.as_ref().and_then(|file| file.check().err());
        let lost = || self.map.as_ref().filter(|map| map.has_lost_pages()).map(|_| changed_file());
        changed.or_else(lost).map_or(failure, |error| Failure::Read(self.name.clone(), error))
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
pub(crate) struct Source {
    pub(crate) name: String,
    watched: Option<Arc<Watched>>,
    kind: Kind,
}

enum Kind {
    Mapped {
        map: Arc<FileMap>,
        origin: usize,
        at: usize,
        end: usize,
        /// The memory that this reader gives back and asks for as the window moves on; nothing where another one does.
        held: Option<Range<usize>>,
    },
    Stream(Buffered),
}

impl Source {
    pub(crate) fn new(input: Input) -> Result<Self, Failure> {
        let Input { name, bytes, watched } = input;
        let kind = match bytes {
            Bytes::Mapped(map) => {
                let end = map.len().min(WINDOW);
                Kind::Mapped { map, origin: 0, at: 0, end, held: Some(0..0) }
            }
            Bytes::Stream(stream) => match Buffered::new(stream) {
                Ok(stream) => Kind::Stream(stream),
                Err(error) => return Err(Failure::Read(name, error)),
            },
        };
        Ok(Self { name, watched, kind })
    }

    /// The mapping, if there is one, and where in it the window begins.
    pub(crate) fn mapped(&self) -> Option<(&Arc<FileMap>, usize)> {
        match &self.kind {
            Kind::Mapped { map, at, .. } => Some((map, *at)),
            Kind::Stream(_) => None,
        }
    }

    /// Another view of the same mapping, which gives memory back by itself only if it `owns` what it reads.
    pub(crate) fn share(&self, owns: bool) -> Option<Self> {
        match &self.kind {
            Kind::Mapped { map, origin, at, end, .. } => {
                let (map, held) = (Arc::clone(map), owns.then_some(*at..*at));
                let kind = Kind::Mapped { map, origin: *origin, at: *at, end: *end, held };
                Some(Self { name: self.name.clone(), watched: self.watched.clone(), kind })
            }
            Kind::Stream(_) => None,
        }
    }

    /// Moves the window of a mapping.
    pub(crate) fn seek(&mut self, to: usize) {
        if let Kind::Mapped { map, at, end, held, .. } = &mut self.kind {
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
        if let Kind::Stream(stream) = &mut self.kind
            && self.watched.is_none()
        {
            stream.keep();
        }
    }

    /// The text since [`Source::keep`].
    pub(crate) fn kept_text(&self) -> Option<KeptText<'_>> {
        match (&self.watched, &self.kind) {
            (Some(file), _) => Some(KeptText::File(file)),
            (None, Kind::Stream(stream)) => Some(stream.kept_text()),
            (None, Kind::Mapped { .. }) => None,
        }
    }

    /// Where in the input the window begins.
    pub(crate) fn offset(&self) -> usize {
        match &self.kind {
            Kind::Mapped { at, .. } => *at,
            Kind::Stream(stream) => stream.start + stream.at,
        }
    }

    /// The bytes not yet used, as far as they are known, and whether the input ends behind them.
    pub(crate) fn window(&self) -> (&[u8], bool) {
        match &self.kind {
            Kind::Mapped { map, at, end, .. } => (&map[*at..*end], *end == map.len()),
            Kind::Stream(stream) => (&stream.text()[stream.at..], stream.ended),
        }
    }

    /// The window, as [`Source::window`] gives it, behind bytes that came before it, and where it begins.
    pub(crate) fn text(&self) -> (&[u8], usize, bool) {
        match &self.kind {
            Kind::Mapped { map, origin, at, end, .. } => {
                (&map[*origin..*end], at - origin, *end == map.len())
            }
            Kind::Stream(stream) => (stream.text(), stream.at, stream.ended),
        }
    }

    /// Uses up `bytes` of the window.
    pub(crate) fn advance(&mut self, bytes: usize) {
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
    pub(crate) fn grow(&mut self, before_wait: impl FnOnce()) -> io::Result<()> {
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
    pub(crate) fn skip_mark(&mut self, bytes: usize) {
        match &mut self.kind {
            Kind::Mapped { origin, at, .. } => {
                *origin = bytes;
                *at = bytes;
            }
            Kind::Stream(stream) => stream.skip_mark(bytes),
        }
    }

    /// Where the byte `at` of the window stands, and the line around it with `len` bytes marked.
    pub(crate) fn locate(&self, at: usize, len: usize) -> (Location, Excerpt) {
        match &self.kind {
            Kind::Mapped { map, origin, at: start, .. } => locate_in(map, *origin, start + at, len),
            Kind::Stream(stream) => {
                let at = stream.at + at;
                let excerpt = Excerpt::around(stream.text(), at, len, stream.from_start);
                (stream.base.after(&stream.text()[..at]), excerpt)
            }
        }
    }

    /// The same for a byte of the input that is before the window; of a stream, nothing is left there.
    pub(crate) fn locate_before(&self, at: usize, len: usize) -> Option<(Location, Excerpt)> {
        match &self.kind {
            Kind::Mapped { map, origin, .. } => Some(locate_in(map, *origin, at, len)),
            Kind::Stream(_) => None,
        }
    }
}

/// Bytes of a line that are looked at before and behind a place to show it.
const SHOWN: usize = 64 << 10;

/// Where the byte `at` of a mapping stands, which begins at `origin`, and the line around it.
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
