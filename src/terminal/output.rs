//! The options of what a command prints: the same three in every command whose output people read.
//!
//! The choice of colours, and whether notes are printed, belong to the process, as `NO_COLOR` does: `begin` sets them once.

use std::io::{self, BufWriter, Write};
use std::sync::OnceLock;

use clap::{ArgMatches, ColorChoice};
use serde::Serialize;

use super::json;
use super::streams::Stdout;

/// The options of what is printed.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct OutputArgs {
    /// Print only the verdict, without notes (docs/commands.md says what the verdict is)
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Print JSON (docs/commands.md names the schema)
    #[arg(long, global = true)]
    pub json: bool,
    /// Use colours; auto does on a terminal
    #[arg(long, global = true, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    pub color: ColorChoice,
}

impl OutputArgs {
    /// Returns whether the text is printed, whole.
    pub fn is_whole(self) -> bool {
        !self.json && !self.quiet
    }

    /// Returns the part to print: nothing if JSON holds it, its verdict, or its text.
    pub fn shown(self, verdict: impl FnOnce() -> String, text: impl FnOnce() -> String) -> String {
        match self {
            Self { json: true, .. } => String::new(),
            Self { quiet: true, .. } => verdict(),
            _ => text(),
        }
    }

    /// Prints an answer to standard output: as an object with its schema, as a verdict, or as a text.
    pub fn answer(
        self,
        schema: &'static str,
        object: &impl Serialize,
        verdict: impl FnOnce() -> String,
        text: impl FnOnce() -> String,
    ) -> io::Result<()> {
        let mut out = BufWriter::new(Stdout);
        match self.json {
            true => json::print(&mut out, schema, object)?,
            false => out.write_all(self.shown(verdict, text).as_bytes())?,
        }
        out.flush()
    }
}

/// The colours and the quietness that the command line asks for.
static CHOSEN: OnceLock<(ColorChoice, bool)> = OnceLock::new();

/// Records the options of the command that is run.
pub fn begin(mut matches: &ArgMatches) {
    while let Some((_, below)) = matches.subcommand() {
        matches = below;
    }
    let color = matches.try_get_one("color").ok().flatten().copied();
    let is_quiet = matches.try_get_one("quiet").ok().flatten().copied();
    CHOSEN.get_or_init(|| (color.unwrap_or_default(), is_quiet.unwrap_or_default()));
}

/// Returns the choice of colours for clap.
pub fn color() -> ColorChoice {
    CHOSEN.get().map_or(ColorChoice::Auto, |(color, _)| *color)
}

/// Returns whether notes are left out.
pub fn is_quiet() -> bool {
    CHOSEN.get().is_some_and(|(_, is_quiet)| *is_quiet)
}
