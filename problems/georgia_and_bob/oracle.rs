//! The winner by search of all positions of the pieces.

use crate::trials::{Known, Random, answer_lists, counted_list};

pub(crate) fn small(random: &mut Random) -> String {
    let cases = random.within(1, 3);
    let mut text = format!("{cases}\n");
    for _ in 0..cases {
        let most = random.within(1, 10);
        let mut places: Vec<u64> = Vec::new();
        for _ in 0..random.within(1, 6) {
            let place = random.within(1, most);
            if !places.contains(&place) {
                places.push(place);
            }
        }
        text += &counted_list(&places);
    }
    text
}

/// Returns whether the player to move wins; a bit for each place with a piece, the first place being bit 0.
fn wins(pieces: u32, known: &mut Known<u32>) -> bool {
    known.wins(pieces, |_, known| {
        (0..32).filter(|place| pieces >> place & 1 == 1).any(|place| {
            let mut free = (0..place).rev().take_while(|free| pieces >> free & 1 == 0);
            free.any(|free| !wins(pieces ^ 1 << place ^ 1 << free, known))
        })
    })
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let mut known = Known::default();
    let bit = |place: u64| (1..=14).contains(&place).then(|| 1 << (place - 1));
    answer_lists(input, |places| {
        let pieces = places.into_iter().try_fold(0, |pieces, place| Some(pieces | bit(place)?))?;
        Some(if wins(pieces, &mut known) { "Georgia will win\n" } else { "Bob will win\n" })
    })
}
