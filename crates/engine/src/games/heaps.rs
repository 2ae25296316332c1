//! Games on single heaps: Nim, subtraction games, take-and-break codes, Grundy's game.

use itertools::Itertools as _;

use super::lasker;
use crate::sequence::code::Code;
use crate::sequence::definition::Definition;
use crate::sequence::hexadecimal::Hexadecimal;
use crate::sequence::octal::Octal;
use crate::sequence::period::Period;
use crate::sequence::repeating::Repeating;
use crate::sequence::source::Sequence;
use crate::sequence::subtraction::{self, AllBut, Amounts, Subtraction};
use crate::sequence::theorem::Theorem;
use crate::theory::game::{
    Budget, Component, Flow, Game, Goal, Move, Reason, Refusal, Unanswerable, Visit, Winning,
};

/// A game whose components are single heaps with values in a [`Sequence`].
#[derive(Debug)]
pub struct HeapGame {
    name: String,
    moves: HeapMove,
    sequence: Sequence,
    /// The reason why G(n) is undefined, if it is.
    no_sequence: Option<Unanswerable>,
    /// Whether stones may be added.
    additions: bool,
}

/// The moves of a game on one heap.
#[derive(Clone, Debug)]
enum HeapMove {
    /// A number from a to b is taken; with 1 and 2^64 - 1, any number.
    Interval(u64, u64),
    /// A number of a set is taken.
    Of(Amounts),
    /// A power of this base is taken.
    Power(u64),
    /// Any number except these is taken.
    But(Vec<u64>),
    /// The moves of a take-and-break code.
    Code(Code),
    /// The heap is split in two unequal ones.
    UnequalSplit,
}

const fn pure(period: u64) -> Option<Period> {
    Some(Period { preperiod: 0, period, saltus: 0 })
}

impl HeapGame {
    fn new(name: String, moves: HeapMove, sequence: Sequence) -> Self {
        Self { name, moves, sequence, no_sequence: None, additions: false }
    }

    /// Nim: any number of stones is taken.
    pub fn nim() -> Self {
        let period = Some(Period { preperiod: 0, period: 1, saltus: 1 });
        let proof = "Bouton (1901): the options of heap n have the values 0 to n - 1";
        Self::new("nim".to_owned(), HeapMove::Interval(1, u64::MAX), Sequence::formula(Some, period, proof))
    }

    /// Poker Nim: Nim in which stones may also be added to a heap, as long as the player has stones in hand. Play ends when no
    /// stone lies in a heap.
    ///
    /// An addition is answered by taking the stones away again, and additions come to an end; so the values are those of
    /// Nim (*Winning Ways*, chapter 3), and every addition wins that leaves what a winning move of Nim leaves. The
    /// [options](Game::options) are those of Nim: additions are reversible.
    pub fn poker() -> Self {
        Self { additions: true, ..Self::nim() }
    }

    /// Nimble: a coin on square n of a strip moves to any square before it; it is a heap of n stones.
    pub fn nimble() -> Self {
        Self { name: "nimble".to_owned(), no_sequence: Some(Unanswerable::NimbleIsNim), ..Self::nim() }
    }

    /// Bash's game: one to `most` are taken.
    pub fn bash(most: u64) -> Self {
        Self { name: format!("bash:{most}"), ..Self::interval(1, most) }
    }

    /// One of `from` to `to` is taken, 1 <= from <= to.
    pub fn interval(from: u64, to: u64) -> Self {
        let name = match (from, to) {
            (1, _) => format!("subtract:..{to}"),
            _ if from == to => format!("subtract:{from}"),
            _ => format!("subtract:{from}..{to}"),
        };
        // A period of 2^64 or more is that of Nim as far as heaps reach.
        let period = from.checked_add(to).and_then(pure);
        let proof = "a heap n has the value floor((n mod (a + b)) / a), where a to b may be taken";
        let sequence =
            Sequence::formula(move |n| Some(subtraction::interval_value(from, to, n)), period, proof);
        Self::new(name, HeapMove::Interval(from, to), sequence)
    }

