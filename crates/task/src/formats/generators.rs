//! `generators/generators.yaml` as `bt` of BAPC's tools reads it: which tests a package has, and how each is made.
//!
//! Names and seeds are those of `bt`, so that both make the same files. Whatever has no row here is refused.

mod command;

use std::collections::HashMap;
use std::ops::Range;

pub use self::command::Command;
use crate::Error;
use crate::constants::Constants;
use nim_ground::folder::is_portable;
use nim_yaml::{Key, Node, Value};

/// The file, below the package.
pub const FILE: &str = "generators/generators.yaml";
/// The list of the files that were made by it, and their hashes: those are removed when no rule makes them any more.
pub const MADE: &str = "generators/.made";

/// Most tests of one rule.
const MOST_COUNT: usize = 100;
/// Most tests of a file.
const MOST_TESTS: usize = 100_000;

/// The folders of `data`, in the order in which their tests are numbered.
const FOLDERS: [&str; 7] =
    ["sample", "secret", "invalid_output", "invalid_answer", "invalid_input", "valid_output", "fuzz"];
/// Keys that make a rule one of a test.
const OF_TEST: [&str; 5] = ["generate", "copy", "in", "ans", "out"];
/// Keys of a test that are the ending of a file, whose text they hold.
const TEXTS: [&str; 7] =
    ["ans", "out", "in.statement", "in.download", "ans.statement", "ans.download", "interaction"];
/// Keys of a test that may name another file of it, whose contents they have: a map with the key `link`.
const LINKS: [&str; 4] = ["in.statement", "in.download", "ans.statement", "ans.download"];
/// A key of the whole file from an earlier version of `bt`, which changes no test.
const OUTDATED: &str = "parallel";
/// Keys that change no file.
const IGNORED: [&str; 3] = ["version", "gitignore_generated", "type"];
/// Keys of groups and tests that are [`Settings`].
const SETTINGS: [&str; 4] = ["solution", "visualizer", "random_salt", "retries"];
/// Most retries of one command.
const MOST_RETRIES: u32 = 1000;

/// Returns the text of the list [`MADE`] of files, by their paths in `data` and their contents.
pub fn list_of_made<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> String {
    files.into_iter().map(|(path, text)| format!("{} {path}\n", blake3::hash(text).to_hex())).collect()
}

/// The tests of a package.
#[derive(Debug, Default)]
pub struct GeneratedTests {
    /// The tests, in order.
    pub tests: Vec<Planned>,
    /// Other files below `data`, and their contents.
    pub files: Vec<(String, String)>,
    /// Notes on keys that are ignored.
    pub notes: Vec<String>,
    /// Generators of several files: the name, and the files below `generators`.
    pub programs: Vec<(String, Vec<String>)>,
}

/// A test.
#[derive(Clone, Debug)]
pub struct Planned {
    /// Its path below `data`, without an ending.
    pub path: String,
    /// The line of its rule.
    pub line: u64,
    /// How its input is made.
    pub input: Input,
    /// The contents of its other files, by ending.
    pub files: Vec<(&'static str, String)>,
    /// Its files that are others of it again, by ending, each with the ending of the other.
    pub links: Vec<(&'static str, &'static str)>,
    /// The solution that answers it, below the package; `None` where none is named.
    pub solution: Option<String>,
    /// The program below the package that makes pictures of it, and its arguments.
    pub visualizer: Option<(String, Vec<String>)>,
    /// The patterns that its input and its answer must match.
    pub patterns: Vec<Pattern>,
}

/// A regular expression that a file of a test must match somewhere.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The line on which it stands.
    pub line: u64,
    /// The ending of the file: `in` or `ans`.
    pub ending: &'static str,
    /// The expression.
    pub text: String,
}

/// How an input is made.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// By a command, whose program is below `generators`.
    Command(Command),
    /// It is copied, with what lies beside it, from this path below `generators`, without an ending.
    Copy(String),
    /// It is this text.
    Text(String),
    /// The test is another one again, whose path this is.
    Same(String),
    /// It was written by hand, and stays.
    Kept,
}

