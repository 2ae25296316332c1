//! Colours of the terminal.

use std::env;
use std::io::IsTerminal;

use clap::ColorChoice;

use crate::cli::terminal;
use nim_task::verdict::Verdict;

/// Whether texts are coloured.
#[derive(Clone, Copy)]
pub struct Colours(pub bool);

/// A style, as the number of its control sequence.
#[derive(Clone, Copy)]
pub enum Style {
    /// Bold.
    Bold = 1,
    /// Less bright than other text.
    Dim = 2,
    /// What is wrong.
    Red = 31,
    /// What is right.
    Green = 32,
    /// A limit that was exceeded.
    Yellow = 33,
}

impl Colours {
    /// Decides for a stream: as asked, else by whether it is a terminal that shows colours and `NO_COLOR` is not set.
    pub fn new(asked: ColorChoice, stream: &impl IsTerminal) -> Self {
        let is_set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
        Self(match asked {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => stream.is_terminal() && !is_set("NO_COLOR") && !terminal::is_plain(),
        })
    }

    /// Returns a text in a style.
    pub fn paint(self, style: Style, text: &str) -> String {
        if self.0 && !text.is_empty() {
            format!("\x1b[{}m{text}\x1b[0m", style as u8)
        } else {
            text.to_owned()
        }
    }

    /// Returns the short name of a verdict, padded to three columns.
    pub fn verdict(self, verdict: Verdict) -> String {
        let style = match verdict {
            Verdict::Accepted => Style::Green,
            Verdict::WrongAnswer | Verdict::PresentationError | Verdict::RuntimeError => Style::Red,
            _ => Style::Yellow,
        };
        self.paint(style, &format!("{verdict:3}"))
    }
}
