//! White space alone in which an output differs from its answer, for judges that tell it from a right answer.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

/// The first byte in which an output differs from its answer, and the end of the output behind it.
pub(super) struct FirstDifference {
    /// Its offset.
    at: u64,
    /// The bytes of the output from there on, as far as they are few.
    rest: Vec<u8>,
}

/// Bytes at the end of an output that are looked at.
const MOST: usize = 64;

impl FirstDifference {
    pub(super) const fn at(at: u64) -> Self {
        Self { at, rest: Vec::new() }
    }

    /// Takes bytes of the output behind the difference.
    pub(super) fn take(&mut self, bytes: &[u8]) {
        let room = (MOST + 1).saturating_sub(self.rest.len()).min(bytes.len());
        self.rest.extend_from_slice(&bytes[..room]);
    }

    /// Returns a note on an output whose tokens are those of its answer; `None` where only line ends at its end differ.
    pub(super) fn note(&self, answer: &Path) -> io::Result<Option<String>> {
        let mut file = File::open(answer)?;
        let mut line = 1;
        let mut before = BufReader::new(file.by_ref()).take(self.at);
        loop {
            let buffer = before.fill_buf()?;
            if buffer.is_empty() {
                break;
            }
            line += buffer.iter().filter(|&&byte| byte == b'\n').count();
            let read = buffer.len();
            before.consume(read);
        }
        file.seek(SeekFrom::Start(self.at))?;
        let mut rest = Vec::new();
        file.take(MOST as u64 + 1).read_to_end(&mut rest)?;
        let ends = |rest: &[u8]| rest.len() <= MOST && rest.iter().all(|byte| matches!(byte, b'\n' | b'\r'));
        let is_at_end = ends(&rest) && ends(&self.rest);
        Ok((!is_at_end).then(|| format!("presentation: white space alone differs from line {line}")))
    }
}
