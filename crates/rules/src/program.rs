//! A game as it is played: the options of a position, checked as they are made.

use std::ops::{ControlFlow, RangeInclusive};

use crate::error::Span;
use crate::expression::{EvalError, Expression, Frame, MOST_TURNS, cell_index};
use nim_engine::theory::game::Flow;

/// A game whose names are resolved.
#[derive(Clone, Debug)]
pub struct Program {
    pub title: String,
    pub layout: Layout,
    /// The condition that must hold in every position.
    pub constraint: Option<(Expression, Span)>,
    /// Numbers of a position, each with its place.
    pub lets: Vec<(usize, Expression)>,
    /// The number that every move must make smaller; `None` for the sum of the numbers.
    pub measure: Option<(Expression, Span)>,
    pub moves: Vec<Move>,
    /// The number of places in a frame.
    pub places: usize,
    /// Whether the rule is misère play.
    pub misere: bool,
}

/// The form of a position: a tuple or a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Numbers with their names and ranges.
    Tuple(Vec<(String, RangeInclusive<i64>)>),
    /// Cells, all of one range, and the name of the row.
    Row(String, RangeInclusive<i64>),
}

/// A move: its steps, and the components that it leaves.
#[derive(Clone, Debug)]
pub struct Move {
    pub at: Span,
    pub clauses: Vec<Clause>,
    pub parts: Vec<Part>,
}

/// A step in the evaluation of a move.
#[derive(Clone, Debug)]
pub enum Clause {
    Range(usize, Expression, Expression, Span),
    List(usize, Vec<Expression>, Span),
    If(Expression),
    Let(usize, Expression),
}

/// A component that a move leaves.
#[derive(Clone, Debug)]
pub struct Part {
    pub at: Span,
    pub kind: PartKind,
}

#[derive(Clone, Debug)]
pub enum PartKind {
    /// The numbers of a tuple.
    Tuple(Vec<Expression>),
    /// The row with some cells changed.
    Changed(Vec<(Expression, Expression, Span)>),
    /// Some cells of the row, from one number to another.
    Slice(Expression, Expression, Span),
}

/// The components of an option: their numbers one after another.
#[derive(Debug, Default)]
pub struct Parts {
    numbers: Vec<i64>,
    ends: Vec<usize>,
}

impl Parts {
    fn clear(&mut self) {
        self.numbers.clear();
        self.ends.clear();
    }

    /// Returns an iterator over the components.
    pub fn iter(&self) -> impl Iterator<Item = &[i64]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.numbers[start..end])
    }
}

/// Memory that is used for one position after another.
#[derive(Debug, Default)]
pub struct Scratch {
    pub places: Vec<i64>,
    places_of_part: Vec<i64>,
    parts: Parts,
}

type EvalResult<T> = Result<T, Box<EvalError>>;

