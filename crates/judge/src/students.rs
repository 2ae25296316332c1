//! `--class`: a folder with a folder for each student, whose newest source is checked.

use std::cmp::Reverse;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use serde_json::Value;

use super::error::{Context as _, Result};
use super::programs::is_source;
use super::report::letters::order;

use nim_ground::error::named;
use nim_ground::presence;
use nim_ground::private;
use nim_ground::visible;
use nim_task::language::Languages;
use nim_task::layout::{ArchiveFormat, UnpackBudget, unpack_within};
use nim_task::source::Source;

/// The depth to which a student's folder is searched.
const DEEPEST: usize = 4;

/// A student and the submission in the student's folder.
#[derive(Clone, Debug)]
pub struct Student {
    /// The name of the student's folder.
    pub name: String,
    /// The submission in the folder.
    pub handed_in: HandedIn,
}

/// A student's submission, or why there is none.
#[derive(Clone, Debug)]
pub enum HandedIn {
    /// The folder has no files.
    Nothing,
    /// The source to check, and the time of its last change.
    Source(Box<Source>, SystemTime),
    /// No source, but a file of this name.
    Other(String),
    /// Something that no grade can be given for, and why.
    Unchecked(String),
}

/// An entry in a class's folder that is no student's folder.
#[derive(Clone, Debug)]
pub struct Stray {
    /// The name of the entry.
    pub name: String,
    /// The kind of the entry: `is a symbolic link`.
    pub what: &'static str,
}

/// A file that may be the student's program.
struct Candidate {
    time: SystemTime,
    path: PathBuf,
    kind: Kind,
}

/// The kind of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Source,
    /// An archive; its newest source counts.
    Archive,
    /// A notebook; its cells of code are a program in Python.
    Notebook,
    /// A file that cannot be checked, with the reason. If it is the newest, no older file is judged in its place.
    Obstacle(&'static str),
    Other,
}

/// The kinds of files that count as a student's program.
#[derive(Clone, Copy)]
pub struct SourceKinds<'a> {
    /// The languages of the sources.
    pub languages: &'a Languages,
    /// Whether notebooks count as programs.
    pub notebooks: bool,
}

/// Most bytes that a student's archive may hold.
const MOST_UNPACKED: u64 = 64 << 20;

/// The files found in a folder and below it.
#[derive(Default)]
struct Found {
    candidates: Vec<Candidate>,
    /// A folder that is too deep to be searched.
    too_deep: Option<PathBuf>,
}

