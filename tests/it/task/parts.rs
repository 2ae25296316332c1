//! The parts of a package that a conversion can keep or lose, each as a text: two packages with the same text are the same there.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use itertools::Itertools;
use nim_inputs::package::{export, import};
use nim_task::comparison::Comparison;
use nim_task::conversion::losses;
use nim_task::formats::{Manifests, PackageFormat};
use nim_task::layout::{Expected, Test, TestSet, Validation, discover};
use nim_task::package::{Files, Package};
use nim_task::score::{Group, Scored, score};
use nim_task::verdict::Verdict::{Accepted, WrongAnswer};
use regex::Regex;

/// Inputs are `0` to `5`: a program is a set of those on which it is right.
pub const INPUTS: u32 = 6;

/// A package in a folder, as it is read.
pub struct Read {
    pub package: Package,
    pub tests: TestSet,
    /// The rules by which the tests add up to a score.
    rules: Option<Group>,
    pub notes: Vec<String>,
    /// The inputs of tests that are not compared, since they are named as left out.
    pub left_out: BTreeSet<u32>,
}

/// Reads the package in a folder.
#[track_caller]
pub fn read(folder: &Path) -> Read {
    let mut notes = Vec::new();
    let read = import(folder, &Manifests::default(), &mut |_| Ok(None), &mut notes);
    let package = read.unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut tests = discover(folder).unwrap();
    let rules = tests.score(None);
    Read { package, tests, rules, notes, left_out: BTreeSet::new() }
}

/// A package that is written in a format.
pub struct Written {
    pub files: Files,
    /// The parts that would be judged differently: without `--lossy`, the export is refused.
    pub losses: Vec<String>,
    pub notes: Vec<String>,
}

/// Writes a package as `export` does; without a format, as `import` does.
pub fn write(read: &Read, format: Option<&PackageFormat>) -> Written {
    let (mut package, mut notes) = (read.package.clone(), Vec::new());
    let losses = match format {
        Some(format) => {
            let stated = package.state_limits(Some(format.name), || Ok::<_, ()>(None), &mut notes);
            stated.unwrap();
            losses(&package, format).unwrap()
        }
        None => Vec::new(),
    };
    let files = export(&package, format, &mut notes).unwrap();
    if format.is_none() {
        // Lost parts are reported when the package is read.
        notes.extend(read.notes.iter().cloned());
    }
    Written { files, losses, notes }
}

/// Writes files into a folder, and reads the package in it.
#[track_caller]
pub fn read_again(files: &Files, folder: &Path) -> Read {
    // Without waiting for the disk.
    for (path, content) in files {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        content.copy_to(&mut std::fs::File::create(path).unwrap()).unwrap();
    }
    read(folder)
}

/// A part of a package.
pub struct Part {
    /// The name in the page, in the plural or as a mass noun.
    pub name: &'static str,
    /// Returns the part of a package; empty if it has none.
    pub of: fn(&Read) -> String,
    /// A note that has one of these words names the part.
    pub words: &'static [&'static str],
}

