//! `toolkit sg games`: the catalogue.

use serde::Serialize;

use super::SCHEMA;
use crate::exit::Exit;
use crate::terminal::pager::Pager;
use crate::terminal::{json, style as terminal};
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
pub fn run(args: &Args, pager: &Pager) -> anyhow::Result<Exit> {
    json::answer(args.json, SCHEMA, &GamesJson { games: CATALOGUE }, |out| {
        let mut print = |text: &str| out.write_all(terminal::fitted(text, None, pager.columns()).as_bytes());
        for CatalogueEntry { notation, rule, heap, example, example_heaps, .. } in CATALOGUE {
            let example = format!("toolkit sg outcome {example} {}", example_heaps.join(" "));
            print(&format!("{notation}\n    {rule}\n    a HEAP is {heap}\n    example: {example}\n"))?;
        }
        print("Games with `+` between them are played as a sum, with one HEAP for each.\n")?;
        print("A file whose name ends in `.game` has the rules of a game as text: docs/rules.md.\n")
    })?;
    Ok(Exit::Success)
}
