//! Expressions as they are evaluated: names are places in a frame, and constants are folded.
//!
//! Arithmetic is exact: a result beyond 64 bits is an error with its place, never a wrong number.

use crate::error::Span;
use crate::syntax::{Binary, Fold};

/// An expression. Conditions are 0 or 1.
#[derive(Clone, Debug)]
pub enum Expression {
    Constant(i64),
    Place(usize),
    /// The number of cells of the row.
    Length,
    /// A cell of the row, from 1.
    Cell(Box<Self>, Span),
    Minus(Box<Self>, Span),
    Not(Box<Self>),
    Binary(Binary, Box<(Self, Self)>, Span),
    Call(Function, Vec<Self>, Span),
    Comprehension(Box<Comprehension>),
}

/// `all`, `any` or `sum` over a range.
#[derive(Clone, Debug)]
pub struct Comprehension {
    pub fold: Fold,
    pub place: usize,
    pub from: Expression,
    pub to: Expression,
    pub body: Expression,
    pub at: Span,
}

/// A named function of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    Min,
    Max,
    Gcd,
    Abs,
    Xor,
    Bit,
    Power,
    Root,
}

/// The functions with their names and the numbers of arguments; `len` is one of a row.
pub const FUNCTIONS: &[(&str, Function, std::ops::RangeInclusive<usize>)] = &[
    ("min", Function::Min, 1..=usize::MAX),
    ("max", Function::Max, 1..=usize::MAX),
    ("gcd", Function::Gcd, 1..=usize::MAX),
    ("xor", Function::Xor, 1..=usize::MAX),
    ("abs", Function::Abs, 1..=1),
    ("sqrt", Function::Root, 1..=1),
    ("bit", Function::Bit, 2..=2),
    ("pow", Function::Power, 2..=2),
];

/// A failure while a position is evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvalError {
    /// The place in the text.
    pub at: Span,
    /// The failure, as a lowercase fragment.
    pub why: String,
    /// The correction; empty if none is known.
    pub hint: &'static str,
    /// Whether `why` names the move, and with it the position.
    pub is_of_move: bool,
}

impl EvalError {
    /// Returns an error without a hint.
    pub fn new(at: Span, why: impl Into<String>) -> Box<Self> {
        Self::hinted(at, why, "")
    }

    /// Returns an error with a hint.
    pub fn hinted(at: Span, why: impl Into<String>, hint: &'static str) -> Box<Self> {
        Box::new(Self { at, why: why.into(), hint, is_of_move: false })
    }
}

type EvalResult<T> = Result<T, Box<EvalError>>;

/// The numbers that an expression is evaluated with.
#[derive(Debug)]
pub struct Frame<'r> {
    /// The numbers of the position, and the variables.
    pub places: &'r mut [i64],
    /// The cells, where the position is a row.
    pub row: &'r [i64],
    /// The turns of loops that are left for this position.
    pub turns: u64,
}

/// The most turns of loops for one position; a position that takes more is refused.
pub const MOST_TURNS: u64 = 100_000_000;

impl Frame<'_> {
    /// Counts a turn of a loop.
    #[inline]
    pub fn turn(&mut self, at: Span) -> EvalResult<()> {
        let left = self.turns.checked_sub(1);
        self.turns =
            left.ok_or_else(|| EvalError::new(at, format!("the loops take more than {MOST_TURNS} turns")))?;
        Ok(())
    }
}

impl Expression {
    /// Returns the number, if it is the same in every position.
    pub fn constant(&self) -> Option<i64> {
        if let Self::Constant(number) = self { Some(*number) } else { None }
    }

    /// Returns the value.
    ///
    /// # Errors
    /// A [`EvalError`], where there is none.
    #[inline]
    pub fn value(&self, frame: &mut Frame<'_>) -> EvalResult<i64> {
        match self {
            Self::Constant(number) => Ok(*number),
            Self::Place(place) => Ok(frame.places[*place]),
            _ => self.compound(frame),
        }
    }

