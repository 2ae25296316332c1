//! The form of a game's components.

use std::ops::RangeInclusive;

use super::component::{ComponentError, TupleForm};

/// The form of a component, and how the components of a position belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One number, a heap. Every smaller heap is a component, too.
    Heap,
    /// Several numbers, written between commas.
    Tuple {
        /// The allowed number of numbers.
        numbers: RangeInclusive<usize>,
        /// The meaning of the numbers, and their notation.
        written: TupleForm,
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
    /// A [`ComponentError`] where they do not.
    pub fn check(&self, name: &str, component: &[u64]) -> Result<(), ComponentError> {
        match self {
            Self::Heap if component.len() != 1 => Err(ComponentError::NotOneHeap(name.to_owned())),
            Self::Tuple { numbers, written } if !numbers.contains(&component.len()) => {
                Err(ComponentError::NotATuple(name.to_owned(), written.clone()))
            }
            Self::Board { .. } if component.is_empty() => Err(ComponentError::EmptyBoard),
            Self::Board { cells } => match component.iter().find(|cell| !cells.contains(cell)) {
                Some(&cell) => Err(ComponentError::NoCellOfBoard(cell, *cells.start(), *cells.end())),
                None => Ok(()),
            },
            Self::Vertex { count: 0 } => Err(ComponentError::NoVertices),
            Self::Vertex { count } if !matches!(component, [vertex] if vertex < count) => {
                Err(ComponentError::NotAVertex)
            }
            _ => Ok(()),
        }
    }
}
