//! What the configuration files of a folder say: limits, pairs that they name, and how answers are compared.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use super::family::Family;
use crate::judge::limits::{self, KIB, LimitOverrides, MIB};

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
    /// Options of the output validator.
    pub validator_args: Vec<String>,
    /// Whether the package is judged by a program of its own.
    pub custom_validator: bool,
    /// Whether the program would have to talk with another.
    pub interactive: bool,
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
}

/// Reads `path` if its file name is that of a configuration file that is known; an error says why it could not.
pub fn read(path: &Path) -> Option<Result<Config, String>> {
    let reader: fn(&str) -> Result<Config, String> = match path.file_name()?.to_str()? {
        "problem.yaml" => problem_yaml,
        "config.yml" | "config.yaml" => hydro_or_luogu,
        "init.yml" => dmoj,
        "problem.conf" => |text| Ok(uoj(text)),
        "task.yaml" => cms,
        ".timelimit" => |text| Ok(with_time(seconds(text.trim()))),
        "domjudge-problem.ini" => |text| Ok(domjudge(text)),
        "testdata.yaml" | "test_group.yaml" => group_yaml,
        _ => return None,
    };
    Some(fs::read_to_string(path).map_err(|error| error.to_string()).and_then(|text| reader(&text)))
}

fn yaml(text: &str) -> Result<Value, String> {
    if text.trim().is_empty() {
        return Ok(Value::Null);
    }
    serde_saphyr::from_str(text)
        .map_err(|error| error.to_string().lines().next().unwrap_or_default().to_owned())
}

/// ICPC and Kattis, both formats: seconds and MiB.
fn problem_yaml(text: &str) -> Result<Config, String> {
    let value = yaml(text)?;
    let limits = &value["limits"];
    let validation = value["validation"].as_str().unwrap_or_default();
    let kind = text_of(&value["type"]);
    Ok(Config {
        limits: LimitOverrides {
            cpu: number(&limits["time_limit"]).and_then(from_seconds),
            wall: None,
            memory: number(&limits["memory"]).and_then(|mib| size(mib, MIB)),
            output: number(&limits["output"]).and_then(|mib| size(mib, MIB)),
        },
        validator_args: words(&value["validator_flags"]),
        custom_validator: validation.split_whitespace().any(|word| word == "custom"),
        interactive: validation.contains("interactive")
            || kind.contains("interactive")
            || kind.contains("multi-pass"),
        ..Config::default()
    })
}

/// Options for the tests of one folder of an ICPC package.
fn group_yaml(text: &str) -> Result<Config, String> {
    let value = yaml(text)?;
    let mut validator_args = words(&value["output_validator_flags"]);
    validator_args.extend(words(&value["output_validator_args"]));
    Ok(Config { validator_args, ..Config::default() })
}

/// Luogu has a mapping for every input, Hydro anything else.
fn hydro_or_luogu(text: &str) -> Result<Config, String> {
    let value = yaml(text)?;
    let luogu_keys = ["timeLimit", "memoryLimit", "subtaskId", "isPretest"];
    let is_luogu = value.as_object().is_some_and(|entries| {
        entries.values().any(|entry| luogu_keys.iter().any(|key| entry.get(key).is_some()))
    });
    Ok(if is_luogu { luogu(&value) } else { hydro(&value) })
}

/// Times in ms, memory in KiB.
fn luogu(value: &Value) -> Config {
    let mut config = Config::default();
    for (input, entry) in value.as_object().into_iter().flatten() {
        let limits = LimitOverrides {
            cpu: number(&entry["timeLimit"]).and_then(|ms| from_seconds(ms / 1e3)),
            memory: number(&entry["memoryLimit"]).and_then(|kib| size(kib, KIB)),
            ..LimitOverrides::default()
        };
        let group = Some(text_of(&entry["subtaskId"])).filter(|id| !id.is_empty());
        config.inputs.insert(input.clone(), Remarks { group, limits });
    }
    config
}

/// Times and sizes with units; cases at the top or in subtasks.
fn hydro(value: &Value) -> Config {
    let limits = hydro_limits(value);
    let mut config = Config { limits, ..Config::default() };
    let mut add = |cases: &Value, group: Option<&String>, weaker: LimitOverrides| {
        for case in cases.as_array().into_iter().flatten() {
            let (input, answer) = (text_of(&case["input"]), text_of(&case["output"]));
            if !input.is_empty() {
                let remarks = Remarks { group: group.cloned(), limits: hydro_limits(case).or(weaker) };
                config.pairs.push(Pair { family: Family::Hydro, input, answer, remarks });
            }
        }
    };
    add(&value["cases"], None, limits);
    for (index, subtask) in value["subtasks"].as_array().into_iter().flatten().enumerate() {
        let id = Some(text_of(&subtask["id"])).filter(|id| !id.is_empty()).unwrap_or((index + 1).to_string());
        add(&subtask["cases"], Some(&id), hydro_limits(subtask).or(limits));
    }
    config
}

