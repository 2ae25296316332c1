//! `toolkit explain`: the reasons are the engine's, every problem has words, and long inputs are summarised.

mod explain_moves;
mod explain_rules;
mod explain_small;
mod explain_sums;
mod learn;

use crate::inputs::golden;
use crate::run::Test;
use itertools::Itertools;
use nim_engine as engine;
use nim_engine::games::fibonacci::smallest_part;
use nim_engine::theory::game::Component;
use nim_inputs::{Description, named};
use nim_io::Input;
use nim_problems::{ALIASES, PROBLEMS};
use nim_solve::problem::{Fields, Grammar, Shape, Theorem};
use nim_solve::records::{each_case, input_case};
use nim_solve::registry::Entry;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::ops::ControlFlow;
use std::process::Stdio;

/// A problem, as it is known without `explain`: the answers that say that the first player loses, and the game and position of the
/// numbers of a case.
type Known = (&'static str, &'static [&'static str], fn(&[u64]) -> Vec<Position>);
/// The notation of a game, and components.
type Position = (String, Vec<Component>);

fn heaps(game: impl Into<String>, heaps: &[u64]) -> Vec<Position> {
    vec![(game.into(), heaps.iter().map(|&heap| vec![heap]).collect())]
}

fn pair(game: &str, pair: &[u64]) -> Vec<Position> {
    vec![(game.to_owned(), vec![pair.to_vec()])]
}

/// Calls `make` with the numbers of each row: a row is a count and as many numbers.
fn rows(numbers: &[u64], mut make: impl FnMut(&[u64])) {
    let mut rest = numbers;
    while let [count, after @ ..] = rest {
        let (row, after) = after.split_at(*count as usize);
        make(row);
        rest = after;
    }
}

/// Every problem whose cases are positions. Of tree-cutting, the numbers are those of its samples.
const KNOWN: &[Known] = &[
    ("partitioning-game", &["Bob"], |n| heaps("grundy", n)),
    ("matches", &["lose"], |n| heaps("nim", n)),
    ("stones-all-moves", &["No"], |n| heaps("nim", n)),
    ("john", &["Brother"], |n| heaps("nim", n)),
    ("nim-check", &["No"], |n| heaps("nim", n)),
    ("bash", &["second"], |n| heaps(format!("bash:{}", n[1]), &n[..1])),
    ("array-game", &["No"], |n| heaps("array-game:3", n)),
    ("nim-first-moves", &["0"], |n| heaps("nim", n)),
    ("nim-up-to-three", &["second"], |n| heaps("bash:3", n)),
    ("grundys-game", &["second"], |n| heaps("grundy", n)),
    // The first stair is the ground.
    ("stair-game", &["second"], |n| {
        vec![("staircase".to_owned(), vec![if n.len() < 2 { vec![0] } else { n[1..].to_vec() }])]
    }),
    ("nim-without-repeats", &["YES"], |n| heaps("distinct", &n[1..])),
    ("powers-of-two", &["Cici"], |n| heaps("powers-of:2", n)),
    ("auction", &["none"], |n| heaps(format!("bash:{}", n[1]), &n[..1])),
    ("donations", &["Rabbit"], |n| heaps(format!("bash:{}", n[1]), &n[..1])),
    ("subtraction-game", &["Second"], |n| heaps(format!("subtract:{}", n[2..].iter().join(",")), &n[1..2])),
    ("interval-nim", &["Second"], |n| heaps(format!("subtract:{}..{}", n[1], n[2]), &n[3..])),
    ("fibonacci-take-away", &["Nacci"], |n| heaps("subtract:1,2,3,5,8", n)),
    ("s-nim", &[], |n| {
        let (set, after) = n[1..].split_at(n[0] as usize);
        let mut positions = Vec::new();
        rows(&after[1..], |row| positions.extend(heaps(format!("subtract:{}", set.iter().join(",")), row)));
        positions
    }),
    ("georgia-and-bob", &["Bob will win"], |n| {
        let mut places = n[1..].to_vec();
        if places.len() % 2 == 1 {
            places.push(0);
        }
        let gaps = places.into_iter().sorted().tuples().map(|(left, right)| right - left - 1).collect_vec();
        heaps("nim", &gaps)
    }),
    ("northcott", &["BAD LUCK!"], |n| {
        let gaps = n[2..].iter().tuples().map(|(&one, &other)| one.abs_diff(other) - 1).collect_vec();
        heaps("nim", &gaps)
    }),
    ("hopping-pieces", &["NO"], |n| {
        let mut components = Vec::new();
        rows(&n[1..], |row| components.push(row.to_vec()));
        vec![("hop:20".to_owned(), components)]
    }),
    // The samples: 1-2, 1-4-3, 1-5 and 1-3-2, 1-4-5, as trees whose vertices stand on earlier ones.
    ("tree-cutting", &["Bob"], |n| {
        let trees = if n[1..3] == [1, 2] {
            [vec![0], vec![0, 1], vec![0]].to_vec()
        } else {
            vec![vec![0, 1], vec![0, 1]]
        };
        vec![("hackenbush".to_owned(), trees)]
    }),
    ("euclid-game", &["Ollie wins"], |n| pair("euclid-to-zero", n)),
    ("wythoff", &["0"], |n| pair("wythoff", n)),
    ("wythoff-first-moves", &["0"], |n| pair("wythoff", n)),
    ("fibonacci-nim", &["Second win"], |n| heaps("fibonacci", n)),
    ("fibonacci-nim-first-take", &[], |n| pair("fibonacci", &[n[0], n[0]])),
    ("coin-towers", &[], |n| {
        n[3..].iter().flat_map(|&tower| heaps(format!("subtract:1,{},{}", n[0], n[1]), &[tower])).collect()
    }),
    ("stone-game", &["CY"], |n| heaps("subtract:1,3", n)),
    ("lasker-nim", &["Bob"], |n| heaps("lasker", n)),
    ("delete-nim", &["NO"], |n| {
        vec![("delete-nim".to_owned(), n[1..].chunks(2).map(<[u64]>::to_vec).collect())]
    }),
    // The run of five cells, the run of one, and none if a third cross wins at once; then the other rows.
    ("treblecross", &["LOSING", "0"], |_| Vec::new()),
];

/// Problems, and names with layouts, whose positions stand for others, in which there are further moves.
const IMAGES: [&str; 8] = [
    "auction",
    "donations",
    "georgia-and-bob",
    "northcott",
    "tree-cutting",
    "treblecross",
    "lightoj1186",
    "lightoj1393",
];
/// Problems whose cases are no positions of the catalogue.
const WITHOUT: [&str; 22] = [
    "last-coin-loses",
    "corner-coin",
    "merging-piles",
    "be-the-winner",
    "mock-turtles",
    "cutting-game",
    "calendar-game",
    "stick-game",
    "subtract-a-digit",
    "multiplication-game",
    "box-game",
    "plates-for-nim",
    "tower-breakers",
    "circle-of-coins",
    "numbered-heaps",
    "at-most-half",
    "deleting-divisors",
    "disjoint-intervals",
    "powers-of-two-first-move",
    "nim-in-teams",
    "sequential-nim",
    "another-game",
];

fn json(slug: &str, args: &[&str], input: &str) -> Value {
    let output = Test::new().args(["explain", slug, "--json"]).args(args).stdin(input).run();
    serde_json::from_slice(&output.stdout).unwrap()
}

fn number(value: &Value) -> u64 {
    value.as_u64().or_else(|| value.as_str()?.parse().ok()).unwrap_or_else(|| panic!("{value}"))
}

/// Components as they are written; nothing, `-`, is left out.
fn read(text: &str) -> Vec<Component> {
    let parts = text.split(" + ").filter(|part| *part != "-");
    parts.map(|part| part.split(',').map(|number| number.parse().unwrap()).collect()).collect()
}

/// Plays a move on components, and returns whether the player to move then loses.
fn is_lost_after(position: &Value, components: &mut Vec<Component>, step: &Value) -> bool {
    let from = read(step["from"].as_str().unwrap()).remove(0);
    let place = components.iter().position(|component| *component == from);
    components.remove(place.unwrap_or_else(|| panic!("{step} from {components:?}")));
    components.extend(read(step["to"].as_str().unwrap()));
    let game = position["game"].as_str().unwrap();
    if game != "nim" {
        components.retain(|component| component[0] > 0 || component.len() > 1);
    }
    if game.starts_with("array") {
        // A cell that is given twice is off again.
        components.sort();
        let odd = components.chunk_by(|one, other| one == other).filter(|same| same.len() % 2 == 1);
        *components = odd.map(|same| same[0].clone()).collect();
    }
    is_lost(game, position["misere"] == true, components)
}

fn is_lost(game: &str, misere: bool, components: &[Component]) -> bool {
    if let ("fibonacci", [component]) = (game, components) {
        // The engine computes the values of large heaps as well, which takes long.
        let limit = component.get(1).copied().unwrap_or(component[0].saturating_sub(1));
        return component[0] == 0 || smallest_part(component[0]) > limit;
    }
    let play = engine::parse(game).unwrap();
    let mut play = if misere { play.misere() } else { play };
    !play.outcome(components).unwrap().first_wins
}

/// Checks who wins, the values, every winning move, and every reply.
fn check_position(entry: &Entry, position: &Value, known: Option<&Position>) {
    let slug = entry.slug;
    let given: Vec<Component> = position["shown"]
        .as_array()
        .unwrap()
        .iter()
        .map(|shown| read(shown["text"].as_str().unwrap()).remove(0))
        .collect();
    assert_eq!(number(&position["components"]) as usize, given.len(), "{slug}: {position}");
    if let Some((game, components)) = known {
        let is_misere = position["misere"] == true;
        assert_eq!(
            position["winner"] == "second",
            is_lost(game, is_misere, components),
            "{slug}: {position}"
        );
        if position["nim_sum"].is_null() {
            assert_eq!(position["method"], "theorem", "{slug}: {position}");
        } else {
            let mut play = engine::parse(game).unwrap();
            let values = play.values(components).unwrap();
            let found = position["shown"].as_array().unwrap().iter().map(|shown| number(&shown["value"]));
            assert_eq!(found.collect_vec(), values, "{slug}: {position}");
            let sum = values.iter().fold(0, |sum, value| sum ^ value);
            assert_eq!(number(&position["nim_sum"]), sum, "{slug}: {position}");
            let mut play = if is_misere { play.misere() } else { play };
            if IMAGES.contains(&slug) || IMAGES.contains(&entry.name) {
                assert!(position["winning_moves"].is_null(), "{slug}: {position}");
            } else {
                let moves = play.winning_moves(components).unwrap().len() as u64;
                assert_eq!(number(&position["winning_moves"]), moves, "{slug}: {position}");
            }
        }
    }
    let mut begun = given.clone();
    for (index, step) in position["moves"].as_array().unwrap().iter().enumerate() {
        let mut components = given.clone();
        assert!(is_lost_after(position, &mut components, step), "{slug}: {step} of {position}");
        if index == 0 {
            begun = components;
        }
    }
    for reply in position["replies"].as_array().unwrap() {
        let mut components = begun.clone();
        assert!(!is_lost_after(position, &mut components, &reply["move"]), "{slug}: {reply} of {position}");
        if !reply["answer"].is_null() {
            assert!(is_lost_after(position, &mut components, &reply["answer"]), "{slug}: {reply}");
        }
    }
}

/// The switches of its names change the game; `engine_problems` has them.
#[test]
fn every_sample_of_every_problem_has_the_reason_of_the_engine() {
    for entry in
        PROBLEMS.iter().chain(ALIASES.iter().filter(|name| name.is_formed() && name.slug != "stone-game"))
    {
        let known = KNOWN.iter().find(|(slug, ..)| *slug == entry.slug);
        assert!(known.is_some() != WITHOUT.contains(&entry.slug), "{} has no line here", entry.slug);
        let samples = named::samples(entry, &Description::from_entry(entry)).unwrap();
        assert!(!samples.is_empty(), "{}", entry.name);
        for sample in samples {
            let input = String::leak(sample.input.text().unwrap());
            let found = json(entry.name, &[], input);
            let answers = sample.expected.content().text().unwrap();
            let answers = answers.trim_end();
            for case in found["explained"].as_array().unwrap() {
                let answer = case["answer"].as_str().unwrap();
                assert!(answers.contains(answer), "{}: {answer:?} is not the solver's", entry.name);
                check_case(entry, input, case, known);
            }
            let all = found["explained"].as_array().unwrap();
            let joined = all.iter().map(|case| case["answer"].as_str().unwrap()).join("\n");
            assert_eq!(joined, answers, "{}", entry.name);
        }
    }
}

/// Returns the numbers of a case in the layout of its problem.
fn own_numbers(entry: &Entry, numbers: Vec<u64>) -> Vec<u64> {
    let Some(layout) = entry.layout() else { return numbers };
    // The count of a list is not among the numbers.
    let is_list = |grammar: Grammar| usize::from(matches!(grammar.shape(), Shape::List { .. }));
    let count = [numbers.len() as u64].repeat(is_list(entry.form.grammar));
    let (mut case, mut own, whole) = (Fields::default(), Vec::new(), [count, numbers].concat());
    case.values = &whole;
    (layout.numbers)(&case, &mut own);
    own.split_off(is_list(entry.under_slug().form.grammar))
}

fn check_case(entry: &Entry, input: &'static str, case: &Value, known: Option<&Known>) {
    let slug = entry.slug;
    let answer = case["answer"].as_str().unwrap();
    let last_word = answer.lines().next().unwrap().rsplit(": ").next().unwrap();
    // In the words of the problem.
    let own = entry.judge.and_then(|own| own.answers.iter().find(|(_, own)| *own == last_word));
    let last_word = own.map_or(last_word, |(line, _)| line);
    let positions = case["positions"].as_array().unwrap();
    let Some((_, lost, position)) = known else {
        assert!(positions.is_empty(), "{slug}");
        let answer = answer.split_once(": ").map_or(answer, |(_, answer)| answer);
        let is_lost = match slug {
            "be-the-winner" => answer == "No",
            "mock-turtles" => answer == "Yes",
            "calendar-game" => answer == "NO",
            "tower-breakers" => answer == "2",
            "nim-in-teams" => answer == "0",
            _ => ["LOST", "LOSE", "What a pity!", "1", "Ollie wins.", "Bob", "BOB", "2", "Second", "second"]
                .contains(&answer),
        };
        let rule = case["rule"].as_str().unwrap_or_default();
        assert_eq!(rule.ends_with("lost") || rule == "end", is_lost, "{slug}: {case}");
        return;
    };
    let read =
        input_case(Input::reader("", input.as_bytes()), &entry.form.grammar, number(&case["case"])).unwrap();
    let expected = position(&own_numbers(entry, read.numbers));
    assert!(expected.is_empty() || expected.len() == positions.len(), "{slug}: {case}");
    for (index, position) in positions.iter().enumerate() {
        check_position(entry, position, expected.get(index));
        let is_lost = match slug {
            "s-nim" => answer.as_bytes()[index] == b'L',
            "coin-towers" => answer.as_bytes()[index] == b'B',
            _ => lost.contains(&last_word),
        };
        assert_eq!(position["winner"] == "second", is_lost, "{slug}: {case}");
    }
    let rule = case["rule"].as_str().unwrap_or_default();
    if ["lost", "won"].contains(&rule) {
        assert_eq!(rule == "lost", lost.contains(&last_word), "{slug}: {case}");
    }
    if positions.is_empty() {
        // Row 3 of one sample and row 1 of the other have two crosses that a third joins.
        assert_eq!(rule, "at_once", "{slug}: {case}");
        let first = answer.split_ascii_whitespace().find(|word| word.parse::<u64>().is_ok());
        let place = case["numbers"]["place"].as_str().unwrap();
        let places = answer.lines().last().unwrap().rsplit(": ").next().unwrap();
        assert!(first.is_some() && places.split(' ').contains(&place), "{slug}: {case}");
    }
}

#[test]
fn every_problem_has_words_in_its_languages_for_each_rule() {
    for entry in PROBLEMS {
        let slug = entry.slug;
        let sections = Theorem::sections(entry.texts.theorem.en).collect_vec();
        assert_eq!(sections.first(), Some(&"theorem"), "{slug}");
        for name in &sections {
            assert!(!Theorem::section(entry.texts.theorem.en, name).unwrap().is_empty(), "{slug}: {name}");
        }
        assert_eq!(entry.texts.theorem.zh.is_empty(), entry.texts.statement_zh.is_empty(), "{slug}");
        if !entry.texts.theorem.zh.is_empty() {
            assert_eq!(sections, Theorem::sections(entry.texts.theorem.zh).collect_vec(), "{slug}");
            for name in &sections {
                let [en, zh] = [entry.texts.theorem.en, entry.texts.theorem.zh]
                    .map(|text| Theorem::section(text, name).unwrap());
                assert!(zh.chars().any(|letter| letter as u32 > 0x3000), "{slug}: {name}");
                assert_eq!(places(en), places(zh), "{slug}: {name}");
            }
        }
        let mut used = BTreeSet::from(["theorem", "component"]);
        for path in golden::inputs(entry, &["sample", "secret"]) {
            let text = fs::read(&path).unwrap();
            if text.len() > 5_000 {
                continue;
            }
            let mut solvers = Vec::new();
            each_case(
                Input::reader("", std::io::Cursor::new(text)),
                &entry.form.grammar,
                |number, header, fields| {
                    if header.iter().any(|&number| number > 1000) {
                        return ControlFlow::Break(());
                    }
                    if number == 1 {
                        solvers.extend(
                            [&[][..], &["misere"]]
                                .map(|switches| (entry.form.by_case)(switches, header).unwrap()),
                        );
                    }
                    for solver in &solvers {
                        let facts = solver.facts(fields);
                        let Some(rule) = facts.rule else { continue };
                        let section = Theorem::section(entry.texts.theorem.en, rule);
                        let section = section.unwrap_or_else(|| panic!("{slug} has no words for {rule}"));
                        for place in places(section) {
                            assert!(
                                facts.numbers.iter().any(|(name, _)| *name == place),
                                "{slug}: {{{place}}}"
                            );
                        }
                        used.insert(rule);
                    }
                    if number < 200 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                },
            )
            .unwrap();
        }
        // The words of moves are read in `explain_moves`.
        let is_unused = |name: &&&str| !used.contains(**name) && !name.starts_with("move");
        let unused = sections.iter().filter(is_unused).collect_vec();
        // Sections that only inputs beyond the statement use are seen by the test below.
        let rare = ["no_numbers", "empty", "no_move", "misere_no_move", "reached", "over", "short", "equal"];
        assert!(unused.iter().all(|name| rare.contains(name)), "{slug}: no case has {unused:?}");
    }
}

/// Returns the names in braces.
fn places(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).map(|rest| rest.split('}').next().unwrap()).collect()
}

#[test]
fn rare_rules_are_said() {
    for (slug, args, input, words) in [
        ("bash", &[][..], "1\n0 3\n", "No stone can be taken: the player to move has lost"),
        ("bash", &["--misere"], "2\n0 3\n4 3\n", "which wins where the last stone loses"),
        ("auction", &[], "0 3\n", "The price is 0"),
        ("auction", &[], "6 0\n", "No raise is allowed"),
        ("donations", &[], "2\n0 3\n5 0\n", "No gift can be given"),
        ("cutting-game", &[], "1 7\n", "the first cut takes a single cell off it"),
        ("cutting-game", &[], "1 1\n", "cannot be cut"),
        ("last-coin-loses", &[], "0 1 2\n", "There is no coin"),
        ("be-the-winner", &[], "0\n2 0 0\n", "There is no apple"),
        ("subtraction-game", &[], "0 5\n", "The set is empty"),
        ("corner-coin", &[], "0 3\n0 0\n", "without squares"),
        ("euclid", &[], "2\n6 6\n0 5\n", "The numbers are equal"),
        ("fibonacci-nim-first-take", &[], "0\n", "nothing to take"),
        ("treblecross", &[], "2\nXXX.\n..\n", "stand side by side already"),
        ("treblecross", &["--lang", "zh"], "1\n..\n", "放不下三个叉"),
    ] {
        let output = Test::new().args(["explain", slug]).args(args).stdin(input).stderr("").run();
        let text = String::from_utf8(output.stdout).unwrap().replace('\n', " ");
        assert!(text.contains(words), "{slug}: {text}");
    }
}

/// Heaps of 64 bits, that look random.
fn many(count: usize) -> String {
    let heap = |index: u64| index.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ index << 7;
    (1..=count as u64).map(heap).join(" ")
}

#[track_caller]
fn check_screen(args: &[&str], input: &str) -> String {
    let output = Test::new().args(["explain"]).args(args).stdin(input).stderr("").run();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.lines().count() <= 24, "{args:?}: {text}");
    for line in text.lines() {
        assert!(
            line.chars().map(|letter| 1 + usize::from(letter as u32 > 0x2e80)).sum::<usize>() <= 80,
            "{line}"
        );
    }
    text
}

