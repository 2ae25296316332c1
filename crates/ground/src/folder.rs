//! Files below a folder, by paths that somebody else wrote: a package, an archive, the name of a test.
//!
//! A path is opened part by part below the folder's descriptor, so that it leads out neither by `..`, nor from the root, nor by a
//! link, whatever changes meanwhile. To read, links that stay below are followed; nothing is written through a link.

#[cfg(not(unix))]
#[path = "folder/portable.rs"]
mod system;
#[cfg(unix)]
#[path = "folder/unix.rs"]
mod system;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use crate::error::named;
use crate::files::sorted;
use crate::presence::absent_is_none;

/// A folder that paths of others stay below.
#[derive(Debug)]
pub struct FolderRoot {
    path: PathBuf,
    folder: system::Folder,
}

/// Most characters of a portable name.
const MOST_CHARACTERS: usize = 60;
/// The longest name of a file, in bytes.
const LONGEST_NAME: usize = 255;

impl FolderRoot {
    /// Opens a folder.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Self { path: path.to_path_buf(), folder: system::open(path)? })
    }

    /// Opens a file below it.
    ///
    /// # Errors
    /// When the path leads out of the folder, as [`is_refused`] tells, or it cannot be opened.
    pub fn open_below(&self, path: impl AsRef<Path>) -> io::Result<File> {
        system::open_below(&self.folder, checked(path.as_ref())?)
    }

    /// Returns the metadata of a file or folder below it.
    ///
    /// # Errors
    /// As [`Self::open_below`].
    pub fn metadata_below(&self, path: impl AsRef<Path>) -> io::Result<Metadata> {
        system::metadata_below(&self.folder, checked(path.as_ref())?)
    }

    /// Reads a regular file.
    ///
    /// # Errors
    /// As [`Self::open_below`], or when it is no regular file.
    pub fn read(&self, path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
        let mut file = self.open_below(path)?;
        if !file.metadata()?.is_file() {
            return Err(refused("is no regular file"));
        }
        let mut contents = Vec::new();
        file.read_to_end(&mut contents)?;
        Ok(contents)
    }

    /// Returns the path of a regular file; `None` if there is none, or its path leads out of the folder.
    ///
    /// # Errors
    /// When it cannot be looked at.
    pub fn file(&self, path: impl AsRef<Path>) -> io::Result<Option<PathBuf>> {
        self.find(path.as_ref(), Metadata::is_file)
    }

    /// Returns the path of a folder; `None` if there is none, or its path leads out of this one.
    ///
    /// # Errors
    /// When it cannot be looked at.
    pub fn folder(&self, path: impl AsRef<Path>) -> io::Result<Option<PathBuf>> {
        self.find(path.as_ref(), Metadata::is_dir)
    }

    fn find(&self, path: &Path, is: impl Fn(&Metadata) -> bool) -> io::Result<Option<PathBuf>> {
        let joined = self.path.join(path);
        match self.metadata_below(path) {
            Err(error) if is_refused(&error) => Ok(None),
            found => Ok(absent_is_none(found, &joined)?.filter(is).map(|_| joined)),
        }
    }

    /// Checks that a file can be written here: it is a regular one or missing, and so is each folder on the way to it.
    ///
    /// # Errors
    /// When a part of the path is a link or anything else, or the path leads out of the folder.
    pub fn check_writable(&self, path: impl AsRef<Path>) -> io::Result<()> {
        let (around, name) = split(path.as_ref())?;
        let folder = match system::folder(&self.folder, around, false) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            folder => folder?,
        };
        check_name(&folder, name)
    }

    /// Renames a file or folder; makes no folders. A file may replace a regular one, whose permissions it takes; a folder replaces nothing
    /// but an empty one.
    ///
    /// # Errors
    /// As [`Self::check_writable`], when something is there that may not be replaced, or the system refuses.
    pub fn rename(&self, from: impl AsRef<Path>, to: impl AsRef<Path>, may_replace: bool) -> io::Result<()> {
        let (from, to) = (from.as_ref(), to.as_ref());
        let ((from_around, from_name), (to_around, to_name)) = (split(from)?, split(to)?);
        let from_folder = system::folder(&self.folder, from_around, false)?;
        let to_folder = system::folder(&self.folder, to_around, false)?;
        let is_file = system::is_file(&from_folder, from_name)?.ok_or(io::ErrorKind::NotFound)?;
        if is_file && may_replace {
            check_name(&to_folder, to_name)?;
            if let Some(old) = absent_is_none(self.metadata_below(to), to)? {
                self.open_below(from)?.set_permissions(old.permissions())?;
            }
        }
        let may_replace = may_replace || !is_file;
        system::rename((&from_folder, from_name), (&to_folder, to_name), may_replace)
    }

    /// Creates a file, and the folders around it; if it is a program, everybody may execute it.
    ///
    /// # Errors
    /// When there is such a file, a part of the path is a link, or the system refuses.
    pub fn create_new(&self, path: impl AsRef<Path>, is_program: bool) -> io::Result<File> {
        let (around, name) = split(path.as_ref())?;
        system::create_new(&system::folder(&self.folder, around, true)?, name, is_program)
    }

    /// Makes a folder, and the folders around it; it may exist already.
    ///
    /// # Errors
    /// When a part of the path is a link or a file, or the system refuses.
    pub fn create_folder(&self, path: impl AsRef<Path>) -> io::Result<()> {
        system::folder(&self.folder, checked(path.as_ref())?, true).map(drop)
    }

    /// Removes a regular file.
    ///
    /// # Errors
    /// As [`Self::check_writable`], or when the system refuses.
    pub fn remove_file(&self, path: impl AsRef<Path>) -> io::Result<()> {
        let (around, name) = split(path.as_ref())?;
        let folder = system::folder(&self.folder, around, false)?;
        check_name(&folder, name)?;
        system::remove(&folder, name)
    }

    /// Returns the metadata of the folder.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn metadata(&self) -> io::Result<Metadata> {
        system::metadata(&self.folder)
    }
}

