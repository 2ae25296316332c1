//! Drawings of components: rows of matches, coins, pieces, trees, tokens on a graph.
//!
//! A picture also shows the picked move: `x` marks the parts taken away, brackets those turned or reached.

use std::ops::ControlFlow;

use itertools::Itertools;

use super::canvas::Mark;
use super::choices::{cut_edge, turned};
use nim_engine::games::hackenbush;
use nim_engine::theory::game::{Component, Game, first_options};
use nim_engine::theory::shape::Shape;
use nim_referee::table::Table;

/// The choice that a click on a part of the picture makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CellRequest {
    /// The clicked component.
    Component,
    /// The move to this option.
    Option(Vec<Component>),
    /// A move that turns this cell, or moves this piece.
    Cell(u64),
    /// A move that leaves this number of matches in the heap of this index: those before the clicked one.
    Match(usize, u64),
}

/// A part of a line in the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The drawn text.
    pub text: String,
    /// The meaning of the text.
    pub mark: Mark,
    /// The choice that a click makes.
    pub want: CellRequest,
}

/// The characters of a picture.
#[derive(Clone, Copy, Debug)]
pub struct Signs {
    heads: &'static str,
    tails: &'static str,
    piece: &'static str,
    arrow: &'static str,
    more: &'static str,
    /// The beginnings of edges: the first of several, the middle ones, the last, a single one; and the line down past others.
    branches: [&'static str; 5],
    edge: &'static str,
}

/// The signs where the terminal shows Unicode.
pub const UNICODE: Signs = Signs {
    heads: "●",
    tails: "○",
    piece: "●",
    arrow: "→",
    more: "…",
    branches: ["┬", "├", "└", "─", "│"],
    edge: "─",
};

/// The characters for terminals without Unicode.
pub const ASCII: Signs = Signs {
    heads: "H",
    tails: "t",
    piece: "o",
    arrow: "->",
    more: "...",
    branches: ["+", "+", "+", "-", "|"],
    edge: "-",
};

/// The most cells of a board that are drawn; larger ones are lists of numbers.
const MOST_CELLS: u64 = 120;
/// The most vertices of a graph that are drawn.
const MOST_VERTICES: usize = 200;
/// The most edges of a tree that are drawn.
const MOST_EDGES: usize = 400;

type PictureLine = Vec<Part>;

fn part(text: impl Into<String>, mark: Mark) -> Part {
    Part { text: text.into(), mark, want: CellRequest::Component }
}

/// Draws a component with the picked move, in about this number of columns.
pub fn component(
    table: &Table,
    place: usize,
    picked: Option<&[Component]>,
    width: usize,
    signs: Signs,
) -> Vec<PictureLine> {
    let game = table.game(place);
    let from = table.places()[place].component.as_slice();
    let name = game.name();
    let family = name.split(':').next().unwrap_or_default();
    let only = picked.map(|option| option.first().map_or(&[][..], Vec::as_slice));
    match (game.shape(), family) {
        (Shape::Heap, "nimble") => vec![coin(from, only, width, signs)],
        (Shape::Heap, _) => {
            let left = picked.map(<[Component]>::concat);
            let heap = from.first().copied().unwrap_or(0);
            vec![matches(heap, left.as_deref(), 0, width, signs)]
        }
        (Shape::Vertex { .. }, _) => vec![token(table, place, only, signs)],
        (Shape::Board { cells }, _) => board(from, only, *cells.end(), width, signs),
        (_, "fibonacci" | "distinct") => limited(family, from, only, width, signs),
        (_, "hop") => vec![row(&name, from, only, width, signs)],
        (_, "hackenbush") => tree(from, only, signs),
        (_, "delete-nim" | "merge") => lists(from, None, width, signs),
        _ => lists(from, only, width, signs),
    }
}

/// Draws a heap of this index as a row of matches, numbered by how many there are.
fn matches(heap: u64, left: Option<&[u64]>, index: usize, width: usize, signs: Signs) -> PictureLine {
    let number = format!("{heap:>3} ");
    let room = width.saturating_sub(number.len() + 1).max(3);
    let mut line = vec![part(number, Mark::Plain)];
    if heap > room as u64 {
        line.push(part("|".repeat(room.saturating_sub(3)), Mark::Plain));
        line.push(part(signs.more, Mark::Plain));
        return line;
    }
    // The remaining matches stand before and after the taken ones.
    let left: Vec<u64> =
        left.map_or_else(|| vec![heap], |left| left.iter().copied().filter(|&part| part > 0).collect());
    let first = left.first().copied().unwrap_or(0);
    let taken = heap.saturating_sub(left.iter().sum());
    let mut at = 0;
    let gap = if heap.saturating_mul(2) <= room as u64 { " " } else { "" };
    let mut push = |count: u64, text: &str, mark: Mark, line: &mut PictureLine| {
        for _ in 0..count {
            line.push(Part { text: format!("{text}{gap}"), mark, want: CellRequest::Match(index, at) });
            at += 1;
        }
    };
    push(first, "|", Mark::Plain, &mut line);
    push(taken, "x", Mark::Taken, &mut line);
    for (index, &part_left) in left.iter().enumerate().skip(1) {
        if index > 1 || taken == 0 {
            line.push(part(" ", Mark::Plain));
        }
        push(part_left, "|", Mark::Plain, &mut line);
    }
    line
}

/// Draws a coin on a strip of squares.
fn coin(from: &[u64], to: Option<&[u64]>, width: usize, signs: Signs) -> PictureLine {
    let at = from.first().copied().unwrap_or(0);
    let to = to.map(|to| to.first().copied().unwrap_or(0));
    let mut line = vec![part(format!("{at:>3} "), Mark::Plain)];
    if at > width.saturating_sub(6) as u64 {
        return line;
    }
    for square in 0..=at {
        let (text, mark) = match square {
            _ if Some(square) == to => ("+", Mark::Added),
            _ if square == at => (signs.piece, Mark::Strong),
            _ => (".", Mark::Faint),
        };
        line.push(Part { text: text.to_owned(), mark, want: CellRequest::Option(vec![vec![square]]) });
    }
    line
}

/// Draws heaps that are one component, a line each.
fn lists(from: &[u64], to: Option<&[u64]>, width: usize, signs: Signs) -> Vec<PictureLine> {
    let lines = from.iter().enumerate().map(|(index, &heap)| {
        let after = to.map(|to| to.get(index).copied().unwrap_or(0));
        let left = after.filter(|&after| after < heap).map(|after| [after]);
        let left = left.as_ref().map(<[u64; 1]>::as_slice);
        let mut line = matches(heap, left, index, width.saturating_sub(4), signs);
        line.insert(0, part(format!("{:>2} ", index + 1), Mark::Faint));
        if let Some(added) = after.and_then(|after| after.checked_sub(heap)).filter(|&added| added > 0) {
            line.push(part(format!(" +{added}"), Mark::Added));
        }
        line
    });
    lines.collect()
}

/// Draws a heap from which not every number may be taken.
fn limited(family: &str, from: &[u64], to: Option<&[u64]>, width: usize, signs: Signs) -> Vec<PictureLine> {
    let heap = from.first().copied().unwrap_or(0);
    let left = to.map(|to| [to.first().copied().unwrap_or(0)]);
    let line = matches(heap, left.as_ref().map(<[u64; 1]>::as_slice), 0, width, signs);
    let limit = match (family, from) {
        ("fibonacci", [_, most]) => format!("    at most {most} may be taken"),
        ("fibonacci", _) => "    not all may be taken".to_owned(),
        (_, [_]) => return vec![line],
        _ => format!("    taken before: {}", from.iter().skip(1).join(", ")),
    };
    vec![line, vec![part(limit, Mark::Faint)]]
}

/// Draws the cells of a board; those that the picked move turns are in brackets.
fn board(from: &[u64], to: Option<&[u64]>, cells: u64, width: usize, signs: Signs) -> Vec<PictureLine> {
    let turning = to.map_or_else(Vec::new, |to| turned(from, to));
    let last = from.iter().chain(&turning).copied().max().unwrap_or(0);
    let is_small = last.max(8) <= MOST_CELLS;
    let shown: Vec<u64> = if is_small {
        (1..=last.max(8.min(cells))).collect()
    } else {
        from.iter().chain(&turning).copied().filter(|&cell| cell > 0).sorted_unstable().dedup().collect()
    };
    let digits = last.max(8).to_string().len();
    let cell = |cell: &u64| {
        let is_turning = turning.contains(cell);
        let sign = if from.contains(cell) { signs.heads } else { signs.tails };
        let (open, close) = if is_turning { ("[", "]") } else { (" ", " ") };
        let mark = match (is_turning, from.contains(cell)) {
            (true, true) => Mark::Taken,
            (true, false) => Mark::Added,
            (false, true) => Mark::Strong,
            (false, false) => Mark::Faint,
        };
        Part { text: format!("{open}{cell:>digits$}{sign}{close}"), mark, want: CellRequest::Cell(*cell) }
    };
    let in_line = (width / (digits + 3)).max(1);
    shown.chunks(in_line).map(|cells| cells.iter().map(cell).collect()).collect()
}

/// Draws a row of cells with pieces.
fn row(name: &str, from: &[u64], to: Option<&[u64]>, width: usize, signs: Signs) -> PictureLine {
    let cells: u64 = name.rsplit(':').next().and_then(|cells| cells.parse().ok()).unwrap_or(0);
    let moved = to.map_or_else(Vec::new, |to| turned(from, to));
    let mut line = Vec::new();
    if cells <= width.saturating_sub(2) as u64 {
        for cell in 1..=cells {
            let (text, mark) = match (from.contains(&cell), moved.contains(&cell)) {
                (true, true) => ("x", Mark::Taken),
                (false, true) => ("+", Mark::Added),
                (true, false) => (signs.piece, Mark::Strong),
                (false, false) => (".", Mark::Faint),
            };
            line.push(Part { text: text.to_owned(), mark, want: CellRequest::Cell(cell) });
        }
        line.push(part("  ", Mark::Plain));
    }
    line.push(part(from.iter().join(","), Mark::Faint));
    line
}

/// Draws a tree that grows from the ground to the right. An edge has the number of the vertex at its upper end.
fn tree(below: &[u64], left: Option<&[u64]>, signs: Signs) -> Vec<PictureLine> {
    if below.is_empty() || below.len() > MOST_EDGES {
        let text = if below.is_empty() { "-".to_owned() } else { format!("{} edges", below.len()) };
        return vec![vec![part(text, Mark::Plain)]];
    }
    let mut upper = vec![Vec::new(); below.len() + 1];
    for (vertex, &lower) in (1..).zip(below) {
        if let Some(upper) = upper.get_mut(lower as usize) {
            upper.push(vertex);
        }
    }
    let cut = left.and_then(|left| cut_edge(below, left));
    let mut tree = Tree { below, upper, cut, signs, lines: Vec::new() };
    tree.grow(0, &Vec::new(), &Vec::new(), false);
    tree.lines
}

/// The state of drawing a tree.
struct Tree<'t> {
    below: &'t [u64],
    /// The vertices above each vertex.
    upper: Vec<Vec<usize>>,
    /// The edge that the picked move cuts.
    cut: Option<usize>,
    signs: Signs,
    lines: Vec<PictureLine>,
}

