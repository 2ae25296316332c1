//! The budget for speculative work of threads.
//!
//! A thread that begins in the middle of an input guesses where a case begins there. Its work is *ahead* until the cases before it have
//! been answered; then it is useful, or wasted. The account bounds work ahead and wasted work by a share of the useful one, and the memory
//! for work ahead by a constant. A thread without budget waits until its guess is confirmed or refuted.
//!
//! Work on a piece that is due counts as useful at once, since the cases before it end where it was taken to begin: threads need not wait
//! until the piece is done.
//!
//! Work is counted in steps, about a nanosecond each, and not measured, so that it does not depend on the machine.

use std::mem;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// The number of useful steps for which one step ahead or wasted is allowed.
const SHARE: u64 = 3;
/// Steps that count as useful from the beginning.
const FREE: u64 = 4 << 20;
/// Bytes that are held at most for work ahead.
const HELD: usize = 8 << 20;

/// The work of all threads on an input.
#[derive(Debug, Default)]
pub(super) struct Account {
    ahead: AtomicU64,
    wasted: AtomicU64,
    useful: AtomicU64,
    /// The bytes held for work ahead.
    held: AtomicUsize,
}

impl Account {
    /// Returns the number of steps that may still be wasted.
    pub(super) fn credit(&self) -> u64 {
        let most = (FREE + self.useful.load(Relaxed)) / SHARE;
        most.saturating_sub(self.ahead.load(Relaxed) + self.wasted.load(Relaxed))
    }

    /// Returns whether work ahead may go on.
    pub(super) fn allows_more(&self) -> bool {
        self.credit() > 0 && !self.holds_much()
    }

    /// Returns whether as much is held as may be.
    pub(super) fn holds_much(&self) -> bool {
        self.held.load(Relaxed) > HELD
    }

    /// Returns whether too much has been wasted for further guesses.
    pub(super) fn is_overdrawn(&self) -> bool {
        SHARE * self.wasted.load(Relaxed) > FREE + self.useful.load(Relaxed)
    }

    /// Adds work that does not rest on a guess.
    pub(super) fn add_useful(&self, steps: u64) {
        self.useful.fetch_add(steps, Relaxed);
    }
}

/// The work on a piece, which counts as wasted unless it is declared useful.
pub(super) struct Charge<'a> {
    account: &'a Account,
    /// The steps that count as work ahead.
    steps: u64,
    /// Steps that count as useful, while the piece is not done.
    confirmed: u64,
    held: usize,
}

impl<'a> Charge<'a> {
    pub(super) const fn new(account: &'a Account) -> Self {
        Self { account, steps: 0, confirmed: 0, held: 0 }
    }

    pub(super) const fn account(&self) -> &'a Account {
        self.account
    }

    pub(super) fn add(&mut self, steps: u64) {
        self.steps += steps;
        self.account.ahead.fetch_add(steps, Relaxed);
    }

    /// Sets how many bytes are held.
    pub(super) fn hold(&mut self, held: usize) {
        // Wrapping around is the way to subtract.
        self.account.held.fetch_add(held.wrapping_sub(self.held), Relaxed);
        self.held = held;
    }

    /// Counts the work so far as useful: the piece is due.
    pub(super) fn confirm(&mut self) {
        self.account.ahead.fetch_sub(self.steps, Relaxed);
        self.account.useful.fetch_add(self.steps, Relaxed);
        self.confirmed += mem::take(&mut self.steps);
    }

    /// Declares the work useful.
    pub(super) fn finish(mut self) {
        self.confirm();
        self.confirmed = 0;
    }
}

impl Drop for Charge<'_> {
    fn drop(&mut self) {
        self.hold(0);
        self.account.ahead.fetch_sub(self.steps, Relaxed);
        self.account.useful.fetch_sub(self.confirmed, Relaxed);
        self.account.wasted.fetch_add(self.steps + self.confirmed, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wasted_is_a_share_of_what_is_useful() {
        let account = Account::default();
        let mut wasted = 0;
        for useful in (0..50).map(|n| n * 1000) {
            let mut charge = Charge::new(&account);
            while account.allows_more() {
                charge.add(1000);
                wasted += 1000;
            }
            drop(charge);
            assert!(wasted <= (FREE + account.useful.load(Relaxed)) / SHARE + 1000);
            account.add_useful(useful);
        }
        let mut charge = Charge::new(&account);
        charge.add(4 * FREE);
        assert!(!account.allows_more());
        charge.confirm();
        assert!(account.allows_more());
        charge.finish();
        assert!(account.allows_more() && !account.is_overdrawn());
        Charge::new(&account).add(2 * FREE);
        assert!(account.is_overdrawn());
    }

    #[test]
    fn a_piece_that_was_due_and_is_of_no_use_counts_as_wasted() {
        let account = Account::default();
        let mut charge = Charge::new(&account);
        charge.add(FREE);
        charge.confirm();
        charge.add(1);
        drop(charge);
        let counted = [&account.ahead, &account.useful, &account.wasted].map(|steps| steps.load(Relaxed));
        assert_eq!(counted, [0, 0, FREE + 1]);
    }

    #[test]
    fn what_is_held_is_bounded_by_a_constant() {
        let account = Account::default();
        account.add_useful(1 << 40);
        let (mut one, mut other) = (Charge::new(&account), Charge::new(&account));
        one.hold(HELD);
        assert!(account.allows_more());
        other.hold(1);
        assert!(!account.allows_more());
        one.hold(HELD - 1);
        assert!(account.allows_more());
        drop((one, other));
        assert_eq!(account.held.load(Relaxed), 0);
    }
}
