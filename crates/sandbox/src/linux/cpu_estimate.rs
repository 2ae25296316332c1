//! An estimate of CPU time from snapshots of processes, where the system does not count it: never more than was used.
//!
//! The time of an ended process is added to that of the process which awaits it, and lost if none does. Processes that ended between two
//! snapshots used at least their last known times, and at least the increase of awaited times: the larger counts, as either may include the
//! other. Only time used after a process's last snapshot is lost.

use std::collections::HashMap;
use std::time::Duration;

/// A process: its number and start time, as numbers are reused.
pub type ProcessId = (i32, u64);

/// The CPU time of the processes of one run.
#[derive(Debug)]
pub struct CpuEstimate {
    /// The times of the processes in the last snapshot.
    known: HashMap<ProcessId, Duration>,
    /// The time of processes that ended before the last complete snapshot.
    ended: Duration,
    /// The awaited times in that snapshot.
    awaited: Duration,
    /// The last known times of processes that vanished since.
    vanished: Duration,
}

impl CpuEstimate {
    /// Starts an estimate for future processes; `awaited` is the time of earlier ones.
    pub fn begin(awaited: Duration) -> Self {
        Self { known: HashMap::new(), ended: Duration::ZERO, awaited, vanished: Duration::ZERO }
    }

    /// Returns the processes of the last snapshot.
    pub fn known(&self) -> impl Iterator<Item = ProcessId> {
        self.known.keys().copied()
    }

    /// Adds a snapshot: the processes' own times, and the sum of their awaited times; returns the time of all so far.
    ///
    /// It is complete if no process was awaited while it was taken. Otherwise, a vanished process may be in the awaited times of this
    /// snapshot or of the next only.
    pub fn add(
        &mut self,
        own: impl Iterator<Item = (ProcessId, Duration)>,
        awaited: Duration,
        is_complete: bool,
    ) -> Duration {
        let mut before = std::mem::replace(&mut self.known, own.collect());
        before.retain(|id, _| !self.known.contains_key(id));
        self.vanished += before.values().sum::<Duration>();
        let ended = self.ended + awaited.saturating_sub(self.awaited).max(self.vanished);
        if is_complete {
            *self = Self { known: std::mem::take(&mut self.known), ended, awaited, vanished: Duration::ZERO };
        }
        ended + self.known.values().sum::<Duration>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    /// Adds a complete snapshot of processes, by number and time, and of their awaited times, the proxy's included.
    fn add(estimate: &mut CpuEstimate, own: &[(i32, u64)], awaited: u64) -> Duration {
        estimate.add(own.iter().map(|&(pid, time)| ((pid, 0), ms(time))), ms(awaited), true)
    }

    fn begin() -> CpuEstimate {
        CpuEstimate::begin(Duration::ZERO)
    }

    #[test]
    fn children_that_were_awaited_count_once() {
        let mut estimate = begin();
        assert_eq!(add(&mut estimate, &[(2, 10), (3, 20)], 0), ms(30));
        assert_eq!(add(&mut estimate, &[(2, 10)], 25), ms(35));
        assert_eq!(add(&mut estimate, &[], 36), ms(36));
    }

    #[test]
    fn children_that_nobody_awaited_are_not_lost() {
        let mut estimate = begin();
        add(&mut estimate, &[(2, 10), (3, 20), (4, 30)], 0);
        assert_eq!(add(&mut estimate, &[(2, 10), (4, 40)], 0), ms(70));
        assert_eq!(add(&mut estimate, &[(2, 15)], 0), ms(75));
        assert_eq!(add(&mut estimate, &[], 15), ms(75));
    }

    #[test]
    fn families_that_vanish_together_are_not_lost() {
        let mut estimate = begin();
        // The process of 8 ms has awaited 16 ms.
        let family = [(2, 1), (3, 2), (4, 4), (5, 8), (6, 32)];
        assert_eq!(add(&mut estimate, &family, 16), ms(63));
        assert_eq!(add(&mut estimate, &family[..1], 0), ms(63));
        assert_eq!(add(&mut estimate, &[], 1), ms(63));
    }

    #[test]
    fn awaited_children_do_not_hide_those_that_nobody_awaited() {
        let mut estimate = begin();
        add(&mut estimate, &[(2, 10)], 0);
        add(&mut estimate, &[(2, 10)], 50);
        add(&mut estimate, &[(2, 10), (3, 40)], 50);
        assert_eq!(add(&mut estimate, &[(2, 10)], 50), ms(100));
    }

    #[test]
    fn a_number_that_is_given_again_is_another_process() {
        let mut estimate = begin();
        add(&mut estimate, &[(2, 10)], 0);
        let again = [((2, 7), ms(5))];
        assert_eq!(estimate.add(again.into_iter(), ms(0), true), ms(15));
    }
}
