//! The files of a run that takes its input from a file or writes its output to one. The program is hostile: the output is read only if it
//! is a regular file of the program's own.

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::{FileExt, MetadataExt};

use rustix::fs::{Mode, OFlags, fchown, openat};
use rustix::io::Errno;
use rustix::process::{Gid, Uid};

use super::plan::{NamespaceLevel, SandboxPlan};
use nim_ground::error::named;
use nim_ground::file_io::FileIo;

/// The number of bytes copied at a time.
const CHUNK: usize = 64 << 10;

/// The folder of a run, opened before the program could move it.
pub struct Exchange<'a> {
    folder: OwnedFd,
    files: &'a FileIo,
    owner: u32,
}

/// The output of a program, or the reason why there is none.
pub type Output = Result<OwnedFd, String>;

impl<'a> Exchange<'a> {
    /// Writes the input into the private folder.
    ///
    /// # Errors
    /// When there is no private folder, or the file cannot be written.
    pub fn begin(plan: &SandboxPlan, files: &'a FileIo, input: &OwnedFd) -> io::Result<Self> {
        let is_private = plan.working_dir.starts_with(&plan.private_dir);
        if plan.unsandboxed || !is_private {
            return Err(io::Error::other("input and output files need a private folder"));
        }
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let folder = rustix::fs::open(&plan.working_dir, flags, Mode::empty())?;
        if let Some(name) = &files.input {
            let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            let file = openat(&folder, name, flags, Mode::from_raw_mode(0o644))?;
            copy(&File::from(input.try_clone()?), &file)?;
            if plan.level != NamespaceLevel::None || plan.user.is_some() {
                fchown(&file, Some(Uid::from_raw(plan.owner())), Some(Gid::from_raw(plan.owner_group())))?;
            }
        }
        Ok(Self { folder, files, owner: plan.owner() })
    }

    /// Returns the file that the program wrote, after all its processes have ended; `None` where it writes to its standard output.
    ///
    /// # Errors
    /// When the file cannot be opened, and the program is not the reason.
    pub fn end(&self) -> io::Result<Option<Output>> {
        let Some(name) = &self.files.output else { return Ok(None) };
        // A pipe without a writer would block its reader.
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        Ok(Some(match openat(&self.folder, name, flags, Mode::empty()) {
            Ok(file) => self.own(File::from(file), name)?,
            Err(Errno::NOENT) => Err(format!("wrote no {name}")),
            // A link, a socket, or a file without permissions.
            Err(Errno::LOOP | Errno::NXIO | Errno::ACCESS) => {
                Err(format!("{name} is no file that can be read"))
            }
            Err(error) => return Err(named(name)(error.into())),
        }))
    }

    /// Returns a file that the program wrote itself: a link could lead to another's.
    fn own(&self, file: File, name: &str) -> io::Result<Output> {
        let metadata = file.metadata().map_err(named(name))?;
        let is_own = metadata.is_file() && metadata.nlink() == 1 && metadata.uid() == self.owner;
        Ok(if is_own { Ok(file.into()) } else { Err(format!("{name} is not a file of its own")) })
    }
}

/// Copies a file from its beginning; the place at which it is read elsewhere stays.
fn copy(from: &File, to: &OwnedFd) -> io::Result<()> {
    let to = File::from(to.try_clone()?);
    let (mut buffer, mut place) = (vec![0; CHUNK], 0);
    loop {
        let bytes = from.read_at(&mut buffer, place)?;
        if bytes == 0 {
            return Ok(());
        }
        to.write_all_at(&buffer[..bytes], place)?;
        place += bytes as u64;
    }
}
