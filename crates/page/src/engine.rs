//! A position, and the questions about it.

use std::ops::ControlFlow;

use serde_json::{Value, json};

use super::error::{PageError, in_languages};
use nim_engine::games::position::Position;
use nim_engine::games::{CATALOGUE, Make, notation};
use nim_engine::theory::game::{Component, Game};
use nim_engine::theory::shape::Shape;
use nim_ground::random::Random;
use nim_referee::limits::Limits;
use nim_referee::player::{LEVELS, Level, Player};
use nim_referee::start;
use nim_referee::table::{Place, Table, TableMove, Undo};
use nim_rules::WithRules;

/// The limit of numbers in a position.
const MOST_NUMBERS: usize = 1_000;
/// The limit of moves in a list.
const MOST_MOVES: usize = 2_000;
/// Most options of a component of a game whose moves are visited to find out whether one is legal.
const MOST_VISITED: u64 = 100_000;
/// Random positions that are tried until one has a move.
const DEALS: u32 = 100;
/// The work for one answer: pages must not hang.
const LIMITS: Limits = Limits { heap: 500, options: 2_000_000, positions: 40_000, calls: 100 };

/// An object, or why there is none.
type Answer = Result<Value, PageError>;

/// The engine of a page: it has at most one position.
#[derive(Debug, Default)]
pub struct Engine {
    laid: Option<PageGame>,
}

/// A position in play, with its table.
#[derive(Debug)]
struct PageGame {
    notation: String,
    graph: String,
    table: Table,
    made: Vec<Undo>,
    /// The numbers of a position that is one component, each for itself: cells of a board, steps of a staircase.
    apart: Option<Position>,
}

impl Engine {
    /// Answers a question of the page; see [`page`](super).
    pub fn answer(&mut self, question: &str) -> String {
        let answer = serde_json::from_str::<Value>(question)
            .map_err(|error| PageError::NotJson(error.to_string()))
            .and_then(|question| self.answered(&question));
        answer.unwrap_or_else(|error| json!({ "error": in_languages(&error) })).to_string()
    }

    fn answered(&mut self, question: &Value) -> Answer {
        let text = |key: &str| question[key].as_str().unwrap_or_default();
        let seed = question["seed"].as_u64().unwrap_or(0);
        match text("ask") {
            "catalogue" => Ok(catalogue()),
            "random" => dealt(text("game"), text("graph"), &mut Random::new(seed)),
            "lay" => {
                let is_misere = question["misere"] == true;
                self.lay(text("game"), text("graph"), text("position"), is_misere)
            }
            "moves" => Ok(self.laid()?.moves()),
            "check" => self.laid()?.check(text("move")),
            "typed" => self.laid()?.typed(text("move")),
            "make" => self.laid()?.make(text("move")),
            "reply" => self.laid()?.reply(text("level"), seed),
            "undo" => Ok(self.laid()?.undo(question["count"].as_u64().unwrap_or(1))),
            "hint" => self.laid()?.hint(),
            other => Err(PageError::UnknownQuestion(other.to_owned())),
        }
    }

    fn laid(&mut self) -> Result<&mut PageGame, PageError> {
        self.laid.as_mut().ok_or(PageError::NoPosition)
    }

    fn lay(&mut self, notation: &str, graph: &str, position: &str, misere: bool) -> Answer {
        let game = single(notation, graph)?;
        let given: Vec<Component> = position
            .split_ascii_whitespace()
            .map(|word| notation::component(game.as_ref(), word))
            .collect::<Result<_, _>>()?;
        if given.is_empty() {
            return Err(PageError::NoHeap);
        }
        let numbers = given.iter().flatten();
        if numbers.clone().count() > MOST_NUMBERS {
            return Err(PageError::TooManyNumbers(MOST_NUMBERS));
        }
        let largest = largest(game.as_ref());
        if let Some(&number) = numbers.clone().find(|&&number| number > largest) {
            return Err(PageError::LargeNumber(number, largest));
        }
        let apart = matches!(game.shape(), Shape::Whole | Shape::Board { .. })
            .then(|| single(notation, graph).map(|game| Position::from_games(vec![game])))
            .transpose()?;
        // The table of the same game keeps its computed values.
        let same = self.laid.take().filter(|laid| {
            laid.notation == notation && laid.graph == graph && laid.table.is_misere() == misere
        });
        let mut table = match same {
            Some(laid) => laid.table,
            None => Table::from_games(notation, vec![game], misere).limited(LIMITS),
        };
        table.lay(given)?;
        if let Some(place) = (0..table.places().len()).find(|&place| has_too_many(&table, place)) {
            let component = &table.places()[place].component;
            let component = table.written_component(place, component);
            return Err(PageError::TooManyMoves(component, MOST_VISITED));
        }
        let (notation, graph) = (notation.to_owned(), graph.to_owned());
        let laid = self.laid.insert(PageGame { notation, graph, table, made: Vec::new(), apart });
        Ok(laid.shown())
    }
}

