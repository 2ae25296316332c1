//! Random numbers that are the same everywhere.

/// `SplitMix64` (G. Steele, D. Lea, C. Flood, 2014).
pub struct SplitMix64(pub u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from `min` to `max`.
    pub fn within(&mut self, min: u64, max: u64) -> u64 {
        min + ((u128::from(self.next()) * u128::from(max - min + 1)) >> 64) as u64
    }
}
