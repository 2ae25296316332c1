//! The terminal: its width, texts that fit it, its colours, and its keyboard.

use std::env;
use std::io::{self, IsTerminal};

use clap::ColorChoice;
use itertools::Itertools;
use terminal_size::{Width, terminal_size_of};

use super::{output, say};
use nim_explain::picture::wrapped_to;
use nim_ground::visible;
use nim_task::verdict::Verdict;

/// Least and most columns that texts are fitted to.
const LEAST: usize = 20;
const MOST: usize = 1000;

/// Returns the columns of `COLUMNS`, or of the terminal that standard output is, or standard error where everything goes there; `None`
/// where there is none.
pub fn columns(to_stderr: bool) -> Option<usize> {
    let given = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let columns = given.or_else(|| {
        let size = if to_stderr { terminal_size_of(io::stderr()) } else { terminal_size_of(io::stdout()) };
        size.map(|(Width(columns), _)| usize::from(columns))
    });
    columns.filter(|&columns| columns > 0).map(|columns| columns.clamp(LEAST, MOST))
}

/// Returns rows as lines with two spaces between columns, each as wide as its widest cell; the columns of `right` are right-aligned.
pub fn aligned(rows: &[impl AsRef<[String]>], right: &[usize]) -> Vec<String> {
    let columns = rows.first().map_or(0, |row| row.as_ref().len());
    let widths = (0..columns).map(|at| rows.iter().map(|row| visible::width(&row.as_ref()[at])).max());
    let widths = widths.map(Option::unwrap_or_default).collect_vec();
    let padded = |(at, cell): (usize, &String)| {
        let pad = " ".repeat(widths[at] - visible::width(cell));
        if right.contains(&at) { pad + cell } else { format!("{cell}{pad}") }
    };
    rows.iter().map(|row| row.as_ref().iter().enumerate().map(padded).join("  ")).collect()
}

/// Returns the lines of a text for this width; the rest of a broken line begins below its text, or after `hang` columns.
pub fn fitted(text: &str, hang: Option<usize>, columns: Option<usize>) -> String {
    let Some(columns) = columns else { return text.to_owned() };
    text.split_inclusive('\n').map(|line| broken(line, columns, hang)).collect()
}

fn broken(line: &str, columns: usize, hang: Option<usize>) -> String {
    let (text, end) = line.strip_suffix('\n').map_or((line, ""), |text| (text, "\n"));
    if visible::width(text) <= columns {
        return line.to_owned();
    }
    let own = text.len() - text.trim_start().len();
    // On a narrow terminal, the text gets the larger part.
    let hang = hang.unwrap_or(own).min(columns / 2);
    // A name before the text, in a column of its own, stays on the first line.
    let is_column = text.get(..hang).is_some_and(|head| head.ends_with("  "));
    let (head, text) = text.split_at(if is_column { hang } else { own });
    let lines = wrapped_to(text, columns.saturating_sub(hang).max(1));
    format!("{head}{}{end}", lines.join(&format!("\n{}", " ".repeat(hang))))
}

/// Announces on standard error that the input of a command is read from the keyboard, if standard input is one.
pub fn announce(command: &str) {
    if io::stdin().is_terminal() {
        say::message(format_args!("reading the input of {command} from the keyboard; end it with Ctrl-D"));
    }
}

/// Returns whether the terminal takes plain lines only.
pub fn is_plain() -> bool {
    env::var_os("TERM").is_some_and(|terminal| terminal == "dumb")
}

#[derive(Clone, Copy)]
pub struct Colours(pub bool);

/// A style, as the number of its control sequence.
#[derive(Clone, Copy)]
pub enum Style {
    Bold = 1,
    /// Text of less importance.
    Dim = 2,
    /// Faults and failures.
    Red = 31,
    /// Success.
    Green = 32,
    /// An exceeded limit.
    Yellow = 33,
}

impl Colours {
    /// Decides for a stream: as `--color` says, otherwise by whether it is a terminal that shows colours and `NO_COLOR` is not set.
    pub fn of(is_terminal: bool) -> Self {
        Self(match output::color() {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                is_terminal && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()) && !is_plain()
            }
        })
    }

    pub fn of_stdout() -> Self {
        Self::of(io::stdout().is_terminal())
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
