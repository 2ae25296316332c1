//! Progress of long computations, and their cancellation.

use std::ops::ControlFlow;

use super::refusal::Refusal;

/// How far a computation is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Units that are done.
    pub done: u64,
    /// Units that there are, at most; 0 where no bound is known.
    pub total: u64,
    /// The unit: a plural noun.
    pub unit: &'static str,
}

/// Progress and cancellation callback: called every so often, it may stop the work.
pub type Watch<'w> = dyn FnMut(Progress) -> ControlFlow<()> + 'w;

/// A [`Watch`] that never stops anything.
pub fn unwatched(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Calls a [`Watch`] once in many steps.
pub struct Steps<'w> {
    watch: &'w mut Watch<'w>,
    progress: Progress,
    /// Cost since the last call.
    cost: u64,
}

/// The cost between two calls: some milliseconds of elementary operations.
const COST: u64 = 1 << 20;

impl<'w> Steps<'w> {
    /// No step is done of `total`, 0 where no bound is known.
    pub fn new(watch: &'w mut Watch<'w>, total: u64, unit: &'static str) -> Self {
        Self { watch, progress: Progress { done: 0, total, unit }, cost: 0 }
    }

    /// So many steps are done already.
    #[must_use]
    pub fn after(mut self, done: u64) -> Self {
        self.progress.done = done;
        self
    }

    /// Notes a step that took about `cost` elementary operations.
    ///
    /// # Errors
    /// [`Refusal::Interrupted`] by the watch.
    pub fn step(&mut self, cost: u64) -> Result<(), Refusal> {
        self.progress.done += 1;
        self.spend(cost)
    }

    /// Notes operations within a step.
    ///
    /// # Errors
    /// [`Refusal::Interrupted`] by the watch.
    pub fn spend(&mut self, cost: u64) -> Result<(), Refusal> {
        self.cost = self.cost.saturating_add(cost);
        if self.cost < COST {
            return Ok(());
        }
        self.cost = 0;
        match (self.watch)(self.progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Refusal::Interrupted),
        }
    }
}
