//! The values of heaps from which the numbers of a set are taken, as far as they are worth computing.

use nim_engine::games::heaps::HeapGame;
use nim_engine::theory::budget::Budget;
use nim_engine::theory::game::Game;
use nim_engine::theory::watch::unwatched;

/// The work that a table of values is worth: its heaps times the numbers of the set.
const WORK: u64 = 100_000_000;
/// The heaps of a table at most.
const HEAPS: u64 = 4_000_000;

/// The values of heaps for one set.
pub(crate) struct Values {
    game: HeapGame,
    /// The largest heap whose value is computed, where no period is proved before.
    most: u64,
}

impl Values {
    /// The values of heaps up to `largest`; the numbers are at least 1.
    pub(crate) fn new(numbers: &[u64], largest: u64) -> Self {
        let mut set: Vec<u64> = numbers.iter().copied().filter(|&number| number <= largest).collect();
        set.sort_unstable();
        set.dedup();
        let most = HEAPS.min(WORK / set.len().max(1) as u64);
        Self { game: HeapGame::subtract(set), most }
    }

    /// Returns the value of a heap.
    ///
    /// # Errors
    /// The reason why it is not known.
    pub(crate) fn of(&mut self, heap: u64) -> Result<u64, String> {
        let mut watch = unwatched;
        let mut budget = Budget { heap: self.most, ..Budget::new(&mut watch) };
        let value = self.game.grundy(&[heap], &mut budget).map_err(|refusal| refusal.to_string())?;
        Ok(value.unwrap_or(0))
    }

    /// Returns the XOR of the values of heaps; the value of one that has not been computed counts as 0.
    pub(crate) fn xor(&mut self, heaps: &[u64]) -> u64 {
        let Ok(sequence) = self.game.sequence() else { return 0 };
        heaps.iter().fold(0, |sum, &heap| sum ^ sequence.known(heap).unwrap_or(0))
    }

    /// Checks that the value of a heap is known, where that is in doubt.
    pub(crate) fn check(&mut self, heap: u64) -> Result<(), String> {
        if heap <= self.most { Ok(()) } else { self.of(heap).map(drop) }
    }
}

/// Returns the notation of the game in which these numbers may be taken; `None` where there are none.
pub(crate) fn subtract(numbers: &[u64]) -> Option<String> {
    let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
    (!numbers.is_empty()).then(|| format!("subtract:{}", numbers.join(",")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heaps_beyond_the_table_are_answered_or_refused() {
        let last = u64::MAX - 1;
        // The period of 2 and 5 is 7: 0, 0, 1, 1, 0, 2, 1.
        let mut known = Values::new(&[5, 2, 5], last);
        assert_eq!(known.check(last), Ok(()));
        assert_eq!((0..7).map(|less| known.of(last - less)).collect::<Result<_, _>>(), Ok(vec![0, 1, 2, 0, 1, 1, 0]));

        let dense: Vec<u64> = (1..300_000).step_by(3).collect();
        let refused = Values::new(&dense, last).check(last);
        let why = "heap 18446744073709551614 lies beyond 1000, the largest heap that may be computed, and no period is proved up to there";
        assert_eq!(refused, Err(why.to_owned()));
        assert_eq!(Values::new(&dense, 1000).check(1000), Ok(()));
    }
}
