//! Expected lines and those of the output, side by side.

use itertools::{EitherOrBoth, Itertools as _};
use unicode_width::UnicodeWidthChar;

use crate::terminal::style::{Colours, Style};
use nim_ground::visible;
use nim_judge::report::results::DiffLine;

/// Columns before the left side.
const MARGIN: usize = 4;
/// The separator of the sides.
const BETWEEN: &str = " | ";

/// One side of a row.
struct Cell<'a> {
    line: Option<u64>,
    text: &'a str,
    style: Option<Style>,
}

/// The layout of both sides.
struct Layout {
    /// The widths of a side, and of the numbers of lines.
    side: usize,
    digits: usize,
    colours: Colours,
}

impl Layout {
    /// Returns a line; the left text takes `width` columns.
    fn line(&self, left: &str, width: usize, right: &str) -> String {
        let padding = " ".repeat(self.side.saturating_sub(width));
        let line = format!("{:MARGIN$}{left}{padding}{BETWEEN}{right}", "");
        line.trim_end().to_owned() + "\n"
    }

    /// Returns a cell as text, its width, and the column of its character at `at`.
    fn shown(&self, cell: Option<&Cell<'_>>, at: usize) -> (String, usize, usize) {
        let Self { digits, colours, .. } = *self;
        let Some(Cell { line, text, style }) = cell else { return (String::new(), 0, digits + 1) };
        // The last column is for the mark after the end of a text.
        let (before, after) = window(text, at, self.side.saturating_sub(digits + 2).max(1));
        let number = line.map_or_else(String::new, |line| line.to_string());
        let column = digits + 1 + visible::width(&before);
        let shown = match style {
            Some(style) => format!("{before}{}", colours.paint(*style, &after)),
            None => before.clone() + &after,
        };
        let number = colours.paint(Style::Dim, &format!("{number:>digits$}"));
        (format!("{number} {shown}"), column + visible::width(&after), column)
    }
}

/// Returns the lines of a diff in two columns, `width` wide together, with a mark below the first difference.
pub fn text(diff: &[DiffLine], width: usize, colours: Colours) -> String {
    let digits = diff.iter().map(|line| line.line).max().unwrap_or(1).to_string().len();
    let layout = Layout { side: width.saturating_sub(MARGIN + BETWEEN.len()) / 2, digits, colours };
    let mut text =
        layout.line(&colours.paint(Style::Bold, "expected"), 8, &colours.paint(Style::Bold, "got"));
    let mut is_marked = false;
    for (left, right) in rows(diff) {
        let differs = left.as_ref().or(right.as_ref()).is_some_and(|cell| cell.style.is_some());
        let at = match (&left, &right) {
            (Some(left), Some(right)) if differs => common(left.text, right.text),
            _ => 0,
        };
        let (left, left_width, left_mark) = layout.shown(left.as_ref(), at);
        let (right, _, right_mark) = layout.shown(right.as_ref(), at);
        text += &layout.line(&left, left_width, &right);
        if differs && !is_marked {
            is_marked = true;
            let (left, right) = (format!("{:left_mark$}^", ""), format!("{:right_mark$}^", ""));
            text += &layout.line(&left, left_mark + 1, &right);
        }
    }
    text
}

/// Returns the rows: lines of both sides, and lines of the answer beside those that stand for them.
fn rows(diff: &[DiffLine]) -> Vec<(Option<Cell<'_>>, Option<Cell<'_>>)> {
    let mut rows = Vec::new();
    for chunk in diff.chunk_by(|a, b| a.tag == b.tag || (a.tag == '-' && b.tag == '+')) {
        rows.extend(cells(chunk, ' ', None).map(|both| {
            let right = Cell { line: None, text: both.text, style: None };
            (Some(both), Some(right))
        }));
        let (left, right) = (cells(chunk, '-', Some(Style::Green)), cells(chunk, '+', Some(Style::Red)));
        rows.extend(left.zip_longest(right).map(EitherOrBoth::left_and_right));
    }
    rows
}