    fn compound(&self, frame: &mut Frame<'_>) -> EvalResult<i64> {
        match self {
            Self::Constant(number) => Ok(*number),
            Self::Place(place) => Ok(frame.places[*place]),
            Self::Length => Ok(frame.row.len() as i64),
            Self::Cell(number, at) => {
                let number = number.value(frame)?;
                cell_index(number, frame.row.len(), *at).map(|index| frame.row[index])
            }
            Self::Minus(operand, at) => operand.value(frame)?.checked_neg().ok_or_else(|| overflow(*at)),
            Self::Not(operand) => Ok(1 - operand.value(frame)?),
            Self::Binary(Binary::And, operands, _) => {
                if operands.0.value(frame)? == 0 {
                    Ok(0)
                } else {
                    operands.1.value(frame)
                }
            }
            Self::Binary(Binary::Or, operands, _) => {
                if operands.0.value(frame)? != 0 {
                    Ok(1)
                } else {
                    operands.1.value(frame)
                }
            }
            Self::Binary(operator, operands, at) => {
                let (left, right) = (operands.0.value(frame)?, operands.1.value(frame)?);
                operator.apply(left, right, *at)
            }
            Self::Call(function, arguments, at) => {
                let (first, others) = arguments.split_first().ok_or_else(|| overflow(*at))?;
                let mut value = function.of_one(first.value(frame)?, *at)?;
                for argument in others {
                    let argument = argument.value(frame)?;
                    value = function.of_two(value, argument, *at)?;
                }
                Ok(value)
            }
            Self::Comprehension(over) => over.value(frame),
        }
    }
}

impl Comprehension {
    fn value(&self, frame: &mut Frame<'_>) -> EvalResult<i64> {
        let (from, to) = (self.from.value(frame)?, self.to.value(frame)?);
        let mut sum = 0_i64;
        for number in from..=to {
            frame.turn(self.at)?;
            frame.places[self.place] = number;
            let value = self.body.value(frame)?;
            match self.fold {
                Fold::All if value == 0 => return Ok(0),
                Fold::Any if value != 0 => return Ok(1),
                Fold::Sum => sum = sum.checked_add(value).ok_or_else(|| overflow(self.at))?,
                Fold::All | Fold::Any => {}
            }
        }
        Ok(if self.fold == Fold::All { 1 } else { sum })
    }
}

/// Returns the index of a cell, from 0, of its number.
pub fn cell_index(number: i64, length: usize, at: Span) -> EvalResult<usize> {
    let index = usize::try_from(number).ok().filter(|index| (1..=length).contains(index));
    let index = index.map(|index| index - 1);
    index.ok_or_else(|| {
        EvalError::new(at, format!("there is no cell {number}: the row has cells 1 to {length}"))
    })
}

fn overflow(at: Span) -> Box<EvalError> {
    EvalError::new(at, "the number is beyond 64 bits")
}

impl Binary {
    /// Returns the value of the operator for numbers.
    ///
    /// # Errors
    /// A [`EvalError`]: the result is beyond 64 bits, or the divisor is 0.
    #[inline]
    pub fn apply(self, left: i64, right: i64, at: Span) -> EvalResult<i64> {
        let number = match self {
            Self::Add => left.checked_add(right),
            Self::Subtract => left.checked_sub(right),
            Self::Multiply => left.checked_mul(right),
            Self::Divide | Self::Remainder if right == 0 => {
                return Err(EvalError::hinted(
                    at,
                    "division by 0",
                    "an `if` before it can keep it from a divisor of 0",
                ));
            }
            // Rounded down, so that (n - 1) / 2 is as expected for n = 0, too.
            Self::Divide => left.checked_div_euclid(right).map(|quotient| {
                let is_rest = right < 0 && left.rem_euclid(right) != 0;
                quotient - i64::from(is_rest)
            }),
            // Not checked: the rest of the least number divided by -1 is 0, though its quotient has more than 64 bits.
            Self::Remainder => {
                let rest = left.wrapping_rem_euclid(right);
                Some(if right < 0 && rest != 0 { rest + right } else { rest })
            }
            Self::Equal => Some(i64::from(left == right)),
            Self::Unequal => Some(i64::from(left != right)),
            Self::Less => Some(i64::from(left < right)),
            Self::AtMost => Some(i64::from(left <= right)),
            Self::Greater => Some(i64::from(left > right)),
            Self::AtLeast => Some(i64::from(left >= right)),
            Self::And => Some(i64::from(left != 0 && right != 0)),
            Self::Or => Some(i64::from(left != 0 || right != 0)),
        };
        number.ok_or_else(|| overflow(at))
    }

    /// Returns whether the operands are conditions, and whether the result is one.
    pub fn kinds(self) -> (bool, bool) {
        match self {
            Self::And | Self::Or => (true, true),
            Self::Equal | Self::Unequal | Self::Less | Self::AtMost | Self::Greater | Self::AtLeast => {
                (false, true)
            }
            Self::Add | Self::Subtract | Self::Multiply | Self::Divide | Self::Remainder => (false, false),
        }
    }
}