/// Reads a regular file below a folder, as [`FolderRoot::read`] does.
///
/// # Errors
/// As for that, or when the folder cannot be opened.
pub fn read_below(folder: &Path, path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    FolderRoot::open(folder)?.read(path)
}

/// Reads a regular file in UTF-8 below a folder, as [`FolderRoot::read`] does.
///
/// # Errors
/// As of [`read_below`], or when it is not in UTF-8.
pub fn read_text_below(folder: &Path, path: impl AsRef<Path>) -> io::Result<String> {
    String::from_utf8(read_below(folder, path)?).map_err(io::Error::other)
}

/// Returns the path of a regular file below a folder, as [`FolderRoot::file`] does; `None` if there is no such folder.
///
/// # Errors
/// When the folder or the file cannot be looked at.
pub fn file_below(folder: &Path, path: impl AsRef<Path>) -> io::Result<Option<PathBuf>> {
    absent_is_none(FolderRoot::open(folder), folder)?.map_or(Ok(None), |root| root.file(path))
}

/// Deepest nesting of the folders that [`files_below`] goes into.
const DEEPEST: usize = 8;

/// Returns the files of a folder at a path below a root, by their paths below that folder. Links are followed within the root.
///
/// # Errors
/// When one leads out, or a file cannot be read, is no regular file, or is nested too deep.
pub fn files_below(root: &Path, folder: &Path) -> io::Result<BTreeMap<PathBuf, PathBuf>> {
    let opened = FolderRoot::open(root).map_err(named(root.display()))?;
    let mut found = BTreeMap::new();
    let mut left = vec![PathBuf::new()];
    while let Some(below) = left.pop() {
        let place = root.join(folder).join(&below);
        for path in sorted(&place).map_err(named(place.display()))? {
            let name = below.join(path.file_name().unwrap_or_default());
            let metadata = opened.metadata_below(folder.join(&name)).map_err(named(path.display()))?;
            if metadata.is_file() {
                found.insert(name, path);
            } else if metadata.is_dir() && name.components().count() < DEEPEST {
                left.push(name);
            } else {
                let why = if metadata.is_dir() { "nested too deep" } else { "is no regular file" };
                return Err(named(path.display())(io::Error::new(io::ErrorKind::Unsupported, why)));
            }
        }
    }
    Ok(found)
}

/// Returns whether a path, joined to a folder, stays below it where there are no links.
pub fn is_below(path: impl AsRef<Path>) -> bool {
    let mut parts = path.as_ref().components().peekable();
    parts.peek().is_some() && parts.all(|part| matches!(part, Component::Normal(_)))
}

