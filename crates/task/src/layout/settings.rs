//! Settings of configuration files. Every format has a table of its keys; unknown keys are refused.

pub(crate) mod lines;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use std::time::Duration;

use itertools::Itertools;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::protocol::MOST_PROCESSES;
use crate::score::Group;
use nim_ground::files::is_file_name;
use nim_ground::limits::{self, LimitOverrides};

/// A setting that is not supported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {reason}")]
pub struct Refused {
    /// The name of the file.
    pub file: String,
    /// The setting, or the error of reading the file.
    pub reason: String,
    /// The subject of the setting.
    pub scope: Scope,
}

/// The subject of a setting, which an option of the command line may override.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// The program or comparison by which outputs are judged.
    Judging,
    /// Points and groups of tests; no option overrides it.
    Scoring,
    /// The limit of CPU time.
    Time,
    /// The limit of memory.
    Memory,
    /// The limit of the output's size.
    Output,
    /// Start and input of a program, or an unknown subject; no option overrides it.
    Running,
}

/// The keys of a mapping, as `formats/keys.toml` describes them.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Keys {
    obeyed: Vec<String>,
    harmless: Vec<String>,
    only: BTreeMap<Scope, BTreeMap<String, Vec<String>>>,
    refused: BTreeMap<Scope, Vec<String>>,
    doubtful: Vec<String>,
    types: BTreeMap<Kind, Vec<String>>,
    texts: Vec<String>,
}

/// A type of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Text,
    Number,
    Flag,
    Words,
    Maps,
    List,
    Map,
}

impl Kind {
    /// Returns whether a value is of this type.
    fn has(self, value: &Value) -> bool {
        match self {
            Self::Text => is_scalar(value),
            Self::Number => number(value).is_some(),
            Self::Flag => value.is_boolean(),
            Self::Words => value.as_array().is_some_and(|items| items.iter().all(is_scalar)),
            Self::Maps => value.as_array().is_some_and(|items| items.iter().all(Value::is_object)),
            Self::List => value.is_array(),
            Self::Map => value.is_object(),
        }
    }

    /// Returns the type in words.
    const fn words(self) -> &'static str {
        match self {
            Self::Text => "a text",
            Self::Number => "a number",
            Self::Flag => "true or false",
            Self::Words => "a list of texts",
            Self::Maps => "a list of mappings",
            Self::List => "a list",
            Self::Map => "a mapping",
        }
    }
}

/// The keys of every mapping by its name. Unlisted keys are errors.
static KEYS: LazyLock<BTreeMap<String, Keys>> =
    LazyLock::new(|| toml::from_str(include_str!("../formats/keys.toml")).unwrap_or_default());

/// A reader of one file, which collects the refused settings.
#[derive(Debug)]
pub struct SettingsReader<'a> {
    /// The name of the file.
    pub file: &'a str,
    /// The text of the file.
    text: &'a str,
    /// Settings that are not supported.
    pub refused: Vec<Refused>,
    /// Notes on settings that are ignored.
    pub notes: Vec<String>,
}

impl<'a> SettingsReader<'a> {
    /// Creates a reader of the file of this name and text.
    pub fn new(file: &'a str, text: &'a str) -> Self {
        Self { file, text, refused: Vec::new(), notes: Vec::new() }
    }

    /// Notes a setting as refused.
    pub fn refuse(&mut self, key: &str, value: &Value, scope: Scope) {
        let place = lines::find(self.text, key, value).map(|line| format!(" (line {line})"));
        let place = place.unwrap_or_default();
        let reason = format!("the setting \"{}: {}\" is not supported{place}", short(key), shown(value));
        self.refuse_because(reason, scope);
    }

    /// Refuses a value of a wrong type.
    pub fn refuse_type(&mut self, key: &str, value: &Value, wanted: &str) {
        let place = lines::find(self.text, key, value).map(|line| format!(" (line {line})"));
        let (key, value, place) = (short(key), shown(value), place.unwrap_or_default());
        self.refuse_because(format!("the setting \"{key}: {value}\" is not {wanted}{place}"), Scope::Running);
    }