/// Reads the file. Commands may name the constants of the package.
///
/// # Errors
/// Whatever is malformed or not supported, after its line.
pub fn read(yaml: &str, constants: &Constants) -> Result<GeneratedTests, Error> {
    let root = nim_yaml::parse(yaml).map_err(|error| {
        let first = error.brief();
        format!(" {}", first.strip_prefix("error: ").unwrap_or(&first))
    })?;
    let Value::Map(root_map) = &root.value else { return Err(at(&root, "expected the key data")) };
    let mut reader = Reader {
        plan: GeneratedTests::default(),
        total: numbered(&root),
        next: 1,
        known: Vec::new(),
        lines: HashMap::new(),
        constants,
    };
    if reader.total > MOST_TESTS {
        return Err(at(&root, &format!("it has more than {MOST_TESTS} tests")));
    }
    let settings = Settings { retries: 1, ..Settings::default() }.with(&root)?;
    for (key, node) in root_map {
        match key.value.as_str() {
            "data" => {}
            "generators" => reader.programs(node)?,
            outdated if outdated == OUTDATED => {
                let note = format!("{}: the key {outdated:?} makes no test, and is ignored", key.line);
                reader.plan.notes.push(note);
            }
            known if reader.setting("", known, node)? => {}
            _ => return Err(unknown(key, node)),
        }
    }
    let data = nim_yaml::get(root_map, "data").ok_or_else(|| at(&root, "expected the key data"))?;
    let Value::Map(folders) = &data.value else { return Err(at(data, "expected the folders of data")) };
    if let Some((key, node)) = folders.iter().find(|(key, _)| !FOLDERS.contains(&key.value.as_str())) {
        return Err(unknown(key, node));
    }
    for folder in FOLDERS {
        if let Some(node) = nim_yaml::get(folders, folder) {
            reader.named(folder, |reader| reader.group(folder, node, &settings))?;
        }
    }
    Ok(reader.plan)
}

/// What groups hand down.
#[derive(Clone, Debug, Default)]
struct Settings {
    solution: Option<String>,
    visualizer: Option<(String, Vec<String>)>,
    salt: String,
    /// How often a generator is started, with another seed each time, until it succeeds.
    retries: u32,
}

impl Settings {
    /// Returns those in a group or a test.
    fn with(&self, node: &Node) -> Result<Self, Error> {
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

struct Reader<'a> {
    plan: GeneratedTests,
    /// The number of tests that are numbered, and the next number.
    total: usize,
    next: usize,
    /// The keys of tests and groups, each with the indices of its tests.
    known: Vec<(String, Range<usize>)>,
    /// The lines of tests, by path.
    lines: HashMap<String, u64>,
    constants: &'a Constants,
}

impl Reader<'_> {
    fn programs(&mut self, node: &Node) -> Result<(), Error> {
        let Value::Map(map) = &node.value else { return Err(at(node, "expected names of generators")) };
        for (name, files) in map {
            let Value::List(list) = &files.value else { return Err(at(files, "expected a list of files")) };
            let files = list.iter().map(|file| {
                let path = file.text()?;
                is_path(path)
                    .then(|| path.to_owned())
                    .ok_or_else(|| at(file, "expected a path below generators"))
            });
            let files = files.collect::<Result<Vec<_>, _>>()?;
            if files.is_empty() {
                return Err(at(node, &format!("{} has no files", name.value)));
            }
            if !is_path(&name.value) {
                return Err(format!("{}: {:?} is no name of a generator", name.line, name.value).into());
            }
            self.plan.programs.push((name.value.clone(), files));
        }
        Ok(())
    }

