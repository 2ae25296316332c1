//! A game of one's own has all that the catalogue's games have, by the library alone.

use nim_engine::{self as engine, Play};
use nim_testing::whole::is_whole;
use std::collections::{BTreeSet, HashMap};
use std::process::Command;

#[path = "../../../crates/engine/examples/own_game.rs"]
#[expect(dead_code, reason = "the example is a program of its own")]
mod example;

const SOURCE: &str = include_str!("../../../crates/engine/examples/own_game.rs");

/// A component of the sum: heaps of the example's game, and rows of pins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Part {
    Heap(u64),
    Row(u64),
}

/// Returns the parts that a part can become.
fn options(part: Part) -> Vec<Vec<Part>> {
    let mut options = Vec::new();
    match part {
        Part::Heap(0) => {}
        Part::Heap(heap) => {
            options.push(vec![Part::Heap(heap - 1)]);
            if heap % 2 == 0 {
                options.push(vec![Part::Heap(heap / 2); 2]);
            }
        }
        Part::Row(row) => {
            for taken in 1..=2.min(row) {
                options.extend(
                    (0..=(row - taken) / 2).map(|left| vec![Part::Row(left), Part::Row(row - taken - left)]),
                );
            }
        }
    }
    options
}

/// Returns whether the player to move wins, by search of all that can follow.
fn wins(state: &[Part], misere: bool, known: &mut HashMap<Vec<Part>, bool>) -> bool {
    let mut key = state.to_vec();
    key.sort_unstable();
    if let Some(&wins) = known.get(&key) {
        return wins;
    }
    let moves = moves(&key);
    let result =
        if moves.is_empty() { misere } else { moves.iter().any(|(.., next)| !wins(next, misere, known)) };
    known.insert(key, result);
    result
}

/// Returns all moves: the index that moves, its option, and the state after the move.
fn moves(state: &[Part]) -> Vec<(usize, Vec<Part>, Vec<Part>)> {
    let mut moves = Vec::new();
    for (index, &part) in state.iter().enumerate() {
        for option in options(part) {
            let mut next = state.to_vec();
            next.remove(index);
            next.extend(&option);
            moves.push((index, option, next));
        }
    }
    moves
}

fn number(part: Part) -> u64 {
    match part {
        Part::Heap(number) | Part::Row(number) => number,
    }
}

fn without_zeros(mut heaps: Vec<u64>) -> Vec<u64> {
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    heaps
}

/// Compares outcome and winning moves with the search.
fn check(mut play: Play, state: &[Part], misere: bool) {
    if misere {
        play = play.misere();
    }
    let components: Vec<Vec<u64>> = state.iter().map(|&part| vec![number(part)]).collect();
    let known = &mut HashMap::new();
    let outcome = play.outcome(&components).unwrap();
    assert_eq!(outcome.first_wins, wins(state, misere, known), "{components:?}");
    let listed = play.winning_moves(&components).unwrap();
    let listed: BTreeSet<(usize, Vec<u64>)> =
        listed.into_iter().map(|winning| (winning.component, without_zeros(winning.to))).collect();
    let found = moves(state).into_iter().filter(|(.., next)| !wins(next, misere, known));
    let found = found.map(|(index, to, _)| (index, without_zeros(to.into_iter().map(number).collect())));
    assert_eq!(listed, found.collect(), "{components:?} misère {misere}");
}

#[test]
fn a_game_of_ones_own_has_values_winners_moves_and_sums() {
    let most = if is_whole() { 9 } else { 6 };
    for misere in [false, true] {
        for a in 0..most {
            for b in 0..most {
                check(Play::new(example::Halves), &[Part::Heap(a), Part::Heap(b)], misere);
                let sum = Play::new(example::Halves).plus(engine::parse("kayles").unwrap());
                check(sum, &[Part::Heap(a), Part::Row(b)], misere);
            }
        }
    }
}

#[test]
fn the_example_prints_what_is_so() {
    let report = example::report().unwrap();
    assert_eq!(
        report,
        "values of heaps 0 to 9: [0, 1, 2, 0, 1, 0, 1, 0, 1, 0]\n\
         6 and 3: the first player wins, as the nim-sum of the values is 1, not 0\n  \
         [6] -> [5]\n  [6] -> [3, 3]\n\
         in misère play the first player wins\n  \
         [6] -> [5]\n  [6] -> [3, 3]\n\
         6 beside a row of 5 pins: [5] -> [4]\n"
    );
}

#[test]
fn the_example_defines_its_game_in_twenty_lines_and_imports_the_library_alone() {
    let (_, game) = SOURCE.split_once("#[derive(Debug)]").unwrap();
    let (game, _) = game.split_once("fn main").unwrap();
    assert!(game.trim().lines().count() < 20);
    let foreign = SOURCE.lines().filter(|line| line.starts_with("use "));
    let foreign: Vec<&str> =
        foreign.filter(|line| !line.contains("nim_engine") && !line.contains("std::")).collect();
    assert!(foreign.is_empty(), "{foreign:?}");
}

/// The dependencies of the engine, and their dependencies.
#[test]
fn the_engine_has_at_most_four_dependencies() {
    let arguments =
        ["tree", "--offline", "--package", "nim-engine", "--edges", "normal,build", "--prefix", "none"];
    let output =
        Command::new(env!("CARGO")).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8(output.stdout).unwrap();
    let crates: BTreeSet<&str> = tree.lines().map(|line| line.trim_end_matches(" (*)")).collect();
    assert!(crates.len() <= 1 + 4, "{crates:?}");
}
