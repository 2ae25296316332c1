//! `problem.yaml`: the keys of the ICPC format, 2025-09, and the fields of a package that have them.

use std::collections::BTreeMap;
use std::time::Duration;

use nim_yaml::Mapping;
use serde_json::{Map, Value, json};

use super::limits::mebibytes;
use super::{Notes, Package};
use nim_ground::limits::{LimitOverrides, MIB, seconds};

/// The keys of 2025-09 in the order of writing.
pub const KEYS: &[&str] = &[
    "problem_format_version",
    "type",
    "name",
    "uuid",
    "version",
    "credits",
    "source",
    "license",
    "rights_owner",
    "embargo_until",
    "limits",
    "keywords",
    "languages",
    "allow_file_writing",
    "constants",
];

/// The keys of a folder that `import` makes, about inputs and answers.
pub const DESCRIPTION: &[&str] = &["grammar", "answers"];

/// The limits that formats have in their own way.
const LIMITS: [&str; 5] = ["memory", "output", "time_limit", "time_multipliers", "time_resolution"];

impl Package {
    /// Takes titles, limits and the keys that the package does not have. A title or a limit that the writer would spell differently stays
    /// among the other keys, too, since a package is written as it was read.
    pub fn take_keys(&mut self, mut keys: Mapping) {
        self.titles = titles(keys.get("name"));
        self.limits = limits(keys.get("limits"));
        if *keys.get("name") == json!(self.titles) {
            keys.0.remove("name");
        }
        if let Some(Value::Object(stated)) = keys.0.get_mut("limits") {
            for (name, value) in limit_values(self.limits) {
                if stated.get(name) == value.as_ref() {
                    stated.remove(name);
                }
            }
        }
        for (key, value) in keys.0 {
            self.other_keys.0.entry(key).or_insert(value);
        }
    }

    /// Returns all keys of `problem.yaml`.
    pub fn keys(&self) -> Mapping {
        let mut keys = self.other_keys.clone();
        if titles(keys.get("name")) != self.titles {
            keys.set("name", json!(self.titles));
        }
        let as_read = limit_values(limits(keys.get("limits")));
        let mut limits = keys.get("limits").as_object().cloned().unwrap_or_default();
        for ((name, value), (_, as_read)) in limit_values(self.limits).into_iter().zip(as_read) {
            limits
                .extend(value.filter(|own| Some(own) != as_read.as_ref()).map(|own| (name.to_owned(), own)));
        }
        if !limits.is_empty() {
            keys.set("limits", limits);
        }
        keys
    }

    /// Notes the keys that a format has no place for.
    pub(crate) fn note_keys_left_out(&self, format: &str, notes: &mut Notes) {
        // Each format has its own form of these keys, or they follow from the tests.
        let others = ["constants", "limits", "name", "problem_format_version", "type", "uuid", "version"];
        let own = KEYS.iter().filter(|key| self.other_keys.0.contains_key(**key) && !others.contains(key));
        let limits = self.other_keys.get("limits").as_object().into_iter().flat_map(Map::keys);
        let limits = limits.filter(|limit| !LIMITS.contains(&limit.as_str()));
        let own = own.map(|key| (*key).to_owned());
        let keys: Vec<String> = own.chain(limits.map(|limit| format!("limits.{limit}"))).collect();
        if !keys.is_empty() {
            notes.push(format!(
                "problem.yaml: left out, as {format} has no place for it: {}",
                keys.join(", ")
            ));
        }
    }
}

/// Reads the titles by language from the value of `name`, which is one in English or a mapping.
pub(crate) fn titles(name: &Value) -> BTreeMap<String, String> {
    match name {
        Value::Object(names) => names
            .iter()
            .filter_map(|(language, name)| Some((language.clone(), name.as_str()?.to_owned())))
            .collect(),
        Value::String(name) => [("en".to_owned(), name.clone())].into(),
        _ => BTreeMap::new(),
    }
}

/// Reads the value of `limits`: a time in seconds, sizes in MiB.
fn limits(limits: &Value) -> LimitOverrides {
    let size = |name: &str| limits[name].as_f64().map(|mebibytes| (mebibytes * MIB as f64) as u64);
    let cpu = limits["time_limit"].as_f64().and_then(|time| Duration::try_from_secs_f64(time).ok());
    LimitOverrides { cpu, memory: size("memory"), output: size("output"), wall: None }
}

/// Returns limits as the writer spells them below `limits`.
fn limit_values(limits: LimitOverrides) -> [(&'static str, Option<Value>); 3] {
    let size = |bytes| nim_yaml::number(mebibytes(bytes));
    [
        ("time_limit", limits.cpu.map(|time| seconds(time).into())),
        ("memory", limits.memory.map(size)),
        ("output", limits.output.map(size)),
    ]
}

/// Notes a key of a file that is not about judging, or not known.
pub fn note_key(file: &str, key: &str, notes: &mut Notes) {
    notes.push(format!("{file}: the key {key:?} is left out"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_written_as_they_were_read() {
        for yaml in [
            "name: x\nlimits: {time_limit: 2, memory: 0.1, output: 8, code: 64}\nuuid: u",
            "name: {en: x, zh: y}\nlimits: {time_limit: 1.57, memory: 256}",
            "name: {en: x, zh: 5}\nlimits: {time_limit: 2.0, memory: 64.0}",
            "name: 5\nlimits: {time_limit: -1, memory: \"64\"}",
            "limits: {}",
            "limits:",
            "{}",
        ] {
            let keys = Mapping::from(&nim_yaml::value(yaml).unwrap());
            let mut package = Package::default();
            package.take_keys(keys.clone());
            assert_eq!(package.keys().0, keys.0, "{yaml}");
        }
    }

    #[test]
    fn a_changed_title_or_limit_replaces_what_was_read() {
        let mut package = Package::default();
        package
            .take_keys(Mapping::from(&nim_yaml::value("name: x\nlimits: {time_limit: 2, code: 1}").unwrap()));
        package.titles.insert("zh".to_owned(), "y".to_owned());
        package.limits.cpu = Some(Duration::from_millis(500));
        let keys = package.keys();
        assert_eq!(*keys.get("name"), json!({ "en": "x", "zh": "y" }));
        assert_eq!(*keys.get("limits"), json!({ "time_limit": 0.5, "code": 1 }));
    }
}
