//! Games from the arguments in their notation.

use super::coins::{Coins, KINDS};
use super::heaps::HeapGame;
use crate::sequence::code::Code;
use crate::sequence::parse_error::{ParseError, ParseErrorKind};
use crate::theory::game::Game;
use itertools::Itertools as _;

/// Returns the game of a code.
///
/// # Errors
/// [`ParseError`] at the first unexpected character.
pub fn code(code: Result<Code, ParseError>) -> Result<Box<dyn Game>, ParseError> {
    code.map(|code| Box::new(HeapGame::code(code.to_string(), code)) as Box<dyn Game>)
}

/// Returns a number of at least `least`.
///
/// # Errors
/// [`ParseError`] at the first unexpected character.
pub fn number(text: &str, least: u64) -> Result<u64, ParseError> {
    if let Some(at) = text.find(|c: char| !c.is_ascii_digit()) {
        return Err(ParseError { at, kind: ParseErrorKind::NotADigit(text[at..=at].to_owned()) });
    }
    let kind = match text.parse::<u64>() {
        _ if text.is_empty() => ParseErrorKind::NoNumber,
        Err(_) => ParseErrorKind::NumberTooLarge(u64::MAX),
        Ok(number) if number < least => ParseErrorKind::NumberTooSmall(least),
        Ok(number) => return Ok(number),
    };
    Err(ParseError { at: 0, kind })
}

/// The most numbers in a list.
const MOST_NUMBERS: u64 = 1_000_000;

/// Returns the parts of a list between commas, with their offsets.
fn items(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split(',').map(move |item| (item.as_ptr() as usize - text.as_ptr() as usize, item))
}

/// Numbers between commas, each once and in rising order.
///
/// # Errors
/// [`ParseError`] at the first unexpected character.
pub fn numbers(text: &str) -> Result<Vec<u64>, ParseError> {
    let numbers = items(text).map(|(offset, item)| number(item, 1).map_err(|error| error.moved(offset)));
    numbers.process_results(|numbers| numbers.sorted_unstable().dedup().collect())
}

/// Returns the subtraction game of a list of numbers and ranges.
///
/// # Errors
/// [`ParseError`] at the first unexpected character.
pub fn subtract(text: &str) -> Result<Box<dyn Game>, ParseError> {
    let mut ranges = Vec::new();
    for (offset, item) in items(text) {
        let range = match item.split_once("..") {
            None => number(item, 1).map(|number| (number, number)),
            Some((from, to)) => {
                let from_end = from.len() + 2;
                let from = if from.is_empty() { Ok(1) } else { number(from, 1) };
                let to = number(to, 1).map_err(|error| error.moved(from_end));
                from.and_then(|from| Ok((from, to?)))
            }
        };
        let (from, to) = range.map_err(|error| error.moved(offset))?;
        if from > to {
            return Err(ParseError { at: offset, kind: ParseErrorKind::EmptyRange(item.to_owned()) });
        }
        ranges.push((from, to));
    }
    if let [(from, to)] = ranges[..] {
        return Ok(Box::new(HeapGame::interval(from, to)));
    }
    let count = ranges.iter().fold(0_u64, |sum, (from, to)| sum.saturating_add(to - from));
    if count > MOST_NUMBERS {
        return Err(ParseError { at: 0, kind: ParseErrorKind::TooManyNumbers(MOST_NUMBERS) });
    }
    let numbers = ranges.into_iter().flat_map(|(from, to)| from..=to).sorted_unstable().dedup();
    Ok(Box::new(HeapGame::subtract(numbers.collect())))
}

/// Returns the coin-turning game of a kind.
///
/// # Errors
/// [`ParseError`], where there is no such kind.
pub fn coins(text: &str) -> Result<Box<dyn Game>, ParseError> {
    let game = Coins::named(text).ok_or_else(|| {
        let kinds = KINDS.map(|(name, _)| name).join(", ");
        ParseError { at: 0, kind: ParseErrorKind::UnknownCoins(kinds) }
    })?;
    Ok(Box::new(game))
}
