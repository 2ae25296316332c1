//! How components and moves of a game are written.

use super::component::Component;

/// A move as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The index of what moves within the component, where its numbers were given as separate heaps.
    pub at: usize,
    /// What moves.
    pub from: Component,
    /// What it becomes.
    pub to: Vec<u64>,
    /// What else the move decides, as a lowercase fragment.
    pub note: Option<String>,
}

/// How a game writes its components.
pub trait Presentation {
    /// The name that a number has; `None` where it is written as itself.
    fn label(&self, number: u64) -> Option<&str> {
        let _ = number;
        None
    }

    /// The number that a label stands for.
    fn number(&self, label: &str) -> Option<u64> {
        let digits = !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| label.parse().ok()).flatten()
    }

    /// The move from a component to an option. With `by_heap`, the numbers of the component were given as separate heaps.
    fn present_move(&self, from: &[u64], option: &[Component], by_heap: bool) -> Move {
        let _ = by_heap;
        Move { at: 0, from: from.to_vec(), to: option.concat(), note: None }
    }

    /// The values of the numbers of a component, whose XOR is that of the component, where it is such a sum.
    fn step_values(&self, component: &[u64]) -> Option<Vec<u64>> {
        let _ = component;
        None
    }
}

/// Numbers as they are.
pub(super) struct PlainNumbers;

impl Presentation for PlainNumbers {}
