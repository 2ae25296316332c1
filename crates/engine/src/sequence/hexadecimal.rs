//! Values of take-and-break games that may leave three heaps.
//!
//! *Idea*: with the set of the XORs of all splits of m in two parts at hand, the options of a split in three are
//! the sets of m - c with G(c) added to each value. Some of these sets are joined, which shows nearly all values
//! below the answer; for each value v that is still missing, the question whether it is an option is one bit of
//! each set: whether v ^ G(c) is in the set of m - c. A set with that bit is joined, too.
//!
//! *Cost*: O(n^2) single-bit tests for n heaps, where the values stay small. *Memory*: a bitset for each heap,
//! n V / 8 bytes for values below V; where values grow with the heap this is what ends the computation.

use super::bitset::ValueSet;
use super::code::Code;
use super::values::{Values, narrow};
use crate::theory::refusal::{Excess, Refusal};
use crate::theory::watch::Watch;

/// Computes G(0), G(1), … of one game, in order.
#[derive(Debug)]
pub struct Hexadecimal {
    code: Code,
    takes: [Vec<usize>; 4],
    values: Vec<u32>,
    /// The XORs of the splits of m in two non-empty parts.
    pairs: Vec<ValueSet>,
    /// The number of words in all of `pairs`.
    words: usize,
}

/// The most words in all sets: 2 GiB.
const MOST_WORDS: usize = 1 << 28;
/// The number of sets joined before single values are tested.
const JOINED: usize = 24;

impl Hexadecimal {
    /// Creates the game of a code.
    pub fn new(code: Code) -> Self {
        let takes = [0, 1, 2, 3].map(|parts| code.takes(parts));
        Self { code, takes, values: Vec::new(), pairs: Vec::new(), words: 0 }
    }

    /// Makes the set of pairs of the next heap.
    fn pair(&mut self) -> Result<(), Refusal> {
        if self.words > MOST_WORDS {
            return Err(Refusal::too_many(Excess::Gigabytes, 2));
        }
        let n = self.values.len();
        let mut pairs = ValueSet::default();
        (1..=n / 2).for_each(|part| pairs.insert(self.values[part] ^ self.values[n - part]));
        self.words += pairs.words();
        self.pairs.push(pairs);
        Ok(())
    }

    fn next(&self, n: usize) -> u32 {
        let mut options = ValueSet::default();
        if self.code.allows(n, 0) {
            options.insert(0);
        }
        let below = |parts: usize| {
            self.takes[parts].iter().take_while(move |&&taken| taken < n).map(|taken| n - taken)
        };
        below(1).for_each(|rest| options.insert(self.values[rest]));
        below(2).for_each(|rest| options.join(&self.pairs[rest], 0));
        for rest in below(3) {
            for smallest in (1..=rest / 3).take(JOINED) {
                options.join(&self.pairs[rest - smallest], self.values[smallest]);
            }
        }
        'candidates: loop {
            let candidate = options.mex();
            for rest in below(3) {
                for smallest in 1..=rest / 3 {
                    let value = self.values[smallest];
                    if self.pairs[rest - smallest].contains(candidate ^ value) {
                        options.join(&self.pairs[rest - smallest], value);
                        continue 'candidates;
                    }
                }
            }
            return candidate;
        }
    }
}

impl Values for Hexadecimal {
    fn len(&self) -> usize {
        self.values.len()
    }

    fn get(&self, n: usize) -> u64 {
        u64::from(self.values[n])
    }

    fn extend(&mut self, len: usize, _: &mut Watch<'_>) -> Result<(), Refusal> {
        while self.values.len() < len {
            self.pair()?;
            let value = self.next(self.values.len());
            self.values.push(value);
        }
        Ok(())
    }

    /// Rebuilds the sets of pairs, too.
    fn resumed(&self, values: &[u64]) -> Option<Result<Box<dyn Values>, Refusal>> {
        Some(narrow(values).and_then(|values| {
            let mut table = Self::new(self.code.clone());
            for value in values {
                table.pair()?;
                table.values.push(value);
            }
            Ok(Box::new(table) as Box<dyn Values>)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::code::by_definition;
    use crate::theory::watch::unwatched;

    #[test]
    fn values_are_those_of_the_definition() {
        for text in
            ["0.8", "0.F", "0.9", "8.0", "C.1", "0.2048", "0.13FF", "0.4A", "0.77", "0.E", "8.8", "0.33F"]
        {
            let code = Code::hexadecimal(text).unwrap();
            let mut game = Hexadecimal::new(code.clone());
            game.extend(130, &mut unwatched).unwrap();
            assert!((0..130).map(|n| game.get(n)).eq(by_definition(&code, 130)), "{text}");
        }
    }
}
