//! A package as data: one model, which the formats read and write ([`crate::conversion`]).
//!
//! A package is represented in the ICPC format, 2025-09, with the keys `grammar` and `answers` in its `problem.yaml`: that is the folder
//! that `import` writes. Every format is written from it and read into it, and reports the parts that it cannot hold. The same package
//! gives the same bytes.
//!
//! | file | holds |
//! |---|---|
//! | `files` | the files of a package, in memory or on disk; folders and archives of them |
//! | `problem_yaml` | the keys of `problem.yaml`, read into a package and written from one |
//! | `judged` | the tests that a check runs, and the program that judges their outputs |
//! | `pairs` | files without a place, and the number of tests in what was written |
//! | `runs` | what programs have beside the input of a test |
//! | `names` | names of files and of tests that every format takes |
//! | `limits` | limits that a package leaves open |
//! | `scoring` | how tests add up to a score |
//! | `solutions` | the programs that a manifest lists, as submissions |
//! | `outputs`, `programs`, `testlib` | how outputs are compared, the programs that judge them, and those written with testlib |
//! | `grammar` | the grammar of inputs, as a package needs it |
//! | `statement`, `tex` | statements: bounds and samples filled in, Markdown as TeX |
//! | `sheet`, `html` | a statement with its samples, as a page or a document |

pub(crate) mod files;
pub(crate) mod function_checker;
pub mod grammar;
mod html;
mod judged;
pub(crate) mod limits;
pub(crate) mod names;
pub(crate) mod outputs;
pub mod pairs;
pub mod problem_yaml;
pub(crate) mod programs;
mod runs;
pub(crate) mod scoring;
mod sheet;
mod solutions;
pub mod statement;
pub(crate) mod testlib;
pub mod tex;

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use nim_yaml::Mapping;
use tempfile::TempDir;

pub use self::files::{Files, write_archive, write_folder};
use self::function_checker::FunctionChecker;
pub use self::grammar::Grammar;
use self::scoring::Scoring;
pub use self::sheet::Sheet;
pub use self::statement::Statement;
use self::testlib::Testlib;
pub use crate::layout::test::SAMPLE;
use crate::layout::test::Test;
use nim_ground::content::Content;
use nim_ground::limits::LimitOverrides;

/// Notes on parts that a format cannot hold, or that were not recognised.
pub type Notes = Vec<String>;

/// A problem in the form of a package.
#[derive(Clone, Debug, Default)]
pub struct Package {
    /// The slug, or the name of the folder or archive.
    pub name: String,
    /// What it was read from, in words; empty for a built-in problem.
    pub about: &'static str,
    /// The titles by language code.
    pub titles: BTreeMap<String, String>,
    /// The limits that the package states.
    pub limits: LimitOverrides,
    /// The other keys of `problem.yaml`, without those that describe inputs.
    pub other_keys: Mapping,
    /// The statements by language code.
    pub statements: BTreeMap<String, Statement>,
    /// The tests, by name: the path below `data` without an ending.
    pub tests: Vec<Test>,
    /// The options of the default output validator.
    pub validator_args: Vec<String>,
    /// The grammar of the inputs, if it is known.
    pub grammar: Option<Grammar>,
    /// All other files, at their place in the ICPC format: `submissions/accepted/short.py`.
    pub files: Files,
    /// The rules of scoring; `None` if all tests must be accepted.
    pub scoring: Option<Scoring>,
    /// The checker, if it is written with testlib; the ICPC format has no place for it.
    pub testlib: Option<Testlib>,
    /// The checker, if it is a Python function; only DMOJ has a place for it.
    pub function: Option<FunctionChecker>,
    /// The judging rules of the package that cannot be represented.
    pub lost: Vec<String>,
    /// The ICPC format of the source, whose files about scores are kept; otherwise empty.
    pub own: &'static str,
    /// The folder of the package, original or unpacked.
    pub folder: PathBuf,
    /// The folders that archives were unpacked into, removed with the last clone.
    pub unpacked: Vec<Arc<TempDir>>,
}

