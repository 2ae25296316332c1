//! Nim by the search of [`nim_first_moves`](crate::nim_first_moves).

use crate::nim_first_moves::oracle::wins_taking;
use crate::trials::{Known, Random, answer_lists, counted, counted_list, line, stones};

/// Stones that are searched at most.
const MOST: u64 = 40;

pub(crate) fn small(random: &mut Random) -> String {
    counted(random, 6, |random| {
        let (count, least) = (random.within(0, 4), random.within(0, 1));
        counted_list(&random.list(count, least, 7))
    })
}

pub(crate) fn answer(input: &str) -> Option<String> {
    answer_taking(input, u64::MAX, ["Yes\n", "No\n"])
}

/// Returns the answers if a move takes at most `most` stones, with the lines for the first and the second player.
pub(crate) fn answer_taking(input: &str, most: u64, [first, second]: [&str; 2]) -> Option<String> {
    let mut memo = Known::default();
    answer_lists(input, |heaps| {
        (stones(&heaps) <= MOST && heaps.len() < 6).then_some(())?;
        Some(if wins_taking(heaps, most, &mut memo) { first } else { second })
    })
}

/// Makes a small case in a layout from heaps, as a judge has it and in the problem's own.
pub(crate) fn laid_out(layout: &str, random: &mut Random) -> [String; 2] {
    let (count, most) = (random.within(1, 4), random.within(1, 7));
    let heaps = random.list(count, 0, most);
    let (written, heaps) = match layout {
        "gaps" => (gaps(random, &heaps), heaps),
        "row-sums" => {
            let columns = random.within(1, 3);
            let rows: String = heaps.iter().map(|&sum| line(&parts(random, sum, columns))).collect();
            (format!("{count} {columns}\n{rows}"), heaps)
        }
        "odd-steps" => board(random),
        "sides" => {
            let [above, below, left, right] = [(); 4].map(|()| random.within(0, 7));
            (line(&[above + below + 1, left + right + 1, above, left]), vec![above, below, left, right])
        }
        "pawns" => pawns(random, heaps),
        "runs" => runs(random),
        _ => coins(random, heaps),
    };
    [written, counted_list(&heaps)]
}

/// Returns pairs of pieces with these gaps.
fn gaps(random: &mut Random, heaps: &[u64]) -> String {
    let (mut at, mut places) = (0, Vec::new());
    for gap in heaps {
        let left = at + random.within(0, 2);
        places.extend([left, left + 1 + gap]);
        at = left + 2 + gap;
    }
    format!("{}\n{}", heaps.len(), line(&places))
}

/// Returns pawns with these squares between them, on a board that is large enough.
fn pawns(random: &mut Random, mut heaps: Vec<u64>) -> (String, Vec<u64>) {
    // The oracle knows few heaps.
    heaps.iter_mut().for_each(|heap| *heap %= 4);
    let most = heaps.iter().fold(0, |most, &heap| most.max(heap));
    while (heaps.len() as u64) < most + 2 {
        heaps.push(0);
    }
    let last = heaps.len() as u64 - 1;
    let white: Vec<u64> = heaps.iter().map(|heap| random.within(0, last - heap - 1)).collect();
    let black: Vec<u64> = white.iter().zip(&heaps).map(|(white, heap)| white + heap + 1).collect();
    (format!("{}\n{}{}", heaps.len(), line(&white), line(&black)), heaps)
}

/// Returns a random division of a sum in this number of parts.
fn parts(random: &mut Random, sum: u64, count: u64) -> Vec<u64> {
    let mut left = sum;
    let mut parts: Vec<u64> = (1..count)
        .map(|_| {
            let part = random.within(0, left);
            left -= part;
            part
        })
        .collect();
    parts.push(left);
    parts
}

/// Returns a board of coins, and the numbers in cells an odd number of steps away from the last cell.
fn board(random: &mut Random) -> (String, Vec<u64>) {
    let (rows, columns) = (random.within(1, 3), random.within(1, 3));
    let (mut text, mut heaps) = (format!("{rows} {columns}\n"), Vec::new());
    for row in 1..=rows {
        let cells = random.list(columns, 0, 6);
        let odd = cells.iter().zip(1..).filter(|(_, column)| (rows - row + columns - column) % 2 == 1);
        heaps.extend(odd.map(|(&coins, _)| coins));
        text += &line(&cells);
    }
    (text, heaps)
}

/// Returns squares with coins; each coin is a heap.
fn coins(random: &mut Random, heaps: Vec<u64>) -> (String, Vec<u64>) {
    let last = heaps.iter().copied().max().unwrap_or(0) + random.within(0, 2);
    let squares: Vec<u64> =
        (0..=last).map(|square| heaps.iter().filter(|&&heap| heap == square).count() as u64).collect();
    (format!("{}\n{}", squares.len(), line(&squares)), heaps)
}

/// Runs of heaps, each of which has a stone more than the one before.
fn runs(random: &mut Random) -> (String, Vec<u64>) {
    let (mut rows, mut heaps) = (String::new(), Vec::new());
    let runs = random.within(1, 2);
    for _ in 0..runs {
        let (first, length) = (random.within(0, 6), random.within(0, 2));
        rows += &line(&[first, length]);
        heaps.extend(first..first + length);
    }
    (format!("{runs}\n{rows}"), heaps)
}
