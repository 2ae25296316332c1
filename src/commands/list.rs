//! `toolkit list`: the problems, by theme.

use std::io::Write;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use itertools::Itertools;
use serde::Serialize;

use crate::exit::Exit;
use crate::terminal::output::OutputArgs;
use crate::terminal::pager::Pager;
use crate::terminal::streams::Stdout;
use crate::terminal::style as terminal;
use crate::terminal::style::{Colours, Style};
use nim_ground::json;
use nim_problems::PROBLEMS;
use nim_solve::problem::Theme;
use nim_solve::registry::{Entry, JUDGES, Judge};

/// List the problems
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  toolkit list --theme misere\n  toolkit list --judge hdu\n  toolkit list --json"
)]
pub struct Args {
    /// List the problems of this theme only
    #[arg(long, value_parser = theme_parser())]
    theme: Option<Theme>,
    /// List the problems of this judge only, under its names
    #[arg(long, value_parser = judge_parser())]
    judge: Option<&'static Judge>,
    #[command(flatten)]
    output: OutputArgs,
}

/// Parses the name of a theme.
fn theme_parser() -> impl TypedValueParser<Value = Theme> {
    PossibleValuesParser::new(Theme::ALL.iter().map(|theme| theme.name()))
        .try_map(|name| Theme::ALL.iter().copied().find(|theme| theme.name() == name).ok_or("unknown theme"))
}

/// Parses the name of a judge.
fn judge_parser() -> impl TypedValueParser<Value = &'static Judge> {
    PossibleValuesParser::new(JUDGES.iter().map(|judge| judge.word))
        .try_map(|word| JUDGES.iter().find(|judge| judge.word == word).ok_or("unknown judge"))
}

#[derive(Serialize)]
struct ProblemJson {
    slug: &'static str,
    aliases: Vec<&'static str>,
    themes: Vec<&'static str>,
    title: &'static str,
    source: &'static [&'static str],
    rule: &'static str,
    idea: &'static str,
}

/// Prints the table of problems.
pub fn run(args: &Args, pager: &Pager) -> anyhow::Result<Exit> {
    let mut out = Stdout;
    let mut rows = Vec::new();
    for theme in Theme::ALL {
        let listed = PROBLEMS
            .iter()
            .filter(|problem| problem.themes.first() == Some(theme))
            .filter(|problem| args.theme.is_none_or(|asked| problem.themes.contains(&asked)));
        let mut of_theme: Vec<_> = listed.map(|problem| row(problem, args.judge)).collect();
        of_theme.retain(|row| args.judge.is_none() || !row.aliases.is_empty());
        if !of_theme.is_empty() {
            let names = of_theme.iter().flat_map(|row| row.names(args.judge)).map(|name| format!("{name}\n"));
            let shown = args.output.shown(|| names.collect(), || text(*theme, &of_theme, pager));
            out.write_all(shown.as_bytes())?;
        }
        rows.extend(of_theme);
    }
    if args.output.json {
        json::write_pretty(&mut out, &rows)?;
        writeln!(out)?;
    }
    Ok(Exit::Success)
}

/// Returns the problems of a theme, in three lines or more each.
fn text(theme: Theme, rows: &[ProblemJson], pager: &Pager) -> String {
    let colours = Colours::of(pager.is_terminal());
    let mut text = colours.paint(Style::Bold, theme.title()) + "\n";
    for ProblemJson { slug, aliases, title, source, rule, .. } in rows {
        let names = [slug].into_iter().chain(aliases).join(", ");
        let about = format!("  {names}\n    {title} ({})\n    {rule}\n", source.join("; "));
        text += &terminal::fitted(&about, Some(4), pager.columns());
    }
    text
}

impl ProblemJson {
    /// Returns the listed names: the problem's own, or those of a judge.
    fn names(&self, judge: Option<&Judge>) -> Vec<&'static str> {
        if judge.is_some() { self.aliases.clone() } else { vec![self.slug] }
    }
}

/// Returns the row of a problem, with only the names of a judge if one is asked for.
fn row(problem: &Entry, judge: Option<&Judge>) -> ProblemJson {
    ProblemJson {
        slug: problem.slug,
        aliases: problem.aliases().filter(|name| judge.is_none_or(|judge| judge.has(name))).collect(),
        themes: problem.themes.iter().map(|theme| theme.name()).collect(),
        title: problem.title("en"),
        source: problem.sources,
        rule: problem.rule,
        idea: problem.idea,
    }
}
