//! What the configuration files of a folder say: limits, pairs that they name, and how outputs are judged.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use super::family::Family;
use super::formats::{cms, dmoj, hydro, icpc, luogu, polygon, syzoj, uoj};
use super::settings::{Reader, Refused, Scope, number, text};
use crate::judge::compare::Comparison;
use crate::judge::limits::{self, LimitOverrides};

/// What one configuration file says.
#[derive(Debug, Default)]
pub struct Config {
    /// Limits for every test.
    pub limits: LimitOverrides,
    /// Pairs that are named, in order.
    pub pairs: Vec<Pair>,
    /// What is said of single inputs, by file name.
    pub inputs: HashMap<String, Remarks>,
    /// Archive with the data, beside the file.
    pub archive: Option<String>,
    /// How outputs are compared.
    pub comparison: Option<Comparison>,
    /// Options of the output validator, and the setting that has them.
    pub validator_args: Vec<String>,
    /// Whether the package is judged by a program of its own.
    pub custom_validator: bool,
    /// Whether outputs have scores, which a validator gives.
    pub has_scores: bool,
    /// What is not obeyed.
    pub refused: Vec<Refused>,
}

/// An input and its answer, both named.
#[derive(Debug)]
pub struct Pair {
    /// Whose convention it is.
    pub family: Family,
    /// File name of the input.
    pub input: String,
    /// File name of the answer.
    pub answer: String,
    /// What else is said of it.
    pub remarks: Remarks,
}

/// What is said of one test.
#[derive(Clone, Debug, Default)]
pub struct Remarks {
    /// Its subtask.
    pub group: Option<String>,
    /// Its limits.
    pub limits: LimitOverrides,
    /// How outputs are compared.
    pub comparison: Option<Comparison>,
}

/// Reads the configuration file at `path`, called `name`, if its file name is that of one that is known.
pub fn read(path: &Path, name: &str) -> Option<Config> {
    let file = path.file_name()?.to_str()?.to_ascii_lowercase();
    let format: fn(&str, &mut Reader<'_>) -> Result<Config, String> = match file.as_str() {
        "problem.yaml" => |text, reader| Ok(icpc::problem(&yaml(text)?, reader)),
        "testdata.yaml" | "test_group.yaml" => |text, reader| Ok(icpc::group(&yaml(text)?, reader)),
        "config.yml" | "config.yaml" => |text, reader| Ok(hydro_or_luogu(&yaml(text)?, reader)),
        "init.yml" => |text, reader| Ok(dmoj::read(&yaml(text)?, reader)),
        "data.yml" => |text, reader| Ok(syzoj::read(&yaml(text)?, reader)),
        "task.yaml" => |text, reader| Ok(cms::read(&yaml(text)?, reader)),
        "problem.conf" => |text, reader| Ok(uoj::read(text, reader)),
        "problem.xml" => polygon::read,
        ".timelimit" => |text, reader| Ok(icpc::time_limit(text, reader)),
        "domjudge-problem.ini" => |text, reader| Ok(icpc::domjudge(text, reader)),
        "config.ini" | "problem.yml" => |_, _| Err("its format is not supported".to_owned()),
        lemon if lemon.ends_with(".cdf") => |_, _| Err("contests of Lemon are not supported".to_owned()),
        _ => return None,
    };
    Some(read_as(path, name, format))
}

/// Reads what an ICPC package says of one test, in a file beside it.
pub fn read_of_test(path: &Path, name: &str) -> Config {
    read_as(path, name, |text, reader| Ok(icpc::group(&yaml(text)?, reader)))
}

fn read_as(path: &Path, name: &str, format: fn(&str, &mut Reader<'_>) -> Result<Config, String>) -> Config {
    let mut reader = Reader::new(name);
    let text = fs::read_to_string(path).map_err(|error| error.to_string());
    let config = text.and_then(|text| format(&text, &mut reader)).unwrap_or_else(|error| {
        reader.refuse_all(&error);
        Config::default()
    });
    Config { refused: reader.refused, ..config }
}

fn yaml(text: &str) -> Result<Value, String> {
    if text.trim().is_empty() {
        return Ok(Value::Null);
    }
    serde_saphyr::from_str(text)
        .map_err(|error| error.to_string().lines().next().unwrap_or_default().to_owned())
}

fn hydro_or_luogu(value: &Value, reader: &mut Reader<'_>) -> Config {
    if luogu::is_meant(value) { luogu::read(value, reader) } else { hydro::read(value, reader) }
}

impl Reader<'_> {
    /// A time in units of so many seconds.
    pub fn time(&mut self, settings: (&str, &Value), key: &str, unit: f64) -> Option<Duration> {
        self.get(settings, key, Scope::Time, |value| {
            limits::parse_time(&(number(value)? * unit).to_string()).ok()
        })
    }

    /// A size in units of so many bytes.
    pub fn size(&mut self, settings: (&str, &Value), key: &str, unit: u64, scope: Scope) -> Option<u64> {
        self.get(settings, key, scope, |value| {
            // Exact as long as the number of bytes is.
            #[expect(clippy::cast_precision_loss, reason = "a unit is a small power of two")]
            let bytes = number(value)? * unit as f64;
            limits::parse_size(&format!("{bytes:.0}b")).ok()
        })
    }

    /// A file name or another scalar.
    pub fn name(&mut self, settings: (&str, &Value), key: &str) -> Option<String> {
        self.get(settings, key, Scope::Running, |value| {
            (!value.is_object() && !value.is_array()).then(|| text(value))
        })
    }
}
