//! A date: a move goes to the next day, or to the same day of the next month where there is one; whoever reaches 4 November 2001 wins, and
//! whoever goes beyond it loses.
//!
//! If month and day are both even or both odd, one of the moves leads to a date with one even and the other odd; from there every move
//! leads back, except at the end of some months. Of the dates with an odd sum, only 30 September and 30 November are won, as the next day
//! is the first of an even month. Going back from the end year by year, the dates of each year are as those of the next, whether it has a
//! 29 February or not.

#[cfg(test)]
pub(super) mod oracle;

use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct CalendarGame;

/// The date that wins: year, month, day.
const END: [u64; 3] = [2001, 11, 4];

/// Returns the number of days of a month.
const fn days(year: u64, month: u64) -> u64 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Returns whether the player to move wins.
const fn is_won(month: u64, day: u64) -> bool {
    (month ^ day) & 1 == 0 || is_exception(month, day)
}

/// Returns the date that a winning move leads to, of one that is won.
fn winning_move([year, month, day]: [u64; 3]) -> [u64; 3] {
    let month_after =
        |day| if month >= 12 { [year.saturating_add(1), 1, day] } else { [year, month + 1, day] };
    let next_day = if day < days(year, month) { [year, month, day + 1] } else { month_after(1) };
    let [_, next_month, next] = next_day;
    if is_won(next_month, next) && next_day != END { month_after(day) } else { next_day }
}

/// Checks that there is such a date, and that it is not after the end.
fn is_date(case: &Fields<'_>) -> Result<(), ValueError> {
    let [year, month, day] = case.numbers();
    if !(1..=12).contains(&month) || !(1..=days(year, month)).contains(&day) {
        return Err("there is no such date".into());
    }
    if [year, month, day] > END { Err("expected no date after 2001 11 4".into()) } else { Ok(()) }
}

/// Returns whether a date is the last day of a month before an even one, given that month and day differ in parity.
const fn is_exception(month: u64, day: u64) -> bool {
    day == 30 && (month == 9 || month == 11)
}

impl Problem for CalendarGame {
    const THEMES: &'static [Theme] = &[Theme::BoardsAndTrees];
    const RULE: &'static str = "Go to the next day or month, 4 November 2001 wins: print `YES` when the first player wins, else `NO`";
    const IDEA: &'static str = "won where month + day is even, and on 30 September and 30 November";
    const GRAMMAR: Grammar = Grammar {
        cases: Cases::Counted,
        case: &[line(&[number("year"), number("month"), number("day")])],
        unchecked: &[Condition::Case(
            "there is such a date, and it is not after the end",
            CaseCheck(is_date),
        )],
        ..Grammar::NOTHING
    };
    const EITHER: Option<[Line; 2]> = Some([Line::new("YES"), Line::new("NO")]);
    type Summary = ();

    #[inline]
    fn is_first(&self, case: &Case<'_, ()>) -> bool {
        let [_, month, day] = case.numbers();
        is_won(month, day)
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let [year, month, day] = case.numbers();
        let rule = match (month ^ day) & 1 {
            _ if [year, month, day] == END => "end",
            0 => "won",
            _ if is_exception(month, day) => "exception",
            _ => "lost",
        };
        let [to_year, to_month, to_day] = winning_move([year, month, day]);
        let facts = CaseAnalysis::none().rule(rule).with("month", month).with("day", day);
        facts.with("to", format!("{to_year} {to_month} {to_day}"))
    }
}
