//! Problem packages of other judges: one model of them, and a writer and a reader for each format.
//!
//! Depends on `nim-inputs` for validators, and on `nim-task` for layouts. Begin with [`Package`], then `format`.
//!
//! A [`Package`] is held as in the ICPC format, 2025-09, whose `problem.yaml` gets the keys `grammar` and `answers`: that
//! is the folder that `import` makes. Every format is written from it and read into it, and says what it cannot hold. The
//! same package gives the same bytes.
//!
//! | file | holds |
//! |---|---|
//! | `format` | the table of formats, and a file for each |
//! | `found` | packages of which only the tests are known |
//! | `limits` | limits that a package leaves open |
//! | `names` | names of files that every format takes |
//! | `files` | the files of a package, in memory or on disk; folders and archives of them |
//! | `source` | the package of a built-in problem, or of a folder or an archive |
//! | `metadata` | `problem.yaml` |
//! | `scoring` | how tests add up to a score |
//! | `outputs` | how outputs are compared |
//! | `statement` | statements: bounds and samples filled in |
//! | `testlib` | checkers written with testlib |
//! | `tex`, `html` | Markdown as TeX and as HTML |
//! | `sheet` | a statement with its samples, as a page or a document |
//! | `validators` | validators in Python, made from a grammar, and recognised again |

mod files;
mod format;
mod found;
mod html;
mod limits;
mod metadata;
mod names;
mod notes;
mod outputs;
mod scoring;
mod sheet;
mod source;
mod statement;
mod testlib;
mod tex;
mod validators;

use std::collections::BTreeMap;
use std::sync::Arc;

use tempfile::TempDir;

use nim_ground::limits::LimitOverrides;
use nim_inputs::Description;
use nim_task::layout::{InputArgs, Suite};

pub use self::files::{Content, Files, write_archive, write_folder};
pub use self::format::{FORMATS, Format, losses, recognise, tests_in};
pub use self::metadata::Metadata;
use self::scoring::Scoring;
pub use self::sheet::Sheet;
pub use self::source::{SourceError, changed, export, import};
pub use self::statement::Statement;
use self::testlib::Testlib;

/// A problem, as packages hold it.
#[derive(Clone, Debug, Default)]
pub struct Package {
    /// Its slug, or the name of its folder or archive.
    pub name: String,
    /// `problem.yaml`, without the keys that describe inputs.
    pub metadata: Metadata,
    /// The statements, by language.
    pub statements: BTreeMap<String, Statement>,
    /// The tests, by path.
    pub tests: Vec<PackageTest>,
    /// The options of the default output validator.
    pub validator_args: Vec<String>,
    /// The layout of its inputs and answers, where it is known.
    pub described: Option<Description>,
    /// All other files, at their place in the ICPC format: `submissions/accepted/short.py`.
    pub files: Files,
    /// How its tests add up to a score; `None` where all of them must be accepted.
    scoring: Option<Scoring>,
    /// Its checker, where that is written with testlib; the ICPC format has no place for it.
    testlib: Option<Testlib>,
    /// What it says of judging and has no form here.
    lost: Vec<String>,
    /// The arguments of input validators for tests, by path; where there is none, they have none.
    input_args: BTreeMap<String, InputArgs>,
    /// The ICPC format that it is in, whose files about scores it keeps; else empty.
    own: &'static str,
    /// The limits by which its tests are judged; those that nothing states are open.
    used: LimitOverrides,
    /// What holds the files of tests that only `check` finds.
    suite: Option<Arc<Suite>>,
    /// The folders that archives were unpacked into, removed with the last clone.
    unpacked: Vec<Arc<TempDir>>,
}

/// A test of a package.
#[derive(Clone, Debug)]
pub struct PackageTest {
    /// Its path below `data`, without an ending: `sample/1`.
    pub path: String,
    /// The input.
    pub input: Content,
    /// The answer.
    pub answer: Content,
}

impl PackageTest {
    /// Returns whether it is shown with the statement.
    #[must_use]
    pub fn is_sample(&self) -> bool {
        self.path.starts_with(SAMPLE)
    }
}

/// The folder of the samples.
const SAMPLE: &str = "sample/";
/// The folder of all other tests.
const SECRET: &str = "secret/";

impl Package {
    /// Returns what the package that it was read from says of judging, and its folder does not.
    #[must_use]
    pub fn lost(&self) -> Vec<String> {
        self.lost.iter().cloned().chain(self.testlib.as_ref().map(Testlib::loss)).collect()
    }

    /// Returns whether inputs are validated by programs of its own, as far as its format says so.
    #[must_use]
    pub fn has_input_validators(&self) -> bool {
        self.suite.as_ref().is_some_and(|suite| suite.has_validators)
    }

    /// Returns its name with letters and digits only, as judges want it.
    #[must_use]
    pub fn short_name(&self) -> String {
        let name: String = self.name.chars().filter(char::is_ascii_alphanumeric).collect();
        if name.is_empty() { "problem".to_owned() } else { name.to_ascii_lowercase() }
    }

    /// Returns the title of its statement in a language; without one, its name.
    fn title_in(&self, language: &str) -> String {
        let own = || self.statements.get(language)?.title().map(str::to_owned);
        let title = self.metadata.titles().remove(language).or_else(own).or_else(|| self.metadata.title());
        title.unwrap_or_else(|| self.name.clone())
    }

    /// Returns its files below a folder, whose name ends with a slash.
    fn below(&self, folder: &str) -> Files {
        let from = self.files.range(folder.to_owned()..);
        let below = from.take_while(|(path, _)| path.starts_with(folder));
        below.map(|(path, content)| (path.clone(), content.clone())).collect()
    }
}
