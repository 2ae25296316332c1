//! Rules that are a game of the engine under another name, by a proof from their form.
//!
//! *Idea*: loops over constants are unrolled, so that each move becomes instances in which only the heap n, and for a split the first part
//! a, are unknown. The rest is linear: a guard is a bound of n, and the target is `n - t`, or `a` and `n - t - a` for all a of a range.
//! From these the numbers that may be taken, and the number of heaps that may be left, are read off exactly. Rules of another form are no
//! such game, even if they have the same moves.

use std::collections::BTreeMap;

use crate::expression::{Expression, Function, power};
use crate::program::{Clause, Layout, Move, PartKind, Program};
use crate::syntax::Binary;
use nim_engine::games::heaps::HeapGame;
use nim_engine::sequence::code::Code;

/// The most tokens that a recognised move takes.
const MOST_TAKEN: i64 = 4096;
/// The limit of move instances.
const MOST_INSTANCES: usize = 1 << 14;

/// A number as a sum: a constant, and multiples of the heap and of the part that is split off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Linear {
    constant: i64,
    heap: i64,
    part: i64,
}

impl Linear {
    const HEAP: Self = Self { constant: 0, heap: 1, part: 0 };
    const PART: Self = Self { constant: 0, heap: 0, part: 1 };
    const HEAP_WITHOUT_PART: Self = Self { constant: 0, heap: 1, part: -1 };
    const HEAP_BUT_ONE: Self = Self { constant: -1, heap: 1, part: 0 };

    const fn constant(constant: i64) -> Self {
        Self { constant, heap: 0, part: 0 }
    }

    fn plus(self, other: Self, sign: i64) -> Option<Self> {
        let add = |a: i64, b: i64| b.checked_mul(sign).and_then(|b| a.checked_add(b));
        Some(Self {
            constant: add(self.constant, other.constant)?,
            heap: add(self.heap, other.heap)?,
            part: add(self.part, other.part)?,
        })
    }

    fn times(self, factor: i64) -> Option<Self> {
        Self::constant(0).plus(self, factor)
    }

    /// Returns the constant, if it is one.
    fn fixed(self) -> Option<i64> {
        (self.heap == 0 && self.part == 0).then_some(self.constant)
    }
}

/// The last number of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Linear(Linear),
    /// Half of a linear number, rounded down.
    Half(Linear),
    /// The smaller of a constant and a linear number.
    AtMost(i64, Linear),
}

/// A move with constant loops unrolled: the conditions of the heap, and the part that is split off.
#[derive(Clone, Debug, Default)]
struct Instance {
    known: BTreeMap<usize, Linear>,
    /// The heap is at least this, and at most.
    least: i64,
    most: Option<i64>,
    /// The range of the part that is split off.
    split: Option<(i64, End)>,
}

/// The heaps that a move may leave for each number of tokens taken, as the bits of an octal code; splits in unequal parts are separate.
#[derive(Debug, Default)]
struct Digits {
    digits: BTreeMap<i64, u8>,
    /// Whether any number may be taken.
    takes_any: bool,
    /// Numbers of tokens after whose removal the rest is split in unequal parts.
    unequal: Vec<i64>,
    instances: usize,
}

/// Bits of an octal digit: nothing is left, one heap, two.
const NOTHING: u8 = 1;
const ONE: u8 = 2;
const TWO: u8 = 4;

/// Returns the game of the engine that has exactly these moves, if the form of the rules shows it.
pub fn recognise(program: &Program) -> Option<HeapGame> {
    let Layout::Tuple(fields) = &program.layout else { return None };
    let [(_, range)] = &fields[..] else { return None };
    let is_plain = *range == (0..=i64::MAX)
        && program.constraint.is_none()
        && program.lets.is_empty()
        && program.measure.is_none();
    if !is_plain {
        return None;
    }
    let mut digits = Digits::default();
    for each in &program.moves {
        let known = BTreeMap::from([(0, Linear::HEAP)]);
        let instance = Instance { known, ..Instance::default() };
        digits.unroll(each, &each.clauses, instance)?;
    }
    digits.game()
}

