//! Reads an input to the letter of its statement: every line where the statement has it, single spaces, no leading
//! zeros, every number within the bounds that `problem.yaml` names. It shares the grammars with the library, not the code
//! that walks them.

use crate::inputs::golden;
use chrono::NaiveDate;
use itertools::Itertools;
use nim_inputs::Description;
use nim_problems::PROBLEMS;
use nim_solve::problem::{Cases, Condition, Count, Field, Kind, Part, number};
use nim_solve::registry::{Entry, constants};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::Path;

/// A fault that keeps an input from being allowed by the statement.
#[derive(Debug, PartialEq, Eq)]
pub enum Fault {
    /// The layout differs.
    Layout(String),
    /// A number is out of its bounds.
    Bound(String),
}

/// An input in the layout of its statement.
#[derive(Debug, Default)]
struct Reading {
    /// The least and the greatest number of each name.
    range: BTreeMap<String, (i128, i128)>,
    /// The sum of each name, called `total_heaps`.
    sums: BTreeMap<String, i128>,
    /// The first number that is out of its bounds.
    fault: Option<String>,
}

/// Reads an input; an error names the difference of its lines from the statement.
fn read(problem: &Description, input: &[u8]) -> Result<Reading, String> {
    let text = std::str::from_utf8(input).map_err(|_| "not UTF-8".to_owned())?;
    let text = text.strip_suffix('\n').ok_or("no newline at the end")?;
    let lines = text.split('\n').collect();
    let mut reader = Reader { problem, lines, at: 0, known: BTreeMap::new(), reading: Reading::default() };
    let mut cases = 0;
    if !problem.grammar.header.is_empty() {
        let header = problem.grammar.header.iter().map(|&name| number(name)).collect_vec();
        reader.line(&header)?;
    }
    match problem.grammar.cases {
        Cases::One => reader.case()?,
        Cases::Counted => {
            reader.line(&[number("cases")])?;
            for _ in 0..reader.known["cases"] {
                reader.case()?;
            }
        }
        Cases::ToEnd => {
            while reader.at < reader.lines.len() {
                reader.case()?;
                cases += 1;
            }
        }
        Cases::UntilZeros(zeros) => {
            let end = vec!["0"; zeros].join(" ");
            while *reader.lines.get(reader.at).ok_or("no closing zeros")? != end {
                reader.case()?;
                cases += 1;
            }
            reader.at += 1;
        }
    }
    if reader.at < reader.lines.len() {
        return Err(format!("line {} follows the last case", reader.at + 1));
    }
    if matches!(problem.grammar.cases, Cases::ToEnd | Cases::UntilZeros(_)) {
        reader.note("cases", cases);
    }
    reader.sums();
    Ok(reader.reading)
}

/// Returns the fault of an input, if it has one.
pub fn fault(problem: &Description, input: &[u8]) -> Option<Fault> {
    match read(problem, input) {
        Err(layout) => Some(Fault::Layout(layout)),
        Ok(reading) => reading.fault.map(Fault::Bound),
    }
}

struct Reader<'a> {
    problem: &'a Description,
    lines: Vec<&'a str>,
    at: usize,
    /// The last value of each number.
    known: BTreeMap<&'static str, u64>,
    reading: Reading,
}

