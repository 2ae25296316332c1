//! The limits of a package that states none: those that `check` has.

use std::time::Duration;

use super::{Notes, Package};
use crate::layout::test::Test;
use nim_ground::limits::{LimitOverrides, MIB};

impl Package {
    /// Notes the limits by which its tests are judged, of each the greatest.
    pub fn take_used_limits(&mut self, judged: &[Test]) {
        let own = || judged.iter().map(|test| test.limits.or(test.usual));
        self.used = LimitOverrides {
            cpu: own().filter_map(|limits| limits.cpu).max(),
            memory: own().filter_map(|limits| limits.memory).max(),
            ..LimitOverrides::default()
        };
    }

    /// States the limits of its tests, of each the greatest.
    pub fn take_limits(&mut self, tests: &[Test], notes: &mut Notes) {
        let own = |limit: fn(&LimitOverrides) -> Option<f64>| {
            tests.iter().filter_map(move |test| limit(&test.limits))
        };
        let limits: [(&str, Vec<f64>); 3] = [
            ("memory", own(|limits| limits.memory.map(mib)).collect()),
            ("output", own(|limits| limits.output.map(mib)).collect()),
            ("time_limit", own(|limits| limits.cpu.map(|time| time.as_secs_f64())).collect()),
        ];
        for (name, values) in limits {
            let Some(most) = values.iter().copied().reduce(f64::max) else { continue };
            if values.iter().any(|value| *value < most) {
                notes.push(format!("the limit {name} differs between tests; the greatest counts for all"));
            }
            if self.metadata.limit(name) != Some(most) {
                self.metadata.set_limit(name, most);
            }
        }
    }

    /// States the limits that the package leaves open, where the target would use others. `found` is the time limit that follows from its
    /// accepted submissions, where that is known.
    ///
    /// # Errors
    /// When that cannot be read.
    pub fn state_limits<E>(
        &mut self,
        format: Option<&str>,
        found: impl FnOnce() -> Result<Option<Duration>, E>,
        notes: &mut Notes,
    ) -> Result<(), E> {
        let is_icpc = !self.own.is_empty();
        let stays_icpc = is_icpc && format.is_none_or(|format| format.starts_with("icpc"));
        let limits = self.used.resolve();
        let follows = is_icpc && self.used.cpu.is_none();
        if self.metadata.limit("time_limit").is_none() && !(stays_icpc && follows) {
            let found = if follows { found()? } else { None };
            let seconds = found.unwrap_or(limits.cpu).as_secs_f64();
            self.metadata.set_limit("time_limit", seconds);
            let is_known = found.is_some() || !follows || self.below("submissions/accepted/").is_empty();
            notes.push(if is_known {
                format!("time limit {seconds} s: the package states none, and check takes this")
            } else {
                format!(
                    "time limit {seconds} s: the package states none, and the one that follows from its accepted submissions is not known before check --submissions"
                )
            });
        }
        if self.metadata.limit("memory").is_none() && !stays_icpc {
            // Limits are small, and written in whole MiB.
            let mebibytes = limits.memory.div_ceil(MIB) as f64;
            self.metadata.set_limit("memory", mebibytes);
            notes
                .push(format!("memory limit {mebibytes} MiB: the package states none, and check takes this"));
        }
        Ok(())
    }
}

// Limits are small, and written in whole MiB.
fn mib(bytes: u64) -> f64 {
    bytes as f64 / MIB as f64
}
