//! The graph of crates is the drawing of `docs/architecture.md`.

use crate::repository::published::packages;
use std::collections::{BTreeMap, BTreeSet};

const PAGE: &str = include_str!("../../../docs/architecture.md");

/// Returns a crate as the drawing names it.
fn drawn_name(name: &str) -> String {
    name.trim_start_matches("nim-").to_owned()
}

/// Returns the crates of the drawing, from top to bottom, each with the crates that its arrow leads to.
fn drawn() -> Vec<(String, BTreeSet<String>)> {
    let rows = PAGE.lines().filter_map(|line| line.split_once('►')).map(|(name, used)| {
        let name = name.trim_end_matches(['─', ' ']).to_owned();
        (name, used.split_whitespace().map(str::to_owned).collect())
    });
    rows.collect()
}

#[test]
fn the_graph_of_crates_is_the_drawing() {
    let found: BTreeMap<_, _> = packages()
        .iter()
        .filter(|package| package["name"] != "nim-testing")
        .map(|package| {
            let used = package["dependencies"].as_array().unwrap().iter();
            let used = used.filter(|used| !used["path"].is_null() && used["kind"].is_null());
            let used: BTreeSet<_> = used.map(|used| drawn_name(used["name"].as_str().unwrap())).collect();
            (drawn_name(package["name"].as_str().unwrap()), used)
        })
        .collect();
    assert_eq!(drawn().into_iter().collect::<BTreeMap<_, _>>(), found);
}

#[test]
fn every_arrow_of_the_drawing_leads_down() {
    let drawn = drawn();
    for (number, (name, used)) in drawn.iter().enumerate() {
        for used in used {
            let below = drawn[number + 1..].iter().any(|(below, _)| below == used);
            assert!(below, "{used} is not drawn below {name}");
        }
    }
}