impl Tree<'_> {
    /// Draws the part above a vertex: the first edge continues the line `first`, the others begin with `rest`.
    fn grow(&mut self, vertex: usize, first: &PictureLine, rest: &PictureLine, falls: bool) {
        let edges = std::mem::take(&mut self.upper[vertex]);
        if edges.is_empty() {
            self.lines.push(first.clone());
        }
        for (index, &edge) in edges.iter().enumerate() {
            let is_last = index + 1 == edges.len();
            let branch = match (index, is_last) {
                (0, true) => 3,
                (0, false) => 0,
                (_, false) => 1,
                (_, true) => 2,
            };
            let is_cut = self.cut == Some(edge);
            let falls = falls || is_cut;
            let text = format!("{}{edge}", if is_cut { "x" } else { self.signs.edge });
            let beside = if is_last { " " } else { self.signs.branches[4] };
            let mut after = rest.clone();
            after.push(part(format!("{beside}{:1$}", "", text.chars().count()), Mark::Plain));
            let mut begun = if index == 0 { first.clone() } else { rest.clone() };
            begun.push(part(self.signs.branches[branch], Mark::Plain));
            let left = hackenbush::cut(self.below, edge);
            let option = if left.is_empty() { Vec::new() } else { vec![left] };
            let mark = if falls { Mark::Taken } else { Mark::Plain };
            begun.push(Part { text, mark, want: CellRequest::Option(option) });
            self.grow(edge, &begun, &after, falls);
        }
    }
}