impl Reader<'_> {
    fn count(&self, count: Count) -> u64 {
        match count {
            Count::Exactly(count) => count,
            Count::Of(name) => self.known[name],
            Count::Linear { times, of, plus } => (times * self.known[of]).saturating_add_signed(plus),
        }
    }

    /// Reads a case, and checks the conditions that `problem.yaml` states in words.
    fn case(&mut self) -> Result<(), String> {
        self.parts(self.problem.grammar.case)?;
        let number = |name| u32::try_from(self.known[name]).unwrap_or(u32::MAX);
        let is_kept = self.problem.name != "calendar-game"
            || i32::try_from(self.known["year"])
                .ok()
                .and_then(|year| NaiveDate::from_ymd_opt(year, number("month"), number("day")))
                .is_some_and(|date| Some(date) <= NaiveDate::from_ymd_opt(2001, 11, 4));
        if !is_kept {
            self.out_of_bounds(format!("line {}: not a date", self.at));
        }
        Ok(())
    }

    fn parts(&mut self, parts: &[Part]) -> Result<(), String> {
        for part in parts {
            match *part {
                Part::Line(fields) => self.line(fields)?,
                Part::Rows { name, count, parts } => {
                    let first = self.at;
                    for _ in 0..self.count(count) {
                        self.parts(parts)?;
                    }
                    self.rows(name, first);
                }
            }
        }
        Ok(())
    }

    /// Checks the conditions on rows, which begin with line `first`.
    fn rows(&mut self, name: &str, first: usize) {
        let rows = self.lines[first..self.at].iter().map(|line| line.split(' ').collect_vec()).collect_vec();
        for condition in self.problem.grammar.all_conditions() {
            let is_kept = match condition {
                Condition::Distinct(rows_or_list) if rows_or_list == name => {
                    rows.iter().all(|row| row.iter().all_unique())
                }
                Condition::Tree(edges) if edges == name => is_tree(&rows),
                _ => true,
            };
            if !is_kept {
                self.out_of_bounds(format!("line {}: {condition:?}", first + 1));
            }
        }
    }

    /// Reads the fields of the next line; there is none if all of them are empty lists.
    fn line(&mut self, fields: &[Field]) -> Result<(), String> {
        let is_empty = |field: &Field| matches!(field.kind, Kind::List(count) if self.count(count) == 0);
        if fields.iter().all(is_empty) {
            return Ok(());
        }
        let line = self.lines.get(self.at).ok_or("lines are missing")?;
        self.at += 1;
        let mut tokens = line.split(' ').collect::<VecDeque<_>>();
        for field in fields {
            let count = if let Kind::List(count) = field.kind { self.count(count) } else { 1 };
            let mut numbers = Vec::new();
            for _ in 0..count {
                let token = tokens.pop_front().filter(|token| !token.is_empty());
                let token = token.ok_or_else(|| format!("line {}: {} is missing", self.at, field.name))?;
                if let Kind::Word(letters) = field.kind {
                    if letters.is_some_and(|letters| !token.chars().all(|letter| letters.contains(letter))) {
                        return Err(format!("line {}: {token:?}", self.at));
                    }
                    self.note(field.name, token.len() as i128);
                    if self.problem.name == "powers-of-two-first-move" && token.starts_with('0') {
                        self.out_of_bounds(format!("line {}: no positive number", self.at));
                    }
                    continue;
                }
                if field.kind == Kind::Signed {
                    let number = token.parse::<i64>().ok().filter(|number| number.to_string() == token);
                    let number = number.ok_or_else(|| format!("line {}: {token:?}", self.at))?;
                    self.note(field.name, number.into());
                    continue;
                }
                let is_plain = token == "0"
                    || token.bytes().all(|byte| byte.is_ascii_digit()) && !token.starts_with('0');
                let number = token.parse().ok().filter(|_| is_plain);
                let number = number.ok_or_else(|| format!("line {}: {token:?}", self.at))?;
                self.note(field.name, u64::into(number));
                self.known.insert(field.name, number);
                numbers.push(number);
            }
            for condition in self.problem.grammar.all_conditions() {
                let is_kept = match condition {
                    Condition::Range { field: name, from, to } if name == field.name => {
                        let range = self.count(from)..=self.count(to);
                        numbers.iter().all(|number| range.contains(number))
                    }
                    Condition::Even(name) if name == field.name => {
                        numbers.iter().all(|number| number % 2 == 0)
                    }
                    Condition::Distinct(name) if name == field.name => numbers.iter().all_unique(),
                    Condition::Contains { field: name, number } if name == field.name => {
                        numbers.is_empty() || numbers.contains(&number)
                    }
                    Condition::Ascending(name) if name == field.name => {
                        numbers.iter().tuple_windows().all(|(before, number)| before < number)
                    }
                    _ => true,
                };
                if !is_kept {
                    self.out_of_bounds(format!("line {}: {condition:?}", self.at));
                }
            }
        }
        if tokens.is_empty() { Ok(()) } else { Err(format!("line {} goes on", self.at)) }
    }

    /// Compares the sums with their bounds.
    fn sums(&mut self) {
        let sums = self.reading.sums.clone();
        for (name, sum) in sums {
            if self.problem.bounds.contains_key(&name) {
                self.note(&name, sum);
            }
        }
    }

    /// Compares a number with its bounds.
    fn note(&mut self, name: &str, number: i128) {
        let within = self.problem.bounds.get(name).is_none_or(|bound| {
            bound.least.is_none_or(|least| least <= number) && bound.most.is_none_or(|most| number <= most)
        });
        *self.reading.sums.entry(format!("total_{name}")).or_default() += number;
        if !within {
            self.out_of_bounds(format!("line {}: {name} is {number}", self.at));
        }
        let range = self.reading.range.entry(name.to_owned()).or_insert((number, number));
        *range = (range.0.min(number), range.1.max(number));
    }

    fn out_of_bounds(&mut self, fault: String) {
        self.reading.fault.get_or_insert(fault);
    }
}