fn cells(lines: &[DiffLine], tag: char, style: Option<Style>) -> impl Iterator<Item = Cell<'_>> {
    let tagged = lines.iter().filter(move |line| line.tag == tag);
    tagged.map(move |line| Cell { line: Some(line.line), text: &line.text, style })
}

/// Returns the number of characters that two texts begin with alike.
fn common(a: &str, b: &str) -> usize {
    a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count()
}

/// Returns the part of a text around the character at `at` that fits in `room` columns: what is before it, and the rest.
fn window(text: &str, at: usize, room: usize) -> (String, String) {
    let characters: Vec<(char, usize)> =
        visible::line(text).chars().map(|c| (c, c.width().unwrap_or(0))).collect();
    let (before, after) = characters.split_at(at.min(characters.len()));
    if width(before) + width(after) <= room {
        return (string(before), string(after));
    }
    let mut first = 0;
    // The ellipses take a column each.
    while width(&before[first..]) > room.saturating_sub(2) / 2 {
        first += 1;
    }
    let dots = if first > 0 { "…" } else { "" };
    let left = width(&before[first..]) + usize::from(first > 0);
    let mut last = after.len();
    if left + width(after) > room {
        while last > 0 && left + width(&after[..last]) + 1 > room {
            last -= 1;
        }
    }
    let more = if last < after.len() { "…" } else { "" };
    (format!("{dots}{}", string(&before[first..])), format!("{}{more}", string(&after[..last])))
}

/// Returns the width of characters with theirs.
fn width(characters: &[(char, usize)]) -> usize {
    characters.iter().map(|(_, width)| width).sum()
}

fn string(characters: &[(char, usize)]) -> String {
    characters.iter().map(|(c, _)| c).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn line(tag: char, line: u64, text: &str) -> DiffLine {
        DiffLine { tag, line, text: text.to_owned() }
    }

    fn plain(diff: &[DiffLine], width: usize) -> String {
        text(diff, width, Colours(false))
    }

    #[test]
    fn sides_are_aligned_and_the_first_difference_is_marked() {
        let diff = [
            line(' ', 9, "John"),
            line('-', 10, "Brother"),
            line('+', 10, "Br other"),
            line('+', 11, "John"),
        ];
        let expected = "    expected      | got
    9 John        |   John
   10 Brother     | 10 Br other
       ^         |    ^
                  | 11 John
";
        let shown = plain(&diff, 40);
        let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(squeezed(&shown), squeezed(expected), "{shown}");
        let bars: Vec<Option<usize>> = shown.lines().map(|line| line.find('|')).collect();
        assert!(bars.iter().all(|bar| *bar == bars[0]), "{shown}");
    }

    #[test]
    fn long_lines_are_cut_around_the_difference() {
        let (a, b) = ("7".repeat(90) + "1" + &"7".repeat(50), "7".repeat(90) + "2");
        let shown = plain(&[line('-', 1, &a), line('+', 1, &b)], 60);
        let row = shown.lines().nth(1).unwrap();
        assert!(row.contains("71") && row.contains("72") && row.contains('…'), "{shown}");
        let wide = plain(&[line('-', 1, "负负负负负负负负负负负负负负负胜"), line('+', 1, "负负")], 40);
        assert!(wide.lines().nth(1).unwrap().contains('…'), "{wide}");
    }

    proptest! {
        #[test]
        fn rows_fit_the_terminal(
            texts in prop::collection::vec(("[ +-]", "[7负a…]{0,80}"), 0..8),
            width in 40_usize..200,
        ) {
            let diff: Vec<DiffLine> =
                (1..).zip(&texts).map(|(n, (tag, text))| line(tag.chars().next().unwrap(), n, text)).collect();
            for row in plain(&diff, width).lines() {
                prop_assert!(visible::width(row) <= width, "{}", row);
            }
        }
    }
}
