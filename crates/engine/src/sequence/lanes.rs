//! Sixteen heaps of a sparse space at once.
//!
//! *Idea*: the heaps n, n + 1, …, n + 15 have the splits with a part r in common: their partners lie side by side, so that
//! vectors take one option into each of sixteen [sets](crate::arch::lanes). Options with both parts below n are found so, the few others
//! heap by heap afterwards. First the splits with a rare part give the common options, and with them a bound; then
//! splits of all kinds are taken until no rare value below the bounds is missing, or few are. Those are left
//! to the search of [`options`](super::options).
//!
//! The sets hold [codes](super::codes) of values.

use super::codes::Codes;
use super::options::{KnownValues, Options};
use super::sparse::Space;
use crate::arch::lanes::{LANES, Sets, bit, insert};
use crate::theory::mex::trailing_ones;
use crate::theory::refusal::Refusal;
use nim_simd::Level;

/// Splits taken between two checks for missing values: at first, and at most.
const PORTION: (usize, usize) = (16, 64);
/// The most splits taken.
const SPLITS: usize = 1024;
/// Lanes with missing values that are left to the search.
const LEFT: usize = 6;

/// The options of sixteen heaps with both parts below the first of them: sets of ranks.
struct LaneOptions<const K: usize> {
    first: usize,
    common: Sets<K>,
    rare: Sets<K>,
}

impl KnownValues {
    /// Returns the codes, where vectors make lanes faster than single heaps.
    pub fn codes(&self) -> Option<&Codes> {
        self.codes.as_ref().filter(|_| self.level != Level::SCALAR)
    }

    /// Appends the values of the next heaps: [`LANES`] or `most`, or fewer where another space is chosen. `K` is the number of
    /// words of the codes.
    pub fn push_lanes<const K: usize>(&mut self, most: usize, options: &mut Options) -> Result<(), Refusal> {
        let first = self.values().len();
        let Some(found) = self.lane_options::<K>(first) else { return Ok(()) };
        for n in first..first + most.min(LANES) {
            self.check_room()?;
            let value = self.settle_lane(&found, n, options);
            self.push(value);
            if self.chosen_at > first {
                break;
            }
        }
        Ok(())
    }

    /// Finds options of the heaps from `first` on in heaps below it: all common ones, and rare ones.
    fn lane_options<const K: usize>(&self, first: usize) -> Option<LaneOptions<K>> {
        let (space, row) = (self.space.as_ref()?, self.codes()?.row());
        let mut found = LaneOptions { first, common: [[0; LANES]; K], rare: [[0; LANES]; K] };
        let common = 64 * K as u16;
        for taken in self.splitting(first) {
            let rest = first - taken + LANES;
            let pairs = self.rare.iter().map(|&(part, _)| part as usize);
            let pairs = pairs.map(|part| (rest - part, row[part + LANES] ^ common));
            insert(self.level, row, pairs, &mut found.common);
        }
        let needed = found.needed(space);
        for taken in self.splitting(first) {
            let (rest, end) = (first - taken + LANES, SPLITS.min(first / 2));
            let (mut begin, mut portion) = (1, PORTION.0);
            while begin < end {
                let pairs = (begin..begin + portion).map(|part| (rest - part, row[part + LANES]));
                insert(self.level, row, pairs, &mut found.rare);
                (begin, portion) = (begin + portion, (2 * portion).min(PORTION.1));
                if found.lacking(&needed) <= LEFT {
                    return Some(found);
                }
            }
        }
        Some(found)
    }

    /// Finds G(n) of a heap among the lanes, when all values below n are known.
    fn settle_lane<const K: usize>(&self, found: &LaneOptions<K>, n: usize, options: &mut Options) -> u16 {
        let (Some(space), Some(row)) = (&self.space, self.codes().map(Codes::row)) else { return 0 };
        let mut seen = found.lane(n - found.first);
        let single = self.moves.one.iter().filter(|&&taken| taken < n).map(|taken| self.values()[n - taken]);
        for value in single.chain(self.moves.whole.contains(&n).then_some(0)) {
            let (rare, rank) = space.rank(value, n);
            seen.insert(if rare { rank } else { rank + 64 * K as u16 });
        }
        for rest in self.splitting(n).map(|taken| n - taken) {
            let count = rest.saturating_sub(found.first);
            let (smaller, larger) = (&row[LANES + 1..][..count], &row[LANES + rest - count..][..count]);
            smaller.iter().zip(larger.iter().rev()).for_each(|(part, other)| seen.insert(part ^ other));
        }
        let rank = trailing_ones(&seen.common);
        let bound = usize::try_from(rank).ok().and_then(|rank| space.common(n).get(rank));
        let Some(&bound) = bound else {
            options.examined = 0;
            self.examine(n, n, options);
            return options.missing;
        };
        // Among the values below a common one, those that are not common are rare.
        if trailing_ones(&seen.rare) >= u64::from(bound) - rank {
            return bound;
        }
        let lacking = missing(&seen.rare).map_while(|rank| space.rare(n).get(usize::from(rank)));
        options.see_all_but(bound, lacking.copied().take_while(|&value| value < bound));
        self.eliminate(n, n, bound, options);
        options.missing
    }
}

/// The ranks of the options of one heap.
struct Seen<const K: usize> {
    rare: [u64; K],
    common: [u64; K],
}

impl<const K: usize> Seen<K> {
    fn insert(&mut self, code: u16) {
        for (word, (rare, common)) in (0..).zip(self.rare.iter_mut().zip(&mut self.common)) {
            *rare |= bit(u64::from(code).wrapping_sub(64 * word));
            *common |= bit(u64::from(code).wrapping_sub(64 * (word + K as u64)));
        }
    }
}

/// Returns the ranks that are missing, in rising order.
fn missing(words: &[u64]) -> impl Iterator<Item = u16> {
    (0..).step_by(64).zip(words).flat_map(|(first, &word)| {
        let mut absent = !word;
        std::iter::from_fn(move || {
            let rank = (absent > 0).then(|| first + absent.trailing_zeros() as u16);
            absent &= absent.wrapping_sub(1);
            rank
        })
    })
}

impl<const K: usize> LaneOptions<K> {
    fn lane(&self, lane: usize) -> Seen<K> {
        Seen { rare: self.rare.map(|word| word[lane]), common: self.common.map(|word| word[lane]) }
    }

    /// Returns the rare ranks that must be seen before a common value can be the answer. The first that is missing may be
    /// an option by heaps not yet known: these are the ranks below the second.
    fn needed(&self, space: &Space) -> Sets<K> {
        let mut needed = [[0; LANES]; K];
        for lane in 0..LANES {
            let common = self.common.map(|word| word[lane]);
            let rank = missing(&common).nth(1).unwrap_or(u16::MAX);
            let values = space.common(self.first + lane);
            // Among the values below a common one, those that are not common are rare.
            let below =
                values.get(usize::from(rank)).map_or(values.len() as u64, |&value| u64::from(value - rank));
            for (word, needed) in (0..).zip(&mut needed) {
                needed[lane] = bit(below.saturating_sub(64 * word)).wrapping_sub(1);
            }
        }
        needed
    }

    /// Returns the number of lanes that lack a rank.
    fn lacking(&self, needed: &Sets<K>) -> usize {
        (0..LANES).filter(|&lane| (0..K).any(|word| needed[word][lane] & !self.rare[word][lane] > 0)).count()
    }
}
