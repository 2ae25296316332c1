//! `toolkit man`: manual pages.

mod sections;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Command;
use clap_mangen::Man;

use crate::exit::Exit;
use crate::system::output_file::{self, Overwrite};

/// Write manual pages, one for each command, into a folder
///
/// Where DIR is the folder `man1` of a manual path, `man toolkit` finds them.
#[derive(clap::Args)]
#[command(after_help = "Example: toolkit man ~/.local/share/man/man1")]
pub struct Args {
    /// The folder; it is made where there is none
    #[arg(value_name = "DIR")]
    output: PathBuf,
    /// Overwrite files that are not manual pages of this program
    #[arg(long)]
    force: bool,
}

/// The date of the pages, so that a build gives the same bytes on any day.
const DATE: &str = "2026-11-23";

/// The manual that the head of each page names.
const MANUAL: &str = "Manual of nim-toolkit";

/// Writes the manual pages into the folder.
pub fn run(args: &Args, command: Command) -> anyhow::Result<Exit> {
    fs::create_dir_all(&args.output).with_context(|| format!("cannot make {}", args.output.display()))?;
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let mut pages = Vec::new();
    add_pages(&command, &args.output, &mut pages)?;
    let overwrite = Overwrite::new(args.force).or_same_kind(MANUAL);
    for (file, _) in &pages {
        output_file::refuse_existing(file, overwrite)?;
    }
    for (file, text) in pages {
        output_file::write(&file, overwrite, |out| out.write_all(text.as_bytes()))?;
    }
    Ok(Exit::Success)
}

/// Adds the pages of a command and of its subcommands, with their files.
fn add_pages(command: &Command, folder: &Path, pages: &mut Vec<(PathBuf, String)>) -> anyhow::Result<()> {
    for below in command.get_subcommands().filter(|command| !command.is_hide_set()) {
        add_pages(below, folder, pages)?;
    }
    let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
    let page = Man::new(command.clone())
        .title(name.to_uppercase())
        .date(DATE)
        .source(concat!("toolkit ", env!("CARGO_PKG_VERSION")))
        .manual(MANUAL);
    let mut text = Vec::new();
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    text.extend_from_slice(sections::synopsis(command).as_bytes());
    page.render_description_section(&mut text)?;
    page.render_options_section(&mut text)?;
    if command.has_subcommands() {
        page.render_subcommands_section(&mut text)?;
    }
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    text.extend_from_slice(sections::after_help(&help).as_bytes());
    pages.push((folder.join(format!("{name}.1")), tidy(&String::from_utf8_lossy(&text))));
    Ok(())
}

/// The longest line of a page's source, in bytes.
const LONGEST_LINE: usize = 72;

/// Returns the source of a page in the form that formatters require: short lines of text, no space at their ends, and no break of a line
/// beside a blank one.
fn tidy(source: &str) -> String {
    let lines = source.lines().map(str::trim_end).filter(|line| !line.is_empty());
    // Each section defines the apostrophe anew.
    let lines: Vec<&str> = lines
        .enumerate()
        .filter(|(at, line)| *at < 2 || !(line.starts_with(".ie ") || line.starts_with(".el ")))
        .map(|(_, line)| line)
        .collect();
    let mut tidied = String::new();
    let mut is_verbatim = false;
    for (at, line) in lines.iter().enumerate() {
        is_verbatim = (is_verbatim || *line == ".nf") && *line != ".fi";
        let before = at.checked_sub(1).map_or("", |before| lines[before]);
        let is_beside_blank = [".sp", ".br", ".SH"].iter().any(|blank| before.starts_with(blank))
            || lines.get(at + 1) == Some(&".sp");
        if *line == ".br" && is_beside_blank {
            continue;
        }
        // The line after .TP is a heading, and a macro's arguments are on its line.
        let is_text = !is_verbatim && !line.starts_with(['.', '\'']) && before != ".TP";
        if is_text {
            wrap(line, &mut tidied);
        } else {
            tidied.push_str(line);
        }
        tidied.push('\n');
    }
    tidied
}

/// Breaks a text at its spaces.
fn wrap(text: &str, out: &mut String) {
    let mut width = 0;
    for word in text.split_whitespace() {
        let is_macro = word.starts_with(['.', '\'']);
        if width > 0 && width + 1 + word.len() > LONGEST_LINE && !is_macro {
            out.push('\n');
            width = 0;
        } else if width > 0 {
            out.push(' ');
            width += 1;
        }
        out.push_str(word);
        width += word.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_short_and_mean_the_same() {
        let long = "word ".repeat(40);
        let source = format!(".SH NAME \n{long}\n.TP\n{long}\n.sp\n.br\ntext\n.br\nmore .dot\n");
        let tidied = tidy(&source);
        assert!(tidied.starts_with(".SH NAME\nword word"), "{tidied}");
        assert_eq!(tidied.split_whitespace().filter(|word| *word == "word").count(), 80);
        assert_eq!(tidied.lines().filter(|line| line.len() > LONGEST_LINE).count(), 1, "the heading");
        assert!(tidied.ends_with(".sp\ntext\n.br\nmore .dot\n"), "{tidied}");
    }

    #[test]
    fn a_word_with_a_dot_in_front_begins_no_line() {
        let tidied = tidy(&".word ".repeat(3).replacen('.', "x", 1).repeat(10));
        assert!(tidied.lines().all(|line| !line.starts_with('.')), "{tidied}");
    }
}
