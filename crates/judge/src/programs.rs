//! The programs of a check: commands and source files.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::command;
use super::error::{Error, Result};

use nim_ground::error::named;
use nim_ground::files::{folder_of, is_executable, is_script, sorted};
use nim_ground::presence::{absent_is_none, is_denied, names_file, real_path};
use nim_sandbox::secrets::Secrets;
use nim_task::by_path::MOST_BESIDE;
use nim_task::expected::Expectation;
use nim_task::formats::Manifests;
use nim_task::language::Languages;
use nim_task::language::missing_command;
use nim_task::source::Source;
use nim_task::submissions::LeftOutProgram;
use nim_task::verdict::Verdict;

/// A program to be checked.
#[derive(Clone)]
pub struct NamedProgram {
    /// The name in the report.
    pub name: String,
    /// The command or source.
    pub code: Code,
    /// The verdicts that the package expects.
    pub expectation: Option<Expectation>,
    /// Whether the program's time sets the time limit of its package, if that states none.
    pub is_timed: bool,
}

/// The way a program is given.
#[derive(Clone)]
pub enum Code {
    /// A command and its arguments.
    Command(Vec<OsString>),
    /// Source files to compile.
    Source(Box<Source>),
}

/// Returns the programs: source files, those of `--run`, then the one after `--`.
pub fn given(
    sources: &[(PathBuf, Source)],
    runs: &[String],
    command: &[OsString],
    languages: &Languages,
) -> Result<Vec<NamedProgram>> {
    let mut programs = Vec::new();
    for (path, source) in sources {
        let is_unique =
            sources.iter().filter(|(other, _)| other.file_name() == path.file_name()).count() == 1;
        let name = path.file_name().filter(|_| is_unique).unwrap_or(path.as_os_str());
        let code = Code::Source(Box::new(source.clone()));
        programs.push(NamedProgram::new(name.to_string_lossy().into_owned(), code));
    }
    for run in runs {
        programs.push(NamedProgram::parse(run, languages)?);
    }
    programs.extend(NamedProgram::of_command(command, languages)?);
    refuse_doubles(&programs)?;
    Ok(programs)
}

/// Leaves out the programs that cannot be run here, and returns why.
///
/// # Errors
/// When one cannot be looked at; a usage error when no other is left.
pub fn leave_out(programs: &mut Vec<NamedProgram>) -> Result<Vec<LeftOutProgram>> {
    let mut left_out = Vec::new();
    for program in std::mem::take(programs) {
        match program.obstacle()? {
            Some(why) => left_out.push(LeftOutProgram { name: program.name, why }),
            None => programs.push(program),
        }
    }
    if let Some(LeftOutProgram { name, why }) = left_out.first().filter(|_| programs.is_empty()) {
        return Err(Error::Usage(format!("{name}: {why}")));
    }
    Ok(left_out)
}

/// Refuses two programs of one name.
pub fn refuse_doubles(programs: &[NamedProgram]) -> Result<()> {
    let mut names = BTreeSet::new();
    match programs.iter().find(|program| !names.insert(&program.name)) {
        Some(program) => Err(Error::Usage(format!("two programs are called {}", program.name))),
        None => Ok(()),
    }
}

impl NamedProgram {
    /// Returns the main source file; a command has none.
    pub fn main_file(&self) -> Option<&Path> {
        match &self.code {
            Code::Source(source) => Some(&source.main),
            Code::Command(_) => None,
        }
    }

    /// Creates a program without expectations.
    fn new(name: String, code: Code) -> Self {
        Self { name, code, expectation: None, is_timed: false }
    }

    /// Reads the expectation of the package around the files, if the program is one of its submissions.
    pub(crate) fn expect(&mut self, manifests: &Manifests) -> Result<()> {
        self.expectation = match &self.code {
            Code::Source(source) => manifests.expectation_of(&source.main)?,
            Code::Command(command) => {
                let mut words = command.iter().rev().map(Path::new);
                words.find_map(|word| manifests.expectation_of(word).transpose()).transpose()?
            }
        };
        Ok(())
    }

    /// Returns the reason why the program cannot be run here, if its language knows one.
    ///
    /// # Errors
    /// When its file, or a command that it needs, cannot be looked at.
    pub fn obstacle(&self) -> io::Result<Option<String>> {
        Ok(match &self.code {
            Code::Source(source) => {
                let language = &source.language;
                missing_command(language)?.map(|command| {
                    format!("{} needs the command {command}, which is not installed", language.name)
                })
            }
            Code::Command(command) => {
                let Some(file) = command.first().map(Path::new).filter(|file| is_source(file)) else {
                    return Ok(None);
                };
                let is_text = names_file(file)? && !runs_itself(file)?;
                is_text.then(|| "its language is not known, and it is no executable file".to_owned())
            }
        })
    }

    /// Returns whether the program is expected to exceed the time limit.
    pub fn must_be_slow(&self) -> bool {
        self.expectation.as_ref().is_some_and(|expected| expected.required == [Verdict::TimeLimit].into())
    }

    /// Compiles the program with sanitizers, as [`Language::sanitize`](nim_task::language::Language::sanitize) describes.
    pub fn sanitize(&mut self) -> bool {
        match &mut self.code {
            Code::Source(source) => source.language.sanitize(),
            Code::Command(_) => false,
        }
    }

