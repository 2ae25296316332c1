//! `toolkit sg period`: the period of a game, with a certificate.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};

use super::computing::{Computing, failure};
use super::monitor::Monitor;
use super::{MalformedFile, SCHEMA, read_text, single, table};
use crate::exit::Exit;
use crate::terminal::UsageError;
use crate::terminal::count::number;
use crate::terminal::json::JsonNumber;
use crate::terminal::output::OutputArgs;
use crate::terminal::streams::Stdout;
use crate::terminal::{say, shell};
use nim_engine::games::notation;
use nim_engine::sequence::certificate::{Certificate, CertificateError};
use nim_engine::sequence::period::Period;
use nim_engine::sequence::source::Sequence;
use nim_engine::sequence::theorem::Theorem;
use nim_engine::theory::game::Game;
use nim_engine::theory::refusal::Refusal;
use nim_ground::json;

/// Prove the period of a game's values
///
/// Preperiod e, period p and saltus s are the smallest numbers with G(n + p) = G(n) + s for all n >= e. Where nothing is
/// proved by the values of heaps up to --max, the exit code is 5.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  toolkit sg period kayles\n  toolkit sg period 0.156 --verify\n  toolkit sg period 0.16 --max 1000000 --json > certificate.json"
)]
pub struct Args {
    /// The game; see `toolkit sg games`
    game: String,
    /// The largest heap whose value is computed; by default 100000, or, for a game as text that is searched, as many heaps as 10 s
    /// allow
    #[arg(long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    max: Option<u64>,
    #[command(flatten)]
    output: OutputArgs,
    /// Check the certificate of FILE (as --json prints it), or the one found: values are computed anew by the plain
    /// definition, and each equation of the proof is checked
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    #[expect(clippy::option_option, reason = "the option may stand without its value")]
    verify: Option<Option<PathBuf>>,
    /// Begin a check that takes minutes or more; the estimate is printed either way
    #[arg(long, requires = "verify")]
    yes: bool,
    #[command(flatten)]
    computing: Computing,
}

/// The JSON output, which is also the certificate.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PeriodJson {
    schema: String,
    game: String,
    preperiod: Option<JsonNumber>,
    period: Option<JsonNumber>,
    saltus: Option<JsonNumber>,
    /// The number of periods that the theorem treats as one.
    multiple: Option<JsonNumber>,
    proved: bool,
    theorem: Option<String>,
    /// Values that the proof rests on; without one, values that were computed.
    values: JsonNumber,
    checksum: Option<String>,
    /// The BLAKE3 hash of the certificate and its values.
    blake3: Option<String>,
    /// A pattern of the values without a proof.
    observed: Option<ObservedPeriod>,
    /// Whether `--verify` has accepted the certificate.
    #[serde(skip_serializing_if = "Option::is_none")]
    verified: Option<bool>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ObservedPeriod {
    preperiod: JsonNumber,
    period: JsonNumber,
    saltus: JsonNumber,
}

/// The largest heap whose value is computed by default.
const LAST: u64 = 100_000;

/// The default time limit of a search: where larger heaps have more moves, a search up to [`LAST`] takes hours.
const SEARCH: Duration = Duration::from_secs(10);

/// The time that reporting may take after Ctrl-C.
const REPORTING: Duration = Duration::from_secs(1);

/// Searches for a period, or checks a certificate.
pub fn run(args: &Args, mut work: Monitor) -> anyhow::Result<Exit> {
    let mut rules = single(&args.game)?;
    let can_prove = rules.sequence().map_err(UsageError::new)?.theorem() != Some(&Theorem::None);
    if let Some(Some(file)) = &args.verify {
        return verify(&read(file)?, rules, args, work);
    }
    work.keep_results(REPORTING);
    if args.max.is_none() && !can_prove && rules.definition().is_none() {
        work.stop_after(SEARCH);
    }
    let last = args.max.unwrap_or(LAST);
    // The values computed before a refusal may prove a period.
    let refusal = args.computing.reach(rules.as_mut(), last, &mut work).err();
    let refusal = refusal.map(anyhow::Error::downcast::<Refusal>).transpose()?;
    let name = rules.name();
    let sequence = rules.sequence().map_err(UsageError::new)?;
    let (first, more) = (sequence.first(), missing(&name, sequence, last));
    let certificate = Certificate::from_sequence(name.clone(), sequence);
    let mut report = match &certificate {
        Some(certificate) => PeriodJson::proved(certificate),
        None => PeriodJson::unproved(name, sequence.computed().saturating_sub(first), sequence.observed()),
    };
    let mut out = Stdout;
    if let (Some(certificate), false) = (&certificate, args.output.json) {
        print(&mut out, certificate, args.output.quiet)?;
    }
    let verified = match (&certificate, &args.verify) {
        (Some(certificate), Some(None)) => {
            Some(checked_again(certificate, rules.as_mut(), args.yes, &mut work))
        }
        _ => None,
    };
    report.verified = verified.as_ref().map(anyhow::Result::is_ok);
    let is_out_of_time = work.is_out_of_time();
    drop(work);
    if args.output.json {
        json::write_pretty(&mut out, &report)?;
        writeln!(out)?;
    }
    if let Some(verified) = verified {
        let values = verified?;
        if !args.output.json {
            print_verified(&mut out, values, 0)?;
        }
    }
    match refusal {
        _ if report.proved => Ok(Exit::Success),
        None => Ok(report.print_unproved(last, &more)),
        Some(Refusal::Interrupted) if is_out_of_time => {
            let reached = (first + report.values.0).saturating_sub(1);
            Ok(report.print_unproved(reached, &out_of_time(&report.game)))
        }
        Some(Refusal::Interrupted) => {
            report.print_error("interrupted");
            Ok(Exit::Interrupted)
        }
        Some(refusal) => Err(refusal.into()),
    }
}