#[test]
fn long_inputs_are_a_screenful() {
    let heaps = many(50_000);
    let one = format!("50000\n{heaps}\n");
    let counted = format!("2\n{one}{one}");
    for lang in ["en", "zh"] {
        for (slug, input) in
            [("matches", &one), ("john", &counted), ("nim-check", &counted), ("lasker-nim", &counted)]
        {
            let text = check_screen(&[slug, "--lang", lang], input);
            let answer = if lang == "en" { "answer: " } else { "答案：" };
            assert!(text.contains(answer), "{text}");
        }
        let cases = format!("100\n{}", "3\n1 2 4\n".repeat(100));
        let text = check_screen(&["nim-check", "--lang", lang], &cases);
        assert!(text.contains("99"), "{text}");
    }
    let equal = format!("50000\n{}\n", "7 ".repeat(50_000));
    let text = check_screen(&["matches"], &equal);
    assert!(text.contains("Every column is even") && text.contains("49997 more"), "{text}");
    let text = check_screen(&["john", "--lang", "en"], &format!("1\n{equal}"));
    assert!(text.replace('\n', " ").contains("it is 0, and the player to move loses"), "{text}");
    let ones = format!("1\n50000\n{}\n", "1 ".repeat(50_000));
    let text = check_screen(&["john"], &ones);
    assert!(text.replace('\n', " ").contains("it is even"), "{text}");
    check_screen(
        &["tree-cutting"],
        &format!("50001\n{}", (2..=50_001).map(|to| format!("1 {to}\n")).join("")),
    );
}

