//! `toolkit gen --testdata`: makes the test data of this project anew.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::Context;

use super::{answer, write};
use crate::commands::new::checkout;
use crate::exit::Exit;
use crate::terminal::say;
use crate::terminal::streams::Stdout;
use nim_ground::presence::{absent_is_none, find};
use nim_inputs::{Description, made};
use nim_problems::PROBLEMS;
use nim_simd::Level;
use nim_solve::registry::Entry;

/// Writes the generated inputs of one problem or of all, with their answers; lists the changed ones.
pub fn run(only: Option<&Entry>, level: Option<Level>) -> anyhow::Result<Exit> {
    let root = checkout()?;
    let (mut all, mut changed) = (0_u64, 0_u64);
    for problem in PROBLEMS.iter().filter(|problem| only.is_none_or(|only| only.slug == problem.slug)) {
        let path = root.join("problems").join(problem.slug.replace('-', "_")).join("inputs.yaml");
        let Some(yaml) = absent_is_none(fs::read_to_string(&path), &path)? else { continue };
        let description = Description::from_entry(problem);
        let folder = root.join("testdata").join(problem.slug);
        let rows = made::read(&description, &yaml).with_context(|| path.display().to_string())?;
        for row in rows {
            let input = row.text(&description).with_context(|| row.name.clone())?;
            let file = folder.join(&row.group).join(format!("{}.in", row.name));
            all += 1;
            changed += u64::from(replace(problem, &file, input, level)?);
        }
    }
    say::message(format_args!("made {}, of which {changed} changed", say::counted(all, "input")));
    Ok(Exit::Success)
}

/// Writes an input and its answer if they differ from the present files.
fn replace(problem: &Entry, file: &Path, input: Vec<u8>, level: Option<Level>) -> anyhow::Result<bool> {
    let path = file.with_extension("ans");
    let old = absent_is_none(fs::read(file), file)?;
    if old.is_some_and(|old| old == input) && find(&path)?.is_some() {
        return Ok(false);
    }
    write(file, &input)?;
    write(&path, &answer(problem, input, level)?)?;
    writeln!(Stdout, "{}", file.display())?;
    Ok(true)
}
