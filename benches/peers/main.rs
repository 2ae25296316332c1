//! `cargo bench --bench peers`: the works that a user waits for, by this program and by what would be used instead.
//!
//! The commands are those of `works.tsv`, run by bash in a folder that `prepare.sh` makes. The programs of a work take turns, so that other
//! load falls on all of them; medians are compared. A program that is not installed is named. `-- --turns 3` runs each three times,
//! `-- --only REGEX` some works.

#[path = "../machine.rs"]
mod machine;
#[path = "../median.rs"]
mod median;

use std::collections::BTreeSet;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use clap::Parser;
use itertools::Itertools;
use median::median;
use nim_sandbox::run::Ended;
use nim_sandbox::sys;
use regex::Regex;

/// Compare with other programs.
#[derive(Parser)]
struct Options {
    /// Times that each program runs
    #[arg(long, value_name = "N", default_value_t = 7)]
    turns: usize,
    /// Only works whose name matches
    #[arg(long, value_name = "REGEX")]
    only: Option<Regex>,
    /// Measure another build of the program
    #[arg(long, value_name = "PATH", default_value = env!("CARGO_BIN_EXE_toolkit"))]
    toolkit: String,
    /// An argument of `cargo bench`
    #[arg(long, hide = true)]
    bench: bool,
}

/// A line of `works.tsv`.
#[derive(Clone, Copy)]
struct Candidate {
    work: &'static str,
    name: &'static str,
    needs: &'static str,
    command: &'static str,
}

/// The time of a run: of all its processes, and by the clock.
#[derive(Clone, Copy)]
struct Run {
    cpu: f64,
    wall: f64,
}

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    if !options.bench {
        println!("nothing to test; cargo bench --bench peers measures");
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let bash = |command: &str| {
        let mut bash = Command::new("bash");
        bash.args(["-c", command, "bash", env!("CARGO_MANIFEST_DIR")]);
        bash.current_dir(folder.path()).env("toolkit", &options.toolkit).stdin(Stdio::null());
        bash
    };
    let prepared = bash(include_str!("prepare.sh")).status().context("bash")?;
    ensure!(prepared.success(), "prepare.sh failed: {prepared}");
    let mut missing = BTreeSet::new();
    println!(
        "| work | program | CPU, s | by the clock, s | times the CPU of toolkit |\n|---|---|---|---|---|"
    );
    for (work, candidates) in &candidates()?.into_iter().chunk_by(|candidate| candidate.work) {
        if options.only.as_ref().is_some_and(|wanted| !wanted.is_match(work)) {
            continue;
        }
        let (candidates, absent): (Vec<_>, Vec<_>) =
            candidates.partition(|candidate| candidate.needs.is_empty() || is_on_path(candidate.needs));
        missing.extend(absent.into_iter().map(|candidate| candidate.needs));
        let mut runs = vec![Vec::new(); candidates.len()];
        for _ in 0..options.turns.max(1) {
            for (candidate, runs) in candidates.iter().zip(&mut runs) {
                let run = measure(&mut bash(candidate.command));
                runs.push(run.with_context(|| format!("{}: {}", candidate.work, candidate.name))?);
            }
        }
        let cpus = runs.iter().map(|runs| median(runs.iter().map(|run| run.cpu))).collect_vec();
        for ((candidate, runs), cpu) in candidates.iter().zip(&runs).zip(&cpus) {
            let wall = median(runs.iter().map(|run| run.wall));
            println!("| {work} | {} | {cpu:.3} | {wall:.3} | {:.2} |", candidate.name, cpu / cpus[0]);
        }
    }
    for program in missing {
        println!("\nNot on the path, and not compared: {program}.");
    }
    println!("\n{}", machine::now()?);
    Ok(())
}

fn candidates() -> anyhow::Result<Vec<Candidate>> {
    let lines = include_str!("works.tsv").lines().skip(1);
    let candidate = |line: &'static str| {
        let (work, name, needs, command) = line.split('\t').collect_tuple()?;
        Some(Candidate { work, name, needs, command })
    };
    lines.map(|line| candidate(line).with_context(|| format!("works.tsv: {line}"))).collect()
}

fn is_on_path(program: &str) -> bool {
    let found =
        Command::new("bash").args(["-c", "command -v \"$0\"", program]).stdout(Stdio::null()).status();
    found.is_ok_and(|status| status.success())
}

/// Runs a command, which has to succeed.
fn measure(command: &mut Command) -> anyhow::Result<Run> {
    let begin = Instant::now();
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    let reaped = sys::reap(child.id().try_into()?, true).context("it was not reaped")?;
    ensure!(reaped.ended == Ended::Exited(0), "{:?}", reaped.ended);
    let seconds = |time: Duration| time.as_secs_f64();
    Ok(Run { cpu: seconds(reaped.cpu), wall: seconds(begin.elapsed()) })
}
