//! The winner by search of all sets of edges that can be left.

use crate::trials::{Known, Random, numbers};

pub(crate) fn small(random: &mut Random) -> String {
    let vertices = random.within(1, 10);
    // Vertices get their numbers at random, except for the root.
    let mut names: Vec<u64> = (2..=vertices).collect();
    random.shuffle(&mut names);
    names.insert(0, 1);
    let tall = random.within(0, 2) == 0;
    let mut edges: Vec<String> = (1..names.len())
        .map(|upper| {
            let least = if tall { upper as u64 - 1 } else { 0 };
            let lower = random.within(least, upper as u64 - 1) as usize;
            let (a, b) = if random.within(0, 1) == 0 { (upper, lower) } else { (lower, upper) };
            format!("{} {}\n", names[a], names[b])
        })
        .collect();
    for index in 1..edges.len() {
        edges.swap(index, random.within(0, index as u64) as usize);
    }
    format!("{vertices}\n{}", edges.concat())
}

/// Returns the edges of a set that are joined to vertex 1.
fn joined(edges: &[(u64, u64)], set: u32) -> u32 {
    let (mut reached, mut found) = (vec![1], 0);
    while let Some(vertex) = reached.pop() {
        for (index, &(a, b)) in edges.iter().enumerate() {
            if set >> index & 1 == 1 && found >> index & 1 == 0 && (a == vertex || b == vertex) {
                found |= 1 << index;
                reached.push(a + b - vertex);
            }
        }
    }
    found
}

/// Returns whether the player to move wins, with a bit for each edge that is left.
fn wins(edges: &[(u64, u64)], set: u32, known: &mut Known<u32>) -> bool {
    known.wins(set, |_, known| {
        let mut cuts = (0..edges.len()).filter(|edge| set >> edge & 1 == 1);
        cuts.any(|edge| !wins(edges, joined(edges, set ^ 1 << edge), known))
    })
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let numbers: Vec<u64> = numbers(input)?;
    let (_, ends) = numbers.split_first().filter(|(vertices, _)| (1..=12).contains(*vertices))?;
    let edges: Vec<(u64, u64)> = ends.as_chunks().0.iter().map(|&[a, b]| (a, b)).collect();
    let all = (1 << edges.len()) - 1;
    Some(if wins(&edges, all, &mut Known::default()) { "Alice\n" } else { "Bob\n" }.to_owned())
}
