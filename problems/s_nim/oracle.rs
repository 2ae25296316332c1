//! The game by search of all positions, anew for each set.

use crate::trials::{Known, Random, ended, line, numbers, positions};

pub(crate) fn small(random: &mut Random) -> String {
    let cases = random.within(0, 4);
    let input = (0..cases).map(|_| case(random)).collect();
    ended(random, input, "0\n")
}

fn case(random: &mut Random) -> String {
    let (count, top) = (random.within(1, 5), random.within(1, 12));
    let set = random.list(count, 1, top);
    let positions = random.within(0, 5);
    let mut text = row(&set) + &format!("{positions}\n");
    for _ in 0..positions {
        let heaps = random.within(0, 3);
        text += &row(&random.list(heaps, 0, 15));
    }
    text
}

/// Returns a count and its numbers on a line.
fn row(numbers: &[u64]) -> String {
    line(&[&[numbers.len() as u64], numbers].concat())
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let mut tokens = numbers::<u64>(input)?.into_iter();
    let mut answers = String::new();
    while let Some(count) = tokens.next().filter(|&count| count > 0) {
        let set: Vec<u64> = tokens.by_ref().take(count as usize).collect();
        let mut memo = Known::default();
        for _ in 0..tokens.next()? {
            let heaps = tokens.next()?;
            let heaps: Vec<u64> = tokens.by_ref().take(heaps as usize).collect();
            positions(&heaps)
                .filter(|&positions| positions < 7000 && heaps.iter().all(|&heap| heap < 500))?;
            answers.push(if wins(heaps, &set, &mut memo) { 'W' } else { 'L' });
        }
        answers.push('\n');
    }
    Some(answers)
}

/// Returns whether the player to move wins.
fn wins(mut heaps: Vec<u64>, set: &[u64], memo: &mut Known<Vec<u64>>) -> bool {
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    memo.wins(heaps, |heaps, memo| {
        (0..heaps.len()).any(|at| {
            set.iter().filter(|&&taken| taken <= heaps[at]).any(|taken| {
                let mut option = heaps.clone();
                option[at] -= taken;
                !wins(option, set, memo)
            })
        })
    })
}
