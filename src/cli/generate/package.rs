//! `toolkit gen FOLDER` of a package with a `generators.yaml`: its folder `data`.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use regex::bytes::RegexBuilder;
use tempfile::TempDir;

use crate::cli::check::interruption::Interruption;
use crate::cli::check::sandboxing;
use crate::cli::making_progress::MakingProgress;
use crate::cli::{UsageError, say};
use crate::exit::Exit;
use nim_ground::file_io::FileIo;
use nim_ground::folder::{FolderRoot, is_below, is_refused};
use nim_ground::interruption;
use nim_ground::private;
use nim_judge::Options;
use nim_judge::maker::TestMaker;
use nim_judge::observer::Making;
use nim_judge::trusted::TrustedPrograms;
use nim_task::formats::generators::{self, FILE, GeneratedTests, Input, MADE, Pattern, Planned};
use nim_task::layout::{AnswerBy, Origin, TestSource};

/// Files that are copied with an input.
const BESIDE: [&str; 4] = ["in", "ans", "out", "yaml"];

/// Makes the tests of a package.
pub fn run(folder: &Path) -> anyhow::Result<Exit> {
    let interruption = Interruption::watch()?;
    interruption.end(make(folder))
}

fn make(folder: &Path) -> anyhow::Result<Exit> {
    let path = folder.join(FILE);
    let package = FolderRoot::open(folder).with_context(|| format!("cannot open {}", folder.display()))?;
    let text = package.read(FILE).with_context(|| format!("cannot read {}", path.display()))?;
    let text = String::from_utf8(text).with_context(|| format!("cannot read {}", path.display()))?;
    let options = Options::new(crate::cli::languages()?);
    let plan = generators::read(&text, &options.manifests.constants(folder))
        .map_err(|why| anyhow!("{}:{why}", path.display()))?;
    plan.notes.iter().for_each(|note| say::note(format_args!("{}:{note}", path.display())));
    sandboxing::note_missing();
    let mut tests = Tests {
        options: &options,
        maker: TestMaker::new(TrustedPrograms::new(&options), None)?,
        folder,
        package: &package,
        plan: &plan,
        made: private::folder("toolkit-tests-").context("cannot create a temporary folder")?,
        copies: BTreeMap::new(),
    };
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    files.extend(plan.files.iter().map(|(path, text)| (path.clone(), text.clone().into_bytes())));
    let mut shown = MakingProgress::default();
    let mut progress = Making::new(&mut shown, plan.tests.len(), false);
    for test in &plan.tests {
        let (pictures, made) = progress.make(&test.path, || -> anyhow::Result<_> {
            let made = tests.make(test, &files).and_then(|made| Ok((tests.pictures(test, &made)?, made)));
            made.with_context(|| format!("{}:{}: {}", path.display(), test.line, test.path))
        })?;
        files.extend(pictures.into_iter().map(|(ending, text)| (format!("{}.{ending}", test.path), text)));
        files.extend(made.into_iter().map(|(ending, text)| (format!("{}.{ending}", test.path), text)));
    }
    drop(progress);
    note_same(&files);
    let counts = replace(&package, &files)?;
    say::message(format_args!(
        "{}: {} by {FILE}, {counts}",
        folder.join("data").display(),
        say::counted(plan.tests.len(), "test")
    ));
    Ok(Exit::Success)
}

/// Says which patterns match nowhere in the files of a test.
fn note_unmatched(test: &Planned, files: &BTreeMap<&'static str, Vec<u8>>) -> anyhow::Result<()> {
    for Pattern { line, ending, text } in &test.patterns {
        let regex = RegexBuilder::new(text).multi_line(true).dot_matches_new_line(true).build();
        let regex =
            regex.map_err(|_| anyhow!("match, on line {line}: {text:?} is no regular expression here"))?;
        if !files.get(ending).is_some_and(|file| regex.is_match(file)) {
            say::note(format_args!("data/{}.{ending}: no match for {text:?}", test.path));
        }
    }
    Ok(())
}

/// Says which tests have the input of another one.
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

