//! `toolkit explain` of the smallest cases of all problems: the moves in its JSON are moves by the rules, and its numbers equal those in
//! its sentences.

use nim_engine::games::notation;
use nim_problems::PROBLEMS;
use nim_referee::table::Table;
use nim_solve::problem::Theorem;
use nim_solve::registry::Entry;
use serde_json::Value;
use std::collections::BTreeSet;

use crate::run::Test;

fn no_file(_: &str) -> std::io::Result<String> {
    Err(std::io::Error::other("no such file"))
}

/// Checks that a move leads from its component to the one in its place.
fn check_step(slug: &str, position: &Value, step: &Value) {
    let [game, from, to] = [&position["game"], &step["from"], &step["to"]].map(|text| text.as_str().unwrap());
    let of_game = notation::parse(game, &mut no_file).unwrap().remove(0);
    let component =
        notation::component(of_game.as_ref(), from).unwrap_or_else(|why| panic!("{slug} {step}: {why}"));
    let table = Table::new(game, vec![component], false, &mut no_file);
    let table = table.unwrap_or_else(|why| panic!("{slug} {step}: {why}"));
    let words: Vec<&str> = std::iter::once("1").chain(to.split(" + ")).collect();
    table.read_move(&words).unwrap_or_else(|why| panic!("{slug} {game} {step}: {why}"));
}

/// Returns the days that a move of the calendar leads to.
fn dates_after([year, month, day]: [u64; 3]) -> Vec<[u64; 3]> {
    let days = |year: u64, month: u64| match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let (next_year, next_month) = if month == 12 { (year + 1, 1) } else { (year, month + 1) };
    let mut dates =
        vec![if day < days(year, month) { [year, month, day + 1] } else { [next_year, next_month, 1] }];
    dates.extend((day <= days(next_year, next_month)).then_some([next_year, next_month, day]));
    dates
}

fn numbers<const N: usize>(text: &str) -> [u64; N] {
    let numbers: Vec<u64> =
        text.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect();
    numbers.try_into().unwrap()
}

fn check_case(entry: &Entry, case: &Value) {
    let slug = entry.slug;
    let said = case["numbers"].as_object().unwrap();
    let section = case["rule"]
        .as_str()
        .and_then(|rule| Theorem::section(entry.texts.theorem.en, rule))
        .unwrap_or_default();
    let places: BTreeSet<&str> =
        section.split('{').skip(1).map(|rest| rest.split('}').next().unwrap()).collect();
    assert_eq!(said.keys().map(String::as_str).collect::<BTreeSet<_>>(), places, "{slug}: {case}");
    if let ("calendar-game", Some(to)) = (slug, said.get("to")) {
        let after = dates_after(numbers(case["text"].as_str().unwrap()));
        assert!(after.contains(&numbers(to.as_str().unwrap())), "{case}");
    }
    for position in
        case["positions"].as_array().unwrap().iter().filter(|position| !position["game"].is_null())
    {
        position["moves"].as_array().unwrap().iter().for_each(|step| check_step(slug, position, step));
        for reply in position["replies"].as_array().unwrap() {
            check_step(slug, position, &reply["move"]);
            if !reply["answer"].is_null() {
                check_step(slug, position, &reply["answer"]);
            }
        }
    }
}

fn check_input(entry: &Entry, input: String) {
    let output = Test::new().args(["explain", entry.slug, "--all", "--json"]).stdin(input).run();
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    let cases = json["explained"].as_array().unwrap();
    assert!(!cases.is_empty(), "{}", entry.slug);
    cases.iter().for_each(|case| check_case(entry, case));
}

fn check(entry: &Entry, family: &str) {
    let made = Test::new().args(["gen", entry.slug, "--family", family, "-p", "size=100"]).run();
    check_input(entry, String::from_utf8(made.stdout).unwrap());
}

#[test]
fn of_the_least_cases_only_moves_are_named() {
    PROBLEMS.iter().for_each(|entry| check(entry, "min"));
}

#[test]
fn of_all_tiny_cases_only_moves_are_named() {
    PROBLEMS.iter().for_each(|entry| check(entry, "tiny-exhaustive"));
}

#[test]
fn of_all_dates_of_a_year_only_dates_are_named() {
    let entry = PROBLEMS.iter().find(|entry| entry.slug == "calendar-game").unwrap();
    let mut dates: Vec<[u64; 3]> = vec![[2000, 1, 1]];
    while let Some(&last) = dates.last()
        && last < [2001, 2, 1]
    {
        dates.push(dates_after(last)[0]);
    }
    let lines: String = dates.iter().map(|[year, month, day]| format!("{year} {month} {day}\n")).collect();
    check_input(entry, format!("{}\n{lines}", dates.len()));
}