/// Returns the catalogue's entries.
fn catalogue() -> Value {
    let games = CATALOGUE.iter().map(|entry| {
        json!({
            "name": entry.name,
            "notation": entry.notation,
            "rule": entry.rule,
            "heap": entry.heap,
            "example": entry.example,
            "position": entry.example_heaps.join(" "),
            "argument": matches!(entry.make, Make::With(_) | Make::Code),
            "graph": matches!(entry.make, Make::Graph),
            "rules": false,
        })
    });
    let own = json!({
        "name": OWN_GAME,
        "notation": OWN_GAME,
        "rule": "a game of your own, whose rules are a text",
        "heap": "a heap, numbers between commas, or the cells of a row between commas",
        "example": OWN_GAME,
        "position": "7",
        "argument": false,
        "graph": false,
        "rules": true,
    });
    let levels = LEVELS.iter().map(|level| json!({ "name": level.name, "says": level.says }));
    json!({ "games": games.chain([own]).collect::<Vec<_>>(), "levels": levels.collect::<Vec<_>>() })
}

/// The game whose rules are typed.
const OWN_GAME: &str = "own.game";

/// Returns the only game of a notation; `text` is the text of a graph, or of rules.
fn single(notation: &str, text: &str) -> Result<Box<dyn Game>, PageError> {
    let mut read = WithRules(|_: &str| Ok(text.to_owned()));
    let games = notation::parse(notation, &mut read)?;
    let [game] = <[_; 1]>::try_from(games).map_err(|_| PageError::Sum)?;
    Ok(game)
}

/// Returns the largest number of a position that a page plays.
fn largest(game: &dyn Game) -> u64 {
    match game.shape() {
        Shape::Heap | Shape::Vertex { .. } => 1_000_000,
        Shape::Tuple { .. } | Shape::Whole => 1_000,
        Shape::Board { .. } => 200,
    }
}

