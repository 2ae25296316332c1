//! Positions of the catalogue's games: outcomes and winning moves, with reasons.
//!
//! In normal play a position is the sum of its components: the player to move wins iff the XOR of their values is
//! not 0, and the winning moves are those to options that make it 0. In misère play see [`misere`](crate::theory::misere).

mod searched;

use itertools::Itertools as _;
use std::collections::HashMap;

use crate::theory::evaluator::Evaluator;
use crate::theory::game::{
    Budget, Component, ComponentError, Flow, Game, Goal, Move, Reason, Refusal, Shape,
};
use crate::theory::misere::Positions;
use crate::theory::nim::NimSum;
use crate::theory::reason::Further;
use crate::theory::refusal::Excess;
use crate::theory::watch::Watch;

/// A sum of components of some games.
#[derive(Debug)]
pub struct Position {
    games: Vec<Evaluator>,
    /// The components, each with the index of its game.
    components: Vec<(usize, Component)>,
    /// Whether several heaps were given for one whole component, as steps of a staircase.
    by_heap: bool,
}

/// The outcome of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Whether the player to move wins.
    pub first_wins: bool,
    /// The value of each component, or of each step of a staircase; `None` if it is not known.
    pub grundy: Vec<Option<u64>>,
    /// The nim-sum of the values, if all are known.
    pub nim_sum: Option<u64>,
    /// Whether the outcome is for misère play.
    pub misere: bool,
    /// The method by which the outcome is decided.
    pub by: By,
    /// The reason for the outcome.
    pub reason: Reason,
}

/// The method by which an outcome is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// A theorem about the game.
    Theorem,
    /// The nim-sum of the values, in normal play.
    NimSum,
    /// The values and the rule of misère Nim, which is the SJ rule.
    MisereNim {
        /// Whether some value is above 1.
        some_above_one: bool,
    },
    /// The misère quotient of the heaps.
    Quotient,
    /// A search of all positions that can be reached.
    Search,
}

/// A move to a position that is lost for the opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningMove {
    /// The index of the component, or of the heap, that is moved.
    pub component: usize,
    /// The component before the move.
    pub from: Component,
    /// The numbers after the move; empty if nothing is left, except for single heaps, of which `0` is left.
    pub to: Vec<u64>,
    /// The components that take the place of the component that is moved; of a board, all cells that are then on.
    pub option: Vec<Component>,
    /// The component's value before and after the move, if both are known.
    pub values: Option<(u64, u64)>,
    /// A further effect of the move, as a lowercase fragment.
    pub note: Option<String>,
}

/// The method that decides a misère position.
enum Misere {
    /// The SJ rule, with the reasons why it holds.
    Sj(Further<Reason>),
    /// A search.
    Search,
}

impl Position {
    /// Creates a position of `games`, one component for each; or any number of components of one game. For a game that is
    /// [whole](Shape::Whole), the single numbers given are together one component.
    ///
    /// # Errors
    /// A [`ComponentError`] where they are no position.
    pub fn new(games: Vec<Box<dyn Game>>, given: Vec<Component>) -> Result<Self, ComponentError> {
        let mut position = Self::from_games(games);
        position.place(given)?;
        Ok(position)
    }

    /// Creates a position of these games without components.
    pub fn from_games(games: Vec<Box<dyn Game>>) -> Self {
        let games = games.into_iter().map(Evaluator::new).collect();
        Self { games, components: Vec::new(), by_heap: false }
    }

    /// Adds the games of another position, without its components.
    pub(crate) fn add_games(&mut self, other: Self) {
        self.games.extend(other.games);
    }