    /// One of `numbers` is taken; they rise, and none is 0.
    pub fn subtract(numbers: Vec<u64>) -> Self {
        if let (Some(&first), Some(&last)) = (numbers.first(), numbers.last())
            && last - first == numbers.len() as u64 - 1
        {
            return Self::interval(first, last);
        }
        let name = format!("subtract:{}", numbers.iter().join(","));
        let divisor = numbers.iter().copied().fold(0, greatest_common_divisor).max(1);
        let set: Vec<u64> = numbers.iter().map(|number| number / divisor).collect();
        let last = set.last().copied().unwrap_or(0);
        let theorem = Theorem::Subtraction { last };
        let table = Sequence::table(Subtraction::new(Amounts::Finite(set)), theorem).stretched(divisor);
        Self::new(name, HeapMove::Of(Amounts::Finite(numbers)), table)
    }

    /// Creates the game in which a square is taken.
    pub fn squares() -> Self {
        Self::unproved("squares", Amounts::Squares)
    }

    /// Creates the game in which a prime is taken.
    pub fn primes() -> Self {
        Self::unproved("primes", Amounts::Primes)
    }

    fn unproved(name: &str, set: Amounts) -> Self {
        let table = Sequence::table(Subtraction::new(set.clone()), Theorem::None);
        Self::new(name.to_owned(), HeapMove::Of(set), table)
    }

    /// Creates the game in which a power of `base` is taken, base >= 1.
    pub fn powers(base: u64) -> Self {
        let period = if base % 2 == 1 { pure(2) } else { pure(base + 1) };
        let proof = "the powers of b are 1 and -1 modulo b + 1";
        let sequence = Sequence::formula(move |n| Some(subtraction::powers_value(base, n)), period, proof);
        // The only power of 1 is itself.
        let moves = if base == 1 { HeapMove::Interval(1, 1) } else { HeapMove::Power(base) };
        Self::new(format!("powers-of:{base}"), moves, sequence)
    }

    /// Creates the game in which any number except these is taken; they rise, and none is 0.
    pub fn all_but(numbers: Vec<u64>) -> Self {
        let last = numbers.last().copied().unwrap_or(0);
        let sequence = Sequence::table(AllBut::new(numbers.clone()), Theorem::AllBut { last });
        Self::new(format!("allbut:{}", numbers.iter().join(",")), HeapMove::But(numbers), sequence)
    }

    /// Returns the game of a code, under the name it was given.
    pub fn code(name: String, code: Code) -> Self {
        let sequence = match code.parts() {
            _ if code.repeats() => return Self::repeating(name, code),
            3.. => Sequence::table(Hexadecimal::new(code.clone()), Theorem::Hexadecimal(code.clone())),
            parts => {
                let theorem = Theorem::GuySmith { parts: u64::from(parts).max(1), last: code.last() as u64 };
                Sequence::table(Octal::new(&code), theorem)
            }
        };
        Self::new(name, HeapMove::Code(code), sequence)
    }

    /// Returns the game of a code whose digits repeat.
    fn repeating(name: String, code: Code) -> Self {
        let without_splits =
            code.digits().iter().enumerate().all(|(taken, digit)| taken == 0 || [0, 3].contains(digit));
        match (code.digits()[0], code.cycle()) {
            (0, [3]) if without_splits => {
                let forbidden = (1..code.digits().len()).filter(|&taken| code.digits()[taken] == 0);
                let forbidden = forbidden.map(|taken| taken as u64).collect_vec();
                let game = if forbidden.is_empty() { Self::nim() } else { Self::all_but(forbidden) };
                Self { name, ..game }
            }
            (4, [3]) if code.digits().len() == 1 => Self::new(name, HeapMove::Code(code), lasker::sequence()),
            _ => {
                let table = Sequence::table(Repeating::new(code.clone()), Theorem::repeating(&code));
                Self::new(name, HeapMove::Code(code), table)
            }
        }
    }

    /// Grundy's game: a heap is split in two unequal ones.
    pub fn grundys_game() -> Self {
        Self::new(
            "grundy".to_owned(),
            HeapMove::UnequalSplit,
            Sequence::table(Octal::grundy(), Theorem::None),
        )
    }

