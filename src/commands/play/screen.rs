//! The terminal: opened for the game, and restored however the program ends.

mod mode;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::env;
use std::io::{self, Write};
use std::panic;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crossterm::event::{Event, KeyEventKind, poll, read};
use crossterm::style::{Attribute, Color as TerminalColour, Print, SetAttribute, SetForegroundColor};
use crossterm::terminal::{self, Clear, ClearType};
use crossterm::{cursor, queue};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::{Color, Modifier};

use super::canvas::TerminalStyle;
use super::draw::draw;
use super::state::{Counts, State, Step};
use mode::Mode;
#[cfg(unix)]
use unix as signals;
#[cfg(windows)]
use windows as signals;

use crate::exit::Exit;
use crate::terminal::streams::Stdout;
use crate::terminal::style::Colours;
use nim_ground::lock::locked;

/// The screen, closed when it is dropped.
struct Screen {
    mode: Arc<Mutex<Mode>>,
}

impl Screen {
    fn new() -> anyhow::Result<Self> {
        let mode = Arc::new(Mutex::new(Mode::default()));
        let seen = Arc::clone(&mode);
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // The thread that panics may be painting.
            let mut own = Mode { is_open: true, ..Mode::default() };
            let mut shared = seen.try_lock().ok();
            shared.as_deref_mut().unwrap_or(&mut own).close();
            before(info);
        }));
        signals::watch(&mode)?;
        let screen = Self { mode };
        {
            let mut mode = locked(&screen.mode);
            mode.is_used = true;
            mode.open()?;
        }
        // The first poll makes SIGWINCH an event.
        poll(Duration::ZERO)?;
        Ok(screen)
    }

    /// Paints the difference between two screens; nothing while the program is being stopped.
    fn paint(&self, before: &Buffer, after: &Buffer) -> io::Result<()> {
        let mut mode = locked(&self.mode);
        if !mode.is_open {
            return Ok(());
        }
        let mut out = Stdout;
        let blank = Buffer::empty(after.area);
        let is_blank = std::mem::take(&mut mode.is_blank);
        let before = if before.area == after.area && !is_blank {
            before
        } else {
            queue!(out, SetAttribute(Attribute::Reset), Clear(ClearType::All))?;
            &blank
        };
        let (mut style, mut at) = (None, None);
        for (x, y, cell) in before.diff(after) {
            if at != Some((x, y)) {
                queue!(out, cursor::MoveTo(x, y))?;
            }
            // A wide character is followed by a move.
            at = Some((x + 1, y)).filter(|_| cell.symbol().is_ascii());
            if style != Some((cell.fg, cell.modifier)) {
                style = Some((cell.fg, cell.modifier));
                restyle(&mut out, cell.fg, cell.modifier)?;
            }
            queue!(out, Print(cell.symbol()))?;
        }
        queue!(out, SetAttribute(Attribute::Reset))?;
        out.flush()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let mut mode = locked(&self.mode);
        mode.is_used = false;
        mode.close();
    }
}

fn restyle(out: &mut impl Write, colour: Color, modifier: Modifier) -> io::Result<()> {
    queue!(out, SetAttribute(Attribute::Reset))?;
    for (one, attribute) in [
        (Modifier::BOLD, Attribute::Bold),
        (Modifier::DIM, Attribute::Dim),
        (Modifier::REVERSED, Attribute::Reverse),
    ] {
        if modifier.contains(one) {
            queue!(out, SetAttribute(attribute))?;
        }
    }
    match colour {
        Color::Red => queue!(out, SetForegroundColor(TerminalColour::DarkRed)),
        Color::Green => queue!(out, SetForegroundColor(TerminalColour::DarkGreen)),
        _ => Ok(()),
    }
}

/// Returns the look of the terminal by its environment.
fn look() -> TerminalStyle {
    let mut values = ["LC_ALL", "LC_CTYPE", "LANG"].iter().filter_map(|name| env::var(name).ok());
    let locale = values.find(|value| !value.is_empty()).unwrap_or_default().to_ascii_lowercase();
    TerminalStyle {
        has_colours: Colours::of_stdout().0,
        has_unicode: cfg!(windows) || locale.contains("utf-8") || locale.contains("utf8"),
    }
}

/// Plays until the player leaves.
///
/// # Errors
/// When the terminal fails.
pub fn run(mut state: State) -> anyhow::Result<Exit> {
    let look = look();
    let screen = Screen::new()?;
    let exit = play(&mut state, &screen, look);
    drop(screen);
    let Counts { games, won, .. } = state.counts;
    if games > 0 {
        let word = if games == 1 { "game" } else { "games" };
        writeln!(Stdout, "You won {won} of {games} {word}.")?;
    }
    exit
}

fn play(state: &mut State, screen: &Screen, look: TerminalStyle) -> anyhow::Result<Exit> {
    let mut shown = Buffer::empty(Rect::ZERO);
    loop {
        let (width, height) = terminal::size()?;
        let mut next = Buffer::empty(Rect::new(0, 0, width, height));
        draw(state, &mut next, look);
        screen.paint(&shown, &next)?;
        shown = next;
        if state.is_computers_turn() {
            state.reply();
            continue;
        }
        match read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => match state.key(key) {
                Step::On => {}
                Step::Quit => return Ok(Exit::Success),
                Step::Interrupt => return Ok(Exit::Interrupted),
                Step::Suspend => signals::suspend()?,
            },
            Event::Mouse(event) => state.mouse(event),
            _ => {}
        }
    }
}
