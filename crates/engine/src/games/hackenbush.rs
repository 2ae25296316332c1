//! Green Hackenbush on trees: a move cuts an edge, and the part no longer joined to the ground goes.
//!
//! **Theorem** (the colon principle; Conway, *On Numbers and Games*, 1976). The value of a vertex is the XOR, over the
//! edges that lead up from it, of the value of the upper end plus 1.
//!
//! *Proof* by induction. Edges that lead up from one vertex are a sum. Above a single edge with the value g at its
//! upper end, moves lead to nothing, which has the value 0, and to trees above that edge, whose values are 1 more than
//! those of the options of g: 1 to g at least, and never g + 1. So the value is g + 1. ∎
//!
//! In misère play the trees that stand on single edges are heaps of Nim with their values: a tree of value 0 is empty, so that
//! the premise of the SJ rule holds (see [`misere`](crate::theory::misere)).

use std::collections::HashSet;

use crate::theory::game::{
    Budget, Component, ComponentError, Decision, Flow, Game, Goal, Move, Reason, Refusal, Shape, TupleForm,
    Visit, Winning,
};
use crate::theory::nim::NimSum;
use crate::theory::refusal::Excess;

/// Green Hackenbush on trees. A component is the list of the lower neighbours of the vertices 1, 2, …, each before its
/// upper ones; vertex 0 is the ground.
#[derive(Debug)]
pub struct Hackenbush;

/// Edges of a tree, at most: moves are compared with each other.
const MOST_EDGES: usize = 4096;

/// Edges of a tree on several stems that is searched in misère play of a sum, at most.
const MOST_SEARCHED: usize = 64;

/// Returns the values of the vertices of a tree, the ground first, by the lower neighbours of all others.
pub fn values(below: &[u64]) -> Vec<u64> {
    let mut values = vec![0; below.len() + 1];
    for (index, &lower) in below.iter().enumerate().rev() {
        values[lower as usize] ^= values[index + 1] + 1;
    }
    values
}

/// A vertex that has not been taken off.
#[derive(Clone, Copy, Default)]
struct Vertex {
    degree: u32,
    /// The XOR of the neighbours that are left: of the only one, that one.
    neighbours: u32,
}

/// Takes off vertices with a single edge, one after the other and never vertex 1, and hands on each with its neighbour. Returns whether
/// vertex 1 alone is left: whether these edges of the vertices 1 to one more than there are edges form a tree.
///
/// *Proof*: what is left of a tree has another vertex with a single edge while it has an edge, and a circle never goes. With as many
/// edges as other vertices, edges without a circle form a tree.
///
/// *Cost*: 12 bytes a vertex, and no lists of neighbours. No branch depends on a vertex of a tree, so that the memory of many is waited
/// for at once. Trees of 2^32 vertices and more are not recognized.
pub fn take_off(edges: &[[u64; 2]], mut take: impl FnMut(usize, usize)) -> bool {
    let Ok(count) = u32::try_from(edges.len() + 1) else { return false };
    let mut vertices = vec![Vertex::default(); count as usize + 1];
    for &[a, b] in edges {
        for (end, other) in [(a, b), (b, a)] {
            let vertex = &mut vertices[end as usize];
            vertex.degree += 1;
            vertex.neighbours ^= other as u32;
        }
    }
    // The vertices that have, or had, a single edge: each once.
    let mut leaves = vec![0; count as usize + 1];
    let mut end = 0;
    for leaf in 2..=count {
        leaves[end] = leaf;
        end += usize::from(vertices[leaf as usize].degree == 1);
    }
    let (mut at, mut left) = (0, edges.len());
    while at < end {
        let leaf = leaves[at];
        at += 1;
        let Vertex { degree, neighbours: lower } = vertices[leaf as usize];
        // The other end of the edge has been removed: two vertices that belong to no tree.
        if degree == 0 {
            continue;
        }
        take(leaf as usize, lower as usize);
        left -= 1;
        vertices[leaf as usize].degree = 0;
        let below = &mut vertices[lower as usize];
        below.degree -= 1;
        below.neighbours ^= leaf;
        leaves[end] = lower;
        end += usize::from((below.degree == 1) & (lower != 1));
    }
    left == 0
}

/// Returns the value of the tree with these edges, which has the vertices from 1 to the number of edges plus 1, and stands on vertex 1: the
/// XOR of the values of its branches, each with the edge to it.
pub fn value_of_tree(edges: &[[u64; 2]]) -> u64 {
    // No value is larger than the number of edges.
    let mut values = vec![0_u32; edges.len() + 2];
    take_off(edges, |leaf, lower| values[lower] ^= values[leaf] + 1);
    values[1].into()
}

/// Returns the tree without a vertex, from 1, and all above it.
#[must_use]
pub fn cut(below: &[u64], vertex: usize) -> Component {
    // The new number of each vertex; `None` for removed ones.
    let mut numbers: Vec<Option<u64>> = vec![Some(0)];
    let mut after = Vec::new();
    for (upper, &lower) in (1..).zip(below) {
        let lower = numbers[lower as usize].filter(|_| upper != vertex);
        after.extend(lower);
        numbers.push(lower.map(|_| after.len() as u64));
    }
    after
}

