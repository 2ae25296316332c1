//! `toolkit samples SLUG`: the samples of a problem, as files.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::built_in::packed;
use crate::exit::Exit;
use crate::problem::Problem;
use crate::system::interruption::Interruption;
use crate::system::output_file;
use crate::terminal::say;
use nim_ground::staging::{Existing, StagedFolder};

/// Write the samples of a problem, or all of its test data, into a folder
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  toolkit samples john -o tests\n  toolkit samples john --all -o john")]
pub struct Args {
    /// The problem, by slug or alias
    slug: String,
    /// The folder, which is created if need be
    #[arg(short, long = "output", value_name = "DIR")]
    output: PathBuf,
    /// Write the other tests as well, below `sample` and `secret`
    #[arg(long)]
    all: bool,
    /// Replace files of the same names
    #[arg(long)]
    force: bool,
}

/// The folder of the samples.
const SAMPLES: &str = "sample/";

/// Writes the samples of a problem as files.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    Interruption::watch()?.end(write(args))
}

fn write(args: &Args) -> anyhow::Result<Exit> {
    let problem = Problem::built_in(&args.slug)?;
    let tests = packed::tests(problem, |name| args.all || name.starts_with(SAMPLES))?;
    let mut files = Vec::new();
    for test in &tests {
        for (name, contents) in packed::files_of(test) {
            let name = if args.all { &name } else { name.trim_start_matches(SAMPLES) };
            files.push((args.output.join(name), contents));
        }
    }
    let folders: BTreeSet<&Path> = files.iter().filter_map(|(path, _)| path.parent()).collect();
    for folder in folders {
        let here = files.iter().filter(|(path, _)| path.parent() == Some(folder));
        let stems: BTreeSet<&OsStr> = here.filter_map(|(path, _)| path.file_stem()).collect();
        output_file::refuse_existing_tests(folder, |name| stems.contains(OsStr::new(name)), args.force)?;
    }
    let existing = if args.force { Existing::Replaced } else { Existing::Others };
    let written = StagedFolder::begin(&args.output, existing).and_then(|staged| {
        for (path, contents) in &files {
            staged.write(path.strip_prefix(&args.output).unwrap_or(path), &contents.bytes()?)?;
        }
        staged.publish()
    });
    written.with_context(|| format!("cannot write {}", args.output.display()))?;
    let count = say::counted(tests.len(), if args.all { "test" } else { "sample" });
    say::message(format_args!("wrote {count} of {} to {}", problem.slug, args.output.display()));
    Ok(Exit::Success)
}
