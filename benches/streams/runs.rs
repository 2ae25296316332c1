//! Runs of programs: timed in turns, hashed, weighed.

use crate::inputs;
use crate::programs::Program;
use anyhow::{Context, bail};
use std::fs::File;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A program runs on past its turns for as long as this, so that short runs give a steady median.
const AT_LEAST: Duration = Duration::from_millis(400);
/// But not more often.
const MOST_RUNS: usize = 300;
/// And none begins another run after this long.
const AT_MOST: Duration = Duration::from_secs(3);

/// Times what `once` does for each of `count` things, in turns; the median of each.
pub fn in_turns(
    count: usize,
    runs: usize,
    mut once: impl FnMut(usize) -> anyhow::Result<Duration>,
) -> anyhow::Result<Vec<Duration>> {
    let mut times: Vec<Vec<Duration>> = vec![Vec::new(); count];
    loop {
        let mut all_done = true;
        for (index, times) in times.iter_mut().enumerate() {
            let spent: Duration = times.iter().sum();
            let enough = times.len() >= runs && spent >= AT_LEAST;
            if enough || times.len() >= MOST_RUNS.max(runs) || spent >= AT_MOST {
                continue;
            }
            all_done = false;
            times.push(once(index)?);
        }
        if all_done {
            break;
        }
    }
    Ok(times.into_iter().map(median).collect())
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    let middle = times.len() / 2;
    if times.len() % 2 == 1 { times[middle] } else { (times[middle - 1] + times[middle]) / 2 }
}

/// One run from a file to nowhere.
pub fn time(program: &Program, input: &Path) -> anyhow::Result<Duration> {
    let mut command = program.command();
    command.stdin(File::open(input)?).stdout(Stdio::null());
    let begin = Instant::now();
    finish(command.spawn()?, &command)?;
    Ok(begin.elapsed())
}

/// One run from `cat` through a pipe to nowhere.
pub fn time_piped(program: &Program, input: &Path) -> anyhow::Result<Duration> {
    let mut cat = Command::new("cat");
    cat.arg(input).stdin(Stdio::null()).stdout(Stdio::piped());
    let mut command = program.command();
    let begin = Instant::now();
    let mut feeder = cat.spawn()?;
    let pipe = feeder.stdout.take().context("no pipe")?;
    let reader = command.stdin(pipe).stdout(Stdio::null()).spawn()?;
    // The command holds the pipe too, but only its end; both programs must be gone before the clock stops.
    finish(reader, &command)?;
    drop(command);
    finish(feeder, &cat)?;
    Ok(begin.elapsed())
}

fn finish(mut child: Child, command: &Command) -> anyhow::Result<()> {
    let status = child.wait()?;
    if !status.success() {
        bail!("{command:?}: {status}");
    }
    Ok(())
}

/// Hashes of what programs print, several at a time.
pub fn hashes(programs: &[&Program], input: &Path) -> anyhow::Result<Vec<u64>> {
    let hash = |program: &Program| -> anyhow::Result<u64> {
        let mut command = program.command();
        command.stdin(File::open(input)?).stdout(Stdio::piped());
        let mut child = command.spawn()?;
        let mut output = child.stdout.take().context("no pipe")?;
        let hash = inputs::hash(&mut output)?;
        finish(child, &command)?;
        Ok(hash)
    };
    let mut hashes = Vec::new();
    for some in programs.chunks(thread::available_parallelism()?.get()) {
        thread::scope(|scope| {
            let begun: Vec<_> = some.iter().map(|&program| scope.spawn(move || hash(program))).collect();
            for run in begun {
                match run.join() {
                    Ok(found) => hashes.push(found?),
                    Err(_) => bail!("a run was given up"),
                }
            }
            anyhow::Ok(())
        })?;
    }
    Ok(hashes)
}

/// The cost of a run.
#[derive(Clone, Copy)]
pub struct Cost {
    pub cpu: Duration,
    pub wall: Duration,
    /// The most memory that it had resident, in KiB.
    pub peak: u64,
}

/// Measures a run from a file to nowhere.
pub fn cost(program: &Program, by: &Path, input: &Path) -> anyhow::Result<Cost> {
    cost_of(program, by, File::open(input)?.into())
}

/// Measures a run from `cat` through a pipe to nowhere.
pub fn cost_piped(program: &Program, by: &Path, input: &Path) -> anyhow::Result<Cost> {
    let mut cat = Command::new("cat");
    let mut feeder = cat.arg(input).stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
    let pipe = feeder.stdout.take().context("no pipe")?;
    let cost = cost_of(program, by, pipe.into());
    feeder.wait()?;
    cost
}

fn cost_of(program: &Program, by: &Path, input: Stdio) -> anyhow::Result<Cost> {
    let mut command = program.command_by(by);
    let output = command.stdin(input).stdout(Stdio::null()).stderr(Stdio::piped()).output()?;
    if !output.status.success() {
        bail!("{command:?}: {}", output.status);
    }
    let text = String::from_utf8(output.stderr)?;
    let numbers: Vec<u64> = text.split_ascii_whitespace().map(str::parse).collect::<Result<_, _>>()?;
    let &[peak, cpu, wall] = &numbers[..] else { bail!("{command:?}: {text}") };
    Ok(Cost { cpu: Duration::from_micros(cpu), wall: Duration::from_micros(wall), peak })
}
