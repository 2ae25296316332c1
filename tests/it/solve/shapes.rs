//! The shapes of inputs that speed is measured on: every problem has some, and no case of any allocates.

#[path = "../../../benches/shapes.rs"]
mod table;

use nim_io::{Input, Lines};
use nim_problems::{self as problems, ALIASES};
use nim_solve::Tuning;
use nim_solve::problem::Cases;
use nim_testing::allocations::{self, Counting};
use std::collections::BTreeSet;
use std::fs;
use std::io::{Cursor, Write};
use std::num::NonZero;
use table::SHAPES;

use crate::whole;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn every_problem_has_shapes() {
    let shaped: BTreeSet<&str> = SHAPES.iter().map(|shape| shape.slug).collect();
    let known: BTreeSet<&str> = problems::PROBLEMS.iter().map(|problem| problem.slug).collect();
    let formed: BTreeSet<&str> =
        ALIASES.iter().filter(|name| name.is_formed()).map(|name| name.name).collect();
    assert!(shaped.is_superset(&known), "what has no shape in benches/shapes.rs is not measured: {shaped:?}");
    assert!(shaped.is_subset(&known.union(&formed).copied().collect()), "{shaped:?}");
    // Code compiled for a layout is measured under one of the names that have it; a single case is measured as those of `matches`.
    let formed =
        ALIASES.iter().filter(|name| name.has_own_grammar() && name.form.grammar.cases != Cases::One);
    for name in formed {
        let is_measured = |other: &str| {
            let other = problems::find(other).unwrap();
            (other.slug, other.form.grammar, other.form.answers)
                == (name.slug, name.form.grammar, name.form.answers)
        };
        assert!(shaped.iter().any(|other| is_measured(other)), "{} has no shape", name.name);
    }
    let names: BTreeSet<String> = SHAPES.iter().map(table::Shape::name).collect();
    assert_eq!(names.len(), SHAPES.len(), "two shapes have one name");
}

/// The golden file of `cargo bench --bench instructions`.
const COUNTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/instructions/counts.txt");

#[test]
fn every_shape_has_counts() {
    let counts = fs::read_to_string(COUNTS).unwrap();
    let counted: BTreeSet<(&str, &str)> = counts
        .lines()
        .filter_map(|line| line.split_once('|'))
        .filter_map(|(name, rest)| Some((name.trim(), rest.split_once('|')?.0.trim())))
        .collect();
    for name in SHAPES.iter().map(table::Shape::name) {
        for level in ["avx2", "scalar"] {
            assert!(
                counted.contains(&(name.as_str(), level)),
                "{name}, {level}: `UPDATE_GOLDEN=1 .ci/instructions` counts it"
            );
        }
    }
}

/// Parts of the full length of two inputs, and their least cases.
const SIZES: [(u64, u64); 2] = [(500, 100), (250, 200)];
/// Allocations by which an input may differ from one of half its length: buffers that grow to twice their size, and tables that are made
/// once, when a case needs them.
const GROWTH: u64 = 40;

#[test]
fn no_case_allocates() {
    let mut allocating = Vec::new();
    for (n, shape) in whole::turn(SHAPES.iter().enumerate(), 2) {
        let texts = SIZES.map(|(part, least)| {
            let mut text = Vec::new();
            table::write(shape.slug, &shape.params(part, least), &mut text).unwrap();
            text
        });
        // One shape's by a stream, and the next one's by a mapping.
        let ways = [("a stream", false), ("a mapping", true)].into_iter().cycle().skip(n).take(2);
        for (way, is_mapped) in whole::part(ways, 2) {
            let [few, many] = texts.each_ref().map(|text| allocations(shape.slug, text, is_mapped));
            if many > few + GROWTH {
                allocating.push(format!("{}, {way}: {few}, {many}", shape.name()));
            }
        }
    }
    assert!(
        allocating.is_empty(),
        "allocations for some cases, and for twice as many:\n{}",
        allocating.join("\n")
    );
}

/// Returns the number of times that a solver allocates for an input.
fn allocations(slug: &str, text: &[u8], is_mapped: bool) -> u64 {
    let problem = problems::find(slug).unwrap();
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(text).unwrap();
    let input = if is_mapped {
        Input::open(file.path(), true).unwrap()
    } else {
        Input::reader("in.txt", Cursor::new(text.to_owned()))
    };
    let tuning = Tuning { threads: NonZero::new(1), level: None };
    let mut sink = std::io::sink();
    let mut out = Lines::new(&mut sink);
    allocations::count(|| (problem.form.solve)(&[], input, &mut out, &tuning).unwrap())
}
