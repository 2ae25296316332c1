//! Compiles the syntax tree of a text to a game: names are resolved, kinds are checked, constants are folded.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use crate::error::{ParseError, Span};
use crate::expression::{Comprehension, EvalError, Expression, FUNCTIONS, Frame, MOST_TURNS};
use crate::parse::closest;
use crate::program::{Clause, Layout, Move, Part, PartKind, Program, outside};
use crate::syntax::{self, Binary, Fold, Form, Item, Named, Numbers, Parameter, Text, Tree, TreeKind};

type CompileResult<T> = Result<T, ParseError>;

/// The value of a parameter, by its name.
pub type Argument<'a> = (&'a str, i64);

/// An error in a text, or in the values of its parameters.
#[derive(Clone, Debug)]
pub enum CompileError {
    Text(ParseError),
    /// A wrong value of a parameter, as a lowercase fragment.
    Argument(String),
}

impl From<ParseError> for CompileError {
    fn from(error: ParseError) -> Self {
        Self::Text(error)
    }
}

/// The item that a name refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Constant(i64),
    Number(usize),
    Condition(usize),
    Row,
}

/// An expression, and whether it is a condition.
type TypedExpression = (Expression, bool);

/// The names that are known at a place of the text.
#[derive(Clone, Debug, Default)]
struct Scope {
    names: HashMap<String, Meaning>,
    /// The next free place, and the number of places in all.
    next: usize,
    places: usize,
}

