//! The check that a monoid gives every outcome of a closed set of positions.

use super::monoid::{Element, IDENTITY, Monoid};
use crate::theory::refusal::Refusal;
use crate::theory::watch::Steps;

/// A set of elements, a bit for each.
type Elements = Box<[u64]>;

/// The element of a position Y, and its *unanswered* elements: those z for which Y + z is called an N-position, and no move in Y
/// leads to what is called a P-position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct State {
    element: Element,
    unanswered: Elements,
}

impl State {
    /// Returns the state of a component of this element, whose options have `options`; `None` where a move leads from a position that is
    /// called a P-position to another one.
    pub(super) fn of_component(monoid: &Monoid, element: Element, options: &[Element]) -> Option<Self> {
        let mut unanswered = empty(monoid);
        for z in monoid.elements() {
            let lost = monoid.is_lost(monoid.product(element, z));
            let wins = options.iter().any(|&option| monoid.is_lost(monoid.product(option, z)));
            if lost && wins {
                return None;
            }
            if !lost && !wins {
                insert(&mut unanswered, z);
            }
        }
        Some(Self { element, unanswered })
    }

    /// Returns the state of the end of play.
    fn of_end(monoid: &Monoid) -> Self {
        let mut unanswered = empty(monoid);
        monoid.elements().filter(|&z| !monoid.is_lost(z)).for_each(|z| insert(&mut unanswered, z));
        Self { element: IDENTITY, unanswered }
    }

    /// Returns the state of a sum: what is unanswered in it is unanswered in both terms, each beside the other.
    fn plus(&self, other: &Self, monoid: &Monoid) -> Self {
        let (left, right) = (monoid.row(self.element), monoid.row(other.element));
        let mut unanswered = empty(monoid);
        for z in monoid.elements() {
            let (beside, besides) = (right[z as usize], left[z as usize]);
            if contains(&self.unanswered, beside) && contains(&other.unanswered, besides) {
                insert(&mut unanswered, z);
            }
        }
        Self { element: left[other.element as usize], unanswered }
    }

    fn is_answered(&self) -> bool {
        self.unanswered.iter().all(|&word| word == 0)
    }

    /// Returns whether all unanswered elements here are unanswered there, if the elements are the same.
    fn is_within(&self, other: &Self) -> bool {
        self.unanswered.iter().zip(&other.unanswered).all(|(&here, &there)| here & !there == 0)
    }
}

fn empty(monoid: &Monoid) -> Elements {
    vec![0; monoid.order().div_ceil(64)].into()
}

fn insert(set: &mut Elements, element: Element) {
    set[element as usize / 64] |= 1 << (element % 64);
}

fn contains(set: &Elements, element: Element) -> bool {
    set[element as usize / 64] >> (element % 64) & 1 == 1
}

/// The states of all sums of some components, without those within others.
#[derive(Clone, Debug)]
pub(super) struct States {
    /// The largest states, by element.
    largest: Vec<Vec<State>>,
}

impl States {
    /// Returns the states of no components.
    pub(super) fn of_end(monoid: &Monoid) -> Self {
        Self { largest: vec![Vec::new(); monoid.order()] }
    }

    /// Returns the states of all sums of components; `None` where a sum that is not at its end is called an N-position without a move
    /// to what is called a P-position, or where there are more than `most` states.
    ///
    /// # Errors
    /// [`Refusal::Interrupted`] by the watch.
    pub(super) fn of_sums(
        monoid: &Monoid,
        components: &[State],
        most: usize,
        steps: &mut Steps<'_>,
    ) -> Result<Option<Self>, Refusal> {
        let mut states = Self::of_end(monoid);
        let mut waiting = vec![State::of_end(monoid)];
        let mut count = 0;
        while let Some(state) = waiting.pop() {
            for component in components {
                let sum = state.plus(component, monoid);
                steps.step(monoid.order() as u64)?;
                if contains(&sum.unanswered, IDENTITY) {
                    return Ok(None);
                }
                if states.insert(&sum) {
                    waiting.push(sum);
                    count += 1;
                    if count > most {
                        return Ok(None);
                    }
                }
            }
        }
        Ok(Some(states))
    }

    /// Returns whether a state adds nothing: the sums of a component that has it are checked already.
    pub(super) fn has(&self, state: &State) -> bool {
        state.is_answered() || self.largest[state.element as usize].iter().any(|known| state.is_within(known))
    }

    fn insert(&mut self, state: &State) -> bool {
        let is_new = !self.has(state);
        if is_new {
            let largest = &mut self.largest[state.element as usize];
            largest.retain(|known| !known.is_within(state));
            largest.push(state.clone());
        }
        is_new
    }
}
