//! Positions of the catalogue's games: outcomes and winning moves, with reasons.
//!
//! In normal play a position is the sum of its components: the player to move wins iff the XOR of their values is
//! not 0, and the winning moves are those to options that make it 0. In misère play see [`misere`].

use itertools::Itertools as _;
use std::collections::HashMap;

use super::board::Board;
use super::coins::after as after_turning;
use crate::sequence::theorem::Theorem;
use crate::theory::evaluator::Evaluator;
use crate::theory::game::{Budget, Component, Decision, Flow, Game, Goal, Move, Refusal, Shape};
use crate::theory::misere::{self, Positions};
use crate::theory::nim::NimSum;
use crate::theory::quotient::heaps::{HeapQuotient, theorem_of};
use crate::theory::quotient::limits::Limits;
use crate::theory::quotient::monoid::Element;
use crate::theory::reduced::Forms;
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
    /// The value of each component, or of each step of a staircase; `None` where it is not known.
    pub grundy: Vec<Option<u64>>,
    /// Their XOR, where all are known.
    pub nim_sum: Option<u64>,
    /// Whether it is misère play.
    pub misere: bool,
    /// What decides it.
    pub by: By,
    /// The reason, as a lowercase fragment.
    pub reason: String,
}

/// What decides an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// A theorem of the game.
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

/// A winning move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningMove {
    /// The index of the component, or of the heap, that is moved.
    pub component: usize,
    /// The component before the move.
    pub from: Component,
    /// The numbers after the move; none where nothing is left, but for single heaps, of which `0` is left.
    pub to: Vec<u64>,
    /// The components that take the place of the component that is moved; of a board, all cells that are then on.
    pub option: Vec<Component>,
    /// Its value before and after, where they are known.
    pub values: Option<(u64, u64)>,
    /// A further effect of the move, as a lowercase fragment.
    pub note: Option<String>,
}

/// The method that decides a misère position.
enum Misere {
    /// The SJ rule, with the reason why it holds.
    Sj(String),
    /// A search.
    Search,
}

impl Position {
    /// Creates a position of `games`, one component for each; or any number of components of one game. For a game that is
    /// [whole](Shape::Whole), the single numbers given are together one component.
    ///
    /// # Errors
    /// What is wrong, as a lowercase fragment.
    pub fn new(games: Vec<Box<dyn Game>>, given: Vec<Component>) -> Result<Self, String> {
        let mut position = Self::of(games);
        position.place(given)?;
        Ok(position)
    }

