//! Runs of the program under valgrind.

use anyhow::{Context, bail};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// A run of the program.
pub struct Run {
    /// Its arguments.
    pub args: Vec<String>,
    /// A file for its standard input, in the folder that it runs in.
    pub input: Option<&'static str>,
    /// The bytes, values or tests that it is about.
    pub items: u64,
}

/// Runs the program under valgrind, in a folder.
pub struct Counter<'a> {
    toolkit: PathBuf,
    folder: &'a Path,
}

impl<'a> Counter<'a> {
    pub fn new(toolkit: &Path, folder: &'a Path) -> anyhow::Result<Self> {
        let toolkit = fs::canonicalize(toolkit).with_context(|| toolkit.display().to_string())?;
        Ok(Self { toolkit, folder })
    }

    /// Makes a folder for the runs of a row.
    pub fn place(&self, number: usize) -> anyhow::Result<TempDir> {
        let place = tempfile::Builder::new().prefix(&format!("{number:03}-")).tempdir_in(self.folder)?;
        // Arguments are as long wherever the program is.
        fs::hard_link(&self.toolkit, place.path().join("toolkit"))
            .or_else(|_| fs::copy(&self.toolkit, place.path().join("toolkit")).map(drop))?;
        Ok(place)
    }

    /// Returns the instructions of the only run, or those of each item by which the second run is longer than the first.
    pub fn row(&self, runs: &[Run], place: &TempDir, level: &str) -> anyhow::Result<f64> {
        let counts: Vec<u64> =
            runs.iter().map(|run| instructions(run, place.path(), level)).collect::<Result<_, _>>()?;
        match (&counts[..], runs) {
            (&[count], _) => Ok(count as f64),
            (&[short, long], [shorter, longer]) => {
                let items = longer.items.checked_sub(shorter.items).filter(|&items| items > 0);
                Ok((long as f64 - short as f64) / items.context("the second run is not longer")? as f64)
            }
            _ => bail!("a row has one run or two"),
        }
    }
}

/// Counts the instructions of a run.
fn instructions(run: &Run, place: &Path, level: &str) -> anyhow::Result<u64> {
    let input = run.input.map_or(Ok(Stdio::null()), |name| File::open(place.join(name)).map(Stdio::from))?;
    let mut command = Command::new("valgrind");
    command
        .args([
            "--tool=cachegrind",
            "--cache-sim=no",
            "--cachegrind-out-file=counted",
            "--vgdb=no",
            "./toolkit",
        ])
        .args(&run.args)
        .current_dir(place)
        .stdin(input)
        .stdout(Stdio::null());
    // The start of a program reads its environment.
    command.env_clear().env("PATH", "/usr/local/bin:/usr/bin:/bin").env("TOOLKIT_SIMD", level);
    let output = command.output().context("valgrind")?;
    if !output.status.success() {
        bail!("{:?}: {}: {}", run.args, output.status, String::from_utf8_lossy(&output.stderr));
    }
    let counted = fs::read_to_string(place.join("counted"))?;
    let summary = counted.lines().find_map(|line| line.strip_prefix("summary: "));
    Ok(summary.context("valgrind counts nothing")?.trim().parse()?)
}
