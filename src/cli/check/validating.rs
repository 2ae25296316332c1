//! The validators of a Polygon package, which read every input before its solutions are run.

use std::borrow::Cow;
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::Path;

use itertools::Itertools;
use tempfile::NamedTempFile;

use super::selection::Selected;
use super::submissions::polygon_of;
use super::{Asked, Given};
use crate::cli::say;
use nim_judge::files::FileIo;
use nim_judge::layout::polygon::PlannedTest;

/// Most invalid inputs that are named.
const MOST: usize = 10;

/// Validates the inputs of tests by the package's validators. Returns notes on validators that cannot be built, or which inputs are
/// invalid.
///
/// # Errors
/// When an input cannot be read.
pub fn inputs(
    asked: Asked<'_>,
    given: &Given,
    tests: &[Selected<'_>],
) -> anyhow::Result<Result<Vec<String>, String>> {
    let [path] = given.data.as_slice() else { return Ok(Ok(Vec::new())) };
    let Some(package) = polygon_of(path, &given.suite)? else { return Ok(Ok(Vec::new())) };
    let jury = asked.jury();
    let (mut notes, mut invalid) = (Vec::new(), Vec::new());
    for validator in &package.validators {
        let name = validator.path.strip_prefix(&package.folder).unwrap_or(&validator.path).display();
        let built = match jury.build(&validator.path) {
            Ok(built) => built,
            Err(why) => {
                notes.push(format!("{why:#}: {name} validates no inputs"));
                continue;
            }
        };
        for Selected { test, .. } in tests {
            let planned = package.tests.iter().find(|planned| test.input.ends_with(&planned.input));
            let command = [built.command(), &options(planned)].concat();
            let input = readable(&test.input)?;
            let input = input.as_ref().map_or(test.input.as_path(), NamedTempFile::path);
            if let Err(why) = jury.run(&command, &[], (input, &FileIo::STANDARD)) {
                invalid.push(format!("{}: {why:#} ({name})", test.name));
            }
        }
    }
    if invalid.is_empty() {
        return Ok(Ok(notes));
    }
    let more = invalid.len().saturating_sub(MOST);
    let more = if more > 0 { format!("\n  and {more} more") } else { String::new() };
    let shown = invalid.iter().take(MOST).map(|line| format!("\n  {line}")).join("");
    let count = say::counted(invalid.len(), "input");
    Ok(Err(format!("the package's validators refuse {count}:{shown}{more}")))
}

/// Returns the options that a validator gets for a test.
fn options(planned: Option<&PlannedTest>) -> Vec<OsString> {
    let testset = planned.map_or("tests", |planned| planned.testset.as_str());
    let mut options: Vec<OsString> = vec!["--testset".into(), testset.into()];
    if let Some(group) = planned.and_then(|planned| planned.group.as_ref()) {
        options.extend(["--group".into(), group.into()]);
    }
    options
}

/// Returns a copy of an input whose lines end as on Windows: there, validators read such ends as those of any line.
fn readable(input: &Path) -> anyhow::Result<Option<NamedTempFile>> {
    let text = fs::read(input)?;
    if !text.windows(2).any(|two| two == b"\r\n") {
        return Ok(None);
    }
    let mut file = NamedTempFile::with_prefix("toolkit-input-")?;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let line =
            line.strip_suffix(b"\r\n").map_or(Cow::Borrowed(line), |line| [line, b"\n"].concat().into());
        file.write_all(&line)?;
    }
    Ok(Some(file))
}
