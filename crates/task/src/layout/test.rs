//! A test: its files, and its settings from the package.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::input_validators::{InputArgs, InputValidator};
use super::naming_scheme::{NamingScheme, folder_of, group_of};
use super::run_files::RunFiles;
use super::settings::Refused;
use crate::comparison::Comparison;
use crate::protocol::Protocol;
use nim_ground::content::Content;
use nim_ground::file_io::FileIo;
use nim_ground::limits::LimitOverrides;

/// The folder of a package's samples.
pub const SAMPLE: &str = "sample/";

/// The expected result of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// An answer to compare with.
    Answer(Content),
    /// The input is malformed: a solver must refuse it with this text.
    Refusal(Content),
}

impl Expected {
    /// Returns the answer or the text.
    pub fn content(&self) -> &Content {
        match self {
            Self::Answer(content) | Self::Refusal(content) => content,
        }
    }
}

/// One test: its files, limits and way of judging.
#[derive(Clone, Debug)]
pub struct Test {
    /// The path of the input below the searched folder, or below the package's tests, without its ending if that leaves it unique.
    pub name: String,
    /// The contents of the input.
    pub input: Content,
    /// The expected result.
    pub expected: Expected,
    /// The name of the built-in problem of the test, if known.
    pub problem: Option<String>,
    /// The naming scheme of the files.
    pub naming: NamingScheme,
    /// The subtask or the folder.
    pub group: Option<String>,
    /// The points, if tests have any.
    pub points: Option<f64>,
    /// Whether the test is shown with the statement, by the package.
    pub is_sample: bool,
    /// The package's files in place of standard input and output.
    pub files: FileIo,
    /// The package's files that lie beside programs while they run on it.
    pub run_files: Option<RunFiles>,
    /// The package's factors of limits for programs in some languages.
    pub language_limits: Vec<LanguageLimits>,
    /// The limits of the package.
    pub limits: LimitOverrides,
    /// The default limits of the format's judges, if neither the package nor anything else states one.
    pub usual: LimitOverrides,
    /// The package's way of judging outputs, if it has one.
    pub validation: Option<Validation>,
    /// Options for the package's validators of inputs.
    pub input_args: InputArgs,
    /// The package's validators of the input.
    pub validators: Vec<InputValidator>,
    /// Settings of the package that are not supported.
    pub refused: Vec<Refused>,
    /// The reason why the test is for the built-in solvers only, if it is.
    pub solver_only: Option<SolverOnly>,
}

impl Test {
    /// Returns the name of the input in messages: the path of its file.
    pub fn shown(&self) -> String {
        self.input.file().map_or_else(|| self.name.clone(), |file| file.display().to_string())
    }

    /// Returns a test of a package by its path below the folder of tests, without an ending: `sample/1`.
    pub fn of_package(path: String, input: Content, answer: Content) -> Self {
        let (group, is_sample) = (group_of(&path), path.starts_with(SAMPLE));
        let test = Self::new(path, input, Expected::Answer(answer), NamingScheme::PACKAGE);
        Self { group, is_sample, ..test }
    }

    /// Returns a test by the names of its files below the folder of the manifest that lists it; the test is named by its input.
    pub(crate) fn listed(naming: NamingScheme, input: String, answer: String) -> Self {
        let expected = Expected::Answer(Content::File(answer.into()));
        Self::new(input.clone(), Content::File(input.into()), expected, naming)
    }

    /// Returns the name of the answer's file, of a test that a manifest lists.
    pub(crate) fn answer_name(&self) -> &str {
        self.expected.content().file().and_then(Path::to_str).unwrap_or_default()
    }

    /// Returns a listed test with names relative to an inner folder; `None` if its files lie elsewhere.
    pub(super) fn below(&self, folder: &str) -> Option<Self> {
        let (input, answer) = (self.name.strip_prefix(folder)?, self.answer_name().strip_prefix(folder)?);
        let Self { name, input, expected, .. } =
            Self::listed(self.naming, input.to_owned(), answer.to_owned());
        Some(Self { name, input, expected, ..self.clone() })
    }

