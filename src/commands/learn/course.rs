//! The chapters: their texts, with figures that the engine makes, and their positions.
//!
//! A chapter is a file in each language: its title and its text, and in English under `## Positions` a line for each position; before
//! these, `## Hint` may have a hint. A line `{{…}}` is a figure; `{…}` within a sentence is a number that the engine computes. See
//! [`figures`].

use anyhow::{Context, anyhow};
use itertools::Itertools;

use super::figures;
use super::figures::ExercisePosition;
use super::texts::Texts;
use nim_explain::picture;
use nim_explain::words::{Language, fill};

/// The chapters in English, with their positions, and in Chinese.
const FILES: [[&str; 2]; COUNT] = [
    [include_str!("chapters/1.en.md"), include_str!("chapters/1.zh.md")],
    [include_str!("chapters/2.en.md"), include_str!("chapters/2.zh.md")],
    [include_str!("chapters/3.en.md"), include_str!("chapters/3.zh.md")],
    [include_str!("chapters/4.en.md"), include_str!("chapters/4.zh.md")],
    [include_str!("chapters/5.en.md"), include_str!("chapters/5.zh.md")],
    [include_str!("chapters/6.en.md"), include_str!("chapters/6.zh.md")],
    [include_str!("chapters/7.en.md"), include_str!("chapters/7.zh.md")],
    [include_str!("chapters/8.en.md"), include_str!("chapters/8.zh.md")],
    [include_str!("chapters/9.en.md"), include_str!("chapters/9.zh.md")],
    [include_str!("chapters/10.en.md"), include_str!("chapters/10.zh.md")],
    [include_str!("chapters/11.en.md"), include_str!("chapters/11.zh.md")],
    [include_str!("chapters/12.en.md"), include_str!("chapters/12.zh.md")],
];

pub const COUNT: usize = 12;

/// A chapter of the course.
pub struct Chapter {
    /// The number, from 1.
    pub number: usize,
    pub title: &'static str,
    /// The hint for the positions, if the usual one needs a later chapter.
    pub hint: Option<&'static str>,
    /// The paragraphs and figures, in order.
    paragraphs: Vec<&'static str>,
    /// The positions to solve.
    pub exercises: Vec<Exercise>,
    language: Language,
}

/// The question about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The reader must win against the computer.
    Move,
    /// The reader must name the winner.
    Outcome,
    /// The reader must name the value.
    Value,
}

/// A position for the reader to solve.
pub struct Exercise {
    pub question: Question,
    pub position: ExercisePosition,
}

impl Exercise {
    /// Returns the question as a sentence.
    pub fn sentence(&self, language: Language) -> String {
        let ExercisePosition { game, heaps, misere } = &self.position;
        let texts = Texts::in_language(language);
        let sentence = match self.question {
            Question::Move => texts.win,
            Question::Outcome => texts.outcome,
            Question::Value => texts.value,
        };
        let place = format!("{game} {}", heaps.join(" "));
        fill(sentence, &[("place", &place), ("last", &if *misere { texts.misere } else { "" })])
    }
}

pub fn chapters(language: Language) -> anyhow::Result<Vec<Chapter>> {
    FILES.iter().zip(1..).map(|(texts, number)| read(texts, number, language)).collect()
}

fn read(
    [english, chinese]: &[&'static str; 2],
    number: usize,
    language: Language,
) -> anyhow::Result<Chapter> {
    let (english, positions) = english.split_once("## Positions").context("a chapter has positions")?;
    let text = match language {
        Language::English => english,
        Language::Chinese => chinese,
    };
    let (text, hint) = text.split_once(HINT).map_or((text, None), |(text, hint)| (text, Some(hint.trim())));
    let (title, text) = text.split_once('\n').context("a chapter has a title")?;
    let exercises = positions.lines().filter_map(|line| line.strip_prefix("- ")).map(|line| {
        let words = line.split(' ').collect_vec();
        let question = match words.first() {
            Some(&"move") => Question::Move,
            Some(&"outcome") => Question::Outcome,
            Some(&"value") => Question::Value,
            _ => return Err(anyhow!("{line}: expected move, outcome or value")),
        };
        Ok(Exercise { question, position: ExercisePosition::read(&words[1..])? })
    });
    Ok(Chapter {
        number,
        title: title.trim_start_matches("# "),
        hint,
        paragraphs: text.split("\n\n").map(str::trim).filter(|part| !part.is_empty()).collect(),
        exercises: exercises.collect::<anyhow::Result<_>>()?,
        language,
    })
}

impl Chapter {
    /// Returns the parts of the text for a terminal of this width, between which a screen may end: the title, paragraphs and figures.
    pub fn parts(&self, columns: usize) -> anyhow::Result<Vec<String>> {
        let mut parts = vec![format!("{}. {}", self.number, self.title)];
        for paragraph in &self.paragraphs {
            parts.push(match figure(paragraph) {
                Some(figure) => figures::figure(figure, self.language)?,
                None => self.paragraph(paragraph, columns)?,
            });
        }
        Ok(parts)
    }

    /// Returns a paragraph for the terminal, without the marks of Markdown: a drawing unchanged, a list line by line.
    fn paragraph(&self, paragraph: &str, columns: usize) -> anyhow::Result<String> {
        if let Some(drawing) = paragraph.strip_prefix(FENCE) {
            return Ok(drawing.trim_end_matches('`').trim_end().to_owned());
        }
        let text = figures::filled(paragraph, self.language)?.replace('*', "");
        let is_list = text.starts_with("- ");
        let lines = if is_list { text.lines().collect_vec() } else { vec![text.as_str()] };
        let hang = if is_list { "  " } else { "" };
        let wrapped = lines.iter().map(|line| picture::wrapped_to(line, columns - hang.len()));
        Ok(wrapped.map(|lines| lines.join(&format!("\n{hang}"))).join("\n"))
    }
}

/// The line before the hint of a chapter.
const HINT: &str = "## Hint\n";
/// The line before a drawing.
const FENCE: &str = "```text\n";

/// Returns the content of a figure, if the paragraph is one.
fn figure(paragraph: &str) -> Option<&str> {
    paragraph.strip_prefix("{{")?.strip_suffix("}}")
}

/// Returns the whole course as Markdown.
pub fn markdown(chapters: &[Chapter], language: Language) -> anyhow::Result<String> {
    let texts = Texts::in_language(language);
    let mut parts = vec![texts.heading.to_owned()];
    for chapter in chapters {
        parts.push(format!("## {}. {}", chapter.number, chapter.title));
        for paragraph in &chapter.paragraphs {
            parts.push(match figure(paragraph) {
                Some(figure) => format!("```text\n{}\n```", figures::figure(figure, language)?),
                None if paragraph.starts_with(FENCE) => (*paragraph).to_owned(),
                None => figures::filled(paragraph, language)?,
            });
        }
    }
    Ok(parts.join("\n\n") + "\n")
}
