//! Games whose rules are a text: each of `examples/rules` against its game of the catalogue, or a search of its tree; and the messages
//! about broken texts.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::Path;

use itertools::Itertools;

use crate::run::Test;
use crate::whole;
use nim_engine::Play;
use nim_engine::games::notation;
use nim_engine::games::position::Position;
use nim_engine::theory::budget::Budget;
use nim_engine::theory::evaluator::Evaluator;
use nim_engine::theory::game::{Component, Game};
use nim_engine::theory::refusal::Refusal;
use nim_engine::theory::watch::unwatched;
use nim_referee::table::Table;
use nim_rules::Rules;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/rules");

/// A file, and the game of the catalogue that it is.
struct Twin {
    file: &'static str,
    game: &'static str,
    positions: Positions,
}

/// The positions that are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Positions {
    /// Heaps; whether the form of the rules shows which game it is.
    Heaps(bool),
    /// Pairs of numbers from the first on.
    Pairs(u64),
    /// Three heaps.
    Triples,
    /// Rows; the game of the catalogue has the places of the ones.
    Rows,
    /// Rows of equal cells, which are heaps with more tokens, by the difference.
    Equal(u64, u64),
}

const fn twin(file: &'static str, game: &'static str, positions: Positions) -> Twin {
    Twin { file, game, positions }
}

const TWINS: &[Twin] = &[
    twin("nim", "nim", Positions::Heaps(true)),
    twin("bash", "bash:3", Positions::Heaps(true)),
    twin("subtract", "subtract:1,3,4", Positions::Heaps(true)),
    twin("all-but", "allbut:2,5", Positions::Heaps(false)),
    twin("powers-of-two", "powers-of:2", Positions::Heaps(false)),
    twin("squares", "squares", Positions::Heaps(false)),
    twin("primes", "primes", Positions::Heaps(false)),
    twin("kayles", "kayles", Positions::Heaps(true)),
    twin("dawsons-kayles", "dawson", Positions::Heaps(true)),
    twin("dawsons-chess", "0.137", Positions::Heaps(true)),
    twin("officers", "officers", Positions::Heaps(true)),
    twin("grundy", "grundy", Positions::Heaps(true)),
    twin("lasker", "lasker", Positions::Heaps(false)),
    twin("wythoff", "wythoff", Positions::Pairs(0)),
    twin("euclid", "euclid-to-zero", Positions::Pairs(0)),
    twin("delete-nim", "delete-nim", Positions::Pairs(1)),
    twin("fibonacci", "fibonacci", Positions::Pairs(1)),
    twin("moore", "moore:2", Positions::Triples),
    twin("staircase", "staircase", Positions::Triples),
    twin("turtles", "coins:turtles", Positions::Rows),
    twin("mock-turtles", "coins:mock-turtles", Positions::Rows),
    twin("twins", "coins:twins", Positions::Rows),
    twin("hop", "hop:CELLS", Positions::Rows),
    twin("treblecross", "treblecross", Positions::Equal(0, 2)),
    twin("kayles-as-a-row", "kayles", Positions::Equal(1, 0)),
];

/// Files without a twin, which have an oracle of their own below.
const OTHERS: &[&str] = &["chomp", "kayles-on-a-circle", "nim-with-a-pass"];

fn text(file: &str) -> String {
    fs::read_to_string(Path::new(FOLDER).join(format!("{file}.game"))).unwrap()
}

fn rules(text: &str) -> Box<dyn Game> {
    Box::new(Rules::parse(text).unwrap_or_else(|error| panic!("{error}")))
}

fn built_in(game: &str, size: u64) -> Box<dyn Game> {
    let game = game.replace("CELLS", &size.to_string());
    notation::parse(&game, &mut |_: &str| Err(std::io::ErrorKind::Unsupported.into())).unwrap().remove(0)
}

/// A position of the rules, and the equal one of the catalogue.
type Pair = (Component, Component);

impl Twin {
    /// Returns all positions up to a size.
    fn pairs(&self, size: u64) -> Vec<Pair> {
        let same = |component: Component| (component.clone(), component);
        match self.positions {
            Positions::Heaps(_) => (0..=size).map(|heap| same(vec![heap])).collect(),
            Positions::Pairs(from) => {
                let all = (from..=size).cartesian_product(from..=size);
                all.map(|(a, b)| same(vec![a, b])).collect()
            }
            Positions::Triples => {
                let all = (0..3).map(|_| 0..=size).multi_cartesian_product();
                all.map(same).collect()
            }
            Positions::Rows => {
                let row = |bits: u64| -> Pair {
                    let places = (1..=size).filter(|place| bits >> (place - 1) & 1 == 1);
                    let places: Component = places.collect();
                    ((0..size).map(|place| bits >> place & 1).collect(), places)
                };
                (1..1 << size).map(row).collect()
            }
            Positions::Equal(cell, more) => {
                (1..=size).map(|cells| (vec![cell; cells as usize], vec![cells + more])).collect()
            }
        }
    }

