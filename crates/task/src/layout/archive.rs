//! Test data in an archive, unpacked with limits into a new folder.

mod links;
mod tar;
mod zip;

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use nim_ground::folder::FolderRoot;
use tempfile::TempDir;

use self::links::Links;
use self::tar::Frames;
use super::naming_scheme::{Role, is_no_test, role};
use nim_ground::error::named;
use nim_ground::interruption;

/// The limit of bytes that an archive may unpack to, with all archives in it.
pub const MOST_BYTES: u64 = 2 << 30;
/// The limit of entries in an archive.
pub const MOST_ENTRIES: usize = 200_000;

/// The reason why a pipe, a socket or a device is no file of a test: it would block its reader, or never end.
pub const NOT_REGULAR: &str = "not a regular file";

/// The file format of an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArchiveFormat {
    /// A Zip archive.
    Zip,
    /// A tar file without compression.
    Tar,
    /// A tar file, compressed by gzip.
    TarGzip,
    /// A tar file, compressed by Zstandard.
    TarZstandard,
}

/// The endings of archives' names, with their formats.
const ENDINGS: [(&str, ArchiveFormat); 6] = [
    (".zip", ArchiveFormat::Zip),
    (".tar", ArchiveFormat::Tar),
    (".tar.gz", ArchiveFormat::TarGzip),
    (".tgz", ArchiveFormat::TarGzip),
    (".tar.zst", ArchiveFormat::TarZstandard),
    (".tzst", ArchiveFormat::TarZstandard),
];

impl ArchiveFormat {
    /// Returns the format of a file by its ending.
    pub fn from_path(path: &Path) -> Option<Self> {
        ending_of(&path.file_name()?.to_string_lossy()).map(|(_, format)| format)
    }
}

fn ending_of(name: &str) -> Option<(&'static str, ArchiveFormat)> {
    let name = name.to_ascii_lowercase();
    ENDINGS.into_iter().find(|(ending, _)| name.ends_with(ending) && name.len() > ending.len())
}

/// Endings of archives and compressed files that are not read, with their names.
const OTHERS: [(&str, &str); 11] = [
    ("xz", "xz"),
    ("txz", "xz"),
    ("bz2", "bzip2"),
    ("tbz2", "bzip2"),
    ("7z", "7-Zip"),
    ("rar", "RAR"),
    ("lz", "lzip"),
    ("lz4", "LZ4"),
    ("lzma", "LZMA"),
    ("gz", "gzip, and no tar archive by its name"),
    ("zst", "Zstandard, and no tar archive by its name"),
];

/// Refuses a file that is archived or compressed in a format that is not read.
///
/// # Errors
/// When it is one by its ending.
pub fn refuse_others(path: &Path) -> io::Result<()> {
    other_format(path).map_or(Ok(()), |name| {
        let why = format!("is compressed by {name}: unpack it, or pack it as .zip or .tar.gz");
        Err(io::Error::new(io::ErrorKind::Unsupported, why))
    })
}

/// Returns the name of an unsupported format of archives or compressed files, by the ending.
pub fn other_format(path: &Path) -> Option<&'static str> {
    let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
    let other = OTHERS.iter().find(|(own, _)| ending == *own);
    other.filter(|_| ArchiveFormat::from_path(path).is_none()).map(|(_, name)| *name)
}

/// Returns the name of an archive without its ending.
pub fn without_archive_ending(name: &str) -> &str {
    ending_of(name).map_or(name, |(ending, _)| &name[..name.len() - ending.len()])
}

/// An entry that is not unpacked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{entry}: {reason}")]
pub struct LeftOut {
    /// The name of the entry.
    pub entry: String,
    /// The reason why the entry is left out.
    pub reason: String,
}

/// The bytes and entries that archives may still unpack to.
#[derive(Clone, Copy, Debug)]
pub struct UnpackBudget {
    bytes: u64,
    entries: usize,
}

impl Default for UnpackBudget {
    fn default() -> Self {
        Self { bytes: MOST_BYTES, entries: MOST_ENTRIES }
    }
}

impl UnpackBudget {
    /// Returns room for this number of bytes.
    pub fn of_bytes(bytes: u64) -> Self {
        Self { bytes, ..Self::default() }
    }
}

/// Unpacks `archive` into a temporary folder, removed when dropped, and returns the entries that were left out.
///
/// Devices, and entries that would leave the folder, are left out. A link becomes a copy of its target in the archive. Files and folders
/// are made with default permissions, except that programs stay executable.
///
/// # Errors
/// When the archive cannot be read, has too many entries, or holds more than `MOST_BYTES`, declared or actual. When an entry is
/// damaged or encrypted, cannot be made, or a name occurs twice: then another tool would read other files. When a link that may hold tests leads
/// to nothing in the archive. When a signal ends the command.
pub fn unpack(archive: &Path) -> io::Result<(TempDir, Vec<LeftOut>)> {
    unpack_within(archive, &mut UnpackBudget::default())
}

