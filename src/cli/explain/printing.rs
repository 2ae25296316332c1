//! Explanations on the terminal.

use std::io;

use clap::ColorChoice;

use crate::cli::check::colour::{self, Colours};
use nim_explain::picture::{self, Line, Mark, Style};
use nim_explain::words::fill;
use nim_explain::{ExplainError, Explanation};
use nim_ground::visible;

/// The position of a case, or the reason why it is not explained.
pub type Explained = Result<Explanation, ExplainError>;

/// How explanations are printed.
pub struct Printing {
    colours: Colours,
}

impl Printing {
    /// Returns how they are printed to standard output.
    pub fn new() -> Self {
        Self { colours: Colours::new(ColorChoice::Auto, &io::stdout()) }
    }

    /// Appends a paragraph, broken into lines.
    pub fn paragraph(text: &str, out: &mut String) {
        for line in picture::wrapped(text) {
            out.push_str(&line);
            out.push('\n');
        }
    }

    /// Appends a position.
    pub fn position(&self, explained: &Explained, style: Style<'_>, out: &mut String) {
        match explained {
            Ok(explanation) => {
                picture::lines(explanation, style).iter().for_each(|line| self.line(line, out));
            }
            Err(error) => {
                let why = style.words.language.text(error);
                Self::paragraph(&fill(style.words.refused, &[("why", &why)]), out);
            }
        }
    }

    fn line(&self, line: &Line, out: &mut String) {
        for (mark, text) in line {
            let text = visible::line(text);
            out.push_str(&match mark {
                Mark::Plain => text,
                Mark::Odd => self.colours.paint(colour::Style::Red, &text),
                Mark::Winning => self.colours.paint(colour::Style::Green, &text),
            });
        }
        out.truncate(out.trim_end_matches(' ').len());
        out.push('\n');
    }
}
