//! Polygon's `problem.xml`: test sets with limits in ms and bytes, tests that generators make, a checker, an interactor, validators and
//! solutions.

mod package;

use std::path::{Path, PathBuf};

use itertools::Itertools;
use roxmltree::{Document, Node};
use serde_json::{Map, Value};

use super::checkers::testlib;
use super::{Format, ManifestFile, ManifestKind};
use crate::Error;
use crate::expected::Expectation;
use crate::formats::manifest::{Manifest, Solution};
use crate::layout::input_validators::InputValidator;
use crate::layout::naming_scheme::NamingScheme;
use crate::layout::scoring_config::ScoringConfig;
use crate::layout::settings::{Scope, SettingsReader, count_of, text};
use crate::layout::test::{Test, Validation};
use crate::layout::test_source::{AnswerBy, NamedSource, Origin, Run};
use crate::protocol::Protocol;
use crate::score::{Group, Needs};
use crate::source::PYTHON_2;
use crate::verdict::Verdict::{self, Accepted, RuntimeError, TimeLimit, WrongAnswer};
use nim_ground::file_io::FileIo;
use nim_ground::folder::{FolderRoot, file_below, is_below};

pub const FORMAT: Format = Format {
    packages: &[package::FORMAT],
    manifests: &[ManifestKind { name: "problem.xml", detect: is_problem, read }],
    has_programs: true,
    solutions: Some("solutions"),
    ..Format::PLAIN
};

/// The most tests of a package.
const MOST_TESTS: usize = 100_000;

/// Returns whether the root of a file is a problem.
fn is_problem(file: &ManifestFile<'_>) -> bool {
    Document::parse(file.text).map_or(true, |document| document.root_element().has_tag_name("problem"))
}

/// Reads a `problem.xml`.
fn read(file: &ManifestFile<'_>, reader: &mut SettingsReader<'_>) -> Result<Manifest, Error> {
    let document = Document::parse(file.text).map_err(|error| error.to_string())?;
    let problem = document.root_element();
    let headers = ["files/testlib.h", "testlib.h"].map(|name| file.folder.join(name)).to_vec();
    let mut task = Manifest { headers, has_folders: true, ..Manifest::default() };
    read_files(problem, &mut task, reader);
    for name in nested(problem, "names", "name") {
        if let (Some(language), Some(title)) = (name.attribute("language"), name.attribute("value")) {
            task.titles.insert(package::code(language).to_owned(), title.to_owned());
        }
    }
    let mut scoring = ScoringConfig::default();
    let percent = "treat-points-from-checker-as-percent";
    let percent = children(problem, "judging").any(|judging| judging.attribute(percent) == Some("true"));
    let style = if percent { Protocol::TESTLIB_PERCENT } else { Protocol::TESTLIB };
    let mut validators = Vec::new();
    let mut main = None;
    for assets in children(problem, "assets") {
        reader.check("assets.", &settings(assets), "polygon-assets");
        task.validation = validation(assets, file.folder, style, reader)?;
        for (tag, solution) in nested(assets, "solutions", "solution").filter_map(solution) {
            main = main.or_else(|| (tag == "main").then(|| solution.name.clone()));
            task.solutions.push(solution);
        }
        let sources =
            nested(assets, "validators", "validator").filter_map(|own| children(own, "source").next());
        let paths = sources.filter_map(|source| source.attribute("path")).filter(|path| is_below(path));
        validators.extend(paths.map(|path| InputValidator::new(file.folder, path)));
    }
    // An interactor knows the answer by itself.
    let main = main.filter(|_| !matches!(task.validation, Some(Validation::Interactor { .. })));
    let root = FolderRoot::open(file.folder)?;
    for judging in children(problem, "judging") {
        let own = settings(judging);
        reader.check("judging.", &own, "polygon-judging");
        let [input, output] = ["input-file", "output-file"].map(|key| reader.file(("judging.", &own), key));
        task.files = FileIo { input, output };
        for testset in children(judging, "testset") {
            let tests = XmlTests { testset, root: &root, validators: &validators, main: main.as_deref() };
            tests.add(&mut task, reader)?;
            scoring.root.groups.extend(nested(testset, "groups", "group").map(|own| group(own, reader)));
        }
    }
    reader.check_dependencies(&scoring.root, |text, [_, on]| {
        text.lines().position(|line| line.contains("<dependency") && line.contains(on)).map(|index| index + 1)
    });
    let groups = scoring.root.groups.iter().filter_map(|group| group.points);
    let mut points = groups.chain(task.tests.iter().filter_map(|test| test.points));
    task.scoring = points.any(|points| points > 0.0).then_some(scoring);
    if !task.test_sources.is_empty() {
        if let Some(path) =
            task.tests.iter().flat_map(|test| [test.name.as_str(), test.answer_name()]).duplicates().next()
        {
            reader.refuse_because(format!("two files of its tests have the path {path}"), Scope::Running);
        }
        // A checker knows the paths of the judged files.
        task.copied = task.tests.iter().map(|test| test.name.clone()).collect();
    }
    Ok(task)
}

