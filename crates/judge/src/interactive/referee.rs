//! Interactors inside the judge.

use crate::checker::CheckResult;
use crate::error::Result;
use nim_ground::content::Content;

/// The longest line of a program that a referee reads, in bytes.
pub const LONGEST_LINE: usize = 1 << 20;

/// Makes a referee for each run.
pub trait Referees: Send + Sync {
    /// Returns the referees of a test: the program is run once with each, in order.
    ///
    /// # Errors
    /// The reason why there are none, which is the judge's failure.
    fn for_test(&self, input: &Content) -> Result<Vec<Box<dyn Referee>>>;

    /// Returns whether a valid input has no position to play.
    fn has_no_position(&self, _input: &Content) -> bool {
        false
    }
}

/// An interactor inside the judge: it answers line by line.
pub trait Referee {
    /// Returns the name of this run in messages; empty where a test has one run.
    fn name(&self) -> String {
        String::new()
    }

    /// Writes what the program is told first.
    fn begin(&mut self, say: &mut Vec<u8>) -> Option<CheckResult>;

    /// Takes a line of the program, without its end, and writes the answer to it. Returns the verdict when it is given.
    fn read_line(&mut self, line: &[u8], say: &mut Vec<u8>) -> Option<CheckResult>;

    /// Returns the verdict on a program that has closed its output.
    fn closed(&mut self) -> CheckResult;

    /// Returns the CPU time that a program may use beyond its limit, because the dialogue is long.
    fn allowance(&self) -> std::time::Duration {
        std::time::Duration::ZERO
    }
}