    /// Includes the files below these folders that the source names, as [`Source::include`] does.
    ///
    /// # Errors
    /// As of that.
    pub fn include(&mut self, folders: &[PathBuf]) -> io::Result<bool> {
        match &mut self.code {
            Code::Source(source) => source.include(folders),
            Code::Command(_) => Ok(false),
        }
    }

    /// Returns the program of a source.
    pub fn of_source(name: String, source: Source) -> Self {
        Self::new(name, Code::Source(Box::new(source)))
    }

    /// Reads a program: NAME=CMD or NAME=SOURCE.
    ///
    /// # Errors
    /// When the text is none.
    pub fn parse(run: &str, languages: &Languages) -> Result<Self> {
        let unclear = || Error::Usage(format!("--run needs NAME=CMD or NAME=SOURCE, found \"{run}\""));
        let (name, command) = run.split_once('=').ok_or_else(unclear)?;
        let command = command::words(&format!("--run {name}"), command)?;
        if name.is_empty() || command.is_empty() {
            return Err(unclear());
        }
        Self::of_words(name, command, languages)
    }

    /// Returns the program of an option: a command or a source file, named by its text.
    ///
    /// # Errors
    /// A usage error when there is no such source file.
    pub fn of_option(option: &str, text: &str, languages: &Languages) -> Result<Self> {
        let command = command::words(option, text)?;
        if let [file] = command.as_slice()
            && languages.for_file(Path::new(file)).is_some()
            && absent_is_none(fs::metadata(file), Path::new(file))?.is_none()
        {
            return Err(Error::Usage(format!("{option}: there is no source file {text}")));
        }
        Self::of_words(text, command, languages)
    }

    /// Returns the program of a command's words, one of which may be a source file.
    fn of_words(name: &str, command: Vec<OsString>, languages: &Languages) -> Result<Self> {
        let source = match command.as_slice() {
            [file] => Source::of_word(Path::new(file), languages)?,
            _ => None,
        };
        let code = source.map_or_else(|| Code::Command(command), |source| Code::Source(Box::new(source)));
        Ok(Self::new(name.to_owned(), code))
    }

    /// Returns the program after `--`, if there is one.
    fn of_command(command: &[OsString], languages: &Languages) -> Result<Option<Self>> {
        let Some(mut shown) = command.first() else { return Ok(None) };
        // The name of a script says more than that of its interpreter.
        for arg in &command[1..] {
            if names_file(Path::new(arg))? {
                shown = arg;
                break;
            }
        }
        let name = Path::new(shown).file_name().unwrap_or(shown).to_string_lossy().into_owned();
        // A script that can be run is run.
        if let [file] = command
            && runs_itself(Path::new(file))?
        {
            return Ok(Some(Self::new(name, Code::Command(command.to_vec()))));
        }
        Self::of_words(&name, command.to_vec(), languages).map(Some)
    }

    /// Returns the modules beside the program's scripts and the classes beside its classes, without hidden ones.
    ///
    /// # Errors
    /// When they cannot be looked at.
    pub fn beside(&self, languages: &Languages, secrets: &Secrets) -> io::Result<Vec<PathBuf>> {
        if let Code::Source(source) = &self.code
            && source.is_folder
        {
            return Ok(source.main.parent().map(Path::to_path_buf).into_iter().collect());
        }
        let mut files = Vec::new();
        match &self.code {
            Code::Source(source) => files.clone_from(&source.beside),
            Code::Command(command) => {
                for word in command.iter().map(Path::new) {
                    files.extend(match Source::of_file(word, languages)? {
                        Some(source) => source.beside,
                        None => classes_beside(word)?,
                    });
                }
            }
        }
        let mut open = BTreeSet::new();
        for file in files {
            let Some(real) = real_path(&file)? else { continue };
            if !secrets.has(&real)? && !secrets.are_around(real.parent().unwrap_or(&real)) {
                open.insert(file);
            }
        }
        Ok(open.into_iter().collect())
    }
}

/// Returns the class files of the folder of a class, given as for `java`, without its ending.
fn classes_beside(class: &Path) -> io::Result<Vec<PathBuf>> {
    if class.file_name().is_none()
        || class.extension().is_some()
        || !names_file(&class.with_extension("class"))?
    {
        return Ok(Vec::new());
    }
    let folder = folder_of(class);
    let files = sorted(folder).map_err(named(folder.display()))?;
    let classes = files.into_iter().filter(|path| path.extension().is_some_and(|ending| ending == "class"));
    Ok(classes.take(MOST_BESIDE).collect())
}

/// Returns whether a file is executed directly: a source file without the name of its interpreter is not, whatever its permissions.
///
/// # Errors
/// When it cannot be read.
pub fn runs_itself(path: &Path) -> io::Result<bool> {
    let is_executable = names_file(path)? && is_executable(path)?;
    if !is_executable || !is_source(path) {
        return Ok(is_executable);
    }
    match is_script(path) {
        // The program's interpreter could not read the file either.
        Err(error) if is_denied(&error, path) => Ok(false),
        read => read,
    }
}

/// Returns whether a file's ending is that of a program's source code.
pub fn is_source(path: &Path) -> bool {
    const ENDINGS: [&str; 25] = [
        "c", "cc", "cpp", "cxx", "cs", "d", "go", "hs", "java", "js", "jl", "kt", "lisp", "lua", "ml", "pas",
        "php", "pl", "py", "rb", "rs", "scala", "sh", "swift", "ts",
    ];
    path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}
