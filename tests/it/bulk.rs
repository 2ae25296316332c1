//! Test inputs that are made rather than written: every small position, random ones, large ones.

use itertools::Itertools;
use std::iter::repeat_with;

/// An input to be found in `testdata/<slug>/secret/<name>.in`.
pub struct Made {
    pub slug: &'static str,
    pub name: String,
    pub input: String,
}

/// Every input that is made. The same on every machine and in every version.
pub fn inputs() -> Vec<Made> {
    let mut random = SplitMix64(2176);
    let mut made = Vec::new();
    let mut add = |slug, name: String, input| made.push(Made { slug, name, input });

    let small = every_position(4, 3);
    add("stones-all-moves", "every-position-of-four-heaps-of-three".into(), until_zero(&small[1..]));
    add("john", "every-position-of-four-heaps-of-three".into(), counted(&small));
    add("nim-check", "beyond-every-position-of-four-heaps-of-three".into(), counted(&small));

    for n in 1..=3 {
        add("stones-all-moves", format!("random-small-{n}"), until_zero(&random.positions(500, 1, 5, 9)));
        add("john", format!("random-small-{n}"), counted(&random.positions(500, 0, 5, 9)));
        add("john", format!("random-ones-{n}"), counted(&random.positions(500, 0, 12, 1)));
        add("john", format!("random-up-to-two-{n}"), counted(&random.positions(500, 0, 7, 2)));
        add("nim-check", format!("beyond-random-small-{n}"), counted(&random.positions(1000, 0, 5, 9)));

        add(
            "stones-all-moves",
            format!("random-large-{n}"),
            until_zero(&random.positions(20, 1, 60, i32::MAX as u64)),
        );
        add("john", format!("random-large-{n}"), counted(&random.positions(100, 0, 50, 4095)));
        add("nim-check", format!("random-large-{n}"), counted(&random.positions(10, 0, 300, 8191)));

        add(
            "stones-all-moves",
            format!("beyond-random-u64-{n}"),
            until_zero(&random.positions(40, 1, 8, u64::MAX)),
        );
        add("john", format!("beyond-random-u64-{n}"), counted(&random.positions(40, 0, 8, u64::MAX)));
        add("nim-check", format!("beyond-random-u64-{n}"), counted(&random.positions(40, 0, 8, u64::MAX)));
    }
    for n in 1..=8 {
        add("matches", format!("random-small-{n}"), single(&random.position(2, 5, 9)));
    }
    for n in 1..=4 {
        add("matches", format!("random-large-{n}"), single(&random.position(2, 200, (1 << 29) - 1)));
        add("matches", format!("beyond-random-u64-{n}"), single(&random.position(2, 30, u64::MAX)));
    }

    let mut long = random.balanced(8000, (1 << 29) - 1);
    add("matches", "long-and-lost".into(), single(&long));
    long.push(1 << 29);
    add("matches", "long-and-only-the-last-heap-wins".into(), single(&long));
    let long = random.balanced(7000, i32::MAX as u64);
    add("stones-all-moves", "long".into(), until_zero(&[long[1..].to_vec(), vec![3, 6, 9], long]));
    add("john", "largest-counts".into(), counted(&random.positions(500, 50, 50, 3)));
    let largest = random.balanced(10_000, 8191);
    add("nim-check", "largest-count-of-heaps".into(), counted(&[largest]));
    add("nim-check", "beyond-many-cases".into(), counted(&random.positions(4000, 0, 2, 3)));
    made
}

/// Every order of up to `count` heaps of at most `max` stones, shorter ones first.
fn every_position(count: usize, max: u64) -> Vec<Vec<u64>> {
    let of = |heaps| (0..heaps).map(|_| 0..=max).multi_cartesian_product();
    (0..=count).flat_map(of).collect()
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
