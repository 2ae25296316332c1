//! Numbers with a relation to the one before in their case, or to a sequence.

use crate::families::Relation;
use nim_ground::random::Random;

/// The greatest difference of two close numbers.
const CLOSE: u64 = 3;
/// The greatest first two terms of a sequence.
const SEEDS: u64 = 8;

/// Returns a number with a relation to the one `before`; for the first, any number of any number of digits.
pub(super) fn related(
    relation: Relation,
    random: &mut Random,
    before: Option<u64>,
    least: u64,
    most: u64,
) -> u64 {
    let Some(before) = before else { return any_magnitude(random, least, most) };
    let before = u128::from(before);
    let made = match relation {
        Relation::Close => before,
        Relation::Multiple => {
            // The remainder that matters may be that by a number one larger.
            let other = before + u128::from(random.within(0, 1));
            let up = u128::from(most) / other.max(1);
            let down = other / u128::from(least.max(1));
            if up > 1 && (down < 2 || random.within(0, 1) == 0) {
                other * u128::from(any_magnitude(random, 1, narrow(up)))
            } else {
                other / u128::from(any_magnitude(random, 1, narrow(down.max(1))))
            }
        }
        Relation::Golden => golden(random, before, most),
    };
    let range = if relation == Relation::Close { CLOSE } else { 1 };
    shifted(random, made, range).clamp(least, most)
}

/// Returns a term of a Fibonacci-like sequence, next to the number `before`, if there is one. Often it is a Fibonacci number.
pub(super) fn fibonacci(random: &mut Random, before: Option<u64>, least: u64, most: u64) -> u64 {
    let range = random.within(0, 3) / 3;
    if let Some(before) = before {
        let made = golden(random, u128::from(before), most);
        return shifted(random, made, range).clamp(least, most);
    }
    let is_own = random.within(0, 1) == 0;
    let mut pair = if is_own { (1, 1) } else { (random.within(0, SEEDS), random.within(1, SEEDS)) };
    let mut terms = Vec::new();
    while pair.0 <= most {
        terms.push(pair.0);
        let Some(sum) = pair.0.checked_add(pair.1) else { break };
        pair = (pair.1, sum);
    }
    let term = terms.get(random.within(0, terms.len().saturating_sub(1) as u64) as usize);
    shifted(random, u128::from(*term.unwrap_or(&least)), range).clamp(least, most)
}

/// Returns a square or triangular number, or a neighbour of one.
pub(super) fn square(random: &mut Random, least: u64, most: u64) -> u64 {
    let is_square = random.within(0, 1) == 0;
    let root = u128::from(any_magnitude(random, 0, most.isqrt()));
    let made = if is_square { root * root } else { root * (root + 1) / 2 };
    shifted(random, made, 1).clamp(least, most)
}

/// Returns about the number times or divided by the golden ratio; for one of two consecutive terms of a sequence, the other.
fn golden(random: &mut Random, number: u128, most: u64) -> u128 {
    let Some(square) = number.checked_mul(number).and_then(|square| square.checked_mul(5)) else {
        return number / 2;
    };
    // Rounded: (1 + √5) / 2 times the number.
    let up = (number + square.isqrt()).div_ceil(2);
    if up <= u128::from(most) && random.within(0, 1) == 0 { up } else { up - number }
}

/// Returns a number of any number of digits in a range.
pub(super) fn any_magnitude(random: &mut Random, least: u64, most: u64) -> u64 {
    let bits = random.within(0, u64::from(u64::BITS - most.saturating_sub(least).leading_zeros()));
    let more = ((1_u128 << bits) - 1) as u64;
    least + random.within(0, more.min(most - least))
}

/// Returns a number that differs by at most `by`.
fn shifted(random: &mut Random, number: u128, by: u64) -> u64 {
    narrow((number + u128::from(random.within(0, 2 * by))).saturating_sub(u128::from(by)))
}

fn narrow(number: u128) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}
