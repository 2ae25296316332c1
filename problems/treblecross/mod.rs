//! Treblecross: crosses on a row of cells; whoever completes three side by side wins.
//!
//! If two crosses are at a distance of at most two, a third one wins at once. Otherwise a cross within two cells of another loses to such a
//! move. So both stay away from crosses as long as they can, and the first player who cannot has lost: normal play on runs of cells, each
//! of which is the octal game 0.007 (Berlekamp, Conway and Guy, 1982). No period is known of its values, which are computed.

#[cfg(test)]
pub(super) mod oracle;

use nim_engine::games::treblecross::{Rows, completions, runs};
use nim_solve::prelude::*;
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

const WINNING: Line = Line::new("WINNING");

/// Cells of a short row at most: the places of all have one digit.
const SHORT: usize = 9;

/// A bit of places that are known.
const KNOWN: u16 = 1 << SHORT;

/// The winning places of rows.
#[derive(Default)]
struct Places {
    rows: Rows,
    /// The winning places of each short row, computed on demand, as one bit for each place. The index of a row has the crosses as bits, the
    /// first cell lowest, and a one after the last cell.
    short: ShortRows,
}

struct ShortRows([AtomicU16; 2 << SHORT]);

impl Default for ShortRows {
    fn default() -> Self {
        Self(std::array::from_fn(|_| AtomicU16::new(0)))
    }
}

impl Places {
    /// Hands on the winning places of a row in order.
    #[inline]
    fn each(&self, row: &[u8], take: impl FnMut(u64)) {
        self.rows.winning_places(row, take);
    }

    /// Returns the winning places of a case that is a short row, a place a bit.
    #[inline]
    fn of_short(&self, case: &Fields<'_>) -> Option<usize> {
        let (len, cells) = case.short_word::<16>().filter(|&(len, _)| len <= SHORT)?;
        // A cross has a bit that an empty cell lacks.
        const CROSS: u128 = u128::from_le_bytes([b'X' & !b'.' & 0x40; 16]);
        let crosses = (u128::from_le_bytes(*cells) & CROSS) >> 6;
        let (low, high) = (crosses as u64, (crosses >> 64) as usize);
        let crosses = low.wrapping_mul(0x0102_0408_1020_4080) as usize >> 56 | (high & 1) << 8;
        let row = 1 << len | crosses & ((1 << len) - 1);
        let places = self.short.0[row % (2 << SHORT)].load(Relaxed);
        let places = if places & KNOWN != 0 { places } else { self.find(row, &cells[..len]) };
        Some(usize::from(places) % (1 << SHORT))
    }

    #[cold]
    fn find(&self, row: usize, cells: &[u8]) -> u16 {
        let mut places = KNOWN;
        self.each(cells, |place| places |= 1 << (place - 1));
        self.short.0[row % (2 << SHORT)].store(places, Relaxed);
        places
    }
}

/// Returns the answers of short rows by their winning places: these, in a line that begins with a text, or a text if there are none.
const fn answers(before: &str, none: &str) -> [Line; 1 << SHORT] {
    let mut answers = [Line::new(none); 1 << SHORT];
    let mut places = 1;
    while places < answers.len() {
        let mut line = Line::new(before);
        let mut place = 0;
        while place < SHORT {
            if places >> place & 1 == 1 {
                let is_first = places.trailing_zeros() as usize == place;
                line = line.with(if is_first { b"" } else { b" " }).with(&[b'1' + place as u8]);
            }
            place += 1;
        }
        answers[places] = line;
        places += 1;
    }
    answers
}

static ANSWERS: [Line; 1 << SHORT] = answers("WINNING\n", "LOSING\n");
static PLACES: [Line; 1 << SHORT] = answers("", "0");

/// See `statement.en.md`.
#[derive(Default)]
pub struct Treblecross {
    places: Places,
    /// Whether an answer is a line with the places alone.
    is_line: bool,
}

