//! The lines of a file or of standard input, as many at once as have come.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::Context;

use super::{LARGEST_FILE, MalformedFile};

/// The bytes that are asked for at once.
const PIECE: usize = 1 << 20;

/// The lines of a file.
pub struct Lines {
    /// The name of the file in messages.
    pub name: String,
    input: Box<dyn Read>,
    /// The text that was read and not taken.
    text: Vec<u8>,
    has_ended: bool,
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
        Ok(Self { name, input, text: Vec::new(), has_ended: false })
    }

    /// Returns the next lines with their ends, at least one; `None` at the end. It waits for one line, but not for another.
    ///
    /// # Errors
    /// When reading fails, or a line is too long to be kept.
    pub fn next(&mut self) -> anyhow::Result<Option<Vec<u8>>> {
        let mut searched = 0;
        let end = loop {
            if let Some(end) = self.text[searched..].iter().rposition(|&byte| byte == b'\n') {
                break searched + end + 1;
            }
            searched = self.text.len();
            if self.has_ended {
                break searched;
            }
            if searched as u64 >= LARGEST_FILE {
                let why = format!("{}: a line has more than {LARGEST_FILE} bytes", self.name);
                return Err(MalformedFile(why).into());
            }
            self.text.resize(searched + PIECE, 0);
            let read = self.input.read(&mut self.text[searched..]);
            self.text.truncate(searched + *read.as_ref().unwrap_or(&0));
            match read {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => self.has_ended = read.with_context(|| format!("cannot read {}", self.name))? == 0,
            }
        };
        let rest = self.text.split_off(end);
        let lines = std::mem::replace(&mut self.text, rest);
        Ok(Some(lines).filter(|lines| !lines.is_empty()))
    }
}