/// Puts the files into `data`, and removes those that an earlier run made and no rule makes now. Returns how many, in words.
///
/// # Errors
/// Before anything is written where a file is not to be written.
fn replace(package: &FolderRoot, files: &BTreeMap<String, Vec<u8>>) -> anyhow::Result<String> {
    let earlier = package.read(MADE).unwrap_or_default();
    let earlier = String::from_utf8_lossy(&earlier);
    let list = generators::list_of_made(files.iter().map(|(path, text)| (path.as_str(), text.as_slice())));
    let data = files.iter().map(|(path, text)| (in_data(path), text.as_slice()));
    let is_other = |(path, text): &(String, &[u8])| !package.read(path).is_ok_and(|old| old == *text);
    let changed: Vec<_> = data.filter(is_other).collect();
    for path in changed.iter().map(|(path, _)| path.as_str()).chain([MADE]) {
        package.check_writable(path).with_context(|| path.to_owned())?;
    }
    for (path, text) in changed.iter().map(|(path, text)| (path.as_str(), *text)) {
        package.write(path, text).with_context(|| format!("cannot write {path}"))?;
    }
    let earlier = earlier.lines().filter_map(|line| line.split_once(' '));
    let mut removed = 0;
    for (hash, path) in earlier.filter(|(_, path)| !files.contains_key(*path)) {
        let path = in_data(path);
        // One that was changed, or lies behind a link, is not the one that was made.
        let is_made = package.check_writable(&path).and_then(|()| package.read(&path));
        if is_made.is_ok_and(|old| blake3::hash(&old).to_hex().as_str() == hash) {
            package.remove_file(&path).with_context(|| format!("cannot remove {path}"))?;
            removed += 1;
        }
    }
    package.write(MADE, list.as_bytes()).with_context(|| format!("cannot write {MADE}"))?;
    Ok(format!("{} written, {removed} removed", say::counted(changed.len(), "file")))
}

/// Returns the path of a file of `data` in the package.
fn in_data(path: &str) -> String {
    format!("data/{path}")
}

/// Makes tests.
struct Tests<'a> {
    options: &'a Options,
    maker: TestMaker<'a>,
    folder: &'a Path,
    package: &'a FolderRoot,
    plan: &'a GeneratedTests,
    /// Where files are made.
    made: TempDir,
    /// What generators of several files were copied into, by name.
    copies: BTreeMap<String, (TempDir, PathBuf)>,
}

