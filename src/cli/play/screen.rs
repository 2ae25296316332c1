//! The terminal: opened for the game, and left as it was, however the program ends.

use std::env;
use std::io::{self, Stdout, Write};
use std::panic;
use std::sync::{Arc, Mutex};
use std::thread;

use crossterm::event::{DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind, read};
use crossterm::style::{Attribute, Color as TerminalColour, Print, SetAttribute, SetForegroundColor};
use crossterm::terminal::{
    self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute, queue};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::{Color, Modifier};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;
use signal_hook::low_level;

use super::canvas::Look;
use super::draw::draw;
use super::state::{Counts, State, Step};
use crate::exit::Exit;
use crate::lock::locked;

/// The screen. Whether it is open is shared with those who close it at an early end of the program: the panic hook, and
/// the thread that waits for signals. Painting holds the lock.
struct Screen {
    is_open: Arc<Mutex<bool>>,
}

impl Screen {
    fn new() -> anyhow::Result<Self> {
        let is_open = Arc::new(Mutex::new(false));
        let seen = Arc::clone(&is_open);
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // The thread that panics may be painting.
            let mut own = true;
            let mut shared = seen.try_lock().ok();
            close(shared.as_deref_mut().unwrap_or(&mut own));
            before(info);
        }));
        let seen = Arc::clone(&is_open);
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
        thread::Builder::new().spawn(move || {
            let Some(signal) = signals.forever().next() else { return };
            let mut is_open = locked(&seen);
            close(&mut is_open);
            let exit = match signal {
                SIGINT => Exit::Interrupted,
                SIGHUP => Exit::HungUp,
                _ => Exit::Terminated,
            };
            // The game is waiting for a key, or the engine for an answer: nobody else ends the program.
            low_level::exit(exit as i32);
        })?;
        let screen = Self { is_open };
        screen.open()?;
        Ok(screen)
    }

    fn open(&self) -> io::Result<()> {
        let mut is_open = locked(&self.is_open);
        enable_raw_mode()?;
        *is_open = true;
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, cursor::Hide)
    }

    fn close(&self) {
        close(&mut locked(&self.is_open));
    }

    /// Shows what differs from what was shown before.
    fn paint(&self, before: &Buffer, after: &Buffer) -> io::Result<()> {
        let _open = locked(&self.is_open);
        let mut out = io::stdout().lock();
        let blank = Buffer::empty(after.area);
        let before = if before.area == after.area {
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
        self.close();
    }
}

/// Leaves the terminal as it was.
fn close(is_open: &mut bool) {
    if std::mem::take(is_open) {
        let leave = |mut out: Stdout| {
            execute!(
                out,
                SetAttribute(Attribute::Reset),
                DisableMouseCapture,
                cursor::Show,
                LeaveAlternateScreen
            )
        };
        // There is nobody to tell.
        let _ = leave(io::stdout());
        let _ = disable_raw_mode();
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
fn look() -> Look {
    let set = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set).unwrap_or_default();
    let locale = locale.to_ascii_lowercase();
    let is_dumb = set("TERM").is_some_and(|term| term == "dumb");
    Look {
        has_colours: set("NO_COLOR").is_none() && !is_dumb,
        has_unicode: locale.contains("utf-8") || locale.contains("utf8"),
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
    let Counts { games, won, .. } = state.counts();
    if games > 0 {
        let word = if games == 1 { "game" } else { "games" };
        writeln!(io::stdout(), "You won {won} of {games} {word}.")?;
    }
    exit
}

fn play(state: &mut State, screen: &Screen, look: Look) -> anyhow::Result<Exit> {
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
                Step::Suspend => {
                    screen.close();
                    low_level::emulate_default_handler(SIGTSTP)?;
                    screen.open()?;
                    shown = Buffer::empty(Rect::ZERO);
                }
            },
            Event::Mouse(event) => state.mouse(event),
            _ => {}
        }
    }
}
