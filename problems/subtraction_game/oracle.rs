//! The game by a table of all heaps.

use crate::trials::{Random, line, numbers, table};

pub(crate) fn small(random: &mut Random) -> String {
    let count = random.within(0, 6);
    let stones = random.within(0, 80);
    let top = random.within(1, 40);
    let takes = random.list(count, 1, top);
    if count == 0 { format!("0 {stones}\n") } else { format!("{count} {stones}\n{}", line(&takes)) }
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let numbers: Vec<usize> = numbers(input)?;
    let [_, stones, ref takes @ ..] = numbers[..] else { return None };
    (stones <= 100_000).then_some(())?;
    let wins = table(stones, |heap, wins| takes.iter().any(|&taken| taken <= heap && !wins[heap - taken]));
    Some(if wins[stones] { "First\n" } else { "Second\n" }.to_owned())
}

/// Makes a small case in a layout, as a judge has it and in the problem's own.
pub(crate) fn laid_out(layout: &str, random: &mut Random) -> [String; 2] {
    let stones = random.within(1, 90);
    if layout == "two-three-five" {
        return [stones.to_string(), format!("3 {stones} 2 3 5")];
    }
    let count = random.within(1, 6);
    let mut takes = random.list(count, 1, 40);
    takes[0] = 1;
    takes.rotate_left((stones % count) as usize);
    let set = line(&takes);
    let set = set.trim_end();
    [format!("{stones} {count} {set}"), format!("{count} {stones} {set}")]
}