    fn splits(&self) -> bool {
        match &self.moves {
            HeapMove::UnequalSplit => true,
            HeapMove::Code(code) => code.parts() > 1,
            _ => false,
        }
    }

    fn value(&mut self, heap: u64, budget: &mut Budget<'_>) -> Result<u64, Refusal> {
        self.sequence.value_within(heap, budget)
    }

    /// Returns the heaps of value `target` that a move makes of heap n, by the number taken, where a formula gives
    /// them.
    fn heaps_of_value(
        &mut self,
        n: u64,
        target: u64,
        found: &mut Winning<'_, '_>,
    ) -> Result<Option<Vec<u64>>, Refusal> {
        let heap = match &self.moves {
            // The first move that wins is never an addition, for which stones must be in hand.
            _ if self.additions => Some(target).filter(|&heap| heap < n || (!found.first && heap > n)),
            HeapMove::Interval(1, most) => {
                // The only number from 1 to `most` that is n - target modulo most + 1.
                let modulus = u128::from(*most) + 1;
                let taken = (u128::from(n) % modulus + modulus).checked_sub(u128::from(target));
                let taken = taken.map(|taken| taken % modulus).filter(|&taken| taken > 0 && target <= *most);
                taken.and_then(|taken| n.checked_sub(taken as u64))
            }
            HeapMove::But(forbidden) => {
                let forbidden = forbidden.clone();
                let mut heaps = self.all_of_value(n, target, found.budget)?;
                heaps.retain(|heap| forbidden.binary_search(&(n - heap)).is_err());
                return Ok(Some(heaps));
            }
            _ => return Ok(None),
        };
        Ok(Some(heap.into_iter().collect()))
    }

    /// Returns the heaps below n of value `target`, the largest first, where values grow: there are few.
    fn all_of_value(&mut self, n: u64, target: u64, budget: &mut Budget<'_>) -> Result<Vec<u64>, Refusal> {
        // Computes the period or the table.
        self.value(n, budget)?;
        let mut heaps: Vec<u64> = match self.sequence.period().filter(|period| period.saltus > 0) {
            Some(period) => {
                let like = (0..period.preperiod + period.period).filter_map(|heap| {
                    let more = target.checked_sub(self.sequence.known(heap)?)?;
                    let periods = if heap < period.preperiod { 0 } else { more / period.saltus };
                    heap.checked_add(periods.checked_mul(period.period)?)
                });
                like.collect()
            }
            None => (0..self.sequence.computed()).collect(),
        };
        heaps.retain(|&heap| heap < n && self.sequence.known(heap) == Some(target));
        heaps.sort_unstable_by(|a, b| b.cmp(a));
        Ok(heaps)
    }