/// Returns whether a path with `/` between its parts is below every folder on every system, and names nothing that a terminal obeys.
pub fn is_portable(path: &str) -> bool {
    let has_drive = matches!(path.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    !has_drive && is_below(path) && path.split('/').all(is_portable_name)
}

fn is_portable_name(name: &str) -> bool {
    !matches!(name, "" | "." | "..")
        && name.len() <= LONGEST_NAME
        && !name.contains('\\')
        && !name.contains(char::is_control)
}

/// Returns a text as the name of a file or folder, the same on every system: its letters and digits, in lower case and with hyphens between
/// words; `otherwise` if it has none.
#[must_use]
pub fn portable_name(text: &str, otherwise: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let name: String = words.collect::<Vec<_>>().join("-").to_lowercase();
    let name: String = name.chars().take(MOST_CHARACTERS).collect();
    match name.trim_matches('-') {
        "" => otherwise.to_owned(),
        name if is_device(name) => format!("{name}-"),
        name => name.to_owned(),
    }
}

/// Returns whether a name in lower case is one of a device on Windows.
fn is_device(name: &str) -> bool {
    let port = name.strip_prefix("com").or_else(|| name.strip_prefix("lpt"));
    matches!(name, "con" | "prn" | "aux" | "nul")
        || port.is_some_and(|number| {
            let mut chars = number.chars();
            chars.next().is_some_and(|c| matches!(c, '0'..='9' | '¹' | '²' | '³')) && chars.next().is_none()
        })
}

/// Returns a name, with a number if it has been taken before, and marks it as taken.
#[must_use]
pub fn unique(name: &str, taken: &mut BTreeSet<String>) -> String {
    let mut own = name.to_owned();
    let mut number = 2;
    while !taken.insert(own.clone()) {
        own = format!("{name}-{number}");
        number += 1;
    }
    own
}

/// Returns whether an error says that a path is refused, since it leads out of the folder or through something other than a folder or file,
/// rather than that the system refuses.
pub fn is_refused(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::PermissionDenied && error.raw_os_error().is_none()
}

fn through(part: &OsStr) -> io::Error {
    refused(&format!("leads through {}, which is a link or no folder", part.display()))
}

fn outside() -> io::Error {
    refused("leads out of its folder")
}

/// Returns an error that [`is_refused`] recognises.
pub fn refused(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, why)
}

/// Returns a path if it is below.
fn checked(path: &Path) -> io::Result<&Path> {
    if is_below(path) { Ok(path) } else { Err(outside()) }
}

/// Returns the folder and the name of a file below.
fn split(path: &Path) -> io::Result<(&Path, &OsStr)> {
    checked(path)?.parent().zip(path.file_name()).ok_or_else(outside)
}

