//! Limits of the search for a quotient.

/// The limits of the search for a quotient.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most elements of the monoid.
    pub elements: usize,
    /// The most sums from which one is guessed.
    pub sums: usize,
    /// The most states of sums by which a guess is checked.
    pub states: usize,
}

impl Limits {
    /// Limits that keep a search that finds nothing within some seconds.
    pub const SEARCH: Self = Self { elements: 1024, sums: 1 << 17, states: 1 << 15 };
    /// Limits that keep it within some tenths of a second.
    pub const QUICK: Self = Self { elements: 128, sums: 1 << 11, states: 1 << 9 };
}
