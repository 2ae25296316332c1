//! The state of the terminal during a game.

use std::io::{self, Stdout};

use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::style::{Attribute, SetAttribute};
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use crossterm::{cursor, execute};
use nim_ground::error::best_effort;

/// The terminal's state, shared with those who change it beside the game: the panic hook, and the thread that waits for
/// signals. Painting holds its lock.
#[derive(Default)]
pub(super) struct Mode {
    /// Whether the game goes on; nothing is opened again after it.
    pub(super) is_used: bool,
    /// Whether the game fills the screen.
    pub(super) is_open: bool,
    /// Whether nothing was painted since it was opened.
    pub(super) is_blank: bool,
}

impl Mode {
    /// Opens the screen; where it is open already, whatever other programs did to it in the meantime is undone.
    pub(super) fn open(&mut self) -> io::Result<()> {
        self.close();
        enable_raw_mode()?;
        (self.is_open, self.is_blank) = (true, true);
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, cursor::Hide)
    }

    /// Leaves the terminal as it was.
    pub(super) fn close(&mut self) {
        if std::mem::take(&mut self.is_open) {
            let leave = |mut out: Stdout| {
                execute!(
                    out,
                    SetAttribute(Attribute::Reset),
                    DisableMouseCapture,
                    cursor::Show,
                    LeaveAlternateScreen
                )
            };
            // A failure cannot be reported.
            best_effort(leave(io::stdout()));
            best_effort(disable_raw_mode());
        }
    }
}
