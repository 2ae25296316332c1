//! Drawing that never leaves the screen: everything is clipped to its edges.

use std::borrow::Cow;

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::{Color, Modifier, Style};

/// The meaning of a text, which decides its look. No meaning is shown by colour alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    /// Text without a special meaning.
    #[default]
    Plain,
    /// A heading or a selected part.
    Strong,
    /// The part that the picked move takes away.
    Taken,
    /// The part that the picked move adds.
    Added,
    /// Text of less importance.
    Faint,
    /// A bar across the screen.
    Bar,
    /// A won game, a winning move.
    Good,
    /// A lost game or an error.
    Bad,
}

/// The screen, or a part of it.
pub struct Canvas<'b> {
    buffer: &'b mut Buffer,
    area: Rect,
    look: TerminalStyle,
}

/// The abilities of the terminal.
#[derive(Clone, Copy, Debug)]
pub struct TerminalStyle {
    /// Whether the terminal shows colours.
    pub has_colours: bool,
    /// Whether the terminal shows Unicode.
    pub has_unicode: bool,
}

impl<'b> Canvas<'b> {
    /// Returns the whole of a buffer.
    pub fn new(buffer: &'b mut Buffer, look: TerminalStyle) -> Self {
        Self { area: buffer.area, buffer, look }
    }

    /// Returns the area on the screen.
    pub fn area(&self) -> Rect {
        self.area
    }

    /// Returns a part of the canvas, in columns and rows from its upper left corner.
    pub fn part(&mut self, x: u16, y: u16, width: u16, height: u16) -> Canvas<'_> {
        let Rect { x: left, y: top, .. } = self.area;
        let part = Rect::new(left.saturating_add(x), top.saturating_add(y), width, height);
        Canvas { area: part.intersection(self.area), buffer: &mut *self.buffer, look: self.look }
    }

    /// Writes a text at a column and a row; returns the column after it, and its area.
    pub fn put(&mut self, x: u16, y: u16, text: &str, mark: Mark) -> (u16, Rect) {
        let area = self.area;
        if x >= area.width || y >= area.height {
            return (x, Rect::ZERO);
        }
        let (left, top) = (area.x + x, area.y + y);
        let style = self.style(mark);
        let text = if self.look.has_unicode { Cow::from(text) } else { in_ascii(text) };
        let (end, _) = self.buffer.set_stringn(left, top, &text, usize::from(area.width - x), style);
        (end - area.x, Rect::new(left, top, end - left, 1))
    }

    /// Fills a row with the look of a mark.
    pub fn fill(&mut self, y: u16, mark: Mark) {
        let row = Rect::new(self.area.x, self.area.y.saturating_add(y), self.area.width, 1);
        let style = self.style(mark);
        self.buffer.set_style(row.intersection(self.area), style);
    }

    fn style(&self, mark: Mark) -> Style {
        // The text below, as under a page, must not show through.
        let plain = Style::reset();
        let coloured = |colour| if self.look.has_colours { plain.fg(colour) } else { plain };
        match mark {
            Mark::Plain => plain,
            Mark::Strong => plain.add_modifier(Modifier::BOLD),
            Mark::Taken => coloured(Color::Red).add_modifier(Modifier::BOLD),
            Mark::Added => coloured(Color::Green).add_modifier(Modifier::BOLD),
            Mark::Faint => plain.add_modifier(Modifier::DIM),
            Mark::Bar => plain.add_modifier(Modifier::REVERSED),
            Mark::Good => coloured(Color::Green).add_modifier(Modifier::BOLD),
            Mark::Bad => coloured(Color::Red).add_modifier(Modifier::BOLD),
        }
    }
}

/// Returns a text without letters that the terminal does not show.
fn in_ascii(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return text.into();
    }
    let letters = text.chars().map(|letter| match letter {
        'è' => 'e',
        '–' => '-',
        letter if letter.is_ascii() => letter,
        _ => '?',
    });
    letters.collect::<String>().into()
}
