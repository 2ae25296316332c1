//! What a command says when it waits for input that somebody has to type.

use std::io::{self, IsTerminal};

use super::say;

/// Says on standard error that the input of a command is read from the keyboard, where standard input is one.
pub fn announce(command: &str) {
    if io::stdin().is_terminal() {
        say::message(format_args!("reading the input of {command} from the keyboard; end it with Ctrl-D"));
    }
}
