//! The calendar game by search, backwards from its end.

use crate::trials::{Random, counted, numbers};
use std::collections::BTreeMap;

type Date = [u64; 3];

const END: Date = [2001, 11, 4];

fn days(year: u64, month: u64) -> u64 {
    let february =
        if year.is_multiple_of(400) || year.is_multiple_of(4) && !year.is_multiple_of(100) { 29 } else { 28 };
    [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month as usize - 1]
}

/// Returns dates of the last years, some of them near the ends of months and of the game.
pub(crate) fn small(random: &mut Random) -> String {
    counted(random, 8, |random| {
        loop {
            let first = if random.within(0, 2) == 0 { 2001 } else { 1995 };
            let year = random.within(first, 2001);
            let month = random.within(1, 12);
            let last = days(year, month);
            let first = if random.within(0, 1) == 0 { last - 1 } else { 1 };
            let day = random.within(first, last);
            if [year, month, day] <= END {
                return format!("{year} {month} {day}\n");
            }
        }
    })
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let numbers: Vec<u64> = numbers(input)?;
    let dates = numbers.get(1..)?.as_chunks::<3>().0;
    let first = dates.iter().map(|date| date[0]).min().unwrap_or(END[0]);
    let wins = search((1900..=END[0]).contains(&first).then_some(first)?);
    dates.iter().map(|date| Some(if *wins.get(date)? { "YES\n" } else { "NO\n" })).collect()
}

/// Returns whether the player to move wins, for each date from a year on.
fn search(first: u64) -> BTreeMap<Date, bool> {
    let mut wins = BTreeMap::new();
    for year in (first..=END[0]).rev() {
        for month in (1..=12).rev() {
            for day in (1..=days(year, month)).rev().filter(|&day| [year, month, day] <= END) {
                let next = if month == 12 { [year + 1, 1] } else { [year, month + 1] };
                let tomorrow =
                    if day < days(year, month) { [year, month, day + 1] } else { [next[0], next[1], 1] };
                let later = (day <= days(next[0], next[1])).then_some([next[0], next[1], day]);
                let mut options = [Some(tomorrow), later].into_iter().flatten();
                let is_won = options.any(|option| wins.get(&option) == Some(&false));
                wins.insert([year, month, day], is_won);
            }
        }
    }
    wins
}
