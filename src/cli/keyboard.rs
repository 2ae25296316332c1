//! The hint that a command reads from the keyboard, and whether the terminal obeys control sequences.

use std::env;
use std::io::{self, IsTerminal};

use super::say;

/// Says on standard error that the input of a command is read from the keyboard, where standard input is one.
pub fn announce(command: &str) {
    if io::stdin().is_terminal() {
        say::message(format_args!("reading the input of {command} from the keyboard; end it with Ctrl-D"));
    }
}

/// Returns whether the terminal takes plain lines only.
pub fn is_plain() -> bool {
    env::var_os("TERM").is_some_and(|terminal| terminal == "dumb")
}
