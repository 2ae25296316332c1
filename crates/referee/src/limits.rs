//! The most work for one answer of the engine.

use std::ops::ControlFlow;

use nim_engine::theory::budget::Budget;
use nim_engine::theory::refusal::{Refusal, Unanswerable};
use nim_engine::theory::watch::Progress;

/// Limits of an answer, which is refused beyond them.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The largest heap whose value is computed without a formula or a period.
    pub heap: u64,
    /// The limit of options visited.
    pub options: u64,
    /// The limit of positions searched.
    pub positions: usize,
    /// The most calls of the engine's watch, each after some milliseconds of work at most.
    pub calls: u32,
}

impl Limits {
    /// Limits that keep an answer within seconds and a gigabyte: the limits of [`Budget::new`].
    pub const SECONDS: Self =
        Self { heap: 1_000_000, options: 50_000_000, positions: 1_000_000, calls: u32::MAX };

    /// Asks the engine within these limits.
    ///
    /// # Errors
    /// A [`Refusal`], of the engine or beyond the limits.
    pub fn ask<T>(&self, ask: impl FnOnce(&mut Budget<'_>) -> Result<T, Refusal>) -> Result<T, Refusal> {
        let &Self { heap, options, positions, calls } = self;
        let mut left = calls;
        let mut watch = |_: Progress| {
            left = left.saturating_sub(1);
            if left > 0 || calls == u32::MAX { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        ask(&mut Budget { heap, options, positions, ..Budget::new(&mut watch) }).map_err(|refusal| {
            match refusal {
                Refusal::Interrupted => Unanswerable::TooMuchWork.into(),
                other => other,
            }
        })
    }
}
