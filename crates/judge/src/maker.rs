//! Makes files of tests that a package does not store, by its generators and its solution.

mod dialogue;

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::error::{Context as _, Result, bail};
use tempfile::TempDir;

use self::dialogue::SolutionDialogue;
use crate::author_calls::{AuthorCalls, Call};
use crate::completion::Additions;
use crate::observer::{Making, Observer};
use crate::output_cache::OutputKey;
use crate::report::fingerprint;
use crate::report::shown::Shown;
use crate::trusted::{BuildCache, Built, TrustedPrograms};
use nim_ground::content::Content;
use nim_ground::file_io::FileIo;
use nim_ground::interruption;
use nim_ground::limits::LimitOverrides;
use nim_ground::presence::is_file;
use nim_ground::private;
use nim_ground::words::counted;
use nim_sandbox::secrets::Secrets;
use nim_task::constants::Constants;
use nim_task::graders::Graders;
use nim_task::layout::{AnswerBy, Origin, Run, Test, TestSet, TestSource};
use nim_task::source::Source;

/// Runs a generator that prints the answer on standard error. Its output comes first, then its errors, and their length.
const BOTH: &str = "\"$@\" 2>answer && cat answer && echo && wc -c <answer";

/// Runs a visualizer with the input, whose length comes first, and the answer. Prints for each picture its ending, its length, and its
/// bytes.
const PICTURES: &str =
    "length=$1; shift; head -c \"$length\" >testcase.in && cat >testcase.ans && \"$@\" >&2 || exit 1
for ending in png jpg svg pdf; do
    [ ! -f testcase.$ending ] || { echo $ending; wc -c <testcase.$ending; cat testcase.$ending; }
done";

/// Makes the files of tests that are not stored; returns a note on them.
///
/// # Errors
/// When a program does not compile or fails, or a file cannot be read or written.
pub fn make(
    programs: TrustedPrograms<'_>,
    test_set: &TestSet,
    observer: &mut dyn Observer,
) -> Result<Option<String>> {
    let recipes = &test_set.recipes;
    if recipes.is_empty() {
        return Ok(None);
    }
    let mut maker = TestMaker::new(programs, test_set.graders.first())?;
    let mut progress = Making::new(observer, recipes.len(), true);
    let tests: HashMap<&Path, &Test> =
        test_set.tests.iter().filter_map(|test| Some((test.input.file()?, test))).collect();
    for recipe in recipes {
        let test = tests.get(recipe.input.as_path());
        let files = test.map_or(&FileIo::STANDARD, |test| &test.files);
        let name = test.map_or_else(|| recipe.input.display().to_string(), |test| test.name.clone());
        progress.make(&name, || maker.make(recipe, files).with_context(|| format!("cannot make {name}")))?;
    }
    drop(progress);
    let inputs = recipes
        .iter()
        .filter(|recipe| recipe.origin.as_ref().is_some_and(|origin| *origin != Origin::Text(String::new())))
        .count();
    let answers =
        recipes.iter().filter(|recipe| !matches!(recipe.by, AnswerBy::Stored | AnswerBy::From(_))).count();
    if inputs + answers == 0 {
        return Ok(None);
    }
    let (inputs, answers) = (counted(inputs, "input"), counted(answers, "answer"));
    Ok(Some(format!("made {inputs} and {answers}, which are not stored")))
}

/// Makes files by the programs of a package; each program is built once.
pub struct TestMaker<'a> {
    programs: TrustedPrograms<'a>,
    calls: AuthorCalls<'a>,
    /// The solution of the command line, in place of the package's own.
    against: Option<PathBuf>,
    /// The files compiled with the solution.
    graders: Option<&'a Graders>,
    /// The folder in which the solution is completed by graders.
    folder: TempDir,
    built: BuildCache,
    /// The fingerprints of the files and folders that programs see.
    trees: HashMap<PathBuf, String>,
    /// The settings that every run depends on, computed once; the inner `None` if a run may read further files.
    shown: Option<Option<Shown>>,
}

impl<'a> TestMaker<'a> {
    /// Creates a maker that has built no programs yet.
    ///
    /// # Errors
    /// When a folder cannot be created.
    pub fn new(programs: TrustedPrograms<'a>, graders: Option<&'a Graders>) -> Result<Self> {
        let folder = private::folder("toolkit-solution-")?;
        let against = match programs.options.against.as_ref().map(Path::new) {
            Some(file) if is_file(file)? => Some(file.canonicalize()?),
            // A command is no file.
            _ => None,
        };
        let (built, trees) = (BuildCache::default(), HashMap::new());
        let calls = AuthorCalls::new(programs);
        Ok(Self { programs, calls, against, graders, folder, built, trees, shown: None })
    }