/// Checks a certificate that was found here, and returns the number of values.
fn checked_again(
    certificate: &Certificate,
    rules: &mut dyn Game,
    yes: bool,
    work: &mut Monitor,
) -> anyhow::Result<u64> {
    check_cost(certificate, rules, yes)?;
    certificate.verify(rules, &mut |progress| work.step(progress)).map_err(failure)
}

/// Returns the reason why a search ended by itself, the way to continue it, and the command that tells whether the rules of a game are
/// recognised.
fn out_of_time(game: &str) -> String {
    let (time, game) = (SEARCH.as_secs(), shell::quoted(OsStr::new(game)));
    format!(
        ", where {time} s of search ended: `--max N` searches up to heap N, however long that takes, and \
         `toolkit sg values {game} -n 1 --explain-plan` tells how values are computed"
    )
}

/// Returns the further values that a proof needs, if that is known.
fn missing(game: &str, sequence: &Sequence, last: u64) -> String {
    let theorem = sequence.theorem().filter(|&theorem| *theorem != Theorem::None);
    let least = theorem.map(|theorem| theorem.least_values().unwrap_or(u64::MAX));
    let least = least.filter(|&least| least > last.saturating_add(1));
    let least = least.map(|least| format!(", and none can be by less than {least} values"));
    published(game, sequence, last).or(least).unwrap_or_default()
}

/// Returns the source of a game's published period, with the heap that suffices for a proof, if that lies beyond the last one. It proves
/// nothing.
fn published(game: &str, sequence: &Sequence, last: u64) -> Option<String> {
    let published = table::find(notation::unaliased(game))?;
    let (Period { preperiod, period, .. }, source) = (published.period(), published.source);
    let max = published.values_needed(sequence).checked_sub(1).filter(|&max| max > last)?;
    Some(format!(
        "; the published period, {period} with preperiod {preperiod} ({source}), takes `--max {max}`"
    ))
}

impl PeriodJson {
    fn proved(certificate: &Certificate) -> Self {
        let Period { preperiod, period, saltus } = certificate.period;
        Self {
            schema: SCHEMA.to_owned(),
            game: certificate.game.clone(),
            preperiod: Some(JsonNumber(preperiod)),
            period: Some(JsonNumber(period)),
            saltus: Some(JsonNumber(saltus)),
            multiple: Some(JsonNumber(certificate.multiple)),
            proved: true,
            theorem: Some(certificate.theorem.clone()),
            values: JsonNumber(certificate.values),
            checksum: Some(certificate.checksum.clone()),
            blake3: Some(certificate.hash.clone()),
            ..Self::default()
        }
    }

    fn unproved(game: String, values: u64, observed: Option<Period>) -> Self {
        let observed = observed.map(|Period { preperiod, period, saltus }| ObservedPeriod {
            preperiod: JsonNumber(preperiod),
            period: JsonNumber(period),
            saltus: JsonNumber(saltus),
        });
        Self { schema: SCHEMA.to_owned(), game, values: JsonNumber(values), observed, ..Self::default() }
    }

