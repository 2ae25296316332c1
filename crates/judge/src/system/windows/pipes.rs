//! Pipes of Windows, which are read by threads: a read of a pipe cannot return at once.

use std::fs::File;
use std::io::{self, Read};
use std::os::windows::io::{AsHandle, BorrowedHandle, OwnedHandle};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// One end of a pipe.
pub type Pipe = OwnedHandle;
/// One end of a pipe, borrowed.
pub type PipeRef<'a> = BorrowedHandle<'a>;

/// Borrows a pipe.
pub fn borrow(pipe: &Pipe) -> PipeRef<'_> {
    pipe.as_handle()
}

/// What a pipe is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Something to read, or the end.
    Read,
    /// Room for something to write.
    Write,
}

/// Fails: dialogues need another system.
///
/// # Errors
/// Always.
pub fn wait_for(_: &[(PipeRef<'_>, Direction)], _: Duration) -> io::Result<Vec<bool>> {
    Err(io::ErrorKind::Unsupported.into())
}

/// As [`wait_for`].
///
/// # Errors
/// Always.
pub fn set_nonblocking(_: &Pipe) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// As [`wait_for`].
///
/// # Errors
/// Always.
pub fn write(_: &Pipe, _: &[u8]) -> io::Result<usize> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Returns whether what was written has not yet been read, which is not known here.
pub fn has_unread(_: &Pipe) -> bool {
    false
}

/// Bytes read at a time, and how many times more than was taken.
const BLOCK: usize = 64 << 10;
const AHEAD: usize = 8;
/// Time for the rest of an output, which others may hold open.
const LONGEST_REST: Duration = Duration::from_secs(1);
/// Time between two looks at two outputs.
const TICK: Duration = Duration::from_millis(1);

/// The judge's end of an output of a process, which is read without waiting; `None` when the other end is closed.
pub struct PipeEnd {
    blocks: Option<Receiver<Vec<u8>>>,
}

impl PipeEnd {
    /// Takes an end.
    ///
    /// # Errors
    /// When there can be no thread to read it.
    pub fn new(pipe: Option<impl Into<OwnedHandle>>) -> io::Result<Self> {
        let Some(pipe) = pipe else { return Ok(Self { blocks: None }) };
        let mut pipe = File::from(pipe.into());
        let (sender, blocks) = sync_channel(AHEAD);
        thread::Builder::new().spawn(move || {
            let mut buffer = vec![0; BLOCK];
            // An error is the end as well: nobody writes to the pipe any more.
            while let Ok(bytes @ 1..) = pipe.read(&mut buffer) {
                if sender.send(buffer[..bytes].to_vec()).is_err() {
                    break;
                }
            }
        })?;
        Ok(Self { blocks: Some(blocks) })
    }

    /// Reads what is available, in part.
    ///
    /// # Errors
    /// When `take` fails.
    pub fn read(&mut self, mut take: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        for _ in 0..AHEAD {
            let Some(blocks) = &self.blocks else { break };
            match blocks.try_recv() {
                Ok(block) => take(&block)?,
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => self.blocks = None,
            }
        }
        Ok(())
    }

    /// Reads the rest, when the process and all that it has started have ended.
    ///
    /// # Errors
    /// When `take` fails.
    pub fn read_rest(&mut self, mut take: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        let until = Instant::now() + LONGEST_REST;
        while let Some(blocks) = &self.blocks {
            match blocks.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(block) => take(&block)?,
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => self.blocks = None,
            }
        }
        Ok(())
    }
}

/// Waits a little, at most for this time: outputs do not tell when they have something.
///
/// # Errors
/// Never.
#[expect(clippy::unnecessary_wraps, reason = "other systems can fail")]
pub fn wait_for_either(_: [&PipeEnd; 2], time: Duration) -> io::Result<()> {
    thread::sleep(TICK.min(time));
    Ok(())
}
