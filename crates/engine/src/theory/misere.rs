//! Misère play: the player who cannot move wins.
//!
//! Values do not add here. Answers come from one of four methods.
//!
//! 1. *A theorem of the game*: misère Nim (Bouton 1901), Moore's Nim, Wythoff's game, a staircase.
//! 2. *The SJ rule*, where its premise holds.
//!
//!    **Premise.** No move splits a component, and every position of a component that has value 0 but is not the
//!    end has an option of value 1.
//!    **Rule** (Jia Zhihao, 2009). The player to move wins a sum iff (some component has a value above 1) = (the XOR of the values is
//!    not 0).
//!    *Proof.* Let L be the sums where (A) no value is above 1 and the XOR is 1, or (B) some value is
//!    above 1 and the XOR is 0; the rule says that these are the P-positions. The end of play is not in L, as it should
//!    be. From A every move changes one value, to 0 or 1, when the XOR becomes 0, or above 1, when it is the only one and the
//!    XOR is not 0: out of L. From B, where two values at least are above 1, a move changes one value, so that the XOR is
//!    not 0 while another value is still above 1: out of L. From a sum that is neither in L nor the end there is a move into
//!    L: if no value is above 1, the XOR is 0; a component of value 1 can move to 0, and where none has value 1 some component
//!    of value 0 is not at its end and can, by the premise, move to 1: A. If exactly one value is above 1, it can move to 0
//!    and to 1, one of which is A. If more are, the move of Nim leaves the XOR 0 and, elsewhere, a value above 1: B. ∎
//!
//!    Where components split the premise must hold of sums, for which no check is known: the two heaps of Kayles {2, 2}
//!    have value 0 and no option of value 1. The rule as it is often stated, for every game, assumes that play ends
//!    as soon as all values are 0, which is another game.
//! 3. *The misère quotient* of the heaps, if one is found; see [`quotient`](super::quotient).
//! 4. *Search* of all reachable sums, with memoisation; or a refusal, which shows the smallest
//!    counterexample to the SJ rule.
//!
//! The [`genus`](Positions::genus) of a component contains more than its value: also the misère values of its sums with
//! heaps of Nim of size 2. (Conway, *On Numbers and Games*, chapter 12.)

use std::collections::HashMap;

use super::budget::Budget;
use super::evaluator::search;
use super::game::{Component, Flow, Game};
use super::mex::mex;
use super::nim::NimSum;
use super::reduced::{Form, Forms};
use super::refusal::{Excess, Refusal};
use super::watch::{Steps, Watch};

/// Sums of components of some games, with a number for each component.
///
/// *Memory*: the options of every component that was reached, and an entry for each sum whose outcome is known.
#[derive(Default)]
pub struct Positions<'r> {
    games: Vec<&'r dyn Game>,
    numbers: HashMap<(usize, Component), u32>,
    /// The options of each component, as sums; empty for one that is at its end. Terminal parts are left out.
    options: Vec<Vec<Sum>>,
    /// Whether each sum is an N-position: the player to move wins.
    wins: HashMap<Sum, bool>,
    limit: usize,
    /// The total length of the stored sums.
    held: usize,
}

/// The most numbers in stored sums, for each position of the limit: 128 MB for a million.
const NUMBERS: usize = 32;

/// The approximate number of elementary operations for a move of a sum.
const COST_OF_MOVE: u64 = 64;

/// The numbers of components that are not at their end, in rising order.
type Sum = Box<[u32]>;

impl<'r> Positions<'r> {
    /// Creates an empty table for components of these games; at most `limit` sums and options are stored.
    pub fn new(games: Vec<&'r dyn Game>, limit: usize) -> Self {
        Self { games, limit, ..Self::default() }
    }

    fn too_many(&self) -> Refusal {
        Refusal::too_many(Excess::Positions, self.limit)
    }

    /// Returns the sum of components, each with the index of its game.
    ///
    /// # Errors
    /// [`Refusal::TooMany`] past the limit.
    pub fn sum(&mut self, components: &[(usize, Component)], watch: &mut Watch<'_>) -> Result<Sum, Refusal> {
        let mut sum = Vec::new();
        for (game, component) in components {
            sum.push(self.intern(*game, component, watch)?);
        }
        Ok(self.without_ends(sum))
    }

    fn without_ends(&self, mut sum: Vec<u32>) -> Sum {
        sum.retain(|&number| !self.options[number as usize].is_empty());
        sum.sort_unstable();
        sum.into()
    }

