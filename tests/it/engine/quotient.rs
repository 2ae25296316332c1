//! Misère quotients: the output of `toolkit sg quotient` decides every sum of heaps, as a search of its own does here.
//!
//! Nothing is taken from the engine but its output: products are reduced by the printed relations, heaps are read from the printed
//! pretending function, and outcomes are looked up in the printed P-portion.

use std::collections::{HashMap, HashSet};
use std::fs;

use crate::run::Test;
use crate::whole;
use serde_json::Value;

/// A game, the order of its quotient, and preperiod and period of the pretending function.
type Known = (&'static str, u64, u64, u64);

/// Quotients of Plambeck, "Taming the wild in impartial combinatorial games" (2005), and Plambeck and Siegel, "Misère quotients for
/// impartial games" (2008), with their periods, which equal those of the values if both are published.
const PUBLISHED: [Known; 5] =
    [("0.123", 20, 5, 5), ("0.53", 16, 21, 9), ("0.71", 36, 3, 6), ("0.75", 8, 8, 2), ("0.77", 40, 71, 12)];

/// Others; their P-portions are checked in the same way.
const OTHERS: [Known; 14] = [
    ("0.15", 42, 66, 10),
    ("0.34", 12, 7, 8),
    ("0.72", 24, 16, 4),
    ("0.115", 42, 92, 14),
    ("0.144", 30, 12, 10),
    ("0.147", 10, 10, 8),
    ("0.152", 34, 25, 48),
    ("0.153", 16, 32, 14),
    ("0.312", 12, 5, 2),
    ("0.333", 6, 0, 4),
    ("0.351", 22, 4, 8),
    ("0.512", 8, 16, 6),
    ("0.3103", 20, 3, 5),
    ("subtract:1,3,4", 6, 0, 7),
];

/// The exponents of the letters of a product.
type Product = Vec<u32>;

/// A quotient as it is printed.
struct Printed {
    relations: Vec<(Product, Product)>,
    lost: HashSet<Product>,
    pretending: Vec<Product>,
    periodic: Option<(usize, usize)>,
}

fn product(text: &str, letters: usize) -> Product {
    let mut exponents = vec![0; letters];
    let mut rest = text.trim_start_matches('1');
    while let Some(letter) = rest.chars().next() {
        rest = &rest[1..];
        let mut exponent = 1;
        if let Some(power) = rest.strip_prefix('^') {
            let digits = power.len() - power.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            exponent = power[..digits].parse().unwrap();
            rest = &power[digits..];
        }
        exponents[letter as usize - 'a' as usize] += exponent;
    }
    exponents
}

impl Printed {
    fn new(json: &Value) -> Self {
        let letters = json["generators"].as_array().unwrap().len();
        let read = |text: &Value| product(text.as_str().unwrap(), letters);
        let list = |key: &str| json[key].as_array().unwrap();
        let preperiod = json["preperiod"].as_u64().map(|preperiod| preperiod as usize);
        Self {
            relations: list("relations").iter().map(|sides| (read(&sides[0]), read(&sides[1]))).collect(),
            lost: list("p_portion").iter().map(read).collect(),
            pretending: list("pretending").iter().map(read).collect(),
            periodic: preperiod.zip(json["period"].as_u64().map(|period| period as usize)),
        }
    }

    fn is_lost(&self, heaps: &[usize]) -> bool {
        let mut sum = vec![0; self.pretending[0].len()];
        for &heap in heaps {
            let heap = match self.periodic {
                Some((preperiod, period)) if heap >= preperiod => preperiod + (heap - preperiod) % period,
                _ => heap,
            };
            sum.iter_mut().zip(&self.pretending[heap]).for_each(|(sum, more)| *sum += more);
        }
        while let Some((left, right)) =
            self.relations.iter().find(|(left, _)| left.iter().zip(&sum).all(|(left, sum)| left <= sum))
        {
            for (index, sum) in sum.iter_mut().enumerate() {
                *sum = *sum - left[index] + right[index];
            }
        }
        self.lost.contains(&sum)
    }
}

/// The plain search.
struct Search {
    /// For each number of tokens the digit of the code.
    digits: Vec<u32>,
    lost: HashMap<Vec<usize>, bool>,
}

impl Search {
    fn new(game: &str) -> Self {
        let digits = match game.strip_prefix("subtract:") {
            // Taking any number leaves nothing or one heap.
            Some(numbers) => {
                let numbers: Vec<usize> = numbers.split(',').map(|number| number.parse().unwrap()).collect();
                (0..=numbers.iter().copied().max().unwrap())
                    .map(|taken| if numbers.contains(&taken) { 3 } else { 0 })
                    .collect()
            }
            None => game.chars().filter_map(|c| c.to_digit(8)).collect(),
        };
        Self { digits, lost: HashMap::new() }
    }

    fn options(&self, heap: usize) -> Vec<Vec<usize>> {
        let mut options = Vec::new();
        for (taken, &digit) in self.digits.iter().enumerate().filter(|&(taken, _)| taken <= heap) {
            let left = heap - taken;
            if digit & 1 != 0 && left == 0 {
                options.push(vec![]);
            }
            if digit & 2 != 0 && left > 0 {
                options.push(vec![left]);
            }
            if digit & 4 != 0 {
                options.extend((1..=left / 2).map(|part| vec![part, left - part]));
            }
        }
        options
    }

    /// Returns whether the player to move loses, if whoever cannot move wins. The heaps rise.
    fn is_lost(&mut self, heaps: &[usize]) -> bool {
        if let Some(&lost) = self.lost.get(heaps) {
            return lost;
        }
        let (mut can_move, mut wins) = (false, false);
        for index in 0..heaps.len() {
            for option in self.options(heaps[index]) {
                can_move = true;
                let mut next: Vec<usize> = [&heaps[..index], &heaps[index + 1..], &option].concat();
                next.sort_unstable();
                wins = wins || self.is_lost(&next);
            }
        }
        let lost = can_move && !wins;
        self.lost.insert(heaps.to_vec(), lost);
        lost
    }
}

/// Returns all positions of at most `count` heaps of at least `least` tokens, with at most `tokens` in all, each in rising order.
fn positions(count: usize, tokens: usize, least: usize) -> Vec<Vec<usize>> {
    let mut found = vec![vec![]];
    if count > 0 {
        for heap in least..=tokens {
            let rest = positions(count - 1, tokens - heap, heap);
            found.extend(rest.into_iter().map(|rest| [vec![heap], rest].concat()));
        }
    }
    found
}

fn quotient(line: &str, status: i32) -> Value {
    let test = Test::new().args(["sg", "quotient"]).args(line.split(' ')).args(["--json"]).status(status);
    serde_json::from_slice(&test.run().stdout).unwrap()
}

/// Compares the output with the search of all positions of four heaps with at most `tokens` tokens.
fn compare(game: &str, printed: &Printed, tokens: usize) {
    let mut search = Search::new(game);
    for heaps in positions(4, tokens, 1) {
        assert_eq!(printed.is_lost(&heaps), search.is_lost(&heaps), "{game} {heaps:?}");
    }
}

#[test]
fn quotients_are_those_of_the_literature_and_decide_sums_as_a_search_does() {
    for (game, order, preperiod, period) in PUBLISHED.into_iter().chain(OTHERS) {
        let json = quotient(game, 0);
        let found = ["order", "preperiod", "period"].map(|key| json[key].as_u64().unwrap());
        assert_eq!(found, [order, preperiod, period], "{game}");
        assert_eq!(json["elements"].as_array().unwrap().len() as u64, order);
        compare(game, &Printed::new(&json), if whole::is_whole() { 34 } else { 17 });
    }
}

#[test]
fn a_partial_quotient_decides_the_heaps_that_it_has() {
    for (line, largest) in [("0.07 --up-to 20", 20), ("grundy --up-to 17", 17), ("4.7 --up-to 12", 12)] {
        let json = quotient(line, 0);
        assert_eq!(
            (&json["proved"], json["largest"].as_u64()),
            (&Value::Bool(false), Some(largest)),
            "{line}"
        );
        let game = json["game"].as_str().unwrap();
        if game != "grundy" {
            compare(game, &Printed::new(&json), 12);
        }
    }
}

#[test]
fn a_game_without_a_quotient_says_so() {
    let test = Test::new().args(["sg", "quotient", "0.3122", "--json"]).status(5);
    let output = test.error("0.3122: no misère quotient").run();
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&json["proved"], json["largest"].as_u64()), (&Value::Bool(false), Some(6)));
    compare("0.3122", &Printed::new(&json), 6);
}

