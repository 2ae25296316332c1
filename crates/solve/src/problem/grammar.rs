//! The grammar of an input as data: the parts of a case, and their lines.
//!
//! One description serves reading, messages, the judge's records, strict validation and generated inputs. Solvers ignore the lines of an
//! input; only validators and generators end lines where the grammar says.

use super::ValueError;
use super::field::{Count, Field, Kind, list, number};
use super::fields::Fields;

/// The layout of an input: header numbers, then cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grammar {
    /// Numbers that stand once before everything else, on a line, by name.
    pub header: &'static [&'static str],
    /// The rule for the number of cases.
    pub cases: Cases,
    /// The parts of one case, in order.
    pub case: &'static [Part],
    /// Conditions beyond the layout. An input that breaks one is malformed.
    pub conditions: &'static [Condition],
    /// Conditions of the statement that no solver checks, because answers do not depend on them.
    pub unchecked: &'static [Condition],
}

/// The rule for the number of cases in an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cases {
    /// The input is one case.
    One,
    /// A number T, then T cases.
    Counted,
    /// Cases until the end of input.
    ToEnd,
    /// Cases until the first `k` numbers of one are all 0, or until the end of input.
    UntilZeros(usize),
}

impl Cases {
    /// Returns whether `rest`, which begins where a case may, begins with the zeros that close the input.
    #[inline]
    pub(crate) fn are_closed_by(self, rest: &[u64]) -> bool {
        let Self::UntilZeros(zeros) = self else { return false };
        rest.get(..zeros).is_some_and(|first| first.iter().all(|&number| number == 0))
    }

    /// Returns whether a text begins with the zeros that end an input.
    pub fn are_closed_by_text(self, text: &[u8]) -> bool {
        let Self::UntilZeros(zeros) = self else { return false };
        let mut tokens = text.split(u8::is_ascii_whitespace).filter(|token| !token.is_empty());
        (0..zeros).all(|_| tokens.next() == Some(b"0"))
    }
}

/// A part of a case's layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Fields that share a line; if all of them are empty lists, there is no line.
    Line(&'static [Field]),
    /// Rows, each with the same parts.
    Rows {
        /// The name of one row: `edge`.
        name: &'static str,
        /// The number of rows.
        count: Count,
        /// The parts of one row.
        parts: &'static [Part],
    },
}

