//! The limits of a package that states none: the defaults of `check`.

use std::time::Duration;

use super::{Notes, Package};
use nim_ground::limits::{LimitOverrides, MIB, seconds};

impl Package {
    /// Returns the limits of the tests, the greatest of each; limits that nothing states stay open.
    pub fn used_limits(&self) -> LimitOverrides {
        let used = self.tests.iter().map(|test| test.limits.or(test.usual));
        LimitOverrides {
            cpu: used.clone().filter_map(|limits| limits.cpu).max(),
            memory: used.filter_map(|limits| limits.memory).max(),
            ..LimitOverrides::default()
        }
    }

    /// States the limits of the tests, the greatest of each.
    fn state_own(&mut self, notes: &mut Notes) {
        let limits = self.tests.iter().map(|test| test.limits);
        let sizes = limits.clone().filter_map(|limits| limits.memory);
        state_size("memory", &mut self.limits.memory, sizes, notes);
        let sizes = limits.clone().filter_map(|limits| limits.output);
        state_size("output", &mut self.limits.output, sizes, notes);
        let times = limits.filter_map(|limits| limits.cpu);
        state("time_limit", &mut self.limits.cpu, times, notes);
    }

    /// States the limits of the tests, and the default ones if the target would use others. `found` is the time limit that follows from
    /// accepted submissions, if known.
    ///
    /// # Errors
    /// When that cannot be read.
    pub fn state_limits<E>(
        &mut self,
        format: Option<&str>,
        found: impl FnOnce() -> Result<Option<Duration>, E>,
        notes: &mut Notes,
    ) -> Result<(), E> {
        self.state_own(notes);
        let is_icpc = !self.own.is_empty();
        let stays_icpc = is_icpc && format.is_none_or(|format| format.starts_with("icpc"));
        let used = self.used_limits();
        let (limits, follows) = (used.resolve(), is_icpc && used.cpu.is_none());
        if self.limits.cpu.is_none() && !(stays_icpc && follows) {
            let found = if follows { found()? } else { None };
            let time = found.unwrap_or(limits.cpu);
            self.limits.cpu = Some(time);
            let is_known = found.is_some() || !follows || self.below("submissions/accepted/").is_empty();
            let seconds = seconds(time);
            notes.push(if is_known {
                format!("time limit {seconds} s: the package states none, and check takes this")
            } else {
                format!(
                    "time limit {seconds} s: the package states none, and the one that follows from its accepted submissions is not known before check --submissions"
                )
            });
        }
        if self.limits.memory.is_none() && !stays_icpc {
            let whole = limits.memory.div_ceil(MIB);
            self.limits.memory = Some(whole * MIB);
            notes.push(format!("memory limit {whole} MiB: the package states none, and check takes this"));
        }
        Ok(())
    }
}

/// States the greatest limit of the tests, if none is stated.
fn state<T: Copy + Ord>(
    name: &str,
    stated: &mut Option<T>,
    of_tests: impl Iterator<Item = T> + Clone,
    notes: &mut Notes,
) {
    if stated.is_none() {
        *stated = of_tests.clone().max();
        if of_tests.min() < *stated {
            notes.push(format!("the limit {name} differs between tests; the greatest counts for all"));
        }
    }
}

/// States the greatest size of the tests, if none is stated: in whole MiB, as it is written, and not made smaller.
fn state_size(
    name: &str,
    stated: &mut Option<u64>,
    of_tests: impl Iterator<Item = u64> + Clone,
    notes: &mut Notes,
) {
    if stated.is_some() {
        return;
    }
    state(name, stated, of_tests, notes);
    if let Some(size) = stated.as_mut().filter(|size| !size.is_multiple_of(MIB)) {
        let whole = size.div_ceil(MIB);
        notes.push(format!("the limit {name} is {:.3} MiB; {whole} MiB are written", mebibytes(*size)));
        *size = whole * MIB;
    }
}

/// Returns a size in MiB.
pub fn mebibytes(bytes: u64) -> f64 {
    // Limits are small.
    bytes as f64 / MIB as f64
}
