//! Values of take-and-break games that leave at most two heaps: the octal games, and Grundy's game.
//!
//! # How one value is found
//!
//! The options of a heap n are few where tokens are only taken, and about n/2 for every amount t that may be taken
//! before a split. For the splits three ideas work together:
//!
//! 1. the [sparse space](super::sparse): splits with a rare part give every common option, so that the least common
//!    value that is missing, c, bounds the answer from above;
//! 2. marking: splits are marked in growing portions until no rare value below c is missing, which for most heaps
//!    is soon;
//! 3. [elimination](super::eliminate): each rare value that is still missing is looked for with vectors in all
//!    splits. Where it occurs its block is marked, where it does not it is the answer.
//!
//! Where no division makes values sparse, every value counts as rare and the bound c is the next power of two.
//!
//! *Cost*: for n heaps O(n r) with r rare ones, plus O(n^2 / 32) vector operations in the worst case, for every
//! amount that may be taken before a split. *Memory*: 4 bytes a heap, and 6 a rare heap. *Limit*: values are below
//! 2^16; no octal game is known that comes near.

use super::code::Code;
use super::eliminate::Finder;
use super::refusal::Refusal;
use super::sparse::Space;

/// Computes G(0), G(1), … of one game, in order.
#[derive(Debug)]
pub struct Octal {
    rules: Rules,
    row: Row,
    /// The number of low bits in which all values fit.
    bits: u32,
    /// Heaps by value and parity, for [`Space::choose`].
    counts: Vec<u32>,
    space: Option<Space>,
    rare: Vec<(u32, u16)>,
    /// The length at which the space is chosen anew.
    next_choice: usize,
    /// Whether a value is an option of the heap that is being computed.
    seen: Box<[u8; 1 << 16]>,
    finder: Finder,
}

/// The moves of a game that leaves at most two heaps.
#[derive(Clone, Debug, Default)]
struct Rules {
    /// The heaps that may be taken whole.
    whole: Vec<usize>,
    /// The amounts that may be taken from a larger heap.
    one: Vec<usize>,
    /// The amounts that may be taken before the rest is split in two.
    two: Vec<usize>,
    /// Whether the two parts must differ (Grundy's game).
    unequal: bool,
}

/// Marks made between two looks whether a rare value is still missing: at first, and at most.
const PORTION: (usize, usize) = (32, 256);
/// Splits that are marked before vectors take over: with a sparse space, and without one.
const MARKED: (usize, usize) = (4096, 512);
/// A sparse space is used where it has fewer than one rare heap in so many.
const SPARSE: usize = 24;

impl Octal {
    /// The game of an octal code.
    ///
    /// # Errors
    /// [`Refusal::Parts`] for a code that leaves more than two heaps.
    pub fn new(code: &Code) -> Result<Self, Refusal> {
        if code.parts() > 2 {
            return Err(Refusal::Parts);
        }
        let (whole, one, two) = (code.takes(0), code.takes(1), code.takes(2));
        Ok(Self::with_rules(Rules { whole, one, two, unequal: false }))
    }

    /// Grundy's game: a heap is split in two unequal ones.
    pub fn grundy() -> Self {
        Self::with_rules(Rules { two: vec![0], unequal: true, ..Rules::default() })
    }

    fn with_rules(rules: Rules) -> Self {
        Self {
            rules,
            row: Row::default(),
            bits: 1,
            counts: vec![0; 4],
            space: None,
            rare: Vec::new(),
            next_choice: 64,
            seen: vec![0; 1 << 16].try_into().unwrap_or_else(|_| Box::new([0; 1 << 16])),
            finder: Finder::default(),
        }
    }

    /// The values so far, from heap 0.
    pub fn values(&self) -> &[u16] {
        &self.row.forward
    }

    /// Takes `values` for the first values, instead of computing them. They must be right.
    ///
    /// # Errors
    /// [`Refusal::Values`] when values were computed already.
    pub fn resume(&mut self, values: &[u16]) -> Result<(), Refusal> {
        if !self.row.forward.is_empty() {
            return Err(Refusal::Values);
        }
        values.iter().for_each(|&value| self.push(value));
        Ok(())
    }

    /// Computes values until there are `len` of them.
    ///
    /// # Errors
    /// [`Refusal::Values`] when a value needs more than 16 bits.
    pub fn extend(&mut self, len: usize) -> Result<(), Refusal> {
        self.row.reserve(len);
        while self.row.forward.len() < len {
            if self.bits >= 16 {
                return Err(Refusal::Values);
            }
            let value = self.next();
            self.push(value);
        }
        Ok(())
    }

