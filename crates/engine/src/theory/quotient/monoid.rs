//! Finite commutative monoids with a set of P-positions.

use crate::theory::game::{Decision, Reason};

/// An element of a monoid, by its number; [`IDENTITY`] is 0.
pub type Element = u32;

/// The identity, the element of the end of play.
pub const IDENTITY: Element = 0;

/// A finite commutative monoid with a subset, the *P-portion*: a bipartite monoid (Plambeck and Siegel 2008).
///
/// *Memory*: a table of all products.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Monoid {
    order: usize,
    products: Vec<Element>,
    /// Whether an element is in the P-portion.
    lost: Vec<bool>,
}

impl Monoid {
    /// Returns the monoid of one element, an N-position: the end of misère play.
    pub fn trivial() -> Self {
        Self { order: 1, products: vec![IDENTITY], lost: vec![false] }
    }

    /// Returns the number of elements.
    pub fn order(&self) -> usize {
        self.order
    }

    /// Returns the elements.
    pub fn elements(&self) -> impl DoubleEndedIterator<Item = Element> + use<> {
        0..self.order as Element
    }

    /// Returns the product of two elements.
    pub fn product(&self, x: Element, y: Element) -> Element {
        self.row(x)[y as usize]
    }

    /// Returns the products of an element with all elements.
    pub fn row(&self, x: Element) -> &[Element] {
        &self.products[x as usize * self.order..][..self.order]
    }

    /// Returns whether positions of an element are P-positions: the player to move loses.
    pub fn is_lost(&self, x: Element) -> bool {
        self.lost[x as usize]
    }

    /// Returns the outcome of the positions of an element.
    pub fn decision(&self, x: Element) -> Decision {
        let is_lost = self.is_lost(x);
        let reason = if is_lost { Reason::InPPortion } else { Reason::NotInPPortion };
        Decision { first_wins: !is_lost, reason: reason(self.order) }
    }

    /// Returns the monoid with these products, in rows, and this P-portion.
    pub(super) fn new(products: Vec<Element>, lost: Vec<bool>) -> Self {
        Self { order: lost.len(), products, lost }
    }
}
