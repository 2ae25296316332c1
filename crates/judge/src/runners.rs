//! The runners of a program of a problem's authors, each with a sandbox that was started once.

use std::sync::Mutex;

use crate::confinement::Sandboxed;
use crate::error::Result;
use nim_ground::lock::locked;
use nim_sandbox::run::Runner;

/// The runners of one program, each for one thread at a time.
pub struct Runners<'a> {
    program: Sandboxed<'a>,
    idle: Mutex<Vec<Box<dyn Runner + Send + 'a>>>,
}

impl<'a> Runners<'a> {
    /// Starts a runner of this program whenever all others are busy.
    pub fn new(program: Sandboxed<'a>) -> Self {
        Self { program, idle: Mutex::default() }
    }

    /// Works with a runner, which is not used again after a failure.
    ///
    /// # Errors
    /// When the sandbox cannot be started, or the work fails.
    pub fn with<T>(&self, work: impl FnOnce(&mut dyn Runner) -> Result<T>) -> Result<T> {
        let idle = locked(&self.idle).pop();
        let mut runner = idle.map_or_else(|| self.program.start(), Ok)?;
        let done = work(&mut *runner)?;
        locked(&self.idle).push(runner);
        Ok(done)
    }
}
