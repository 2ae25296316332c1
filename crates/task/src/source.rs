//! The source of a program: its main file, its other files, and its language.

mod included;
mod whole;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tempfile::TempDir;

pub use self::included::IncludedFile;
use super::by_path::{MOST_BESIDE, named_below, real};
use super::language::{Language, Languages};
use nim_ground::error::named;
use nim_ground::files::{files_in, folder_of, sorted};
use nim_ground::presence::{find_link, names_file};

/// The file name of testlib's header.
pub const HEADER: &str = "testlib.h";

/// The source files of a program.
#[derive(Clone, Debug)]
pub struct Source {
    /// The language of the program.
    pub language: Language,
    /// The file that is run, or compiled with the others.
    pub main: PathBuf,
    /// All files of the language, the main file first.
    pub files: Vec<PathBuf>,
    /// Other files that the program may use: headers, modules.
    pub beside: Vec<PathBuf>,
    /// Files named in the source and found in folders of the command line, by their names for the compiler.
    pub included: BTreeMap<PathBuf, IncludedFile>,
    /// Headers made for the compiler, by name.
    pub made: Vec<(String, String)>,
    /// Whether the program is a whole folder, with all its files.
    pub is_folder: bool,
    /// The folder around all files, if they include each other by paths.
    pub root: Option<PathBuf>,
    /// The real folder that links to the files may lead to; without one, the folder of each link.
    pub links: Option<PathBuf>,
    /// The folder of unpacked files, removed with the last clone.
    pub unpacked: Option<Arc<TempDir>>,
    /// The reason why the package's files cannot complete the source; it then does not compile.
    pub refused: Option<String>,
}

impl Source {
    /// Returns the program of one file, by its ending; beside it are the modules and headers of its folder, and the files below that it
    /// names. `None` for a word of another kind.
    ///
    /// # Errors
    /// When it, or its folder, cannot be looked at.
    pub fn of_file(path: &Path, languages: &Languages) -> io::Result<Option<Self>> {
        let Some(language) = languages.for_file(path) else { return Ok(None) };
        if !names_file(path)? {
            return Ok(None);
        }
        let beside = beside(path, language)?;
        let mut source =
            Self::new(language.clone(), path.to_path_buf(), vec![path.to_path_buf()], beside, false);
        source.add_named(None)?;
        Ok(Some(source))
    }

    fn new(
        language: Language,
        main: PathBuf,
        files: Vec<PathBuf>,
        beside: Vec<PathBuf>,
        is_folder: bool,
    ) -> Self {
        Self {
            language,
            main,
            files,
            beside,
            included: BTreeMap::new(),
            made: Vec::new(),
            is_folder,
            root: None,
            links: None,
            unpacked: None,
            refused: None,
        }
    }

    /// Returns the program in a folder, in the language of most of its files. The main file is called `main`, or as the folder, or is the
    /// first.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn of_folder(folder: &Path, languages: &Languages) -> io::Result<Option<Self>> {
        Self::of_folder_in(folder, languages, &[])
    }

    /// Like [`Self::of_folder`], in the first of these languages that a file of the folder has.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn of_folder_in(
        folder: &Path,
        languages: &Languages,
        preferred: &[&str],
    ) -> io::Result<Option<Self>> {
        let all = files_in(folder)?;
        let of = |path: &PathBuf| languages.for_file(path).map(|language| language.name.as_str());
        // With equal counts, the first language is taken: a maximum would be the last.
        let first = all.iter().rev().filter(|path| of(path).is_some());
        let first = first.max_by_key(|path| {
            let own = of(path);
            all.iter().filter(|other| of(other) == own).count()
        });
        let preferred = preferred.iter().find_map(|name| all.iter().find(|path| of(path) == Some(name)));
        let language = preferred.or(first).and_then(|path| languages.for_file(path));
        let Some(language) = language.cloned() else { return Ok(None) };
        let (mut files, beside): (Vec<_>, Vec<_>) = all
            .into_iter()
            .partition(|path| languages.for_file(path).is_some_and(|own| own.name == language.name));
        let main = files.iter().position(|path| {
            path.file_stem().is_some_and(|stem| is_main_name(stem) || Some(stem) == folder.file_name())
        });
        if let Some(place) = main {
            files[..=place].rotate_right(1);
        }
        Ok(files.first().cloned().map(|main| Self::new(language, main, files, beside, true)))
    }
}

