//! The dialogue about a position: the program asks, the reader answers in a line, and the engine checks.

use std::io::{BufRead, Write};

use anyhow::anyhow;

use super::course::{Exercise, Question};
use super::figures;
use super::figures::ExercisePosition;
use super::texts::Texts;
use crate::built_in::played::no_file;
use crate::terminal::style as terminal;
use nim_engine::theory::game::Component;
use nim_engine::theory::shape::Shape;
use nim_explain::words::{Language, fill};
use nim_ground::random::Random;
use nim_ground::visible;
use nim_referee::table::Table;

/// The bytes of a line that are read.
const LINE: u64 = 4096;

/// The number of a component's options among which a split is searched.
const MOST_OPTIONS: usize = 1000;

/// Clears the screen and goes to its upper left corner.
const CLEAR: &str = "\x1b[2J\x1b[H";

/// Puts parts onto screens of this size, with a blank line between two; a larger part continues on the next screen.
fn screens(parts: &[String], columns: usize, rows: usize) -> Vec<String> {
    // A line wider than the terminal takes several rows.
    let height = |line: &str| visible::width(line).div_ceil(columns.max(1)).max(1);
    let mut screens: Vec<Vec<&str>> = vec![Vec::new()];
    let mut used = 0;
    for part in parts {
        if used > 0 && used + 1 + part.lines().map(height).sum::<usize>() > rows {
            screens.push(Vec::new());
            used = 0;
        }
        for line in std::iter::once("").chain(part.lines()) {
            if used > 0 && used + height(line) > rows {
                screens.push(Vec::new());
                used = 0;
            }
            if let Some(last) = screens.last_mut().filter(|_| used > 0 || !line.is_empty()) {
                last.push(line);
                used += height(line);
            }
        }
    }
    screens.into_iter().map(|lines| lines.join("\n")).collect()
}

/// The way in which a question ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The reader has given the right answer.
    Solved,
    /// The reader has left, or the input has ended.
    Left,
}

/// A dialogue over a pair of streams.
pub struct Dialogue<I, O> {
    input: I,
    out: O,
    language: Language,
    /// The hint for all positions, in place of their explanation.
    own_hint: Option<&'static str>,
    /// The columns and rows of the terminal, on which a screen is cleared before the next is shown; `None` for a pipe.
    size: Option<(usize, usize)>,
}

/// A line that the reader has entered.
enum Entered {
    Words(String),
    Hint,
    Leave,
}

impl<I: BufRead, O: Write> Dialogue<I, O> {
    pub fn new(
        input: I,
        out: O,
        language: Language,
        own_hint: Option<&'static str>,
        size: Option<(usize, usize)>,
    ) -> Self {
        Self { input, out, language, own_hint, size }
    }

    /// Returns whether there are screens, and clears the last one.
    pub fn clears(&mut self) -> anyhow::Result<bool> {
        if self.size.is_some() {
            write!(self.out, "{CLEAR}")?;
        }
        Ok(self.size.is_some())
    }

    /// Shows a text of several parts: on a terminal a screen at a time, and Enter shows the next. Returns whether the reader has
    /// left.
    pub fn show(&mut self, parts: &[String]) -> anyhow::Result<End> {
        // A line for the question, and one below it.
        let screens = match self.size {
            Some((columns, rows)) => screens(parts, columns, rows.saturating_sub(2)),
            None => vec![parts.join("\n\n")],
        };
        for (number, screen) in screens.iter().enumerate() {
            self.clears()?;
            self.say(screen)?;
            if number + 1 < screens.len() && self.pause()? == End::Left {
                return Ok(End::Left);
            }
        }
        Ok(End::Solved)
    }

    /// Waits for Enter, on a terminal, before the screen is cleared.
    pub fn pause(&mut self) -> anyhow::Result<End> {
        if self.size.is_none() {
            return Ok(End::Solved);
        }
        write!(self.out, "{} ", Texts::in_language(self.language).next)?;
        Ok(if matches!(self.listen()?, Entered::Leave) { End::Left } else { End::Solved })
    }

    /// Prints a line of text.
    pub fn say(&mut self, text: &str) -> anyhow::Result<()> {
        writeln!(self.out, "{}", terminal::fitted(text, None, terminal::columns(false)))?;
        self.out.flush()?;
        Ok(())
    }

