//! `toolkit sg games`: the catalogue.

use serde::Serialize;

use super::SCHEMA;
use crate::exit::Exit;
use crate::terminal::output::OutputArgs;
use crate::terminal::pager::Pager;
use crate::terminal::style as terminal;
use crate::terminal::style::{Colours, Style};
use nim_engine::games::{CATALOGUE, CatalogueEntry};
use nim_ground::append::Append as _;

/// List the games with their notation
#[derive(clap::Args)]
#[command(after_help = "Example: toolkit sg games --json")]
pub struct Args {
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Serialize)]
struct GamesJson {
    games: &'static [CatalogueEntry],
}

/// Prints the catalogue.
pub fn run(args: &Args, pager: &Pager) -> anyhow::Result<Exit> {
    let names = CATALOGUE.iter().map(|game| format!("{}\n", game.notation));
    args.output.answer(SCHEMA, &GamesJson { games: CATALOGUE }, || names.collect(), || text(pager))?;
    Ok(Exit::Success)
}

fn text(pager: &Pager) -> String {
    let colours = Colours::of(pager.is_terminal());
    let mut text = String::new();
    for CatalogueEntry { notation, rule, heap, example, example_heaps, .. } in CATALOGUE {
        let example = format!("toolkit sg outcome {example} {}", example_heaps.join(" "));
        let about = format!("    {rule}\n    a HEAP is {heap}\n    example: {example}\n");
        for line in terminal::fitted(notation, None, pager.columns()).lines() {
            writeln!(text, "{}", colours.paint(Style::Bold, line));
        }
        text += &terminal::fitted(&about, None, pager.columns());
    }
    let more = "Games with `+` between them are played as a sum, with one HEAP for each.\n\
        A file whose name ends in `.game` has the rules of a game as text: docs/rules.md.\n";
    text + &terminal::fitted(more, None, pager.columns())
}
