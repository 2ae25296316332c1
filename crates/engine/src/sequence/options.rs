//! The options of one heap of a game that leaves at most two heaps, and the least value that is missing among them.
//!
//! There are few options if tokens are only taken, and about n/2 for every amount t that may be taken before a split. For the splits three
//! ideas work together:
//!
//! 1. the [sparse space](super::sparse): splits with a rare part give every common option, so that the least common
//!    value that is missing, c, bounds the answer from above;
//! 2. marking: splits are marked in growing portions until no rare value below c is missing, which for most heaps
//!    is soon;
//! 3. [elimination](crate::arch::find): each rare value that is still missing is searched for with vectors in all
//!    splits. Where it occurs its block is marked, where it does not it is the answer.
//!
//! If no division makes values sparse, every value counts as rare and the bound c is the next power of two.
//!
//! *Cost*: for n heaps O(n r) with r rare ones, plus O(n^2 / 32) vector operations in the worst case, for every
//! amount that may be taken before a split. *Memory*: 4 to 6 bytes a heap, and 8 a rare heap. *Limit*: values are below
//! 2^16; no octal game is known that comes near.

use std::ops::Range;

use super::codes::Codes;
use super::sparse::Space;
use super::splits::{HeapValues, Parts};
use super::values::Division;
use crate::arch::find::{BLOCK, VALUES, find};
use crate::arch::lanes::LANES;
use crate::theory::refusal::Refusal;
use nim_simd::Level;

/// The moves of a game that leaves at most two heaps.
#[derive(Clone, Debug, Default)]
pub struct Moves {
    /// The heaps that may be taken whole.
    pub whole: Vec<usize>,
    /// The amounts that may be taken from a larger heap.
    pub one: Vec<usize>,
    /// The amounts that may be taken before the rest is split in two.
    pub two: Vec<usize>,
    /// Whether the two parts must differ (Grundy's game).
    pub unequal: bool,
}

impl Moves {
    /// Returns whether [lanes](super::lanes) take the splits.
    fn fit_lanes(&self) -> bool {
        self.two.iter().all(|&taken| taken <= LANES) && !self.unequal
    }
}

/// Splits marked between two checks for missing values: at first, and at most.
const PORTION: (usize, usize) = (16, 256);
/// Splits that are marked before vectors take over: with a sparse space, and without one.
const MARKED: (usize, usize) = (4096, 512);
/// Splits that vectors search in the time in which one is marked.
const SEARCHED: usize = 16;
/// The number of heaps for each rare one from which on a sparse space is used: with lanes, in which rare heaps cost less, and without.
const SPARSE: (usize, usize) = (8, 24);

/// The values so far, in the forms that the search for the next one needs.
#[derive(Debug)]
pub struct KnownValues {
    pub(super) moves: Moves,
    pub(super) row: HeapValues,
    /// The number of low bits in which all values fit.
    bits: u32,
    /// Heaps by value and parity, for [`Space::choose`].
    counts: Vec<u32>,
    pub(super) space: Option<Space>,
    /// The rare heaps and their values.
    pub(super) rare: Vec<(u32, u16)>,
    /// Values in the space, for [lanes](super::lanes).
    pub(super) codes: Option<Codes>,
    /// The length at which the space was chosen last.
    pub(super) chosen_at: usize,
    /// The length at which it is chosen anew.
    next_choice: usize,
    /// The level whose vectors are used.
    pub(super) level: Level,
}

impl KnownValues {
    /// Creates an empty table.
    pub fn new(moves: Moves) -> Self {
        Self {
            moves,
            row: HeapValues::default(),
            bits: 1,
            counts: vec![0; 4],
            space: None,
            rare: Vec::new(),
            codes: None,
            chosen_at: 0,
            next_choice: 64,
            level: Level::detected(),
        }
    }

    /// Returns the values so far, from heap 0.
    pub fn values(&self) -> &[u16] {
        self.row.values()
    }

    /// Checks that one more bit than the values so far have can be held.
    ///
    /// # Errors
    /// [`Refusal::Values`] otherwise.
    pub fn check_room(&self) -> Result<(), Refusal> {
        if self.bits < u16::BITS { Ok(()) } else { Err(Refusal::Values) }
    }

