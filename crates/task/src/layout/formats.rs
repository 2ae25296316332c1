//! The formats of configuration files. Each has a table of its keys; [`read`] chooses one by file name.

pub(super) mod checkers;
pub(super) mod cms;
mod dmoj;
mod generated;
mod hydro;
mod icpc;
pub(super) mod library_checker;
mod luogu;
pub(super) mod polygon;
pub(super) mod rbx;
mod syzoj;
mod uoj;

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::config::Config;
use super::settings::SettingsReader;
use crate::constants::Constants;
use nim_ground::failure::Failure;
use nim_ground::visible;

/// Reads the configuration file at `path`, called `name` in messages; `None` unless its file name is known.
pub fn read(path: &Path, name: &str) -> Option<Config> {
    let file = path.file_name()?.to_str()?.to_ascii_lowercase();
    let read = |format: &dyn Fn(&str, &mut SettingsReader<'_>) -> Result<Config, Failure>| {
        Some(read_as(path, name, format))
    };
    let folder = path.parent().unwrap_or(Path::new("."));
    match file.as_str() {
        "problem.yaml" => read(&|text, reader| Ok(icpc::problem(&yaml(text)?, reader))),
        "testdata.yaml" => read(&|text, reader| Ok(icpc::group(&yaml(text)?, reader))),
        "test_group.yaml" => Some(read_of_test(path, name)),
        "config.yml" | "config.yaml" => {
            read(&|text, reader| Ok(hydro_or_luogu(&yaml(text)?, folder, reader)))
        }
        "data.yml" => read(&|text, reader| Ok(syzoj::read(&yaml(text)?, reader))),
        "init.yml" => read(&|text, reader| {
            Ok(dmoj::read(&yaml(text)?, reader, |program| is_ours(&path.with_file_name(program))))
        }),
        "problem.conf" => read(&|text, reader| Ok(uoj::read(text, folder, reader))),
        "problem.xml" => read(&|text, reader| polygon::read(text, folder, reader)),
        "task.yaml" if is_task(path, folder) => {
            read(&|text, reader| Ok(cms::read(&yaml(text)?, folder, reader)))
        }
        "task.yaml" if cms::is_of_terry(folder) => read(&|_, _| {
            Err("tasks of Terry, whose inputs are made for each contestant, are not supported".into())
        }),
        ".timelimit" => read(&|text, reader| Ok(icpc::time_limit(text, reader))),
        "domjudge-problem.ini" => {
            read(&|text, reader| Ok(icpc::domjudge(text, folder.join("data").is_dir(), reader)))
        }
        "info.toml" if fs::read_to_string(path).is_ok_and(|text| library_checker::is_problem(&text)) => {
            read(&library_checker::read)
        }
        "config.ini" => read(&|text, _| hydro::vijos(text, folder)),
        "problem.yml" => read(&|_, _| Err("its format is not supported".into())),
        RBX => read(&|text, reader| Ok(rbx::read(&yaml(text)?, folder, reader))),
        lemon if lemon.ends_with(".cdf") => read(&|_, _| Err("contests of Lemon are not supported".into())),
        _ => None,
    }
}

/// The file of a package of rbx.
pub const RBX: &str = "problem.rbx.yml";

/// The line that marks programs in packages which this program writes.
pub const MARK: &str = "# Written by nim-toolkit (https://crates.io/crates/nim-toolkit): toolkit export.";

/// Returns whether a file was written by this program.
fn is_ours(path: &Path) -> bool {
    fs::read_to_string(path).is_ok_and(|program| program.lines().take(2).any(|line| line == MARK))
}

/// Reads an ICPC package's settings of one test, in a file beside it, or of a folder; they may name constants.
pub fn read_of_test(path: &Path, name: &str) -> Config {
    read_as(path, name, |text, reader| {
        let constants = if text.contains("{{") { Constants::around_data(path) } else { Constants::default() };
        Ok(icpc::group(&yaml(&constants.filled(text))?, reader))
    })
}

/// Returns whether a `task.yaml` is that of a task of CMS, or cannot be read.
pub(super) fn is_task(path: &Path, folder: &Path) -> bool {
    let text = fs::read_to_string(path).unwrap_or_default();
    yaml(&text).map_or(true, |value| cms::is_task(&value, folder))
}

fn read_as(
    path: &Path,
    name: &str,
    format: impl FnOnce(&str, &mut SettingsReader<'_>) -> Result<Config, Failure>,
) -> Config {
    let text = fs::read_to_string(path).map_err(Failure::from);
    let mut reader = SettingsReader::new(name, text.as_deref().unwrap_or_default());
    let read = text.as_deref().map_err(|error| Failure::from(error.to_string()));
    let config = read.and_then(|text| format(text, &mut reader)).unwrap_or_else(|error| {
        reader.refuse_all(&error.to_string());
        Config::default()
    });
    Config { refused: reader.refused, notes: reader.notes, ..config }
}

/// Reads a text in YAML.
pub fn yaml(text: &str) -> Result<Value, Failure> {
    if text.trim().is_empty() {
        return Ok(Value::Null);
    }
    // The other lines repeat the place.
    let brief = |text: &str| visible::brief(text.lines().next().unwrap_or_default());
    serde_saphyr::from_str(text).map_err(|error| brief(&error.to_string()).into())
}

fn hydro_or_luogu(value: &Value, folder: &Path, reader: &mut SettingsReader<'_>) -> Config {
    if luogu::is_luogu(value) { luogu::read(value, folder, reader) } else { hydro::read(value, reader) }
}
