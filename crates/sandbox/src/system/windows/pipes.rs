//! Pipes of Windows. A thread reads or writes each, since neither can return at once.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::windows::io::OwnedHandle;
use std::process::ChildStdin;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use nim_ground::lock::locked;

/// The number of bytes that a thread reads or writes at a time.
const BLOCK: usize = 64 << 10;
/// The limit of bytes that wait between a thread and the judge.
const MOST_WAITING: usize = 512 << 10;
/// Time for the rest of an output, which others may hold open.
const LONGEST_REST: Duration = Duration::from_secs(1);

/// Bytes on their way between the judge and the thread of a pipe.
#[derive(Debug, Default)]
pub struct Queue {
    state: Mutex<State>,
    /// Signals the thread that the judge has taken or added bytes.
    judged: Condvar,
}

#[derive(Debug, Default)]
struct State {
    bytes: VecDeque<u8>,
    /// Whether the thread has ended, at the end of the pipe or by an error.
    has_ended: bool,
    /// Whether the judge takes or adds nothing more.
    is_closed: bool,
}

/// Signals a change of any queue by its thread. The number counts the changes.
static CHANGES: (Mutex<u64>, Condvar) = (Mutex::new(0), Condvar::new());

fn changed() {
    *locked(&CHANGES.0) += 1;
    CHANGES.1.notify_all();
}

/// The judge's end of the input of a process.
#[derive(Debug)]
pub struct Pipe(Arc<Queue>);

impl Drop for Pipe {
    fn drop(&mut self) {
        close(&self.0);
    }
}

fn close(queue: &Queue) {
    locked(&queue.state).is_closed = true;
    queue.judged.notify_all();
}

/// One end of a pipe, borrowed.
pub type PipeRef<'a> = &'a Queue;

/// Borrows an end of a pipe.
pub fn borrow(pipe: &Pipe) -> PipeRef<'_> {
    &pipe.0
}

/// Takes the pipe to the input of a process.
///
/// # Errors
/// When there can be no thread to write it.
pub fn input(mut pipe: ChildStdin) -> io::Result<Pipe> {
    let queue = Arc::new(Queue::default());
    let own = Arc::clone(&queue);
    thread::Builder::new().spawn(move || {
        loop {
            let mut state = locked(&own.state);
            while state.bytes.is_empty() && !state.is_closed {
                state = own.judged.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            let most = state.bytes.len().min(BLOCK);
            let block: Vec<u8> = state.bytes.drain(..most).collect();
            drop(state);
            changed();
            if block.is_empty() || pipe.write_all(&block).is_err() {
                break;
            }
        }
        locked(&own.state).has_ended = true;
        changed();
    })?;
    Ok(Pipe(queue))
}

/// Makes a pipe between two programs.
///
/// # Errors
/// When the system has no more.
pub fn link() -> io::Result<(PipeReader, PipeWriter)> {
    io::pipe()
}

/// Returns whether bytes written into a pipe between two programs have not yet been read, which is not known here.
pub fn has_unread_link(_: &PipeReader) -> bool {
    false
}

/// The event that a pipe is polled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Something to read, or the end.
    Read,
    /// Room for more bytes.
    Write,
}

