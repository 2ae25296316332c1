//! Snapshots of a run's processes, read one by one from a table that changes meanwhile.
//!
//! A process's CPU time becomes part of an ancestor's awaited time when the ancestor awaits it. So that no time counts twice, the table is
//! read in three passes: the processes; the awaited times; and the processes' own times. A process that still exists in the third pass was
//! not awaited when the second read any time. A process that is missing in the first was awaited before, if ever. One that vanishes in
//! between makes the snapshot incomplete. The processes of the third pass all existed at the end of the first, so that their number and
//! memory are those of one moment, too.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use super::cpu_estimate::ProcessId;
use super::procfs::Stat;

/// A table of processes; each reading is of another moment.
pub trait Table {
    /// Returns the numbers of all processes.
    fn pids(&self) -> Vec<i32>;

    /// Returns the statistics of a process, ended or not, that was not awaited.
    fn stat(&self, pid: i32) -> Option<Stat>;

    /// Returns the CPU time that a process has used itself.
    fn own(&self, pid: i32, stat: &Stat) -> Duration;
}

/// A process in a snapshot.
#[derive(Clone, Copy, Debug)]
pub struct Process {
    /// The number and the start time.
    pub id: ProcessId,
    /// CPU time that it has used itself.
    pub own: Duration,
    /// The number of threads, at least one.
    pub threads: u64,
}

/// The processes of a run that all existed at one moment.
#[derive(Debug, Default)]
pub struct Snapshot {
    pub processes: Vec<Process>,
    /// The CPU time of children that they have awaited.
    pub awaited: Duration,
    /// The CPU time of children that the proxy has awaited; `None` where it cannot be read.
    pub awaited_by_proxy: Option<Duration>,
    /// Whether no process vanished while it was taken.
    pub is_complete: bool,
}

impl Snapshot {
    /// Takes a snapshot of the processes in `listed` and of those `known` from the last one, which a list may lack: it finds
    /// descendants by their parents, any of which may have ended.
    pub fn take(
        table: &impl Table,
        proxy: i32,
        listed: Vec<(i32, Stat)>,
        known: impl Iterator<Item = ProcessId>,
    ) -> Self {
        let mut found: BTreeMap<i32, Stat> = listed.into_iter().collect();
        let same = |(pid, start): ProcessId| table.stat(pid).filter(|stat| stat.start == start);
        for id in known {
            if !found.contains_key(&id.0)
                && let Some(stat) = same(id)
            {
                found.insert(id.0, stat);
            }
        }
        let mut snapshot =
            Self { awaited_by_proxy: awaited_by(table, proxy), is_complete: true, ..Self::default() };
        let awaited: Vec<(ProcessId, u64, Option<Duration>)> = found
            .iter()
            .map(|(&pid, stat)| ((pid, stat.start), stat.threads))
            .map(|(id, threads)| (id, threads, same(id).map(|stat| stat.awaited)))
            .collect();
        for (id, threads, awaited) in awaited {
            match (same(id), awaited) {
                (Some(stat), Some(awaited)) => {
                    let (own, threads) = (table.own(id.0, &stat), stat.threads.min(threads).max(1));
                    snapshot.processes.push(Process { id, own, threads });
                    snapshot.awaited += awaited;
                }
                _ => snapshot.is_complete = false,
            }
        }
        snapshot
    }
}

/// Returns the CPU time of children that a process has awaited.
pub fn awaited_by(table: &impl Table, pid: i32) -> Option<Duration> {
    table.stat(pid).map(|stat| stat.awaited)
}

/// Returns the processes in a table that descend from `ancestor`.
pub fn descendants(table: &impl Table, ancestor: i32) -> Vec<(i32, Stat)> {
    let all: Vec<(i32, Stat)> =
        table.pids().into_iter().filter_map(|pid| Some((pid, table.stat(pid)?))).collect();
    let parents: HashMap<i32, i32> = all.iter().map(|&(pid, stat)| (pid, stat.parent)).collect();
    all.into_iter().filter(|&(pid, _)| pid != ancestor && descends(&parents, pid, ancestor)).collect()
}

fn descends(parents: &HashMap<i32, i32>, mut pid: i32, ancestor: i32) -> bool {
    for _ in 0..parents.len() {
        match parents.get(&pid) {
            Some(&parent) if parent == ancestor => return true,
            Some(&parent) => pid = parent,
            None => return false,
        }
    }
    false
}

