//! Heaps of Nim, so many that a move must not look at all of them.

use nim_ground::random::Random;

/// Heaps of Nim in a tree: each node holds the OR of the heaps below it.
///
/// A winning move needs the leftmost heap with some bit, or the leftmost heap at all: the tree finds both in as many steps
/// as it has levels. A change of a heap takes as many.
#[derive(Clone, Debug)]
pub struct Heaps {
    /// The root is at 1; the heaps are the last half.
    nodes: Vec<u64>,
    leaves: usize,
    xor: u64,
    /// Heaps of two stones or more.
    large: usize,
}

impl Heaps {
    /// Builds the tree of these heaps.
    pub fn new(heaps: &[u64]) -> Self {
        let leaves = heaps.len().next_power_of_two();
        let mut nodes = vec![0; leaves];
        nodes.extend_from_slice(heaps);
        nodes.resize(2 * leaves, 0);
        for node in (1..leaves).rev() {
            nodes[node] = nodes[2 * node] | nodes[2 * node + 1];
        }
        let xor = heaps.iter().fold(0, |xor, heap| xor ^ heap);
        Self { nodes, leaves, xor, large: heaps.iter().filter(|&&heap| heap > 1).count() }
    }

    fn heap(&self, index: usize) -> u64 {
        self.nodes[self.leaves + index]
    }

    /// Sets the size of a heap.
    pub fn set(&mut self, index: usize, heap: u64) {
        let before = self.heap(index);
        self.xor ^= before ^ heap;
        self.large = self.large + usize::from(heap > 1) - usize::from(before > 1);
        let mut node = self.leaves + index;
        self.nodes[node] = heap;
        while node > 1 {
            node /= 2;
            self.nodes[node] = self.nodes[2 * node] | self.nodes[2 * node + 1];
        }
    }

    /// Returns whether no stone is left.
    pub fn is_over(&self) -> bool {
        self.nodes[1] == 0
    }

    /// Returns whether the player to move wins.
    pub fn first_wins(&self, misere: bool) -> bool {
        if misere && self.large == 0 { self.xor == 0 } else { self.xor != 0 }
    }

    /// Returns a winning move: the heap, and its new size.
    pub fn winning(&self, misere: bool) -> Option<(usize, u64)> {
        if !self.first_wins(misere) || self.is_over() {
            return None;
        }
        if misere && self.large <= 1 {
            // Leaves an odd number of ones.
            let index = self.leftmost(if self.large == 1 { !1 } else { 1 })?;
            let ones = self.xor & 1 ^ self.heap(index) & 1;
            return Some((index, if self.large == 1 { 1 - ones } else { 0 }));
        }
        let index = self.leftmost(1 << self.xor.ilog2())?;
        Some((index, self.heap(index) ^ self.xor))
    }

    /// Returns the first heap that has a bit of the mask.
    fn leftmost(&self, mask: u64) -> Option<usize> {
        if self.nodes[1] & mask == 0 {
            return None;
        }
        let mut node = 1;
        while node < self.leaves {
            node = 2 * node + usize::from(self.nodes[2 * node] & mask == 0);
        }
        Some(node - self.leaves)
    }

    /// Returns a random legal move.
    pub fn any(&self, random: &mut Random) -> Option<(usize, u64)> {
        if self.is_over() {
            return None;
        }
        // Goes down to a random heap that is not empty.
        let mut node = 1;
        while node < self.leaves {
            let (left, right) = (self.nodes[2 * node] > 0, self.nodes[2 * node + 1] > 0);
            let goes_right = if left && right { random.within(0, 1) == 1 } else { right };
            node = 2 * node + usize::from(goes_right);
        }
        Some((node - self.leaves, random.within(0, self.nodes[node] - 1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nim_engine as engine;

    #[test]
    fn moves_are_those_of_the_engine() {
        let mut random = Random::new(7);
        for misere in [false, true] {
            for _ in 0..500 {
                let count = random.within(1, 5);
                let most = random.within(1, 9);
                let heaps = random.list(count, 0, most);
                let tree = Heaps::new(&heaps);
                let components: Vec<Vec<u64>> = heaps.iter().map(|&heap| vec![heap]).collect();
                let play = engine::parse("nim").unwrap();
                let mut play = if misere { play.misere() } else { play };
                let wins = play.outcome(&components).unwrap().first_wins;
                assert_eq!(tree.first_wins(misere), wins, "{heaps:?} {misere}");
                let moves = play.winning_moves(&components).unwrap();
                match tree.winning(misere) {
                    Some((index, heap)) => {
                        assert!(
                            moves.iter().any(|m| m.component == index && m.to == [heap]),
                            "{heaps:?} {misere}"
                        );
                    }
                    None => assert!(moves.is_empty(), "{heaps:?} {misere}"),
                }
            }
        }
    }
}