/// Returns numbers with commas between them.
pub fn shown(numbers: &[impl ToString]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// Returns that a number is outside its range, as a lowercase fragment.
pub fn outside(name: &str, number: i64, range: &RangeInclusive<i64>) -> String {
    match *range.end() {
        i64::MAX => format!("`{name}` is {number}, below {}", range.start()),
        end => format!("`{name}` is {number}, not from {} to {end}", range.start()),
    }
}

impl Program {
    /// Visits the options of a position, in the order of the text.
    ///
    /// # Errors
    /// A [`EvalError`], where a move has no meaning, leaves the bounds of positions, or does not make the measure smaller.
    pub fn options(
        &self,
        position: &[i64],
        scratch: &mut Scratch,
        visit: &mut impl FnMut(&Parts) -> Flow,
    ) -> EvalResult<Flow> {
        let measure = self.measure(position, &mut scratch.places)?;
        let Scratch { places, places_of_part, parts } = scratch;
        let mut frame = self.frame(position, places)?;
        for each in &self.moves {
            let mut step = Step {
                program: self,
                position,
                measure,
                places_of_part: &mut *places_of_part,
                parts: &mut *parts,
                each,
                visit: &mut *visit,
            };
            if step.run(&each.clauses, &mut frame)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Returns the frame of a position.
    fn frame<'r>(&self, position: &'r [i64], places: &'r mut Vec<i64>) -> EvalResult<Frame<'r>> {
        places.resize(self.places, 0);
        let is_row = matches!(self.layout, Layout::Row(..));
        if !is_row {
            places[..position.len()].copy_from_slice(position);
        }
        let row = if is_row { position } else { &[] };
        let mut frame = Frame { places, row, turns: MOST_TURNS };
        for (place, number) in &self.lets {
            frame.places[*place] = number.value(&mut frame)?;
        }
        Ok(frame)
    }

    /// Returns the measure of a position.
    fn measure(&self, position: &[i64], places: &mut Vec<i64>) -> EvalResult<i64> {
        let Some((measure, at)) = &self.measure else {
            let sum = position.iter().try_fold(0_i64, |sum, &number| sum.checked_add(number));
            return sum
                .ok_or_else(|| EvalError::new(self.begin(), "the sum of the numbers is beyond 64 bits"));
        };
        let measured = measure.value(&mut self.frame(position, places)?)?;
        if measured < 0 {
            let why = format!("the measure of {} is {measured}, below 0", shown(position));
            return Err(EvalError::new(*at, why));
        }
        Ok(measured)
    }

    fn begin(&self) -> Span {
        self.moves.first().map_or(Span::default(), |first| first.at)
    }

    /// Checks that a position has the form and is within the bounds of this game.
    ///
    /// # Errors
    /// The first fault, as a lowercase fragment.
    pub fn check(&self, position: &[i64], places: &mut Vec<i64>) -> EvalResult<()> {
        self.check_numbers(position)?;
        match self.holds(position, places)? {
            true => Ok(()),
            false => Err(EvalError::new(self.begin(), "does not fulfil the condition after `where`")),
        }
    }

    #[inline]
    fn check_numbers(&self, position: &[i64]) -> EvalResult<()> {
        match &self.layout {
            Layout::Tuple(fields) => {
                for ((name, range), &number) in fields.iter().zip(position) {
                    if !range.contains(&number) {
                        return Err(EvalError::new(self.begin(), outside(name, number, range)));
                    }
                }
            }
            Layout::Row(name, range) => {
                for (&number, index) in position.iter().zip(1..) {
                    if !range.contains(&number) {
                        let why = outside(&format!("{name}[{index}]"), number, range);
                        return Err(EvalError::new(self.begin(), why));
                    }
                }
            }
        }
        Ok(())
    }

    fn holds(&self, position: &[i64], places: &mut Vec<i64>) -> EvalResult<bool> {
        let Some((constraint, _)) = &self.constraint else { return Ok(true) };
        Ok(constraint.value(&mut self.frame(position, places)?)? != 0)
    }
}

/// The evaluation of one move.
struct Step<'s, V> {
    program: &'s Program,
    position: &'s [i64],
    measure: i64,
    places_of_part: &'s mut Vec<i64>,
    parts: &'s mut Parts,
    each: &'s Move,
    visit: &'s mut V,
}

impl<V: FnMut(&Parts) -> Flow> Step<'_, V> {
    /// Goes through the steps that are left, and visits the options at the end.
    fn run(&mut self, clauses: &[Clause], frame: &mut Frame<'_>) -> EvalResult<Flow> {
        let Some((clause, rest)) = clauses.split_first() else { return self.option(frame) };
        match clause {
            Clause::If(condition) => {
                if condition.value(frame)? == 0 {
                    return Ok(ControlFlow::Continue(()));
                }
                self.run(rest, frame)
            }
            Clause::Let(place, number) => {
                frame.places[*place] = number.value(frame)?;
                self.run(rest, frame)
            }
            Clause::Range(place, from, to, at) => {
                for number in from.value(frame)?..=to.value(frame)? {
                    frame.turn(*at)?;
                    frame.places[*place] = number;
                    if self.run(rest, frame)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                Ok(ControlFlow::Continue(()))
            }
            Clause::List(place, numbers, at) => {
                for number in numbers {
                    frame.turn(*at)?;
                    frame.places[*place] = number.value(frame)?;
                    if self.run(rest, frame)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                Ok(ControlFlow::Continue(()))
            }
        }
    }

    fn option(&mut self, frame: &mut Frame<'_>) -> EvalResult<Flow> {
        self.parts.clear();
        for part in &self.each.parts {
            let start = self.parts.numbers.len();
            part.push(&mut self.parts.numbers, frame)?;
            let made = &self.parts.numbers[start..];
            // No cells are no component.
            if !made.is_empty() {
                let end = self.parts.numbers.len();
                self.parts.ends.push(end);
                self.check(part)?;
            }
        }
        Ok((self.visit)(self.parts))
    }

    /// Checks the last component: its bounds, and that it is smaller.
    fn check(&mut self, part: &Part) -> EvalResult<()> {
        let Some(made) = self.parts.iter().last() else { return Ok(()) };
        let broken = |what: String, hint| {
            let why = format!("a move from {} to {} {what}", shown(self.position), shown(made));
            Err(Box::new(EvalError { at: part.at, why, hint, is_of_move: true }))
        };
        let outside = match self.program.check_numbers(made) {
            Err(error) => Some(error.why),
            Ok(()) if self.program.holds(made, self.places_of_part)? => None,
            Ok(()) => Some("the condition after `where` does not hold there".to_owned()),
        };
        if let Some(why) = outside {
            return broken(format!("leaves the game: {why}"), "an `if` before the arrow can exclude it");
        }
        let measure = self.program.measure(made, self.places_of_part)?;
        if measure < self.measure {
            return Ok(());
        }
        let what = if self.program.measure.is_some() { "the measure" } else { "the sum of the numbers" };
        let why = format!("does not make {what} smaller: it is {measure} after {}", self.measure);
        let hint = match &self.program.measure {
            _ if self.each.parts.len() > 1 => {
                "play must end; `+` stands between two components, so that `(a + b)` in parentheses is a sum"
            }
            Some(_) => "play must end, so that every move has to make the measure smaller",
            None => {
                "play must end: declare by `measure` what every move makes smaller, or exclude the move by an `if`"
            }
        };
        broken(why, hint)
    }
}

impl Part {
    /// Adds the numbers of the component.
    fn push(&self, numbers: &mut Vec<i64>, frame: &mut Frame<'_>) -> EvalResult<()> {
        match &self.kind {
            PartKind::Tuple(tuple) => {
                for number in tuple {
                    numbers.push(number.value(frame)?);
                }
            }
            PartKind::Changed(cells) => {
                let start = numbers.len();
                numbers.extend_from_slice(frame.row);
                for (number, value, at) in cells {
                    let index = cell_index(number.value(frame)?, frame.row.len(), *at)?;
                    numbers[start + index] = value.value(frame)?;
                }
            }
            PartKind::Slice(from, to, at) => {
                let (from, to) = (from.value(frame)?, to.value(frame)?);
                if from <= to {
                    let first = cell_index(from, frame.row.len(), *at)?;
                    let last = cell_index(to, frame.row.len(), *at)?;
                    numbers.extend_from_slice(&frame.row[first..=last]);
                }
            }
        }
        Ok(())
    }
}
