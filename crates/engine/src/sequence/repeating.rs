//! Values of octal codes whose digits repeat.
//!
//! *Idea*: a heap n can be taken down to any heap m far below, as the digit for n - m allows; and these digits are the same for
//! all m of a residue class modulo the number of digits that repeat. So a set for each class holds what the heaps of the class are
//! worth, and another one their splits; the options of n are some of these sets, and those by the first digits.
//!
//! *Cost*: O(n) XORs for a heap n where moves split. *Memory*: a bit for each value, in every class and for each of the first digits.

use std::collections::VecDeque;

use super::bitset::ValueSet;
use super::code::Code;
use super::values::Values;
use crate::theory::refusal::{Excess, Refusal};
use crate::theory::watch::Watch;

/// Computes G(0), G(1), … of one game, in order.
#[derive(Debug)]
pub struct Repeating {
    code: Code,
    values: Vec<u32>,
    /// The XORs of the splits in two non-empty parts of the last heaps: of as many as there are first digits, and of one more.
    pairs: VecDeque<ValueSet>,
    /// The values that moves by repeating digits leave, by the residue of the heap: those of single heaps, and of `pairs`.
    classes: Vec<[ValueSet; 2]>,
    /// The number of words in all of `pairs`.
    words: usize,
}

/// The most words in all sets of splits: 2 GiB.
const MOST_WORDS: usize = 1 << 28;

impl Repeating {
    /// Creates the game of a code whose digits repeat, and which leaves at most two heaps.
    pub fn new(code: Code) -> Self {
        let classes = vec![Default::default(); code.cycle().len()];
        Self { code, values: Vec::new(), pairs: VecDeque::new(), classes, words: 0 }
    }

    /// Makes the set of splits of the next heap, and drops that of a heap which only repeating digits lead to.
    fn pair(&mut self) -> Result<(), Refusal> {
        if self.words > MOST_WORDS {
            return Err(Refusal::too_many(Excess::Gigabytes, 2));
        }
        let n = self.values.len();
        let mut pairs = ValueSet::default();
        if self.code.parts() > 1 {
            (1..=n / 2).for_each(|part| pairs.insert(self.values[part] ^ self.values[n - part]));
        }
        self.words += pairs.words();
        self.pairs.push_back(pairs);
        let first = self.code.digits().len();
        if let Some(heap) = n.checked_sub(first) {
            let count = self.classes.len();
            let [one, two] = &mut self.classes[heap % count];
            if heap > 0 {
                one.insert(self.values[heap]);
            }
            if let Some(pairs) = self.pairs.pop_front() {
                self.words -= pairs.words();
                two.join(&pairs, 0);
            }
        }
        Ok(())
    }

    /// Returns the value of heap n, whose splits are the last ones of `pairs`.
    fn next(&self, n: usize) -> u32 {
        let mut options = ValueSet::default();
        if self.code.allows(n, 0) {
            options.insert(0);
        }
        let first = self.code.digits().len();
        // The splits of heap n - t come t places before the last.
        for (taken, pairs) in self.pairs.iter().rev().enumerate().take(first) {
            if self.code.allows(taken, 1) && taken < n {
                options.insert(self.values[n - taken]);
            }
            if self.code.allows(taken, 2) {
                options.join(pairs, 0);
            }
        }
        let count = self.classes.len();
        for taken in (first..=n).take(count) {
            let [one, two] = &self.classes[(n - taken) % count];
            if self.code.allows(taken, 1) {
                options.join(one, 0);
            }
            if self.code.allows(taken, 2) {
                options.join(two, 0);
            }
        }
        options.mex()
    }
}

impl Values for Repeating {
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::code::by_definition;
    use crate::sequence::source::Sequence;
    use crate::sequence::theorem::Theorem;
    use crate::theory::watch::unwatched;

    #[test]
    fn values_are_those_of_the_definition() {
        for text in [
            "0.(3)",
            "4.(3)",
            "0.(7)",
            "4.0(7)",
            "0.(30)",
            "0.(1)",
            "0.(4)",
            "0.(02)",
            "0.7(05)",
            "0.12(4070)",
            "4.(4)",
            "0.(12)",
            "0.0(2)",
            "4.77(03)",
            "0.0000000(6)",
            "0.(0000001)",
        ] {
            let code = Code::octal(text).unwrap();
            let mut game = Repeating::new(code.clone());
            game.extend(120, &mut unwatched).unwrap();
            assert!((0..120).map(|n| game.get(n)).eq(by_definition(&code, 120)), "{text}");
        }
    }

    /// Every period that is proved holds as far as values are computed, and some are proved.
    #[test]
    fn periods_that_are_proved_go_on() {
        const LEN: u64 = 160;
        let (mut proved, mut with_splits) = (0, 0);
        let cycles = ["1", "2", "4", "5", "10", "02", "30", "04", "40", "001", "210", "0100", "0050"];
        for (before, cycle) in ["0.", "4.", "0.1", "0.2", "0.5", "0.06"]
            .iter()
            .flat_map(|before| cycles.iter().map(move |cycle| (*before, *cycle)))
        {
            let code = Code::octal(&format!("{before}({cycle})")).unwrap();
            let mut sequence = Sequence::table(Repeating::new(code.clone()), Theorem::repeating(&code));
            let mut len = 16;
            while sequence.period().is_none() && len < LEN / 2 {
                sequence.reach(len, &mut unwatched).unwrap();
                len += 1;
            }
            let Some(period) = sequence.period() else { continue };
            proved += 1;
            with_splits += usize::from(code.parts() > 1);
            let values = by_definition(&code, LEN as usize);
            for n in period.preperiod..LEN - period.period {
                assert_eq!(
                    values[(n + period.period) as usize],
                    values[n as usize],
                    "{code} {period:?}, heap {n}"
                );
            }
        }
        assert!(proved > 20 && with_splits > 5, "{proved} {with_splits}");
    }
}
