//! Each tower by a table of all heights.

use crate::trials::{Random, line, numbers, table};

pub(crate) fn small(random: &mut Random) -> String {
    let (k, l, count) = (random.within(1, 12), random.within(1, 12), random.within(0, 6));
    format!("{k} {l} {count}\n{}", if count == 0 { String::new() } else { line(&random.list(count, 0, 200)) })
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let numbers: Vec<usize> = numbers(input)?;
    let [k, l, _, ref towers @ ..] = numbers[..] else { return None };
    let tallest = towers.iter().copied().max().unwrap_or(0);
    (tallest <= 1_000_000).then_some(())?;
    let wins = table(tallest, |height, wins| {
        [1, k, l].iter().any(|&taken| taken <= height && !wins[height - taken])
    });
    Some(towers.iter().map(|&tower| if wins[tower] { 'A' } else { 'B' }).collect::<String>() + "\n")
}
