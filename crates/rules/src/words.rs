//! The words of a text: names, numbers and signs, with their places.

use std::fmt;

use winnow::combinator::{alt, repeat};
use winnow::error::{EmptyError, ParserError};
use winnow::prelude::*;
use winnow::stream::LocatingSlice;
use winnow::token::{literal, take_till, take_while};

use crate::error::{ParseError, Span};

/// A word of the text with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    pub at: Span,
    pub kind: WordKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WordKind {
    Name(String),
    Number(i64),
    Sign(&'static str),
}

impl fmt::Display for WordKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "`{name}`"),
            Self::Number(number) => write!(f, "`{number}`"),
            Self::Sign(sign) => write!(f, "`{sign}`"),
        }
    }
}

/// The signs, longer ones before their beginnings.
const SIGNS: &[&str] = &[
    "..=", "->", "<=", ">=", "==", "!=", "(", ")", "[", "]", "{", "}", ",", ":", "=", "<", ">", "+", "-",
    "*", "/", "%",
];

/// Signs of other languages, and the words to write instead.
const FOREIGN: &[(&str, &str)] = &[
    ("&&", "write `and`"),
    ("||", "write `or`"),
    ("!", "write `not`"),
    ("^", "write `xor(a, b)`, or `pow(a, b)` for a power"),
    ("..", "write `a..=b`: both ends of a range belong to it"),
    ("&", "write `bit(a, i)` for a single bit"),
    ("|", "write `xor(a, b)`, or `or` between conditions"),
    ("=>", "write `->`"),
    (";", "nothing is needed between the parts of a move"),
    ("…", "write `a..=b`"),
    ("≤", "write `<=`"),
    ("≥", "write `>=`"),
    ("≠", "write `!=`"),
    ("→", "write `->`"),
    ("−", "write `-`"),
    ("×", "write `*`"),
    ("\"", "a name stands without quotes"),
    (".", "numbers are integers, and a range is written `a..=b`"),
];

/// The limit of a text in bytes.
const LARGEST: usize = 1 << 16;

type Input<'t> = LocatingSlice<&'t str>;

/// Returns the title and the words of a text.
///
/// # Errors
/// A [`ParseError`], where the text does not begin with `game`, or has a sign or a number that is none.
pub fn words(text: &str) -> Result<(String, Vec<Word>), ParseError> {
    if text.len() > LARGEST {
        return Err(ParseError::new(Span::default(), format!("the text has more than {LARGEST} bytes")));
    }
    let mut input = LocatingSlice::new(text.strip_prefix('\u{feff}').unwrap_or(text));
    let bom = text.len() - input.len();
    let moved = |span: std::ops::Range<usize>| Span { from: span.start + bom, to: span.end + bom };
    skip(&mut input);
    let (start, span) = name.with_span().parse_next(&mut input).unwrap_or(("", 0..0));
    if start != "game" {
        let rest = text.len() - bom - input.len() - start.len();
        let span = if start.is_empty() { rest..rest + 1 } else { span };
        return Err(ParseError::new(moved(span), "a game begins with the word `game` and its title")
            .hint("for example `game Kayles`"));
    }
    let title = line(&mut input);
    let title = title.split('#').next().unwrap_or_default().trim().to_owned();
    if title.is_empty() {
        return Err(ParseError::new(moved(span), "the game has no title").hint("for example `game Kayles`"));
    }
    let mut words = Vec::new();
    loop {
        skip(&mut input);
        if input.is_empty() {
            return Ok((title, words));
        }
        let rest: &str = &input;
        let (kind, span) =
            word.with_span().parse_next(&mut input).map_err(|_: EmptyError| unknown(rest, text.len()))?;
        let kind = kind.map_err(|why| ParseError::new(moved(span.clone()), why))?;
        words.push(Word { at: moved(span), kind });
    }
}

/// Skips white space and comments.
fn skip(input: &mut Input<'_>) {
    let space = take_while(1.., char::is_whitespace).void();
    let comment = ('#', take_till(0.., '\n')).void();
    let skipped: Result<(), EmptyError> = repeat(0.., alt((space, comment))).parse_next(input);
    skipped.unwrap_or_default();
}

/// Returns the rest of the line.
fn line<'t>(input: &mut Input<'t>) -> &'t str {
    let rest: Result<&str, EmptyError> = take_till(0.., '\n').parse_next(input);
    rest.unwrap_or_default()
}

fn name<'t>(input: &mut Input<'t>) -> Result<&'t str, EmptyError> {
    let first = take_while(1, |c: char| c.is_alphabetic() || c == '_');
    let later = take_while(0.., |c: char| c.is_alphanumeric() || c == '_' || c == '\'');
    (first, later).take().parse_next(input)
}

/// Returns a word, or the fault of a number.
fn word(input: &mut Input<'_>) -> Result<Result<WordKind, String>, EmptyError> {
    let named = name.map(|name: &str| Ok(WordKind::Name(name.to_owned())));
    let number = take_while(1.., |c: char| c.is_ascii_alphanumeric() || c == '_').map(|digits: &str| {
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(format!("{digits:?} is neither a number nor a name"));
        }
        let number = digits.parse().map_err(|_| format!("numbers go up to {}", i64::MAX));
        number.map(WordKind::Number)
    });
    alt((named, number, sign.map(|sign| Ok(WordKind::Sign(sign))))).parse_next(input)
}

fn sign(input: &mut Input<'_>) -> Result<&'static str, EmptyError> {
    let found = SIGNS.iter().find(|sign| input.starts_with(**sign)).filter(|sign| {
        !FOREIGN.iter().any(|(foreign, _)| sign.len() < foreign.len() && input.starts_with(foreign))
    });
    match found {
        Some(sign) => literal(*sign).value(*sign).parse_next(input),
        None => Err(EmptyError::from_input(input)),
    }
}

/// Returns the error of a character that begins no word; `rest` is the text from it on, and `length` the length of the whole text in bytes.
fn unknown(rest: &str, length: usize) -> ParseError {
    let foreign = FOREIGN.iter().find(|(foreign, _)| rest.starts_with(foreign));
    let first = rest.chars().next().map_or(0, char::len_utf8);
    let (wrong, hint) = foreign.map_or((&rest[..first], ""), |&(foreign, hint)| (foreign, hint));
    let from = length - rest.len();
    ParseError::new(Span { from, to: from + wrong.len() }, format!("{wrong:?} is no sign of the language"))
        .hint(hint)
}
