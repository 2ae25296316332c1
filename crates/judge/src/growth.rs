//! The shape by which the time or the memory of a program grows, from its runs on inputs of three sizes.

use std::fmt::{self, Display, Formatter};

use serde::{Deserialize, Serialize};

use nim_ground::limits::MIB;

/// The greatest distance of an exponent from a whole number: over all sizes, and between two of them.
const NEAR: [f64; 2] = [0.25, 0.45];
/// The greatest power that is reported.
const GREATEST_POWER: u8 = 3;
/// The least exponent that a power would have to have where growth is called exponential.
const LEAST_EXPONENT: f64 = 6.0;
/// The greatest distance between the factors of two steps of exponential growth, in parts of the greater exponent.
const UNEVEN: f64 = 0.3;
/// The part of these distances within which a shape is clear, so that one run of each size is enough: none of them was disturbed much.
pub const CLEAR: f64 = 0.2;

/// A size and the cost of a run on an input of that size, beyond that of the smallest inputs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct GrowthPoint {
    /// The size of the input.
    pub size: u64,
    /// The cost: seconds or bytes, by [`Measure`].
    pub cost: f64,
}

/// The resource whose growth is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Measure {
    /// The CPU time in seconds.
    Time,
    /// The memory in bytes.
    Memory,
}

/// The shape of a growth curve.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// A power of the size; one or two sizes cannot tell n log n from n.
    Power(u8),
    /// Multiplication by this factor for each further element.
    Exponential(f64),
}

impl Shape {
    /// Returns the power of the size by which costs grow if the sizes double, if there is one. `part` of the greatest distances is
    /// allowed: 1, or [`CLEAR`].
    pub fn of_doubled(points: &[GrowthPoint; 3], part: f64) -> Option<Self> {
        let [first, second, third] = points.map(|point| point.cost.log2());
        let steps = [second - first, third - second];
        let power = (1..=GREATEST_POWER).find(|&power| {
            let power = f64::from(power);
            ((third - first) / 2.0 - power).abs() <= NEAR[0] * part
                && steps.iter().all(|step| (step - power).abs() <= NEAR[1] * part)
        });
        power.map(Self::Power)
    }

    /// Returns the factor by which costs grow with each further element, if there is one. The sizes are equally far from each other.
    /// `part` of the greatest distance is allowed: 1, or [`CLEAR`].
    pub fn of_steps(points: &[GrowthPoint; 3], part: f64) -> Option<Self> {
        #[expect(clippy::cast_precision_loss, reason = "sizes are small here")]
        let sizes = points.map(|point| point.size as f64);
        let logs = points.map(|point| point.cost.ln());
        let steps = [logs[1] - logs[0], logs[2] - logs[1]];
        let most = steps[0].max(steps[1]);
        let is_steep = (logs[2] - logs[0]) / (sizes[2] / sizes[0]).ln() >= LEAST_EXPONENT;
        let is_even = (steps[0] - steps[1]).abs() <= most * UNEVEN * part;
        let factor = ((logs[2] - logs[0]) / (sizes[2] - sizes[0])).exp();
        (is_steep && is_even && most > 0.0).then_some(Self::Exponential(factor))
    }
}

/// The growth of a program's time or memory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Growth {
    /// The resource that grows.
    pub measure: Measure,
    /// The parameter of the inputs that makes them grow.
    pub with: String,
    /// The shape of the growth.
    #[serde(flatten)]
    pub shape: Shape,
    /// The runs from which that follows.
    pub points: [GrowthPoint; 3],
}

