//! `toolkit sg games`: the catalogue.

use serde::Serialize;

use super::SCHEMA;
use crate::cli::json;
use crate::exit::Exit;
use nim_engine::games::{CATALOGUE, CatalogueEntry};

/// List the games with their notation
#[derive(clap::Args)]
#[command(after_help = "Example: toolkit sg games --json")]
pub struct Args {
    /// Print JSON: an object with the games, each with notation, rule, heap, example and heaps (see docs/sg.md)
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct GamesJson {
    games: &'static [CatalogueEntry],
}

/// Prints the catalogue.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    json::answer(args.json, SCHEMA, &GamesJson { games: CATALOGUE }, |out| {
        for entry in CATALOGUE {
            writeln!(out, "{}", entry.notation)?;
            writeln!(out, "    {}", entry.rule)?;
            writeln!(out, "    a HEAP is {}", entry.heap)?;
            let heaps = entry.example_heaps.join(" ");
            writeln!(out, "    example: toolkit sg outcome {} {heaps}", entry.example)?;
        }
        writeln!(out, "Games with `+` between them are played as a sum, with one HEAP for each.")?;
        writeln!(out, "A file whose name ends in `.game` has the rules of a game as text: docs/rules.md.")
    })?;
    Ok(Exit::Success)
}
