//! `--interactive`: the game of a problem, played to the end from both seats against an opponent that never errs.

use std::path::Path;
use std::time::Duration;

use crate::cli::Misuse;
use crate::engine::theory::game::Component;
use crate::engine::theory::refusal::Refusal;
use crate::io::Input;
use crate::judge::checker::CheckResult;
use crate::judge::interactive::referee::{Referee, Referees};
use crate::judge::verdict::Verdict;
use crate::referee::contest::Seat;
use crate::referee::duel::{Duel, End};
use crate::referee::player::{PERFECT, Player};
use crate::referee::table::Table;
use crate::registry::Entry;
use crate::solve::records::input_case;

/// Cases of a test that are played, from its beginning.
const MOST_CASES: u64 = 10;
/// CPU time that a program gets beyond its limit for each component, as a game takes about as many moves.
const TIME_PER_COMPONENT: Duration = Duration::from_micros(20);

/// The notation of a game and a position of it.
type Laid = (String, Vec<Component>);

/// The game of a problem, and how a case of its input is a position of it.
struct PlayedProblem {
    slug: &'static str,
    misere: bool,
    /// Returns the notation of the game and the position.
    position: fn(&[u64]) -> Option<Laid>,
}

/// Every problem whose cases are positions of a game of the catalogue.
const PLAYED: [PlayedProblem; 11] = [
    PlayedProblem { slug: "matches", misere: false, position: |heaps| Some(each("nim", heaps)) },
    PlayedProblem { slug: "matches-game", misere: false, position: |heaps| Some(each("nim", heaps)) },
    PlayedProblem { slug: "nim-check", misere: false, position: |heaps| Some(each("nim", heaps)) },
    PlayedProblem { slug: "nim-first-moves", misere: false, position: |heaps| Some(each("nim", heaps)) },
    PlayedProblem { slug: "stones-all-moves", misere: false, position: |heaps| Some(each("nim", heaps)) },
    PlayedProblem { slug: "john", misere: true, position: |heaps| Some(each("nim", heaps)) },
    PlayedProblem { slug: "lasker-nim", misere: false, position: |heaps| Some(each("lasker", heaps)) },
    PlayedProblem { slug: "bash", misere: false, position: bash },
    PlayedProblem { slug: "wythoff", misere: false, position: |pair| pair_of("wythoff", pair) },
    PlayedProblem { slug: "wythoff-one-case", misere: false, position: |pair| pair_of("wythoff", pair) },
    PlayedProblem { slug: "euclid-game", misere: false, position: |pair| pair_of("euclid-to-zero", pair) },
];

/// Heaps that are a component each.
fn each(game: &str, heaps: &[u64]) -> Laid {
    (game.to_owned(), heaps.iter().map(|&heap| vec![heap]).collect())
}

fn pair_of(game: &str, pair: &[u64]) -> Option<Laid> {
    (pair.len() == 2).then(|| (game.to_owned(), vec![pair.to_vec()]))
}

fn bash(numbers: &[u64]) -> Option<Laid> {
    let &[heap, most] = numbers else { return None };
    Some((format!("bash:{most}"), vec![vec![heap]]))
}

/// The games of a problem's tests.
pub struct GameOfProblem {
    entry: &'static Entry,
    played: &'static PlayedProblem,
    misere: bool,
}

impl GameOfProblem {
    /// Returns the game of a problem; `misere` asks for misère play where the problem's own is normal.
    ///
    /// # Errors
    /// A [`Misuse`], where the problem's cases are no positions of a game of the catalogue.
    pub fn new(entry: &'static Entry, misere: bool) -> anyhow::Result<Self> {
        let played = PLAYED.iter().find(|played| played.slug == entry.slug).ok_or_else(|| {
            let slugs: Vec<&str> = PLAYED.iter().map(|played| played.slug).collect();
            let slug = entry.slug;
            Misuse(format!(
                "--interactive does not know the game of {slug}, but that of {}",
                slugs.join(", ")
            ))
        })?;
        Ok(Self { entry, played, misere: misere || played.misere })
    }

    /// Returns the slug of the problem.
    pub fn slug(&self) -> &'static str {
        self.entry.slug
    }
}

impl Referees for GameOfProblem {
    fn of(&self, input: &Path) -> Result<Vec<Box<dyn Referee>>, String> {
        let mut referees: Vec<Box<dyn Referee>> = Vec::new();
        let open = || Input::open(input, true).map_err(|error| format!("{}: {error}", input.display()));
        for number in 1..=MOST_CASES {
            let Some(case) = input_case(open()?, &self.entry.grammar, number) else { break };
            let Some((notation, given)) = (self.played.position)(&case.numbers) else { continue };
            for seat in [Seat::First, Seat::Second] {
                let mut no_file = |_: &str| Err("files are not read here".to_owned());
                let table = Table::new(&notation, given.clone(), self.misere, &mut no_file)?;
                let places = u32::try_from(table.places().len()).unwrap_or(u32::MAX);
                let seed = number.wrapping_mul(2) + u64::from(seat == Seat::First);
                let duel = Duel::new(table, seat, Player::new(PERFECT, seed));
                let duel = duel.map_err(|refusal| refusal.to_string())?;
                let name = format!("case {number}, the program moves {}", seat.name());
                let allowance = TIME_PER_COMPONENT.saturating_mul(places);
                referees.push(Box::new(GameReferee { duel, name, allowance }));
            }
        }
        if referees.is_empty() {
            Err("the input holds no position of the game".to_owned())
        } else {
            Ok(referees)
        }
    }
}

/// The referee of one game.
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
            Ok(Some(End::Lose { .. })) if !self.duel.should_win() => (Verdict::Accepted, String::new()),
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

    fn hear(&mut self, line: &[u8], say: &mut Vec<u8>) -> Option<CheckResult> {
        let end = self.duel.hear(line, say);
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
    use crate::problems;

    #[test]
    fn every_problem_that_is_played_exists_and_its_samples_are_positions() {
        for played in &PLAYED {
            let entry = problems::find(played.slug).unwrap();
            assert_eq!(entry.slug, played.slug);
            let game = GameOfProblem::new(entry, false).unwrap();
            for sample in entry.texts.samples {
                let file = tempfile::NamedTempFile::new().unwrap();
                std::fs::write(file.path(), sample.input).unwrap();
                assert!(game.of(file.path()).unwrap().len() > 1, "{}", played.slug);
            }
        }
    }
}
