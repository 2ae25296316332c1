//! `toolkit list`: the problems.

use std::io::{self, Write};

use itertools::Itertools;
use serde::Serialize;

use crate::exit::Exit;
use crate::problems::PROBLEMS;

/// List the problems
#[derive(clap::Args)]
pub struct Args {
    /// Print JSON: a list of objects with slug, aliases, title, source and rule
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct ProblemJson {
    slug: &'static str,
    aliases: &'static [&'static str],
    title: String,
    source: Vec<String>,
    rule: &'static str,
}

/// Prints the table.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let rows: Vec<ProblemJson> = PROBLEMS
        .iter()
        .map(|problem| {
            let metadata = problem.metadata()?;
            Ok(ProblemJson {
                slug: problem.slug,
                aliases: problem.aliases,
                title: metadata.title("en").to_owned(),
                source: metadata.sources(),
                rule: problem.rule,
            })
        })
        .collect::<anyhow::Result<_>>()?;
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&rows)?)?;
    } else {
        for row in rows {
            let names = [row.slug].iter().chain(row.aliases).join(", ");
            writeln!(out, "{names}\n    {} ({})\n    {}", row.title, row.source.join("; "), row.rule)?;
        }
    }
    Ok(Exit::Success)
}