impl Digits {
    /// Goes through the steps that are left; `None` if one is of another form.
    fn unroll(&mut self, each: &Move, clauses: &[Clause], mut instance: Instance) -> Option<()> {
        let Some((clause, rest)) = clauses.split_first() else {
            self.instances += 1;
            return if self.instances <= MOST_INSTANCES { self.take(each, &instance) } else { None };
        };
        match clause {
            Clause::If(condition) => {
                if instance.require(condition)? {
                    self.unroll(each, rest, instance)
                } else {
                    Some(())
                }
            }
            Clause::Let(place, number) => {
                instance.known.insert(*place, instance.linear(number)?);
                self.unroll(each, rest, instance)
            }
            Clause::List(place, numbers, _) => numbers.iter().try_for_each(|number| {
                let mut next = instance.clone();
                next.known.insert(*place, instance.linear(number)?);
                self.unroll(each, rest, next)
            }),
            Clause::Range(place, from, to, _) => {
                let from = instance.linear(from)?.fixed()?;
                match instance.end(to)? {
                    End::Linear(to) if to.fixed().is_some() => {
                        self.unroll_loop(each, rest, &instance, *place, from..=to.constant, None)
                    }
                    End::AtMost(most, to) => {
                        self.unroll_loop(each, rest, &instance, *place, from..=most, Some(to))
                    }
                    // A range that grows with the heap: the range of a part, or of all numbers that may be taken.
                    end if instance.split.is_none() => {
                        instance.split = Some((from, end));
                        instance.known.insert(*place, Linear::PART);
                        self.unroll(each, rest, instance)
                    }
                    _ => None,
                }
            }
        }
    }

    /// Unrolls a loop over numbers that are at most `bound`.
    fn unroll_loop(
        &mut self,
        each: &Move,
        rest: &[Clause],
        instance: &Instance,
        place: usize,
        numbers: std::ops::RangeInclusive<i64>,
        bound: Option<Linear>,
    ) -> Option<()> {
        for number in numbers {
            // Turns without an instance count, too.
            self.instances += 1;
            if self.instances > MOST_INSTANCES {
                return None;
            }
            let mut next = instance.clone();
            next.known.insert(place, Linear::constant(number));
            if bound.map_or(Some(true), |bound| next.at_least(bound, number))? {
                self.unroll(each, rest, next)?;
            }
        }
        Some(())
    }

    /// Reads the numbers that an instance takes and leaves; `None` if it has another form.
    fn take(&mut self, each: &Move, instance: &Instance) -> Option<()> {
        let mut heaps = Vec::new();
        for part in &each.parts {
            let PartKind::Tuple(numbers) = &part.kind else { return None };
            heaps.push(instance.linear(numbers.first()?)?);
        }
        if instance.most.is_some_and(|most| most < instance.least) {
            return Some(());
        }
        match (&heaps[..], instance.split) {
            // Any number k from 1 to n is taken, or any number m from 0 to n - 1 is left.
            ([Linear::HEAP_WITHOUT_PART], Some((1, End::Linear(Linear::HEAP))))
            | ([Linear::PART], Some((0, End::Linear(Linear::HEAP_BUT_ONE)))) => {
                let is_any = instance.least == 0 && instance.most.is_none();
                self.takes_any |= is_any;
                is_any.then_some(())
            }
            ([Linear { constant, heap: 1, part: 0 }], None) => {
                let taken = constant.checked_neg().filter(|taken| (1..=MOST_TAKEN).contains(taken))?;
                let digit = match (instance.least - taken, instance.most) {
                    (0, None) => NOTHING | ONE,
                    (1, None) => ONE,
                    (0, Some(most)) if most == taken => NOTHING,
                    _ => return None,
                };
                self.add(taken, digit)
            }
            // All of a heap of one size.
            ([Linear { constant: 0, heap: 0, part: 0 }], None) => {
                let taken = instance.least;
                let is_whole = instance.most == Some(taken) && (1..=MOST_TAKEN).contains(&taken);
                if is_whole { self.add(taken, NOTHING) } else { None }
            }
            ([one, other], Some((from, end))) => self.split(*one, *other, from, end, instance),
            _ => None,
        }
    }

