//! The terminal: opened for the game, and left as it was, however the program ends.

use std::env;
use std::io::{self, Stdout, Write};
use std::panic;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use clap::ColorChoice;
use crossterm::event::{DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind, poll, read};
use crossterm::style::{Attribute, Color as TerminalColour, Print, SetAttribute, SetForegroundColor};
use crossterm::terminal::{
    self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute, queue};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::{Color, Modifier};
use rustix::process::{Signal, getpgrp, getsid, kill_current_process_group};
use rustix::termios::tcgetpgrp;
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::iterator::Signals;
use signal_hook::low_level;

use super::canvas::Look;
use super::draw::draw;
use super::state::{Counts, State, Step};
use crate::cli::check::colour::Colours;
use crate::exit::Exit;
use nim_ground::lock::locked;

/// The terminal's state, shared with those who change it beside the game: the panic hook, and the thread that waits for
/// signals. Painting holds its lock.
#[derive(Default)]
struct Mode {
    /// Whether the game goes on; nothing is opened again after it.
    is_used: bool,
    /// Whether the game fills the screen.
    is_open: bool,
    /// Whether nothing was painted since it was opened.
    is_blank: bool,
}

impl Mode {
    /// Opens the screen; where it is open already, whatever other programs did to it in the meantime is undone.
    fn open(&mut self) -> io::Result<()> {
        self.close();
        enable_raw_mode()?;
        (self.is_open, self.is_blank) = (true, true);
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, cursor::Hide)
    }

    /// Leaves the terminal as it was.
    fn close(&mut self) {
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
            // There is nobody to tell.
            let _ = leave(io::stdout());
            let _ = disable_raw_mode();
        }
    }

    /// Does what a signal asks for.
    fn obey(&mut self, signal: i32) {
        match signal {
            SIGTSTP if !self.is_used || is_session_leader() => {}
            SIGTSTP => {
                self.close();
                // SIGCONT opens it again.
                let _ = low_level::emulate_default_handler(SIGTSTP);
            }
            SIGCONT if !self.is_used => {}
            // The modes of a terminal that another program uses are neither read nor changed.
            SIGCONT if is_in_background() => _ = low_level::emulate_default_handler(SIGTSTP),
            SIGCONT => {
                // Where it fails, so does the next painting.
                let _ = self.open();
                // The game is waiting for an event: this is one, upon which it paints.
                let _ = low_level::raise(SIGWINCH);
            }
            SIGQUIT => {
                self.close();
                let _ = low_level::emulate_default_handler(SIGQUIT);
            }
            _ => {
                self.close();
                let exit = match signal {
                    SIGINT => Exit::Interrupted,
                    SIGHUP => Exit::HungUp,
                    _ => Exit::Terminated,
                };
                // The game is waiting for a key, or the engine for an answer: nobody else ends the program.
                low_level::exit(exit as i32);
            }
        }
    }
}

/// Returns whether there is no shell that could continue this program, as in a window that was opened for it.
fn is_session_leader() -> bool {
    getsid(None).is_ok_and(|session| session == getpgrp())
}

/// Returns whether another program has the terminal.
fn is_in_background() -> bool {
    tcgetpgrp(io::stdin()).is_ok_and(|group| group != getpgrp())
}

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
        let seen = Arc::clone(&mode);
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT])?;
        thread::Builder::new().spawn(move || {
            for signal in signals.forever() {
                locked(&seen).obey(signal);
            }
        })?;
        let screen = Self { mode };
        {
            let mut mode = locked(&screen.mode);
            mode.is_used = true;
            mode.open()?;
        }
        // From now on a SIGWINCH is an event.
        poll(Duration::ZERO)?;
        Ok(screen)
    }

    /// Shows what differs from what was shown before; nothing while the program is being stopped.
    fn paint(&self, before: &Buffer, after: &Buffer) -> io::Result<()> {
        let mut mode = locked(&self.mode);
        if !mode.is_open {
            return Ok(());
        }
        let mut out = io::stdout().lock();
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
fn look() -> Look {
    let set = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set).unwrap_or_default();
    let locale = locale.to_ascii_lowercase();
    Look {
        has_colours: Colours::new(ColorChoice::Auto, &io::stdout()).0,
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
    let Counts { games, won, .. } = state.counts;
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
                // As the terminal does where it is not raw.
                Step::Suspend => kill_current_process_group(Signal::TSTP)?,
            },
            Event::Mouse(event) => state.mouse(event),
            _ => {}
        }
    }
}
