//! The destination of lines.

use super::system::{self, Direction, Handle};
use std::io::{self, Write};

/// The destination of lines.
pub trait Sink: Write + Send {
    /// Returns the file it writes to, if there is one.
    fn handle(&self) -> Option<Handle<'_>> {
        None
    }

    /// Returns whether everything that is written is discarded.
    fn discards(&self) -> bool {
        self.handle().is_some_and(system::is_null_device)
    }

    /// Charges work on the output: steps of about a nanosecond, and the bytes held for it. Fails once the output is closed.
    fn charge(&mut self, _steps: u64, _held: usize) -> io::Result<()> {
        Ok(())
    }

    /// Writes the first `len` bytes of a buffer. It may keep the buffer, and leave another of the same size.
    fn take_over(&mut self, buffer: &mut Vec<u8>, len: usize) -> io::Result<()> {
        write_all(self, &buffer[..len])
    }
}

impl Sink for Vec<u8> {}

impl Sink for &mut [u8] {}

impl Sink for &mut (dyn Write + Send + '_) {}

impl Sink for io::Sink {
    fn discards(&self) -> bool {
        true
    }
}

impl Sink for std::fs::File {
    fn handle(&self) -> Option<Handle<'_>> {
        Some(system::handle(self))
    }
}

/// Writes everything; waits for a file in non-blocking mode.
pub(super) fn write_all<S: Sink + ?Sized>(sink: &mut S, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match sink.write(bytes) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => bytes = &bytes[written..],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => match sink.handle() {
                Some(file) => system::wait_for(file, Direction::Write)?,
                None => return Err(error),
            },
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