    fn split(&mut self, one: Linear, other: Linear, from: i64, end: End, instance: &Instance) -> Option<()> {
        let ((Linear::PART, Linear { constant, heap: 1, part: -1 })
        | (Linear { constant, heap: 1, part: -1 }, Linear::PART)) = (one, other)
        else {
            return None;
        };
        let taken = constant.checked_neg().filter(|taken| (0..=MOST_TAKEN).contains(taken))?;
        let all = Linear { constant: -taken, heap: 1, part: 0 };
        // The heap must have at least the tokens that are taken and the fewest of both parts, as the range of the part demands, too; other
        // bounds are other games.
        if instance.most.is_some() || !(0..=taken + 2 * from).contains(&instance.least) {
            return None;
        }
        let one_less = all.plus(Linear::constant(1), -1);
        match (from, end) {
            (1, End::Half(to)) if to == all => self.add(taken, TWO),
            (1, End::Linear(to)) if Some(to) == one_less => self.add(taken, TWO),
            (1, End::Half(to)) if Some(to) == one_less => {
                self.unequal.push(taken);
                Some(())
            }
            (0, End::Half(to) | End::Linear(to)) if to == all => {
                // With no token taken, an empty part would leave the heap as it is.
                if taken > 0 { self.add(taken, NOTHING | ONE | TWO) } else { None }
            }
            _ => None,
        }
    }

    fn add(&mut self, taken: i64, digit: u8) -> Option<()> {
        *self.digits.entry(taken).or_default() |= digit;
        Some(())
    }

    fn game(self) -> Option<HeapGame> {
        if self.takes_any {
            let is_nim = self.digits.values().all(|digit| *digit & TWO == 0) && self.unequal.is_empty();
            return is_nim.then(HeapGame::nim);
        }
        if !self.unequal.is_empty() {
            return (self.unequal == [0] && self.digits.is_empty()).then(HeapGame::grundys_game);
        }
        if self.digits.is_empty() {
            return None;
        }
        if self.digits.values().all(|digit| *digit == NOTHING | ONE) {
            let numbers = self.digits.keys().filter_map(|&taken| u64::try_from(taken).ok());
            return Some(HeapGame::subtract(numbers.collect()));
        }
        let last = self.digits.keys().copied().max().unwrap_or(0);
        let digits = (0..=last.max(1)).map(|taken| self.digits.get(&taken).copied().unwrap_or(0).to_string());
        let mut code: String = digits.collect();
        code.insert(1, '.');
        let code = Code::octal(&code).ok()?;
        Some(HeapGame::code(code.to_string(), code))
    }
}

impl Instance {
    /// Returns an expression as a linear one.
    fn linear(&self, expression: &Expression) -> Option<Linear> {
        match expression {
            Expression::Constant(number) => Some(Linear::constant(*number)),
            Expression::Place(place) => self.known.get(place).copied(),
            Expression::Minus(operand, _) => self.linear(operand)?.times(-1),
            Expression::Binary(Binary::Add, operands, _) => {
                self.linear(&operands.0)?.plus(self.linear(&operands.1)?, 1)
            }
            Expression::Binary(Binary::Subtract, operands, _) => {
                self.linear(&operands.0)?.plus(self.linear(&operands.1)?, -1)
            }
            Expression::Binary(Binary::Multiply, operands, _) => {
                let (left, right) = (self.linear(&operands.0)?, self.linear(&operands.1)?);
                match (left.fixed(), right.fixed()) {
                    (Some(factor), _) => right.times(factor),
                    (_, Some(factor)) => left.times(factor),
                    _ => None,
                }
            }
            Expression::Call(Function::Power, operands, _) => {
                let (base, exponent) =
                    (self.linear(operands.first()?)?.fixed()?, self.linear(operands.get(1)?)?.fixed()?);
                power(base, u64::try_from(exponent).ok()?).map(Linear::constant)
            }
            _ => None,
        }
    }

