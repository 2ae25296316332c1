//! Random packages, written in each format and read back: the parts that it holds are there again, and the others are named.

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools;
use nim_task::conversion::changed;
use nim_task::formats::{PackageFormat, package_formats};
use nim_task::package::Files;
use serde_json::{Value, json};

use super::packages::Random;
use super::parts::{INPUTS, PARTS, Read, read, read_again, write};
use crate::place::Place;
use crate::whole;

/// Seeds of an ordinary run, and of a whole one.
const SEEDS: (u64, u64) = (14, 100);

/// Turns; each takes other seeds.
const TURNS: usize = 4;

/// Faults that a failure shows.
const SHOWN: usize = 8;

/// Titles and other texts, some of which YAML would take for something else.
const TEXTS: &[&str] = &[
    "Heaps",
    "2048",
    "1.10",
    "007",
    "1e3",
    "0x1F",
    "Yes",
    "off",
    "null",
    "~",
    "a: b",
    "# x",
    "- x",
    "{x}",
    "The \"best\"",
    "it's",
    "Über",
    "小约翰",
    "2026-11-28",
    "12:30:45",
    "*x",
    "&x",
    "!x",
    "%x",
    "@x",
    "`x`",
    "x #y",
];

/// Names of tests, in the order of their bytes or not.
const NAMES: &[&str] = &["1", "2", "10", "01", "a-b", "x.y", "sample-1", "Z", "1-a", "big"];

impl Random {
    /// Returns true once in `times` times.
    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

/// The files of a package in the format that holds most.
struct Sketch {
    random: Random,
    files: BTreeMap<String, String>,
    problem: BTreeMap<&'static str, Value>,
}

impl Sketch {
    fn files_of(seed: u64) -> BTreeMap<String, String> {
        let mut sketch = Self { random: Random(seed), files: BTreeMap::new(), problem: BTreeMap::new() };
        sketch.problem.insert("problem_format_version", json!("2025-09"));
        sketch.problem.insert("uuid", json!("5ca6ba5b-36d5-4eff-8aa7-d967cbc4375e"));
        sketch.titles();
        sketch.limits();
        sketch.judging();
        sketch.tests();
        sketch.others();
        let problem: Vec<String> =
            sketch.problem.iter().map(|(key, value)| format!("{key}: {value}\n")).collect();
        sketch.files.insert("problem.yaml".to_owned(), problem.concat());
        sketch.files
    }

    fn add(&mut self, path: &str, text: &str) {
        self.files.insert(path.to_owned(), text.to_owned());
    }

    /// Sets titles, statements and the data about the problem.
    fn titles(&mut self) {
        let mut titles = BTreeMap::new();
        for language in ["en", "de", "zh"] {
            if language != "en" && !self.random.once_in(3) {
                continue;
            }
            let title = self.random.one_of(TEXTS);
            titles.insert(language, title);
            match self.random.below(3) {
                0 => {}
                1 => self.add(
                    &format!("statement/problem.{language}.md"),
                    "Words, 5 of them.\n\n## Input\n\nA line.\n",
                ),
                _ => {
                    let text = "\\problemname{T}\n\nWords, 5 of them.\n\n\\section*{Input}\n\nA line.\n";
                    self.add(&format!("statement/problem.{language}.tex"), text);
                }
            }
        }
        self.problem.insert("name", json!(titles));
        for (key, is_list) in [("credits", false), ("license", false), ("keywords", true)] {
            if self.random.once_in(3) {
                let text = self.random.one_of(TEXTS);
                self.problem.insert(key, if is_list { json!([text, "games"]) } else { json!(text) });
            }
        }
        if self.random.once_in(3) {
            let name = self.random.one_of(TEXTS);
            self.problem.insert("source", json!([{ "name": name }]));
        }
    }

    fn limits(&mut self) {
        let mut limits = BTreeMap::new();
        for (key, values) in
            [("time_limit", [0.5, 1.0, 3.25]), ("memory", [16.0, 64.0, 1000.0]), ("output", [1.0, 8.0, 30.0])]
        {
            if self.random.once_in(2) {
                let value = self.random.one_of(&values);
                limits.insert(key, if key == "time_limit" { json!(value) } else { json!(value as u64) });
            }
        }
        if !limits.is_empty() {
            self.problem.insert("limits", json!(limits));
        }
    }