fn hydro_limits(value: &Value) -> LimitOverrides {
    LimitOverrides {
        cpu: limits::parse_time(&text_of(&value["time"])).ok(),
        memory: limits::parse_size(&text_of(&value["memory"])).ok(),
        ..LimitOverrides::default()
    }
}

/// Seconds and KiB; a list of cases, some of them in batches.
fn dmoj(text: &str) -> Result<Config, String> {
    let value = yaml(text)?;
    let limits = LimitOverrides {
        cpu: number(&value["time_limit"]).and_then(from_seconds),
        memory: number(&value["memory_limit"]).and_then(|kib| size(kib, KIB)),
        ..LimitOverrides::default()
    };
    let archive = value["archive"].as_str().map(str::to_owned);
    let mut config = Config { limits, archive, ..Config::default() };
    let mut batches = 0;
    for case in value["test_cases"].as_array().into_iter().flatten() {
        let batched = case["batched"].as_array();
        batches += usize::from(batched.is_some());
        let group = batched.map(|_| batches.to_string());
        for case in batched.map_or(std::slice::from_ref(case), Vec::as_slice) {
            let (input, answer) = (text_of(&case["in"]), text_of(&case["out"]));
            if !input.is_empty() {
                let remarks = Remarks { group: group.clone(), limits: LimitOverrides::default() };
                config.pairs.push(Pair { family: Family::Dmoj, input, answer, remarks });
            }
        }
    }
    Ok(config)
}

/// Lines of a key and a value; seconds and MiB; files are numbered from 1.
fn uoj(text: &str) -> Config {
    let keys: HashMap<&str, &str> = text
        .lines()
        .filter_map(|line| line.trim().split_once(char::is_whitespace))
        .map(|(k, v)| (k, v.trim()))
        .collect();
    let get = |key: &str| keys.get(key).copied();
    let count = |key: &str| get(key).and_then(|n| n.parse::<usize>().ok()).unwrap_or(0).min(100_000);
    let mib = |key: &str| get(key).and_then(|n| n.parse().ok()).and_then(|mib| size(mib, MIB));
    let limits = LimitOverrides {
        cpu: get("time_limit").and_then(seconds),
        memory: mib("memory_limit"),
        output: mib("output_limit"),
        wall: None,
    };
    let name = |kind: &str, test: usize| {
        let prefix = get(&format!("{kind}_pre")).unwrap_or(kind);
        let ending = get(&format!("{kind}_suf")).unwrap_or("txt");
        format!("{prefix}{test}.{ending}")
    };
    let ends: Vec<usize> = (1..=count("n_subtasks")).map(|i| count(&format!("subtask_end_{i}"))).collect();
    let plain = (1..=count("n_tests")).map(|test| {
        let group = ends.iter().position(|&end| test <= end).map(|index| (index + 1).to_string());
        (name("input", test), name("output", test), group)
    });
    let examples = (1..=count("n_ex_tests"))
        .map(|test| (format!("ex_{}", name("input", test)), format!("ex_{}", name("output", test)), None));
    let pairs = plain
        .chain(examples)
        .map(|(input, answer, group)| Pair {
            family: Family::Uoj,
            input,
            answer,
            remarks: Remarks { group, limits: LimitOverrides::default() },
        })
        .collect();
    Config { limits, pairs, ..Config::default() }
}

/// Seconds and MiB.
fn cms(text: &str) -> Result<Config, String> {
    let value = yaml(text)?;
    let memory = number(&value["memory_limit"]).and_then(|mib| size(mib, MIB));
    let cpu = number(&value["time_limit"]).and_then(from_seconds);
    Ok(Config { limits: LimitOverrides { cpu, memory, ..LimitOverrides::default() }, ..Config::default() })
}

fn domjudge(text: &str) -> Config {
    let value = text.lines().find_map(|line| {
        let (key, value) = line.split_once('=')?;
        (key.trim() == "timelimit").then(|| value.trim().trim_matches(['\'', '"']))
    });
    with_time(value.and_then(seconds))
}

fn with_time(cpu: Option<Duration>) -> Config {
    Config { limits: LimitOverrides { cpu, ..LimitOverrides::default() }, ..Config::default() }
}

fn seconds(text: &str) -> Option<Duration> {
    text.parse().ok().and_then(from_seconds)
}

fn from_seconds(seconds: f64) -> Option<Duration> {
    limits::parse_time(&seconds.to_string()).ok()
}

fn size(number: f64, unit: u64) -> Option<u64> {
    let unit = if unit == KIB { "k" } else { "m" };
    limits::parse_size(&format!("{number}{unit}")).ok()
}

/// A number, also one in quotes.
fn number(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| value.as_str()?.trim().parse().ok())
}

/// A scalar as text: file names such as `1` are numbers to YAML.
fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Array(items) => items.iter().map(text_of).collect::<Vec<_>>().join(" "),
        _ => String::new(),
    }
}

/// Words of a text, or the items of a list.
fn words(value: &Value) -> Vec<String> {
    match value {
        Value::Array(items) => items.iter().map(text_of).collect(),
        other => text_of(other).split_whitespace().map(str::to_owned).collect(),
    }
}
