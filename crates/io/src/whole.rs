//! All bytes of an input at once.

use super::arch::FileMap;
use super::error::Failure;
use super::source::{Bytes, ErrorSource, Input};
use super::stream::Waiting;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::{Deref, Range};
use std::sync::Arc;

/// Bytes of a stream that are held in memory.
const HELD: u64 = 4 << 20;

/// All bytes of an input at once: a mapping, or a copy of a short one.
pub struct Whole {
    bytes: WholeBytes,
    error_source: ErrorSource,
}

enum WholeBytes {
    Mapped(Arc<FileMap>),
    Held(Vec<u8>),
}

impl Input {
    /// Returns all bytes at once. A long stream is copied to the file that `spool` makes.
    ///
    /// # Errors
    /// When the input cannot be read, or the file cannot be made or written.
    pub fn whole(self, spool: impl FnOnce() -> io::Result<File>) -> Result<Whole, Failure> {
        let error_source = self.error_source();
        let name = self.name.clone();
        let failed = |error| Failure::Read(name.clone(), error);
        let mut stream = match self.bytes {
            Bytes::Mapped(map) => return Ok(Whole { bytes: WholeBytes::Mapped(map), error_source }),
            Bytes::Stream(stream) => stream,
        };
        let mut held = Vec::new();
        let mut stream = Waiting(&mut stream);
        stream.by_ref().take(HELD).read_to_end(&mut held).map_err(failed)?;
        if (held.len() as u64) < HELD {
            return Ok(Whole { bytes: WholeBytes::Held(held), error_source });
        }
        let mut copy = spool().map_err(failed)?;
        io::copy(&mut held.as_slice().chain(stream), &mut copy).map_err(failed)?;
        copy.seek(SeekFrom::Start(0)).map_err(failed)?;
        drop(held);
        match Self::from_file(name.clone(), copy, true).map_err(failed)?.bytes {
            Bytes::Mapped(map) => Ok(Whole { bytes: WholeBytes::Mapped(map), error_source }),
            Bytes::Stream(mut stream) => {
                let mut held = Vec::new();
                stream.read_to_end(&mut held).map_err(failed)?;
                Ok(Whole { bytes: WholeBytes::Held(held), error_source })
            }
        }
    }
}

impl Whole {
    /// Releases the memory of a part of a mapping; it can be read again.
    pub fn release(&self, part: Range<usize>) {
        if let WholeBytes::Mapped(map) = &self.bytes {
            map.release(part);
        }
    }

    /// Fails if the file has changed since it was opened.
    ///
    /// # Errors
    /// When the file was truncated or rewritten.
    pub fn check(&self) -> Result<(), Failure> {
        self.error_source.check()
    }
}

impl Deref for Whole {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match &self.bytes {
            WholeBytes::Mapped(map) => map,
            WholeBytes::Held(bytes) => bytes,
        }
    }
}
