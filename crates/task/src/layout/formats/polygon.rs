//! Polygon's `problem.xml`: test sets with limits in ms and bytes, a checker, and an interactor.

use std::path::Path;

use roxmltree::{Document, Node};
use serde_json::{Map, Value};

use super::checkers::testlib;
use crate::layout::config::{Config, Pair, Remarks};
use crate::layout::family::Family;
use crate::layout::scheme::Scheme;
use crate::layout::settings::{Scope, SettingsReader, text};
use crate::layout::test::Validation;
use crate::protocol::CheckerStyle;
use crate::protocol::InteractorStyle;
use crate::score::{Group, Needs};
use nim_ground::failure::Failure;
use nim_ground::file_io::FileIo;
use nim_ground::folder::{file_below, is_below};
use nim_ground::limits::LimitOverrides;

/// The most tests of a test set.
pub const MOST_TESTS: usize = 100_000;

/// Reads the `problem.xml` of a folder.
pub fn read(content: &str, folder: &Path, reader: &mut SettingsReader<'_>) -> Result<Config, Failure> {
    let document = Document::parse(content).map_err(|error| error.to_string())?;
    let problem = document.root_element();
    let mut config = Config::default();
    let mut scheme = Scheme::default();
    if !problem.has_tag_name("problem") {
        return Ok(config);
    }
    for judging in children(problem, "judging") {
        let own = settings(judging);
        reader.check("judging.", &own, "polygon-judging");
        let named = |key: &str, reader: &mut SettingsReader<'_>| reader.file(("judging.", &own), key);
        config.files = FileIo { input: named("input-file", reader), output: named("output-file", reader) };
        for testset in children(judging, "testset") {
            let pairs = tests(testset, reader);
            scheme.root.groups.extend(children(testset, "groups").flat_map(|all| {
                children(all, "group").map(|group| self::group(group, reader)).collect::<Vec<_>>()
            }));
            config.pairs.extend(pairs);
        }
    }
    let is_worth = |points: Option<f64>| points.is_some_and(|points| points > 0.0);
    let has_points = scheme.root.groups.iter().any(|group| is_worth(group.points))
        || config.pairs.iter().any(|pair| is_worth(pair.remarks.points));
    config.scheme = Some(scheme).filter(|_| has_points);
    let percent = children(problem, "judging")
        .any(|judging| judging.attribute("treat-points-from-checker-as-percent") == Some("true"));
    let style = if percent { CheckerStyle::TestlibOf(100) } else { CheckerStyle::Testlib };
    for assets in children(problem, "assets") {
        reader.check("assets.", &settings(assets), "polygon-assets");
        config.validation = validation(assets, folder, style, reader);
    }
    // Graders are compiled with every program.
    for file in problem.descendants().filter(|node| node.has_tag_name("file")) {
        let is_for_programs = file
            .descendants()
            .any(|asset| asset.has_tag_name("asset") && asset.attribute("name") == Some("solution"));
        if is_for_programs {
            let path = Value::from(file.attribute("path").unwrap_or("(no path)"));
            reader.refuse("files.resources.file", &path, Scope::Running);
        }
    }
    Ok(config)
}

fn tests(testset: Node<'_, '_>, reader: &mut SettingsReader<'_>) -> Vec<Pair> {
    let values = settings(testset);
    reader.check("testset.", &values, "polygon-testset");
    let values = ("testset.", &values);
    let limits = LimitOverrides {
        cpu: reader.time(values, "time-limit", 1e-3),
        memory: reader.size(values, "memory-limit", 1, Scope::Memory),
        ..LimitOverrides::default()
    };
    let count = reader.get(values, "test-count", Scope::Running, |count| {
        text(count).parse::<usize>().ok().filter(|&count| count <= MOST_TESTS)
    });
    let mut pattern = |key: &str| reader.get(values, key, Scope::Running, |pattern| numbered(&text(pattern)));
    let (Some(input), Some(answer)) = (pattern("input-path-pattern"), pattern("answer-path-pattern")) else {
        return Vec::new();
    };
    let patterns = Patterns { input, answer };
    let own: Vec<Remarks> = children(testset, "tests")
        .flat_map(|tests| children(tests, "test").collect::<Vec<_>>())
        .map(|test| Remarks {
            group: test.attribute("group").map(str::to_owned),
            limits,
            comparison: None,
            points: test.attribute("points").and_then(|points| points.parse().ok()),
        })
        .collect();
    if own.len() > MOST_TESTS {
        reader.refuse("testset.tests", &Value::from(format!("{} tests", own.len())), Scope::Running);
        return Vec::new();
    }
    (1..=count.unwrap_or(own.len()))
        .map(|test| {
            let (input, answer) = patterns.of_test(test);
            let remarks = own.get(test - 1).cloned().unwrap_or(Remarks { limits, ..Remarks::default() });
            Pair { family: Family::Polygon, input, answer, remarks }
        })
        .collect()
}

