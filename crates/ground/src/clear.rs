//! Emptying and replacing a folder that a program has written, of any depth and with any permissions.

use std::fs::{self, DirBuilder, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt, chown};
use std::path::Path;

use crate::presence::find_link;

/// Replaces `folder` by a new one that only `user`, or else the caller, can read, so that no times, mode or attributes
/// of the old one remain.
///
/// # Errors
/// When the old one cannot be removed, or the new one not be made.
pub fn renew(folder: &Path, user: Option<u32>) -> io::Result<()> {
    empty(folder)?;
    fs::remove_dir(folder)?;
    DirBuilder::new().mode(0o700).create(folder)?;
    user.map_or(Ok(()), |user| chown(folder, Some(user), Some(user)))
}

/// Removes everything in `folder`. No process may change it at the same time.
///
/// Folders within folders are moved up before they are emptied, so that neither paths, nor open descriptors, nor the stack
/// grow with the depth.
///
/// # Errors
/// When something cannot be removed.
pub fn empty(folder: &Path) -> io::Result<()> {
    let mut moved = 0_u64;
    unlock(folder)?;
    loop {
        let mut is_empty = true;
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            is_empty = false;
            if entry.file_type()?.is_dir() {
                move_folders_up(&entry.path(), folder, &mut moved)?;
                fs::remove_dir(entry.path())?;
            } else {
                fs::remove_file(entry.path())?;
            }
        }
        if is_empty {
            return Ok(());
        }
    }
}

/// Moves the folders in `from` to `top`, and removes everything else there.
fn move_folders_up(from: &Path, top: &Path, moved: &mut u64) -> io::Result<()> {
    unlock(from)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        if !entry.file_type()?.is_dir() {
            fs::remove_file(entry.path())?;
            continue;
        }
        // Moving a folder changes its `..` entry, which needs permission.
        unlock(&entry.path())?;
        let mut target = top.join(moved.to_string());
        while find_link(&target)?.is_some() {
            *moved += 1;
            target = top.join(moved.to_string());
        }
        fs::rename(entry.path(), target)?;
    }
    Ok(())
}

fn unlock(folder: &Path) -> io::Result<()> {
    fs::set_permissions(folder, Permissions::from_mode(0o700))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn nothing_is_left_within_and_nothing_outside_is_touched() {
        let around = tempfile::tempdir().unwrap();
        let (folder, outside) = (around.path().join("folder"), around.path().join("outside"));
        fs::create_dir_all(folder.join("a/b/c/d")).unwrap();
        fs::create_dir_all(folder.join("0/0/0")).unwrap();
        fs::create_dir_all(folder.join("e")).unwrap();
        fs::create_dir(&outside).unwrap();
        fs::write(outside.join("kept"), "x").unwrap();
        fs::set_permissions(&outside, Permissions::from_mode(0o500)).unwrap();
        for place in ["1", "a/b/file", "a/b/c/file", "0/0/1"] {
            fs::write(folder.join(place), "x").unwrap();
        }
        for place in ["2", "a/link", "0/0/0/link"] {
            symlink(&outside, folder.join(place)).unwrap();
        }
        for locked in ["a/b/c/d", "a/b/c", "a/b", "a", "e", ""] {
            fs::set_permissions(folder.join(locked), Permissions::from_mode(0o0)).unwrap();
        }
        empty(&folder).unwrap();
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        assert_eq!(outside.metadata().unwrap().permissions().mode() & 0o777, 0o500);
        assert!(find_link(&outside.join("kept")).unwrap().is_some());
        fs::set_permissions(&outside, Permissions::from_mode(0o700)).unwrap();
    }
}
