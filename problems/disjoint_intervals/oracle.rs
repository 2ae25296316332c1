//! The game by search: the intervals that may still be chosen are a position.

use crate::trials::{Known, Random, counted, numbers};

/// Intervals that are searched at most.
const MOST: usize = 14;

pub(crate) fn small(random: &mut Random) -> String {
    counted(random, 5, |random| {
        let (count, most) = (random.within(0, 8), random.within(3, 14));
        let rows = (0..count).map(|_| {
            let left = random.within(1, most - 1);
            format!("{left} {}\n", random.within(left + 1, most))
        });
        format!("{count}\n{}", rows.collect::<String>())
    })
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let numbers: Vec<u64> = numbers(input)?;
    let (&cases, mut rest) = numbers.split_first()?;
    let mut answers = String::new();
    for _ in 0..cases {
        let (&count, behind) = rest.split_first()?;
        let (ends, behind) = behind.split_at_checked(2 * count as usize)?;
        rest = behind;
        let mut intervals = ends.as_chunks().0.to_vec();
        // Of equal intervals, one alone can be chosen.
        intervals.sort_unstable();
        intervals.dedup();
        if intervals.len() > MOST {
            return None;
        }
        answers += if wins(intervals, &mut Known::default()) { "Alice\n" } else { "Bob\n" };
    }
    Some(answers)
}

/// Returns whether the player to move wins.
fn wins(left: Vec<[u64; 2]>, known: &mut Known<Vec<[u64; 2]>>) -> bool {
    known.wins(left, |left, known| {
        left.iter().any(|&[start, end]| {
            let apart = left.iter().copied().filter(|&[other, to]| to <= start || end <= other);
            !wins(apart.collect(), known)
        })
    })
}