    pub fn push(&mut self, value: u16) {
        let n = self.row.len();
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
        } else if let Some(space) = &self.space {
            let (rare, rank) = space.rank(value, n);
            if let Some(codes) = &mut self.codes {
                codes.push(rare, rank);
            }
            if rare {
                self.note_rare(n, value);
            }
        }
    }

    /// Returns the parity of the first amount taken before a split.
    fn shift(&self) -> usize {
        self.moves.two.first().map_or(0, |taken| taken & 1)
    }

    /// Chooses the sparse space by the values so far, and again when there are twice as many.
    fn choose(&mut self) {
        let len = self.row.len();
        self.chosen_at = len;
        self.next_choice = if len < 64 { 64 } else { len.next_power_of_two().max(len + 1) };
        self.rare.clear();
        (self.space, self.codes) = (None, None);
        if len < 64 {
            return;
        }
        if let Some((space, _)) = self.sparse_space() {
            for n in 0..len {
                let value = self.row.values()[n];
                if space.is_rare(value, n) {
                    self.note_rare(n, value);
                }
            }
            self.codes =
                self.moves.fit_lanes().then(|| Codes::new(&space, self.row.values(), self.bits)).flatten();
            self.space = Some(space);
        }
    }

    /// Returns the division of all values so far with the fewest rare ones, if they are few.
    pub fn division(&self) -> Option<Division> {
        let (space, _) = self.sparse_space()?;
        let (mask, positional) = space.mask();
        let rare = (0..).zip(self.values()).filter(|&(n, &value)| space.is_rare(value, n));
        let (rare, last) = rare.fold((0, None), |(count, _), (n, _)| (count + 1, Some(n as u64)));
        Some(Division { mask, positional, rare, last })
    }

    /// Returns the space with the fewest rare heaps, if they are few, and their number.
    fn sparse_space(&self) -> Option<(Space, usize)> {
        if self.moves.two.is_empty() {
            return None;
        }
        let shift = self.shift();
        let positional = self.moves.two.iter().all(|taken| taken & 1 == shift);
        let choice = Space::choose(&self.counts, positional, shift);
        let sparse = if self.moves.fit_lanes() { SPARSE.0 } else { SPARSE.1 };
        choice.filter(|(_, rare)| rare * sparse < self.row.len() + 64 * sparse)
    }

    fn note_rare(&mut self, n: usize, value: u16) {
        // A heap of size 0 is no part of a split; 2^32 heaps would need 16 GB.
        if let (1.., Ok(n)) = (n, u32::try_from(n)) {
            self.rare.push((n, value));
        }
    }

    /// One more than the largest value that fits in the bits.
    fn limit(&self) -> u16 {
        1 << self.bits
    }

    /// Finds the least value that no option of heap `n` in heaps below `old` has. With `old` = n, that is G(n).
    pub fn examine(&self, n: usize, old: usize, options: &mut Options) {
        options.clear(self.limit());
        if self.moves.whole.contains(&n) {
            options.insert(0);
        }
        self.mark_heaps(n, 0..old, options);
        if self.space.is_some() {
            self.mark_rare(n, old, options);
        }
        let bound = self.bound(n, options);
        options.advance(bound);
        self.mark_splits(n, old, bound, options);
        self.eliminate(n, old, bound, options);
    }

    /// Finds G(n), after [`examine`](Self::examine) for heaps below `old`, when all values below n are known.
    pub fn finish(&self, n: usize, old: usize, options: &mut Options) {
        self.mark_heaps(n, old..n, options);
        for taken in self.splitting(n) {
            options.mark(self.row.splits(n - taken, self.moves.unequal, old).0);
        }
        if options.contains(options.missing) {
            let bound = self.bound(n, options);
            options.advance(bound);
            self.eliminate(n, n, bound, options);
        }
    }

    /// Returns the amounts that may be taken from heap n before the rest is split.
    pub(super) fn splitting(&self, n: usize) -> impl Iterator<Item = usize> {
        self.moves.two.iter().copied().take_while(move |&taken| taken < n)
    }

    /// Marks the options that are single heaps of these sizes.
    fn mark_heaps(&self, n: usize, heaps: Range<usize>, options: &mut Options) {
        for taken in self.moves.one.iter().take_while(|&&taken| taken < n) {
            if heaps.contains(&(n - taken)) {
                options.insert(self.values()[n - taken]);
            }
        }
    }

    /// Marks every split of heap n in heaps below `old` with a rare part.
    fn mark_rare(&self, n: usize, old: usize, options: &mut Options) {
        let values = self.values();
        for taken in self.splitting(n) {
            let rest = n - taken;
            // The last of the rare heaps, at most `taken` + 1 of them, are no part of the rest. The partner of the first
            // is not below `old`, if that is below the rest.
            let last =
                self.rare.iter().rposition(|&(part, _)| (part as usize) < rest).map_or(0, |last| last + 1);
            let new = rest.saturating_sub(old);
            let first = self.rare.iter().take_while(|&&(part, _)| part as usize <= new).count();
            let rare = self.rare.get(first..last).unwrap_or(&[]);
            options.examined += rare.len();
            for &(part, value) in rare {
                let part = part as usize;
                if self.moves.unequal && 2 * part == rest {
                    continue;
                }
                options.insert(value ^ values[rest - part]);
            }
        }
    }

    /// Returns an upper bound of the value of heap n: a value not seen among its options, below which all missing ones
    /// are rare.
    fn bound(&self, n: usize, options: &Options) -> u16 {
        let common = self
            .space
            .as_ref()
            .and_then(|space| space.common(n).iter().copied().find(|&value| !options.contains(value)));
        common.unwrap_or(self.limit())
    }

    /// Marks splits of heap n in heaps below `old` until no value below `bound` is missing, or vectors are faster for
    /// the rest.
    fn mark_splits(&self, n: usize, old: usize, bound: u16, options: &mut Options) {
        let most = if self.space.is_some() { MARKED.0 } else { MARKED.1 };
        for taken in self.splitting(n) {
            let (left, right) = self.row.splits(n - taken, self.moves.unequal, old).1;
            let (mut at, mut portion) = (0, PORTION.0);
            while options.missing < bound && at < left.len().min(most) {
                let end = (at + portion).min(left.len());
                options.mark((&left[at..end], &right[at..end]));
                options.advance(bound);
                at = end;
                portion = (2 * portion).min(PORTION.1);
            }
        }
    }

    /// Advances to the least value, up to `bound`, that no split of heap n in heaps below `old` has.
    pub(super) fn eliminate(&self, n: usize, old: usize, bound: u16, options: &mut Options) {
        if self.space.is_some() {
            self.search_each(n, old, bound, options);
        } else {
            self.search_together(n, old, bound, options);
        }
    }

    /// Like [`eliminate`](Self::eliminate), value by value: faster for few values, nearly all of which are found, and soon.
    fn search_each(&self, n: usize, old: usize, bound: u16, options: &mut Options) {
        'candidates: while options.missing < bound {
            for taken in self.splitting(n) {
                let (left, right) = self.row.splits(n - taken, self.moves.unequal, old).1;
                let found = find(self.level, left, right, &[options.missing]);
                options.examined += found.unwrap_or(left.len()) / SEARCHED;
                if let Some(at) = found {
                    let end = (at + BLOCK).min(left.len());
                    options.mark((&left[at..end], &right[at..end]));
                    options.advance(bound);
                    continue 'candidates;
                }
            }
            return;
        }
    }

    /// Like [`eliminate`](Self::eliminate), for many values that no space divides.
    ///
    /// *Idea*: the splits are a circle, along which vectors search the least missing values together. A value that is found
    /// leaves its place to the next one, which begins there. One that comes round to where it began is no option, and bounds the
    /// others.
    fn search_together(&self, n: usize, old: usize, mut bound: u16, options: &mut Options) {
        if options.missing >= bound {
            return;
        }
        let rows = |taken| self.row.splits(n - taken, self.moves.unequal, old).1;
        let all: usize = self.splitting(n).map(|taken| rows(taken).0.len()).sum();
        let mut search = Search { next: options.missing, values: [0; VALUES], left: [0; VALUES], count: 0 };
        search.fill(bound, all, options);
        while search.count > 0 {
            for taken in self.splitting(n) {
                let (mut left, mut right) = rows(taken);
                while !left.is_empty() && search.count > 0 {
                    let way = search.way().min(left.len());
                    let found = find(self.level, &left[..way], &right[..way], search.values());
                    let end = found.map_or(way, |at| (at + BLOCK).min(way));
                    options.examined += end / SEARCHED;
                    if let Some(at) = found {
                        options.mark((&left[at..end], &right[at..end]));
                    }
                    search.advance(end, &mut bound, options);
                    search.fill(bound, all, options);
                    (left, right) = (&left[end..], &right[end..]);
                }
            }
            if all == 0 {
                bound = options.missing;
                break;
            }
        }
        options.missing = bound;
    }
}