#[test]
fn rules_that_break_have_no_quotient() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("broken.game");
    fs::write(&file, "game Broken\nheap n\nmove if n > 3 -> n - 5\n").unwrap();
    let test = Test::new().args(["sg", "quotient"]).args([&file]).status(3);
    test.error("a move from 4 to -1 leaves the game").run();
}

#[test]
fn tame_games_are_those_with_a_quotient_of_nim() {
    for (game, tame) in [("0.147", true), ("0.333", true), ("bash:3", true), ("0.75", false), ("0.77", false)]
    {
        let json = quotient(&format!("{game} --up-to 200"), 0);
        assert_eq!(json["tame"], Value::Bool(tame), "{game}");
    }
}

/// Sibert and Conway, "Mathematical Kayles" (1992): no other heap is lost.
#[test]
fn misere_kayles_is_decided_for_all_heaps() {
    let winner = |heaps: &str| {
        let line = ["sg", "outcome", "kayles", "--misere", "--json"];
        let output = Test::new().args(line).args(heaps.split(' ')).run();
        serde_json::from_slice::<Value>(&output.stdout).unwrap()["winner"].as_str().unwrap().to_owned()
    };
    for heap in [1_u64, 4, 9, 12, 20, 2, 21, 100, 1_000, 18_446_744_073_709_551_615] {
        let lost = [1, 4, 9, 12, 20].contains(&heap);
        assert_eq!(winner(&heap.to_string()), if lost { "second" } else { "first" }, "{heap}");
    }
    // These positions are too many for the program's small search.
    let mut search = Search::new("0.77");
    for heaps in [[13, 14], [15, 17], [16, 16], [18, 18]] {
        let expected = if search.is_lost(&heaps) { "second" } else { "first" };
        assert_eq!(winner(&format!("{} {}", heaps[0], heaps[1])), expected, "{heaps:?}");
    }
}

