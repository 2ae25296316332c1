//! Explains a position of few components, or of a sum, by the engine's [`Position`].
//!
//! A component is moved, answered and written by the game of its own term. Heaps of a game that is [whole](Shape::Whole) are one
//! component; only cells of one board cancel.

use super::{ExplainError, Explanation, MOVES, REPLIES, Reply, Step, shown, step};
use nim_engine::games::notation::written;
use nim_engine::games::position::{Position, WinningMove};
use nim_engine::theory::budget::Budget;
use nim_engine::theory::component::ComponentError;
use nim_engine::theory::game::{Component, Game, first_options};
use nim_engine::theory::shape::Shape;
use nim_engine::theory::watch::unwatched;
use nim_solve::problem::{MappedPosition, PlayedMove};

/// The most winning moves that are counted.
const COUNTED: u64 = 1000;
/// The most options that are visited to count them.
const VISITED: u64 = 100_000;
/// The largest heap whose value is computed: where a theorem decides, only if that is quick.
const WITHOUT_THEOREM: u64 = 1_000_000;
const WITH_THEOREM: u64 = 1000;
/// Options of a component that are tried as moves of the loser.
const TRIED: usize = 3;

/// A component with its index.
#[derive(Clone)]
struct PlacedComponent {
    /// The term of the notation that it belongs to.
    term: usize,
    /// The index of the component given that it has come from.
    origin: usize,
    component: Component,
}

/// The games of a notation, with the last position.
struct Few {
    position: Position,
    /// Whether the components given are the heaps of one component of a game that is whole.
    by_heap: bool,
    /// Whether the components given are single cells of one board, as which others are shown then.
    by_cell: bool,
    misere: bool,
    /// The largest heap whose value is computed.
    heap: u64,
}

/// Explains a position.
///
/// # Errors
/// As for [`explain`](super::explain).
pub fn explain(laid: &MappedPosition<'_>, games: Vec<Box<dyn Game>>) -> Result<Explanation, ExplainError> {
    let given: Vec<Component> = laid.components.iter().map(<[u64]>::to_vec).collect();
    let is_single = given.iter().all(|component| component.len() == 1);
    let by_heap = is_single && matches!(&games[..], [game] if game.shape() == Shape::Whole);
    let by_cell = is_single && matches!(&games[..], [game] if matches!(game.shape(), Shape::Board { .. }));
    let position = Position::from_games(games);
    let mut few = Few { position, by_heap, by_cell, misere: laid.misere, heap: WITHOUT_THEOREM };
    let placed = few.places(&given)?;
    few.place(&placed)?;
    if few.is_decided_by_theorem(&placed) {
        few.heap = WITH_THEOREM;
    }
    let mut watch = unwatched;
    let mut budget = Budget { heap: few.heap, ..Budget::new(&mut watch) };
    let outcome = few.position.outcome(laid.misere, &mut budget)?;
    let (winning, found) = few.winning_moves(&mut budget)?;
    let moves: Vec<Step> = found.iter().take(MOVES).map(|winning| few.step_of(&placed, winning)).collect();
    // Heaps that have no values of their own are shown as the one component that they are.
    let is_one = by_heap && outcome.grundy.len() < given.len();
    let given = if is_one { vec![given.concat()] } else { given };
    let values = (0..given.len()).map(|index| {
        let place = if by_heap { Some(index) } else { placed.iter().position(|place| place.origin == index) };
        place.map_or(Some(0), |place| outcome.grundy.get(place).copied().flatten())
    });
    let values: Vec<Option<u64>> = values.collect();
    let sum = values.iter().flatten().fold(0, |sum, value| sum ^ value);
    let (shown, rest) =
        shown(given.len(), &moves, sum, |index| (written(few.game_of(index), &given[index]), values[index]));

    // The replies to the loser's moves, after the first winning move.
    let after = match found.first() {
        Some(WinningMove { component, from, to, option, .. }) => {
            few.after(&placed, if by_heap { 0 } else { *component }, [from, to], option)
        }
        None => placed,
    };
    let replies = few.replies(&after)?;
    let is_over = found.is_empty() && few.tried(&after).is_empty();
    Ok(Explanation {
        game: laid.game.to_string(),
        misere: laid.misere,
        count: given.len(),
        first_wins: outcome.first_wins,
        is_over,
        is_image: false,
        method: outcome.by,
        reason: outcome.reason,
        shown,
        rest,
        nim_sum: outcome.nim_sum,
        winning,
        moves,
        replies,
    })
}

impl Few {
    /// Returns the game of a component given.
    fn game_of(&self, index: usize) -> &dyn Game {
        self.position.term(if self.position.terms().len() > 1 { index } else { 0 })
    }

    /// Returns the components that are not empty, each with its term.
    fn places(&self, given: &[Component]) -> Result<Vec<PlacedComponent>, ExplainError> {
        let terms = self.position.terms().len();
        if terms > 1 && terms != given.len() {
            return Err(ComponentError::NotOneForEach(terms, given.len()).into());
        }
        let whole = [given.concat()];
        let given = if self.by_heap { &whole } else { given };
        let placed = given.iter().enumerate().map(|(origin, component)| {
            let is_board = matches!(self.game_of(origin).shape(), Shape::Board { .. });
            let numbers = component.iter().copied().filter(|&number| number > 0 || !is_board);
            PlacedComponent { term: if terms > 1 { origin } else { 0 }, origin, component: numbers.collect() }
        });
        Ok(placed.filter(|place| !place.component.is_empty()).collect())
    }

