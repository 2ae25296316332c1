//! Standard input and output of commands. An error of writing names the stream; where another process that shares one has made it non-blocking,
//! it is waited for.

use std::io::{self, BufReader, Read, Write};

use nim_ground::error::named;
use nim_io::system::{wait_for_stdin, wait_for_stdout};

/// The standard output of every command.
#[derive(Clone, Copy, Debug)]
pub struct Stdout;

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        waiting(wait_for_stdout, || io::stdout().write(bytes)).map_err(named(UNWRITTEN))
    }

    fn flush(&mut self) -> io::Result<()> {
        waiting(wait_for_stdout, || io::stdout().flush()).map_err(named(UNWRITTEN))
    }
}

/// The message for a failure of standard output.
pub const UNWRITTEN: &str = "cannot write to standard output";

/// The standard input of every command but the solvers.
#[derive(Clone, Copy, Debug)]
pub struct Stdin;

impl Read for Stdin {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        waiting(wait_for_stdin, || io::stdin().read(room))
    }
}

/// Returns standard input line by line.
pub fn lines_of_stdin() -> BufReader<Stdin> {
    BufReader::new(Stdin)
}

fn waiting<T>(wait: fn() -> io::Result<()>, mut act: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match act() {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => wait()?,
            done => return done,
        }
    }
}
