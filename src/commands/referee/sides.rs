//! The two sides of a game, each on its own thread with a copy of the game; moves pass between them.
//!
//! A side that is a program talks with its thread as with a judge. While the opponent thinks, that thread waits, and the time does not
//! count against the program. A side that leaves, for any reason, closes its end of the channel, which tells the other.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use itertools::{Either, Itertools};

use crate::commands::sg;
use crate::terminal::UsageError;
use nim_engine::theory::game::Component;
use nim_ground::error::best_effort;
use nim_ground::limits::Limits;
use nim_ground::lock::locked;
use nim_judge::checker::CheckResult;
use nim_judge::confinement::Sandboxed;
use nim_judge::interactive::referee::Referee;
use nim_judge::interactive::{Partner, run_dialogue};
use nim_referee::contest::{Contest, Seat, end_line};
use nim_referee::error::MoveError;
use nim_referee::player::{Level, Player};
use nim_referee::table::Table;
use nim_sandbox::run::{Loan, Stopped};
use nim_task::verdict::Verdict;

/// A game between two players, before it is played.
#[derive(Clone, Debug)]
pub struct Game {
    /// The game in its notation.
    pub notation: String,
    /// Whether the rule is misère play.
    pub misere: bool,
    /// The starting position.
    pub position: Vec<Component>,
    /// The position as text.
    pub written: String,
    /// Whether the player a makes the first move.
    pub a_is_first: bool,
    /// Whether the player to move first can win, where the engine knows.
    pub first_wins: Option<bool>,
    /// The seed of built-in players.
    pub seed: u64,
}

impl Game {
    /// Returns the seat of a player: 0 for a, 1 for b.
    pub fn seat(&self, side: usize) -> Seat {
        if (side == 0) == self.a_is_first { Seat::First } else { Seat::Second }
    }

    /// Returns the player of a seat.
    pub fn side(&self, seat: Seat) -> usize {
        usize::from(self.seat(0) != seat)
    }

    /// Starts the game on a table.
    pub fn contest(&self) -> anyhow::Result<Contest> {
        let mut table = Table::from_games(&self.notation, sg::games(&self.notation)?, self.misere);
        table.lay(self.position.clone()).map_err(UsageError::new)?;
        Ok(Contest::new(table))
    }
}

/// One of the two players.
pub enum Side<'a> {
    /// A program in its sandbox.
    Program(&'a Sandboxed<'a>),
    /// A built-in player.
    Computer(&'static Level),
}

/// The record of a game that both sides keep.
#[derive(Debug, Default)]
pub struct Record {
    /// The moves as text.
    pub moves: Vec<String>,
    /// The winner by the rules.
    pub winner: Option<Seat>,
    /// The seat that wrote an illegal move, with the reason.
    pub illegal: Option<(Seat, String)>,
    /// The seat that had ended when its move was due.
    pub gone: Option<Seat>,
}

/// The end of a game for one side.
#[derive(Clone, Debug, Default)]
pub struct SideEnd {
    /// The CPU time of a program.
    pub cpu: Duration,
    /// The reason why a program failed, if it did.
    pub failure: Option<(Verdict, String)>,
    /// The end of a failed program's standard error.
    pub stderr: String,
    interrupted: bool,
}

/// The result of one game.
#[derive(Debug)]
pub struct GameResult {
    /// The moves and the winner.
    pub record: Record,
    /// The end of the game for each side.
    pub sides: [SideEnd; 2],
}

/// A side's end of the line to its opponent, with its own copy of the game.
struct OpponentLine {
    contest: Contest,
    seat: Seat,
    record: Arc<Mutex<Record>>,
    to: Sender<String>,
    from: Receiver<String>,
}

impl OpponentLine {
    /// Makes a move of this side and tells the opponent.
    fn make(&mut self, line: &[u8]) -> Result<(), MoveError> {
        let chosen = self.contest.read(line)?;
        self.contest.make(chosen);
        let written = self.contest.moves().next_back().unwrap_or_default().to_owned();
        let mut record = locked(&self.record);
        record.moves.push(written.clone());
        record.winner = self.contest.winner();
        drop(record);
        // A closed channel is noticed when the opponent's move is awaited.
        best_effort(self.to.send(written));
        Ok(())
    }

    /// Waits for the opponent's move; `None` where the opponent has gone.
    fn wait_for_move(&mut self) -> Option<String> {
        let written = self.from.recv().ok()?;
        let chosen = self.contest.read(format!("move {written}").as_bytes()).ok()?;
        self.contest.make(chosen);
        Some(written)
    }
}

/// The judge that a program sees.
struct ProgramReferee(OpponentLine);

impl ProgramReferee {
    /// Passes the opponent's move on, if it is the opponent's turn, and ends the game if it is over.
    fn wait(&mut self, say: &mut Vec<u8>) -> Option<CheckResult> {
        let OpponentLine { contest, seat, .. } = &self.0;
        let (seat, accepted) = (*seat, CheckResult::new(Verdict::Accepted, String::new()));
        if contest.winner().is_none() && contest.turn() != seat {
            match self.0.wait_for_move() {
                // The protocol has a space.
                Some(written) => {
                    say.extend_from_slice(format!("move {}\n", written.replacen('=', " ", 1)).as_bytes());
                }
                None => {
                    locked(&self.0.record).gone = Some(seat.other());
                    say.extend_from_slice(end_line(true).as_bytes());
                    return Some(accepted);
                }
            }
        }
        let has_won = self.0.contest.winner()? == seat;
        locked(&self.0.record).winner = self.0.contest.winner();
        say.extend_from_slice(end_line(has_won).as_bytes());
        Some(accepted)
    }
}

