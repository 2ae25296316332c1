//! Moves in the form in which they are displayed.

use super::component::Component;

/// A move for display.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The index of the number that changes, where the numbers of the component were given as separate heaps.
    pub at: usize,
    /// The numbers before the move.
    pub from: Component,
    /// The numbers after the move.
    pub to: Vec<u64>,
    /// A further effect of the move, as a lowercase fragment.
    pub note: Option<String>,
}
