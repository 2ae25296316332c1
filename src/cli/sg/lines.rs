//! The lines of a file or of standard input, as many at once as have come.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use anyhow::Context;

use super::{LARGEST_FILE, MalformedFile};

/// The bytes that are asked for at once.
const PIECE: usize = 1 << 20;

/// The lines of a file.
pub struct Lines {
    /// The name of the file in messages.
    pub name: String,
    input: BufReader<Box<dyn Read>>,
}

impl Lines {
    /// Opens a file; `-` is standard input.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn open(file: &Path) -> anyhow::Result<Self> {
        let (name, input): (String, Box<dyn Read>) = if file == Path::new("-") {
            ("<stdin>".to_owned(), Box::new(io::stdin().lock()))
        } else {
            let name = file.display().to_string();
            let file = File::open(file).with_context(|| format!("cannot read {name}"))?;
            (name, Box::new(file))
        };
        Ok(Self { name, input: BufReader::with_capacity(PIECE, input) })
    }

    /// Returns the next lines with their ends, at least one; `None` at the end. It waits for one line, but not for another.
    ///
    /// # Errors
    /// When reading fails, or a line is too long to be kept.
    pub fn next(&mut self) -> anyhow::Result<Option<Vec<u8>>> {
        let mut lines = Vec::new();
        let read = self.input.by_ref().take(LARGEST_FILE).read_until(b'\n', &mut lines);
        let length = read.with_context(|| format!("cannot read {}", self.name))?;
        if length as u64 == LARGEST_FILE && !lines.ends_with(b"\n") {
            let why = format!("{}: a line has more than {LARGEST_FILE} bytes", self.name);
            return Err(MalformedFile(why).into());
        }
        let here = self.input.buffer().iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        lines.extend_from_slice(&self.input.buffer()[..here]);
        self.input.consume(here);
        Ok(Some(lines).filter(|lines| !lines.is_empty()))
    }
}
