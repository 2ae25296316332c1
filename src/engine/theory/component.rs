//! Components of positions, and how enumerations of them end.

use std::ops::ControlFlow;

/// One component of a position: a heap `[7]`, a pair `[3, 5]`, a staircase `[1, 0, 4]`.
pub type Component = Vec<u64>;

/// The end of an enumeration: gone through, or stopped by the visitor.
pub type Flow = ControlFlow<()>;
