//! How many instructions the program runs for each byte, value and test, counted by valgrind, which no load of the machine changes.
//!
//! `.ci/instructions` builds the program and runs this; it fails where a count is more than 3 % above that of `counts.txt`, or 8 % where
//! it is of no problem, and writes that file with `UPDATE_GOLDEN=1`.

mod count;
mod golden;
mod rows;
#[path = "../shapes.rs"]
mod shapes;

use anyhow::Context;
use clap::Parser;
use count::Counter;
use golden::{Counts, Key};
use nim_ground::lock::locked;
use nim_simd::Level;
use regex::Regex;
use rows::Row;
use std::path::PathBuf;
use std::sync::Mutex;
use std::thread;

/// Count the instructions of the program.
#[derive(Parser)]
struct Options {
    /// The program, as profile `counted` builds it
    #[arg(long, value_name = "PATH")]
    toolkit: Option<PathBuf>,
    /// Only rows whose name matches
    #[arg(long, value_name = "REGEX")]
    rows: Option<Regex>,
    /// An argument of `cargo bench`
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    let Some(toolkit) = &options.toolkit else {
        println!("nothing to count; .ci/instructions builds the program, and counts");
        return Ok(());
    };
    let simd = ["avx2", "scalar"];
    if let Some(missing) = simd.iter().find(|wanted| Level::available().all(|(name, _)| name != **wanted)) {
        println!("skipped: this CPU has no {missing}, whose instructions {} has", golden::FILE);
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let counter = Counter::new(toolkit, folder.path())?;
    let wanted = |name: &str| options.rows.as_ref().is_none_or(|wanted| wanted.is_match(name));
    let rows: Vec<Row> = rows::all().into_iter().filter(|row| wanted(&row.name)).collect();
    let counted = count_all(&rows, &simd, &counter)?;
    golden::check(&counted, options.rows.is_none())
}

/// Counts each row with each kernel that it is counted with, on all cores.
fn count_all(rows: &[Row], simd: &[&str], counter: &Counter<'_>) -> anyhow::Result<Counts> {
    let (waiting, counts) = (Mutex::new(rows.iter().enumerate()), Mutex::new(Counts::new()));
    let work = || -> anyhow::Result<()> {
        loop {
            let next = locked(&waiting).next();
            let Some((number, row)) = next else { return Ok(()) };
            let place = counter.place(number)?;
            let runs = (row.prepare)(place.path()).with_context(|| row.name.clone())?;
            for level in &simd[..row.levels] {
                let count = counter.row(&runs, &place, level).with_context(|| row.name.clone())?;
                let key = Key { name: row.name.clone(), level: (*level).to_owned() };
                locked(&counts).insert(key, count);
            }
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> =
            (0..thread::available_parallelism()?.get()).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().unwrap_or_else(|_| anyhow::bail!("a thread panicked")))
    })?;
    Ok(counts.into_inner().unwrap_or_default())
}
