//! `--watch`: a check that runs again whenever a source or the data changes.
//!
//! Files are compared by inode, length and time, so that it does not matter how an editor replaces them, nor what the file system
//! reports.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use super::Args;
use super::paths::DEFAULT;
use crate::built_in::checkout;
use crate::exit::Exit;
use crate::system::interruption::Interruption;
use crate::terminal::error::report;
use crate::terminal::say;
use nim_ground::files;
use nim_ground::presence::{find, is_file};
use nim_ground::threads;
use nim_judge::command;
use nim_task::language::Languages;
use nim_task::source::Source;

/// Least time between two looks at the files.
const PAUSE: Duration = Duration::from_millis(40);
/// Looks take at most this part of the time.
const SHARE: u32 = 20;
/// Deepest folder that is looked into.
const DEEPEST: usize = 8;

/// The versions of files: inode, length, and time of the last change.
type Versions = BTreeMap<PathBuf, (u64, u64, Option<SystemTime>)>;

/// Runs a check, and again after each change, until a signal ends it. A change ends the check that is running.
///
/// # Errors
/// When the first check fails; later errors are printed, since the next change may mend them.
pub fn repeatedly(
    args: &Args,
    interruption: &Interruption,
    check: impl Fn() -> anyhow::Result<Exit>,
) -> anyhow::Result<Exit> {
    let (mut is_first, mut is_announced) = (true, false);
    loop {
        // Looked at before the check, so that a change during it is seen.
        let watched = Watched::new(args);
        let before = watched.versions();
        let is_over = AtomicBool::new(false);
        let (checked, was_ended, changed) = thread::scope(|scope| {
            let changed = threads::start(scope, || watched.change(&before, interruption, &is_over))?;
            let checked = check();
            let was_ended = checked.is_err() && interruption.happened.load(Ordering::Relaxed);
            match &checked {
                Err(_) if is_first && !was_ended => is_over.store(true, Ordering::Relaxed),
                Err(error) if !was_ended => drop(report(error)),
                _ => {}
            }
            io::Result::Ok((checked, was_ended, changed.join()))
        })?;
        if is_over.into_inner() {
            return checked;
        }
        let changed = match changed.unwrap_or(Err(Exit::Failed)) {
            Ok(changed) => changed,
            Err(exit) => return Ok(exit),
        };
        interruption.happened.store(false, Ordering::Relaxed);
        // Checks that further changes end add no lines below the last result.
        is_announced &= was_ended;
        if !is_announced {
            say::message(format_args!("\n{} has changed", changed.display()));
        }
        (is_first, is_announced) = (false, true);
    }
}

/// The files and folders of a check.
struct Watched {
    paths: Vec<PathBuf>,
    languages: Option<Languages>,
    /// The reports, which the check itself writes.
    written: Vec<PathBuf>,
}

impl Watched {
    fn new(args: &Args) -> Self {
        let mut paths: Vec<PathBuf> =
            args.words.iter().chain(&args.class.class).chain(&args.include).cloned().collect();
        // What cannot be looked at is said by the check itself, and waited for under the names of the command line.
        if args.words.iter().all(|word| is_file(word).is_ok_and(|is_file| is_file)) {
            paths.push(DEFAULT.into());
        }
        let problems = args.words.iter().filter_map(|word| nim_problems::find(word.to_str()?));
        let folders = problems.filter_map(|entry| Some((checkout::root().ok()??, entry.slug)));
        paths.extend(folders.map(|(root, slug)| root.join("testdata").join(slug)));
        let runs = args.runs.iter().filter_map(|run| Some(run.split_once('=')?.1));
        let commands = runs.chain(args.checker.as_deref()).chain(args.against.as_deref());
        let words = commands.filter_map(|command| command::words("", command).ok()).flatten();
        paths.extend(words.map(PathBuf::from).chain(args.command.iter().map(PathBuf::from)));
        paths.retain(|path| {
            find(path).is_ok_and(|found| found.is_some_and(|found| found.is_file() || found.is_dir()))
                || args.words.contains(path)
        });
        // Without the table, the check itself fails.
        let languages = Languages::load().ok();
        // Another source there may become the newest.
        if let Some(languages) = &languages
            && args.source_here(languages).is_ok_and(|sources| !sources.is_empty())
        {
            paths.push(".".into());
        }
        let saved = args.save_failure.iter().flat_map(|input| [input.clone(), input.with_extension("ans")]);
        let reports = args.reports.iter().filter_map(|report| real(report.file()?));
        let of_class = args.class.written().filter_map(|path| real(path));
        let written = reports.chain(of_class).chain(saved.filter_map(|file| real(&file))).collect();
        Self { paths, languages, written }
    }

    fn versions(&self) -> Versions {
        let mut versions = Versions::new();
        self.paths.iter().for_each(|path| self.look(path, 0, &mut versions));
        // Headers and modules may be made later.
        let paths = self.paths.iter();
        for source in paths.filter_map(|path| Source::of_file(path, self.languages.as_ref()?).ok()?) {
            source.beside.iter().for_each(|path| self.look(path, 0, &mut versions));
        }
        versions
    }

    fn look(&self, path: &Path, depth: usize, versions: &mut Versions) {
        let Ok(metadata) = path.metadata() else { return };
        if self.written.iter().any(|report| path.canonicalize().is_ok_and(|path| path == *report)) {
            return;
        }
        if metadata.is_dir() {
            if depth == DEEPEST {
                return;
            }
            for entry in fs::read_dir(path).into_iter().flatten().flatten() {
                if !entry.file_name().as_encoded_bytes().starts_with(b".") {
                    self.look(&entry.path(), depth + 1, versions);
                }
            }
        } else {
            let version = (files::number(&metadata), metadata.len(), metadata.modified().ok());
            versions.insert(path.to_path_buf(), version);
        }
    }

    /// Waits for a change, which ends the check, and until it is complete. Returns a file that has changed, or the exit code after a
    /// signal, or where `is_over` says that nothing is waited for.
    fn change(
        &self,
        before: &Versions,
        interruption: &Interruption,
        is_over: &AtomicBool,
    ) -> Result<PathBuf, Exit> {
        let mut last: Option<Versions> = None;
        loop {
            let begin = Instant::now();
            let now = self.versions();
            let pause = PAUSE.max(begin.elapsed() * SHARE);
            // An editor may write a file in several pieces.
            let is_complete = last.as_ref() == Some(&now);
            if now != *before {
                interruption.happened.store(true, Ordering::Relaxed);
                if is_complete {
                    let mut paths = now.keys().chain(before.keys());
                    let changed = paths.find(|path| now.get(*path) != before.get(*path));
                    return Ok(changed.cloned().unwrap_or_default());
                }
            }
            last = Some(now);
            let end = Instant::now() + pause;
            while Instant::now() < end {
                if let Some(exit) =
                    interruption.exit().or(is_over.load(Ordering::Relaxed).then_some(Exit::Failed))
                {
                    return Err(exit);
                }
                thread::sleep(PAUSE / 2);
            }
        }
    }
}

/// Returns the path of a file in its real folder; the first check may make the file itself.
fn real(file: &Path) -> Option<PathBuf> {
    Some(files::folder_of(file).canonicalize().ok()?.join(file.file_name()?))
}
