//! Games on single heaps by their plain definition, for proofs that trust nothing faster.

use crate::theory::component::Flow;
use crate::theory::refusal::Refusal;
use crate::theory::watch::Steps;

/// A game on single heaps by its plain definition: a value is the mex of the values of the options, and nothing else is
/// used.
///
/// Numbers stand for multiples of a *stretch*: where all amounts that may be taken are multiples of it, number i means a heap
/// of i times the stretch.
pub trait Definition {
    /// About how many options heap `n` has.
    fn options_count(&self, n: u64, stretch: u64) -> u64;

    /// Visits the heaps that each option of a heap leaves.
    fn visit_options(&self, heap: u64, visit: &mut dyn FnMut(&[u64]) -> Flow) -> Flow;

    /// Returns G(n) from `values`, at least those of the smaller heaps.
    ///
    /// # Errors
    /// [`Refusal::Interrupted`] by `steps`.
    fn defined_value(
        &self,
        n: u64,
        stretch: u64,
        values: &[u64],
        steps: &mut Steps<'_>,
    ) -> Result<u64, Refusal> {
        let (mut seen, mut looked, mut watched) = (vec![false; 64], 0, Ok(()));
        let _ = self.visit_options(n.saturating_mul(stretch), &mut |parts| {
            let sum = parts.iter().fold(0, |sum, &part| sum ^ values[(part / stretch) as usize]);
            // No play is longer than `longest_play`, and no value larger.
            if sum <= longest_play(n) {
                let sum = sum as usize;
                if sum >= seen.len() {
                    seen.resize((sum + 1).next_power_of_two(), false);
                }
                seen[sum] = true;
            }
            looked += 1;
            if looked == WATCHED {
                (looked, watched) = (0, steps.spend(WATCHED));
            }
            if watched.is_err() { Flow::Break(()) } else { Flow::Continue(()) }
        });
        let free = seen.iter().position(|&seen| !seen).unwrap_or(seen.len());
        watched.map(|()| free as u64)
    }

    /// About how many options the first `len` heaps have.
    fn total_options(&self, len: u64, stretch: u64) -> u64 {
        let samples = (1..=SAMPLES).map(|sample| {
            let n = u64::try_from(u128::from(len) * u128::from(sample) / u128::from(SAMPLES)).unwrap_or(len);
            u128::from(self.options_count(n, stretch)) * u128::from(len.div_ceil(SAMPLES))
        });
        u64::try_from(samples.sum::<u128>()).unwrap_or(u64::MAX)
    }
}

/// Returns the most moves that play can last from a heap of n, which no value exceeds: every move but a split takes tokens.
pub(crate) fn longest_play(n: u64) -> u64 {
    n.saturating_mul(2)
}

const SAMPLES: u64 = 16;

/// Options visited between two calls of the watch.
const WATCHED: u64 = 1 << 12;
