//! The winner by retrograde analysis: play may return to a position, so that no search from the first position on would end.

use crate::trials::{Random, numbers};
use std::collections::HashMap;

/// Tom's and Jerry's columns in each row, and whether Tom moves.
type State = (Vec<(u64, u64)>, bool);

/// Positions of a case that are looked at, at most.
const MOST: u64 = 1300;

pub(crate) fn small(random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..random.within(1, 3) {
        let (rows, columns) = match random.within(0, 5) {
            0 => (1, random.within(2, 9)),
            1 => (2, random.within(2, 6)),
            2 => (3, random.within(2, 4)),
            3 => (4, random.within(2, 3)),
            _ => (2, random.within(4, 6)),
        };
        text += &format!("{rows} {columns}\n");
        for _ in 0..rows {
            let (tom, other) = (random.within(1, columns), random.within(1, columns - 1));
            text += &format!("{tom} {}\n", other + u64::from(other >= tom));
        }
    }
    text
}

/// Returns the positions after each move.
fn moves((rows, tom_moves): &State, columns: u64) -> Vec<State> {
    let mut moves = Vec::new();
    for (index, &(tom, jerry)) in rows.iter().enumerate() {
        let (own, other) = if *tom_moves { (tom, jerry) } else { (jerry, tom) };
        let reachable = if own < other { 1..other } else { other + 1..columns + 1 };
        for to in reachable.filter(|&to| to != own) {
            let mut next = rows.clone();
            next[index] = if *tom_moves { (to, jerry) } else { (tom, to) };
            moves.push((next, !tom_moves));
        }
    }
    moves
}

/// Returns whether Tom, who moves, can force a win.
fn wins(rows: Vec<(u64, u64)>, columns: u64) -> bool {
    let mut numbers: HashMap<State, usize> = HashMap::from([((rows.clone(), true), 0)]);
    let mut states: Vec<State> = vec![(rows, true)];
    let (mut before, mut left): (Vec<Vec<usize>>, Vec<usize>) = (vec![vec![]], Vec::new());
    while left.len() < states.len() {
        let from = left.len();
        let next = moves(&states[from], columns);
        left.push(next.len());
        for state in next {
            let number = *numbers.entry(state.clone()).or_insert(states.len());
            if number == states.len() {
                states.push(state);
                before.push(Vec::new());
            }
            before[number].push(from);
        }
    }
    // Whether the player to move wins, if that is decided, beginning with the ends of play.
    let mut decided: Vec<Option<bool>> = left.iter().map(|&left| (left == 0).then_some(false)).collect();
    let mut waiting: Vec<usize> = (0..states.len()).filter(|&state| left[state] == 0).collect();
    while let Some(state) = waiting.pop() {
        for &earlier in &before[state] {
            left[earlier] -= 1;
            let result = if decided[state] == Some(false) { Some(true) } else { None };
            let result = result.or((left[earlier] == 0).then_some(false));
            if decided[earlier].is_none() && result.is_some() {
                decided[earlier] = result;
                waiting.push(earlier);
            }
        }
    }
    decided[0] == Some(true)
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let mut numbers = numbers::<u64>(input)?.into_iter();
    let mut text = String::new();
    while let Some(count) = numbers.next() {
        let columns = numbers.next()?;
        let pairs = columns.checked_mul(columns.checked_sub(1)?)? / 2;
        pairs.checked_pow(u32::try_from(count).ok()?).filter(|&positions| positions <= MOST)?;
        let rows = (0..count).map(|_| Some((numbers.next()?, numbers.next()?))).collect::<Option<_>>()?;
        text += if wins(rows, columns) { "I WIN!\n" } else { "BAD LUCK!\n" };
    }
    Some(text)
}
