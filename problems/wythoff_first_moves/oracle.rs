//! Wythoff's game by search; every first move is tried.

use crate::trials::{Random, ended, numbers};
use crate::wythoff::oracle::search;

/// Heaps that are searched at most.
const LARGEST: usize = 128;

pub(crate) fn small(random: &mut Random) -> String {
    let most = random.within(1, 40);
    let input = (0..random.within(0, 6))
        .map(|_| {
            let larger = random.within(1, most);
            let smaller = random.within(0, larger);
            if random.within(0, 3) == 0 {
                format!("{larger} {smaller}\n")
            } else {
                format!("{smaller} {larger}\n")
            }
        })
        .collect();
    ended(random, input, "0 0\n")
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let numbers: Vec<usize> = numbers(input)?;
    let most = numbers.iter().max().copied().unwrap_or(0);
    let won = (most <= LARGEST).then(|| search(most))?;
    let (cases, _) = numbers.as_chunks::<2>();
    Some(cases.iter().take_while(|&case| *case != [0, 0]).map(|&[a, b]| moves(a, b, &won)).collect())
}

#[test]
fn a_move_from_both_heaps_wins_wherever_two_moves_do() {
    let won = search(LARGEST);
    for (a, b) in (0..=LARGEST).flat_map(|b| (0..=b).map(move |a| (a, b))) {
        let answer = moves(a, b, &won);
        let mut after = answer.lines().skip(1);
        let first = after.next().and_then(numbers::<usize>);
        if let (Some(first), Some(_)) = (first, after.next()) {
            assert_eq!(first[1] - first[0], b - a, "{a} {b}");
        }
    }
}

/// Returns the answer to heaps: moves from both, from the first one, and from the second one.
fn moves(a: usize, b: usize, won: &[Vec<bool>]) -> String {
    let both = (1..=a.min(b)).map(|taken| (a - taken, b - taken));
    let first = (1..=a).map(|taken| (a - taken, b));
    let second = (1..=b).map(|taken| (a, b - taken)).filter(|_| a != b);
    let winning = both.chain(first).chain(second).filter(|&(a, b)| !won[a][b]);
    let lines: String = winning.map(|(a, b)| format!("{} {}\n", a.min(b), a.max(b))).collect();
    if lines.is_empty() { "0\n".to_owned() } else { format!("1\n{lines}") }
}