    /// Makes the files of a test, whose program may use files in place of the standard streams.
    ///
    /// # Errors
    /// When a program does not compile or fails, or a file cannot be read or written.
    pub fn make(&mut self, recipe: &TestSource, files: &FileIo) -> Result<()> {
        match (&recipe.origin, &recipe.by) {
            (None, _) => {}
            (Some(Origin::Run(run)), AnswerBy::Generator) => {
                let (output, errors) = self.both(run, &recipe.answer)?;
                fs::write(&recipe.answer, errors)?;
                fs::write(&recipe.input, output)?;
            }
            (Some(origin), _) => self.make_file(origin, &recipe.input)?,
        }
        match &recipe.by {
            AnswerBy::Stored | AnswerBy::Generator => Ok(()),
            AnswerBy::Errors(run) => {
                let (_, errors) = self.both(run, &recipe.answer)?;
                Ok(fs::write(&recipe.answer, errors)?)
            }
            AnswerBy::From(origin) => self.make_file(origin, &recipe.answer),
            AnswerBy::Solution(solution) => {
                let solution = self.against.clone().unwrap_or_else(|| solution.clone());
                let (command, own) = self
                    .built(&solution, self.graders)
                    .context("the solution that answers cannot be built (--against names another one)")?;
                let input = Content::File(recipe.input.clone());
                let (program, input) = ((&*solution, &*own), (&input, files));
                let limits = LimitOverrides::default();
                let kept = self.kept(program, (&command, &[]), (input, limits), &recipe.answer);
                kept.with_context(|| format!("{} fails", solution.display()))
            }
            AnswerBy::Interactor { interactor, solution } => {
                let solution = self.against.clone().unwrap_or_else(|| solution.clone());
                let written = self.dialogue(interactor, &solution, &recipe.input);
                let written = written.with_context(|| format!("{} fails", solution.display()))?;
                Ok(fs::write(&recipe.answer, written)?)
            }
        }
    }

    /// Returns the file that an interactor writes for a solution.
    fn dialogue(&mut self, interactor: &Path, solution: &Path, input: &Path) -> Result<Vec<u8>> {
        let (solution, readable) = self.built(solution, self.graders)?;
        let (command, beside) = self.built(interactor, None)?;
        let around = self.programs.options.trusted_sources().surroundings(interactor)?;
        let shown = beside.into_iter().chain(around).collect();
        let dialogue = SolutionDialogue { solution, readable, interactor: command, shown };
        dialogue.run(self.programs, &Content::File(input.to_path_buf()))
    }

    /// Returns a generator's standard output and standard error, using a file beside its `target`.
    fn both(&mut self, run: &Run, target: &Path) -> Result<(Vec<u8>, Vec<u8>)> {
        let both = target.with_extension("both");
        self.run(run, &["/bin/sh", "-c", BOTH, "sh"], &both)?;
        let mut printed = fs::read(&both)?;
        fs::remove_file(&both)?;
        let found = errors(&printed).context("the generator printed no answer")?;
        let errors = printed[found.clone()].to_vec();
        printed.truncate(found.start);
        Ok((printed, errors))
    }

    /// Makes a file by its origin.
    ///
    /// # Errors
    /// As of [`Self::make`].
    pub fn make_file(&mut self, origin: &Origin, target: &Path) -> Result<()> {
        match origin {
            Origin::Text(text) => Ok(fs::write(target, text)?),
            Origin::File(file) => {
                fs::copy(file, target).with_context(|| format!("cannot copy {}", file.display()))?;
                Ok(())
            }
            Origin::Run(run) => self.run(run, &[], target),
        }
    }

    /// Writes the output of a run's first successful try; the words `before` come before the program's command.
    fn run(&mut self, run: &Run, before: &[&str], target: &Path) -> Result<()> {
        let is_named = run.program.ends_with(&run.name);
        let built = self.built(&run.program, None);
        let (mut command, own) = built.map_err(|why| if is_named { why } else { why.within(&run.name) })?;
        command.splice(..0, before.iter().map(OsString::from));
        let input = run.input.clone().map_or_else(|| Content::from(""), Content::File);
        let input = (&input, &FileIo::STANDARD);
        let mut tried = Ok(());
        for args in run.tries() {
            let words: Vec<OsString> = args.iter().map(OsString::from).collect();
            let program = (&*run.program, &*own);
            tried = self.kept(program, (&command, &words), (input, run.limits), target);
            if tried.is_ok() {
                return tried;
            }
            tried = tried.with_context(|| format!("{} fails", run.shown(&args)));
            interruption::check()?;
        }
        tried
    }