    /// Reads a key that a group may have, and returns whether it is one.
    fn setting(&mut self, path: &str, key: &str, node: &Node) -> Result<bool, Error> {
        if ["test_group.yaml", "testdata.yaml"].contains(&key) {
            let slash = if path.is_empty() { "" } else { "/" };
            self.plan.files.push((format!("{path}{slash}{key}"), file_of(node)?));
        }
        let is_known = IGNORED.contains(&key) || SETTINGS.contains(&key);
        Ok(is_known || key.ends_with(".yaml") && key.starts_with("test"))
    }

    /// Reads a folder of tests.
    fn group(&mut self, path: &str, node: &Node, above: &Settings) -> Result<(), Error> {
        let Value::Map(map) = &node.value else {
            return Err(at(node, "expected a group, with the key data"));
        };
        let settings = above.with(node)?;
        for (key, value) in map {
            match key.value.as_str() {
                "data" => {}
                "include" => self.include(path, value)?,
                known if self.setting(path, known, value)? => {}
                _ => return Err(unknown(key, value)),
            }
        }
        match nim_yaml::get(map, "data").map(|data| (data, &data.value)) {
            None | Some((_, Value::Null)) => Ok(()),
            Some((_, Value::List(list))) => self.list(path, list, &settings),
            Some((data, Value::Map(children))) => {
                let mut children: Vec<_> = children.iter().collect();
                children.sort_by(|one, other| one.0.value.cmp(&other.0.value));
                for (key, child) in children {
                    let name = key.value.as_str();
                    if name.is_empty() {
                        return Err(at(data, "a test outside of a list has a name"));
                    }
                    let path = checked(key, format!("{path}/{name}"))?;
                    self.named(name, |reader| reader.entry(&path, child, &settings))?;
                }
                Ok(())
            }
            Some((data, _)) => Err(at(data, "expected a list or names of tests")),
        }
    }

    /// Reads tests and groups that are numbered: tests through the whole file, groups in their folder.
    fn list(&mut self, path: &str, list: &[Node], settings: &Settings) -> Result<(), Error> {
        let mut entries = Vec::new();
        for item in list {
            let Value::Map(map) = &item.value else { return Err(at(item, "expected - name: rule")) };
            let [(key, child)] = map.as_slice() else {
                return Err(at(
                    item,
                    "expected one name in each item; the keys of a test stand below it, indented",
                ));
            };
            entries.push((key, child));
        }
        let groups = entries.iter().filter(|(_, child)| !is_test(child)).count();
        let mut group = 0;
        for (key, child) in entries {
            let name = key.value.as_str();
            let dash = if name.is_empty() { "" } else { "-" };
            if is_test(child) {
                let width = self.total.to_string().len();
                self.named(name, |reader| {
                    counts(child)?.iter().try_for_each(|count| {
                        let number = checked(key, format!("{path}/{:0width$}{dash}{name}", reader.next))?;
                        reader.next += 1;
                        reader.test(&number, child, settings, count.as_ref())
                    })
                })?;
            } else {
                group += 1;
                let width = groups.to_string().len();
                let path = checked(key, format!("{path}/{group:0width$}{dash}{name}"))?;
                self.named(name, |reader| reader.group(&path, child, settings))?;
            }
        }
        Ok(())
    }

    /// Reads a test or a group by `read`, and notes its tests under its key.
    fn named(&mut self, key: &str, read: impl FnOnce(&mut Self) -> Result<(), Error>) -> Result<(), Error> {
        let first = self.plan.tests.len();
        read(self)?;
        self.known.push((key.to_owned(), first..self.plan.tests.len()));
        Ok(())
    }

    /// Adds tests that stand earlier in the file to a group.
    fn include(&mut self, path: &str, node: &Node) -> Result<(), Error> {
        let Value::List(list) = &node.value else { return Err(at(node, "expected a list of keys")) };
        for item in list {
            let key = item.text()?;
            let mut known = self.known.iter().filter(|(own, _)| own == key);
            let (Some((_, tests)), None) = (known.next(), known.next()) else {
                return Err(at(item, &format!("{key:?} is not the key of one earlier test or group")));
            };
            for index in tests.clone() {
                let other = self.plan.tests[index].clone();
                let name = other.path.rsplit('/').next().unwrap_or_default();
                let input = Input::Same(other.path.clone());
                let test = Planned { path: format!("{path}/{name}"), line: item.line, input, ..other };
                self.add(test, item)?;
            }
        }
        Ok(())
    }