/// Reads the sources with their compilers, and refuses graders, which are compiled with every program.
fn read_files(problem: Node<'_, '_>, task: &mut Manifest, reader: &mut SettingsReader<'_>) {
    let sources = problem.descendants().filter(|node| node.has_tag_name("source"));
    for (source, path) in sources.filter_map(|source| Some((source, source.attribute("path")?))) {
        if is_below(path) {
            let compiler = source.attribute("type").unwrap_or_default();
            task.compilers.push((path.into(), compiler.to_owned()));
        } else {
            reader.refuse_because(format!("the source {path} is outside the package"), Scope::Running);
        }
    }
    for file in problem.descendants().filter(|node| node.has_tag_name("file")) {
        let mut assets = file.descendants().filter(|node| node.has_tag_name("asset"));
        if assets.any(|asset| asset.attribute("name") == Some("solution")) {
            let path = Value::from(file.attribute("path").unwrap_or("(no path)"));
            reader.refuse("files.resources.file", &path, Scope::Running);
        }
    }
}

/// Reads an element of the solutions.
fn solution<'a>(node: Node<'a, '_>) -> Option<(&'a str, Solution)> {
    let source = children(node, "source").next()?;
    let compiler = source.attribute("type").unwrap_or_default();
    let tag = node.attribute("tag").unwrap_or_default();
    let version = compiler.trim_start_matches(|c: char| !c.is_ascii_digit());
    let left_out = match compiler.starts_with("py") && version.starts_with('2') {
        _ if tag == "do-not-run" => Some("as its tag says do-not-run".to_owned()),
        true => Some(PYTHON_2.to_owned()),
        false => None,
    };
    let (name, compiler) = (source.attribute("path")?.to_owned(), compiler.to_owned());
    Some((tag, Solution { name, compiler, expectation: of_tag(tag), left_out, ..Solution::default() }))
}

/// Returns the expectation of a tag; `None` if the tag sets none.
pub fn of_tag(tag: &str) -> Option<Expectation> {
    let (required, more): (&[Verdict], &[Verdict]) = match tag {
        "main" | "accepted" => (&[Accepted], &[]),
        "wrong-answer" | "presentation-error" => (&[WrongAnswer], &[Accepted]),
        "time-limit-exceeded" => (&[TimeLimit], &[Accepted]),
        "time-limit-exceeded-or-accepted" => (&[], &[TimeLimit, Accepted]),
        "memory-limit-exceeded" => (&[RuntimeError], &[Accepted]),
        "time-limit-exceeded-or-memory-limit-exceeded" => (&[TimeLimit, RuntimeError], &[Accepted]),
        "rejected" | "failed" => (&[WrongAnswer, TimeLimit, RuntimeError], &[Accepted]),
        _ => return None,
    };
    Some(Expectation::of_verdicts(&format!("the tag {tag}"), required, more))
}

/// A test set whose tests are being read.
struct XmlTests<'a, 'input> {
    testset: Node<'a, 'input>,
    root: &'a FolderRoot,
    validators: &'a [InputValidator],
    /// The solution that makes the answers.
    main: Option<&'a str>,
}

