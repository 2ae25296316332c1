//! Components of positions, and the result of visiting them.

use std::ops::ControlFlow;

/// One component of a position: a heap `[7]`, a pair `[3, 5]`, a staircase `[1, 0, 4]`. Without any number it is nothing, which has no
/// options; of single heaps that is the heap `[0]`.
pub type Component = Vec<u64>;

/// The result of an enumeration: `Break` if the visitor stopped it.
pub type Flow = ControlFlow<()>;
