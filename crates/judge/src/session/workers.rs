//! The runners of one thread, each kept as long as tests need it.

use std::sync::{Arc, RwLock};

use super::{OutputCheck, PlannedTest};
use crate::error::Result;
use nim_sandbox::run::{Launch, Runner};

/// The runners of one thread.
pub struct Workers<'s> {
    /// Held shared by runs, and exclusively by those that are to be alone.
    pub together: Arc<RwLock<()>>,
    pub program: Option<(usize, Box<dyn Runner + 's>)>,
    /// That of the interactor at this address.
    pub interactor: Option<(*const (), Box<dyn Runner + 's>)>,
}

impl<'s> Workers<'s> {
    /// None has been started yet.
    pub fn new(together: Arc<RwLock<()>>) -> Self {
        Self { together, program: None, interactor: None }
    }

    /// Ends all runners: the next test gets fresh ones.
    pub fn end(&mut self) {
        (self.program, self.interactor) = (None, None);
    }

    /// Returns whether the program and the interactor can write to each other directly.
    pub fn can_be_connected(&self) -> bool {
        let can = |runner: &dyn Runner| runner.can_be_connected();
        self.program.as_ref().is_some_and(|(_, program)| can(program.as_ref()))
            && self.interactor.as_ref().is_some_and(|(_, interactor)| can(interactor.as_ref()))
    }

    /// Starts the runners that a test needs and that are not there.
    pub fn prepare(&mut self, program: usize, launch: &Launch<'s>, case: &PlannedTest<'s>) -> Result<()> {
        if self.program.as_ref().is_none_or(|(current, _)| *current != program) {
            self.program = None;
            self.program = Some((program, launch()?));
        }
        if let OutputCheck::Interact(interactor) = case.check {
            let address = Arc::as_ptr(interactor).cast::<()>();
            if self.interactor.as_ref().is_none_or(|(current, _)| *current != address) {
                self.interactor = None;
                self.interactor = Some((address, interactor.program.start()?));
            }
        }
        Ok(())
    }
}
