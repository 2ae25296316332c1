//! What a component of a game is.

use std::ops::RangeInclusive;

/// The form of a component, and how the components of a position belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One number, a heap. Smaller heaps are components, too.
    Heap,
    /// Some numbers, written between commas.
    Tuple {
        /// How many.
        numbers: RangeInclusive<usize>,
        /// What they are, and how they are written.
        written: &'static str,
    },
    /// Any number of heaps, all of a position together, as the steps of a staircase are.
    Whole,
    /// The cells of a board that are on. All components lie on one board, where two equal cells would be none.
    Board {
        /// The cells that there are; cell 0 counts for nothing.
        cells: RangeInclusive<u64>,
    },
    /// A vertex of a graph, from 0 on.
    Vertex {
        /// How many there are.
        count: u64,
    },
}

impl Shape {
    /// Checks that the numbers make a component of the game of this name.
    ///
    /// # Errors
    /// What is wrong, as a lowercase fragment.
    pub fn check(&self, name: &str, component: &[u64]) -> Result<(), String> {
        match self {
            Self::Heap if component.len() != 1 => Err(format!("a component of {name} is one heap")),
            Self::Tuple { numbers, written } if !numbers.contains(&component.len()) => {
                Err(format!("a component of {name} is {written}"))
            }
            Self::Board { .. } if component.is_empty() => Err("a board has at least one cell".to_owned()),
            Self::Board { cells } => match component.iter().find(|cell| !cells.contains(cell)) {
                Some(cell) => Err(format!(
                    "there is no cell {cell}: the board has cells {} to {}",
                    cells.start(),
                    cells.end()
                )),
                None => Ok(()),
            },
            Self::Vertex { count } if !matches!(component, [vertex] if vertex < count) => {
                Err("a component of a graph is one of its vertices".to_owned())
            }
            _ => Ok(()),
        }
    }
}