    fn add(&mut self, test: Planned, node: &Node) -> Result<(), Error> {
        if let Some(line) = self.lines.insert(test.path.clone(), test.line) {
            return Err(at(node, &format!("{} is the test of line {line}, too", test.path)));
        }
        self.plan.tests.push(test);
        Ok(())
    }

    fn entry(&mut self, path: &str, node: &Node, settings: &Settings) -> Result<(), Error> {
        if !is_test(node) {
            return self.group(path, node, settings);
        }
        counts(node)?.iter().try_for_each(|count| self.test(path, node, settings, count.as_ref()))
    }

    /// Reads a test; `count` is its number among those of its rule and the text that its name ends with, where there are several.
    fn test(
        &mut self,
        path: &str,
        node: &Node,
        above: &Settings,
        count: Option<&(i64, String)>,
    ) -> Result<(), Error> {
        let path = format!("{path}{}", count.map_or("", |(_, end)| end));
        let settings = above.with(node)?;
        let mut test = Planned {
            path,
            line: node.line,
            input: Input::Kept,
            files: Vec::new(),
            links: Vec::new(),
            solution: settings.solution.clone(),
            visualizer: settings.visualizer.clone(),
            patterns: Vec::new(),
        };
        match &node.value {
            Value::Null => {}
            // The name of an input alone is no command.
            Value::Text(text) if text.ends_with(".in") && is_path(text) => test.input = copied(node)?,
            Value::Text(_) => test.input = self.command(node, &settings, count)?,
            Value::Map(map) => {
                // What is written out goes before what is made, and that before what is copied.
                if let Some(text) = nim_yaml::get(map, "in") {
                    test.input = Input::Text(with_end(text.text()?));
                } else if let Some(command) = nim_yaml::get(map, "generate") {
                    test.input = self.command(command, &settings, count)?;
                } else if let Some(copy) = nim_yaml::get(map, "copy") {
                    test.input = copied(copy)?;
                }
                for (key, value) in map {
                    match linked(key, value)? {
                        Some(link) => test.links.push(link),
                        None => test.files.extend(written(key, value)?),
                    }
                }
                if let Some((_, other)) = test.links.iter().find(|(_, other)| is_link(&test.links, other)) {
                    return Err(at(node, &format!("{other} is a link, too")));
                }
                if let Some(node) = nim_yaml::get(map, "match") {
                    test.patterns = patterns_of(node)?;
                }
            }
            _ => return Err(at(node, "expected a command, or keys such as generate, copy, in")),
        }
        self.add(test, node)
    }

    /// Returns the input of a command, with constants, the number among several tests and the seed.
    fn command(
        &self,
        node: &Node,
        settings: &Settings,
        count: Option<&(i64, String)>,
    ) -> Result<Input, Error> {
        let text = self.constants.filled(node.text()?);
        let (number, text) = match count {
            Some((number, _)) => (*number, text.replace("{count}", &number.to_string())),
            None => (1, text),
        };
        Command::new(&text, (&settings.salt, settings.retries), number)
            .map(Input::Command)
            .map_err(|why| at(node, why))
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
    let of_file = |ending: &'static str, node: &Node| {
        let list = match &node.value {
            Value::List(list) => list.iter().collect(),
            _ => vec![node],
        };
        let pattern = |node: &Node| Ok(Pattern { line: node.line, ending, text: node.text()?.to_owned() });
        list.into_iter().map(pattern).collect::<Result<Vec<_>, Error>>()
    };
    let Value::Map(map) = &node.value else { return of_file("in", node) };
    let mut patterns = Vec::new();
    for (key, value) in map {
        let ending = ["in", "ans"].into_iter().find(|ending| *ending == key.value);
        patterns.extend(of_file(ending.ok_or_else(|| unknown(key, value))?, value)?);
    }
    Ok(patterns)
}

