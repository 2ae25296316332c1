//! The game by search.

use crate::trials::{Known, Random, counted, numbers};

pub(crate) fn small(random: &mut Random) -> String {
    counted(random, 8, |random| format!("{} {}\n", random.within(0, 4), random.within(1, 24)))
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let numbers: Vec<u64> = numbers(input)?;
    let mut memo = Known::default();
    let lines = numbers.get(1..)?.as_chunks().0.iter().map(|case| {
        let [towers, height] = *case;
        (towers < 5 && height < 40).then_some(())?;
        Some(if wins(vec![height; towers as usize], &mut memo) { "1\n" } else { "2\n" })
    });
    lines.collect()
}

fn wins(mut towers: Vec<u64>, memo: &mut Known<Vec<u64>>) -> bool {
    towers.sort_unstable();
    memo.wins(towers, |towers, memo| {
        (0..towers.len()).any(|place| {
            let mut divisors = (1..towers[place]).filter(|divisor| towers[place].is_multiple_of(*divisor));
            divisors.any(|divisor| {
                let mut left = towers.clone();
                left[place] = divisor;
                !wins(left, memo)
            })
        })
    })
}
