//! Errors in the notation of a game.

use std::fmt;

/// An error in a text, with its byte offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The byte offset of the first unexpected character.
    pub at: usize,
    /// The kind of the error.
    pub kind: ParseErrorKind,
}

impl ParseError {
    /// Returns the error with its offset in a text that contains this one at `offset`.
    #[must_use]
    pub fn moved(self, offset: usize) -> Self {
        Self { at: self.at + offset, ..self }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl std::error::Error for ParseError {}

sentences! {
    /// A fault in the notation of a game. It is displayed as a lowercase fragment.
    ParseErrorKind {
        NoName = "expected the name of a game";
        UnknownGame(name: String) = "unknown game {name:?}";
        NoArguments(name: String) = "{name} takes no argument";
        NeedsArgument(name: String, notation: &'static str) = "{name} needs an argument, {notation}";
        NotADigit(found: String) = "expected a digit, found {found:?}";
        NoNumber = "expected a number";
        NumberTooLarge(most: u64) = "the number is above {most}";
        NumberTooSmall(least: u64) = "the number must be at least {least}";
        EmptyRange(range: String) = "the range {range} is empty";
        TooManyNumbers(most: u64) = "a list that is not one range has at most {most} numbers";
        TooManyCells(most: u64) = "there are more than {most} cells";
        UnknownCoins(kinds: String) = "unknown kind of coin game: there are {kinds}";
        NoPointInHexadecimal = "a hexadecimal code has a point after its first digit";
        NoPointInOctal = "an octal code has a point after its first digit";
        NoHexadecimalDigit(found: char) = "{found:?} is not a hexadecimal digit";
        NoOctalDigit(found: char) = "{found:?} is not an octal digit";
        HexadecimalDigitInOctal(found: char) = "{found:?} is not an octal digit (a hexadecimal code is marked `hex:`)";
        SecondDigitBeforePoint = "only one digit stands before the point";
        EndlessFirstDigit(digits: &'static str, found: char) = "the digit before the point must be {digits}, or play need never end, not {found}";
        NoHexadecimalDigits = "expected a hexadecimal digit after the point";
        NoOctalDigits = "expected an octal digit after the point";
        OpenParenthesis = "expected `)` after the digits that repeat";
        RepeatingInThree = "a code whose digits repeat leaves at most two heaps";
    }
}