    /// Returns a test without further settings.
    pub fn new(name: String, input: Content, expected: Expected, naming: NamingScheme) -> Self {
        Self {
            name,
            input,
            expected,
            problem: None,
            naming,
            group: None,
            points: None,
            is_sample: false,
            files: FileIo::STANDARD,
            run_files: None,
            language_limits: Vec::new(),
            limits: LimitOverrides::default(),
            usual: LimitOverrides::default(),
            validation: None,
            input_args: InputArgs::default(),
            validators: Vec::new(),
            refused: Vec::new(),
            solver_only: None,
        }
    }
}

/// The factors of limits for programs in a language.
#[derive(Clone, Debug, PartialEq)]
pub struct LanguageLimits {
    /// The package's name of the language: an ending of source files, perhaps with a variant, as in `py.py3`.
    pub language: String,
    /// The factor of the time limit.
    pub time: Option<f64>,
    /// The factor of the memory limit.
    pub memory: Option<f64>,
}

/// The reason why an input is for the built-in solvers only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SolverOnly {
    /// The input exceeds the statement's limits.
    Beyond,
    /// The input's white space differs from the statement's format.
    Tolerated,
    /// The input is malformed.
    Invalid,
}

impl SolverOnly {
    /// All reasons.
    pub const ALL: [Self; 3] = [Self::Beyond, Self::Tolerated, Self::Invalid];

    /// Returns the name of the folder with these inputs.
    pub const fn folder(self) -> &'static str {
        match self {
            Self::Beyond => "beyond",
            Self::Tolerated => "tolerated",
            Self::Invalid => "invalid",
        }
    }

    /// Returns the reason by the folders of a name below the searched one: a search that begins inside `beyond` includes these inputs.
    pub(super) fn from_name(name: &str, expected: &Expected) -> Option<Self> {
        if matches!(expected, Expected::Refusal(_)) {
            return Some(Self::Invalid);
        }
        [Self::Beyond, Self::Tolerated]
            .into_iter()
            .find(|solver_only| folder_of(name).split('/').any(|part| part == solver_only.folder()))
    }
}

/// A package's way of judging outputs.
#[derive(Clone, Debug, PartialEq)]
pub enum Validation {
    /// A comparison with the answer.
    Compare(Comparison),
    /// The package's own output validator.
    Program {
        /// The program: a file or a folder.
        place: PathBuf,
        /// The arguments from the package.
        args: Vec<String>,
        /// The calling convention.
        style: Protocol,
        /// The limit of passes, which the validator may ask for.
        passes: u32,
    },
    /// The package's own interactor.
    Interactor {
        /// The program: a file or a folder.
        place: PathBuf,
        /// The arguments from the package.
        args: Vec<String>,
        /// The calling convention.
        style: Protocol,
        /// The time limit of the interactor, if the package states one.
        time: Option<Duration>,
        /// The limit of passes, which the interactor may ask for.
        passes: u32,
        /// The judge of the interactor's file, if there is one.
        checker: Option<Box<Self>>,
    },
}

impl Validation {
    /// Returns the arguments for its program; `None` without a program.
    #[must_use]
    pub fn args(&self) -> Option<&[String]> {
        match self {
            Self::Compare(_) => None,
            Self::Program { args, .. } | Self::Interactor { args, .. } => Some(args),
        }
    }

    /// Returns the paths of the programs.
    pub fn programs(&self) -> Vec<&Path> {
        match self {
            Self::Compare(_) => Vec::new(),
            Self::Program { place, .. } => vec![place],
            Self::Interactor { place, checker, .. } => {
                let checker = checker.iter().flat_map(|checker| checker.programs());
                [place.as_path()].into_iter().chain(checker).collect()
            }
        }
    }
}
