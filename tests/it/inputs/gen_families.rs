//! Generated inputs: valid in every family, the same bytes everywhere, and of the kind that their family promises.

use crate::inputs::golden;
use crate::whole;
use itertools::Itertools;
use nim_inputs::families::{self, FAMILIES};
use nim_inputs::generate::{self, Recipe};
use nim_inputs::params::Params;
use nim_inputs::{Description, strict};
use nim_problems::PROBLEMS;
use nim_solve::problem::{Answers, Cases, Count, Grammar, Part, list, number, word};
use nim_solve::registry::Bound;
use std::env;
use std::fs;
use std::path::Path;

#[test]
fn every_family_makes_valid_inputs_of_every_problem() {
    let mut wrong = Vec::new();
    // The largest inputs have a million numbers; a quick test has 3 000 of them.
    let (seeds, params) = match whole::is_whole() {
        true => (1..=4, Params::default()),
        false => (1..=1, Params::default().with_most("size", 3_000)),
    };
    for problem in PROBLEMS {
        let description = Description::from_entry(problem);
        for (family, seed) in families::for_description(&description).cartesian_product(seeds.clone()) {
            let recipe = Recipe { family, seed, number: 0, params: &params };
            let text = generate::text(&description, &recipe);
            let text = text.unwrap_or_else(|error| panic!("{} {}: {error}", problem.slug, family.name));
            let violations = strict::violations(&description, &text, 1);
            wrong.extend(
                violations.iter().map(|found| format!("{} {} {seed}: {found:?}", problem.slug, family.name)),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Makes the input of a family.
#[track_caller]
fn made(slug: &str, family: &str, seed: u64, texts: &[&str]) -> String {
    let description = Description::from_entry(nim_problems::find(slug).unwrap());
    let mut params = Params::default();
    texts.iter().for_each(|text| params.read(&description, text).unwrap());
    let family = families::find(family).unwrap();
    assert!(family.fits(&description), "{} is not for {slug}", family.name);
    let text = generate::text(&description, &Recipe { family, seed, number: 0, params: &params }).unwrap();
    String::from_utf8(text).unwrap()
}

/// Returns the lists of heaps of an input that is a count, then positions.
fn positions(input: &str) -> Vec<Vec<u64>> {
    let lines = input.lines().skip(1).collect_vec();
    let heaps = |line: &str| line.split(' ').map(|heap| heap.parse().unwrap()).collect();
    lines.chunks(2).map(|lines| heaps(lines[1])).collect()
}

/// Returns the indices of the heaps that have a winning move in Nim.
fn winning(heaps: &[u64]) -> Vec<usize> {
    let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    heaps.iter().positions(|heap| heap ^ sum < *heap).collect()
}

#[test]
fn the_bytes_of_every_family_are_the_same_everywhere() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/inputs/gen_families.blake3");
    let written = fs::read_to_string(&file).unwrap_or_default();
    let turns = if env::var_os("UPDATE_GOLDEN").is_some() { 1 } else { 4 };
    let made: Vec<&str> = whole::turn(PROBLEMS, turns).map(|problem| problem.slug).collect();
    let mut hashes = String::new();
    for problem in PROBLEMS {
        let known = written.lines().find(|line| line.ends_with(&format!(" {}", problem.slug)));
        if let Some(known) = known.filter(|_| !made.contains(&problem.slug)) {
            hashes += &format!("{known}\n");
            continue;
        }
        let description = Description::from_entry(problem);
        let mut hasher = blake3::Hasher::new();
        for (family, (seed, number)) in
            families::for_description(&description).cartesian_product([(1, 0), (u64::MAX, 1)])
        {
            let params = Params::default().with_most("size", 3000);
            if let Ok(text) = generate::text(&description, &Recipe { family, seed, number, params: &params })
            {
                hasher.update(&text);
            }
        }
        hashes += &format!("{} {}\n", hasher.finalize(), problem.slug);
    }
    golden::check(&file, hashes.as_bytes());
}

#[test]
fn a_list_that_is_not_kept_has_the_numbers_of_one_that_is() {
    let short = made("matches", "random", 5, &["heaps=4095"]);
    let long = made("matches", "random", 5, &["heaps=9000"]);
    let (short, long) = (short.lines().nth(1).unwrap(), long.lines().nth(1).unwrap());
    assert!(long.starts_with(&format!("{short} ")));
    assert_eq!(long.split(' ').count(), 9000);
    // The cases after a long list come from the same generator.
    let cases = positions(&made("nim-check", "random", 5, &["heaps=5000", "cases=3"]));
    assert!(cases.iter().all(|heaps| heaps.len() == 5000) && cases.iter().all_unique());
}

#[test]
fn lists_of_heaps_have_the_winning_moves_that_their_family_promises() {
    let moves = |family| {
        let cases = positions(&made("john", family, 3, &["heaps=2..=50", "heap=1..=5000"]));
        assert_eq!(cases.len(), 500);
        cases.into_iter().map(|heaps| (winning(&heaps), heaps.len())).collect_vec()
    };
    assert!(moves("winning-move-first").iter().all(|(moves, _)| moves == &[0]));
    assert!(moves("winning-move-last").iter().all(|(moves, len)| moves == &[len - 1]));
    assert!(moves("winning-move-only-one").iter().all(|(moves, _)| moves.len() == 1));
    assert!(moves("winning-move-many").iter().all(|(moves, len)| *len - moves.len() < 2));
    assert!(moves("nim-sum-zero").iter().filter(|(moves, _)| moves.is_empty()).count() > 480);
    assert!(moves("one-step-from-zero").iter().filter(|(moves, _)| !moves.is_empty()).count() > 480);
    let half = moves("half-zero").iter().filter(|(moves, _)| moves.is_empty()).count();
    assert!((200..300).contains(&half), "{half}");
}

#[test]
fn pairs_of_numbers_have_the_relation_that_their_family_promises() {
    let pairs = |slug: &str, family: &str| {
        let text = (0..20).map(|seed| made(slug, family, seed, &[])).collect_vec();
        let lines = text.iter().flat_map(|text| text.lines()).map(str::to_owned).collect_vec();
        let pairs = lines.iter().filter_map(|line| line.split_once(' '));
        let pairs = pairs.map(|(a, b)| [a, b].map(|number| number.parse::<u64>().unwrap()));
        pairs.map(|[a, b]| (a.min(b), a.max(b))).filter(|(_, large)| *large > 100).collect_vec()
    };
    let most = |pairs: &[(u64, u64)], are: &dyn Fn(u64, u64) -> bool| {
        let count = pairs.iter().filter(|(small, large)| are(*small, *large)).count();
        assert!(pairs.len() > 30 && count * 10 > pairs.len() * 9, "{count} of {}", pairs.len());
    };
    // (1 + √5) / 2 times the smaller one, in integers.
    let golden = |small: u64, large: u64| {
        let (small, large) = (u128::from(small), u128::from(large));
        ((small + (5 * small * small).isqrt()) / 2).abs_diff(large) < 4
    };
    most(&pairs("euclid", "golden-ratio"), &golden);
    most(&pairs("euclid", "fibonacci"), &golden);
    most(&pairs("wythoff", "close"), &|small, large| large - small < 4);
    most(&pairs("bash", "multiples"), &|small, large| {
        (0..3).any(|more| (large + 1) % (small + more) < 3 || (large + more) % small.max(1) < 3)
    });
    let terms = made("fibonacci-nim", "fibonacci", 1, &["size=400"]);
    let is_near = |number: u64| {
        let mut pair = (1, 2);
        while pair.0 + 1 < number {
            pair = (pair.1, pair.0 + pair.1);
        }
        pair.0.abs_diff(number) < 2
    };
    let numbers = terms.lines().map(|line| line.parse().unwrap()).collect_vec();
    assert!(numbers.iter().filter(|number| is_near(**number)).count() * 5 > numbers.len() * 2);
    let lists = positions(&made("john", "consecutive", 1, &["heaps=5..=50"]));
    assert!(lists.iter().all(|heaps| heaps.windows(2).filter(|pair| pair[0] + 1 != pair[1]).count() < 2));
}

#[test]
fn tiny_exhaustive_has_every_position_once() {
    let cases = positions(&made("john", "tiny-exhaustive", 1, &["cases=340", "heaps=1..=4", "heap=0..=3"]));
    assert_eq!(cases.len(), 4 + 16 + 64 + 256);
    assert!(cases.iter().all_unique());
    let pairs = made("bash", "tiny-exhaustive", 1, &[]);
    let pairs = pairs.lines().skip(1).sorted().collect_vec();
    assert_eq!(
        pairs,
        (1..=10).cartesian_product(1..=10).map(|(n, m)| format!("{n} {m}")).sorted().collect_vec()
    );
}

#[test]
fn names_of_families_are_unique_and_each_is_for_some_problem() {
    assert!(FAMILIES.iter().map(|family| family.name).all_unique());
    let descriptions = PROBLEMS.iter().map(Description::from_entry).collect_vec();
    for family in FAMILIES {
        assert!(descriptions.iter().any(|description| family.fits(description)), "{}", family.name);
        assert!(family.name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{}", family.name);
    }
}

#[test]
fn parameters_that_go_beyond_the_statement_are_named() {
    let description = Description::from_entry(nim_problems::find("stones").unwrap());
    let mut params = Params::default();
    params.read(&description, "heap=1..=9").unwrap();
    assert!(params.beyond(&description).is_empty());
    params.read(&description, "heaps=200001").unwrap();
    assert_eq!(params.beyond(&description), ["heaps: 200001 is more than the statement's 200000"]);
    params.read(&description, "heaps=150000").unwrap();
    params.read(&description, "cases=3").unwrap();
    assert_eq!(params.beyond(&description), ["heaps: a sum of 450000 is more than the statement's 400000"]);
    for (text, why) in [
        ("haeps=3", "stones-all-moves has no parameter \"haeps\"; did you mean heaps?"),
        ("heaps", "expected a parameter such as cases=5, found \"heaps\""),
        ("heaps=9..=3", "heaps: expected a range such as 1..=50, found \"9..=3\""),
    ] {
        assert_eq!(params.read(&description, text).unwrap_err().to_string(), why);
    }
}

#[test]
fn sums_stay_within_their_bounds() {
    const WORDS: &[Part] =
        &[Part::Line(&[word("name"), number("n"), number("k")]), Part::Line(&[list("heap", Count::Of("k"))])];
    let grammar = Grammar { cases: Cases::Counted, case: WORDS, ..Grammar::NOTHING };
    let bound = |text: &str| text.parse::<Bound>().unwrap();
    let fixed = [("cases", "1..=8"), ("name", "1..=9"), ("n", "0..=9"), ("k", "1..=6"), ("heap", "0..=20")];
    for totals in [
        [("total_name", "20..=30"), ("total_n", "9..=12"), ("total_k", "5..=17"), ("total_heap", "90..=100")],
        [("total_name", "..=9"), ("total_n", "3..=3"), ("total_k", "8..=8"), ("total_heap", "20..=960")],
    ] {
        let bounds =
            fixed.iter().chain(&totals).map(|&(name, range)| (name.to_owned(), bound(range))).collect();
        let description = Description { name: "sums".to_owned(), grammar, bounds, answers: Answers::Line };
        let mut made = Vec::new();
        let kinds = families::for_description(&description);
        for family in kinds.filter(|family| family.name != "tiny-exhaustive") {
            let recipe = Recipe { family, seed: 1, number: 0, params: &Params::default() };
            // Not every family can make such an input; none makes another.
            let Ok(text) = generate::text(&description, &recipe) else { continue };
            made.push(family.name);
            let found = strict::violations(&description, &text, 1);
            assert!(found.is_empty(), "{}: {found:?}\n{}", family.name, String::from_utf8_lossy(&text));
        }
        assert!(made.len() > 10, "only {made:?} make such an input");
    }
}

#[test]
fn cases_that_are_asked_for_keep_to_the_sums() {
    let description = Description::from_entry(nim_problems::find("stones").unwrap());
    for family in families::for_description(&description) {
        let mut params = Params::default().with_most("size", 20_000);
        params.read(&description, "cases=5").unwrap();
        assert!(params.beyond(&description).is_empty());
        let text =
            generate::text(&description, &Recipe { family, seed: 1, number: 0, params: &params }).unwrap();
        assert_eq!(strict::violations(&description, &text, 1), [], "{}", family.name);
    }
}
