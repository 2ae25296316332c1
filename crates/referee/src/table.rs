//! A position of a game, its legal moves, and the winning ones.

mod written;

use std::ops::ControlFlow;

use super::error::TableError;
use super::heaps::Heaps;
use super::limits::Limits;
use nim_engine::games::notation;
use nim_engine::games::position::{By, Position, WinningMove};
use nim_engine::theory::budget::Budget;
use nim_engine::theory::game::{Component, ComponentError, Game, Reason, first_options};
use nim_engine::theory::refusal::Refusal;
use nim_engine::theory::shape::Shape;
use nim_ground::random::Random;

/// Options of a component among which a random one is chosen.
const MOST_OPTIONS: u64 = 1_000;
/// Random heaps that are tried if there are more options.
const TRIES: u32 = 64;

/// A position on the table. Components keep their places: one that becomes nothing leaves its place empty, and one that
/// becomes several makes places for them.
#[derive(Debug)]
pub struct Table {
    notation: String,
    position: Position,
    places: Vec<Place>,
    misere: bool,
    /// The heaps, if the game is Nim.
    heaps: Option<Heaps>,
    limits: Limits,
}

/// A place of the table, with a component or empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The index of its game among the terms of the sum.
    pub term: usize,
    /// The component; empty if nothing lies there.
    pub component: Component,
}

/// The information that takes a move back.
#[derive(Clone, Debug)]
pub struct Undo {
    place: usize,
    before: Place,
    /// The places that the move made of this one.
    count: usize,
}

/// The theory's analysis of a position.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// Whether the player to move wins.
    pub first_wins: bool,
    /// The value of each place, where the engine knows it.
    pub values: Vec<Option<u64>>,
    /// The nim-sum of the values, if all are known and it decides the winner.
    pub nim_sum: Option<u64>,
    /// The reason why the player to move wins or loses.
    pub reason: Reason,
}

/// A move: the index of a place, from 0, and the components that take it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableMove {
    /// The index of the place.
    pub place: usize,
    /// The parts after the move; none if the component vanishes.
    pub option: Vec<Component>,
}

impl Table {
    /// Lays out a position of a game, or of a sum of games, that a notation names.
    ///
    /// # Errors
    /// A [`TableError`].
    pub fn new(
        notation: &str,
        given: Vec<Component>,
        misere: bool,
        read: &mut notation::ReadFile<'_>,
    ) -> Result<Self, TableError> {
        let games = notation::parse(notation, read)?;
        let mut table = Self::from_games(notation, games, misere);
        table.lay(given)?;
        Ok(table)
    }

    /// Returns the table of games that were read already, without a position. Play is misère, too, if a game says so itself.
    pub fn from_games(notation: &str, games: Vec<Box<dyn Game>>, misere: bool) -> Self {
        let (notation, position, places) = (notation.to_owned(), Position::from_games(games), Vec::new());
        let misere = misere || position.is_misere();
        Self { notation, position, places, misere, heaps: None, limits: Limits::SECONDS }
    }

