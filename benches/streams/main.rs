//! `cargo bench --bench streams`: how fast whole programs get through long inputs.
//!
//! Generates the inputs, builds C++ programs for the same jobs, checks that all print the same, times them in turns
//! (a file as standard input, `/dev/null` as standard output) and prints medians as CSV, and the least CPU times of every problem. Options
//! follow `--`; `cargo bench --bench streams -- --help` lists them.

mod inputs;
#[path = "../machine.rs"]
mod machine;
mod programs;
mod rows;
mod runs;
mod shaped;
#[path = "../shapes.rs"]
mod shapes;
mod tables;

use anyhow::Context;
use clap::Parser;
use programs::Programs;
use regex::Regex;
use rows::Row;
use std::path::PathBuf;
use std::{env, fs};

/// Time whole programs on long inputs.
#[derive(Parser)]
struct Options {
    /// Tenths of the sizes, three runs
    #[arg(long)]
    quick: bool,
    /// Only rows whose name matches
    #[arg(long, value_name = "REGEX")]
    rows: Option<Regex>,
    /// Times that each program runs; those that take seconds run less often [default: 7]
    #[arg(long, value_name = "N")]
    runs: Option<usize>,
    /// Without the C++ programs
    #[arg(long)]
    no_peers: bool,
    /// Without the inputs with different white space
    #[arg(long)]
    no_variants: bool,
    /// Measure another build of the program
    #[arg(long, value_name = "PATH", default_value = env!("CARGO_BIN_EXE_toolkit"))]
    toolkit: PathBuf,
    /// An argument of `cargo bench`
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    if !options.bench {
        println!("nothing to test; cargo bench --bench streams measures");
        return Ok(());
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("streams");
    fs::create_dir_all(&folder)?;
    let programs = Programs::build(&options.toolkit, &folder, !options.no_peers)?;
    let scale = if options.quick { 10 } else { 1 };
    let runs = options.runs.unwrap_or(if options.quick { 3 } else { 7 }).max(1);
    let rows = Row::all(scale);
    let chosen =
        rows.iter().filter(|row| options.rows.as_ref().is_none_or(|wanted| wanted.is_match(row.name)));
    let mut measured = Vec::new();
    for row in chosen {
        eprintln!("{}", row.name);
        let measures = row.measure(&programs, &folder, runs, !options.no_variants);
        measured.push(measures.with_context(|| row.name.to_owned())?);
    }
    let is_wanted = |name: &str| options.rows.as_ref().is_none_or(|wanted| wanted.is_match(name));
    let shaped = shaped::measure(&programs, &folder, (runs, scale), is_wanted)?;
    for missing in &programs.missing {
        eprintln!("Skipped: {missing}.");
    }
    tables::print(&measured, &shaped);
    eprintln!("{}", machine::now()?);
    if options.quick {
        eprintln!("Inputs are a tenth of what they are called.");
    }
    Ok(())
}