#[test]
fn many_components_are_explained_like_few() {
    // The same heaps, among many empty ones, so that the moves are not listed.
    for (game, heaps) in [
        ("nim", vec![3_u64, 6, 9]),
        ("nim", vec![5, 5]),
        ("lasker", vec![4, 3, 2]),
        ("distinct", vec![9, 4, 8]),
    ] {
        let components = |heaps: &[u64], empty: usize| {
            heaps
                .iter()
                .copied()
                .chain(std::iter::repeat_n(0, empty))
                .map(|heap| heap.to_string())
                .collect_vec()
        };
        let explain = |empty: usize| {
            let output =
                Test::new().args(["explain", "sg", game, "--json"]).args(components(&heaps, empty)).run();
            serde_json::from_slice::<Value>(&output.stdout).unwrap()
        };
        let (few, many) = (explain(0), explain(100));
        for key in ["winner", "nim_sum", "method"] {
            assert_eq!(few[key], many[key], "{game} {heaps:?} {key}");
        }
        assert_eq!(few["moves"][0], many["moves"][0], "{game} {heaps:?}");
        for reply in many["replies"].as_array().unwrap() {
            assert!(!reply["answer"].is_null(), "{reply}");
        }
    }
}

#[test]
fn a_malformed_input_fails_as_its_solver_does_behind_the_cases_before() {
    for entry in PROBLEMS {
        let path = golden::inputs(entry, &["invalid"]).remove(0);
        let err = fs::read_to_string(path.with_extension("err")).unwrap();
        Test::new().args(["explain", entry.slug]).stdin(fs::read(&path).unwrap()).stderr(err).status(3).run();
    }
    let input = "3\n3 1 2 3\n2 5 x7\n1 1\n";
    let output = Test::new().args(["explain", "nim-check"]).stdin(input).status(3).run();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("case 1: heaps 1 2 3\nanswer: No\n") && !text.contains("case 2"), "{text}");
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), input).unwrap();
    let name = file.path().to_str().unwrap();
    Test::new().args(["explain", "nim-check", name]).status(3).error(format!("--> {name}:3:5")).run();
}

