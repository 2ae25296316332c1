//! The notation of a game's components and moves.

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

/// The notation of components and moves.
pub trait Presentation {
    /// Returns the name that a number has; `None` where it has none.
    fn label(&self, number: u64) -> Option<&str> {
        let _ = number;
        None
    }

    /// Returns a number as it is written: by its name, where it has one.
    fn written(&self, number: u64) -> String {
        self.label(number).map_or_else(|| number.to_string(), str::to_owned)
    }

    /// Returns the number that a label stands for.
    fn number(&self, label: &str) -> Option<u64> {
        let digits = !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| label.parse().ok()).flatten()
    }

    /// Returns the move from a component to an option. With `by_heap`, the numbers of the component were given as separate heaps.
    fn present_move(&self, from: &[u64], option: &[Component], by_heap: bool) -> Move {
        let _ = by_heap;
        Move { at: 0, from: from.to_vec(), to: option.concat(), note: None }
    }

    /// Returns the values of the numbers of a component, whose XOR is that of the component, where it is such a sum.
    fn step_values(&self, component: &[u64]) -> Option<Vec<u64>> {
        let _ = component;
        None
    }
}

/// The notation without labels.
pub(super) struct PlainNumbers;

impl Presentation for PlainNumbers {}
