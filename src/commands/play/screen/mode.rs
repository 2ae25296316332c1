//! The state of the terminal during a game.

use std::io;

use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::style::{Attribute, SetAttribute};
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use crossterm::{cursor, execute};
use nim_ground::error::best_effort;

/// The terminal's state, shared with its other users: the panic hook, and the thread that waits for signals. Painting holds its lock.
#[derive(Default)]
pub(super) struct Mode {
    /// Whether the game continues; the screen is not opened again after it.
    pub(super) is_used: bool,
    /// Whether the game fills the screen.
    pub(super) is_open: bool,
    /// Whether nothing was painted since the screen was opened.
    pub(super) is_blank: bool,
}

impl Mode {
    /// Opens the screen; if it is open already, changes by other programs in the meantime are undone.
    pub(super) fn open(&mut self) -> io::Result<()> {
        self.close();
        enable_raw_mode()?;
        (self.is_open, self.is_blank) = (true, true);
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, cursor::Hide)
    }

    /// Restores the terminal.
    pub(super) fn close(&mut self) {
        if std::mem::take(&mut self.is_open) {
            let left = execute!(
                io::stdout(),
                SetAttribute(Attribute::Reset),
                DisableMouseCapture,
                cursor::Show,
                LeaveAlternateScreen
            );
            // A failure cannot be reported.
            best_effort(left);
            best_effort(disable_raw_mode());
        }
    }
}
