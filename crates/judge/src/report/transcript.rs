//! The transcript of a dialogue.

use serde::{Deserialize, Serialize};

/// The side that wrote a line of a dialogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Speaker {
    /// The program under test.
    Program,
    /// The interactor.
    Interactor,
}

/// A line of a dialogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TranscriptLine {
    /// The number in the dialogue, from 1; a gap in the numbers means left-out lines.
    pub line: u64,
    /// The side that wrote the line.
    pub by: Speaker,
    /// The process of the program that wrote or received the line, from 0, if there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub process: Option<usize>,
    /// The line, with invisible characters escaped, and `…` for omitted text.
    pub text: String,
    /// Whether the side had not ended the line when the dialogue ended.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unfinished: bool,
}

impl Speaker {
    /// Returns the mark of the side's lines in texts: `>` for the program, `<` for the interactor.
    pub fn mark(self) -> char {
        match self {
            Self::Program => '>',
            Self::Interactor => '<',
        }
    }
}

/// Returns the lines of a transcript as text, with the program's marked `>` and the interactor's `<`, and the number of the process.
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
        let process = line.process.map(|number| number.to_string()).unwrap_or_default();
        text.push(format!("{:width$} {}{process} {}{unfinished}", line.line, line.by.mark(), line.text));
    }
    text
}