/// Returns the rules of a group of tests.
fn group(group: Node<'_, '_>, reader: &mut SettingsReader<'_>) -> Group {
    let name = group.attribute("name").unwrap_or_default().to_owned();
    let policy = group.attribute("points-policy").unwrap_or("each-test");
    if !matches!(policy, "each-test" | "complete-group") {
        reader.refuse("testset.groups.group.points-policy", &Value::from(policy), Scope::Judging);
    }
    let requires = children(group, "dependencies")
        .flat_map(|all| children(all, "dependency").collect::<Vec<_>>())
        .filter_map(|dependency| Some(dependency.attribute("group")?.to_owned()));
    Group {
        name,
        points: group.attribute("points").and_then(|points| points.parse().ok()),
        needs: if policy == "complete-group" { Needs::All } else { Needs::None },
        requires: requires.collect(),
        ..Group::default()
    }
}

/// The patterns of a test set's files.
pub struct Patterns {
    input: Numbered,
    answer: Numbered,
}

impl Patterns {
    /// Reads them; `None` where one is none.
    pub fn of(input: &str, answer: &str) -> Option<Self> {
        Some(Self { input: numbered(input)?, answer: numbered(answer)? })
    }

    /// Returns the paths of an input and of its answer.
    pub fn of_test(&self, number: usize) -> (String, String) {
        (self.input.of(number), self.answer.of(number))
    }
}

/// A path with a number in it, such as `tests/%02d.a`.
struct Numbered {
    before: String,
    width: usize,
    after: String,
}

impl Numbered {
    fn of(&self, number: usize) -> String {
        format!("{}{number:0width$}{}", self.before, self.after, width = self.width)
    }
}

fn numbered(pattern: &str) -> Option<Numbered> {
    let (before, rest) = pattern.split_once('%')?;
    let (width, after) = rest.split_once('d')?;
    let width = if width.is_empty() { 1 } else { width.strip_prefix('0')?.parse().ok()? };
    let numbered = Numbered { before: before.to_owned(), width, after: after.to_owned() };
    // What is made is written there.
    let valid = width <= 9 && !after.contains('%') && is_below(numbered.of(1));
    valid.then_some(numbered)
}

/// Returns how outputs are judged: by a standard checker, which is a comparison here, or by the package's own programs.
fn validation(
    assets: Node<'_, '_>,
    folder: &Path,
    style: CheckerStyle,
    reader: &mut SettingsReader<'_>,
) -> Option<Validation> {
    let mut place = |node: Node<'_, '_>, key: &str| {
        let name = node.attribute("name").unwrap_or_default();
        let source = children(node, "source").find_map(|source| source.attribute("path"));
        let place = source.and_then(|source| file_below(folder, source));
        if place.is_none() {
            let shown = if name.is_empty() { source.unwrap_or("(no name)") } else { name };
            reader.refuse(key, &Value::from(shown), Scope::Judging);
        }
        place
    };
    let (args, passes) = (Vec::new(), 1);
    let checker = children(assets, "checker").next().and_then(|checker| {
        let name =
            checker.attribute("name").and_then(|name| name.strip_prefix("std::")?.strip_suffix(".cpp"));
        match name.and_then(testlib) {
            Some(comparison) => Some(Validation::Compare(comparison)),
            None => {
                let place = place(checker, "assets.checker")?;
                Some(Validation::Program { place, args: args.clone(), style, passes })
            }
        }
    });
    let Some(interactor) = children(assets, "interactor").next() else { return checker };
    let place = place(interactor, "assets.interactor")?;
    let (style, checker) = (InteractorStyle::Testlib, checker.map(Box::new));
    Some(Validation::Interactor { place, args, style, time: None, passes, checker })
}

/// Returns the elements of this name in another.
pub fn children<'a, 'input: 'a>(
    node: Node<'a, 'input>,
    name: &'a str,
) -> impl Iterator<Item = Node<'a, 'input>> + 'a {
    node.children().filter(move |child| child.has_tag_name(name))
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
