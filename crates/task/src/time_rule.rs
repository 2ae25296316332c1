//! The time limit of an ICPC package that states none, computed from the times of its accepted submissions.

use std::time::Duration;

/// The longest time of an accepted submission on a test, while no limit is known.
pub const LONGEST: Duration = Duration::from_secs(300);

/// The rule for computing the time limit, as in problemtools.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeRule {
    /// The factor of the slowest accepted submission's time.
    pub multiplier: f64,
    /// The factor of the limit that a submission must exceed to be surely too slow.
    pub margin: f64,
    /// The limit is a multiple of this many seconds.
    pub resolution: f64,
}

impl TimeRule {
    /// The default rule for packages of the legacy format.
    pub const LEGACY: Self = Self { multiplier: 5.0, margin: 2.0, resolution: 1.0 };
    /// The default rule for packages of later formats.
    pub const CURRENT: Self = Self { multiplier: 2.0, margin: 1.5, resolution: 1.0 };

    /// Returns the limit where the slowest accepted submission takes this long: rounded up, and not zero.
    pub fn limit(&self, slowest: Duration) -> Duration {
        let exact = slowest.as_secs_f64() * self.multiplier / self.resolution;
        Duration::from_secs_f64(exact.ceil().max(1.0) * self.resolution)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_rounded_up_to_the_resolution() {
        let limit = |rule: TimeRule, millis| rule.limit(Duration::from_millis(millis)).as_secs_f64();
        let legacy = TimeRule::LEGACY;
        assert_eq!([0, 10, 200, 201, 1000].map(|millis| limit(legacy, millis)), [1.0, 1.0, 1.0, 2.0, 5.0]);
        let current = TimeRule::CURRENT;
        assert_eq!([500, 501, 1500].map(|millis| limit(current, millis)), [1.0, 2.0, 3.0]);
        let fine = TimeRule { resolution: 0.5, ..current };
        assert_eq!([10, 260, 700].map(|millis| limit(fine, millis)), [0.5, 1.0, 1.5]);
    }
}
