//! Positions and moves as text: a written text is read again as the same, and different ones have different texts.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use nim_engine::games::{CATALOGUE, Make, notation};
use nim_engine::theory::game::{Component, Game};
use nim_ground::random::Random;
use nim_referee::start;
use nim_referee::table::{Table, TableMove};
use nim_rules::WithRules;

/// The most moves of a component that are looked at.
const MOST_MOVES: usize = 300;

/// Games whose positions are easily mistaken for others: rows of a `0` and of nothing, pairs in two orders, heaps of 0 with moves.
const RULES: [(&str, &str); 4] = [
    (
        "row.game",
        "game Remove or turn\nrow c of 0..=1\nmove for i in 1..=len(c) if c[i] == 1 -> c with [i] = 0\n\
         move for i in 1..=len(c) -> c[1..=i - 1] + c[i + 1..=len(c)]\nmeasure len(c) + sum i in 1..=len(c): c[i]",
    ),
    (
        "pair.game",
        "game Swap\nposition a, b\nmove for k in 1..=a -> (b, a - k)\nmove for k in 1..=a -> (a - k, b)",
    ),
    ("rise.game", "game Rise\nheap n in 0..=9\nmove for k in n + 1..=9 -> k\nmeasure 9 - n"),
    (
        "rows.game",
        "game Rise in a row\nrow c of 0..=1\nmove for i in 1..=len(c) if c[i] == 0 -> c[1..=i - 1] + c with [i] = 1\n\
         measure 2 * len(c) - sum i in 1..=len(c): c[i]",
    ),
];

const GRAPH: &str = "a b\na c\nb -\nb 0\nc 0\nc 1,2\n- 3\n";

fn text(file: &str) -> std::io::Result<String> {
    if let Some((_, rules)) = RULES.iter().find(|(name, _)| *name == file) {
        return Ok((*rules).to_owned());
    }
    if file.ends_with(".game") { fs::read_to_string(file) } else { Ok(GRAPH.to_owned()) }
}

fn games(notation: &str) -> Vec<Box<dyn Game>> {
    notation::parse(notation, &mut WithRules(text)).unwrap()
}

fn read(table: &Table, written: &str) -> Vec<Component> {
    let terms = table.terms();
    let of = |at: usize| terms.get(at).unwrap_or(&terms[0]);
    written.split(' ').enumerate().map(|(at, word)| notation::component(*of(at), word).unwrap()).collect()
}

/// Checks the position on a table, and all of its moves.
fn check(name: &str, table: &Table, again: &mut Table) {
    // In a sum, the components that a move has split are no position of its terms any more.
    let terms = table.terms().len();
    if terms == 1 || table.places().len() == terms {
        let written = table.written();
        again.lay(read(table, &written)).unwrap_or_else(|why| panic!("{name} {written}: {why}"));
        assert_eq!(table.places(), again.places(), "{name} {written}");
    }
    for place in 0..table.places().len() {
        let game = table.game(place);
        let normal = |option: &[Component]| {
            let normal = option.iter().map(|part| game.normal(part)).filter(|part| !part.is_empty());
            let mut normal: Vec<Component> = normal.collect();
            normal.sort_unstable();
            normal
        };
        let mut seen = HashMap::new();
        for option in table.options(place, MOST_MOVES) {
            let written = table.protocol_move(&TableMove { place, option: option.clone() });
            let context = format!("{name} {}: {written}", table.written());
            let words: Vec<&str> = written.split(' ').collect();
            let made = table.read_move(&words).unwrap_or_else(|why| panic!("{context}: {why}"));
            assert_eq!((made.place, normal(&made.option)), (place, normal(&option)), "{context}");
            let before = seen.entry(written).or_insert_with(|| normal(&option));
            assert_eq!(*before, normal(&option), "{context}");
        }
    }
}

/// Plays random games from random positions, and checks each position.
fn play(name: &str, count: u64) {
    let (mut table, mut again) =
        (Table::from_games(name, games(name), false), Table::from_games(name, games(name), false));
    for seed in 1..=count {
        let mut random = Random::new(seed);
        let position = start::position(&table.terms(), &mut random);
        table.lay(position).unwrap_or_else(|why| panic!("{name}: {why}"));
        loop {
            check(name, &table, &mut again);
            let Some(made) = table.any(&mut random) else { break };
            table.make(made);
        }
    }
}

#[test]
fn what_is_written_is_read_as_the_same_and_nothing_else_has_its_text() {
    CATALOGUE.iter().for_each(|entry| play(entry.example, 4));
    RULES.iter().for_each(|(name, _)| play(name, 8));
    for sum in ["row.game+nim", "hackenbush+row.game+coins:turtles", "kayles+wythoff", "rise.game+graph:g"] {
        play(sum, 6);
    }
}

#[test]
fn so_are_the_examples_of_rules() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/rules");
    for file in fs::read_dir(folder).unwrap() {
        play(file.unwrap().path().to_str().unwrap(), 2);
    }
}

#[test]
fn nothing_is_a_component_of_a_sum_and_has_no_moves() {
    for entry in CATALOGUE.iter().filter(|entry| !matches!(entry.make, Make::Graph)) {
        let mut table = Table::from_games(entry.example, games(entry.example), false);
        let game = table.terms()[0];
        let Ok(nothing) = notation::component(game, "-") else { continue };
        assert!(game.options(&nothing, &mut |option| panic!("{}: {option:?}", entry.name)).is_continue());
        if table.lay(vec![nothing]).is_ok() {
            assert_eq!(table.first_wins(), Ok(false), "{}", entry.name);
        }
    }
}

#[test]
fn a_row_of_nothing_is_another_position_than_a_zero() {
    // The row `0` has a move, and nothing has none.
    let mut table = Table::from_games("row.game", games("row.game"), false);
    table.lay(vec![vec![1]]).unwrap();
    let winning = table.winning().unwrap().unwrap();
    assert_eq!(table.written_move(&winning), "1=-");
    assert_eq!(table.read_typed("1=-").unwrap(), winning);
    assert_eq!(table.read_typed("1=0").unwrap().option, [[0]]);
    let mut sum = Table::from_games("row.game+nim", games("row.game+nim"), false);
    sum.lay(read(&sum, "- 3")).unwrap();
    assert_eq!((sum.written(), sum.first_wins()), ("- 3".to_owned(), Ok(true)));
    // Numbers of a text have their order.
    let mut pair = Table::from_games("pair.game", games("pair.game"), false);
    pair.lay(vec![vec![3, 1]]).unwrap();
    assert!(pair.read_typed("1=1,2").is_ok() && pair.read_typed("1=2,2").is_err());
    assert!(pair.read_typed("1=0,0").is_err());
}