    /// Returns the number of a component; also numbers all components that can be reached from it.
    fn intern(&mut self, game: usize, component: &[u64], watch: &mut Watch<'_>) -> Result<u32, Refusal> {
        let key = (game, component.to_vec());
        if let Some(&number) = self.numbers.get(&key) {
            return Ok(number);
        }
        let mut steps = Steps::new(watch, self.limit as u64, "positions and options noted");
        // Depth-first, so that the options of a component are numbered before it; ancestors wait on the stack.
        let mut stack = vec![key.clone()];
        let mut remembered = self.options.len();
        while let Some(top) = stack.last().cloned() {
            if self.numbers.contains_key(&top) {
                stack.pop();
                continue;
            }
            steps.spend(COST_OF_MOVE)?;
            let (waiting, numbers) = (stack.len(), &self.numbers);
            let mut options: Vec<Vec<u32>> = Vec::new();
            let mut interrupted = Ok(());
            let mut left = self.limit.saturating_sub(remembered);
            let flow = self.games[top.0].options(&top.1, &mut |parts| {
                let mut option = Vec::with_capacity(parts.len());
                for part in parts {
                    let part = (top.0, part.clone());
                    match numbers.get(&part) {
                        Some(&number) => option.push(number),
                        None => stack.push(part),
                    }
                }
                options.push(option);
                left = left.saturating_sub(1);
                interrupted = steps.spend(COST_OF_MOVE);
                if left == 0 || interrupted.is_err() { Flow::Break(()) } else { Flow::Continue(()) }
            });
            interrupted?;
            if flow.is_break() || stack.len() > self.limit {
                return Err(self.too_many());
            }
            if stack.len() == waiting {
                let mut options: Vec<Sum> =
                    options.into_iter().map(|option| self.without_ends(option)).collect();
                options.sort_unstable();
                options.dedup();
                remembered += options.len() + 1;
                let number = u32::try_from(self.options.len()).map_err(|_| self.too_many())?;
                self.options.push(options);
                self.numbers.insert(top, number);
                stack.pop();
            }
        }
        self.numbers.get(&key).copied().ok_or_else(|| self.too_many())
    }

    /// Returns all sums that one move makes of `sum`; a component that occurs twice is moved once.
    ///
    /// # Errors
    /// [`Refusal::TooMany`], before any allocation, if these sums exceed the limit.
    fn moves(&self, sum: &Sum) -> Result<Vec<Sum>, Refusal> {
        let moved = |index: &usize| *index == 0 || sum[index - 1] != sum[*index];
        let options = (0..sum.len()).filter(moved).map(|index| &self.options[sum[index] as usize]);
        let count: usize = options.map(Vec::len).sum();
        let most = self.limit.saturating_mul(NUMBERS);
        if count.saturating_mul(sum.len()).saturating_add(self.held) > most {
            return Err(Refusal::too_many(Excess::ComponentsOfPositions, most));
        }
        let mut moves = Vec::with_capacity(count);
        for index in (0..sum.len()).filter(moved) {
            for option in &self.options[sum[index] as usize] {
                let mut next: Vec<u32> = Vec::with_capacity(sum.len() + option.len());
                next.extend_from_slice(&sum[..index]);
                next.extend_from_slice(&sum[index + 1..]);
                next.extend_from_slice(option);
                next.sort_unstable();
                moves.push(next.into());
            }
        }
        Ok(moves)
    }

    /// Returns whether the player to move wins the sum in misère play.
    ///
    /// *Cost*: at most one entry for each sum that can be reached, fewer where a winning move is found early.
    ///
    /// # Errors
    /// [`Refusal::TooMany`] past the limit.
    pub fn first_wins(&mut self, sum: &Sum, watch: &mut Watch<'_>) -> Result<bool, Refusal> {
        let mut steps = Steps::new(watch, self.limit as u64, "positions searched");
        // The open positions, with their remaining moves and the total length of these.
        let mut stack: Vec<(Sum, Vec<Sum>, usize)> = vec![(sum.clone(), self.moves(sum)?, 0)];
        while let Some((top, moves, held)) = stack.last_mut() {
            let mut wins = top.is_empty();
            let mut unknown = None;
            // Losing moves are removed, so that each is examined once.
            while let Some(next) = moves.last() {
                match self.wins.get(next) {
                    Some(true) => {
                        moves.pop();
                    }
                    Some(false) => {
                        wins = true;
                        break;
                    }
                    None => {
                        unknown = Some(next.clone());
                        break;
                    }
                }
            }
            if let Some(next) = unknown {
                if self.wins.len() + stack.len() > self.limit {
                    return Err(self.too_many());
                }
                let moves = self.moves(&next)?;
                let held = next.len() * (moves.len() + 1);
                self.held += held;
                steps.step(COST_OF_MOVE.saturating_mul((moves.len() + next.len()) as u64))?;
                stack.push((next, moves, held));
            } else {
                let done = top.clone();
                self.held = self.held - *held + done.len();
                self.wins.insert(done, wins);
                stack.pop();
            }
        }
        Ok(self.wins.get(sum).copied().unwrap_or_default())
    }

