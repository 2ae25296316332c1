//! The values G(0), G(1), … of a game on single heaps, with the period as soon as it is proved.

use std::time::{Duration, Instant};

use super::period::{self, Period};
use super::theorem::{self, Proved, Theorem};
use super::values::{Division, Values};
use crate::theory::budget::Budget;
use crate::theory::refusal::Unanswerable;
use crate::theory::refusal::{Excess, Refusal};
use crate::theory::watch::{Progress, Watch};
use nim_simd::Level;

/// The values of one game for heaps of any size.
///
/// They come from a formula, or are computed in order until the heap is reached or a period is proved, which gives the
/// value of any heap in O(1).
#[derive(Debug)]
pub struct Sequence(ValueSource);

#[derive(Debug)]
enum ValueSource {
    Formula {
        /// `None` where the value needs more than 64 bits.
        value: Formula,
        period: Option<Period>,
        proof: &'static str,
    },
    Table(ValueTable),
}

#[derive(Debug)]
struct ValueTable {
    values: Box<dyn Values>,
    theorem: Theorem,
    proved: Option<Proved>,
    /// The length at which the next proof is tried.
    next_trial: usize,
    /// Heap n has the value of entry n / stretch.
    stretch: u64,
    /// The number of values, from G(0), that were loaded and not computed.
    loaded: usize,
    threads: usize,
    /// The first heap that there is.
    first: u64,
}

struct Formula(Box<dyn Fn(u64) -> Option<u64>>);

impl std::fmt::Debug for Formula {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a formula")
    }
}

/// The number of values computed between two calls of a [`Watch`], at first and at most, and the time to spend on them.
const PIECE: (usize, usize) = (64, 4096);
const PIECE_TIME: Duration = Duration::from_millis(50);

/// The number of values after which the cost of a search for a period is first estimated.
const FIRST_ESTIMATE: u64 = 1 << 12;

/// The most values of a table: gigabytes.
const MOST_VALUES: usize = 1 << 30;

impl Sequence {
    /// Returns a sequence that is computed, with the theorem that may prove its period.
    pub fn table(values: impl Values + 'static, theorem: Theorem) -> Self {
        Self(ValueSource::Table(ValueTable::new(Box::new(values), theorem)))
    }

    /// Returns the sequence in which every value of this table is repeated `factor` >= 1 times: that of a subtraction game with all numbers
    /// multiplied by the factor.
    #[must_use]
    pub fn stretched(mut self, factor: u64) -> Self {
        if let ValueSource::Table(table) = &mut self.0 {
            table.stretch = factor;
        }
        self
    }

    /// Returns the sequence of a game whose heaps begin with this one; smaller ones have no value, and 0 in the table.
    #[must_use]
    pub fn beginning(mut self, first: u64) -> Self {
        if let ValueSource::Table(table) = &mut self.0 {
            table.first = first;
        }
        self
    }

    /// Returns the first heap that has a value.
    pub fn first(&self) -> u64 {
        self.as_table().map_or(0, |table| table.first)
    }

    /// Sets the number of threads for a table, which are used if that is faster. The values do not depend on it.
    pub fn set_threads(&mut self, threads: usize) {
        if let ValueSource::Table(table) = &mut self.0 {
            table.threads = threads;
            table.values.set_threads(threads);
        }
    }

    /// Uses the vectors of a level, instead of the highest that the CPU has. The values do not depend on it.
    pub fn set_level(&mut self, level: Level) {
        if let ValueSource::Table(table) = &mut self.0 {
            table.values.set_level(level);
        }
    }

    /// Returns a sequence with a formula, which returns `None` where a value needs more than 64 bits, its period, if it
    /// has one, and a short proof.
    pub fn formula(
        value: impl Fn(u64) -> Option<u64> + 'static,
        period: Option<Period>,
        proof: &'static str,
    ) -> Self {
        Self(ValueSource::Formula { value: Formula(Box::new(value)), period, proof })
    }

    /// Computes until there are `len` values or a period is proved.
    ///
    /// A proof is tried whenever there are half as many values again, and at the end, so that everything that `len`
    /// values prove is proved, at a total cost linear in `len`.
    ///
    /// # Errors
    /// A [`Refusal`]: [`Interrupted`](Refusal::Interrupted) by `watch`, or an error of the table. The values computed
    /// stay.
    pub fn reach(&mut self, len: u64, watch: &mut Watch<'_>) -> Result<(), Refusal> {
        let ValueSource::Table(table) = &mut self.0 else { return Ok(()) };
        table.reach(usize::try_from(len.div_ceil(table.stretch)).unwrap_or(usize::MAX), watch)
    }