impl Function {
    fn of_one(self, number: i64, at: Span) -> EvalResult<i64> {
        match self {
            Self::Abs | Self::Gcd => number.checked_abs().ok_or_else(|| overflow(at)),
            Self::Root => number
                .checked_isqrt()
                .ok_or_else(|| EvalError::new(at, format!("{number} has no square root"))),
            _ => Ok(number),
        }
    }

    fn of_two(self, left: i64, right: i64, at: Span) -> EvalResult<i64> {
        match self {
            Self::Min => Ok(left.min(right)),
            Self::Max => Ok(left.max(right)),
            Self::Xor => Ok(left ^ right),
            Self::Gcd => {
                let (mut a, mut b) = (left, right.checked_abs().ok_or_else(|| overflow(at))?);
                while b != 0 {
                    (a, b) = (b, a % b);
                }
                Ok(a)
            }
            Self::Bit => match right {
                0..=62 => Ok(left >> right & 1),
                _ => Err(EvalError::new(at, format!("there is no bit {right}: bits are 0 to 62"))),
            },
            Self::Power => {
                let exponent = u64::try_from(right)
                    .map_err(|_| EvalError::new(at, format!("{right} is no exponent")))?;
                power(left, exponent).ok_or_else(|| overflow(at))
            }
            Self::Abs | Self::Root => Ok(left),
        }
    }
}

/// Returns a power, where it has no more than 64 bits. Beyond 64, only the parity of an exponent matters: of 0, 1 and -1.
pub fn power(base: i64, exponent: u64) -> Option<i64> {
    base.checked_pow(exponent.min(64 + exponent % 2) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apply(operator: Binary, left: i64, right: i64) -> Option<i64> {
        operator.apply(left, right, Span::default()).ok()
    }

    #[test]
    fn quotients_are_rounded_down_and_rests_have_the_sign_of_the_divisor() {
        for (left, right) in (-9..10).flat_map(|left| (-4..5).map(move |right| (left, right))) {
            if right == 0 {
                assert_eq!(apply(Binary::Divide, left, right), None);
                continue;
            }
            let quotient = (left as f64 / right as f64).floor() as i64;
            assert_eq!(apply(Binary::Divide, left, right), Some(quotient), "{left}/{right}");
            assert_eq!(
                apply(Binary::Remainder, left, right),
                Some(left - right * quotient),
                "{left}%{right}"
            );
        }
    }

    #[test]
    fn what_needs_more_than_64_bits_is_refused() {
        assert_eq!(apply(Binary::Add, i64::MAX, 1), None);
        assert_eq!(apply(Binary::Subtract, i64::MIN, 1), None);
        assert_eq!(apply(Binary::Multiply, 1 << 62, 2), None);
        assert_eq!(apply(Binary::Divide, i64::MIN, -1), None);
        assert!(Function::Power.of_two(2, 63, Span::default()).is_err());
        assert_eq!(Function::Power.of_two(2, 62, Span::default()), Ok(1 << 62));
        assert!(Function::Abs.of_one(i64::MIN, Span::default()).is_err());
    }

    #[test]
    fn functions_are_what_their_names_say() {
        let two = |function: Function, a, b| {
            let first = function.of_one(a, Span::default()).unwrap();
            function.of_two(first, b, Span::default()).unwrap()
        };
        assert_eq!(two(Function::Gcd, -12, 18), 6);
        assert_eq!(two(Function::Gcd, 0, 0), 0);
        assert_eq!(two(Function::Xor, 5, 3), 6);
        assert_eq!(two(Function::Bit, 5, 2), 1);
        assert_eq!(two(Function::Min, 5, 3), 3);
        assert_eq!(Function::Root.of_one(24, Span::default()), Ok(4));
        assert!(Function::Root.of_one(-1, Span::default()).is_err());
    }

    #[test]
    fn rests_and_powers_that_have_64_bits_are_numbers() {
        assert_eq!(apply(Binary::Remainder, i64::MIN, -1), Some(0));
        assert_eq!(apply(Binary::Divide, i64::MIN, -1), None);
        for (base, exponent, result) in [
            (1, 1 << 32, Some(1)),
            (0, 1 << 32, Some(0)),
            (-1, 1 << 32, Some(1)),
            (-1, (1 << 32) + 1, Some(-1)),
            (-2, 63, Some(i64::MIN)),
            (2, 63, None),
            (2, 1 << 32, None),
            (0, 0, Some(1)),
        ] {
            assert_eq!(
                Function::Power.of_two(base, exponent, Span::default()).ok(),
                result,
                "{base}, {exponent}"
            );
        }
    }
}