    /// Returns the sizes up to which values are compared, in an ordinary run and in a whole one.
    fn sizes(&self) -> (u64, u64) {
        match self.positions {
            Positions::Heaps(_) => (250, 2000),
            Positions::Pairs(_) => (50, 200),
            Positions::Triples => (7, 14),
            Positions::Rows => (9, 9),
            Positions::Equal(..) => (12, 18),
        }
    }

    /// Returns the size up to which misère play is compared.
    fn misere_size(&self) -> u64 {
        match self.positions {
            Positions::Heaps(_) => 12,
            Positions::Pairs(_) => 7,
            Positions::Triples => 3,
            Positions::Rows => 6,
            Positions::Equal(..) => 7,
        }
    }
}

fn value(evaluator: &mut Evaluator, component: &[u64]) -> u64 {
    evaluator.value(component, &mut Budget::new(&mut unwatched)).unwrap()
}

/// Checks the values of a text against its twin, all up to a size.
fn compare(twin: &Twin, text: &str) {
    let (part, all) = twin.sizes();
    let size = if whole::is_whole() { all } else { part };
    let (mut ours, mut theirs) = (Evaluator::new(rules(text)), Evaluator::new(built_in(twin.game, size)));
    for (position, same) in twin.pairs(size) {
        let expected = value(&mut theirs, &same);
        assert_eq!(value(&mut ours, &position), expected, "{} at {position:?}", twin.file);
    }
}

/// Checks a quarter of the twins: as they are, and by search where their form shows what game they are.
fn compare_part(part: usize) {
    for twin in TWINS.iter().skip(part).step_by(4) {
        let text = text(twin.file);
        compare(twin, &text);
        if let Positions::Heaps(is_known) = twin.positions {
            let plan = rules(&text).plan().unwrap();
            assert_eq!(plan.starts_with("the moves are those of"), is_known, "{}: {plan}", twin.file);
            // A measure of its own is of no such form.
            if is_known {
                let searched = format!("{text}\nmeasure n\n");
                assert!(rules(&searched).plan().unwrap().contains("searched"));
                compare(twin, &searched);
            }
        }
    }
}

#[test]
fn the_first_quarter_of_the_examples_has_the_values_of_its_twins() {
    compare_part(0);
}

#[test]
fn the_second_quarter_of_the_examples_has_the_values_of_its_twins() {
    compare_part(1);
}

#[test]
fn the_third_quarter_of_the_examples_has_the_values_of_its_twins() {
    compare_part(2);
}

#[test]
fn the_last_quarter_of_the_examples_has_the_values_of_its_twins() {
    compare_part(3);
}

#[test]
fn every_example_is_tested_here() {
    let named: BTreeSet<String> =
        TWINS.iter().map(|twin| twin.file).chain(OTHERS.iter().copied()).map(str::to_owned).collect();
    let files = fs::read_dir(FOLDER).unwrap().map(|entry| entry.unwrap().path());
    let files: BTreeSet<String> =
        files.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    assert_eq!(files, named);
}

fn first_wins(game: Box<dyn Game>, component: Component, misere: bool) -> bool {
    let mut position = Position::new(vec![game], vec![component]).unwrap();
    position.outcome(misere, &mut Budget::new(&mut unwatched)).unwrap().first_wins
}

#[test]
fn examples_have_the_outcomes_of_their_twins_in_misere_play() {
    for twin in TWINS {
        let text = text(twin.file);
        let searched = match twin.positions {
            Positions::Heaps(_) => format!("{text}\nmeasure n\n"),
            _ => text,
        };
        for (position, same) in whole::part(twin.pairs(twin.misere_size()), 5) {
            let expected = first_wins(built_in(twin.game, twin.misere_size()), same, true);
            assert_eq!(
                first_wins(rules(&searched), position.clone(), true),
                expected,
                "{} at {position:?}",
                twin.file
            );
        }
    }
}

