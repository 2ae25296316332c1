//! The transcript of a dialogue.

use serde::{Deserialize, Serialize};

/// A side of a dialogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Speaker {
    /// The judged program.
    Program,
    /// The interactor.
    Interactor,
}

/// A line of a dialogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TranscriptLine {
    /// Its number in the dialogue, from 1: lines between two that are kept are missing where the numbers have a gap.
    pub line: u64,
    /// The side that wrote it.
    pub by: Speaker,
    /// The line, with invisible characters escaped, and `…` for omitted text.
    pub text: String,
    /// Whether the side had not ended the line when the dialogue ended.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unfinished: bool,
}

impl Speaker {
    /// Returns the mark of its lines in texts: `>` for the program, `<` for the interactor.
    pub fn mark(self) -> char {
        match self {
            Self::Program => '>',
            Self::Interactor => '<',
        }
    }
}

/// Returns the lines of a transcript as text, with the program's marked `>` and the interactor's `<`.
pub fn text(lines: &[TranscriptLine]) -> Vec<String> {
    let width = lines.iter().map(|line| line.line).max().unwrap_or(0).to_string().len();
    let mut text = Vec::new();
    let mut before = 0;
    for line in lines {
        if line.line > before + 1 {
            text.push(format!("{:width$}   … {} more lines", "", line.line - before - 1));
        }
        before = line.line;
        let unfinished = if line.unfinished { " (the line is not ended)" } else { "" };
        text.push(format!("{:width$} {} {}{unfinished}", line.line, line.by.mark(), line.text));
    }
    text
}
