//! Statements: Markdown with placeholders for bounds and samples, or TeX unchanged.

use nim_ground::append::Append as _;
use std::io;

use super::{Notes, Package, tex};

/// A statement in one language.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Whether the text is TeX; otherwise it is Markdown.
    pub is_tex: bool,
    /// The text of the statement.
    pub text: String,
}

/// The place of the samples in Markdown.
pub const SAMPLES: &str = "{{samples}}";

impl Statement {
    /// Returns the title: the first heading, or the name of the problem.
    pub fn title(&self) -> Option<&str> {
        if self.is_tex {
            let (_, rest) = self.text.split_once("\\problemname{")?;
            return Some(rest.split_once('}')?.0.trim()).filter(|title| !title.contains('\\'));
        }
        let first = self.text.lines().find(|line| !line.trim().is_empty())?;
        Some(first.strip_prefix("# ")?.trim())
    }

    /// Returns the statement with a heading: Markdown without one has its title elsewhere.
    pub fn with_title(&self, title: &str) -> Self {
        let is_named = self.is_tex || self.title().is_some();
        let text = if is_named { self.text.clone() } else { format!("# {title}\n\n{}", self.text) };
        Self { text, ..*self }
    }

    /// Returns the statement with its ending, for a format that takes Markdown and TeX: unchanged if the package is of this format,
    /// otherwise as TeX.
    pub fn file(&self, is_own: bool, title: &str) -> (&'static str, String) {
        // The place of the samples is for this program alone.
        let is_markdown = is_own && !self.is_tex && !self.text.contains(SAMPLES);
        if is_markdown { ("md", self.text.clone()) } else { ("tex", self.with_title(title).tex()) }
    }

    /// Returns the files of the images in the text.
    pub fn images(&self) -> Vec<String> {
        let all = if self.is_tex { Vec::new() } else { tex::images(&self.text) };
        all.into_iter().filter(|image| !image.contains("://")).collect()
    }

    /// Returns the statement as TeX.
    pub fn tex(&self) -> String {
        if self.is_tex { self.text.clone() } else { tex::render(&without_samples(&self.text)) }
    }
}

/// Removes the placeholder of the samples with the heading above it: the tools of some formats add them.
fn without_samples(markdown: &str) -> String {
    let Some((before, after)) = markdown.split_once(SAMPLES) else { return markdown.to_owned() };
    let before = before.trim_end();
    let heading = before.rfind('\n').map_or(0, |end| end + 1);
    let before = if before[heading..].starts_with('#') { before[..heading].trim_end() } else { before };
    format!("{before}\n{after}")
}

/// Notes the images that statements name, but which are not in the package.
pub fn note_images(package: &Package, notes: &mut Notes) {
    for (language, statement) in &package.statements {
        let images = statement.images();
        let lost = images.iter().filter(|image| !package.files.contains_key(&format!("statement/{image}")));
        notes.extend(lost.map(|image| {
            format!("the statement in {language:?} shows statement/{image}, which is not there")
        }));
    }
}

/// Returns the samples in Hydro's form.
pub fn sample_blocks(package: &Package) -> io::Result<String> {
    let mut text = String::new();
    for (number, test) in (1..).zip(package.tests.iter().filter(|test| test.is_sample)) {
        let (input, answer) = (test.input.text()?, test.expected.content().text()?);
        let gap = if number > 1 { "\n\n" } else { "" };
        write!(text, "{gap}```input{number}\n{input}```\n\n```output{number}\n{answer}```");
    }
    Ok(text)
}
