//! Files that are copied for a program: its sources, what stands beside them, and what its package includes.
//!
//! Whoever is judged may have written their folder. So a file is opened below a descriptor of the folder, and copied only if it
//! is a regular file that no link leads out to, that is not hidden under another name, and that nobody else owns under another
//! name: a compiler prints what it reads.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use rustix::fs::{Mode, OFlags, open, openat};

use super::secrets::Secrets;

/// Reads a file of at most `most` bytes, and a byte more of a larger one.
///
/// # Errors
/// When it is no file of its folder's own, as [`is_refused`] tells, or cannot be read.
pub fn read(path: &Path, secrets: &Secrets, most: u64) -> io::Result<Vec<u8>> {
    let mut contents = Vec::new();
    open_own(path, secrets)?.take(most.saturating_add(1)).read_to_end(&mut contents)?;
    Ok(contents)
}

/// Whether an error of [`read`] says that the file is not to be copied, rather than that it cannot be read.
pub fn is_refused(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::PermissionDenied && error.raw_os_error().is_none()
}

fn refused(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, why)
}

fn open_own(path: &Path, secrets: &Secrets) -> io::Result<File> {
    let name = path.file_name().ok_or(io::ErrorKind::IsADirectory)?;
    let around = path.parent().filter(|around| !around.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder =
        File::from(open(around, OFlags::DIRECTORY | OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())?);
    // A pipe without a writer is opened at once.
    let how = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY;
    let file = File::from(open_beneath(&folder, name, how)?);
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(refused("it is no regular file"));
    }
    if secrets.has_file(&metadata) {
        return Err(refused("it is another name of a file that programs may not see"));
    }
    if is_foreign(&metadata, &folder.metadata()?) {
        return Err(refused("it has another name, and another owner than its folder"));
    }
    Ok(file)
}

/// Whether a file has been linked to by somebody who does not own it.
fn is_foreign(file: &Metadata, folder: &Metadata) -> bool {
    file.nlink() > 1 && file.uid() != folder.uid()
}

/// Opens a file of a folder; links within the folder are followed, where the system can tell.
fn open_beneath(folder: &File, name: &std::ffi::OsStr, how: OFlags) -> io::Result<rustix::fd::OwnedFd> {
    use rustix::io::Errno;
    const LEADS_OUT: &str = "it is a link that leads out of its folder";
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{ResolveFlags, openat2};
        let within = ResolveFlags::BENEATH | ResolveFlags::NO_MAGICLINKS;
        match openat2(folder, name, how, Mode::empty(), within) {
            Err(Errno::XDEV) => return Err(refused(LEADS_OUT)),
            // An old kernel, or a filter of system calls.
            Err(Errno::NOSYS | Errno::PERM) => {}
            opened => return Ok(opened?),
        }
    }
    match openat(folder, name, how | OFlags::NOFOLLOW, Mode::empty()) {
        Err(Errno::LOOP) => Err(refused(LEADS_OUT)),
        opened => Ok(opened?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    #[test]
    fn only_regular_files_of_the_folder_that_are_not_hidden_are_read() {
        let around = tempfile::tempdir().unwrap();
        let path = |name: &str| around.path().join(name);
        fs::create_dir_all(path("alice/within")).unwrap();
        fs::create_dir(path("tests")).unwrap();
        fs::write(path("tests/1.ans"), "secret").unwrap();
        fs::write(path("tests/other"), "shown").unwrap();
        fs::write(path("alice/sol.cpp"), "own").unwrap();
        let mut secrets = Secrets::default();
        secrets.add_data(&path("tests/1.ans"));
        symlink("sol.cpp", path("alice/own_link.cpp")).unwrap();
        symlink("../tests/1.ans", path("alice/up.h")).unwrap();
        symlink(path("tests/other"), path("alice/absolute.h")).unwrap();
        symlink("/proc/self/mem", path("alice/magic.h")).unwrap();
        symlink("../tests", path("alice/folder.h")).unwrap();
        symlink("up.h", path("alice/twice.h")).unwrap();
        fs::hard_link(path("tests/1.ans"), path("alice/hard.h")).unwrap();
        fs::hard_link(path("alice/sol.cpp"), path("alice/copy.cpp")).unwrap();
        rustix::fs::mknodat(rustix::fs::CWD, path("alice/pipe.h"), rustix::fs::FileType::Fifo, Mode::RUSR, 0)
            .unwrap();
        let read = |name: &str| read(&path(name), &secrets, 100);
        for name in ["alice/sol.cpp", "alice/own_link.cpp", "alice/copy.cpp"] {
            assert_eq!(read(name).unwrap(), b"own", "{name}");
        }
        for name in ["up.h", "absolute.h", "magic.h", "folder.h", "twice.h", "hard.h", "pipe.h", "within"] {
            let error = read(&format!("alice/{name}")).unwrap_err();
            assert!(is_refused(&error), "{name}: {error}");
        }
        assert!(!is_refused(&read("alice/missing").unwrap_err()));
    }
}
