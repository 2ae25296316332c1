//! The contents of one manifest of a package: tests, their judging and origins, limits, and the programs of its authors.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::{Contents, Format};
use crate::comparison::Comparison;
use crate::constants::Constants;
use crate::expected::Expectation;
use crate::graders::Graders;
use crate::layout::input_validators::{InputArgs, InputValidator};
use crate::layout::scoring_config::ScoringConfig;
use crate::layout::settings::Refused;
use crate::layout::test::{LanguageLimits, Test, Validation};
use crate::layout::test_source::NamedSource;
use crate::protocol::Protocol;
use crate::time_rule::TimeRule;
use nim_ground::file_io::FileIo;
use nim_ground::limits::LimitOverrides;
use nim_yaml::Node;

/// A problem according to one manifest: packages of some formats have several, which add up.
#[derive(Clone, Debug, Default)]
pub struct Manifest {
    /// The path by which the manifest was opened.
    pub(crate) path: PathBuf,
    /// The real path of its folder.
    pub root: PathBuf,
    /// The format of the package.
    pub format: &'static Format,
    /// The parsed contents.
    pub(crate) contents: Arc<Contents>,
    /// The limits of every test.
    pub limits: LimitOverrides,
    /// Files in place of standard input and output.
    pub files: FileIo,
    /// Factors of limits by languages.
    pub language_limits: Vec<LanguageLimits>,
    /// The listed tests, in order. Their files are names, and only values that differ from the defaults are set.
    pub tests: Vec<Test>,
    /// The tests that are listed by the name of the input alone, by that name.
    pub inputs: HashMap<String, Test>,
    /// Whether the package holds other things than tests, in other folders than the tests.
    pub has_folders: bool,
    /// Archive with the data, beside the file.
    pub archive: Option<String>,
    /// The comparison of outputs.
    pub comparison: Option<Comparison>,
    /// The judging of outputs, if the manifest defines all of it.
    pub validation: Option<Validation>,
    /// The output validator, relative to the manifest.
    pub validator: Option<String>,
    /// The calling convention of the output validator, if it is not the usual one.
    pub validator_style: Option<Protocol>,
    /// The arguments of the output validator.
    pub validator_args: Vec<String>,
    /// The arguments of the output validator for tests below a folder, if they are stated there.
    pub output_args: Option<OutputArgs>,
    /// Options of the validators of inputs.
    pub input_args: InputArgs,
    /// Whether the arguments of validators are stated, even as none.
    pub has_input_args: bool,
    /// Whether the package has its own output validator.
    pub custom_validator: bool,
    /// The name of the program that judges outputs; it may be one of the judge.
    pub special_compare: Option<String>,
    /// The name of the program that talks with the judged one; it may be one of the judge.
    pub special_run: Option<String>,
    /// The rule by which the time limit follows from the accepted submissions.
    pub time_rule: Option<TimeRule>,
    /// The rule by which tests add up to a score.
    pub scoring: Option<ScoringConfig>,
    /// The version of the package.
    pub version: Option<Version>,
    /// Whether the tests have points, if the package says so.
    pub has_scores: bool,
    /// Whether the package's own output validator gives the points.
    pub custom_scores: bool,
    /// The settings of a folder's tests about scores.
    pub folder: Option<FolderScores>,
    /// The interactor, relative to the manifest.
    pub interactor: Option<String>,
    /// The calling convention of the interactor, if it is not that of testlib.
    pub interactor_style: Option<Protocol>,
    /// The files compiled with every program.
    pub graders: Option<Graders<String>>,
    /// Tests whose files are not stored.
    pub test_sources: Vec<NamedSource>,
    /// The tool that makes missing files, if this program does not.
    pub maker: Option<&'static str>,
    /// The names of files that tests get as copies.
    pub copied: Vec<String>,
    /// The names of files whose lines are made to end in `\n`, including the last one.
    pub lines: Vec<String>,
    /// Whether the package's output validator talks with programs.
    pub interactive: bool,
    /// Whether the package's output validator may ask for further passes.
    pub multi_pass: bool,
    /// The limit of passes.
    pub passes: Option<u32>,
    /// The time limit of the package's output validator or interactor.
    pub validation_time: Option<Duration>,
    /// The validators of every input; a test may have arguments of its own for them.
    pub validators: Vec<InputValidator>,
    /// The titles by language, as far as the manifest has them.
    pub titles: BTreeMap<String, String>,
    /// The listed solutions.
    pub solutions: Vec<Solution>,
    /// The names of the subtasks, in order; `None` for one without a name.
    pub subtasks: Vec<Option<String>>,
    /// The authors' source files, each with the judge's name of its compiler.
    pub compilers: Vec<(PathBuf, String)>,
    /// The authors' source files by name, each with options of its compiler.
    pub compiler_options: Vec<(PathBuf, Vec<String>)>,
    /// Paths at which `testlib.h` may be.
    pub headers: Vec<PathBuf>,
    /// The name and text of a header that is made for every program.
    pub made: Option<(&'static str, String)>,
    /// The constants that files of the package name.
    pub constants: Constants,
    /// Whether the package has a grammar of its inputs, in the toolkit's own form.
    pub has_grammar: bool,
    /// The macros for the C preprocessor; `None` for the default.
    pub defines: Option<&'static [&'static str]>,
    /// The error that makes the manifest unreadable.
    pub(crate) unreadable: Option<String>,
    /// Notes on settings that are ignored.
    pub notes: Vec<String>,
    /// Settings that are not supported.
    pub refused: Vec<Refused>,
}