/// Returns the option that is left of a tree: no component where the tree is gone.
fn option(after: Component) -> Vec<Component> {
    if after.is_empty() { Vec::new() } else { vec![after] }
}

/// Returns the values of the trees that stand on single edges.
fn stems(below: &[u64], values: &[u64]) -> Vec<u64> {
    let stems = (1..).zip(below).filter(|&(_, &lower)| lower == 0);
    stems.map(|(vertex, _): (usize, _)| values[vertex] + 1).collect()
}

impl Game for Hackenbush {
    fn name(&self) -> String {
        "hackenbush".to_owned()
    }

    fn shape(&self) -> Shape {
        Shape::Tuple { numbers: 1..=MOST_EDGES, written: TupleForm::Tree }
    }

    fn check(&self, below: &[u64]) -> Result<(), ComponentError> {
        if below.len() > MOST_EDGES {
            return Err(ComponentError::TooManyEdges(MOST_EDGES));
        }
        self.shape().check(&self.name(), below)?;
        let downwards = (1..).zip(below).find(|&(vertex, &lower)| lower >= vertex);
        downwards.map_or(Ok(()), |(vertex, &lower)| Err(ComponentError::EdgeDownwards(vertex, lower)))
    }

    fn options(&self, below: &[u64], visit: &mut Visit<'_>) -> Flow {
        let mut seen = HashSet::new();
        (1..=below.len()).try_for_each(|vertex| {
            let after = cut(below, vertex);
            if seen.insert(after.clone()) { visit(&option(after)) } else { Flow::Continue(()) }
        })
    }

    fn grundy(&mut self, below: &[u64], _: &mut Budget<'_>) -> Result<Option<u64>, Refusal> {
        Ok(values(below).first().copied())
    }

    fn theorem(&self, below: &[u64], misere: bool) -> Option<Decision> {
        let nim = NimSum::from_heaps(&stems(below, &values(below)));
        misere.then(|| Decision { first_wins: nim.first_wins_misere(), reason: Reason::TreesAreNim(nim.xor) })
    }

    fn winning(&mut self, below: &[u64], goal: Goal, found: &mut Winning<'_, '_>) -> Result<bool, Refusal> {
        let values = values(below);
        let mut others = NimSum::without_each(&stems(below, &values)).into_iter();
        // The value that each vertex, the ground first, must have after a winning move above it.
        let mut targets = vec![None; values.len()];
        let mut seen = HashSet::new();
        for (vertex, &lower) in (1..).zip(below) {
            let lower = lower as usize;
            let edge = values[vertex] + 1;
            let target = match lower {
                0 => others.next().map(|others| goal.heap_beside(others)),
                _ => targets[lower].map(|target: u64| edge ^ values[lower] ^ target),
            };
            targets[vertex] = target.and_then(|target| target.checked_sub(1));
            if target == Some(0) {
                let after = cut(below, vertex);
                if seen.insert(after.clone()) && found.add(&option(after)).is_break() {
                    break;
                }
            }
        }
        Ok(true)
    }

    fn sj_premise(&mut self, below: &[u64], _: &mut Budget<'_>) -> Result<Option<Reason>, Refusal> {
        if below.iter().skip(1).all(|&lower| lower > 0) {
            return Ok(Some(Reason::TreesHaveSj));
        }
        if below.len() > MOST_SEARCHED {
            return Err(Refusal::too_many(Excess::Edges, MOST_SEARCHED));
        }
        Ok(None)
    }

    fn present_move(&self, from: &[u64], option: &[Component], _: bool) -> Move {
        let to = option.concat();
        let vertex = (1..=from.len()).find(|&vertex| cut(from, vertex) == to);
        let note = vertex.map(|vertex| format!("cuts the edge below vertex {vertex}"));
        Move { at: 0, from: from.to_vec(), to, note }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_of_edges_has_the_value_of_its_root() {
        assert_eq!(value_of_tree(&[]), 0);
        let mut seed = 1_u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        for edges in 1..60_u64 {
            let below: Vec<u64> = (0..edges).map(|upper| random(upper + 1)).collect();
            // The names in the list: 1 for the ground, then the other vertices in falling order.
            let name = |vertex: u64| if vertex == 0 { 1 } else { edges + 2 - vertex };
            let named: Vec<[u64; 2]> =
                (1..).zip(&below).map(|(upper, &lower)| [name(lower), name(upper)]).collect();
            assert_eq!(value_of_tree(&named), values(&below)[0], "{below:?}");
            assert!(take_off(&named, |_, _| {}));
            // Instead of one edge another that closes a circle, or a loop.
            let mut others = named;
            let at = random(edges) as usize;
            others[at] = if at > 0 { others[at - 1] } else { [2; 2] };
            assert!(!take_off(&others, |_, _| {}), "{others:?}");
        }
    }
}