    /// Returns G(n). At most `limit` + 1 values are computed for it: those of heaps up to `limit`, or, in a [stretched](Self::stretched)
    /// table, farther.
    ///
    /// # Errors
    /// A [`Refusal`]: [`TooFar`](Refusal::TooFar), or as for [`reach`](Self::reach).
    pub fn value(&mut self, n: u64, limit: u64, watch: &mut Watch<'_>) -> Result<u64, Refusal> {
        let limit = limit.saturating_mul(self.stretch());
        if n <= limit {
            self.reach(n.saturating_add(1), watch)?;
        } else {
            self.reach(limit.saturating_add(1), watch)?;
        }
        match self.known(n) {
            Some(value) => Ok(value),
            None if self.knows(n) => Err(Unanswerable::WideValue(n).into()),
            None => Err(Refusal::TooFar(n, limit)),
        }
    }

    /// G(n) within a budget, as [`value`](Self::value); a period that is to reach beyond the largest heap of the budget is searched
    /// for only if that is cheap.
    ///
    /// # Errors
    /// A [`Refusal`]: [`LongSearch`](Refusal::LongSearch), or as for `value`.
    pub fn value_within(&mut self, n: u64, budget: &mut Budget<'_>) -> Result<u64, Refusal> {
        let limit = budget.heap.saturating_mul(self.stretch());
        let mut len = FIRST_ESTIMATE;
        while n > limit && len < limit && !self.knows(n) {
            self.reach(len, budget.watch)?;
            let effort = self.as_table().map_or(0, |table| table.values.effort());
            let rest = (limit - len) / self.stretch();
            if !self.knows(n) && effort.saturating_mul(rest) > budget.search {
                return Err(Refusal::LongSearch(n, self.computed(), limit));
            }
            len = len.saturating_mul(2);
        }
        self.value(n, budget.heap, budget.watch)
    }

    /// G(n), if it is known without further computing and below 2^64.
    pub fn known(&self, n: u64) -> Option<u64> {
        match &self.0 {
            ValueSource::Formula { value, .. } => (value.0)(n),
            ValueSource::Table(table) => table.known(n),
        }
    }

    /// Returns whether G(n) needs no further computing, though it may need more than 64 bits.
    fn knows(&self, n: u64) -> bool {
        self.as_table().is_none_or(|table| table.proved.is_some() || n < table.len())
    }

    fn as_table(&self) -> Option<&ValueTable> {
        if let ValueSource::Table(table) = &self.0 { Some(table) } else { None }
    }

    /// Returns the number of values that were computed; 0 where a formula answers.
    pub fn computed(&self) -> u64 {
        self.as_table().map_or(0, ValueTable::len)
    }

    /// Returns the period, if it is proved.
    pub fn period(&self) -> Option<Period> {
        match &self.0 {
            ValueSource::Formula { period, .. } => *period,
            ValueSource::Table(table) => table.stretched(table.proved?.period),
        }
    }

    /// Returns a pattern at the end of the values so far that no theorem proves.
    pub fn observed(&self) -> Option<Period> {
        let table = self.as_table()?;
        let period = table.stretched(period::observe(table.values.len(), |n| table.values.get(n))?)?;
        Some(Period { preperiod: period.preperiod.max(table.first), ..period })
    }

    /// Returns the theorem that proves, or could prove, the period of a table; `None` for a formula.
    pub fn theorem(&self) -> Option<&Theorem> {
        self.as_table().map(|table| &table.theorem)
    }

    /// Returns the number of periods that the theorem treats as one; 1 if there is no proof.
    pub fn multiple(&self) -> u64 {
        self.as_table().and_then(|table| table.proved).map_or(1, |proved| proved.multiple)
    }

    /// Returns the number of entries of a table, from G(0), on which the proof of its period rests; `None` if there is none.
    pub fn values_needed(&self) -> Option<u64> {
        self.as_table().and_then(|table| table.values_needed(table.proved?))
    }

    /// Returns the number of times that each entry of the table is repeated in the sequence; see [`stretched`](Self::stretched).
    pub fn stretch(&self) -> u64 {
        self.as_table().map_or(1, |table| table.stretch)
    }

