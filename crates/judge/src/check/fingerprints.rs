//! Fingerprints of how the outputs of a test are judged: settings, and the contents of the files of checkers and interactors.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use crate::command;
use crate::interactive::interactor::{call, is_built};
use crate::options::Options;
use crate::programs::runs_itself;
use crate::report::fingerprint;
use crate::trusted::TrustedPrograms;
use nim_ground::files::folder_of;
use nim_ground::presence::{is_file, is_folder};
use nim_task::comparison::Comparison;
use nim_task::layout::{Test, Validation};
use nim_task::source::Source;

/// The purpose of a fingerprint, which decides what counts as a difference.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Comparing machines: their folders may differ in files that are not part of the check.
    Shards,
    /// Keeping results: every file counts that a program may read in its own folder.
    Kept,
}

/// Makes the fingerprints of the programs and settings that judge tests; each program's is made once.
pub struct Fingerprints<'a> {
    options: &'a Options,
    purpose: Purpose,
    known: RefCell<HashMap<PathBuf, String>>,
}

impl<'a> Fingerprints<'a> {
    /// Starts without any fingerprints of programs.
    pub fn new(options: &'a Options, purpose: Purpose) -> Self {
        Self { options, purpose, known: RefCell::default() }
    }

    /// Returns the fingerprint of a test's judging; `None` if the files of a command are not known, and results are to be kept.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn of_test(&self, test: &Test) -> io::Result<Option<String>> {
        let Options { interaction, checker, .. } = self.options;
        if let Some(comparison) = self.options.compare {
            return Ok(Some(comparison.to_string()));
        }
        if interaction.play {
            return Ok(Some(format!("the problem's game, misère play: {}", interaction.misere)));
        }
        if let Some(interactor) = &interaction.interactor {
            let parts = self.of_option(interactor, is_built)?.zip(self.of_checker()?);
            let how = call(interaction, interaction.style, Vec::new(), None);
            return Ok(parts
                .map(|(program, checker)| format!("talks with {program} as {how:?}, checked by {checker}")));
        }
        if checker.is_some() {
            return self.of_checker();
        }
        test.validation
            .as_ref()
            .map_or_else(|| Ok(Comparison::TOKENS.to_string()), |own| self.of_validation(own))
            .map(Some)
    }

    /// Returns the fingerprint of the checker on the command line, if its files are known.
    fn of_checker(&self) -> io::Result<Option<String>> {
        let Options { checker, checker_style, .. } = self.options;
        let checker = match checker {
            None => Some("none".to_owned()),
            Some(checker) if checker.starts_with("builtin:") => Some(checker.clone()),
            Some(checker) => self.of_option(checker, |file| Ok(is_built(file)? && !runs_itself(file)?))?,
        };
        Ok(checker.map(|checker| format!("{checker} as {checker_style:?}")))
    }

    /// Returns a package's way of judging.
    fn of_validation(&self, validation: &Validation) -> io::Result<String> {
        Ok(match validation {
            Validation::Compare(comparison) => comparison.to_string(),
            Validation::Program { place, args, style, passes } => {
                format!("{style:?} {args:?} {passes} {}", self.of_program(place)?)
            }
            Validation::Interactor { place, args, style, time, passes, checker } => {
                let checker = checker.as_ref().map(|checker| self.of_validation(checker)).transpose()?;
                let how = call(&self.options.interaction, *style, args.clone(), *time);
                format!("{how:?} {passes} {} {checker:?}", self.of_program(place)?)
            }
        })
    }

    /// Returns the program of an option: a source file that is built, or a command.
    fn of_option(
        &self,
        text: &str,
        is_built: impl Fn(&Path) -> io::Result<bool>,
    ) -> io::Result<Option<String>> {
        let words = command::words("--checker", text).map_err(io::Error::other)?;
        if let [file] = words.as_slice()
            && is_built(Path::new(file))?
            && let Some(compiled) = self.of_compiled(Path::new(file))?
        {
            return Ok(Some(compiled));
        }
        match self.purpose {
            Purpose::Shards => fingerprint::of_command(words.iter().map(AsRef::as_ref)).map(Some),
            Purpose::Kept => Ok(None),
        }
    }

    /// Returns the fingerprint of an authors' program: a folder, a source file that is compiled, or a file that may read others of its
    /// folder.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn of_program(&self, place: &Path) -> io::Result<String> {
        if let Some(known) = self.known.borrow().get(place) {
            return Ok(known.clone());
        }
        let (around, manifests) = (folder_of(place), &self.options.manifests);
        let files = match self.of_compiled(place)? {
            Some(compiled) => compiled,
            None if is_file(place)? && self.purpose == Purpose::Kept => {
                format!(
                    "{} {}",
                    fingerprint::of_tree(place, manifests)?,
                    fingerprint::of_tree(around, manifests)?
                )
            }
            None => {
                let source = match self.options.trusted_sources().source_of_folder(place) {
                    Ok(Some(source)) if is_folder(place)? => Some(source),
                    Err(nim_task::Error::Unreadable(error)) => return Err(error),
                    _ => Source::of_file(place, &self.options.languages)?,
                };
                let modules = source.map(|source| source.beside).unwrap_or_default();
                let modules = fingerprint::of_files(modules.iter().map(PathBuf::as_path))?;
                format!("{} {modules}", fingerprint::of_tree(place, manifests)?)
            }
        };
        let program = format!("{files} {:?}", manifests.constants(around)?);
        self.known.borrow_mut().insert(place.to_path_buf(), program.clone());
        Ok(program)
    }

    /// Returns the fingerprint of a source file that is compiled: its compiler, and all files that the compiler sees. `None` for other
    /// files.
    fn of_compiled(&self, place: &Path) -> io::Result<Option<String>> {
        let source = match self.options.trusted_sources().source(place) {
            Ok(Some(source)) => source,
            Err(nim_task::Error::Unreadable(error)) => return Err(error),
            // A source that lacks its header is not built.
            Ok(None) | Err(_) => return Ok(None),
        };
        let files = fingerprint::of_source(&source)?;
        let made = match self.purpose {
            // A compiler's output may differ between machines.
            Purpose::Shards => None,
            // The source may include headers of other folders, which only the compiled program reflects.
            Purpose::Kept => match TrustedPrograms::new(self.options).compile(&source) {
                Ok(executable) => executable.digest()?,
                Err(error) => Some(error.to_string()),
            },
        };
        Ok(Some(format!("{:?} {files} {made:?}", source.language.compile)))
    }
}
