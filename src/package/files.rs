//! The files of a package: in memory or on disk, in a folder or an archive.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// The files of a package by path, with `/` between folders.
pub type Files = BTreeMap<String, Content>;

/// The content of a file.
#[derive(Clone, Debug)]
pub enum Content {
    /// Bytes.
    Bytes(Arc<[u8]>),
    /// Those of a file on disk.
    File(PathBuf),
}

impl From<String> for Content {
    fn from(text: String) -> Self {
        Self::Bytes(text.into_bytes().into())
    }
}

impl From<&str> for Content {
    fn from(text: &str) -> Self {
        Self::Bytes(text.as_bytes().into())
    }
}

impl Content {
    /// Returns the bytes.
    ///
    /// # Errors
    /// When the file cannot be read; the message names it.
    pub fn read(&self) -> io::Result<Arc<[u8]>> {
        match self {
            Self::Bytes(bytes) => Ok(Arc::clone(bytes)),
            Self::File(path) => Ok(fs::read(path).map_err(|error| named(path, &error))?.into()),
        }
    }

    /// Returns the text; bytes that are not UTF-8 are replaced.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn text(&self) -> io::Result<String> {
        Ok(String::from_utf8_lossy(&self.read()?).into_owned())
    }

    /// Returns whether there are no bytes.
    pub(super) fn is_empty(&self) -> io::Result<bool> {
        match self {
            Self::Bytes(bytes) => Ok(bytes.is_empty()),
            Self::File(path) => Ok(path.metadata().map_err(|error| named(path, &error))?.len() == 0),
        }
    }

    /// Returns whether two contents are the same bytes.
    pub(super) fn is(&self, other: &Self) -> io::Result<bool> {
        Ok(self.read()? == other.read()?)
    }
}

fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Returns the regular files below a folder, and the names of what was left out.
pub(super) fn of_folder(root: &Path) -> io::Result<(Files, Vec<String>)> {
    let mut files = Files::new();
    let mut left_out = Vec::new();
    let mut folders = vec![(root.to_owned(), String::new())];
    while let Some((folder, prefix)) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(|error| named(&folder, &error))? {
            let path = entry?.path();
            let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
                left_out.push(path.display().to_string());
                continue;
            };
            let shown = format!("{prefix}{name}");
            let metadata = fs::symlink_metadata(&path).map_err(|error| named(&path, &error))?;
            if metadata.is_dir() {
                folders.push((path, shown + "/"));
            } else if metadata.is_file() {
                files.insert(shown, Content::File(path));
            } else {
                left_out.push(shown);
            }
        }
    }
    Ok((files, left_out))
}

/// Takes a folder away in which all files lie, as in archives of a whole folder.
pub(super) fn without_common_folder(files: Files) -> Files {
    let Some(folder) =
        files.keys().next().and_then(|path| path.split_once('/')).map(|(folder, _)| folder.to_owned() + "/")
    else {
        return files;
    };
    if FOLDERS.contains(&folder.as_str()) || !files.keys().all(|path| path.starts_with(&folder)) {
        return files;
    }
    files.into_iter().map(|(path, content)| (path[folder.len()..].to_owned(), content)).collect()
}

/// Folders of formats, which are no package's own.
const FOLDERS: &[&str] = &["data/", "testdata/", "tests/", "secret/", "sample/"];

/// Writes an archive: files in order of their paths, each deflated, with one date and one mode.
///
/// # Errors
/// When a file cannot be read, or the archive not written.
pub fn write_archive(files: &Files, out: impl Write + Seek) -> io::Result<()> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(6))
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut zip = ZipWriter::new(out);
    for (path, content) in files {
        zip.start_file(path.as_str(), options)?;
        match content {
            Content::Bytes(bytes) => zip.write_all(bytes)?,
            Content::File(file) => {
                let mut file = File::open(file).map_err(|error| named(file, &error))?;
                io::copy(&mut file, &mut zip)?;
            }
        }
    }
    zip.finish()?;
    Ok(())
}

/// Writes a folder, which must not exist or be empty.
///
/// # Errors
/// When it has files already, or cannot be written.
pub fn write_folder(files: &Files, folder: &Path) -> io::Result<()> {
    match fs::read_dir(folder) {
        Ok(mut entries) => {
            if entries.next().is_some() {
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, "there are files in it already"));
            }
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    fs::create_dir_all(folder)?;
    for (path, content) in files {
        let path = folder.join(path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        let mut file = File::create_new(&path).map_err(|error| named(&path, &error))?;
        match content {
            Content::Bytes(bytes) => file.write_all(bytes)?,
            Content::File(from) => {
                let mut from = File::open(from).map_err(|error| named(from, &error))?;
                io::copy(&mut from, &mut file)?;
            }
        }
    }
    Ok(())
}

/// Reads at most so many bytes of an archive inside of a package into memory.
const MOST_BYTES: u64 = 2 << 30;

/// Returns the files of an archive inside of a package.
pub(super) fn of_archive(archive: &Content) -> io::Result<Files> {
    let bytes = archive.read()?;
    let mut zip = zip::ZipArchive::new(io::Cursor::new(&bytes[..]))?;
    let mut files = Files::new();
    let mut room = MOST_BYTES;
    for index in 0..zip.len() {
        let mut entry = zip.by_index(index)?;
        let name = entry.enclosed_name().and_then(|name| name.to_str().map(str::to_owned));
        let Some(name) = name.filter(|_| entry.is_file()) else { continue };
        let mut bytes = Vec::new();
        (&mut entry).take(room + 1).read_to_end(&mut bytes)?;
        room = room
            .checked_sub(bytes.len() as u64)
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "the archive unpacks to too much"))?;
        files.insert(name, Content::Bytes(bytes.into()));
    }
    Ok(files)
}
