//! Random trees, as lists of edges.

use crate::families::Values;
use nim_ground::random::Random;

/// Appends the edges of a tree on the vertices from 1 to `vertices`; the family determines its shape.
pub(super) fn edges(values: Values, random: &mut Random, vertices: u64, out: &mut Vec<u64>) {
    // The greatest distance of a vertex from its parent in the numbering: 1 gives a path, no limit a shallow tree.
    let reach = match values {
        Values::Most | Values::Ascending | Values::Descending => 1,
        Values::Any | Values::AnyMagnitude => 1 << random.within(0, 20),
        Values::Small => 3,
        _ => u64::MAX,
    };
    let is_star = matches!(values, Values::Least | Values::Equal | Values::Edges);
    let mut names: Vec<u64> = (1..=vertices).collect();
    match values {
        Values::Least | Values::Most | Values::Ascending => {}
        Values::Descending => names[1..].reverse(),
        _ => random.shuffle(&mut names),
    }
    let mut order: Vec<u64> = (1..vertices).collect();
    if !matches!(values, Values::Least | Values::Most | Values::Ascending | Values::Descending) {
        random.shuffle(&mut order);
    }
    for child in order {
        let parent = if is_star { 0 } else { random.within(child.saturating_sub(reach), child - 1) };
        let mut edge = [names[parent as usize], names[child as usize]];
        if matches!(values, Values::Any | Values::AnyMagnitude | Values::Small) {
            random.shuffle(&mut edge);
        }
        out.extend(edge);
    }
}
