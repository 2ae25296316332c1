//! Test inputs that are made rather than written: every small position, random ones, large ones.

use itertools::Itertools;
use std::collections::HashSet;
use std::iter::repeat_with;

/// An input to be found in `testdata/<slug>/<group>/<name>.in`.
pub struct Made {
    pub slug: &'static str,
    pub group: &'static str,
    pub name: String,
    pub input: String,
}

/// The inputs that are made, as they grow.
#[derive(Default)]
struct Inputs(Vec<Made>);

impl Inputs {
    fn within(&mut self, slug: &'static str, name: impl Into<String>, input: String) {
        self.0.push(Made { slug, group: "secret", name: name.into(), input });
    }

    fn beyond(&mut self, slug: &'static str, name: impl Into<String>, input: String) {
        self.0.push(Made { slug, group: "beyond", name: name.into(), input });
    }
}

/// Every input that is made. The same on every machine and in every version.
pub fn inputs() -> Vec<Made> {
    let mut made = Inputs::default();
    let mut random = SplitMix64(2176);
    small_and_random(&mut made, &mut random);
    long(&mut made, &mut random);
    array_game(&mut made, &mut random);
    bash(&mut made, &mut random);
    made.0
}

/// Every small position, and random ones.
fn small_and_random(made: &mut Inputs, random: &mut SplitMix64) {
    let small = every_position(4, 3);
    made.within("stones-all-moves", "every-position-of-four-heaps-of-three", until_zero(&small[1..]));
    made.within("john", "every-position-of-four-heaps-of-three", counted(&small[1..]));
    made.beyond("nim-check", "every-position-of-four-heaps-of-three", counted(&small));
    for n in 1..=3 {
        let stones = random.positions(500, 1, 5, 9);
        made.within("stones-all-moves", format!("random-small-{n}"), until_zero(&stones));
        made.within("john", format!("random-small-{n}"), counted(&random.positions(500, 1, 5, 9)));
        made.within("john", format!("random-ones-{n}"), counted(&random.positions(500, 1, 12, 1)));
        made.within("john", format!("random-up-to-two-{n}"), counted(&random.positions(500, 1, 7, 2)));
        made.beyond("nim-check", format!("random-small-{n}"), counted(&random.positions(1000, 0, 5, 9)));

        let stones = random.positions(20, 1, 60, i32::MAX as u64);
        made.within("stones-all-moves", format!("random-large-{n}"), until_zero(&stones));
        made.within("john", format!("random-large-{n}"), counted(&random.positions(100, 1, 50, 5000)));
        made.within("nim-check", format!("random-large-{n}"), counted(&random.positions(10, 1, 300, 9999)));

        let stones = random.positions(40, 1, 8, u64::MAX);
        made.beyond("stones-all-moves", format!("random-u64-{n}"), until_zero(&stones));
        made.beyond("john", format!("random-u64-{n}"), counted(&random.positions(40, 0, 8, u64::MAX)));
        made.beyond("nim-check", format!("random-u64-{n}"), counted(&random.positions(40, 0, 8, u64::MAX)));
    }
    for n in 1..=8 {
        made.within("nim-check", format!("random-small-{n}"), counted(&random.positions(10, 1, 5, 9)));
        made.within("matches", format!("random-small-{n}"), single(&occupied(random.position(2, 5, 9))));
    }
    for n in 1..=4 {
        let matches = occupied(random.position(2, 200, 1_000_000_000));
        made.within("matches", format!("random-large-{n}"), single(&matches));
        made.beyond("matches", format!("random-u64-{n}"), single(&random.position(2, 30, u64::MAX)));
    }
}

/// Counts of heaps and cases at the bounds and near them.
fn long(made: &mut Inputs, random: &mut SplitMix64) {
    let mut heaps = occupied(random.balanced(8000, (1 << 29) - 1));
    made.within("matches", "long-and-lost", single(&heaps));
    heaps.push(1 << 29);
    made.within("matches", "long-and-only-the-last-heap-wins", single(&heaps));
    made.within("matches", "most-heaps-and-lost", single(&random.twins(500_000, 1, 9)));

    let heaps = random.balanced(7000, i32::MAX as u64);
    let cases = [heaps[1..].to_vec(), vec![3, 6, 9], heaps];
    made.within("stones-all-moves", "long", until_zero(&cases));
    let lost = random.twins(200_000, 0, 9);
    let mut won = random.twins(199_998, 0, 9);
    won.extend([1, 16]);
    made.within("stones-all-moves", "most-heaps", until_zero(&[lost, won]));

    made.within("john", "largest-counts", counted(&random.positions(500, 50, 50, 3)));
    made.within("john", "largest-counts-and-heaps", counted(&random.positions(500, 50, 50, 5000)));
    let largest = random.balanced(10_000, 8191);
    made.within("nim-check", "largest-count-of-heaps", counted(&[largest]));
    let largest = random.positions(10, 10_000, 10_000, 9999);
    made.within("nim-check", "largest-counts-and-heaps", counted(&largest));
    made.beyond("nim-check", "many-cases", counted(&random.positions(4000, 0, 2, 3)));
}

