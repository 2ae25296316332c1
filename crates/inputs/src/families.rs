//! The families of generated inputs, named for the mistakes that they catch.

use super::Description;
use super::roles::{Role, roles};

/// A family of inputs: sizes and numbers of one kind, for every grammar that fits.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// The name on the command line.
    pub name: &'static str,
    /// The inputs of the family, and the mistakes that they catch.
    pub about: &'static str,
    /// The grammars that the family fits.
    pub(super) fits: Fits,
    /// The choice of the number of cases.
    pub(super) cases: Size,
    /// The choice of the lengths of lists and rows.
    pub(super) counts: Size,
    /// The choice of numbers that count nothing.
    pub(super) values: Values,
}

/// The grammars that a family is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fits {
    All,
    /// Some number that counts nothing may be 0.
    Zeros,
    /// A case has two numbers that can be compared: single ones, or those of a list.
    Comparable,
    /// A list or rows have a number of their own.
    Lists,
    /// A list of heaps, which may be equal.
    Heaps,
}

/// A choice of a size within its bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Size {
    Least,
    Most,
    Any,
    /// 1, or as near as the bounds allow.
    One,
    /// Up to 2 more than the least.
    Tiny,
    /// The bounds and their neighbours.
    Edges,
    /// At most 2, for the number of cases.
    Two,
    /// Every size in turn.
    Every,
}

/// A choice of numbers within their bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Values {
    Least,
    Most,
    Any,
    Small,
    /// Numbers of any magnitude, with any number of digits equally often.
    AnyMagnitude,
    /// Numbers that are 0 half of the time.
    Zeros,
    /// Numbers that are equal within a case.
    Equal,
    /// Powers of two and their neighbours.
    Powers,
    /// The bounds and their neighbours.
    Edges,
    Ascending,
    Descending,
    /// Round decimal numbers and their neighbours.
    Round,
    /// Squares, triangular numbers and their neighbours.
    Squares,
    /// Terms of Fibonacci-like sequences, in which each term is the sum of the two before, and their neighbours.
    Fibonacci,
    /// In a relation to the number before.
    Related(Relation),
    /// Lists of consecutive numbers.
    Consecutive,
    /// Numbers of a special list of heaps.
    Heaps(Heaps),
    /// Every number in turn.
    Every,
}

/// The relation of a number to the one before it in its case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    /// The numbers differ by little.
    Close,
    /// One is about a multiple of the other.
    Multiple,
    /// The larger is about the golden ratio times the other.
    Golden,
}

/// A special list of heaps. The winning moves are those of Nim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heaps {
    NimSumZero,
    OneStepFromZero,
    NimSumPower,
    /// A nim-sum of 0 in every other case.
    Half,
    Ones,
    OnesAndOneBig,
    /// Only the first heap has a winning move.
    First,
    Last,
    /// Only one heap has a winning move.
    OnlyOne,
    /// Every heap, or every one but one, has a winning move.
    Many,
    /// Every heap occurs twice, except one in an odd number of heaps.
    Pairs,
}

