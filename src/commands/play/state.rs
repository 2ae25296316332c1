//! The state of a game on the screen, and the effects of keys and clicks. It knows no terminal.

use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui_core::layout::{Position, Rect};

use super::First;
use super::choices;
use super::choices::Choice;
use super::clicks::{Found, Moves};
use super::picture::CellRequest;
use super::setup::Setup;
use super::theory;
use super::theory::PageLine;
use nim_ground::random::Random;
use nim_referee::contest::{Contest, Seat};
use nim_referee::player::Player;
use nim_referee::table::{Table, TableMove};

/// The target of a click.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A part of the picture of a place.
    Picture(usize, CellRequest),
    /// A move in the list.
    Choice(usize),
}

/// The next step after a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The game continues.
    On,
    /// The player leaves the game.
    Quit,
    /// The player leaves by Ctrl-C.
    Interrupt,
    /// The program is stopped until the shell continues it.
    Suspend,
}

/// A line of text below the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// A move of either side.
    Move(String),
    Error(String),
    /// The answer to a key.
    Message(String),
}

impl Note {
    pub fn text(&self) -> &str {
        let (Self::Move(text) | Self::Error(text) | Self::Message(text)) = self;
        text
    }
}

/// Pages of text over the game.
#[derive(Clone, Debug)]
pub struct Page {
    pub title: &'static str,
    pub lines: Vec<PageLine>,
    /// The first line that is shown.
    pub top: usize,
}

/// Counts of one game, and of all.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// The number of finished games.
    pub games: u32,
    /// The number of games that the player won.
    pub won: u32,
    hints: u32,
    undone: u32,
    /// The player's moves that gave a won game away.
    errors: u32,
    /// The time in which the player was to move.
    time: Duration,
}

/// The state of a game on the screen.
pub struct State {
    setup: Setup,
    first: First,
    random: Random,
    contest: Contest,
    /// The computer's player.
    pub computer: Player,
    pub seat: Seat,
    /// The selected component.
    pub place: usize,
    /// The first component that is shown.
    pub top: usize,
    /// The moves of the selected component.
    pub choices: Vec<Choice>,
    /// Whether there are further moves.
    pub has_others: bool,
    /// The index of the picked move among the displayed ones.
    pub picked: usize,
    /// A typed or clicked move that is not in the list; it is picked instead.
    pub other: Option<Choice>,
    /// The clicks that define the picked move.
    clicks: Vec<Target>,
    /// Whether this move was picked by keys after something was typed.
    is_stepped: bool,
    /// The text typed so far.
    pub typed: String,
    /// The last moves, or an error.
    pub notes: Vec<Note>,
    /// The moves of this game, each with its reason if known.
    pub told: Vec<String>,
    pub explains: bool,
    /// The page that covers the game.
    pub page: Option<Page>,
    /// The clickable parts as last drawn; the last one lies on top.
    pub targets: Vec<(Rect, Target)>,
    /// The counts over all games.
    pub counts: Counts,
    /// Whether the player has won this game, once it is counted.
    counted: Option<bool>,
    waits_since: Instant,
}

const HELP: &[&str] = &[
    "Arrows     up and down select a component, left and right a move",
    "Enter      makes the move that is picked; so does Space",
    "Digits     type a move: 2-3 takes 3 from heap 2, 2=3 leaves 3 of it;",
    "           elsewhere, 2=… says what component 2 becomes",
    "Mouse      a click picks, a second one on the same makes the move;",
    "           clicks on several coins or heaps pick one move of them all",
    "?          a hint: what wins, and why",
    "e          explains each move, or no longer",
    "m          shows the last moves whole, where they are cut off",
    "u          takes your last move back",
    "n          begins a new game",
    "q, Ctrl-C  leaves",
    "Esc        forgets what was typed, closes this page",
];

impl State {
    /// Starts with the position on the table.
    pub fn new(
        setup: Setup,
        table: Table,
        first: First,
        seat: Seat,
        computer: Player,
        random: Random,
    ) -> Self {
        let mut state = Self {
            setup,
            first,
            random,
            contest: Contest::new(table),
            computer,
            seat,
            place: 0,
            top: 0,
            choices: Vec::new(),
            has_others: false,
            picked: 0,
            other: None,
            clicks: Vec::new(),
            is_stepped: false,
            typed: String::new(),
            notes: Vec::new(),
            told: Vec::new(),
            explains: false,
            page: None,
            targets: Vec::new(),
            counts: Counts::default(),
            counted: None,
            waits_since: Instant::now(),
        };
        state.select(0);
        state.finish();
        state
    }

