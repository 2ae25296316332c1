//! Sums of a few generators in which high powers are folded: the guess from which a quotient is made.

use std::collections::HashMap;

use super::monoid::{Element, Monoid};
use crate::theory::refusal::Refusal;
use crate::theory::watch::Steps;

/// How often each generator occurs in a sum; those that are missing at the end do not occur.
pub(super) type Exponents = Vec<u32>;

/// The sums of generators, each with a largest exponent c, in which c + 1 stands for c - 1.
#[derive(Debug)]
pub(super) struct Folded {
    /// For each generator the distance of sums whose exponents differ by 1, and c, at least 1.
    axes: Vec<(usize, u32)>,
    size: usize,
}

/// The most sums.
const MOST_SUMS: usize = 1 << 17;

impl Folded {
    /// Returns the sums with these largest exponents; `None` where there are too many.
    pub(super) fn new(largest: &[u32]) -> Option<Self> {
        let mut axes = Vec::new();
        let mut size: usize = 1;
        for &most in largest {
            axes.push((size, most));
            size = size.checked_mul(most as usize + 1).filter(|&size| size <= MOST_SUMS)?;
        }
        Some(Self { axes, size })
    }

    fn exponent(&self, sum: usize, axis: usize) -> u32 {
        let (distance, most) = self.axes[axis];
        (sum / distance) as u32 % (most + 1)
    }

    /// Returns the sum with a generator more.
    fn next(&self, sum: usize, axis: usize) -> usize {
        let (distance, most) = self.axes[axis];
        if self.exponent(sum, axis) < most { sum + distance } else { sum - distance }
    }

    fn plus(&self, sum: usize, exponents: &[u32]) -> usize {
        let mut result = sum;
        for (axis, &more) in exponents.iter().enumerate().filter(|&(_, &more)| more > 0) {
            let (distance, most) = self.axes[axis];
            let before = self.exponent(sum, axis);
            let exponent = before + more;
            let folded = if exponent > most { most - (exponent - most) % 2 } else { exponent };
            result = result - before as usize * distance + folded as usize * distance;
        }
        result
    }

    /// Returns the sum that has each exponent.
    fn exponents(&self, sum: usize) -> Exponents {
        (0..self.axes.len()).map(|axis| self.exponent(sum, axis)).collect()
    }

    /// Returns which sums are P-positions: those that are not the end and have no option that is one. `options` has those of each
    /// generator, as sums of the generators before it.
    fn outcomes(&self, options: &[Vec<Exponents>], steps: &mut Steps<'_>) -> Result<Vec<bool>, Refusal> {
        let mut lost = vec![false; self.size];
        for sum in 1..self.size {
            // Options are lower, as they have fewer of some generator, and more only of those before it.
            let wins = (0..self.axes.len()).any(|axis| {
                let rest = sum.wrapping_sub(self.axes[axis].0);
                self.exponent(sum, axis) > 0
                    && options[axis].iter().any(|option| lost[self.plus(rest, option)])
            });
            lost[sum] = !wins;
            steps.step(options.len() as u64 * 64)?;
        }
        Ok(lost)
    }

    /// Returns the reduced monoid of the sums, and the elements of the generators: sums are the same where with every sum
    /// beside them they are P-positions together. It is found by refinement (Moore 1956).
    ///
    /// # Errors
    /// A [`Refusal`], where it has more than `most` elements, or by the watch.
    pub(super) fn reduced(
        &self,
        options: &[Vec<Exponents>],
        most: usize,
        steps: &mut Steps<'_>,
    ) -> Result<(Monoid, Vec<Element>), Refusal> {
        let mut class: Vec<Element> = self.outcomes(options, steps)?.into_iter().map(Element::from).collect();
        let lost = class.clone();
        let mut members: Vec<usize> = Vec::new();
        loop {
            let mut numbers: HashMap<Vec<Element>, Element> = HashMap::new();
            let before = members.len();
            members.clear();
            let mut refined = Vec::with_capacity(self.size);
            for sum in 0..self.size {
                let mut key = vec![class[sum]];
                key.extend((0..self.axes.len()).map(|axis| class[self.next(sum, axis)]));
                let fresh = numbers.len() as Element;
                let number = *numbers.entry(key).or_insert(fresh);
                if number == fresh {
                    members.push(sum);
                }
                refined.push(number);
                steps.spend(64)?;
            }
            if members.len() > most {
                return Err(Refusal::too_many("elements of a misère quotient", most));
            }
            class = refined;
            if members.len() == before {
                break;
            }
        }
        let exponents: Vec<Exponents> = members.iter().map(|&sum| self.exponents(sum)).collect();
        let row = |&sum: &usize| exponents.iter().map(move |other| (sum, other));
        let products =
            members.iter().flat_map(row).map(|(sum, other)| class[self.plus(sum, other)]).collect();
        let generators = (0..self.axes.len()).map(|axis| class[self.next(0, axis)]).collect();
        let lost = members.iter().map(|&sum| lost[sum] == 1).collect();
        Ok((Monoid::new(products, lost), generators))
    }
}
