//! Wythoff's game: two heaps; a move takes any number from one of them, or the same number from both.
//!
//! The k-th P-position has the heaps A = floor(k phi) and A + k, phi being
//! the golden ratio (Wythoff 1907). For misère play the first two, (0, 0) and (1, 2), give way to
//! (0, 1) and (2, 2) (Fraenkel 1984). No formula is known for the values, which are computed cell by cell.
//!
//! Products with phi are exact: see [`floor_phi`].

use crate::theory::game::{
    Budget, Component, Decision, Flow, Game, Goal, Reason, Refusal, Shape, TupleForm, Unanswerable, Visit,
    Winning,
};

/// Wythoff's game. A component is a pair of heaps.
#[derive(Debug, Default)]
pub struct Wythoff {
    /// Values of all pairs of a heap up to `small` and one up to `large`, small <= large.
    values: Vec<u32>,
    small: u64,
    large: u64,
}

/// The most pairs whose values are computed.
const CELLS: u64 = 1 << 22;

/// The golden ratio less 1, times 2^128, rounded down: its words, the higher first.
const PHI: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xf39c_c060_5ced_c834];

/// Returns floor(k phi); phi is the golden ratio.
///
/// *Proof*: rounding makes the product too small by less than k / 2^131, as the next bits of phi are 0001. The result is wrong
/// only where an integer y is between, so near to k phi. But y^2 - y k - k^2 is the product of y - k phi and a number below 3 k,
/// and an integer other than 0, so that y is at least 1 / (3 k) away; and 3 k^2 < 2^131.
#[inline]
pub fn floor_phi(k: u64) -> u128 {
    let [high, low] = PHI.map(|word| u128::from(k) * u128::from(word));
    u128::from(k) + ((high + (low >> 64)) >> 64)
}

/// Returns the heap that makes a P-position (of normal play) with `heap`.
#[must_use]
pub fn partner(heap: u64) -> u128 {
    if heap == 0 {
        return 0;
    }
    let wide = u128::from(heap);
    // heap = floor(k phi) for k = floor(heap / phi) + 1, if for any; 1 / phi = phi - 1, and it is at most heap.
    let over = floor_phi(heap) - wide;
    let lower = u64::try_from(over + 1).unwrap_or(u64::MAX);
    if floor_phi(lower) == wide {
        return wide + u128::from(lower);
    }
    // Else heap = floor(k phi) + k for k = floor(heap / phi^2) + 1; 1 / phi^2 = 2 - phi.
    over
}

/// Returns whether a pair is a P-position: the player to move loses.
#[inline]
pub fn is_p_position(a: u64, b: u64, misere: bool) -> bool {
    let (small, large) = (a.min(b), a.max(b));
    match (small, large) {
        (0, 1) | (2, 2) if misere => true,
        (0, 0) | (1, 2) if misere => false,
        _ => floor_phi(large - small) == u128::from(small),
    }
}

impl Wythoff {
    /// Computes the values of all pairs up to (small, large).
    ///
    /// *Idea*: the mex is the first bit that is missing in the sets of the values in the row, the column and the
    /// diagonal before a cell. It is not looked for where the column is full, and a set of few cells is emptied by their values:
    /// tables may be long and narrow. *Cost*: O(a + b) / 64 for each cell at most.
    fn compute(&mut self, small: u64, large: u64) {
        let (width, height) = (small as usize + 1, large as usize + 1);
        let words = (width + height) / 32 + 1;
        let mut columns = vec![vec![0_u64; words]; width];
        let mut diagonals = columns.clone();
        let mut full = vec![0; width];
        let mut row = vec![0_u64; words];
        self.values = vec![0; width * height];
        let remove = |set: &mut [u64], value: u32| set[value as usize / 64] &= !(1 << (value % 64));
        for y in 0..height {
            for x in 0..width {
                if y > 0 {
                    remove(&mut row, self.values[(y - 1) * width + x]);
                }
                // The diagonal that begins in this row takes the place of one that has left the table.
                if y + x >= width {
                    remove(&mut diagonals[y % width], self.values[(y + x - width) * width + x]);
                }
            }
            for x in 0..width {
                let diagonal = &mut diagonals[(y + width - x) % width];
                let column = &mut columns[x];
                let free = (full[x]..words)
                    .find(|&word| row[word] | column[word] | diagonal[word] != u64::MAX)
                    .unwrap_or(0);
                let union = row[free] | column[free] | diagonal[free];
                let bit = union.trailing_ones();
                for set in [&mut row, &mut *column, diagonal] {
                    set[free] |= 1 << bit;
                }
                while column[full[x]] == u64::MAX {
                    full[x] += 1;
                }
                self.values[y * width + x] = u32::try_from(free).unwrap_or(u32::MAX) * 64 + bit;
            }
        }
        (self.small, self.large) = (small, large);
    }
}

/// Returns the kind of the move from (a, b) to (c, d): first heap, second heap or both; `None` if it is no move.
fn move_kind(a: u64, b: u64, c: u64, d: u64) -> Option<u8> {
    match () {
        () if c < a && d == b => Some(0),
        () if c == a && d < b => Some(1),
        () if c < a && d < b && a - c == b - d => Some(2),
        () => None,
    }
}

