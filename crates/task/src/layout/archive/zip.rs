//! Unpacking of Zip archives.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::PathBuf;

use zip::ZipArchive;
use zip::result::ZipError;

use super::tar::short_content;
use super::{NOT_REGULAR, Unpacking, refused, too_big, twice};
use nim_ground::error::named;
use nim_ground::files;

/// Unpacks a zip archive.
///
/// # Errors
/// When it cannot be read, holds too much, or has a damaged entry or a name twice.
pub fn unpack(archive: File, unpacking: &mut Unpacking<'_>) -> io::Result<()> {
    let headers = archive.try_clone()?;
    let mut zip = opened(archive)?;
    if zip.len() > unpacking.room.entries {
        let most = unpacking.room.entries;
        return Err(refused(format!("the archive has {} entries, more than {most}", zip.len())));
    }
    check_directory(headers, zip.central_directory_start(), zip.len(), zip.has_duplicate_names())?;
    // An archive that declares too much is not unpacked at all.
    if zip.decompressed_size().is_some_and(|bytes| bytes > u128::from(unpacking.room.bytes)) {
        return Err(too_big());
    }
    for index in 0..zip.len() {
        unpacking.count()?;
        let shown = zip.by_index_data(index)?;
        let shown = String::from_utf8_lossy(shown.name_raw()).into_owned();
        let mut entry = zip.by_index(index).map_err(|error| named(&shown)(of_zip(error)))?;
        let Some(name) = entry.enclosed_name() else {
            unpacking.leave_out(&shown, "its path leads out of the archive");
            continue;
        };
        if entry.is_dir() {
            unpacking.folder(&shown, &name)?;
        } else if entry.is_symlink() {
            let target = short_content(&mut entry).map_err(named(&shown))?;
            unpacking.link(&shown, name, PathBuf::from(files::name(&target)))?;
        } else if !entry.is_file() {
            unpacking.lose(&shown, NOT_REGULAR)?;
        } else {
            let is_program = entry.unix_mode().is_some_and(|mode| mode & 0o111 != 0);
            unpacking.file(&shown, &name, is_program, &mut entry)?;
        }
    }
    Ok(())
}

/// Returns an error of the library as one of the system. Its texts would say an error of the system twice.
fn of_zip(error: ZipError) -> io::Error {
    match error {
        ZipError::Io(error) => named("i/o error")(error),
        error => error.into(),
    }
}

/// Returns the names of the files in a zip archive, in stored order.
///
/// # Errors
/// When it cannot be read.
pub fn names(archive: File) -> io::Result<Vec<String>> {
    let zip = opened(archive)?;
    let names = (0..zip.len()).filter_map(|index| zip.name_for_index(index));
    let names = names.map(|name| Ok(name.map_err(refused)?.into_owned()));
    names.filter(|name| !name.as_ref().is_ok_and(|name: &String| name.ends_with('/'))).collect()
}

fn opened(archive: File) -> io::Result<ZipArchive<File>> {
    ZipArchive::new(archive).map_err(|error| match error {
        ZipError::InvalidArchive(_) => refused("it is no zip archive, or a damaged one"),
        error => refused(error),
    })
}

/// The first bytes of a header in the central directory.
const HEADER: &[u8] = b"PK\x01\x02";

/// Refuses an archive in which a file's name occurs twice: the library keeps only one of them. A folder may occur again. Also refuses an
/// archive with more entries than its end states: the library reads no others.
fn check_directory(archive: File, directory: u64, kept: usize, has_duplicates: bool) -> io::Result<()> {
    let mut headers = BufReader::new(archive);
    headers.seek(SeekFrom::Start(directory))?;
    let mut names = HashSet::new();
    let mut header = [0; 46];
    loop {
        match headers.read_exact(&mut header) {
            Ok(()) if header.starts_with(HEADER) => {}
            // The end of an archive may be shorter than a header.
            Ok(()) => break,
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => break,
            Err(error) => return Err(error),
        }
        let [name, extra, comment] = [28, 30, 32].map(|at| u16::from_le_bytes([header[at], header[at + 1]]));
        let mut name = vec![0; name.into()];
        headers.read_exact(&mut name)?;
        headers.seek_relative(i64::from(extra) + i64::from(comment))?;
        if names.contains(&name) && !name.ends_with(b"/") {
            return Err(twice(&String::from_utf8_lossy(&name)));
        }
        names.insert(name);
    }
    match names.len() {
        count if count == kept => Ok(()),
        // Names may also become equal by fields that replace them.
        count if count > kept && !has_duplicates => {
            Err(refused("it has more entries than it says: it is damaged"))
        }
        _ => Err(refused("a name occurs twice in the archive")),
    }
}