/// The name of the ICPC format in messages.
pub(crate) const ICPC: &str = "the ICPC format";
/// The folder of all other tests.
pub const SECRET: &str = "secret/";
/// The place of an input validator.
pub const INPUT_VALIDATOR: &str = "input_validators/validate.py";
/// The place of an answer validator.
pub const ANSWER_VALIDATOR: &str = "answer_validators/validate.py";
/// The line that marks programs in packages which this program writes.
pub const MARK: &str = "# Written by nim-toolkit: toolkit export.";
/// The place of an output validator.
pub const OUTPUT_VALIDATOR: &str = "output_validator/validate.py";

/// Returns the program at a place, if this program has written it.
pub(crate) fn made_program(files: &Files, place: &str) -> io::Result<Option<String>> {
    let Some(program) = files.get(place) else { return Ok(None) };
    Ok(Some(program.text()?).filter(|program| program.contains(MARK)))
}

impl Package {
    /// Returns the judging rules of the source package that the folder made by `import` does not represent.
    pub fn lost(&self) -> Vec<String> {
        let own = self.testlib.as_ref().map(Testlib::loss);
        let own = own.into_iter().chain(self.function.as_ref().map(FunctionChecker::loss));
        let own = own.chain(self.lost_languages(ICPC));
        self.lost.iter().cloned().chain(own).collect()
    }

    /// Returns the name with letters and digits only, as judges require.
    pub fn short_name(&self) -> String {
        let name: String = self.name.chars().filter(char::is_ascii_alphanumeric).collect();
        if name.is_empty() { "problem".to_owned() } else { name.to_ascii_lowercase() }
    }

    /// Returns the title in English, else in any language.
    pub fn title(&self) -> Option<&str> {
        self.titles.get("en").or_else(|| self.titles.values().next()).map(String::as_str)
    }

    /// Returns the title of the statement in a language; without one, the name.
    pub fn title_in(&self, language: &str) -> &str {
        let title = self.titles.get(language).map(String::as_str);
        let title = title.or_else(|| self.statements.get(language)?.title());
        title.or_else(|| self.title()).unwrap_or(&self.name)
    }

    /// Takes the titles that statements have, in languages without one.
    pub fn take_titles(&mut self) {
        for (language, statement) in &self.statements {
            if let Some(title) = statement.title() {
                self.titles.entry(language.clone()).or_insert_with(|| title.to_owned());
            }
        }
    }

    /// Returns the files below a folder, whose name ends with a slash.
    pub fn below(&self, folder: &str) -> Files {
        let from = self.files.range(folder.to_owned()..);
        let below = from.take_while(|(path, _)| path.starts_with(folder));
        below.map(|(path, content)| (path.clone(), content.clone())).collect()
    }

    /// Makes a program the only judge of outputs.
    pub fn set_output_validator(&mut self, program: impl Into<Content>) {
        self.validator_args.clear();
        (self.testlib, self.function) = (None, None);
        self.files.retain(|path, _| !path.starts_with("output_validator/"));
        self.files.insert(OUTPUT_VALIDATOR.to_owned(), program.into());
    }

    /// Removes files that would be made again with the same bytes.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn forget_made(
        &mut self,
        made: &[&str],
        make: impl FnOnce(&Self, &mut Notes) -> io::Result<Files>,
    ) -> io::Result<()> {
        let found: Vec<(String, Content)> =
            made.iter().filter_map(|path| self.files.remove_entry(*path)).collect();
        if found.is_empty() {
            return Ok(());
        }
        let again = make(self, &mut Notes::new())?;
        for (path, content) in found {
            let is_same = again.get(&path).map_or(Ok(false), |made| made.is(&content))?;
            if !is_same {
                self.files.insert(path, content);
            }
        }
        Ok(())
    }
}