/// Returns the value of a position by a search of its tree.
fn searched(
    options: &dyn Fn(&[u64]) -> Vec<Vec<Component>>,
    position: &[u64],
    known: &mut HashMap<Component, u64>,
) -> u64 {
    if let Some(&value) = known.get(position) {
        return value;
    }
    let mut seen = BTreeSet::new();
    for option in options(position) {
        seen.insert(option.iter().fold(0, |sum, part| sum ^ searched(options, part, known)));
    }
    let value = (0..).find(|value| !seen.contains(value)).unwrap();
    known.insert(position.to_vec(), value);
    value
}

/// Checks the values of an example without a twin.
fn compare_searched(
    file: &str,
    positions: impl IntoIterator<Item = Component>,
    options: &dyn Fn(&[u64]) -> Vec<Vec<Component>>,
) {
    let (mut ours, mut known) = (Evaluator::new(rules(&text(file))), HashMap::new());
    for position in positions {
        let expected = searched(options, &position, &mut known);
        assert_eq!(value(&mut ours, &position), expected, "{file} at {position:?}");
    }
}

#[test]
fn chomp_is_chomp() {
    // The squares that are left, as pairs (row, column) from 1 on; (1, 1) is poisoned.
    let options = |rows: &[u64]| {
        let squares =
            rows.iter().zip(1..).flat_map(|(&length, row)| (1..=length).map(move |column| (row, column)));
        let squares: Vec<(u64, u64)> = squares.collect();
        let bites = squares.iter().filter(|&&bitten| bitten != (1, 1));
        let after = bites.map(|&(row, column)| {
            let left: Vec<_> = squares.iter().filter(|&&(r, c)| r < row || c < column).collect();
            let length = |row: u64| left.iter().filter(|(r, _)| *r == row).count() as u64;
            vec![(1..=3).map(length).collect()]
        });
        after.collect::<Vec<Vec<Component>>>()
    };
    let rows = (1..=6_u64).flat_map(|a| (0..=a).flat_map(move |b| (0..=b).map(move |c| vec![a, b, c])));
    compare_searched("chomp", rows, &options);
    // (3, 1, 1) and (2, 2, 1) are in every list of lost positions; the square of side 3 is won by a bite at (2, 2).
    let mut evaluator = Evaluator::new(rules(&text("chomp")));
    assert_eq!([[3, 1, 1], [2, 2, 1], [1, 0, 0]].map(|rows| value(&mut evaluator, &rows)), [0; 3]);
}

#[test]
fn a_pass_is_a_move_while_there_are_stones() {
    let options = |state: &[u64]| {
        let mut all = Vec::new();
        for heap in 0..3 {
            for stones in 0..state[heap] {
                let mut next = state.to_vec();
                next[heap] = stones;
                all.push(vec![next]);
            }
        }
        if state[3] == 1 && state[..3] != [0, 0, 0] {
            all.push(vec![vec![state[0], state[1], state[2], 0]]);
        }
        all
    };
    let heaps = (0..3).map(|_| 0..=5).multi_cartesian_product();
    let positions = heaps.flat_map(|heaps| (0..=1).map(move |pass| [heaps.clone(), vec![pass]].concat()));
    compare_searched("nim-with-a-pass", positions, &options);
}

#[test]
fn kayles_on_a_circle_is_lost_by_symmetry() {
    // Rows and circles of pins as lists of the pins that stand.
    let pins = |state: &[u64]| {
        let (n, circle) = (state[0], state[1]);
        let mut all: Vec<Vec<Component>> = Vec::new();
        for first in 0..n {
            for knocked in 1..=2 {
                if circle == 1 && knocked <= n {
                    all.push(vec![vec![n - knocked, 0]]);
                } else if circle == 0 && first + knocked <= n {
                    all.push(vec![vec![first, 0], vec![n - knocked - first, 0]]);
                }
            }
        }
        all
    };
    let positions = (0..=1).cartesian_product(0..=30).map(|(circle, n)| vec![n, circle]);
    compare_searched("kayles-on-a-circle", positions, &pins);
    let mut evaluator = Evaluator::new(rules(&text("kayles-on-a-circle")));
    // A circle of three or more pins is lost: the rest of it is a row that the other player cuts in two equal ones.
    assert!((3..300).all(|n| value(&mut evaluator, &[n, 1]) == 0));
}

/// Broken texts, each with a position where it is seen, and with the message. `UPDATE_GOLDEN=1` writes the messages anew.
const BROKEN: &str = "tests/it/engine/rules_broken.txt";

