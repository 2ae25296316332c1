//! The lines of an input that are shown with a failure.

use std::io::{self, BufRead, BufReader};
use std::ops::RangeInclusive;

use super::compare::Fragment;
use crate::report::results::InputLine;
use nim_ground::content::Content;

/// The number of lines shown at most.
const MOST_LINES: usize = 10;
/// Columns around the text of a line: the margin, the number and the bar.
const AROUND: usize = 11;
/// Most bytes of a line that are read for each column.
const BYTES_A_COLUMN: usize = 8;

/// Returns the beginning of these lines of an input, `columns` wide. Empty lines at the end are left out.
///
/// # Errors
/// When the input cannot be read.
pub fn of_lines(input: &Content, lines: &RangeInclusive<u64>, columns: usize) -> io::Result<Vec<InputLine>> {
    let width = columns.saturating_sub(AROUND);
    let mut reader = BufReader::new(input.open()?);
    let mut found = Vec::new();
    let mut number = 1;
    while number <= *lines.end() && found.len() <= MOST_LINES {
        if number < *lines.start() {
            if reader.skip_until(b'\n')? == 0 {
                break;
            }
        } else {
            let Some(text) = beginning(&mut reader, width)? else { break };
            found.push(InputLine { line: number, text });
        }
        number += 1;
    }
    if found.len() > MOST_LINES {
        found.truncate(MOST_LINES);
        if let Some(last) = found.last_mut() {
            "…".clone_into(&mut last.text);
        }
    }
    while found.last().is_some_and(|last| last.text.is_empty()) {
        found.pop();
    }
    Ok(found)
}

/// Returns the number of bytes of these lines of an input.
///
/// # Errors
/// When the input cannot be read.
pub(crate) fn size(input: &Content, lines: &RangeInclusive<u64>) -> io::Result<u64> {
    let mut reader = BufReader::new(input.open()?);
    let mut size = 0;
    for number in 1..=*lines.end() {
        match reader.skip_until(b'\n')? {
            0 => break,
            bytes if number >= *lines.start() => size += bytes as u64,
            _ => {}
        }
    }
    Ok(size)
}

/// Reads a line and returns its beginning; `None` at the end.
fn beginning(reader: &mut impl BufRead, width: usize) -> io::Result<Option<String>> {
    let most = width * BYTES_A_COLUMN;
    let mut text = Vec::new();
    let mut ended = false;
    while !ended {
        let buffer = reader.fill_buf()?;
        if buffer.is_empty() {
            if text.is_empty() {
                return Ok(None);
            }
            break;
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let line = &buffer[..end.unwrap_or(buffer.len())];
        text.extend_from_slice(&line[..line.len().min((most + 1).saturating_sub(text.len()))]);
        ended = end.is_some();
        let taken = end.map_or(buffer.len(), |end| end + 1);
        reader.consume(taken);
    }
    Ok(Some(Fragment { text: text.trim_ascii_end(), at: 0, cut: false }.window(width)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn lines_are_cut_and_counted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("input");
        let shown = |text: &str, lines: RangeInclusive<u64>| -> String {
            fs::write(&path, text).unwrap();
            let lines = of_lines(&Content::File(path.clone()), &lines, 40).unwrap();
            lines.iter().map(|line| format!("{}:{};", line.line, line.text)).collect()
        };
        assert_eq!(shown("1\n2\r\n\x1b", 1..=u64::MAX), "1:1;2:2;3:\\x1b;");
        assert_eq!(shown("1\n\n3\n\n\n", 2..=u64::MAX), "2:;3:3;");
        assert_eq!(shown("1\n2\n3\n", 2..=2), "2:2;");
        assert_eq!(shown("", 1..=5), "");
        assert_eq!(
            shown(&"x\n".repeat(10), 1..=u64::MAX),
            (1..=10).map(|n| format!("{n}:x;")).collect::<String>()
        );
        assert!(shown(&"x\n".repeat(11), 1..=u64::MAX).ends_with("9:x;10:…;"));
        assert_eq!(shown(&"7".repeat(1 << 20), 1..=1), format!("1:{}…;", "7".repeat(27)));
    }
}