/// Checks that a name is free, or belongs to a regular file.
fn check_name(folder: &system::Folder, name: &OsStr) -> io::Result<()> {
    let is_free = system::is_file(folder, name)?.unwrap_or(true);
    if is_free { Ok(()) } else { Err(refused("is no regular file")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn portable_names_stay_in_the_folder() {
        for (name, folder) in [
            ("A. String Task", "a-string-task"),
            ("P1001 A+B Problem", "p1001-a-b-problem"),
            ("[NOI2020] 美食家", "noi2020-美食家"),
            ("../../etc/passwd", "etc-passwd"),
            ("..", "problem"),
            ("/", "problem"),
            ("C:\\x\u{1b}[31m\u{202e}\0", "c-x-31m"),
            ("NUL", "nul-"),
            ("COM1", "com1-"),
            ("lpt9!", "lpt9-"),
            ("COM²", "com²-"),
            ("com10", "com10"),
            ("compass", "compass"),
        ] {
            assert_eq!(portable_name(name, "problem"), folder, "{name:?}");
        }
        assert_eq!(portable_name(&"x".repeat(5000), "problem").len(), MOST_CHARACTERS);
    }

    #[test]
    fn paths_below_a_folder_have_neither_root_nor_parent() {
        for path in ["", "/a", "..", "../a", "a/../b", "a/..", "."] {
            assert!(!is_below(path), "{path:?}");
            assert!(!is_portable(path), "{path:?}");
        }
        for path in ["a", "a/b.c", "..a/b"] {
            assert!(is_below(path) && is_portable(path), "{path:?}");
        }
        for path in ["C:a", "C:/a", "a\\..\\b", "a\0", "a\u{1b}[31m", "a//b", "a/", "./a", &"x".repeat(256)] {
            assert!(!is_portable(path), "{path:?}");
        }
    }

    /// Writes a file as another, and renames it, with the folders around it.
    fn write(folder: &FolderRoot, path: &str, contents: &[u8]) -> io::Result<()> {
        io::Write::write_all(&mut folder.create_new("new", false)?, contents)?;
        folder.create_folder(
            Path::new(path).parent().unwrap().to_str().filter(|path| !path.is_empty()).unwrap_or("a"),
        )?;
        folder.rename("new", path, true)
    }

    #[test]
    fn files_are_written_and_removed_below_the_folder_alone() {
        let around = tempfile::tempdir().unwrap();
        let root = around.path().join("root");
        fs::create_dir(&root).unwrap();
        fs::write(around.path().join("victim"), "old").unwrap();
        let folder = FolderRoot::open(&root).unwrap();
        for path in ["../victim", "a/../../victim", "/victim", "", "."] {
            assert!(is_refused(&folder.rename("victim", path, true).unwrap_err()), "{path:?}");
            assert!(is_refused(&folder.create_new(path, false).unwrap_err()), "{path:?}");
            assert!(is_refused(&folder.remove_file(path).unwrap_err()), "{path:?}");
            assert!(is_refused(&folder.create_folder(path).unwrap_err()), "{path:?}");
            assert!(is_refused(&folder.read(path).unwrap_err()), "{path:?}");
        }
        write(&folder, "a/b/c", b"1").unwrap();
        write(&folder, "a/b/c", b"2").unwrap();
        assert_eq!(folder.read("a/b/c").unwrap(), b"2");
        assert_eq!(folder.file("a/b/c").unwrap().unwrap(), root.join("a/b/c"));
        assert_eq!(folder.folder("a/b").unwrap().unwrap(), root.join("a/b"));
        assert!(folder.file("a/b").unwrap().is_none() && folder.folder("a/b/c").unwrap().is_none());
        assert_eq!(fs::read_dir(root.join("a/b")).unwrap().count(), 1);
        for path in ["a/b", "a/b/c/d"] {
            assert!(write(&folder, path, b"3").is_err(), "{path:?}");
            fs::remove_file(root.join("new")).unwrap();
        }
        let exists = folder.create_new("a/b/c", false).unwrap_err();
        assert_eq!(exists.kind(), io::ErrorKind::AlreadyExists);
        folder.remove_file("a/b/c").unwrap();
        folder.check_writable("a/b/c").unwrap();
        assert_eq!(fs::read(around.path().join("victim")).unwrap(), b"old");
        assert_eq!(fs::read_dir(around.path()).unwrap().count(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_read_where_they_stay_below_and_never_written_through() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let around = tempfile::tempdir().unwrap();
        let root = around.path().join("root");
        fs::create_dir_all(root.join("a/b")).unwrap();
        fs::create_dir(around.path().join("victims")).unwrap();
        fs::write(around.path().join("victims/file"), "old").unwrap();
        fs::write(root.join("a/file"), "own").unwrap();
        fs::set_permissions(root.join("a/file"), fs::Permissions::from_mode(0o640)).unwrap();
        let link = |target: &str, name: &str| symlink(target, root.join(name)).unwrap();
        link("../../victims", "a/out");
        link("../../victims/file", "a/out_file");
        link(around.path().join("victims").to_str().unwrap(), "absolute");
        link("a/out", "twice");
        link("circle", "circle");
        link("missing", "dangling");
        link("../a/../a/file", "a/within");
        link("a/b", "b");
        link("..", "a/b/up");
        let folder = FolderRoot::open(&root).unwrap();
        for path in ["a/within", "b/up/file", "b/up/b/up/within"] {
            assert_eq!(folder.read(path).unwrap(), b"own", "{path:?}");
        }
        for path in ["a/out/file", "a/out_file", "absolute/file", "twice/file", "circle", "dangling"] {
            assert!(folder.read(path).is_err(), "{path:?}");
        }
        assert!(folder.folder("b/up").unwrap().is_some() && folder.folder("a/out").unwrap().is_none());
        for path in
            ["a/out/file", "a/out/new", "a/out_file", "absolute/file", "b/new", "a/within", "dangling"]
        {
            assert!(is_refused(&folder.check_writable(path).unwrap_err()), "{path:?}");
            assert!(write(&folder, path, b"new").is_err(), "{path:?}");
            fs::remove_file(root.join("new")).unwrap();
            assert!(folder.remove_file(path).is_err(), "{path:?}");
            assert!(folder.create_new(path, true).is_err(), "{path:?}");
        }
        write(&folder, "a/file", b"new").unwrap();
        assert_eq!(fs::metadata(root.join("a/file")).unwrap().permissions().mode() & 0o777, 0o640);
        drop(folder.create_new("program", true).unwrap());
        assert_ne!(fs::metadata(root.join("program")).unwrap().permissions().mode() & 0o100, 0);
        assert_eq!(fs::read(around.path().join("victims/file")).unwrap(), b"old");
        assert_eq!(fs::read_dir(around.path().join("victims")).unwrap().count(), 1);
    }
}
