//! The submissions of a package: the solutions that its manifest lists, or those in folders, each named after an expectation.

use std::path::Path;

use super::Error;
use super::expected::Expectation;
use super::language;
use super::language::Languages;
use super::source::Source;

/// A submission of a package, with its expected verdicts.
#[derive(Clone, Debug)]
pub struct Submission {
    /// The path below the folder of submissions; in Polygon's packages, below the package.
    pub name: String,
    /// The source files.
    pub source: Source,
    /// The verdicts that are expected; `None` where the format sets none.
    pub expectation: Option<Expectation>,
    /// Whether the submission's time sets the time limit, if the package states none.
    pub is_timed: bool,
}

/// The submissions of a package.
#[derive(Clone, Debug, Default)]
pub struct Submissions {
    /// The submissions that can be run here, in order.
    pub found: Vec<Submission>,
    /// The submissions that are not run.
    pub left_out: Vec<LeftOutProgram>,
    /// Notes on the expectations.
    pub notes: Vec<String>,
}

/// A program that is not run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}: left out, {why}")]
pub struct LeftOutProgram {
    /// The name of the program.
    pub name: String,
    /// The reason why it is not run.
    pub why: String,
}

impl Submissions {
    /// Adds a submission; a missing or unsupported one is left out.
    pub(crate) fn add(&mut self, name: &str, found: Result<Submission, Error>) -> Result<(), Error> {
        match found {
            Ok(submission) => self.found.push(submission),
            Err(Error::Missing(why) | Error::Unsupported(why)) => {
                self.left_out.push(LeftOutProgram { name: name.to_owned(), why });
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

/// Returns the source of a solution alone, by the compiler that the package names. Links within the package are followed.
///
/// # Errors
/// When it cannot be run here.
pub fn runnable(path: &Path, compiler: &str, package: &Path, languages: &Languages) -> Result<Source, Error> {
    let mut source = Source::of_file(path, languages)?.ok_or_else(unknown_language)?;
    source.beside.clear();
    source.links = Some(package.canonicalize().map_err(Error::unreadable(package.display()))?);
    source.language.set_compiler(compiler);
    require_installed(&source)?;
    Ok(source)
}

pub(crate) fn unknown_language() -> Error {
    Error::Unsupported("its language is not known".to_owned())
}

/// Refuses a source whose language is not installed.
pub(crate) fn require_installed(source: &Source) -> Result<(), Error> {
    let place = &source.language.name;
    let missing = language::missing_command(&source.language).map_err(Error::unreadable(place))?;
    missing.map_or(Ok(()), |command| Err(Error::Unsupported(format!("{command} is not installed"))))
}
