//! The settings of one configuration file: limits, named pairs of files, and how outputs are judged.

use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::io;
use std::time::Duration;

use serde_json::Value;

use super::family::Family;
use super::settings::{Refused, Scope, SettingsReader, number, text};
use crate::judge::compare::Comparison;
use crate::judge::limits::{self, LimitOverrides};

/// The settings of one configuration file.
#[derive(Debug, Default)]
pub struct Config {
    /// Limits for every test.
    pub limits: LimitOverrides,
    /// Named pairs of files, in order.
    pub pairs: Vec<Pair>,
    /// Settings of single inputs, by file name.
    pub inputs: HashMap<String, Remarks>,
    /// Archive with the data, beside the file.
    pub archive: Option<String>,
    /// How outputs are compared.
    pub comparison: Option<Comparison>,
    /// Output validator that is called as in the ICPC format, beside the file.
    pub validator: Option<String>,
    /// Options of the output validator.
    pub validator_args: Vec<String>,
    /// Whether the package has its own output validator.
    pub custom_validator: bool,
    /// Whether the validator scores outputs.
    pub has_scores: bool,
    /// Settings that are not supported.
    pub refused: Vec<Refused>,
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
}

/// The reason why a configuration file cannot be read.
#[derive(Debug)]
pub enum ConfigError {
    /// The file itself cannot be read.
    Io(io::Error),
    /// It is not YAML.
    Yaml(serde_saphyr::Error),
    /// It is not XML.
    Xml(roxmltree::Error),
    /// Its format is not supported.
    Unsupported(&'static str),
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            // The other lines repeat the place.
            Self::Yaml(error) => f.write_str(error.to_string().lines().next().unwrap_or_default()),
            Self::Xml(error) => error.fmt(f),
            Self::Unsupported(what) => write!(f, "{what} not supported"),
        }
    }
}

impl Error for ConfigError {}

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

    /// Returns a file name or another scalar.
    pub fn name(&mut self, settings: (&str, &Value), key: &str) -> Option<String> {
        self.get(settings, key, Scope::Running, |value| {
            (!value.is_object() && !value.is_array()).then(|| text(value))
        })
    }
}
