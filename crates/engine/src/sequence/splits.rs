//! The values of a sequence in both directions, so that the parts of all splits of a heap are two slices.

/// Values G(0), G(1), …, forward and backward.
#[derive(Clone, Debug, Default)]
pub struct HeapValues {
    forward: Vec<u16>,
    /// The same values, the last of them at index `backward.len() - forward.len()`.
    backward: Vec<u16>,
}

/// The values of the parts of some splits: of the smaller ones, which rise, and of the larger ones, which fall.
pub type Parts<'r> = (&'r [u16], &'r [u16]);

impl HeapValues {
    /// Returns the values from heap 0.
    pub fn values(&self) -> &[u16] {
        &self.forward
    }

    /// Returns the number of values.
    pub fn len(&self) -> usize {
        self.forward.len()
    }

    /// Makes room for `len` values, and for half as many again as there were.
    pub fn reserve(&mut self, len: usize) {
        let known = self.backward.len();
        if len > known {
            let room = len.max(known + known / 2);
            self.forward.reserve_exact(room - self.forward.len());
            let mut backward = vec![0; room];
            backward[room - known..].copy_from_slice(&self.backward);
            self.backward = backward;
        }
    }

    pub fn push(&mut self, value: u16) {
        if self.forward.len() == self.backward.len() {
            self.reserve(self.forward.len() + 1);
        }
        let place = self.backward.len() - self.forward.len() - 1;
        self.forward.push(value);
        self.backward[place] = value;
    }

    /// Returns the splits of `sum` in non-empty parts a <= sum - a (a < sum - a, where the parts must be `unequal`), by
    /// rising a: first those with a part from `old` on, then those with both parts below. For the latter only values
    /// below `old` need be known, half of `sum` at least; there must be [room](Self::reserve) for `sum` values.
    pub fn splits(&self, sum: usize, unequal: bool, old: usize) -> (Parts<'_>, Parts<'_>) {
        let count = if unequal { sum.saturating_sub(1) / 2 } else { sum / 2 };
        // Heap i is at backward[len - 1 - i]; the first partner is sum - 1.
        let start = self.backward.len() - sum;
        let (left, right) = (&self.forward[1..], &self.backward[start..]);
        let new = sum.saturating_sub(old).min(count);
        ((&left[..new], &right[..new]), (&left[new..count], &right[new..count]))
    }
}