/// Returns the P-positions among the options of a pair, in order.
fn p_options(a: u64, b: u64, misere: bool) -> Vec<Component> {
    let mut candidates = vec![(partner(b), u128::from(b)), (u128::from(a), partner(a))];
    let (low, apart) = (floor_phi(a.abs_diff(b)), u128::from(a.abs_diff(b)));
    candidates.push(if a <= b { (low, low + apart) } else { (low + apart, low) });
    candidates.extend([(0, 1), (1, 0), (2, 2)]);
    let mut pairs: Vec<(u8, Component)> = candidates
        .into_iter()
        .filter_map(|(c, d)| Some((u64::try_from(c).ok()?, u64::try_from(d).ok()?)))
        .filter(|&(c, d)| is_p_position(c, d, misere))
        .filter_map(|(c, d)| Some((move_kind(a, b, c, d)?, vec![c, d])))
        .collect();
    pairs.sort_by(|(move_kind, left), (other, right)| move_kind.cmp(other).then(right.cmp(left)));
    pairs.dedup();
    pairs.into_iter().map(|(_, pair)| pair).collect()
}

impl Game for Wythoff {
    fn name(&self) -> String {
        "wythoff".to_owned()
    }

    fn shape(&self) -> Shape {
        Shape::Tuple { numbers: 2..=2, written: TupleForm::PairOfHeaps }
    }

    fn options(&self, component: &[u64], visit: &mut Visit<'_>) -> Flow {
        let &[a, b] = component else { return Flow::Continue(()) };
        (1..=a).try_for_each(|taken| visit(&[vec![a - taken, b]]))?;
        (1..=b).try_for_each(|taken| visit(&[vec![a, b - taken]]))?;
        (1..=a.min(b)).try_for_each(|taken| visit(&[vec![a - taken, b - taken]]))
    }

    fn grundy(&mut self, component: &[u64], _: &mut Budget<'_>) -> Result<Option<u64>, Refusal> {
        let &[a, b] = component else { return Ok(None) };
        let (small, large) = (a.min(b), a.max(b));
        if small > self.small || large > self.large || self.values.is_empty() {
            let (small, large) = (small.max(self.small), large.max(self.large));
            if small.saturating_add(1).saturating_mul(large.saturating_add(1)) > CELLS {
                return Err(Unanswerable::WythoffValue(a, b).into());
            }
            self.compute(small, large);
        }
        Ok(Some(u64::from(self.values[(large * (self.small + 1) + small) as usize])))
    }

    fn theorem(&self, component: &[u64], misere: bool) -> Option<Decision> {
        let &[a, b] = component else { return None };
        let lost = is_p_position(a, b, misere);
        let difference = a.abs_diff(b);
        let reason = match (misere, lost) {
            (true, true) if a.max(b) <= 2 => Reason::MiserePair(a, b),
            (true, true) => Reason::MisereWythoffLost(a, b, difference),
            (true, false) if difference == 0 => Reason::MisereWythoffOther(a, b, 0, "(2, 2)".to_owned()),
            (true, false) if difference == 1 => Reason::MisereWythoffOther(a, b, 1, "(0, 1)".to_owned()),
            (true, false) => Reason::MisereWythoffWon(a, b, difference),
            (false, true) => Reason::WythoffLost(a, b, difference),
            (false, false) => Reason::WythoffWon(a, b, difference),
        };
        Some(Decision { first_wins: !lost, reason })
    }

    fn winning(&mut self, pair: &[u64], goal: Goal, found: &mut Winning<'_, '_>) -> Result<bool, Refusal> {
        let (&[a, b], Goal::Whole { misere }) = (pair, goal) else { return Ok(false) };
        let _ = p_options(a, b, misere).into_iter().try_for_each(|pair| found.add_one(pair));
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools as _;
    use proptest::prelude::*;
    use std::collections::HashSet;

    /// floor(k phi) by halving: y < k phi iff y (y - k) < k^2, as phi is the positive root of x^2 = x + 1.
    fn by_halving(k: u64) -> u128 {
        let k = u128::from(k);
        let is_below = |y: u128| y.checked_mul(y - k).is_some_and(|product| product < k * k);
        let (mut low, mut high) = (k, 2 * k + 1);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if is_below(middle) { low = middle } else { high = middle }
        }
        low
    }

    #[test]
    fn products_with_phi_are_exact_next_to_the_closest_fractions() {
        let mut numbers = (1_u64, 1_u64);
        while let Some(sum) = numbers.0.checked_add(numbers.1) {
            for k in numbers.0.saturating_sub(2)..=numbers.0 + 2 {
                assert_eq!(floor_phi(k), by_halving(k), "{k}");
            }
            numbers = (numbers.1, sum);
        }
        for k in (0..1000).chain(u64::MAX - 1000..=u64::MAX) {
            assert_eq!(floor_phi(k), by_halving(k), "{k}");
        }
    }

    #[test]
    fn values_are_the_least_that_no_move_leads_to() {
        for (small, large) in [(0, 200), (3, 700), (40, 45), (60, 60)] {
            let mut game = Wythoff::default();
            game.compute(small, large);
            let width = small as usize + 1;
            let at = |x: usize, y: usize| game.values[y * width + x];
            for (y, x) in (0..=large as usize).cartesian_product(0..width) {
                let mut reached: HashSet<u32> = (0..x).map(|to| at(to, y)).collect();
                reached.extend((0..y).map(|to| at(x, to)));
                reached.extend((1..=x.min(y)).map(|both| at(x - both, y - both)));
                assert_eq!(Some(at(x, y)), (0..).find(|value| !reached.contains(value)), "{x}, {y}");
            }
        }
    }

    proptest! {
        #[test]
        fn products_with_phi_are_exact(k: u64, shift in 0..64) {
            prop_assert_eq!(floor_phi(k >> shift), by_halving(k >> shift));
        }
    }
}
