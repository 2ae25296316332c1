//! The fields of a line: their names, and the tokens that they consist of.

/// A field of an input line: its name and kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name in messages and bounds: `heap`.
    pub name: &'static str,
    /// The tokens that it consists of.
    pub kind: Kind,
}

/// The kind of tokens that a field has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number from 0 to 2^64−1.
    Number,
    /// A number from −2^63 to 2^63−1.
    Signed,
    /// Bytes without white space, all of them among these letters where there are some.
    Word(Option<&'static str>),
    /// So many numbers from 0 to 2^64−1.
    List(Count),
}

impl Kind {
    /// Whether its tokens are numbers from 0 on.
    pub const fn is_natural(self) -> bool {
        matches!(self, Self::Number | Self::List(_))
    }
}

impl Field {
    /// Whether it is a list.
    pub const fn is_list(&self) -> bool {
        matches!(self.kind, Kind::List(_))
    }
}

/// A length: of a list, or of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// A constant length.
    Exactly(u64),
    /// The value of a number of the header or, earlier, of the case.
    Of(&'static str),
    /// `times` · `of` + `plus`, and 0 where that is negative.
    Linear {
        /// The factor of the number.
        times: u64,
        /// The name of the number.
        of: &'static str,
        /// The constant term.
        plus: i64,
    },
}

/// Returns a field of one number.
pub const fn number(name: &'static str) -> Field {
    Field { name, kind: Kind::Number }
}

/// A number that may be negative.
pub const fn signed(name: &'static str) -> Field {
    Field { name, kind: Kind::Signed }
}

/// Returns a field of one word.
pub const fn word(name: &'static str) -> Field {
    Field { name, kind: Kind::Word(None) }
}

/// Returns a field of one word over these letters.
pub const fn letters(name: &'static str, letters: &'static str) -> Field {
    Field { name, kind: Kind::Word(Some(letters)) }
}

/// A list, each number of which is called `name`.
pub const fn list(name: &'static str, count: Count) -> Field {
    Field { name, kind: Kind::List(count) }
}
