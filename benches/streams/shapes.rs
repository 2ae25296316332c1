//! Inputs of every problem and shape: tiny cases, random numbers, and the largest that the statement allows, beside a C++ program.
//!
//! CPU time is compared, which other work on the machine changes least.

use crate::inputs::Recipe;
use crate::programs::{Programs, STRONG};
use crate::rows::same_output;
use crate::runs::{self, Cost};
use anyhow::Context;
use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

/// A problem, the name of the shape, the parameter that makes the input long with its value, and the other parameters.
type Shape =
    (&'static str, &'static str, (&'static str, u64), &'static [(&'static str, RangeInclusive<u64>)]);

/// Problems with one case of one or two numbers are there for their start alone.
#[rustfmt::skip]
const SHAPES: &[Shape] = &[
    ("matches", "tiny", ("heaps", 25_000_000), &[("heap", 1..=9)]),
    ("matches", "random", ("heaps", 5_000_000), &[("heap", 1..=1_000_000_000)]),
    ("matches", "largest", ("heaps", 4_500_000), &[("heap", 1_000_000_000..=1_000_000_000)]),
    ("stones-all-moves", "tiny", ("cases", 6_000_000), &[("heaps", 1..=5), ("heap", 0..=9), ("total_heaps", 0..=u64::MAX)]),
    ("stones-all-moves", "random", ("cases", 10_000), &[("heaps", 1..=999), ("heap", 0..=2_147_483_647), ("total_heaps", 0..=u64::MAX)]),
    ("stones-all-moves", "largest", ("cases", 22), &[("heaps", 200_000..=200_000), ("heap", 2_147_483_647..=2_147_483_647), ("total_heaps", 0..=u64::MAX)]),
    ("john", "tiny", ("cases", 6_000_000), &[("heaps", 1..=5), ("heap", 0..=9)]),
    ("john", "random", ("cases", 400_000), &[("heaps", 1..=50), ("heap", 0..=5_000)]),
    ("john", "largest", ("cases", 200_000), &[("heaps", 50..=50), ("heap", 5_000..=5_000)]),
    ("nim-check", "tiny", ("cases", 6_000_000), &[("heaps", 1..=5), ("heap", 0..=9)]),
    ("nim-check", "random", ("cases", 2_000), &[("heaps", 1..=10_000), ("heap", 0..=9_999)]),
    ("nim-check", "largest", ("cases", 1_000), &[("heaps", 10_000..=10_000), ("heap", 9_999..=9_999)]),
    ("matches-game", "tiny", ("cases", 6_000_000), &[("heaps", 1..=5), ("heap", 1..=9)]),
    ("matches-game", "random", ("cases", 600_000), &[("heaps", 1..=20), ("heap", 1..=10_000_000)]),
    ("matches-game", "largest", ("cases", 270_000), &[("heaps", 20..=20), ("heap", 10_000_000..=10_000_000)]),
    ("nim-first-moves", "tiny", ("cases", 5_000_000), &[("heaps", 2..=6), ("heap", 1..=9)]),
    ("nim-first-moves", "random", ("cases", 140_000), &[("heaps", 2..=100), ("heap", 1..=1_000_000)]),
    ("nim-first-moves", "largest", ("cases", 60_000), &[("heaps", 100..=100), ("heap", 1_000_000..=1_000_000)]),
    ("lasker-nim", "tiny", ("cases", 6_000_000), &[("heaps", 1..=5), ("heap", 1..=9)]),
    ("lasker-nim", "random", ("cases", 9_000), &[("heaps", 1..=1_000), ("heap", 1..=2_147_483_647)]),
    ("lasker-nim", "largest", ("cases", 4), &[("heaps", 1_000_000..=1_000_000), ("heap", 2_147_483_647..=2_147_483_647)]),
    ("array-game", "tiny", ("cases", 6_000_000), &[("N", 9..=9), ("white", 1..=5)]),
    ("array-game", "random", ("cases", 140_000), &[("N", 1_000_000..=1_000_000), ("white", 1..=100)]),
    ("array-game", "largest", ("cases", 50_000), &[("N", 1_000_000_000..=1_000_000_000), ("white", 100..=100)]),
    ("interval-nim", "tiny", ("heaps", 25_000_000), &[("heap", 1..=9), ("least", 2..=2), ("most", 5..=5)]),
    ("interval-nim", "random", ("heaps", 5_000_000), &[("heap", 1..=1_000_000_000), ("least", 1_000..=1_000), ("most", 1_000_000..=1_000_000)]),
    ("interval-nim", "largest", ("heaps", 4_500_000), &[("heap", 1_000_000_000..=1_000_000_000), ("least", 1_000_000_000..=1_000_000_000), ("most", 1_000_000_000..=1_000_000_000)]),
    ("nim-without-repeats", "tiny", ("heaps", 25_000_000), &[("stones", 1..=9)]),
    ("nim-without-repeats", "random", ("heaps", 17_000_000), &[("stones", 1..=60)]),
    ("nim-without-repeats", "largest", ("heaps", 17_000_000), &[("stones", 60..=60)]),
    ("subtraction-game", "largest", ("numbers", 100), &[("stones", 100_000..=100_000), ("take", 1..=100_000)]),
    ("bash", "tiny", ("cases", 12_000_000), &[("n", 1..=9), ("m", 1..=9)]),
    ("bash", "random", ("cases", 6_000_000), &[("n", 1..=1_000), ("m", 1..=1_000)]),
    ("bash", "largest", ("cases", 5_000_000), &[("n", 1_000..=1_000), ("m", 1_000..=1_000)]),
    ("donations", "tiny", ("cases", 12_000_000), &[("sum", 1..=9), ("most", 1..=9)]),
    ("donations", "random", ("cases", 7_000_000), &[("sum", 1..=10_000), ("most", 1..=10)]),
    ("donations", "largest", ("cases", 5_500_000), &[("sum", 10_000..=10_000), ("most", 10..=10)]),
    ("powers-of-two", "tiny", ("cases", 25_000_000), &[("cards", 1..=9)]),
    ("powers-of-two", "random", ("cases", 12_000_000), &[("cards", 1..=1_000)]),
    ("powers-of-two", "largest", ("cases", 10_000_000), &[("cards", 1_000..=1_000)]),
    ("auction", "tiny", ("cases", 12_000_000), &[("price", 1..=9), ("bid", 1..=9)]),
    ("auction", "one bid", ("cases", 7_000_000), &[("price", 1_000..=1_099), ("bid", 1..=9)]),
    ("auction", "many bids", ("cases", 200_000), &[("price", 1..=9), ("bid", 1_000..=1_099)]),
    ("last-coin-loses", "tiny", ("cases", 8_000_000), &[("coins", 1..=9), ("least", 1..=4), ("most", 5..=9)]),
    ("last-coin-loses", "random", ("cases", 2_800_000), &[("coins", 1..=65_535), ("least", 1..=30_000), ("most", 30_001..=65_535)]),
    ("last-coin-loses", "largest", ("cases", 2_700_000), &[("coins", 65_535..=65_535), ("least", 65_534..=65_534), ("most", 65_535..=65_535)]),
    ("fibonacci-take-away", "tiny", ("cases", 8_000_000), &[("m", 1..=9), ("n", 1..=9), ("p", 1..=9)]),
    ("fibonacci-take-away", "random", ("cases", 4_300_000), &[("m", 1..=1_000), ("n", 1..=1_000), ("p", 1..=1_000)]),
    ("fibonacci-take-away", "largest", ("cases", 3_300_000), &[("m", 1_000..=1_000), ("n", 1_000..=1_000), ("p", 1_000..=1_000)]),
    ("s-nim", "tiny", ("cases", 2_000_000), &[("numbers", 1..=3), ("take", 1..=9), ("positions", 1..=3), ("heaps", 1..=3), ("heap", 0..=9)]),
    ("s-nim", "random", ("cases", 2_000), &[("numbers", 1..=100), ("take", 1..=10_000), ("positions", 100..=100), ("heaps", 1..=100), ("heap", 0..=10_000)]),
    ("s-nim", "largest", ("cases", 800), &[("numbers", 100..=100), ("take", 1..=10_000), ("positions", 100..=100), ("heaps", 100..=100), ("heap", 10_000..=10_000)]),
    ("s-nim", "one heap", ("cases", 700), &[("numbers", 100..=100), ("take", 1..=200), ("positions", 1..=1), ("heaps", 1..=1), ("heap", 10_000..=10_000)]),
    ("georgia-and-bob", "tiny", ("cases", 6_000_000), &[("pieces", 1..=5), ("place", 1..=9)]),
    ("georgia-and-bob", "one piece", ("cases", 7_000_000), &[("pieces", 1..=1), ("place", 1..=10_000)]),
    ("georgia-and-bob", "random", ("cases", 200_000), &[("pieces", 1..=100), ("place", 1..=10_000)]),
    ("georgia-and-bob", "largest", ("cases", 10_000), &[("pieces", 1_000..=1_000), ("place", 1..=10_000)]),
    ("northcott", "tiny", ("cases", 4_000_000), &[("rows", 1..=3), ("columns", 9..=9)]),
    ("northcott", "random", ("cases", 170_000), &[("rows", 1..=100), ("columns", 100..=100)]),
    ("northcott", "largest", ("cases", 8_600), &[("rows", 1_000..=1_000), ("columns", 100..=100)]),
    ("hopping-pieces", "tiny", ("cases", 4_000_000), &[("rows", 1..=2), ("pieces", 1..=3)]),
    ("hopping-pieces", "random", ("cases", 70_000), &[("rows", 1..=50), ("pieces", 0..=20)]),
    ("hopping-pieces", "largest", ("cases", 900), &[("rows", 1_000..=1_000), ("pieces", 20..=20)]),
    ("tree-cutting", "largest", ("vertices", 100_000), &[]),
    ("tree-cutting", "random", ("vertices", 3_400_000), &[]),
    ("euclid", "tiny", ("cases", 12_000_000), &[("a", 1..=9), ("b", 1..=9)]),
    ("euclid", "random", ("cases", 2_300_000), &[("a", 1..=2_147_483_647), ("b", 1..=2_147_483_647)]),
    ("euclid", "largest", ("cases", 2_200_000), &[("a", 2_147_483_647..=2_147_483_647), ("b", 2_147_483_647..=2_147_483_647)]),
    ("euclid-game", "tiny", ("cases", 12_000_000), &[("a", 1..=9), ("b", 1..=9)]),
    ("euclid-game", "random", ("cases", 2_300_000), &[("a", 1..=2_147_483_647), ("b", 1..=2_147_483_647)]),
    ("euclid-game", "largest", ("cases", 2_200_000), &[("a", 2_147_483_647..=2_147_483_647), ("b", 2_147_483_647..=2_147_483_647)]),
    ("wythoff", "tiny", ("cases", 12_000_000), &[("a", 1..=9), ("b", 1..=9)]),
    ("wythoff", "random", ("cases", 2_500_000), &[("a", 1..=1_000_000_000), ("b", 1..=1_000_000_000)]),
    ("wythoff", "largest", ("cases", 2_200_000), &[("a", 1_000_000_000..=1_000_000_000), ("b", 1_000_000_000..=1_000_000_000)]),
    ("wythoff-one-case", "largest", ("a", 1_000_000_000), &[("b", 1_000_000_000..=1_000_000_000)]),
    ("corner-coin", "tiny", ("cases", 12_000_000), &[("n", 1..=9), ("m", 1..=9)]),
    ("corner-coin", "random", ("cases", 6_000_000), &[("n", 1..=2_000), ("m", 1..=2_000)]),
    ("corner-coin", "largest", ("cases", 5_000_000), &[("n", 2_000..=2_000), ("m", 2_000..=2_000)]),
    ("fibonacci-nim", "tiny", ("cases", 25_000_000), &[("n", 2..=9)]),
    ("fibonacci-nim", "random", ("cases", 4_700_000), &[("n", 2..=2_147_483_647)]),
    ("fibonacci-nim", "largest", ("cases", 4_500_000), &[("n", 2_147_483_647..=2_147_483_647)]),
    ("fibonacci-nim-first-take", "largest", ("n", 1_000_000_000_000_000), &[]),
    ("delete-nim", "tiny", ("cases", 5_000_000), &[("piles", 2..=6), ("pile", 1..=9)]),
    ("delete-nim", "random", ("cases", 45_000), &[("piles", 2..=200), ("pile", 1..=2_000_000_000)]),
    ("delete-nim", "largest", ("cases", 230), &[("piles", 20_000..=20_000), ("pile", 2_000_000_000..=2_000_000_000)]),
    ("merging-piles", "tiny", ("cases", 12_000_000), &[("n", 1..=9), ("m", 1..=9)]),
    ("merging-piles", "random", ("cases", 2_500_000), &[("n", 1..=1_000_000_000), ("m", 1..=1_000_000_000)]),
    ("merging-piles", "largest", ("cases", 2_200_000), &[("n", 1_000_000_000..=1_000_000_000), ("m", 1_000_000_000..=1_000_000_000)]),
    ("treblecross", "tiny", ("cases", 7_000_000), &[("row", 3..=9)]),
    ("treblecross", "random", ("cases", 480_000), &[("row", 3..=200)]),
    ("treblecross", "largest", ("cases", 240_000), &[("row", 200..=200)]),
    ("treblecross-cases", "tiny", ("cases", 7_000_000), &[("row", 3..=9)]),
    ("treblecross-cases", "random", ("cases", 480_000), &[("row", 3..=200)]),
    ("treblecross-cases", "largest", ("cases", 240_000), &[("row", 200..=200)]),
    ("nim-game", "tiny", ("cases", 6_000_000), &[("heaps", 1..=5), ("heap", 1..=9), ("total_heaps", 0..=u64::MAX)]),
    ("nim-game", "random", ("cases", 2_000), &[("heaps", 1..=5_000), ("heap", 1..=1_000_000_000), ("total_heaps", 0..=u64::MAX)]),
    ("nim-game", "largest", ("cases", 22), &[("heaps", 200_000..=200_000), ("heap", 1_000_000_000..=1_000_000_000), ("total_heaps", 0..=u64::MAX)]),
    ("nim-up-to-three", "tiny", ("cases", 6_000_000), &[("heaps", 1..=5), ("heap", 1..=9), ("total_heaps", 0..=u64::MAX)]),
    ("nim-up-to-three", "random", ("cases", 2_000), &[("heaps", 1..=5_000), ("heap", 1..=1_000_000_000), ("total_heaps", 0..=u64::MAX)]),
    ("nim-up-to-three", "largest", ("cases", 22), &[("heaps", 200_000..=200_000), ("heap", 1_000_000_000..=1_000_000_000), ("total_heaps", 0..=u64::MAX)]),
    ("rabbit-and-grass", "tiny", ("cases", 6_000_000), &[("heaps", 1..=5), ("heap", 0..=9)]),
    ("rabbit-and-grass", "random", ("cases", 25_000), &[("heaps", 1..=1_000), ("heap", 0..=1_000)]),
    ("rabbit-and-grass", "largest", ("cases", 10_000), &[("heaps", 1_000..=1_000), ("heap", 1_000..=1_000)]),
    ("be-the-winner", "tiny", ("cases", 6_000_000), &[("heaps", 1..=5), ("heap", 1..=9)]),
    ("be-the-winner", "random", ("cases", 330_000), &[("heaps", 1..=100), ("heap", 1..=100)]),
    ("be-the-winner", "largest", ("cases", 120_000), &[("heaps", 100..=100), ("heap", 100..=100)]),
    ("calendar-game", "random", ("cases", 4_000_000), &[("year", 1900..=2000), ("month", 1..=12), ("day", 1..=28)]),
    ("cutting-game", "tiny", ("cases", 12_000_000), &[("width", 2..=9), ("height", 2..=9)]),
    ("cutting-game", "random", ("cases", 6_500_000), &[("width", 2..=200), ("height", 2..=200)]),
    ("mock-turtles", "tiny", ("cases", 6_000_000), &[("heads", 1..=5), ("place", 0..=9)]),
    ("mock-turtles", "random", ("cases", 100_000), &[("heads", 0..=100), ("place", 0..=99_999_999)]),
    ("mock-turtles", "largest", ("cases", 50_000), &[("heads", 100..=100), ("place", 0..=99_999_999)]),
    ("wythoff-first-moves", "tiny", ("cases", 12_000_000), &[("a", 1..=9), ("b", 1..=9)]),
    ("wythoff-first-moves", "random", ("cases", 3_500_000), &[("a", 1..=1_000_000), ("b", 1..=1_000_000)]),
    ("wythoff-first-moves", "largest", ("cases", 3_000_000), &[("a", 1_000_000..=1_000_000), ("b", 1_000_000..=1_000_000)]),
    ("stick-game", "largest", ("stones", 1_000_000), &[("numbers", 100..=100), ("take", 1..=1_000_000)]),
    ("stick-game", "small numbers", ("stones", 1_000_000), &[("numbers", 100..=100), ("take", 1..=200)]),
];

/// What came of a shape.
pub struct Shaped {
    pub name: String,
    pub bytes: u64,
    /// CPU time of the C++ program, and of the toolkit on one thread.
    pub cpu: [Duration; 2],
    /// Time of the toolkit on one thread and on two.
    pub wall: [Duration; 2],
    /// The most memory that the toolkit had on one thread and on two, from a file, and from a pipe, in KiB.
    pub peaks: [u64; 3],
}

/// Measures the shapes whose names are wanted.
pub fn measure(
    programs: &Programs,
    folder: &Path,
    (runs, scale): (usize, u64),
    is_wanted: impl Fn(&str) -> bool,
) -> anyhow::Result<Vec<Shaped>> {
    let mut measured = Vec::new();
    for (slug, shape, (key, count), params) in SHAPES {
        let name = format!("{slug}, {shape}");
        let (true, Some(strong), Some(by)) = (is_wanted(&name), programs.peer(STRONG, slug), programs.peak())
        else {
            continue;
        };
        eprintln!("{name}");
        let count = (count / scale).max(1);
        let params = [&[(*key, count..=count)], *params].concat();
        let input = Recipe::Random { slug, params }.file(folder)?;
        let all = [vec![strong], programs.ours(slug, None)].concat();
        same_output(&all, &input).with_context(|| name.clone())?;
        let mut costs: Vec<Vec<Cost>> = vec![Vec::new(); all.len()];
        for _ in 0..runs {
            for (costs, program) in costs.iter_mut().zip(&all) {
                costs.push(runs::cost(program, by, &input)?);
            }
        }
        let least =
            |of: fn(&Cost) -> Duration| costs.iter().filter_map(move |costs| costs.iter().map(of).min());
        let cpu: Vec<Duration> = least(|cost| cost.cpu).collect();
        let wall: Vec<Duration> = least(|cost| cost.wall).collect();
        let peaks: Vec<u64> =
            costs.iter().filter_map(|costs| costs.iter().map(|cost| cost.peak).max()).collect();
        if let (&[strong, one, ..], &[_, first, .., last], &[_, peak, .., most]) =
            (&cpu[..], &wall[..], &peaks[..])
        {
            let bytes = fs::metadata(&input)?.len();
            let piped = runs::cost_piped(&all[1], by, &input)?.peak;
            measured.push(Shaped {
                name,
                bytes,
                cpu: [strong, one],
                wall: [first, last],
                peaks: [peak, most, piped],
            });
        }
        fs::remove_file(&input)?;
    }
    Ok(measured)
}