    /// Returns the genus of a sum: its misère value and those of its sums with one, two, … heaps of Nim of size 2; the last two repeat
    /// for ever. The misère value is the size of the single heap of Nim whose addition makes a P-position.
    ///
    /// *Why they repeat.* A heap of size 1 added to a sum of misère value g makes it g XOR 1, so that with n heaps of size 2 the value
    /// g(n) is the mex of g(n - 1), g(n - 1) XOR 1 and the values of the options with n heaps. Where all of these repeat after
    /// two steps, and g(n + 1) = g(n - 1), the next one is g(n).
    ///
    /// *Cost*: an entry for each sum that can be reached.
    ///
    /// # Errors
    /// [`Refusal::TooMany`] past the limit.
    pub fn genus(&self, sum: &Sum, watch: &mut Watch<'_>) -> Result<Vec<u64>, Refusal> {
        self.fold(sum, &mut |options| genus_of(options), watch)
    }

    /// Returns the reduced form of a sum.
    ///
    /// *Cost*: an entry for each sum that can be reached.
    ///
    /// # Errors
    /// [`Refusal::TooMany`] past the limit.
    pub fn form(&self, sum: &Sum, forms: &mut Forms, watch: &mut Watch<'_>) -> Result<Form, Refusal> {
        self.fold(sum, &mut |options| forms.reduced(options.iter().copied().copied().collect()), watch)
    }

    /// Returns a result for a sum, computed by `of` from the results of its options.
    fn fold<T>(
        &self,
        sum: &Sum,
        of: &mut dyn FnMut(&[&T]) -> T,
        watch: &mut Watch<'_>,
    ) -> Result<T, Refusal> {
        let mut steps = Steps::new(watch, self.limit as u64, "positions searched");
        let mut known: HashMap<Sum, T> = HashMap::new();
        let mut stack = vec![sum.clone()];
        while let Some(top) = stack.last().cloned() {
            if known.contains_key(&top) {
                stack.pop();
                continue;
            }
            let moves = self.moves(&top)?;
            steps.step(COST_OF_MOVE.saturating_mul((moves.len() + 1) as u64))?;
            let waiting = stack.len();
            let mut options = Vec::with_capacity(moves.len());
            for next in moves {
                match known.get(&next) {
                    Some(made) => options.push(made),
                    None => stack.push(next),
                }
            }
            if stack.len() == waiting {
                let made = of(&options);
                known.insert(top, made);
                stack.pop();
            }
            if known.len() + stack.len() > self.limit {
                return Err(self.too_many());
            }
        }
        known.remove(sum).ok_or_else(|| self.too_many())
    }
}

/// Returns the misère value beside n heaps of Nim of size 2, from a genus.
pub fn genus_beside(genus: &[u64], n: usize) -> u64 {
    match genus.len().checked_sub(2) {
        Some(repeating) if n >= repeating => genus[repeating + (n - repeating) % 2],
        _ => genus.get(n).copied().unwrap_or_default(),
    }
}

/// Returns the genus of a sum whose options have these genera; with none, play has ended.
fn genus_of(options: &[&Vec<u64>]) -> Vec<u64> {
    let regular = options.iter().map(|option| option.len().saturating_sub(2)).max().unwrap_or(0);
    let mut genus: Vec<u64> = Vec::new();
    loop {
        let n = genus.len();
        let mut excluded: Vec<u64> = options.iter().map(|option| genus_beside(option, n)).collect();
        match genus.last() {
            Some(&before) => excluded.extend([before, before ^ 1]),
            // The end of play has the misère value 1, since the player who cannot move wins.
            None if options.is_empty() => excluded.push(0),
            None => {}
        }
        genus.push(mex(&excluded));
        if n >= regular + 2 && genus[n] == genus[n - 2] {
            break;
        }
    }
    while let [.., before, _, last] = genus[..]
        && before == last
    {
        genus.pop();
    }
    genus
}

/// A sum of heaps of one game where the SJ rule is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The heaps in rising order.
    pub heaps: Vec<u64>,
    /// The rule's wrong answer: whether the player to move wins.
    pub rule: bool,
}

