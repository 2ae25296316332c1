//! Open files of Windows.

use super::Direction;
use memmap2::MmapMut;
use std::fs::{File, Metadata};
use std::io;
use std::os::windows::fs::FileExt;
use std::os::windows::io::{AsHandle, BorrowedHandle};
use winapi_util::{HandleRef, file::typ};

/// An open file, borrowed.
pub type Handle<'a> = BorrowedHandle<'a>;

/// Returns standard input as a file, without the buffer that `std`'s handle has.
///
/// # Errors
/// When there is none.
pub fn stdin() -> io::Result<File> {
    Ok(io::stdin().as_handle().try_clone_to_owned()?.into())
}

/// Like [`stdin`], for standard output.
///
/// # Errors
/// When there is none.
pub fn stdout() -> io::Result<File> {
    Ok(io::stdout().as_handle().try_clone_to_owned()?.into())
}

/// Like [`stdin`], for standard error.
///
/// # Errors
/// When there is none.
pub fn stderr() -> io::Result<File> {
    Ok(io::stderr().as_handle().try_clone_to_owned()?.into())
}

pub(crate) fn handle(file: &File) -> Handle<'_> {
    file.as_handle()
}

/// Returns the metadata of a file; `None` of a pipe or a console, and where the system has none.
// Other systems can fail.
pub(crate) fn metadata(file: &File) -> io::Result<Option<Metadata>> {
    let is_disk = typ(HandleRef::from_file(file)).is_ok_and(|kind| kind.is_disk());
    Ok(file.metadata().ok().filter(|_| is_disk))
}

/// Returns false: the system knows the answer for few kinds of files, and to ask is more work, not less.
// Other systems can fail.
pub(crate) fn is_readable(_: Handle<'_>) -> io::Result<bool> {
    Ok(false)
}

/// Fails: no file is in non-blocking mode.
pub(crate) fn wait_for(_: Handle<'_>, _: Direction) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

pub(crate) fn enlarge_pipe(_: Handle<'_>, _: usize) {}

/// Does nothing: the system has no such advice.
pub(crate) const fn in_large_pages(_: &MmapMut) {}

pub(crate) fn is_null_device(_: Handle<'_>) -> bool {
    false
}

/// Fills `room` with the bytes at offset `at`.
pub(crate) fn read_at(file: &File, mut room: &mut [u8], mut at: u64) -> io::Result<()> {
    while !room.is_empty() {
        match file.seek_read(room, at)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            bytes => {
                room = &mut room[bytes..];
                at += bytes as u64;
            }
        }
    }
    Ok(())
}

/// Reads on at `at`: reads at other offsets have moved the file's own.
pub(crate) fn read_next(file: &File, room: &mut [u8], at: u64) -> io::Result<usize> {
    file.seek_read(room, at)
}