/// T, then as many rows, each on a line; the game is not over.
const ROWS: Grammar = Grammar {
    cases: Cases::Counted,
    case: &[line(&[letters("row", ".X")])],
    unchecked: &[Condition::Without { field: "row", text: "XXX" }],
    ..Grammar::NOTHING
};

/// Returns the reason for the outcome of a row: three crosses that are there, or a place beside or between two, or the runs far from all.
fn facts_of<'a>(case: &Fields<'a>) -> CaseAnalysis<'a> {
    let row = case.word("row");
    if row.windows(3).any(|cells| cells == b"XXX") {
        return CaseAnalysis::none().rule("over");
    }
    if row.len() < 3 {
        return CaseAnalysis::none().rule("short");
    }
    if let [first, ..] = completions(row)[..] {
        return CaseAnalysis::none().rule("at_once").with("place", first + 1);
    }
    let runs: Vec<(u64, u64)> =
        runs(row).iter().map(|run| (run.start as u64 + 1, run.len() as u64 + 2)).collect();
    let heaps: Vec<u64> = runs.iter().map(|&(_, heap)| heap).collect();
    let ends = runs.clone();
    let facts = CaseAnalysis::heaps("treblecross", heaps).as_image().rule("runs").components(move |run| {
        let (start, heap) = ends.get(run).copied().unwrap_or_default();
        vec![("first", start.to_string()), ("last", (start + heap).saturating_sub(3).to_string())]
    });
    facts.moves(move |line| told(&runs, line))
}

/// Names the last of some moves: the place of its cross. A run that begins at a place and is a heap of n is divided by a cross
/// at its cell x + 1 in heaps of x, which begins at the same place, and of n - 3 - x, which begins three places behind the cross.
fn told(runs: &[(u64, u64)], line: &[&PlayedMove]) -> Option<TheoremText> {
    let mut parts: Vec<(usize, u64, u64)> =
        runs.iter().enumerate().map(|(run, &(start, heap))| (run, start, heap)).collect();
    let mut said = None;
    for made in line {
        let (heap, left) = made.stones();
        let part = parts.iter().position(|&(run, _, part)| (run, part) == (made.component, heap))?;
        let (run, start, _) = parts.swap_remove(part);
        let place = start + left;
        parts.extend([(run, start, left), (run, place + 3, heap.checked_sub(left + 3)?)]);
        said = Some(TheoremText::new("move").with("place", place));
    }
    said
}

impl Problem for Treblecross {
    const THEMES: &'static [Theme] = &[Theme::Splitting];
    const RULE: &'static str = "Three crosses in a row win: print `WINNING` and the winning places of the first player, or `LOSING` and an empty line";
    const IDEA: &'static str = "three at once, or the nim-sum of the runs of cells that are more than two away from every cross, in 0.007";
    const GRAMMAR: Grammar = ROWS;
    const ANSWERS: Answers = Answers::BlockAfter(&["WINNING", "LOSING"]);
    const NEEDS: Needs = Needs::Fields;
    const SWITCHES: &'static [Switch] = &[Switch {
        name: "places",
        help: "Print a line with the winning places alone, or `0` where there are none",
    }];
    type Summary = ();

    fn configure(&mut self, given: &[&str]) {
        self.is_line = given.contains(&"places");
    }

    #[inline]
    fn answer(&self, case: Case<'_, ()>, out: &mut Lines<'_>) {
        if let Some(places) = self.places.of_short(&case) {
            let answers = if self.is_line { &PLACES } else { &ANSWERS };
            return out.line(&answers[places]);
        }
        let mut wins = false;
        self.places.each(case.word("row"), |place| {
            if !wins && !self.is_line {
                out.line(&WINNING);
            }
            wins = true;
            out.put(place, b' ');
        });
        match (wins, self.is_line) {
            (true, _) => out.end_row(),
            (false, true) => out.line(&PLACES[0]),
            (false, false) => out.line(&ANSWERS[0]),
        }
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        facts_of(case)
    }
}
