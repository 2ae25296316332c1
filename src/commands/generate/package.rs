//! `toolkit gen FOLDER` of a package with a `generators.yaml`: its folder `data`.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use itertools::Itertools;
use regex::bytes::RegexBuilder;

use crate::exit::Exit;
use crate::system::interruption::Interruption;
use crate::terminal::progress::MakingProgress;
use crate::terminal::say;
use nim_ground::file_io::FileIo;
use nim_ground::folder::{FolderRoot, is_refused};
use nim_ground::presence::absent_is_none;
use nim_ground::private;
use nim_ground::staging::{Existing, write_files};
use nim_judge::Options;
use nim_judge::maker::TestMaker;
use nim_judge::observer::Making;
use nim_judge::trusted::TrustedPrograms;
use nim_task::formats::generators::{self, FILE, GeneratedTest, MADE, Pattern, RuledPackage};
use nim_task::layout::{AnswerBy, Origin};

/// Makes the tests of a package.
pub fn run(folder: &Path) -> anyhow::Result<Exit> {
    Interruption::watch()?.end(make(folder))
}

fn make(folder: &Path) -> anyhow::Result<Exit> {
    let path = folder.join(FILE);
    let package = FolderRoot::open(folder).with_context(|| format!("cannot open {}", folder.display()))?;
    let text = package.read(FILE).with_context(|| format!("cannot read {}", path.display()))?;
    let text = String::from_utf8(text).with_context(|| format!("cannot read {}", path.display()))?;
    let options = Options::new(crate::system::languages()?);
    let (manifests, languages) = (&options.manifests, &options.languages);
    let made = private::folder("toolkit-tests-")?;
    let ruled = RuledPackage { folder, root: &package, made: made.path(), manifests, languages };
    let mut notes = Vec::new();
    let plan = generators::read(&text, &ruled, &mut notes);
    notes.iter().for_each(|note| say::note(format_args!("{}:{note}", path.display())));
    let plan = plan.map_err(|why| anyhow!("{}:{why}", path.display()))?;
    say::missing_sandbox();
    let mut maker = TestMaker::new(TrustedPrograms::new(&options), None)?;
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    files.extend(plan.files.iter().map(|(path, text)| (path.clone(), text.clone().into_bytes())));
    let mut shown = MakingProgress::default();
    let mut progress = Making::new(&mut shown, plan.tests.len(), false);
    // Other files may be copies of a file: it is removed after the last of them.
    let last: HashMap<PathBuf, usize> = (0..)
        .zip(&plan.tests)
        .flat_map(|(index, test)| used(test, &ruled).map(move |file| (file, index)))
        .collect();
    let mut unneeded = last.into_iter().map(|(file, index)| (index, file)).into_group_map();
    for (index, test) in plan.tests.iter().enumerate() {
        let made = progress.make(&test.path, || {
            let made = make_test(test, &ruled, &mut maker);
            made.with_context(|| format!("{}:{}: {}", path.display(), test.line, test.path))
        })?;
        files.extend(made.into_iter().map(|(ending, text)| (format!("{}.{ending}", test.path), text)));
        for file in unneeded.remove(&index).into_iter().flatten() {
            absent_is_none(fs::remove_file(&file), &file)?;
        }
    }
    drop(progress);
    note_same(&files);
    let counts = replace(folder, &package, &files)?;
    say::message(format_args!(
        "{}: {} by {FILE}, {counts}",
        folder.join("data").display(),
        say::counted(plan.tests.len(), "test")
    ));
    Ok(Exit::Success)
}

/// Makes a test, and returns its files by ending.
fn make_test(
    test: &GeneratedTest,
    package: &RuledPackage<'_>,
    maker: &mut TestMaker<'_>,
) -> anyhow::Result<BTreeMap<String, Vec<u8>>> {
    if let Some(folder) = test.source.input.parent() {
        fs::create_dir_all(folder)?;
    }
    maker.make(&test.source, &FileIo::STANDARD)?;
    for (ending, origin) in &test.beside {
        maker.make_file(origin, &package.place(&test.path, ending))?;
    }
    let mut files = BTreeMap::new();
    for ending in ["in", "ans"].iter().chain(test.beside.keys()) {
        let file = package.place(&test.path, ending);
        if let Some(text) = absent_is_none(fs::read(&file), &file)? {
            files.insert((*ending).to_owned(), text);
        }
    }
    note_unmatched(test, &files)?;
    if let (Some(visualizer), Some(input)) = (&test.visualizer, files.get("in")) {
        let answer = files.get("ans").map_or(&[][..], Vec::as_slice);
        files.extend(maker.pictures(visualizer, (input, answer)).context("visualizer")?);
    }
    Ok(files)
}

