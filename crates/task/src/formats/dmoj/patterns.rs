//! Cases that an `init.yml` does not list: regular expressions find them among the names in its archive.
//!
//! DMOJ's expressions are those of Python. They match from the beginning of a name, in any letter case.

use std::collections::BTreeMap;
use std::path::Path;

use regex::{Captures, Regex, RegexBuilder};
use serde_json::{Value, json};

use crate::Error;
use crate::layout::archive;
use crate::layout::settings::{Scope, SettingsReader};
use nim_ground::folder::file_below;

/// The default expression for inputs and answers, without the condition on the name in [`Names`].
const DEFAULT: &str = r".*?(?:(?:^|\W)(?P<batch>\d+)[^\d\s]+)?(?P<case>\d+)[^\d\s]*$";

/// An expression for the names of inputs or of answers.
struct Names {
    expression: Regex,
    /// The word with which a name begins, or which follows a dot in it; `None` for an expression of the `init.yml`.
    word: Option<&'static str>,
}

/// The number or name of a batch or a case. Names come before numbers, as on DMOJ.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Name(String),
    Number(u128),
}

/// The cases of a batch, or a case outside of batches.
#[derive(Default)]
struct Batch {
    is_batch: bool,
    /// The names of the input and of the answer of each case.
    cases: BTreeMap<Key, [Option<String>; 2]>,
}

/// Returns the cases of an `init.yml` with an archive in which `test_cases` is a mapping or missing, in the form of a list. `None` if there
/// is such a list, or the expressions are refused.
///
/// # Errors
/// When the archive cannot be read.
pub fn cases(
    init: &Value,
    folder: &Path,
    archive: Option<&str>,
    reader: &mut SettingsReader<'_>,
) -> Result<Option<Vec<Value>>, Error> {
    let own = &init["test_cases"];
    if !(own.is_object() || own.is_null() && archive.is_some()) {
        return Ok(None);
    }
    reader.check("test_cases.", own, "dmoj-patterns");
    let Some(archive) = archive else {
        refuse("names no archive, in which its expressions would find tests", reader);
        return Ok(None);
    };
    // The search for tests reports a missing archive.
    let Some(path) = file_below(folder, archive)? else { return Ok(None) };
    let names = archive::names(&path).map_err(Error::unreadable(archive))?;
    let inputs = expression(own, "input_format", "in", reader);
    let answers = expression(own, "output_format", "out", reader);
    let Some((inputs, answers)) = inputs.zip(answers) else { return Ok(None) };
    match batches(&names, [&inputs, &answers]) {
        Some(batches) if !batches.is_empty() => Ok(listed(batches, init, reader)),
        // Without expressions, tests may be found by other rules than DMOJ's.
        _ if own.is_null() => Ok(None),
        _ => {
            refuse(&format!("has expressions that find no cases with numbers in {archive}"), reader);
            Ok(None)
        }
    }
}

fn refuse(why: &str, reader: &mut SettingsReader<'_>) {
    let line = reader.line("test_cases").map(|line| format!(" (line {line})")).unwrap_or_default();
    reader.refuse_because(format!("it {why}{line}"), Scope::Running);
}

/// Reads an expression; refuses a malformed one, or one with syntax that only Python knows.
fn expression(
    settings: &Value,
    key: &str,
    word: &'static str,
    reader: &mut SettingsReader<'_>,
) -> Option<Names> {
    if settings.get(key).is_none_or(Value::is_null) {
        return compiled(DEFAULT).map(|expression| Names { expression, word: Some(word) });
    }
    let own = reader.get(("test_cases.", settings), key, Scope::Running, |own| compiled(own.as_str()?));
    own.map(|expression| Names { expression, word: None })
}

fn compiled(expression: &str) -> Option<Regex> {
    RegexBuilder::new(&format!(r"\A(?:{expression})")).case_insensitive(true).build().ok()
}

impl Names {
    /// Returns the batch, if any, and the case of a file; `None` if the expression does not match.
    fn place(&self, name: &str) -> Option<(Option<Key>, Option<Key>)> {
        let lower = name.to_lowercase();
        if !self.word.is_none_or(|word| lower.starts_with(word) || lower.contains(&format!(".{word}"))) {
            return None;
        }
        let found = self.expression.captures(name)?;
        Some((key(&found, "batch"), key(&found, "case")))
    }
}

