//! `generators/generators.yaml` as `bt` of BAPC's tools reads it: the tests of a package, with the way of making each.
//!
//! Names and seeds are those of `bt`, so that both make the same files. Features without a row here are refused.

mod command;
mod package;
mod rule;

use std::collections::HashMap;
use std::ops::Range;

use itertools::Itertools;

use self::package::GeneratorFiles;
pub use self::package::{RuledPackage, TestFiles};
pub use self::rule::Pattern;
use self::rule::{
    Rule, SETTINGS, Settings, at, copied_path, counts, file_of, is_path, is_test, unknown, with_end, within,
};
use crate::Error;
use crate::constants::Constants;
use crate::layout::{AnswerBy, Origin, Run, TestSource};
use nim_yaml::{Key, Node, Value};

/// The path of the file in a package.
pub const FILE: &str = "generators/generators.yaml";
/// The list of the files made by rules, with their hashes: they are removed when no rule makes them any more.
pub const MADE: &str = "generators/.made";

/// The limit of tests in a file.
const MOST_TESTS: usize = 100_000;

/// The folders of `data`, in the order in which their tests are numbered.
const FOLDERS: [&str; 7] =
    ["sample", "secret", "invalid_output", "invalid_answer", "invalid_input", "valid_output", "fuzz"];
/// Names of folders in earlier versions of `bt`, with their new names.
const OLDER: [(&str, &str); 4] = [
    ("invalid_inputs", "invalid_input"),
    ("invalid_answers", "invalid_answer"),
    ("invalid_outputs", "invalid_output"),
    ("valid_outputs", "valid_output"),
];
/// A key of the whole file from an earlier version of `bt`, which changes no test.
const OUTDATED: &str = "parallel";
/// Keys that have no effect on tests.
const IGNORED: [&str; 3] = ["version", "gitignore_generated", "type"];

/// Returns the text of the list [`MADE`] of files, by their paths in `data` and their contents.
pub fn list_of_made<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> String {
    files.into_iter().map(|(path, text)| format!("{} {path}\n", blake3::hash(text).to_hex())).collect()
}

/// The tests that the rules of a package make.
#[derive(Debug, Default)]
pub struct GeneratedTests {
    /// The tests in the order in which they are made.
    pub tests: Vec<GeneratedTest>,
    /// Other files below `data`, and their contents.
    pub files: Vec<(String, String)>,
}

/// A test made by a rule.
#[derive(Debug)]
pub struct GeneratedTest {
    /// The path below `data`, without an ending.
    pub path: String,
    /// The line of the rule.
    pub line: u64,
    /// The origins of the input and of the answer, unless the files stay.
    pub source: TestSource,
    /// The further files, which are made after input and answer.
    pub beside: TestFiles,
    /// The run that makes pictures of the test.
    pub visualizer: Option<Run>,
    /// The patterns that the input and the answer must match.
    pub patterns: Vec<Pattern>,
}

/// Reads the file of a package; `notes` are of keys that are ignored.
///
/// # Errors
/// Whatever is malformed, missing or not supported, after its line.
pub fn read(
    yaml: &str,
    package: &RuledPackage<'_>,
    notes: &mut Vec<String>,
) -> Result<GeneratedTests, Error> {
    let root = nim_yaml::parse(yaml).map_err(|error| Error::Malformed(format!(" {}", error.brief())))?;
    let Value::Map(root_map) = &root.value else { return Err(at(&root, "expected the key data")) };
    let mut reader = Reader {
        plan: GeneratedTests::default(),
        total: numbered(&root),
        next: 1,
        known: Vec::new(),
        settings: Vec::new(),
        lines: HashMap::new(),
        several: HashMap::new(),
        answer: None,
        constants: package.manifests.constants(package.folder)?,
        package,
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
                notes.push(format!("{}: the key {outdated:?} makes no test, and is ignored", key.line));
            }
            known if reader.setting("", known, node)? => {}
            _ => return Err(unknown(key, node)),
        }
    }
    let data = nim_yaml::get(root_map, "data").ok_or_else(|| at(&root, "expected the key data"))?;
    let Value::Map(folders) = &data.value else { return Err(at(data, "expected the folders of data")) };
    for (key, node) in folders {
        let newer = newer_name(&key.value);
        if !FOLDERS.contains(&newer) {
            return Err(unknown(key, node));
        }
        if newer != key.value {
            let older = &key.value;
            if nim_yaml::get(folders, newer).is_some() {
                return Err(format!(
                    "{}: {older:?} is the older name of {newer:?}, which is there, too",
                    key.line
                )
                .into());
            }
            notes.push(format!("{}: {older:?} is an older name, and its tests go to {newer}", key.line));
        }
    }
    for folder in FOLDERS {
        if let Some((_, node)) = folders.iter().find(|(key, _)| newer_name(&key.value) == folder) {
            reader.named(folder, |reader| reader.group(folder, node, &settings))?;
        }
    }
    Ok(reader.plan)
}