/// Returns the students of a class, each with the newest source not after `until`, otherwise the newest; and the entries that are no
/// student's folder.
///
/// # Errors
/// When the folder cannot be read.
pub fn of_class(
    folder: &Path,
    until: Option<SystemTime>,
    kinds: SourceKinds<'_>,
) -> Result<(Vec<Student>, Vec<Stray>)> {
    let (mut students, mut strays) = (Vec::new(), Vec::new());
    let entries = entries(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let named = entries.into_iter().map(|path| (visible::name(path.file_name().unwrap_or_default()), path));
    let mut named: Vec<_> = named.collect();
    named.sort_by(|(one, _), (other, _)| order(one).cmp(&order(other)));
    for (name, path) in named {
        let about = fs::symlink_metadata(&path).with_context(|| format!("cannot read {}", path.display()))?;
        if !about.is_dir() {
            let what = if about.is_symlink() { "is a symbolic link" } else { "is in no student's folder" };
            strays.push(Stray { name, what });
            continue;
        }
        // A failure in one student's folder must not stop the others.
        let handed_in = handed_in(&path, until, kinds, true)
            .unwrap_or_else(|why| HandedIn::Unchecked(format!("cannot read {why}")));
        students.push(Student { name, handed_in });
    }
    Ok((students, strays))
}

/// Returns a student's submission: the newest source not after `until`, otherwise the newest.
fn handed_in(
    folder: &Path,
    until: Option<SystemTime>,
    kinds: SourceKinds<'_>,
    unpacks: bool,
) -> io::Result<HandedIn> {
    let mut found = Found::default();
    add_files(folder, 0, kinds, &mut found)?;
    let (mut others, mut candidates): (Vec<_>, Vec<_>) =
        found.candidates.into_iter().partition(|candidate| candidate.kind == Kind::Other);
    let is_in_time = |candidate: &Candidate| until.is_none_or(|until| candidate.time <= until);
    let has_one_in_time = candidates.iter().any(is_in_time);
    candidates.retain(|candidate| !has_one_in_time || is_in_time(candidate));
    let name = |path: &Path| visible::name(path.strip_prefix(folder).unwrap_or(path).as_os_str());
    sort_newest_first(&mut candidates);
    let sources = candidates.iter().filter(|own| own.kind == Kind::Source);
    let sources: Vec<PathBuf> = sources.map(|own| own.path.clone()).collect();
    let Some(Candidate { time, path, kind }) = candidates.into_iter().next() else {
        sort_newest_first(&mut others);
        return Ok(match (found.too_deep, others.first()) {
            (Some(path), _) => HandedIn::Unchecked(format!("{} is below too many folders", name(&path))),
            (None, Some(other)) => HandedIn::Other(name(&other.path)),
            (None, None) => HandedIn::Nothing,
        });
    };
    let unchecked = |why: &str| HandedIn::Unchecked(format!("{} {why}", name(&path)));
    let mut source = match kind {
        Kind::Source => Source::around(&path, &sources, kinds.languages)?,
        Kind::Notebook => notebook(&path, kinds.languages)?,
        Kind::Archive if unpacks => {
            return Ok(match in_archive(&path, kinds) {
                Ok(HandedIn::Source(source, _)) => HandedIn::Source(source, time),
                Ok(HandedIn::Nothing | HandedIn::Other(_)) => unchecked("has no source"),
                Ok(HandedIn::Unchecked(why)) => unchecked(&format!("is an archive: {why}")),
                Err(why) => unchecked(&format!("cannot be unpacked: {why}")),
            });
        }
        Kind::Archive => return Ok(unchecked("is an archive in another one")),
        Kind::Obstacle(why) => return Ok(unchecked(why)),
        Kind::Other => None,
    };
    if let Some(source) = source.as_mut().filter(|_| kind == Kind::Source) {
        // All files that a student has handed in belong to the program.
        source.complete(Some(&folder.canonicalize()?))?;
    }
    Ok(source.map_or_else(|| unchecked("is no source"), |source| HandedIn::Source(Box::new(source), time)))
}

/// Returns the submission in a student's archive, which stays unpacked while the source is in use.
fn in_archive(path: &Path, kinds: SourceKinds<'_>) -> io::Result<HandedIn> {
    let (unpacked, _) = unpack_within(path, &mut UnpackBudget::of_bytes(MOST_UNPACKED))?;
    let mut handed_in = handed_in(unpacked.path(), None, kinds, false)?;
    if let HandedIn::Source(source, _) = &mut handed_in {
        source.unpacked = Some(Arc::new(unpacked));
    }
    Ok(handed_in)
}

/// Returns the cells of code of a notebook as a program in Python; `None` if it has none.
fn notebook(path: &Path, languages: &Languages) -> io::Result<Option<Source>> {
    let text = fs::read(path).map_err(named(path.display()))?;
    let Some(program) = serde_json::from_slice(&text).ok().as_ref().and_then(code_of) else {
        return Ok(None);
    };
    let folder = private::folder("toolkit-notebook-")?;
    let file = folder.path().join(path.with_extension("py").file_name().unwrap_or_default());
    fs::write(&file, program).map_err(named(file.display()))?;
    let source = Source::of_file(&file, languages)?;
    Ok(source.map(|source| Source { unpacked: Some(Arc::new(folder)), ..source }))
}

/// Returns the cells of code of a notebook (nbformat 4), without the lines that are for the notebook itself: `%time`, `!ls`.
fn code_of(notebook: &Value) -> Option<String> {
    let cells = notebook["cells"].as_array()?.iter().filter(|cell| cell["cell_type"] == "code");
    let sources = cells.filter_map(|cell| match &cell["source"] {
        Value::String(source) => Some(source.clone()),
        Value::Array(lines) => lines.iter().map(Value::as_str).collect(),
        _ => None,
    });
    let mut program = String::new();
    for source in sources {
        for line in source.lines().filter(|line| !line.trim_start().starts_with(['%', '!'])) {
            program += line;
            program.push('\n');
        }
    }
    Some(program)
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

/// Returns the newest source directly in a folder.
///
/// # Errors
/// When the folder cannot be read.
pub fn newest_source(folder: &Path, languages: &Languages) -> io::Result<Option<PathBuf>> {
    let mut found = Found::default();
    add_files(folder, DEEPEST, SourceKinds { languages, notebooks: false }, &mut found)?;
    found.candidates.retain(|candidate| candidate.kind == Kind::Source);
    sort_newest_first(&mut found.candidates);
    let file = found.candidates.into_iter().next().map(|candidate| candidate.path);
    Ok(file.map(|file| file.strip_prefix("./").map(Path::to_path_buf).unwrap_or(file)))
}

fn sort_newest_first(candidates: &mut [Candidate]) {
    candidates.sort_by(|a, b| (Reverse(a.time), &a.path).cmp(&(Reverse(b.time), &b.path)));
}

/// Returns the files and folders of a folder except hidden ones and those that archive programs add.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut paths = paths.collect::<io::Result<Vec<PathBuf>>>()?;
    paths.retain(|path| {
        let name = path.file_name().unwrap_or_default();
        !name.as_encoded_bytes().starts_with(b".") && name != "__MACOSX"
    });
    Ok(paths)
}

/// Adds the files in a folder, each with the time of its last change. A file that vanishes meanwhile is ignored; any other unreadable one
/// may hold the newest source, and is an error.
fn add_files(folder: &Path, depth: usize, kinds: SourceKinds<'_>, found: &mut Found) -> io::Result<()> {
    for path in entries(folder).map_err(named(folder.display()))? {
        let Some(about) = presence::find_link(&path)? else { continue };
        let is_archive = ArchiveFormat::from_path(&path).is_some();
        let is_source = kinds.languages.for_file(&path).is_some();
        // A link to anything but a file may hide a folder of sources, and so may a broken one.
        let is_hidden = about.is_symlink() && !fs::metadata(&path).is_ok_and(|target| target.is_file());
        let is_notebook = kinds.notebooks && path.extension().is_some_and(|ending| ending == "ipynb");
        let kind = match () {
            () if about.is_dir() && depth < DEEPEST => {
                add_files(&path, depth + 1, kinds, found)?;
                continue;
            }
            () if about.is_dir() => {
                found.too_deep.get_or_insert(path);
                continue;
            }
            () if about.is_symlink() && (is_source || is_archive || is_hidden) => {
                Kind::Obstacle("is a symbolic link")
            }
            () if about.is_file() && is_archive => Kind::Archive,
            () if about.is_file() && is_source => Kind::Source,
            () if is_source => Kind::Obstacle("is no regular file"),
            () if about.is_file() && is_notebook => Kind::Notebook,
            () => Kind::Other,
        };
        let time = about.modified().map_err(named(path.display()))?;
        found.candidates.push(Candidate { time, path, kind });
    }
    Ok(())
}
