//! The constants of an ICPC package of 2025-09, which its files name as `{{name}}` or `{{name.variant}}`.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use serde_json::Value;

/// The constants of a package, for the placeholders in its files.
#[derive(Clone, Debug, Default)]
pub struct Constants {
    /// The values, by the name between the braces.
    values: BTreeMap<String, String>,
}

impl Constants {
    /// Returns the constants of a package with this `problem.yaml`: none in the legacy format.
    ///
    /// In a package of the toolkit's own, which has a grammar, constants that are ranges are the bounds.
    pub fn from_config(config: &Value) -> Self {
        let mut values = BTreeMap::new();
        if is_legacy(config) {
            return Self { values };
        }
        for (name, constant) in config["constants"].as_object().into_iter().flatten() {
            let value = scalar(constant);
            if let Some(value) = value.filter(|value| config["grammar"].is_null() || !value.contains("..")) {
                values.insert(format!("{name}.value"), value.clone());
                values.insert(name.clone(), value);
            }
            for (variant, value) in constant.as_object().into_iter().flatten() {
                let Some(value) = scalar(value) else { continue };
                if variant == "value" {
                    values.insert(name.clone(), value.clone());
                }
                values.insert(format!("{name}.{variant}"), value);
            }
        }
        Self { values }
    }

    /// Returns whether the package has no constants.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Returns a text with the values of the constants filled in; `None` if it names none.
    pub fn replaced(&self, text: &[u8]) -> Option<Vec<u8>> {
        let mut out = Vec::new();
        let mut rest = text;
        let mut is_changed = false;
        while let Some(start) = rest.windows(2).position(|two| two == b"{{") {
            let (before, after) = (&rest[..start], &rest[start + 2..]);
            let end = after.iter().position(|&b| !b.is_ascii_alphanumeric() && !matches!(b, b'_' | b'.'));
            let (name, end) = after.split_at(end.unwrap_or(after.len()));
            let value = std::str::from_utf8(name).ok().and_then(|name| self.values.get(name));
            out.extend_from_slice(before);
            match (value, end.strip_prefix(b"}}")) {
                (Some(value), Some(end)) => {
                    out.extend_from_slice(value.as_bytes());
                    rest = end;
                    is_changed = true;
                }
                _ => {
                    out.push(b'{');
                    rest = &rest[start + 1..];
                }
            }
        }
        out.extend_from_slice(rest);
        is_changed.then_some(out)
    }

    /// Returns a text with the values of the constants filled in.
    pub fn filled(&self, text: &str) -> String {
        let replaced = self.replaced(text.as_bytes());
        replaced.map_or_else(|| text.to_owned(), |text| String::from_utf8_lossy(&text).into_owned())
    }

    /// Puts the values into all files below a folder, except for links, and returns whether there was a place for one.
    ///
    /// # Errors
    /// When a file cannot be read or written.
    pub fn fill(&self, folder: &Path) -> io::Result<bool> {
        let mut is_changed = false;
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let kind = entry.file_type()?;
            if kind.is_dir() {
                is_changed |= self.fill(&entry.path())?;
            } else if kind.is_file()
                && let Some(text) = self.replaced(&fs::read(entry.path())?)
            {
                fs::write(entry.path(), text)?;
                is_changed = true;
            }
        }
        Ok(is_changed)
    }
}

/// Returns whether a package of this configuration is of the legacy format, which is the default.
pub fn is_legacy(config: &Value) -> bool {
    config["problem_format_version"].as_str().is_none_or(|version| version.starts_with("legacy"))
}

/// Returns a number or a string as text.
fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_whole_words_in_braces() {
        let yaml = "problem_format_version: 2025-09\n\
            constants: {n: 7, x: 10.0, s: '+5', k: {value: 1000, tex: '1\\,000'}, r: 1..9}\n";
        let constants = |yaml: &str| Constants::from_config(&nim_yaml::value(yaml).unwrap());
        let all = constants(yaml);
        for (text, expected) in [
            ("{{n}} {{n.value}} {{x}} {{s}}", Some("7 7 10.0 +5")),
            ("{{k}} {{k.value}} {{k.tex}}", Some("1000 1000 1\\,000")),
            ("{{{n}}}", Some("{7}")),
            ("a{{{{n}}b", Some("a{{7b")),
            ("{{ n }} {{m}} {{k.no}} {n} {{n} {{n", None),
            ("{{r}}", Some("1..9")),
        ] {
            let replaced = all.replaced(text.as_bytes()).map(|text| String::from_utf8(text).unwrap());
            assert_eq!(replaced.as_deref(), expected, "{text}");
        }
        // The bounds of a grammar are the toolkit's own.
        let own = constants(&format!("{yaml}grammar: {{}}\n"));
        assert!(own.replaced(b"{{r}}").is_none() && own.replaced(b"{{n}}").is_some());
        assert!(constants("constants: {n: 7}\n").is_empty());
    }
}
