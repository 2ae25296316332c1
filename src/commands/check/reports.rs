//! `--report KIND=FILE`: the files and formats of reports.

use std::fs;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;

use crate::system::output_file::{self, Output, Overwrite};
use crate::terminal::UsageError;
use crate::terminal::say;
use crate::terminal::streams::Stdout;
use nim_ground::error::ValueError;
use nim_judge::report::format::ReportFormat;
use nim_judge::report::results::Report;

/// Returns the help of the option.
pub fn help() -> String {
    format!("Write a report: {}; - is standard output", formats())
}

/// Returns the accepted values: `json=FILE` and so on.
fn formats() -> String {
    let [first @ .., last] = ReportFormat::ALL.map(|format| format!("{}=FILE", format.name));
    format!("{} or {last}", first.join(", "))
}

/// A requested report.
#[derive(Clone, Debug)]
pub struct ReportTarget {
    format: ReportFormat,
    path: PathBuf,
}

impl ReportTarget {
    /// Reads a requested report.
    pub fn parse(text: &str) -> Result<Self, ValueError> {
        let (format, path) = text.split_once('=').unwrap_or_default();
        let format = ReportFormat::find(format).filter(|_| !path.is_empty());
        let target = format.map(|format| Self { format, path: path.into() });
        target.ok_or_else(|| format!("expected {}, found \"{text}\"", formats()).into())
    }

    /// Returns the JSON report on standard output.
    pub fn json_on_stdout() -> Option<Self> {
        Some(Self { format: ReportFormat::find("json")?, path: PathBuf::from("-") })
    }

    /// Returns whether it is written to standard output.
    pub fn is_standard_output(&self) -> bool {
        self.path == Path::new("-")
    }

    /// Returns the file, unless it is standard output.
    pub fn file(&self) -> Option<&Path> {
        (!self.is_standard_output()).then_some(&self.path)
    }

    /// Returns the file with what tells reports of its format, unless it is standard output.
    pub fn output(&self) -> Option<Output<'_>> {
        self.file().map(|path| (path, Some(self.format.mark)))
    }

    fn write(&self, report: &Report) -> io::Result<()> {
        let write = self.format.write;
        if self.is_standard_output() {
            if io::stdout().is_terminal() {
                // Names and outputs may hold what a terminal obeys.
                let mut text = Vec::new();
                write(report, &mut text)?;
                let text = String::from_utf8_lossy(&text);
                return say::text(&text, true);
            }
            let mut out = BufWriter::new(Stdout);
            write(report, &mut out)?;
            out.flush()
        } else {
            // What was there before the check was looked at then.
            output_file::try_write(&self.path, Overwrite::Always, |out| write(report, out))
        }
    }
}

/// Returns the file of the first HTML report, for `--open`.
///
/// # Errors
/// When no HTML report goes to a file.
pub fn page(targets: &[ReportTarget]) -> Result<&Path, UsageError> {
    let mut pages = targets.iter().filter(|target| target.format.name == "html");
    let page = pages.find_map(ReportTarget::file);
    page.ok_or_else(|| UsageError("--open shows the HTML report: add --report html=FILE".to_owned()))
}

/// The time within which a failure to open a file is noticed.
const OPENING: Duration = Duration::from_millis(1500);

/// Opens a file in the program that the desktop has for it; a failure is a note.
pub fn open(file: &Path) {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    // A name that begins with a dash is no option.
    let file = std::path::absolute(file).unwrap_or_else(|_| file.to_path_buf());
    let mut command = Command::new(opener);
    let quiet = command.arg(&file).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let failure = match quiet.spawn() {
        Err(error) => Some(format!("{opener}: {error}")),
        Ok(mut child) => {
            let begin = Instant::now();
            // A browser that runs in the foreground is left running.
            loop {
                match child.try_wait() {
                    Ok(Some(status)) => break (!status.success()).then(|| format!("{opener}: {status}")),
                    Ok(None) if begin.elapsed() < OPENING => thread::sleep(Duration::from_millis(20)),
                    _ => break None,
                }
            }
        }
    };
    if let Some(failure) = failure {
        say::note(format_args!("cannot open {}: {failure}", file.display()));
    }
}

/// Reads a JSON report.
pub fn read(path: &Path) -> anyhow::Result<Report> {
    let text = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Report::read_json(&text).with_context(|| path.display().to_string())
}

/// Writes every requested report, even after one failed.
///
/// # Errors
/// The first failure, if there is one.
pub fn write_reports(report: &Report, targets: &[ReportTarget]) -> anyhow::Result<()> {
    let mut failure = Ok(());
    for target in targets {
        let written = match target.write(report) {
            // A closed pipe is no error.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            written => written.with_context(|| format!("cannot write {}", target.path.display())),
        };
        failure = failure.and(written);
    }
    failure
}

/// Checks that every report can be written, and replaces no other file unless it may.
///
/// # Errors
/// When one cannot be.
pub fn check_reports(targets: &[ReportTarget], may_replace: bool) -> anyhow::Result<()> {
    output_file::refuse_doubles(targets.iter().filter_map(ReportTarget::file))?;
    for ReportTarget { format, path } in targets.iter().filter(|target| !target.is_standard_output()) {
        output_file::refuse_existing(path, Overwrite::new(may_replace).or_same_kind(format.mark))?;
        output_file::check(path)?;
    }
    Ok(())
}
