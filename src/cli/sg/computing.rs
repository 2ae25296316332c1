//! How a sequence is computed: with threads, with progress, and with values kept in a file, so that a long computation can go
//! on later.

use super::BadFile;
use super::work::{Threads, Work};
use crate::cli::{Misuse, output_file};
use crate::engine::checksum::Checksum;
use crate::engine::refusal::Refusal;
use crate::engine::sequence::Sequence;
use anyhow::Context;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The options of a computation.
#[derive(clap::Args)]
pub struct Computing {
    /// Write the values computed to this file, every minute and also when interrupted
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Begin with the values of this file, which `--save` wrote
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

/// How often values are saved on the way.
const SAVE_EVERY: Duration = Duration::from_secs(60);

const MAGIC: &str = "toolkit sg values 1";

impl Computing {
    /// Computes values up to that of heap `last`, or until a period is proved, and saves them. The inner error is the
    /// engine's, with which what was computed is still good.
    pub fn reach(
        &self,
        game: &str,
        sequence: &mut Sequence,
        last: u64,
    ) -> anyhow::Result<Result<(), Refusal>> {
        sequence.set_threads(self.threads.count());
        self.resume(game, sequence)?;
        if let Some(file) = &self.save {
            output_file::check(file).with_context(|| format!("cannot write {}", file.display()))?;
        }
        let len = last.saturating_add(1);
        let mut work = Work::begin(len)?;
        let reached = self.reach_saving(game, sequence, len, &mut work, SAVE_EVERY)?;
        drop(work);
        self.save(game, sequence)?;
        Ok(reached)
    }

    /// Computes values up to `len`, and saves those that there are every so often, where a file can be replaced.
    fn reach_saving(
        &self,
        game: &str,
        sequence: &mut Sequence,
        len: u64,
        work: &mut Work,
        every: Duration,
    ) -> anyhow::Result<Result<(), Refusal>> {
        let saves = self.save.as_deref().is_some_and(output_file::is_replaced);
        loop {
            let (begin, mut is_due) = (Instant::now(), false);
            let reached = sequence.reach(len, &mut |done| {
                let stop = work.step(done);
                is_due = saves && stop.is_continue() && begin.elapsed() >= every;
                if is_due { ControlFlow::Break(()) } else { stop }
            });
            if !is_due {
                return Ok(reached);
            }
            self.save(game, sequence)?;
        }
    }

    /// Gives the sequence the values of the file, if one is named.
    fn resume(&self, game: &str, sequence: &mut Sequence) -> anyhow::Result<()> {
        let Some(file) = &self.resume else { return Ok(()) };
        let text =
            std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        let values = parse(file, game, &text)?;
        sequence.resume(&values)?;
        Ok(())
    }

    /// Writes the values computed, if a file is named.
    fn save(&self, game: &str, sequence: &Sequence) -> anyhow::Result<()> {
        let Some(file) = &self.save else { return Ok(()) };
        let mut checksum = Checksum::default();
        let mut rows = String::new();
        for n in 0..sequence.computed() {
            let value = sequence.known(n).unwrap_or_default();
            checksum.add(value);
            let end = if n % 64 == 63 { '\n' } else { ' ' };
            write!(rows, "{value}{end}")?;
        }
        let text = format!("{MAGIC}\n{game}\n{} {checksum}\n{}\n", sequence.computed(), rows.trim_end());
        output_file::write(file, |out| out.write_all(text.as_bytes()))
            .with_context(|| format!("cannot write {}", file.display()))
    }
}

fn parse(file: &Path, game: &str, text: &str) -> anyhow::Result<Vec<u64>> {
    let bad =
        |line: usize, why: &str| anyhow::Error::new(BadFile(format!("{}:{line}: {why}", file.display())));
    let mut lines = text.lines();
    if lines.next() != Some(MAGIC) {
        return Err(bad(1, &format!("expected `{MAGIC}`")));
    }
    let saved = lines.next().unwrap_or("");
    if saved != game {
        return Err(Misuse(format!("{} holds values of {saved}, not of {game}", file.display())).into());
    }
    let head = lines.next().unwrap_or("");
    let (mut values, mut checksum) = (Vec::new(), Checksum::default());
    for (line, row) in (4..).zip(lines) {
        for token in row.split_ascii_whitespace() {
            let value =
                token.parse().map_err(|_| bad(line, &format!("expected a value, found {token:?}")))?;
            checksum.add(value);
            values.push(value);
        }
    }
    if head != format!("{} {checksum}", values.len()) {
        return Err(bad(3, "the values do not agree with the count and checksum here"));
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        computing: Computing,
    }

    #[test]
    fn values_are_saved_on_the_way() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("values");
        let line = Line::parse_from(["", "--save", file.to_str().unwrap()]);
        let mut rules = super::super::single("0.6").unwrap();
        let sequence = rules.sequence().unwrap();
        let mut work = Work::begin(2000).unwrap();
        line.computing.reach_saving("0.6", sequence, 2000, &mut work, Duration::ZERO).unwrap().unwrap();
        assert_eq!(parse(&file, "0.6", &std::fs::read_to_string(&file).unwrap()).unwrap().len(), 2000);
    }
}
