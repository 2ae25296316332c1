//! Reads an input by the book: the whole text at once, token by token, with every position counted from the beginning. The program must
//! print the same message about a malformed input.

use itertools::Itertools;
use nim_solve::problem::{Cases, Condition, Count, Field, Grammar, Kind, Part, Shape};
use std::fmt::{Arguments, Display};

/// The contents of an input, and its fault.
#[derive(Debug, Default)]
pub struct Reading {
    /// The numbers before the first case.
    pub header: Vec<u64>,
    /// The numbers of every case that is whole; of a list without its count, of a word its length.
    pub cases: Vec<Vec<u64>>,
    /// The fault, if there is one.
    pub fault: Option<Fault>,
}

/// A fault of an input, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub what: String,
    /// The first byte of the token, or the end of the input; not counting a byte-order mark.
    pub at: usize,
    /// The length of the token in bytes.
    pub len: usize,
}

pub fn read(grammar: Grammar, input: &[u8]) -> Reading {
    let mut reading = Reading::default();
    let text = without_mark(input);
    reading.fault = if input.starts_with(b"\xff\xfe") || input.starts_with(b"\xfe\xff") {
        Some(Fault { what: "the input is UTF-16, convert it to UTF-8".to_owned(), at: 0, len: 2 })
    } else {
        walk(grammar, &mut Tokens { text, at: 0 }, &mut reading).err()
    };
    reading
}

/// Returns an input without the byte-order mark that it may begin with.
pub fn without_mark(input: &[u8]) -> &[u8] {
    input.strip_prefix(b"\xef\xbb\xbf").unwrap_or(input)
}

fn walk(grammar: Grammar, tokens: &mut Tokens<'_>, reading: &mut Reading) -> Result<(), Fault> {
    let mut known = Known::default();
    for name in grammar.header {
        let number = tokens.number(name)?;
        reading.header.push(number);
        known.insert(name, number);
    }
    let total = match grammar.cases {
        Cases::One => 1,
        Cases::Counted => tokens.number("case count")?,
        Cases::ToEnd | Cases::UntilZeros(_) => u64::MAX,
    };
    let is_counted = matches!(grammar.cases, Cases::One | Cases::Counted);
    let mut closed = "the last case";
    for case in 1..=total {
        if !is_counted && tokens.rest_is_empty() {
            if case == 1 && grammar.cases == Cases::ToEnd {
                let what = "input: expected a case, found the end of the input".to_owned();
                return Err(Fault { what, at: tokens.text.len(), len: 0 });
            }
            return Ok(());
        }
        let case = if grammar.cases == Cases::One { String::new() } else { format!("case {case}: ") };
        if let Cases::UntilZeros(zeros) = grammar.cases {
            let mut ahead = tokens.clone();
            if (0..zeros).all(|_| ahead.number("") == Ok(0)) {
                *tokens = ahead;
                closed = if zeros == 1 { "the closing 0" } else { "the closing zeros" };
                break;
            }
        }
        let mut reader = Case { grammar, known: &mut known, tokens, numbers: Vec::new(), vertices: None };
        reader.parts(format_args!("{case}"), grammar.case)?;
        let mut numbers = reader.numbers;
        if let Shape::List { .. } = grammar.shape() {
            numbers.remove(0);
        }
        reading.cases.push(numbers);
    }
    match tokens.next() {
        None => Ok(()),
        Some((at, token)) => {
            let what = format!("expected the end of the input after {closed}, found {}", quoted(token));
            Err(Fault { what, at, len: token.len() })
        }
    }
}

