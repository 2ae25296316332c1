//! A sheet of cells: a move cuts one piece in two along the grid; whoever first cuts out a single cell wins.
//!
//! Whoever leaves a strip of width 1 loses, as the other one cuts a single cell off it. So both cut so that no strip is left while they can,
//! and whoever cannot has lost: normal play on pieces whose values come from a table (R. Sprague, 1935; P. Grundy, 1939).

#[cfg(test)]
pub(super) mod oracle;

use nim_solve::prelude::*;
use std::sync::OnceLock;

/// The largest side whose values are computed: the table takes about a second.
const LARGEST: u64 = 1024;
/// The sides of the tables: short sheets need no large one.
const SIDES: [usize; 6] = [25, 50, 100, 200, 512, LARGEST as usize];

/// See `statement.en.md`.
#[derive(Default)]
pub struct CuttingGame {
    tables: [OnceLock<Vec<Vec<u16>>>; SIDES.len()],
}

/// Returns the values of pieces up to a side, by the smaller side and the larger.
fn table(side: usize) -> Vec<Vec<u16>> {
    let mut values = vec![vec![0_u16; side + 1]; side + 1];
    // The piece in which a value was last among the options.
    let mut seen = vec![0_usize; (2 * side).next_power_of_two()];
    for large in 4..=side {
        for small in 2..=large {
            let piece = large * (side + 1) + small;
            for part in 2..=small / 2 {
                seen[usize::from(values[large][part] ^ values[large][small - part])] = piece;
            }
            for part in 2..=large / 2 {
                seen[usize::from(values[part][small] ^ values[large - part][small])] = piece;
            }
            let value = seen.iter().position(|&last| last != piece).unwrap_or(0) as u16;
            values[large][small] = value;
            values[small][large] = value;
        }
    }
    values
}

impl CuttingGame {
    /// Returns the value of a piece; none where a side is a single cell, or too long.
    fn value(&self, width: u64, height: u64) -> Option<u16> {
        let (width, height) = (usize::try_from(width).ok()?, usize::try_from(height).ok()?);
        let large = width.max(height);
        let at = SIDES.iter().position(|&side| large <= side).filter(|_| width.min(height) > 1)?;
        let values = self.tables.get(at)?.get_or_init(|| table(SIDES[at]));
        values.get(width)?.get(height).copied()
    }

    /// Returns the pieces of a cut that leaves the value 0, of a piece with sides of at least 2.
    fn winning_cut(&self, width: u64, height: u64) -> Option<[[u64; 2]; 2]> {
        let upright = (2..=width / 2).map(|part| [[part, height], [width - part, height]]);
        let across = (2..=height / 2).map(|part| [[width, part], [width, height - part]]);
        let value = |[width, height]: [u64; 2]| self.value(width, height);
        let mut cuts = upright.chain(across).filter(|&[one, _]| value(one).is_some());
        cuts.find(|&[one, other]| value(one) == value(other))
    }

    /// Returns whether the first player wins.
    fn is_won(&self, width: u64, height: u64) -> bool {
        // A strip loses a cell at once; a single cell is no sheet.
        self.value(width, height).map_or(width != height, |value| value > 0)
    }
}

impl Problem for CuttingGame {
    const THEMES: &'static [Theme] = &[Theme::Splitting];
    const RULE: &'static str =
        "Cut a sheet in two, a single cell wins: print `WIN` when the first player wins, else `LOSE`";
    const IDEA: &'static str =
        "nobody leaves a strip of width 1; the rest is normal play, by a table of Grundy values";
    const GRAMMAR: Grammar = Grammar {
        cases: Cases::ToEnd,
        case: &[line(&[number("width"), number("height")])],
        conditions: &[
            Condition::from_one("width", Count::Exactly(LARGEST)),
            Condition::from_one("height", Count::Exactly(LARGEST)),
        ],
        ..Grammar::NOTHING
    };
    const EITHER: Option<[Line; 2]> = Some([Line::new("WIN"), Line::new("LOSE")]);
    type Summary = ();

    #[inline]
    fn is_first(&self, case: &Case<'_, ()>) -> bool {
        let [width, height] = case.numbers();
        self.is_won(width, height)
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let [width, height] = case.numbers();
        let value = self.value(width, height);
        let rule = match value {
            Some(0) => "lost",
            Some(_) => "won",
            None if width == height => "over",
            None => "short",
        };
        let [one, other] = self.winning_cut(width, height).unwrap_or_default();
        let shown = |[width, height]: [u64; 2]| format!("{width} × {height}");
        let facts = CaseAnalysis::none().rule(rule).with("width", width).with("height", height);
        facts.with("value", value.unwrap_or(0)).with("one", shown(one)).with("other", shown(other))
    }
}