/// The least missing values, searched together.
struct Search {
    /// The least value that was not looked at.
    next: u16,
    values: [u16; VALUES],
    /// For each value the number of splits that are left until it is known to be no option.
    left: [usize; VALUES],
    /// The number of values.
    count: usize,
}

impl Search {
    fn values(&self) -> &[u16] {
        &self.values[..self.count]
    }

    /// Adds missing values below `bound`, if there is room.
    fn fill(&mut self, bound: u16, all: usize, options: &Options) {
        while self.count < VALUES && self.next < bound {
            if !options.contains(self.next) {
                (self.values[self.count], self.left[self.count]) = (self.next, all);
                self.count += 1;
            }
            self.next += 1;
        }
    }

    /// Returns the number of splits until one of the values is known to be no option.
    fn way(&self) -> usize {
        self.left[..self.count].iter().copied().min().unwrap_or(0)
    }

    /// Continues with further splits: found values leave, and one that was not found is the bound.
    fn advance(&mut self, splits: usize, bound: &mut u16, options: &Options) {
        let values =
            self.values.into_iter().zip(self.left.map(|left| left.saturating_sub(splits))).take(self.count);
        self.count = 0;
        let missing = values.clone().filter(|&(value, _)| !options.contains(value));
        *bound =
            missing.clone().filter(|&(_, left)| left == 0).map(|(value, _)| value).fold(*bound, u16::min);
        for (value, left) in missing.filter(|(value, _)| value < bound) {
            (self.values[self.count], self.left[self.count]) = (value, left);
            self.count += 1;
        }
    }
}

