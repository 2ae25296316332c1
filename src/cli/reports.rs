//! `--report KIND=FILE`: where reports go, and in which form.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::Context;

use super::output_file;
use crate::judge::report::{Kind, Report};

/// The help of the option.
pub fn help() -> String {
    format!("Write a report: {}; - is standard output", kinds())
}

/// What may be asked for: `json=FILE` and so on.
fn kinds() -> String {
    let [first @ .., last] = Kind::ALL.map(|kind| format!("{}=FILE", kind.name));
    format!("{} or {last}", first.join(", "))
}

/// A report that was asked for.
#[derive(Clone, Debug)]
pub struct Target {
    kind: Kind,
    path: PathBuf,
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("expected {}, found \"{text}\"", kinds());
        let (kind, path) = text.split_once('=').filter(|(_, path)| !path.is_empty()).ok_or_else(wrong)?;
        let kind = Kind::find(kind).ok_or_else(wrong)?;
        Ok(Self { kind, path: PathBuf::from(path) })
    }
}

impl Target {
    /// Whether it goes to standard output.
    pub fn is_standard_output(&self) -> bool {
        self.path == Path::new("-")
    }

    /// The file that it goes to.
    pub fn file(&self) -> Option<&Path> {
        (!self.is_standard_output()).then_some(&self.path)
    }

    fn write(&self, report: &Report) -> io::Result<()> {
        let write = |out: &mut dyn Write| (self.kind.write)(report, out);
        if self.is_standard_output() {
            let mut out = BufWriter::new(io::stdout().lock());
            write(&mut out)?;
            out.flush()
        } else {
            output_file::write(&self.path, write)
        }
    }
}

/// Writes every report that was asked for, also after one that cannot be written.
///
/// # Errors
/// When one cannot be written: the first.
pub fn write_reports(report: &Report, targets: &[Target]) -> anyhow::Result<()> {
    let mut failure = Ok(());
    for target in targets {
        let written = match target.write(report) {
            // A reader that has gone away misses nothing, and the check's own exit code stands.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            written => written.with_context(|| format!("cannot write {}", target.path.display())),
        };
        failure = failure.and(written);
    }
    failure
}

/// Makes sure that every report can be written, as far as that is known beforehand.
///
/// # Errors
/// When one cannot be.
pub fn check_reports(targets: &[Target]) -> anyhow::Result<()> {
    for Target { path, .. } in targets.iter().filter(|target| !target.is_standard_output()) {
        output_file::check(path).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
