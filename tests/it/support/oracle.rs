//! The winner of a game, by exhaustive search of its positions. Knows the rules of Nim and no theory.

use std::collections::HashMap;

/// The rule for the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The player who makes the last move wins.
    Normal,
    /// The player who makes the last move loses.
    Misere,
}

/// A game in which every position ends after finitely many moves.
pub struct Game {
    rule: Rule,
    /// The positions that one move leads to.
    options: fn(&[u64]) -> Vec<Vec<u64>>,
    /// Returns the same form for positions that are alike in all that matters.
    normal_form: fn(&[u64]) -> Vec<u64>,
    /// Whether the player to move wins, by normal form.
    known: HashMap<Vec<u64>, bool>,
}

impl Game {
    /// Nim: a move takes any number of stones from one heap.
    pub fn nim(rule: Rule) -> Self {
        Self { rule, options: nim_options, normal_form: sorted_heaps, known: HashMap::new() }
    }

    /// Returns whether the player to move wins.
    pub fn wins(&mut self, position: &[u64]) -> bool {
        let position = (self.normal_form)(position);
        if let Some(&wins) = self.known.get(&position) {
            return wins;
        }
        let options = (self.options)(&position);
        let wins = if options.is_empty() {
            self.rule == Rule::Misere
        } else {
            options.iter().any(|option| !self.wins(option))
        };
        self.known.insert(position, wins);
        wins
    }

    /// Returns every winning first move at Nim: the heap's index and its size afterwards.
    pub fn winning_moves(&mut self, heaps: &[u64]) -> Vec<(usize, u64)> {
        nim_moves(heaps).filter(|&(index, after)| !self.wins(&with(heaps, index, after))).collect()
    }
}

/// Returns every move at Nim: the heap's index and its size afterwards.
fn nim_moves(heaps: &[u64]) -> impl Iterator<Item = (usize, u64)> {
    heaps.iter().enumerate().flat_map(|(index, &heap)| (0..heap).map(move |after| (index, after)))
}

fn nim_options(heaps: &[u64]) -> Vec<Vec<u64>> {
    nim_moves(heaps).map(|(index, after)| with(heaps, index, after)).collect()
}

/// Neither the order of heaps nor an empty heap makes a difference to the moves there are.
fn sorted_heaps(heaps: &[u64]) -> Vec<u64> {
    let mut heaps: Vec<u64> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
    heaps.sort_unstable();
    heaps
}

/// Returns the heaps with one of them changed.
pub fn with(heaps: &[u64], index: usize, after: u64) -> Vec<u64> {
    let mut heaps = heaps.to_vec();
    heaps[index] = after;
    heaps
}

#[test]
fn positions_that_are_known_by_hand() {
    let (mut normal, mut misere) = (Game::nim(Rule::Normal), Game::nim(Rule::Misere));
    for (heaps, wins_normal, wins_misere) in [
        (&[][..], false, true),
        (&[0, 0], false, true),
        (&[1], true, false),
        (&[2], true, true),
        (&[1, 1], false, true),
        (&[1, 1, 0], false, true),
        (&[1, 2], true, true),
        (&[2, 2], false, false),
        (&[1, 1, 1], true, false),
        (&[1, 2, 3], false, false),
        (&[3, 6, 9], true, true),
    ] {
        assert_eq!(normal.wins(heaps), wins_normal, "{heaps:?}");
        assert_eq!(misere.wins(heaps), wins_misere, "{heaps:?}, misère");
    }
    assert_eq!(normal.winning_moves(&[5, 7, 8, 9, 10]), [(2, 1), (3, 0), (4, 3)]);
    assert_eq!(misere.winning_moves(&[2, 1, 1]), [(0, 1)]);
}
