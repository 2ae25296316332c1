//! `toolkit sg period`: the period of a game, with a certificate.

use super::computing::Computing;
use super::{BadFile, single};
use crate::cli::Misuse;
use crate::engine::certificate::Certificate;
use crate::engine::period::Period;
use crate::engine::refusal::Refusal;
use crate::engine::rules::Rules;
use crate::exit::Exit;
use anyhow::Context;
use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Prove the period of a game's values
///
/// Preperiod e, period p and saltus s are the smallest numbers with G(n + p) = G(n) + s for all n >= e. Where nothing is
/// proved by the values of heaps up to --max, the exit code is 5.
#[derive(clap::Args)]
pub struct Args {
    /// The game; see `toolkit sg games`
    game: String,
    /// The largest heap whose value is computed
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    max: u64,
    /// Print JSON, which is also the certificate
    #[arg(long)]
    json: bool,
    /// Check the certificate of FILE (as --json prints it), or the one found: values are computed anew by the plain
    /// definition, and each equation of the proof is checked
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    #[expect(clippy::option_option, reason = "the option may stand without its value")]
    verify: Option<Option<PathBuf>>,
    #[command(flatten)]
    computing: Computing,
}

/// What is printed as JSON.
#[derive(Serialize)]
struct Report {
    game: String,
    preperiod: Option<u64>,
    period: Option<u64>,
    saltus: Option<u64>,
    proved: bool,
    theorem: Option<String>,
    /// Values that the proof rests on; without one, values that were computed.
    values: u64,
    checksum: Option<String>,
    /// A pattern that the values show, but nothing proves.
    observed: Option<Period>,
    /// Whether `--verify` has found the certificate right.
    #[serde(skip_serializing_if = "Option::is_none")]
    verified: Option<bool>,
}

/// Looks for a period, or checks the certificate of one.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let mut rules = single(&args.game)?;
    rules.sequence().map_err(Misuse)?;
    if let Some(Some(file)) = &args.verify {
        let certificate = read(file)?;
        return verify(&certificate, rules.as_mut());
    }
    let name = rules.name();
    let sequence = rules.sequence().map_err(Misuse)?;
    let reached = args.computing.reach(&name, sequence, args.max)?;
    let certificate = Certificate::of(name.clone(), sequence);
    let mut report = match &certificate {
        Some(certificate) => Report::proved(certificate),
        None => Report::unproved(name, sequence.computed(), sequence.observed()),
    };
    if let (Some(certificate), Some(None)) = (&certificate, &args.verify) {
        certificate
            .verify(rules.as_mut())
            .map_err(anyhow::Error::msg)
            .context("the certificate does not hold")?;
        report.verified = Some(true);
    }
    let mut out = io::stdout().lock();
    if args.json {
        serde_json::to_writer_pretty(&mut out, &report).map_err(io::Error::from)?;
        writeln!(out)?;
    } else if report.proved {
        report.print(&mut out)?;
    }
    match reached {
        Err(Refusal::Interrupted) if !report.proved => {
            report.tell("interrupted");
            Ok(Exit::Interrupted)
        }
        Err(refusal) if !report.proved && refusal != Refusal::Interrupted => Err(refusal.into()),
        _ if report.proved => Ok(Exit::Success),
        _ => {
            report.tell(&format!("no period is proved up to heap {}", args.max));
            Ok(Exit::Failed)
        }
    }
}

impl Report {
    fn proved(certificate: &Certificate) -> Self {
        Self {
            game: certificate.game.clone(),
            preperiod: Some(certificate.period.preperiod),
            period: Some(certificate.period.period),
            saltus: Some(certificate.period.saltus),
            proved: true,
            theorem: Some(certificate.theorem.clone()),
            values: certificate.values,
            checksum: Some(certificate.checksum.clone()),
            observed: None,
            verified: None,
        }
    }

    fn unproved(game: String, values: u64, observed: Option<Period>) -> Self {
        Self {
            game,
            preperiod: None,
            period: None,
            saltus: None,
            proved: false,
            theorem: None,
            values,
            checksum: None,
            observed,
            verified: None,
        }
    }

    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let number = |number: Option<u64>| number.unwrap_or_default();
        writeln!(
            out,
            "preperiod {}, period {}, saltus {}",
            number(self.preperiod),
            number(self.period),
            number(self.saltus)
        )?;
        let theorem = self.theorem.as_deref().unwrap_or_default();
        let checksum = self.checksum.as_deref().unwrap_or_default();
        writeln!(out, "proof: {theorem}; {} values, checksum {checksum}", self.values)?;
        if self.verified == Some(true) {
            writeln!(out, "verified: {} values computed anew by the definition", self.values)?;
        }
        Ok(())
    }

    /// Says on standard error why there is no period, and what was seen.
    fn tell(&self, why: &str) {
        let seen = match self.observed {
            Some(Period { preperiod, period, saltus }) => format!(
                "; observed, not proved: preperiod {preperiod}, period {period}, saltus {saltus} in {} values",
                self.values
            ),
            None => format!("; {} values computed", self.values),
        };
        // A closed standard error is no reason to fail.
        let _ = writeln!(io::stderr(), "error: {}: {why}{seen}", self.game);
    }
}

fn read(file: &Path) -> anyhow::Result<Certificate> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    serde_json::from_str(&text)
        .map_err(|error| BadFile(format!("{}: not a certificate: {error}", file.display())).into())
}

fn verify(certificate: &Certificate, rules: &mut dyn Rules) -> anyhow::Result<Exit> {
    match certificate.verify(rules) {
        Ok(values) => {
            writeln!(io::stdout().lock(), "verified: {values} values computed anew by the definition")?;
            Ok(Exit::Success)
        }
        Err(why) => {
            let _ = writeln!(io::stderr(), "error: the certificate does not hold: {why}");
            Ok(Exit::NotAccepted)
        }
    }
}
