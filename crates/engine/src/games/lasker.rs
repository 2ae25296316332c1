//! Lasker's Nim: a move takes any number of stones from a heap, or splits it into two heaps (Lasker, *Brettspiele der
//! Völker*, 1931). Its octal code is `4.(3)`.
//!
//! **Theorem** (*Winning Ways*, chapter 4). The heaps 4i + 1, 4i + 2, 4i + 3, 4i + 4 have the values 4i + 1, 4i + 2, 4i
//! + 4, 4i + 3.
//!
//! *Proof* by induction: a heap n can be taken down to all values of smaller heaps. Modulo 4, two parts that add to n =
//! 1, 2, 3, 0 have values whose XOR is 2; 0 or 1; 3; 0 or 1. So no split of 4i + 1 or 4i + 2 has the value that the
//! theorem gives them, and takes reach all below. For 4i + 3, takes reach all below 4i + 3, the split into 1 and 4i + 2
//! is 4i + 3, and none is 4i + 4. For 4i + 4, takes reach 4i + 4 and all below 4i + 3, and no split is 4i + 3. ∎

use super::delete_nim::subsets;
use crate::sequence::definition::Definition;
use crate::sequence::period::Period;
use crate::sequence::source::Sequence;
use crate::theory::game::{Budget, Flow, Game, Goal, Refusal, Unanswerable, Visit, Winning};

/// Lasker's Nim. A component is a heap.
#[derive(Debug)]
pub struct Lasker {
    sequence: Sequence,
}

impl Default for Lasker {
    fn default() -> Self {
        Self { sequence: sequence() }
    }
}

/// Returns the values of all heaps.
pub(super) fn sequence() -> Sequence {
    let period = Period { preperiod: 1, period: 4, saltus: 4 };
    Sequence::formula(value, Some(period), "by induction (Winning Ways, chapter 4)")
}

/// Returns the value of a heap, which is also the heap of a value; `None` for 2^64.
#[inline]
pub fn value(heap: u64) -> Option<u64> {
    match heap % 4 {
        _ if heap == 0 => Some(0),
        3 => heap.checked_add(1),
        0 => Some(heap - 1),
        _ => Some(heap),
    }
}

/// Returns the nim-sum of the values of heaps, in 65 bits.
#[inline]
pub fn nim_sum(heaps: &[u64]) -> u128 {
    // With heaps counted from 1, 4i + 2 and 4i + 3 change places. A heap of 2^64 - 1 has the value 2^64, which leaves 0 in a word.
    let (sum, high) = heaps.iter().fold((0, 0), |(sum, high), &heap| {
        let less = heap.wrapping_sub(1);
        let value = if heap == 0 { 0 } else { (less ^ (less >> 1 & 1)).wrapping_add(1) };
        (sum ^ value, high ^ u64::from(heap == u64::MAX))
    });
    u128::from(high) << 64 | u128::from(sum)
}

/// The values of the heaps 4i + 1 to 4i + 4, modulo 4.
const LOW: [u64; 4] = [1, 2, 0, 3];

/// Visits the splits of heap `n` whose values have the XOR `target`, in both orders.
///
/// *Idea*: the part 4i + r + 1 has the value 4h + `LOW[r]`, where h is i + 1 for r = 2, else i. For given r of both
/// parts, the sum and the XOR of both h are known, and so is their AND: half the difference. One h is this AND and any
/// bits of the XOR.
fn splits(n: u64, target: u64, visit: &mut dyn FnMut(u64, u64) -> Flow) -> Flow {
    let xor = target / 4;
    for (r, s) in (0..4).flat_map(|r| (0..4).map(move |s| (r, s))) {
        let (carry_r, carry_s) = (u64::from(r == 2), u64::from(s == 2));
        let rest = n.checked_sub(2 + r + s).filter(|rest| rest % 4 == 0);
        let twice = rest.and_then(|rest| (rest / 4 + carry_r + carry_s).checked_sub(xor));
        let Some(twice) = twice.filter(|_| LOW[r as usize] ^ LOW[s as usize] == target % 4) else { continue };
        let and = twice / 2;
        if twice % 2 == 1 || and & xor != 0 {
            continue;
        }
        for bits in subsets(xor) {
            let (left, right) = (and | bits, and | (xor ^ bits));
            if left >= carry_r && right >= carry_s {
                visit(4 * (left - carry_r) + r + 1, 4 * (right - carry_s) + s + 1)?;
            }
        }
    }
    Flow::Continue(())
}

/// Visits the heaps that each option of a heap leaves.
fn moves(heap: u64, visit: &mut dyn FnMut(&[u64]) -> Flow) -> Flow {
    (1..=heap).try_for_each(|taken| visit(&[heap - taken]))?;
    (1..=heap / 2).try_for_each(|part| visit(&[part, heap - part]))
}

impl Definition for Lasker {
    fn options_count(&self, n: u64, _: u64) -> u64 {
        n.saturating_add(n / 2)
    }

    fn visit_options(&self, heap: u64, visit: &mut dyn FnMut(&[u64]) -> Flow) -> Flow {
        moves(heap, visit)
    }
}

impl Game for Lasker {
    fn name(&self) -> String {
        "lasker".to_owned()
    }

    fn options(&self, component: &[u64], visit: &mut Visit<'_>) -> Flow {
        let &[heap] = component else { return Flow::Continue(()) };
        moves(heap, &mut |parts| visit(&parts.iter().map(|&part| vec![part]).collect::<Vec<_>>()))
    }

    fn grundy(&mut self, component: &[u64], budget: &mut Budget<'_>) -> Result<Option<u64>, Refusal> {
        let heap = component.first().copied().unwrap_or(0);
        self.sequence.value_within(heap, budget).map(Some)
    }

    fn winning(&mut self, heaps: &[u64], goal: Goal, found: &mut Winning<'_, '_>) -> Result<bool, Refusal> {
        let (&[heap], Goal::Value(target)) = (heaps, goal) else { return Ok(false) };
        if let Some(less) = value(target).filter(|&less| less < heap)
            && found.add_one(vec![less]).is_break()
        {
            return Ok(true);
        }
        let _ = splits(heap, target, &mut |part, other| {
            found.count_option()?;
            if part <= other { found.add(&[vec![part], vec![other]]) } else { Flow::Continue(()) }
        });
        Ok(true)
    }

    fn definition(&self) -> Option<&dyn Definition> {
        Some(self)
    }

    fn sequence(&mut self) -> Result<&mut Sequence, Unanswerable> {
        Ok(&mut self.sequence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_the_values() {
        for heaps in [
            vec![],
            vec![0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
            vec![u64::MAX, 3, u64::MAX - 1, u64::MAX, 0, u64::MAX],
        ] {
            for part in 0..=heaps.len() {
                let values = heaps[..part].iter().map(|&heap| value(heap).map_or(1 << 64, u128::from));
                assert_eq!(nim_sum(&heaps[..part]), values.fold(0, |sum, value| sum ^ value), "{heaps:?}");
            }
        }
    }

    #[test]
    fn splits_are_all_that_have_the_value() {
        for n in 0..=70 {
            for target in 0..=80 {
                let mut found = Vec::new();
                let _ = splits(n, target, &mut |part, other| {
                    found.push((part, other));
                    Flow::Continue(())
                });
                found.sort_unstable();
                let has = |part: u64| value(part).unwrap() ^ value(n - part).unwrap() == target;
                let all: Vec<(u64, u64)> =
                    (1..n).filter(|&part| has(part)).map(|part| (part, n - part)).collect();
                assert_eq!(found, all, "{n} {target}");
            }
        }
    }
}
