//! Atomic writing of files: a reader finds either the old content or the new.
//!
//! A regular or missing file is replaced by a new one, which is written beside it, synced and renamed. If the system allows it, the new
//! file has no name until it is complete, so that a killed process leaves nothing behind. A symbolic link stays, and its target is
//! replaced. Devices, pipes and open files such as `/dev/stdout` are written directly.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use crate::system::{copy_owner, create_new, identity, identity_of, name_unnamed, open_special, unnamed_in};
use crate::terminal::UsageError;
use nim_ground::error::{best_effort, named};
use nim_ground::files::{folder_of, sorted};
use nim_ground::presence::{absent_is_none, find_link, is_file, reachable, real_path};
use nim_io::system::{stderr, stdin, stdout};
use nim_task::formats::is_manifest;

/// The destination of an output path.
enum Destination {
    /// A file with this name, which may not exist yet.
    Named(PathBuf),
    /// The standard output of this program.
    Stdout,
    /// The standard error of this program.
    Stderr,
    /// An open file of some process.
    Opened,
}

/// The limit of symbolic links followed.
const LINKS: usize = 40;

impl Destination {
    fn resolve(path: &Path) -> io::Result<Self> {
        let mut path = path.to_path_buf();
        for _ in 0..LINKS {
            let name = path.file_name().ok_or(io::ErrorKind::IsADirectory)?.to_owned();
            let folder = fs::canonicalize(folder_of(&path))?;
            if folder.starts_with("/proc") || folder == Path::new("/dev/fd") {
                let own = Path::new("/dev/fd");
                let is_own = real_path(own)?.is_some_and(|own| own == folder);
                return Ok(match name.to_str() {
                    Some("1") if is_own => Self::Stdout,
                    Some("2") if is_own => Self::Stderr,
                    _ => Self::Opened,
                });
            }
            path = folder.join(name);
            if !find_link(&path)?.is_some_and(|found| found.is_symlink()) {
                return Ok(Self::Named(path));
            }
            path = folder.join(fs::read_link(&path)?);
        }
        Err(io::Error::other("too many levels of symbolic links"))
    }
}

/// Checks that a file of this name can be written.
pub fn check(path: &Path) -> anyhow::Result<()> {
    let checked = Destination::resolve(path).and_then(|destination| {
        let Destination::Named(target) = destination else { return Ok(()) };
        replaceable(path)?.map_or(Ok(()), |_| Fresh::beside(&target).map(drop))
    });
    checked.with_context(|| format!("cannot write {}", path.display()))
}

/// Returns whether a file would be replaced. Devices and pipes hold nothing to be lost, and an open file is appended to. A missing folder
/// is reported when the file is written.
fn is_there(path: &Path) -> io::Result<bool> {
    match Destination::resolve(path) {
        Ok(Destination::Named(target)) => is_file(&target),
        _ => Ok(false),
    }
}

/// The files that an output may replace.
#[derive(Clone, Copy)]
pub enum Overwrite<'a> {
    /// No file.
    Never,
    /// Empty files, and those of the same kind, recognised by this text near the beginning: the output of every run in a loop needs no
    /// permission.
    SameKind(&'a str),
    /// Any file.
    Always,
}

impl<'a> Overwrite<'a> {
    /// Returns all files if they may be replaced, and none otherwise.
    pub fn new(may_replace: bool) -> Self {
        if may_replace { Self::Always } else { Self::Never }
    }

    /// Lets files of a kind be replaced as well.
    pub fn or_same_kind(self, mark: &'a str) -> Self {
        if matches!(self, Self::Never) { Self::SameKind(mark) } else { self }
    }

    /// Returns whether a file may be replaced.
    fn allows(self, path: &Path) -> io::Result<bool> {
        match self {
            Self::Never => Ok(false),
            Self::SameKind(mark) => is_of_kind(path, mark),
            Self::Always => Ok(true),
        }
    }
}

/// The number of first bytes that show the kind of a file.
const HEAD: u64 = 1024;

fn is_of_kind(path: &Path, mark: &str) -> io::Result<bool> {
    let mut head = Vec::new();
    File::open(path)?.take(HEAD).read_to_end(&mut head)?;
    Ok(head.is_empty() || String::from_utf8_lossy(&head).contains(mark))
}

