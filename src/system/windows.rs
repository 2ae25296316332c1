//! Services of Windows for commands.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::path::Path;

use signal_hook::consts::{SIGINT, SIGTERM};
use winapi_util::{AsHandleRef, Handle, HandleRef, file};

use crate::exit::Exit;
use nim_ground::presence::is_absence;

/// The signals that end a command early, and the exit code after each: Ctrl-C is a SIGINT.
pub const SIGNALS: &[(i32, Exit)] = &[(SIGINT, Exit::Interrupted), (SIGTERM, Exit::Terminated)];

/// Returns false: no signal is ignored from the start.
pub fn is_ignored(_: i32) -> bool {
    false
}

/// Does nothing: no header is precompiled here.
pub fn lower_priority(_by: i32) {}

/// Returns false: only a write reveals a closed output.
pub fn is_output_closed(_wait: bool) -> bool {
    false
}

/// Returns the identity of a regular file at a path; `None` if there is none.
pub fn identity(path: &Path) -> io::Result<Option<(u64, u64)>> {
    let found = match fs::metadata(path) {
        Err(error) if is_absence(&error) => return Ok(None),
        found => found?,
    };
    if found.is_file() { of_handle(Handle::from_path(path)?) } else { Ok(None) }
}

/// The error code of a closed handle, or of one without identity.
const INVALID_HANDLE: i32 = 6;

/// Like [`identity`], for an open file; a standard stream need not be one.
pub fn identity_of(file: &File) -> io::Result<Option<(u64, u64)>> {
    match of_handle(HandleRef::from_file(file)) {
        Err(error) if error.raw_os_error() == Some(INVALID_HANDLE) => Ok(None),
        found => found,
    }
}

fn of_handle(handle: impl AsHandleRef) -> io::Result<Option<(u64, u64)>> {
    if !file::typ(&handle)?.is_disk() {
        return Ok(None);
    }
    let about = file::information(&handle)?;
    Ok(Some((about.volume_serial_number(), about.file_index())))
}

/// Creates a new file.
pub fn create_new(path: &Path) -> io::Result<File> {
    File::create_new(path)
}

/// Opens a device or a pipe to write to it.
pub fn open_special(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    options.open(path)
}

/// Returns `None`: every file has a name.
pub fn unnamed_in(_: &Path) -> Option<File> {
    None
}

/// Fails: this system has no unnamed files.
pub fn name_unnamed(_: &File, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Gives a file the owner and the permissions of the one that it will replace: those of its folder, which it has already.
#[expect(clippy::unnecessary_wraps, reason = "other systems can refuse")]
pub fn copy_owner(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}

/// Returns the free bytes of the disk of a folder; `None` if the system does not tell them.
pub fn free_bytes(_: &Path) -> Option<u64> {
    None
}

/// Returns whether nothing may be executed on the disk of a folder.
pub fn is_noexec(_: &Path) -> bool {
    false
}

/// Checks that files can be made in a folder.
pub fn check_writable(folder: &Path) -> io::Result<()> {
    tempfile::tempfile_in(folder).map(|_| ())
}
