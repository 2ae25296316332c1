//! The game by search of each number of stones, player and take.

use crate::trials::{Known, Random, ended, line, numbers};

/// Takes of all cases that are tried at most.
const MOST: u64 = 300_000;

pub(crate) fn small(random: &mut Random) -> String {
    let cases = random.within(0, 6);
    let cases = (0..cases).map(|_| {
        let (players, stones, most) = (random.within(1, 3), random.within(0, 40), random.within(1, 6));
        let limits = random.list(2 * players, 1, most);
        line(&[&[players, stones][..], &limits].concat())
    });
    let cases: String = cases.collect();
    ended(random, cases, "0\n")
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let numbers: Vec<u64> = numbers(input)?;
    let (mut rest, mut answers, mut tried) = (&numbers[..], String::new(), 0_u64);
    while let [players, behind @ ..] = rest
        && *players > 0
    {
        let (stones, behind) = behind.split_first()?;
        let (limits, behind) = behind.split_at_checked(2 * *players as usize)?;
        rest = behind;
        let takes = limits.iter().fold(0_u64, |sum, limit| sum.saturating_add(*limit));
        tried = tried.checked_add(takes.checked_mul(*stones)?).filter(|&tried| tried <= MOST)?;
        answers += if wins_all(*stones, limits) { "1\n" } else { "0\n" };
    }
    Some(answers)
}

/// Returns whether the first player wins; smaller numbers of stones are searched first, so that no search is deep.
fn wins_all(stones: u64, limits: &[u64]) -> bool {
    let mut known = Known::default();
    for left in 0..stones {
        for player in 0..limits.len() {
            wins(player, left, limits, &mut known);
        }
    }
    wins(0, stones, limits, &mut known)
}

/// Returns whether the team of a player wins, who moves. Without stones, the other team has taken the last one.
fn wins(player: usize, stones: u64, limits: &[u64], known: &mut Known<(usize, u64)>) -> bool {
    known.wins((player, stones), |&(player, stones), known| {
        let next = (player + 1) % limits.len();
        stones == 0
            || (1..=limits[player].min(stones)).any(|taken| !wins(next, stones - taken, limits, known))
    })
}