/// The option values of one heap seen so far.
#[derive(Debug)]
pub struct Options {
    /// Whether a value is an option.
    seen: Box<[u8; 1 << 16]>,
    /// An exclusive upper bound of the heap's value.
    limit: u16,
    /// The least value that was not seen.
    pub(super) missing: u16,
    /// The number of splits examined, or of equal cost.
    pub(super) examined: usize,
}

/// A compact copy of [`Options`], to pass between threads.
#[derive(Clone, Debug)]
pub struct OptionsSnapshot {
    seen: Box<[u8]>,
    missing: u16,
    examined: usize,
}

impl Default for Options {
    fn default() -> Self {
        let seen = vec![0; 1 << 16].try_into().unwrap_or_else(|_| Box::new([0; 1 << 16]));
        Self { seen, limit: 0, missing: 0, examined: 0 }
    }
}

impl Options {
    /// Returns a compact copy of the table.
    pub fn save(&self) -> OptionsSnapshot {
        OptionsSnapshot {
            seen: self.seen[..usize::from(self.limit)].into(),
            missing: self.missing,
            examined: self.examined,
        }
    }

    /// Restores the table from a compact copy.
    pub fn restore(&mut self, found: &OptionsSnapshot) {
        self.seen[..found.seen.len()].copy_from_slice(&found.seen);
        (self.missing, self.examined) = (found.missing, found.examined);
    }

    fn clear(&mut self, limit: u16) {
        self.seen[..usize::from(limit)].fill(0);
        (self.limit, self.missing, self.examined) = (limit, 0, 0);
    }

    /// Begins with all values below `bound` except these, which rise.
    pub(super) fn see_all_but(&mut self, bound: u16, missing: impl Iterator<Item = u16>) {
        (self.limit, self.missing, self.examined) = (bound, bound, 0);
        for value in missing {
            if self.missing == bound {
                self.missing = value;
                self.seen[..usize::from(bound)].fill(1);
            }
            self.seen[usize::from(value)] = 0;
        }
    }

    fn insert(&mut self, value: u16) {
        self.seen[usize::from(value)] = 1;
    }

    fn contains(&self, value: u16) -> bool {
        self.seen[usize::from(value)] == 1
    }

    /// Marks the values of some splits.
    fn mark(&mut self, (left, right): Parts<'_>) {
        for (a, b) in left.iter().zip(right) {
            self.seen[usize::from(a ^ b)] = 1;
        }
        self.examined += left.len();
    }

    /// Advances to the least value that is missing, `bound` if none is below it.
    fn advance(&mut self, bound: u16) {
        self.missing = (self.missing..bound).find(|&value| !self.contains(value)).unwrap_or(bound);
    }
}
