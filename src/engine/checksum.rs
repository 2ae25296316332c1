//! The checksum of a value sequence.

/// Two running sums modulo 2^16: of the values, and of the sums so far (Fletcher 1982, with 2^16 for 2^16 - 1).
///
/// A value above 2^16 counts modulo 2^16.
///
/// ```
/// use nim_toolkit::engine::checksum::Checksum;
/// let mut checksum = Checksum::default();
/// [0, 1, 2].into_iter().for_each(|value| checksum.add(value));
/// assert_eq!(checksum.to_string(), "00040003");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checksum {
    values: u16,
    sums: u16,
}

impl Checksum {
    /// Adds the next value.
    pub fn add(&mut self, value: u64) {
        let [low, high, ..] = value.to_le_bytes();
        self.values = self.values.wrapping_add(u16::from_le_bytes([low, high]));
        self.sums = self.sums.wrapping_add(self.values);
    }
}

impl std::fmt::Display for Checksum {
    /// Eight upper-case hexadecimal digits: the sum of sums, then the sum.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:04X}{:04X}", self.sums, self.values)
    }
}
