//! Nim by the search of [`nim_first_moves`](crate::nim_first_moves).

use crate::nim_first_moves::oracle::wins;
use crate::trials::{Known, Random, heaps, line, numbers, positions};

pub(crate) fn small(random: &mut Random) -> String {
    let cases = random.within(1, 8);
    (0..cases).map(|_| case(random)).collect()
}

fn case(random: &mut Random) -> String {
    let count = random.within(0, 5);
    line(&[vec![count], heaps(random, count, 5)].concat())
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let mut numbers = numbers(input)?.into_iter();
    let (mut memo, mut answers) = (Known::default(), String::new());
    while let Some(count) = numbers.next() {
        let heaps: Vec<u64> = numbers.by_ref().take(count as usize).collect();
        positions(&heaps).filter(|&positions| positions < 10_000)?;
        answers += if wins(heaps, &mut memo) { "Yes\n" } else { "No\n" };
    }
    Some(answers)
}
