//! Nim by the search of [`nim_first_moves`](crate::nim_first_moves).

use crate::nim_first_moves::oracle::wins;
use crate::trials::Random;
use std::collections::HashMap;

pub(crate) fn small(random: &mut Random) -> String {
    let cases = random.within(1, 8);
    (0..cases).map(|_| case(random)).collect()
}

fn case(random: &mut Random) -> String {
    let count = random.within(0, 5);
    let mut heaps = random.list(count, 0, 5);
    // A heap twice makes lost positions as likely as others.
    if count > 1 && random.within(0, 2) == 0 {
        heaps[0] = heaps[1];
    }
    let tokens: Vec<String> = std::iter::once(count).chain(heaps).map(|token| token.to_string()).collect();
    tokens.join(" ") + "\n"
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let mut tokens = input.split_ascii_whitespace().map(str::parse::<u64>);
    let (mut memo, mut answers) = (HashMap::new(), String::new());
    while let Some(count) = tokens.next() {
        let heaps: Vec<u64> = tokens.by_ref().take(count.ok()? as usize).collect::<Result<_, _>>().ok()?;
        let positions =
            heaps.iter().try_fold(1_u64, |product, heap| product.checked_mul(heap.checked_add(1)?));
        positions.filter(|&positions| positions < 10_000)?;
        answers += if wins(heaps, &mut memo) { "Yes\n" } else { "No\n" };
    }
    Some(answers)
}
