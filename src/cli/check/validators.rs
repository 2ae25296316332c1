//! The validators that a package has for its inputs: those of Polygon, and those in `input_validators` of the ICPC formats.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use itertools::Itertools;
use tempfile::NamedTempFile;

use super::jury::{Built, Jury, is_checktestdata};
use crate::cli::say;
use nim_judge::interruption;
use nim_judge::layout::Test;
use nim_judge::layout::polygon::{PlannedTest, Polygon};

/// The folders of validators in the ICPC formats.
const FOLDERS: [&str; 3] = ["input_validators", "input_validator", "input_format_validators"];
/// The status with which a validator of the ICPC formats accepts an input.
const ACCEPTED: i32 = 42;
/// Most invalid inputs that are named.
const MOST: usize = 10;

/// Returns the folder with the validators of a package in an ICPC format.
pub fn folder_of_icpc(package: &Path) -> Option<PathBuf> {
    FOLDERS.iter().map(|name| package.join(name)).find(|folder| folder.is_dir())
}

/// The validators of a package.
pub struct Validators {
    /// Polygon's package; `None` for one of the ICPC formats.
    polygon: Option<Polygon>,
    /// Each with its name.
    built: Vec<(String, Built)>,
    /// Notes on those that cannot be built.
    pub notes: Vec<String>,
}

impl Validators {
    /// Builds the validators of a package in Polygon's format.
    pub fn of_polygon(package: Polygon, jury: &Jury<'_>) -> Self {
        let places: Vec<PathBuf> =
            package.validators.iter().map(|validator| validator.path.clone()).collect();
        let folder = package.folder.clone();
        Self::build(&places, &folder, Some(package), jury)
    }

    /// Builds the validators of a package in an ICPC format; `None` where it has none.
    pub fn of_icpc(package: &Path, jury: &Jury<'_>) -> Option<Self> {
        let folder = folder_of_icpc(package)?;
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let is_hidden =
            |path: &PathBuf| path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        let places: Vec<PathBuf> = entries.filter(|path| !is_hidden(path)).sorted().collect();
        (!places.is_empty()).then(|| Self::build(&places, package, None, jury))
    }

    fn build(places: &[PathBuf], package: &Path, polygon: Option<Polygon>, jury: &Jury<'_>) -> Self {
        let mut validators = Self { polygon, built: Vec::new(), notes: Vec::new() };
        for place in places {
            let name = place.strip_prefix(package).unwrap_or(place).display().to_string();
            match jury.build(place) {
                Ok(built) => validators.built.push((name, built)),
                Err(why) => validators.notes.push(format!("{why:#}: {name} validates no inputs")),
            }
        }
        validators
    }

    /// Returns whether none could be built.
    pub fn is_empty(&self) -> bool {
        self.built.is_empty()
    }

    /// Returns the tests whose inputs are refused, each with the reasons.
    ///
    /// # Errors
    /// When an input cannot be read, or a signal ends the command.
    pub fn refused<'t>(
        &self,
        jury: &Jury<'_>,
        tests: impl Iterator<Item = &'t Test>,
    ) -> anyhow::Result<Vec<(&'t str, String)>> {
        let mut refused = Vec::new();
        let planned = self.polygon.iter().flat_map(|package| &package.tests);
        let planned: HashMap<&Path, &PlannedTest> =
            planned.map(|planned| (Path::new(&planned.input), planned)).collect();
        for test in tests {
            let input = readable(&test.input)?;
            let input = input.as_ref().map_or(test.input.as_path(), NamedTempFile::path);
            let options = if self.polygon.is_some() {
                options(ends(&test.input).find_map(|end| planned.get(end).copied()))
            } else {
                test.input_args.iter().map(OsString::from).collect()
            };
            for (name, built) in &self.built {
                let accepted =
                    if self.polygon.is_some() || is_checktestdata(Path::new(name)) { 0 } else { ACCEPTED };
                if let Err(why) = jury.accepts((built.command(), &options), input, accepted) {
                    // One that a signal ended has refused nothing.
                    interruption::check()?;
                    refused.push((test.name.as_str(), format!("{why:#} ({name})")));
                }
            }
        }
        Ok(refused)
    }
}

/// Returns the sentence about refused inputs, with the first of them.
pub fn in_words(refused: &[(&str, String)]) -> String {
    let more = refused.len().saturating_sub(MOST);
    let more = if more > 0 { format!("\n  and {more} more") } else { String::new() };
    let shown = refused.iter().take(MOST).map(|(name, why)| format!("\n  {name}: {why}")).join("");
    let count = say::counted(refused.len(), "input");
    format!("the package's validators refuse {count}:{shown}{more}")
}

/// Returns a path, and what is left of it without its first component, and so on.
fn ends(path: &Path) -> impl Iterator<Item = &Path> {
    let mut components = path.components();
    std::iter::from_fn(move || {
        let end = components.as_path();
        components.next().map(|_| end)
    })
}

/// Returns the options that a validator of Polygon gets for a test.
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