    /// Returns the table with other limits of the work for an answer.
    pub fn limited(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Lays out a position.
    ///
    /// # Errors
    /// A [`TableError`] where it is none.
    pub fn lay(&mut self, given: Vec<Component>) -> Result<(), TableError> {
        let terms = self.position.terms();
        let only = if let [only] = terms.as_slice() { Some(*only) } else { None };
        let is_together = only.is_some_and(|only| matches!(only.shape(), Shape::Whole | Shape::Board { .. }));
        if let Some(label) = terms.iter().find_map(|game| written::unwritable(*game)) {
            return Err(TableError::UnwritableVertex(label.to_owned()));
        }
        let is_none = given.is_empty();
        let given = if is_together && !is_none { vec![given.concat()] } else { given };
        let is_nim =
            only.is_some_and(|only| only.name() == "nim" && given.iter().all(|heap| heap.len() == 1));
        self.heaps = is_nim.then(|| Heaps::new(&given.concat()));
        self.position.place(given)?;
        let components = if is_none { &[] } else { self.position.components() };
        let places = components.iter().map(|(term, component)| {
            let game = self.position.term(*term);
            let is_board = matches!(game.shape(), Shape::Board { .. });
            let component = if is_board { game.normal(component) } else { component.clone() };
            Place { term: *term, component }
        });
        self.places = places.collect();
        if self.heaps.is_some() {
            // The engine is asked for analyses alone.
            self.position.place_each(Vec::new())?;
        }
        // No move of the game may be without meaning.
        if self.position.terms().iter().any(|game| game.may_break())
            && let Err(refusal @ Refusal::Broken(_)) =
                self.evaluate(|position, _, _, budget| position.values(budget))
        {
            return Err(TableError::Broken(refusal));
        }
        Ok(())
    }

    /// Returns the games of the sum.
    pub fn terms(&self) -> Vec<&dyn Game> {
        self.position.terms()
    }

    /// Returns the notation of the game.
    pub fn notation(&self) -> &str {
        &self.notation
    }

    /// Returns whether it is misère play.
    pub fn is_misere(&self) -> bool {
        self.misere
    }

    /// Returns the places, empty ones included.
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// Returns the game of a place.
    pub fn game(&self, place: usize) -> &dyn Game {
        self.position.term(self.places.get(place).map_or(0, |place| place.term))
    }

    /// Gives the engine the position; returns the places that are not empty.
    fn place(&mut self) -> Result<Vec<usize>, ComponentError> {
        let places = self.places.iter().enumerate();
        let filled = places.filter(|(_, place)| !place.component.is_empty());
        let filled = filled.map(|(index, place)| (index, (place.term, place.component.clone())));
        let (filled, components) = filled.unzip();
        self.position.place_each(components)?;
        Ok(filled)
    }

    fn evaluate<T>(
        &mut self,
        with: impl FnOnce(&mut Position, bool, &[usize], &mut Budget<'_>) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let filled = self.place()?;
        self.limits.ask(|budget| with(&mut self.position, self.misere, &filled, budget))
    }

    /// Returns whether a place has no move.
    pub fn is_dead(&self, place: usize) -> bool {
        let component = &self.places[place].component;
        component.is_empty()
            || self.game(place).options(component, &mut |_| ControlFlow::Break(())).is_continue()
    }

    /// Returns whether there is no move.
    pub fn is_over(&self) -> bool {
        if let Some(heaps) = &self.heaps {
            return heaps.is_over();
        }
        (0..self.places.len()).all(|place| self.is_dead(place))
    }

    /// Returns the theory's answers for the position.
    ///
    /// # Errors
    /// A [`Refusal`], where who wins is beyond the engine's budget or not known.
    pub fn analysis(&mut self) -> Result<Analysis, Refusal> {
        let (misere, is_over, count) = (self.misere, self.is_over(), self.places.len());
        self.evaluate(|position, _, filled, budget| {
            let outcome = position.outcome(misere, budget)?;
            let mut values = vec![Some(0); count];
            if outcome.grundy.len() == filled.len() {
                filled.iter().zip(outcome.grundy).for_each(|(&place, value)| values[place] = value);
            }
            Ok(Analysis {
                first_wins: if is_over { misere } else { outcome.first_wins },
                values,
                // After a search, as in misère play, the nim-sum says nothing.
                nim_sum: outcome.nim_sum.filter(|_| outcome.by != By::Search),
                reason: if is_over { Reason::NoMove } else { outcome.reason },
            })
        })
    }

    /// Returns whether the player to move wins.
    ///
    /// # Errors
    /// A [`Refusal`], where it is beyond the engine's budget or not known.
    pub fn first_wins(&mut self) -> Result<bool, Refusal> {
        if let Some(heaps) = &self.heaps {
            return Ok(heaps.first_wins(self.misere));
        }
        if self.is_over() {
            return Ok(self.misere);
        }
        self.evaluate(|position, misere, _, budget| Ok(position.outcome(misere, budget)?.first_wins))
    }

    /// Returns all winning moves, or one of them if there are more than `most`.
    ///
    /// # Errors
    /// As for [`first_wins`](Self::first_wins).
    pub fn all_winning(&mut self, most: u64) -> Result<Vec<TableMove>, Refusal> {
        if self.is_over() {
            return Ok(Vec::new());
        }
        let found = self.evaluate(|position, misere, filled, budget| {
            budget.moves = most;
            let found = position.winning_moves(misere, false, budget)?;
            Ok(found.into_iter().map(|winning| at_place(filled, winning)).collect())
        });
        match found {
            Err(Refusal::TooMany(..)) => Ok(self.winning()?.into_iter().collect()),
            found => found,
        }
    }

    /// Returns a winning move, if there is one.
    ///
    /// # Errors
    /// As for [`first_wins`](Self::first_wins).
    pub fn winning(&mut self) -> Result<Option<TableMove>, Refusal> {
        if let Some(heaps) = &self.heaps {
            let found = heaps.winning(self.misere);
            return Ok(found.map(|(place, heap)| TableMove { place, option: vec![vec![heap]] }));
        }
        if self.is_over() {
            return Ok(None);
        }
        self.evaluate(|position, misere, filled, budget| {
            let found = position.winning_moves(misere, true, budget)?.into_iter().next();
            Ok(found.map(|winning| at_place(filled, winning)))
        })
    }

    /// Returns some legal move, chosen at random; `None` if there is none.
    pub fn any(&self, random: &mut Random) -> Option<TableMove> {
        if let Some(heaps) = &self.heaps {
            return heaps.any(random).map(|(place, heap)| TableMove { place, option: vec![vec![heap]] });
        }
        let count = self.places.len();
        let first = random.within(0, count.checked_sub(1)? as u64) as usize;
        (first..first + count).map(|place| place % count).find_map(|place| {
            let option = self.any_option(place, random)?;
            Some(TableMove { place, option })
        })
    }

    fn any_option(&self, place: usize, random: &mut Random) -> Option<Vec<Component>> {
        let (game, component) = (self.game(place), &*self.places[place].component);
        if component.is_empty() {
            return None;
        }
        // A heap may have more options than can be visited; most of them are heaps again.
        if let (Shape::Heap, &[heap]) = (game.shape(), component)
            && heap > MOST_OPTIONS
        {
            for _ in 0..TRIES {
                let option = vec![vec![random.within(0, heap - 1)]];
                if game.has_option(component, &option) == Some(true) {
                    return Some(option);
                }
            }
        }
        let (mut seen, mut chosen) = (0, None);
        #[expect(
            clippy::let_underscore_must_use,
            reason = "the visitor keeps what it has found, and knows whether it has ended the walk"
        )]
        let _ = game.options(component, &mut |option| {
            seen += 1;
            if random.within(1, seen) == 1 {
                chosen = Some(option.to_vec());
            }
            if seen < MOST_OPTIONS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        chosen
    }

    /// Returns the options of a place, at most `most`, in the engine's order.
    pub fn options(&self, place: usize, most: usize) -> Vec<Vec<Component>> {
        let component = &self.places[place].component;
        if component.is_empty() { Vec::new() } else { first_options(self.game(place), component, most) }
    }

    /// Returns a move after which there is none, if one is found among the first options.
    pub fn ending(&self) -> Option<TableMove> {
        let mut alive = (0..self.places.len()).filter(|&place| !self.is_dead(place));
        let (place, None) = (alive.next()?, alive.next()) else { return None };
        let (game, from) = (self.game(place), &*self.places[place].component);
        let nothing = vec![vec![0]];
        if game.has_option(from, &nothing) == Some(true) && is_end(game, &nothing) {
            return Some(TableMove { place, option: nothing });
        }
        let option = find_option(game, from, MOST_OPTIONS, |option| is_end(game, option))?;
        Some(TableMove { place, option })
    }

    /// Makes a legal move; [`Self::unmake`] takes it back with the returned value.
    pub fn make(&mut self, TableMove { place, option }: TableMove) -> Undo {
        if let (Some(heaps), [heap]) = (&mut self.heaps, option.concat()[..].as_ref()) {
            heaps.set(place, *heap);
        }
        let is_heap = self.game(place).shape() == Shape::Heap;
        let option =
            if option.is_empty() { vec![if is_heap { vec![0] } else { Vec::new() }] } else { option };
        let before = self.places[place].clone();
        let (term, count) = (before.term, option.len());
        let parts = option.into_iter().map(|component| Place { term, component });
        drop(self.places.splice(place..=place, parts));
        Undo { place, before, count }
    }

    /// Takes back the last move.
    pub fn unmake(&mut self, Undo { place, before, count }: Undo) {
        if let (Some(heaps), [heap]) = (&mut self.heaps, before.component.as_slice()) {
            heaps.set(place, *heap);
        }
        drop(self.places.splice(place..place + count, [before]));
    }
}

/// Returns whether an option has no options itself.
fn is_end(game: &dyn Game, option: &[Component]) -> bool {
    option.iter().all(|part| game.options(part, &mut |_| ControlFlow::Break(())).is_continue())
}

/// Returns the first option that fits, among at most `most`.
fn find_option(
    game: &dyn Game,
    component: &[u64],
    most: u64,
    fits: impl Fn(&[Component]) -> bool,
) -> Option<Vec<Component>> {
    let (mut visited, mut found) = (0, None);
    #[expect(
        clippy::let_underscore_must_use,
        reason = "the visitor keeps what it has found, and knows whether it has ended the walk"
    )]
    let _ = game.options(component, &mut |option| {
        visited += 1;
        if fits(option) {
            found = Some(option.to_vec());
        }
        if found.is_none() && visited < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    found
}

/// Returns a move of the engine, whose components are the places that are not empty.
fn at_place(filled: &[usize], winning: WinningMove) -> TableMove {
    TableMove { place: filled.get(winning.component).copied().unwrap_or(0), option: winning.option }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nim_engine::games::{CATALOGUE, Make};

    fn no_file(_: &str) -> std::io::Result<String> {
        Err(std::io::Error::other("no such file"))
    }

    fn table(notation: &str, heaps: &[&str], misere: bool) -> Table {
        let games = notation::parse(notation, &mut no_file).unwrap();
        let given = heaps.iter().map(|heap| notation::component(games[0].as_ref(), heap).unwrap()).collect();
        Table::new(notation, given, misere, &mut no_file).unwrap()
    }

    /// Plays a game between a player that moves at random and one that never errs, and returns whether that one won.
    fn wins_from_a_won_position(table: &mut Table, random: &mut Random) -> bool {
        let mut is_perfect = table.first_wins().unwrap();
        loop {
            if table.is_over() {
                return is_perfect == table.is_misere();
            }
            let found = if is_perfect { table.winning().unwrap() } else { table.any(random) };
            let found = found
                .unwrap_or_else(|| panic!("{} {}: perfect {is_perfect}", table.notation(), table.written()));
            let text = table.written_move(&found);
            let read = table.read_typed(&text).unwrap();
            let protocol = table.protocol_move(&found);
            assert_eq!(table.read_move(&protocol.split(' ').collect::<Vec<_>>()).as_ref(), Ok(&read));
            // The written position stays in order: no heap changes its place.
            let is_board = matches!(table.game(read.place).shape(), Shape::Board { .. });
            let before = table.written();
            let made = table.make(read);
            if !is_board {
                let after = table.written();
                table.unmake(made);
                table.make(found);
                assert_eq!(after, table.written(), "{text} on {before}");
            }
            is_perfect = !is_perfect;
        }
    }

    #[test]
    fn every_game_of_the_catalogue_is_won_by_whoever_should() {
        let mut random = Random::new(1);
        for entry in CATALOGUE.iter().filter(|entry| !matches!(entry.make, Make::Graph)) {
            for misere in [false, true] {
                for _ in 0..5 {
                    let mut table = table(entry.example, entry.example_heaps, misere);
                    if table.first_wins().is_ok() {
                        let is_won = wins_from_a_won_position(&mut table, &mut random);
                        assert!(is_won, "{} {misere}", entry.example);
                    }
                }
            }
        }
    }

    #[test]
    fn what_a_move_leaves_are_components() {
        let mut accepted = 0;
        let parts = ["0", "1", "2", "-", "0,0", "0,1", "1,1", "1,2", "2,2", "0,1,2"];
        for entry in CATALOGUE.iter().filter(|entry| !matches!(entry.make, Make::Graph)) {
            for (first, second) in parts.iter().flat_map(|first| parts.map(|second| (*first, second))) {
                for words in [vec!["1", first], vec!["1", first, second]] {
                    let mut table = table(entry.example, entry.example_heaps, false);
                    let Ok(found) = table.read_move(&words) else { continue };
                    accepted += 1;
                    table.make(found);
                    for (place, Place { component, .. }) in table.places().iter().enumerate() {
                        let is_one = component.is_empty() || table.game(place).check(component).is_ok();
                        assert!(is_one, "{}: {words:?} leaves {component:?}", entry.example);
                    }
                }
            }
        }
        assert!(accepted > 40, "{accepted}");
    }

    #[test]
    fn what_is_taken_and_what_is_left_are_told_apart() {
        let nim = table("nim", &["3", "5"], false);
        let leaves = |text: &str| nim.read_typed(text).map(|read| nim.protocol_move(&read));
        for (text, read) in
            [("2=3", "2 3"), (" 2 = 3 ", "2 3"), ("2-3", "2 2"), ("2 - 5", "2 0"), ("1=0", "1 0")]
        {
            assert_eq!(leaves(text).as_deref(), Ok(read), "{text}");
        }
        for (text, why) in [
            ("2 3", "2 3 is not clear: 2-3 takes 3, 2=3 leaves 3"),
            ("2-6", "heap 2 has 5, not 6"),
            ("2-2 2", "2-… takes one number of stones from heap 2; 2=… says what becomes of it"),
            ("2-2+1", "2-… takes one number of stones from heap 2; 2=… says what becomes of it"),
            ("2-0", "0 cannot be taken from heap 2 (5)"),
            ("2=7", "component 2 (5) cannot become 7"),
            ("3=0", "there is no component 3"),
            ("3-1", "there is no component 3"),
            ("0-1", "there is no component 0"),
            ("-1", "there is no component -1"),
            ("x", "there is no component x"),
        ] {
            assert_eq!(leaves(text).map_err(|error| error.to_string()), Err(why.to_owned()), "{text}");
        }
        let pairs = table("wythoff", &["3,5"], false);
        assert!(pairs.read_typed("1-2").unwrap_err().to_string().contains("1=… says what becomes of it"));
        assert_eq!(pairs.read_typed("1 1,3"), pairs.read_typed("1=1,3"));
        let tree = table("hackenbush", &["0,1"], false);
        assert!(tree.read_typed("1=-").is_ok());
        let kayles = table("kayles", &["5"], false);
        for text in ["1=3 1", "1=3+1", "1 = 3 + 1"] {
            assert_eq!(kayles.read_typed(text), kayles.read_move(&["1", "3", "1"]), "{text}");
        }
        for text in ["1-3+1", "1=3+", "1=+3"] {
            assert!(kayles.read_typed(text).is_err(), "{text}");
        }
    }

    #[test]
    fn illegal_moves_are_told() {
        let mut nim = table("nim", &["3", "5"], false);
        for (words, why) in [
            (&["3", "0"][..], "there is no component 3"),
            (&["0", "0"], "there is no component 0"),
            (&["+1", "0"], "there is no component +1"),
            (&["1"], "a move says what the component becomes, - for nothing"),
            (&["1", "3"], "component 1 (3) cannot become 3"),
            (&["2", "2", "2"], "component 2 (5) cannot become 2 2"),
            (&["1", "x"], "heap \"x\": expected a number"),
            (&[], "a move names a component"),
        ] {
            let error = nim.read_move(words).unwrap_err().to_string();
            assert!(error.contains(why), "{words:?}: {error}");
        }
        nim.make(nim.read_move(&["1", "0"]).unwrap());
        assert_eq!(nim.written(), "0 5");
        let mut moore = table("moore:1", &["2,2,1"], false);
        moore.make(moore.read_move(&["1", "0,2,1"]).unwrap());
        assert_eq!(moore.written(), "0,2,1");
        let mut kayles = table("kayles", &["5"], false);
        kayles.make(kayles.read_move(&["1", "3", "1"]).unwrap());
        assert_eq!(kayles.written(), "3 1");
        let mut pairs = table("wythoff", &["3,5"], false);
        pairs.make(pairs.read_move(&["1", "1,3"]).unwrap());
        assert_eq!(pairs.written(), "1,3");
    }
}