#[test]
fn one_case_is_picked_and_wrong_usage_is_told() {
    let input = format!("20\n{}", (1..=20).map(|heap| format!("1\n{heap}\n")).join(""));
    let explain = |args: &[&str]| Test::new().args(["explain", "nim-check"]).args(args).stdin(input.as_str());
    let text = String::from_utf8(explain(&["--case", "17"]).run().stdout).unwrap();
    assert!(text.contains("case 17: heaps 17\n") && text.matches("case").count() == 1, "{text}");
    let text = String::from_utf8(explain(&["--all"]).run().stdout).unwrap();
    assert_eq!(text.lines().filter(|line| line.starts_with("case ")).count(), 20, "{text}");
    explain(&["--case", "21"]).status(2).error("there is no case 21: the input has 20").run();
    explain(&["--misere"]).status(2).error("nim-check has no switch --misere").run();
    explain(&["--case", "0"]).status(2).run();
    Test::new().args(["explain"]).status(2).run();
    Test::new().line("explain no-such").status(2).error("unknown problem").run();
    Test::new().line("explain sg no-such 3").status(2).error("unknown game").run();
    Test::new().line("explain sg wythoff 3").status(2).error("wythoff").run();
    Test::new().line("explain matches no-such-file").status(2).error("no-such-file").run();
}

