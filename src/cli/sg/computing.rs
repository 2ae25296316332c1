//! How a sequence is computed: with threads, with progress, and with values kept in a file, so that a long computation can go
//! on later.

use super::BadFile;
use super::work::{Threads, Work};
use crate::cli::Misuse;
use crate::engine::checksum::Checksum;
use crate::engine::refusal::Refusal;
use crate::engine::sequence::Sequence;
use anyhow::Context;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The options of a computation.
#[derive(clap::Args)]
pub struct Computing {
    /// Write the values computed to this file, also when interrupted
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Begin with the values of this file, which `--save` wrote
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

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
        let len = last.saturating_add(1);
        let mut work = Work::begin(len)?;
        let reached = sequence.reach(len, &mut |done| work.step(done));
        drop(work);
        self.save(game, sequence)?;
        Ok(reached)
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
        // Renamed when complete, so that an old file is not lost half-way.
        let partial = file.with_extension("partial");
        std::fs::write(&partial, text)
            .and_then(|()| std::fs::rename(&partial, file))
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
