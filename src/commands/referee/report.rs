//! The result of the games: a table, and the first game that each side lost.

use anyhow::Context;
use serde::Serialize;

use super::Args;
use super::sides::{Game, GameResult, Record, SideEnd};
use crate::terminal::say;
use crate::terminal::style::{Colours, Style};
use nim_ground::append::Append as _;
use nim_ground::visible;
use nim_referee::contest::Seat;
use nim_task::verdict::Verdict;

/// The name and version of the JSON.
pub const SCHEMA: &str = "toolkit-referee/2";
/// The most moves of a game that the text shows.
const MOST_MOVES: usize = 40;
/// The names of the players.
const NAMES: [&str; 2] = ["a", "b"];

/// The results of all games.
#[derive(Serialize)]
pub struct Report {
    game: String,
    rule: &'static str,
    players: [PlayerReport; 2],
    games: Vec<GameReport>,
}

#[derive(Default, Serialize)]
struct PlayerReport {
    player: String,
    won: u32,
    lost: u32,
    /// The number of games with the first move, and of those won.
    first: u32,
    first_won: u32,
    /// The number of games that this player could have won against any play, as far as the engine knows, and of those won.
    winnable: u32,
    winnable_won: u32,
    /// Games lost by an illegal move, by a limit, and by an early end.
    illegal: u32,
    timeouts: u32,
    crashes: u32,
    /// The most CPU time of a game, in seconds.
    cpu: f64,
}

#[derive(Serialize)]
struct GameReport {
    position: String,
    first: &'static str,
    winner: &'static str,
    /// The reason of a loss; empty if the game was played to its end.
    reason: String,
    moves: Vec<String>,
    /// The number of the loser's first move that gave a won game away, where there is one and the engine knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    blunder: Option<usize>,
    #[serde(skip)]
    stderr: String,
}

impl Report {
    /// Returns the report of games that were played.
    ///
    /// # Errors
    /// When the judge failed in a game.
    pub fn new(args: &Args, games: &[Game], played: Vec<GameResult>) -> anyhow::Result<Self> {
        let players = [&args.a, &args.b];
        let mut report = Self {
            game: args.game.clone(),
            rule: if args.misere { "misere" } else { "normal" },
            players: players.map(|player| PlayerReport { player: player.clone(), ..PlayerReport::default() }),
            games: Vec::new(),
        };
        for (game, played) in games.iter().zip(played) {
            let game = report.game(game, played)?;
            report.games.push(game);
        }
        Ok(report)
    }

    fn game(&mut self, game: &Game, played: GameResult) -> anyhow::Result<GameReport> {
        let GameResult { record, sides } = played;
        for ((player, name), side) in self.players.iter_mut().zip(NAMES).zip(&sides) {
            if let Some((Verdict::JudgeError, why)) = &side.failure {
                anyhow::bail!("{name}: {why}");
            }
            player.cpu = player.cpu.max(side.cpu.as_secs_f64());
        }
        let (loser, reason) = self.lost(game, &record, &sides)?;
        let winner = 1 - loser;
        for (side, player) in self.players.iter_mut().enumerate() {
            let (has_won, seat) = (side == winner, game.seat(side));
            player.won += u32::from(has_won);
            player.lost += u32::from(!has_won);
            player.first += u32::from(seat == Seat::First);
            player.first_won += u32::from(has_won && seat == Seat::First);
            let is_winnable = game.first_wins == Some(seat == Seat::First);
            player.winnable += u32::from(is_winnable);
            player.winnable_won += u32::from(is_winnable && has_won);
        }
        let is_first_loss = self.games.iter().all(|game| game.winner != NAMES[winner]);
        Ok(GameReport {
            position: game.written.clone(),
            first: NAMES[usize::from(!game.a_is_first)],
            winner: NAMES[winner],
            reason,
            // The search for a blunder takes longer than the game.
            blunder: if is_first_loss { blunder(game, &record.moves, game.seat(loser))? } else { None },
            moves: record.moves,
            stderr: sides[loser].stderr.clone(),
        })
    }

