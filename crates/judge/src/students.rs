//! `--class`: a folder with a folder for each student, of which the newest source is checked.

use std::cmp::Reverse;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::error::{Context as _, Result};
use super::programs::is_source;

use nim_ground::visible;
use nim_task::language::Languages;
use nim_task::source::Source;

/// Deepest folder of a student that is looked into.
const DEEPEST: usize = 4;

/// A student's folder.
#[derive(Clone, Debug)]
pub struct Student {
    /// The name of the folder.
    pub name: String,
    /// The source, and the time of its last change; none where there is none in the first levels.
    pub source: Option<(Source, SystemTime)>,
}

/// Returns the students of a class, each with the newest source not after `until`, or else the newest; and notes on what is no
/// student's folder.
///
/// # Errors
/// When the folder cannot be read.
pub fn of_class(
    folder: &Path,
    until: Option<SystemTime>,
    languages: &Languages,
) -> Result<(Vec<Student>, Vec<String>)> {
    let (mut students, mut notes) = (Vec::new(), Vec::new());
    let mut entries = entries(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    entries.sort();
    for path in entries {
        let name = visible::name(path.file_name().unwrap_or_default());
        let about = fs::symlink_metadata(&path).with_context(|| format!("cannot read {}", path.display()))?;
        if !about.is_dir() {
            let what = if about.is_symlink() { "is a symbolic link" } else { "is in no student's folder" };
            notes.push(format!("{name}: left out, as it {what}"));
            continue;
        }
        let mut sources = Vec::new();
        add_sources(&path, 0, languages, &mut sources);
        let in_time = sources.iter().any(|(time, _)| until.is_none_or(|until| *time <= until));
        sources.retain(|(time, _)| !in_time || until.is_none_or(|until| *time <= until));
        let source =
            newest(sources).and_then(|(time, file)| Some((Source::of_file(&file, languages)?, time)));
        students.push(Student { name, source });
    }
    Ok((students, notes))
}

/// Returns the number of students that a folder may have: folders in it with a source.
#[must_use]
pub fn number(folder: &Path) -> usize {
    let has_source =
        |path: &PathBuf| entries(path).is_ok_and(|files| files.iter().any(|file| is_source(file)));
    entries(folder).map_or(0, |entries| entries.iter().filter(|path| has_source(path)).count())
}

/// Returns the newest source in a folder, not in those below it.
#[must_use]
pub fn newest_source(folder: &Path, languages: &Languages) -> Option<PathBuf> {
    let mut sources = Vec::new();
    add_sources(folder, DEEPEST, languages, &mut sources);
    newest(sources).map(|(_, file)| file.strip_prefix("./").map(Path::to_path_buf).unwrap_or(file))
}

fn newest(mut sources: Vec<(SystemTime, PathBuf)>) -> Option<(SystemTime, PathBuf)> {
    sources.sort_by(|(a, first), (b, second)| (Reverse(a), first).cmp(&(Reverse(b), second)));
    sources.into_iter().next()
}

/// Returns the files and folders of a folder but hidden ones and those that archives add.
fn entries(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let is_shown = |name: &OsStr| !name.as_encoded_bytes().starts_with(b".") && name != "__MACOSX";
    let paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let paths: std::io::Result<Vec<PathBuf>> = paths.collect();
    Ok(paths?.into_iter().filter(|path| path.file_name().is_some_and(is_shown)).collect())
}

/// Adds the sources in a folder, each with the time of its last change.
fn add_sources(folder: &Path, depth: usize, languages: &Languages, sources: &mut Vec<(SystemTime, PathBuf)>) {
    for path in entries(folder).unwrap_or_default() {
        let Ok(about) = fs::symlink_metadata(&path) else { continue };
        if about.is_dir() && depth < DEEPEST {
            add_sources(&path, depth + 1, languages, sources);
        } else if about.is_file() && languages.for_file(&path).is_some() {
            sources.push((about.modified().unwrap_or(SystemTime::UNIX_EPOCH), path));
        }
    }
}
