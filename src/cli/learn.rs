//! `toolkit learn`: a course in eight chapters, each of which ends in positions to solve.

mod asked;
mod course;
mod dialogue;
mod figures;
mod progress;

use std::io::{self, Write};

use anyhow::Context;

use self::course::Chapter;
use self::dialogue::{Dialogue, End};
use self::progress::Progress;
use super::count::number;
use super::{Misuse, say};
use crate::exit::Exit;

/// Learn the theory of Nim in eight short chapters, with positions to solve against the computer
///
/// Without a chapter, goes on with the first that is not done. What is solved is kept in the user's data folder.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  toolkit learn\n  toolkit learn 4\n  toolkit learn --list")]
pub struct Args {
    /// The chapter, from 1 to 8
    #[arg(value_name = "CHAPTER", value_parser = number, allow_negative_numbers = true)]
    chapter: Option<u64>,
    /// List the chapters, and how many of their positions are solved
    #[arg(long, conflicts_with_all = ["chapter", "reset", "markdown"])]
    list: bool,
    /// Forget what is solved
    #[arg(long, conflicts_with_all = ["chapter", "markdown"])]
    reset: bool,
    /// Print the whole course as Markdown, as docs/learn.md has it
    #[arg(long, conflicts_with = "chapter")]
    markdown: bool,
}

/// Runs the course.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let chapters = course::chapters().context("a chapter of the course")?;
    let mut out = io::stdout().lock();
    if args.markdown {
        out.write_all(course::markdown(&chapters)?.as_bytes())?;
        return Ok(Exit::Success);
    }
    if args.reset {
        Progress::reset().context("cannot remove the progress")?;
        return Ok(Exit::Success);
    }
    let mut progress = Progress::load();
    if args.list {
        for chapter in &chapters {
            let (solved, all) = (progress.solved_of(chapter), chapter.exercises.len());
            writeln!(out, "{}. {} ({solved} of {all} solved)", chapter.number, chapter.title)?;
        }
        return Ok(Exit::Success);
    }
    let first = chapters.iter().find(|chapter| progress.solved_of(chapter) < chapter.exercises.len());
    let chapter = match args.chapter {
        None => first.or(chapters.first()),
        Some(number) => chapters.iter().find(|chapter| chapter.number as u64 == number),
    };
    let chapter =
        chapter.ok_or_else(|| Misuse(format!("the course has the chapters 1 to {}", chapters.len())))?;
    study(chapter, &mut progress, &mut out)?;
    Ok(Exit::Success)
}

/// Prints a chapter and asks its questions: those that have not been solved, or all of them.
fn study(chapter: &Chapter, progress: &mut Progress, out: &mut impl Write) -> anyhow::Result<()> {
    out.write_all(chapter.text()?.as_bytes())?;
    writeln!(out)?;
    let all = chapter.exercises.len();
    let is_again = progress.solved_of(chapter) == all;
    writeln!(out, "{all} positions to solve. `?` shows a hint, `q` ends.")?;
    let mut dialogue = Dialogue::new(io::stdin().lock(), out);
    for (index, exercise) in chapter.exercises.iter().enumerate() {
        if !is_again && progress.is_solved(chapter, index) {
            continue;
        }
        match dialogue.ask(exercise, index, all)? {
            End::Left => return Ok(()),
            End::Solved => {}
        }
        if let Err(error) = progress.add(chapter, index) {
            say::note(format_args!("what is solved cannot be kept: {error}"));
        }
    }
    dialogue.say(&match chapter.number {
        number if progress.solved_of(chapter) == all && number < course::COUNT => {
            format!("Chapter {number} is done. `toolkit learn {}` is the next.", number + 1)
        }
        number => format!("Chapter {number} is done."),
    })
}