    /// Replaces the components.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn place(&mut self, given: Vec<Component>) -> Result<(), ComponentError> {
        let count = self.games.len();
        let whole = self.games.first().filter(|only| count == 1 && only.game().shape() == Shape::Whole);
        self.by_heap = whole.is_some() && given.iter().all(|component| component.len() == 1);
        self.components = match whole {
            _ if self.by_heap => vec![(0, given.concat())],
            Some(whole) if given.len() > 1 => {
                return Err(ComponentError::NumbersAndLists(whole.game().name()));
            }
            _ if count == 1 => given.into_iter().map(|component| (0, component)).collect(),
            _ if count != given.len() => {
                return Err(ComponentError::NotOneForEach(count, given.len()));
            }
            _ => given.into_iter().enumerate().collect(),
        };
        self.check()
    }

    /// Replaces the components by any number of them, each with the index of its game. All numbers of a game that is
    /// [whole](Shape::Whole) are one component.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn place_each(&mut self, components: Vec<(usize, Component)>) -> Result<(), ComponentError> {
        self.by_heap = false;
        self.components = components;
        self.check()
    }

    /// Returns the components, each with the index of its game.
    pub fn components(&self) -> &[(usize, Component)] {
        &self.components
    }

    /// Returns whether a game is misère by its own rules.
    pub fn is_misere(&self) -> bool {
        self.games.iter().any(|game| game.game().is_misere())
    }

    /// Returns the games of the sum.
    pub fn terms(&self) -> Vec<&dyn Game> {
        self.games.iter().map(Evaluator::game).collect()
    }

    fn check(&self) -> Result<(), ComponentError> {
        for (game, component) in &self.components {
            check_component(self.term(*game), component)?;
        }
        let on_boards = self.components.iter().filter(|(game, _)| is_board(self.term(*game)));
        let cells = on_boards.flat_map(|(game, cells)| cells.iter().map(move |cell| (game, cell)));
        let twice = cells.filter(|(_, cell)| **cell > 0).duplicates().min();
        twice.map_or(Ok(()), |(_, &cell)| Err(ComponentError::PlaceTwice(cell)))
    }

    /// Returns a game by its index among the terms of the sum.
    pub fn term(&self, index: usize) -> &dyn Game {
        self.games[index].game()
    }

    /// Returns the game that a component belongs to, by the index that [`WinningMove::component`] has.
    pub fn game_of(&self, component: usize) -> &dyn Game {
        let game = if self.by_heap { 0 } else { self.components.get(component).map_or(0, |(game, _)| *game) };
        self.term(game)
    }

    /// Returns the only component and its game, if there is one that is not nothing.
    fn only(&self) -> Option<(&dyn Game, &Component)> {
        match &self.components[..] {
            [(game, component)] if !component.is_empty() => Some((self.term(*game), component)),
            _ => None,
        }
    }

    /// Returns the value of each component.
    ///
    /// # Errors
    /// A [`Refusal`], where one is beyond the budget or not known.
    pub fn values(&mut self, budget: &mut Budget<'_>) -> Result<Vec<u64>, Refusal> {
        let values =
            self.components.iter().map(|(game, component)| self.games[*game].value(component, budget));
        values.collect()
    }

    /// Returns the values as shown in [`Outcome::grundy`].
    fn shown_values(&self, values: &Result<Vec<u64>, Refusal>) -> Vec<Option<u64>> {
        let steps = self.only().filter(|_| self.by_heap).and_then(|(game, steps)| game.step_values(steps));
        match (steps, values) {
            (Some(steps), _) => steps.into_iter().map(Some).collect(),
            (None, Ok(values)) => values.iter().copied().map(Some).collect(),
            (None, Err(_)) => vec![None; self.components.len()],
        }
    }

    /// Returns the outcome.
    ///
    /// # Errors
    /// A [`Refusal`], where it is beyond the budget or not known.
    pub fn outcome(&mut self, misere: bool, budget: &mut Budget<'_>) -> Result<Outcome, Refusal> {
        let values = self.values(budget);
        if let Err(refusal @ (Refusal::Interrupted | Refusal::Broken(_))) = values {
            return Err(refusal);
        }
        let grundy = self.shown_values(&values);
        let nim_sum = values.as_ref().ok().map(|values| NimSum::from_heaps(values).xor);
        let outcome = |first_wins, by, reason| Outcome { first_wins, grundy, nim_sum, misere, by, reason };
        if let Some(verdict) = self.only().and_then(|(game, component)| game.theorem(component, misere)) {
            return Ok(outcome(verdict.first_wins, By::Theorem, verdict.reason));
        }
        if !misere {
            let nim = NimSum::from_heaps(&values?);
            let reason = if nim.first_wins() { Reason::NimSum(nim.xor) } else { Reason::NimSumIsZero };
            return Ok(outcome(nim.first_wins(), By::NimSum, reason));
        }
        match self.misere_method(budget)? {
            Misere::Sj(premises) => {
                let nim = NimSum::from_heaps(&values?);
                let some_above_one = nim.or > 1;
                let reason = if some_above_one { Reason::SomeAboveOne } else { Reason::NoneAboveOne };
                let by = By::MisereNim { some_above_one };
                Ok(outcome(nim.first_wins_misere(), by, reason(nim.xor, premises)))
            }
            Misere::Search => {
                let (first_wins, by, reason) = self.decided(budget)?;
                Ok(outcome(first_wins, by, reason))
            }
        }
    }

    fn misere_method(&mut self, budget: &mut Budget<'_>) -> Result<Misere, Refusal> {
        let mut reasons: Vec<Reason> = Vec::new();
        for (game, component) in self.most_general() {
            match self.games[game].game_mut().sj_premise(&component, budget)? {
                Some(reason) if reasons.contains(&reason) => {}
                Some(reason) => reasons.push(reason),
                None => return Ok(Misere::Search),
            }
        }
        Ok(Misere::Sj(Further(reasons)))
    }

    /// Components for which a premise holds only if it holds for all: each once, and of single heaps the largest.
    fn most_general(&self) -> Vec<(usize, Component)> {
        let mut components = self.components.clone();
        components.retain(|(_, component)| !component.is_empty());
        components.sort_unstable();
        components.dedup();
        let mut largest: Vec<(usize, Component)> = Vec::new();
        for (game, component) in components {
            match largest.last_mut() {
                Some((last, heap)) if *last == game && self.term(game).shape() == Shape::Heap => {
                    *heap = component;
                }
                _ => largest.push((game, component)),
            }
        }
        largest
    }

    /// Returns the [genus](Positions::genus) of each component, where a small search finds it.
    pub fn genera(&self, watch: &mut Watch<'_>) -> Vec<Option<Vec<u64>>> {
        let mut known: HashMap<&(usize, Component), Option<Vec<u64>>> = HashMap::new();
        let genera = self
            .components
            .iter()
            .map(|own| known.entry(own).or_insert_with(|| self.genus(own.0, &own.1, watch)).clone());
        genera.collect()
    }

    /// Returns the genus of a component, where a small search finds it.
    fn genus(&self, game: usize, component: &[u64], watch: &mut Watch<'_>) -> Option<Vec<u64>> {
        let game = self.term(game);
        if is_board(game) || component.len() > MOST_GENUS || component.iter().any(|&heap| heap > GENUS) {
            return None;
        }
        let mut positions = Positions::new(vec![game], 10_000);
        let sum = positions.sum(&[(0, component.to_vec())], watch).ok()?;
        positions.genus(&sum, watch).ok()
    }

    /// Returns all winning moves by component, or the first of them.
    ///
    /// # Errors
    /// A [`Refusal`], where it is beyond the budget or not known.
    pub fn winning_moves(
        &mut self,
        misere: bool,
        first: bool,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<WinningMove>, Refusal> {
        let values = self.values(budget);
        if let Err(refusal @ Refusal::Broken(_)) = values {
            return Err(refusal);
        }
        if let Some((game, component)) = self.only()
            && game.theorem(component, misere).is_some()
        {
            let (index, component) = self.components[0].clone();
            let options = self.games[index].options_to(&component, Goal::Whole { misere }, first, budget)?;
            // Winning options of normal play have the value 0.
            let before = values.ok().and_then(|values| values.first().copied());
            let values = before.filter(|_| !misere).map(|before| (before, 0));
            return Ok(self.present(0, &component, &options, values));
        }
        if misere {
            return match self.misere_method(budget)? {
                Misere::Search => self.searched_moves(first, budget),
                Misere::Sj(_) => {
                    let values = values?;
                    if self.has_ended() {
                        return Ok(Vec::new());
                    }
                    let others = NimSum::without_each(&values);
                    let goal = Goal::Whole { misere };
                    self.moves_to(&values, |index| goal.heap_beside(others[index]), first, budget)
                }
            };
        }
        let values = values?;
        let nim_sum = NimSum::from_heaps(&values).xor;
        if nim_sum == 0 {
            return Ok(Vec::new());
        }
        self.moves_to(&values, |index| values[index] ^ nim_sum, first, budget)
    }

    /// Returns whether there is no move.
    fn has_ended(&self) -> bool {
        let mut components = self.components.iter();
        components.all(|(game, component)| {
            self.term(*game).options(component, &mut |_| Flow::Break(())).is_continue()
        })
    }

    /// Returns the moves of each component to options of the value that `target` names for it.
    fn moves_to(
        &mut self,
        values: &[u64],
        target: impl Fn(usize) -> u64,
        first: bool,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<WinningMove>, Refusal> {
        let mut moves = Vec::new();
        for (index, &value) in values.iter().enumerate() {
            let (game, component) = self.components[index].clone();
            let target = target(index);
            let options = self.games[game].options_to(&component, Goal::Value(target), first, budget)?;
            moves.extend(self.present(index, &component, &options, Some((value, target))));
            if moves.len() as u64 > budget.moves {
                return Err(Refusal::too_many(Excess::WinningMoves, budget.moves));
            }
            if first && !moves.is_empty() {
                moves.truncate(1);
                break;
            }
        }
        Ok(moves)
    }

    fn present(
        &self,
        index: usize,
        from: &[u64],
        options: &[Vec<Component>],
        values: Option<(u64, u64)>,
    ) -> Vec<WinningMove> {
        let shown = self.term(self.components[index].0);
        let presented = options.iter().map(|option| {
            let Move { at, from, mut to, note } = shown.present_move(from, option, self.by_heap);
            if to.is_empty() && shown.shape() == Shape::Heap {
                to.push(0);
            }
            WinningMove { component: index + at, from, to, option: option.clone(), values, note }
        });
        presented.collect()
    }
}

/// The largest heap whose genus is computed, and the most heaps of such a component.
const GENUS: u64 = 24;
const MOST_GENUS: usize = 8;

/// Checks that the numbers make a component of a game, or nothing: of single heaps that is a heap of 0.
///
/// # Errors
/// A [`ComponentError`] where they do not.
pub fn check_component(game: &dyn Game, component: &[u64]) -> Result<(), ComponentError> {
    let has_nothing = !matches!(game.shape(), Shape::Heap | Shape::Vertex { .. });
    if component.is_empty() && has_nothing { Ok(()) } else { game.check(component) }
}

/// Returns whether the components of a game lie on one board.
fn is_board(game: &dyn Game) -> bool {
    matches!(game.shape(), Shape::Board { .. })
}
