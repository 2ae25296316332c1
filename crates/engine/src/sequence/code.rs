//! The codes of take-and-break games: octal and hexadecimal digits after a point.
//!
//! Digit number t of `d0.d1d2d3…` defines the moves that take t tokens from a heap. Its bit j (value 2^j) allows to
//! leave exactly j non-empty heaps: bit 0 to take the whole heap, bit 1 to leave one heap, bit 2 to leave two, bit 3,
//! in hexadecimal codes, three. d0 defines how a heap may be split without taking; its bits 0 and 1 would allow a move
//! that changes nothing, and are refused. (Guy and Smith, "The G-values of various games", 1956; *Winning Ways*,
//! chapter 4.)
//!
//! The last digits of an octal code may repeat for ever, in parentheses: Nim is `0.(3)`, Lasker's Nim `4.(3)`.

use std::fmt;

use super::parse_error::{ParseError, ParseErrorKind};

/// The code of a take-and-break game.
///
/// ```
/// use nim_engine::sequence::code::Code;
/// let kayles = Code::octal("0.77")?;
/// assert_eq!(kayles.last(), 2);
/// assert_eq!(Code::octal("0.78").map_err(|error| error.at), Err(3));
/// # Ok::<(), nim_engine::sequence::parse_error::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// Digit t at index t, that before the point at least.
    digits: Vec<u8>,
    /// The digits that follow, for ever; empty if there are none but zeros. Neither list can be shorter.
    cycle: Vec<u8>,
    hexadecimal: bool,
}

impl Code {
    /// Returns the octal code that `text` spells: digits 0 to 7, `0.77`, `4.007`, `0.3(07)`, or `.77` for `0.77`.
    ///
    /// # Errors
    /// [`ParseError`] at the first unexpected character.
    pub fn octal(text: &str) -> Result<Self, ParseError> {
        Self::parse(text, false)
    }

    /// Returns the hexadecimal code that `text` spells: digits 0 to 9 and A to F in either case.
    ///
    /// # Errors
    /// [`ParseError`] at the first unexpected character.
    pub fn hexadecimal(text: &str) -> Result<Self, ParseError> {
        Self::parse(text, true)
    }

    fn parse(text: &str, hexadecimal: bool) -> Result<Self, ParseError> {
        let radix = if hexadecimal { 16 } else { 8 };
        let fail = |at, kind| Err(ParseError { at, kind });
        let either = |of_hexadecimal, of_octal| if hexadecimal { of_hexadecimal } else { of_octal };
        let Some(point) = text.find('.') else {
            let at = text.find(|c: char| !c.is_digit(radix)).unwrap_or(text.len());
            return fail(at, either(ParseErrorKind::NoPointInHexadecimal, ParseErrorKind::NoPointInOctal));
        };
        let mut digits = vec![0];
        let mut opened = None;
        for (at, character) in text.char_indices() {
            match character {
                '.' if at == point => continue,
                '(' if at > point && opened.is_none() => {
                    opened = Some(digits.len());
                    continue;
                }
                ')' if opened.is_some_and(|first| first < digits.len()) && at + 1 == text.len() => continue,
                _ => {}
            }
            let Some(digit) = character.to_digit(radix) else {
                let of_octal = match character.is_ascii_hexdigit() {
                    true => ParseErrorKind::HexadecimalDigitInOctal(character),
                    false => ParseErrorKind::NoOctalDigit(character),
                };
                return fail(at, either(ParseErrorKind::NoHexadecimalDigit(character), of_octal));
            };
            // `to_digit` answers below the radix, which is at most 16.
            let digit = digit.to_le_bytes()[0];
            if at > point {
                digits.push(digit);
            } else if at > 0 {
                return fail(at, ParseErrorKind::SecondDigitBeforePoint);
            } else if digit & 3 != 0 {
                let ends = if hexadecimal { "0, 4, 8 or C" } else { "0 or 4" };
                return fail(at, ParseErrorKind::EndlessFirstDigit(ends, character));
            } else {
                digits[0] = digit;
            }
        }
        if text.len() == point + 1 {
            return fail(
                text.len(),
                either(ParseErrorKind::NoHexadecimalDigits, ParseErrorKind::NoOctalDigits),
            );
        }
        if opened.is_some() && !text.ends_with(')') {
            return fail(text.len(), ParseErrorKind::OpenParenthesis);
        }
        let cycle = opened.map_or_else(Vec::new, |first| digits.split_off(first));
        let code = Self { digits, cycle, hexadecimal }.shortest();
        if code.repeats() && code.parts() > 2 {
            return fail(0, ParseErrorKind::RepeatingInThree);
        }
        Ok(code)
    }

