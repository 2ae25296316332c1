//! Lists of heaps that are of interest together, by their nim-sum.

use crate::families::Heaps;
use nim_ground::random::Random;

/// Heaps that may be changed before a nim-sum of 0 is given up, where the last heap does not come to lie within the bounds.
const TRIES: usize = 200;

/// Appends `count` heaps from `least` to `most`; as near to their kind as bounds and count allow.
pub(super) fn fill(
    kind: Heaps,
    random: &mut Random,
    least: u64,
    most: u64,
    count: usize,
    heaps: &mut Vec<u64>,
) {
    let from = heaps.len();
    match kind {
        Heaps::Half if random.within(0, 1) == 0 => {
            heaps.extend((0..count).map(|_| random.within(least, most)));
        }
        Heaps::NimSumZero | Heaps::Half => zero(random, least, most, count, heaps),
        Heaps::OneStepFromZero => {
            zero(random, least, most, count, heaps);
            if count > 0 {
                let heap = &mut heaps[from + random.within(0, count as u64 - 1) as usize];
                *heap = if *heap < most { *heap + 1 } else { heap.saturating_sub(1).max(least) };
            }
        }
        Heaps::NimSumPower => {
            let power = 1 << random.within(0, u64::from(most.max(1).ilog2()));
            if count == 1 {
                heaps.push(power.clamp(least, most));
                return;
            }
            zero(random, least, most, count, heaps);
            if count > 0 {
                let heap = &mut heaps[from + random.within(0, count as u64 - 1) as usize];
                *heap = Some(*heap ^ power).filter(|other| (least..=most).contains(other)).unwrap_or(*heap);
            }
        }
        Heaps::Ones | Heaps::OnesAndOneBig => {
            heaps.extend((0..count).map(|_| 1.clamp(least, most)));
            if kind == Heaps::OnesAndOneBig && count > 0 {
                heaps[from + random.within(0, count as u64 - 1) as usize] =
                    random.within(2.clamp(least, most), most);
            }
        }
        Heaps::Pairs => {
            for _ in 0..count / 2 {
                let heap = random.within(least, most);
                heaps.extend([heap, heap]);
            }
            heaps.extend((count % 2 == 1).then_some(least));
            random.shuffle(&mut heaps[from..]);
        }
        Heaps::First | Heaps::Last | Heaps::OnlyOne | Heaps::Many => {
            moves(kind, random, least, most, count, heaps);
        }
    }
}

/// Heaps with a nim-sum of 0.
fn zero(random: &mut Random, least: u64, most: u64, count: usize, heaps: &mut Vec<u64>) {
    let from = heaps.len();
    // Numbers below a power of two, as their XOR is too.
    let bits = most.saturating_add(1).ilog2();
    // With one bit more than the least, any number of heaps but one can have a nim-sum of 0.
    let fewest = (u64::BITS - least.leading_zeros() + 1).min(bits);
    let top = random.within(u64::from(fewest), u64::from(bits));
    let top = most.min(((1_u128 << top) - 1) as u64).max(least);
    let top = if random.within(0, 1) == 0 { below_power(most).max(least) } else { top };
    heaps.extend((0..count).map(|_| random.within(least, top)));
    let Some(last) = heaps.len().checked_sub(1).filter(|_| count > 1) else { return };
    for _ in 0..TRIES {
        let rest = heaps[from..last].iter().fold(0, |sum, heap| sum ^ heap);
        if (least..=most).contains(&rest) {
            heaps[last] = rest;
            return;
        }
        let other = from + random.within(0, count as u64 - 2) as usize;
        heaps[other] = random.within(least, top);
    }
}

/// Returns heaps in which exactly those have a winning move whose highest bit is that of the nim-sum.
fn moves(kind: Heaps, random: &mut Random, least: u64, most: u64, count: usize, heaps: &mut Vec<u64>) {
    let bit = most.checked_ilog2().unwrap_or(0);
    // The bit is not always the highest, but one that a heap may lack.
    let above = least.saturating_add(1).checked_next_power_of_two().unwrap_or(1 << 63);
    let bit = (1_u64 << bit >> random.within(0, u64::from(bit))).max(above).min(1 << bit);
    let (with, without) = (
        (bit.clamp(least, most), most.min(bit | (bit - 1)).max(least)),
        (least, (bit - 1).max(least).min(most)),
    );
    let from = heaps.len();
    let (big, small) = if kind == Heaps::Many { (without, with) } else { (with, without) };
    heaps.extend((0..count).map(|_| random.within(small.0, small.1)));
    let place = match kind {
        Heaps::First => 0,
        Heaps::Last => count.saturating_sub(1),
        _ => random.within(0, (count as u64).saturating_sub(1)) as usize,
    };
    // An even number of heaps with the bit cancel out.
    if count > 0 && (kind != Heaps::Many || count.is_multiple_of(2)) {
        heaps[from + place] = random.within(big.0, big.1);
    }
}

/// Returns the greatest number of the form 2^k - 1 up to `most`.
fn below_power(most: u64) -> u64 {
    most.checked_add(1).map_or(u64::MAX, |next| (1 << next.ilog2()) - 1)
}