impl<'a, 'input: 'a> XmlTests<'a, 'input> {
    fn add(&self, task: &mut Manifest, reader: &mut SettingsReader<'_>) -> Result<(), Error> {
        let values = settings(self.testset);
        reader.check("testset.", &values, "polygon-testset");
        let values = ("testset.", &values);
        let limits = reader.limits(values, ("time-limit", 1e-3), ("memory-limit", 1), None);
        let count = reader.get(values, "test-count", Scope::Running, |count| count_of(count, MOST_TESTS));
        let patterns = ["input-path-pattern", "answer-path-pattern"]
            .map(|key| reader.get(values, key, Scope::Running, |pattern| Numbered::parse(&text(pattern))));
        let [Some(input), Some(answer)] = patterns else { return Ok(()) };
        let own: Vec<Node<'_, '_>> = nested(self.testset, "tests", "test").collect();
        if task.tests.len() + own.len() > MOST_TESTS {
            reader.refuse("testset.tests", &Value::from(format!("{} tests", own.len())), Scope::Running);
            return Ok(());
        }
        for number in 1..=count.unwrap_or(own.len()) {
            let (input, answer) = (input.path(number), answer.path(number));
            let test = own.get(number - 1);
            let attribute = |name: &str| test?.attribute(name).filter(|value| !value.is_empty());
            let command = attribute("cmd").filter(|_| attribute("method") == Some("generated"));
            self.plan(&input, &answer, command, attribute("from-file"), task, reader)?;
            task.tests.push(Test {
                group: test.and_then(|test| test.attribute("group")).map(str::to_owned),
                limits,
                points: attribute("points").and_then(|points| points.parse().ok()),
                is_sample: attribute("sample") == Some("true"),
                validators: self.validators(attribute("group")),
                ..Test::listed(NamingScheme::Polygon, input, answer)
            });
        }
        Ok(())
    }

    /// Returns the validators of a test of a group.
    fn validators(&self, group: Option<&str>) -> Vec<InputValidator> {
        let testset = self.testset.attribute("name").unwrap_or("tests");
        let group = group.into_iter().flat_map(|group| ["--group", group]);
        let args: Vec<String> = ["--testset", testset].into_iter().chain(group).map(str::to_owned).collect();
        self.validators.iter().map(|own| InputValidator { args: args.clone(), ..own.clone() }).collect()
    }

    /// Plans the files of a test that are not stored.
    fn plan(
        &self,
        input: &str,
        answer: &str,
        command: Option<&str>,
        from_file: Option<&str>,
        task: &mut Manifest,
        reader: &mut SettingsReader<'_>,
    ) -> Result<(), Error> {
        let has_stored = self.root.file(input)?.is_some();
        let origin = match command {
            _ if has_stored => None,
            // The output is one of several files of a generator.
            Some(_) if from_file.is_some() => {
                reader.refuse("test.from-file", &Value::from(from_file), Scope::Running);
                None
            }
            Some(command) => self.run(command, task, reader)?,
            None => None,
        };
        let by = match self.main {
            Some(main) if self.root.file(answer)?.is_none() => AnswerBy::Solution(main.into()),
            _ => AnswerBy::Stored,
        };
        let plan = NamedSource { input: input.to_owned(), origin, answer: answer.to_owned(), by };
        let has_input = plan.origin.is_some() || has_stored;
        task.test_sources.extend(Some(plan).filter(|plan| has_input && plan.makes_any()));
        Ok(())
    }

    /// Returns the origin by a generator, which has a source of that name.
    fn run(
        &self,
        command: &str,
        task: &Manifest,
        reader: &mut SettingsReader<'_>,
    ) -> Result<Option<Origin>, Error> {
        let words = shell_words::split(command).unwrap_or_default();
        let mut found = None;
        if let Some((name, args)) = words.split_first() {
            for (path, _) in &task.compilers {
                let is_it = path.file_stem().is_some_and(|stem| stem == name.as_str());
                if found.is_none() && is_it && self.root.file(path)?.is_some() {
                    found = Some(Origin::Run(Run::new(name, path.clone(), args.to_vec())));
                }
            }
        }
        if found.is_none() {
            reader.refuse("testset.tests.test.cmd", &Value::from(command), Scope::Running);
        }
        Ok(found)
    }
}

/// Returns the rules of a group of tests.
fn group(group: Node<'_, '_>, reader: &mut SettingsReader<'_>) -> Group {
    let name = group.attribute("name").unwrap_or_default().to_owned();
    let policy = group.attribute("points-policy").unwrap_or("each-test");
    if !matches!(policy, "each-test" | "complete-group") {
        reader.refuse("testset.groups.group.points-policy", &Value::from(policy), Scope::Scoring);
    }
    let requires = nested(group, "dependencies", "dependency");
    let requires = requires.filter_map(|dependency| Some(dependency.attribute("group")?.to_owned()));
    Group {
        name,
        points: group.attribute("points").and_then(|points| points.parse().ok()),
        needs: if policy == "complete-group" { Needs::All } else { Needs::None },
        requires: requires.collect(),
        ..Group::default()
    }
}

/// A path with a number in it, such as `tests/%02d.a`.
struct Numbered {
    before: String,
    width: usize,
    after: String,
}

impl Numbered {
    fn parse(pattern: &str) -> Option<Self> {
        let (before, rest) = pattern.split_once('%')?;
        let (width, after) = rest.split_once('d')?;
        let width = if width.is_empty() { 1 } else { width.strip_prefix('0')?.parse().ok()? };
        let numbered = Self { before: before.to_owned(), width, after: after.to_owned() };
        // The path must stay in the package, since missing files are made there.
        let valid = width <= 9 && !after.contains('%') && is_below(numbered.path(1));
        valid.then_some(numbered)
    }