/// Returns whether rows of two numbers are the edges of a tree on the vertices from 1 to their number + 1.
fn is_tree(rows: &[Vec<&str>]) -> bool {
    let mut parts = (0..=rows.len() + 1).collect_vec();
    rows.iter().all(|row| {
        let ends = row.iter().filter_map(|end| parts.get(end.parse::<usize>().ok()?).copied()).collect_vec();
        let [one, other] = ends[..] else { return false };
        parts.iter_mut().filter(|part| **part == one).for_each(|part| *part = other);
        one != other && one > 0 && other > 0
    })
}

/// Returns the description of a problem.
pub fn of(slug: &str) -> Description {
    Description::from_entry(nim_problems::find(slug).unwrap())
}

fn faults(groups: &[&str]) -> impl Iterator<Item = (String, Option<Fault>)> {
    let paths = PROBLEMS
        .iter()
        .flat_map(|problem| golden::inputs(problem, groups).into_iter().map(move |path| (problem, path)));
    paths.map(|(problem, path): (&Entry, _)| {
        (path.display().to_string(), fault(&of(problem.slug), &fs::read(&path).unwrap()))
    })
}

#[test]
fn sample_and_secret_keep_to_the_statement_by_the_byte() {
    let wrong = faults(&["sample", "secret"]).filter(|(_, fault)| fault.is_some()).collect_vec();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn beyond_differs_from_the_statement_by_its_bounds_and_tolerated_by_its_layout() {
    for (path, fault) in faults(&["beyond"]) {
        assert!(matches!(fault, Some(Fault::Bound(_))), "{path}: {fault:?}");
    }
    for (path, fault) in faults(&["tolerated"]) {
        assert!(matches!(fault, Some(Fault::Layout(_))), "{path}: {fault:?}");
    }
}

/// Returns the names of the fields of parts.
fn names(parts: &[Part]) -> Vec<&'static str> {
    let names = parts.iter().flat_map(|part| match *part {
        Part::Line(fields) => fields.iter().map(|field| field.name).collect(),
        Part::Rows { parts, .. } => names(parts),
    });
    names.collect()
}

#[test]
fn every_field_of_an_input_has_its_bound_and_every_bound_its_field() {
    for problem in PROBLEMS {
        let mut fields: BTreeSet<String> =
            names(problem.form.grammar.case).into_iter().map(str::to_owned).collect();
        fields.extend(problem.form.grammar.header.iter().map(|&name| name.to_owned()));
        if problem.form.grammar.cases == Cases::Counted {
            fields.insert("cases".to_owned());
        }
        let bounds = problem.bounds();
        for name in bounds.keys() {
            let field = name.strip_prefix("total_").unwrap_or(name);
            assert!(fields.contains(field), "{}: there is no {name}", problem.slug);
        }
        for field in &fields {
            assert!(bounds.contains_key(field), "{}: {field} has no bounds", problem.slug);
        }
    }
}

#[test]
fn every_bound_is_reached_by_some_input_within_the_statement() {
    for problem in PROBLEMS {
        let readings = golden::inputs(problem, &["sample", "secret"]);
        let readings = readings
            .iter()
            .map(|path| read(&of(problem.slug), &fs::read(path).unwrap()).unwrap())
            .collect_vec();
        for (bound, value) in constants(&problem.bounds()) {
            // The largest board takes an interpreter ten seconds; one of `beyond` has that size. Two heaps of 0 end an input. The others are
            // megabytes.
            let too_large = [
                ("array-game", "max_N"),
                ("nim-without-repeats", "max_heaps"),
                ("interval-nim", "max_heaps"),
                ("tree-cutting", "max_vertices"),
                ("tree-cutting", "max_a"),
                ("tree-cutting", "max_b"),
                ("lasker-nim", "max_heaps"),
                ("stones-all-moves", "max_total_heaps"),
                ("wythoff-first-moves", "min_b"),
                ("stick-game", "max_stones"),
                ("stick-game", "max_take"),
                ("sequential-nim", "max_cases"),
                ("sequential-nim", "max_heaps"),
                ("sequential-nim", "max_total_heaps"),
                ("stair-game", "max_cases"),
                ("stair-game", "max_stairs"),
                ("stair-game", "max_total_stairs"),
                ("another-game", "max_cases"),
                ("another-game", "max_heaps"),
                ("another-game", "max_total_heaps"),
                ("grundys-game", "max_cases"),
                ("plates-for-nim", "max_cases"),
                ("plates-for-nim", "max_bags"),
                ("plates-for-nim", "max_total_bags"),
                ("nim-up-to-three", "max_cases"),
                ("nim-up-to-three", "max_heaps"),
                ("nim-up-to-three", "max_total_heaps"),
            ];
            if too_large.contains(&(problem.slug, &*bound)) {
                continue;
            }
            let (side, name) = bound.split_once('_').unwrap();
            let reached = readings
                .iter()
                .filter_map(|reading| reading.range.get(name))
                .any(|&(least, most)| value == if side == "min" { least } else { most });
            assert!(reached, "{}: no input reaches {bound} = {value}", problem.slug);
        }
    }
}

