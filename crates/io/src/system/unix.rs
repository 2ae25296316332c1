//! Open files of Unix.

#![expect(clippy::let_underscore_must_use, reason = "hints to the system, which it may refuse")]

use super::Direction;
use memmap2::MmapMut;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::FileType;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::FileExt;

/// An open file, borrowed.
pub type Handle<'a> = BorrowedFd<'a>;

/// Returns standard input as a file, without the buffer that `std`'s handle has.
///
/// # Errors
/// When there are no more descriptors.
pub fn stdin() -> io::Result<File> {
    Ok(rustix::stdio::stdin().try_clone_to_owned()?.into())
}

/// Like [`stdin`], for standard output.
///
/// # Errors
/// When there are no more descriptors.
pub fn stdout() -> io::Result<File> {
    Ok(rustix::stdio::stdout().try_clone_to_owned()?.into())
}

/// Like [`stdin`], for standard error.
///
/// # Errors
/// When there are no more descriptors.
pub fn stderr() -> io::Result<File> {
    Ok(rustix::stdio::stderr().try_clone_to_owned()?.into())
}

pub(crate) fn handle(file: &File) -> Handle<'_> {
    file.as_fd()
}

/// Returns the metadata of a file; `None` where the system has none of it.
pub(crate) fn metadata(file: &File) -> io::Result<Option<Metadata>> {
    file.metadata().map(Some)
}

/// Returns whether a read does not block.
pub(crate) fn is_readable(file: Handle<'_>) -> io::Result<bool> {
    is_ready(file, PollFlags::IN, Some(&Timespec::default()))
}

/// Waits for a file in non-blocking mode.
pub(crate) fn wait_for(file: Handle<'_>, direction: Direction) -> io::Result<()> {
    let flags = match direction {
        Direction::Read => PollFlags::IN,
        Direction::Write => PollFlags::OUT,
    };
    is_ready(file, flags, None).map(|_| ())
}

fn is_ready(file: Handle<'_>, flags: PollFlags, time: Option<&Timespec>) -> io::Result<bool> {
    match poll(&mut [PollFd::from_borrowed_fd(file, flags)], time) {
        Ok(ready) => Ok(ready > 0),
        Err(rustix::io::Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Enlarges a pipe, if it is one and the system can.
pub(crate) fn enlarge_pipe(file: Handle<'_>, bytes: usize) {
    #[cfg(target_os = "linux")]
    let _ = rustix::pipe::fcntl_setpipe_size(file, bytes);
    #[cfg(not(target_os = "linux"))]
    let _ = (file, bytes);
}

/// Asks for large pages, so that fewer are allocated while the memory is filled.
pub(crate) fn in_large_pages(memory: &MmapMut) {
    // Only advice: small pages do as well.
    #[cfg(target_os = "linux")]
    let _ = memory.advise(memmap2::Advice::HugePage);
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

/// Returns whether a file is `/dev/null`.
pub(crate) fn is_null_device(file: Handle<'_>) -> bool {
    #[cfg(target_os = "linux")]
    let null = Some(rustix::fs::makedev(1, 3));
    #[cfg(not(target_os = "linux"))]
    let null = rustix::fs::stat("/dev/null").ok().map(|null| null.st_rdev);
    rustix::fs::fstat(file).is_ok_and(|file| {
        FileType::from_raw_mode(file.st_mode).is_char_device() && Some(file.st_rdev) == null
    })
}

/// Fills `room` with the bytes at offset `at`.
pub(crate) fn read_at(file: &File, room: &mut [u8], at: u64) -> io::Result<()> {
    file.read_exact_at(room, at)
}

/// Reads on, and moves the offset that processes share; it is `at` if they have not moved it.
pub(crate) fn read_next(mut file: &File, room: &mut [u8], _at: u64) -> io::Result<usize> {
    file.read(room)
}