/// Waits until one of these pipes is ready, or for this time; returns whether each is ready.
///
/// # Errors
/// Never.
pub fn wait_for(pipes: &[(PipeRef<'_>, Direction)], time: Duration) -> io::Result<Vec<bool>> {
    let until = Instant::now() + time;
    loop {
        let before = *locked(&CHANGES.0);
        let ready: Vec<bool> = pipes.iter().map(|&(queue, direction)| is_ready(queue, direction)).collect();
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() || ready.contains(&true) {
            return Ok(ready);
        }
        drop(CHANGES.1.wait_timeout_while(locked(&CHANGES.0), left, |now| *now == before));
    }
}

fn is_ready(queue: &Queue, direction: Direction) -> bool {
    let state = locked(&queue.state);
    state.has_ended
        || match direction {
            Direction::Read => !state.bytes.is_empty(),
            Direction::Write => state.bytes.len() < MOST_WAITING,
        }
}

/// Lets reads and writes return at once where they would block, as they do.
///
/// # Errors
/// Never.
pub fn set_nonblocking(_: &Pipe) -> io::Result<()> {
    Ok(())
}

/// Writes some of the bytes.
///
/// # Errors
/// As [`Write::write`].
pub fn write(pipe: &Pipe, bytes: &[u8]) -> io::Result<usize> {
    let mut state = locked(&pipe.0.state);
    if state.has_ended {
        return Err(io::ErrorKind::BrokenPipe.into());
    }
    let room = MOST_WAITING.saturating_sub(state.bytes.len()).min(bytes.len());
    if room == 0 && !bytes.is_empty() {
        return Err(io::ErrorKind::WouldBlock.into());
    }
    state.bytes.extend(&bytes[..room]);
    pipe.0.judged.notify_all();
    Ok(room)
}

/// Returns whether written bytes have not yet been read, as far as is known.
pub fn has_unread(pipe: &Pipe) -> bool {
    !locked(&pipe.0.state).bytes.is_empty()
}

/// The judge's end of an output of a process, which is read without waiting; `None` when the other end is closed.
pub struct PipeEnd(Option<Arc<Queue>>);

impl PipeEnd {
    /// Takes an end.
    ///
    /// # Errors
    /// When there can be no thread to read it.
    pub fn new(pipe: Option<impl Into<OwnedHandle>>) -> io::Result<Self> {
        let Some(pipe) = pipe else { return Ok(Self(None)) };
        let mut pipe = File::from(pipe.into());
        let queue = Arc::new(Queue::default());
        let own = Arc::clone(&queue);
        thread::Builder::new().spawn(move || {
            let mut buffer = vec![0; BLOCK];
            // An error is the end as well: the pipe has no writer any more.
            while let Ok(bytes @ 1..) = pipe.read(&mut buffer) {
                let mut state = locked(&own.state);
                while state.bytes.len() >= MOST_WAITING && !state.is_closed {
                    state = own.judged.wait(state).unwrap_or_else(PoisonError::into_inner);
                }
                if state.is_closed {
                    break;
                }
                state.bytes.extend(&buffer[..bytes]);
                drop(state);
                changed();
            }
            locked(&own.state).has_ended = true;
            changed();
        })?;
        Ok(Self(Some(queue)))
    }

    /// Borrows the pipe, until the other end is closed.
    pub fn as_ref(&self) -> Option<PipeRef<'_>> {
        self.0.as_deref()
    }

    /// Reads the available bytes.
    ///
    /// # Errors
    /// When `take` fails.
    pub fn read(&mut self, mut take: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        let Some(queue) = &self.0 else { return Ok(()) };
        let mut state = locked(&queue.state);
        let bytes: Vec<u8> = state.bytes.drain(..).collect();
        let has_ended = state.has_ended;
        drop(state);
        queue.judged.notify_all();
        if has_ended {
            self.0 = None;
        }
        if bytes.is_empty() { Ok(()) } else { take(&bytes) }
    }

    /// Reads the rest, when the process and all that it has started have ended.
    ///
    /// # Errors
    /// When `take` fails.
    pub fn read_rest(&mut self, mut take: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        let until = Instant::now() + LONGEST_REST;
        while let Some(queue) = self.as_ref()
            && Instant::now() < until
        {
            wait_for(&[(queue, Direction::Read)], until.saturating_duration_since(Instant::now()))?;
            self.read(&mut take)?;
        }
        Ok(())
    }
}

impl Drop for PipeEnd {
    fn drop(&mut self) {
        if let Some(queue) = &self.0 {
            close(queue);
        }
    }
}

/// Waits for one of two outputs, at most for this time.
///
/// # Errors
/// Never.
pub fn wait_for_either(ends: [&PipeEnd; 2], time: Duration) -> io::Result<()> {
    let pipes: Vec<_> = ends.into_iter().filter_map(|end| Some((end.as_ref()?, Direction::Read))).collect();
    wait_for(&pipes, time).map(|_| ())
}
