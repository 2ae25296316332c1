//! Files of a package that rules name, as origins of the tests' files, which are made in a separate folder.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::Error;
use crate::formats::Manifests;
use crate::language::Languages;
use crate::layout::{AnswerBy, Origin};
use nim_ground::folder::{FolderRoot, is_refused};
use nim_ground::presence::absent_is_none;

/// The endings of files that are copied with an input.
const COPIED: [&str; 4] = ["in", "ans", "out", "yaml"];

/// The files of a test, by ending.
pub type TestFiles = BTreeMap<&'static str, Origin>;

/// A package whose tests are generated.
pub struct RuledPackage<'a> {
    /// The folder of the package.
    pub folder: &'a Path,
    /// The opened folder of the package.
    pub root: &'a FolderRoot,
    /// The folder in which files are made, before any is put into the package.
    pub made: &'a Path,
    /// The manifests of the command.
    pub manifests: &'a Manifests,
    /// The languages that solutions may have.
    pub languages: &'a Languages,
}

impl RuledPackage<'_> {
    /// Returns the path at which a file is made, given its path below `data` without an ending.
    pub fn place(&self, path: &str, ending: &str) -> PathBuf {
        self.made.join(format!("data/{path}.{ending}"))
    }

    /// Copies an input below `generators`, and the files beside it.
    pub(super) fn copied(&self, path: &str) -> Result<TestFiles, Error> {
        let mut files = TestFiles::new();
        for ending in COPIED {
            let path = format!("generators/{path}.{ending}");
            let copy = self.made.join("copied").join(&path);
            match self.copy(&path, &copy) {
                Err(error) if error.kind() == ErrorKind::NotFound && ending != "in" => continue,
                Err(error) if error.kind() == ErrorKind::NotFound => return Err(missing(&path)),
                copied => copied.map_err(Error::unreadable(path))?,
            }
            files.insert(ending, Origin::File(copy));
        }
        Ok(files)
    }

    /// Copies a file of the package as its rules are read: a program that runs later may put a link in its place.
    fn copy(&self, path: &str, copy: &Path) -> io::Result<()> {
        let text = self.root.read(path)?;
        if let Some(folder) = copy.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(copy, text)
    }

    /// Returns the origin of an answer: a solution or the first accepted submission.
    pub(super) fn answer(&self, solution: Option<&str>) -> Result<AnswerBy, Error> {
        // The interactor knows the answer by the input.
        if self.manifests.package(self.folder)?.is_some_and(|own| own.interactive || own.multi_pass) {
            return Ok(AnswerBy::From(Origin::Text(String::new())));
        }
        let path = match solution {
            Some(solution) => Some(solution.to_owned()),
            None => {
                let accepted = self.manifests.accepted(self.folder, self.languages)?;
                accepted.map(|accepted| format!("submissions/{}", accepted.name))
            }
        };
        let example = "name a solution, as in `solution: /submissions/accepted/a.py`";
        let path = path.ok_or_else(|| Error::Missing(format!("it has no answer: {example}")))?;
        Ok(AnswerBy::Solution(self.program(&path)?))
    }

    /// Returns the program at a path below the package.
    pub(super) fn program(&self, path: &str) -> Result<PathBuf, Error> {
        let place = self.folder.join(path);
        match self.root.open_below(path) {
            Err(error) if is_refused(&error) => {
                Err(io::Error::new(error.kind(), format!("{path} {error}")).into())
            }
            opened => {
                let is_there = absent_is_none(opened, &place)?.is_some();
                if is_there { Ok(place) } else { Err(missing(&place.display().to_string())) }
            }
        }
    }
}

/// The files of a generator that has several.
pub(super) struct GeneratorFiles {
    /// The index of the generator among those with several files.
    pub number: usize,
    /// The line that names the generator.
    pub line: u64,
    /// The paths of the files below `generators`.
    pub paths: Vec<String>,
    /// The first file, where all are copied.
    pub main: Option<PathBuf>,
}

impl GeneratorFiles {
    /// Returns the first file. All are copied when a command needs them: the files of another generator may be missing.
    pub fn main(&mut self, name: &str, package: &RuledPackage<'_>) -> Result<PathBuf, Error> {
        if let Some(main) = &self.main {
            return Ok(main.clone());
        }
        let folder = package.made.join(format!("generators/{}", self.number));
        let within = |why: Error| why.within(format!("{}: {name}", self.line));
        let mut main = None;
        for path in self.paths.iter().map(|path| format!("generators/{path}")) {
            let copy = folder.join(Path::new(&path).file_name().unwrap_or_default());
            let copied = package.copy(&path, &copy).map_err(Error::unreadable(format!("cannot copy {path}")));
            copied.map_err(within)?;
            main.get_or_insert(copy);
        }
        let main = main.ok_or_else(|| within(Error::Missing("it has no files".to_owned())))?;
        Ok(self.main.insert(main).clone())
    }
}

fn missing(path: &str) -> Error {
    Error::Missing(format!("there is no {path}"))
}
