//! Small inputs, answered by search of the game.

use crate::trials::Random;
use std::collections::HashMap;

/// Cells of a row that are searched at most.
pub(crate) const LONGEST: usize = 12;

/// Rows that are not over, of few crosses mostly, so that some allow no win at once.
pub(crate) fn small(random: &mut Random) -> String {
    let cases = random.within(0, 3);
    let rows: String = (0..cases).map(|_| row(random) + "\n").collect();
    format!("{cases}\n{rows}")
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

/// Winner and places of every case.
pub(crate) fn answer(input: &str) -> Option<String> {
    let (mut answers, mut known) = (String::new(), HashMap::new());
    for row in input.split_ascii_whitespace().skip(1) {
        if row.len() > LONGEST {
            return None;
        }
        let places: Vec<String> =
            winning_places(row.as_bytes(), &mut known).iter().map(usize::to_string).collect();
        answers += if places.is_empty() { "LOSING\n" } else { "WINNING\n" };
        answers += &(places.join(" ") + "\n");
    }
    Some(answers)
}

/// Tries every place: it wins if the row is over, or if the opponent has none.
pub(crate) fn winning_places(row: &[u8], known: &mut HashMap<Vec<u8>, bool>) -> Vec<usize> {
    let mut places = Vec::new();
    for cell in (0..row.len()).filter(|&cell| row[cell] == b'.') {
        let mut next = row.to_vec();
        next[cell] = b'X';
        if next.windows(3).any(|cells| cells == b"XXX") || loses(next, known) {
            places.push(cell + 1);
        }
    }
    places
}

fn loses(row: Vec<u8>, known: &mut HashMap<Vec<u8>, bool>) -> bool {
    if let Some(&lost) = known.get(&row) {
        return lost;
    }
    let lost = winning_places(&row, known).is_empty();
    known.insert(row, lost);
    lost
}
