//! Pieces on a row of places move left, as far as they like, without passing another; whoever cannot move loses.
//!
//! Take the pieces in pairs from the right, where the leftmost of an odd number has the wall as its partner; the gaps
//! within the pairs are heaps of Nim (staircase Nim, *Winning Ways*, chapter 15). Moving the right piece of a pair
//! makes its gap smaller, as a move of Nim does. Moving the left one makes it larger, but the opponent restores it by
//! moving the right one as far, and such moves come to an end at the wall.

#[cfg(test)]
pub(super) mod oracle;

use nim_engine::theory::nim::repeated;
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct GeorgiaAndBob;

/// Words of places that are marked in memory of their own: all places of the statement.
const WORDS: usize = 160;

/// Returns the XOR of the gaps within pairs of neighbouring pieces, from the right; no two pieces have the same place.
#[inline]
fn gap_sum(case: &Case<'_, ()>) -> u64 {
    let pieces = case.behind(1);
    // The wall, at 0, is in a pair where the number of pieces is odd.
    let wall = pieces.len() as u64 % 2;
    let mut room = [0; 8];
    let places = repeated(pieces, case.level, &mut room);
    let words = (places.iter().fold(0, |most, &piece| most.max(piece)) / 64 + 1) as usize;
    if words == 1 {
        let word = places.iter().fold(wall, |word, piece| word | 1 << (piece % 64));
        return if pieces.len() <= 8 { gaps_of_few(word) } else { gaps_between(&[word]) };
    }
    if words > WORDS.min(pieces.len()) {
        return case.in_order(pieces, gaps_in_order);
    }
    if pieces.is_sorted() {
        return gaps_in_order(pieces);
    }
    let mut places = [0; WORDS];
    places[0] = wall;
    for piece in pieces {
        places[(piece / 64) as usize % WORDS] |= 1 << (piece % 64);
    }
    gaps_between(&places[..words])
}

/// Returns the XOR of the gaps within pairs of pieces that stand in order.
#[inline]
fn gaps_in_order(pieces: &[u64]) -> u64 {
    let (alone, others) = pieces.split_at(pieces.len() % 2);
    let sum = alone.iter().fold(0, |sum, piece| sum ^ (piece - 1));
    others.as_chunks().0.iter().fold(sum, |sum, [left, right]| sum ^ (right - left - 1))
}

/// Like [`gaps_between`] of a word with an even number of places, eight at most, without a branch on how many.
#[inline]
fn gaps_of_few(mut places: u64) -> u64 {
    let mut sum = 0;
    for _ in 0..4 {
        let left = places.trailing_zeros();
        places &= places.wrapping_sub(1);
        let right = places.trailing_zeros();
        places &= places.wrapping_sub(1);
        // Of no places, both are 64.
        sum ^= right.saturating_sub(left + 1);
    }
    sum.into()
}

/// Returns the XOR of the gaps between the first place and the second, the third and the fourth, and so on.
#[inline]
fn gaps_between(words: &[u64]) -> u64 {
    let (mut sum, mut left) = (0, None);
    for (word, &places) in (0..).step_by(64).zip(words) {
        let mut places = places;
        while places != 0 {
            let place = word + u64::from(places.trailing_zeros());
            places &= places - 1;
            left = match left {
                Some(left) => {
                    sum ^= place - left - 1;
                    None
                }
                None => Some(place),
            };
        }
    }
    sum
}

/// Returns the places of neighbouring pieces in pairs, from the left; the wall is at 0.
fn pairs(pieces: &[u64]) -> Vec<[u64; 2]> {
    let mut places = vec![0; pieces.len() % 2];
    places.extend(pieces);
    places.sort_unstable();
    places.as_chunks().0.to_vec()
}

/// Returns the gaps within the pairs.
fn gaps(pieces: &[u64]) -> Vec<u64> {
    pairs(pieces).iter().map(|[left, right]| right - left - 1).collect()
}

impl Problem for GeorgiaAndBob {
    const THEMES: &'static [Theme] = &[Theme::BoardsAndTrees];
    const RULE: &'static str = "Pieces move left without passing: print `Georgia will win` when the first player wins, else `Bob will win`";
    const IDEA: &'static str =
        "The gaps within pairs of neighbouring pieces, from the right, are heaps of Nim";
    const GRAMMAR: Grammar = Grammar {
        cases: Cases::Counted,
        case: &[line(&[number("pieces")]), line(&[list("place", Count::Of("pieces"))])],
        conditions: &[Condition::Distinct("place"), Condition::at_least("place", Count::Exactly(1))],
        ..Grammar::NOTHING
    };
    const EITHER: Option<[Line; 2]> = Some([Line::new("Georgia will win"), Line::new("Bob will win")]);
    type Summary = ();

    #[inline]
    fn is_first(&self, case: &Case<'_, ()>) -> bool {
        gap_sum(case) != 0
    }

    fn reason(&self, case: &Fields<'_>) -> Option<String> {
        Some(grundy_reason(gaps(case.behind(1))))
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let pieces = case.behind(1);
        let pairs = pairs(pieces);
        let ends = pairs.clone();
        let said = move |line: &[&PlayedMove]| {
            let made = line.last()?;
            let [left, right] = *pairs.get(made.component)?;
            let piece = pieces.iter().position(|&place| place == right)? + 1;
            let (from, to) = made.stones();
            Some(
                TheoremText::new("move")
                    .with("piece", piece)
                    .with("from", left + from + 1)
                    .with("to", left + to + 1),
            )
        };
        let facts = CaseAnalysis::heaps("nim", gaps(pieces)).as_image().moves(said);
        facts.components(move |pair| {
            let [left, right] = ends.get(pair).copied().unwrap_or_default();
            vec![("left", left.to_string()), ("right", right.to_string())]
        })
    }
}
