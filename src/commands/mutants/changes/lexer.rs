//! Tokens, and the little structure of a program that the rules need: statements, pairs of brackets, arguments of generic types.

use std::ops::Range;

use super::family::{self, Family};

/// The operators of more than one character, of all languages; of two that begin alike, the longer is first.
const LONG: &[&str] = &[
    "<<=", ">>=", "**=", "//=", "..=", "...", "<=>", "->", "=>", "::", "..", "<=", ">=", "==", "!=", "&&",
    "||", "<<", ">>", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "++", "--", "//", "**", ":=",
];

/// The words before a condition or another head of a statement.
const HEADS: &[&str] = &["if", "for", "while", "switch", "catch"];
/// The words of heads that end with a colon.
const COLON_HEADS: &[&str] =
    &["if", "elif", "else", "for", "while", "def", "class", "try", "except", "finally", "with"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name or a keyword.
    Word,
    /// A numeric literal.
    Number,
    /// An operator, a bracket or another sign.
    Sign,
    /// A literal in quotes.
    Text,
    /// The end of a statement that is no sign: of a line, or of a directive of the preprocessor.
    End,
}

/// A token with its place in the text.
pub struct Token {
    pub kind: Kind,
    /// The range of its bytes.
    pub range: Range<usize>,
}

/// A text split into tokens.
pub struct Code<'a> {
    pub text: &'a str,
    /// The lexical rules of the language.
    pub family: &'static Family,
    /// The tokens, without comments and white space.
    pub tokens: Vec<Token>,
    /// Whether each token is a bracket around the arguments of a generic type.
    pub is_generic: Vec<bool>,
    /// The statements, as tokens: with their semicolon, without the head of a loop or condition.
    pub statements: Vec<Range<usize>>,
}

impl<'a> Code<'a> {
    /// Splits a text into tokens.
    pub fn new(text: &'a str, family: &'static Family) -> Self {
        let tokens = Lexer { text, family, place: 0, depth: 0, tokens: Vec::new() }.run();
        let is_generic = vec![false; tokens.len()];
        let mut code = Self { text, family, tokens, is_generic, statements: Vec::new() };
        code.find_generics();
        code.find_statements();
        code
    }

    /// Returns the text of a token; nothing where there is none.
    pub fn word(&self, index: usize) -> &'a str {
        self.tokens.get(index).map_or("", |token| &self.text[token.range.clone()])
    }

    /// Returns the kind of a token.
    pub fn kind(&self, index: usize) -> Kind {
        self.tokens.get(index).map_or(Kind::End, |token| token.kind)
    }

    /// Returns the bytes of some tokens.
    pub fn bytes(&self, tokens: &Range<usize>) -> Range<usize> {
        self.tokens[tokens.start].range.start..self.tokens[tokens.end - 1].range.end
    }

    /// Returns whether these words, separated by spaces, begin at a token.
    pub fn has_words_at(&self, index: usize, words: &str) -> bool {
        words.split(' ').zip(index..).all(|(word, place)| self.word(place) == word)
    }

    /// Returns the statement around a token.
    pub fn statement(&self, index: usize) -> Option<&Range<usize>> {
        self.statements.iter().find(|statement| statement.contains(&index))
    }

    /// Returns whether two tokens touch each other.
    fn touches(&self, index: usize) -> bool {
        index > 0 && self.tokens[index - 1].range.end == self.tokens[index].range.start
    }

    /// Returns the change of depth by a bracket.
    pub fn step(&self, index: usize) -> i32 {
        match (self.kind(index), self.word(index)) {
            (Kind::Sign, "(" | "[" | "{") => 1,
            (Kind::Sign, ")" | "]" | "}") => -1,
            _ => 0,
        }
    }

    /// Returns the place after the bracket that closes the one at a place.
    pub fn after_pair(&self, open: usize) -> usize {
        let mut depth = 0;
        for index in open..self.tokens.len() {
            depth += self.step(index);
            if depth <= 0 {
                return index + 1;
            }
        }
        self.tokens.len()
    }

    fn find_generics(&mut self) {
        for index in 1..self.tokens.len() {
            let before = self.word(index - 1);
            let is_open = self.word(index) == "<"
                && (family::has(self.family.generics, before)
                    || before == "::"
                    || self.family.has_capital_types
                        && before.starts_with(char::is_uppercase)
                        && before.contains(char::is_lowercase)
                        && self.touches(index)
                    || index > 1 && self.word(index - 2) == "fn");
            if is_open {
                self.mark_generic(index);
            }
        }
    }

    /// Marks the brackets of arguments that begin at a place.
    fn mark_generic(&mut self, open: usize) {
        let mut depth = 0;
        for index in open..self.tokens.len() {
            let step = match self.word(index) {
                "<" => 1,
                ">" => -1,
                ">>" => -2,
                ";" | "{" => return,
                _ => 0,
            };
            self.is_generic[index] |= step != 0;
            depth += step;
            if depth <= 0 {
                return;
            }
        }
    }

    fn find_statements(&mut self) {
        let mut index = 0;
        while index < self.tokens.len() {
            let end = self.end_of_statement(index);
            if end > index {
                self.statements.push(index..end);
            }
            index = end.max(index + 1);
        }
    }

    /// Returns the place after the statement, or the head of one, that begins at a place; the same place if none does.
    fn end_of_statement(&self, begin: usize) -> usize {
        let word = self.word(begin);
        if self.family.is_indented {
            if matches!(word, ":" | ";") {
                return begin;
            }
            let is_head = COLON_HEADS.contains(&word);
            let mut depth = 0;
            for index in begin..self.tokens.len() {
                depth += self.step(index);
                let ends = self.kind(index) == Kind::End || depth == 0 && self.word(index) == ";";
                if ends || is_head && depth == 0 && self.word(index) == ":" {
                    return index;
                }
            }
            return self.tokens.len();
        }
        if HEADS.contains(&word) && self.word(begin + 1) == "(" {
            return self.after_pair(begin + 1);
        }
        if matches!(word, "else" | "do" | "{" | "}" | ";") || self.kind(begin) == Kind::End {
            return begin;
        }
        let mut index = begin;
        while index < self.tokens.len() {
            match self.word(index) {
                ";" => return index + 1,
                "{" if !matches!(self.word(index.wrapping_sub(1)), "=" | "return") => return index,
                "}" => return index,
                "(" | "[" | "{" => index = self.after_pair(index),
                _ if self.kind(index) == Kind::End => return index,
                _ => index += 1,
            }
        }
        index
    }
}

