//! Shrinks an input without a grammar: lines, tokens and letters are dropped, and a number that may count them follows; numbers become
//! smaller, but none becomes 0 or changes its sign, as bounds are not known.

use std::time::Instant;

use super::trials::{Property, Trials};

/// Drops of at most this many things are tried at every place.
const SMALL: usize = 8;
/// The numbers that may count dropped parts: the nearest before them, and those at the beginning.
const MOST_COUNTS: (usize, usize) = (6, 4);

/// The smallest failing text found.
#[derive(Clone, Debug)]
pub struct ShrunkText {
    /// The smallest text.
    pub text: Vec<u8>,
    /// Whether no single step leads to an input with the property.
    pub is_minimal: bool,
    /// The number of single steps tried from the result.
    pub steps: usize,
    /// The number of inputs tried.
    pub tried: usize,
}

/// Shrinks an input that has a property, until it is minimal or the deadline is over.
pub fn shrink_text(text: &[u8], deadline: Instant, has: &mut Property<'_>) -> ShrunkText {
    let lines = text.strip_suffix(b"\n").unwrap_or(text).split(|&byte| byte == b'\n');
    let lines = lines.map(|line| {
        let tokens = line.split(u8::is_ascii_whitespace).filter(|token| !token.is_empty());
        tokens.map(<[u8]>::to_vec).collect()
    });
    let mut shrinker = LineShrinker { lines: lines.collect(), trials: Trials::new(deadline, has) };
    let plain = shrinker.text();
    if plain != text && !shrinker.trials.has(&plain) {
        return ShrunkText { text: text.to_vec(), is_minimal: false, steps: 0, tried: 1 };
    }
    loop {
        let before = shrinker.trials.tried;
        if !(shrinker.drop_lines() | shrinker.drop_tokens() | shrinker.drop_letters() | shrinker.lower()) {
            let (text, Trials { tried, is_out_of_time, .. }) = (shrinker.text(), shrinker.trials);
            return ShrunkText { text, is_minimal: !is_out_of_time, steps: tried - before, tried };
        }
    }
}

/// An input as the tokens of its lines.
type Lines = Vec<Vec<Vec<u8>>>;

struct LineShrinker<'s, 'p> {
    lines: Lines,
    trials: Trials<'s, 'p>,
}

impl LineShrinker<'_, '_> {
    fn text(&self) -> Vec<u8> {
        text(&self.lines)
    }

    fn take(&mut self, lines: Lines) -> bool {
        let has = self.trials.has(&text(&lines));
        if has {
            self.lines = lines;
        }
        has
    }

    fn drop_lines(&mut self) -> bool {
        self.drop_parts(Vec::len, |lines, at, size| {
            lines.drain(at..at + size);
            (at, 0)
        })
    }

    /// Drops tokens of a line, or of all lines that have as many.
    fn drop_tokens(&mut self) -> bool {
        let mut has_changed = false;
        for line in 0..self.lines.len() {
            for is_alone in [true, false] {
                let len = move |lines: &Lines| lines.get(line).map_or(0, Vec::len);
                has_changed |= self.drop_parts(len, move |lines, at, size| {
                    let len = len(lines);
                    for (place, tokens) in lines.iter_mut().enumerate() {
                        if place == line || !is_alone && tokens.len() == len {
                            tokens.drain(at..at + size);
                        }
                    }
                    (line, at)
                });
            }
        }
        has_changed
    }

    fn drop_letters(&mut self) -> bool {
        let mut has_changed = false;
        for (line, token) in self.places() {
            let len = move |lines: &Lines| {
                let token = &lines[line][token];
                if number(token).is_some() { 0 } else { token.len() }
            };
            has_changed |= self.drop_parts(len, move |lines, at, size| {
                lines[line][token].drain(at..at + size);
                (line, token)
            });
        }
        has_changed
    }

    /// Drops parts of `len` things, but never all: halves, quarters, and so on. `drop_part` also returns the place before which a count of
    /// them stands.
    fn drop_parts(
        &mut self,
        len: impl Fn(&Lines) -> usize,
        drop_part: impl Fn(&mut Lines, usize, usize) -> (usize, usize),
    ) -> bool {
        let mut has_changed = false;
        let mut size = len(&self.lines) / 2;
        while size > 0 {
            let mut at = 0;
            while size < len(&self.lines) && at + size <= len(&self.lines) && !self.trials.is_out_of_time {
                let mut dropped = self.lines.clone();
                let place = drop_part(&mut dropped, at, size);
                if self.take_with_counts(dropped, place, size, len(&self.lines)) {
                    has_changed = true;
                } else {
                    at += if size > SMALL { size / 2 } else { 1 };
                }
            }
            size = if size > SMALL { size / 2 } else { size - 1 };
        }
        has_changed
    }

    /// Takes lines from which `size` of `all` things were dropped, with a count of them before that place lowered, or unchanged.
    fn take_with_counts(&mut self, dropped: Lines, place: (usize, usize), size: usize, all: usize) -> bool {
        let places = dropped.iter().enumerate().take(place.0 + 1);
        let places = places.flat_map(|(line, tokens)| (0..tokens.len()).map(move |token| (line, token)));
        let counts = places.filter(|before| *before < place).filter_map(|(line, token)| {
            let count = number(&dropped[line][token])?;
            (count > 1 && usize::try_from(count).is_ok_and(|count| count <= all))
                .then_some((line, token, count))
        });
        let counts: Vec<_> = counts.collect();
        let (nearest, first) = MOST_COUNTS;
        let far = counts.len().saturating_sub(nearest);
        // Several lines or tokens may be one counted thing.
        let mut amounts: Vec<usize> =
            (1..=4).filter(|part| size.is_multiple_of(*part)).map(|part| size / part).collect();
        amounts.push(1);
        amounts.dedup();
        for &(line, token, count) in counts[far..].iter().rev().chain(&counts[..far.min(first)]) {
            for &amount in &amounts {
                let lower = count - amount as i128;
                let mut lines = dropped.clone();
                lines[line][token] = lower.to_string().into_bytes();
                if lower > 0 && self.take(lines) {
                    return true;
                }
            }
        }
        self.take(dropped)
    }

