//! Reads an input to the letter of its statement: every line where the statement has it, single spaces, no leading
//! zeros, every number within the bounds that `problem.yaml` names. Independent of the grammars in the library.

use crate::golden;
use itertools::Itertools;
use nim_toolkit::problem::{Cases, Items};
use nim_toolkit::problems::PROBLEMS;
use nim_toolkit::registry::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// The lines of an input. Every number is called by the name of its bounds: `min_heap` and `max_heap` for a `heap`.
struct Layout {
    /// Numbers on lines of their own before everything else.
    head: &'static [&'static str],
    cases: Repeat,
    case: Line,
}

/// How often a case stands in an input.
enum Repeat {
    Once,
    /// As often as a line in front says.
    Counted(&'static str),
    /// Until a line with a 0; all counts together are bounded by this name.
    UntilZero(&'static str),
}

/// The lines of one case.
enum Line {
    /// One line of these numbers.
    Numbers(&'static [&'static str]),
    /// A line with a count, then one with that many numbers; none if there are no numbers.
    List { count: &'static str, item: &'static str },
    /// The same, of different numbers, each at most the first number of the input.
    Selection { count: &'static str, item: &'static str },
}

fn layout(problem: &Entry) -> Layout {
    let heaps = Line::List { count: "heaps", item: "heap" };
    let (head, cases, case): (&[_], _, _) = match problem.slug {
        "matches" => (&[], Repeat::Once, heaps),
        "stones-all-moves" => (&[], Repeat::UntilZero("total_heaps"), heaps),
        "john" | "nim-check" => (&[], Repeat::Counted("cases"), heaps),
        "bash" => (&[], Repeat::Counted("cases"), Line::Numbers(&["n", "m"])),
        "array-game" => {
            (&["cells"], Repeat::Counted("cases"), Line::Selection { count: "white", item: "cell" })
        }
        slug => panic!("no layout for {slug}"),
    };
    Layout { head, cases, case }
}

impl Layout {
    /// The names of the bounds that it needs.
    fn bounds(&self) -> BTreeSet<String> {
        let mut fields = self.head.to_vec();
        let mut bounds = BTreeSet::new();
        match self.cases {
            Repeat::Once => {}
            Repeat::Counted(count) => fields.push(count),
            Repeat::UntilZero(total) => _ = bounds.insert(format!("max_{total}")),
        }
        match self.case {
            Line::Numbers(names) => fields.extend(names),
            Line::List { count, item } => fields.extend([count, item]),
            Line::Selection { count, item } => {
                fields.push(count);
                bounds.insert(format!("min_{item}"));
            }
        }
        bounds.extend(fields.iter().flat_map(|field| [format!("min_{field}"), format!("max_{field}")]));
        bounds
    }
}

/// What keeps an input from being one that the statement allows.
#[derive(Debug, PartialEq, Eq)]
enum Fault {
    /// It is laid out otherwise.
    Layout(String),
    /// A number is out of its bounds.
    Bound(String),
}

/// An input that is laid out as its statement says.
#[derive(Debug, Default)]
struct Reading {
    /// The least and the greatest number of each name.
    range: BTreeMap<String, (u64, u64)>,
    /// The first number that is out of its bounds.
    fault: Option<String>,
}

/// Reads an input; an error says how its lines differ from the statement's.
fn read(problem: &Entry, input: &[u8]) -> Result<Reading, String> {
    let bounds = problem.metadata().unwrap().constants;
    let text = std::str::from_utf8(input).map_err(|_| "not UTF-8".to_owned())?;
    let text = text.strip_suffix('\n').ok_or("no newline at the end")?;
    let mut reader = Reader { lines: text.split('\n').collect(), at: 0, bounds, reading: Reading::default() };
    let layout = layout(problem);
    let mut first = None;
    for name in layout.head {
        let number = reader.number(name)?;
        first.get_or_insert(number);
    }
    match layout.cases {
        Repeat::Once => _ = reader.case(&layout.case, first)?,
        Repeat::Counted(count) => {
            for _ in 0..reader.number(count)? {
                reader.case(&layout.case, first)?;
            }
        }
        Repeat::UntilZero(total) => {
            let mut sum = 0;
            while reader.lines.get(reader.at).ok_or("no closing 0")? != &"0" {
                sum += reader.case(&layout.case, first)?;
            }
            reader.at += 1;
            reader.note(total, sum);
        }
    }
    if reader.at < reader.lines.len() {
        return Err(format!("line {} follows the last case", reader.at + 1));
    }
    Ok(reader.reading)
}

/// What is wrong with an input, if anything is.
fn fault(problem: &Entry, input: &[u8]) -> Option<Fault> {
    match read(problem, input) {
        Err(layout) => Some(Fault::Layout(layout)),
        Ok(reading) => reading.fault.map(Fault::Bound),
    }
}

struct Reader<'a> {
    lines: Vec<&'a str>,
    at: usize,
    bounds: BTreeMap<String, u64>,
    reading: Reading,
}

