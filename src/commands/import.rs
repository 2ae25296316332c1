//! `toolkit import`: a package of another judge as a folder that the other commands read.

use std::path::PathBuf;

use anyhow::Context;
use serde::Serialize;

use crate::system::interruption::Interruption;

use crate::exit::Exit;
use crate::problem::{Problem, manifests};
use crate::terminal::UsageError;
use crate::terminal::json;
use crate::terminal::output::OutputArgs;
use crate::terminal::say;
use crate::terminal::streams::Stdout;
use nim_task::package;

/// Import another judge's package
///
/// The folder is what `check`, `stress --against` and `export` read: `problem.yaml`, with the grammar of the inputs where
/// it is known, statements, test data, submissions and validators. Whatever was not recognised is named on standard error.
#[derive(clap::Args)]
#[command(after_help = "Example: toolkit import john.zip -o john")]
pub struct Args {
    /// A package: a folder or an archive
    package: PathBuf,
    /// The folder to make, which has no files yet [default: the package's short name]
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    #[command(flatten)]
    screen: OutputArgs,
}

/// The name and version of the JSON.
const SCHEMA: &str = "toolkit-import/1";

/// The JSON output.
#[derive(Serialize)]
struct ImportJson<'i> {
    folder: String,
    format: &'i str,
    tests: usize,
    notes: &'i [String],
    /// The reasons why the package may be judged differently.
    lost: &'i [String],
}

/// Writes the package's contents as a folder.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    Interruption::watch()?.end(import(args))
}

fn import(args: &Args) -> anyhow::Result<Exit> {
    UsageError::unless_there(&args.package)?;
    let mut notes = Vec::new();
    let shown = args.package.display();
    let imported = Problem::at(&args.package, &manifests()?).package(&mut notes).and_then(|package| {
        let files = nim_inputs::package::export(&package, None, &mut notes)?;
        Ok((package, files))
    });
    // The left-out parts may be the cause of an error.
    if !args.screen.json || imported.is_err() {
        notes.iter().for_each(say::note);
    }
    let (package, files) = imported.with_context(|| format!("cannot import {shown}"))?;
    let folder = args.output.clone().unwrap_or_else(|| PathBuf::from(package.short_name()));
    package::write_folder(&files, &folder).with_context(|| format!("cannot write {}", folder.display()))?;
    let (tests, lost) = (package::pairs::tests_in(&files), package.lost());
    if args.screen.json {
        let folder = folder.display().to_string();
        let imported = ImportJson { folder, format: package.about, tests, notes: &notes, lost: &lost };
        json::print(&mut Stdout, SCHEMA, &imported)?;
        return Ok(Exit::Success);
    }
    let tests = say::counted(tests, "test");
    say::message(format_args!("{}: {tests}, of {}", folder.display(), package.about));
    if let Some(first) = lost.first() {
        let more = if lost.len() > 1 { " (and more, above)" } else { "" };
        let folder = folder.display();
        say::message(format_args!("warning: {folder} may be judged differently than {shown}: {first}{more}"));
    }
    Ok(Exit::Success)
}