    fn place(&mut self, placed: &[PlacedComponent]) -> Result<(), ComponentError> {
        if self.by_heap {
            let heaps = placed.iter().flat_map(|place| &place.component);
            return self.position.place(heaps.map(|&heap| vec![heap]).collect());
        }
        self.position.place_each(placed.iter().map(|place| (place.term, place.component.clone())).collect())
    }

    /// Returns whether a theorem of the game decides the only component of a position.
    fn is_decided_by_theorem(&self, placed: &[PlacedComponent]) -> bool {
        let [PlacedComponent { term, component, .. }] = placed else { return false };
        self.position.term(*term).theorem(component, self.misere).is_some()
    }

    /// Returns the winning moves, and how many they are; only some where too many would have to be looked at.
    fn winning_moves(
        &mut self,
        budget: &mut Budget<'_>,
    ) -> Result<(Option<u64>, Vec<WinningMove>), ExplainError> {
        let mut watch = unwatched;
        let mut counting =
            Budget { heap: self.heap, moves: COUNTED, options: VISITED, ..Budget::new(&mut watch) };
        match self.position.winning_moves(self.misere, false, &mut counting) {
            Ok(all) => Ok((Some(all.len() as u64), all)),
            Err(_) => Ok((None, self.position.winning_moves(self.misere, true, budget)?)),
        }
    }

    fn step_of(&self, placed: &[PlacedComponent], winning: &WinningMove) -> Step {
        let game = self.position.game_of(winning.component);
        // Heaps and cells that lie together are shown alone.
        let is_part = matches!(game.shape(), Shape::Whole | Shape::Board { .. });
        let component = match placed.get(winning.component) {
            Some(place) if !self.by_heap => place.origin,
            _ => winning.component,
        };
        let made = PlayedMove { component, from: winning.from.clone(), to: winning.option.clone() };
        step(game, made, is_part.then_some(&winning.to[..]), winning.values)
    }

    /// Returns the step of a move of the loser.
    fn step_to(&self, place: &PlacedComponent, option: &[Component]) -> Step {
        let (game, from, to) = (self.position.term(place.term), place.component.clone(), option.to_vec());
        if self.by_heap {
            let shown = game.present_move(&from, option, true);
            let made = PlayedMove { component: shown.at, from: shown.from, to };
            return step(game, made, Some(&shown.to), None);
        }
        step(game, PlayedMove { component: place.origin, from, to }, None, None)
    }

    /// Returns a position after a move, which makes an option of the component in a place. On a board, `turned` are the turned cells: a
    /// cell alone moves there, even if others lie in the same component.
    fn after(
        &self,
        placed: &[PlacedComponent],
        moved: usize,
        turned: [&[u64]; 2],
        option: &[Component],
    ) -> Vec<PlacedComponent> {
        let Some(PlacedComponent { term, origin, component }) = placed.get(moved) else {
            return placed.to_vec();
        };
        let (term, origin) = (*term, *origin);
        let mut after = placed.to_vec();
        let mut parts = option.to_vec();
        if let Shape::Board { .. } = self.position.term(term).shape() {
            let turned = turned.concat();
            let mut cells = toggled(component, &turned);
            // Two cells of one board that are both on cancel out.
            for other in after.iter_mut().enumerate().filter(|(at, other)| *at != moved && other.term == term)
            {
                let both: Component =
                    cells.iter().copied().filter(|cell| other.1.component.contains(cell)).collect();
                cells.retain(|cell| !both.contains(cell));
                other.1.component.retain(|cell| !both.contains(cell));
            }
            parts = if self.by_cell { cells.chunks(1).map(<[u64]>::to_vec).collect() } else { vec![cells] };
        }
        let parts = parts.into_iter().map(|component| PlacedComponent { term, origin, component });
        after.splice(moved..=moved, parts);
        after.retain(|place| !place.component.is_empty());
        after
    }

    /// Returns moves of the loser of a position, and their answers.
    fn replies(&mut self, placed: &[PlacedComponent]) -> Result<Vec<Reply>, ExplainError> {
        let mut replies = Vec::new();
        for (index, option) in self.tried(placed) {
            let place = &placed[index];
            let step = self.step_to(place, &option);
            let after = self.after(placed, index, [&place.component, &option.concat()], &option);
            // Some whole games have a theorem for the position, but none for the position after a move: then no reply is named.
            match self.answer(&after) {
                Ok(answer) => replies.push(Reply { step, answer }),
                Err(ExplainError::Refusal(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(replies)
    }

    /// Returns some options, each with the place of its component: the first of all components, then the second ones, and so on.
    fn tried(&self, placed: &[PlacedComponent]) -> Vec<(usize, Vec<Component>)> {
        let turns = (0..TRIED).flat_map(|turn| placed.iter().enumerate().map(move |place| (turn, place)));
        let tried = turns.filter_map(|(turn, (index, place))| {
            let options = first_options(self.position.term(place.term), &place.component, turn + 1);
            Some((index, options.into_iter().nth(turn)?))
        });
        tried.take(REPLIES).collect()
    }

    fn answer(&mut self, placed: &[PlacedComponent]) -> Result<Option<Step>, ExplainError> {
        self.place(placed)?;
        let mut watch = unwatched;
        let mut budget = Budget { heap: self.heap, ..Budget::new(&mut watch) };
        let found = self.position.winning_moves(self.misere, true, &mut budget)?;
        Ok(found.first().map(|winning| self.step_of(placed, winning)))
    }
}

/// Returns the cells of a board that are on after some were turned over.
fn toggled(on: &[u64], turned: &[u64]) -> Component {
    turned.iter().filter(|&&cell| cell > 0).fold(on.to_vec(), |mut on, cell| {
        match on.iter().position(|other| other == cell) {
            Some(at) => drop(on.remove(at)),
            None => on.push(*cell),
        }
        on
    })
}
