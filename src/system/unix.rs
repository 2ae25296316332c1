//! Services of Unix for commands.

use std::fs::{self, File, Metadata, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Access, Gid, OFlags, Uid, fchown};
use rustix::io::{Errno, retry_on_intr};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use crate::exit::Exit;
use nim_ground::error::best_effort;
use nim_ground::interruption;
use nim_ground::presence::is_absence;

/// The signals that end a command early, and the exit code after each.
pub const SIGNALS: &[(i32, Exit)] =
    &[(SIGHUP, Exit::HungUp), (SIGINT, Exit::Interrupted), (SIGTERM, Exit::Terminated)];

/// Returns whether this process was started with a signal ignored, and so outlives the terminal, as below `nohup`; false if that is
/// unknown.
pub fn is_ignored(signal: i32) -> bool {
    if signal != SIGHUP {
        return false;
    }
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal - 1) & 1 == 1
}

/// Lowers the priority of this process and its children by this niceness; does nothing if the system refuses.
pub fn lower_priority(by: i32) {
    best_effort(rustix::process::nice(by));
}

/// Returns whether standard output is a pipe that its reader has closed. With `wait`, returns after a wait for it, which other events may
/// end, such as the other end of a socket that is gone. If standard output is a file, the wait never ends.
pub fn is_output_closed(wait: bool) -> bool {
    let stdout = rustix::stdio::stdout();
    // The system reports an error whatever events are asked for.
    let mut polled = [PollFd::new(&stdout, PollFlags::empty())];
    let timeout = (!wait).then(Timespec::default);
    let told = retry_on_intr(|| poll(&mut polled, timeout.as_ref()));
    // If the call fails, the next write fails too and reports it.
    told.is_ok() && polled[0].revents().contains(PollFlags::ERR)
}

/// Returns the identity of a regular file at a path; `None` if there is none.
pub fn identity(path: &Path) -> io::Result<Option<(u64, u64)>> {
    match fs::metadata(path) {
        Err(error) if is_absence(&error) => Ok(None),
        found => Ok(of_metadata(&found?)),
    }
}

/// Like [`identity`], for an open file.
pub fn identity_of(file: &File) -> io::Result<Option<(u64, u64)>> {
    Ok(of_metadata(&file.metadata()?))
}

fn of_metadata(metadata: &Metadata) -> Option<(u64, u64)> {
    metadata.is_file().then(|| (metadata.dev(), metadata.ino()))
}

/// A device or pipe to be written to. A pipe may wait for its reader, but a signal ends that.
pub struct Special {
    file: File,
    is_pipe: bool,
}

/// The time between two looks at the flag of signals.
const TICK: Timespec = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };
/// Ticks without progress after which a pipe is given up, where a signal has come.
const MOST_TICKS: u32 = 10;

/// Waits for a pipe that nobody reads; fails when a signal has come, and the wait is long.
fn wait_for_reader(file: Option<&File>, ticks: &mut u32) -> io::Result<()> {
    *ticks += 1;
    if *ticks > MOST_TICKS {
        interruption::check()?;
    }
    match file {
        Some(file) => drop(poll(&mut [PollFd::new(file, PollFlags::OUT)], Some(&TICK))),
        None => thread::sleep(Duration::from_nanos(TICK.tv_nsec.unsigned_abs())),
    }
    Ok(())
}

/// Opens a device or a pipe to write to it.
pub fn open_special(path: &Path, options: &mut OpenOptions) -> io::Result<Special> {
    let is_pipe = fs::metadata(path)?.file_type().is_fifo();
    if is_pipe {
        options.custom_flags(OFlags::NONBLOCK.bits().cast_signed());
    }
    let mut ticks = 0;
    loop {
        match options.open(path) {
            Err(error) if is_pipe && error.raw_os_error() == Some(Errno::NXIO.raw_os_error()) => {
                wait_for_reader(None, &mut ticks)?;
            }
            opened => return Ok(Special { file: opened?, is_pipe }),
        }
    }
}

impl Write for Special {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut ticks = 0;
        loop {
            match self.file.write(bytes) {
                Err(error) if self.is_pipe && error.kind() == io::ErrorKind::WouldBlock => {
                    wait_for_reader(Some(&self.file), &mut ticks)?;
                }
                written => return written,
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The mode of a new file, before the umask.
const MODE: u32 = 0o666;

/// Creates a new file with the usual mode.
pub fn create_new(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).mode(MODE).open(path)
}

/// Returns a new file without a name, if the file system supports these and can name them later.
#[cfg(target_os = "linux")]
pub fn unnamed_in(folder: &Path) -> Option<File> {
    use rustix::fs::{Mode, OFlags, open};
    let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
    let file = open(folder, flags, Mode::from_raw_mode(MODE)).ok()?;
    // Otherwise the file gets a name at once, which needs nothing.
    let can_be_named =
        nim_ground::presence::find(Path::new("/proc/self/fd")).is_ok_and(|found| found.is_some());
    can_be_named.then(|| file.into())
}

/// Gives a file of [`unnamed_in`] a name, which nothing has yet.
#[cfg(target_os = "linux")]
pub fn name_unnamed(file: &File, to: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};
    use std::os::fd::AsRawFd;
    let open = format!("/proc/self/fd/{}", file.as_raw_fd());
    Ok(linkat(CWD, &open, CWD, to, AtFlags::SYMLINK_FOLLOW)?)
}

/// Returns `None`: other systems have no such files.
#[cfg(not(target_os = "linux"))]
pub fn unnamed_in(_: &Path) -> Option<File> {
    None
}

/// Fails: this system has no unnamed files.
#[cfg(not(target_os = "linux"))]
pub fn name_unnamed(_: &File, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Gives a file the owner and the permissions of the one that it will replace.
pub fn copy_owner(file: &File, old: &Metadata) -> io::Result<()> {
    // Changing the owner needs privileges; without them the new owner stays.
    let group = Some(Gid::from_raw(old.gid()));
    best_effort(fchown(file, None, group));
    best_effort(fchown(file, Some(Uid::from_raw(old.uid())), group));
    file.set_permissions(Permissions::from_mode(old.mode() & 0o777))
}

/// Returns the free bytes of the disk of a folder; `None` if the system does not tell them.
pub fn free_bytes(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Returns whether the disk of a folder forbids execution; `false` if the system does not tell.
pub fn is_noexec(folder: &Path) -> bool {
    #[cfg(target_os = "linux")]
    let is_noexec = rustix::fs::statvfs(folder)
        .is_ok_and(|disk| disk.f_flag.contains(rustix::fs::StatVfsMountFlags::NOEXEC));
    #[cfg(not(target_os = "linux"))]
    let is_noexec = {
        let _: &Path = folder;
        false
    };
    is_noexec
}

/// Checks that files can be made in a folder.
pub fn check_writable(folder: &Path) -> io::Result<()> {
    Ok(rustix::fs::access(folder, Access::WRITE_OK)?)
}