    /// Returns the pictures that a visualizer of the package makes of a test, with their endings.
    ///
    /// # Errors
    /// When it does not compile or fails.
    pub fn pictures(
        &mut self,
        visualizer: &Run,
        (input, answer): (&[u8], &[u8]),
    ) -> Result<Vec<(String, Vec<u8>)>> {
        let length = input.len().to_string();
        let folder = private::folder("toolkit-picture-")?;
        let (both, printed) = (folder.path().join("both"), folder.path().join("printed"));
        fs::write(&both, [input, answer].concat())?;
        let run = Run { input: Some(both), ..visualizer.clone() };
        self.run(&run, &["/bin/sh", "-c", PICTURES, "sh", &length], &printed)?;
        pictures(&fs::read(&printed)?).context("the visualizer's pictures cannot be read")
    }

    /// Returns the command of a program, built once with these graders, and its own files.
    fn built(&mut self, program: &Path, graders: Option<&Graders>) -> Result<(Vec<OsString>, Vec<PathBuf>)> {
        let (programs, folder) = (self.programs, self.folder.path());
        let built = self.built.built(program, || match graders {
            Some(graders) => graded(programs, program, graders, folder),
            None => programs.build(program),
        })?;
        Ok((built.command().to_vec(), built.own().to_vec()))
    }

    /// Returns the settings that every run depends on; `None` if a run may read further files.
    fn shown(&mut self) -> Result<Option<Shown>> {
        if self.shown.is_none() {
            let hides_files = self.programs.hides_files()?;
            self.shown = Some(hides_files.then(|| self.programs.shown()).transpose()?);
        }
        Ok(self.shown.clone().flatten())
    }

    /// Writes the output of a program of the package, unless the cache has it. The program sees its own files and the folder around it.
    fn kept(
        &mut self,
        (program, own): (&Path, &[PathBuf]),
        (command, words): (&[OsString], &[OsString]),
        (input, limits): ((&Content, &FileIo), LimitOverrides),
        target: &Path,
    ) -> Result<()> {
        let readable: Vec<PathBuf> =
            own.iter().cloned().chain(program.parent().map(Path::to_path_buf)).collect();
        let mut trees = String::new();
        for place in &readable {
            if !self.trees.contains_key(place) {
                self.trees
                    .insert(place.clone(), fingerprint::of_tree(place, &self.programs.options.manifests)?);
            }
            trees.push_str(&self.trees[place]);
        }
        let call = Call { command, words, readable: &readable, input };
        let shown = self.shown()?;
        let key = shown.map(|shown| OutputKey::new(shown.with("trees", trees), &call)).transpose()?;
        if key.as_ref().map_or(Ok(false), |key| key.write_kept(target))? {
            return Ok(());
        }
        let printed = self.calls.run_within(&call, limits)?;
        File::create_new(target)?.write_all(&printed)?;
        if let Some(key) = key {
            key.keep(&printed);
        }
        Ok(())
    }
}

/// Builds a solution with the graders of its package, as a copy below `folder`.
fn graded(programs: TrustedPrograms<'_>, program: &Path, graders: &Graders, folder: &Path) -> Result<Built> {
    let languages = &programs.options.languages;
    let name = program.display();
    let Some(mut source) = Source::of_file(program, languages)? else {
        if graders.has_files() {
            bail!("the language of {name} is not known");
        }
        return programs.build(program);
    };
    let target = folder.join("source");
    let (secrets, graders, constants) = (&Secrets::default(), graders.clone(), Constants::default());
    let additions = Additions { languages, secrets, package: None, constants, graders };
    if let Err(error) = additions.complete(&mut source, false, &target)? {
        bail!("{name}: {error}");
    }
    programs.built(&source)
}

/// Returns the pictures in the output of [`PICTURES`].
fn pictures(mut printed: &[u8]) -> Option<Vec<(String, Vec<u8>)>> {
    let mut pictures = Vec::new();
    while !printed.is_empty() {
        let mut parts = printed.splitn(3, |&byte| byte == b'\n');
        let mut text = || std::str::from_utf8(parts.next()?).ok();
        let (ending, length) = (text()?.to_owned(), text()?.trim().parse().ok()?);
        let (picture, rest) = parts.next()?.split_at_checked(length)?;
        pictures.push((ending, picture.to_vec()));
        printed = rest;
    }
    Some(pictures)
}

/// Returns the range of the errors in the output of [`BOTH`].
fn errors(printed: &[u8]) -> Option<std::ops::Range<usize>> {
    let text = printed.trim_ascii_end();
    let start = text.iter().rposition(|byte| !byte.is_ascii_digit()).map_or(0, |last| last + 1);
    let length: usize = std::str::from_utf8(&text[start..]).ok()?.parse().ok()?;
    // An answer may end with a digit: the line before the length is ended by the shell.
    let end = text[..start].iter().rposition(|&byte| byte == b'\n')?;
    Some(end.checked_sub(length)?..end)
}
