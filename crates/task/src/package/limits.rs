//! The limits of a package that states none: the defaults of `check`.

use std::time::Duration;

use itertools::Itertools as _;

use super::{Notes, Package};
use nim_ground::limits::{LimitOverrides, MIB};

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
        for name in ["memory", "output", "time_limit"] {
            if self.metadata.limit(name).is_some() {
                continue;
            }
            let values = self.tests.iter().filter_map(|test| stated(&test.limits, name)).collect_vec();
            let Some(most) = values.iter().copied().reduce(f64::max) else { continue };
            if values.iter().any(|value| *value < most) {
                notes.push(format!("the limit {name} differs between tests; the greatest counts for all"));
            }
            // Sizes are written in whole MiB, and none is made smaller.
            let whole = if name == "time_limit" { most } else { most.ceil() };
            if whole > most {
                notes.push(format!("the limit {name} is {most:.3} MiB; {whole} MiB are written"));
            }
            self.metadata.set_limit(name, whole);
        }
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
            let mebibytes = limits.memory.div_ceil(MIB) as f64;
            self.metadata.set_limit("memory", mebibytes);
            notes
                .push(format!("memory limit {mebibytes} MiB: the package states none, and check takes this"));
        }
        Ok(())
    }
}

/// Returns a limit in the unit of a package, by its name there.
fn stated(limits: &LimitOverrides, name: &str) -> Option<f64> {
    match name {
        "memory" => limits.memory.map(mib),
        "output" => limits.output.map(mib),
        _ => limits.cpu.map(|time| time.as_secs_f64()),
    }
}

// Limits are small.
fn mib(bytes: u64) -> f64 {
    bytes as f64 / MIB as f64
}