/// Returns the message for a text, at a position if there is one.
fn told(text: &str, position: &str) -> String {
    let rules = match Rules::read("my.game", text, &[]) {
        Ok(rules) => rules,
        Err(error) => return error.to_string(),
    };
    if position == "-" {
        return "nothing".to_owned();
    }
    let component = notation::component(&rules, position).unwrap();
    rules.check(&component).unwrap();
    match Evaluator::new(Box::new(rules)).value(&component, &mut Budget::new(&mut unwatched)) {
        Ok(value) => format!("value {value}"),
        Err(refusal) => refusal.to_string(),
    }
}

#[test]
fn broken_texts_are_told_where_and_why() {
    let corpus = fs::read_to_string(BROKEN).unwrap();
    let entries = corpus.split("=== ").skip(1).map(|entry| {
        let (position, rest) = entry.split_once('\n').unwrap();
        let (text, message) = rest.split_once("---\n").unwrap();
        (position.trim(), text.trim_end_matches('\n'), message.trim_end_matches('\n'))
    });
    let entries: Vec<_> = entries.collect();
    assert!(entries.len() > 50);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let anew = entries.iter().map(|(position, text, _)| {
            let line = if text.is_empty() { "" } else { "\n" };
            format!("=== {position}\n{text}{line}---\n{}\n", told(text, position))
        });
        return fs::write(BROKEN, anew.collect::<String>()).unwrap();
    }
    for (position, text, message) in entries {
        assert_eq!(told(text, position), message, "{text}");
        // The message names the place, with a line and a caret.
        assert!(message.starts_with("my.game:") && message.contains("^"), "{message}");
    }
}

#[test]
fn a_game_that_breaks_is_neither_played_nor_decided() {
    let text = "game Pairs\nheap n\nmove if n > 0 -> n - 2";
    let mut table = Table::from_games("pairs.game", vec![rules(text)], false);
    assert_eq!(table.lay(vec![vec![4]]), Ok(()));
    // A move from 3 leads to 1, and from there to -1.
    assert!(
        table.lay(vec![vec![3]]).unwrap_err().to_string().contains("a move from 1 to -1 leaves the game")
    );
    for misere in [false, true] {
        let mut position = Position::new(vec![rules(text)], vec![vec![4], vec![3]]).unwrap();
        let mut watch = unwatched;
        let mut budget = Budget::new(&mut watch);
        assert!(matches!(position.outcome(misere, &mut budget), Err(Refusal::Broken(_))));
        assert!(matches!(position.winning_moves(misere, false, &mut budget), Err(Refusal::Broken(_))));
    }
}

#[test]
fn a_text_may_say_that_play_is_misere() {
    let text = "game Misère Nim\nheap n\nplay misere\nmove for k in 1..=n -> n - k";
    let mut play = Play::new(Rules::parse(text).unwrap());
    assert!(!play.outcome(&[vec![1]]).unwrap().first_wins);
    assert!(play.outcome(&[vec![1], vec![1]]).unwrap().first_wins);
    assert!(Table::from_games("misere.game", vec![rules(text)], false).is_misere());
}

#[test]
fn heaps_that_begin_above_zero_are_numbered_from_there() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("one.game");
    fs::write(&file, "game One is the least\nheap n in 1..=1000\nmove for k in 1..=min(3, n - 1) -> n - k\n")
        .unwrap();
    let sg = |command: &str, args: &str| {
        Test::new().args(["sg", command, file.to_str().unwrap()]).args(args.split(' ')).folder(folder.path())
    };
    let name = file.display();
    let note = format!("note: the heaps of {name} begin with 1: the first value is that of heap 1\n");
    sg("values", "-n 8").stdout("0,1,2,3,0,1,2,3\n").stderr(note).run();
    sg("values", "-n 3 --format csv").stdout("n,value\n1,0\n2,1\n3,2\n").stderr("").run();
    let json: serde_json::Value = serde_json::from_slice(&sg("values", "-n 2 --json").run().stdout).unwrap();
    assert_eq!((&json["from"], &json["values"]), (&1.into(), &serde_json::json!([0, 1])));
    sg("values", "-n 3 --from 0").status(2).error("begin with 1, not with 0").run();
    sg("period", "--max 900")
        .status(5)
        .error("observed, not proved: preperiod 1, period 4, saltus 0 in 900 values")
        .run();
    sg("plot", "-n 30 -o one.svg").run();
    assert!(fs::read_to_string(folder.path().join("one.svg")).unwrap().contains("G(1) to G(30)"));
    sg("checksum", "-n 9").status(2).error("begin with 1").run();
    sg("quotient", "--up-to 9").status(5).error("from 0 on").run();
}