    /// Refuses the name of a missing file or program.
    pub fn refuse_name(&mut self, key: &str, name: &str, what: &str, scope: Scope) {
        let place = lines::find(self.text, key, &Value::Null).map(|line| format!(" (line {line})"));
        let place = place.unwrap_or_default();
        self.refuse_because(format!("{key} names {what} {name:?}, which is not there{place}"), scope);
    }

    /// Refuses the file for a reason.
    pub fn refuse_because(&mut self, reason: String, scope: Scope) {
        let refused = Refused { file: self.file.to_owned(), reason, scope };
        // Settings that several tests share are read once for each, but reported once.
        if !self.refused.contains(&refused) {
            self.refused.push(refused);
        }
    }

    /// Refuses the use of a file beside the configuration.
    pub fn refuse_file(&mut self, file: &str, what: &str, scope: Scope) {
        self.refuse_because(format!("{file} is there, but {what} are not supported"), scope);
    }

    /// Refuses an unreadable file: no option replaces all the settings that it may have.
    pub fn refuse_all(&mut self, error: &str) {
        self.refuse_because(format!("cannot be read: {error}"), Scope::Running);
    }

    /// Refuses dependencies of groups that nothing can satisfy; `line` returns the line of a dependency.
    pub fn check_dependencies(&mut self, root: &Group, line: impl Fn(&str, [&str; 2]) -> Option<usize>) {
        if let Some(wrong) = root.wrong_dependency() {
            let place = line(self.text, wrong.names()).map(|line| format!(" (line {line})"));
            self.refuse_because(format!("{wrong}{}", place.unwrap_or_default()), Scope::Scoring);
        }
    }

    /// Returns the first line with a key.
    pub fn line(&self, key: &str) -> Option<usize> {
        lines::find(self.text, key, &Value::Null)
    }

    /// Checks the keys of a mapping, called `at`, against a table of that name; empty values are ignored.
    pub fn check(&mut self, at: &str, value: &Value, table: &str) {
        let Some(settings) = value.as_object() else {
            if !is_nothing(value) {
                let whole = if at.is_empty() { "the whole file" } else { at.trim_end_matches('.') };
                self.refuse(whole, value, Scope::Running);
            }
            return;
        };
        for (key, value) in settings.iter().filter(|(_, value)| !is_nothing(value)) {
            let name = format!("{at}{key}");
            let wanted = kinds(table, key);
            if !wanted.is_empty() && !wanted.iter().any(|kind| kind.has(value)) {
                let wanted = wanted.iter().map(|kind| kind.words()).join(" or ");
                self.refuse_type(&name, value, &wanted);
                continue;
            }
            // A key with an anchor exists for the settings that refer to the anchor.
            if is_known(table, key) || at.is_empty() && lines::has_anchor(self.text, key) {
                continue;
            }
            if is_ignored(table, key) {
                self.notes.push(format!(
                    "{}: {} is no key of its format, and is ignored",
                    self.file,
                    short(&name)
                ));
            } else if let Some(scope) = refusal(table, key, value) {
                self.refuse(&name, value, scope);
            }
        }
    }

    /// Returns the value of a key, read by `read`; refuses a value that cannot be read.
    pub fn get<T>(
        &mut self,
        (at, settings): (&str, &Value),
        key: &str,
        scope: Scope,
        read: impl FnOnce(&Value) -> Option<T>,
    ) -> Option<T> {
        let value = settings.get(key).filter(|value| !is_nothing(value))?;
        let read = read(value);
        if read.is_none() {
            self.refuse(&format!("{at}{key}"), value, scope);
        }
        read
    }

    /// Returns a factor of times.
    pub fn factor(&mut self, settings: (&str, &Value), key: &str) -> Option<f64> {
        self.get(settings, key, Scope::Time, |value| limits::factor(number(value)?))
    }

    /// Returns a time in units of `unit` seconds.
    pub fn time(&mut self, settings: (&str, &Value), key: &str, unit: f64) -> Option<Duration> {
        self.get(settings, key, Scope::Time, |value| limits::time_limit(number(value)? * unit).ok())
    }