/// The last value of each number, by its name: a few, and looked up for each number of a long input.
#[derive(Default)]
struct Known(Vec<(&'static str, u64)>);

impl Known {
    fn insert(&mut self, name: &'static str, value: u64) {
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known = value,
            None => self.0.push((name, value)),
        }
    }

    fn value(&self, name: &str) -> u64 {
        self.0.iter().find(|(known, _)| *known == name).unwrap().1
    }
}

/// A case that is being read.
struct Case<'a, 't> {
    grammar: Grammar,
    /// The values of the numbers that counts may name.
    known: &'a mut Known,
    tokens: &'a mut Tokens<'t>,
    numbers: Vec<u64>,
    /// The vertices of a tree whose edges are being read.
    vertices: Option<u64>,
}

impl Case<'_, '_> {
    fn count(&self, count: Count) -> u64 {
        match count {
            Count::Exactly(count) => count,
            Count::Of(name) => self.known.value(name),
            Count::Linear { times, of, plus } => (self.known.value(of) * times).saturating_add_signed(plus),
        }
    }

    fn parts(&mut self, place: Arguments<'_>, parts: &[Part]) -> Result<(), Fault> {
        for (i, part) in parts.iter().enumerate() {
            match *part {
                Part::Line(fields) => {
                    for (j, field) in fields.iter().enumerate() {
                        self.field(place, field, counted(&fields[j + 1..], &parts[i + 1..], field.name))?;
                    }
                }
                Part::Rows { name, count, parts } => {
                    let from = self.numbers.len();
                    let count = self.count(count);
                    self.vertices = self.has(Condition::Tree(name)).then_some(count.saturating_add(1));
                    for row in 1..=count {
                        let from = self.numbers.len();
                        self.parts(format_args!("{place}{name} {row}: "), parts)?;
                        self.distinct_from(name, from, format_args!("{place}{name} {row}: "), parts)?;
                    }
                    self.vertices = None;
                    self.tree(name, from, place, parts)?;
                }
            }
        }
        Ok(())
    }

    fn field(&mut self, place: Arguments<'_>, field: &Field, counted: Option<&str>) -> Result<(), Fault> {
        match counted {
            Some(item) => self.shown_field(place, field, format_args!("{place}{item} count")),
            None => self.shown_field(place, field, format_args!("{place}{}", field.name)),
        }
    }

    /// Reads a field under the name `shown`. Names are written where there is a fault: long inputs have millions.
    fn shown_field(
        &mut self,
        place: Arguments<'_>,
        field: &Field,
        shown: Arguments<'_>,
    ) -> Result<(), Fault> {
        let name = field.name;
        match field.kind {
            Kind::Number => {
                let number = self.tokens.number(shown)?;
                self.known.insert(name, number);
                self.number(name, number, shown)
            }
            Kind::Signed => {
                let expected = format!("{shown}: expected an integer from {} to {}", i64::MIN, i64::MAX);
                let token = self.tokens.word(&expected)?;
                let number = token.parse::<i64>().map_err(|_| self.tokens.fault_behind(&expected))?;
                self.number(name, number as u64, shown)
            }
            Kind::Word(letters) => {
                let of = letters.map_or(String::new(), |letters| format!(" of the letters {letters}"));
                let expected = format!("{shown}: expected a word{of}");
                let token = self.tokens.word(&expected)?;
                if letters.is_some_and(|letters| !token.chars().all(|letter| letters.contains(letter))) {
                    return Err(self.tokens.fault_behind(&expected));
                }
                self.number(name, token.len() as u64, shown)
            }
            Kind::List(count) => {
                let count = self.count(count);
                let from = self.numbers.len();
                for n in 1..=count {
                    if self.tokens.rest_is_empty() {
                        let items = if count == 1 { name.to_owned() } else { format!("{name}s") };
                        let found = n - 1;
                        let what =
                            format!("expected {count} {items}, found {found} before the end of the input");
                        return Err(self.tokens.fault_at_end(format!("{place}{what}")));
                    }
                    let number = self.tokens.number(format_args!("{place}{name} {n}"))?;
                    self.number(name, number, format_args!("{place}{name} {n}"))?;
                    if self.has(Condition::Distinct(name)) && !self.numbers[from..].iter().all_unique() {
                        return Err(self.tokens.fault_behind(&format!(
                            "{place}{name} {n}: expected a number that has not occurred before"
                        )));
                    }
                    if let [.., before, last] = self.numbers[from..]
                        && last <= before
                        && self.has(Condition::Ascending(name))
                    {
                        return Err(self.tokens.fault_behind(&format!(
                            "{place}{name} {n}: expected a number above {before}, the one before"
                        )));
                    }
                }
                Ok(())
            }
        }
    }

    fn has(&self, condition: Condition) -> bool {
        self.grammar.conditions.contains(&condition)
    }

    /// Takes a number that has been read last.
    fn number(&mut self, name: &str, number: u64, shown: Arguments<'_>) -> Result<(), Fault> {
        self.numbers.push(number);
        if let Some(vertices) = self.vertices
            && !(1..=vertices).contains(&number)
        {
            let what = format!("{shown}: expected a number from 1 to {vertices}");
            return Err(self.tokens.fault_behind(&what));
        }
        for condition in self.grammar.conditions {
            let expected = match *condition {
                Condition::Even(even) if even == name && number % 2 == 1 => {
                    "expected an even number".to_owned()
                }
                Condition::Range { field, from, to } if field == name => {
                    let (from, to) = (self.count(from), self.count(to));
                    if (from..=to).contains(&number) {
                        continue;
                    }
                    match to {
                        u64::MAX => format!("expected a number of at least {from}"),
                        _ => format!("expected a number from {from} to {to}"),
                    }
                }
                _ => continue,
            };
            return Err(self.tokens.fault_behind(&format!("{shown}: {expected}")));
        }
        Ok(())
    }

    /// Finds the numbers of a row different, where they have to be.
    fn distinct_from(
        &self,
        row: &'static str,
        from: usize,
        place: Arguments<'_>,
        parts: &[Part],
    ) -> Result<(), Fault> {
        if self.has(Condition::Distinct(row)) && !self.numbers[from..].iter().all_unique() {
            let [Part::Line(fields)] = parts else { panic!("distinct rows are of single numbers") };
            let last = fields.last().unwrap().name;
            return Err(self
                .tokens
                .fault_behind(&format!("{place}{last}: expected a number that has not occurred before")));
        }
        Ok(())
    }

    /// Finds that rows are the edges of a tree, where they have to be.
    fn tree(
        &self,
        row: &'static str,
        from: usize,
        place: Arguments<'_>,
        parts: &[Part],
    ) -> Result<(), Fault> {
        if !self.has(Condition::Tree(row)) {
            return Ok(());
        }
        let [Part::Line([_, last])] = parts else { panic!("edges have two ends") };
        let edges = &self.numbers[from..];
        let mut component = (0..=edges.len() as u64 / 2 + 1).collect_vec();
        for (i, edge) in edges.chunks(2).enumerate() {
            let (one, other) = (component[edge[0] as usize], component[edge[1] as usize]);
            if one == other {
                let what = format!(
                    "{place}{row} {}: {}: expected the edges of a tree, but edge {} closes a circle",
                    edges.len() / 2,
                    last.name,
                    i + 1
                );
                return Err(self.tokens.fault_behind(&what));
            }
            component.iter_mut().filter(|of| **of == one).for_each(|of| *of = other);
        }
        Ok(())
    }
}

/// Returns the name of the field that a number counts, if one follows it.
fn counted(fields: &[Field], parts: &[Part], name: &str) -> Option<&'static str> {
    let (item, count) = match (fields.first(), parts.first()) {
        (Some(Field { name: item, kind: Kind::List(count) }), _)
        | (None, Some(Part::Line([Field { name: item, kind: Kind::List(count) }, ..])))
        | (None, Some(Part::Rows { name: item, count, .. })) => (item, count),
        _ => return None,
    };
    matches!(count, Count::Of(of) if *of == name).then_some(*item)
}

