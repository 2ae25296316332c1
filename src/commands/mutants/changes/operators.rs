//! The kinds of changes: operators, constants, types, statements, conditions.
//!
//! They are those of Jia and Harman's survey of mutation testing (2011) that are mistakes of contests, found in text in the manner of
//! `universalmutator`.

use std::ops::Range;

use super::family::{AFTER_READING, ARITHMETIC, SAME_BEFORE_ZERO, Swap, has};
use super::lexer::{Code, Kind};
use super::{Mutant, conversions};

/// The signs that are no part of an operand of `&&`.
const AROUND: &[&str] = &[
    ";", ",", "?", ":", "=", "&&", "||", "and", "or", "return", "if", "elif", "while", "else", "+=", "^=",
    "|=", "&=", "in", "->", "=>",
];
/// The least number in brackets that is taken as the size of an array, not an index. An access beyond a smaller array stays in the same
/// page of memory.
const LEAST_SIZE: u64 = 1000;
/// The most by which sizes of arrays are rounded up.
const SLACK: u64 = 100;
/// Digits from which on a fraction is cut.
const MANY_DIGITS: usize = 6;

/// Returns all changes of a text.
pub fn all(code: &Code<'_>) -> Vec<Mutant> {
    let mut all = Changes { code, found: Vec::new() };
    for index in 0..code.tokens.len() {
        if code.statement(index).is_none_or(|own| !is_untouched(code, own)) {
            all.swaps(index);
            all.constant(index);
            all.types(index);
            all.condition(index);
            all.case(index);
            all.range(index);
        }
    }
    all.statements();
    all.found
}

fn is_untouched(code: &Code<'_>, statement: &Range<usize>) -> bool {
    has(code.family.untouched, code.word(statement.start))
        // Python programs that are no modules are named so.
        || code.family.is_indented && code.word(statement.start + 1) == "__name__"
}

struct Changes<'c, 'a> {
    code: &'c Code<'a>,
    found: Vec<Mutant>,
}

impl Changes<'_, '_> {
    fn add(&mut self, operator: &'static str, range: Range<usize>, with: impl Into<String>) {
        self.found.push(Mutant { operator, range, with: with.into(), also: Vec::new() });
    }

    /// Adds a mutant in which some tokens are replaced.
    fn replace(&mut self, operator: &'static str, tokens: &Range<usize>, with: impl Into<String>) {
        self.add(operator, self.code.bytes(tokens), with);
    }