/// Returns whether a component has more options than may be visited, in a game that is not asked for a single one.
fn has_too_many(table: &Table, place: usize) -> bool {
    let (game, component) = (table.game(place), &table.places()[place].component);
    if component.is_empty() || game.has_option(component, &[]).is_some() {
        return false;
    }
    let mut visited = 0;
    let flow = game.options(component, &mut |_| {
        visited += 1;
        if visited > MOST_VISITED { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    flow.is_break()
}

fn dealt(notation: &str, graph: &str, random: &mut Random) -> Answer {
    let mut table = Table::from_games(notation, vec![single(notation, graph)?], false);
    for _ in 0..DEALS {
        let position = start::position(&table.terms(), random);
        table.lay(position)?;
        if !table.is_over() {
            break;
        }
    }
    // The numbers of a position that is one component are written as heaps.
    let is_one = matches!(table.game(0).shape(), Shape::Whole | Shape::Board { .. });
    let written = table.written();
    Ok(json!({ "position": if is_one { written.replace(',', " ") } else { written } }))
}

impl PageGame {
    /// Returns the position as it is shown.
    fn shown(&mut self) -> Value {
        let (kind, cells) = match self.table.game(0).shape() {
            Shape::Heap => ("heap", None),
            Shape::Tuple { .. } => ("tuple", None),
            Shape::Whole => ("whole", None),
            Shape::Board { cells } => ("board", Some(*cells.end())),
            Shape::Vertex { count } => ("vertex", Some(count)),
        };
        let analysis = self.table.analysis();
        let mut shown = json!({
            "game": self.table.game(0).name(),
            "kind": kind,
            "cells": cells.map(|cells| cells.to_string()),
            "misere": self.table.is_misere(),
            "over": self.table.is_over(),
            "places": self.places(analysis.as_ref().map_or(&[], |analysis| &analysis.values)),
        });
        match analysis {
            Ok(analysis) => {
                shown["wins"] = json!(analysis.first_wins);
                shown["reason"] = in_languages(&analysis.reason);
                shown["sum"] = json!(analysis.nim_sum.map(|sum| sum.to_string()));
            }
            Err(refusal) => shown["refusal"] = in_languages(&refusal),
        }
        shown
    }

    /// Returns the places, with their values if they are known.
    fn places(&mut self, values: &[Option<u64>]) -> Value {
        let by_number = self.values_apart();
        let places = self.table.places().iter().enumerate().map(|(place, Place { component, .. })| {
            let labels = self.table.game(place);
            let is_sum = by_number.len() == component.len();
            json!({
                "text": self.table.written_component(place, component),
                "numbers": component.iter().map(|&number| labels.written(number)).collect::<Vec<_>>(),
                "value": values.get(place).copied().flatten().as_ref().map(u64::to_string),
                "values": is_sum.then(|| by_number.iter().map(u64::to_string).collect::<Vec<_>>()),
            })
        });
        places.collect()
    }

    /// Returns the values of the numbers of a component that is a sum of them; none elsewhere.
    fn values_apart(&mut self) -> Vec<u64> {
        let (Some(apart), [place]) = (&mut self.apart, self.table.places()) else { return Vec::new() };
        let numbers = place.component.iter().map(|&number| vec![number]);
        let outcome = apart
            .place(numbers.collect())
            .ok()
            .and_then(|()| LIMITS.ask(|budget| apart.outcome(false, budget)).ok());
        outcome.map_or(Vec::new(), |outcome| outcome.grundy.into_iter().flatten().collect())
    }

    /// Returns legal moves, and whether there are more.
    fn moves(&self) -> Value {
        let moves = (0..self.table.places().len()).flat_map(|place| {
            let options = self.table.options(place, MOST_MOVES + 1).into_iter();
            options.map(move |option| self.table.protocol_move(&TableMove { place, option }))
        });
        let mut moves: Vec<String> = moves.take(MOST_MOVES + 1).collect();
        let more = moves.len() > MOST_MOVES;
        moves.truncate(MOST_MOVES);
        json!({ "moves": moves, "more": more })
    }

    fn read(&self, text: &str) -> Result<TableMove, PageError> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let read = self.table.read_move(&words)?;
        // Heaps may have been read in another order: a click on a heap changes that heap.
        let game = self.table.game(read.place);
        let claim = words[1..].iter().map(|word| notation::component(game, word));
        let claim = claim.collect::<Result<Vec<_>, _>>().unwrap_or_default();
        let is_claim = self.apart.is_some() && claim != read.option && {
            let visit = &mut |option: &[Component]| {
                if option == claim { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            game.options(&self.table.places()[read.place].component, visit).is_break()
        };
        Ok(if is_claim { TableMove { option: claim, ..read } } else { read })
    }

    fn check(&self, text: &str) -> Answer {
        Ok(json!({ "move": self.table.protocol_move(&self.read(text)?) }))
    }

    /// Reads a move as people write it.
    fn typed(&self, text: &str) -> Answer {
        Ok(json!({ "move": self.table.protocol_move(&self.table.read_typed(text)?) }))
    }

    fn make(&mut self, text: &str) -> Answer {
        let chosen = self.read(text)?;
        Ok(self.after(chosen))
    }

    /// Makes a move, and returns the position after it.
    fn after(&mut self, chosen: TableMove) -> Value {
        let written = self.table.protocol_move(&chosen);
        self.made.push(self.table.make(chosen));
        let mut shown = self.shown();
        shown["move"] = json!(written);
        shown
    }

    /// Takes back the last moves.
    fn undo(&mut self, count: u64) -> Value {
        for _ in 0..count {
            let Some(last) = self.made.pop() else { break };
            self.table.unmake(last);
        }
        self.shown()
    }

    /// Makes a move of the opponent.
    fn reply(&mut self, level: &str, seed: u64) -> Answer {
        let level = Level::named(level).ok_or_else(|| PageError::UnknownLevel(level.to_owned()))?;
        let mut player = Player::new(level, seed);
        // If the engine refuses, any move is as good as another.
        let chosen = player.choose(&mut self.table).unwrap_or_else(|_| player.any(&self.table));
        Ok(self.after(chosen.ok_or(PageError::NoMove)?))
    }

    fn hint(&mut self) -> Answer {
        let found = self.table.all_winning(MOST_MOVES as u64)?;
        let moves: Vec<String> = found.iter().map(|found| self.table.protocol_move(found)).collect();
        Ok(json!({ "moves": moves }))
    }
}
