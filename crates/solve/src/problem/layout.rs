//! The layouts in which judges write a problem's cases, beside the problem's own.

use super::fields::Fields;
use super::grammar::{Condition, Part, is_plain, is_same};

/// A layout whose cases become cases of a problem once some numbers are computed: gaps between places, sums of rows, constant numbers.
///
/// Validators, generators and reduction walk its parts; a solver gets its numbers.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// The name in `problem.yaml`.
    pub name: &'static str,
    /// The parts of a case, of numbers from 0 on.
    pub case: &'static [Part],
    /// The conditions of this layout, as in [`Grammar`](super::Grammar::conditions).
    pub conditions: &'static [Condition],
    /// The unchecked conditions of this layout, as in [`Grammar`](super::Grammar::unchecked).
    pub unchecked: &'static [Condition],
    /// Appends the numbers of the same case in the problem's own layout.
    pub numbers: fn(&Fields<'_>, &mut Vec<u64>),
    /// Whether a player may also make moves that the problem does not know, such as retreats, so that its positions are images.
    pub has_further_moves: bool,
    /// Cases in this layout, each in its lines: a test under every name with the layout, and the sample of its statement.
    pub samples: &'static [&'static str],
}

impl Layout {
    /// Returns the layout of this name.
    pub const fn find(layouts: &'static [Self], name: &str) -> Option<&'static Self> {
        match layouts {
            [] => None,
            [first, ..] if is_same(first.name, name) => Some(first),
            [_, rest @ ..] => Self::find(rest, name),
        }
    }

    /// Returns whether all tokens are numbers from 0 on, as solvers read them.
    pub const fn is_plain(&self) -> bool {
        is_plain(self.case)
    }
}
