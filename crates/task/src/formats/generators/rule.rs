//! The rule of a test: its keys, and the names and texts in it.

use super::package::TestFiles;
use crate::Error;
use crate::layout::Origin;
use nim_ground::folder::is_portable;
use nim_yaml::{Key, Node, Value};

/// The limit of tests from one rule.
const MOST_COUNT: usize = 100;
/// The limit of retries of one command.
const MOST_RETRIES: u32 = 1000;

/// Keys that only the rule of a test has.
const OF_TEST: [&str; 5] = ["generate", "copy", "in", "ans", "out"];
/// Keys of a test that hold the text of a file and are its ending.
const TEXTS: [&str; 7] =
    ["ans", "out", "in.statement", "in.download", "ans.statement", "ans.download", "interaction"];
/// Keys of a test that may name another file of it to repeat: a map with the key `link`.
const LINKS: [&str; 4] = ["in.statement", "in.download", "ans.statement", "ans.download"];
/// Keys of groups and tests that are [`Settings`].
pub const SETTINGS: [&str; 4] = ["solution", "visualizer", "random_salt", "retries"];

/// A regular expression that a file of a test must match somewhere.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The line of the pattern in the file.
    pub line: u64,
    /// The ending of the file: `in` or `ans`.
    pub ending: &'static str,
    /// The expression.
    pub text: String,
}

/// The files of a test, as its rule states them.
#[derive(Default)]
pub struct Rule {
    /// The files by ending.
    pub files: TestFiles,
    /// Pairs of endings: a linked file, and the file of the same test that it repeats.
    pub links: Vec<(&'static str, &'static str)>,
    /// The patterns that the input and the answer must match.
    pub patterns: Vec<Pattern>,
}

impl Rule {
    /// Reads the keys, except those of the input's origin.
    pub fn read(&mut self, node: &Node, map: &Vec<(Key, Node)>) -> Result<(), Error> {
        for (key, value) in map {
            match linked(key, value)? {
                Some(link) => self.links.push(link),
                None => self.files.extend(written(key, value)?),
            }
        }
        let mut links = self.links.iter();
        if let Some((_, other)) = links.find(|(_, other)| self.links.iter().any(|(own, _)| own == other)) {
            return Err(at(node, &format!("{other} is a link, too")));
        }
        if let Some(node) = nim_yaml::get(map, "match") {
            self.patterns = patterns_of(node)?;
        }
        Ok(())
    }
}

/// The settings that a group passes on to its members.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    pub solution: Option<String>,
    pub visualizer: Option<(String, Vec<String>)>,
    pub salt: String,
    /// The number of times that a generator is started, with another seed each time, until it succeeds.
    pub retries: u32,
}

impl Settings {
    /// Returns the settings for a group or a test inside.
    pub fn with(&self, node: &Node) -> Result<Self, Error> {
        let mut own = self.clone();
        let Value::Map(map) = &node.value else { return Ok(own) };
        if let Some(node) = nim_yaml::get(map, "solution") {
            own.solution = match &node.value {
                Value::Null => None,
                _ => {
                    let path = node.text()?.strip_prefix('/').filter(|path| is_path(path));
                    let expected = "expected a path such as /submissions/accepted/a.py";
                    Some(path.ok_or_else(|| at(node, expected))?.to_owned())
                }
            };
        }
        if let Some(node) = nim_yaml::get(map, "visualizer") {
            own.visualizer = visualizer(node)?;
        }
        if let Some(node) = nim_yaml::get(map, "random_salt") {
            node.text()?.clone_into(&mut own.salt);
        }
        if let Some(node) = nim_yaml::get(map, "retries") {
            let retries = u32::try_from(node.number()?).ok();
            own.retries = retries
                .filter(|retries| (1..=MOST_RETRIES).contains(retries))
                .ok_or_else(|| at(node, &format!("expected a number from 1 to {MOST_RETRIES}")))?;
        }
        Ok(own)
    }
}

/// Reads the command that makes pictures.
fn visualizer(node: &Node) -> Result<Option<(String, Vec<String>)>, Error> {
    if matches!(node.value, Value::Null) {
        return Ok(None);
    }
    let text = node.text()?.replace("{name}", "testcase");
    let words = shell_words::split(&text).map_err(|error| at(node, &error.to_string()))?;
    let program = words.first().and_then(|word| word.strip_prefix('/')).filter(|path| is_path(path));
    let program = program.ok_or_else(|| at(node, "expected a path such as /visualizers/draw.py"))?;
    Ok(Some((program.to_owned(), words[1..].to_vec())))
}

/// Returns the patterns of a test: of its input, or by the endings of files.
fn patterns_of(node: &Node) -> Result<Vec<Pattern>, Error> {
    let Value::Map(map) = &node.value else { return patterns_of_file("in", node) };
    let mut patterns = Vec::new();
    for (key, value) in map {
        let ending = ["in", "ans"].into_iter().find(|ending| *ending == key.value);
        patterns.extend(patterns_of_file(ending.ok_or_else(|| unknown(key, value))?, value)?);
    }
    Ok(patterns)
}