/// Refuses to write an existing file, unless it may be replaced.
pub fn refuse_existing(path: &Path, overwrite: Overwrite<'_>) -> anyhow::Result<()> {
    let is_allowed = is_there(path).and_then(|is_there| Ok(!is_there || overwrite.allows(path)?));
    let is_allowed = is_allowed.map_err(|error| anyhow!("cannot read {}: {error}", path.display()))?;
    anyhow::ensure!(is_allowed, "{} exists; --force replaces it", path.display());
    Ok(())
}

/// Refuses two outputs that are one file.
pub fn refuse_doubles<'a>(outputs: impl IntoIterator<Item = &'a Path>) -> Result<(), UsageError> {
    let mut targets = BTreeSet::new();
    for path in outputs {
        // A path that cannot be written is refused later, with the reason.
        let Ok(Destination::Named(target)) = Destination::resolve(path) else { continue };
        let is_file = !matches!(replaceable(&target), Ok(None));
        UsageError::unless(
            !is_file || targets.insert(target),
            format_args!("{} would be written twice: each output needs a file of its own", path.display()),
        )?;
    }
    Ok(())
}

/// Refuses to write tests into a folder that has files of the same names: for files to be written, unless they may be replaced; for others
/// in any case, since they would be taken for answers to the new inputs.
pub fn refuse_existing_tests(
    folder: &Path,
    is_ours: impl Fn(&str) -> bool,
    may_replace: bool,
) -> anyhow::Result<()> {
    let mut found = absent_is_none(sorted(folder), folder)?.unwrap_or_default();
    found.retain(|path| path.file_stem().is_some_and(|stem| stem.to_str().is_some_and(&is_ours)));
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

/// Writes a file; a file written at this name since [`refuse_existing`] is kept like one that was there before.
pub fn write(
    path: &Path,
    overwrite: Overwrite<'_>,
    content: impl Fn(&mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<()> {
    try_write(path, overwrite, content).with_context(|| format!("cannot write {}", path.display()))
}

/// Like [`write`], with the system's error.
pub fn try_write(
    path: &Path,
    overwrite: Overwrite<'_>,
    content: impl Fn(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    io::stdout().flush()?;
    match Destination::resolve(path)? {
        Destination::Stdout => fill(stdout()?, content),
        Destination::Stderr => fill(stderr()?, content),
        Destination::Opened => fill(open_special(path, OpenOptions::new().append(true))?, content),
        Destination::Named(target) => match replaceable(path)? {
            Some(Some(_)) if !overwrite.allows(&target)? => Err(exists()),
            Some(old) => replace(&target, old.as_ref(), overwrite, content),
            None => fill(open_special(path, OpenOptions::new().write(true))?, content),
        },
    }
}

fn exists() -> io::Error {
    io::Error::new(io::ErrorKind::AlreadyExists, "it exists by now; --force replaces it")
}

/// Returns whether a file can be replaced by another: it is missing, or a regular one that may be written to, whose metadata is returned.
/// The system follows links, except those of other users in folders such as `/tmp`.
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
    overwrite: Overwrite<'_>,
    content: impl Fn(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let fresh = Fresh::beside(target)?;
    fill(fresh.file(), &content)?;
    if let Some(old) = old {
        copy_owner(fresh.file(), old)?;
    }
    fresh.file().sync_all()?;
    match fresh.rename(target, old.is_some() || matches!(overwrite, Overwrite::Always)) {
        // A mount point cannot be replaced.
        Err(error) if error.kind() == io::ErrorKind::ResourceBusy => fill(File::create(target)?, content),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(exists()),
        renamed => renamed,
    }
}

fn fill(file: impl Write, content: impl Fn(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
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

    fn rename(self, target: &Path, may_replace: bool) -> io::Result<()> {
        let folder = match self {
            Self::Unnamed { file, folder } => {
                // A link never replaces a file: the new file gets a temporary name first.
                match name_unnamed(&file, target) {
                    Ok(()) => {}
                    Err(error) if error.kind() == io::ErrorKind::AlreadyExists && !may_replace => {
                        return Err(error);
                    }
                    Err(_) => {
                        let named = builder().make_in(&folder, |to| name_unnamed(&file, to))?;
                        persist(named, target, may_replace)?;
                    }
                }
                folder
            }
            Self::Named { file, folder } => {
                persist(file, target, may_replace)?;
                folder
            }
        };
        // Syncing the folder makes the new name survive a crash, if the system supports it.
        best_effort(File::open(folder).and_then(|folder| folder.sync_all()));
        Ok(())
    }
}

fn persist<F>(file: tempfile::NamedTempFile<F>, target: &Path, may_replace: bool) -> io::Result<()> {
    let done = if may_replace { file.persist(target) } else { file.persist_noclobber(target) };
    done.map(drop).map_err(|error| error.error)
}

fn builder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".toolkit-").rand_bytes(12);
    builder
}

/// Returns the identity of the file of a standard stream; a closed one has none.
fn of_stream(stream: io::Result<File>) -> io::Result<Option<(u64, u64)>> {
    stream.map_or(Ok(None), |file| identity_of(&file))
}

/// Checks that an input, by default standard input, is not the file of standard output.
///
/// # Errors
/// When it is, or cannot be looked at.
pub fn check_stdout(input: Option<&Path>) -> io::Result<()> {
    let from = input.map_or_else(|| of_stream(stdin()), identity)?;
    if from.is_some() && from == of_stream(stdout())? {
        return Err(io::Error::other("standard output is the same file"));
    }
    Ok(())
}

/// An output file, with the text that identifies its kind if it may replace such files.
pub type Output<'a> = (&'a Path, Option<&'a str>);

/// The part of a folder that a command reads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// Nothing, since the path names a file.
    Named,
    /// Every file of the folder.
    Whole,
    /// The files of a package: manifests, and every file in folders. Other files beside the manifests are not read.
    Package,
}

/// Checks that an input is none of the files that are written, by identity: their paths, and whether they are earlier outputs of the same
/// kind, which count only if the input was named.
fn refuse_input(
    input: &Path,
    written: &BTreeMap<(u64, u64), (&Path, bool)>,
    is_named: bool,
) -> anyhow::Result<()> {
    // The inputs include words of commands.
    let found = reachable(identity(input), input)?.flatten();
    match found.and_then(|found| written.get(&found)) {
        Some((output, is_same)) if is_named || !is_same => Err(anyhow!(
            "{} would be replaced, which is {} and read by this command: name another file",
            output.display(),
            input.display()
        )),
        _ => Ok(()),
    }
}

/// Checks that no output is a file that the command reads: one of these, or one in a folder of these. An earlier output of the same kind in
/// such a folder does not count.
///
/// # Errors
/// When one is, or cannot be looked at.
pub fn refuse_inputs<'a>(
    outputs: &[Output<'_>],
    inputs: impl IntoIterator<Item = (&'a Path, Reading)>,
) -> anyhow::Result<()> {
    let mut written = BTreeMap::new();
    for &(path, mark) in outputs {
        if let Some(found) = identity(path).map_err(named(path.display()))? {
            let is_same = mark.map_or(Ok(false), |mark| is_of_kind(path, mark));
            written
                .insert(found, (path, is_same.with_context(|| format!("cannot read {}", path.display()))?));
        }
    }
    if written.is_empty() {
        return Ok(());
    }
    for (input, reading) in inputs {
        refuse_input(input, &written, true)?;
        let mut folders = Vec::new();
        if reading != Reading::Named {
            folders.push((input.to_path_buf(), reading));
        }
        while let Some((folder, reading)) = folders.pop() {
            for path in absent_is_none(sorted(&folder), &folder)?.unwrap_or_default() {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                if find_link(&path)?.is_some_and(|found| found.is_dir()) {
                    folders.push((path, Reading::Whole));
                } else if reading == Reading::Whole || is_manifest(&name) {
                    refuse_input(&path, &written, false)?;
                }
            }
        }
    }
    Ok(())
}

/// Checks that no input is one of the outputs or the file of standard output.
///
/// # Errors
/// When one is, or cannot be looked at.
pub fn check_files<'a>(
    inputs: impl Iterator<Item = &'a Path>,
    outputs: impl Iterator<Item = &'a Path>,
) -> anyhow::Result<()> {
    let identity = |path: &Path| identity(path).with_context(|| format!("cannot read {}", path.display()));
    let outputs =
        outputs.filter_map(|path| identity(path).transpose()).collect::<anyhow::Result<Vec<_>>>()?;
    let stdout = of_stream(stdout())?;
    for input in inputs {
        let is_output =
            identity(input)?.is_some_and(|input| stdout == Some(input) || outputs.contains(&input));
        anyhow::ensure!(!is_output, "{} is both input and output", input.display());
    }
    Ok(())
}