    fn end(&self, expression: &Expression) -> Option<End> {
        match expression {
            Expression::Call(Function::Min, operands, _) if operands.len() == 2 => {
                let (left, right) = (self.linear(&operands[0])?, self.linear(&operands[1])?);
                match (left.fixed(), right.fixed()) {
                    (Some(left), Some(right)) => Some(End::Linear(Linear::constant(left.min(right)))),
                    (Some(most), None) => Some(End::AtMost(most, right)),
                    (None, Some(most)) => Some(End::AtMost(most, left)),
                    (None, None) => None,
                }
            }
            Expression::Binary(Binary::Divide, operands, _) => {
                (self.linear(&operands.1)?.fixed()? == 2).then_some(End::Half(self.linear(&operands.0)?))
            }
            _ => self.linear(expression).map(End::Linear),
        }
    }

    /// Adds a condition; returns whether it may hold, or `None` if it is no bound of the heap.
    fn require(&mut self, condition: &Expression) -> Option<bool> {
        let Expression::Binary(operator, operands, _) = condition else {
            return condition.constant().map(|holds| holds != 0);
        };
        if *operator == Binary::And {
            return Some(self.require(&operands.0)? && self.require(&operands.1)?);
        }
        let (left, right) = (self.linear(&operands.0)?, self.linear(&operands.1)?);
        let (left_more, right_more) = (left.plus(right, -1)?, right.plus(left, -1)?);
        match operator {
            Binary::AtLeast => self.at_least(left_more, 0),
            Binary::Greater => self.at_least(left_more, 1),
            Binary::AtMost => self.at_least(right_more, 0),
            Binary::Less => self.at_least(right_more, 1),
            Binary::Equal => Some(self.at_least(left_more, 0)? && self.at_least(right_more, 0)?),
            _ => None,
        }
    }

