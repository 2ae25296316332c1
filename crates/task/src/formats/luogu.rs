//! Luogu's `config.yml`: a mapping for every input. Times in ms, sizes in KiB.

use serde_json::Value;

use super::{File, Format, Kind};
use crate::layout::family::Family;
use crate::layout::scheme::{Scheme, Share};
use crate::layout::settings::{Scope, SettingsReader, is_known, text};
use crate::protocol::Protocol;
use crate::score::{Group, Rule};
use crate::task::{Remarks, Task};
use nim_ground::failure::Failure;
use nim_ground::limits::{KIB, LimitOverrides};

/// The format.
pub const FORMAT: Format = Format {
    manifests: &[
        Kind { name: "config.yml", detect: is_luogu, read },
        Kind { name: "config.yaml", detect: is_luogu, read },
    ],
    ..Format::PLAIN
};

/// The checker of a problem.
const CHECKER: &str = "checker.cpp";

/// Returns whether a file is Luogu's, not Hydro's file of the same name.
fn is_luogu(file: &File<'_>) -> bool {
    let has_keys = |entry: &Value| {
        entry.as_object().is_some_and(|keys| keys.keys().any(|key| is_known("luogu-input", key)))
    };
    file.value()
        .as_object()
        .is_some_and(|entries| entries.values().any(has_keys) && entries.values().all(Value::is_object))
}

/// Reads a `config.yml` in this folder, where a file called `checker.cpp` judges the outputs.
fn read(file: &File<'_>, reader: &mut SettingsReader<'_>) -> Result<Task, Failure> {
    let mut task = Task { family: Some(Family::Listed("Luogu (config.yml)")), ..Task::default() };
    if file.folder.join(CHECKER).is_file() {
        task.validator = Some(CHECKER.to_owned());
        task.validator_style = Some(Protocol::TESTLIB);
    }
    let mut scheme = Scheme { total: Some(100.0), share: Share::Ascending, ..Scheme::default() };
    for (input, entry) in file.contents()?.as_object().into_iter().flatten() {
        let at = format!("{input}.");
        reader.check(&at, entry, "luogu-input");
        let settings = (at.as_str(), entry);
        let limits = LimitOverrides {
            cpu: reader.time(settings, "timeLimit", 1e-3),
            memory: reader.size(settings, "memoryLimit", KIB, Scope::Memory),
            ..LimitOverrides::default()
        };
        let group = Some(text(&entry["subtaskId"])).filter(|id| !id.is_empty());
        let points = entry.get("score").and_then(|_| reader.points(settings, "score"));
        if let Some(name) = group.as_ref().filter(|name| !scheme.root.groups.iter().any(|g| g.name == **name))
        {
            scheme.root.groups.push(Group { name: name.clone(), rule: Rule::Min, ..Group::default() });
        }
        task.inputs.insert(input.clone(), Remarks { group, limits, points, ..Remarks::default() });
    }
    task.scheme = Some(scheme);
    Ok(task)
}
