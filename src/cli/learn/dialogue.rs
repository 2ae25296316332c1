//! The dialogue about a position: the program asks, the reader answers in a line, and the engine checks.

use std::io::{BufRead, Write};

use anyhow::anyhow;

use super::asked::Asked;
use super::course::{Exercise, Question};
use super::figures;
use crate::cli::played::no_file;
use nim_engine::theory::game::Component;
use nim_ground::random::Random;
use nim_judge::visible;
use nim_referee::table::Table;

/// The bytes of a line that are read.
const LINE: u64 = 4096;

/// How a question ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// With the right answer.
    Solved,
    /// The reader has left, or the input has ended.
    Left,
}

/// A dialogue over a pair of streams.
pub struct Dialogue<I, O> {
    input: I,
    out: O,
}

/// What the reader says.
enum Said {
    Words(String),
    Hint,
    Leave,
}

impl<I: BufRead, O: Write> Dialogue<I, O> {
    /// Begins a dialogue.
    pub fn new(input: I, out: O) -> Self {
        Self { input, out }
    }

    /// Prints a line.
    pub fn say(&mut self, text: &str) -> anyhow::Result<()> {
        writeln!(self.out, "{text}")?;
        self.out.flush()?;
        Ok(())
    }

    /// Asks about a position until it is solved.
    pub fn ask(&mut self, exercise: &Exercise, index: usize, all: usize) -> anyhow::Result<End> {
        self.say(&format!("\nPosition {} of {all}. {}", index + 1, exercise.sentence()))?;
        match exercise.question {
            Question::Move => self.play(exercise, index as u64),
            Question::Outcome => {
                let right = if figures::first_wins(&exercise.position)? { "first" } else { "second" };
                self.until_right(exercise, right, "Write `first` or `second`.")
            }
            Question::Value => {
                let right = figures::value(&exercise.position)?.to_string();
                self.until_right(exercise, &right, "Write a number.")
            }
        }
    }

    fn until_right(&mut self, exercise: &Exercise, right: &str, how: &str) -> anyhow::Result<End> {
        loop {
            match self.listen()? {
                Said::Leave => return Ok(End::Left),
                Said::Hint => self.hint(&exercise.position, figures::placed(&exercise.position)?)?,
                Said::Words(words) if words == right => {
                    self.say("Right.")?;
                    return Ok(End::Solved);
                }
                Said::Words(words)
                    if ["first", "second"].contains(&words.as_str()) || words.parse::<u64>().is_ok() =>
                {
                    self.say("No; try once more, or ask for a hint with `?`.")?;
                }
                Said::Words(_) => self.say(how)?,
            }
        }
    }

    fn hint(&mut self, Asked { game, misere, .. }: &Asked, now: Vec<Component>) -> anyhow::Result<()> {
        self.say(&figures::drawn(&figures::explained(game, *misere, now)?))
    }

    /// Plays a position against the computer; a move that gives the game away is taken back.
    fn play(&mut self, exercise: &Exercise, seed: u64) -> anyhow::Result<End> {
        let asked = &exercise.position;
        let table = Table::new(&asked.game, figures::placed(asked)?, asked.misere, &mut no_file);
        let mut table = table.map_err(|why| anyhow!(why))?;
        let mut random = Random::new(seed);
        self.say("Write the number of a heap, and what it becomes: `1 0` takes all of heap 1.")?;
        while !table.is_over() {
            self.say(&format!("position: {}", table.written()))?;
            let words = match self.listen()? {
                Said::Leave => return Ok(End::Left),
                Said::Hint => {
                    self.hint(asked, table.places().iter().map(|place| place.component.clone()).collect())?;
                    continue;
                }
                Said::Words(words) => words,
            };
            let words: Vec<&str> = words.split_ascii_whitespace().collect();
            let chosen = match table.read_move(&words) {
                Ok(chosen) => chosen,
                Err(why) => {
                    self.say(&format!("That is no move: {}.", visible::line(&why)))?;
                    continue;
                }
            };
            let undo = table.make(chosen);
            if table.first_wins()? {
                let answer = table.winning()?.map(|answer| table.written_move(&answer));
                self.say(&match answer {
                    Some(answer) => format!("That loses: the computer would move {answer}. Take it back."),
                    None => "That loses: it is the last move. Take it back.".to_owned(),
                })?;
                table.unmake(undo);
                continue;
            }
            if table.is_over() {
                break;
            }
            let Some(reply) = table.any(&mut random) else { break };
            self.say(&format!("Right. The computer moves {}.", table.written_move(&reply)))?;
            table.make(reply);
        }
        self.say("You have won.")?;
        Ok(End::Solved)
    }

    /// Reads what the reader says; the end of the input is a leave.
    fn listen(&mut self) -> anyhow::Result<Said> {
        write!(self.out, "> ")?;
        self.out.flush()?;
        let mut line = Vec::new();
        std::io::Read::take(&mut self.input, LINE).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            writeln!(self.out)?;
            return Ok(Said::Leave);
        }
        let line = String::from_utf8_lossy(&line).trim().to_lowercase();
        Ok(match line.as_str() {
            "?" => Said::Hint,
            "q" | "quit" => Said::Leave,
            _ => Said::Words(line),
        })
    }
}
