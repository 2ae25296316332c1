//! The layouts in which judges write the heaps: as gaps between pieces, sums of rows, runs of numbers, or the rest of a board.

use nim_solve::prelude::*;

/// Pairs of pieces that approach each other: the places between the two of a pair are a heap.
pub(super) const GAPS: Layout = Layout {
    name: "gaps",
    case: &[
        line(&[number("pairs")]),
        line(&[list("place", Count::Linear { times: 2, of: "pairs", plus: 0 })]),
    ],
    conditions: &[],
    unchecked: &[Condition::Ascending("place"), Condition::Case("some piece can move", CaseCheck(has_gap))],
    numbers: |case, own| {
        own.push(case.numbers::<1>()[0]);
        own.extend(case.behind(1).as_chunks().0.iter().map(gap));
    },
    has_further_moves: false,
    samples: &[
        "2\n0 3 7 9\n",
        "2\n0 3 7 10\n",
        "1\n4 6\n",
        "3\n0 1 5 9 12 16\n",
        "3\n0 2 5 8 11 15\n",
        "2\n0 999999998 999999999 1000000000\n",
    ],
};

/// Returns the number of places between two pieces.
fn gap(&[left, right]: &[u64; 2]) -> u64 {
    right.abs_diff(left).saturating_sub(1)
}

/// Checks that two pieces of a pair have a place between them.
fn has_gap(case: &Fields<'_>) -> Result<(), ValueError> {
    let is_stuck = case.behind(1).as_chunks().0.iter().all(|pair| gap(pair) == 0);
    if is_stuck { Err("expected a place between the pieces of some pair".into()) } else { Ok(()) }
}

/// A white pawn and a black one above it in each column of a square board: the squares between the two are a heap. A move backwards is followed as far, as in Northcott's game.
pub(super) const PAWNS: Layout = Layout {
    name: "pawns",
    case: &[
        line(&[number("columns")]),
        line(&[list("white", Count::Of("columns"))]),
        line(&[list("black", Count::Of("columns"))]),
    ],
    conditions: &[Condition::Case("every black pawn is above the white one", CaseCheck(are_above))],
    unchecked: &[
        Condition::Above { field: "black", other: "white" },
        Condition::Range {
            field: "white",
            from: Count::Exactly(0),
            to: Count::Linear { times: 1, of: "columns", plus: -2 },
        },
        Condition::Range {
            field: "black",
            from: Count::Exactly(1),
            to: Count::Linear { times: 1, of: "columns", plus: -1 },
        },
        Condition::Case("some pawn can move forward", CaseCheck(has_square)),
    ],
    numbers: |case, own| {
        own.push(case.numbers::<1>()[0]);
        own.extend(pawns(case).map(|pair| gap(&pair)));
    },
    has_further_moves: true,
    samples: &[
        "3\n0 1 0\n2 2 1\n",
        "4\n0 0 1 2\n2 3 2 3\n",
        "3\n0 0 0\n2 2 2\n",
        "5\n0 1 0 2 0\n3 3 1 4 2\n",
        "5\n1 0 3 0 2\n4 3 4 1 3\n",
        "6\n0 0 0 0 0 0\n5 4 2 1 5 5\n",
    ],
};

/// Returns the rows of the white and the black pawn of each column.
fn pawns<'a>(case: &Fields<'a>) -> impl Iterator<Item = [u64; 2]> + use<'a> {
    let pawns = case.behind(1);
    let (white, black) = pawns.split_at(pawns.len() / 2);
    white.iter().zip(black).map(|(&white, &black)| [white, black])
}

/// Checks that no black pawn is below the white one of its column, or beside it.
fn are_above(case: &Fields<'_>) -> Result<(), ValueError> {
    let above = pawns(case).all(|[white, black]| white < black);
    if above { Ok(()) } else { Err("expected every black pawn above the white one of its column".into()) }
}

/// Checks that the two pawns of a column have a square between them.
fn has_square(case: &Fields<'_>) -> Result<(), ValueError> {
    let is_stuck = pawns(case).all(|pair| gap(&pair) == 0);
    if is_stuck { Err("expected a square between the pawns of some column".into()) } else { Ok(()) }
}

/// A matrix of stones; a move takes any number from one row: the sum of a row is a heap.
pub(super) const ROW_SUMS: Layout = Layout {
    name: "row-sums",
    case: MATRIX,
    conditions: &[HAS_CELLS, Condition::Case("the sums of the rows are below 2^64", CaseCheck(has_sums))],
    unchecked: &[],
    numbers: |case, own| {
        own.push(case.numbers::<1>()[0]);
        own.extend(rows_of(case).map(|row| row.iter().fold(0_u64, |sum, &cell| sum.wrapping_add(cell))));
    },
    has_further_moves: false,
    samples: &[
        "2 2\n1 2\n0 3\n",
        "2 2\n1 2\n2 2\n",
        "1 3\n0 0 0\n",
        "3 1\n1\n2\n3\n",
        "2 3\n1000000000 1000000000 1000000000\n1000000000 1000000000 0\n",
        "2 3\n1000000000 1000000000 147483653\n5 0 0\n",
        "2 5\n1000000000 1000000000 1000000000 1000000000 294967301\n0 0 5 0 0\n",
    ],
};

/// The layout of a matrix: rows of equally many cells.
const MATRIX: &[Part] = &[
    line(&[number("rows"), number("columns")]),
    rows("row", Count::Of("rows"), &[line(&[list("cell", Count::Of("columns"))])]),
];

/// A row has cells: else there could be any number of rows in no text.
const HAS_CELLS: Condition = Condition::at_least("columns", Count::Exactly(1));

