//! Batches that are extended until they hold a case whole.

use super::Numbers;
use crate::sizes::size;

/// Most numbers of a batch that has been extended.
const LONGEST_BATCH: usize = size(32 << 10, 80);

impl Numbers {
    /// Extends the batch by numbers of the window before the limit, about as many as are unused, or begins it anew with the unused
    /// ones if it is as long as may be. Returns whether it may now have more unused numbers.
    pub fn extend(&mut self) -> bool {
        let more = (self.batch.numbers - self.used).max(self.most());
        let most = self.batch.numbers + more;
        if most > LONGEST_BATCH {
            let is_begun = self.used > 0;
            if is_begun {
                self.start_batch();
            }
            return is_begun;
        }
        let at = self.place_in_mapping() + self.batch.bytes;
        if self.padded.is_some() || self.bounds.is_behind_limit() || self.bounds.must_stop(at) {
            return false;
        }
        if self.values.len() < most {
            let mut values = vec![0; most].into_boxed_slice();
            values[..self.batch.numbers].copy_from_slice(&self.values[..self.batch.numbers]);
            self.values = values;
        }
        let kernel = self.kernel();
        let (text, window, ended) = self.source.text();
        let from = window + self.batch.bytes;
        let cut = self.bounds.cut(at, text.len() - from);
        let text = &text[..cut.map_or(text.len(), |before| from + before)];
        let room = &mut self.values[self.batch.numbers..most];
        let next = kernel.decode(&mut self.state, text, from, ended && cut.is_none(), room);
        if next.numbers > 0 {
            let [last, used] = self.before;
            self.before = [self.batch, if last.numbers <= self.used { last } else { used }];
            self.batch.add(next);
        }
        next.numbers > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::Lines;
    use crate::source::Input;
    use nim_simd::Level;
    use std::io::Cursor;

    #[test]
    fn an_extended_batch_has_the_numbers_that_follow_and_their_places() {
        let tokens: Vec<String> = (0..400).map(|number| format!("{number} ")).collect();
        let ends: Vec<usize> = (1..=400).map(|count| tokens[..count].concat().len() - 1).collect();
        for (name, level) in Level::available() {
            let mut sink = Vec::new();
            let mut out = Lines::new(&mut sink);
            let input = Input::reader("text", Cursor::new(tokens.concat()));
            let mut numbers = Numbers::new(input, Some(level), &mut out).ok().unwrap();
            let (mut next, mut longest) = (0, 0);
            while numbers.ready(&mut out).is_ok() {
                let before = numbers.rest().0.len();
                let is_extended = numbers.extend();
                let rest = numbers.rest().0;
                longest = longest.max(rest.len());
                assert!(rest.is_empty() || (rest.len() > before) == is_extended, "{name}");
                assert!(rest.iter().copied().eq(next..next + rest.len() as u64), "{name}");
                let used = rest.len().min(next as usize % 50 + 1);
                numbers.skip(used);
                next += used as u64;
                if used > 0 {
                    assert_eq!(numbers.used_end(), ends[next as usize - 1], "{name}");
                }
            }
            assert_eq!(next, 400, "{name}");
            assert!(longest > 24, "{name}: {longest}");
        }
    }
}