/// The state of reading a text.
struct Lexer<'a> {
    text: &'a str,
    family: &'static Family,
    place: usize,
    /// The number of brackets that are open.
    depth: usize,
    tokens: Vec<Token>,
}

impl Lexer<'_> {
    fn run(mut self) -> Vec<Token> {
        while self.place < self.text.len() {
            self.next();
        }
        self.tokens
    }

    fn rest(&self) -> &str {
        &self.text[self.place..]
    }

    /// Adds a token of this length in bytes.
    fn add(&mut self, kind: Kind, length: usize) {
        let range = self.place..self.place + length;
        self.place = range.end;
        self.tokens.push(Token { kind, range });
    }

    /// Skips all up to an end and this itself.
    fn skip(&mut self, end: &str) {
        self.place += self.rest().find(end).map_or(self.rest().len(), |place| place + end.len());
    }

    fn next(&mut self) {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return };
        if first == '\n' {
            let ends = self.family.is_indented && self.depth == 0 || self.is_in_directive();
            return if ends { self.add(Kind::End, 1) } else { self.place += 1 };
        }
        if first.is_whitespace() {
            self.place += first.len_utf8();
            return;
        }
        if rest.starts_with(self.family.line_comment) {
            self.place += rest.find('\n').unwrap_or(rest.len());
            return;
        }
        if let Some((begin, end)) = self.family.block_comment
            && rest.starts_with(begin)
        {
            self.place += begin.len();
            return self.skip(end);
        }
        if first == '#' && self.family.has_directives {
            return self.directive();
        }
        if let Some(length) = self.quoted() {
            return self.add(Kind::Text, length);
        }
        if first.is_ascii_digit() {
            return self.add(Kind::Number, number(rest));
        }
        if first.is_alphabetic() || first == '_' {
            let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            return self.add(Kind::Word, length);
        }
        let long = LONG.iter().find(|sign| rest.starts_with(**sign));
        let length = long.map_or(first.len_utf8(), |sign| sign.len());
        match first {
            '(' | '[' | '{' => self.depth += 1,
            ')' | ']' | '}' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        self.add(Kind::Sign, length);
    }

    /// Returns whether the last token before is on the line of a definition.
    fn is_in_directive(&self) -> bool {
        let line = self.text[..self.place].rfind('\n').map_or(0, |place| place + 1);
        let begin = self.text[line..self.place].trim_start();
        self.family.has_directives && begin.starts_with('#') && !begin.ends_with('\\')
    }

    /// Reads a directive: for a definition up to the name, otherwise the whole.
    fn directive(&mut self) {
        let rest = self.rest();
        let line = rest.find('\n').unwrap_or(rest.len());
        let define = rest.strip_prefix("#define").map(str::trim_start);
        let name = define.map_or(line, |name| {
            let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
            let has_arguments = name[end..].starts_with('(');
            if has_arguments { line } else { rest.len() - name.len() + end }
        });
        self.add(Kind::End, name.min(line));
    }

    /// Returns the length of a quoted text that begins here.
    fn quoted(&self) -> Option<usize> {
        let rest = self.rest();
        let quote = self.family.quotes.iter().find(|quote| rest.starts_with(quote.ends.0))?;
        let (begin, end) = quote.ends;
        let mut place = begin.len();
        while place < rest.len() {
            if quote.escapes && rest[place..].starts_with('\\') {
                place += 1 + rest[place + 1..].chars().next().map_or(0, char::len_utf8);
            } else if rest[place..].starts_with(end) {
                return Some(place + end.len());
            } else {
                place += rest[place..].chars().next().map_or(1, char::len_utf8);
            }
        }
        Some(rest.len())
    }
}

/// Returns the length of the number that a text begins with.
fn number(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut place = 1;
    while let Some(&byte) = bytes.get(place) {
        let belongs = match byte {
            b'.' | b'\'' => bytes.get(place + 1).is_some_and(u8::is_ascii_digit),
            b'+' | b'-' => matches!(bytes[place - 1], b'e' | b'E') && !text.starts_with("0x"),
            byte => byte.is_ascii_alphanumeric() || byte == b'_',
        };
        if !belongs {
            break;
        }
        place += 1;
    }
    place
}