/// Unpacks `archive` like [`unpack`], and subtracts its contents from `room`.
///
/// # Errors
/// As [`unpack`].
pub fn unpack_within(archive: &Path, room: &mut UnpackBudget) -> io::Result<(TempDir, Vec<LeftOut>)> {
    refuse_others(archive)?;
    let file = File::open(archive)?;
    let target = nim_ground::private::folder("toolkit-archive-")?;
    let mut unpacking = Unpacking {
        root: FolderRoot::open(target.path())?,
        target,
        room,
        left_out: Vec::new(),
        links: Links::new(),
    };
    match ArchiveFormat::from_path(archive) {
        Some(ArchiveFormat::Tar) => tar::unpack(file, &mut unpacking)?,
        Some(ArchiveFormat::TarGzip) => tar::unpack(tar::Members::new(file), &mut unpacking)?,
        Some(ArchiveFormat::TarZstandard) => tar::unpack(Frames::new(file), &mut unpacking)?,
        Some(ArchiveFormat::Zip) | None => zip::unpack(file, &mut unpacking)?,
    }
    unpacking.follow_links()?;
    Ok((unpacking.target, unpacking.left_out))
}

/// Returns the names of the files in a zip archive, in stored order.
///
/// # Errors
/// When it cannot be read.
pub fn names(archive: &Path) -> io::Result<Vec<String>> {
    zip::names(File::open(archive)?)
}

/// An archive that is being unpacked.
struct Unpacking<'a> {
    target: TempDir,
    /// The opened target folder.
    root: FolderRoot,
    room: &'a mut UnpackBudget,
    left_out: Vec<LeftOut>,
    links: Links,
}

impl Unpacking<'_> {
    /// Counts an entry towards the limit.
    fn count(&mut self) -> io::Result<()> {
        interruption::check()?;
        let room = self.room.entries.checked_sub(1);
        self.room.entries = room.ok_or_else(|| refused(format!("more than {MOST_ENTRIES} entries")))?;
        Ok(())
    }

    fn leave_out(&mut self, name: &str, reason: impl fmt::Display) {
        self.left_out.push(LeftOut { entry: name.to_owned(), reason: reason.to_string() });
    }

    /// Leaves an entry out; refuses the archive if the entry may hold tests.
    fn lose(&mut self, shown: &str, reason: &str) -> io::Result<()> {
        if may_hold_tests(shown) {
            return Err(refused(format!("{shown}: {reason}, so that a test may be lost")));
        }
        self.leave_out(shown, reason);
        Ok(())
    }

    fn folder(&mut self, shown: &str, name: &Path) -> io::Result<()> {
        self.root.create_folder(name).map_err(named(shown))
    }

    /// Makes a file of the bytes of `content`, whose number may differ from the declared one.
    fn file(&mut self, shown: &str, name: &Path, is_program: bool, content: &mut dyn Read) -> io::Result<()> {
        let mut file = match self.root.create_new(name, is_program) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(twice(shown)),
            Err(error) => return Err(named(shown)(error)),
        };
        let bytes =
            interruption::copy(&mut content.take(self.room.bytes + 1), &mut file).map_err(named(shown))?;
        self.room.bytes = self.room.bytes.checked_sub(bytes).ok_or_else(too_big)?;
        Ok(())
    }
}

/// Returns whether an entry of this name may be a test, its settings, or a folder of tests.
pub fn may_hold_tests(name: &str) -> bool {
    // A text file is a test only if its name has a number or a word of tests.
    let is_text = Path::new(name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("txt"));
    let is_of_test = || role(name) != Role::Unknown || name.bytes().any(|byte| byte.is_ascii_digit());
    if is_text { is_of_test() } else { !is_no_test(name) }
}

/// Returns a path below the folder; `None` if it would lead out.
pub fn enclosed(path: &Path) -> Option<PathBuf> {
    let mut enclosed = PathBuf::new();
    for part in path.components() {
        match part {
            Component::Normal(part) => enclosed.push(part),
            Component::CurDir => {}
            _ => return None,
        }
    }
    Some(enclosed)
}

/// Returns the error of two files with the same name: tools take different ones.
fn twice(shown: &str) -> io::Error {
    refused(format!("{shown}: this name occurs twice"))
}

fn too_big() -> io::Error {
    refused(format!("the archive unpacks to more than {} MiB", MOST_BYTES >> 20))
}

fn refused(reason: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}
