//! Atomic writing of files: a reader finds either the old content or the new.
//!
//! A regular or missing file is replaced by a new one, which is written beside it, synced and renamed. Where the system
//! allows it, the new file has no name until it is complete, so that a killed process leaves nothing behind. A symbolic
//! link stays, and its target is replaced. Devices, pipes and open files such as `/dev/stdout` are written directly.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::system::{copy_owner, create_new, identity, identity_of, name_unnamed, unnamed_in};
use nim_ground::files::folder_of;
use nim_io::system::{stderr, stdin, stdout};

/// The file behind a path.
enum Destination {
    /// A file with this name, which may not exist yet.
    Named(PathBuf),
    /// This program's standard output.
    Stdout,
    /// This program's standard error.
    Stderr,
    /// An open file of some process.
    Opened,
}

/// Most symbolic links followed.
const LINKS: usize = 40;

impl Destination {
    fn resolve(path: &Path) -> io::Result<Self> {
        let mut path = path.to_path_buf();
        for _ in 0..LINKS {
            let name = path.file_name().ok_or(io::ErrorKind::IsADirectory)?.to_owned();
            let folder = fs::canonicalize(folder_of(&path))?;
            if folder.starts_with("/proc") || folder == Path::new("/dev/fd") {
                let is_own = fs::canonicalize("/dev/fd").is_ok_and(|own| own == folder);
                return Ok(match name.to_str() {
                    Some("1") if is_own => Self::Stdout,
                    Some("2") if is_own => Self::Stderr,
                    _ => Self::Opened,
                });
            }
            path = folder.join(name);
            match fs::read_link(&path) {
                Ok(to) => path = folder.join(to),
                Err(_) => return Ok(Self::Named(path)),
            }
        }
        Err(io::Error::other("too many levels of symbolic links"))
    }
}

/// Checks that a file of this name can be written.
pub fn check(path: &Path) -> anyhow::Result<()> {
    let check = || {
        let Destination::Named(target) = Destination::resolve(path)? else { return Ok(()) };
        replaceable(path)?.map_or(Ok(()), |_| Fresh::beside(&target).map(drop))
    };
    check().with_context(|| format!("cannot write {}", path.display()))
}

/// Whether a file would be replaced. What is no regular file holds nothing to be lost, and to an open one is added.
fn is_there(path: &Path) -> bool {
    matches!(Destination::resolve(path), Ok(Destination::Named(target)) if target.is_file())
}

/// Refuses to write a file that exists already, unless it may be replaced.
pub fn refuse_existing(path: &Path, may_replace: bool) -> anyhow::Result<()> {
    anyhow::ensure!(may_replace || !is_there(path), "{} exists; --force replaces it", path.display());
    Ok(())
}

/// The first bytes of a file, among which its kind is told.
const HEAD: u64 = 1024;

/// As [`refuse_existing`], but lets a file be replaced that is empty or of the same kind, which the text `mark` near its start
/// tells: what is written in every run of a loop needs no permission.
pub fn refuse_other(path: &Path, mark: &str, may_replace: bool) -> anyhow::Result<()> {
    let mut head = Vec::new();
    if is_there(path) {
        let read = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
        read.with_context(|| format!("cannot read {}", path.display()))?;
    }
    let is_same = head.is_empty() || String::from_utf8_lossy(&head).contains(mark);
    if is_same { Ok(()) } else { refuse_existing(path, may_replace) }
}

/// Refuses to write tests into a folder that has files of the same names: of those that would be written unless they may be
/// replaced, and of others in any case, since they would be taken for answers to the new inputs.
pub fn refuse_existing_tests(
    folder: &Path,
    is_ours: impl Fn(&str) -> bool,
    may_replace: bool,
) -> anyhow::Result<()> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    let mut found: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    found.retain(|path| path.file_stem().is_some_and(|stem| stem.to_str().is_some_and(&is_ours)));
    found.sort();
    for path in found {
        let is_replaced = path.extension().is_some_and(|ending| ending == "in" || ending == "ans");
        let shown = path.display();
        anyhow::ensure!(
            is_replaced,
            "{shown} exists and would belong to a test that is to be written; remove it, or name another folder"
        );
        anyhow::ensure!(
            may_replace,
            "{shown} exists; nothing has been written: name another folder, or replace it with --force"
        );
    }
    Ok(())
}

/// Returns whether a file of this name is replaced, so that it can be written repeatedly.
pub fn is_replaced(path: &Path) -> bool {
    matches!(Destination::resolve(path), Ok(Destination::Named(_)))
        && matches!(replaceable(path), Ok(Some(_)))
}

