//! Luogu's `config.yml`: a mapping for every input. Times in ms, sizes in KiB.

use std::path::Path;

use serde_json::Value;

use crate::layout::config::{Config, Remarks};
use crate::layout::scheme::{Scheme, Share};
use crate::layout::settings::{Scope, SettingsReader, is_known, text};
use crate::protocol::CheckerStyle;
use crate::score::{Group, Rule};
use nim_ground::limits::{KIB, LimitOverrides};

/// The checker of a problem.
const CHECKER: &str = "checker.cpp";

/// Returns whether a file is Luogu's, not Hydro's file of the same name.
pub fn is_luogu(value: &Value) -> bool {
    let has_keys = |entry: &Value| {
        entry.as_object().is_some_and(|keys| keys.keys().any(|key| is_known("luogu-input", key)))
    };
    value
        .as_object()
        .is_some_and(|entries| entries.values().any(has_keys) && entries.values().all(Value::is_object))
}

/// Reads a `config.yml` in this folder, where a file called `checker.cpp` judges the outputs.
pub fn read(value: &Value, folder: &Path, reader: &mut SettingsReader<'_>) -> Config {
    let mut config = Config::default();
    if folder.join(CHECKER).is_file() {
        config.validator = Some(CHECKER.to_owned());
        config.validator_style = Some(CheckerStyle::Testlib);
    }
    let mut scheme = Scheme { total: Some(100.0), share: Share::Ascending, ..Scheme::default() };
    for (input, entry) in value.as_object().into_iter().flatten() {
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
        config.inputs.insert(input.clone(), Remarks { group, limits, points, ..Remarks::default() });
    }
    config.scheme = Some(scheme);
    config
}
