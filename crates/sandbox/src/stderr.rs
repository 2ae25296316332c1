//! The part of standard error that is kept: its beginning and its end.

/// Most bytes kept of the beginning.
const BEGINNING: usize = 4 << 10;
/// Most bytes kept of the end.
const END: usize = 2 << 10;

/// The standard error of a program, bounded in size.
#[derive(Debug, Default)]
pub struct Stderr {
    /// The number of bytes that were written.
    pub written: u64,
    beginning: Vec<u8>,
    end: Vec<u8>,
}

impl Stderr {
    /// Takes the next bytes written.
    pub fn take(&mut self, bytes: &[u8]) {
        self.written += bytes.len() as u64;
        let room = BEGINNING.saturating_sub(self.beginning.len()).min(bytes.len());
        let (beginning, rest) = bytes.split_at(room);
        self.beginning.extend_from_slice(beginning);
        self.end.extend_from_slice(&rest[rest.len().saturating_sub(END)..]);
        self.end.drain(..self.end.len().saturating_sub(END));
    }

    /// Returns the kept parts; a line with an ellipsis stands for the dropped part.
    pub fn kept(mut self) -> Vec<u8> {
        if self.written > (self.beginning.len() + self.end.len()) as u64 {
            self.beginning.extend_from_slice("\n…\n".as_bytes());
        }
        self.beginning.extend_from_slice(&self.end);
        self.beginning
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_and_the_end_are_kept() {
        let kept = |text: &[u8], chunk: usize| {
            let mut stderr = Stderr::default();
            text.chunks(chunk).for_each(|bytes| stderr.take(bytes));
            assert_eq!(stderr.written, text.len() as u64);
            stderr.kept()
        };
        let text: Vec<u8> = (0..20_000_u32).map(|i| b'a' + (i % 23) as u8).collect();
        for chunk in [1, 7, 4096, 1 << 20] {
            assert_eq!(kept(&text[..BEGINNING + END], chunk), text[..BEGINNING + END]);
            let expected = [&text[..BEGINNING], "\n…\n".as_bytes(), &text[20_000 - END..]].concat();
            assert_eq!(kept(&text, chunk), expected, "{chunk}");
        }
    }
}
