//! The form of a game's components.

use std::ops::RangeInclusive;

/// The form of a component, and how the components of a position belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One number, a heap. Every smaller heap is a component, too.
    Heap,
    /// Some numbers, written between commas.
    Tuple {
        /// The number of numbers.
        numbers: RangeInclusive<usize>,
        /// A description with the notation.
        written: &'static str,
    },
    /// Any number of heaps, all of a position together, as the steps of a staircase are.
    Whole,
    /// The cells of a board that are on. All components lie on one board, where two equal cells would cancel.
    Board {
        /// The cells of the board; cell 0 is ignored.
        cells: RangeInclusive<u64>,
    },
    /// A vertex of a graph, from 0 on.
    Vertex {
        /// The number of vertices.
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
            Self::Vertex { count: 0 } => Err("the graph has no vertices".to_owned()),
            Self::Vertex { count } if !matches!(component, [vertex] if vertex < count) => {
                Err("a component of a graph is one of its vertices".to_owned())
            }
            _ => Ok(()),
        }
    }
}
