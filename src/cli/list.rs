//! `toolkit list`: the problems, by theme.

use std::io::{self, Write};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use itertools::Itertools;
use serde::Serialize;

use crate::exit::Exit;
use crate::problem::Theme;
use crate::problems::PROBLEMS;
use crate::registry::Entry;

/// List the problems
#[derive(clap::Args)]
pub struct Args {
    /// Print JSON: a list of objects with slug, aliases, themes, title, source, rule and idea
    #[arg(long)]
    json: bool,
    /// List the problems of this theme only
    #[arg(long, value_parser = theme_parser())]
    theme: Option<Theme>,
}

/// Parses the name of a theme.
fn theme_parser() -> impl TypedValueParser<Value = Theme> {
    PossibleValuesParser::new(Theme::ALL.iter().map(|&(_, name, _)| name)).try_map(|name| {
        let theme = Theme::ALL.iter().find(|&&(_, known, _)| known == name);
        theme.map(|&(theme, ..)| theme).ok_or("unknown theme")
    })
}

#[derive(Serialize)]
struct ProblemJson {
    slug: &'static str,
    aliases: &'static [&'static str],
    themes: Vec<&'static str>,
    title: String,
    source: Vec<String>,
    rule: &'static str,
    idea: &'static str,
}

/// Returns the title of the theme of this name.
fn theme_title(name: &str) -> &'static str {
    Theme::ALL.iter().find(|&&(_, known, _)| known == name).map_or("", |&(.., title)| title)
}

/// Prints the table.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let is_listed = |problem: &&Entry| args.theme.is_none_or(|theme| problem.themes.contains(&theme));
    let rows: Vec<ProblemJson> = Theme::ALL
        .iter()
        .flat_map(|&(theme, ..)| {
            PROBLEMS.iter().filter(move |problem| problem.themes.first() == Some(&theme))
        })
        .filter(is_listed)
        .map(|problem| {
            let metadata = problem.metadata()?;
            Ok(ProblemJson {
                slug: problem.slug,
                aliases: problem.aliases,
                themes: problem.themes.iter().map(|theme| theme.name()).collect(),
                title: metadata.title("en").to_owned(),
                source: metadata.sources(),
                rule: problem.rule,
                idea: problem.idea,
            })
        })
        .collect::<anyhow::Result<_>>()?;
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&rows)?)?;
    } else {
        for (theme, rows) in &rows.iter().chunk_by(|row| row.themes.first()) {
            writeln!(out, "{}", theme.map_or("", |theme| theme_title(theme)))?;
            for row in rows {
                let names = [row.slug].iter().chain(row.aliases).join(", ");
                writeln!(out, "  {names}\n    {} ({})\n    {}", row.title, row.source.join("; "), row.rule)?;
            }
        }
    }
    Ok(Exit::Success)
}