    /// Returns the proof of the formula, if there is one.
    pub fn proof(&self) -> Option<&'static str> {
        if let ValueSource::Formula { proof, .. } = &self.0 { Some(proof) } else { None }
    }

    /// Makes room for `len` values of a table, where as many will be computed: less memory than to grow by and by.
    pub fn reserve(&mut self, len: u64) {
        if let (ValueSource::Table(table), Ok(len)) = (&mut self.0, usize::try_from(len))
            && len <= MOST_VALUES
        {
            table.values.reserve(len);
        }
    }

    /// Returns the division of the computed values in rare and common ones, if there is one.
    pub fn division(&self) -> Option<Division> {
        self.as_table().and_then(|table| table.values.division())
    }

    /// Checks that saved values can be loaded, see [`resume`](Self::resume).
    ///
    /// # Errors
    /// A [`Refusal`] otherwise.
    pub fn check_resumable(&self) -> Result<(), Refusal> {
        let why = match &self.0 {
            ValueSource::Table(table) if table.values.resumed(&[]).is_some() => return Ok(()),
            ValueSource::Table(_) => Unanswerable::NotSaved,
            ValueSource::Formula { .. } => Unanswerable::FormulaIsNotSaved,
        };
        Err(why.into())
    }

    /// Returns the entries of a table so far, from G(0); none of a formula. In a [stretched](Self::stretched) table each stands for
    /// several heaps.
    pub fn entries(&self) -> Vec<u64> {
        let values = self.as_table().map(|table| &table.values);
        values.map_or_else(Vec::new, |values| (0..values.len()).map(|n| values.get(n)).collect())
    }

    /// Loads saved entries as the first ones of a table. No proof rests on them: entries that a proof needs are recomputed and compared.
    ///
    /// # Errors
    /// A [`Refusal`], where values cannot be resumed.
    pub fn resume(&mut self, entries: &[u64]) -> Result<(), Refusal> {
        self.check_resumable()?;
        if let ValueSource::Table(table) = &mut self.0
            && let Some(resumed) = table.values.resumed(entries)
        {
            table.values = resumed?;
            table.values.set_threads(table.threads);
            table.loaded = entries.len();
        }
        Ok(())
    }
}

impl ValueTable {
    fn new(values: Box<dyn Values>, theorem: Theorem) -> Self {
        Self { values, theorem, proved: None, next_trial: 16, stretch: 1, loaded: 0, threads: 1, first: 0 }
    }

    fn reach(&mut self, len: usize, watch: &mut Watch<'_>) -> Result<(), Refusal> {
        let mut piece = PIECE.0;
        // Loaded values may show a period.
        if self.loaded > 0 && self.proved.is_none() {
            self.try_proof(watch)?;
        }
        while self.values.len() < len && self.proved.is_none() {
            if self.values.len() >= MOST_VALUES {
                return Err(Refusal::too_many(Excess::Values, MOST_VALUES));
            }
            let target = len.min(self.next_trial.max(self.values.len() + 1)).min(self.values.len() + piece);
            // WebAssembly has no clock.
            let begun = cfg!(not(target_family = "wasm")).then(Instant::now);
            self.values.extend(target, watch)?;
            piece = match begun.map(|begun| begun.elapsed()) {
                Some(time) if time < PIECE_TIME / 2 => (2 * piece).min(PIECE.1),
                Some(time) if time > PIECE_TIME => (piece / 2).max(1),
                _ => piece,
            };
            if target >= self.next_trial || target == len {
                self.try_proof(watch)?;
                self.next_trial = target + target / 2 + 8;
            }
            let total = (len as u64).saturating_mul(self.stretch);
            if watch(Progress { done: self.len(), total, unit: "values" }).is_break() {
                return Err(Refusal::Interrupted);
            }
        }
        Ok(())
    }

    /// Proves the period, if the values do. Loaded values among them are recomputed first.
    fn try_proof(&mut self, watch: &mut Watch<'_>) -> Result<(), Refusal> {
        let proved = theorem::prove(self.values.len(), |n| self.values.get(n), &self.theorem);
        let Some(needed) = proved.and_then(|proved| self.values_needed(proved)) else { return Ok(()) };
        self.recompute(self.loaded.min(usize::try_from(needed).unwrap_or(usize::MAX)), watch)?;
        self.proved = proved;
        Ok(())
    }

    /// Recomputes the first `len` values and compares them with the loaded ones.
    fn recompute(&mut self, len: usize, watch: &mut Watch<'_>) -> Result<(), Refusal> {
        if len == 0 {
            return Ok(());
        }
        let Some(values) = self.values.resumed(&[]) else { return Ok(()) };
        // The fresh table is only compared, so it needs no proofs.
        let mut fresh = Self { stretch: self.stretch, ..Self::new(values?, Theorem::None) };
        fresh.values.set_threads(self.threads);
        fresh.reach(len, watch)?;
        match (0..len).find(|&n| fresh.values.get(n) != self.values.get(n)) {
            None => Ok(()),
            Some(n) => {
                let (value, saved) = (fresh.values.get(n), self.values.get(n));
                Err(Unanswerable::OtherValue(n as u64 * self.stretch, value, saved).into())
            }
        }
    }

