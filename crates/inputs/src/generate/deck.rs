//! Values dealt in a random order, none twice before all have been.

use nim_ground::random::Random;

/// The values of a field that are of interest.
#[derive(Default)]
pub(super) struct Deck {
    range: (u64, u64),
    cards: Vec<u64>,
    left: usize,
}

impl Deck {
    /// Returns the next of the powers of two and their neighbours in a range.
    pub(super) fn power(&mut self, least: u64, most: u64, random: &mut Random) -> u64 {
        let powers = (0..64).flat_map(|bit| [(1_u64 << bit) - 1, 1 << bit, (1 << bit) + 1]);
        self.deal(least, most, random, powers)
    }

    /// Returns the next of the round decimal numbers and their neighbours in a range.
    pub(super) fn round(&mut self, least: u64, most: u64, random: &mut Random) -> u64 {
        let round = (0..19).flat_map(|digits| [1, 2, 5].map(|first| first * 10_u64.pow(digits)));
        self.deal(least, most, random, round.flat_map(|round| [round - 1, round, round + 1]))
    }

    /// Returns the next of the bounds of a range and their neighbours.
    pub(super) fn edge(&mut self, least: u64, most: u64, random: &mut Random) -> u64 {
        let edges = [least, least.saturating_add(1), most.saturating_sub(1), most];
        self.deal(least, most, random, edges)
    }

    fn deal(
        &mut self,
        least: u64,
        most: u64,
        random: &mut Random,
        cards: impl IntoIterator<Item = u64>,
    ) -> u64 {
        if self.range != (least, most) || self.cards.is_empty() {
            self.range = (least, most);
            self.cards = cards.into_iter().filter(|card| (least..=most).contains(card)).collect();
            self.cards.sort_unstable();
            self.cards.dedup();
            if self.cards.is_empty() {
                self.cards.push(least);
            }
            self.left = 0;
        }
        if self.left == 0 {
            random.shuffle(&mut self.cards);
            self.left = self.cards.len();
        }
        self.left -= 1;
        self.cards[self.left]
    }
}