    /// Creates a position of these games without components.
    pub fn of(games: Vec<Box<dyn Game>>) -> Self {
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
    pub fn place(&mut self, given: Vec<Component>) -> Result<(), String> {
        let count = self.games.len();
        let whole = self.games.first().filter(|only| count == 1 && only.game().shape() == Shape::Whole);
        self.by_heap = whole.is_some() && given.iter().all(|component| component.len() == 1);
        self.components = match whole {
            _ if self.by_heap => vec![(0, given.concat())],
            Some(whole) if given.len() > 1 => {
                let name = whole.game().name();
                return Err(format!("the heaps of {name} are separate numbers or one list, not both"));
            }
            _ if count == 1 => given.into_iter().map(|component| (0, component)).collect(),
            _ if count != given.len() => {
                return Err(format!(
                    "a sum of {count} games takes one heap for each, not {}: write a pair or list with commas",
                    given.len()
                ));
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
    pub fn place_each(&mut self, components: Vec<(usize, Component)>) -> Result<(), String> {
        self.by_heap = false;
        self.components = components;
        self.check()
    }

    /// Returns the components, each with the index of its game.
    pub fn components(&self) -> &[(usize, Component)] {
        &self.components
    }

    /// Returns whether a game says itself that whoever cannot move wins.
    pub fn is_misere(&self) -> bool {
        self.games.iter().any(|game| game.game().is_misere())
    }

    /// Returns the games of the sum.
    pub fn terms(&self) -> Vec<&dyn Game> {
        self.games.iter().map(Evaluator::game).collect()
    }

    fn check(&self) -> Result<(), String> {
        for (game, component) in &self.components {
            check_component(self.term(*game), component)?;
        }
        let on_boards = self.components.iter().filter(|(game, _)| is_board(self.term(*game)));
        let cells = on_boards.flat_map(|(game, cells)| cells.iter().map(move |cell| (game, cell)));
        if let Some((_, cell)) = cells.filter(|(_, cell)| **cell > 0).duplicates().min() {
            return Err(format!("place {cell} is given twice: a place of a board counts once"));
        }
        Ok(())
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

    /// Returns the only component and its game, where there is one that is not nothing.
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

    /// Returns the values for [`Outcome::grundy`].
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
        let nim_sum = values.as_ref().ok().map(|values| NimSum::of(values).xor);
        let outcome = |first_wins, by, reason| Outcome { first_wins, grundy, nim_sum, misere, by, reason };
        if let Some(verdict) = self.only().and_then(|(game, component)| game.theorem(component, misere)) {
            return Ok(outcome(verdict.first_wins, By::Theorem, verdict.reason));
        }
        if !misere {
            let nim = NimSum::of(&values?);
            let reason = match nim.first_wins() {
                true => format!("the nim-sum of the values is {}, not 0", nim.xor),
                false => "the nim-sum of the values is 0".to_owned(),
            };
            return Ok(outcome(nim.first_wins(), By::NimSum, reason));
        }
        match self.misere_method(budget)? {
            Misere::Sj(why) => {
                let nim = NimSum::of(&values?);
                let some_above_one = nim.or > 1;
                let above = if some_above_one { "some value is" } else { "no value is" };
                let why = if why.is_empty() { why } else { format!("; {why}") };
                let reason = format!("{above} above 1 and the nim-sum of the values is {}{why}", nim.xor);
                Ok(outcome(nim.first_wins_misere(), By::MisereNim { some_above_one }, reason))
            }
            Misere::Search => {
                let (first_wins, by, reason) = self.decided(budget)?;
                Ok(outcome(first_wins, by, reason))
            }
        }
    }

    fn misere_method(&mut self, budget: &mut Budget<'_>) -> Result<Misere, Refusal> {
        let mut reasons: Vec<String> = Vec::new();
        for (game, component) in self.most_general() {
            match self.games[game].game_mut().sj_premise(&component, budget)? {
                Some(reason) if reasons.contains(&reason) => {}
                Some(reason) => reasons.push(reason),
                None => return Ok(Misere::Search),
            }
        }
        Ok(Misere::Sj(reasons.join("; ")))
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

    /// Returns the board of a position whose only game is a board, with the cells that are on.
    fn board(&self) -> Option<(&dyn Game, Component)> {
        let game = self.games.first().filter(|only| self.games.len() == 1 && is_board(only.game()))?;
        let cells = self.components.iter().flat_map(|(_, cells)| cells.iter().copied());
        let cells = cells.filter(|&cell| cell > 0).sorted_unstable().dedup().collect();
        Some((game.game(), cells))
    }

    /// Returns the components in the form that is searched.
    fn searched(&self) -> Vec<(usize, Component)> {
        let searched = |(game, component): &(usize, Component)| {
            let term = self.term(*game);
            (*game, if is_board(term) { term.normal(component) } else { component.clone() })
        };
        self.components.iter().map(searched).collect()
    }

    /// Returns the outcome in misère play by a small search, by the quotient, or by a search, with what decides it and the
    /// reason.
    fn decided(&mut self, budget: &mut Budget<'_>) -> Result<(bool, By, String), Refusal> {
        let searched = "every position that can be reached was searched".to_owned();
        match self.search(SMALL_SEARCH.min(budget.positions), budget.watch) {
            Ok(first_wins) => return Ok((first_wins, By::Search, searched)),
            Err(Refusal::Interrupted) => return Err(Refusal::Interrupted),
            Err(_) => {}
        }
        let theorems = self.theorems();
        if let Some(quotient) = self.quotient(theorems, budget.watch)? {
            let Decision { first_wins, reason } = quotient.monoid().decision(self.element(&quotient));
            return Ok((first_wins, By::Quotient, reason));
        }
        match self.search(budget.positions, budget.watch) {
            Ok(first_wins) => Ok((first_wins, By::Search, searched)),
            Err(refusal) => Err(self.explained(refusal, budget)),
        }
    }

    /// Returns whether the player to move wins, by a search of at most so many positions.
    fn search(&self, limit: usize, watch: &mut Watch<'_>) -> Result<bool, Refusal> {
        match self.board() {
            Some((game, cells)) => {
                Board::new(game, &cells).and_then(|mut board| board.first_wins(board.mask(&cells), watch))
            }
            None => {
                let mut positions = self.positions(limit);
                let sum = positions.sum(&self.searched(), watch)?;
                positions.first_wins(&sum, watch)
            }
        }
    }

    /// Returns the theorem that may prove the period of each game.
    fn theorems(&mut self) -> Vec<Option<Theorem>> {
        self.games.iter_mut().map(|game| theorem_of(game.game_mut())).collect()
    }

    /// Returns a misère quotient that has all heaps of the position, where one is found quickly.
    fn quotient(
        &self,
        theorems: Vec<Option<Theorem>>,
        watch: &mut Watch<'_>,
    ) -> Result<Option<HeapQuotient<'_>>, Refusal> {
        let games = self.games.iter().map(Evaluator::game).zip(theorems).collect();
        let Some(mut quotient) = HeapQuotient::new(games, Limits::QUICK) else { return Ok(None) };
        let heaps = self.components.iter().flat_map(|(game, heaps)| heaps.iter().map(|&heap| (*game, heap)));
        let heaps: Vec<(usize, u64)> = heaps.collect();
        let near: Vec<(usize, u64)> =
            heaps.iter().map(|&(game, heap)| (game, heap.min(QUOTIENT_HEAP))).collect();
        match quotient.reach(&near, watch) {
            Ok(()) => {}
            Err(Refusal::Interrupted) => return Err(Refusal::Interrupted),
            Err(_) => return Ok(None),
        }
        let is_known = heaps.iter().all(|&(game, heap)| quotient.element(game, heap).is_some());
        Ok(is_known.then_some(quotient))
    }

    /// Returns the element of the position in a quotient that has all its heaps.
    fn element(&self, quotient: &HeapQuotient<'_>) -> Element {
        let components = self.components.iter();
        quotient.sum(components.flat_map(|(game, heaps)| heaps.iter().map(|&heap| (*game, heap))))
    }

    /// Returns the [genus](Positions::genus) of each component, where a small search finds it.
    pub fn genera(&self, watch: &mut Watch<'_>) -> Vec<Option<Vec<u64>>> {
        let mut known: HashMap<&(usize, Component), Option<Vec<u64>>> = HashMap::new();
        let mut genus = |(game, component): &(usize, Component)| {
            let game = self.term(*game);
            if is_board(game) || component.len() > MOST_GENUS || component.iter().any(|&heap| heap > GENUS) {
                return None;
            }
            let mut positions = Positions::new(vec![game], 10_000);
            let sum = positions.sum(&[(0, component.clone())], watch).ok()?;
            positions.genus(&sum, watch).ok()
        };
        let components = self.components.iter();
        components
            .map(|component| known.entry(component).or_insert_with(|| genus(component)).clone())
            .collect()
    }

    /// Returns the reduced misère form of the position as it is written, in at most `most` characters.
    ///
    /// # Errors
    /// A [`Refusal`], where more positions can be reached than the budget allows, or the form is longer.
    pub fn form(&self, most: usize, budget: &mut Budget<'_>) -> Result<String, Refusal> {
        if let Some((game, _)) = self.board() {
            return Err(Refusal::Unanswerable(format!(
                "positions of {} are no sums of components in misère play",
                game.name()
            )));
        }
        let mut positions = self.positions(budget.positions);
        let sum = positions.sum(&self.searched(), budget.watch)?;
        let mut forms = Forms::default();
        let form = positions.form(&sum, &mut forms, budget.watch)?;
        forms.written(form, most)
    }

    fn positions(&self, limit: usize) -> Positions<'_> {
        Positions::new(self.games.iter().map(Evaluator::game).collect(), limit)
    }

    /// Returns a refusal of misère play, with the smallest counterexample to the SJ rule.
    fn explained(&self, refusal: Refusal, budget: &mut Budget<'_>) -> Refusal {
        if refusal == Refusal::Interrupted {
            return refusal;
        }
        let mut why =
            format!("misère play of this position is not decided: {refusal}, and no theorem applies");
        let is_sound_heap = |game: &&dyn Game| game.shape() == Shape::Heap && !game.may_break();
        for game in self.games.iter().map(Evaluator::game).filter(is_sound_heap) {
            let found = misere::counterexample(game, COUNTEREXAMPLE, budget.positions, budget.watch);
            if let Some(found) = found {
                let heaps = found.heaps.iter().join(" ");
                let (said, right) = if found.rule { ("first", "second") } else { ("second", "first") };
                why = format!(
                    "{why}; the SJ rule must not be used: for {} {} it says that the {said} player wins, but the {right} does",
                    game.name(),
                    heaps
                );
            }
        }
        Refusal::Unanswerable(why)
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
                    let target = |index: usize| Goal::Whole { misere }.heap_beside(others[index]);
                    self.moves_to(&values, target, first, budget)
                }
            };
        }
        let values = values?;
        let nim_sum = NimSum::of(&values).xor;
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
                return Err(Refusal::too_many("winning moves", budget.moves));
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

    /// Returns the winning moves of a misère position that is searched.
    fn searched_moves(&mut self, first: bool, budget: &mut Budget<'_>) -> Result<Vec<WinningMove>, Refusal> {
        let mut moves = Vec::new();
        if let Some((game, cells)) = self.board() {
            let mut board = Board::new(game, &cells).map_err(|refusal| self.explained(refusal, budget))?;
            for (cell, to, after) in board.moves(board.mask(&cells)) {
                if board.first_wins(after, budget.watch)? {
                    continue;
                }
                let option = vec![after_turning(&cells, cell, &to)];
                let component =
                    self.components.iter().position(|(_, given)| given.contains(&cell)).unwrap_or(0);
                moves.push(WinningMove { component, from: vec![cell], to, option, values: None, note: None });
            }
            moves.sort_by_key(|winning| winning.component);
            moves.truncate(if first { 1 } else { moves.len() });
            return Ok(moves);
        }
        match self.moves_by_search(first, SMALL_SEARCH.min(budget.positions), budget.watch) {
            Ok(moves) => return Ok(moves),
            Err(Refusal::Interrupted) => return Err(Refusal::Interrupted),
            Err(_) => {}
        }
        let theorems = self.theorems();
        if let Some(quotient) = self.quotient(theorems, budget.watch)? {
            return self.moves_by_quotient(&quotient, first, budget);
        }
        let found = self.moves_by_search(first, budget.positions, budget.watch);
        found.map_err(|refusal| self.explained(refusal, budget))
    }

    /// Returns the winning moves by a search of at most so many positions.
    fn moves_by_search(
        &self,
        first: bool,
        limit: usize,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<WinningMove>, Refusal> {
        let mut positions = self.positions(limit);
        let components = self.searched();
        self.moves_that(first, |index, option| {
            let mut next: Vec<(usize, Component)> = components.clone();
            let (game, _) = next.remove(index);
            next.extend(option.iter().map(|part| (game, part.clone())));
            let sum = positions.sum(&next, watch)?;
            Ok(!positions.first_wins(&sum, watch)?)
        })
    }

    /// Returns the winning moves by a quotient that has all heaps of the position.
    fn moves_by_quotient(
        &self,
        quotient: &HeapQuotient<'_>,
        first: bool,
        budget: &Budget<'_>,
    ) -> Result<Vec<WinningMove>, Refusal> {
        let heaps = |index: usize| {
            let (game, heaps) = &self.components[index];
            heaps.iter().map(move |&heap| (*game, heap))
        };
        let others: Vec<Element> = (0..self.components.len())
            .map(|moved| {
                let rest = (0..self.components.len()).filter(|&index| index != moved);
                quotient.sum(rest.flat_map(heaps))
            })
            .collect();
        let (mut left, mut seen) = (budget.moves, 0);
        self.moves_that(first, |index, option| {
            let game = self.components[index].0;
            let product = quotient.sum(option.iter().flatten().map(|&heap| (game, heap)));
            let is_lost = quotient.monoid().is_lost(quotient.monoid().product(others[index], product));
            seen += 1;
            left = left.saturating_sub(u64::from(is_lost));
            match left {
                0 => Err(Refusal::too_many("winning moves", budget.moves)),
                _ if seen > budget.options => Err(Refusal::too_many("options", budget.options)),
                _ => Ok(is_lost),
            }
        })
    }

    /// Returns the moves to options that win for who moves, by the index of a component and its option.
    fn moves_that(
        &self,
        first: bool,
        mut wins: impl FnMut(usize, &[Component]) -> Result<bool, Refusal>,
    ) -> Result<Vec<WinningMove>, Refusal> {
        let mut moves = Vec::new();
        for (index, (game, component)) in self.searched().iter().enumerate() {
            let mut options = Vec::new();
            let mut refusal = None;
            let _ = self.term(*game).options(component, &mut |option| {
                match wins(index, option) {
                    Ok(true) => options.push(option.to_vec()),
                    Ok(false) => {}
                    Err(error) => refusal = Some(error),
                }
                let stop = refusal.is_some() || (first && !options.is_empty());
                if stop { Flow::Break(()) } else { Flow::Continue(()) }
            });
            if let Some(refusal) = refusal {
                return Err(refusal);
            }
            moves.extend(self.present(index, component, &options, None));
            if first && !moves.is_empty() {
                break;
            }
        }
        Ok(moves)
    }
}

/// The most positions of a search that is tried before the misère quotient.
const SMALL_SEARCH: usize = 1 << 12;

/// The largest heap whose element is computed where no period is proved.
const QUOTIENT_HEAP: u64 = 1 << 9;

/// The largest heap whose genus is computed, and the most heaps of such a component.
const GENUS: u64 = 24;
const MOST_GENUS: usize = 8;

/// The most tokens of a counterexample.
const COUNTEREXAMPLE: u64 = 18;

/// Checks that the numbers make a component of a game, or nothing: of single heaps that is a heap of 0.
///
/// # Errors
/// What is wrong, as a lowercase fragment.
pub fn check_component(game: &dyn Game, component: &[u64]) -> Result<(), String> {
    let has_nothing = !matches!(game.shape(), Shape::Heap | Shape::Vertex { .. });
    if component.is_empty() && has_nothing { Ok(()) } else { game.check(component) }
}

/// Returns whether the components of a game lie on one board.
fn is_board(game: &dyn Game) -> bool {
    matches!(game.shape(), Shape::Board { .. })
}