/// The options of an output validator.
#[derive(Clone, Debug, Default)]
pub struct OutputArgs {
    /// The name of the validator, if a package has several.
    pub name: Option<String>,
    /// The arguments.
    pub args: Vec<String>,
}

/// The settings of a folder; those that are not given are `None`.
#[derive(Clone, Debug, Default)]
pub struct FolderScores {
    /// 2025-09: the maximum of points; `Some(None)` if they are unbounded.
    pub max_score: Option<Option<f64>>,
    /// 2025-09: the rule of the group, `pass-fail`, `sum` or `min`.
    pub aggregation: Option<String>,
    /// 2025-09: folders below `data` that must be accepted.
    pub require_pass: Vec<String>,
    /// 2025-09: the line that names the required folders.
    pub require_line: Option<usize>,
    /// Legacy: the points of a test.
    pub accept_score: Option<f64>,
    /// Legacy: the least and the most points.
    pub range: (Option<f64>, Option<f64>),
    /// Legacy: the arguments of the grader.
    pub flags: Option<Vec<String>>,
    /// Legacy: whether the package's own grader gives verdict and points.
    pub is_custom: Option<bool>,
    /// Legacy: whether tests after the first rejected one are run.
    pub continues: Option<bool>,
}

/// A solution that a manifest lists.
#[derive(Clone, Debug, Default)]
pub struct Solution {
    /// The path below the package.
    pub name: String,
    /// The judge's name of the compiler, such as `cpp.g++17`; empty without one.
    pub compiler: String,
    /// The verdicts that are expected; `None` where the manifest sets none.
    pub expectation: Option<Expectation>,
    /// Whether the solution is a function, which a grader calls.
    pub is_function: bool,
    /// A note on an expectation that is not compared.
    pub note: Option<&'static str>,
    /// The reason why the solution is not run.
    pub left_out: Option<String>,
}

impl Manifest {
    /// Returns the YAML tree of the manifest.
    pub fn node(&self) -> Option<&Node> {
        self.contents.node.as_ref()
    }

    /// Returns the manifest with the path of its folder before the files that messages name.
    pub fn below(&self, folder: &str) -> Self {
        let mut task = self.clone();
        task.refused.iter_mut().for_each(|refused| refused.file.insert_str(0, folder));
        task.notes.iter_mut().for_each(|note| note.insert_str(0, folder));
        task
    }
}

/// The version of a package with folders of groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// `legacy`, or no version.
    Legacy,
    /// `2023-07-draft` and later.
    Current,
}