/// Writes a file.
pub fn write(path: &Path, content: impl Fn(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
    try_write(path, content).with_context(|| format!("cannot write {}", path.display()))
}

/// As [`write`], with the system's error.
pub fn try_write(path: &Path, content: impl Fn(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    io::stdout().flush()?;
    match Destination::resolve(path)? {
        Destination::Stdout => fill(&stdout()?, content),
        Destination::Stderr => fill(&stderr()?, content),
        Destination::Opened => fill(&OpenOptions::new().append(true).open(path)?, content),
        Destination::Named(target) => match replaceable(path)? {
            Some(old) => replace(&target, old.as_ref(), content),
            None => fill(&OpenOptions::new().write(true).open(path)?, content),
        },
    }
}

/// Returns whether a file can be replaced by another: there is none, or it is a regular one that may be written to,
/// whose metadata is returned. The system follows links, except those of other users in folders such as `/tmp`.
fn replaceable(path: &Path) -> io::Result<Option<Option<Metadata>>> {
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Some(None)),
        Ok(old) if old.is_file() => {
            // A file that is not writable must not be replaced either.
            OpenOptions::new().write(true).open(path)?;
            Ok(Some(Some(old)))
        }
        Ok(old) if old.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        found => found.map(|_| None),
    }
}

fn replace(
    target: &Path,
    old: Option<&Metadata>,
    content: impl Fn(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let fresh = Fresh::beside(target)?;
    fill(fresh.file(), &content)?;
    if let Some(old) = old {
        copy_owner(fresh.file(), old)?;
    }
    fresh.file().sync_all()?;
    match fresh.rename(target) {
        // A mount point cannot be replaced.
        Err(error) if error.kind() == io::ErrorKind::ResourceBusy => fill(&File::create(target)?, content),
        renamed => renamed,
    }
}

fn fill(file: &File, content: impl Fn(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(file);
    content(&mut out)?;
    out.flush()
}

/// A new file in the folder of another.
enum Fresh {
    Unnamed { file: File, folder: PathBuf },
    Named { file: tempfile::NamedTempFile, folder: PathBuf },
}

impl Fresh {
    fn beside(target: &Path) -> io::Result<Self> {
        let folder = target.parent().unwrap_or(Path::new("/")).to_path_buf();
        if let Some(file) = unnamed_in(&folder) {
            return Ok(Self::Unnamed { file, folder });
        }
        let file = builder().make_in(&folder, create_new)?;
        Ok(Self::Named { file, folder })
    }

    fn file(&self) -> &File {
        match self {
            Self::Unnamed { file, .. } => file,
            Self::Named { file, .. } => file.as_file(),
        }
    }

    fn rename(self, target: &Path) -> io::Result<()> {
        let folder = match self {
            Self::Unnamed { file, folder } => {
                let link = |to: &Path| name_unnamed(&file, to);
                // A link never replaces a file: the new file gets a temporary name first.
                if link(target).is_err() {
                    builder().make_in(&folder, link)?.persist(target).map_err(|error| error.error)?;
                }
                folder
            }
            Self::Named { file, folder } => {
                file.persist(target)?;
                folder
            }
        };
        // Syncing the folder makes the new name survive a crash, where that is possible.
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

fn builder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".toolkit-").rand_bytes(12);
    builder
}

fn of_stream(stream: io::Result<File>) -> Option<(u64, u64)> {
    identity_of(&stream.ok()?)
}

/// Checks that an input, by default standard input, is not the file of standard output.
///
/// # Errors
/// When it is.
pub fn check_stdout(input: Option<&Path>) -> io::Result<()> {
    let from = input.map_or_else(|| of_stream(stdin()), identity);
    if from.is_some() && from == of_stream(stdout()) {
        return Err(io::Error::other("standard output is the same file"));
    }
    Ok(())
}

/// Checks that no input is one of the outputs or the file of standard output.
///
/// # Errors
/// When one is.
pub fn check_files<'a>(
    inputs: impl Iterator<Item = &'a Path>,
    outputs: impl Iterator<Item = &'a Path>,
) -> anyhow::Result<()> {
    let outputs: Vec<_> = outputs.filter_map(identity).chain(of_stream(stdout())).collect();
    for input in inputs {
        let is_output = identity(input).is_some_and(|input| outputs.contains(&input));
        anyhow::ensure!(!is_output, "{} is both input and output", input.display());
    }
    Ok(())
}
