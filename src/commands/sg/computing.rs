//! Computation of a sequence with threads, progress, and values saved in a file, by which it can be resumed.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};

use super::monitor::{Monitor, Threads};
use super::{MalformedFile, read_text};
use crate::system::output_file::{self, Overwrite};
use crate::terminal::UsageError;
use crate::terminal::say;
use nim_engine::sequence::certificate::{Certificate, CertificateError};
use nim_engine::sequence::saved::{self, SavedError};
use nim_engine::theory::game::Game;
use nim_engine::theory::refusal::Refusal;

/// The options of a computation.
#[derive(clap::Args)]
pub struct Computing {
    /// Save the computed values to this file, every minute and when interrupted
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Begin with the values of this file, written by `--save`; they are checked at random places, and a proof computes
    /// those that it needs anew
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Overwrite an existing file; saved values are overwritten without it
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    threads: Threads,
}

/// The interval at which values are saved.
const SAVE_EVERY: Duration = Duration::from_secs(60);

/// The time that saving may take after Ctrl-C.
const SAVING: Duration = Duration::from_secs(60);

impl Computing {
    /// Returns whether values are read from a file or written to one.
    pub fn has_file(&self) -> bool {
        self.save.is_some() || self.resume.is_some()
    }

    /// Sets threads and level of the games that have a sequence.
    pub fn set_up(&self, games: &mut [Box<dyn Game>], work: &Monitor) {
        self.threads.set_up(games, work.level);
    }

    /// Computes values up to that of heap `last`, or until a period is proved, and saves them.
    ///
    /// # Errors
    /// After a [`Refusal`] the computed values are still valid; after other errors nothing was computed, or it was not saved.
    pub fn reach(&self, rules: &mut dyn Game, last: u64, work: &mut Monitor) -> anyhow::Result<()> {
        let sequence = rules.sequence().map_err(UsageError::new)?;
        sequence.set_threads(self.threads.count());
        sequence.set_level(work.level);
        if self.has_file() {
            sequence.check_resumable().map_err(|refusal| anyhow!("{refusal}"))?;
        }
        self.check_save()?;
        if let Some(file) = &self.resume {
            let (values, _) = load(file, rules, work)?;
            rules.sequence().map_err(UsageError::new)?.resume(&values)?;
        }
        if self.save.is_some() {
            work.keep_results(SAVING);
        }
        self.reach_saving(rules, last.saturating_add(1), work, SAVE_EVERY)
    }

    /// Checks a certificate, beginning with the values of `--resume`, and saves those computed by the definition.
    ///
    /// Returns the number of values of the certificate, and of those loaded without a check.
    ///
    /// # Errors
    /// A [`CertificateError`], or what is wrong with a file.
    pub fn verify(
        &self,
        certificate: &Certificate,
        rules: &mut dyn Game,
        work: &mut Monitor,
    ) -> anyhow::Result<(u64, u64)> {
        self.check_save()?;
        let loaded = self.resume.as_ref().map(|file| load(file, rules, work)).transpose()?;
        let (mut values, unchecked) = loaded.unwrap_or_default();
        if self.save.is_some() {
            work.keep_results(SAVING);
        }
        let saves = self.save.as_deref().is_some_and(output_file::is_replaced);
        loop {
            let (due, known) = (Instant::now() + SAVE_EVERY, values.len());
            let mut is_due = false;
            let verified = certificate.verify_from(&mut values, rules, &mut |progress| {
                let stop = work.step(progress);
                is_due = saves && stop.is_continue() && Instant::now() >= due;
                if is_due { ControlFlow::Break(()) } else { stop }
            });
            if values.len() > known {
                self.save(&rules.name(), &values)?;
            }
            if !is_due {
                let values = verified.map_err(failure)?;
                return Ok((values, unchecked.min(values)));
            }
        }
    }

