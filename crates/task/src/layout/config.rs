//! The settings of one configuration file: limits, named pairs of files, and how outputs are judged.

use std::collections::HashMap;
use std::time::Duration;

use serde_json::Value;

use super::family::Family;
use super::input_validators::InputArgs;
use super::plan::Plan;
use super::scheme::Scheme;
use super::settings::{Refused, Scope, SettingsReader, number, text};
use super::test::{Rate, Validation};
use crate::comparison::Comparison;
use crate::graders::Graders;
use crate::protocol::CheckerStyle;
use crate::protocol::InteractorStyle;
use crate::time_rule::TimeRule;
use nim_ground::file_io::FileIo;
use nim_ground::files::is_file_name;
use nim_ground::limits::{self, LimitOverrides};

/// The settings of one configuration file.
#[derive(Debug, Default)]
pub struct Config {
    /// Limits for every test.
    pub limits: LimitOverrides,
    /// Files in place of standard input and output.
    pub files: FileIo,
    /// Factors of limits by languages.
    pub rates: Vec<Rate>,
    /// Named pairs of files, in order.
    pub pairs: Vec<Pair>,
    /// Settings of single inputs, by file name.
    pub inputs: HashMap<String, Remarks>,
    /// Archive with the data, beside the file.
    pub archive: Option<String>,
    /// How outputs are compared.
    pub comparison: Option<Comparison>,
    /// The way outputs are judged, where the file says all of it.
    pub validation: Option<Validation>,
    /// Output validator, beside the file.
    pub validator: Option<String>,
    /// Its calling convention, unless it is that of the ICPC format.
    pub validator_style: Option<CheckerStyle>,
    /// Options of the output validator.
    pub validator_args: Vec<String>,
    /// Options of the validators of inputs.
    pub input_args: InputArgs,
    /// Whether the package has its own output validator.
    pub custom_validator: bool,
    /// The name of `DOMjudge` for the program that judges outputs.
    pub special_compare: Option<String>,
    /// The name of `DOMjudge` for the program that talks with the judged one.
    pub special_run: Option<String>,
    /// How the time limit of an ICPC package follows from its accepted submissions.
    pub time_rule: Option<TimeRule>,
    /// How tests add up to a score.
    pub scheme: Option<Scheme>,
    /// The version of an ICPC package.
    pub version: Option<Version>,
    /// Whether the tests of an ICPC package have points.
    pub has_scores: bool,
    /// Whether the package's own output validator gives the points.
    pub custom_scores: bool,
    /// The settings of a folder's tests about scores, in the ICPC format.
    pub folder: Option<FolderScores>,
    /// Interactor, beside the file.
    pub interactor: Option<String>,
    /// Its calling convention, unless it is that of testlib.
    pub interactor_style: Option<InteractorStyle>,
    /// What is compiled with every program.
    pub graders: Option<Graders<String>>,
    /// Tests whose files are not stored.
    pub plans: Vec<Plan>,
    /// What makes files that are not stored, where this program does not.
    pub maker: Option<&'static str>,
    /// Names of files whose lines are made to end in `\n`, the last one too.
    pub lines: Vec<String>,
    /// Whether the package's output validator talks with programs.
    pub interactive: bool,
    /// Whether the package's output validator may ask for further passes.
    pub multi_pass: bool,
    /// The most passes.
    pub passes: Option<u32>,
    /// The time limit of the package's output validator or interactor.
    pub validation_time: Option<Duration>,
    /// Notes on settings that are ignored.
    pub notes: Vec<String>,
    /// Settings that are not supported.
    pub refused: Vec<Refused>,
}

/// The settings of a folder; those that are not given are `None`.
#[derive(Clone, Debug, Default)]
pub struct FolderScores {
    /// 2025-09: the most points; `Some(None)` where they are unbounded.
    pub max_score: Option<Option<f64>>,
    /// 2025-09: `pass-fail`, `sum` or `min`.
    pub aggregation: Option<String>,
    /// 2025-09: folders below `data` that must be accepted.
    pub require_pass: Vec<String>,
    /// Legacy: the points of a test.
    pub accept_score: Option<f64>,
    /// Legacy: the least and the most points.
    pub range: (Option<f64>, Option<f64>),
    /// Legacy: options of the grader.
    pub flags: Option<Vec<String>>,
    /// Legacy: whether the package's own grader gives verdict and points.
    pub is_custom: Option<bool>,
    /// Legacy: whether tests after the first that is not accepted are run.
    pub continues: Option<bool>,
}

/// The version of an ICPC package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// `legacy`, or none.
    Legacy,
    /// `2023-07-draft` and later.
    Current,
}

/// An input and its answer, both named.
#[derive(Debug)]
pub struct Pair {
    /// The layout that names them.
    pub family: Family,
    /// File name of the input.
    pub input: String,
    /// File name of the answer.
    pub answer: String,
    /// Its own settings.
    pub remarks: Remarks,
}

/// Settings of one test.
#[derive(Clone, Debug, Default)]
pub struct Remarks {
    /// Its subtask.
    pub group: Option<String>,
    /// Its limits.
    pub limits: LimitOverrides,
    /// How outputs are compared.
    pub comparison: Option<Comparison>,
    /// Its points.
    pub points: Option<f64>,
}

impl SettingsReader<'_> {
    /// Returns a time in units of `unit` seconds.
    pub fn time(&mut self, settings: (&str, &Value), key: &str, unit: f64) -> Option<Duration> {
        self.get(settings, key, Scope::Time, |value| {
            limits::parse_time(&(number(value)? * unit).to_string()).ok()
        })
    }

    /// Returns a size in units of `unit` bytes.
    pub fn size(&mut self, settings: (&str, &Value), key: &str, unit: u64, scope: Scope) -> Option<u64> {
        self.get(settings, key, scope, |value| {
            // Exact as long as the number of bytes is.
            #[expect(clippy::cast_precision_loss, reason = "a unit is a small power of two")]
            let bytes = number(value)? * unit as f64;
            limits::parse_size(&format!("{bytes:.0}b")).ok()
        })
    }

    /// Returns a number of points.
    pub fn points(&mut self, settings: (&str, &Value), key: &str) -> Option<f64> {
        self.get(settings, key, Scope::Judging, |value| number(value).filter(|points| points.is_finite()))
    }

    /// Returns the name of a file in the folder of a program.
    pub fn file(&mut self, settings: (&str, &Value), key: &str) -> Option<String> {
        self.get(settings, key, Scope::Running, |value| Some(text(value)).filter(|name| is_file_name(name)))
    }

    /// Returns a file name or another scalar.
    pub fn name(&mut self, settings: (&str, &Value), key: &str) -> Option<String> {
        self.get(settings, key, Scope::Running, |value| {
            (!value.is_object() && !value.is_array()).then(|| text(value))
        })
    }
}