    /// Sets the way in which outputs are judged, and the validators of inputs.
    fn judging(&mut self) {
        let args = match self.random.below(8) {
            0 => json!([]),
            1 => json!(["case_sensitive", "space_change_sensitive"]),
            2 => json!(["case_sensitive", "float_tolerance", "1e-6"]),
            3 => json!(["case_sensitive", "float_absolute_tolerance", "0.001"]),
            4 | 5 => {
                self.add("output_validator/v.py", "exit(42)\n");
                if self.random.once_in(2) { json!(["--all", "5"]) } else { json!([]) }
            }
            6 => {
                self.problem.insert("type", json!("interactive"));
                self.add("output_validator/v.py", "print(1)\nexit(42)\n");
                json!([])
            }
            _ => json!(["case_sensitive"]),
        };
        self.add("data/test_group.yaml", &format!("output_validator_args: {args}\n"));
        if self.random.once_in(3) {
            self.add("input_validators/v.py", "exit(42)\n");
        }
    }

    /// Tests, each with an input of its own; samples, groups with points, and files of tests.
    fn tests(&mut self) {
        let mut inputs: Vec<u32> = (0..INPUTS).collect();
        let mut names: Vec<&str> = NAMES.to_vec();
        let has_points = self.random.once_in(2);
        let groups = if has_points { 1 + self.random.below(3) } else { 1 };
        for group in 0..groups {
            let folder = if has_points { format!("secret/g{group}") } else { "secret".to_owned() };
            for _ in 0..=self.random.below(2) {
                let (at, name) = (self.random.below(inputs.len()), self.random.below(names.len()));
                let (input, name) = (inputs.remove(at), names.remove(name));
                self.test(&folder, name, input, has_points);
                if inputs.is_empty() {
                    break;
                }
            }
            if inputs.is_empty() {
                inputs.push(INPUTS - 1);
            }
            if has_points {
                let points = self.random.one_of(&[0.0, 10.0, 30.0, 50.0, 100.0, 12.5]);
                let mut settings = json!({ "max_score": points });
                if self.random.once_in(2) {
                    settings["score_aggregation"] = json!("sum");
                }
                if group > 0 && self.random.once_in(2) {
                    settings["require_pass"] = json!([format!("secret/g{}", group - 1)]);
                }
                let path = format!("data/{folder}/test_group.yaml");
                self.args(&mut settings);
                self.add(&path, &format!("{settings}\n"));
            }
        }
        for _ in 0..self.random.below(3) {
            if inputs.is_empty() {
                break;
            }
            let (at, name) = (self.random.below(inputs.len()), self.random.below(names.len()));
            let (input, name) = (inputs.remove(at), names.remove(name));
            self.test("sample", name, input, true);
        }
        if has_points {
            let kind = match self.problem.get("type") {
                Some(kind) => json!(["scoring", kind]),
                None => json!("scoring"),
            };
            self.problem.insert("type", kind);
        }
    }

    fn test(&mut self, folder: &str, name: &str, input: u32, is_plain: bool) {
        let answer = self.random.one_of(&["1\n", "Yes\n", "1.50 2\n", "a b\nc\n"]);
        self.add(&format!("data/{folder}/{name}.in"), &format!("{input}\n"));
        self.add(&format!("data/{folder}/{name}.ans"), answer);
        if self.random.once_in(6) {
            self.add(&format!("data/{folder}/{name}.files/f.txt"), "text\n");
        }
        let mut settings = json!({});
        if !is_plain && self.random.once_in(3) {
            self.args(&mut settings);
            self.add(&format!("data/{folder}/{name}.yaml"), &format!("{settings}\n"));
        }
    }

    /// Arguments of input validators, where there are any.
    fn args(&mut self, settings: &mut Value) {
        if self.files.contains_key("input_validators/v.py") && self.random.once_in(2) {
            let arg = self.random.one_of(&["--small", "5", "a=b"]);
            settings["input_validator_args"] = json!([arg, "x"]);
        }
    }