impl Source {
    /// Returns whether the source is in Python, and `by` recognises its text as Python 2.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn is_in_python_2(&self, by: fn(&str) -> bool) -> io::Result<bool> {
        if self.language.name != "Python" {
            return Ok(false);
        }
        let text = fs::read(&self.main).map_err(named(self.main.display()))?;
        Ok(by(&String::from_utf8_lossy(&text)))
    }

    /// Adds the files of its package that an author's source names by a path; without a package, the files below its folder. Links among
    /// the files may lead to any of these.
    ///
    /// # Errors
    /// When a file cannot be looked at.
    pub fn complete(&mut self, package: Option<&Path>) -> io::Result<()> {
        let Some(main) = real(&self.main)? else { return Ok(()) };
        self.links = package.or(main.parent()).map(Path::to_path_buf);
        self.add_named(package)
    }

    /// Adds the files named by a path: in a package, or below its folder.
    fn add_named(&mut self, package: Option<&Path>) -> io::Result<()> {
        let files = all_real(&self.files)?;
        let Some(main) = files.first().cloned() else { return Ok(()) };
        let Some(root) = package.or(main.parent()) else { return Ok(()) };
        if let Some(named) = named_below(root, &self.language, &files, &self.beside)? {
            self.beside = all_real(&self.beside)?;
            self.beside.extend(named);
            self.root = Some(root.to_path_buf());
            (self.main, self.files) = (main, files);
        }
        Ok(())
    }

    /// Returns the source with the files in its folder's subfolders, if it is a folder.
    ///
    /// # Errors
    /// When a folder cannot be read.
    pub fn with_subfolders(&self) -> io::Result<Self> {
        let mut source = self.clone();
        let around = self.main.parent().filter(|_| self.is_folder);
        let mut left: Vec<PathBuf> = around.map(Path::to_path_buf).into_iter().collect();
        while let Some(folder) = left.pop() {
            for path in sorted(&folder).map_err(named(folder.display()))? {
                if find_link(&path)?.is_some_and(|found| found.is_dir()) {
                    left.push(path);
                }
            }
            if Some(folder.as_path()) != around {
                source.beside.extend(files_in(&folder)?);
            }
        }
        Ok(source)
    }

    /// Returns the name of a file for the compiler: its path below the folder of a program with several folders, otherwise its own name
    /// beside the main file.
    pub fn name_of(&self, path: &Path) -> PathBuf {
        let around = self.root.as_deref().or_else(|| self.main.parent());
        let [own, main] = [path, &self.main].map(|path| path.strip_prefix(around?).ok());
        let name = Path::new(path.file_name().unwrap_or_default());
        // The header of testlib is found by its name alone, wherever it lies.
        let is_by_path = self.is_folder || self.root.is_some() && name.as_os_str() != HEADER;
        let folder = main.and_then(Path::parent).unwrap_or(Path::new(""));
        own.filter(|_| is_by_path).map_or_else(|| folder.join(name), Path::to_path_buf)
    }
}

fn all_real(paths: &[PathBuf]) -> io::Result<Vec<PathBuf>> {
    paths.iter().filter_map(|path| real(path).transpose()).collect()
}

/// Returns whether a file of this name, without its ending, is a program's main file.
pub fn is_main_name(stem: &OsStr) -> bool {
    stem.eq_ignore_ascii_case("main") || stem == "__main__"
}

/// Returns the files beside a source file that it may use.
fn beside(path: &Path, language: &Language) -> io::Result<Vec<PathBuf>> {
    if language.beside.is_empty() {
        return Ok(Vec::new());
    }
    let mut files = files_in(folder_of(path))?;
    files.retain(|file| language.uses(file) && file.file_name() != path.file_name());
    Ok(if files.len() > MOST_BESIDE { Vec::new() } else { files })
}

/// The reason why a program in Python 2 is left out.
pub const PYTHON_2: &str = "it is Python 2, which is not supported";

/// Returns whether a program names Python 2, or has statements that Python 3 does not have.
pub fn is_python_2(text: &str) -> bool {
    names_python_2(text) || without_long_texts(text).lines().any(|line| is_of_python_2(line.trim_start()))
}

/// Returns a program without texts of several lines: its documentation may have a line that begins with `print`.
fn without_long_texts(text: &str) -> String {
    let (mut code, mut rest) = (String::new(), text);
    while let Some(at) = [r#"""""#, "'''"].iter().filter_map(|mark| rest.find(mark)).min() {
        let (before, inside) = rest.split_at(at);
        let (mark, inside) = inside.split_at(3);
        code += before;
        rest = inside.split_once(mark).map_or("", |(_, behind)| behind);
    }
    code + rest
}

/// Returns whether a line is valid only in Python 2: a print or exec statement, or an exception caught with a comma.
fn is_of_python_2(line: &str) -> bool {
    let behind = |word: &str| line.strip_prefix(word).map(str::trim_start);
    let is_printed = behind("print ").is_some_and(|rest| !rest.is_empty() && !rest.starts_with(['(', '=']));
    let is_run = behind("exec ").is_some_and(|rest| rest.starts_with(['"', '\'']));
    let caught = behind("except ").and_then(|rest| rest.trim_end().strip_suffix(':')?.split_once(','));
    let caught = caught.filter(|(error, _)| !error.contains('(')).map(|(_, name)| name.trim().bytes());
    let is_caught = caught.is_some_and(|mut name| name.all(|byte| byte.is_ascii_lowercase() || byte == b'_'));
    is_printed || is_run || is_caught
}

/// Returns whether the first line of a program names Python 2 as its interpreter.
pub fn names_python_2(text: &str) -> bool {
    text.lines().next().is_some_and(|line| line.starts_with("#!") && line.contains("python2"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_in_python_2_are_known_by_their_statements() {
        for text in [
            "#!/usr/bin/env python2\n",
            "def f(x):\n    print x\n",
            "print >>sys.stderr, 1\n",
            "exec \"x = 1\"\n",
            "try:\n  f()\nexcept ValueError, error:\n  pass\n",
            "\"\"\"About.\"\"\"\nprint 'a'\n",
        ] {
            assert!(is_python_2(text), "{text}");
        }
        for text in [
            "print(1)\nprint (1)\nprint = f\n",
            "\"\"\"Finds the sum, to\nprint the answer.\n\"\"\"\nprint(1)\n",
            "try:\n  f()\nexcept (ValueError, TypeError):\n  pass\nexcept OSError as e:\n  pass\n",
        ] {
            assert!(!is_python_2(text), "{text}");
        }
    }
}