/// Returns the game of a text, with the values of some parameters.
///
/// # Errors
/// The first [`CompileError`].
pub fn compile(text: &Text, arguments: &[Argument<'_>]) -> Result<Program, CompileError> {
    let mut scope = Scope::default();
    scope.parameters(text, arguments)?;
    let (form, constraint) = form(text)?;
    let layout = scope.layout(form)?;
    let constraint =
        constraint.as_ref().map(|tree| scope.condition(tree).map(|holds| (holds, tree.at))).transpose()?;
    let mut program = Program {
        title: text.title.clone(),
        layout,
        constraint,
        lets: Vec::new(),
        measure: None,
        moves: Vec::new(),
        places: 0,
        misere: text.items.iter().any(|item| matches!(item, Item::Misere)),
    };
    for item in &text.items {
        if let Item::Let(name, tree) = item {
            let (number, is_condition) = scope.kinded(tree)?;
            program.lets.push((scope.variable(name, is_condition)?, number));
        }
    }
    for item in &text.items {
        match item {
            Item::Measure(at, _) if program.measure.is_some() => {
                return Err(ParseError::new(*at, "a game has one measure: this is a second one").into());
            }
            Item::Measure(_, tree) => program.measure = Some((scope.number(tree)?, tree.at)),
            Item::Move(tree) => {
                let mut inner = scope.clone();
                program.moves.push(inner.moving(tree, &program.layout)?);
                scope.places = scope.places.max(inner.places);
            }
            _ => {}
        }
    }
    if program.moves.is_empty() {
        return Err(ParseError::new(text.end, "the game has no move")
            .hint("for example `move for k in 1..=n -> n - k`")
            .into());
    }
    program.places = scope.places;
    Ok(program)
}

/// Returns the form of a position, and the condition after `where`.
fn form(text: &Text) -> CompileResult<(&Form, Option<&Tree>)> {
    let forms = each(text, |item| match item {
        Item::Form(at, form, constraint) => Some((*at, form, constraint.as_ref())),
        _ => None,
    });
    match forms[..] {
        [] => {
            let error = ParseError::new(text.end, "the game does not say what a position is");
            Err(error.hint("write `heap n`, `position a, b` or `row c of 0..=1`"))
        }
        [(_, form, constraint)] => Ok((form, constraint)),
        [_, (at, ..), ..] => {
            Err(ParseError::new(at, "a game has one kind of position: this is a second one"))
        }
    }
}

/// Returns the results of `pick` for the items, in their order.
fn each<'t, T>(text: &'t Text, pick: impl Fn(&'t Item) -> Option<T>) -> Vec<T> {
    text.items.iter().filter_map(pick).collect()
}

impl From<Box<EvalError>> for ParseError {
    fn from(error: Box<EvalError>) -> Self {
        Self::new(error.at, error.why).hint(error.hint)
    }
}

impl Scope {
    fn check_name(&self, name: &Named) -> CompileResult<()> {
        let is_function = name.name == "len" || FUNCTIONS.iter().any(|(function, ..)| *function == name.name);
        if is_function {
            return Err(ParseError::new(name.at, format!("`{}` is the name of a function", name.name)));
        }
        if self.names.contains_key(&name.name) {
            return Err(ParseError::new(name.at, format!("the name `{}` is taken", name.name))
                .hint("choose another name"));
        }
        Ok(())
    }

    /// Declares a variable; returns its place.
    fn variable(&mut self, name: &Named, is_condition: bool) -> CompileResult<usize> {
        self.check_name(name)?;
        let place = self.next;
        self.next += 1;
        self.places = self.places.max(self.next);
        let meaning = if is_condition { Meaning::Condition(place) } else { Meaning::Number(place) };
        self.names.insert(name.name.clone(), meaning);
        Ok(place)
    }

    /// Declares the parameters of a text, with the values that are given.
    fn parameters(&mut self, text: &Text, arguments: &[Argument<'_>]) -> Result<(), CompileError> {
        let parameters = each(text, |item| match item {
            Item::Parameter(parameter) => Some(parameter),
            _ => None,
        });
        let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name.name.as_str()).collect();
        let twice = (1..arguments.len()).find_map(|at| {
            let (name, value) = arguments[at];
            let before = arguments[..at].iter().find(|(before, _)| *before == name);
            before.map(|(_, before)| {
                format!("the parameter `{name}` is given twice: as {before} and as {value}")
            })
        });
        if let Some(why) = twice {
            return Err(CompileError::Argument(why));
        }
        if let Some((name, _)) = arguments.iter().find(|(name, _)| !names.contains(name)) {
            let none = names.is_empty();
            let has = if none { "it has none".to_owned() } else { format!("it has {}", names.join(", ")) };
            return Err(CompileError::Argument(format!("the game has no parameter {name:?}: {has}")));
        }
        parameters.into_iter().try_for_each(|parameter| self.parameter(parameter, arguments))
    }

    fn parameter(&mut self, parameter: &Parameter, arguments: &[Argument<'_>]) -> Result<(), CompileError> {
        self.check_name(&parameter.name)?;
        let name = &parameter.name.name;
        let given = arguments.iter().find(|(given, _)| given == name).map(|(_, value)| *value);
        let range = self.fixed_range(parameter.within.as_ref())?;
        let value = given.unwrap_or(parameter.default);
        if !range.contains(&value) {
            let why = outside(name, value, &range);
            return Err(match given {
                Some(_) => CompileError::Argument(format!("the parameter {why}")),
                None => {
                    ParseError::new(parameter.name.at, format!("the default of the parameter {why}")).into()
                }
            });
        }
        self.names.insert(name.clone(), Meaning::Constant(value));
        Ok(())
    }

    /// Returns a number that is the same in every position.
    fn fixed(&self, tree: &Tree) -> CompileResult<i64> {
        // Parameters are the only names known here.
        let mut scope = self.clone();
        let number = scope.number(tree)?;
        let mut places = vec![0; scope.places];
        Ok(number.value(&mut Frame { places: &mut places, row: &[], turns: MOST_TURNS })?)
    }

    /// Returns a range that is the same in every position; all numbers, if there is none.
    fn fixed_range(&self, range: Option<&(Tree, Tree)>) -> CompileResult<RangeInclusive<i64>> {
        let Some((from, to)) = range else { return Ok(0..=i64::MAX) };
        let range = self.fixed(from)?..=self.fixed(to)?;
        if range.is_empty() {
            let why = format!("the range from {} to {} is empty", range.start(), range.end());
            return Err(ParseError::new(from.at.to(to.at), why));
        }
        if *range.start() < 0 {
            return Err(ParseError::new(from.at, "numbers of a game begin with 0: this one is negative"));
        }
        Ok(range)
    }

    fn layout(&mut self, form: &Form) -> CompileResult<Layout> {
        let constants = self.clone();
        match form {
            Form::Tuple(fields) => {
                let mut layout = Vec::new();
                for (name, within) in fields {
                    let range = constants.fixed_range(within.as_ref())?;
                    self.variable(name, false)?;
                    layout.push((name.name.clone(), range));
                }
                Ok(Layout::Tuple(layout))
            }
            Form::Row(name, range) => {
                let range = constants.fixed_range(Some(range))?;
                self.check_name(name)?;
                self.names.insert(name.name.clone(), Meaning::Row);
                Ok(Layout::Row(name.name.clone(), range))
            }
        }
    }

    fn condition(&mut self, tree: &Tree) -> CompileResult<Expression> {
        match self.kinded(tree)? {
            (condition, true) => Ok(condition),
            (_, false) => Err(ParseError::new(tree.at, "expected a condition, found a number")
                .hint("compare it, as in `n > 0`")),
        }
    }

    fn number(&mut self, tree: &Tree) -> CompileResult<Expression> {
        match self.kinded(tree)? {
            (number, false) => Ok(number),
            (_, true) => Err(ParseError::new(tree.at, "expected a number, found a condition")
                .hint("a condition stands after `if`")),
        }
    }

    fn kinded(&mut self, tree: &Tree) -> CompileResult<TypedExpression> {
        let at = tree.at;
        let (expression, is_condition) = match &tree.kind {
            TreeKind::Number(number) => (Expression::Constant(*number), false),
            TreeKind::Name(name) => return self.named(name, at),
            TreeKind::Cell(name, number) => {
                self.row(name)?;
                (Expression::Cell(Box::new(self.number(number)?), at), false)
            }
            TreeKind::Slice(name, _) => {
                self.row(name)?;
                let error = ParseError::new(at, "cells from one to another are a component, not a number");
                return Err(error.hint("a single cell is `c[i]`"));
            }
            TreeKind::Call(name, arguments) => (self.call(name, arguments, at)?, false),
            TreeKind::Minus(operand) => (Expression::Minus(Box::new(self.number(operand)?), at), false),
            TreeKind::Not(operand) => (Expression::Not(Box::new(self.condition(operand)?)), true),
            TreeKind::Binary(operator, operands) => {
                let (takes_conditions, is_condition) = operator.kinds();
                let operands = if takes_conditions {
                    (self.condition(&operands.0)?, self.condition(&operands.1)?)
                } else {
                    (self.number(&operands.0)?, self.number(&operands.1)?)
                };
                (Expression::Binary(*operator, Box::new(operands), at), is_condition)
            }
            TreeKind::Comprehension(fold, name, range, body) => {
                let (from, to) = (self.number(&range.0)?, self.number(&range.1)?);
                let outer = (self.names.clone(), self.next);
                let place = self.variable(name, false)?;
                let body = if *fold == Fold::Sum { self.number(body) } else { self.condition(body) };
                (self.names, self.next) = outer;
                let over = Comprehension { fold: *fold, place, from, to, body: body?, at };
                (Expression::Comprehension(Box::new(over)), *fold != Fold::Sum)
            }
        };
        Ok((folded(expression, tree)?, is_condition))
    }

    fn named(&self, name: &str, at: Span) -> CompileResult<TypedExpression> {
        match self.names.get(name) {
            Some(Meaning::Constant(number)) => Ok((Expression::Constant(*number), false)),
            Some(Meaning::Number(place)) => Ok((Expression::Place(*place), false)),
            Some(Meaning::Condition(place)) => Ok((Expression::Place(*place), true)),
            Some(Meaning::Row) => {
                let error = ParseError::new(at, format!("`{name}` is the row, not a number"));
                Err(error.hint(format!("a cell is `{name}[i]`, the number of cells is `len({name})`")))
            }
            None => Err(self.unknown("name", name, at, self.names.keys().map(String::as_str).collect())),
        }
    }

    fn unknown(&self, what: &str, name: &str, at: Span, known: Vec<&str>) -> ParseError {
        let error = ParseError::new(at, format!("unknown {what} `{name}`"));
        if let Some(near) = closest(name, &known) {
            return error.hint(format!("did you mean `{near}`?"));
        }
        let mut known = known;
        known.sort_unstable();
        match known[..] {
            [] => error.hint("only parameters are known here"),
            _ => error.hint(format!("known here: {}", known.join(", "))),
        }
    }

    /// Checks that a name is the name of the row.
    fn row(&self, name: &Named) -> CompileResult<()> {
        match self.names.get(&name.name) {
            Some(Meaning::Row) => Ok(()),
            Some(_) => {
                let error = ParseError::new(name.at, format!("`{}` is a number: it has no cells", name.name));
                Err(error.hint("cells are those of a `row`"))
            }
            None => {
                let rows = self.names.iter().filter(|(_, meaning)| **meaning == Meaning::Row);
                Err(self.unknown("row", &name.name, name.at, rows.map(|(name, _)| name.as_str()).collect()))
            }
        }
    }

    fn call(&mut self, name: &Named, arguments: &[Tree], at: Span) -> CompileResult<Expression> {
        if name.name == "len" {
            return match arguments {
                [Tree { kind: TreeKind::Name(row), at }] => {
                    self.row(&Named { at: *at, name: row.clone() })?;
                    Ok(Expression::Length)
                }
                _ => Err(ParseError::new(at, "`len` takes the name of the row")),
            };
        }
        let Some((_, function, counts)) = FUNCTIONS.iter().find(|(function, ..)| *function == name.name)
        else {
            let names: Vec<&str> = FUNCTIONS.iter().map(|(name, ..)| *name).chain(["len"]).collect();
            return Err(self.unknown("function", &name.name, name.at, names));
        };
        if !counts.contains(&arguments.len()) {
            let takes = if *counts.start() == 1 { "1 argument" } else { "2 arguments" };
            return Err(ParseError::new(
                at,
                format!("`{}` takes {takes}, not {}", name.name, arguments.len()),
            ));
        }
        let arguments = arguments.iter().map(|argument| self.number(argument));
        Ok(Expression::Call(*function, arguments.collect::<CompileResult<_>>()?, at))
    }

    fn moving(&mut self, tree: &syntax::Move, layout: &Layout) -> CompileResult<Move> {
        let mut clauses = Vec::new();
        for clause in &tree.clauses {
            clauses.push(match clause {
                syntax::Clause::If(condition) => Clause::If(self.condition(condition)?),
                syntax::Clause::Let(name, tree) => {
                    let (number, is_condition) = self.kinded(tree)?;
                    Clause::Let(self.variable(name, is_condition)?, number)
                }
                syntax::Clause::For(name, Numbers::Range(from, to)) => {
                    let (at, is_literal) = (from.at.to(to.at), from.is_literal() && to.is_literal());
                    let (from, to) = (self.number(from)?, self.number(to)?);
                    // A parameter may make it empty.
                    if let (true, Some(from), Some(to)) = (is_literal, from.constant(), to.constant())
                        && from > to
                    {
                        return Err(ParseError::new(at, format!("the range from {from} to {to} is empty")));
                    }
                    Clause::Range(self.variable(name, false)?, from, to, at)
                }
                syntax::Clause::For(name, Numbers::List(numbers)) => {
                    let at = numbers.first().map_or(name.at, |first| first.at);
                    let numbers =
                        numbers.iter().map(|number| self.number(number)).collect::<CompileResult<_>>()?;
                    Clause::List(self.variable(name, false)?, numbers, at)
                }
            });
        }
        let parts = tree.parts.iter().map(|part| self.part(part, layout));
        Ok(Move { at: tree.at, clauses, parts: parts.collect::<CompileResult<_>>()? })
    }

    fn part(&mut self, part: &syntax::Part, layout: &Layout) -> CompileResult<Part> {
        let at = part.at;
        let kind = match (&part.kind, layout) {
            (syntax::PartKind::Numbers(numbers), Layout::Tuple(fields)) => {
                if numbers.len() != fields.len() {
                    let names: Vec<&str> = fields.iter().map(|(name, _)| name.as_str()).collect();
                    let (is, has) = (numbers.len(), fields.len());
                    let error = ParseError::new(at, format!("a position has {has} numbers, not {is}"));
                    return Err(error.hint(format!("write them as `({})`", names.join(", "))));
                }
                PartKind::Tuple(
                    numbers.iter().map(|number| self.number(number)).collect::<CompileResult<_>>()?,
                )
            }
            (syntax::PartKind::Changed(name, _), Layout::Tuple(_)) => {
                self.row(name)?;
                PartKind::Changed(Vec::new())
            }
            (syntax::PartKind::Changed(name, cells), Layout::Row(..)) => {
                self.row(name)?;
                let cells =
                    cells.iter().map(|(cell, value)| Ok((self.number(cell)?, self.number(value)?, cell.at)));
                PartKind::Changed(cells.collect::<CompileResult<_>>()?)
            }
            (syntax::PartKind::Numbers(numbers), Layout::Row(row, _)) => match &numbers[..] {
                [Tree { kind: TreeKind::Name(name), at }] => {
                    self.row(&Named { at: *at, name: name.clone() })?;
                    PartKind::Changed(Vec::new())
                }
                [Tree { kind: TreeKind::Slice(name, range), at }] => {
                    self.row(name)?;
                    PartKind::Slice(self.number(&range.0)?, self.number(&range.1)?, *at)
                }
                _ => {
                    let error = ParseError::new(at, "a component of this game is a row, not numbers");
                    return Err(
                        error.hint(format!("write `{row} with [i] = 0`, or `{row}[i..=j]` for a part of it"))
                    );
                }
            },
        };
        Ok(Part { at, kind })
    }
}

/// Returns an expression of constants as a constant. One without a value is an error where its numbers stand in the text; where
/// parameters make it so, it may never be evaluated.
fn folded(expression: Expression, tree: &Tree) -> CompileResult<Expression> {
    match &expression {
        Expression::Binary(Binary::And, operands, _) if operands.0.constant() == Some(0) => {
            return Ok(Expression::Constant(0));
        }
        Expression::Binary(Binary::Or, operands, _)
            if operands.0.constant().is_some_and(|number| number != 0) =>
        {
            return Ok(Expression::Constant(1));
        }
        Expression::Binary(Binary::Divide | Binary::Remainder, operands, at)
            if operands.1.constant() == Some(0) && tree.last_is_literal() =>
        {
            return Err(ParseError::new(*at, "division by 0"));
        }
        _ => {}
    }
    let is_constant = match &expression {
        Expression::Minus(operand, _) | Expression::Not(operand) => operand.constant().is_some(),
        Expression::Binary(_, operands, _) => operands.0.constant().and(operands.1.constant()).is_some(),
        Expression::Call(_, arguments, _) => arguments.iter().all(|argument| argument.constant().is_some()),
        _ => false,
    };
    if !is_constant {
        return Ok(expression);
    }
    match expression.value(&mut Frame { places: &mut [], row: &[], turns: MOST_TURNS }) {
        Ok(value) => Ok(Expression::Constant(value)),
        Err(error) if tree.is_literal() => Err(error.into()),
        Err(_) => Ok(expression),
    }
}