    fn push(&mut self, value: u16) {
        let n = self.row.forward.len();
        self.row.push(value);
        if u32::from(value) >> self.bits > 0 {
            self.bits = u16::BITS - value.leading_zeros();
            self.counts.resize(2 << self.bits, 0);
            self.next_choice = self.next_choice.min(n + 1);
        }
        let shift = self.shift();
        self.counts[2 * usize::from(value) + ((n ^ shift) & 1)] += 1;
        if n + 1 >= self.next_choice {
            self.choose();
        } else if self.space.as_ref().is_some_and(|space| space.is_rare(value, n)) {
            self.note_rare(n, value);
        }
    }

    /// The parity of the first amount taken before a split.
    fn shift(&self) -> usize {
        self.rules.two.first().map_or(0, |taken| taken & 1)
    }

    /// Chooses the sparse space by the values so far, and again when there are twice as many.
    fn choose(&mut self) {
        let len = self.row.forward.len();
        self.next_choice = if len < 64 { 64 } else { len.next_power_of_two().max(len + 1) };
        self.rare.clear();
        self.space = None;
        if self.rules.two.is_empty() || len < 64 {
            return;
        }
        let shift = self.shift();
        let positional = self.rules.two.iter().all(|taken| taken & 1 == shift);
        let choice = Space::choose(&self.counts, positional, shift);
        if let Some((space, _)) = choice.filter(|(_, rare)| rare * SPARSE < len + 64 * SPARSE) {
            for n in 0..len {
                let value = self.row.forward[n];
                if space.is_rare(value, n) {
                    self.note_rare(n, value);
                }
            }
            self.space = Some(space);
        }
    }

    fn note_rare(&mut self, n: usize, value: u16) {
        // A heap of size 0 is no part of a split; 2^32 heaps would need 16 GB.
        if let (1.., Ok(n)) = (n, u32::try_from(n)) {
            self.rare.push((n, value));
        }
    }

    /// G(n) for n = the number of values so far: the mex of the options.
    fn next(&mut self) -> u16 {
        let n = self.row.forward.len();
        let bound = 1_u16 << self.bits;
        self.seen[..usize::from(bound)].fill(0);
        let values = &self.row.forward;
        if self.rules.whole.contains(&n) {
            self.seen[0] = 1;
        }
        for taken in self.rules.one.iter().take_while(|&&taken| taken < n) {
            self.seen[usize::from(values[n - taken])] = 1;
        }
        let bound = match &self.space {
            None => bound,
            Some(space) => {
                mark_rare(&mut self.seen, &self.rules, &self.rare, values, n);
                let missing = space.common(n).iter().find(|&&value| self.seen[usize::from(value)] == 0);
                missing.copied().unwrap_or(bound)
            }
        };
        let missing = self.mark(n, bound);
        self.eliminate(n, missing, bound)
    }

    /// Marks splits of heap n until no value below `bound` is missing, or enough were marked for vectors to be the
    /// better tool. Answers the least missing value, `bound` where none is.
    fn mark(&mut self, n: usize, bound: u16) -> u16 {
        let most = if self.space.is_some() { MARKED.0 } else { MARKED.1 };
        let mut missing = next_missing(&self.seen, 0, bound);
        for &taken in self.rules.two.iter().take_while(|&&taken| taken < n) {
            let (left, right) = self.row.splits(n - taken, self.rules.unequal);
            let (mut at, mut portion) = (0, PORTION.0);
            while missing < bound && at < left.len().min(most) {
                let end = (at + portion).min(left.len());
                mark_all(&mut self.seen, &left[at..end], &right[at..end]);
                missing = next_missing(&self.seen, missing, bound);
                at = end;
                portion = (2 * portion).min(PORTION.1);
            }
        }
        missing
    }

    /// The least value from `missing` to `bound` that no split of heap n gives.
    fn eliminate(&mut self, n: usize, mut missing: u16, bound: u16) -> u16 {
        'candidates: while missing < bound {
            for &taken in self.rules.two.iter().take_while(|&&taken| taken < n) {
                let (left, right) = self.row.splits(n - taken, self.rules.unequal);
                if let Some(at) = self.finder.find(left, right, missing) {
                    let end = (at + Finder::BLOCK).min(left.len());
                    mark_all(&mut self.seen, &left[at..end], &right[at..end]);
                    missing = next_missing(&self.seen, missing, bound);
                    continue 'candidates;
                }
            }
            return missing;
        }
        bound
    }
}