/// Returns the name that a folder has in the present version of `bt`.
fn newer_name(name: &str) -> &str {
    OLDER.iter().find(|(older, _)| *older == name).map_or(name, |(_, newer)| newer)
}

struct Reader<'a> {
    plan: GeneratedTests,
    /// The number of tests that are numbered, and the next number.
    total: usize,
    next: usize,
    /// The keys of tests and groups, each with the indices of its tests.
    known: Vec<(String, Range<usize>)>,
    /// The settings of each test, inherited from its groups.
    settings: Vec<Settings>,
    /// The lines of tests, by path.
    lines: HashMap<String, u64>,
    /// Generators of several files, by name.
    several: HashMap<String, GeneratorFiles>,
    /// The default answer of tests whose rules name no solution, once it is needed.
    answer: Option<AnswerBy>,
    constants: Constants,
    package: &'a RuledPackage<'a>,
}

impl Reader<'_> {
    fn programs(&mut self, node: &Node) -> Result<(), Error> {
        let Value::Map(map) = &node.value else { return Err(at(node, "expected names of generators")) };
        for (name, files) in map {
            let Value::List(list) = &files.value else { return Err(at(files, "expected a list of files")) };
            let paths = list.iter().map(|file| {
                let path = file.text()?;
                is_path(path)
                    .then(|| path.to_owned())
                    .ok_or_else(|| at(file, "expected a path below generators"))
            });
            let paths = paths.collect::<Result<Vec<_>, _>>()?;
            if paths.is_empty() {
                return Err(at(files, &format!("{} has no files", name.value)));
            }
            if !is_path(&name.value) {
                return Err(format!("{}: {:?} is no name of a generator", name.line, name.value).into());
            }
            let mut pairs = paths.iter().array_combinations::<2>();
            let same = pairs.find(|[one, other]| one.rsplit('/').next() == other.rsplit('/').next());
            if let Some([one, other]) = same {
                let why =
                    format!("{}: {one} and {other} have one name, and are put in one folder", name.value);
                return Err(at(files, &why));
            }
            let several = GeneratorFiles { number: self.several.len(), line: name.line, paths, main: None };
            self.several.insert(name.value.clone(), several);
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
                let other = &self.plan.tests[index];
                let name = other.path.rsplit('/').next().unwrap_or_default();
                let has_input = other.source.origin.as_ref().map(|_| "in");
                let has_answer = (other.source.by != AnswerBy::Stored).then_some("ans");
                let endings = has_input.into_iter().chain(has_answer).chain(other.beside.keys().copied());
                let mut rule = Rule { patterns: other.patterns.clone(), ..Rule::default() };
                for ending in endings {
                    rule.files.insert(ending, Origin::File(self.package.place(&other.path, ending)));
                }
                self.add((format!("{path}/{name}"), item), rule, self.settings[index].clone())?;
            }
        }
        Ok(())
    }

    /// Adds a test; without a rule for its answer, the default solution makes it.
    fn add(&mut self, (path, node): (String, &Node), rule: Rule, settings: Settings) -> Result<(), Error> {
        if let Some(line) = self.lines.insert(path.clone(), node.line) {
            return Err(at(node, &format!("{path} is the test of line {line}, too")));
        }
        let Rule { files: mut beside, links, patterns } = rule;
        let (input, answer) = (self.package.place(&path, "in"), self.package.place(&path, "ans"));
        let origin = beside.remove("in");
        let is_invalid = path.starts_with("invalid_");
        let by = match beside.remove("ans") {
            Some(origin) => AnswerBy::From(origin),
            None if origin.is_none() || is_invalid || path.starts_with("valid_") => AnswerBy::Stored,
            None => self.answer(settings.solution.as_deref()).map_err(within(node, &path))?,
        };
        for (ending, other) in links {
            let linked = match other {
                "in" => origin.as_ref().map(|_| Origin::File(input.clone())),
                "ans" => (by != AnswerBy::Stored).then(|| Origin::File(answer.clone())),
                other => beside.get(other).cloned(),
            };
            let linked = linked
                .ok_or_else(|| at(node, &format!("{path}: {ending}: there is no {other} to link to")))?;
            beside.insert(ending, linked);
        }
        // A visualizer may rely on valid files.
        let visualizer = settings.visualizer.clone().filter(|_| origin.is_some() && !is_invalid);
        let visualizer = visualizer
            .map(|(path, args)| Ok::<_, Error>(Run::new(&path, self.package.program(&path)?, args)));
        let visualizer = visualizer.transpose().map_err(within(node, &path))?;
        let source = TestSource { input, origin, answer, by };
        let line = node.line;
        self.plan.tests.push(GeneratedTest { path, line, source, beside, visualizer, patterns });
        self.settings.push(settings);
        Ok(())
    }

    /// Returns the origin of a test's answer; if its rule names no solution, the submissions are searched once.
    fn answer(&mut self, solution: Option<&str>) -> Result<AnswerBy, Error> {
        match (solution, &self.answer) {
            (None, Some(usual)) => Ok(usual.clone()),
            (None, None) => Ok(self.answer.insert(self.package.answer(None)?).clone()),
            (named, _) => self.package.answer(named),
        }
    }

    fn entry(&mut self, path: &str, node: &Node, settings: &Settings) -> Result<(), Error> {
        if !is_test(node) {
            return self.group(path, node, settings);
        }
        counts(node)?.iter().try_for_each(|count| self.test(path, node, settings, count.as_ref()))
    }

    /// Reads a test; `count` is its number among the tests of its rule, with the text that ends its name.
    fn test(
        &mut self,
        path: &str,
        node: &Node,
        above: &Settings,
        count: Option<&(i64, String)>,
    ) -> Result<(), Error> {
        let path = format!("{path}{}", count.map_or("", |(_, end)| end));
        let settings = above.with(node)?;
        let mut rule = Rule::default();
        match &node.value {
            Value::Null => {}
            // The name of an input alone is no command.
            Value::Text(text) if text.ends_with(".in") && is_path(text) => {
                rule.files = self.package.copied(copied_path(node)?).map_err(within(node, &path))?;
            }
            Value::Text(_) => {
                rule.files.insert("in", self.command(&path, node, &settings, count)?);
            }
            Value::Map(map) => {
                // A literal input is preferred to a generated one, and that to a copy.
                if let Some(text) = nim_yaml::get(map, "in") {
                    rule.files.insert("in", Origin::Text(with_end(text.text()?)));
                } else if let Some(command) = nim_yaml::get(map, "generate") {
                    rule.files.insert("in", self.command(&path, command, &settings, count)?);
                } else if let Some(copy) = nim_yaml::get(map, "copy") {
                    rule.files = self.package.copied(copied_path(copy)?).map_err(within(node, &path))?;
                }
                rule.read(node, map)?;
            }
            _ => return Err(at(node, "expected a command, or keys such as generate, copy, in")),
        }
        if !rule.files.contains_key("in") {
            // The input was written by hand and is not replaced.
            let file = format!("data/{path}.in");
            if self.package.root.file(&file)?.is_none() {
                return Err(at(node, &format!("{path}: it has no rule, and there is no {file}")));
            }
            rule = Rule::default();
        }
        self.add((path, node), rule, settings)
    }

    /// Returns the origin by a command, with constants, the number among several tests and the seed.
    fn command(
        &mut self,
        path: &str,
        node: &Node,
        settings: &Settings,
        count: Option<&(i64, String)>,
    ) -> Result<Origin, Error> {
        let text = self.constants.filled(node.text()?);
        let (number, text) = match count {
            Some((number, _)) => (*number, text.replace("{count}", &number.to_string())),
            None => (1, text),
        };
        let run = command::read(&text, &settings.salt, settings.retries, number);
        let run = run.map_err(|why| why.within(node.line))?;
        let program = match self.several.get_mut(&run.name) {
            Some(several) => several.main(&run.name, self.package)?,
            None => {
                let program = self.package.program(&format!("generators/{}", run.name));
                program.map_err(within(node, path))?
            }
        };
        Ok(Origin::Run(Run { program, ..run }))
    }
}

/// Returns the number of tests in lists.
fn numbered(node: &Node) -> usize {
    let Value::Map(map) = &node.value else { return 0 };
    match nim_yaml::get(map, "data").map(|data| &data.value) {
        Some(Value::Map(children)) => {
            children.iter().filter(|(_, child)| !is_test(child)).map(|(_, child)| numbered(child)).sum()
        }
        Some(Value::List(list)) => {
            let maps = list.iter().filter_map(|item| match &item.value {
                Value::Map(map) => Some(map),
                _ => None,
            });
            let children = maps.flatten().map(|(_, child)| match is_test(child) {
                true => counts(child).map_or(0, |counts| counts.len()),
                false => numbered(child),
            });
            children.sum()
        }
        _ => 0,
    }
}

/// Returns the path of a test or a group with this key, if it is allowed.
fn checked(key: &Key, path: String) -> Result<String, Error> {
    let checked = is_path(&path).then_some(path);
    checked.ok_or_else(|| format!("{}: {:?} is no name of a test or a group", key.line, key.value).into())
}
