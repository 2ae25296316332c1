//! `toolkit learn`: a course in twelve chapters, each of which ends in positions to solve.

mod course;
mod dialogue;
mod figures;
mod progress;
mod texts;

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

use anyhow::Context;

use self::course::Chapter;
use self::dialogue::{Dialogue, End};
use self::progress::Progress;
use self::texts::Texts;
use super::show::languages;
use crate::exit::Exit;
use crate::terminal::UsageError;
use crate::terminal::count::number;
use crate::terminal::streams::{Stdout, lines_of_stdin};
use crate::terminal::{say, style as terminal};
use nim_explain::words::{Language, fill};

/// Learn the theory of Nim in twelve short chapters, with positions to solve against the computer
///
/// Without a chapter, continues with the first unfinished one. Progress is saved in the user's data folder.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  toolkit learn\n  toolkit learn 4\n  toolkit learn --list\n  toolkit learn 2 --lang zh"
)]
pub struct Args {
    /// The chapter, from 1 to 12
    #[arg(value_name = "CHAPTER", value_parser = number, allow_negative_numbers = true)]
    chapter: Option<u64>,
    /// The language
    #[arg(long, default_value = "en", value_parser = languages())]
    lang: Language,
    /// List the chapters, and how many of their positions are solved
    #[arg(long, conflicts_with_all = ["chapter", "reset", "markdown"])]
    list: bool,
    /// Forget the saved progress
    #[arg(long, conflicts_with_all = ["chapter", "markdown"])]
    reset: bool,
    /// Print the whole course as Markdown, as docs/learn.md and docs/learn.zh.md have it
    #[arg(long, conflicts_with = "chapter")]
    markdown: bool,
}

/// Columns of a text: no more are easily read, and fewer hold no sentence.
const WIDEST: usize = 80;
const NARROWEST: usize = 20;

/// Runs the course, or one chapter.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let language = args.lang;
    let texts = Texts::in_language(language);
    let chapters = course::chapters(language).context("a chapter of the course")?;
    let mut out = Stdout;
    if args.markdown {
        out.write_all(course::markdown(&chapters, language)?.as_bytes())?;
        return Ok(Exit::Success);
    }
    if args.reset {
        Progress::reset().context("cannot remove the progress")?;
        return Ok(Exit::Success);
    }
    let mut progress = Progress::load()?;
    if args.list {
        for chapter in &chapters {
            let (solved, all) = (progress.solved_of(chapter), chapter.exercises.len());
            let names: [(&str, &dyn Display); 4] =
                [("number", &chapter.number), ("title", &chapter.title), ("solved", &solved), ("all", &all)];
            let line = format!("{}\n", fill(texts.listed, &names));
            out.write_all(terminal::fitted(&line, Some(4), terminal::columns(false)).as_bytes())?;
        }
        return Ok(Exit::Success);
    }
    let first = chapters.iter().find(|chapter| progress.solved_of(chapter) < chapter.exercises.len());
    let chapter = match args.chapter {
        None => first.or(chapters.first()),
        Some(number) => chapters.iter().find(|chapter| chapter.number as u64 == number),
    };
    let chapter = chapter.ok_or_else(|| UsageError(fill(texts.chapters, &[("all", &chapters.len())])))?;
    study(chapter, language, &mut progress, &mut out)?;
    Ok(Exit::Success)
}

/// Shows a chapter and asks its questions: the unsolved ones, or all of them.
fn study(
    chapter: &Chapter,
    language: Language,
    progress: &mut Progress,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let texts = Texts::in_language(language);
    let all = chapter.exercises.len();
    let is_again = progress.solved_of(chapter) == all;
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal() && !terminal::is_plain();
    let size = crossterm::terminal::size().ok().filter(|_| is_terminal);
    let size = size.map(|(columns, rows)| (usize::from(columns), usize::from(rows)));
    let mut dialogue = Dialogue::new(lines_of_stdin(), out, language, chapter.hint, size);
    let columns = size.map(|(columns, _)| columns).or_else(|| terminal::columns(false)).unwrap_or(WIDEST);
    let mut parts = chapter.parts(columns.clamp(NARROWEST, WIDEST))?;
    parts.push(fill(texts.questions, &[("all", &all)]));
    let mut end = dialogue.show(&parts)?;
    for (index, exercise) in chapter.exercises.iter().enumerate() {
        if !is_again && progress.is_solved(chapter, index) {
            continue;
        }
        // The reader sees the end of the last exercise before the screen is cleared.
        if end == End::Left || dialogue.pause()? == End::Left {
            return Ok(());
        }
        end = dialogue.ask(exercise, index, all)?;
        if end == End::Left {
            return Ok(());
        }
        if let Err(error) = progress.add(chapter, index) {
            say::note(fill(texts.not_kept, &[("why", &error)]));
        }
    }
    let number = chapter.number;
    let mut done = fill(texts.done, &[("number", &number)]);
    if progress.solved_of(chapter) == all && number < course::COUNT {
        done += &format!("{}{}", language.words().space, fill(texts.go_on, &[("number", &(number + 1))]));
    }
    dialogue.say(&done)
}
