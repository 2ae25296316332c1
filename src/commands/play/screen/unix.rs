//! The signals of Unix that concern the terminal.

use std::io;
use std::sync::{Arc, Mutex};
use std::thread;

use rustix::process::{Signal, getpgrp, getsid, kill_current_process_group};
use rustix::termios::tcgetpgrp;
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::iterator::Signals;
use signal_hook::low_level;

use super::mode::Mode;
use crate::exit::Exit;
use nim_ground::error::best_effort;
use nim_ground::lock::locked;

/// Starts to obey signals.
pub(super) fn watch(mode: &Arc<Mutex<Mode>>) -> io::Result<()> {
    let seen = Arc::clone(mode);
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT])?;
    thread::Builder::new().spawn(move || {
        for signal in signals.forever() {
            handle(&mut locked(&seen), signal);
        }
    })?;
    Ok(())
}

/// Suspends the program, as a terminal in cooked mode does.
pub(super) fn suspend() -> io::Result<()> {
    Ok(kill_current_process_group(Signal::TSTP)?)
}

fn handle(mode: &mut Mode, signal: i32) {
    match signal {
        SIGTSTP if !mode.is_used || is_session_leader() => {}
        SIGTSTP => {
            mode.close();
            // SIGCONT opens it again.
            best_effort(low_level::emulate_default_handler(SIGTSTP));
        }
        SIGCONT if !mode.is_used => {}
        // The modes of a terminal that another program uses are neither read nor changed.
        SIGCONT if is_in_background() => _ = low_level::emulate_default_handler(SIGTSTP),
        SIGCONT => {
            // If opening fails, the next painting fails too and reports it.
            best_effort(mode.open());
            // The game waits for an event: this signal is one, after which it paints.
            best_effort(low_level::raise(SIGWINCH));
        }
        SIGQUIT => {
            mode.close();
            best_effort(low_level::emulate_default_handler(SIGQUIT));
        }
        _ => {
            mode.close();
            let exit = match signal {
                SIGINT => Exit::Interrupted,
                SIGHUP => Exit::HungUp,
                _ => Exit::Terminated,
            };
            // The game is waiting for a key, or the engine for an answer: nothing else ends the program.
            low_level::exit(exit as i32);
        }
    }
}

/// Returns whether there is no shell that could continue this program, as in a window opened for it.
fn is_session_leader() -> bool {
    getsid(None).is_ok_and(|session| session == getpgrp())
}

/// Returns whether another program has the terminal.
fn is_in_background() -> bool {
    tcgetpgrp(io::stdin()).is_ok_and(|group| group != getpgrp())
}