    /// Asks about a position until it is solved.
    pub fn ask(&mut self, exercise: &Exercise, index: usize, all: usize) -> anyhow::Result<End> {
        let texts = Texts::in_language(self.language);
        if !self.clears()? {
            self.say("")?;
        }
        let question = exercise.sentence(self.language);
        self.say(&fill(texts.position, &[("number", &(index + 1)), ("all", &all), ("question", &question)]))?;
        match exercise.question {
            Question::Move => self.play(exercise, index as u64),
            Question::Outcome => {
                let right = usize::from(!figures::first_wins(&exercise.position)?);
                let right = [["first", "second"][right], texts.players[right]];
                self.until_right(exercise, |words| right.contains(&words), texts.how_outcome)
            }
            Question::Value => {
                let right = figures::value(&exercise.position)?.to_string();
                self.until_right(exercise, |words| words == right, texts.how_value)
            }
        }
    }

    fn until_right(
        &mut self,
        exercise: &Exercise,
        is_right: impl Fn(&str) -> bool,
        how: &str,
    ) -> anyhow::Result<End> {
        let texts = Texts::in_language(self.language);
        let players = [["first", "second"], texts.players].concat();
        loop {
            match self.listen()? {
                Entered::Leave => return Ok(End::Left),
                Entered::Hint => self.hint(&exercise.position, figures::placed(&exercise.position)?)?,
                Entered::Words(words) if is_right(&words) => {
                    self.say(texts.right)?;
                    return Ok(End::Solved);
                }
                Entered::Words(words) => {
                    let is_answer = players.contains(&words.as_str()) || words.parse::<u64>().is_ok();
                    self.say(if is_answer { texts.wrong } else { how })?;
                }
            }
        }
    }

    fn hint(
        &mut self,
        ExercisePosition { game, misere, .. }: &ExercisePosition,
        now: Vec<Component>,
    ) -> anyhow::Result<()> {
        if let Some(hint) = self.own_hint {
            return self.say(hint);
        }
        self.say(&figures::drawn(&figures::explained(game, *misere, now)?, false, self.language))
    }

    /// Plays a position against the computer; a move that gives the game away is taken back.
    fn play(&mut self, exercise: &Exercise, seed: u64) -> anyhow::Result<End> {
        let asked = &exercise.position;
        let table = Table::new(&asked.game, figures::placed(asked)?, asked.misere, &mut no_file);
        let mut table = table.map_err(|why| anyhow!(why))?;
        let mut random = Random::new(seed);
        let texts = Texts::in_language(self.language);
        let is_of_heaps = table.terms().iter().all(|game| game.shape() == Shape::Heap);
        self.say(if is_of_heaps { texts.how_move } else { texts.how_becomes })?;
        let mut options = (0..table.places().len()).flat_map(|place| table.options(place, MOST_OPTIONS));
        if is_of_heaps && options.any(|option| option.len() > 1) {
            self.say(texts.how_split)?;
        }
        while !table.is_over() {
            self.say(&format!("{}{}", texts.now, table.written()))?;
            let words = match self.listen()? {
                Entered::Leave => return Ok(End::Left),
                Entered::Hint => {
                    self.hint(asked, table.places().iter().map(|place| place.component.clone()).collect())?;
                    continue;
                }
                Entered::Words(words) => words,
            };
            let chosen = match table.read_typed(&words) {
                Ok(chosen) => chosen,
                Err(why) => {
                    let why = visible::line(&self.language.text(&why));
                    self.say(&fill(texts.no_move, &[("why", &why)]))?;
                    continue;
                }
            };
            let undo = table.make(chosen);
            if table.first_wins()? {
                let answer = table.winning()?.map(|answer| table.written_move(&answer));
                self.say(&match answer {
                    Some(answer) => fill(texts.loses[0], &[("answer", &answer)]),
                    None => texts.loses[1].to_owned(),
                })?;
                table.unmake(undo);
                continue;
            }
            if table.is_over() {
                break;
            }
            let Some(reply) = table.any(&mut random) else { break };
            self.say(&fill(texts.reply, &[("answer", &table.written_move(&reply))]))?;
            table.make(reply);
        }
        self.say(texts.won)?;
        Ok(End::Solved)
    }

    /// Reads a line of the reader; the end of the input counts as leaving.
    fn listen(&mut self) -> anyhow::Result<Entered> {
        write!(self.out, "> ")?;
        self.out.flush()?;
        let mut line = Vec::new();
        std::io::Read::take(&mut self.input, LINE).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            writeln!(self.out)?;
            return Ok(Entered::Leave);
        }
        let line = String::from_utf8_lossy(&line).trim().to_lowercase();
        Ok(match line.as_str() {
            "?" => Entered::Hint,
            "q" | "quit" => Entered::Leave,
            _ => Entered::Words(line),
        })
    }
}