    /// Solutions, and all other files.
    fn others(&mut self) {
        for (path, text) in [
            ("submissions/accepted/a.py", "print(input())\n"),
            ("submissions/accepted/b.py", "print(int(input()))\n"),
            ("submissions/wrong_answer/a.py", "print(0)\n"),
            ("submissions/time_limit_exceeded/c.py", "while True: pass\n"),
            ("submissions/run_time_error/d.py", "exit(1)\n"),
            ("submissions/wrong_answer/folder/main.py", "print(2)\n"),
            ("attachments/tool.py", "print(1)\n"),
            ("generators/g.py", "print(1)\n"),
            ("include/python3/main.py", "import solution\n"),
            ("data/invalid_input/1.in", "x\n"),
        ] {
            if self.random.once_in(4) {
                self.add(path, text);
            }
        }
    }
}

/// Returns the parts in which two packages differ, except for those that messages name.
fn differing(one: &Read, other: &Read, messages: &[&String]) -> Vec<String> {
    let differ = PARTS.iter().filter_map(|part| {
        let (a, b) = ((part.of)(one), (part.of)(other));
        (a != b && !part.is_named(messages.iter().copied()))
            .then(|| format!("{}: {a:?} and {b:?}", part.name))
    });
    differ.collect()
}

/// Writes a package in a format and reads it back, twice; returns its fault.
fn round_trip(place: &Place, source: &mut Read, format: Option<&PackageFormat>) -> Vec<String> {
    let shown = format.map_or("import", |format| format.name);
    let first = write(source, format);
    let (left_out, notes): (Vec<&String>, Vec<&String>) =
        first.notes.iter().partition(|note| note.ends_with("it has no points, and is left out"));
    let named = left_out.iter().filter_map(|note| note.strip_prefix("data/")?.split_once(": "));
    let named: BTreeSet<&str> = named.map(|(path, _)| path).collect();
    let tests = source.package.tests.iter().filter(|test| named.contains(test.name.as_str()));
    source.left_out = tests.map(|test| test.input.text().unwrap().trim().parse().unwrap()).collect();
    let once = read_again(&first.files, &place.path(&format!("{shown}-1/source")));
    let mut wrong = differing(source, &once, &first.losses.iter().chain(notes).collect_vec());
    let second = write(&once, format);
    let twice = read_again(&second.files, &place.path(&format!("{shown}-2/source")));
    wrong.extend(differing(&once, &twice, &[]));
    let changed = changed(&first.files, &second.files).unwrap();
    let text =
        |files: &Files, path: &str| files.get(path).map(|file| file.text().unwrap()).unwrap_or_default();
    wrong.extend(changed.into_iter().map(|path| {
        let [one, other] = [&first.files, &second.files].map(|files| text(files, &path));
        format!("{path} is another file the second time:\n{one}--- and\n{other}")
    }));
    wrong
}

#[test]
fn what_a_format_holds_of_a_random_package_is_read_back_and_all_else_is_named() {
    let seeds = if whole::is_whole() { SEEDS.1 } else { SEEDS.0 };
    let formats: Vec<Option<&PackageFormat>> = package_formats().map(Some).chain([None]).collect();
    let mut wrong = Vec::new();
    let first = (whole::turn_number() % TURNS) as u64 * seeds;
    for seed in first..first + seeds {
        let place = Place::new(&[]);
        let files = Sketch::files_of(seed);
        files.iter().for_each(|(name, text)| place.write(&format!("source/{name}"), text));
        let mut source = read(&place.path("source"));
        for (number, &format) in formats.iter().enumerate() {
            // An ordinary run takes one format a package.
            if !whole::is_whole() && number as u64 != seed % formats.len() as u64 {
                continue;
            }
            let shown = format.map_or("import", |format| format.name);
            let found = round_trip(&place, &mut source, format);
            wrong.extend(found.into_iter().map(|what| format!("seed {seed}, {shown}: {what}")));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} faults, of these first:\n{}",
        wrong.len(),
        wrong.iter().take(SHOWN).join("\n")
    );
}
