//! Settings of configuration files. Every format has a table of its keys; unknown keys are refused.

use std::fmt;

use serde_json::{Map, Value};

/// A setting that is not supported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The file.
    pub file: String,
    /// The setting, or the error of reading the file.
    pub reason: String,
    /// The subject of the setting.
    pub scope: Scope,
}

/// The subject of a setting, which an option of the command line may override.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// Judging of outputs.
    Judging,
    /// CPU time.
    Time,
    /// Memory.
    Memory,
    /// Size of the output.
    Output,
    /// Start and input of a program; there is no option for it.
    Running,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.reason)
    }
}

/// The treatment of a key.
#[derive(Clone, Copy, Debug)]
pub enum Rule {
    /// It is read and obeyed.
    Obeyed,
    /// It does not affect the verdict of a test.
    Harmless,
    /// It is supported with one of these values only.
    Only(&'static [&'static str], Scope),
    /// It is not supported.
    Refused(Scope),
}

/// The keys of a format. A key that ends in `#` stands for all with a number in its place.
pub type KeyTable = &'static [(Rule, &'static [&'static str])];

/// A reader of one file, which collects the refused settings.
#[derive(Debug)]
pub struct SettingsReader<'a> {
    /// Name of the file.
    pub file: &'a str,
    /// Settings that are not supported.
    pub refused: Vec<Refused>,
}

impl<'a> SettingsReader<'a> {
    /// Creates a reader of the file of this name.
    pub fn new(file: &'a str) -> Self {
        Self { file, refused: Vec::new() }
    }

    /// Refuses a setting.
    pub fn refuse(&mut self, key: &str, value: &Value, scope: Scope) {
        let reason = format!("the setting \"{}: {}\" is not supported", short(key), shown(value));
        self.refused.push(Refused { file: self.file.to_owned(), reason, scope });
    }

    /// Refuses what a file beside the configuration stands for.
    pub fn refuse_file(&mut self, file: &str, what: &str, scope: Scope) {
        let reason = format!("{file} is there, but {what} are not supported");
        self.refused.push(Refused { file: self.file.to_owned(), reason, scope });
    }

    /// Refuses a file that cannot be read: it may have settings of any scope.
    pub fn refuse_all(&mut self, error: &str) {
        for scope in [Scope::Judging, Scope::Time, Scope::Memory, Scope::Output] {
            let reason = format!("cannot be read: {error}");
            self.refused.push(Refused { file: self.file.to_owned(), reason, scope });
        }
    }

    /// Checks the keys of a mapping, called `at`, against a table; empty values are ignored.
    pub fn check(&mut self, at: &str, value: &Value, table: KeyTable) {
        let Some(settings) = value.as_object() else {
            if !is_nothing(value) {
                let whole = if at.is_empty() { "the whole file" } else { at.trim_end_matches('.') };
                self.refuse(whole, value, Scope::Judging);
            }
            return;
        };
        for (key, value) in settings.iter().filter(|(_, value)| !is_nothing(value)) {
            let name = format!("{at}{key}");
            match rule(table, key) {
                Some(Rule::Obeyed | Rule::Harmless) => {}
                Some(Rule::Only(values, _)) if values.contains(&text(value).to_lowercase().as_str()) => {}
                Some(Rule::Only(_, scope) | Rule::Refused(scope)) => self.refuse(&name, value, scope),
                None => self.refuse(&name, value, Scope::Judging),
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
}

fn rule(table: KeyTable, key: &str) -> Option<Rule> {
    let fits = |known: &str| match known.strip_suffix('#') {
        Some(start) => key
            .strip_prefix(start)
            .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit())),
        None => known == key,
    };
    table.iter().find(|(_, keys)| keys.iter().any(|known| fits(known))).map(|(rule, _)| *rule)
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

/// Returns a scalar as text, or the items of a list with spaces between them: file names such as `1` are numbers to YAML.
pub fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Bool(value) => value.to_string(),
        Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(" "),
        _ => String::new(),
    }
}

/// Returns the words of a text, or the items of a list.
pub fn words(value: &Value) -> Vec<String> {
    match value {
        Value::Array(items) => items.iter().map(text).collect(),
        other => text(other).split_whitespace().map(str::to_owned).collect(),
    }
}