/// Returns the counterexample to the SJ rule with the fewest tokens, `most` at most; `None` if there is none or
/// it was not found within `limit` positions.
pub fn counterexample(
    game: &dyn Game,
    most: u64,
    limit: usize,
    watch: &mut Watch<'_>,
) -> Option<Counterexample> {
    let mut known = HashMap::new();
    let mut budget = Budget { positions: limit, ..Budget::new(watch) };
    let values = (0..=most).map(|heap| search(game, &mut known, &[heap], &mut budget).ok());
    let values: Vec<u64> = values.collect::<Option<_>>()?;
    let mut positions = Positions::new(vec![game], limit);
    let mut found = None;
    for tokens in 1..=most {
        let flow = visit_partitions(tokens, tokens, &mut Vec::new(), &mut |heaps| {
            let components: Vec<_> = heaps.iter().map(|&heap| (0, vec![heap])).collect();
            let values: Vec<u64> = heaps.iter().map(|&heap| values[heap as usize]).collect();
            let rule = NimSum::from_heaps(&values).first_wins_misere();
            let wins = positions.sum(&components, watch).and_then(|sum| positions.first_wins(&sum, watch));
            match wins {
                Ok(wins) if wins == rule => return Flow::Continue(()),
                Ok(_) => found = Some(Counterexample { heaps: heaps.iter().rev().copied().collect(), rule }),
                Err(_) => {}
            }
            Flow::Break(())
        });
        if flow.is_break() {
            return found;
        }
    }
    None
}

/// Visits the ways to write `sum` as heaps of at most `most`, the largest first, fewest heaps first.
fn visit_partitions(
    sum: u64,
    most: u64,
    heaps: &mut Vec<u64>,
    visit: &mut dyn FnMut(&[u64]) -> Flow,
) -> Flow {
    if sum == 0 {
        return visit(heaps);
    }
    for heap in (1..=most.min(sum)).rev() {
        heaps.push(heap);
        visit_partitions(sum - heap, heap, heaps, visit)?;
        heaps.pop();
    }
    Flow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::heaps::HeapGame;
    use crate::sequence::code::Code;
    use crate::theory::watch::unwatched;

    fn kayles() -> HeapGame {
        HeapGame::code("kayles".to_owned(), Code::octal("0.77").unwrap())
    }

    fn lost_heaps(game: &dyn Game, most: u64) -> Vec<u64> {
        let mut positions = Positions::new(vec![game], 1 << 20);
        (1..=most)
            .filter(|&heap| {
                let sum = positions.sum(&[(0, vec![heap])], &mut unwatched).unwrap();
                !positions.first_wins(&sum, &mut unwatched).unwrap()
            })
            .collect()
    }

    #[test]
    fn lost_heaps_of_misere_kayles() {
        assert_eq!(lost_heaps(&kayles(), 24), [1, 4, 9, 12, 20]);
    }

    fn smallest_counterexample(game: &HeapGame) -> Option<Vec<u64>> {
        counterexample(game, 20, 1 << 20, &mut unwatched).map(|found| found.heaps)
    }

    #[test]
    fn smallest_counterexamples() {
        assert_eq!(smallest_counterexample(&HeapGame::grundys_game()), Some(vec![3, 13]));
        let dawson = HeapGame::code("dawson".to_owned(), Code::octal("0.07").unwrap());
        assert_eq!(smallest_counterexample(&dawson), Some(vec![12]));
        assert_eq!(smallest_counterexample(&HeapGame::bash(3)), None);
        assert_eq!(smallest_counterexample(&kayles()), Some(vec![1, 5]));
    }

    #[test]
    fn genera_of_kayles_heaps() {
        // On Numbers and Games, chapter 12: 0, 1, 2, 3, 1, 4, 3 have these genera.
        let game = kayles();
        let mut positions = Positions::new(vec![&game], 1 << 20);
        let mut genus = |heap: u64| {
            let sum = positions.sum(&[(0, vec![heap])], &mut unwatched).unwrap();
            positions.genus(&sum, &mut unwatched).unwrap()
        };
        assert_eq!(genus(0), [1, 2, 0]);
        assert_eq!(genus(1), [0, 3, 1]);
        assert_eq!(genus(2), [2, 0]);
        assert_eq!(genus(3), [3, 1]);
        assert_eq!(genus(5), [1, 4, 6]);
    }

    #[test]
    fn the_genus_is_what_a_search_beside_heaps_of_two_finds() {
        let (game, nim) = (kayles(), HeapGame::nim());
        let mut positions = Positions::new(vec![&game, &nim], 1 << 20);
        for heap in 0..=11 {
            let mut components = vec![(0, vec![heap])];
            let sum = positions.sum(&components, &mut unwatched).unwrap();
            let genus = positions.genus(&sum, &mut unwatched).unwrap();
            for twos in 0..=4 {
                let value = (0..).find(|&size| {
                    let with = [&components[..], &[(1, vec![size])]].concat();
                    let sum = positions.sum(&with, &mut unwatched).unwrap();
                    !positions.first_wins(&sum, &mut unwatched).unwrap()
                });
                assert_eq!(value, Some(genus_beside(&genus, twos)), "{heap} beside {twos}");
                components.push((1, vec![2]));
            }
        }
    }
}