    fn overwrite(&self) -> Overwrite<'static> {
        Overwrite::new(self.force).or_same_kind(saved::MAGIC)
    }

    /// Checks that values can be saved.
    fn check_save(&self) -> anyhow::Result<()> {
        let Some(file) = &self.save else { return Ok(()) };
        output_file::refuse_existing(file, self.overwrite())?;
        output_file::check(file)
    }

    /// Saves values, if a file is named.
    fn save(&self, game: &str, values: &[u64]) -> anyhow::Result<()> {
        let Some(file) = &self.save else { return Ok(()) };
        let text = saved::write(game, values);
        output_file::write(file, self.overwrite(), |out| out.write_all(text.as_bytes()))
    }

    /// Computes values up to `len`; saves them at the end, and at intervals if the file can be replaced.
    fn reach_saving(
        &self,
        rules: &mut dyn Game,
        len: u64,
        work: &mut Monitor,
        every: Duration,
    ) -> anyhow::Result<()> {
        let saves = self.save.as_deref().is_some_and(output_file::is_replaced);
        loop {
            let (begin, mut is_due) = (Instant::now(), false);
            let sequence = rules.sequence().map_err(UsageError::new)?;
            // A proof that recomputes known values is not interrupted.
            let known = sequence.computed();
            let reached = sequence.reach(len, &mut |progress| {
                let stop = work.step(progress);
                is_due = saves && stop.is_continue() && progress.done > known && begin.elapsed() >= every;
                if is_due { ControlFlow::Break(()) } else { stop }
            });
            if self.save.is_some() {
                self.save(&rules.name(), &rules.sequence().map_err(UsageError::new)?.entries())?;
            }
            if !is_due {
                return Ok(reached?);
            }
        }
    }
}

/// Returns a rejection as an error: an unfinished check is returned as its refusal.
pub fn failure(rejection: CertificateError) -> anyhow::Error {
    match rejection {
        CertificateError::Unchecked(refusal) => refusal.into(),
        CertificateError::Wrong(_) => rejection.into(),
    }
}

/// Returns the values of the file, and the number of unchecked ones.
fn load(file: &Path, rules: &mut dyn Game, work: &mut Monitor) -> anyhow::Result<(Vec<u64>, u64)> {
    let values =
        saved::read(&rules.name(), &read_text(file, saved::is_begun)?).map_err(|error| match error {
            SavedError::Game(game) => {
                UsageError(format!("{} holds values of {game}, not of {}", file.display(), rules.name()))
                    .into()
            }
            SavedError::Line(line, why) => {
                anyhow!(MalformedFile(format!("{}:{line}: {why}", file.display())))
            }
        })?;
    let stretch = rules.sequence().map_err(UsageError::new)?.stretch();
    let definition = rules.definition().context("this game is not one of single heaps")?;
    match saved::recheck(definition, &values, stretch, &mut |progress| work.step(progress)) {
        Ok(checked) => {
            let unchecked = (values.len() as u64).saturating_sub(checked);
            if unchecked > 0 {
                say::note(format_args!(
                    "{} values are those of {}: {checked} were checked, none computed",
                    values.len(),
                    file.display()
                ));
            }
            Ok((values, unchecked))
        }
        Err(Refusal::Interrupted) => Err(Refusal::Interrupted.into()),
        Err(wrong) => Err(MalformedFile(format!("{}: {wrong}", file.display())).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::ErrorKind;
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
        let mut work = Monitor::begin(None, true).unwrap();
        line.computing.reach_saving(rules.as_mut(), 2000, &mut work, Duration::ZERO).unwrap();
        let values = saved::read("0.6", &std::fs::read_to_string(&file).unwrap()).unwrap();
        assert_eq!(values.len(), 2000);
    }

    #[test]
    fn work_that_is_out_of_time_keeps_what_it_has() {
        let mut rules = super::super::single("grundy").unwrap();
        let mut work = Monitor::begin(None, true).unwrap();
        work.stop_after(Duration::ZERO);
        let stopped =
            Line::parse_from([""]).computing.reach(rules.as_mut(), u64::MAX, &mut work).unwrap_err();
        assert!(ErrorKind::from_error(&stopped) == ErrorKind::Interrupted && work.is_out_of_time());
        assert!(rules.sequence().unwrap().computed() > 0);
    }
}
