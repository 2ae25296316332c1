//! Choices that are counted up like the digits of a number, the last one first.

/// The choices that make something, each from 0 to a greatest.
#[derive(Debug, Default)]
pub(super) struct Choices {
    made: Vec<(u64, u64)>,
    at: usize,
}

impl Choices {
    /// Returns the next choice, which is at most `top`.
    pub(super) fn pick(&mut self, top: u64) -> u64 {
        if self.at == self.made.len() {
            self.made.push((0, top));
        }
        self.at += 1;
        self.made[self.at - 1].0
    }

    /// Moves to the next choices; drops unread ones. Returns false when exhausted.
    pub(super) fn advance(&mut self) -> bool {
        self.made.truncate(self.at);
        self.at = 0;
        while let Some((choice, top)) = self.made.pop() {
            if choice < top {
                self.made.push((choice + 1, top));
                return true;
            }
        }
        false
    }
}