    /// Returns the loser of a game with the reason; nothing if the game was played to its end.
    fn lost(
        &mut self,
        game: &Game,
        record: &Record,
        sides: &[SideEnd; 2],
    ) -> anyhow::Result<(usize, String)> {
        // A program that fails after the end has ended the game before.
        if let Some(winner) = record.winner {
            return Ok((game.side(winner.other()), String::new()));
        }
        if let Some((seat, why)) = &record.illegal {
            let loser = game.side(*seat);
            self.players[loser].illegal += 1;
            return Ok((loser, format!("illegal: {why}")));
        }
        // The other side may fail, too, once it is alone.
        let gone = record.gone.map(|seat| game.side(seat));
        let loser = gone.or_else(|| sides.iter().position(|side| side.failure.is_some()));
        let loser = loser.context("a game ended without a winner")?;
        let Some((verdict, why)) = &sides[loser].failure else { return Ok((loser, String::new())) };
        let player = &mut self.players[loser];
        let is_late = *verdict == Verdict::TimeLimit;
        *if is_late { &mut player.timeouts } else { &mut player.crashes } += 1;
        Ok((loser, format!("{verdict}: {why}")))
    }

    /// Returns whether a player broke the rules or failed.
    pub fn has_faults(&self) -> bool {
        self.games.iter().any(|game| !game.reason.is_empty())
    }

    /// Returns the numbers of games that each player has won.
    pub fn verdict(&self) -> String {
        let [a, b] = &self.players;
        format!("{}: a won {}, b won {}\n", say::counted(self.games.len(), "game"), a.won, b.won)
    }

    pub fn text(&self) -> String {
        let rule = if self.rule == "misere" { "misère play" } else { "normal play" };
        let games = say::counted(self.games.len(), "game");
        let mut text = format!("{}, {rule}, {games}\n\n", visible::line(&self.game));
        text += "     won  lost    won moving      won from   illegal  time  ended  most CPU\n";
        text += "                       first      winnable      move  limit  early      time\n";
        for (name, player) in NAMES.iter().zip(&self.players) {
            let PlayerReport { won, lost, illegal, timeouts, crashes, cpu, .. } = player;
            let first = format!("{} of {}", player.first_won, player.first);
            let winnable = format!("{} of {}", player.winnable_won, player.winnable);
            writeln!(
                text,
                "{name:<4} {won:>3} {lost:>5} {first:>13} {winnable:>13} {illegal:>9} {timeouts:>6} {crashes:>6} {cpu:>7.2} s  {}",
                visible::line(&player.player)
            );
        }
        for (index, name) in NAMES.iter().enumerate() {
            let lost = self.games.iter().enumerate().filter(|(_, game)| game.winner == NAMES[1 - index]);
            // A game lost by a fault says more than one lost by the rules.
            let first =
                lost.clone().find(|(_, game)| !game.reason.is_empty()).or_else(|| lost.clone().next());
            if let Some((number, game)) = first {
                let title = format!("The first game that {name} lost: game {}", number + 1);
                writeln!(text, "\n{}", Colours::of_stdout().paint(Style::Bold, &title));
                game.write(&mut text);
            }
        }
        text
    }
}

impl GameReport {
    fn write(&self, text: &mut String) {
        writeln!(text, "  position {}, {} moves first", visible::line(&self.position), self.first);
        let other = if self.first == NAMES[0] { NAMES[1] } else { NAMES[0] };
        for (index, written) in self.moves.iter().enumerate().take(MOST_MOVES) {
            let mover = if index % 2 == 0 { self.first } else { other };
            let blunder = if self.blunder == Some(index + 1) { "   gives a won game away" } else { "" };
            writeln!(text, "  {mover}: move {}{blunder}", visible::line(written));
        }
        if self.moves.len() > MOST_MOVES {
            writeln!(text, "  … {} more moves", self.moves.len() - MOST_MOVES);
        }
        if !self.reason.is_empty() {
            writeln!(text, "  {}", visible::line(&self.reason));
        }
        let errors: Vec<&str> = self.stderr.lines().collect();
        for line in errors.iter().rev().take(5).rev().filter(|_| !self.reason.is_empty()) {
            writeln!(text, "  standard error: {}", visible::line(line));
        }
    }
}

/// Returns the number, from 1, of the first move by which a seat gave a won game away; `None` also where the engine does not know.
fn blunder(game: &Game, moves: &[String], seat: Seat) -> anyhow::Result<Option<usize>> {
    let Some(mut could_win) = game.first_wins else { return Ok(None) };
    let mut contest = game.contest()?;
    for (number, written) in (1..).zip(moves) {
        let mover = contest.turn();
        let Ok(chosen) = contest.read(format!("move {written}").as_bytes()) else { break };
        contest.make(chosen);
        let Ok(other_can_win) = contest.table.first_wins() else { break };
        if could_win && other_can_win && mover == seat {
            return Ok(Some(number));
        }
        could_win = other_can_win;
    }
    Ok(None)
}
