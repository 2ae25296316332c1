//! The moves that can be picked, in words and in typed form.

use std::collections::BTreeSet;

use itertools::Itertools;

use nim_engine::games::hackenbush;
use nim_engine::theory::game::Component;
use nim_engine::theory::shape::Shape;
use nim_referee::table::{Table, TableMove};

/// The most moves of a component that can be picked; others are typed.
const MOST: usize = 2_000;

/// A move of one component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The parts after the move.
    pub option: Vec<Component>,
    /// The move in typed form.
    pub typed: String,
    pub says: String,
}

/// Returns the moves of a place, at most as many as can be picked, and whether there are others.
pub fn list(table: &Table, place: usize) -> (Vec<Choice>, bool) {
    if table.places().get(place).is_none() {
        return (Vec::new(), false);
    }
    let mut options = table.options(place, MOST + 1);
    let has_others = options.len() > MOST;
    options.truncate(MOST);
    (options.into_iter().map(|option| choice(table, place, option)).collect(), has_others)
}

/// Returns a move in typed form and in words.
pub fn choice(table: &Table, place: usize, option: Vec<Component>) -> Choice {
    let says = says(table, place, &option);
    let typed = table.written_move(&TableMove { place, option: option.clone() });
    Choice { option, typed, says }
}

/// Returns the parts that a move leaves of a heap.
fn parts(option: &[Component]) -> Vec<u64> {
    option.iter().flatten().copied().filter(|&part| part > 0).collect()
}

fn says(table: &Table, place: usize, option: &[Component]) -> String {
    let game = table.game(place);
    let name = game.name();
    let family = name.split(':').next().unwrap_or_default();
    let from = table.places()[place].component.as_slice();
    let only = option.first().map_or(&[][..], Vec::as_slice);
    let becomes = || {
        if option.iter().all(Vec::is_empty) {
            return "leave nothing".to_owned();
        }
        format!("leave {}", table.written_option(place, option))
    };
    match (game.shape(), family) {
        (Shape::Heap, "nimble") => format!("move to square {}", parts(option).iter().sum::<u64>()),
        (Shape::Heap, _) => taken(from.iter().sum(), &parts(option)),
        (Shape::Vertex { .. }, _) => format!("go to {}", table.written_option(place, option)),
        (Shape::Board { .. }, _) => {
            format!("turn {}", turned(from, only).iter().rev().join(", "))
        }
        (_, "wythoff" | "euclid-to-zero") => match (from, only) {
            (&[a, b], &[c, d]) if a != c && b != d => format!("take {} from both", a.saturating_sub(c)),
            (&[a, _], &[c, _]) if a != c => format!("take {} from the first", a.saturating_sub(c)),
            (&[_, b], &[_, d]) => format!("take {} from the second", b.saturating_sub(d)),
            _ => becomes(),
        },
        (_, "fibonacci" | "distinct") => match (from, only) {
            (&[heap, ..], &[left, ..]) => taken(heap, &[left]),
            (&[heap, ..], _) => taken(heap, &[]),
            _ => becomes(),
        },
        (_, "hop") => match turned(from, only)[..] {
            [one, other] => format!("hop from {} to {}", one.min(other), one.max(other)),
            _ => becomes(),
        },
        (_, "hackenbush") => cut_edge(from, only).map_or_else(becomes, |edge| format!("cut edge {edge}")),
        (_, "staircase") => {
            match (0..from.len()).rev().find(|&step| from[step] > only.get(step).copied().unwrap_or(0)) {
                Some(step) => {
                    let moved = from[step] - only.get(step).copied().unwrap_or(0);
                    format!("move {moved} from step {} down", step + 1)
                }
                None => becomes(),
            }
        }
        (_, "moore") => {
            let each = from.iter().zip(only).enumerate().filter(|(_, (from, to))| from > to);
            let mut each = each.map(|(index, (from, to))| format!("{} from heap {}", from - to, index + 1));
            format!("take {}", each.join(", "))
        }
        (_, "merge") => match joined(from, only) {
            Some((one, other)) => format!("join {one} and {other}"),
            None => becomes(),
        },
        _ => becomes(),
    }
}

fn taken(heap: u64, left: &[u64]) -> String {
    let sum: u64 = left.iter().sum();
    let rest = left.iter().filter(|&&part| part > 0).join(" + ");
    match heap.saturating_sub(sum) {
        0 => format!("split into {rest}"),
        taken if rest.is_empty() => format!("take all {taken}"),
        taken => format!("take {taken}, leave {rest}"),
    }
}

/// Returns the cells that are in exactly one of two lists, in rising order.
pub fn turned(from: &[u64], to: &[u64]) -> Vec<u64> {
    let [from, to] = [from, to].map(|cells| cells.iter().copied().collect::<BTreeSet<u64>>());
    from.symmetric_difference(&to).copied().filter(|&cell| cell > 0).collect()
}

/// Returns the first edge whose cut leaves this tree.
pub fn cut_edge(below: &[u64], left: &[u64]) -> Option<usize> {
    (1..=below.len()).find(|&edge| hackenbush::cut(below, edge) == left)
}

/// Returns the two heaps that a move joins.
pub fn joined(from: &[u64], to: &[u64]) -> Option<(u64, u64)> {
    let mut gone = from.to_vec();
    let mut new = Vec::new();
    for heap in to {
        match gone.iter().position(|other| other == heap) {
            Some(index) => _ = gone.remove(index),
            None => new.push(*heap),
        }
    }
    // A new heap may be as large as another one that is joined.
    match gone[..] {
        [one, other] => Some((one.min(other), one.max(other))),
        _ => None,
    }
}