/// Every small board, and random positions of larger ones.
fn array_game(made: &mut Inputs, random: &mut SplitMix64) {
    for cells in [1, 2, 3, 4, 6] {
        let positions = (1..=cells).powerset().filter(|cells| !cells.is_empty()).collect_vec();
        made.within(
            "array-game",
            format!("every-position-of-{cells}-cells"),
            format!("{cells}\n{}", counted(&positions)),
        );
    }
    for cells in [10, 30, 100, 1000, 65_535, 65_536, 99_855, 99_856, 99_857, 100_000] {
        let positions = repeat_with(|| random.cells(cells, 100)).take(100).collect_vec();
        let name = format!("random-{cells}-cells");
        made.within("array-game", name, format!("{cells}\n{}", counted(&positions)));
    }
    made.within("array-game", "large-board", around_divisors(4_000_000, 50));
    made.beyond("array-game", "largest-board-and-many-queries", around_divisors(1_000_000_000, 100));
}

/// Cells around the divisors of a board, each alone and with its neighbour.
fn around_divisors(cells: u64, divisors: u64) -> String {
    let positions = (1..=divisors).flat_map(|k| [vec![cells / k], vec![cells / k, cells / (k + 1)]]);
    format!("{cells}\n{}", counted(&positions.collect_vec()))
}

fn bash(made: &mut Inputs, random: &mut SplitMix64) {
    let pairs = (1..=10).cartesian_product(1..=10).collect_vec();
    made.within("bash", "every-small-pair", two_a_line(&pairs));
    for n in 1..=3 {
        let pairs = repeat_with(|| (random.within(1, 1000), random.within(1, 1000))).take(100).collect_vec();
        made.within("bash", format!("random-{n}"), two_a_line(&pairs));
        let pairs = repeat_with(|| (random.within(1, 1000), random.within(1, 30))).take(100).collect_vec();
        made.within("bash", format!("random-small-m-{n}"), two_a_line(&pairs));
    }
}

/// Every order of up to `count` heaps of at most `max` stones, shorter ones first.
fn every_position(count: usize, max: u64) -> Vec<Vec<u64>> {
    let of = |heaps| (0..heaps).map(|_| 0..=max).multi_cartesian_product();
    (0..=count).flat_map(of).collect()
}

/// The heaps that are not empty, which leaves their nim-sum as it is.
fn occupied(mut heaps: Vec<u64>) -> Vec<u64> {
    heaps.retain(|&heap| heap > 0);
    heaps
}

fn two_a_line(pairs: &[(u64, u64)]) -> String {
    format!("{}\n{}", pairs.len(), pairs.iter().map(|(n, m)| format!("{n} {m}\n")).join(""))
}

fn single(heaps: &[u64]) -> String {
    format!("{}\n{}\n", heaps.len(), heaps.iter().join(" "))
}

fn counted(positions: &[Vec<u64>]) -> String {
    let case = |heaps: &Vec<u64>| if heaps.is_empty() { "0\n".to_owned() } else { single(heaps) };
    format!("{}\n{}", positions.len(), positions.iter().map(case).join(""))
}

fn until_zero(positions: &[Vec<u64>]) -> String {
    format!("{}0\n", positions.iter().map(|heaps| single(heaps)).join(""))
}

/// A random number generator with a stream that never changes (G. Steele, D. Lea, C. Flood, 2014).
pub struct SplitMix64(pub u64);

impl SplitMix64 {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from `min` to `max`.
    pub fn within(&mut self, min: u64, max: u64) -> u64 {
        let choices = u128::from(max - min) + 1;
        min + ((u128::from(self.next()) * choices) >> 64) as u64
    }

    /// Positions of which about half are lost where the last move wins.
    fn positions(&mut self, count: usize, min_heaps: u64, max_heaps: u64, max: u64) -> Vec<Vec<u64>> {
        repeat_with(|| self.position(min_heaps, max_heaps, max)).take(count).collect()
    }

    fn position(&mut self, min_heaps: u64, max_heaps: u64, max: u64) -> Vec<u64> {
        let heaps = self.within(min_heaps, max_heaps) as usize;
        if heaps >= 2 && self.within(0, 1) == 0 {
            let mut position = self.balanced(heaps, max);
            let swapped = self.within(0, heaps as u64 - 1) as usize;
            position.swap(swapped, heaps - 1);
            position
        } else {
            repeat_with(|| self.within(0, max)).take(heaps).collect()
        }
    }

    /// Heaps of which the second half is the first in reverse, so that their nim-sum is 0.
    fn twins(&mut self, heaps: usize, min: u64, max: u64) -> Vec<u64> {
        let half = repeat_with(|| self.within(min, max)).take(heaps / 2).collect_vec();
        half.iter().chain(half.iter().rev()).copied().collect()
    }

    /// Up to `most` different cells of a board, in any order.
    fn cells(&mut self, board: u64, most: u64) -> Vec<u64> {
        let count = self.within(1, most.min(board)) as usize;
        let mut seen = HashSet::new();
        repeat_with(|| self.within(1, board)).filter(|&cell| seen.insert(cell)).take(count).collect()
    }

    /// Heaps with a nim-sum of 0: the last makes up for the others. Below the greatest power of two that `max`
    /// allows, so that the last does not exceed it either.
    fn balanced(&mut self, heaps: usize, max: u64) -> Vec<u64> {
        let max = if max == u64::MAX { max } else { (1 << (max + 1).ilog2()) - 1 };
        let mut position: Vec<u64> = repeat_with(|| self.within(0, max)).take(heaps - 1).collect();
        position.push(position.iter().fold(0, |sum, heap| sum ^ heap));
        position
    }
}

#[test]
fn the_stream_is_the_published_one() {
    let mut random = SplitMix64(1_234_567);
    let first: Vec<u64> = repeat_with(|| random.next()).take(3).collect();
    assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
}