/// Every part.
pub const PARTS: &[Part] = &[
    Part { name: "inputs and answers", of: data, words: &["data/", "samples are left out"] },
    Part {
        name: "time limit",
        of: |read| limits(read, |test| test.limits.cpu),
        words: &["time limit", "limits of time"],
    },
    Part {
        name: "memory limit",
        of: |read| limits(read, |test| test.limits.memory),
        words: &["memory limit", "memory"],
    },
    Part {
        name: "output limit",
        of: |read| limits(read, |test| test.limits.output),
        words: &["output limit"],
    },
    Part { name: "limits by language", of: languages, words: &["limits by language"] },
    Part {
        name: "comparison",
        of: comparison,
        words: &["compare", "upper and lower case", "output_validator/"],
    },
    Part {
        name: "output validator",
        of: output_validator,
        words: &["output_validator/", "output validator"],
    },
    Part {
        name: "arguments of the output validator",
        of: output_args,
        words: &["output validator", "output_validator/"],
    },
    Part { name: "testlib checker", of: testlib, words: &["is not called as output validators", "testlib"] },
    Part { name: "function checker", of: function, words: &["is not called as output validators"] },
    Part { name: "interaction", of: interaction, words: &["it is interactive"] },
    Part { name: "passes", of: passes, words: &["it is multi-pass"] },
    Part { name: "drivers", of: |read| below(read, &["include/"]), words: &["include/"] },
    Part { name: "files of tests", of: run_files, words: &[".files/"] },
    Part { name: "points", of: points, words: &["score", "points"] },
    Part { name: "samples", of: samples, words: &["sample"] },
    Part {
        name: "input validators",
        of: |read| below(read, &["input_validators/"]),
        words: &["input_validators/"],
    },
    Part {
        name: "arguments of input validators",
        of: input_args,
        words: &["arguments for input validators", "input_validators/"],
    },
    Part { name: "grammar", of: grammar, words: &["grammar"] },
    Part {
        name: "examples for validators",
        of: |read| below(read, &["data/invalid_input/"]),
        words: &["data/invalid_input/"],
    },
    Part { name: "statements", of: statements, words: &["statement"] },
    Part { name: "pictures", of: |read| below(read, &["statement/"]), words: &["statement/"] },
    Part { name: "titles", of: |read| format!("{:?}", read.package.titles), words: &["title"] },
    Part { name: "sources", of: |read| key(read, "source"), words: &["source"] },
    Part { name: "licence", of: |read| key(read, "license"), words: &["license"] },
    Part { name: "authors", of: |read| key(read, "credits"), words: &["credits"] },
    Part { name: "keywords", of: |read| key(read, "keywords"), words: &["keyword"] },
    Part {
        name: "solutions with expectations",
        of: |read| below(read, &["submissions/"]),
        words: &["submissions/"],
    },
    Part { name: "generators", of: |read| below(read, &["generators/"]), words: &["generators/"] },
    Part { name: "attachments", of: |read| below(read, &["attachments/"]), words: &["attachments/"] },
    Part {
        name: "files that are compiled with programs",
        of: graders,
        words: &["it is not compiled with programs"],
    },
    Part { name: "files in place of the standard streams", of: streams, words: &["read and write files"] },
];

/// Returns a part by its name.
pub fn part(name: &str) -> &'static Part {
    PARTS.iter().find(|part| part.name == name).unwrap_or_else(|| panic!("no part is called {name:?}"))
}

impl Part {
    /// Returns whether one of these messages names the part.
    pub fn is_named<'a>(&self, messages: impl IntoIterator<Item = &'a String>) -> bool {
        messages.into_iter().any(|message| self.words.iter().any(|word| message.contains(word)))
    }
}

/// The tests of programs.
fn tests(read: &Read) -> impl Iterator<Item = &Test> {
    read.tests.tests.iter().filter(|test| test.solver_only.is_none())
}

/// Returns a property of each test, by its input.
fn by_input(read: &Read, of: impl Fn(&Test) -> String) -> String {
    let kept =
        tests(read).map(|test| (input(test), test)).filter(|(input, _)| !read.left_out.contains(input));
    let all: BTreeSet<String> = kept.map(|(input, test)| format!("{input}: {}", of(test))).collect();
    all.into_iter().join("\n")
}

fn data(read: &Read) -> String {
    by_input(read, |test| match &test.expected {
        Expected::Answer(answer) => answer.text().unwrap(),
        Expected::Refusal(_) => String::new(),
    })
}

fn limits<T: std::fmt::Debug + Ord>(read: &Read, of: fn(&Test) -> Option<T>) -> String {
    tests(read).filter_map(of).max().map_or_else(String::new, |most| format!("{most:?}"))
}

fn languages(read: &Read) -> String {
    tests(read).flat_map(|test| &test.language_limits).map(|own| format!("{own:?}")).unique().join("\n")
}

fn comparison(read: &Read) -> String {
    let of = |test: &Test| {
        let compared = match &test.validation {
            None => Comparison::TOKENS,
            Some(Validation::Compare(comparison)) => *comparison,
            Some(_) => return String::new(),
        };
        // Only the sensitivity to letters, spaces and the last digits is compared.
        let spaces = compared.format.is_some_and(|rules| rules.spaces && rules.trailing);
        format!("case {} spaces {spaces} {:?}", compared.case_sensitive, compared.tolerance)
    };
    tests(read).map(of).unique().join("\n")
}

/// Returns the texts of the files below a folder, without their names.
fn texts(read: &Read, folder: &str) -> String {
    read.package.below(folder).values().map(|file| file.text().unwrap()).sorted().join("\n---\n")
}

fn output_validator(read: &Read) -> String {
    texts(read, "output_validator/")
}

fn output_args(read: &Read) -> String {
    if output_validator(read).is_empty() { String::new() } else { read.package.validator_args.join(" ") }
}

fn testlib(read: &Read) -> String {
    read.package.testlib.as_ref().map_or_else(String::new, |own| own.program.text().unwrap())
}

