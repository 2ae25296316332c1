//! Zip archives.

use std::fs::File;
use std::io;

use zip::ZipArchive;

use super::{Unpacking, Written, refused, too_big};

/// Unpacks a zip archive.
///
/// # Errors
/// When it cannot be read or holds too much.
pub fn unpack(archive: File, unpacking: &mut Unpacking<'_>) -> io::Result<()> {
    let mut zip = ZipArchive::new(archive).map_err(refused)?;
    if zip.len() > unpacking.room.entries {
        let most = unpacking.room.entries;
        return Err(refused(format!("the archive has {} entries, more than {most}", zip.len())));
    }
    // An archive that declares too much is not unpacked at all.
    if zip.decompressed_size().is_some_and(|bytes| bytes > u128::from(unpacking.room.bytes)) {
        return Err(too_big());
    }
    for index in 0..zip.len() {
        unpacking.count()?;
        let mut entry = match zip.by_index(index) {
            Ok(entry) => entry,
            Err(error) => {
                unpacking.left_out.push(format!("entry {}: {error}", index + 1));
                continue;
            }
        };
        let shown = String::from_utf8_lossy(entry.name_raw()).into_owned();
        let Some(name) = entry.enclosed_name() else {
            unpacking.leave_out(&shown, "its path leads out of the archive");
            continue;
        };
        if entry.is_dir() {
            unpacking.folder(&shown, &name)?;
        } else if entry.is_symlink() || !entry.is_file() {
            unpacking.leave_out(&shown, "not a regular file");
        } else {
            let is_program = entry.unix_mode().is_some_and(|mode| mode & 0o111 != 0);
            if let Written::Damaged(error) = unpacking.file(&shown, &name, is_program, &mut entry)? {
                unpacking.leave_out(&shown, error);
            }
        }
    }
    Ok(())
}