#[test]
fn misere_moves_of_large_heaps_lead_to_lost_positions() {
    let line = ["sg", "moves", "kayles", "--misere", "100", "31", "7", "--json"];
    let output = Test::new().args(line).run();
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    let found: HashSet<(u64, Vec<usize>)> = json["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| {
            let to = step["to"].as_array().unwrap().iter().map(|heap| heap.as_u64().unwrap() as usize);
            (step["component"].as_u64().unwrap(), to.collect())
        })
        .collect();
    let printed = Printed::new(&quotient("kayles", 0));
    let (search, heaps) = (Search::new("0.77"), [100, 31, 7]);
    let mut expected = HashSet::new();
    for (index, &heap) in heaps.iter().enumerate() {
        for option in search.options(heap) {
            let next = [&heaps[..index], &heaps[index + 1..], &option].concat();
            if printed.is_lost(&next) {
                expected.insert((index as u64, option));
            }
        }
    }
    assert_eq!(found, expected);
}

/// Equal forms are equal games: beside every third position they have the same outcome.
#[test]
fn positions_of_the_same_reduced_form_have_the_same_outcomes() {
    for game in ["0.77", "0.07", "0.123"] {
        let mut by_form: HashMap<String, Vec<Vec<usize>>> = HashMap::new();
        for heaps in positions(2, 9, 1).into_iter().filter(|heaps| !heaps.is_empty()) {
            let heaps_written = heaps.iter().map(ToString::to_string);
            let output = Test::new().args(["sg", "form", game]).args(heaps_written).run();
            by_form.entry(String::from_utf8(output.stdout).unwrap()).or_default().push(heaps);
        }
        assert!(by_form.len() > 4 && by_form.values().any(|equal| equal.len() > 2), "{game}: {by_form:?}");
        let mut search = Search::new(game);
        for third in positions(4, 8, 1) {
            for (form, equal) in &by_form {
                let mut beside = |heaps: &Vec<usize>| {
                    let mut sum = [&heaps[..], &third].concat();
                    sum.sort_unstable();
                    search.is_lost(&sum)
                };
                let first = beside(&equal[0]);
                assert!(equal.iter().all(|heaps| beside(heaps) == first), "{game} {form} beside {third:?}");
            }
        }
    }
}

/// *On Numbers and Games*, chapter 12: 1 + 1 is 0 and 2 + 1 is 3, but 2 + 2 is {3, 2}.
#[test]
fn reduced_forms_are_those_of_the_literature() {
    for (position, form) in [
        ("nim 0", "0"),
        ("nim 5", "5"),
        ("nim 1 1", "0"),
        ("nim 2 1", "3"),
        ("nim 2 2", "{3,2}"),
        ("kayles 4", "1"),
        ("kayles 3 1", "2"),
    ] {
        Test::new().args(["sg", "form"]).args(position.split(' ')).stdout(format!("{form}\n")).run();
    }
    Test::new().args(["sg", "form", "nim", "300", "300"]).status(5).error("positions").run();
}

#[test]
fn an_infinite_quotient_of_heaps_of_nim_is_told_at_once_with_what_can_be_asked() {
    for game in ["nim", "0.(3)", "bash:5000"] {
        let output = Test::new()
            .args(["sg", "quotient", game, "--json"])
            .status(5)
            .stdout("")
            .error("ask with `--up-to 31`")
            .run();
        let says = String::from_utf8(output.stderr).unwrap();
        assert_eq!(says.contains("infinite"), game != "bash:5000", "{says}");
    }
    let output = Test::new().line("sg quotient nim --up-to 31").run();
    assert!(output.stdout.starts_with(b"order 34, tame"));
}
