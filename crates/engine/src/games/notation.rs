//! The parser of game notations.

use std::fmt;
use std::io;

use itertools::Itertools as _;

use super::graph::{Graph, GraphError};
use super::heaps::HeapGame;
use super::{CATALOGUE, Make, arguments};
use crate::sequence::code::Code;
use crate::sequence::parse_error::{ParseError, ParseErrorKind};
use crate::theory::component::{Component, ComponentError};
use crate::theory::game::{Game, Shape};

/// An error in the notation of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotationError {
    /// The notation is wrong. Displayed as the error, the nearest game, and the text with a caret below the character.
    Wrong {
        /// The whole notation.
        text: String,
        /// The error, with its offset.
        error: ParseError,
        /// The game with the most similar notation; empty if none is similar.
        nearest: String,
    },
    /// The file of a graph is malformed.
    Graph(String, GraphError),
    /// The file of a game could not be read, for the reason given.
    Unreadable(String, String),
    /// The text of a game [outside](Outside) is malformed; the message names the place.
    Malformed(String),
    /// A parameter of a game outside has no such value.
    Argument(String),
}

impl NotationError {
    /// Returns the text that is wrong, with a caret below the character.
    pub fn marked(&self) -> Option<String> {
        let Self::Wrong { text, error, .. } = self else { return None };
        let column = text.get(..error.at).map_or(0, |before| before.chars().count());
        Some(format!("  {text}\n  {:column$}^", ""))
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wrong { error, nearest, .. } => {
                let hint = if nearest.is_empty() { "" } else { &format!("; did you mean `{nearest}`?") };
                write!(f, "{error}{hint}\n{}", self.marked().unwrap_or_default())
            }
            Self::Graph(file, error) => write!(f, "{file}: {error}"),
            Self::Unreadable(_, why) | Self::Malformed(why) | Self::Argument(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for NotationError {}

/// The games and files that a notation may name outside of the catalogue. A function that returns the text of a file is an implementation
/// without games.
pub trait Outside {
    /// Returns the text of a graph's file.
    ///
    /// # Errors
    /// When it cannot be read.
    fn text(&mut self, file: &str) -> io::Result<String>;

    /// Returns the game of a term; `None` if it is not one of these.
    fn game(&mut self, term: &str) -> Option<Result<Box<dyn Game>, NotationError>> {
        let _ = term;
        None
    }
}

impl<R: FnMut(&str) -> io::Result<String>> Outside for R {
    fn text(&mut self, file: &str) -> io::Result<String> {
        self(file)
    }
}

/// The games and files outside of the catalogue, as an argument.
pub type ReadFile<'r> = dyn Outside + 'r;

/// Returns the games of a notation: one, or the terms of a sum, separated by `+`.
///
/// # Errors
/// [`NotationError`], for the first term that is wrong.
pub fn parse(text: &str, read: &mut ReadFile<'_>) -> Result<Vec<Box<dyn Game>>, NotationError> {
    let mut offset = 0;
    let mut games = Vec::new();
    for term in text.split('+') {
        let game = parse_term(term, read).map_err(|error| match error {
            NotationError::Wrong { error, nearest, .. } => {
                NotationError::Wrong { text: text.to_owned(), error: error.moved(offset), nearest }
            }
            other => other,
        });
        games.push(game?);
        offset += term.len() + 1;
    }
    Ok(games)
}

fn parse_term(term: &str, read: &mut ReadFile<'_>) -> Result<Box<dyn Game>, NotationError> {
    let wrong = |error| NotationError::Wrong { text: term.to_owned(), error, nearest: nearest(term) };
    let fail = |at, kind| Err(wrong(ParseError { at, kind }));
    if let Some(game) = read.game(term) {
        return game;
    }
    if let Some(digits) = term.strip_prefix("0x") {
        return arguments::code(Code::hexadecimal(digits)).map_err(|error| wrong(error.moved(2)));
    }
    if term.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return arguments::code(Code::octal(term)).map_err(wrong);
    }
    let (name, argument) =
        term.split_once(':').map_or((term, None), |(name, argument)| (name, Some(argument)));
    let entry = CATALOGUE.iter().find(|entry| entry.name == name);
    let Some(entry) = entry else {
        if name.is_empty() {
            return fail(0, ParseErrorKind::NoName);
        }
        // The first character that differs from the most similar name.
        let like = nearest(term);
        let at = name.char_indices().zip(like.chars()).find(|((_, a), b)| a != b);
        let at = at.map_or(like.len().min(name.len()), |((at, _), _)| at);
        let error = ParseError { at, kind: ParseErrorKind::UnknownGame(name.to_owned()) };
        let is_similar = strsim::levenshtein(name, like.split(':').next().unwrap_or(&like)) <= name.len() / 2;
        let nearest = if is_similar { like } else { String::new() };
        return Err(NotationError::Wrong { text: term.to_owned(), error, nearest });
    };
    match (entry.make, argument) {
        (Make::Plain(make), None) => Ok(make()),
        (Make::Named(code), None) => {
            Ok(Box::new(HeapGame::code(name.to_owned(), Code::octal(code).map_err(wrong)?)))
        }
        (Make::Plain(_) | Make::Named(_), Some(_)) => {
            fail(name.len(), ParseErrorKind::NoArguments(name.to_owned()))
        }
        (Make::With(make), Some(argument)) => {
            make(argument).map_err(|error| wrong(error.moved(name.len() + 1)))
        }
        (Make::Graph, Some(file)) => {
            let text =
                read.text(file).map_err(|why| NotationError::Unreadable(file.to_owned(), why.to_string()))?;
            let graph = Graph::parse(file, &text);
            Ok(Box::new(graph.map_err(|error| NotationError::Graph(file.to_owned(), error))?))
        }
        (Make::With(_) | Make::Graph, None) | (Make::Code, _) => {
            fail(term.len(), ParseErrorKind::NeedsArgument(name.to_owned(), entry.notation))
        }
    }
}

/// Returns the game of the catalogue that is whose notation is most similar to `term`.
fn nearest(term: &str) -> String {
    let digits = term.strip_prefix("hex:").or_else(|| term.strip_prefix("0x"));
    if digits.is_some() || term.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return nearest_code(digits.unwrap_or(term), digits.is_some()).unwrap_or_default();
    }
    let (name, argument) = term.split_once(':').map_or((term, false), |(name, _)| (name, true));
    let entries = CATALOGUE.iter().filter(|entry| !matches!(entry.make, Make::Code));
    let entry = entries
        .min_by_key(|entry| (strsim::levenshtein(name, entry.name), entry.example.contains(':') != argument));
    entry.map_or(String::new(), |entry| entry.example.to_owned())
}

/// Returns the code that is one change away from a wrong one: the same digits read as hexadecimal, after a point, or with another digit
/// before the point.
fn nearest_code(digits: &str, hexadecimal: bool) -> Option<String> {
    let rest = digits.get(1..).filter(|rest| rest.starts_with('.'));
    let changed = [Some(format!("0.{digits}")), rest.map(|rest| format!("0{rest}"))];
    let octal = changed.iter().flatten().find(|code| !hexadecimal && Code::octal(code).is_ok()).cloned();
    let as_hexadecimal = [Some(digits.to_owned())].into_iter().chain(changed);
    octal.or_else(|| {
        as_hexadecimal
            .flatten()
            .find(|code| Code::hexadecimal(code).is_ok())
            .map(|code| format!("hex:{code}"))
    })
}

/// Returns the code that a game of the catalogue is another name of; any other name as it is.
pub fn unaliased(name: &str) -> &str {
    let code = CATALOGUE.iter().find(|entry| entry.name == name).map(|entry| entry.make);
    if let Some(Make::Named(code)) = code { code } else { name }
}

/// A component without any number, as it is written.
const NOTHING: &str = "-";

/// Returns a component as it is written, which [`component`] reads: its numbers with commas between them, the label of a vertex, or
/// `-` for nothing.
pub fn written(game: &dyn Game, component: &[u64]) -> String {
    match component {
        [] if game.shape() == Shape::Heap => "0".to_owned(),
        [] => NOTHING.to_owned(),
        numbers => numbers.iter().map(|&number| game.written(number)).join(","),
    }
}

/// Returns the components of an option as they are written, with a text between them.
pub fn written_option(game: &dyn Game, option: &[Component], between: &str) -> String {
    let nothing = [Component::new()];
    let parts = if option.is_empty() { &nothing } else { option };
    parts.iter().map(|part| written(game, part)).join(between)
}

/// Returns the component that `text` writes for a game: a number, numbers between commas, a label, or `-` for nothing.
///
/// # Errors
/// A [`ComponentError`] that quotes the text.
pub fn component(game: &dyn Game, text: &str) -> Result<Component, ComponentError> {
    if let Some(number) = game.number(text) {
        return Ok(vec![number]);
    }
    if let Shape::Vertex { count } = game.shape() {
        return Err(match count {
            0 => ComponentError::NoVertexInEmptyGraph(text.to_owned(), game.name()),
            _ => ComponentError::NoSuchVertex(text.to_owned(), game.name()),
        });
    }
    if text == NOTHING {
        return Ok(if game.shape() == Shape::Heap { vec![0] } else { Component::new() });
    }
    let numbers = text.split(',').map(|number| {
        let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| number.parse().ok()).flatten()
    });
    numbers
        .collect::<Option<Component>>()
        .ok_or_else(|| ComponentError::NotANumber(text.to_owned(), u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn no_file(_: &str) -> io::Result<String> {
        Err(io::Error::other("no such file"))
    }

    fn error(text: &str) -> (usize, String) {
        match parse(text, &mut no_file) {
            Err(NotationError::Wrong { error, nearest, .. }) => (error.at, nearest),
            other => panic!("{text}: {other:?}"),
        }
    }

    fn name(text: &str) -> String {
        let games = parse(text, &mut no_file).unwrap();
        games.iter().map(|game| game.name()).collect::<Vec<_>>().join("+")
    }

    #[test]
    fn every_example_of_the_catalogue_is_read() {
        for entry in CATALOGUE.iter().filter(|entry| !matches!(entry.make, Make::Graph)) {
            assert_eq!(name(entry.example), entry.example);
        }
        for entry in CATALOGUE {
            if let Make::Named(code) = entry.make {
                assert!(entry.rule.starts_with(code), "{}", entry.name);
            }
        }
        assert_eq!(name("kayles+nim+0.156"), "kayles+nim+0.156");
        assert_eq!(name(".77"), "0.77");
        assert_eq!(name("0x0.8f"), "hex:0.8F");
        assert_eq!(name("subtract:..7"), "subtract:..7");
        assert_eq!(name("subtract:4,1,3,1"), "subtract:1,3,4");
        assert_eq!(name("subtract:2..4,7"), "subtract:2,3,4,7");
    }

    #[test]
    fn names_are_unique_and_examples_belong_to_their_games() {
        let mut names: Vec<_> = CATALOGUE.iter().map(|entry| entry.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), CATALOGUE.len());
        for entry in CATALOGUE {
            assert!(entry.example.starts_with(entry.name), "{}", entry.name);
            assert!(entry.notation.starts_with(entry.name), "{}", entry.name);
            assert!(!entry.example_heaps.is_empty());
        }
    }

    #[test]
    fn faults_point_at_the_character_and_suggest_a_game() {
        assert_eq!(error("kaylse"), (4, "kayles".to_owned()));
        assert_eq!(error("nim+kaylse"), (8, "kayles".to_owned()));
        assert_eq!(error("0.78"), (3, "hex:0.78".to_owned()));
        assert_eq!(error("0.7z"), (3, String::new()));
        assert_eq!(error("1.23"), (0, "0.23".to_owned()));
        assert_eq!(error("123"), (3, "0.123".to_owned()));
        assert_eq!(error("hex:9F"), (6, "hex:0.9F".to_owned()));
        assert_eq!(error("hex:0.(0C)"), (4, String::new()));
        assert_eq!(error("9.1").1, "0.1");
        assert_eq!(error("bash:x"), (5, "bash:3".to_owned()));
        assert_eq!(error("bash"), (4, "bash:3".to_owned()));
        assert_eq!(error("nim:3").0, 3);
        assert_eq!(error("subtract:1,x"), (11, "subtract:1,3,4".to_owned()));
        assert_eq!(error("subtract:1,0").0, 11);
        assert_eq!(error("subtract:5..2").0, 9);
        assert_eq!(error("subtract:2..x").0, 12);
        assert_eq!(error("").0, 0);
        assert_eq!(error("nim+").0, 4);
        assert_eq!(error("coins:turtle").0, 6);
        assert_eq!(error("moore:0").0, 6);
        assert_eq!(error("wythof").1, "wythoff");
    }

    #[test]
    fn the_caret_stands_below_the_fault() {
        let error = parse("nim+kaylse", &mut no_file).unwrap_err().to_string();
        assert_eq!(error, "unknown game \"kaylse\"; did you mean `kayles`?\n  nim+kaylse\n          ^");
    }

    #[test]
    fn components_are_numbers_or_lists() {
        let nim = &parse("nim", &mut no_file).unwrap()[0];
        assert_eq!(component(nim.as_ref(), "-"), Ok(vec![0]));
        let trees = &parse("hackenbush", &mut no_file).unwrap()[0];
        assert_eq!(component(trees.as_ref(), "-"), Ok(vec![]));
        assert_eq!(component(nim.as_ref(), "18446744073709551615"), Ok(vec![u64::MAX]));
        assert_eq!(component(nim.as_ref(), "3,5"), Ok(vec![3, 5]));
        for text in ["", "x", "-1", "+1", "3,", "18446744073709551616", "1.5"] {
            assert!(component(nim.as_ref(), text).is_err(), "{text}");
        }
    }
}
