//! An axis: whole numbers from 0 to the largest, with round ticks.

/// The scale of an axis in a picture.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    /// The largest number on the axis.
    pub last: u64,
    /// The pixel at which 0 lies.
    pub from: f64,
    /// The pixel of the largest number.
    pub to: f64,
}

impl Axis {
    /// Returns the pixel of a number.
    pub fn at(&self, number: f64) -> f64 {
        self.from + number / self.last.max(1) as f64 * (self.to - self.from)
    }

    /// Returns the multiples of 1, 2 or 5 times a power of ten, at most `most` and 0.
    pub fn ticks(&self, most: u64) -> Vec<u64> {
        let powers = (0..20).map(|power| 10_u64.saturating_pow(power));
        let step = powers
            .flat_map(|power| [1, 2, 5].map(|digit| power.saturating_mul(digit)))
            .find(|step| self.last / step <= most)
            .unwrap_or(u64::MAX);
        (0..=self.last / step).map(|count| count * step).collect()
    }
}

/// Returns a number with a space between groups of three digits.
pub fn spaced(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) && digits.len() > 4 {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_few() {
        let ticks = |last| Axis { last, from: 0.0, to: 100.0 }.ticks(10);
        assert_eq!(ticks(0), [0]);
        assert_eq!(ticks(7), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(ticks(200), [0, 20, 40, 60, 80, 100, 120, 140, 160, 180, 200]);
        assert_eq!(ticks(234), [0, 50, 100, 150, 200]);
        for last in [1, 11, 99, 12_345, u64::MAX / 3, u64::MAX] {
            assert!((2..=12).contains(&ticks(last).len()), "{last}");
        }
        assert_eq!([9999, 10_000, 1_234_567].map(spaced), ["9999", "10 000", "1 234 567"]);
    }
}
