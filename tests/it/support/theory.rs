//! The winner at Nim, by Bouton's theorem (1901), for positions that no search can reach.
//!
//! It is stated as Bouton did, by columns of binary digits, one bit and one heap at a time, and shares no idea
//! with a fold over machine words. The tests below prove it equal to the search on every small position.

use crate::oracle::Rule;

/// Returns whether the player to move wins.
pub fn wins(rule: Rule, heaps: &[u64]) -> bool {
    let ones = heaps.iter().filter(|&&heap| heap == 1).count();
    let only_ones = heaps.iter().all(|&heap| heap <= 1);
    match rule {
        Rule::Misere if only_ones => ones % 2 == 0,
        Rule::Normal | Rule::Misere => (0..columns(heaps)).any(|bit| !is_even(heaps, bit)),
    }
}

/// Returns every winning first move under [`Rule::Normal`]: the heap's index and its size afterwards. It is the change of one heap that
/// makes every column even, where that change takes stones away.
pub fn winning_moves(heaps: &[u64]) -> Vec<(usize, u64)> {
    let odd: Vec<u32> = (0..columns(heaps)).filter(|&bit| !is_even(heaps, bit)).collect();
    let evened = |heap| odd.iter().fold(heap, |heap, &bit| flipped(heap, bit));
    let moves = heaps.iter().map(|&heap| (heap, evened(heap))).enumerate();
    moves.filter(|(_, (heap, after))| after < heap).map(|(index, (_, after))| (index, after)).collect()
}

/// Returns the number of columns that have a digit: those beyond the largest heap are empty.
fn columns(heaps: &[u64]) -> u32 {
    u64::BITS - heaps.iter().max().map_or(u64::BITS, |heap| heap.leading_zeros())
}

fn has(heap: u64, bit: u32) -> bool {
    (heap >> bit) % 2 == 1
}

fn flipped(heap: u64, bit: u32) -> u64 {
    let place = 1 << bit;
    if has(heap, bit) { heap - place } else { heap + place }
}

/// Returns whether an even number of heaps has this binary digit.
fn is_even(heaps: &[u64], bit: u32) -> bool {
    heaps.iter().filter(|&&heap| has(heap, bit)).count() % 2 == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::Game;

    /// Returns every way to choose `count` heaps of at most `max` stones, largest first.
    fn positions(count: usize, max: u64) -> Vec<Vec<u64>> {
        if count == 0 {
            return vec![vec![]];
        }
        let first =
            (0..=max).flat_map(|heap| positions(count - 1, heap).into_iter().map(move |rest| (heap, rest)));
        first.map(|(heap, rest)| [vec![heap], rest].concat()).collect()
    }

    #[track_caller]
    fn check(rule: Rule, positions: impl IntoIterator<Item = Vec<u64>>) {
        let mut search = Game::nim(rule);
        for heaps in positions {
            assert_eq!(wins(rule, &heaps), search.wins(&heaps), "{heaps:?}");
            if rule == Rule::Normal {
                assert_eq!(winning_moves(&heaps), search.winning_moves(&heaps), "{heaps:?}");
            }
        }
    }

    #[test]
    fn agrees_with_the_search_on_every_position_of_five_heaps_of_six() {
        for rule in [Rule::Normal, Rule::Misere] {
            check(rule, positions(5, 6));
        }
    }

    #[test]
    fn agrees_with_the_search_on_every_position_of_two_heaps_of_thirty_three() {
        for rule in [Rule::Normal, Rule::Misere] {
            check(rule, positions(2, 33));
        }
    }

    #[test]
    fn agrees_with_the_search_on_many_ones() {
        let ones = |count| (0..=3).map(move |other| [vec![1; count], vec![other, 0]].concat());
        for rule in [Rule::Normal, Rule::Misere] {
            check(rule, (0..30).flat_map(ones));
        }
    }

    #[test]
    fn no_heaps_are_a_position_too() {
        check(Rule::Normal, [vec![]]);
        check(Rule::Misere, [vec![]]);
    }
}