impl Reader<'_> {
    /// The numbers of the next line.
    fn line(&mut self) -> Result<Vec<u64>, String> {
        let line = self.lines.get(self.at).ok_or("lines are missing")?;
        self.at += 1;
        let plain = |token: &str| {
            let digits = !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_digit());
            digits && (token == "0" || !token.starts_with('0'))
        };
        let number = |token: &str| token.parse().ok().filter(|_| plain(token));
        line.split(' ')
            .map(|token| number(token).ok_or_else(|| format!("line {}: {token:?}", self.at)))
            .collect()
    }

    /// The only number of the next line.
    fn number(&mut self, name: &str) -> Result<u64, String> {
        let numbers = self.line()?;
        let [number] = numbers[..] else {
            return Err(format!("line {}: {} numbers for {name}", self.at, numbers.len()));
        };
        self.note(name, number);
        Ok(number)
    }

    /// The lines of a case; returns the count at its head.
    fn case(&mut self, case: &Line, first: Option<u64>) -> Result<u64, String> {
        let (count, item) = match *case {
            Line::Numbers(names) => {
                let numbers = self.line()?;
                if numbers.len() != names.len() {
                    return Err(format!("line {}: {} numbers", self.at, numbers.len()));
                }
                names.iter().zip(numbers).for_each(|(name, number)| self.note(name, number));
                return Ok(1);
            }
            Line::List { count, item } | Line::Selection { count, item } => (self.number(count)?, item),
        };
        let numbers = if count == 0 { Vec::new() } else { self.line()? };
        if numbers.len() as u64 != count {
            return Err(format!("line {}: {} numbers instead of {count}", self.at, numbers.len()));
        }
        numbers.iter().for_each(|&number| self.note(item, number));
        if matches!(case, Line::Selection { .. }) {
            if !numbers.iter().all_unique() {
                self.out_of_bounds(format!("line {}: equal numbers", self.at));
            }
            if numbers.iter().any(|&number| Some(number) > first) {
                self.out_of_bounds(format!("line {}: a number above the first of the input", self.at));
            }
        }
        Ok(count)
    }

    /// Compares a number with its bounds.
    fn note(&mut self, name: &str, number: u64) {
        let bound = |side: &str| self.bounds.get(&format!("{side}_{name}")).copied();
        let within =
            bound("min").is_none_or(|min| min <= number) && bound("max").is_none_or(|max| number <= max);
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

fn faults(groups: &[&str]) -> impl Iterator<Item = (String, Option<Fault>)> {
    let paths = PROBLEMS
        .iter()
        .flat_map(|problem| golden::inputs(problem, groups).into_iter().map(move |path| (problem, path)));
    paths.map(|(problem, path)| (path.display().to_string(), fault(problem, &fs::read(&path).unwrap())))
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

#[test]
fn every_number_of_an_input_has_its_bounds_and_every_bound_its_number() {
    for problem in PROBLEMS {
        let named: BTreeSet<String> = problem.metadata().unwrap().constants.into_keys().collect();
        let layout = layout(problem);
        assert_eq!(named, layout.bounds(), "{}", problem.slug);

        let grammar = problem.grammar;
        assert_eq!(grammar.header.len(), layout.head.len(), "{}", problem.slug);
        let cases = match layout.cases {
            Repeat::Once => Cases::One,
            Repeat::Counted(_) => Cases::Counted,
            Repeat::UntilZero(_) => Cases::UntilZero,
        };
        assert_eq!(grammar.cases, cases, "{}", problem.slug);
        let same_case = match (&layout.case, grammar.items, grammar.most) {
            (Line::Numbers(names), Items::Fixed(items), None) => names.len() == items.len(),
            (Line::List { .. }, Items::List { .. }, None) => true,
            (Line::Selection { .. }, Items::List { .. }, Some(0)) => true,
            _ => false,
        };
        assert!(same_case, "{}", problem.slug);
    }
}

#[test]
fn every_bound_is_reached_by_some_input_within_the_statement() {
    for problem in PROBLEMS {
        let readings = golden::inputs(problem, &["sample", "secret"]);
        let readings =
            readings.iter().map(|path| read(problem, &fs::read(path).unwrap()).unwrap()).collect_vec();
        for (bound, value) in problem.metadata().unwrap().constants {
            // The largest board takes an interpreter ten seconds; one of `beyond` has that size.
            if (problem.slug, &*bound) == ("array-game", "max_cells") {
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
    let john = nim_toolkit::problems::find("john").unwrap();
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
    let stones = nim_toolkit::problems::find("stones-all-moves").unwrap();
    assert_eq!(fault(stones, b"0\n"), None);
    assert!(matches!(fault(stones, b"1\n5\n"), Some(Fault::Layout(_))), "the closing 0 is missing");
    let array_game = nim_toolkit::problems::find("array-game").unwrap();
    assert_eq!(fault(array_game, b"3\n1\n2\n3 1\n"), None);
    assert!(matches!(fault(array_game, b"3\n1\n2\n3 3\n"), Some(Fault::Bound(_))), "a cell twice");
    assert!(matches!(fault(array_game, b"3\n1\n1\n4\n"), Some(Fault::Bound(_))), "a cell that is not there");
}