    /// Returns a size in units of `unit` bytes.
    pub fn size(&mut self, settings: (&str, &Value), key: &str, unit: u64, scope: Scope) -> Option<u64> {
        self.get(settings, key, scope, |value| {
            let bytes = (number(value)? * unit as f64).round();
            // A negative number saturates to a size that is refused.
            limits::size_limit(bytes as u64).ok()
        })
    }

    /// Returns limits, each by its key and the unit of its value: seconds of time, bytes of memory and of output.
    pub fn limits(
        &mut self,
        settings: (&str, &Value),
        (time, seconds): (&str, f64),
        (memory, unit): (&str, u64),
        output: Option<(&str, u64)>,
    ) -> LimitOverrides {
        LimitOverrides {
            cpu: self.time(settings, time, seconds),
            memory: self.size(settings, memory, unit, Scope::Memory),
            output: output.and_then(|(key, unit)| self.size(settings, key, unit, Scope::Output)),
            wall: None,
        }
    }

    /// Reads a number of points.
    pub fn points(&mut self, settings: (&str, &Value), key: &str) -> Option<f64> {
        self.get(settings, key, Scope::Scoring, |value| number(value).filter(|points| points.is_finite()))
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

/// Returns whether a table has a key whose value does not matter.
pub fn is_known(table: &str, key: &str) -> bool {
    let mut keys = KEYS.get(table).into_iter().flat_map(|keys| keys.obeyed.iter().chain(&keys.harmless));
    keys.any(|known| match known.strip_suffix('#') {
        Some(start) => key
            .strip_prefix(start)
            .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit())),
        None => known == key,
    })
}

/// Returns whether a key has no effect on the verdict of a test.
pub fn is_harmless(table: &str, key: &str) -> bool {
    KEYS.get(table).is_some_and(|keys| keys.harmless.iter().any(|own| own == key))
}

/// Returns whether a key is ignored in a table that ignores unlisted keys, except those with a doubtful word in their names.
fn is_ignored(table: &str, key: &str) -> bool {
    let Some(keys) = KEYS.get(table) else { return false };
    let is_listed = keys.only.values().any(|keys| keys.contains_key(key))
        || keys.refused.values().flatten().any(|known| known == key);
    let key = key.to_lowercase();
    !is_listed && !keys.doubtful.is_empty() && !keys.doubtful.iter().any(|word| key.contains(word.as_str()))
}

/// Returns the subject of a setting whose key or value is not supported.
fn refusal(table: &str, key: &str, value: &Value) -> Option<Scope> {
    let keys = KEYS.get(table);
    let only = keys.and_then(|keys| keys.only.iter().find_map(|(scope, keys)| Some((scope, keys.get(key)?))));
    if let Some((scope, values)) = only {
        return (!is_scalar(value) || !values.contains(&text(value).to_lowercase())).then_some(*scope);
    }
    let refused =
        keys.and_then(|keys| keys.refused.iter().find(|(_, keys)| keys.iter().any(|known| known == key)));
    // The unknown key may mean anything, so no option excuses it.
    Some(refused.map_or(Scope::Running, |(scope, _)| *scope))
}

/// Returns the allowed types of a key's value; none if its reader checks them.
fn kinds(table: &str, key: &str) -> Vec<Kind> {
    let types = KEYS.get(table).into_iter().flat_map(|keys| &keys.types);
    types.filter(|(_, keys)| keys.iter().any(|known| known == key)).map(|(kind, _)| *kind).collect()
}

/// Returns whether the values below a key of some format are text in their written form; `outer` is the key around it.
pub fn is_text(outer: &str, key: &str) -> bool {
    static TEXTS: LazyLock<BTreeSet<&str>> =
        LazyLock::new(|| KEYS.values().flat_map(|keys| &keys.texts).map(String::as_str).collect());
    TEXTS.contains(key) || TEXTS.contains(&*format!("{outer}.{key}"))
}

/// Returns whether a value is neither a list nor a mapping, nor nothing.
fn is_scalar(value: &Value) -> bool {
    !(value.is_null() || value.is_array() || value.is_object())
}

