//! `--interactive`: the game of a problem, played to the end from both seats against an opponent that never errs.

use std::io;
use std::ops::ControlFlow;
use std::time::Duration;

use itertools::Itertools;

use super::opened;
use crate::built_in::played;
use nim_engine::theory::refusal::Refusal;
use nim_ground::content::Content;
use nim_io::Lines;
use nim_judge::Error;
use nim_judge::checker::CheckResult;
use nim_judge::interactive::referee::{Referee, Referees};
use nim_problems::PROBLEMS;
use nim_referee::contest::Seat;
use nim_referee::duel::{Duel, End};
use nim_referee::player::{PERFECT, Player};
use nim_referee::table::Table;
use nim_solve::Tuning;
use nim_solve::problem::MappedPosition;
use nim_solve::records::each_case;
use nim_solve::registry::Entry;
use nim_task::verdict::Verdict;

/// The number of cases of a test that are played, from its beginning.
const MOST_CASES: u64 = 10;
/// The CPU time that a program gets beyond its limit for each component, as a game takes about as many moves.
const TIME_PER_COMPONENT: Duration = Duration::from_micros(20);

/// The games of a problem's tests.
pub struct GameOfProblem {
    entry: &'static Entry,
    misere: bool,
}

impl GameOfProblem {
    /// Returns the game of a problem; `misere` asks for misère play where the problem's own is normal.
    ///
    /// # Errors
    /// A usage error, where the problem's cases are no positions of a game of the catalogue.
    pub fn new(entry: &'static Entry, misere: bool) -> nim_judge::Result<Self> {
        if !played::is_played(entry) {
            let known = PROBLEMS.iter().filter(|entry| played::is_played(entry));
            let known = known.map(|entry| entry.slug).join(", ");
            let why = format!("--interactive does not know the game of {}, but that of {known}", entry.slug);
            return Err(Error::Usage(why));
        }
        Ok(Self { entry, misere })
    }

    /// Returns the games of a case: the program moves first in one of them, second in the other.
    fn of_case(&self, number: u64, laid: &MappedPosition<'_>) -> nim_judge::Result<[Box<dyn Referee>; 2]> {
        let game = self.game(number, laid, Seat::First)?;
        Ok([Box::new(game), Box::new(self.game(number, laid, Seat::Second)?)])
    }

    fn game(&self, number: u64, laid: &MappedPosition<'_>, seat: Seat) -> nim_judge::Result<GameReferee> {
        // Empty components are left out.
        let filled = laid.components.iter().filter(|component| !component.is_empty());
        let given = filled.map(<[u64]>::to_vec).collect();
        let table = Table::new(&laid.game, given, self.misere || laid.misere, &mut played::no_file)
            .map_err(|error| error.to_string())?;
        let places = u32::try_from(table.places().len()).unwrap_or(u32::MAX);
        let seed = number.wrapping_mul(2) + u64::from(seat == Seat::First);
        let duel = Duel::new(table, seat, Player::new(PERFECT, seed));
        let duel = duel.map_err(|refusal| refusal.to_string())?;
        let name = format!("case {number}, the program moves {}", seat.name());
        Ok(GameReferee { duel, name, allowance: TIME_PER_COMPONENT.saturating_mul(places) })
    }
}

