//! `--class`: a folder with a folder for each student, of which the newest source is checked.

use std::cmp::Reverse;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::error::{Context as _, Result};
use super::programs::is_source;

use nim_ground::error::named;
use nim_ground::presence;
use nim_ground::visible;
use nim_task::language::Languages;
use nim_task::layout::ArchiveFormat;
use nim_task::source::Source;

/// Deepest folder of a student that is looked into.
const DEEPEST: usize = 4;

/// A student's folder.
#[derive(Clone, Debug)]
pub struct Student {
    /// The name of the folder.
    pub name: String,
    /// What is in it.
    pub handed_in: HandedIn,
}

/// What a student has handed in.
#[derive(Clone, Debug)]
pub enum HandedIn {
    /// No file at all.
    Nothing,
    /// The source that is checked, and the time of its last change.
    Source(Box<Source>, SystemTime),
    /// Something that no grade can be given for, and why.
    Unchecked(String),
}

/// What is in the folder of a class and is no student's folder.
#[derive(Clone, Debug)]
pub struct Stray {
    /// Its name.
    pub name: String,
    /// What it is: `is a symbolic link`.
    pub what: &'static str,
}

/// What may be the program of a student.
struct Candidate {
    time: SystemTime,
    path: PathBuf,
    /// Why it cannot be checked: another one that is older is not what was handed in last.
    obstacle: Option<&'static str>,
}

/// What was found in a folder, and below it.
#[derive(Default)]
struct Found {
    candidates: Vec<Candidate>,
    /// A folder that is not looked into.
    too_deep: Option<PathBuf>,
}

/// Returns the students of a class, each with the newest source not after `until`, or else the newest; and what is no student's
/// folder.
///
/// # Errors
/// When the folder cannot be read.
pub fn of_class(
    folder: &Path,
    until: Option<SystemTime>,
    languages: &Languages,
) -> Result<(Vec<Student>, Vec<Stray>)> {
    let (mut students, mut strays) = (Vec::new(), Vec::new());
    let mut entries = entries(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    entries.sort();
    for path in entries {
        let name = visible::name(path.file_name().unwrap_or_default());
        let about = fs::symlink_metadata(&path).with_context(|| format!("cannot read {}", path.display()))?;
        if !about.is_dir() {
            let what = if about.is_symlink() { "is a symbolic link" } else { "is in no student's folder" };
            strays.push(Stray { name, what });
            continue;
        }
        // Whatever happens in the folder of one student is not for the others.
        let handed_in = handed_in(&path, until, languages)
            .unwrap_or_else(|why| HandedIn::Unchecked(format!("cannot read {why}")));
        students.push(Student { name, handed_in });
    }
    Ok((students, strays))
}

/// Returns what a student has handed in: the newest source not after `until`, or else the newest.
fn handed_in(folder: &Path, until: Option<SystemTime>, languages: &Languages) -> io::Result<HandedIn> {
    let mut found = Found::default();
    add_files(folder, 0, languages, &mut found)?;
    let is_in_time = |candidate: &Candidate| until.is_none_or(|until| candidate.time <= until);
    let has_one_in_time = found.candidates.iter().any(is_in_time);
    found.candidates.retain(|candidate| !has_one_in_time || is_in_time(candidate));
    let name = |path: &Path| visible::name(path.strip_prefix(folder).unwrap_or(path).as_os_str());
    sort_newest_first(&mut found.candidates);
    let sources = found.candidates.iter().filter(|own| own.obstacle.is_none());
    let sources: Vec<PathBuf> = sources.map(|own| own.path.clone()).collect();
    let Some(Candidate { time, path, obstacle }) = found.candidates.into_iter().next() else {
        let too_deep =
            |path: PathBuf| HandedIn::Unchecked(format!("{} is below too many folders", name(&path)));
        return Ok(found.too_deep.map_or(HandedIn::Nothing, too_deep));
    };
    Ok(match (obstacle, Source::around(&path, &sources, languages)?) {
        (None, Some(source)) => HandedIn::Source(Box::new(source), time),
        (obstacle, _) => {
            HandedIn::Unchecked(format!("{} {}", name(&path), obstacle.unwrap_or("is no source")))
        }
    })
}

/// Returns the number of students that a folder may have: folders in it with a source.
///
/// # Errors
/// When one of them cannot be listed.
pub fn number(folder: &Path) -> io::Result<usize> {
    let mut students = 0;
    for path in entries(folder).map_err(named(folder.display()))? {
        let files = presence::absent_is_none(entries(&path), &path)?;
        students += usize::from(files.is_some_and(|files| files.iter().any(|file| is_source(file))));
    }
    Ok(students)
}

/// Returns the newest source in a folder, not in those below it.
///
/// # Errors
/// When the folder cannot be read.
pub fn newest_source(folder: &Path, languages: &Languages) -> io::Result<Option<PathBuf>> {
    let mut found = Found::default();
    add_files(folder, DEEPEST, languages, &mut found)?;
    found.candidates.retain(|candidate| candidate.obstacle.is_none());
    sort_newest_first(&mut found.candidates);
    let file = found.candidates.into_iter().next().map(|candidate| candidate.path);
    Ok(file.map(|file| file.strip_prefix("./").map(Path::to_path_buf).unwrap_or(file)))
}

fn sort_newest_first(candidates: &mut [Candidate]) {
    candidates.sort_by(|a, b| (Reverse(a.time), &a.path).cmp(&(Reverse(b.time), &b.path)));
}

/// Returns the files and folders of a folder but hidden ones and those that archives add.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let is_shown = |name: &OsStr| !name.as_encoded_bytes().starts_with(b".") && name != "__MACOSX";
    let paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let paths: io::Result<Vec<PathBuf>> = paths.collect();
    Ok(paths?.into_iter().filter(|path| path.file_name().is_some_and(is_shown)).collect())
}

/// Adds the files in a folder, each with the time of its last change. What is gone meanwhile is not there; whatever else cannot be
/// looked at may hold the newest source, and is an error.
fn add_files(folder: &Path, depth: usize, languages: &Languages, found: &mut Found) -> io::Result<()> {
    for path in entries(folder).map_err(named(folder.display()))? {
        let Some(about) = presence::find_link(&path)? else { continue };
        let is_archive = ArchiveFormat::from_path(&path).is_some();
        let is_source = languages.for_file(&path).is_some();
        // A link to anything but a file may hide a folder of sources, and so may one that cannot be followed.
        let is_hidden = about.is_symlink() && !fs::metadata(&path).is_ok_and(|target| target.is_file());
        let obstacle = match () {
            () if about.is_dir() && depth < DEEPEST => {
                add_files(&path, depth + 1, languages, found)?;
                continue;
            }
            () if about.is_symlink() && (is_source || is_archive || is_hidden) => Some("is a symbolic link"),
            () if about.is_file() && is_archive => Some("is an archive"),
            () if about.is_file() && is_source => None,
            () if !about.is_dir() && is_source => Some("is no regular file"),
            () => {
                if about.is_dir() {
                    found.too_deep.get_or_insert(path);
                }
                continue;
            }
        };
        let time = about.modified().map_err(named(path.display()))?;
        found.candidates.push(Candidate { time, path, obstacle });
    }
    Ok(())
}
