//! Values of take-and-break games that leave at most two heaps: the octal games, and Grundy's game.
//!
//! [`options`](super::options) describes how one value is found; this module, how threads share the work.
//!
//! *Idea*: for a block of heaps s, s + 1, … nearly all splits have both parts below s, so that any thread can examine
//! them, for all heaps of the block at once. One thread then examines, heap by heap, the splits with a part in the
//! block itself. Unless one of them has the value that was found to be missing, that is the answer; else the search
//! continues. The same search is made for a heap in either case, so that the values do not depend on the threads.
//!
//! *Lanes*: where values are [sparse](super::sparse), one thread examines [sixteen heaps](super::lanes) at once, which is faster than threads.
//!
//! Threads pay where a heap costs much more than the length of a block, as in games of many values; other games stay with
//! one thread, and so does every game at first.

use std::thread;

use super::code::Code;
use super::codes::Codes;
use super::options::{KnownValues, Moves, Options, OptionsSnapshot};
use super::values::{Division, Values, narrow};
use crate::theory::refusal::Refusal;
use crate::theory::watch::Watch;
use nim_simd::Level;

/// Computes G(0), G(1), … of one game, in order.
#[derive(Debug)]
pub struct Octal {
    known: KnownValues,
    /// The options of a heap for each thread, one at least.
    options: Vec<Options>,
    /// The sliding average of the splits examined for a heap, times [`AVERAGE`].
    effort: usize,
}

/// The number of heaps in the sliding average.
const AVERAGE: usize = 64;
/// The least cost of a heap for which blocks are used, in lengths of a block.
const WORTH: usize = 4;
/// The shortest block that is worth starting threads.
const BLOCK: usize = 256;
/// The fewest heaps of a block that are worth a thread.
const SHARE: usize = 16;

impl Octal {
    /// Creates the game of a code that leaves at most two heaps.
    pub fn new(code: &Code) -> Self {
        let [whole, one, two] = [0, 1, 2].map(|parts| code.takes(parts));
        Self::with_moves(Moves { whole, one, two, unequal: false })
    }

    /// Grundy's game: a heap is split in two unequal ones.
    pub fn grundy() -> Self {
        Self::with_moves(Moves { two: vec![0], unequal: true, ..Moves::default() })
    }

    /// Creates Treblecross, 0.007: three adjacent squares are taken out of a row.
    pub fn treblecross() -> Self {
        Self::with_moves(Moves { whole: vec![3], one: vec![3], two: vec![3], unequal: false })
    }

    fn with_moves(moves: Moves) -> Self {
        Self { known: KnownValues::new(moves), options: vec![Options::default()], effort: 0 }
    }

    /// Returns the same game without values.
    fn emptied(&self) -> Self {
        let mut empty = Self::with_moves(self.known.moves.clone());
        empty.known.level = self.known.level;
        empty
    }

    /// Returns the values so far, from heap 0.
    pub(crate) fn values(&self) -> &[u16] {
        self.known.values()
    }

    /// Computes the next `count` values with all threads.
    fn block(&mut self, count: usize) -> Result<(), Refusal> {
        let old = self.values().len();
        // The smaller part of a split must be an old heap.
        for found in self.examined(count.min(old.max(1))) {
            // Results for another sparse space do not help.
            self.next(old, found.filter(|_| self.known.chosen_at <= old))?;
        }
        Ok(())
    }

    /// Computes the next value, given the results for splits in heaps below `old`.
    fn next(&mut self, old: usize, found: Option<OptionsSnapshot>) -> Result<(), Refusal> {
        let n = self.values().len();
        self.known.check_room()?;
        let options = &mut self.options[0];
        match found {
            Some(found) => {
                options.restore(&found);
                self.known.finish(n, old, options);
            }
            None => self.known.examine(n, n, options),
        }
        self.effort += options.examined;
        self.effort -= self.effort / AVERAGE;
        self.known.push(options.missing);
        Ok(())
    }

    /// Computes the next values, `most` at most, in lanes.
    fn lanes(&mut self, words: usize, most: usize) -> Result<(), Refusal> {
        let options = &mut self.options[0];
        match words {
            1 => self.known.push_lanes::<1>(most, options),
            2 => self.known.push_lanes::<2>(most, options),
            _ => self.known.push_lanes::<4>(most, options),
        }
    }

    /// Examines the next `count` heaps on all threads; `None` for heaps that no thread examined.
    fn examined(&mut self, count: usize) -> Vec<Option<OptionsSnapshot>> {
        let old = self.values().len();
        self.known.row.reserve(old + count);
        let known = &self.known;
        let mut found = vec![None; count];
        let share = count.div_ceil(self.options.len()).max(SHARE);
        thread::scope(|scope| {
            let shares = (old..).step_by(share).zip(found.chunks_mut(share)).zip(&mut self.options);
            let mut last = None;
            for ((first, found), options) in shares {
                let work = move || {
                    for (n, found) in (first..).zip(found) {
                        known.examine(n, old, options);
                        *found = Some(options.save());
                    }
                };
                if let Some(work) = last.replace(work) {
                    // If a thread cannot be spawned, its share stays `None`, and this thread does the work later.
                    let _ = thread::Builder::new().spawn_scoped(scope, work);
                }
            }
            // One share is this thread's own.
            if let Some(work) = last {
                work();
            }
        });
        found
    }
}

