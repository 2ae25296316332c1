//! The `task.yaml` of CMS, in its Italian format. Times in seconds, sizes in MiB.

use std::fs;
use std::path::Path;

use regex::Regex;
use serde_json::Value;

use crate::checker::CheckerStyle;
use crate::files::FileIo;
use crate::layout::config::Config;
use crate::layout::scheme::{Members, Scheme};
use crate::layout::settings::{Scope, SettingsReader, number, text};
use crate::limits::{LimitOverrides, MIB};
use crate::score::{Group, Rule};
use crate::system::files::is_executable;

/// Programs that run with the judged one, as the folders and stems of their files. The files alone say that a task has them.
const PROGRAMS: [(&[&str], &[&str], &str, Scope); 3] = [
    (&["sol"], &["grader", "stub"], "programs that are compiled with others", Scope::Running),
    (&["check", "cor"], &["manager"], "tasks of type Communication", Scope::Judging),
    (&["check", "cor"], &["controller"], "interactive tasks", Scope::Judging),
];

/// Reads a `task.yaml` in this folder; its `gen/GEN` may name subtasks.
pub fn read(value: &Value, folder: &Path, reader: &mut SettingsReader<'_>) -> Config {
    let generated = fs::read_to_string(folder.join("gen").join("GEN")).ok();
    reader.check("", value, "cms-task");
    for (folders, stems, what, scope) in PROGRAMS {
        if let Some(file) = files_beside(folder, folders, stems).first() {
            reader.refuse_file(file, what, scope);
        }
    }
    let validator = checker(folder, reader);
    let settings = ("", value);
    let (cpu, old) = (reader.time(settings, "time_limit", 1.0), reader.time(settings, "timeout", 1.0));
    let memory = reader.size(settings, "memory_limit", MIB, Scope::Memory);
    let memory = memory.or(reader.size(settings, "memlimit", MIB, Scope::Memory));
    Config {
        limits: LimitOverrides { cpu: cpu.or(old), memory, ..LimitOverrides::default() },
        files: FileIo {
            input: file_or(settings, "infile", "input.txt", reader),
            output: file_or(settings, "outfile", "output.txt", reader),
        },
        scheme: scheme(value, generated.as_deref().unwrap_or_default(), reader),
        validator_style: validator.as_ref().map(|_| CheckerStyle::Cms),
        validator,
        ..Config::default()
    }
}

/// Returns the checker of a task: its source code, which runs on any machine, else a program. One of neither kind is refused.
fn checker(folder: &Path, reader: &mut SettingsReader<'_>) -> Option<String> {
    let found = files_beside(folder, &["check", "cor"], &["checker", "correttore"]);
    let is_source = |name: &&String| {
        name.rsplit_once('.').is_some_and(|(_, ending)| ["c", "cc", "cpp", "cxx", "py"].contains(&ending))
    };
    let is_program = |name: &&String| is_executable(&folder.join(name));
    let runnable = found.iter().find(is_source).or_else(|| found.iter().find(is_program));
    if let (None, Some(file)) = (runnable, found.first()) {
        reader.refuse_file(
            file,
            "checkers that are neither programs nor source code in C, C++ or Python",
            Scope::Judging,
        );
    }
    runnable.cloned()
}

/// Returns the name of a program's file; without the key it is `usual`, and an empty one stands for a standard stream.
fn file_or(
    settings: (&str, &Value),
    key: &str,
    usual: &str,
    reader: &mut SettingsReader<'_>,
) -> Option<String> {
    if settings.1.get(key).is_none() { Some(usual.to_owned()) } else { reader.file(settings, key) }
}

/// Returns the programs of these stems in these folders beside a `task.yaml`, sorted, the first folder's first; headers are none.
fn files_beside(folder: &Path, folders: &[&str], stems: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for inner in folders {
        let entries = fs::read_dir(folder.join(inner)).into_iter().flatten().flatten();
        let mut names: Vec<String> = entries
            .filter(|entry| entry.path().is_file())
            .filter_map(|entry| entry.file_name().into_string().ok())
            .filter(|name| {
                let (stem, ending) = name.split_once('.').unwrap_or((name, ""));
                stems.contains(&stem) && !["h", "hh", "hpp"].contains(&ending)
            })
            .map(|name| format!("{inner}/{name}"))
            .collect();
        names.sort();
        found.extend(names);
    }
    found
}

/// Returns the rules of `score_type`, else those of the generator's comments, else `total_value` (100) in equal parts.
fn scheme(value: &Value, generated: &str, reader: &mut SettingsReader<'_>) -> Option<Scheme> {
    let parameters = &value["score_type_parameters"];
    let mut scheme = Scheme { total: Some(100.0), ..Scheme::default() };
    let kind = value.get("score_type").map(text).unwrap_or_default();
    match kind.as_str() {
        "" => {
            scheme.total = reader.points(("", value), "total_value").or(scheme.total);
            let subtasks = subtasks_of(generated);
            for (index, (points, count)) in subtasks.into_iter().enumerate() {
                scheme.root.groups.push(group(index, points, Rule::Min));
                scheme.members.push(Members::Next(count));
            }
        }
        "Sum" => match number(parameters) {
            Some(points) => scheme.each = Some(points),
            None => reader.refuse("score_type_parameters", parameters, Scope::Judging),
        },
        "GroupMin" | "GroupMul" | "GroupThreshold" => {
            let subtasks = parameters.as_array().map(Vec::as_slice).unwrap_or_default();
            let read: Option<Vec<(Group, Members)>> = subtasks
                .iter()
                .enumerate()
                .map(|(index, subtask)| {
                    let points = number(&subtask[0])?;
                    let rule = match kind.as_str() {
                        "GroupMin" => Rule::Min,
                        "GroupMul" => Rule::Product,
                        _ => Rule::Threshold(number(&subtask[2])?),
                    };
                    let members = match subtask[1].as_u64() {
                        Some(count) => Members::Next(usize::try_from(count).ok()?),
                        None => Members::Named(Regex::new(subtask[1].as_str()?).ok()?),
                    };
                    Some((group(index, points, rule), members))
                })
                .collect();
            match read.filter(|read| !read.is_empty()) {
                Some(read) => (scheme.root.groups, scheme.members) = read.into_iter().unzip(),
                None => reader.refuse("score_type_parameters", parameters, Scope::Judging),
            }
        }
        other => {
            reader.refuse("score_type", &Value::from(other), Scope::Judging);
            return None;
        }
    }
    Some(scheme)
}

fn group(index: usize, points: f64, rule: Rule) -> Group {
    Group { name: (index + 1).to_string(), rule, points: Some(points), ..Group::default() }
}

/// Returns points and number of tests of the subtasks in a `GEN`: `#ST: POINTS` begins one, and other comments but `#COPY:` do not
/// count.
fn subtasks_of(generated: &str) -> Vec<(f64, usize)> {
    let mut subtasks: Vec<(f64, usize)> = Vec::new();
    for line in generated.lines().map(str::trim) {
        let is_test = line.starts_with("#COPY:") || !line.is_empty() && !line.starts_with('#');
        match (line.strip_prefix("#ST:").and_then(|points| points.trim().parse().ok()), subtasks.last_mut()) {
            (Some(points), _) => subtasks.push((points, 0)),
            (None, Some((_, tests))) if is_test => *tests += 1,
            _ => {}
        }
    }
    subtasks
}