    fn swaps(&mut self, index: usize) {
        let (code, family) = (self.code, self.code.family);
        if !matches!(code.kind(index), Kind::Sign | Kind::Word) || code.is_generic[index] {
            return;
        }
        let tables: [(&'static str, &[Swap]); 5] = [
            ("relational operator", family.relational),
            ("arithmetic operator", ARITHMETIC),
            ("arithmetic operator", family.arithmetic),
            ("logical operator", family.logical),
            ("loop bound", family.bounds),
        ];
        let sign = code.word(index);
        for (operator, table) in tables {
            let Some((_, others)) = table.iter().find(|(from, _)| *from == sign) else { continue };
            let is_stream = matches!(sign, "<<" | ">>") && self.has_stream(index);
            if self.has_left_operand(index) && !is_stream {
                let is_zero = code.word(index + 1) == "0";
                let reads = sign == "==" && self.is_after_reading(index);
                for other in others.iter().filter(|to| {
                    !(is_zero && SAME_BEFORE_ZERO.contains(&(sign, to)) || reads && **to != AFTER_READING.1)
                }) {
                    self.replace(operator, &(index..index + 1), *other);
                }
            }
        }
    }

    fn has_left_operand(&self, index: usize) -> bool {
        let Some(before) = index.checked_sub(1) else { return false };
        match (self.code.kind(before), self.code.word(before)) {
            (Kind::Word, word) => !has(self.code.family.prefixes, word),
            (Kind::Number | Kind::Text, _) | (Kind::Sign, ")" | "]") => true,
            _ => false,
        }
    }

    /// Returns whether a call that reads ends before a token.
    fn is_after_reading(&self, index: usize) -> bool {
        let mut calls = (1..index).filter(|&open| has(AFTER_READING.0, self.code.word(open - 1)));
        calls.any(|open| self.code.after_pair(open) == index)
    }

    /// Returns whether the statement around a token reads or prints.
    fn has_stream(&self, index: usize) -> bool {
        const STREAMS: &[&str] = &["cin", "cout", "cerr", "endl", "in", "out", "is", "os"];
        self.code.statement(index).is_some_and(|tokens| {
            tokens
                .clone()
                .any(|token| STREAMS.contains(&self.code.word(token)) || self.code.kind(token) == Kind::Text)
        })
    }

    fn constant(&mut self, index: usize) {
        let code = self.code;
        if let Some(tokens) = self.sentinel(index) {
            self.replace("constant", &tokens, "0");
            return;
        }
        // The exponent of a sentinel.
        if index > 1 && self.sentinel(index - 2).is_some_and(|tokens| tokens.contains(&index)) {
            return;
        }
        if code.kind(index) != Kind::Number {
            return;
        }
        let text = code.word(index);
        let tokens = index..index + 1;
        if let Some((whole, part)) = text.split_once('.').filter(|(_, part)| part.len() >= MANY_DIGITS) {
            self.replace("constant", &tokens, format!("{whole}.{}", &part[..part.len() / 2]));
            return;
        }
        let end = text.find(|c: char| !c.is_ascii_digit() && c != '_' && c != '\'').unwrap_or(text.len());
        let (digits, suffix) = text.split_at(end);
        let is_plain = suffix.is_empty() || suffix.starts_with(['l', 'L', 'u', 'U', 'i']);
        let Ok(value) = digits.replace(['_', '\''], "").parse::<u64>() else { return };
        if !is_plain || digits.len() > 1 && digits.starts_with('0') {
            return;
        }
        if value < LEAST_SIZE && !code.family.checks_bounds && self.is_declared(index) {
            return;
        }
        let (operator, values) = match value >= LEAST_SIZE && self.is_size(index) {
            true => {
                let less_one = code.family.checks_bounds.then(|| rounded(value) - 1);
                ("array size", [value / 10, value / 2].into_iter().chain(less_one).collect::<Vec<u64>>())
            }
            false => {
                ("constant", [value.checked_add(1), value.checked_sub(1)].into_iter().flatten().collect())
            }
        };
        for value in values {
            self.replace(operator, &tokens, format!("{value}{suffix}"));
        }
    }

    /// Returns the tokens of a value that stands for a bound beyond all others, from its name or number on: `-10**18`, `INT_MAX`. One more
    /// or less would change nothing.
    fn sentinel(&self, index: usize) -> Option<Range<usize>> {
        let (code, text) = (self.code, self.code.word(index));
        let (before, end) = match code.kind(index) {
            Kind::Number if code.word(index + 1) == "**" && is_far(text, code.word(index + 2)) => {
                (0, index + 3)
            }
            Kind::Number
                if text.split_once(['e', 'E']).is_some_and(|(_, exponent)| is_far("10", exponent)) =>
            {
                (0, index + 1)
            }
            Kind::Number if text.len() >= "0x3f3f3f3f".len() && text.starts_with("0x") => (0, index + 1),
            Kind::Word if text == "float" && code.word(index + 2).trim_matches(['"', '\'']) == "inf" => {
                (0, code.after_pair(index + 1))
            }
            Kind::Word if has(code.family.sentinels, text) => {
                let is_part = index > 1 && matches!(code.word(index - 1), "." | "::");
                (if is_part { 2 } else { 0 }, index + 1)
            }
            _ => return None,
        };
        let start = index - before;
        let is_negative = start > 0 && code.word(start - 1) == "-" && !self.has_left_operand(start - 1);
        Some(if is_negative { start - 1..end } else { start..end })
    }

    /// Returns whether a number is the size of an array that a statement begins with the type of.
    fn is_declared(&self, index: usize) -> bool {
        let code = self.code;
        let mut around = code.statements.iter().filter(|statement| statement.contains(&index));
        let declares = around.any(|own| has(code.family.kept, code.word(own.start)));
        declares && code.word(index + 1) == "]" && code.word(index.wrapping_sub(1)) == "["
    }

    /// Returns whether a number is, or names, the size of an array: stands in brackets, or is a constant with a name.
    fn is_size(&self, index: usize) -> bool {
        let code = self.code;
        let in_brackets = code.word(index + 1) == "]" || code.word(index.wrapping_sub(1)) == "[";
        let is_constant = code.statement(index).is_some_and(|tokens| {
            let is_defined = tokens.start > 0
                && code.kind(tokens.start - 1) == Kind::End
                && code.word(tokens.start - 1).starts_with('#');
            is_defined || tokens.clone().take(3).any(|token| has(code.family.constants, code.word(token)))
        });
        in_brackets || is_constant
    }

    fn types(&mut self, index: usize) {
        let code = self.code;
        // A longer name around it has been changed as a whole.
        let is_inner = index > 0
            && code.kind(index - 1) == Kind::Word
            && matches!(code.word(index - 1), "long" | "unsigned");
        let mut types = code.family.types.iter();
        let Some((from, others)) = types.find(|(from, _)| code.has_words_at(index, from)) else { return };
        if !is_inner {
            let tokens = index..index + from.split(' ').count();
            for &other in *others {
                if let Some(also) = conversions::following(code, &tokens, other) {
                    let (range, with) = (code.bytes(&tokens), other.to_owned());
                    self.found.push(Mutant { operator: "type", range, with, also });
                }
            }
        }
    }

    fn statements(&mut self) {
        let code = self.code;
        for tokens in &code.statements {
            let (first, second) = (code.word(tokens.start), code.word(tokens.start + 1));
            let is_whole = code.family.is_indented || code.word(tokens.end - 1) == ";";
            let is_head = matches!(first, "if" | "elif" | "else" | "for" | "while" | "switch" | "catch");
            let ends = matches!(first, "break" | "continue");
            let begins = code.kind(tokens.start) == Kind::Word || matches!(first, "++" | "--" | "*" | "(");
            let is_kept = has(code.family.kept, first) || first == "std" || first.is_empty();
            // Two names beside each other declare something.
            let declares = code.kind(tokens.start) == Kind::Word && code.kind(tokens.start + 1) == Kind::Word
                || code.is_generic.get(tokens.start + 1) == Some(&true)
                || second == "::" && !code.family.is_indented
                || has(code.family.constants, first);
            let does = tokens.clone().any(|token| is_effect(code.word(token)));
            if is_whole && begins && !is_head && (ends || !is_kept && !declares && does) {
                self.replace("removed statement", tokens, code.family.nothing);
            }
        }
    }

    /// A condition that always, or never, holds.
    fn condition(&mut self, index: usize) {
        let code = self.code;
        let tokens = match code.word(index) {
            "if" | "elif" if code.word(index + 1) == "let" => return,
            "if" if !code.family.is_indented && code.word(index + 1) == "(" => {
                index + 2..code.after_pair(index + 1) - 1
            }
            "if" | "elif" => index + 1..self.operand_end(index + 1, &["{", ":", "else", "for", "if"]),
            "?" => {
                self.operand_begin(
                    index,
                    &AROUND.iter().copied().filter(|sign| !is_logical(sign)).collect::<Vec<_>>(),
                )..index
            }
            _ => return,
        };
        if tokens.is_empty() || tokens.end > code.tokens.len() {
            return;
        }
        for truth in code.family.truth {
            self.replace("condition", &tokens, truth);
        }
    }

    /// Adds mutants with only one operand of a logical operator.
    fn case(&mut self, index: usize) {
        let code = self.code;
        if !is_logical(code.word(index)) || !self.has_left_operand(index) {
            return;
        }
        let (begin, end) = (self.operand_begin(index, AROUND), self.operand_end(index + 1, AROUND));
        if begin == index || end == index + 1 {
            return;
        }
        self.add("removed case", code.tokens[begin].range.start..code.tokens[index + 1].range.start, "");
        self.add("removed case", code.tokens[index - 1].range.end..code.tokens[end - 1].range.end, "");
    }

    /// Returns where the operand begins that ends before a token.
    fn operand_begin(&self, end: usize, around: &[&str]) -> usize {
        let mut depth = 0;
        for index in (0..end).rev() {
            depth -= self.code.step(index);
            let is_out = self.code.kind(index) == Kind::End || around.contains(&self.code.word(index));
            if depth < 0 || depth == 0 && is_out {
                return index + 1;
            }
        }
        0
    }

    /// Returns where the operand ends that begins with a token.
    fn operand_end(&self, begin: usize, around: &[&str]) -> usize {
        let mut depth = 0;
        for index in begin..self.code.tokens.len() {
            let word = self.code.word(index);
            let is_out = self.code.kind(index) == Kind::End || around.contains(&word) || word == "{";
            if depth == 0 && is_out {
                return index;
            }
            depth += self.code.step(index);
            if depth < 0 {
                return index;
            }
        }
        self.code.tokens.len()
    }

    /// Adds mutants of the end of Python's `range`.
    fn range(&mut self, index: usize) {
        let code = self.code;
        if !code.family.is_indented || code.word(index) != "range" || code.word(index + 1) != "(" {
            return;
        }
        let close = code.after_pair(index + 1) - 1;
        if close > index + 2 && code.word(close) == ")" {
            let place = code.tokens[close].range.start;
            self.add("loop bound", place..place, " + 1");
            self.add("loop bound", place..place, " - 1");
        }
    }
}

/// Returns whether a power of two numbers is far from others.
fn is_far(base: &str, exponent: &str) -> bool {
    const FAR: u64 = 1_000_000_000;
    let (Ok(base), Ok(exponent)) = (base.parse::<u64>(), exponent.parse::<u32>()) else { return false };
    base > 1 && base.checked_pow(exponent).is_none_or(|value| value >= FAR)
}

/// Returns a size without its rounding up.
fn rounded(size: u64) -> u64 {
    let unit = 10_u64.pow(size.ilog10().saturating_sub(1));
    let below = size / unit * unit;
    if size - below < SLACK && size >= 10 * SLACK { below } else { size }
}

/// Returns whether a sign lets a statement have an effect.
fn is_effect(sign: &str) -> bool {
    sign.ends_with('=') && !matches!(sign, "==" | "!=" | "<=" | ">=" | "..=")
        || matches!(sign, "(" | "++" | "--")
}

fn is_logical(sign: &str) -> bool {
    matches!(sign, "&&" | "||" | "and" | "or")
}
