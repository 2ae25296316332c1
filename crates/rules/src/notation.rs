//! Games in files, as terms of a notation: `my.game`, `my.game:k=3`.

use std::io;

use crate::game::{Rules, RulesError};
use nim_engine::games::notation::{NotationError, Outside};
use nim_engine::theory::game::Game;

/// Reads the games of files with rules, besides the texts that `R` reads.
///
/// A term is such a file if it, or the part before a colon, ends in `.game`, or if the part before the colon has a slash. Values of
/// parameters follow the colon.
#[derive(Clone, Copy, Debug)]
pub struct WithRules<R>(pub R);

/// The ending of the name of a file with rules.
const ENDING: &str = ".game";

/// Returns the file of a term, and the values of parameters after it.
fn file(term: &str) -> Option<(&str, Option<&str>)> {
    let mut ends = term.match_indices(ENDING).map(|(at, _)| at + ENDING.len());
    if let Some(end) = ends.find(|&end| term[end..].is_empty() || term[end..].starts_with(':')) {
        return Some((&term[..end], term[end..].strip_prefix(':')));
    }
    let (name, arguments) = term.split_once(':').map_or((term, None), |(name, rest)| (name, Some(rest)));
    name.contains('/').then_some((name, arguments))
}

impl<R: FnMut(&str) -> io::Result<String>> Outside for WithRules<R> {
    fn text(&mut self, file: &str) -> io::Result<String> {
        (self.0)(file)
    }

    fn game(&mut self, term: &str) -> Option<Result<Box<dyn Game>, NotationError>> {
        let (file, arguments) = file(term)?;
        Some(self.read(file, arguments.unwrap_or_default()))
    }
}

impl<R: FnMut(&str) -> io::Result<String>> WithRules<R> {
    fn read(&mut self, file: &str, arguments: &str) -> Result<Box<dyn Game>, NotationError> {
        let text =
            (self.0)(file).map_err(|why| NotationError::Unreadable(file.to_owned(), why.to_string()))?;
        let given = arguments.split(',').filter(|argument| !argument.is_empty()).map(|argument| {
            let value = argument
                .split_once('=')
                .and_then(|(name, value)| Some((name.trim(), value.trim().parse().ok()?)));
            value.ok_or_else(|| {
                NotationError::Argument(format!(
                    "{file}: expected a parameter such as `k=3`, found {argument:?}"
                ))
            })
        });
        let given: Vec<(&str, i64)> = given.collect::<Result<_, _>>()?;
        match Rules::read(file, &text, &given) {
            Ok(rules) => Ok(Box::new(rules)),
            Err(RulesError::Text(error)) => Err(NotationError::Malformed(error.to_string())),
            Err(RulesError::Argument(why)) => Err(NotationError::Argument(format!("{file}: {why}"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_their_ending_or_a_slash() {
        assert_eq!(file("my.game"), Some(("my.game", None)));
        assert_eq!(file("my.game:k=3"), Some(("my.game", Some("k=3"))));
        assert_eq!(file(r"C:\games\my.game:k=3"), Some((r"C:\games\my.game", Some("k=3"))));
        assert_eq!(file("/dev/stdin"), Some(("/dev/stdin", None)));
        assert_eq!(file("./kayles:k=3"), Some(("./kayles", Some("k=3"))));
        for other in ["nim", "0.77", "graph:a/b.txt", "graph:my.games", "my.gamest"] {
            assert_eq!(file(other), None, "{other}");
        }
        // The text after `graph:` may be a file of any name.
        assert_eq!(file("graph:x.txt"), None);
    }
}