    fn path(&self, number: usize) -> String {
        format!("{}{number:0width$}{}", self.before, self.after, width = self.width)
    }
}

/// Returns the judging of outputs: by a standard checker, which is a comparison here, or by the package's own programs.
fn validation(
    assets: Node<'_, '_>,
    folder: &Path,
    style: Protocol,
    reader: &mut SettingsReader<'_>,
) -> Result<Option<Validation>, Error> {
    let (args, passes) = (Vec::new(), 1);
    let mut validation = None;
    if let Some(checker) = children(assets, "checker").next() {
        let name =
            checker.attribute("name").and_then(|name| name.strip_prefix("std::")?.strip_suffix(".cpp"));
        validation = match name.and_then(testlib) {
            Some(comparison) => Some(Validation::Compare(comparison)),
            None => place(checker, folder, reader)?.map(|place| Validation::Program {
                place,
                args: args.clone(),
                style,
                passes,
            }),
        };
    }
    let Some(interactor) = children(assets, "interactor").next() else { return Ok(validation) };
    let (style, checker) = (Protocol::TESTLIB, validation.map(Box::new));
    let place = place(interactor, folder, reader)?;
    Ok(place.map(|place| Validation::Interactor { place, args, style, time: None, passes, checker }))
}

/// Returns the source of a program that judges; refuses a missing one.
fn place(
    node: Node<'_, '_>,
    folder: &Path,
    reader: &mut SettingsReader<'_>,
) -> Result<Option<PathBuf>, Error> {
    let source = children(node, "source").find_map(|source| source.attribute("path"));
    let place = source.map_or(Ok(None), |source| file_below(folder, source))?;
    if place.is_none() {
        let shown = node.attribute("name").filter(|name| !name.is_empty()).or(source).unwrap_or("(no name)");
        let key = format!("assets.{}", node.tag_name().name());
        reader.refuse(&key, &Value::from(shown), Scope::Judging);
    }
    Ok(place)
}

/// Returns the elements of this name in another.
fn children<'a, 'input: 'a>(
    node: Node<'a, 'input>,
    name: &'a str,
) -> impl Iterator<Item = Node<'a, 'input>> + 'a {
    node.children().filter(move |child| child.has_tag_name(name))
}

/// Returns the elements of a name inside of elements of another name.
fn nested<'a, 'input: 'a>(
    node: Node<'a, 'input>,
    around: &'a str,
    name: &'a str,
) -> impl Iterator<Item = Node<'a, 'input>> + 'a {
    children(node, around).flat_map(move |all| children(all, name))
}

/// Returns the attributes and children of an element, as settings.
fn settings(node: Node<'_, '_>) -> Value {
    let attributes =
        node.attributes().map(|attribute| (attribute.name().to_owned(), Value::from(attribute.value())));
    let elements = node.children().filter(Node::is_element).map(|child| {
        let is_plain = child.children().all(|node| !node.is_element()) && child.attributes().len() == 0;
        let value = if is_plain { Value::from(child.text().unwrap_or("").trim()) } else { Value::from(true) };
        (child.tag_name().name().to_owned(), value)
    });
    Value::Object(attributes.chain(elements).collect::<Map<_, _>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expected::SubmissionResult;
    use crate::verdict::Verdict::{MemoryLimit, PresentationError};

    #[test]
    fn tags_of_polygon_require_a_verdict_and_permit_others() {
        let check = |tag: &str, verdicts: &[Verdict], met: bool| {
            let results: Vec<_> =
                verdicts.iter().map(|&verdict| SubmissionResult::of_no_test(verdict)).collect();
            let mut expectation = of_tag(tag).unwrap();
            expectation.judge(&results, None, true);
            assert_eq!(expectation.met, met, "{tag}: {verdicts:?}");
        };
        check("main", &[Accepted], true);
        check("accepted", &[Accepted, WrongAnswer], false);
        check("wrong-answer", &[Accepted, WrongAnswer], true);
        check("wrong-answer", &[TimeLimit, WrongAnswer], false);
        check("presentation-error", &[PresentationError], true);
        check("time-limit-exceeded", &[Accepted], false);
        check("time-limit-exceeded-or-accepted", &[Accepted], true);
        check("time-limit-exceeded-or-accepted", &[TimeLimit, WrongAnswer], false);
        check("memory-limit-exceeded", &[MemoryLimit, Accepted], true);
        check("time-limit-exceeded-or-memory-limit-exceeded", &[MemoryLimit, TimeLimit], true);
        check("rejected", &[TimeLimit, WrongAnswer], true);
        check("rejected", &[Accepted], false);
        assert_eq!(of_tag("do-not-run"), None);
    }
}