/// Checks that the sums of all rows are numbers.
fn has_sums(case: &Fields<'_>) -> Result<(), ValueError> {
    if rows_of(case).all(|row| row.iter().try_fold(0_u64, |sum, &cell| sum.checked_add(cell)).is_some()) {
        Ok(())
    } else {
        Err("expected rows whose sums are below 2^64".into())
    }
}

/// Returns the rows of a matrix.
fn rows_of<'a>(case: &Fields<'a>) -> impl Iterator<Item = &'a [u64]> {
    let [_, columns] = case.numbers();
    case.behind(2).chunks(usize::try_from(columns).unwrap_or(usize::MAX).max(1))
}

/// Coins on a board move to the right or down, any number of a cell at once: as on a staircase, only cells an odd number of steps away from
/// the last cell count.
pub(super) const ODD_STEPS: Layout = Layout {
    name: "odd-steps",
    case: MATRIX,
    conditions: &[HAS_CELLS],
    unchecked: &[],
    numbers: |case, own| {
        let [rows, columns] = case.numbers();
        own.push(0);
        for (above, row) in rows_of(case).enumerate() {
            // The last cell has no step left.
            let is_odd = (rows ^ columns ^ above as u64) & 1 == 1;
            own.extend(row.iter().skip(usize::from(!is_odd)).step_by(2));
        }
        own[0] = own.len() as u64 - 1;
    },
    has_further_moves: true,
    samples: &[
        "1 1\n5\n",
        "2 2\n0 3\n3 1\n",
        "2 2\n4 3\n2 0\n",
        "2 3\n1 2 3\n4 5 6\n",
        "3 2\n7 1\n0 2\n3 9\n",
    ],
};

/// The sides of a piece on a board, from which cuts take any rows or columns: the rows above and below it, the columns on its left and
/// right.
pub(super) const SIDES: Layout = Layout {
    name: "sides",
    case: &[line(&[number("rows"), number("columns"), number("row"), number("column")])],
    conditions: &[],
    unchecked: &[
        Condition::Range {
            field: "row",
            from: Count::Exactly(0),
            to: Count::Linear { times: 1, of: "rows", plus: -1 },
        },
        Condition::Range {
            field: "column",
            from: Count::Exactly(0),
            to: Count::Linear { times: 1, of: "columns", plus: -1 },
        },
    ],
    numbers: |case, own| {
        let [rows, columns, row, column] = case.numbers();
        let behind = |all: u64, before: u64| all.saturating_sub(before).saturating_sub(1);
        own.extend([4, row, behind(rows, row), column, behind(columns, column)]);
    },
    has_further_moves: false,
    samples: &["1 1 0 0\n", "2 2 1 0\n", "5 3 1 2\n", "4 7 2 5\n", "8 8 3 4\n"],
};

/// Coins on squares from 0 on; a move takes one to the left: each is a heap, and two equal heaps cancel out.
pub(super) const COINS: Layout = Layout {
    name: "coins",
    case: &[line(&[number("squares")]), line(&[list("coins", Count::Of("squares"))])],
    conditions: &[],
    unchecked: &[],
    numbers: |case, own| {
        own.push(0);
        let squares = case.behind(1).iter().zip(0..);
        own.extend(squares.filter(|(coins, _)| *coins % 2 == 1).map(|(_, square)| square));
        own[0] = own.len() as u64 - 1;
    },
    has_further_moves: false,
    samples: &["1\n7\n", "3\n0 1 1\n", "4\n5 1 1 1\n", "5\n0 2 3 0 6\n", "6\n1 1 1 1 1 1\n", "4\n0 0 0 2\n"],
};

/// Runs of heaps, of which each has a stone more than the one before: the XOR of a run is one heap in its place.
pub(super) const RUNS: Layout = Layout {
    name: "runs",
    case: &[
        line(&[number("runs")]),
        rows("run", Count::Of("runs"), &[line(&[number("first"), number("length")])]),
    ],
    conditions: &[Condition::Case("every heap is below 2^64", CaseCheck(has_heaps))],
    unchecked: &[],
    numbers: |case, own| {
        own.push(case.numbers::<1>()[0]);
        own.extend(case.behind(1).as_chunks().0.iter().map(xor_of_run));
    },
    has_further_moves: false,
    samples: &[
        "2\n2 2\n5 3\n",
        "2\n1 3\n4 4\n",
        "3\n1 1\n7 1\n6 1\n",
        "1\n4 4\n",
        "1\n1 3\n",
        "2\n5 7\n1 6\n",
        "3\n1 4\n4 1\n9 4\n",
        "1\n1 10000000000000000\n",
        "2\n10000000000000000 10000000000000000\n4 8\n",
    ],
};

/// The XOR of the heaps of a run.
const fn xor_of_run(&[first, length]: &[u64; 2]) -> u64 {
    // 2^64 wraps to 0, and so does the XOR of all numbers below it.
    xor_below(first.wrapping_add(length)) ^ xor_below(first)
}

/// The XOR of all numbers below an end: four in a row, from a multiple of four on, cancel out.
const fn xor_below(end: u64) -> u64 {
    match end % 4 {
        0 => 0,
        1 => end - 1,
        2 => 1,
        _ => end,
    }
}

/// Checks that the largest heap of every run is a number.
fn has_heaps(case: &Fields<'_>) -> Result<(), ValueError> {
    let runs = case.behind(1).as_chunks().0;
    if runs.iter().all(|&[first, length]| first.checked_add(length.saturating_sub(1)).is_some()) {
        Ok(())
    } else {
        Err("expected runs whose heaps are below 2^64".into())
    }
}