impl Referee for ProgramReferee {
    fn begin(&mut self, say: &mut Vec<u8>) -> Option<CheckResult> {
        say.extend_from_slice(self.0.contest.opening(self.0.seat).as_bytes());
        self.wait(say)
    }

    fn read_line(&mut self, line: &[u8], say: &mut Vec<u8>) -> Option<CheckResult> {
        if let Err(why) = self.0.make(line) {
            say.extend_from_slice(format!("end illegal {why}\n").as_bytes());
            locked(&self.0.record).illegal = Some((self.0.seat, why.to_string()));
            return Some(CheckResult::new(Verdict::WrongAnswer, why.to_string()));
        }
        self.wait(say)
    }

    fn closed(&mut self) -> CheckResult {
        CheckResult::new(Verdict::WrongAnswer, "the program ended before the game did".to_owned())
    }
}

/// Plays all games; stops early when interrupted.
///
/// # Errors
/// When a program cannot be run, or the engine refuses a built-in player an answer.
pub fn play_all(
    games: &[Game],
    sides: [&Side<'_>; 2],
    limits: &Limits,
    interrupted: &AtomicBool,
) -> anyhow::Result<Vec<GameResult>> {
    let records = games.iter().map(|_| Arc::<Mutex<Record>>::default()).collect_vec();
    let ends = records.iter().map(|record| {
        let ((to_b, from_a), (to_a, from_b)) = (channel(), channel());
        ((Arc::clone(record), to_b, from_b), (Arc::clone(record), to_a, from_a))
    });
    let (of_a, of_b) = ends.unzip();
    let has_failed = AtomicBool::new(false);
    let play = |index: usize, lines| {
        let played = play_side(games, index, sides[index], lines, limits, [interrupted, &has_failed]);
        if played.is_err() {
            has_failed.store(true, Ordering::Relaxed);
        }
        played
    };
    let (a, b) = thread::scope(|scope| {
        let other = thread::Builder::new().spawn_scoped(scope, || play(1, of_b));
        let other = other.context("cannot start a thread")?;
        let a = play(0, of_a);
        let b = other.join().unwrap_or_else(|_| Err(anyhow::anyhow!("a side of the game panicked")));
        anyhow::Ok((a?, b?))
    })?;
    let played = records.into_iter().zip(a.into_iter().zip(b));
    let results = played
        .take_while(|(_, (a, b))| !((a.interrupted || b.interrupted) && interrupted.load(Ordering::Relaxed)));
    Ok(results
        .map(|(record, (a, b))| GameResult { record: std::mem::take(&mut locked(&record)), sides: [a, b] })
        .collect())
}

type Ends = (Arc<Mutex<Record>>, Sender<String>, Receiver<String>);

/// Plays all games of one side.
fn play_side(
    games: &[Game],
    index: usize,
    side: &Side<'_>,
    lines: Vec<Ends>,
    limits: &Limits,
    stops: [&AtomicBool; 2],
) -> anyhow::Result<Vec<SideEnd>> {
    let is_stopped = || stops.iter().any(|stop| stop.load(Ordering::Relaxed));
    let mut player = match side {
        Side::Program(sandboxed) => Either::Left(sandboxed.start()?),
        Side::Computer(level) => Either::Right(*level),
    };
    let mut ends = Vec::new();
    for (game, (record, to, from)) in games.iter().zip(lines) {
        let mut line = OpponentLine { contest: game.contest()?, seat: game.seat(index), record, to, from };
        let end = match &mut player {
            Either::Right(level) => {
                let mut player = Player::new(level, game.seed ^ index as u64);
                while line.contest.winner().is_none() && !is_stopped() {
                    if line.contest.turn() == line.seat {
                        let chosen = player.choose(&mut line.contest.table)?.context("there is no move")?;
                        let written = line.contest.table.written_move(&chosen);
                        line.make(format!("move {written}").as_bytes())?;
                    } else if line.wait_for_move().is_none() {
                        break;
                    }
                }
                let winner = line.contest.winner();
                let mut record = locked(&line.record);
                record.winner = winner.or(record.winner);
                drop(record);
                SideEnd { interrupted: winner.is_none() && is_stopped(), ..SideEnd::default() }
            }
            Either::Left(runner) => {
                let partner = Partner::Referee(Box::new(ProgramReferee(line)));
                let dialogue = run_dialogue(vec![runner.start(&Loan::default(), limits)?], limits, partner)?;
                let is_failure = dialogue.result.verdict != Verdict::Accepted;
                SideEnd {
                    cpu: dialogue.run.cpu,
                    interrupted: dialogue.run.stopped == Some(Stopped::Interrupted),
                    failure: is_failure.then(|| (dialogue.result.verdict, dialogue.result.message.clone())),
                    stderr: String::from_utf8_lossy(&dialogue.run.stderr).into_owned(),
                }
            }
        };
        let is_last = end.interrupted || is_stopped();
        ends.push(end);
        if is_last {
            break;
        }
    }
    Ok(ends)
}