#[derive(Clone)]
struct Tokens<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Tokens<'a> {
    fn next(&mut self) -> Option<(usize, &'a [u8])> {
        let (text, mut at) = (self.text, self.at);
        while at < text.len() && is_white(text[at]) {
            at += 1;
        }
        let from = at;
        while at < text.len() && !is_white(text[at]) {
            at += 1;
        }
        self.at = at;
        (from < self.at).then(|| (from, &self.text[from..self.at]))
    }

    fn rest_is_empty(&self) -> bool {
        self.text[self.at..].iter().all(|&byte| is_white(byte))
    }

    fn number(&mut self, name: impl Display) -> Result<u64, Fault> {
        let Some((at, token)) = self.next() else {
            return Err(self.fault_at_end(format!("{name}: expected an integer, found the end of the input")));
        };
        value(token).map_err(|why| Fault { what: format!("{name}: {why}"), at, len: token.len() })
    }

    fn word(&mut self, expected: &str) -> Result<String, Fault> {
        let Some((_, token)) = self.next() else {
            return Err(self.fault_at_end(format!("{expected}, found the end of the input")));
        };
        Ok(String::from_utf8_lossy(token).into_owned())
    }

    /// Returns a fault of the token that was read last.
    fn fault_behind(&self, what: &str) -> Fault {
        let from = self.text[..self.at].iter().rposition(|&byte| is_white(byte)).map_or(0, |white| white + 1);
        let token = &self.text[from..self.at];
        Fault { what: format!("{what}, found {}", quoted(token)), at: from, len: token.len() }
    }

    fn fault_at_end(&self, what: String) -> Fault {
        Fault { what, at: self.text.len(), len: 0 }
    }
}

fn is_white(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\x0b' | b'\x0c' | b'\r')
}

/// Returns the number that a token is, or its fault.
fn value(token: &[u8]) -> Result<u64, String> {
    if all_digits(token) {
        let digits = std::str::from_utf8(token).unwrap();
        return digits
            .parse()
            .map_err(|_| format!("expected at most 18446744073709551615 (2^64-1), found {}", quoted(token)));
    }
    let shown = quoted(token);
    if token[0] == b'-' && all_digits(&token[1..]) {
        return Err(format!("expected an integer that is not negative, found {shown}"));
    }
    let utf_16 =
        if looks_like_utf_16(token) { ": the input looks like UTF-16, convert it to UTF-8" } else { "" };
    Err(format!("expected an integer, found {shown}{utf_16}"))
}

