//! An estimate of CPU time from samples of processes, where the system does not count it.
//!
//! The time of an ended process is added to its parent's if the parent awaits it, and lost if children are reaped
//! automatically. So for each parent the last known times of its vanished children are added up, and the larger of this
//! sum and the awaited time counts. Only time used after a process's last sample is lost.

use std::collections::HashMap;
use std::time::Duration;

/// A process in one sample.
#[derive(Clone, Copy, Debug)]
pub struct ProcessTimes {
    /// Its number and start time, as numbers are reused.
    pub id: (i32, u64),
    /// The number of its parent.
    pub parent: i32,
    /// CPU time that it has used.
    pub own: Duration,
    /// CPU time of its children that it awaited, and of theirs.
    pub awaited: Duration,
}

/// The CPU time of the processes of one run.
#[derive(Debug, Default)]
pub struct CpuEstimate {
    known: HashMap<(i32, u64), KnownProcess>,
    /// The proxy's children that have ended in this run.
    proxy: Children,
}

#[derive(Clone, Copy, Debug)]
struct KnownProcess {
    parent: i32,
    own: Duration,
    children: Children,
}

/// The children of a process that have ended.
#[derive(Clone, Copy, Debug, Default)]
struct Children {
    awaited: Duration,
    vanished: Duration,
}

impl Children {
    fn total(self) -> Duration {
        self.awaited.max(self.vanished)
    }
}

impl CpuEstimate {
    /// Adds a sample of all processes; returns the time of all so far.
    pub fn add(&mut self, seen: &[ProcessTimes], awaited_by_proxy: Duration) -> Duration {
        let mut before = std::mem::take(&mut self.known);
        for process in seen {
            let mut children = before.remove(&process.id).map(|entry| entry.children).unwrap_or_default();
            children.awaited = process.awaited;
            let ProcessTimes { id, parent, own, .. } = *process;
            self.known.insert(id, KnownProcess { parent, own, children });
        }
        self.proxy.awaited = awaited_by_proxy;
        self.credit_parents(before);
        self.known.values().map(|entry| entry.own + entry.children.total()).sum::<Duration>()
            + self.proxy.total()
    }

    /// Adds the time of vanished processes to their parents', children first.
    fn credit_parents(&mut self, mut vanished: HashMap<(i32, u64), KnownProcess>) {
        while !vanished.is_empty() {
            let is_parent = |pid: i32| vanished.values().any(|entry| entry.parent == pid);
            let next = vanished.keys().copied().find(|&(pid, _)| !is_parent(pid));
            let Some(id) = next.or_else(|| vanished.keys().next().copied()) else { return };
            let Some(entry) = vanished.remove(&id) else { return };
            let of_parent = |all: &mut HashMap<(i32, u64), KnownProcess>| {
                let parent = all.iter_mut().find(|((pid, _), _)| *pid == entry.parent);
                parent.map(|(_, parent)| parent.children.vanished += entry.own + entry.children.total())
            };
            if of_parent(&mut vanished).or_else(|| of_parent(&mut self.known)).is_none() {
                self.proxy.vanished += entry.own + entry.children.total();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn seen(pid: i32, parent: i32, own: u64, awaited: u64) -> ProcessTimes {
        ProcessTimes { id: (pid, 0), parent, own: ms(own), awaited: ms(awaited) }
    }

    #[test]
    fn children_that_were_awaited_count_once() {
        let mut estimate = CpuEstimate::default();
        assert_eq!(estimate.add(&[seen(2, 1, 10, 0), seen(3, 2, 20, 0)], ms(0)), ms(30));
        assert_eq!(estimate.add(&[seen(2, 1, 10, 25)], ms(0)), ms(35));
        assert_eq!(estimate.add(&[], ms(36)), ms(36));
    }

    #[test]
    fn children_that_nobody_awaited_are_not_lost() {
        let mut estimate = CpuEstimate::default();
        estimate.add(&[seen(2, 1, 10, 0), seen(3, 2, 20, 0), seen(4, 2, 30, 0)], ms(0));
        assert_eq!(estimate.add(&[seen(2, 1, 10, 0), seen(4, 2, 40, 0)], ms(0)), ms(70));
        assert_eq!(estimate.add(&[seen(2, 1, 15, 0)], ms(0)), ms(75));
        assert_eq!(estimate.add(&[], ms(15)), ms(75));
    }

    #[test]
    fn families_that_vanish_together_are_not_lost() {
        let mut estimate = CpuEstimate::default();
        let family =
            [seen(2, 1, 1, 0), seen(3, 2, 2, 0), seen(4, 3, 4, 0), seen(5, 4, 8, 16), seen(6, 4, 32, 0)];
        assert_eq!(estimate.add(&family, ms(0)), ms(63));
        assert_eq!(estimate.add(&family[..1], ms(0)), ms(63));
        assert_eq!(estimate.add(&[], ms(1)), ms(63));
    }

    #[test]
    fn a_number_that_is_given_again_is_another_process() {
        let mut estimate = CpuEstimate::default();
        estimate.add(&[seen(2, 1, 10, 0)], ms(0));
        let again = ProcessTimes { id: (2, 7), ..seen(2, 1, 5, 0) };
        assert_eq!(estimate.add(&[again], ms(0)), ms(15));
    }
}