    pub fn table(&self) -> &Table {
        &self.contest.table
    }

    /// Returns whether the player has won, at the end.
    pub fn has_won(&self) -> Option<bool> {
        Some(self.contest.winner()? == self.seat)
    }

    /// Returns whether the computer is to move.
    pub fn is_computers_turn(&self) -> bool {
        self.contest.turn() != self.seat && self.contest.winner().is_none()
    }

    /// Returns the indices of the moves that begin with the typed text.
    pub fn shown(&self) -> Vec<usize> {
        let typed = self.typed.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        (0..self.choices.len()).filter(|&index| self.choices[index].typed.starts_with(&typed)).collect()
    }

    /// Returns the picked move.
    pub fn pick(&self) -> Option<&Choice> {
        if self.other.is_some() {
            return self.other.as_ref();
        }
        self.choices.get(*self.shown().get(self.picked)?)
    }

    /// Handles a key.
    pub fn key(&mut self, key: KeyEvent) -> Step {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c') => Step::Interrupt,
                KeyCode::Char('d') => Step::Quit,
                KeyCode::Char('z') => Step::Suspend,
                _ => Step::On,
            };
        }
        if let Some(page) = &mut self.page {
            match key.code {
                KeyCode::Down | KeyCode::Char('j') => page.top += 1,
                KeyCode::Up | KeyCode::Char('k') => page.top = page.top.saturating_sub(1),
                KeyCode::PageDown | KeyCode::Char(' ') => page.top += 5,
                KeyCode::PageUp => page.top = page.top.saturating_sub(5),
                KeyCode::Home => page.top = 0,
                KeyCode::End => page.top = usize::MAX / 2,
                KeyCode::Char('q' | 'n' | 'u' | 'e' | 'h' | 'm' | '?') => {
                    let was_same = matches!(
                        (page.title, key.code),
                        ("Hint", KeyCode::Char('?'))
                            | ("Keys", KeyCode::Char('h'))
                            | ("Last moves", KeyCode::Char('m'))
                    );
                    self.page = None;
                    return if was_same { Step::On } else { self.command(key.code) };
                }
                _ => self.page = None,
            }
            return Step::On;
        }
        self.command(key.code)
    }

    fn command(&mut self, key: KeyCode) -> Step {
        self.clicks.clear();
        if self.typed.is_empty() {
            match key {
                KeyCode::Char('q') => return Step::Quit,
                KeyCode::Char('u') => self.undo(),
                KeyCode::Char('n') => self.begin(),
                KeyCode::Char('?') => self.hint(),
                KeyCode::Char('e') => {
                    self.explains = !self.explains;
                    let state = if self.explains { "is explained" } else { "is no longer explained" };
                    self.notes = vec![Note::Message(format!("Each move {state}."))];
                }
                KeyCode::Char('m') => {
                    let notes =
                        self.notes.iter().map(|note| PageLine::Text(note.text().to_owned())).collect();
                    self.show("Last moves", notes);
                }
                KeyCode::Char('h') | KeyCode::F(1) => {
                    self.show("Keys", HELP.iter().map(|&line| PageLine::Text(line.to_owned())).collect());
                }
                KeyCode::Char(' ') => self.play_picked(),
                _ => {}
            }
        }
        let last = self.shown().len().saturating_sub(1);
        match key {
            KeyCode::Up | KeyCode::BackTab => self.step(-1),
            KeyCode::Down | KeyCode::Tab => self.step(1),
            KeyCode::Left => self.repick(self.picked.checked_sub(1).unwrap_or(last)),
            KeyCode::Right => self.repick(if self.picked < last { self.picked + 1 } else { 0 }),
            KeyCode::Home => self.repick(0),
            KeyCode::End => self.repick(last),
            KeyCode::PageUp => self.repick(self.picked.saturating_sub(10)),
            KeyCode::PageDown => self.repick((self.picked + 10).min(last)),
            KeyCode::Enter => self.enter(),
            KeyCode::Esc => self.retype(String::new()),
            KeyCode::Backspace => {
                let mut typed = self.typed.clone();
                typed.pop();
                self.retype(typed);
            }
            // After the end there is nothing to type, and the letters are keys.
            KeyCode::Char(_) if self.contest.winner().is_some() => {}
            KeyCode::Char(char) if !self.typed.is_empty() || char.is_ascii_digit() => {
                let mut typed = self.typed.clone();
                if !char.is_control() && typed.len() < 1_000 {
                    typed.push(char);
                }
                self.retype(typed);
            }
            _ => {}
        }
        Step::On
    }

    /// Takes a click or a turn of the wheel.
    pub fn mouse(&mut self, event: MouseEvent) {
        match event.kind {
            MouseEventKind::ScrollUp => _ = self.key(KeyCode::Up.into()),
            MouseEventKind::ScrollDown => _ = self.key(KeyCode::Down.into()),
            MouseEventKind::Down(MouseButton::Left) => self.click(Position::new(event.column, event.row)),
            _ => {}
        }
    }

    fn click(&mut self, at: Position) {
        if self.page.take().is_some() {
            return;
        }
        let Some((_, target)) = self.targets.iter().rev().find(|(area, _)| area.contains(at)).cloned() else {
            return;
        };
        if self.clicks.last() == Some(&target) {
            self.play_picked();
            return;
        }
        match target {
            Target::Choice(index) => {
                self.repick(index);
                self.clicks = vec![target];
            }
            Target::Picture(place, _) => {
                if place != self.place {
                    self.select(place);
                } else if !self.typed.is_empty() {
                    self.retype(String::new());
                }
                self.clicks.push(target);
                // A click on the list has chosen the whole move, and does not count here.
                let wants = self.clicks.iter().filter_map(|click| match click {
                    Target::Picture(_, want) => Some(want.clone()),
                    Target::Choice(_) => None,
                });
                let wants: Vec<_> = wants.collect();
                let moves = Moves {
                    table: &self.contest.table,
                    place,
                    choices: &self.choices,
                    has_others: self.has_others,
                };
                let Some((found, count)) = moves.clicked(&wants) else {
                    self.clicks.clear();
                    return;
                };
                self.clicks.drain(..self.clicks.len() - count);
                match found {
                    Found::Listed(index) => self.repick(index),
                    Found::Other(choice) => self.other = Some(choice),
                }
            }
        }
    }

    /// Picks one of the displayed moves.
    fn repick(&mut self, index: usize) {
        self.picked = index;
        self.other = None;
        self.is_stepped = !self.typed.is_empty();
    }

    /// Changes the typed text; its first number selects a component.
    fn retype(&mut self, typed: String) {
        let first = typed
            .split(|char: char| !char.is_ascii_digit())
            .next()
            .and_then(|word| word.parse::<usize>().ok());
        let place = first.and_then(|number| number.checked_sub(1));
        if let Some(place) = place.filter(|&place| place < self.table().places().len() && place != self.place)
        {
            self.select(place);
        }
        self.typed = typed;
        self.picked = 0;
        self.other = None;
        self.is_stepped = false;
        // A whole move comes before longer ones with the same beginning, as with Enter.
        let whole = self.typed.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(index) = self.shown().into_iter().position(|index| self.choices[index].typed == whole) {
            self.picked = index;
        } else if self.typed.contains(['=', '-'])
            && let Ok(read) = self.table().read_typed(&self.typed)
        {
            self.other = Some(choices::choice(self.table(), read.place, read.option));
        }
        self.notes.retain(|note| !matches!(note, Note::Error(_)));
    }

    /// Selects the component at a place.
    fn select(&mut self, place: usize) {
        self.place = place;
        (self.choices, self.has_others) = choices::list(&self.contest.table, place);
        self.picked = 0;
        self.other = None;
        self.clicks.clear();
        self.is_stepped = false;
        self.typed.clear();
    }

    /// Selects a component, or the next one with a move if it has none.
    fn select_alive(&mut self, place: usize) {
        self.select(place);
        if !self.table().places().is_empty() && self.table().is_dead(place) {
            self.step(1);
        }
    }

    /// Selects the next place with a move, in one direction.
    fn step(&mut self, by: isize) {
        let count = self.table().places().len();
        let mut place = self.place;
        for _ in 0..count {
            place = (place as isize + by).rem_euclid(count as isize) as usize;
            if !self.table().is_dead(place) {
                break;
            }
        }
        if count > 0 {
            self.select(place);
        }
    }

    fn enter(&mut self) {
        if self.typed.is_empty() || self.is_stepped {
            return self.play_picked();
        }
        match self.table().read_typed(&self.typed) {
            Ok(chosen) => self.play(chosen),
            // The typed text may be the beginning of one move.
            Err(_) if self.shown().len() == 1 => self.play_picked(),
            Err(why) => self.notes = vec![Note::Error(why.to_string())],
        }
    }

    fn play_picked(&mut self) {
        if let Some(choice) = self.pick() {
            let chosen = TableMove { place: self.place, option: choice.option.clone() };
            self.play(chosen);
        }
    }

    /// Makes a move of the player.
    fn play(&mut self, chosen: TableMove) {
        if self.contest.turn() == self.seat && self.contest.winner().is_none() {
            self.counts.time += self.waits_since.elapsed();
            self.notes.clear();
            self.make("You", chosen);
        }
    }

    /// Makes the computer's move.
    pub fn reply(&mut self) {
        if !self.is_computers_turn() {
            return;
        }
        let chosen = match self.computer.choose(&mut self.contest.table) {
            Ok(chosen) => chosen,
            Err(refusal) => {
                self.notes.push(Note::Error(format!("the computer moves at random: {refusal}")));
                self.computer.any(&self.contest.table)
            }
        };
        if let Some(chosen) = chosen {
            self.make("The computer", chosen);
        }
        self.waits_since = Instant::now();
    }

    fn make(&mut self, who: &str, chosen: TableMove) {
        let place = chosen.place;
        let says = choices::choice(self.table(), place, chosen.option.clone()).says;
        let mut note = format!("{who}: {}", theory::in_place(self.table(), place, &says));
        let before = self.contest.table.analysis();
        self.contest.make(chosen);
        let mut told = note.clone();
        if let (Ok(before), Ok(after)) = (before, self.contest.table.analysis()) {
            self.counts.errors += u32::from(who == "You" && before.first_wins && after.first_wins);
            told = format!("{note}; {}", theory::judgement(&before, &after));
            if self.explains {
                note.clone_from(&told);
            }
        }
        self.told.push(format!("{told}."));
        self.notes.push(Note::Move(format!("{note}.")));
        self.select_alive(self.place.min(self.table().places().len().saturating_sub(1)));
        self.finish();
    }

    /// Counts a finished game, and shows the result.
    fn finish(&mut self) {
        let Some(has_won) = self.has_won() else { return };
        if self.counted.is_none() {
            self.counts.games += 1;
            self.counts.won += u32::from(has_won);
            self.counted = Some(has_won);
        }
        let (moves, own) = (self.contest.moves().len(), self.own_moves());
        let Counts { games, won, hints, undone, errors, time } = self.counts;
        let lines = vec![
            if has_won { "You have won." } else { "The computer has won." }.to_owned(),
            String::new(),
            format!("moves            {moves}, {own} of them yours"),
            format!("games            {games}, {won} of them won"),
            "In all games you made".to_owned(),
            format!("errors           {errors}"),
            format!("steps back       {undone}"),
            format!("use of hints     {hints}"),
            format!("use of time      {:.0} s", time.as_secs_f64()),
            String::new(),
            "n  new game     u  step back     q  leave".to_owned(),
        ];
        self.show("The end", lines.into_iter().map(PageLine::Text).collect());
    }

    fn show(&mut self, title: &'static str, lines: Vec<PageLine>) {
        self.page = Some(Page { title, lines, top: 0 });
    }

    /// Returns the number of moves that the player has made.
    fn own_moves(&self) -> usize {
        let moves = self.contest.moves().len();
        if self.seat == Seat::First { moves.div_ceil(2) } else { moves / 2 }
    }

    fn undo(&mut self) {
        // The position goes back to before the player's last move; the computer's moves after it are undone, too.
        if self.own_moves() == 0 {
            self.notes = vec![Note::Message("There is no move of yours to take back.".to_owned())];
            return;
        }
        while self.contest.take_back() && self.contest.turn() != self.seat {}
        self.told.truncate(self.contest.moves().len());
        if let Some(has_won) = self.counted.take() {
            self.counts.games -= 1;
            self.counts.won -= u32::from(has_won);
        }
        self.counts.undone += 1;
        self.notes = vec![Note::Message("Your move was taken back.".to_owned())];
        self.page = None;
        self.select_alive(0);
    }

    fn hint(&mut self) {
        self.counts.hints += 1;
        let lines = theory::hint(&mut self.contest.table);
        self.show("Hint", lines);
    }

    /// Starts a new game.
    fn begin(&mut self) {
        self.seat = self.first.seat(&mut self.random);
        let wanted = Some(self.seat == Seat::First);
        let laid = self.setup.lay(&mut self.contest.table, &mut self.random, wanted);
        self.contest.restart();
        self.told.clear();
        self.notes = laid.err().map(|error| Note::Error(format!("{error:#}"))).into_iter().collect();
        self.page = None;
        self.counted = None;
        self.waits_since = Instant::now();
        self.select_alive(0);
        self.finish();
    }
}
