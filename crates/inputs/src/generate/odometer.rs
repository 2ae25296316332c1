//! Every case in turn.
//!
//! At level L each choice is among the L + 1 least, so that small cases come first. A case is new if one of its choices is the greatest of
//! its level.

use crate::choices::Choices;

/// The choices that make a case.
#[derive(Default)]
pub(super) struct Odometer {
    choices: Choices,
    level: u64,
    /// Whether some choice of the case is the level's greatest.
    pub(super) is_new: bool,
    /// Whether some choice could have been the greatest of its level.
    goes_on: bool,
}

impl Odometer {
    /// Starts the next case.
    pub(super) fn begin(&mut self) {
        self.is_new = self.level == 0;
    }

    /// Returns the choice from `least` to `most` of this case.
    pub(super) fn choose(&mut self, least: u64, most: u64) -> u64 {
        let top = (most - least).min(self.level);
        let choice = self.choices.pick(top);
        self.is_new |= choice == self.level;
        self.goes_on |= top == self.level;
        least + choice
    }

    /// Goes on to the choices of the next case; false behind the last.
    pub(super) fn advance(&mut self) -> bool {
        if self.choices.advance() {
            return true;
        }
        self.level += 1;
        std::mem::take(&mut self.goes_on)
    }
}