    fn values_needed(&self, proved: Proved) -> Option<u64> {
        match &self.theorem {
            // The state at the end of the table is part of the proof.
            Theorem::AllBut { .. } => Some(self.values.len() as u64),
            theorem => theorem.values_needed(&proved.period.times(proved.multiple)?),
        }
    }

    /// Returns the number of heaps whose values are in the table.
    fn len(&self) -> u64 {
        (self.values.len() as u64).saturating_mul(self.stretch)
    }

    /// Returns the period in heaps; `None` where it needs more than 64 bits.
    fn stretched(&self, period: Period) -> Option<Period> {
        let Period { preperiod, period, saltus } = period;
        let (preperiod, period) = (preperiod.checked_mul(self.stretch)?, period.checked_mul(self.stretch)?);
        Some(Period { preperiod, period, saltus })
    }

    fn known(&self, n: u64) -> Option<u64> {
        let n = n / self.stretch;
        match usize::try_from(n) {
            Ok(n) if n < self.values.len() => Some(self.values.get(n)),
            _ => self.proved?.period.value(n, |heap| self.values.get(heap as usize)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::code::Code;
    use crate::sequence::octal::Octal;
    use crate::theory::watch::unwatched;
    use std::ops::ControlFlow;

    fn octal(text: &str) -> Sequence {
        let code = Code::octal(text).unwrap();
        let theorem = Theorem::GuySmith { parts: 2, last: code.last() as u64 };
        Sequence::table(Octal::new(&code), theorem)
    }

    #[test]
    fn known_periods_are_proved() {
        for (code, preperiod, period) in [
            ("0.77", 71, 12),
            ("0.07", 53, 34),
            ("0.7777", 142, 24),
            ("0.45", 498, 20),
            ("0.156", 3479, 349),
            ("0.356", 7315, 142),
            ("0.644", 3256, 442),
        ] {
            let mut sequence = octal(code);
            sequence.reach(100_001, &mut unwatched).unwrap();
            assert_eq!(sequence.period(), Some(Period { preperiod, period, saltus: 0 }), "{code}");
        }
    }

    #[test]
    fn kayles_is_proved_by_its_first_168_values() {
        let mut sequence = octal("0.77");
        sequence.reach(167, &mut unwatched).unwrap();
        assert_eq!(sequence.period(), None);
        sequence.reach(168, &mut unwatched).unwrap();
        assert!(sequence.period().is_some());
        assert_eq!(
            sequence.value(u64::MAX, 100, &mut unwatched),
            sequence.value(u64::MAX % 12 + 120, 1000, &mut unwatched)
        );
    }

    /// The work is counted in values, not in seconds.
    #[test]
    fn a_search_for_a_period_that_takes_long_is_refused_early() {
        let far = |text: &str, search: Option<u64>| {
            let mut sequence = octal(text);
            let mut watch = unwatched;
            let mut budget = Budget::new(&mut watch);
            budget.search = search.unwrap_or(budget.search);
            let value = sequence.value_within(10_u64.pow(18), &mut budget);
            (value, sequence.computed())
        };
        for text in ["0.007", "0.6"] {
            let (value, computed) = far(text, None);
            let limit = 1_000_000;
            assert_eq!(value, Err(Refusal::LongSearch(10_u64.pow(18), computed, limit)));
            assert!(computed <= 1 << 15, "{text}: {computed}");
        }
        // Codes whose periods are found within the limit still answer.
        for (text, values) in [("0.77", 168), ("0.156", 7659), ("0.644", 7398), ("0.16", 509_623)] {
            let (value, computed) = far(text, None);
            assert!(value.is_ok() && computed >= values, "{text}: {value:?} {computed}");
            assert!(text != "0.16" || matches!(far(text, Some(1000)).0, Err(Refusal::LongSearch(..))));
        }
        // A heap within the limit is computed at any cost.
        let mut watch = unwatched;
        let mut budget = Budget { heap: 5000, search: 0, ..Budget::new(&mut watch) };
        assert!(octal("0.007").value_within(5000, &mut budget).is_ok());
    }

    #[test]
    fn a_watch_may_stop_the_work() {
        let mut sequence = octal("0.6");
        let stopped = sequence.reach(1 << 20, &mut |progress| {
            if progress.done > 3000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(stopped, Err(Refusal::Interrupted));
        assert!((3000..6000).contains(&sequence.computed()));
        assert_eq!(sequence.value(1 << 40, 5000, &mut unwatched), Err(Refusal::TooFar(1 << 40, 5000)));
    }
}
