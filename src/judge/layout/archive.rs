//! Test data in a zip archive: unpacked with bounds into a folder of its own.

use std::fs::{self, File, Permissions};
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use tempfile::TempDir;
use zip::ZipArchive;

/// Most bytes that an archive may unpack to.
pub const MOST_BYTES: u64 = 2 << 30;
/// Most entries of an archive.
pub const MOST_ENTRIES: usize = 200_000;

/// Unpacks `archive` into a temporary folder, removed when dropped, and returns the entries that were left out.
///
/// Entries that would leave the folder, links and encrypted entries are left out. Files and folders are made with
/// default permissions, except that programs stay executable.
///
/// # Errors
/// When the archive cannot be read, has too many entries, or holds more than `MOST_BYTES`, declared or actual.
pub fn unpack(archive: &Path) -> io::Result<(TempDir, Vec<String>)> {
    let mut zip = ZipArchive::new(File::open(archive)?).map_err(refused)?;
    if zip.len() > MOST_ENTRIES {
        return Err(refused(format!("the archive has {} entries, more than {MOST_ENTRIES}", zip.len())));
    }
    // An archive that declares too much is not unpacked at all.
    if zip.decompressed_size().is_some_and(|bytes| bytes > u128::from(MOST_BYTES)) {
        return Err(too_big());
    }
    let target = crate::judge::private::folder("toolkit-zip-")?;
    let mut left_out = Vec::new();
    let mut room = MOST_BYTES;
    for index in 0..zip.len() {
        let mut entry = match zip.by_index(index) {
            Ok(entry) => entry,
            Err(error) => {
                left_out.push(format!("entry {}: {error}", index + 1));
                continue;
            }
        };
        let shown = String::from_utf8_lossy(entry.name_raw()).into_owned();
        let Some(name) = entry.enclosed_name() else {
            left_out.push(format!("{shown}: its path leads out of the archive"));
            continue;
        };
        let path = target.path().join(name);
        if !entry.is_dir() && (entry.is_symlink() || !entry.is_file()) {
            left_out.push(format!("{shown}: not a regular file"));
            continue;
        }
        // An entry may collide with an earlier one.
        let made =
            if entry.is_dir() { fs::create_dir_all(&path).map(|()| None) } else { create(&path).map(Some) };
        let mut file = match made {
            Ok(Some(file)) => file,
            Ok(None) => continue,
            Err(error) if is_local_error(&error) => return Err(error),
            Err(error) => {
                left_out.push(format!("{shown}: {error}"));
                continue;
            }
        };
        // Declared sizes may be wrong, so the bytes are counted.
        match io::copy(&mut (&mut entry).take(room + 1), &mut file) {
            Ok(bytes) if bytes > room => return Err(too_big()),
            Ok(bytes) => {
                room -= bytes;
                if entry.unix_mode().is_some_and(|mode| mode & 0o111 != 0) {
                    file.set_permissions(Permissions::from_mode(0o755))?;
                }
            }
            Err(error) if is_local_error(&error) => return Err(error),
            Err(error) => {
                fs::remove_file(&path)?;
                left_out.push(format!("{shown}: {error}"));
            }
        }
    }
    Ok((target, left_out))
}

fn create(path: &Path) -> io::Result<File> {
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    File::create_new(path)
}

/// Returns whether an error is caused by this machine, not by the archive.
fn is_local_error(error: &io::Error) -> bool {
    use io::ErrorKind::{PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    matches!(error.kind(), PermissionDenied | QuotaExceeded | ReadOnlyFilesystem | StorageFull)
}

fn too_big() -> io::Error {
    refused(format!("the archive unpacks to more than {} MiB", MOST_BYTES >> 20))
}

fn refused(reason: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}
