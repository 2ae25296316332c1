//! Coins by search of all positions, a bit for each head.

use crate::trials::{Random, counted_list, lists, numbers};

/// Coins that are searched at most.
const MOST: usize = 9;

pub(crate) fn small(random: &mut Random) -> String {
    (0..random.within(1, 8)).map(|_| case(random)).collect()
}

fn case(random: &mut Random) -> String {
    let count = random.within(0, 6);
    let most = random.within(2, MOST as u64 - 1);
    counted_list(&random.list(count, 0, most))
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let wins = search();
    let lines = lists(&numbers(input)?)?.into_iter().map(|places| {
        let heads =
            places.iter().try_fold(0, |heads, &place| (place < MOST as u64).then(|| heads | 1 << place))?;
        Some(if wins[heads] { "No\n" } else { "Yes\n" })
    });
    lines.collect()
}

/// Returns whether the player to move wins, for each set of heads.
fn search() -> Vec<bool> {
    let mut wins = vec![false; 1 << MOST];
    for heads in 1..1_usize << MOST {
        // The rightmost coin that is turned becomes tails, so that the number is smaller.
        wins[heads] = (0..MOST).filter(|right| heads >> right & 1 == 1).any(|right| {
            let one = heads ^ 1 << right;
            !wins[one]
                || (0..right).any(|other| {
                    let two = one ^ 1 << other;
                    !wins[two] || (0..other).any(|third| !wins[two ^ 1 << third])
                })
        });
    }
    wins
}