    /// Brings each number as near to 1, or to -1, as bisection finds.
    fn lower(&mut self) -> bool {
        let mut has_changed = false;
        for (line, token) in self.places() {
            let Some(value) = number(&self.lines[line][token]) else { continue };
            let (mut low, mut high) = (0, value.abs());
            while high - low > 1 && !self.trials.is_out_of_time {
                // The least value first.
                let middle = if low == 0 { 1 } else { low + (high - low) / 2 };
                let mut lines = self.lines.clone();
                lines[line][token] = (middle * value.signum()).to_string().into_bytes();
                if self.take(lines) {
                    (high, has_changed) = (middle, true);
                } else {
                    low = middle;
                }
            }
        }
        has_changed
    }

    fn places(&self) -> Vec<(usize, usize)> {
        let places = self.lines.iter().enumerate();
        places.flat_map(|(line, tokens)| (0..tokens.len()).map(move |token| (line, token))).collect()
    }
}

fn text(lines: &Lines) -> Vec<u8> {
    lines.iter().flat_map(|tokens| [tokens.join(&b' '), b"\n".to_vec()].concat()).collect()
}

fn number(token: &[u8]) -> Option<i128> {
    std::str::from_utf8(token).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// Shrinks a text that has a property of its numbers, as a program reads them; a text with too few numbers lacks the property.
    #[track_caller]
    fn check(
        text: &str,
        expect: &str,
        has: impl Fn(&mut dyn Iterator<Item = i64>) -> Option<bool>,
    ) -> ShrunkText {
        let later = Instant::now() + Duration::from_secs(1000);
        let shrunk = shrink_text(text.as_bytes(), later, &mut |text| {
            let text = std::str::from_utf8(text).unwrap();
            let mut numbers = text.split_ascii_whitespace().filter_map(|word| word.parse().ok());
            // A text with numbers left over is no input of the problem, either.
            Some(has(&mut numbers) == Some(true) && numbers.next().is_none())
        });
        assert_eq!(String::from_utf8(shrunk.text.clone()).unwrap(), expect);
        assert!(shrunk.is_minimal);
        shrunk
    }

    /// Reads a list with its length before it.
    fn list(numbers: &mut dyn Iterator<Item = i64>) -> Option<Vec<i64>> {
        let count = numbers.next()?;
        (0..count).map(|_| numbers.next()).collect()
    }

    #[test]
    fn counts_follow_what_they_count() {
        // A list in which a number stands before a smaller one.
        let descends = |numbers: &mut dyn Iterator<Item = i64>| {
            Some(list(numbers)?.is_sorted_by(|a, b| a <= b)).map(|is| !is)
        };
        let shrunk = check("9\n1 5 7 900 31 33 40 41 77\n", "2\n2 1\n", descends);
        assert!(shrunk.tried < 200, "{}", shrunk.tried);
        check("6\n1\n5\n7\n900\n31\n8\n", "2\n2\n1\n", descends);
        // Cases of two lines, one of which has such a list.
        let any = |numbers: &mut dyn Iterator<Item = i64>| {
            let cases: Option<Vec<_>> = (0..numbers.next()?).map(|_| list(numbers)).collect();
            Some(cases?.iter().any(|list| !list.is_sorted()))
        };
        check("4\n2\n1 2\n3\n5 6 7\n3\n1 9 8\n1\n4\n", "1\n2\n2 1\n", any);
        // Rows of the same length below the number of rows and columns, and edges after the number of vertices.
        let rows = |numbers: &mut dyn Iterator<Item = i64>| {
            let (rows, columns) = (numbers.next()?, numbers.next()?);
            let cells: Option<Vec<i64>> = (0..rows * columns).map(|_| numbers.next()).collect();
            Some(cells?.iter().sum::<i64>() > 10)
        };
        check("3 4\n1 2 3 4\n5 6 7 8\n9 1 2 3\n", "1 2\n8 3\n", rows);
    }

    #[test]
    fn words_shrink_with_their_length_and_signs_stay() {
        let later = Instant::now() + Duration::from_secs(1000);
        let shrunk = shrink_text(b"7  x\r\nabcdefg -50\n", later, &mut |text| {
            let text = std::str::from_utf8(text).unwrap();
            let words: Vec<&str> = text.split_ascii_whitespace().collect();
            let [length, "x", word, number] = words[..] else { return Some(false) };
            Some(
                length.parse() == Ok(word.len()) && word.contains('d') && number.parse::<i64>().unwrap() < -9,
            )
        });
        assert_eq!(String::from_utf8(shrunk.text).unwrap(), "1 x\nd -10\n");
    }

    #[test]
    fn what_is_out_of_time_is_not_minimal() {
        let later = Instant::now() + Duration::from_secs(1000);
        let mut left = 3;
        let shrunk = shrink_text(b"5\n1 2 3 4 5\n", later, &mut |_| {
            left -= 1;
            (left > 0).then_some(false)
        });
        assert!(!shrunk.is_minimal && shrunk.text == b"5\n1 2 3 4 5\n");
    }
}