fn patterns_of_file(ending: &'static str, node: &Node) -> Result<Vec<Pattern>, Error> {
    let list = match &node.value {
        Value::List(list) => list.as_slice(),
        _ => std::slice::from_ref(node),
    };
    list.iter().map(|node| Ok(Pattern { line: node.line, ending, text: node.text()?.to_owned() })).collect()
}

/// Returns the endings of a file and of the one that it repeats; `None` if the key means something else.
fn linked(key: &Key, value: &Node) -> Result<Option<(&'static str, &'static str)>, Error> {
    let Some(own) = LINKS.into_iter().find(|own| *own == key.value) else { return Ok(None) };
    let Value::Map(map) = &value.value else { return Ok(None) };
    let [(word, other)] = map.as_slice() else { return Err(at(value, "expected the key link alone")) };
    if word.value != "link" {
        return Err(unknown(word, other));
    }
    let kind = own.split('.').next().unwrap_or_default();
    let name = other.text()?;
    let mut endings = LINKS.into_iter().chain(["in", "ans"]);
    let other = endings
        .find(|ending| *ending == name && ending.starts_with(kind))
        .ok_or_else(|| at(other, &format!("{own} is no link to {name:?}")))?;
    Ok(Some((own, other)))
}

/// Returns a file whose text is in a key of a test; `None` if the key means something else.
fn written(key: &Key, value: &Node) -> Result<Option<(&'static str, Origin)>, Error> {
    let name = key.value.as_str();
    if SETTINGS.contains(&name) || ["in", "generate", "copy", "count", "match"].contains(&name) {
        return Ok(None);
    }
    if name == "yaml" {
        return Ok(Some(("yaml", Origin::Text(file_of(value)?))));
    }
    let ending = TEXTS.into_iter().find(|ending| *ending == name).ok_or_else(|| unknown(key, value))?;
    Ok(Some((ending, Origin::Text(with_end(value.text()?)))))
}

/// Returns the path of the files to copy for a test.
pub fn copied_path(node: &Node) -> Result<&str, Error> {
    let path = node.text()?;
    let path = path.strip_suffix(".in").unwrap_or(path);
    if is_path(path) { Ok(path) } else { Err(at(node, "expected a path below generators")) }
}

/// Returns the tests of one rule: the number and the end of the name of each; a single one without both if nothing is counted.
pub fn counts(node: &Node) -> Result<Vec<Option<(i64, String)>>, Error> {
    let Some(count) = (match &node.value {
        Value::Map(map) => nim_yaml::get(map, "count"),
        _ => None,
    }) else {
        return Ok(vec![None]);
    };
    let numbers: Vec<i64> = match &count.value {
        Value::List(list) => list.iter().map(Node::number).collect::<Result<_, _>>()?,
        Value::Text(text) => {
            let ends = text
                .split_once("..=")
                .and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
            let (least, most): (i64, i64) =
                ends.ok_or_else(|| at(count, "expected a number, a list or 1..=3"))?;
            (least..=most).take(MOST_COUNT + 1).collect()
        }
        _ => (1..=count.number()?).take(MOST_COUNT + 1).collect(),
    };
    if numbers.is_empty() || numbers.len() > MOST_COUNT {
        return Err(at(count, &format!("expected 1 to {MOST_COUNT} tests")));
    }
    let (least, most) = numbers.iter().fold((i64::MAX, i64::MIN), |(a, b), &n| (a.min(n), b.max(n)));
    let are_consecutive = i64::try_from(numbers.len()).is_ok_and(|len| most.saturating_sub(least) == len - 1);
    let width = numbers.iter().map(|number| number.to_string().len()).max().unwrap_or(0);
    let width = if are_consecutive { width } else { 0 };
    Ok(numbers.into_iter().map(|number| Some((number, format!("-{number:0width$}")))).collect())
}

pub fn is_test(node: &Node) -> bool {
    match &node.value {
        Value::Map(map) => map.iter().any(|(key, _)| OF_TEST.contains(&key.value.as_str())),
        Value::List(_) => false,
        _ => true,
    }
}

/// Returns whether a part of a path is a plain name.
fn is_name(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte))
        && name.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '_')
}

/// Returns whether a path stays in its folder.
pub fn is_path(path: &str) -> bool {
    is_portable(path) && path.split('/').all(is_name)
}

/// Returns the text of a file: a text itself, or keys as YAML.
pub fn file_of(node: &Node) -> Result<String, Error> {
    match &node.value {
        Value::Text(text) => Ok(with_end(text)),
        Value::Map(map) => {
            Ok(map.iter().map(|(key, value)| format!("{}: {}\n", key.value, value.json())).collect())
        }
        _ => Err(at(node, "expected keys")),
    }
}

pub fn with_end(text: &str) -> String {
    if text.is_empty() || text.ends_with('\n') { text.to_owned() } else { format!("{text}\n") }
}

pub fn at(node: &Node, why: &str) -> Error {
    Error::Malformed(format!("{}: {why}", node.line))
}

/// Names the test of an error, by its line and its path.
pub fn within(node: &Node, path: &str) -> impl Fn(Error) -> Error {
    move |why| why.within(format!("{}: {path}", node.line))
}

pub fn unknown(key: &Key, value: &Node) -> Error {
    let line = if key.line > 0 { key.line } else { value.line };
    Error::Unsupported(format!("{line}: the key {:?} is not supported", key.value))
}