    /// Returns an equal code with as few digits as possible.
    fn shortest(mut self) -> Self {
        let cycle = &mut self.cycle;
        let mut divisors = (1..cycle.len()).filter(|part| cycle.len().is_multiple_of(*part));
        let period = divisors.find(|&part| cycle[part..] == cycle[..cycle.len() - part]);
        cycle.truncate(period.unwrap_or(cycle.len()));
        if cycle[..] == [0] {
            cycle.clear();
        }
        while self.digits.len() > 1 && self.digits.last() == Some(cycle.last().unwrap_or(&0)) {
            self.digits.pop();
            if !cycle.is_empty() {
                cycle.rotate_right(1);
            }
        }
        self
    }

    /// Returns whether digits repeat for ever.
    pub fn repeats(&self) -> bool {
        !self.cycle.is_empty()
    }

    /// Returns the digits before the repeating ones, beginning with the one before the point; without repeating ones, all up to the last
    /// that is not 0.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// Returns the digits that repeat.
    pub fn cycle(&self) -> &[u8] {
        &self.cycle
    }

    /// Returns the largest number of tokens that a move can take, the index of the last digit that is not zero; 0 if there is no
    /// such digit after the point, and `usize::MAX` where digits [repeat](Self::repeats).
    pub fn last(&self) -> usize {
        if self.repeats() { usize::MAX } else { self.digits.len() - 1 }
    }

    /// Returns the largest number of heaps that a move can leave: 0 to 3.
    pub fn parts(&self) -> u32 {
        let digits = self.digits.iter().chain(&self.cycle);
        digits.map(|digit| u8::BITS - digit.leading_zeros()).max().unwrap_or(0).saturating_sub(1)
    }

    /// Returns the numbers of tokens, in rising order, that a move may take and leave exactly `parts` non-empty heaps; in a code that
    /// [repeats](Self::repeats), only numbers before the repeating digits.
    pub fn takes(&self, parts: u32) -> Vec<usize> {
        (0..self.digits.len()).filter(|&taken| self.allows(taken, parts)).collect()
    }

    /// Returns whether `taken` tokens may be taken so that exactly `parts` non-empty heaps are left.
    pub fn allows(&self, taken: usize, parts: u32) -> bool {
        let repeated = |beyond: usize| self.cycle.get(beyond.checked_rem(self.cycle.len())?);
        let digit = self.digits.get(taken).or_else(|| repeated(taken - self.digits.len()));
        digit.is_some_and(|digit| digit >> parts & 1 == 1)
    }
}

impl fmt::Display for Code {
    /// Returns the code as it is written, `hex:` before a hexadecimal one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.hexadecimal {
            f.write_str("hex:")?;
        }
        write!(f, "{:X}.", self.digits[0])?;
        if self.last() == 0 {
            f.write_str("0")?;
        }
        self.digits[1..].iter().try_for_each(|digit| write!(f, "{digit:X}"))?;
        if self.repeats() {
            f.write_str("(")?;
            self.cycle.iter().try_for_each(|digit| write!(f, "{digit:X}"))?;
            f.write_str(")")?;
        }
        Ok(())
    }
}

#[cfg(test)]
pub(crate) use self::tests::by_definition;

#[cfg(test)]
mod tests {
    use super::*;