#[test]
fn the_json_has_its_schema() {
    let found = json("matches", &[], "3\n3 6 9\n");
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<BTreeSet<_>>();
    let named = |names: &str| names.split(' ').map(str::to_owned).collect::<BTreeSet<_>>();
    assert_eq!(found["schema"], "toolkit-explain/1");
    assert_eq!(keys(&found), named("cases explained problem schema theorem"));
    let case = &found["explained"][0];
    assert_eq!(keys(case), named("answer case more_positions numbers positions rule text words"));
    let position = &case["positions"][0];
    assert_eq!(
        keys(position),
        named("components game method misere moves nim_sum reason replies shown winner winning_moves")
    );
    let step =
        serde_json::json!({"component": 2, "from": "9", "to": "5", "value_before": 9, "value_after": 5});
    assert_eq!(position["moves"], Value::Array(vec![step]));
    // Numbers above 2^53 are strings.
    let found = json("matches", &[], "1\n18446744073709551615\n");
    assert_eq!(found["explained"][0]["positions"][0]["nim_sum"], "18446744073709551615");
}

/// Returns every list of up to `longest` numbers up to `most` that is `fit`.
fn lists(longest: usize, most: u64, fit: impl Fn(&[u64]) -> bool) -> Vec<Vec<u64>> {
    let mut lists = vec![Vec::new()];
    let mut found = Vec::new();
    for _ in 0..longest {
        lists = lists
            .iter()
            .cartesian_product(0..=most)
            .map(|(list, number)| [&list[..], &[number]].concat())
            .collect();
        found.extend(lists.iter().filter(|list| fit(list)).cloned());
    }
    found
}

