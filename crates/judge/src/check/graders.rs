//! The files of a package that are compiled with every program.

use crate::error::{Context as _, Error, Result};
use tempfile::TempDir;

use super::CheckInputs;
use crate::graders;
use crate::programs::Code;
use nim_ground::private;
use nim_sandbox::secrets::Secrets;
use nim_task::language::Languages;

/// Completes source files by the graders of the package; a program that has none in its language is left out with a note.
/// Returns the folder of the completed sources.
///
/// # Errors
/// When a file cannot be read or written, or a usage error when no program is left, or there are several packages with graders.
pub fn complete(
    CheckInputs { programs, suite, .. }: &mut CheckInputs<'_>,
    languages: &Languages,
    secrets: &Secrets,
) -> Result<Option<TempDir>> {
    suite.graders.dedup();
    let graders = match suite.graders.as_slice() {
        [] => return Ok(None),
        [graders] => graders,
        _ => {
            let why = "several packages have files that are compiled with every program: check each alone";
            return Err(Error::Usage(why.to_owned()));
        }
    };
    let folder = private::folder("toolkit-graders-").context("cannot create a temporary folder")?;
    let mut left = Vec::new();
    let mut why = None;
    for (index, mut program) in std::mem::take(programs).into_iter().enumerate() {
        let Code::Source(source) = &mut program.code else {
            if graders.has_files() {
                let note = "a command has none of the files that the package compiles with source files";
                suite.notes.push(format!("{}: {note}", program.name));
            }
            left.push(program);
            continue;
        };
        let target = folder.path().join(index.to_string());
        let completed = graders::complete(graders, source, (languages, secrets), &target)
            .with_context(|| format!("cannot complete {}", program.name))?;
        match completed {
            Ok(()) => left.push(program),
            Err(reason) => {
                let note = format!("{}: left out, {reason}", program.name);
                suite.notes.push(note.clone());
                why = Some(note);
            }
        }
    }
    *programs = left;
    match why {
        Some(why) if programs.is_empty() => Err(Error::Usage(why)),
        _ => Ok(Some(folder)),
    }
}