    /// Values by the definition alone, for the tests of all that is faster.
    pub(crate) fn by_definition(code: &Code, len: usize) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::new();
        for n in 0..len {
            let mut options = Vec::new();
            for taken in 0..=n.min(code.last()) {
                let rest = n - taken;
                if code.allows(taken, 0) && rest == 0 {
                    options.push(0);
                }
                if code.allows(taken, 1) && rest > 0 {
                    options.push(values[rest]);
                }
                if code.allows(taken, 2) {
                    options.extend((1..rest).map(|a| values[a] ^ values[rest - a]));
                }
                if code.allows(taken, 3) {
                    for a in 1..rest {
                        options.extend((1..rest - a).map(|b| values[a] ^ values[b] ^ values[rest - a - b]));
                    }
                }
            }
            values.push(crate::theory::mex::mex(&options));
        }
        values
    }

    #[test]
    fn codes_are_read_and_written() {
        for (text, written, last, parts) in [
            ("0.77", "0.77", 2, 2),
            (".77", "0.77", 2, 2),
            ("4.007", "4.007", 3, 2),
            ("0.6000", "0.6", 1, 2),
            ("0.3", "0.3", 1, 1),
            ("4.0", "4.0", 0, 2),
            ("0.0", "0.0", 0, 0),
            ("0.1", "0.1", 1, 0),
        ] {
            let code = Code::octal(text).unwrap();
            assert_eq!(
                (code.to_string().as_str(), code.last(), code.parts()),
                (written, last, parts),
                "{text}"
            );
        }
        assert_eq!(Code::hexadecimal("0.8f").unwrap().to_string(), "hex:0.8F");
        assert_eq!(Code::hexadecimal("c.1").unwrap().parts(), 3);
    }

    #[test]
    fn digits_that_repeat_are_written_in_the_shortest_way() {
        for (text, written) in [
            ("0.(3)", "0.(3)"),
            ("4.(3)", "4.(3)"),
            (".33(33)", "0.(3)"),
            ("4.0(7)", "4.0(7)"),
            ("0.12(0712)", "0.(1207)"),
            ("0.7(5757)", "0.(75)"),
            ("4.(4)", "4.(4)"),
            ("0.30(00)", "0.3"),
        ] {
            let code = Code::octal(text).unwrap();
            assert_eq!(code.to_string(), written);
            assert_eq!(Code::octal(written).unwrap(), code);
            let digits = text.replace(['(', ')'], "");
            for (taken, digit) in digits.split('.').flat_map(str::chars).enumerate().skip(1) {
                let digit = digit.to_digit(8).unwrap();
                let index = if text.starts_with('.') { taken + 1 } else { taken };
                (0..3).for_each(|parts| {
                    assert_eq!(code.allows(index, parts), digit >> parts & 1 == 1, "{text}");
                });
            }
        }
        let code = Code::octal("4.0(70)").unwrap();
        assert!(code.allows(0, 2) && !code.allows(1, 1) && code.allows(1002, 1) && !code.allows(1003, 1));
        assert_eq!((code.last(), code.parts()), (usize::MAX, 2));
    }

    #[test]
    fn an_error_names_the_first_wrong_character() {
        for (text, at) in [
            ("", 0),
            ("77", 2),
            ("0.", 2),
            (".", 1),
            ("0.78", 3),
            ("0.7x", 3),
            ("1.7", 0),
            ("04.7", 1),
            ("0.7.7", 3),
            ("0.()", 3),
            ("0.(3", 4),
            ("0.(3)3", 4),
            ("0.3)", 3),
            ("0.((3))", 3),
            ("(0).3", 0),
        ] {
            assert_eq!(Code::octal(text).map_err(|error| error.at), Err(at), "{text:?}");
        }
        assert!(Code::hexadecimal("0.(9)").is_err() && Code::hexadecimal("8.(3)").is_err());
        assert_eq!(Code::hexadecimal("0.G").map_err(|error| error.at), Err(2));
    }
}