    /// Returns whether every heap up to this one of value 0 but the end of play has an option of value 1, where moves take at most `last`
    /// tokens and do not split.
    fn all_zeros_have_ones(
        &mut self,
        heap: u64,
        last: u64,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Refusal> {
        self.value(heap, budget)?;
        // Heaps beyond the preperiod and the longest move have options of the same values as a heap one period larger.
        let enough = self
            .sequence
            .period()
            .map_or(heap, |period| (period.preperiod + period.period + 1).saturating_add(last));
        let mut zeros = (0..=heap.min(enough)).filter(|&n| self.sequence.known(n) == Some(0));
        Ok(zeros.all(|n| {
            let (mut terminal, mut has_one) = (true, false);
            let _ = self.moves.visit(n, u64::MAX, &mut |parts| {
                terminal = false;
                has_one |= parts.iter().all(|&part| self.sequence.known(part) == Some(1));
                if has_one { Flow::Break(()) } else { Flow::Continue(()) }
            });
            terminal || has_one
        }))
    }

    /// Returns the largest smaller part of splits that must be tried to find every value that occurs.
    fn reach_of_splits(&self) -> u64 {
        match self.sequence.period() {
            Some(Period { preperiod, period, saltus: 0 }) => preperiod + period,
            _ => u64::MAX,
        }
    }
}

/// Returns one component for each heap.
fn components(heaps: &[u64]) -> Vec<Component> {
    heaps.iter().map(|&heap| vec![heap]).collect()
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// Visits the ways to write `sum` as `parts` non-empty heaps in rising order, with all but the largest less than `reach` above the one
/// before.
fn visit_parts(sum: u64, parts: u32, reach: u64, visit: &mut dyn FnMut(&[u64]) -> Flow) -> Flow {
    match parts {
        0 if sum == 0 => visit(&[0]),
        1 if sum > 0 => visit(&[sum]),
        2 => {
            for a in 1..=(sum / 2).min(reach) {
                visit(&[a, sum - a])?;
            }
            Flow::Continue(())
        }
        3 => {
            for a in 1..=(sum / 3).min(reach) {
                for b in a..=((sum - a) / 2).min(a.saturating_add(reach)) {
                    visit(&[a, b, sum - a - b])?;
                }
            }
            Flow::Continue(())
        }
        _ => Flow::Continue(()),
    }
}

impl HeapMove {
    /// Visits the heaps that each option leaves, by rising number taken; splits as in [`visit_parts`].
    fn visit(&self, n: u64, reach: u64, visit: &mut dyn FnMut(&[u64]) -> Flow) -> Flow {
        match self {
            Self::Interval(from, to) => (*from..=n.min(*to)).try_for_each(|taken| visit(&[n - taken])),
            Self::Of(set) => set.up_to(n).into_iter().try_for_each(|taken| visit(&[n - taken])),
            Self::Power(base) => std::iter::successors(Some(1_u64), |power| power.checked_mul(*base))
                .take_while(|&taken| taken <= n)
                .try_for_each(|taken| visit(&[n - taken])),
            Self::But(forbidden) => (1..=n)
                .filter(|taken| forbidden.binary_search(taken).is_err())
                .try_for_each(|taken| visit(&[n - taken])),
            Self::Code(code) => {
                for taken in 0..=(code.last() as u64).min(n) {
                    for parts in 0..=3 {
                        if code.allows(taken as usize, parts) {
                            visit_parts(n - taken, parts, reach, visit)?;
                        }
                    }
                }
                Flow::Continue(())
            }
            Self::UnequalSplit => visit_parts(n, 2, reach, &mut |parts| {
                if parts[0] == parts[1] { Flow::Continue(()) } else { visit(parts) }
            }),
        }
    }
}

impl Definition for HeapGame {
    fn options_count(&self, n: u64, stretch: u64) -> u64 {
        let heap = n.saturating_mul(stretch);
        match &self.moves {
            HeapMove::Interval(from, to) => (to - from).min(heap),
            HeapMove::Of(Amounts::Finite(numbers)) => numbers.len() as u64,
            HeapMove::Of(Amounts::Squares) => heap.isqrt(),
            // The sieve of primes is part of the definition.
            HeapMove::Of(Amounts::Primes) | HeapMove::But(_) => heap,
            HeapMove::Power(_) => u64::from(u64::BITS),
            HeapMove::Code(code) => (0..=3).fold(0_u64, |sum, parts| {
                let splits = [1, 1, heap / 2, (heap / 2).saturating_mul(heap / 6)][parts as usize];
                let more = if code.repeats() { heap } else { 0 };
                let takes = (code.takes(parts).len() as u64).saturating_add(more);
                sum.saturating_add(splits.saturating_mul(takes))
            }),
            HeapMove::UnequalSplit => heap / 2,
        }
    }

    fn visit_options(&self, heap: u64, visit: &mut dyn FnMut(&[u64]) -> Flow) -> Flow {
        self.moves.visit(heap, u64::MAX, visit)
    }
}

impl Game for HeapGame {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn options(&self, component: &[u64], visit: &mut Visit<'_>) -> Flow {
        let &[heap] = component else { return Flow::Continue(()) };
        self.moves.visit(heap, u64::MAX, &mut |parts| visit(&components(parts)))
    }

    fn has_option(&self, component: &[u64], option: &[Component]) -> Option<bool> {
        let &[heap] = component else { return Some(false) };
        if option.iter().any(|part| part.len() > 1) {
            return Some(false);
        }
        let heaps: Vec<u64> = option.iter().flatten().copied().filter(|&heap| heap > 0).collect();
        let left = heaps.iter().try_fold(0_u64, |sum, &heap| sum.checked_add(heap));
        let Some(taken) = left.and_then(|left| heap.checked_sub(left)) else { return Some(false) };
        let is_one = heaps.len() < 2 && taken > 0;
        match &self.moves {
            HeapMove::Interval(from, to) => Some(is_one && (*from..=*to).contains(&taken)),
            HeapMove::Of(Amounts::Finite(numbers)) => Some(is_one && numbers.binary_search(&taken).is_ok()),
            HeapMove::Of(Amounts::Squares) => Some(is_one && taken.isqrt().pow(2) == taken),
            HeapMove::Of(Amounts::Primes) => (!is_one).then_some(false),
            HeapMove::Power(base) => {
                Some(is_one && base.checked_pow(taken.checked_ilog(*base).unwrap_or(0)) == Some(taken))
            }
            HeapMove::But(forbidden) => Some(is_one && forbidden.binary_search(&taken).is_err()),
            HeapMove::Code(code) => {
                let parts = u32::try_from(heaps.len()).unwrap_or(u32::MAX);
                Some(parts <= 3 && usize::try_from(taken).is_ok_and(|taken| code.allows(taken, parts)))
            }
            HeapMove::UnequalSplit => Some(taken == 0 && matches!(heaps[..], [a, b] if a != b)),
        }
    }

    fn grundy(&mut self, component: &[u64], budget: &mut Budget<'_>) -> Result<Option<u64>, Refusal> {
        self.value(component.first().copied().unwrap_or(0), budget).map(Some)
    }

    fn winning(&mut self, heaps: &[u64], goal: Goal, found: &mut Winning<'_, '_>) -> Result<bool, Refusal> {
        let (&[heap], Goal::Value(target)) = (heaps, goal) else { return Ok(false) };
        if let Some(heaps) = self.heaps_of_value(heap, target, found)? {
            let _ = heaps.into_iter().try_for_each(|heap| found.add_one(vec![heap]));
            return Ok(true);
        }
        // Computes the values of all smaller heaps before the visit.
        self.value(heap.saturating_sub(1), found.budget)?;
        let reach = if found.first { self.reach_of_splits() } else { u64::MAX };
        let _ = self.moves.visit(heap, reach, &mut |parts| {
            found.count_option()?;
            let value = parts.iter().try_fold(0, |sum, &part| Some(sum ^ self.sequence.known(part)?));
            if value == Some(target) { found.add(&components(parts)) } else { Flow::Continue(()) }
        });
        Ok(true)
    }

    fn sj_premise(&mut self, component: &[u64], budget: &mut Budget<'_>) -> Result<Option<Reason>, Refusal> {
        let (HeapMove::Code(code), &[heap]) = (&self.moves, component) else {
            return Ok((!self.splits()).then_some(Reason::SubtractionHasSj));
        };
        let last = code.last() as u64;
        let holds = !self.splits() && self.all_zeros_have_ones(heap, last, budget)?;
        Ok(holds.then_some(Reason::HeapsHaveSj(heap)))
    }

    fn definition(&self) -> Option<&dyn Definition> {
        Some(self)
    }

    fn sequence(&mut self) -> Result<&mut Sequence, Unanswerable> {
        self.no_sequence.clone().map_or(Ok(&mut self.sequence), Err)
    }

    fn present_move(&self, from: &[u64], option: &[Component], _: bool) -> Move {
        let to = option.concat();
        let note = match (from, &to[..]) {
            (&[before], &[after]) if self.additions && after > before => {
                Some(format!("adds {}, which takes as many stones in hand", after - before))
            }
            _ => None,
        };
        Move { at: 0, from: from.to_vec(), to, note }
    }
}