    /// Adds that a linear number is at least another; returns whether that may be so.
    fn at_least(&mut self, number: Linear, least: i64) -> Option<bool> {
        let bound = least.checked_sub(number.constant)?;
        match (number.heap, number.part) {
            (0, 0) => Some(bound <= 0),
            (1, 0) => {
                self.least = self.least.max(bound);
                Some(true)
            }
            (-1, 0) => {
                let most = bound.checked_neg()?;
                self.most = Some(self.most.map_or(most, |before| before.min(most)));
                Some(true)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Rules;
    use nim_engine::theory::budget::Budget;
    use nim_engine::theory::evaluator::Evaluator;
    use nim_engine::theory::game::Game;
    use nim_engine::theory::refusal::Refusal;
    use nim_engine::theory::watch::unwatched;
    use proptest::prelude::*;

    fn plan(text: &str) -> String {
        Rules::parse(text).unwrap().plan().unwrap()
    }

    fn values(text: &str, most: u64) -> Result<Vec<u64>, Refusal> {
        let mut evaluator = Evaluator::new(Box::new(Rules::parse(text).unwrap()));
        (0..=most).map(|heap| evaluator.value(&[heap], &mut Budget::new(&mut unwatched))).collect()
    }

    /// Returns the game that a text is by its form; empty for none.
    fn known(moves: &str) -> String {
        let plan = plan(&format!("game Heap\nheap n\n{moves}"));
        let name = plan.strip_prefix("the moves are those of ").and_then(|rest| rest.split(',').next());
        name.map(|name| name.split(' ').next().unwrap_or_default().to_owned()).unwrap_or_default()
    }

    #[test]
    fn forms_are_known() {
        for (moves, game) in [
            ("move for k in 1..=n -> n - k", "nim"),
            ("move for m in 0..=n - 1 -> m", "nim"),
            ("move for k in 1..=3 if k <= n -> n - k", "subtract:..3"),
            ("move for k in 1..=min(n, 3) -> n - k", "subtract:..3"),
            ("move for k in {2, 5} let m = n - k if m >= 0 -> m", "subtract:2"),
            ("move for i in 0..=3 let k = pow(2, i) if n >= k -> n - k", "subtract:1"),
            ("move if n > 1 -> n - 1", "0.2"),
            ("move if n == 3 -> 0", "0.001"),
            ("move for a in 1..=n / 2 -> a + (n - a)", "4.0"),
            ("move for a in 1..=n - 1 -> a + (n - a)", "4.0"),
            ("move for a in 1..=(n - 1) / 2 -> a + (n - a)", "grundy"),
            ("move for k in 1..=2 if k <= n for a in 0..=n - k -> (n - k - a) + a", "0.77"),
            ("move if n >= 4 for a in 1..=n - 3 -> a + (n - 2 - a)", "0.04"),
            ("move if n >= 4 for a in 1..=(n - 2) / 2 -> a + (n - 2 - a)", "0.04"),
            ("move if n > 0 -> n - 1 move if n >= 4 for a in 1..=n - 3 -> a + (n - 2 - a)", "0.34"),
        ] {
            assert_eq!(known(moves), game, "{moves}");
        }
        // The same moves in another form, and moves of no such game.
        for moves in [
            "move for k in 1..=n if k < 4 -> n - k",
            "move for k in 1..=n if n > 3 -> n - k",
            "move for k in 1..=2 -> n - k",
            "move for k in 1..=2 if k <= n for a in 0..=(n - k) / 3 -> a + (n - k - a)",
            "move if n >= 3 -> n - 1",
            "move if n >= 1 -> 0",
            "move if n >= 5 for a in 1..=n - 3 -> a + (n - 2 - a)",
            "move if n >= 3 for a in 0..=n - 2 -> a + (n - 2 - a)",
            "move for a in 0..=n / 2 -> a + (n - a)",
            "move for a in 1..=n / 2 -> a + a",
            "move for a in 1..=n / 2 -> a + (n - a) + 1",
            "move if n % 2 == 0 and n > 0 -> n - 1",
            "move if n != 4 and n > 0 -> n - 1",
            "move for k in 1..=n -> n - k move for a in 1..=n / 2 -> a + (n - a)",
        ] {
            assert_eq!(known(moves), "", "{moves}");
        }
    }

    /// Returns a move whose numbers are drawn, near the forms that are known.
    fn any_move() -> impl Strategy<Value = String> {
        let guard = prop_oneof![
            Just(String::new()),
            (0_i64..6).prop_map(|c| format!("if n >= {c} ")),
            (0_i64..6).prop_map(|c| format!("if n > {c} ")),
            (0_i64..6).prop_map(|c| format!("if n == {c} ")),
            (0_i64..9).prop_map(|c| format!("if n < {c} ")),
            (0_i64..6, 0_i64..6).prop_map(|(b, c)| format!("if n - {b} >= {c} ")),
        ];
        let body = prop_oneof![
            (0_i64..5).prop_map(|t| format!("-> n - {t}")),
            (0_i64..4, 1_i64..6).prop_map(|(a, b)| format!("for k in {a}..={} if k <= n -> n - k", a + b)),
            (0_i64..4, 1_i64..6).prop_map(|(a, b)| format!("for k in {a}..=min({}, n) -> n - k", a + b)),
            (0_i64..3, 0_i64..4, 0_i64..3).prop_map(|(from, t, less)| {
                format!("for a in {from}..=(n - {t} - {less}) / 2 -> a + (n - {t} - a)")
            }),
            (0_i64..3, 0_i64..4, 0_i64..3).prop_map(|(from, t, less)| {
                format!("for a in {from}..=n - {t} - {less} -> a + (n - {t} - a)")
            }),
            Just("for k in 1..=n -> n - k".to_owned()),
            Just("for k in 0..=n - 1 -> k".to_owned()),
            Just("-> 0".to_owned()),
        ];
        (guard, body).prop_map(|(guard, body)| format!("move {guard}{body}\n"))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 1_000 } else { 20_000 }))]

        /// A game known by its form has the same values as its moves one by one, and none of its moves is broken.
        #[test]
        fn a_known_form_has_the_values_of_its_moves(moves in prop::collection::vec(any_move(), 1..3)) {
            const MOST: u64 = 24;
            let text = format!("game Heap\nheap n\n{}", moves.concat());
            if plan(&text).starts_with("the moves are those of") {
                let searched = format!("{text}measure n");
                prop_assert!(!plan(&searched).starts_with("the moves are those of"));
                prop_assert_eq!(values(&text, MOST), values(&searched, MOST), "{}", text);
            }
        }
    }
}