fn is_link(links: &[(&str, &str)], ending: &str) -> bool {
    links.iter().any(|(own, _)| *own == ending)
}

/// Returns the ending of a file that is another one again, and that of the other; `None` where the key says something else.
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

/// Returns a file whose text a key of a test holds; `None` where the key says something else.
fn written(key: &Key, value: &Node) -> Result<Option<(&'static str, String)>, Error> {
    let name = key.value.as_str();
    if SETTINGS.contains(&name) || ["in", "generate", "copy", "count", "match"].contains(&name) {
        return Ok(None);
    }
    if name == "yaml" {
        return Ok(Some(("yaml", file_of(value)?)));
    }
    let ending = TEXTS.into_iter().find(|ending| *ending == name).ok_or_else(|| unknown(key, value))?;
    Ok(Some((ending, with_end(value.text()?))))
}

/// Returns the path of a test that is copied.
fn copied(node: &Node) -> Result<Input, Error> {
    let path = node.text()?;
    let path = path.strip_suffix(".in").unwrap_or(path);
    is_path(path)
        .then(|| Input::Copy(path.to_owned()))
        .ok_or_else(|| at(node, "expected a path below generators"))
}

/// Returns the tests of one rule: the number of each, and how its name ends; one without both where none are counted.
fn counts(node: &Node) -> Result<Vec<Option<(i64, String)>>, Error> {
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

/// Returns the number of tests in lists.
fn numbered(node: &Node) -> usize {
    let Value::Map(map) = &node.value else { return 0 };
    let count = |child: &Node, in_list: bool| match is_test(child) {
        true if in_list => counts(child).map_or(0, |counts| counts.len()),
        true => 0,
        false => numbered(child),
    };
    match nim_yaml::get(map, "data").map(|data| &data.value) {
        Some(Value::Map(children)) => children.iter().map(|(_, child)| count(child, false)).sum(),
        Some(Value::List(list)) => {
            let maps = list.iter().filter_map(|item| match &item.value {
                Value::Map(map) => Some(map),
                _ => None,
            });
            maps.flatten().map(|(_, child)| count(child, true)).sum()
        }
        _ => 0,
    }
}

fn is_test(node: &Node) -> bool {
    match &node.value {
        Value::Map(map) => map.iter().any(|(key, _)| OF_TEST.contains(&key.value.as_str())),
        Value::List(_) => false,
        _ => true,
    }
}

/// Returns whether a part of a path is a plain name.
fn is_name(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
    name.bytes().all(is_plain)
        && name.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '_')
}

/// Returns whether a path stays in its folder.
fn is_path(path: &str) -> bool {
    is_portable(path) && path.split('/').all(is_name)
}

/// Returns the path of a test or a group, whose key this is.
fn checked(key: &Key, path: String) -> Result<String, Error> {
    let why = || format!("{}: {:?} is no name of a test or a group", key.line, key.value);
    if is_path(&path) { Ok(path) } else { Err(why().into()) }
}

/// Returns a file of its own: a text as it is, and keys as YAML.
fn file_of(node: &Node) -> Result<String, Error> {
    match &node.value {
        Value::Text(text) => Ok(with_end(text)),
        Value::Map(map) => {
            Ok(map.iter().map(|(key, value)| format!("{}: {}\n", key.value, value.json())).collect())
        }
        _ => Err(at(node, "expected keys")),
    }
}

fn with_end(text: &str) -> String {
    if text.is_empty() || text.ends_with('\n') { text.to_owned() } else { format!("{text}\n") }
}

fn at(node: &Node, why: &str) -> Error {
    Error::Malformed(format!("{}: {why}", node.line))
}

fn unknown(key: &Key, value: &Node) -> Error {
    let line = if key.line > 0 { key.line } else { value.line };
    Error::Unsupported(format!("{line}: the key {:?} is not supported", key.value))
}
