//! Nim by the search of [`nim_first_moves`](crate::nim_first_moves).

use crate::nim_first_moves::oracle::wins;
use crate::trials::{Known, Random, heaps, line, lists, numbers, positions};

pub(crate) fn small(random: &mut Random) -> String {
    let cases = random.within(1, 8);
    (0..cases).map(|_| case(random)).collect()
}

fn case(random: &mut Random) -> String {
    let count = random.within(0, 5);
    line(&[vec![count], heaps(random, count, 5)].concat())
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let mut memo = Known::default();
    let line = |heaps: Vec<u64>| {
        positions(&heaps).filter(|&positions| positions < 10_000)?;
        Some(if wins(heaps, &mut memo) { "Yes\n" } else { "No\n" })
    };
    lists(&numbers(input)?)?.into_iter().map(line).collect()
}