fn function(read: &Read) -> String {
    let Some(own) = &read.package.function else { return String::new() };
    format!("{}: {:?}", own.value(), own.program.as_ref().map(|program| program.text().unwrap()))
}

fn has_type(read: &Read, kind: &str) -> bool {
    read.package.other_keys.list("type").iter().any(|own| own == kind)
}

fn interaction(read: &Read) -> String {
    if has_type(read, "interactive") { output_validator(read) } else { String::new() }
}

fn passes(read: &Read) -> String {
    if has_type(read, "multi-pass") { "more than one".to_owned() } else { String::new() }
}

/// Returns the files below folders, with their texts.
fn below(read: &Read, folders: &[&str]) -> String {
    let files = folders.iter().flat_map(|folder| read.package.below(folder));
    files.map(|(path, file)| format!("{path}: {}", file.text().unwrap())).join("\n")
}

fn run_files(read: &Read) -> String {
    let of = |test: &Test| {
        let listed = test.run_files.iter().flat_map(|own| own.list().unwrap());
        let names: Vec<(PathBuf, String)> =
            listed.map(|(name, path)| (name, std::fs::read_to_string(path).unwrap())).collect();
        format!("{names:?}")
    };
    if tests(read).any(|test| test.run_files.is_some()) { by_input(read, of) } else { String::new() }
}

/// Returns the score of every program: a program has all or none of 100 points where the package states none.
fn points(read: &Read) -> String {
    let inputs: Vec<u32> = tests(read).map(input).collect();
    let of_program = |program: u32| {
        let is_right = |input: &u32| program >> input & 1 == 1;
        let Some(rules) = read.rules.as_ref().filter(|_| read.package.scoring.is_some()) else {
            let mut secret = read.package.tests.iter().filter(|test| !test.is_sample);
            let is_whole = secret.all(|test| is_right(&test.input.text().unwrap().trim().parse().unwrap()));
            return if is_whole { 100.0 } else { 0.0 };
        };
        let results = tests(read).zip(&inputs).map(|(test, input)| {
            let points = test.points.unwrap_or(0.0);
            let (verdict, score) = if is_right(input) { (Accepted, points) } else { (WrongAnswer, 0.0) };
            Scored {
                name: &test.name,
                group: test.group.as_deref().unwrap_or_default(),
                verdict,
                score,
                points,
            }
        });
        score(rules, &results.collect::<Vec<_>>(), None).0.score.unwrap()
    };
    // The last digits of a binary fraction say nothing.
    (0..1 << INPUTS).map(|program| format!("{:.6}", of_program(program))).join(" ")
}

fn input(test: &Test) -> u32 {
    test.input.text().unwrap().trim().parse().unwrap()
}

fn samples(read: &Read) -> String {
    let own = read.package.tests.iter().filter(|test| test.is_sample);
    own.map(|test| test.input.text().unwrap()).sorted().join("")
}

fn input_args(read: &Read) -> String {
    let has_any =
        tests(read).any(|test| !test.input_args.is_empty() && !read.left_out.contains(&input(test)));
    let of = |test: &Test| {
        let args = &test.input_args;
        format!("{:?}", args.for_validator(Path::new("input_validators/v.py")))
    };
    if has_any { by_input(read, of) } else { String::new() }
}

fn grammar(read: &Read) -> String {
    read.package.grammar.as_ref().map_or_else(String::new, |grammar| grammar.yaml.clone())
}

/// Returns the words of the statements: formats have them with other marks, and their titles elsewhere.
fn statements(read: &Read) -> String {
    static MARKS: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\\problemname\{.*|^# .*\n|\\[a-z]+\*?|[^A-Za-z0-9 \n]").unwrap());
    let own = read.package.statements.iter();
    let words = |text: &str| MARKS.replace_all(text, " ").split_whitespace().join(" ");
    own.map(|(language, statement)| format!("{language}: {}", words(&statement.text))).join("\n")
}

fn key(read: &Read, key: &str) -> String {
    match read.package.other_keys.get(key) {
        serde_json::Value::Null => String::new(),
        value => value.to_string(),
    }
}

fn graders(read: &Read) -> String {
    read.tests
        .graders
        .iter()
        .map(|graders| format!("{:?} {:?}", graders.sources.len(), graders.beside.len()))
        .join(" ")
}

fn streams(read: &Read) -> String {
    tests(read).map(|test| format!("{:?}", test.files)).unique().join(" ")
}
