//! The fields of a line: their names and kinds.

/// A field of an input line: its name and kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name in messages and bounds: `heap`.
    pub name: &'static str,
    /// The kind of the field's tokens.
    pub kind: Kind,
}

/// The kind of tokens that a field has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number from 0 to 2^64−1.
    Number,
    /// A number from −2^63 to 2^63−1.
    Signed,
    /// A word without white space, over these letters if they are restricted.
    Word(Option<&'static str>),
    /// A list of numbers from 0 to 2^64−1, of this length.
    List(Count),
}

impl Kind {
    /// Returns whether the tokens are numbers from 0 on.
    pub const fn is_natural(self) -> bool {
        matches!(self, Self::Number | Self::List(_))
    }
}

impl Field {
    /// Returns whether the field is a list.
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
    /// `times` · `of` + `plus`, or 0 if that is negative.
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

/// Returns the field of a number that may be negative.
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

/// Returns a list of numbers, each called `name`.
pub const fn list(name: &'static str, count: Count) -> Field {
    Field { name, kind: Kind::List(count) }
}