    /// Returns the report as a certificate, if it is one.
    fn certificate(self) -> anyhow::Result<Certificate> {
        ensure!(self.schema == SCHEMA, "expected the schema {SCHEMA}, found {:?}", self.schema);
        ensure!(self.proved, "it proves nothing");
        ensure!(self.observed.is_none(), "a proved period has no observed one beside it");
        Ok(Certificate {
            game: self.game,
            period: Period {
                preperiod: self.preperiod.context("it has no preperiod")?.0,
                period: self.period.context("it has no period")?.0,
                saltus: self.saltus.context("it has no saltus")?.0,
            },
            multiple: self.multiple.context("it has no multiple")?.0,
            theorem: self.theorem.context("it has no theorem")?,
            values: self.values.0,
            checksum: self.checksum.context("it has no checksum")?,
            hash: self.blake3.context("it has no blake3")?,
        })
    }

    /// Prints to standard error that nothing is proved up to a heap, and the further values that a proof needs.
    fn print_unproved(&self, reached: u64, more: &str) -> Exit {
        self.print_error(&format!("no period is proved up to heap {reached}{more}"));
        Exit::Failed
    }

    /// Prints to standard error why there is no period, and the observed pattern.
    fn print_error(&self, why: &str) {
        let values = self.values.0;
        let seen = match &self.observed {
            Some(ObservedPeriod { preperiod, period, saltus }) => format!(
                "; observed, not proved: preperiod {}, period {}, saltus {} in {values} values",
                preperiod.0, period.0, saltus.0
            ),
            None if values == 1 => "; 1 value computed".to_owned(),
            None => format!("; {values} values computed"),
        };
        say::error(format_args!("{}: {why}{seen}", self.game));
    }
}

/// Prints a proved period, and its proof unless only the verdict is asked for.
fn print(out: &mut impl Write, certificate: &Certificate, is_quiet: bool) -> io::Result<()> {
    let Certificate { period, multiple, theorem, values, checksum, .. } = certificate;
    let Period { preperiod, period, saltus } = period;
    writeln!(out, "preperiod {preperiod}, period {period}, saltus {saltus}")?;
    if is_quiet {
        return Ok(());
    }
    let applied = if *multiple > 1 { format!(" for {multiple} periods at once") } else { String::new() };
    writeln!(out, "proof: {theorem}{applied}; {values} values, checksum {checksum}")
}

/// Prints the basis of a check.
fn print_verified(out: &mut impl Write, values: u64, unchecked: u64) -> io::Result<()> {
    let loaded = if unchecked > 0 { format!(", and {unchecked} taken from the file") } else { String::new() };
    writeln!(
        out,
        "verified: {} values computed anew by the definition{loaded}",
        values.saturating_sub(unchecked)
    )
}

/// The most options visited in a check without `--yes`.
const MANY_OPTIONS: u64 = 1 << 36;
/// About how many options a check visits in a second.
const OPTIONS_A_SECOND: u64 = 200_000_000;

/// Prints the time that a check takes, if it is long, and refuses it unless it was asked for.
fn check_cost(certificate: &Certificate, rules: &mut dyn Game, yes: bool) -> anyhow::Result<()> {
    let options = certificate.options(rules).map_err(failure)?;
    if options <= MANY_OPTIONS {
        return Ok(());
    }
    let minutes = options / OPTIONS_A_SECOND / 60;
    let estimate = format!("the check visits about {options} options, which takes some {minutes} minutes");
    ensure!(
        yes,
        "{estimate}: `--yes` begins it; a check of a file by `--verify=FILE` can be continued with `--save` and `--resume`"
    );
    say::note(estimate);
    Ok(())
}

fn read(file: &Path) -> anyhow::Result<Certificate> {
    let text = read_text(file, |bytes| {
        bytes.iter().all(|byte| !byte.is_ascii_control() || byte.is_ascii_whitespace())
    })?;
    let report = serde_json::from_str(&text).map_err(anyhow::Error::from);
    let certificate = report.and_then(PeriodJson::certificate);
    certificate.map_err(|why| MalformedFile(format!("{}: not a certificate: {why}", file.display())).into())
}

/// Checks a certificate of the game, or of the same game by another name.
fn verify(
    certificate: &Certificate,
    mut rules: Box<dyn Game>,
    args: &Args,
    mut work: Monitor,
) -> anyhow::Result<Exit> {
    if notation::unaliased(&certificate.game) == notation::unaliased(&rules.name()) {
        rules = single(&certificate.game)?;
    }
    let rules = rules.as_mut();
    let verified = check_cost(certificate, rules, args.yes)
        .and_then(|()| args.computing.verify(certificate, rules, &mut work));
    drop(work);
    match verified {
        Ok((values, unchecked)) => {
            print_verified(&mut Stdout, values, unchecked)?;
            Ok(Exit::Success)
        }
        Err(error) if error.is::<CertificateError>() => {
            say::error(format_args!("{error:#}"));
            Ok(Exit::NotAccepted)
        }
        Err(error) => Err(error),
    }
}