/// If the engine's position only stands for that of the problem, it lacks moves: statements about ends, the number of moves and last moves
/// would be about the wrong position.
#[test]
fn of_an_image_neither_an_end_nor_a_number_of_moves_is_told() {
    let line = |numbers: &[u64]| numbers.iter().join(" ");
    let pieces = lists(3, 6, |places| places[0] > 0 && places.is_sorted_by(|one, next| one < next));
    let georgia = pieces.iter().map(|places| format!("{}\n{}\n", places.len(), line(places))).collect_vec();
    let rows = lists(2, 24, |_| true);
    let northcott = rows.iter().filter_map(|rows| {
        let rows = rows.iter().map(|row| [row / 5 + 1, row % 5 + 1]).collect_vec();
        let is_valid = rows.iter().all(|[tom, jerry]| tom != jerry);
        is_valid.then(|| format!("{} 5\n{}\n", rows.len(), rows.iter().map(|row| line(row)).join("\n")))
    });
    let boards = (1..=7usize).flat_map(|len| {
        (0..1 << len)
            .map(move |bits: u32| (0..len).map(|at| if bits >> at & 1 == 1 { 'X' } else { '.' }).collect())
    });
    let boards: Vec<String> = boards.filter(|row: &String| !row.contains("XXX")).collect();
    let prices = lists(2, 12, |pair| pair.len() == 2 && pair[0] > 0 && pair[1] > 0);
    let counted = |cases: &[String]| format!("{}\n{}", cases.len(), cases.concat());
    let pairs = prices.iter().map(|pair| line(pair) + "\n").collect_vec();
    let inputs = [
        ("georgia-and-bob", counted(&georgia)),
        ("northcott", northcott.collect::<String>()),
        ("treblecross", format!("{}\n{}\n", boards.len(), boards.join("\n"))),
        ("treblecross-cases", format!("{}\n{}\n", boards.len(), boards.join("\n"))),
        ("auction", pairs.concat()),
        ("donations", counted(&pairs)),
        ("tree-cutting", "4\n1 2\n1 3\n3 4\n".to_owned()),
        ("tree-cutting", "2\n1 2\n".to_owned()),
        ("tree-cutting", "1\n".to_owned()),
    ];
    for (slug, input) in inputs {
        for lang in ["en", "zh"] {
            let run = |more: &[&str]| {
                let args = [&["explain", slug, "--all", "--lang", lang], more].concat();
                Test::new().args(args).stdin(input.as_bytes()).run().stdout
            };
            let told = String::from_utf8(run(&[])).unwrap();
            // A theorem's own words say when a board has no move.
            let told = told.lines().filter(|line| !line.starts_with("answer")).collect_vec();
            for said in [
                "There is no move",
                "ends the game",
                "The winning move",
                "没有走法",
                "游戏结束",
                "必胜的走法：共",
            ] {
                let wrong = told.iter().find(|line| line.contains(said));
                assert_eq!(wrong, None, "{slug}");
            }
            let json: Value = serde_json::from_slice(&run(&["--json"])).unwrap();
            for case in json["explained"].as_array().unwrap() {
                for position in case["positions"].as_array().unwrap() {
                    assert!(position["winning_moves"].is_null(), "{slug}: {case}");
                    for reply in position["replies"].as_array().unwrap() {
                        assert!(!reply["answer"].is_null(), "{slug}: {case}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_reason_of_limited_takes_is_of_the_values_of_heaps() {
    let entry = nim_problems::find("cses1098").unwrap();
    let mut reasons = Vec::new();
    each_case(Input::reader("", "2\n2\n4 5\n2\n8 4\n".as_bytes()), &entry.form.grammar, |_, _, fields| {
        reasons.extend((entry.form.reason)(fields));
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(reasons, ["Grundy values 0 1, nim-sum 1", "Grundy values 0 0, nim-sum 0"]);
}

#[test]
fn the_end_of_the_calendar_is_no_date_with_moves() {
    let found = json("calendar-game", &[], "1\n2001 11 4\n");
    assert_eq!(found["explained"][0]["rule"], "end", "{found}");
}

/// More cases than a pipe and a read buffer hold together.
const MANY: usize = 100_000;

fn many_cases() -> String {
    format!("{MANY}\n{}", "2\n3 5\n".repeat(MANY))
}

#[test]
fn cases_of_a_file_that_shrinks_are_an_error_and_no_number_of_cases() {
    let entry = nim_problems::find("john").unwrap();
    let file = tempfile::NamedTempFile::new().unwrap();
    for map in [true, false] {
        fs::write(&file, many_cases()).unwrap();
        let read = each_case(Input::open(file.path(), map).unwrap(), &entry.form.grammar, |number, _, _| {
            if number == 1 {
                file.as_file().set_len(100).unwrap();
            }
            ControlFlow::Continue(())
        });
        let why = anyhow::Error::from(read.unwrap_err());
        assert!(format!("{why:#}").contains("while it was read"), "{why:#}");
    }
}

#[test]
#[cfg(unix)]
fn a_file_that_shrinks_at_its_second_reading_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("in");
    fs::write(&path, many_cases()).unwrap();
    let name = path.display().to_string();
    let mut command = Test::new().args(["explain", "john", "--all", &name]).command();
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut told = BufReader::new(child.stdout.take().unwrap());
    // The explained cases were right at the first reading; the rest waits for a reader.
    assert!(told.read_line(&mut String::new()).unwrap() > 0);
    fs::File::options().write(true).open(&path).unwrap().set_len(100).unwrap();
    std::io::copy(&mut told, &mut std::io::sink()).unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && said.contains("while it was read"), "{said}");
}
