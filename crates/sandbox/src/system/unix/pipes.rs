//! Pipes of Unix systems.

use std::io::{self, PipeReader, PipeWriter};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::process::ChildStdin;
use std::time::Duration;

#[cfg(target_os = "linux")]
use nim_ground::error::best_effort;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

/// An end of a pipe.
pub type Pipe = OwnedFd;
/// One end of a pipe, borrowed.
pub type PipeRef<'a> = BorrowedFd<'a>;

/// Borrows an end of a pipe.
pub fn borrow(pipe: &Pipe) -> PipeRef<'_> {
    pipe.as_fd()
}

/// Takes the pipe to the input of a process.
///
/// # Errors
/// Never here; other systems can fail.
pub fn input(pipe: ChildStdin) -> io::Result<Pipe> {
    Ok(pipe.into())
}

/// The capacity of a pipe between two programs in bytes, if the system allows it.
#[cfg(target_os = "linux")]
const LINK_BYTES: usize = 1 << 20;

/// Makes a pipe between two programs.
///
/// # Errors
/// When the system has no more.
pub fn link() -> io::Result<(PipeReader, PipeWriter)> {
    let (reader, writer) = io::pipe()?;
    #[cfg(target_os = "linux")]
    best_effort(rustix::pipe::fcntl_setpipe_size(&writer, LINK_BYTES));
    Ok((reader, writer))
}

/// The event that a pipe is polled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Something to read, or the end.
    Read,
    /// Room for more bytes.
    Write,
}

/// Waits until one of these pipes is ready, until a signal comes, or for this time; returns whether each is ready.
///
/// # Errors
/// When the system cannot wait for them.
pub fn wait_for(pipes: &[(PipeRef<'_>, Direction)], time: Duration) -> io::Result<Vec<bool>> {
    let flags = |direction| if direction == Direction::Read { PollFlags::IN } else { PollFlags::OUT };
    let mut polled: Vec<PollFd<'_>> =
        pipes.iter().map(|&(pipe, direction)| PollFd::from_borrowed_fd(pipe, flags(direction))).collect();
    match poll(&mut polled, Timespec::try_from(time).ok().as_ref()) {
        Ok(_) => Ok(polled.iter().map(|pipe| !pipe.revents().is_empty()).collect()),
        Err(Errno::INTR) => Ok(vec![false; pipes.len()]),
        Err(error) => Err(error.into()),
    }
}

/// Lets reads and writes return at once where they would block.
///
/// # Errors
/// When the system refuses.
pub fn set_nonblocking(pipe: &Pipe) -> io::Result<()> {
    Ok(rustix::io::ioctl_fionbio(pipe, true)?)
}

/// Writes some of the bytes.
///
/// # Errors
/// As [`io::Write::write`].
pub fn write(pipe: &Pipe, bytes: &[u8]) -> io::Result<usize> {
    Ok(rustix::io::write(pipe, bytes)?)
}

/// Returns whether written bytes have not yet been read.
pub fn has_unread(pipe: &Pipe) -> bool {
    is_filled(pipe)
}

/// Like [`has_unread`], for a pipe between two programs.
pub fn has_unread_link(pipe: &PipeReader) -> bool {
    is_filled(pipe)
}

fn is_filled(pipe: impl AsFd) -> bool {
    rustix::io::ioctl_fionread(pipe).is_ok_and(|bytes| bytes > 0)
}

/// The judge's end of an output of a process, which is read without waiting; `None` when the other end is closed.
pub struct PipeEnd(Option<OwnedFd>);

impl PipeEnd {
    /// Takes an end.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn new(pipe: Option<impl Into<OwnedFd>>) -> io::Result<Self> {
        let pipe = pipe.map(Into::into);
        pipe.as_ref().map_or(Ok(()), set_nonblocking)?;
        Ok(Self(pipe))
    }

    /// Borrows the pipe, until the other end is closed.
    pub fn as_ref(&self) -> Option<PipeRef<'_>> {
        self.0.as_ref().map(borrow)
    }

    /// Reads a part of the available bytes.
    ///
    /// # Errors
    /// When reading or `take` fails.
    pub fn read(&mut self, take: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        self.read_some(usize::MAX, take).map(|_| ())
    }

    /// Reads at most `most` bytes, and returns their number.
    fn read_some(&mut self, most: usize, mut take: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<usize> {
        let Some(pipe) = &self.0 else { return Ok(0) };
        let mut buffer = [0; 16 << 10];
        let room = buffer.len().min(most);
        match rustix::io::read(pipe, &mut buffer[..room]) {
            Ok(0) => self.0 = None,
            Ok(bytes) => return take(&buffer[..bytes]).map(|()| bytes),
            Err(Errno::AGAIN | Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(0)
    }

    /// Reads the bytes in the pipe, once the process and all its children have ended.
    ///
    /// # Errors
    /// When reading or `take` fails.
    pub fn read_rest(&mut self, mut take: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        let Some(pipe) = &self.0 else { return Ok(()) };
        let mut left = usize::try_from(rustix::io::ioctl_fionread(pipe)?).unwrap_or(usize::MAX);
        while left > 0 {
            match self.read_some(left, &mut take)? {
                0 => break,
                bytes => left -= bytes,
            }
        }
        Ok(())
    }
}

/// Waits for one of two outputs, at most for this time.
///
/// # Errors
/// When the system cannot wait.
pub fn wait_for_either(ends: [&PipeEnd; 2], time: Duration) -> io::Result<()> {
    let open = ends.into_iter().filter_map(|end| end.0.as_ref());
    let pipes: Vec<_> = open.map(|pipe| (borrow(pipe), Direction::Read)).collect();
    wait_for(&pipes, time).map(|_| ())
}