impl Display for Growth {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let Self { measure, with, shape, points } = self;
        out.write_str(match measure {
            Measure::Time => "time",
            Measure::Memory => "memory",
        })?;
        match shape {
            Shape::Power(1) => write!(out, " grows about linearly with {with}: ")?,
            Shape::Power(2) => write!(out, " grows as the square of {with}: ")?,
            Shape::Power(_) => write!(out, " grows as the cube of {with}: ")?,
            Shape::Exponential(factor) => {
                write!(out, " grows exponentially with {with}, {factor:.1} times with each further one: ")?;
            }
        }
        for (place, GrowthPoint { size, cost }) in points.iter().enumerate() {
            let end = if place + 1 < points.len() { ", " } else { "" };
            match measure {
                Measure::Time => write!(out, "{cost:.3} s for {size}{end}")?,
                #[expect(clippy::cast_precision_loss, reason = "a constant that is exact")]
                Measure::Memory => write!(out, "{:.0} MiB for {size}{end}", cost / MIB as f64)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[expect(clippy::cast_precision_loss, reason = "sizes are small here")]
    fn points(sizes: [u64; 3], cost: impl Fn(f64) -> f64) -> [GrowthPoint; 3] {
        sizes.map(|size| GrowthPoint { size, cost: cost(size as f64) })
    }

    #[test]
    fn powers_are_told_from_each_other_and_from_what_lies_between() {
        let shape = |cost: fn(f64) -> f64| Shape::of_doubled(&points([1000, 2000, 4000], cost), 1.0);
        assert_eq!(shape(|n| n), Some(Shape::Power(1)));
        assert_eq!(shape(|n| n * n.ln()), Some(Shape::Power(1)));
        assert_eq!(shape(|n| n * n), Some(Shape::Power(2)));
        assert_eq!(shape(|n| n * n * n), Some(Shape::Power(3)));
        assert_eq!(shape(|n| n * n + 200.0 * n), Some(Shape::Power(2)));
        assert_eq!(shape(f64::sqrt), None);
        assert_eq!(shape(|n| n.powf(1.5)), None);
        assert_eq!(shape(|n| n.powf(2.5)), None);
        assert_eq!(shape(|n| n.powi(5)), None);
        // A step that another program has disturbed decides nothing.
        assert_eq!(shape(|n| if n == 2000.0 { n * n * 2.0 } else { n * n }), None);
    }

    #[test]
    fn exponential_growth_has_equal_factors() {
        let shape = |cost: fn(f64) -> f64| Shape::of_steps(&points([20, 21, 22], cost), 1.0);
        let Some(Shape::Exponential(factor)) = shape(|n| 2_f64.powf(n)) else { panic!("it is exponential") };
        assert!((factor - 2.0).abs() < 1e-9);
        assert_eq!(shape(|n| n * n * n), None);
        assert_eq!(shape(|n| if n > 21.0 { 9.0 } else { 1.0 }), None);
        assert_eq!(shape(|_| 1.0), None);
    }

    #[test]
    fn a_shape_is_clear_only_if_no_run_was_disturbed() {
        let mut doubled = points([1000, 2000, 4000], |n| n * n);
        assert_eq!(Shape::of_doubled(&doubled, CLEAR), Some(Shape::Power(2)));
        doubled[2].cost *= 1.1;
        assert_eq!(Shape::of_doubled(&doubled, CLEAR), None);
        assert_eq!(Shape::of_doubled(&doubled, 1.0), Some(Shape::Power(2)));
        let mut steps = points([20, 22, 24], |n| 2_f64.powf(n));
        assert!(Shape::of_steps(&steps, CLEAR).is_some());
        steps[0].cost *= 1.1;
        assert_eq!(Shape::of_steps(&steps, CLEAR), None);
        assert!(Shape::of_steps(&steps, 1.0).is_some());
    }

    #[test]
    fn growth_is_said_with_its_runs() {
        let runs = points([1000, 2000, 4000], |n| n * n / 1e7);
        let growth =
            Growth { measure: Measure::Time, with: "heaps".to_owned(), shape: Shape::Power(2), points: runs };
        let said = "time grows as the square of heaps: 0.100 s for 1000, 0.400 s for 2000, 1.600 s for 4000";
        assert_eq!(growth.to_string(), said);
    }
}