/// Marks every split of heap n with a rare part.
fn mark_rare(seen: &mut [u8; 1 << 16], rules: &Rules, rare: &[(u32, u16)], values: &[u16], n: usize) {
    for &taken in rules.two.iter().take_while(|&&taken| taken < n) {
        let rest = n - taken;
        // Rare heaps that are no part of the rest stand at the end: at most `taken` + 1 of them.
        let parts = rare.iter().rposition(|&(part, _)| (part as usize) < rest).map_or(0, |last| last + 1);
        for &(part, value) in &rare[..parts] {
            let part = part as usize;
            if rules.unequal && 2 * part == rest {
                continue;
            }
            seen[usize::from(value ^ values[rest - part])] = 1;
        }
    }
}

fn mark_all(seen: &mut [u8; 1 << 16], left: &[u16], right: &[u16]) {
    for (a, b) in left.iter().zip(right) {
        seen[usize::from(a ^ b)] = 1;
    }
}

/// The first value from `from` to `bound` that is not seen.
fn next_missing(seen: &[u8; 1 << 16], from: u16, bound: u16) -> u16 {
    (from..bound).find(|&value| seen[usize::from(value)] == 0).unwrap_or(bound)
}

/// Values in both directions, so that the two parts of all splits stand in two slices.
#[derive(Clone, Debug, Default)]
struct Row {
    forward: Vec<u16>,
    /// The same values, the last of them at index `backward.len() - forward.len()`.
    backward: Vec<u16>,
}

impl Row {
    /// Makes room for `len` values at once.
    fn reserve(&mut self, len: usize) {
        if self.backward.len() < len {
            let mut backward = vec![0; len];
            let start = len - self.forward.len();
            backward[start..].copy_from_slice(&self.backward[self.backward.len() - self.forward.len()..]);
            self.backward = backward;
            self.forward.reserve_exact(len - self.forward.len());
        }
    }

    fn push(&mut self, value: u16) {
        if self.forward.len() == self.backward.len() {
            self.reserve((2 * self.forward.len()).max(64));
        }
        let place = self.backward.len() - self.forward.len() - 1;
        self.forward.push(value);
        self.backward[place] = value;
    }

    /// The values of a and of sum - a, for the splits of `sum` in non-empty parts a <= sum - a (a < sum - a, where
    /// the parts must differ).
    fn splits(&self, sum: usize, unequal: bool) -> (&[u16], &[u16]) {
        let count = if unequal { sum.saturating_sub(1) / 2 } else { sum / 2 };
        if count == 0 {
            return (&[], &[]);
        }
        // Heap i stands at backward[len - 1 - i]; the first partner is sum - 1.
        let start = self.backward.len() - sum;
        (&self.forward[1..=count], &self.backward[start..start + count])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::code::by_definition;
    use crate::engine::mex::mex;

    /// The definition, without any of the above.
    fn naive(code: &str, len: usize) -> Vec<u16> {
        let values = by_definition(&Code::octal(code).unwrap(), len);
        values.into_iter().map(|value| u16::try_from(value).unwrap()).collect()
    }

    #[test]
    fn values_are_those_of_the_definition() {
        for code in [
            "0.77",
            "0.07",
            "0.007",
            "0.106",
            "0.6",
            "0.156",
            "0.356",
            "0.644",
            "0.45",
            "0.7777",
            "4.007",
            "4.0",
            "4.3",
            "0.354",
            "0.04",
            "0.4",
            "0.3",
            "0.1",
            "0.0",
            "0.2",
            "0.5",
            "0.055",
            "0.165",
            "0.00000000000006",
            "4.33",
        ] {
            let mut game = Octal::new(&Code::octal(code).unwrap()).unwrap();
            game.extend(700).unwrap();
            assert_eq!(game.values(), naive(code, 700), "{code}");
        }
    }

    #[test]
    fn grundys_game_splits_unequally() {
        let mut game = Octal::grundy();
        game.extend(1500).unwrap();
        let mut values: Vec<u64> = Vec::new();
        for n in 0..1500 {
            let options: Vec<u64> =
                (1..n).filter(|a| 2 * a != n).map(|a| values[a] ^ values[n - a]).collect();
            values.push(mex(&options));
        }
        assert!(game.values().iter().map(|&value| u64::from(value)).eq(values));
    }
}
