//! The shapes of inputs: of every problem tiny cases, random numbers, and the largest that its statement allows.
//!
//! Every measurement of problems walks [`SHAPES`], and `tests/it/solve/shapes.rs` misses a problem that has none.

use anyhow::Context;
use nim_inputs::Description;
use nim_inputs::families;
use nim_inputs::generate::{self, Recipe};
use nim_inputs::params::Params;
use nim_io::{Kernel, Lines, Sink};
use nim_simd::Level;
use nim_solve::registry::Bound;
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::thread;

/// A parameter of made-up inputs, and its range.
pub type Param = (&'static str, RangeInclusive<u64>);

/// Made-up inputs of a problem that are alike but for their length.
pub struct Shape {
    /// The problem.
    pub slug: &'static str,
    name: &'static str,
    /// The parameter that makes the input long, with its value for about 50 MB, or the most that there is.
    length: (&'static str, u64),
    /// The other parameters. Where a single case may be long, the first is the length of its list.
    others: &'static [Param],
}

const fn shape(
    slug: &'static str,
    name: &'static str,
    length: (&'static str, u64),
    others: &'static [Param],
) -> Shape {
    Shape { slug, name, length, others }
}

const SEED: u64 = 1901;

impl Shape {
    /// Its name, with that of the problem.
    pub fn name(&self) -> String {
        format!("{}, {}", self.slug, self.name)
    }

    /// The parameters of an input that has a part of the full length, and at least so many cases, which are shorter where these would be
    /// too long.
    pub fn params(&self, part: u64, least: u64) -> Vec<Param> {
        let (key, full) = self.length;
        let count = (full / part).max(least);
        let mut params = [&[(key, count..=count)], self.others].concat();
        if let (true, Some((_, list))) = (full / part < least, params.get_mut(1)) {
            // Even, as one problem has it.
            let shorter = |end: u64| ((end * full / (part * least)) & !1).max(1);
            *list = shorter(*list.start())..=shorter(*list.end());
        }
        params
    }
}

/// Writes a made-up input of a problem, the same in every run.
pub fn write(slug: &str, params: &[Param], to: &mut dyn Sink) -> anyhow::Result<()> {
    let description = Description::from_entry(nim_problems::find(slug).context("a problem")?);
    let family = families::find("random").context("a family")?;
    let mut bounds = Params::default();
    for (key, range) in params {
        let end = |end: &u64| Some(i128::from(*end));
        bounds.set(key, Bound { least: end(range.start()), most: end(range.end()) });
    }
    let mut out = Lines::new(to);
    out.use_kernel(Kernel::new(Level::detected()));
    let recipe = Recipe { family, seed: SEED, number: 0, params: &bounds };
    let threads = thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    generate::input(&description, &recipe, threads, &mut out)?;
    Ok(out.flush()?)
}

/// The shapes of every problem; a problem with a single case of few numbers has its largest alone.
#[rustfmt::skip]
pub const SHAPES: &[Shape] = &[
    shape("matches", "tiny", ("heaps", 25_000_000), &[("heap", 1..=9)]),
    shape("matches", "random", ("heaps", 5_000_000), &[("heap", 1..=1_000_000_000)]),
    shape("matches", "largest", ("heaps", 4_500_000), &[("heap", 1_000_000_000..=1_000_000_000)]),
    shape("stones-all-moves", "tiny", ("cases", 6_000_000), &[("heaps", 1..=5), ("heap", 0..=9), ("total_heaps", 0..=u64::MAX)]),
    shape("stones-all-moves", "random", ("cases", 10_000), &[("heaps", 1..=999), ("heap", 0..=2_147_483_647), ("total_heaps", 0..=u64::MAX)]),
    shape("stones-all-moves", "largest", ("cases", 22), &[("heaps", 200_000..=200_000), ("heap", 2_147_483_647..=2_147_483_647), ("total_heaps", 0..=u64::MAX)]),
    shape("john", "tiny", ("cases", 6_000_000), &[("heaps", 1..=5), ("heap", 0..=9)]),
    shape("john", "random", ("cases", 400_000), &[("heaps", 1..=50), ("heap", 0..=5_000)]),
    shape("john", "largest", ("cases", 200_000), &[("heaps", 50..=50), ("heap", 5_000..=5_000)]),
    shape("nim-check", "tiny", ("cases", 6_000_000), &[("heaps", 1..=5), ("heap", 0..=9)]),
    shape("nim-check", "random", ("cases", 2_000), &[("heaps", 1..=10_000), ("heap", 0..=9_999)]),
    shape("nim-check", "largest", ("cases", 1_000), &[("heaps", 10_000..=10_000), ("heap", 9_999..=9_999)]),
    shape("matches-game", "tiny", ("cases", 6_000_000), &[("heaps", 1..=5), ("heap", 1..=9)]),
    shape("matches-game", "random", ("cases", 600_000), &[("heaps", 1..=20), ("heap", 1..=10_000_000)]),
    shape("matches-game", "largest", ("cases", 270_000), &[("heaps", 20..=20), ("heap", 10_000_000..=10_000_000)]),
    shape("nim-first-moves", "tiny", ("cases", 5_000_000), &[("heaps", 2..=6), ("heap", 1..=9)]),
    shape("nim-first-moves", "random", ("cases", 140_000), &[("heaps", 2..=100), ("heap", 1..=1_000_000)]),
    shape("nim-first-moves", "largest", ("cases", 60_000), &[("heaps", 100..=100), ("heap", 1_000_000..=1_000_000)]),
    shape("lasker-nim", "tiny", ("cases", 6_000_000), &[("heaps", 1..=5), ("heap", 1..=9)]),
    shape("lasker-nim", "random", ("cases", 9_000), &[("heaps", 1..=1_000), ("heap", 1..=2_147_483_647)]),
    shape("lasker-nim", "largest", ("cases", 4), &[("heaps", 1_000_000..=1_000_000), ("heap", 2_147_483_647..=2_147_483_647)]),
    shape("array-game", "tiny", ("cases", 6_000_000), &[("N", 9..=9), ("white", 1..=5)]),
    shape("array-game", "random", ("cases", 140_000), &[("N", 1_000_000..=1_000_000), ("white", 1..=100)]),
    shape("array-game", "largest", ("cases", 50_000), &[("N", 1_000_000_000..=1_000_000_000), ("white", 100..=100)]),
    shape("interval-nim", "tiny", ("heaps", 25_000_000), &[("heap", 1..=9), ("least", 2..=2), ("most", 5..=5)]),
    shape("interval-nim", "random", ("heaps", 5_000_000), &[("heap", 1..=1_000_000_000), ("least", 1_000..=1_000), ("most", 1_000_000..=1_000_000)]),
    shape("interval-nim", "largest", ("heaps", 4_500_000), &[("heap", 1_000_000_000..=1_000_000_000), ("least", 1_000_000_000..=1_000_000_000), ("most", 1_000_000_000..=1_000_000_000)]),
    shape("nim-without-repeats", "tiny", ("heaps", 25_000_000), &[("stones", 1..=9)]),
    shape("nim-without-repeats", "random", ("heaps", 17_000_000), &[("stones", 1..=60)]),
    shape("nim-without-repeats", "largest", ("heaps", 17_000_000), &[("stones", 60..=60)]),
    shape("subtraction-game", "largest", ("numbers", 100), &[("stones", 100_000..=100_000), ("take", 1..=100_000)]),
    shape("bash", "tiny", ("cases", 12_000_000), &[("n", 1..=9), ("m", 1..=9)]),
    shape("bash", "random", ("cases", 6_000_000), &[("n", 1..=1_000), ("m", 1..=1_000)]),
    shape("bash", "largest", ("cases", 5_000_000), &[("n", 1_000..=1_000), ("m", 1_000..=1_000)]),
    shape("donations", "tiny", ("cases", 12_000_000), &[("sum", 1..=9), ("most", 1..=9)]),
    shape("donations", "random", ("cases", 7_000_000), &[("sum", 1..=10_000), ("most", 1..=10)]),
    shape("donations", "largest", ("cases", 5_500_000), &[("sum", 10_000..=10_000), ("most", 10..=10)]),
    shape("powers-of-two", "tiny", ("cases", 25_000_000), &[("cards", 1..=9)]),
    shape("powers-of-two", "random", ("cases", 12_000_000), &[("cards", 1..=1_000)]),
    shape("powers-of-two", "largest", ("cases", 10_000_000), &[("cards", 1_000..=1_000)]),
    shape("auction", "tiny", ("cases", 12_000_000), &[("price", 1..=9), ("bid", 1..=9)]),
    shape("auction", "one bid", ("cases", 7_000_000), &[("price", 1_000..=1_099), ("bid", 1..=9)]),
    shape("auction", "many bids", ("cases", 200_000), &[("price", 1..=9), ("bid", 1_000..=1_099)]),
    shape("last-coin-loses", "tiny", ("cases", 8_000_000), &[("coins", 1..=9), ("least", 1..=4), ("most", 5..=9)]),
    shape("last-coin-loses", "random", ("cases", 2_800_000), &[("coins", 1..=65_535), ("least", 1..=30_000), ("most", 30_001..=65_535)]),
    shape("last-coin-loses", "largest", ("cases", 2_700_000), &[("coins", 65_535..=65_535), ("least", 65_534..=65_534), ("most", 65_535..=65_535)]),
    shape("fibonacci-take-away", "tiny", ("cases", 8_000_000), &[("m", 1..=9), ("n", 1..=9), ("p", 1..=9)]),
    shape("fibonacci-take-away", "random", ("cases", 4_300_000), &[("m", 1..=1_000), ("n", 1..=1_000), ("p", 1..=1_000)]),
    shape("fibonacci-take-away", "largest", ("cases", 3_300_000), &[("m", 1_000..=1_000), ("n", 1_000..=1_000), ("p", 1_000..=1_000)]),
    shape("s-nim", "tiny", ("cases", 2_000_000), &[("numbers", 1..=3), ("take", 1..=9), ("positions", 1..=3), ("heaps", 1..=3), ("heap", 0..=9)]),
    shape("s-nim", "random", ("cases", 2_000), &[("numbers", 1..=100), ("take", 1..=10_000), ("positions", 100..=100), ("heaps", 1..=100), ("heap", 0..=10_000)]),
    shape("s-nim", "largest", ("cases", 800), &[("numbers", 100..=100), ("take", 1..=10_000), ("positions", 100..=100), ("heaps", 100..=100), ("heap", 10_000..=10_000)]),
    shape("s-nim", "one heap", ("cases", 700), &[("numbers", 100..=100), ("take", 1..=200), ("positions", 1..=1), ("heaps", 1..=1), ("heap", 10_000..=10_000)]),
    shape("georgia-and-bob", "tiny", ("cases", 6_000_000), &[("pieces", 1..=5), ("place", 1..=9)]),
    shape("georgia-and-bob", "one piece", ("cases", 7_000_000), &[("pieces", 1..=1), ("place", 1..=10_000)]),
    shape("georgia-and-bob", "random", ("cases", 200_000), &[("pieces", 1..=100), ("place", 1..=10_000)]),
    shape("georgia-and-bob", "largest", ("cases", 10_000), &[("pieces", 1_000..=1_000), ("place", 1..=10_000)]),
    shape("northcott", "tiny", ("cases", 4_000_000), &[("rows", 1..=3), ("columns", 9..=9)]),
    shape("northcott", "random", ("cases", 170_000), &[("rows", 1..=100), ("columns", 100..=100)]),
    shape("northcott", "largest", ("cases", 8_600), &[("rows", 1_000..=1_000), ("columns", 100..=100)]),
    shape("hopping-pieces", "tiny", ("cases", 4_000_000), &[("rows", 1..=2), ("pieces", 1..=3)]),
    shape("hopping-pieces", "random", ("cases", 70_000), &[("rows", 1..=50), ("pieces", 0..=20)]),
    shape("hopping-pieces", "largest", ("cases", 900), &[("rows", 1_000..=1_000), ("pieces", 20..=20)]),
    shape("tree-cutting", "largest", ("vertices", 100_000), &[]),
    shape("tree-cutting", "random", ("vertices", 3_400_000), &[]),
    shape("euclid", "tiny", ("cases", 12_000_000), &[("a", 1..=9), ("b", 1..=9)]),
    shape("euclid", "random", ("cases", 2_300_000), &[("a", 1..=2_147_483_647), ("b", 1..=2_147_483_647)]),
    shape("euclid", "largest", ("cases", 2_200_000), &[("a", 2_147_483_647..=2_147_483_647), ("b", 2_147_483_647..=2_147_483_647)]),
    shape("euclid-game", "tiny", ("cases", 12_000_000), &[("a", 1..=9), ("b", 1..=9)]),
    shape("euclid-game", "random", ("cases", 2_300_000), &[("a", 1..=2_147_483_647), ("b", 1..=2_147_483_647)]),
    shape("euclid-game", "largest", ("cases", 2_200_000), &[("a", 2_147_483_647..=2_147_483_647), ("b", 2_147_483_647..=2_147_483_647)]),
    shape("wythoff", "tiny", ("cases", 12_000_000), &[("a", 1..=9), ("b", 1..=9)]),
    shape("wythoff", "random", ("cases", 2_500_000), &[("a", 1..=1_000_000_000), ("b", 1..=1_000_000_000)]),
    shape("wythoff", "largest", ("cases", 2_200_000), &[("a", 1_000_000_000..=1_000_000_000), ("b", 1_000_000_000..=1_000_000_000)]),
    shape("wythoff-one-case", "largest", ("a", 1_000_000_000), &[("b", 1_000_000_000..=1_000_000_000)]),
    shape("corner-coin", "tiny", ("cases", 12_000_000), &[("n", 1..=9), ("m", 1..=9)]),
    shape("corner-coin", "random", ("cases", 6_000_000), &[("n", 1..=2_000), ("m", 1..=2_000)]),
    shape("corner-coin", "largest", ("cases", 5_000_000), &[("n", 2_000..=2_000), ("m", 2_000..=2_000)]),
    shape("fibonacci-nim", "tiny", ("cases", 25_000_000), &[("n", 2..=9)]),
    shape("fibonacci-nim", "random", ("cases", 4_700_000), &[("n", 2..=2_147_483_647)]),
    shape("fibonacci-nim", "largest", ("cases", 4_500_000), &[("n", 2_147_483_647..=2_147_483_647)]),
    shape("fibonacci-nim-first-take", "largest", ("n", 1_000_000_000_000_000), &[]),
    shape("delete-nim", "tiny", ("cases", 5_000_000), &[("piles", 2..=6), ("pile", 1..=9)]),
    shape("delete-nim", "random", ("cases", 45_000), &[("piles", 2..=200), ("pile", 1..=2_000_000_000)]),
    shape("delete-nim", "largest", ("cases", 230), &[("piles", 20_000..=20_000), ("pile", 2_000_000_000..=2_000_000_000)]),
    shape("merging-piles", "tiny", ("cases", 12_000_000), &[("n", 1..=9), ("m", 1..=9)]),
    shape("merging-piles", "random", ("cases", 2_500_000), &[("n", 1..=1_000_000_000), ("m", 1..=1_000_000_000)]),
    shape("merging-piles", "largest", ("cases", 2_200_000), &[("n", 1_000_000_000..=1_000_000_000), ("m", 1_000_000_000..=1_000_000_000)]),
    shape("treblecross", "tiny", ("cases", 7_000_000), &[("row", 3..=9)]),
    shape("treblecross", "random", ("cases", 480_000), &[("row", 3..=200)]),
    shape("treblecross", "largest", ("cases", 240_000), &[("row", 200..=200)]),
    shape("treblecross-cases", "tiny", ("cases", 7_000_000), &[("row", 3..=9)]),
    shape("treblecross-cases", "random", ("cases", 480_000), &[("row", 3..=200)]),
    shape("treblecross-cases", "largest", ("cases", 240_000), &[("row", 200..=200)]),
    shape("stick-game", "largest", ("stones", 1_000_000), &[("numbers", 100..=100), ("take", 1..=1_000_000)]),
    shape("stick-game", "small numbers", ("stones", 1_000_000), &[("numbers", 100..=100), ("take", 1..=200)]),
    shape("nim-game", "tiny", ("cases", 6_000_000), &[("heaps", 1..=5), ("heap", 1..=9), ("total_heaps", 0..=u64::MAX)]),
    shape("nim-game", "random", ("cases", 9_000), &[("heaps", 1..=1_000), ("heap", 1..=1_000_000_000), ("total_heaps", 0..=u64::MAX)]),
    shape("nim-game", "largest", ("cases", 22), &[("heaps", 200_000..=200_000), ("heap", 1_000_000_000..=1_000_000_000), ("total_heaps", 0..=u64::MAX)]),
    shape("nim-up-to-three", "tiny", ("cases", 6_000_000), &[("heaps", 1..=5), ("heap", 1..=9), ("total_heaps", 0..=u64::MAX)]),
    shape("nim-up-to-three", "random", ("cases", 9_000), &[("heaps", 1..=1_000), ("heap", 1..=1_000_000_000), ("total_heaps", 0..=u64::MAX)]),
    shape("nim-up-to-three", "largest", ("cases", 22), &[("heaps", 200_000..=200_000), ("heap", 1_000_000_000..=1_000_000_000), ("total_heaps", 0..=u64::MAX)]),
    shape("calendar-game", "random", ("cases", 4_500_000), &[]),
    shape("calendar-game", "largest", ("cases", 4_500_000), &[("year", 2_000..=2_000), ("month", 12..=12), ("day", 31..=31)]),
    shape("rabbit-and-grass", "tiny", ("cases", 6_000_000), &[("heaps", 1..=5), ("heap", 0..=9)]),
    shape("rabbit-and-grass", "random", ("cases", 25_000), &[("heaps", 1..=1_000), ("heap", 0..=1_000)]),
    shape("rabbit-and-grass", "largest", ("cases", 10_000), &[("heaps", 1_000..=1_000), ("heap", 1_000..=1_000)]),
    shape("wythoff-first-moves", "tiny", ("cases", 12_000_000), &[("a", 1..=9), ("b", 1..=9)]),
    shape("wythoff-first-moves", "random", ("cases", 3_500_000), &[("a", 1..=1_000_000), ("b", 1..=1_000_000)]),
    shape("wythoff-first-moves", "largest", ("cases", 3_100_000), &[("a", 1_000_000..=1_000_000), ("b", 1_000_000..=1_000_000)]),
    shape("be-the-winner", "tiny", ("cases", 6_000_000), &[("heaps", 1..=5), ("heap", 1..=9)]),
    shape("be-the-winner", "random", ("cases", 330_000), &[("heaps", 1..=100), ("heap", 1..=100)]),
    shape("be-the-winner", "largest", ("cases", 120_000), &[("heaps", 100..=100), ("heap", 100..=100)]),
    shape("mock-turtles", "tiny", ("cases", 6_000_000), &[("heads", 1..=5), ("place", 0..=9)]),
    shape("mock-turtles", "random", ("cases", 100_000), &[("heads", 0..=100), ("place", 0..=99_999_999)]),
    shape("mock-turtles", "largest", ("cases", 55_000), &[("heads", 100..=100), ("place", 90_000_000..=99_999_999)]),
    shape("cutting-game", "tiny", ("cases", 12_000_000), &[("width", 2..=9), ("height", 2..=9)]),
    shape("cutting-game", "random", ("cases", 6_500_000), &[("width", 2..=200), ("height", 2..=200)]),
    shape("cutting-game", "largest", ("cases", 6_000_000), &[("width", 200..=200), ("height", 200..=200)]),
    shape("stone-game", "largest", ("stones", 1_000), &[]),
    shape("subtract-a-digit", "largest", ("n", 1_999_999_999), &[]),
    shape("multiplication-game", "tiny", ("cases", 25_000_000), &[("n", 2..=9)]),
    shape("multiplication-game", "random", ("cases", 4_700_000), &[("n", 2..=4_294_967_294)]),
    shape("multiplication-game", "largest", ("cases", 4_500_000), &[("n", 4_294_967_294..=4_294_967_294)]),
    shape("deleting-divisors", "tiny", ("cases", 25_000_000), &[("n", 1..=9)]),
    shape("deleting-divisors", "random", ("cases", 5_000_000), &[("n", 1..=1_000_000_000)]),
    shape("deleting-divisors", "largest", ("cases", 4_500_000), &[("n", 1_000_000_000..=1_000_000_000)]),
    shape("powers-of-two-first-move", "largest", ("stones", 250), &[]),
    shape("nim-in-teams", "tiny", ("cases", 4_000_000), &[("players", 1..=2), ("stones", 1..=9), ("limit", 1..=4)]),
    shape("nim-in-teams", "random", ("cases", 4_000), &[("players", 1..=10), ("stones", 1..=8_192), ("limit", 1..=16)]),
    shape("nim-in-teams", "largest", ("cases", 1_000), &[("players", 10..=10), ("stones", 8_192..=8_192), ("limit", 16..=16)]),
    shape("disjoint-intervals", "tiny", ("cases", 3_000_000), &[("intervals", 1..=4), ("end", 1..=9)]),
    shape("disjoint-intervals", "random", ("cases", 10_000), &[("intervals", 1..=100), ("end", 1..=100)]),
    shape("disjoint-intervals", "largest", ("cases", 2_000), &[("intervals", 100..=100), ("end", 1..=100)]),
    shape("at-most-half", "tiny", ("cases", 6_000_000), &[("heaps", 1..=5), ("heap", 1..=9)]),
    shape("at-most-half", "random", ("cases", 9_000), &[("heaps", 1..=1_000), ("heap", 1..=1_000_000_000)]),
    shape("at-most-half", "largest", ("cases", 4_500), &[("heaps", 1_000..=1_000), ("heap", 1_000_000_000..=1_000_000_000)]),
    shape("partitioning-game", "tiny", ("cases", 6_000_000), &[("heaps", 1..=5), ("heap", 1..=9)]),
    shape("partitioning-game", "random", ("cases", 200_000), &[("heaps", 1..=100), ("heap", 1..=10_000)]),
    shape("partitioning-game", "largest", ("cases", 80_000), &[("heaps", 100..=100), ("heap", 10_000..=10_000)]),
    shape("numbered-heaps", "tiny", ("cases", 6_000_000), &[("heaps", 1..=5), ("heap", 1..=9)]),
    shape("numbered-heaps", "random", ("cases", 200_000), &[("heaps", 1..=100), ("heap", 1..=1_000)]),
    shape("numbered-heaps", "largest", ("cases", 100_000), &[("heaps", 100..=100), ("heap", 1_000..=1_000)]),
    shape("circle-of-coins", "tiny", ("cases", 25_000_000), &[("n", 1..=9)]),
    shape("circle-of-coins", "random", ("cases", 7_000_000), &[("n", 1..=1_000_000)]),
    shape("circle-of-coins", "largest", ("cases", 6_500_000), &[("n", 1_000_000..=1_000_000)]),
    shape("tower-breakers", "tiny", ("cases", 12_000_000), &[("towers", 1..=9), ("height", 1..=9)]),
    shape("tower-breakers", "random", ("cases", 3_600_000), &[("towers", 1..=1_000_000), ("height", 1..=1_000_000)]),
    shape("tower-breakers", "largest", ("cases", 3_100_000), &[("towers", 1_000_000..=1_000_000), ("height", 1_000_000..=1_000_000)]),
    shape("uva10404", "tiny", ("cases", 3_000_000), &[("numbers", 1..=4), ("stones", 1..=60), ("take", 1..=9)]),
    shape("uva10404", "random", ("cases", 4_000), &[("numbers", 3..=10), ("stones", 1..=20_000), ("take", 1..=100)]),
    shape("hackerrank-game-of-stones-1", "random", ("cases", 15_000_000), &[("stones", 1..=63)]),
    shape("hackerrank-nimble-game-1", "random", ("cases", 100_000), &[("squares", 1..=100), ("coins", 0..=1_000_000_000)]),
    shape("lightoj1186", "random", ("cases", 170_000), &[("columns", 3..=100)]),
    shape("lightoj1192", "random", ("cases", 50_000), &[("pairs", 1..=100), ("place", 0..=1_000_000_000)]),
    shape("lightoj1247", "random", ("cases", 8_000), &[("rows", 1..=50), ("columns", 1..=50), ("cell", 0..=1_000_000_000)]),
    shape("lightoj1393", "random", ("cases", 8_000), &[("rows", 1..=50), ("columns", 1..=50), ("cell", 0..=1_000_000_000)]),
    shape("uva11311", "random", ("cases", 2_500_000), &[("rows", 2..=2_000), ("columns", 2..=2_000)]),
    shape("plates-for-nim", "tiny", ("cases", 6_000_000), &[("bags", 1..=6), ("coins", 1..=9), ("total_bags", 0..=u64::MAX)]),
    shape("plates-for-nim", "largest", ("cases", 45), &[("bags", 100_000..=100_000), ("coins", 1_000_000_000..=1_000_000_000), ("total_bags", 0..=u64::MAX)]),
    shape("box-game", "tiny", ("cases", 25_000_000), &[("n", 2..=9)]),
    shape("box-game", "random", ("cases", 5_100_000), &[("n", 2..=1_000_000_000)]),
    shape("box-game", "largest", ("cases", 4_500_000), &[("n", 1_000_000_000..=1_000_000_000)]),
    shape("sequential-nim", "tiny", ("cases", 6_000_000), &[("heaps", 1..=5), ("heap", 1..=9), ("total_heaps", 0..=u64::MAX)]),
    shape("sequential-nim", "random", ("cases", 9_000), &[("heaps", 1..=1_000), ("heap", 1..=1_000_000_000), ("total_heaps", 0..=u64::MAX)]),
    shape("sequential-nim", "largest", ("cases", 45), &[("heaps", 100_000..=100_000), ("heap", 1_000_000_000..=1_000_000_000), ("total_heaps", 0..=u64::MAX)]),
    shape("stair-game", "tiny", ("cases", 6_000_000), &[("stairs", 1..=5), ("balls", 0..=9), ("total_stairs", 0..=u64::MAX)]),
    shape("stair-game", "largest", ("cases", 22), &[("stairs", 200_000..=200_000), ("balls", 1_000_000_000..=1_000_000_000), ("total_stairs", 0..=u64::MAX)]),
    shape("another-game", "tiny", ("cases", 6_000_000), &[("heaps", 1..=5), ("heap", 1..=9), ("total_heaps", 0..=u64::MAX)]),
    shape("another-game", "largest", ("cases", 22), &[("heaps", 200_000..=200_000), ("heap", 1_000_000_000..=1_000_000_000), ("total_heaps", 0..=u64::MAX)]),
    shape("grundys-game", "random", ("cases", 7_000_000), &[("n", 1..=1_000_000)]),
    shape("coin-towers", "largest", ("towers", 49), &[("tower", 1_000_000..=1_000_000)]),
];
