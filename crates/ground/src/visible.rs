//! Escaping of names and texts for reports and the terminal.

use std::ffi::OsStr;

use unicode_width::UnicodeWidthChar;

/// Returns a text on one line, with unsafe characters escaped.
pub fn line(text: &str) -> String {
    escaped(text, is_harmless)
}

/// Returns a text of several lines, with unsafe characters escaped.
pub fn lines(text: &str) -> String {
    escaped(text, |c| c == '\n' || c == '\t' || is_harmless(c))
}

/// Most characters of a line of a message.
const LONGEST_LINE: usize = 4096;
/// The limit of lines in a message.
const MOST_LINES: usize = 200;

/// Returns a text on one line that is not too long, with unsafe characters escaped.
pub fn brief(text: &str) -> String {
    let cut = text.char_indices().nth(LONGEST_LINE);
    cut.map_or_else(|| line(text), |(end, _)| line(&text[..end]) + "…")
}

/// Returns a message whose lines are brief, and not too many.
pub fn message(text: &str) -> String {
    let mut lines = text.split('\n');
    let mut shown: Vec<String> = lines.by_ref().take(MOST_LINES).map(brief).collect();
    let more = lines.count();
    if more > 0 {
        shown.push(format!("… {more} more lines"));
    }
    shown.join("\n")
}

/// Returns the characters of a text, each with its length in bytes, so that different texts look different: invisible
/// characters, white space other than the space, invalid UTF-8 and the backslash are escaped.
pub fn exact(bytes: &[u8]) -> impl Iterator<Item = (usize, String)> {
    bytes.utf8_chunks().flat_map(|chunk| {
        let valid = chunk.valid().chars().map(|c| {
            let shown = match c {
                '\\' => "\\\\".to_owned(),
                c if is_distinguishable(c) => c.to_string(),
                c => escape(c),
            };
            (c.len_utf8(), shown)
        });
        valid.chain(chunk.invalid().iter().map(|byte| (1, format!("\\x{byte:02x}"))))
    })
}

/// Returns a file name as text, in which bytes that are not UTF-8 are escaped, so that different names give different texts.
pub fn name(name: &OsStr) -> String {
    let mut text = String::new();
    for chunk in name.as_encoded_bytes().utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    text
}

/// Width of a text on a terminal, in columns.
pub fn width(text: &str) -> usize {
    text.chars().map(|c| c.width().unwrap_or(0)).sum()
}

fn escaped(text: &str, shown: impl Fn(char) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if shown(c) { out.push(c) } else { out.push_str(&escape(c)) }
    }
    out
}

/// Returns the escape of a character in Rust's notation.
pub fn escape(c: char) -> String {
    match c {
        '\n' | '\r' | '\t' => c.escape_default().to_string(),
        c if c.is_ascii() => format!("\\x{:02x}", u32::from(c)),
        c => format!("\\u{{{:x}}}", u32::from(c)),
    }
}

/// Returns a text, cut if it is wider than this.
pub fn shortened(text: &str, width: usize) -> String {
    let mut used = 0;
    let end = text.char_indices().find(|(_, c)| {
        used += self::width(c.encode_utf8(&mut [0; 4]));
        used > width
    });
    let Some((end, _)) = end else { return text.to_owned() };
    let mut cut = text[..end].to_owned();
    cut.pop();
    cut + "…"
}

/// Returns whether a character is valid in XML 1.0 and HTML, and affects neither a terminal nor the text around it.
pub fn is_harmless(c: char) -> bool {
    !c.is_control() && !is_noncharacter(c) && !is_format(c)
}

/// Returns whether a character is a Unicode noncharacter.
fn is_noncharacter(c: char) -> bool {
    let code = u32::from(c);
    code & 0xfffe == 0xfffe || (0xfdd0..=0xfdef).contains(&code)
}

/// Returns whether a character is a line or paragraph separator or changes the direction of text.
fn is_format(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns whether a character is visible and distinguishable.
fn is_distinguishable(c: char) -> bool {
    let blank = matches!(c, '\u{ad}' | '\u{115f}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}');
    let space = c.is_whitespace() && c != ' ';
    is_harmless(c) && !blank && !space && c.width().is_some_and(|width| width > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nim_testing::whole::part;
    use std::collections::HashMap;

    /// Returns the characters in common use, and of all others a part.
    fn every_character() -> impl Iterator<Item = char> {
        (0..=0xffff).chain(part(0x1_0000..=0x10_ffff, 61)).filter_map(char::from_u32)
    }

    #[test]
    fn different_texts_never_look_the_same() {
        let mut seen = HashMap::new();
        for c in every_character() {
            let mut buffer = [0; 4];
            let shown: String =
                exact(c.encode_utf8(&mut buffer).as_bytes()).map(|(_, shown)| shown).collect();
            assert!(width(&shown) > 0, "{c:?}");
            assert_eq!(seen.insert(shown, c), None, "{c:?}");
        }
        for byte in 0x80..=0xff_u8 {
            let shown: String = exact(&[byte]).map(|(_, shown)| shown).collect();
            assert_eq!(shown, format!("\\x{byte:02x}"));
        }
    }

    #[test]
    fn messages_are_short() {
        let long = "\u{1b}".repeat(1 << 20);
        assert!(brief(&long).len() < 5 * LONGEST_LINE && brief(&long).ends_with('…'));
        assert_eq!(brief(&"é".repeat(LONGEST_LINE)), "é".repeat(LONGEST_LINE));
        let many = format!("{}\nb", "a\u{1b}\n".repeat(1000));
        let shown = message(&many);
        assert!(shown.starts_with("a\\x1b\na\\x1b\n") && shown.ends_with("\n… 802 more lines"), "{shown}");
    }

    #[test]
    fn what_is_shown_is_harmless() {
        for c in every_character() {
            let shown = lines(&c.to_string());
            assert!(shown.chars().all(|c| c == '\n' || c == '\t' || is_harmless(c)), "{c:?}");
            assert!(line(&shown).chars().all(is_harmless), "{c:?}");
        }
        assert_eq!(line("a\n\u{1b}[31m\u{202e}\u{ffff}é"), "a\\n\\x1b[31m\\u{202e}\\u{ffff}é");
    }
}