/// A check of a whole case; an error states why the case is refused.
#[derive(Clone, Copy, Debug, Eq)]
pub struct CaseCheck(pub fn(&Fields<'_>) -> Result<(), ValueError>);

impl PartialEq for CaseCheck {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::fn_addr_eq(self.0, other.0)
    }
}

/// A condition on the numbers of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The number is even.
    Even(&'static str),
    /// No number occurs twice in a list, or in one row of numbers.
    Distinct(&'static str),
    /// Every number of a list is above the one before.
    Ascending(&'static str),
    /// Every number of this name lies in a range.
    Range {
        /// The name of the field.
        field: &'static str,
        /// The least value.
        from: Count,
        /// The greatest value.
        to: Count,
    },
    /// Every number of a list is above the one at the same place of another list.
    Above {
        /// The name of the list.
        field: &'static str,
        /// The name of the other list, which stands before it.
        other: &'static str,
    },
    /// The list contains this number.
    Contains {
        /// The name of the list.
        field: &'static str,
        /// The number that must occur.
        number: u64,
    },
    /// Rows of two vertices are the edges of a tree on the vertices from 1 to their count + 1.
    Tree(&'static str),
    /// A text is in no word of this name.
    Without {
        /// The name of the field.
        field: &'static str,
        /// The forbidden text.
        text: &'static str,
    },
    /// A condition on the whole case, in words and as a check.
    Case(&'static str, CaseCheck),
}

impl Condition {
    /// Returns the condition that every number of this name is at least `from`.
    pub const fn at_least(field: &'static str, from: Count) -> Self {
        Self::Range { field, from, to: Count::Exactly(u64::MAX) }
    }

    /// Returns the condition that every number of this name is at most `most`.
    pub const fn at_most(field: &'static str, most: u64) -> Self {
        Self::Range { field, from: Count::Exactly(0), to: Count::Exactly(most) }
    }

    /// Returns the condition that every number of this name is from 1 to `to`.
    pub const fn from_one(field: &'static str, to: Count) -> Self {
        Self::Range { field, from: Count::Exactly(1), to }
    }
}

/// Returns a line of fields.
pub const fn line(fields: &'static [Field]) -> Part {
    Part::Line(fields)
}

/// Returns rows, each called `name`.
pub const fn rows(name: &'static str, count: Count, parts: &'static [Part]) -> Part {
    Part::Rows { name, count, parts }
}

/// The layouts that have a reader of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A count, then that many numbers, each called `item`.
    List {
        /// The name of one number: `heap`.
        item: &'static str,
    },
    /// The same number of values in every case, on one line.
    Fixed(&'static [Field]),
    /// Any other layout.
    General,
}

const HEAPS: &[Part] = &[Part::Line(&[number("heaps")]), Part::Line(&[list("heap", Count::Of("heaps"))])];

impl Grammar {
    /// One case without tokens.
    pub const NOTHING: Self =
        Self { header: &[], cases: Cases::One, case: &[], conditions: &[], unchecked: &[] };
    /// One position: a count, then that many heaps.
    pub const ONE_POSITION: Self = Self { case: HEAPS, ..Self::NOTHING };
    /// A count T, then T positions.
    pub const COUNTED_POSITIONS: Self = Self { cases: Cases::Counted, ..Self::ONE_POSITION };
    /// Positions until a count of 0 or the end of input.
    pub const POSITIONS_UNTIL_ZERO: Self = Self { cases: Cases::UntilZeros(1), ..Self::ONE_POSITION };

    /// Returns the layout of a case, as far as its reader is concerned.
    pub const fn shape(&self) -> Shape {
        match self.case {
            [Part::Line([count, list])] => self.list(count, list),
            [Part::Line([count]), Part::Line([list])] => self.list(count, list),
            [Part::Line(fields)] if self.conditions.is_empty() && all_numbers(fields) => Shape::Fixed(fields),
            _ => Shape::General,
        }
    }

    const fn list(&self, count: &Field, list: &Field) -> Shape {
        match (count.kind, list.kind, self.conditions) {
            (Kind::Number, Kind::List(Count::Of(of)), []) if is_same(of, count.name) => {
                Shape::List { item: list.name }
            }
            (Kind::Number, Kind::List(Count::Of(of)), [Condition::Range { field, .. }])
                if is_same(of, count.name) && is_same(field, list.name) =>
            {
                Shape::List { item: list.name }
            }
            (Kind::Number, Kind::Number, []) => match self.case {
                [Part::Line(fields)] => Shape::Fixed(fields),
                _ => Shape::General,
            },
            _ => Shape::General,
        }
    }

    /// Returns the name of an item, if a case is a count and its list.
    pub const fn item(&self) -> Option<&'static str> {
        if let Shape::List { item } = self.shape() { Some(item) } else { None }
    }

    /// Returns whether every token of a case is a number from 0 on.
    pub(crate) const fn is_plain(&self) -> bool {
        is_plain(self.case)
    }

    /// Returns the letters, if a case is one word over them without a condition.
    pub(crate) const fn one_word(&self) -> Option<&'static [u8]> {
        match self.case {
            [Part::Line([Field { kind: Kind::Word(Some(letters)), .. }])] if self.conditions.is_empty() => {
                Some(letters.as_bytes())
            }
            _ => None,
        }
    }

    /// Returns whether solvers check conditions on whole cases.
    pub(crate) const fn has_conditions_on_cases(&self) -> bool {
        are_on_cases(self.conditions)
    }

    /// Returns the conditions of the statement, checked by solvers or not.
    pub fn all_conditions(&self) -> Vec<Condition> {
        [self.conditions, self.unchecked].concat()
    }

    /// Returns whether there is a field or are rows of this name, in the header or in a case.
    pub fn has_field(&self, name: &str) -> bool {
        self.header.contains(&name) || has_field(self.case, name)
    }

    /// Returns whether every count and condition names a number of the grammar.
    pub const fn is_sound(&self) -> bool {
        counts_are_known(self, self.case)
            && conditions_are_known(self, self.conditions)
            && conditions_are_known(self, self.unchecked)
    }
}

// Constant functions have no iterators, so a list is handled by its first item and the rest.

const fn are_on_cases(conditions: &[Condition]) -> bool {
    match conditions {
        [] => false,
        [Condition::Case(..) | Condition::Without { .. } | Condition::Above { .. }, ..] => true,
        [_, rest @ ..] => are_on_cases(rest),
    }
}

/// Returns whether every token of the parts is a number from 0 on.
pub(super) const fn is_plain(parts: &[Part]) -> bool {
    match parts {
        [] => true,
        [Part::Line(fields), rest @ ..] => are_natural(fields) && is_plain(rest),
        [Part::Rows { parts, .. }, rest @ ..] => is_plain(parts) && is_plain(rest),
    }
}

const fn are_natural(fields: &[Field]) -> bool {
    match fields {
        [] => true,
        [field, rest @ ..] => field.kind.is_natural() && are_natural(rest),
    }
}

const fn conditions_are_known(grammar: &Grammar, conditions: &[Condition]) -> bool {
    let [condition, rest @ ..] = conditions else { return true };
    let is_sound = match *condition {
        Condition::Even(name)
        | Condition::Distinct(name)
        | Condition::Ascending(name)
        | Condition::Tree(name)
        | Condition::Contains { field: name, .. }
        | Condition::Without { field: name, .. } => has_field(grammar.case, name),
        Condition::Above { field, other } => has_field(grammar.case, field) && has_field(grammar.case, other),
        Condition::Range { field, from, to } => {
            has_field(grammar.case, field) && is_known(grammar, from) && is_known(grammar, to)
        }
        Condition::Case(..) => true,
    };
    is_sound && conditions_are_known(grammar, rest)
}

const fn counts_are_known(grammar: &Grammar, parts: &[Part]) -> bool {
    let [part, rest @ ..] = parts else { return true };
    let is_sound = match part {
        Part::Line(fields) => lengths_are_known(grammar, fields),
        Part::Rows { count, parts, .. } => is_known(grammar, *count) && counts_are_known(grammar, parts),
    };
    is_sound && counts_are_known(grammar, rest)
}

const fn lengths_are_known(grammar: &Grammar, fields: &[Field]) -> bool {
    match fields {
        [] => true,
        [Field { kind: Kind::List(count), .. }, ..] if !is_known(grammar, *count) => false,
        [_, rest @ ..] => lengths_are_known(grammar, rest),
    }
}

const fn is_known(grammar: &Grammar, count: Count) -> bool {
    let (Count::Of(name) | Count::Linear { of: name, .. }) = count else { return true };
    is_among(grammar.header, name) || has_field(grammar.case, name)
}

const fn is_among(names: &[&str], name: &str) -> bool {
    match names {
        [] => false,
        [first, rest @ ..] => is_same(first, name) || is_among(rest, name),
    }
}

/// Returns whether a field or rows of this name stand in the parts.
const fn has_field(parts: &[Part], name: &str) -> bool {
    let [part, rest @ ..] = parts else { return false };
    let is_here = match part {
        Part::Line(fields) => is_on_line(fields, name),
        Part::Rows { name: row, parts, .. } => is_same(row, name) || has_field(parts, name),
    };
    is_here || has_field(rest, name)
}

const fn is_on_line(fields: &[Field], name: &str) -> bool {
    match fields {
        [] => false,
        [field, rest @ ..] => is_same(field.name, name) || is_on_line(rest, name),
    }
}

const fn all_numbers(fields: &[Field]) -> bool {
    match fields {
        [] => true,
        [field, rest @ ..] => matches!(field.kind, Kind::Number) && all_numbers(rest),
    }
}

/// Returns whether two names are equal; `==` is no constant function yet.
pub(crate) const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut i = 0;
    while i < one.len() && i < other.len() && one[i] == other[i] {
        i += 1;
    }
    i == one.len() && i == other.len()
}
