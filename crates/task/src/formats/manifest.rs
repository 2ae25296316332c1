//! A problem as one manifest of its package says it: tests, how they are judged and made, limits, and the programs of its authors.

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

/// A problem, as one of its manifests says it: a package of some formats has several, which add up.
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
    /// The tests that it lists, in order. Their files are names, and they have only what differs from the rest.
    pub tests: Vec<Test>,
    /// The tests of which it names the input alone, by that name.
    pub inputs: HashMap<String, Test>,
    /// Whether its package holds other things than tests, in other folders than those of its tests.
    pub has_folders: bool,
    /// Archive with the data, beside the file.
    pub archive: Option<String>,
    /// How outputs are compared.
    pub comparison: Option<Comparison>,
    /// The way outputs are judged, where the file says all of it.
    pub validation: Option<Validation>,
    /// The output validator, relative to the manifest.
    pub validator: Option<String>,
    /// The calling convention of the output validator, if it is not the usual one.
    pub validator_style: Option<Protocol>,
    /// The arguments of the output validator.
    pub validator_args: Vec<String>,
    /// The same, where it says them for tests below a folder.
    pub output_args: Option<OutputArgs>,
    /// Options of the validators of inputs.
    pub input_args: InputArgs,
    /// Whether it says these, be it that there are none.
    pub has_input_args: bool,
    /// Whether the package has its own output validator.
    pub custom_validator: bool,
    /// The name of the program that judges outputs, which may be one of the judge.
    pub special_compare: Option<String>,
    /// The name of the program that talks with the judged one, which may be one of the judge.
    pub special_run: Option<String>,
    /// How the time limit follows from the accepted submissions.
    pub time_rule: Option<TimeRule>,
    /// How tests add up to a score.
    pub scoring: Option<ScoringConfig>,
    /// The version of the package.
    pub version: Option<Version>,
    /// Whether the tests have points, of a package that says so.
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
    /// Names of files of which tests have copies.
    pub copied: Vec<String>,
    /// Names of files whose lines are made to end in `\n`, the last one too.
    pub lines: Vec<String>,
    /// Whether the package's output validator talks with programs.
    pub interactive: bool,
    /// Whether the package's output validator may ask for further passes.
    pub multi_pass: bool,
    /// The limit of passes.
    pub passes: Option<u32>,
    /// The time limit of the package's output validator or interactor.
    pub validation_time: Option<Duration>,
    /// The validators of every input; those of a test may have their own arguments.
    pub validators: Vec<InputValidator>,
    /// The titles by language, as far as they are read here.
    pub titles: BTreeMap<String, String>,
    /// The listed solutions.
    pub solutions: Vec<Solution>,
    /// The names of the subtasks, in order; `None` for one without a name.
    pub subtasks: Vec<Option<String>>,
    /// Source files of the authors, each with the judge's name of its compiler.
    pub compilers: Vec<(PathBuf, String)>,
    /// Source files of the authors, by their names, each with options of its compiler.
    pub compiler_options: Vec<(PathBuf, Vec<String>)>,
    /// Paths at which `testlib.h` may be.
    pub headers: Vec<PathBuf>,
    /// A header that is made for every program: its name, and its text.
    pub made: Option<(&'static str, String)>,
    /// The values that its files name.
    pub constants: Constants,
    /// Whether it has a grammar of its inputs, in the toolkit's own way.
    pub has_grammar: bool,
    /// The names that its judge defines for the preprocessor; `None` where those are the usual ones.
    pub defines: Option<&'static [&'static str]>,
    /// The error that makes the manifest unreadable.
    pub unreadable: Option<String>,
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
    /// 2025-09: the most points; `Some(None)` where they are unbounded.
    pub max_score: Option<Option<f64>>,
    /// 2025-09: the rule of the group, `pass-fail`, `sum` or `min`.
    pub aggregation: Option<String>,
    /// 2025-09: folders below `data` that must be accepted.
    pub require_pass: Vec<String>,
    /// 2025-09: the line that names them.
    pub require_line: Option<usize>,
    /// Legacy: the points of a test.
    pub accept_score: Option<f64>,
    /// Legacy: the least and the most points.
    pub range: (Option<f64>, Option<f64>),
    /// Legacy: the arguments of the grader.
    pub flags: Option<Vec<String>>,
    /// Legacy: whether the package's own grader gives verdict and points.
    pub is_custom: Option<bool>,
    /// Legacy: whether tests after the first that is not accepted are run.
    pub continues: Option<bool>,
}

/// A solution that a manifest lists.
#[derive(Clone, Debug, Default)]
pub struct Solution {
    /// The path below the package.
    pub name: String,
    /// The judge's name of its compiler, such as `cpp.g++17`; empty where it has none.
    pub compiler: String,
    /// The verdicts that are expected; `None` where the manifest sets none.
    pub expectation: Option<Expectation>,
    /// Whether it is a function, which a grader calls.
    pub is_function: bool,
    /// A note on what is not compared.
    pub note: Option<&'static str>,
    /// The reason why the solution is not run.
    pub left_out: Option<String>,
}

impl Manifest {
    /// Returns the YAML tree of the manifest.
    pub fn node(&self) -> Option<&Node> {
        self.contents.node.as_ref()
    }

    /// Returns it with the path of its folder before the files that messages name.
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
