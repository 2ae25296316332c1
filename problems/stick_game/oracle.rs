//! The sticks by search: each heap asks all of its options.

use crate::trials::{Random, line, numbers, table};

/// Steps of a search at most.
const MOST: usize = 1_000_000;

pub(crate) fn small(random: &mut Random) -> String {
    let sticks = random.within(1, 30);
    let mut take: Vec<u64> = (2..=sticks).filter(|_| random.within(0, 3) == 0).collect();
    take.insert(0, 1);
    take.reverse();
    format!("{sticks} {}\n{}", take.len(), line(&take))
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let numbers: Vec<usize> = numbers(input)?;
    let [sticks, _, take @ ..] = &numbers[..] else { return None };
    sticks.checked_mul(take.len()).filter(|&steps| steps <= MOST)?;
    let wins = table(*sticks, |heap, wins| take.iter().any(|&number| number <= heap && !wins[heap - number]));
    Some(wins[1..].iter().map(|&is_won| if is_won { 'W' } else { 'L' }).chain(['\n']).collect())
}
