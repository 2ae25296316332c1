//! A tree from its root: the values of its branches, and the edge whose cut makes one of them smaller.

/// A tree that stands on vertex 1.
pub(super) struct Rooted {
    /// The lower and the upper end of each edge, behind the edge on which it stands; those on the root in the order of the input.
    edges: Vec<[usize; 2]>,
}

impl Rooted {
    pub(super) fn new(edges: &[[u64; 2]]) -> Self {
        let mut neighbours = vec![Vec::new(); edges.len() + 2];
        for &[a, b] in edges {
            neighbours[a as usize].push(b as usize);
            neighbours[b as usize].push(a as usize);
        }
        let mut found: Vec<[usize; 2]> = vec![[0, 1]];
        let mut next = 0;
        while let Some(&[below, at]) = found.get(next) {
            next += 1;
            found.extend(neighbours[at].iter().filter(|&&upper| upper != below).map(|&upper| [at, upper]));
        }
        found.remove(0);
        Self { edges: found }
    }

    /// Returns the values of the vertices, where the edges below some vertices are gone.
    fn values(&self, gone: &[usize]) -> Vec<u64> {
        let mut values = vec![0; self.edges.len() + 2];
        for &[lower, upper] in self.edges.iter().rev().filter(|[_, upper]| !gone.contains(upper)) {
            values[lower] ^= values[upper] + 1;
        }
        values
    }

    /// Returns the vertices on the root, each with the value of its branch.
    pub(super) fn branches(&self) -> Vec<(usize, u64)> {
        let values = self.values(&[]);
        let on_root = self.edges.iter().filter(|[lower, _]| *lower == 1);
        on_root.map(|&[_, upper]| (upper, values[upper] + 1)).collect()
    }

    /// Returns the ends of an edge whose cut gives a branch this smaller value, where the edges below some vertices are gone.
    pub(super) fn cut(&self, branch: usize, value: u64, gone: &[usize]) -> Option<[usize; 2]> {
        let values = self.values(gone);
        // The vertex below the edge that is looked for, and the value that it should get.
        let (mut at, mut wanted) = (1, values[1] ^ (values.get(branch)? + 1) ^ value);
        for &[lower, upper] in &self.edges {
            if lower != at || gone.contains(&upper) || (lower == 1 && upper != branch) {
                continue;
            }
            let edge = values[upper] + 1;
            let target = edge ^ values[at] ^ wanted;
            match target {
                0 => return Some([lower, upper]),
                _ if target < edge => (at, wanted) = (upper, target - 1),
                _ => {}
            }
        }
        None
    }
}
