//! The contents of a file: bytes in memory, or a path on disk.

use std::fs::File;
use std::io::{self, BufRead, Cursor, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use tempfile::{Builder, TempPath};

use crate::error::named;
use crate::interruption;
use crate::private::without_name;

/// The contents of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Bytes in memory.
    Bytes(Arc<Held>),
    /// A file on disk.
    File(PathBuf),
}

/// Bytes in memory, with a copy on disk as soon as somebody needs a path.
#[derive(Debug)]
pub struct Held {
    bytes: Arc<[u8]>,
    copy: OnceLock<TempPath>,
}

impl PartialEq for Held {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for Held {}

impl<Bytes: Into<Vec<u8>>> From<Bytes> for Content {
    fn from(bytes: Bytes) -> Self {
        Self::Bytes(Arc::new(Held { bytes: bytes.into().into(), copy: OnceLock::new() }))
    }
}

impl Content {
    /// Returns the file on disk, if it is one.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::Bytes(_) => None,
            Self::File(path) => Some(path),
        }
    }

    /// Returns the path of a file with the bytes: bytes in memory are copied into a temporary file, once, which is removed with the last
    /// clone.
    ///
    /// # Errors
    /// When the copy cannot be made.
    pub fn path(&self) -> io::Result<&Path> {
        let held = match self {
            Self::File(path) => return Ok(path),
            Self::Bytes(held) => held,
        };
        if held.copy.get().is_none() {
            let mut file = Builder::new().prefix("toolkit-file-").tempfile().map_err(without_name)?;
            file.write_all(&held.bytes).map_err(without_name)?;
            // If two threads make a copy at once, one copy is dropped.
            drop(held.copy.set(file.into_temp_path()));
        }
        held.copy.get().map(|path| &**path).ok_or_else(|| io::Error::other("the copy of a file is lost"))
    }

    /// Opens it for reading.
    ///
    /// # Errors
    /// When the file cannot be opened; the message names it.
    pub fn open(&self) -> io::Result<Opened> {
        Ok(match self {
            Self::Bytes(held) => Opened::Bytes(Cursor::new(Arc::clone(&held.bytes))),
            Self::File(path) => Opened::File(File::open(path).map_err(named(path.display()))?),
        })
    }

    /// Writes the bytes, and returns how many there are. Files are never held in memory.
    ///
    /// # Errors
    /// When the file cannot be read, or a signal ends the command; the message names the file.
    pub fn copy_to(&self, out: &mut impl Write) -> io::Result<u64> {
        // The system copies from file to file.
        let copied = match self.open()? {
            Opened::Bytes(mut bytes) => interruption::copy(&mut bytes, out),
            Opened::File(mut file) => interruption::copy(&mut file, out),
        };
        copied.map_err(|error| self.error(error))
    }

    /// Returns the bytes.
    ///
    /// # Errors
    /// As [`Self::copy_to`].
    pub fn bytes(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.copy_to(&mut bytes)?;
        Ok(bytes)
    }

    /// Returns the text; bytes that are not UTF-8 are replaced.
    ///
    /// # Errors
    /// As [`Self::copy_to`].
    pub fn text(&self) -> io::Result<String> {
        Ok(String::from_utf8(self.bytes()?)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
    }

    /// Returns an error with the name of the file in which it occurred.
    fn error(&self, error: io::Error) -> io::Error {
        match self {
            Self::Bytes(_) => error,
            Self::File(path) => named(path.display())(error),
        }
    }

    /// Returns the number of bytes.
    ///
    /// # Errors
    /// When the file cannot be looked at; the message names it.
    pub fn size(&self) -> io::Result<u64> {
        match self {
            Self::Bytes(held) => Ok(held.bytes.len() as u64),
            Self::File(path) => Ok(path.metadata().map_err(named(path.display()))?.len()),
        }
    }

    /// Returns whether two contents are the same bytes.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn is(&self, other: &Self) -> io::Result<bool> {
        if self.size()? != other.size()? {
            return Ok(false);
        }
        let (mut one, mut another) = (io::BufReader::new(self.open()?), io::BufReader::new(other.open()?));
        loop {
            let (left, right) = (one.fill_buf()?, another.fill_buf()?);
            let length = left.len().min(right.len());
            if length == 0 || left[..length] != right[..length] {
                return Ok(left.is_empty() && right.is_empty());
            }
            one.consume(length);
            another.consume(length);
        }
    }
}

/// Contents that are being read.
#[derive(Debug)]
pub enum Opened {
    /// Bytes in memory.
    Bytes(Cursor<Arc<[u8]>>),
    /// A file.
    File(File),
}

impl Read for Opened {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Bytes(bytes) => bytes.read(buffer),
            Self::File(file) => file.read(buffer),
        }
    }
}

impl Seek for Opened {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        match self {
            Self::Bytes(bytes) => bytes.seek(place),
            Self::File(file) => file.seek(place),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presence;
    use std::fs;

    #[test]
    fn a_copy_is_made_once_and_removed_with_the_last_clone() {
        let content = Content::from("1\n");
        let clone = content.clone();
        let path = content.path().unwrap().to_path_buf();
        assert_eq!((fs::read(&path).unwrap(), clone.path().unwrap()), (b"1\n".to_vec(), &*path));
        drop(content);
        assert!(presence::is_file(&path).unwrap());
        drop(clone);
        assert!(presence::find(&path).unwrap().is_none());
    }

    #[test]
    fn contents_are_the_same_by_their_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        for (bytes, other, is_same) in [
            (vec![], vec![], true),
            (vec![1], vec![1], true),
            (vec![1], vec![2], false),
            (vec![1], vec![1, 2], false),
            (vec![7; 100_000], vec![7; 100_000], true),
            (vec![7; 100_000], [vec![7; 99_999], vec![8]].concat(), false),
        ] {
            fs::write(&file, &other).unwrap();
            let (held, on_disk) = (Content::from(bytes), Content::File(file.clone()));
            assert_eq!((held.is(&on_disk).unwrap(), on_disk.is(&held).unwrap()), (is_same, is_same));
            assert_eq!(on_disk.bytes().unwrap(), other);
        }
        let missing = Content::File(folder.path().join("missing")).text().unwrap_err();
        assert!(missing.to_string().contains("missing"), "{missing}");
    }
}