/// All families, in the order of the help.
pub const FAMILIES: &[Family] = {
    const fn family(
        name: &'static str,
        fits: Fits,
        cases: Size,
        counts: Size,
        values: Values,
        about: &'static str,
    ) -> Family {
        Family { name, about, fits, cases, counts, values }
    }
    use Fits::{All, Comparable, Lists};
    use Relation::{Close, Golden, Multiple};
    use Size::{Any, Edges, Every, Least, Most, One, Tiny, Two};
    const fn related(name: &'static str, relation: Relation, about: &'static str) -> Family {
        family(name, Comparable, Most, Any, Values::Related(relation), about)
    }
    const fn heaps(name: &'static str, heaps: Heaps, about: &'static str) -> Family {
        family(name, Fits::Heaps, Most, Any, Values::Heaps(heaps), about)
    }
    &[
        family("random", All, Most, Any, Values::Any, "Sizes and numbers at random within the bounds"),
        family(
            "small",
            All,
            Most,
            Tiny,
            Values::Small,
            "Short lists of small numbers, which reach every kind of position",
        ),
        family("mixed", All, Most, Any, Values::AnyMagnitude, "Numbers of any number of digits"),
        family(
            "tiny-exhaustive",
            All,
            Every,
            Every,
            Values::Every,
            "Every case up to a size, the smallest first; with --count, further ones in each input",
        ),
        family("min", All, Least, Least, Values::Least, "Every size and number at its least"),
        family(
            "max",
            All,
            Most,
            Most,
            Values::Most,
            "Every size and number at its greatest: overflow, arrays that are too small",
        ),
        family("bounds", All, Most, Edges, Values::Edges, "The bounds and their neighbours: off by one"),
        family(
            "powers-of-two",
            All,
            Most,
            Any,
            Values::Powers,
            "Powers of two and their neighbours: shifts, masks, types that are too small",
        ),
        family(
            "zeros",
            Fits::Zeros,
            Most,
            Any,
            Values::Zeros,
            "0 as often as not: programs that stop at a 0",
        ),
        family("equal", Comparable, Most, Any, Values::Equal, "Equal numbers within a case"),
        family("ascending", Comparable, Most, Any, Values::Ascending, "Numbers that grow within a case"),
        family("descending", Comparable, Most, Any, Values::Descending, "Numbers that fall within a case"),
        family("single", Lists, Most, One, Values::Any, "Lists and rows of one element"),
        family(
            "many-tiny",
            All,
            Most,
            Tiny,
            Values::Any,
            "As many cases as the bounds allow, each tiny: tables made for each case, slow input",
        ),
        family(
            "few-huge",
            All,
            Two,
            Most,
            Values::Any,
            "Two cases, as long as the bounds allow: quadratic time, arrays that are too small",
        ),
        heaps("nim-sum-zero", Heaps::NimSumZero, "Heaps with a nim-sum of 0"),
        heaps("one-step-from-zero", Heaps::OneStepFromZero, "One stone more or less than a nim-sum of 0"),
        heaps(
            "half-zero",
            Heaps::Half,
            "A nim-sum of 0 in every other case: P-positions and N-positions of Nim alike",
        ),
        heaps("all-ones", Heaps::Ones, "Heaps of one stone, as many as any: misère play"),
        heaps("ones-and-one-big", Heaps::OnesAndOneBig, "Heaps of one stone and a larger one: misère play"),
        heaps("winning-move-first", Heaps::First, "The first heap has the only winning move of Nim"),
        heaps("winning-move-last", Heaps::Last, "The last heap has the only winning move of Nim"),
        heaps("winning-move-only-one", Heaps::OnlyOne, "Some heap has the only winning move of Nim"),
        heaps("winning-move-many", Heaps::Many, "Every heap has a winning move of Nim, or every one but one"),
        family(
            "round",
            All,
            Most,
            Any,
            Values::Round,
            "Round decimal numbers and their neighbours: limits that were chosen by hand",
        ),
        family(
            "squares",
            All,
            Most,
            Any,
            Values::Squares,
            "Squares, triangular numbers and their neighbours: roots in floating point",
        ),
        family(
            "fibonacci",
            All,
            Most,
            Any,
            Values::Fibonacci,
            "Terms of sequences like Fibonacci's, two of them in turn: Zeckendorf's theorem, Euclid's algorithm",
        ),
        related("golden-ratio", Golden, "Pairs whose quotient is about the golden ratio: rounded constants"),
        related("multiples", Multiple, "Pairs of which one is about a multiple of the other: remainders"),
        related("close", Close, "Numbers that differ by little"),
        family(
            "consecutive",
            Lists,
            Most,
            Any,
            Values::Consecutive,
            "Lists of consecutive numbers: many different Grundy values, tables that are too small",
        ),
        heaps("nim-sum-power", Heaps::NimSumPower, "Heaps whose nim-sum is a power of two"),
        heaps("pairs", Heaps::Pairs, "Every heap twice: lost in every sum of games"),
    ]
};

/// Returns the family of a name.
pub fn find(name: &str) -> Option<&'static Family> {
    FAMILIES.iter().find(|family| family.name == name)
}

/// Returns the families that make inputs of a description.
pub fn for_description(description: &Description) -> impl Iterator<Item = &'static Family> {
    FAMILIES.iter().filter(|family| family.fits(description))
}

impl Family {
    /// Returns the family with two cases in each input, which leaves more room for each of them.
    pub const fn with_two_cases(&self) -> Self {
        Self { cases: Size::Two, ..*self }
    }

    /// Returns the family with short lists and rows, if lengths were random.
    pub const fn with_short_lists(&self) -> Self {
        let counts = if matches!(self.counts, Size::Any) { Size::Tiny } else { self.counts };
        Self { counts, ..*self }
    }

    /// Returns whether lists and rows are as long as possible.
    pub const fn is_longest(&self) -> bool {
        matches!(self.counts, Size::Most)
    }

    /// Returns whether inputs are as large as the bounds allow, in the size or the number of cases.
    pub(super) const fn is_large(&self) -> bool {
        self.is_longest() || matches!((self.counts, self.values), (Size::Tiny, Values::Any))
    }

    /// Returns the family with as many cases and as long lists and rows as possible, or as few cases as can be that long.
    pub(super) const fn at_largest(&self, cases: Size) -> Self {
        Self { cases, counts: Size::Most, ..*self }
    }

    /// Returns whether the family fits a description.
    pub fn fits(&self, description: &Description) -> bool {
        let roles = roles(&description.grammar);
        let mut numbers = roles.iter().filter(|role| role.is_value());
        match self.fits {
            Fits::All => true,
            Fits::Zeros => numbers.any(|role| !role.is_tree && role.may_be_zero(description)),
            Fits::Comparable => {
                let (listed, single): (Vec<_>, Vec<_>) = numbers.partition(|role| role.is_listed());
                single.len() > 1 || listed.iter().any(|role| !role.is_tree)
            }
            Fits::Lists => numbers.any(Role::is_listed),
            Fits::Heaps => numbers.any(Role::is_heap),
        }
    }
}
