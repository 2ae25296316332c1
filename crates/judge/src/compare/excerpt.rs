//! Windows of long texts: the part around a difference, as wide as there is room.

use nim_ground::visible;

/// Width of the only text of a message, in columns.
const ALONE: usize = 200;
/// A window is never narrower, in columns.
const NARROWEST: usize = 20;

/// A part of a text with one byte of interest.
#[derive(Clone, Copy, Debug)]
pub struct Fragment<'a> {
    /// The bytes.
    pub text: &'a [u8],
    /// The index of the byte; the length of the text stands for its end.
    pub at: usize,
    /// Whether the text is cut at its beginning.
    pub cut: bool,
}

impl Fragment<'_> {
    /// Returns whether the whole text fits in `width` columns.
    pub fn fits(self, width: usize) -> bool {
        let width = width.max(NARROWEST);
        !self.cut && self.text.len() <= width * 4 && columns(&self.shown(0, self.text.len())) <= width
    }

    /// Returns the `width` columns around the byte; an ellipsis replaces omitted text.
    pub fn window(self, width: usize) -> String {
        let width = width.max(NARROWEST);
        let at = character_start(self.text, self.at.min(self.text.len()));
        // Bytes farther away cannot be in the window.
        let low = character_start(self.text, at.saturating_sub(width * 4));
        let high = self.text.len().min(at + width * 4);
        let (before, after) = (self.shown(low, at), self.shown(at, high));
        let (cut_before, cut_after) = (self.cut || low > 0, high < self.text.len());
        if !cut_before && !cut_after && columns(&before) + columns(&after) <= width {
            return before.concat() + &after.concat();
        }
        // Two columns are for the ellipses. The left side does not depend on the right one, so that two texts that differ only from this
        // byte on are cut at the same place.
        let room = width - 2;
        let left = columns(&before).min(room / 2);
        let first = before.len() - taken(before.iter().rev(), left);
        let last = taken(after.iter(), room - left);
        let [begin, end] =
            [cut_before || first > 0, cut_after || last < after.len()].map(|cut| if cut { "…" } else { "" });
        format!("{begin}{}{}{end}", before[first..].concat(), after[..last].concat())
    }

    /// Returns the displayed characters of a range.
    fn shown(self, start: usize, end: usize) -> Vec<String> {
        // Spaces at the end would be invisible.
        let visible_end = self.text.iter().rposition(|&b| b != b' ').map_or(0, |last| last + 1);
        let mut index = start;
        visible::exact(&self.text[start..end])
            .map(|(length, text)| {
                let trailing = index >= visible_end;
                index += length;
                if trailing { visible::escape(' ') } else { text }
            })
            .collect()
    }
}

/// Returns windows of two texts around their first different byte.
pub fn pair(expected: &[u8], got: &[u8], width: usize) -> (String, String) {
    let at = common(expected, got, true);
    let [expected, got] = [expected, got].map(|text| Fragment { text, at, cut: false }.window(width));
    (expected, got)
}

/// Returns the length of the longest common prefix of two texts.
pub fn common(a: &[u8], b: &[u8], case_sensitive: bool) -> usize {
    let pairs = a.iter().zip(b);
    pairs.take_while(|(a, b)| if case_sensitive { a == b } else { a.eq_ignore_ascii_case(b) }).count()
}

/// Returns the beginning of a text on one line, without trailing white space.
pub fn shorten(text: &[u8]) -> String {
    Fragment { text: text.trim_ascii_end(), at: 0, cut: false }.window(ALONE)
}

/// Returns the index at which the character of a byte begins: that byte itself, unless it is within valid UTF-8.
fn character_start(text: &[u8], at: usize) -> usize {
    let begin = (at.saturating_sub(3)..at).find(|&start| {
        let chunk = text[start..text.len().min(start + 4)].utf8_chunks().next();
        let first = chunk.and_then(|chunk| chunk.valid().chars().next());
        first.is_some_and(|c| start + c.len_utf8() > at)
    });
    begin.unwrap_or(at)
}

fn columns(characters: &[String]) -> usize {
    characters.iter().map(|text| visible::width(text)).sum()
}

/// Returns the number of characters that fit in `room` columns.
fn taken<'a>(characters: impl Iterator<Item = &'a String>, room: usize) -> usize {
    let mut used = 0;
    characters
        .take_while(|text| {
            used += visible::width(text);
            used <= room
        })
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_difference_is_in_the_window() {
        let (mut a, mut b) = ("7".repeat(100_000), "7".repeat(100_000));
        a.replace_range(70_000..70_001, "1");
        b.replace_range(70_000..70_001, "2");
        let (a, b) = pair(a.as_bytes(), b.as_bytes(), 30);
        assert_eq!(a, format!("…{}1{}…", "7".repeat(14), "7".repeat(13)));
        assert_eq!(b, a.replace('1', "2"));
        assert_eq!(pair(b"ab", b"ab\0", 30), ("ab".to_owned(), "ab\\x00".to_owned()));
        assert_eq!(pair(b"ab", b"ab ", 30), ("ab".to_owned(), "ab\\x20".to_owned()));
        let (a, b) = pair("负".repeat(50).as_bytes(), ("负".repeat(49) + "胜").as_bytes(), 20);
        assert_eq!((a.as_str(), b.as_str()), ("…负负负负负", "…负负负负胜"));
        let (a, b) = pair(&[127, 0, 0, 128, 128, 0], &[127, 0, 0, 128, 129, 0], 20);
        assert_eq!((a.as_str(), b.as_str()), ("…\\x00\\x80\\x80\\x00", "…\\x00\\x80\\x81\\x00"));
    }

    proptest! {
        #[test]
        fn different_texts_look_different(
            same in prop_oneof![prop::collection::vec(any::<u8>(), 0..200), prop::collection::vec(b'7'..=b'7', 0..200)],
            a in prop_oneof![prop::collection::vec(any::<u8>(), 0..200), prop::collection::vec(b'7'..=b'7', 0..3)],
            b in prop_oneof![prop::collection::vec(any::<u8>(), 0..200), prop::collection::vec(b'7'..=b'7', 0..3)],
            width in 0_usize..120,
        ) {
            let (a, b) = ([&same[..], &a].concat(), [&same[..], &b].concat());
            let (left, right) = pair(&a, &b, width);
            prop_assert_eq!(left == right, a == b);
            for text in [left, right] {
                prop_assert!(visible::width(&text) <= width.max(NARROWEST), "{}", text);
            }
        }
    }
}
