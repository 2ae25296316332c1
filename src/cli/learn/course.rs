//! The chapters: their texts, with figures that the engine makes, and their positions.
//!
//! A chapter is a file: its title, its text, and under `## Positions` a line for each position. A line `{{…}}` is a figure; `{…}`
//! within a sentence is a number that the engine computes. See [`figures`].

use anyhow::{Context, anyhow};
use itertools::Itertools;

use super::asked::Asked;
use super::figures;
use nim_explain::picture;

const FILES: [&str; COUNT] = [
    include_str!("chapters/1.md"),
    include_str!("chapters/2.md"),
    include_str!("chapters/3.md"),
    include_str!("chapters/4.md"),
    include_str!("chapters/5.md"),
    include_str!("chapters/6.md"),
    include_str!("chapters/7.md"),
    include_str!("chapters/8.md"),
];

/// The number of chapters.
pub const COUNT: usize = 8;

/// A chapter.
pub struct Chapter {
    /// Its number, from 1.
    pub number: usize,
    /// Its title.
    pub title: &'static str,
    /// Its paragraphs and figures.
    paragraphs: Vec<&'static str>,
    /// The positions to solve.
    pub exercises: Vec<Exercise>,
}

/// What is asked about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// To win it against the computer.
    Move,
    /// Who wins.
    Outcome,
    /// Its value.
    Value,
}

/// A position to solve.
pub struct Exercise {
    /// What is asked.
    pub question: Question,
    /// The position.
    pub position: Asked,
}

impl Exercise {
    /// Returns the question as a sentence.
    pub fn sentence(&self) -> String {
        let Asked { game, heaps, misere } = &self.position;
        let place = format!("{game} {}", heaps.join(" "));
        let last = if *misere { ", where the last move loses" } else { "" };
        match self.question {
            Question::Move => format!("Win {place}{last}; you move first."),
            Question::Outcome => format!("Who wins {place}{last}: the first player or the second?"),
            Question::Value => format!("What is the value of {place}?"),
        }
    }
}

/// Returns the chapters.
pub fn chapters() -> anyhow::Result<Vec<Chapter>> {
    FILES.iter().zip(1..).map(|(text, number)| read(text, number)).collect()
}

fn read(text: &'static str, number: usize) -> anyhow::Result<Chapter> {
    let (text, positions) = text.split_once("## Positions").context("a chapter has positions")?;
    let (title, text) = text.split_once('\n').context("a chapter has a title")?;
    let exercises = positions.lines().filter_map(|line| line.strip_prefix("- ")).map(|line| {
        let words = line.split(' ').collect_vec();
        let question = match words.first() {
            Some(&"move") => Question::Move,
            Some(&"outcome") => Question::Outcome,
            Some(&"value") => Question::Value,
            _ => return Err(anyhow!("{line}: expected move, outcome or value")),
        };
        Ok(Exercise { question, position: Asked::read(&words[1..])? })
    });
    Ok(Chapter {
        number,
        title: title.trim_start_matches("# "),
        paragraphs: text.split("\n\n").map(str::trim).filter(|part| !part.is_empty()).collect(),
        exercises: exercises.collect::<anyhow::Result<_>>()?,
    })
}

impl Chapter {
    /// Returns the text for the terminal.
    pub fn text(&self) -> anyhow::Result<String> {
        let mut parts = vec![format!("{}. {}", self.number, self.title)];
        for paragraph in &self.paragraphs {
            parts.push(match figure(paragraph) {
                Some(figure) => figures::figure(figure)?,
                None => picture::wrapped(&figures::filled(paragraph)?).join("\n"),
            });
        }
        Ok(parts.join("\n\n") + "\n")
    }
}

/// Returns what a figure shows, where a paragraph is one.
fn figure(paragraph: &str) -> Option<&str> {
    paragraph.strip_prefix("{{")?.strip_suffix("}}")
}

/// Returns the whole course as Markdown.
pub fn markdown(chapters: &[Chapter]) -> anyhow::Result<String> {
    let mut parts = vec![HEADING.to_owned()];
    for chapter in chapters {
        parts.push(format!("## {}. {}", chapter.number, chapter.title));
        for paragraph in &chapter.paragraphs {
            parts.push(match figure(paragraph) {
                Some(figure) => format!("```text\n{}\n```", figures::figure(figure)?),
                None => figures::filled(paragraph)?,
            });
        }
        let mut positions = chapter.exercises.iter().map(|exercise| format!("- {}", exercise.sentence()));
        parts.push(format!("Positions to solve with `toolkit learn {}`:", chapter.number));
        parts.push(positions.join("\n"));
    }
    Ok(parts.join("\n\n") + "\n")
}

const HEADING: &str = "# Learn Nim

`toolkit learn` is this course in the terminal, with the positions played against the computer. This page is made by `toolkit learn
--markdown`, and every figure on it by the engine.";
