//! The tests of a Polygon package that are not stored: inputs by its generators, and answers by its main solution.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use crate::error::{Context as _, Error, Result, bail};

use super::made::{Call, put};
use super::submissions::polygon_of;
use crate::command;
use crate::observer::{Making, Observer};
use crate::trusted::{BuildCache, TrustedPrograms};
use nim_ground::file_io::FileIo;
use nim_ground::folder::{FolderRoot, is_refused};
use nim_ground::private;
use nim_ground::words::counted;
use nim_task::layout::polygon::{self, PlannedTest, Polygon};
use nim_task::layout::{self, Suite};

/// Makes the tests that a package lists and does not hold, and returns all of its tests.
///
/// # Errors
/// When a generator or the main solution does not compile or fails.
pub fn complete(
    programs: TrustedPrograms<'_>,
    data: &[PathBuf],
    suite: Suite,
    observer: &mut dyn Observer,
) -> Result<Suite> {
    let [path] = data else { return Ok(suite) };
    if suite.incomplete().is_none() {
        return Ok(suite);
    }
    let Some(package) = polygon_of(path, &suite)? else { return Ok(suite) };
    let root = FolderRoot::open(&package.folder)?;
    let can_be_made = |test: &PlannedTest| test.command.is_some() || root.file(&test.input).is_some();
    if !package.tests.iter().all(can_be_made) {
        return Ok(suite);
    }
    refuse_outside(&package, &root)?;
    let folder = private::folder("toolkit-tests-").context("cannot create a temporary folder")?;
    let mut maker = Maker::new(programs, &package, &root);
    let mut progress = Making::new(observer, package.tests.len(), true);
    for test in &package.tests {
        progress.make(&test.input, || maker.make(test, folder.path()).with_context(|| test.input.clone()))?;
    }
    drop(progress);
    copy_sources(&package.folder, folder.path())?;
    let mut made = layout::discover(folder.path())?;
    made.notes.push(maker.note());
    made.replace(suite, folder);
    Ok(made)
}

/// Makes tests, and counts them.
struct Maker<'a> {
    programs: TrustedPrograms<'a>,
    package: &'a Polygon,
    root: &'a FolderRoot,
    /// The generators and the main solution, by path.
    built: BuildCache,
    inputs: usize,
    answers: usize,
}

impl<'a> Maker<'a> {
    fn new(programs: TrustedPrograms<'a>, package: &'a Polygon, root: &'a FolderRoot) -> Self {
        Self { programs, package, root, built: BuildCache::default(), inputs: 0, answers: 0 }
    }

    /// Puts the input and the answer of a test into a folder.
    fn make(&mut self, test: &PlannedTest, folder: &Path) -> Result<()> {
        let (input, answer) = (folder.join(&test.input), folder.join(&test.answer));
        for file in [&input, &answer] {
            file.parent().map_or(Ok(()), fs::create_dir_all)?;
        }
        match &test.command {
            _ if self.root.file(&test.input).is_some() => {
                put(&self.package.folder.join(&test.input), &input)?;
            }
            Some(_) if test.from_file.is_some() => {
                bail!("it is one of several files of a generator, which is not supported")
            }
            Some(command) => {
                let (program, words) = self.generator(command)?;
                self.kept((&program, &words), (Path::new("/dev/null"), &FileIo::STANDARD), &input)
                    .with_context(|| format!("the generator {command} fails"))?;
                self.inputs += 1;
            }
            None => bail!("it is not there"),
        }
        if let Some(stored) = self.root.file(&test.answer) {
            return Ok(put(&stored, &answer)?);
        }
        if self.package.is_interactive {
            bail!("it has no answer, which cannot be made as the problem is interactive");
        }
        let main =
            self.package.main_solution().context("it has no answer, and no solution is tagged main")?;
        let command = self.build(&main.program.path)?;
        let files = &self.package.files;
        self.kept((&command, &[]), (&input, files), &answer)
            .with_context(|| format!("{} fails", main.name))?;
        self.answers += 1;
        Ok(())
    }

    /// Returns the command of a generator, and its arguments.
    fn generator(&mut self, text: &str) -> Result<(Vec<OsString>, Vec<OsString>)> {
        let words = command::words(text).map_err(|error| Error::Usage(format!("{text}: {error}")))?;
        let (name, args) = words.split_first().context("its command is empty")?;
        let place = self.package.generator(&name.to_string_lossy());
        let place =
            place.with_context(|| format!("there is no source of the generator {}", name.display()))?;
        Ok((self.build(place)?, args.to_vec()))
    }

    fn build(&mut self, place: &Path) -> Result<Vec<OsString>> {
        self.built.command(place, || self.programs.build(place))
    }

    /// Writes what a command prints for an input, unless the cache has it.
    fn kept(
        &self,
        (command, words): (&[OsString], &[OsString]),
        input: (&Path, &FileIo),
        target: &Path,
    ) -> Result<()> {
        let run = || self.programs.run((command, words), &[], input);
        let mode = self.programs.options.sandbox.mode;
        Call { command, words, around: "", mode, input }.kept(target, run)
    }

    fn note(&self) -> String {
        let (inputs, answers) = (counted(self.inputs, "input"), counted(self.answers, "answer"));
        let main = self.package.main_solution().map_or("the main solution", |main| main.name.as_str());
        format!("made {inputs} by generators, and {answers} by {main}")
    }
}

/// Refuses tests with the same path, and stored ones that a link puts outside the package.
fn refuse_outside(package: &Polygon, root: &FolderRoot) -> Result<()> {
    let mut paths = HashSet::new();
    for path in package.tests.iter().flat_map(|test| [&test.input, &test.answer]) {
        if !paths.insert(Path::new(path)) {
            bail!("{}: two files of its tests have the path {path}", polygon::FILE);
        }
        if root.metadata_below(path).is_err_and(|error| is_refused(&error)) {
            bail!("{path}: a link leads out of the package");
        }
    }
    Ok(())
}

/// Copies `problem.xml`, and the sources of checkers, interactors and validators, which lie in `files` or beside `problem.xml`.
fn copy_sources(package: &Path, to: &Path) -> Result<()> {
    for below in ["", "files"] {
        let Ok(entries) = fs::read_dir(package.join(below)) else { continue };
        fs::create_dir_all(to.join(below))?;
        for entry in entries {
            let path = entry?.path();
            let is_wanted =
                path.is_file() && path.extension().is_none_or(|ending| ending != "exe" && ending != "zip");
            if is_wanted {
                put(&path, &to.join(below).join(path.file_name().unwrap_or_default()))
                    .with_context(|| format!("cannot copy {}", path.display()))?;
            }
        }
    }
    Ok(())
}
