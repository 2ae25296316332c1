//! The records of a problem's outputs and the cases of its inputs.

use nim_ground::content::Content;
use std::ops::RangeInclusive;

/// The records of an output: the answers to single cases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Records {
    /// The whole output is one answer.
    #[default]
    Whole,
    /// Each line is one answer.
    Lines,
    /// Each answer begins with a line whose first token is one of these words. A word that is a number must be alone on its line, since
    /// other lines may begin with the same number.
    Blocks(&'static [&'static str]),
}

impl Records {
    /// Returns whether a record begins with `token`, the first of its line, and perhaps alone there.
    pub fn begins(self, token: &[u8], is_alone: bool) -> bool {
        self.begins_by(|word| word == token, token, is_alone)
    }

    /// Like [`Self::begins`], with `is_word` to tell whether a word stands for the token.
    fn begins_by(self, is_word: impl Fn(&[u8]) -> bool, token: &[u8], is_alone: bool) -> bool {
        match self {
            Self::Whole => false,
            Self::Lines => true,
            Self::Blocks(words) => {
                words.iter().any(|word| is_word(word.as_bytes())) && (is_alone || !is_integer(token))
            }
        }
    }

    /// Returns the number of records in an output.
    pub fn count(self, output: &[u8]) -> u64 {
        if self == Self::Whole {
            return 1;
        }
        let lines = output.split(|&byte| byte == b'\n');
        let tokens = lines.map(|line| line.split(u8::is_ascii_whitespace).filter(|token| !token.is_empty()));
        tokens.map(|tokens| u64::from(self.begins_with(tokens))).sum()
    }

    /// Returns whether a record begins with a line of these tokens, in upper or lower case.
    pub fn begins_in_any_case<'t>(self, mut tokens: impl Iterator<Item = &'t [u8]>) -> bool {
        tokens.next().is_some_and(|first| {
            self.begins_by(|word| word.eq_ignore_ascii_case(first), first, tokens.next().is_none())
        })
    }

    /// Returns whether a record begins with a line of these tokens.
    pub fn begins_with<'t>(self, mut tokens: impl Iterator<Item = &'t [u8]>) -> bool {
        tokens.next().is_some_and(|first| self.begins(first, tokens.next().is_none()))
    }
}

/// White space: space, `\t`, `\n`, `\v`, `\f` and `\r`.
pub fn is_space(byte: u8) -> bool {
    byte == b' ' || byte.wrapping_sub(b'\t') < 5
}

fn is_integer(token: &[u8]) -> bool {
    token.strip_prefix(b"-").unwrap_or(token).iter().all(u8::is_ascii_digit)
}

/// A case of an input, as reports show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseInfo {
    /// The line of the input on which the case begins, from 1.
    pub line: u64,
    /// The lines of the case, from 1; the end is [`u64::MAX`] if the case reaches the end of the input.
    pub lines: RangeInclusive<u64>,
    /// A short description: `heaps 3 5 6`.
    pub text: String,
    /// A known mistake of programs that fail on this case.
    pub known: Option<String>,
}

/// The cases of a problem's inputs and outputs.
pub trait Cases: Send + Sync {
    /// Returns the records of the outputs.
    fn records(&self) -> Records;

    /// Returns the two possible answers, if there are only two.
    fn two_answers(&self) -> Option<[String; 2]> {
        None
    }

    /// Returns whether the problem's judge has a verdict for right answers in other white space.
    fn white_space_counts(&self) -> bool {
        false
    }

    /// Case `number`, counted from 1, of an input; `None` when there is none.
    fn case(&self, input: &Content, number: u64) -> Option<CaseInfo>;
}
