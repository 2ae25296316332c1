//! The problem's names for the components and moves of a position.

use nim_engine::theory::game::Component;
use std::fmt::{self, Debug, Display, Formatter};
use std::rc::Rc;

/// Numbers by their names in a section of a theorem.
pub type Numbers = Vec<(&'static str, String)>;

/// A move of a position: a component, by its index in the given position, and the parts that replace it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The index of the component.
    pub component: usize,
    /// The component before the move.
    pub from: Component,
    /// The parts of the component after the move.
    pub to: Vec<Component>,
}

impl PlayedMove {
    /// Returns the first number of the component, before the move and after it: for a heap, its stones.
    pub fn stones(&self) -> (u64, u64) {
        let to = self.to.first().and_then(|component| component.first());
        (self.from.first().copied().unwrap_or(0), to.copied().unwrap_or(0))
    }
}

/// A section of the problem's theorem, with its numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TheoremText {
    /// The name of the section.
    pub section: &'static str,
    /// The numbers in the section's braces.
    pub numbers: Numbers,
}

impl TheoremText {
    /// Begins the numbers of a section.
    pub const fn new(section: &'static str) -> Self {
        Self { section, numbers: Vec::new() }
    }

    /// Adds a named number.
    pub fn with(mut self, name: &'static str, number: impl Display) -> Self {
        self.numbers.push((name, number.to_string()));
        self
    }
}

/// Names the last of several moves that are made one after the other from a position.
pub type MoveLabeller<'a> = Rc<dyn Fn(&[&PlayedMove]) -> Option<TheoremText> + 'a>;

/// Names components and moves; by default as the game of the catalogue does.
#[derive(Clone, Default)]
pub struct Labels<'a> {
    /// Returns the numbers of the section `component`, for a component.
    pub component: Option<Rc<dyn Fn(usize) -> Numbers + 'a>>,
    /// Describes moves in the problem's own words.
    pub moves: Option<MoveLabeller<'a>>,
}

impl Debug for Labels<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { component, moves } = self;
        write!(f, "Labels({}, {})", component.is_some(), moves.is_some())
    }
}