/// Draws the token of a component: its vertex, and the reachable ones.
fn token(table: &Table, place: usize, to: Option<&[u64]>, signs: Signs) -> PictureLine {
    let game = table.game(place);
    let from = table.places()[place].component.as_slice();
    let mut line = vec![part(format!("{} ", table.written_component(place, from)), Mark::Strong)];
    let options = table.options(place, MOST_VERTICES);
    if options.is_empty() {
        return line;
    }
    line.push(part(format!("{} ", signs.arrow), Mark::Plain));
    for option in options {
        let vertex = option.concat();
        let label = game_label(game, &vertex);
        let is_picked = to == Some(&vertex);
        let text = if is_picked { format!("[{label}]") } else { format!(" {label} ") };
        let mark = if is_picked { Mark::Added } else { Mark::Plain };
        line.push(Part { text, mark, want: CellRequest::Option(option) });
    }
    line
}

fn game_label(game: &dyn Game, vertex: &[u64]) -> String {
    vertex.iter().map(|&vertex| game.written(vertex)).collect()
}

/// Draws the part of a graph that the tokens on it can reach: each vertex after those that lead to it, with the tokens on it.
pub fn graph(table: &Table, signs: Signs) -> Vec<PictureLine> {
    let mut lines = Vec::new();
    for (term, game) in table.terms().into_iter().enumerate() {
        if !matches!(game.shape(), Shape::Vertex { .. }) {
            continue;
        }
        let places = table.places().iter().enumerate().filter(|(_, place)| place.term == term);
        let tokens =
            places.filter_map(|(index, place)| Some((index, *place.component.first()?))).collect_vec();
        let Some(order) = reachable(game, tokens.iter().map(|&(_, vertex)| vertex)) else {
            lines.push(vec![part("the graph is too large for a picture", Mark::Faint)]);
            continue;
        };
        for vertex in order {
            let here = tokens.iter().filter(|&&(_, at)| at == vertex).map(|(index, _)| index + 1).join(",");
            let here = if here.is_empty() { here } else { format!("({here})") };
            let next = first_options(game, &[vertex], usize::MAX);
            let next = next.iter().map(|option| game_label(game, &option.concat())).collect_vec();
            let label = game_label(game, &[vertex]);
            let arrow = if next.is_empty() { "" } else { signs.arrow };
            let mark = if here.is_empty() { Mark::Plain } else { Mark::Strong };
            lines.push(vec![
                part(format!("{here:>5} {label} "), mark),
                part(format!("{arrow} {}", next.join(" ")), Mark::Faint),
            ]);
        }
    }
    lines
}

/// Returns the reachable vertices, each before those that it leads to; `None` if there are many.
fn reachable(game: &dyn Game, from: impl Iterator<Item = u64>) -> Option<Vec<u64>> {
    let (mut order, mut seen) = (Vec::new(), std::collections::BTreeSet::new());
    // A vertex is done once all that it leads to are.
    let mut stack: Vec<(u64, bool)> = from.map(|vertex| (vertex, false)).collect();
    while let Some((vertex, is_done)) = stack.pop() {
        if is_done {
            order.push(vertex);
            continue;
        }
        if !seen.insert(vertex) {
            continue;
        }
        if seen.len() > MOST_VERTICES {
            return None;
        }
        stack.push((vertex, true));
        #[expect(
            clippy::let_underscore_must_use,
            reason = "the visitor keeps what it has found, and knows whether it has ended the walk"
        )]
        let _ = game.options(&[vertex], &mut |option| {
            stack.extend(option.concat().into_iter().map(|next| (next, false)));
            if stack.len() > 100 * MOST_VERTICES { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    }
    order.reverse();
    Some(order)
}