impl Referees for GameOfProblem {
    fn for_test(&self, input: &Content) -> nim_judge::Result<Vec<Box<dyn Referee>>> {
        let mut referees = Vec::new();
        let input = opened(input)?;
        let mut wrong = None;
        let read = each_case(input, &self.entry.form.grammar, |number, header, fields| {
            let solver = (self.entry.form.by_case)(&[], header);
            let games = solver.map_err(|why| Error::from(why.to_string())).and_then(|solver| {
                let facts = solver.facts(fields);
                played::position(&facts).map_or(Ok(None), |laid| self.of_case(number, laid).map(Some))
            });
            match games {
                Ok(games) => referees.extend(games.into_iter().flatten()),
                Err(why) => wrong = Some(why),
            }
            let goes_on = number < MOST_CASES && wrong.is_none();
            if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if let Some(why) = wrong {
            return Err(why);
        }
        read.map_err(|failure| format!("{:#}", anyhow::Error::from(failure)))?;
        if referees.is_empty() { Err("the input holds no position of the game".into()) } else { Ok(referees) }
    }

    fn has_no_position(&self, input: &Content) -> bool {
        let mut is_played = false;
        let Ok(cases) = opened(input) else { return false };
        let read = each_case(cases, &self.entry.form.grammar, |number, header, fields| {
            let solver = (self.entry.form.by_case)(&[], header);
            is_played = solver.map_or(true, |solver| played::position(&solver.facts(fields)).is_some());
            let goes_on = number < MOST_CASES && !is_played;
            if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if read.is_err() || is_played {
            return false;
        }
        let Ok(input) = opened(input) else { return false };
        (self.entry.form.solve)(&[], input, &mut Lines::new(&mut io::sink()), &Tuning::default()).is_ok()
    }
}

/// A referee that plays one game with the program.
struct GameReferee {
    duel: Duel,
    name: String,
    allowance: Duration,
}

impl GameReferee {
    fn verdict(&self, end: Result<Option<End>, Refusal>) -> Option<CheckResult> {
        let (verdict, message) = match end {
            Err(refusal) => (Verdict::JudgeError, format!("the referee does not know: {refusal}")),
            Ok(None) => return None,
            Ok(Some(End::Win)) => (Verdict::Accepted, String::new()),
            Ok(Some(End::Illegal(why))) => (Verdict::WrongAnswer, format!("illegal: {why}")),
            Ok(Some(End::Lose { .. })) if !self.duel.should_win => (Verdict::Accepted, String::new()),
            Ok(Some(End::Lose { blunder: Some(blunder) })) => {
                (Verdict::WrongAnswer, format!("the program lost a won game by {blunder}"))
            }
            Ok(Some(End::Lose { blunder: None })) => {
                (Verdict::WrongAnswer, "the program lost a won game".to_owned())
            }
        };
        Some(CheckResult::new(verdict, message))
    }
}

impl Referee for GameReferee {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn begin(&mut self, say: &mut Vec<u8>) -> Option<CheckResult> {
        let end = self.duel.begin(say);
        self.verdict(end)
    }

    fn read_line(&mut self, line: &[u8], say: &mut Vec<u8>) -> Option<CheckResult> {
        let end = self.duel.read_line(line, say);
        self.verdict(end)
    }

    fn closed(&mut self) -> CheckResult {
        let message = "the program ended before the game did".to_owned();
        CheckResult::new(Verdict::WrongAnswer, message)
    }

    fn allowance(&self) -> Duration {
        self.allowance
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nim_testing::whole::is_whole;

    #[test]
    fn samples_of_every_problem_that_is_played_are_positions() {
        let all: Vec<&Entry> = PROBLEMS.iter().filter(|entry| played::is_played(entry)).collect();
        for slug in ["matches", "john", "bash", "wythoff", "euclid-game", "lasker-nim"] {
            assert!(all.iter().any(|entry| entry.slug == slug), "{slug}");
        }
        // One sample has a heap of 10 000, whose value takes seconds.
        for entry in all.into_iter().filter(|entry| is_whole() || entry.slug != "fibonacci-nim") {
            let game = GameOfProblem::new(entry, false).unwrap();
            for sample in entry.texts.samples {
                let file = tempfile::NamedTempFile::new().unwrap();
                std::fs::write(file.path(), sample.input).unwrap();
                assert!(
                    game.for_test(&Content::File(file.path().to_path_buf())).unwrap().len() > 1,
                    "{}",
                    entry.slug
                );
            }
        }
    }
}
