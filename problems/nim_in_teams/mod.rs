//! One heap and two teams, whose players sit in turn around it: each takes at most a number of stones of its own, and the last stone loses.
//!
//! Which numbers a move may take depends on who moves, so that positions have no values that add: the outcome is found for each number of stones and each player. A
//! player with s stones wins if the next player loses with s − 1, …, or s − m of them, that is, if the largest number below s with which the next player
//! loses is at least s − m. So a step takes a comparison, whatever m is.

#[cfg(test)]
pub(super) mod oracle;

use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct NimInTeams;

/// The most stones, times the players of both teams.
const MOST: u64 = 1 << 30;

/// Returns the number of outcomes before that of the first player is known.
const fn work(case: &Fields<'_>) -> u64 {
    match case.values {
        &[players, stones, ..] => players.saturating_mul(2).saturating_mul(stones),
        _ => 0,
    }
}

/// Checks that the outcomes are in reach.
fn is_in_reach(case: &Fields<'_>) -> Result<(), ValueError> {
    if work(case) <= MOST {
        return Ok(());
    }
    Err(format!("expected fewer stones or players: the answer takes more than {MOST} steps").into())
}

/// Returns the least number that the first player takes to win; `None` if each take loses.
#[inline]
fn winning_take(stones: u64, limits: &[u64], room: &mut Vec<u64>) -> Option<u64> {
    let &first = limits.first()?;
    // For each player, the largest number of stones so far with which it loses, plus 1; without stones, the last one was taken by the other team, and no player loses.
    room.clear();
    room.resize(limits.len() + 1, 0);
    for left in 1..stones {
        // The first player comes after the last, who must not see what is found for the same number of stones.
        room[limits.len()] = room[0];
        for (at, &limit) in limits.iter().enumerate() {
            let next = room[at + 1];
            let wins = next > 0 && left - (next - 1) <= limit;
            if !wins {
                room[at] = left + 1;
            }
        }
    }
    let lost = room[1].checked_sub(1)?;
    Some(stones - lost).filter(|take| *take <= first)
}

impl Problem for NimInTeams {
    const THEMES: &'static [Theme] = &[Theme::TakeAway, Theme::Misere];
    const RULE: &'static str = "Players of two teams take stones in turn, each at most a number of its own, and the last stone loses: print `1` when the first team wins, else `0`";
    const IDEA: &'static str = "a table of outcomes by the number of stones and the player to move";
    const GRAMMAR: Grammar = Grammar {
        cases: Cases::UntilZeros(1),
        case: &[line(&[
            number("players"),
            number("stones"),
            list("limit", Count::Linear { times: 2, of: "players", plus: 0 }),
        ])],
        conditions: &[
            Condition::at_least("limit", Count::Exactly(1)),
            Condition::Case("the outcomes are in reach of `toolkit`", CaseCheck(is_in_reach)),
        ],
        ..Grammar::NOTHING
    };
    const EITHER: Option<[Line; 2]> = Some([Line::new("1"), Line::new("0")]);
    type Summary = ();

    fn steps(&self, case: &Fields<'_>) -> u64 {
        work(case)
    }

    #[inline]
    fn is_first(&self, case: &Case<'_, ()>) -> bool {
        let [_, stones] = case.numbers();
        let mut room = case.room.take();
        let wins = stones == 0 || winning_take(stones, case.behind(2), &mut room).is_some();
        case.room.set(room);
        wins
    }

    fn reason(&self, case: &Fields<'_>) -> Option<String> {
        let [_, stones] = case.numbers();
        let take = winning_take(stones, case.behind(2), &mut Vec::new());
        Some(take.map_or("no take wins".to_owned(), |take| format!("taking {take} wins")))
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let ([_, stones], limits) = (case.numbers(), case.behind(2));
        let facts =
            CaseAnalysis::none().with("stones", stones).with("limit", limits.first().copied().unwrap_or(0));
        if stones == 0 {
            return facts.rule("empty");
        }
        match winning_take(stones, limits, &mut Vec::new()) {
            Some(take) => facts.rule("won").with("take", take).with("left", stones - take),
            None if stones == 1 => facts.rule("last_lost"),
            None => facts.rule("lost"),
        }
    }
}