impl Tests<'_> {
    /// Returns the files of a test, by ending.
    fn make(
        &mut self,
        test: &Planned,
        made: &BTreeMap<String, Vec<u8>>,
    ) -> anyhow::Result<BTreeMap<&'static str, Vec<u8>>> {
        let mut files = BTreeMap::new();
        match &test.input {
            Input::Command(command) => _ = files.insert("in", self.generated(command)?),
            Input::Copy(path) => {
                for ending in BESIDE {
                    let path = format!("generators/{path}.{ending}");
                    let text = read_if_there(self.package, &path).with_context(|| path.clone())?;
                    files.extend(text.map(|text| (ending, text)));
                }
                if !files.contains_key("in") {
                    bail!("there is no generators/{path}.in");
                }
            }
            Input::Same(path) => {
                let file =
                    |ending: &'static str| Some((ending, made.get(&format!("{path}.{ending}"))?.clone()));
                files.extend(BESIDE.into_iter().filter_map(file));
            }
            Input::Text(text) => _ = files.insert("in", text.clone().into_bytes()),
            Input::Kept => {
                let path = in_data(&format!("{}.in", test.path));
                // Its files are no files that were made.
                return if self.package.file(&path).is_some() {
                    Ok(files)
                } else {
                    bail!("it has no rule, and there is no {path}")
                };
            }
        }
        files.extend(test.files.iter().map(|(ending, text)| (*ending, text.clone().into_bytes())));
        let is_for_validators = ["invalid_", "valid_"].iter().any(|of| test.path.starts_with(of));
        let has_answer = files.contains_key("ans") || is_for_validators;
        if let (false, Some(input)) = (has_answer, files.get("in")) {
            let answer = self.answer(test, input)?;
            files.insert("ans", answer);
        }
        for (ending, other) in &test.links {
            let text = files.get(other).cloned();
            files.insert(*ending, text.with_context(|| format!("{ending}: there is no {other} to link to"))?);
        }
        note_unmatched(test, &files)?;
        Ok(files)
    }

    /// Returns the pictures of a test that has these files, with their endings.
    fn pictures(
        &mut self,
        test: &Planned,
        files: &BTreeMap<&'static str, Vec<u8>>,
    ) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
        let (Some((path, args)), Some(input)) = (&test.visualizer, files.get("in")) else {
            return Ok(Vec::new());
        };
        // A visualizer may rely on valid files.
        if test.path.starts_with("invalid_") {
            return Ok(Vec::new());
        }
        let program = self.program(path)?;
        let answer = files.get("ans").map_or(&[][..], Vec::as_slice);
        self.maker.pictures(&program, args, (input, answer)).context("visualizer")
    }

    /// Returns what a command prints in the first try that succeeds.
    fn generated(&mut self, command: &generators::Command) -> anyhow::Result<Vec<u8>> {
        let mut failed = anyhow!("there is no command");
        for text in command.tries() {
            let origin = self.run(&text)?;
            match self.file(None, Some(origin), AnswerBy::Stored) {
                Ok(printed) => return Ok(printed),
                Err(why) => failed = why.context(format!("the generator {text}")),
            }
            interruption::check()?;
        }
        Err(failed)
    }

    /// Makes a file: an input by its origin, or the answer for one.
    fn file(
        &mut self,
        input: Option<&[u8]>,
        origin: Option<Origin>,
        by: AnswerBy,
    ) -> anyhow::Result<Vec<u8>> {
        let folder = tempfile::tempdir_in(self.made.path())?;
        let recipe =
            TestSource { input: folder.path().join("in"), origin, answer: folder.path().join("ans"), by };
        if let Some(input) = input {
            fs::write(&recipe.input, input)?;
        }
        self.maker.make(&recipe, &FileIo::STANDARD)?;
        Ok(fs::read(if input.is_some() { recipe.answer } else { recipe.input })?)
    }

    /// Returns the answer of the solution for an input.
    fn answer(&mut self, test: &Planned, input: &[u8]) -> anyhow::Result<Vec<u8>> {
        let package = self.options.manifests.package(self.folder);
        // The interactor knows the answer by the input.
        if package.is_some_and(|own| own.task.interactive || own.task.multi_pass) {
            return Ok(Vec::new());
        }
        let name = test.solution.clone().map_or_else(|| self.accepted(), Ok)?;
        let solution = AnswerBy::Solution(self.program(&name)?);
        self.file(Some(input), None, solution)
    }

    /// Returns the first accepted submission by name, where no solution is named.
    fn accepted(&self) -> anyhow::Result<String> {
        let first = self.options.manifests.accepted(self.folder, &self.options.languages);
        let first = first
            .context("it has no answer: name a solution, as in `solution: /submissions/accepted/a.py`")?;
        Ok(format!("submissions/{}", first.name))
    }

    /// Returns the origin of an input by a command.
    fn run(&mut self, text: &str) -> anyhow::Result<Origin> {
        let words = shell_words::split(text).map_err(|error| UsageError(format!("{text}: {error}")))?;
        let (name, args) = words.split_first().context("its command is empty")?;
        if !is_below(name) {
            bail!("{name} is not below generators");
        }
        let program = match self.copied(name)? {
            Some(main) => main,
            None => self.program(&format!("generators/{name}"))?,
        };
        Ok(Origin::Run { program, args: args.to_vec(), input: None })
    }

    /// Returns the program at a path below the package.
    fn program(&self, path: &str) -> anyhow::Result<PathBuf> {
        let place = self.folder.join(path);
        match self.package.open_below(path) {
            Err(error) if is_refused(&error) => bail!("{path} {error}"),
            _ if !place.exists() => bail!("there is no {}", place.display()),
            _ => Ok(place),
        }
    }

    /// Copies the files of a generator that has a list of them into a folder, and returns the first.
    fn copied(&mut self, name: &str) -> anyhow::Result<Option<PathBuf>> {
        if let Some((_, main)) = self.copies.get(name) {
            return Ok(Some(main.clone()));
        }
        let Some((_, files)) = self.plan.programs.iter().find(|(own, _)| own == name) else {
            return Ok(None);
        };
        let copies = private::folder("toolkit-generator-").context("cannot create a temporary folder")?;
        let copy = |file: &String| copies.path().join(Path::new(file).file_name().unwrap_or_default());
        for file in files {
            let copied = self.package.read(format!("generators/{file}"));
            let copied = copied.and_then(|text| fs::write(copy(file), text));
            copied.with_context(|| format!("{name}: cannot copy generators/{file}"))?;
        }
        let main = files.first().map(copy).context("it has no files")?;
        self.copies.insert(name.to_owned(), (copies, main.clone()));
        Ok(Some(main))
    }
}

/// Reads a file that may be missing.
fn read_if_there(package: &FolderRoot, path: &str) -> io::Result<Option<Vec<u8>>> {
    match package.read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        read => read.map(Some),
    }
}
