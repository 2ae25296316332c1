//! The end of an output: a program that prints too much mostly prints the same line again and again.

use std::io::{self, Write};

/// The number of bytes kept at most.
const KEPT: usize = 256;

/// Passes an output on, and keeps its end.
pub struct Tail<W> {
    pub out: W,
    end: Vec<u8>,
}

impl<W> Tail<W> {
    pub fn new(out: W) -> Self {
        Self { out, end: Vec::new() }
    }

    /// Returns the line that stands at the end several times, if one does.
    pub fn repeated_line(&self) -> Option<String> {
        let mut lines = self.end.split(|&byte| byte == b'\n').rev();
        // The last one may be cut, and so may the first.
        let (_, last) = (lines.next()?, lines.next()?);
        let others: Vec<&[u8]> = lines.take(2).collect();
        let is_repeated = others.len() == 2 && others[0] == last && last.ends_with(others[1]);
        let text = String::from_utf8_lossy(last).trim().to_owned();
        (is_repeated && !text.is_empty()).then_some(text)
    }
}

impl<W: Write> Write for Tail<W> {
    fn write(&mut self, chunk: &[u8]) -> io::Result<usize> {
        let taken = self.out.write(chunk)?;
        self.end.extend_from_slice(&chunk[taken.saturating_sub(KEPT)..taken]);
        self.end.drain(..self.end.len().saturating_sub(KEPT));
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repeated(text: &str, size: usize) -> Option<String> {
        let mut tail = Tail::new(io::sink());
        text.as_bytes().chunks(size).for_each(|chunk| tail.write_all(chunk).unwrap());
        tail.repeated_line()
    }

    #[test]
    fn a_line_that_is_printed_again_and_again_is_found_wherever_the_output_is_cut() {
        for size in [1, 7, 1000] {
            for cut in 0..5 {
                let text = format!("first\n{}", "John\n".repeat(500));
                assert_eq!(repeated(&text[..text.len() - cut], size).as_deref(), Some("John"), "{cut}");
            }
            assert_eq!(repeated("John\nBrother\nJohn\nBrother\nJohn\n", size), None);
            assert_eq!(repeated(&"\n".repeat(500), size), None);
            assert_eq!(repeated(&"1".repeat(500), size), None);
            assert_eq!(repeated("John\n", size), None);
        }
    }
}
