//! The values of all gaps between intervals.

/// The values of the gaps that some intervals may leave.
pub(super) struct Gaps<'a> {
    /// The intervals in order: the left end, and how many right ends lie before the right one.
    intervals: &'a [[u64; 2]],
    /// The right ends in order.
    rights: &'a [u64],
    /// For each right end, and before these for the beginning, the values of the gaps from there to each left end and to the end.
    values: &'a [u64],
}

/// Bits of a word of values that occur.
const BITS: usize = u64::BITS as usize;

/// Returns the least value of which no bit is set.
fn least_missing(seen: &[u64]) -> usize {
    let full = seen.iter().take_while(|&&word| word == u64::MAX).count();
    full * BITS + seen.get(full).map_or(0, |word| word.trailing_ones() as usize)
}

impl<'a> Gaps<'a> {
    /// Computes the values, in a buffer.
    pub(super) fn new(intervals: &[[u64; 2]], room: &'a mut Vec<u64>) -> Self {
        let (count, row) = (intervals.len(), intervals.len() + 1);
        // A value is at most the number of choices; the XOR of two has no more bits than both.
        let words = row.next_power_of_two().div_ceil(BITS);
        room.clear();
        room.extend_from_slice(intervals.as_flattened());
        room.extend(intervals.iter().map(|&[_, right]| right));
        room.resize(3 * count + row + words + row * row, 0);
        let (ends, rest) = room.split_at_mut(2 * count);
        let (rights, rest) = rest.split_at_mut(count);
        let (fitting, rest) = rest.split_at_mut(row);
        let (seen, values) = rest.split_at_mut(words);
        let intervals = ends.as_chunks_mut().0;
        intervals.sort_unstable();
        rights.sort_unstable();
        for [_, right] in &mut *intervals {
            *right = rights.partition_point(|other| *other < *right) as u64;
        }
        // How many right ends fit before each left end, and before the end.
        for (fitting, &[left, _]) in fitting.iter_mut().zip(&*intervals) {
            *fitting = rights.partition_point(|&right| right <= left) as u64;
        }
        fitting[count] = count as u64;
        // A gap depends on those from later right ends, and on those from the same to earlier left ends.
        for from in (0..row).rev() {
            let first = match from.checked_sub(1) {
                Some(before) => intervals.partition_point(|&[left, _]| left < rights[before]),
                None => 0,
            };
            let (own, later) = values.split_at_mut((from + 1) * row);
            let own = &mut own[from * row..];
            for to in first..row {
                seen.fill(0);
                for (at, &[_, right]) in intervals.iter().enumerate().take(to).skip(first) {
                    if right < fitting[to] {
                        let value = (own[at] ^ later[(right as usize - from) * row + to]) as usize;
                        seen[value / BITS] |= 1 << (value % BITS);
                    }
                }
                own[to] = least_missing(seen) as u64;
            }
        }
        Self { intervals, rights, values }
    }

    /// Returns the value of the gap without borders.
    pub(super) fn value(&self) -> u64 {
        self.values.get(self.intervals.len()).copied().unwrap_or(0)
    }

    /// Returns the values of the gaps on both sides of an interval, if it is chosen first.
    pub(super) fn beside(&self, &[left, right]: &[u64; 2]) -> Option<[u64; 2]> {
        let count = self.intervals.len();
        let to = self.intervals.partition_point(|&[other, _]| other < left);
        let from = self.rights.partition_point(|&other| other < right) + 1;
        Some([*self.values.get(to)?, *self.values.get(from * (count + 1) + count)?])
    }
}
