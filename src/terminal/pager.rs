//! The user's pager, which shows long output on a terminal page by page.

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::Child;

use crate::terminal::style as terminal;
use nim_ground::commands::found;
use nim_ground::error::best_effort;
use nim_judge::command;

/// The variables that name a pager, and the one where none does.
const VARIABLES: [&str; 2] = ["TOOLKIT_PAGER", "PAGER"];
const USUAL: &str = "less";

/// A pager, which ends with the user; or none.
pub struct Pager(Option<Child>);

impl Pager {
    /// Starts the user's pager and leads standard output to it, if it may and both ends of the program are a terminal; otherwise does
    /// nothing.
    pub fn start(may_page: bool) -> Self {
        let is_plain = env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
        if !may_page || is_plain || !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Self(None);
        }
        Self(command_of_pager().and_then(|command| started(&command)))
    }

    /// Returns whether the output is shown on a terminal, by the pager or without one.
    pub fn is_terminal(&self) -> bool {
        self.0.is_some() || io::stdout().is_terminal()
    }

    /// Returns the width of the output. Below a pager, standard error is its terminal.
    pub fn columns(&self) -> Option<usize> {
        terminal::columns(self.0.is_some())
    }
}

/// Returns the words of the pager's command; `None` if there is to be none.
fn command_of_pager() -> Option<Vec<OsString>> {
    let named = VARIABLES.iter().find_map(|name| env::var(name).ok());
    let words = command::words("", &named.unwrap_or_else(|| USUAL.to_owned())).ok()?;
    let first = words.first().filter(|word| *word != "cat")?;
    // A missing pager is no error: texts are printed without one.
    found(first).is_ok_and(|found| found.is_some()).then_some(words)
}

#[cfg(unix)]
fn started(words: &[OsString]) -> Option<Child> {
    use rustix::stdio::dup2_stdout;
    use std::process::{Command, Stdio};
    use std::sync::Arc;
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).stdin(Stdio::piped());
    if env::var_os("LESS").is_none() {
        // The same options as in git: less ends if the text fits a screen, keeps colours, and leaves the screen as it is.
        command.env("LESS", "FRX");
    }
    let mut child = command.spawn().ok()?;
    let pipe = child.stdin.take()?;
    if dup2_stdout(&pipe).is_err() {
        best_effort(child.kill());
        return None;
    }
    // The pager decides what an interruption means.
    best_effort(signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::default()));
    Some(child)
}

#[cfg(not(unix))]
fn started(_: &[OsString]) -> Option<Child> {
    None
}

impl Drop for Pager {
    fn drop(&mut self) {
        let Some(mut child) = self.0.take() else { return };
        best_effort(io::stdout().flush());
        #[cfg(unix)]
        {
            // The pager sees the end of its input.
            best_effort(std::fs::File::open("/dev/null").map(|null| rustix::stdio::dup2_stdout(&null)));
        }
        best_effort(child.wait());
    }
}