/// Returns whether a value is empty.
fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(entries) => entries.is_empty(),
        _ => false,
    }
}

/// Returns a value in short form.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => short(text),
        other => short(&other.to_string()),
    }
}

/// Returns the beginning of a text.
fn short(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Settings from keys and values that are text.
pub fn mapping<'a>(entries: impl IntoIterator<Item = (&'a str, &'a str)>) -> Value {
    let entries = entries.into_iter().map(|(key, value)| (key.to_owned(), Value::from(value)));
    Value::Object(entries.collect::<Map<_, _>>())
}

/// Returns a number, also one in quotes.
pub fn number(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| value.as_str()?.trim().parse().ok())
}

/// Returns a scalar as text, or the items of a list with spaces between them: YAML reads file names such as `1` as numbers.
pub fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Bool(value) => value.to_string(),
        Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(" "),
        _ => String::new(),
    }
}

/// Reads the number of processes of a program that a manager talks with.
pub fn processes(value: &Value) -> Option<usize> {
    count_of(value, MOST_PROCESSES).filter(|&count| count > 0)
}

/// Reads a number that is at most `most`.
pub fn count_of(value: &Value, most: usize) -> Option<usize> {
    text(value).parse().ok().filter(|&count| count <= most)
}

/// Returns the words of a text, or the items of a list.
pub fn words(value: &Value) -> Vec<String> {
    match value {
        Value::Array(items) => items.iter().map(text).collect(),
        other => text(other).split_whitespace().map(str::to_owned).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys about comparing, checking or talking, which `--compare`, `--checker` and `--interactor` override.
    const COMPARING: [(&str, &[&str]); 7] = [
        ("cms-task", &["checker"]),
        ("dmoj-bridged", &["args_format_string", "flags", "type"]),
        ("dmoj-interactive", &["args_format_string", "flags", "type", "unbuffered"]),
        ("dmoj-top", &["custom_judge", "grader"]),
        ("icpc-domjudge", &["combined_run_compare"]),
        ("syzoj-top", &["interactor"]),
        ("uoj-conf", &["interaction_mode", "use_builtin_judger"]),
    ];

    #[test]
    fn options_of_comparing_excuse_keys_of_comparing_alone() {
        let value = Value::from("a value that no key has");
        let all = KEYS.values().flat_map(|keys| {
            let only = keys.only.values().flat_map(BTreeMap::keys);
            keys.obeyed.iter().chain(&keys.harmless).chain(only).chain(keys.refused.values().flatten())
        });
        let unknown = ["if_score", "dependsOn", "dependency", "time_limit"].map(str::to_owned);
        let all: Vec<String> = all.cloned().chain(unknown).collect();
        for (table, keys) in KEYS.iter() {
            let comparing =
                COMPARING.iter().find(|(name, _)| name == table).map_or(&[][..], |(_, keys)| keys);
            let is_listed = |key: &String| {
                keys.only.values().any(|keys| keys.contains_key(key))
                    || keys.refused.values().flatten().any(|own| own == key)
            };
            for key in all.iter().filter(|key| !is_known(table, key)) {
                let scope = refusal(table, key, &value);
                let is_excused = scope == Some(Scope::Judging);
                assert_eq!(is_excused, comparing.contains(&key.as_str()), "{table}: {key}");
                assert!(is_listed(key) || scope == Some(Scope::Running), "{table}: {key}");
            }
        }
    }

    #[test]
    fn the_keys_of_all_formats_can_be_read_and_each_is_in_one_list() {
        let tables: BTreeMap<String, Keys> = toml::from_str(include_str!("../formats/keys.toml")).unwrap();
        assert_eq!(tables.len(), KEYS.len());
        for (name, keys) in &tables {
            let mut all: Vec<&String> = keys.obeyed.iter().chain(&keys.harmless).collect();
            all.extend(keys.only.values().flat_map(BTreeMap::keys).chain(keys.refused.values().flatten()));
            let count = all.len();
            all.sort();
            all.dedup();
            assert_eq!(all.len(), count, "{name}");
        }
    }
}