fn key(found: &Captures<'_>, group: &str) -> Option<Key> {
    let text = found.name(group)?.as_str();
    Some(text.parse().map_or_else(|_| Key::Name(text.to_owned()), Key::Number))
}

/// Returns the batches and cases that the names of files state, in order; `None` if a name states no case, or two cases have the same
/// number.
fn batches(names: &[String], expressions: [&Names; 2]) -> Option<BTreeMap<Key, Batch>> {
    let mut batches: BTreeMap<Key, Batch> = BTreeMap::new();
    for (kind, expression) in expressions.into_iter().enumerate() {
        for name in names {
            let Some((batch, case)) = expression.place(name) else { continue };
            let case = case?;
            let is_batch = batch.is_some();
            let own = batches.entry(batch.unwrap_or_else(|| case.clone())).or_default();
            own.is_batch |= is_batch;
            own.cases.entry(case).or_default()[kind] = Some(name.clone());
        }
    }
    batches.values().all(|batch| batch.is_batch || batch.cases.len() == 1).then_some(batches)
}

/// Returns batches and cases in the form of `test_cases`, with the points in `case_points`.
fn listed(
    batches: BTreeMap<Key, Batch>,
    init: &Value,
    reader: &mut SettingsReader<'_>,
) -> Option<Vec<Value>> {
    let own = [&init["test_cases"]["case_points"], &init["case_points"]];
    let points = own.into_iter().find_map(|points| points.as_array().filter(|points| !points.is_empty()));
    if let Some(points) = points.filter(|points| points.len() < batches.len()) {
        refuse(&format!("has case_points for {} of {} cases", points.len(), batches.len()), reader);
        return None;
    }
    let cases = batches.into_values().enumerate().map(|(index, batch)| {
        let files = batch.cases.into_values().map(|[input, answer]| json!({ "in": input, "out": answer }));
        let mut files: Vec<Value> = files.collect();
        let mut case = if batch.is_batch { json!({ "batched": files }) } else { files.remove(0) };
        if let Some(points) = points {
            case["points"] = points[index].clone();
        }
        case
    });
    Some(cases.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(names: &[&str], inputs: &str, wanted: &[&str]) {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let expression = |own: &str, word| match own {
            "" => Names { expression: compiled(DEFAULT).unwrap(), word: Some(word) },
            own => Names { expression: compiled(own).unwrap(), word: None },
        };
        let found = batches(&names, [&expression(inputs, "in"), &expression("", "out")]);
        let found = found.into_iter().flatten().map(|(_, batch)| {
            let cases = batch.cases.into_values().map(|[input, answer]| {
                format!("{} {}", input.unwrap_or_default(), answer.unwrap_or_default())
            });
            format!("{}{}", if batch.is_batch { "batch " } else { "" }, cases.collect::<Vec<_>>().join(", "))
        });
        assert_eq!(found.collect::<Vec<_>>(), wanted);
    }

    #[test]
    fn without_expressions_numbers_in_names_are_cases_and_batches() {
        check(
            &["x.10.in", "x.9.in", "x.9.out", "x.10.out", "readme"],
            "",
            &["x.9.in x.9.out", "x.10.in x.10.out"],
        );
        check(
            &["1.2.in", "1.1.in", "2.in", "1.1.out", "1.2.out", "2.out"],
            "",
            &["batch 1.1.in 1.1.out, 1.2.in 1.2.out", "2.in 2.out"],
        );
        // A file without a partner is a case all the same, and the words must not be parts of other words.
        check(&["IN03", "out03", "main4", "in/5"], "", &["IN03 out03", "in/5 "]);
    }

    #[test]
    fn expressions_match_from_the_beginning() {
        let names = ["a/t1.txt", "b/t1.txt", "a/t2b.txt", "a/tx.txt", "1.out"];
        let letters = r"a/t(?P<case>\w+)\.txt";
        check(&names, letters, &["a/t2b.txt ", "a/tx.txt ", "a/t1.txt 1.out"]);
        // No case, and two of one number.
        check(&names, "a/t", &[]);
        assert!(compiled(r"(?!a)(?P<case>\d)").is_none());
    }
}