#[test]
fn the_strict_reader_refuses_every_other_layout() {
    let john = &of("john");
    assert_eq!(fault(john, b"1\n2\n3 0\n"), None);
    for input in [
        "",
        "1\n2\n3 0",
        "1\r\n2\r\n3 0\r\n",
        "1\n2\n3  0\n",
        "1\n2\n3 0 \n",
        "1\n 2\n3 0\n",
        "1\n2\n3\t0\n",
        "1\n2\n3 00\n",
        "01\n2\n3 0\n",
        "1 2 3 0\n",
        "1\n2\n3\n0\n",
        "1\n2\n\n3 0\n",
        "1\n2\n3 0\n\n",
        "+1\n2\n3 0\n",
        "\u{feff}1\n2\n3 0\n",
        "1\n2\n3 0\n7\n",
        "1\n2\n3\n",
        "2\n2\n3 0\n",
        "1\n0\n\n",
        "1\n2\n3 99999999999999999999\n",
    ] {
        assert!(matches!(fault(john, input.as_bytes()), Some(Fault::Layout(_))), "{input:?}");
    }
    for input in [
        "0\n".to_owned(),
        "1\n0\n".to_owned(),
        "1\n2\n3 5001\n".to_owned(),
        format!("501\n{}", "1\n1\n".repeat(501)),
    ] {
        assert!(matches!(fault(john, input.as_bytes()), Some(Fault::Bound(_))), "{input:?}");
    }
    let stones = &of("stones-all-moves");
    assert_eq!(fault(stones, b"0\n"), None);
    assert!(matches!(fault(stones, b"1\n5\n"), Some(Fault::Layout(_))), "the closing 0 is missing");
    let array_game = &of("array-game");
    assert_eq!(fault(array_game, b"3\n1\n2\n3 1\n"), None);
    assert!(matches!(fault(array_game, b"3\n1\n2\n3 3\n"), Some(Fault::Bound(_))), "a cell twice");
    assert!(matches!(fault(array_game, b"3\n1\n1\n4\n"), Some(Fault::Bound(_))), "a cell that is not there");
}

/// If no count can say that there are no cases, solver and validator agree that there is at least one.
#[test]
fn an_empty_input_is_refused_by_solvers_and_validators_alike() {
    for problem in
        PROBLEMS.iter().filter(|problem| !matches!(problem.form.grammar.cases, Cases::UntilZeros(_)))
    {
        for args in [vec![problem.slug], vec!["validate", problem.slug, "-"]] {
            let output = crate::run::Test::new().args(&args).command().output().unwrap();
            let code = output.status.code();
            assert_eq!(code, Some(if args.len() == 1 { 3 } else { 1 }), "{args:?}");
            let said = crate::run::printed(&output);
            assert!(said.contains("expected") && said.contains("end of the input"), "{args:?}: {said}");
        }
    }
}

#[test]
fn each_set_of_the_stick_game_has_a_one_as_at_the_judge() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/stick-game");
    for group in ["sample", "secret"] {
        for file in fs::read_dir(data.join(group)).unwrap().map(|file| file.unwrap().path()) {
            if file.extension().is_some_and(|ending| ending == "in") {
                let input = fs::read_to_string(&file).unwrap();
                assert!(input.split_ascii_whitespace().skip(2).contains(&"1"), "{}", file.display());
            }
        }
    }
}
