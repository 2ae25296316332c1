//! Progress of long computations, and their cancellation.

use std::ops::ControlFlow;

use super::refusal::Refusal;

/// The progress of a computation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The number of units done.
    pub done: u64,
    /// An upper bound of the number of units; 0 if none is known.
    pub total: u64,
    /// The unit: a plural noun.
    pub unit: &'static str,
}

/// Progress and cancellation callback: called regularly, stops the work by `Break`.
pub type Watch<'w> = dyn FnMut(Progress) -> ControlFlow<()> + 'w;

/// Returns a [`Watch`] that never stops anything.
pub fn unwatched(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Calls a [`Watch`] once in many steps.
pub struct Steps<'w> {
    watch: &'w mut Watch<'w>,
    progress: Progress,
    /// The cost since the last call.
    cost: u64,
}

/// The cost between two calls: some milliseconds of elementary operations.
const COST: u64 = 1 << 20;

impl<'w> Steps<'w> {
    /// Creates a counter towards `total` steps, 0 if no bound is known.
    pub fn new(watch: &'w mut Watch<'w>, total: u64, unit: &'static str) -> Self {
        Self { watch, progress: Progress { done: 0, total, unit }, cost: 0 }
    }

    /// Sets the number of steps already done.
    #[must_use]
    pub fn after(mut self, done: u64) -> Self {
        self.progress.done = done;
        self
    }

    /// Counts a step that took about `cost` elementary operations.
    ///
    /// # Errors
    /// [`Refusal::Interrupted`] by the watch.
    pub fn step(&mut self, cost: u64) -> Result<(), Refusal> {
        self.progress.done += 1;
        self.spend(cost)
    }

    /// Counts operations within a step.
    ///
    /// # Errors
    /// [`Refusal::Interrupted`] by the watch.
    pub fn spend(&mut self, cost: u64) -> Result<(), Refusal> {
        self.cost = self.cost.saturating_add(cost);
        if self.cost < COST {
            return Ok(());
        }
        self.cost = 0;
        if (self.watch)(self.progress).is_continue() { Ok(()) } else { Err(Refusal::Interrupted) }
    }
}
