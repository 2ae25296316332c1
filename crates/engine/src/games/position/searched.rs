//! Misère positions that no theorem decides: search of a board, of sums, and by the misère quotient.

use itertools::Itertools as _;

use super::{By, Position, WinningMove, is_board};
use crate::games::board::Board;
use crate::games::coins::after as after_turning;
use crate::sequence::theorem::Theorem;
use crate::theory::evaluator::Evaluator;
use crate::theory::game::{Budget, Component, Decision, Flow, Game, Reason, Refusal, Shape, Unanswerable};
use crate::theory::misere::{self, Positions};
use crate::theory::quotient::heaps::{HeapQuotient, theorem_of};
use crate::theory::quotient::limits::Limits;
use crate::theory::quotient::monoid::Element;
use crate::theory::reason::Further;
use crate::theory::reduced::Forms;
use crate::theory::refusal::Excess;
use crate::theory::watch::Watch;

/// The most positions of a search that is tried before the misère quotient.
const SMALL_SEARCH: usize = 1 << 12;

/// The largest heap whose element is computed if no period is proved.
const QUOTIENT_HEAP: u64 = 1 << 9;

/// The most tokens of a counterexample.
const COUNTEREXAMPLE: u64 = 18;

impl Position {
    /// Returns the board of a position whose only game is a board, with the cells that are on.
    fn board(&self) -> Option<(&dyn Game, Component)> {
        let game = self.games.first().filter(|only| self.games.len() == 1 && is_board(only.game()))?;
        let cells = self.components.iter().flat_map(|(_, cells)| cells.iter().copied());
        let cells = cells.filter(|&cell| cell > 0).sorted_unstable().dedup().collect();
        Some((game.game(), cells))
    }

    /// Returns the components in the form that is searched.
    fn searched(&self) -> Vec<(usize, Component)> {
        let searched = self.components.iter().map(|(game, component)| {
            let term = self.term(*game);
            (*game, if is_board(term) { term.normal(component) } else { component.clone() })
        });
        searched.collect()
    }

    /// Returns the outcome in misère play by a small search, by the quotient, or by a search, with the method and the reason.
    pub(super) fn decided(&mut self, budget: &mut Budget<'_>) -> Result<(bool, By, Reason), Refusal> {
        match self.search(SMALL_SEARCH.min(budget.positions), budget.watch) {
            Ok(first_wins) => return Ok((first_wins, By::Search, Reason::Searched)),
            Err(Refusal::Interrupted) => return Err(Refusal::Interrupted),
            Err(_) => {}
        }
        let theorems = self.theorems();
        if let Some(quotient) = self.quotient(theorems, budget.watch)? {
            let Decision { first_wins, reason } = quotient.monoid().decision(self.element(&quotient));
            return Ok((first_wins, By::Quotient, reason));
        }
        match self.search(budget.positions, budget.watch) {
            Ok(first_wins) => Ok((first_wins, By::Search, Reason::Searched)),
            Err(refusal) => Err(self.explained(refusal, budget)),
        }
    }

    /// Returns whether the player to move wins, by a search of at most `limit` positions.
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

    /// Returns a misère quotient that has all heaps of the position, if one is found quickly.
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

    /// Returns the reduced misère form of the position as it is written, in at most `most` characters.
    ///
    /// # Errors
    /// A [`Refusal`], where more positions can be reached than the budget allows, or the form is longer.
    pub fn form(&self, most: usize, budget: &mut Budget<'_>) -> Result<String, Refusal> {
        if let Some((game, _)) = self.board() {
            return Err(Unanswerable::NoSumsOfBoards(game.name()).into());
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
        let heaps = self.games.iter().map(Evaluator::game).filter(|game| game.shape() == Shape::Heap);
        let counterexamples = heaps.filter(|game| !game.may_break()).filter_map(|game| {
            let found = misere::counterexample(game, COUNTEREXAMPLE, budget.positions, budget.watch)?;
            let says = if found.rule { Unanswerable::SjSaysFirst } else { Unanswerable::SjSaysSecond };
            Some(says(game.name(), found.heaps.iter().join(" ")))
        });
        Refusal::Misere(Box::new(refusal), Further(counterexamples.collect()))
    }

    /// Returns the winning moves of a misère position that is searched.
    pub(super) fn searched_moves(
        &mut self,
        first: bool,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<WinningMove>, Refusal> {
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

    /// Returns the winning moves by a search of at most `limit` positions.
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
        let others: Vec<Element> = (0..self.components.len())
            .map(|moved| {
                let rest = self.components.iter().enumerate().filter(|(index, _)| *index != moved);
                quotient.sum(rest.flat_map(|(_, (game, heaps))| heaps.iter().map(|&heap| (*game, heap))))
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
                0 => Err(Refusal::too_many(Excess::WinningMoves, budget.moves)),
                _ if seen > budget.options => Err(Refusal::too_many(Excess::Options, budget.options)),
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
