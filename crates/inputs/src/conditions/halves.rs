//! Whether a condition that is found on one half of the tests holds on the other.

use super::atoms::Atom;
use super::search::{Condition, Split, holds};
use super::table::Table;
use nim_ground::random::Random;

/// How often the tests are halved.
const HALVINGS: u64 = 3;
/// The fewest halves that must have enough cases to be asked, of twice as many as there are halvings.
const LEAST_ASKED: usize = 2;
/// The fewest cases of each kind in a half, and the fewest tests of the wrong ones.
const LEAST_CASES: usize = 5;
const LEAST_TESTS: usize = 2;

/// Returns whether what `find` finds on halves of the tests agrees with the other halves; a condition may hold in further rows where it is
/// one that holds `only` inside.
pub fn agree(split: &Split<'_>, only: bool, find: &dyn Fn(&Split<'_>) -> Option<Condition>) -> bool {
    let mut asked = 0;
    for halving in 0..HALVINGS {
        let mut random = Random::new(halving);
        let is_first: Vec<bool> = split.table.cases.iter().map(|_| random.bits().is_multiple_of(2)).collect();
        let [first, second] = split.halves(&is_first);
        for (known, other) in [(&first, &second), (&second, &first)] {
            if !known.can_be_asked() || other.inside.is_empty() || other.outside.is_empty() {
                continue;
            }
            let Some(condition) = find(known) else { continue };
            asked += 1;
            if !other.agrees(&condition, only) {
                return false;
            }
        }
    }
    asked >= LEAST_ASKED
}

impl Split<'_> {
    /// Returns the rows of the tests in the first half, and the rows of the others.
    fn halves(&self, is_first: &[bool]) -> [Self; 2] {
        let table = self.table;
        let [inside, outside] = [&self.inside, &self.outside].map(|rows| {
            let rows = rows.iter().copied();
            rows.partition::<Vec<u32>, _>(|&row| is_first[table.rows[row as usize].test as usize])
        });
        [(inside.0, outside.0), (inside.1, outside.1)].map(|(inside, outside)| Self {
            table,
            inside,
            outside,
        })
    }

    /// Returns whether enough cases of each kind are in enough tests.
    fn can_be_asked(&self) -> bool {
        [&self.inside, &self.outside]
            .into_iter()
            .all(|rows| rows.len() >= LEAST_CASES && tests(self.table, rows) >= LEAST_TESTS)
    }

    fn agrees(&self, condition: &[Atom], only: bool) -> bool {
        self.inside.iter().all(|&row| holds(condition, self.table, row) != Some(false))
            && (only || self.outside.iter().all(|&row| holds(condition, self.table, row) != Some(true)))
    }
}

/// Returns the number of tests of some rows, which are in order.
pub fn tests(table: &Table<'_>, rows: &[u32]) -> usize {
    rows.chunk_by(|one, next| table.rows[*one as usize].test == table.rows[*next as usize].test).count()
}