/// A model of processes that live and end between the readings of a sampler: every interleaving, up to a number of events.
///
/// An event right before a reading that does not change it is equivalent to one right after it, so only events that change the next reading
/// are tried.
#[cfg(test)]
mod model {
    use std::cell::{Cell, RefCell};
    use std::time::Duration;

    use super::{Stat, Table, descendants};
    use crate::linux::sample::CpuObservation;
    use nim_testing::whole::is_whole;

    const PROXY: usize = 0;
    const SAMPLES: usize = 3;

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum State {
        Running,
        Zombie,
        Awaited,
    }

    #[derive(Clone, Copy, Debug)]
    struct Process {
        parent: usize,
        state: State,
        own: u64,
        awaited: u64,
        /// Whether its children are not awaited.
        ignores_children: bool,
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Event {
        /// A process uses CPU time.
        Run(usize),
        /// A process starts another.
        Fork(usize),
        /// A process ends, and its children become the proxy's.
        Exit(usize),
        /// An ended process is awaited by its parent.
        Await(usize),
        /// A process ends and is awaited at once.
        End(usize),
    }

    /// All processes, by their numbers less one.
    #[derive(Clone, Debug)]
    struct World {
        processes: Vec<Process>,
        /// The CPU time that was used, with the proxy's own.
        used: u64,
    }

    impl World {
        /// Creates the proxy, and processes with these parents, which have used some time each.
        fn new(parents: &[usize], ignores_children: impl Fn(usize) -> bool) -> Self {
            let process = |index, parent, own| Process {
                parent,
                state: State::Running,
                own,
                awaited: 0,
                ignores_children: ignores_children(index),
            };
            let mut processes = vec![Process { awaited: 1000, ..process(PROXY, usize::MAX, 0) }];
            processes
                .extend(parents.iter().zip(1..).map(|(&parent, index)| process(index, parent, 10 << index)));
            Self { used: processes.iter().map(|process| process.own).sum(), processes }
        }

        fn possible(&self) -> Vec<Event> {
            let each = self.processes.iter().enumerate().skip(1);
            each.flat_map(|(index, process)| match process.state {
                State::Running => {
                    vec![Event::Run(index), Event::Fork(index), Event::Exit(index), Event::End(index)]
                }
                State::Zombie => vec![Event::Await(index)],
                State::Awaited => Vec::new(),
            })
            .collect()
        }

        fn happen(&mut self, event: Event) {
            match event {
                Event::Run(index) => self.run(index, 7),
                Event::Fork(parent) => {
                    let child = Process {
                        parent,
                        state: State::Running,
                        own: 0,
                        awaited: 0,
                        ignores_children: self.processes[parent].ignores_children,
                    };
                    self.processes.push(child);
                    self.run(self.processes.len() - 1, 100);
                }
                Event::Exit(index) => self.exit(index),
                Event::Await(index) => self.take_time_of(index),
                Event::End(index) => {
                    self.exit(index);
                    if self.processes[index].state == State::Zombie {
                        self.take_time_of(index);
                    }
                }
            }
        }

        fn run(&mut self, index: usize, time: u64) {
            self.processes[index].own += time;
            self.used += time;
        }

        fn exit(&mut self, index: usize) {
            for process in &mut self.processes {
                if process.parent == index {
                    process.parent = PROXY;
                }
            }
            let is_lost = self.processes[self.processes[index].parent].ignores_children;
            self.processes[index].state = if is_lost { State::Awaited } else { State::Zombie };
        }

        fn take_time_of(&mut self, index: usize) {
            let ended = self.processes[index];
            self.processes[index].state = State::Awaited;
            self.processes[ended.parent].awaited += ended.own + ended.awaited;
        }

        fn stat(&self, pid: i32) -> Option<Stat> {
            let process = self.processes.get(usize::try_from(pid).unwrap() - 1)?;
            (process.state != State::Awaited).then(|| Stat {
                parent: i32::try_from(process.parent.wrapping_add(1)).unwrap(),
                own: Duration::from_nanos(process.own),
                awaited: Duration::from_nanos(process.awaited),
                threads: 1,
                ..Stat::default()
            })
        }

        fn pids(&self) -> Vec<i32> {
            let is_there = |&pid: &i32| self.stat(pid).is_some();
            (1..=i32::try_from(self.processes.len()).unwrap()).filter(is_there).collect()
        }
    }

    /// A world with possible events before every reading; the choices determine them in order.
    struct Changing<'a> {
        world: RefCell<World>,
        choices: RefCell<&'a mut Choices>,
        events_left: Cell<usize>,
        /// Whether the same events in another order give the same readings.
        is_repetition: Cell<bool>,
    }

