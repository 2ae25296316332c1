//! Explains a position of few components by the engine's [`Position`].

use super::{ExplainError, Explanation, MOVES, REPLIES, Reply, Step, shown, step};
use nim_engine::games::notation::{self, ReadFile};
use nim_engine::games::position::{Position, WinningMove};
use nim_engine::theory::budget::Budget;
use nim_engine::theory::game::{Component, first_options};
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

/// A component in its place.
#[derive(Clone)]
struct PlacedComponent {
    /// The term of the notation that it belongs to.
    term: usize,
    /// The index of the component given that it has come from.
    origin: usize,
    component: Component,
}

impl PlacedComponent {
    /// Returns the cells of a board that are on, each as a component.
    fn cells(self) -> impl Iterator<Item = Self> {
        let Self { term, origin, component } = self;
        let cells = component.into_iter().filter(|&cell| cell > 0);
        cells.map(move |cell| Self { term, origin, component: vec![cell] })
    }
}

/// The games of a notation, with the last position.
struct Few<'a> {
    terms: Vec<&'a str>,
    misere: bool,
    /// The largest heap whose value is computed.
    heap: u64,
    /// Of a single game, kept for its values.
    single: Option<Position>,
}

/// Explains a position.
///
/// # Errors
/// As for [`explain`](super::explain).
pub fn explain(laid: &MappedPosition<'_>, read: &mut ReadFile<'_>) -> Result<Explanation, ExplainError> {
    let terms: Vec<&str> = laid.game.split('+').collect();
    let given: Vec<Component> = laid.components.iter().map(<[u64]>::to_vec).collect();
    let placed = places(&given, terms.len() > 1);
    let mut few = Few { terms, misere: laid.misere, heap: WITHOUT_THEOREM, single: None };
    let position = few.place(&placed, read)?;
    let is_theorem = is_decided_by_theorem(position, &placed, laid.misere);
    let heap = if is_theorem { WITH_THEOREM } else { WITHOUT_THEOREM };
    let mut watch = unwatched;
    let mut budget = Budget { heap, ..Budget::new(&mut watch) };
    let outcome = position.outcome(laid.misere, &mut budget)?;
    let (winning, found) = winning_moves(position, laid.misere, heap, &mut budget)?;
    let is_whole = position.game_of(0).shape() == Shape::Whole;
    let moves: Vec<Step> =
        found.iter().take(MOVES).map(|winning| step_of(position, &placed, winning)).collect();
    // Heaps that have no values of their own are shown as the one component that they are.
    let is_one = is_whole && outcome.grundy.len() < placed.len();
    let given = if is_one { vec![whole(&placed)] } else { given };
    let value_of = |index: usize| {
        let place = placed.iter().position(|place| place.origin == index);
        place.map_or(Some(0), |place| outcome.grundy.get(place).copied().flatten())
    };
    let values: Vec<Option<u64>> = (0..given.len()).map(value_of).collect();
    let sum = values.iter().flatten().fold(0, |sum, value| sum ^ value);
    let component = |index: usize| (&given[index][..], values[index]);
    let (shown, rest) = shown(position.game_of(0), given.len(), &moves, component, sum);

    // What answers the moves of the loser, after the first winning move.
    few.heap = heap;
    let after = match found.first() {
        Some(first) => {
            let component = if is_whole { 0 } else { first.component };
            few.after(&placed, component, &first.option, read)?
        }
        None => placed.clone(),
    };
    let replies = few.replies(&after, read)?;
    let is_over = found.is_empty() && replies.is_empty();
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

/// Returns the components that are not empty, each with its term.
fn places(given: &[Component], is_sum: bool) -> Vec<PlacedComponent> {
    let filled = given.iter().cloned().enumerate().filter(|(_, component)| !component.is_empty());
    filled
        .map(|(origin, component)| PlacedComponent {
            term: if is_sum { origin } else { 0 },
            origin,
            component,
        })
        .collect()
}

/// The winning moves, and how many they are; only some where too many would have to be looked at.
fn winning_moves(
    position: &mut Position,
    misere: bool,
    heap: u64,
    budget: &mut Budget<'_>,
) -> Result<(Option<u64>, Vec<WinningMove>), ExplainError> {
    let mut watch = unwatched;
    let mut counting = Budget { heap, moves: COUNTED, options: VISITED, ..Budget::new(&mut watch) };
    match position.winning_moves(misere, false, &mut counting) {
        Ok(all) => Ok((Some(all.len() as u64), all)),
        Err(_) => Ok((None, position.winning_moves(misere, true, budget)?)),
    }
}

/// Returns whether a theorem of the game decides the only component of a position.
fn is_decided_by_theorem(position: &Position, placed: &[PlacedComponent], misere: bool) -> bool {
    let game = position.game_of(0);
    let component = match (game.shape(), placed) {
        (Shape::Whole, _) => whole(placed),
        (_, [only]) => only.component.clone(),
        _ => return false,
    };
    game.theorem(&component, misere).is_some()
}

/// Returns the heaps of all components as one.
fn whole(placed: &[PlacedComponent]) -> Component {
    placed.iter().flat_map(|place| place.component.clone()).collect()
}

fn step_of(position: &Position, placed: &[PlacedComponent], winning: &WinningMove) -> Step {
    let game = position.game_of(winning.component);
    // Heaps and cells that lie together are shown alone.
    let is_part = matches!(game.shape(), Shape::Whole | Shape::Board { .. });
    let component = placed.get(winning.component).map_or(winning.component, |place| place.origin);
    let made = PlayedMove { component, from: winning.from.clone(), to: winning.option.clone() };
    step(game, made, is_part.then_some(&winning.to[..]), winning.values)
}

impl Few<'_> {
    /// Returns the engine's position of these components.
    fn place(
        &mut self,
        placed: &[PlacedComponent],
        read: &mut ReadFile<'_>,
    ) -> Result<&mut Position, ExplainError> {
        let components: Vec<Component> = placed.iter().map(|place| place.component.clone()).collect();
        let notation: Vec<&str> = match self.terms.len() {
            1 => self.terms.clone(),
            _ => placed.iter().map(|place| self.terms[place.term]).collect(),
        };
        let position = match self.single.take().filter(|_| self.terms.len() == 1) {
            Some(position) => position,
            None => Position::from_games(notation::parse(&notation.join("+"), read)?),
        };
        let position = self.single.insert(position);
        position.place(components)?;
        Ok(position)
    }

    /// Returns a position after a move.
    fn after(
        &mut self,
        placed: &[PlacedComponent],
        component: usize,
        option: &[Component],
        read: &mut ReadFile<'_>,
    ) -> Result<Vec<PlacedComponent>, ExplainError> {
        let shape = self.place(placed, read)?.game_of(component).shape();
        let (term, origin) = placed.get(component).map_or((0, 0), |place| (place.term, place.origin));
        let place = |component: &Component| PlacedComponent { term, origin, component: component.clone() };
        let parts = option.iter().filter(|part| !part.is_empty()).map(place);
        let is_other =
            |(index, place): (usize, &PlacedComponent)| (index != component).then(|| place.clone());
        let others = placed.iter().enumerate().filter_map(is_other);
        Ok(match shape {
            Shape::Whole => parts.collect(),
            // Two cells that are both on cancel out.
            Shape::Board { .. } => {
                let mut cells: Vec<PlacedComponent> =
                    others.chain(parts).flat_map(PlacedComponent::cells).collect();
                cells.sort_by_key(|place| place.component[0]);
                let same = cells.chunk_by(|one, next| one.component == next.component);
                same.filter(|same| same.len() % 2 == 1).map(|same| same[0].clone()).collect()
            }
            _ => {
                let mut after = placed.to_vec();
                after.splice(component..component + 1, parts);
                after
            }
        })
    }

    /// Returns moves of the loser of a position, and their answers.
    fn replies(
        &mut self,
        placed: &[PlacedComponent],
        read: &mut ReadFile<'_>,
    ) -> Result<Vec<Reply>, ExplainError> {
        if placed.is_empty() {
            return Ok(Vec::new());
        }
        let position = self.place(placed, read)?;
        let is_whole = position.game_of(0).shape() == Shape::Whole;
        let components: Vec<Component> = if is_whole {
            vec![whole(placed)]
        } else {
            placed.iter().map(|place| place.component.clone()).collect()
        };
        // The first options of all components, then the second ones, and so on.
        let mut tried = Vec::new();
        for (index, component) in components.iter().enumerate() {
            let game = position.game_of(index);
            for (turn, option) in first_options(game, component, TRIED).into_iter().enumerate() {
                let made = PlayedMove {
                    component: placed[index].origin,
                    from: component.clone(),
                    to: option.clone(),
                };
                let step = step(game, made, None, None);
                tried.push((turn, index, option, step));
            }
        }
        tried.sort_by_key(|(turn, index, ..)| (*turn, *index));
        let mut replies = Vec::new();
        for (_, index, option, step) in tried.into_iter().take(REPLIES) {
            let after = self.after(placed, index, &option, read)?;
            let answer = if after.is_empty() { None } else { self.answer(&after, read)? };
            replies.push(Reply { step, answer });
        }
        Ok(replies)
    }

    fn answer(
        &mut self,
        placed: &[PlacedComponent],
        read: &mut ReadFile<'_>,
    ) -> Result<Option<Step>, ExplainError> {
        let (misere, heap) = (self.misere, self.heap);
        let position = self.place(placed, read)?;
        let mut watch = unwatched;
        let mut budget = Budget { heap, ..Budget::new(&mut watch) };
        let found = position.winning_moves(misere, true, &mut budget)?;
        Ok(found.first().map(|winning| step_of(position, placed, winning)))
    }
}