/// Returns the made files that a test depends on, and its own.
fn used(test: &GeneratedTest, package: &RuledPackage<'_>) -> impl Iterator<Item = PathBuf> {
    let own = ["in", "ans"].into_iter().chain(test.beside.keys().copied());
    let own = own.map(|ending| package.place(&test.path, ending));
    let answer = match &test.source.by {
        AnswerBy::From(origin) => Some(origin),
        AnswerBy::Stored
        | AnswerBy::Solution(_)
        | AnswerBy::Interactor { .. }
        | AnswerBy::Generator
        | AnswerBy::Errors(_) => None,
    };
    let origins = test.source.origin.iter().chain(answer).chain(test.beside.values());
    let copied = origins.filter_map(|origin| match origin {
        Origin::File(file) => Some(file.clone()),
        Origin::Text(_) | Origin::Run(_) => None,
    });
    own.chain(copied).filter(|file| file.starts_with(package.made))
}

/// Prints notes on the patterns that match nowhere in the files of a test.
fn note_unmatched(test: &GeneratedTest, files: &BTreeMap<String, Vec<u8>>) -> anyhow::Result<()> {
    for Pattern { line, ending, text } in &test.patterns {
        let regex = RegexBuilder::new(text).multi_line(true).dot_matches_new_line(true).build();
        let regex =
            regex.map_err(|_| anyhow!("match, on line {line}: {text:?} is no regular expression here"))?;
        if !files.get(*ending).is_some_and(|file| regex.is_match(file)) {
            say::note(format_args!("data/{}.{ending}: no match for {text:?}", test.path));
        }
    }
    Ok(())
}

/// Prints notes on tests with the input of another one.
fn note_same(files: &BTreeMap<String, Vec<u8>>) {
    let mut first: HashMap<&[u8], &str> = HashMap::new();
    for (path, text) in files.iter().filter(|(path, _)| path.ends_with(".in")) {
        match first.entry(text) {
            Entry::Occupied(other) => {
                say::note(format_args!("data/{path}: it is data/{} again", other.get()));
            }
            Entry::Vacant(entry) => _ = entry.insert(path),
        }
    }
}

/// Puts the files into `data`, and removes those that an earlier run made and no rule makes now. Returns the numbers of both, in words.
///
/// # Errors
/// Before anything is written where a file is not to be written.
fn replace(folder: &Path, package: &FolderRoot, files: &BTreeMap<String, Vec<u8>>) -> anyhow::Result<String> {
    let earlier = absent_is_none(package.read(MADE), &folder.join(MADE))?.unwrap_or_default();
    let earlier = String::from_utf8_lossy(&earlier);
    let list = generators::list_of_made(files.iter().map(|(path, text)| (path.as_str(), text.as_slice())));
    let data = files.iter().map(|(path, text)| (in_data(path), text.as_slice()));
    let mut changed = Vec::new();
    for (path, text) in data {
        let old = absent_is_none(package.read(&path), &folder.join(&path))?;
        if old.is_none_or(|old| old != text) {
            changed.push((path, text));
        }
    }
    for path in changed.iter().map(|(path, _)| path.as_str()).chain([MADE]) {
        package.check_writable(path).with_context(|| path.to_owned())?;
    }
    write(folder, &changed)?;
    let earlier = earlier.lines().filter_map(|line| line.split_once(' '));
    let mut removed = 0;
    for (hash, path) in earlier.filter(|(_, path)| !files.contains_key(*path)) {
        let path = in_data(path);
        // A file that was changed, or lies behind a link, is not the made one.
        let old = match package.check_writable(&path).and_then(|()| package.read(&path)) {
            Err(error) if is_refused(&error) => None,
            old => absent_is_none(old, &folder.join(&path))?,
        };
        if old.is_some_and(|old| blake3::hash(&old).to_hex().as_str() == hash) {
            package.remove_file(&path).with_context(|| format!("cannot remove {path}"))?;
            removed += 1;
        }
    }
    // The list is written after the files, so that the run after a killed one still has the old list of files to remove.
    write(folder, &[(MADE, list)])?;
    Ok(format!("{} written, {removed} removed", say::counted(changed.len(), "file")))
}

fn write(folder: &Path, files: &[(impl AsRef<Path>, impl AsRef<[u8]>)]) -> anyhow::Result<()> {
    let written = write_files(folder, Existing::Replaced, files);
    written.with_context(|| format!("cannot write {}", folder.display()))
}

/// Returns the path of a file of `data` in the package.
fn in_data(path: &str) -> String {
    format!("data/{path}")
}