fn all_digits(token: &[u8]) -> bool {
    !token.is_empty() && token.iter().all(u8::is_ascii_digit)
}

/// Digits and NUL bytes in turn.
fn looks_like_utf_16(token: &[u8]) -> bool {
    let one_digit_one_nul = |pair: &[u8]| matches!(pair, [0, b'0'..=b'9'] | [b'0'..=b'9', 0]);
    token.len() >= 2 && token.windows(2).all(one_digit_one_nul)
}

/// The most of a token, or of a line from there on, that is shown.
const SHOWN: usize = 40;
/// The most of a line before the token that is shown.
const SHOWN_BEFORE: usize = 60;

fn quoted(token: &[u8]) -> String {
    let shown = &token[..token.len().min(SHOWN)];
    let mut text = String::new();
    for chunk in shown.utf8_chunks() {
        for c in chunk.valid().chars() {
            if c == '\'' { text.push(c) } else { text.extend(c.escape_debug()) }
        }
        for byte in chunk.invalid() {
            text += &format!("\\x{byte:02x}");
        }
    }
    format!("\"{text}{}\"", if shown.len() < token.len() { "…" } else { "" })
}

impl Fault {
    /// Line and column, both from 1, the column in bytes.
    pub fn place(&self, input: &[u8]) -> (usize, usize) {
        let before = &without_mark(input)[..self.at];
        let lines = before.iter().filter(|&&byte| byte == b'\n').count();
        let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count();
        (lines + 1, column + 1)
    }

    /// Returns the printed error: the fault, its place, and the line with the token marked.
    pub fn report(&self, name: &str, input: &[u8]) -> String {
        let (line, column) = self.place(input);
        let text = without_mark(input);
        let before = &text[self.at + 1 - column..self.at];
        let rest = text[self.at..].split(|&byte| byte == b'\n').next().unwrap();
        let rest =
            if rest.len() > self.len && rest.ends_with(b"\r") { &rest[..rest.len() - 1] } else { rest };

        let shown_before = &before[before.len().saturating_sub(SHOWN_BEFORE)..];
        let (token, behind) = rest[..rest.len().min(SHOWN)].split_at(self.len.min(SHOWN));
        let cut_before = if shown_before.len() < before.len() { "…" } else { "" };
        let cut_behind = if rest.len() > SHOWN { "…" } else { "" };
        let (lead, token) = (format!("{cut_before}{}", visible(shown_before)), visible(token));
        let shown = format!(" {lead}{token}{}{cut_behind}", visible(behind));

        let indent = " ".repeat(lead.chars().count());
        let carets = "^".repeat(token.chars().count().max(1));
        let margin = " ".repeat(line.to_string().len());
        format!(
            "error: {}\n{margin}--> {name}:{line}:{column}\n{margin} |\n{line} |{}\n{margin} | {indent}{carets}\n",
            self.what,
            shown.trim_end(),
        )
    }
}

/// Returns bytes as they are shown in a line of text: white space as a space, invisible bytes as a dot.
fn visible(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            text.push(match c {
                '\t' | '\r' | '\x0b' | '\x0c' => ' ',
                c if c.is_control() => '·',
                c => c,
            });
        }
        text.extend(chunk.invalid().iter().map(|_| '·'));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(grammar: Grammar, input: &[u8], report: &str) {
        let reading = read(grammar, input);
        assert_eq!(reading.fault.expect("a fault").report("in.txt", input), report);
    }

    // Worked out by hand.
    #[test]
    fn a_bad_token_is_shown_in_its_line() {
        check(
            Grammar::COUNTED_POSITIONS,
            b"\xef\xbb\xbf3\r\n1 5\r\n0\r\n2\t7 \tx7 8\r\n",
            "error: case 3: heap 2: expected an integer, found \"x7\"\n --> in.txt:4:6\n  |\n\
             4 | 2 7  x7 8\n  |      ^^\n",
        );
    }

    #[test]
    fn a_missing_heap_is_at_the_end_of_the_input() {
        check(
            Grammar::ONE_POSITION,
            b"3\n1 2\n \n",
            "error: expected 3 heaps, found 2 before the end of the input\n --> in.txt:4:1\n  |\n4 |\n  | ^\n",
        );
    }

    #[test]
    fn whole_cases_before_a_fault_are_read() {
        let reading = read(Grammar::POSITIONS_UNTIL_ZERO, b"2 1 2 1 0 0 7");
        assert_eq!(reading.cases, [vec![1, 2], vec![0]]);
        let what = "expected the end of the input after the closing 0, found \"7\"".to_owned();
        assert_eq!(reading.fault, Some(Fault { what, at: 12, len: 1 }));
    }
}