impl Values for Octal {
    fn len(&self) -> usize {
        self.values().len()
    }

    fn get(&self, n: usize) -> u64 {
        u64::from(self.values()[n])
    }

    fn extend(&mut self, len: usize, _: &mut Watch<'_>) -> Result<(), Refusal> {
        while self.values().len() < len {
            let old = self.values().len();
            let block = self.effort / AVERAGE / WORTH;
            if let Some(words) = self.known.codes().map(Codes::words) {
                self.lanes(words, len - old)?;
            } else if self.options.len() > 1 && block >= BLOCK {
                self.block(block.min(len - old))?;
            } else {
                self.next(old, None)?;
            }
        }
        Ok(())
    }

    fn effort(&self) -> u64 {
        // Lanes examine the splits with a rare part, and do not count them.
        let lanes = if self.known.codes().is_some() { self.known.rare.len() } else { 0 };
        lanes.max(self.effort / AVERAGE) as u64
    }

    fn reserve(&mut self, len: usize) {
        self.known.row.reserve(len);
    }

    fn division(&self) -> Option<Division> {
        self.known.division()
    }

    fn set_threads(&mut self, threads: usize) {
        self.options.resize_with(threads.clamp(1, BLOCK), Options::default);
    }

    fn set_level(&mut self, level: Level) {
        self.known.level = level;
    }

    fn resumed(&self, values: &[u64]) -> Option<Result<Box<dyn Values>, Refusal>> {
        let mut table = self.emptied();
        Some(narrow(values).map(|values| {
            values.into_iter().for_each(|value| table.known.push(value));
            Box::new(table) as Box<dyn Values>
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::code::by_definition;
    use crate::theory::mex::mex;
    use crate::theory::watch::unwatched;

    /// Computes values by the definition, without any of the above.
    fn naive(code: &str, len: usize) -> Vec<u16> {
        let values = by_definition(&Code::octal(code).unwrap(), len);
        values.into_iter().map(|value| u16::try_from(value).unwrap()).collect()
    }

    #[test]
    fn values_are_those_of_the_definition() {
        for code in [
            "0.77",
            "0.07",
            "0.007",
            "0.106",
            "0.6",
            "0.156",
            "0.356",
            "0.644",
            "0.45",
            "0.7777",
            "4.007",
            "4.0",
            "4.3",
            "0.354",
            "0.04",
            "0.4",
            "0.3",
            "0.1",
            "0.0",
            "0.2",
            "0.5",
            "0.055",
            "0.165",
            "0.00000000000006",
            "4.33",
        ] {
            let mut game = Octal::new(&Code::octal(code).unwrap());
            game.extend(700, &mut unwatched).unwrap();
            assert_eq!(game.values(), naive(code, 700), "{code}");
        }
    }

    #[test]
    fn grundys_game_splits_unequally() {
        let mut game = Octal::grundy();
        game.extend(1500, &mut unwatched).unwrap();
        let mut values: Vec<u64> = Vec::new();
        for n in 0..1500 {
            let options: Vec<u64> =
                (1..n).filter(|a| 2 * a != n).map(|a| values[a] ^ values[n - a]).collect();
            values.push(mex(&options));
        }
        assert!(game.values().iter().map(|&value| u64::from(value)).eq(values));
    }

    #[test]
    fn threads_and_levels_change_nothing() {
        for code in [
            "0.77", "0.007", "0.106", "0.6", "4.007", "0.354", "0.04", "0.4", "0.3", "0.165", "4.33",
            "0.1772",
        ] {
            let expected = naive(code, 700);
            for (threads, count) in [(2, 130), (5, 300)] {
                let mut game = Octal::new(&Code::octal(code).unwrap());
                game.set_threads(threads);
                while game.values().len() < 700 {
                    game.block(count).unwrap();
                }
                assert_eq!(game.values()[..700], expected, "{code}, {threads} threads, {count} heaps");
            }
        }
        for (name, level) in Level::available() {
            let mut game = Octal::grundy();
            game.set_level(level);
            game.extend(3000, &mut unwatched).unwrap();
            assert_eq!(game.emptied().known.level, level);
            let mut scalar = Octal::grundy();
            scalar.set_level(Level::SCALAR);
            scalar.extend(3000, &mut unwatched).unwrap();
            assert_eq!(game.values(), scalar.values(), "{name}");
        }
        for code in
            ["0.6", "0.36", "0.354", "0.1772", "0.17777", "0.106", "0.14", "0.16", "0.56", "0.127", "4.106"]
        {
            let values = |level| {
                let mut game = Octal::new(&Code::octal(code).unwrap());
                game.set_level(level);
                game.extend(3000, &mut unwatched).unwrap();
                game.values().to_vec()
            };
            let scalar = values(Level::SCALAR);
            Level::available().for_each(|(name, level)| assert_eq!(values(level), scalar, "{code} {name}"));
        }
        let (mut alone, mut together) = (Octal::grundy(), Octal::grundy());
        together.set_threads(3);
        alone.extend(1500, &mut unwatched).unwrap();
        while together.values().len() < 1500 {
            together.block(100).unwrap();
        }
        assert_eq!(alone.values(), &together.values()[..1500]);
    }
}
