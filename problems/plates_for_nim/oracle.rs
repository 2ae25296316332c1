//! The game by search, both parts of it.

use crate::trials::{Known, Random, answer_lists, counted, counted_list};

/// The bags that are left, the coins of each plate, and whether Nim has begun.
type Position = (Vec<u64>, Vec<u64>);

pub(crate) fn small(random: &mut Random) -> String {
    counted(random, 4, |random| {
        let bags = random.within(1, 5);
        let mut coins = random.list(bags, 1, 3);
        if bags == 4 && random.within(0, 1) == 0 {
            coins[0] = coins[1];
            coins[2] = coins[3];
        }
        counted_list(&coins)
    })
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let mut known = Known::default();
    answer_lists(input, |bags| {
        (bags.len() <= 5 && bags.iter().sum::<u64>() <= 15).then_some(())?;
        let plates = vec![0; bags.len()];
        Some(if wins((bags, plates), &mut known) { "First\n" } else { "Second\n" })
    })
}

/// Returns whether the player to move wins: a bag goes onto a plate, or, without bags, coins are taken from one.
fn wins((mut bags, mut plates): Position, known: &mut Known<Position>) -> bool {
    bags.sort_unstable();
    plates.sort_unstable();
    known.wins((bags, plates), |(bags, plates), known| {
        (0..plates.len()).any(|plate| {
            let with = |coins: u64| {
                let mut after = plates.clone();
                after[plate] = coins;
                after
            };
            if bags.is_empty() {
                return (0..plates[plate]).any(|left| !wins((Vec::new(), with(left)), known));
            }
            (0..bags.len()).any(|bag| {
                let mut rest = bags.clone();
                let coins = rest.remove(bag);
                !wins((rest, with(plates[plate] + coins)), known)
            })
        })
    })
}
