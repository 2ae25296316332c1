//! Small inputs, answered by search of the game.

use crate::trials::{Known, Random, counted, line};

/// Cells of a row that are searched at most.
const LONGEST: usize = 12;

/// Rows that are not over, of few crosses mostly, so that some allow no win at once.
pub(crate) fn small(random: &mut Random) -> String {
    counted(random, 3, |random| row(random) + "\n")
}

fn row(random: &mut Random) -> String {
    let (cells, rarity) = (random.within(3, 11), random.within(0, 8));
    let mut row = String::new();
    for _ in 0..cells {
        let crossed = random.within(0, rarity) == 1 && !row.ends_with("XX");
        row.push(if crossed { 'X' } else { '.' });
    }
    row
}

pub(crate) fn answer(input: &str) -> Option<String> {
    answer_by(input, &[])
}

/// Winner and places of every case; with a switch, the places or 0.
pub(crate) fn answer_by(input: &str, switches: &[&str]) -> Option<String> {
    let (mut answers, mut known) = (String::new(), Known::default());
    for row in input.split_ascii_whitespace().skip(1) {
        if row.len() > LONGEST {
            return None;
        }
        let places = winning_places(row.as_bytes(), &mut known);
        answers += match (switches, &places[..]) {
            (["places"], []) => "0",
            (["places"], _) => "",
            (_, []) => "LOSING\n",
            _ => "WINNING\n",
        };
        answers += &line(&places);
    }
    Some(answers)
}

/// Tries every place: it wins if the row is over, or if the opponent has none.
fn winning_places(row: &[u8], known: &mut Known<Vec<u8>>) -> Vec<u64> {
    let mut places = Vec::new();
    for cell in (0..row.len()).filter(|&cell| row[cell] == b'.') {
        let mut next = row.to_vec();
        next[cell] = b'X';
        let is_over = next.windows(3).any(|cells| cells == b"XXX");
        if is_over || !known.wins(next, |next, known| !winning_places(next, known).is_empty()) {
            places.push(cell as u64 + 1);
        }
    }
    places
}