    impl Changing<'_> {
        fn read<T: PartialEq>(&self, reading: impl Fn(&World) -> T) -> T {
            let mut world = self.world.borrow_mut();
            let before = reading(&world);
            let mut has_happened = false;
            while self.events_left.get() > 0 && !self.is_repetition.get() {
                let possible = world.possible();
                let Some(event) = self.choices.borrow_mut().next(possible.len() + 1).checked_sub(1) else {
                    break;
                };
                world.happen(possible[event]);
                self.events_left.set(self.events_left.get() - 1);
                has_happened = true;
            }
            let after = reading(&world);
            if has_happened && before == after {
                self.is_repetition.set(true);
            }
            after
        }
    }

    impl Table for Changing<'_> {
        fn pids(&self) -> Vec<i32> {
            self.read(World::pids)
        }

        fn stat(&self, pid: i32) -> Option<Stat> {
            self.read(|world| world.stat(pid))
        }

        fn own(&self, pid: i32, stat: &Stat) -> Duration {
            self.read(|world| world.stat(pid).map(|stat| stat.own)).unwrap_or_default().max(stat.own)
        }
    }

    /// A sequence of choices, and the next one in an order of all.
    #[derive(Default)]
    struct Choices {
        /// The choices made, each with the number of possibilities.
        made: Vec<(usize, usize)>,
        next: usize,
    }

    impl Choices {
        fn next(&mut self, options: usize) -> usize {
            if self.next == self.made.len() {
                self.made.push((0, options));
            }
            self.next += 1;
            self.made[self.next - 1].0
        }

        /// Goes on to the next sequence; returns whether there is one.
        fn advance(&mut self) -> bool {
            self.next = 0;
            while let Some((chosen, options)) = self.made.pop() {
                if chosen + 1 < options {
                    self.made.push((chosen + 1, options));
                    return true;
                }
            }
            false
        }
    }

    /// Observes a world in which `events` happen at any time between the first reading of the first sample and the last of the last, and
    /// then once more. Returns how many different observations there were.
    fn observe_all(begin: &World, events: usize) -> u64 {
        let proxy = i32::try_from(PROXY).unwrap() + 1;
        let (mut choices, mut observations) = (Choices::default(), 0);
        loop {
            let table = Changing {
                world: RefCell::new(begin.clone()),
                choices: RefCell::new(&mut choices),
                events_left: Cell::new(0),
                is_repetition: Cell::new(false),
            };
            let mut observed = CpuObservation::begin(&table, proxy);
            for sample in 0..=SAMPLES {
                // The first sees all as it begins, and the last all as it ends.
                table.events_left.set(match sample {
                    1 => events,
                    SAMPLES => 0,
                    _ => table.events_left.get(),
                });
                let snapshot = observed.observe(&table, proxy, descendants(&table, proxy));
                if table.is_repetition.get() {
                    break;
                }
                let world = table.world.borrow();
                let used = Duration::from_nanos(world.used);
                assert!(observed.cpu <= used, "{:?} of {used:?} in {world:?}", observed.cpu);
                assert!(snapshot.processes.len() < world.processes.len());
            }
            if !table.is_repetition.get() {
                observations += 1;
                let world = table.world.into_inner();
                let there = |process: &&Process| process.state != State::Awaited;
                let shown: u64 = world.processes.iter().filter(there).map(|one| one.own + one.awaited).sum();
                let shown = Duration::from_nanos(shown - begin.processes[PROXY].awaited);
                assert!(observed.cpu >= shown, "{:?} of {shown:?} in {world:?}", observed.cpu);
            }
            if !choices.advance() {
                return observations;
            }
        }
    }

    #[test]
    fn no_time_counts_twice_whenever_processes_end_and_are_awaited() {
        let two_events: &[&[usize]] = &[&[2, 0]];
        let more: [(usize, &[&[usize]]); 2] =
            [(3, &[&[0], &[0, 1]]), (2, &[&[2, 0], &[0, 1, 1], &[3, 1, 0]])];
        let tried = if is_whole() { &more[..] } else { &[(2, two_events)] };
        let mut observations = 0;
        for (events, parents) in tried.iter().flat_map(|(events, all)| all.iter().map(|one| (*events, one))) {
            // The time of the second process's children is lost, or no time.
            for ignores_children in [false, true] {
                let begin = World::new(parents, |index| ignores_children && index == 2);
                observations += observe_all(&begin, events);
            }
        }
        assert!(observations > 1000, "{observations}");
    }
}
