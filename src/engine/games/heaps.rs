//! Games on single heaps: Nim, subtraction games, take-and-break codes, Grundy's game.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use super::rules::{Component, Flow, Limits, Rules, Visit};
use crate::engine::sequence::code::Code;
use crate::engine::sequence::definition::{Definition, longest_play};
use crate::engine::sequence::hexadecimal::Hexadecimal;
use crate::engine::sequence::octal::Octal;
use crate::engine::sequence::period::Period;
use crate::engine::sequence::source::Sequence;
use crate::engine::sequence::subtraction::{self, AllBut, Set, Subtraction};
use crate::engine::sequence::theorem::Theorem;
use crate::engine::theory::refusal::Refusal;
use crate::engine::theory::watch::Steps;

/// A game whose components are single heaps with values in a [`Sequence`].
#[derive(Debug)]
pub struct Heaps {
    name: String,
    moves: Moves,
    sequence: Sequence,
    /// Why G(n) has no meaning, where it has none.
    no_sequence: Option<&'static str>,
    /// Whether stones may be added.
    additions: bool,
}

/// What a move does to a heap.
#[derive(Clone, Debug)]
enum Moves {
    /// Any number is taken.
    Any,
    /// From a to b are taken.
    Interval(u64, u64),
    /// A number of a set is taken.
    Of(Set),
    /// A power of this base is taken.
    Power(u64),
    /// Any number is taken but these.
    But(Vec<u64>),
    /// As the code says.
    Code(Code),
    /// The heap is split in two unequal ones.
    UnequalSplit,
}

const fn pure(period: u64) -> Option<Period> {
    Some(Period { preperiod: 0, period, saltus: 0 })
}

impl Heaps {
    fn new(name: String, moves: Moves, sequence: Sequence) -> Self {
        Self { name, moves, sequence, no_sequence: None, additions: false }
    }

    /// Nim: any number of stones is taken.
    pub fn nim() -> Self {
        let period = Some(Period { preperiod: 0, period: 1, saltus: 1 });
        let proof = "Bouton (1901): the options of heap n have the values 0 to n - 1";
        Self::new("nim".to_owned(), Moves::Any, Sequence::formula(Some, period, proof))
    }

    /// Poker Nim: Nim in which stones may also be added to a heap, as long as the player has stones in hand. Play ends when no
    /// stone lies in a heap.
    ///
    /// An addition is answered by taking the stones away again, and additions come to an end; so the values are those of
    /// Nim (*Winning Ways*, chapter 3), and every addition wins that leaves what a winning move of Nim leaves. The
    /// [options](Rules::options) are those of Nim: additions are reversible.
    pub fn poker() -> Self {
        Self { additions: true, ..Self::nim() }
    }

    /// Nimble: a coin on square n of a strip moves to any square before it; it is a heap of n stones.
    pub fn nimble() -> Self {
        let no_sequence =
            Some("nimble is played with coins on a strip, each of them a heap of nim: ask for `nim` instead");
        Self { name: "nimble".to_owned(), no_sequence, ..Self::nim() }
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
        Self::new(name, Moves::Interval(from, to), sequence)
    }

    /// One of `numbers` is taken; they rise, and none is 0.
    pub fn subtract(numbers: Vec<u64>) -> Self {
        if let (Some(&first), Some(&last)) = (numbers.first(), numbers.last())
            && last - first == numbers.len() as u64 - 1
        {
            return Self::interval(first, last);
        }
        let name = format!("subtract:{}", list(&numbers));
        let divisor = numbers.iter().copied().fold(0, greatest_common_divisor).max(1);
        let set: Vec<u64> = numbers.iter().map(|number| number / divisor).collect();
        let last = set.last().copied().unwrap_or(0);
        let theorem = Theorem::Subtraction { last };
        let table = Sequence::table(Subtraction::new(Set::Finite(set)), theorem).stretched(divisor);
        Self::new(name, Moves::Of(Set::Finite(numbers)), table)
    }

    /// A square is taken.
    pub fn squares() -> Self {
        Self::unproved("squares", Set::Squares)
    }

    /// A prime is taken.
    pub fn primes() -> Self {
        Self::unproved("primes", Set::Primes)
    }

    fn unproved(name: &str, set: Set) -> Self {
        let table = Sequence::table(Subtraction::new(set.clone()), Theorem::None);
        Self::new(name.to_owned(), Moves::Of(set), table)
    }

    /// A power of `base` is taken, base >= 1.
    pub fn powers(base: u64) -> Self {
        let period = if base % 2 == 1 { pure(2) } else { pure(base + 1) };
        let proof = "the powers of b are 1 and -1 modulo b + 1";
        let sequence = Sequence::formula(move |n| Some(subtraction::powers_value(base, n)), period, proof);
        Self::new(format!("powers-of:{base}"), Moves::Power(base), sequence)
    }

    /// Any number is taken but these; they rise, and none is 0.
    pub fn all_but(numbers: Vec<u64>) -> Self {
        let last = numbers.last().copied().unwrap_or(0);
        let sequence = Sequence::table(AllBut::new(numbers.clone()), Theorem::AllBut { last });
        Self::new(format!("allbut:{}", list(&numbers)), Moves::But(numbers), sequence)
    }

    /// The game of a code, under the name it was given.
    pub fn code(name: String, code: Code) -> Self {
        let theorem = Theorem::GuySmith { parts: u64::from(code.parts()).max(1), last: code.last() as u64 };
        let sequence = match Octal::new(&code) {
            Ok(octal) => Sequence::table(octal, theorem),
            Err(_) => Sequence::table(Hexadecimal::new(code.clone()), Theorem::Hexadecimal(code.clone())),
        };
        Self::new(name, Moves::Code(code), sequence)
    }

    /// Grundy's game: a heap is split in two unequal ones.
    pub fn grundys_game() -> Self {
        Self::new("grundy".to_owned(), Moves::UnequalSplit, Sequence::table(Octal::grundy(), Theorem::None))
    }

    fn splits(&self) -> bool {
        match &self.moves {
            Moves::UnequalSplit => true,
            Moves::Code(code) => code.parts() > 1,
            _ => false,
        }
    }

    fn value(&mut self, heap: u64, limits: &mut Limits<'_>) -> Result<u64, Refusal> {
        self.sequence.value(heap, limits.heap, limits.watch)
    }

    /// The heaps of value `target` that n becomes when any number may be taken but some: they lie near each other.
    fn heaps_of_value(&mut self, n: u64, target: u64, limits: &mut Limits<'_>) -> Result<Vec<u64>, Refusal> {
        let computed = self.sequence.computed();
        let mut heaps = Vec::new();
        match self.sequence.period().filter(|period| period.saltus > 0) {
            Some(period) => {
                for heap in 0..period.preperiod + period.period {
                    let Some(more) = target.checked_sub(self.value(heap, limits)?) else { continue };
                    let periods = if heap < period.preperiod { 0 } else { more / period.saltus };
                    let heap = periods.checked_mul(period.period).and_then(|more| heap.checked_add(more));
                    if let Some(heap) =
                        heap.filter(|&heap| heap < n && self.sequence.known(heap) == Some(target))
                    {
                        heaps.push(heap);
                    }
                }
            }
            None => {
                heaps.extend((0..computed.min(n)).filter(|&heap| self.sequence.known(heap) == Some(target)));
            }
        }
        // The largest heap first: the smallest number taken.
        heaps.sort_unstable_by(|a, b| b.cmp(a));
        Ok(heaps)
    }

    /// How far the smaller parts of splits need to be tried so that a value that occurs at all is found.
    fn reach_of_splits(&self) -> u64 {
        match self.sequence.period() {
            Some(Period { preperiod, period, saltus: 0 }) => preperiod + period,
            _ => u64::MAX,
        }
    }
}

/// `1,3,4`
fn list(numbers: &[u64]) -> String {
    let mut text = String::new();
    for (index, number) in numbers.iter().enumerate() {
        // Writing to a string does not fail.
        let _ = write!(text, "{}{number}", if index == 0 { "" } else { "," });
    }
    text
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// Visits the ways to write `sum` as `parts` non-empty heaps in rising order, of which all but the largest are
/// below `reach` beyond the one before.
fn visit_parts(sum: u64, parts: u32, reach: u64, visit: &mut dyn FnMut(&[u64]) -> Flow) -> Flow {
    match parts {
        0 if sum == 0 => visit(&[0]),
        1 if sum > 0 => visit(&[sum]),
        2 => {
            for a in 1..=(sum / 2).min(reach) {
                visit(&[a, sum - a])?;
            }
            ControlFlow::Continue(())
        }
        3 => {
            for a in 1..=(sum / 3).min(reach) {
                for b in a..=((sum - a) / 2).min(a.saturating_add(reach)) {
                    visit(&[a, b, sum - a - b])?;
                }
            }
            ControlFlow::Continue(())
        }
        _ => ControlFlow::Continue(()),
    }
}

impl Moves {
    /// Visits the heaps that each option leaves, by rising number taken; splits as in [`visit_parts`].
    fn visit(&self, n: u64, reach: u64, visit: &mut dyn FnMut(&[u64]) -> Flow) -> Flow {
        match self {
            Self::Any => (1..=n).try_for_each(|taken| visit(&[n - taken])),
            Self::Interval(from, to) => (*from..=n.min(*to)).try_for_each(|taken| visit(&[n - taken])),
            Self::Of(set) => set.up_to(n).into_iter().try_for_each(|taken| visit(&[n - taken])),
            Self::Power(1) => (1..=n.min(1)).try_for_each(|taken| visit(&[n - taken])),
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
                ControlFlow::Continue(())
            }
            Self::UnequalSplit => visit_parts(n, 2, reach, &mut |parts| {
                if parts[0] == parts[1] { ControlFlow::Continue(()) } else { visit(parts) }
            }),
        }
    }
}

/// Options that are looked at between two looks at the watch.
const WATCHED: u64 = 1 << 12;

impl Definition for Heaps {
    fn options_count(&self, n: u64, stretch: u64) -> u64 {
        let heap = n.saturating_mul(stretch);
        let of_code = |code: &Code, parts: u32| {
            let half = heap / 2;
            let splits = [1, 1, half, half.saturating_mul(heap / 6)][parts as usize];
            splits.saturating_mul(code.takes(parts).len() as u64)
        };
        match &self.moves {
            Moves::Any | Moves::But(_) => heap,
            Moves::Interval(from, to) => (to - from).min(heap),
            Moves::Of(Set::Finite(numbers)) => numbers.len() as u64,
            Moves::Of(Set::Squares) => heap.isqrt(),
            // The sieve is part of the definition.
            Moves::Of(Set::Primes) => heap,
            Moves::Power(_) => u64::from(u64::BITS),
            Moves::Code(code) => (0..=3).fold(0, |sum, parts| of_code(code, parts).saturating_add(sum)),
            Moves::UnequalSplit => heap / 2,
        }
    }

    fn defined_value(
        &self,
        n: u64,
        stretch: u64,
        values: &[u64],
        steps: &mut Steps<'_>,
    ) -> Result<u64, Refusal> {
        let (mut seen, mut looked, mut watched) = (vec![false; 64], 0, Ok(()));
        let _ = self.moves.visit(n.saturating_mul(stretch), u64::MAX, &mut |parts| {
            let sum = parts.iter().fold(0, |sum, &part| sum ^ values[(part / stretch) as usize]);
            // No play is longer than `longest_play`, and no value larger.
            if sum <= longest_play(n) {
                let sum = sum as usize;
                if sum >= seen.len() {
                    seen.resize((sum + 1).next_power_of_two(), false);
                }
                seen[sum] = true;
            }
            looked += 1;
            if looked == WATCHED {
                (looked, watched) = (0, steps.spend(WATCHED));
            }
            if watched.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let free = seen.iter().position(|&seen| !seen).unwrap_or(seen.len());
        watched.map(|()| free as u64)
    }
}

impl Rules for Heaps {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn check(&self, component: &[u64]) -> Result<(), String> {
        if component.len() == 1 { Ok(()) } else { Err(format!("a component of {} is one heap", self.name)) }
    }

    fn options(&self, component: &[u64], visit: &mut Visit<'_>) -> Flow {
        let &[heap] = component else { return ControlFlow::Continue(()) };
        self.moves.visit(heap, u64::MAX, &mut |parts| {
            let parts: Vec<Component> = parts.iter().map(|&part| vec![part]).collect();
            visit(&parts)
        })
    }

    fn grundy(&mut self, component: &[u64], limits: &mut Limits<'_>) -> Result<u64, Refusal> {
        self.value(component.first().copied().unwrap_or(0), limits)
    }

    fn options_of_value(
        &mut self,
        component: &[u64],
        target: u64,
        first: bool,
        limits: &mut Limits<'_>,
    ) -> Result<Vec<Vec<Component>>, Refusal> {
        let &[heap] = component else { return Ok(Vec::new()) };
        let shortcut = match &self.moves {
            // The first move that wins is never an addition, for which stones must be in hand.
            Moves::Any => {
                let may_add = self.additions && !first && target > heap;
                Some(if target < heap || may_add { vec![target] } else { Vec::new() })
            }
            Moves::Interval(1, most) => {
                // The only number from 1 to `most` that is heap - target modulo most + 1.
                let modulus = u128::from(*most) + 1;
                let taken = (u128::from(heap) % modulus + modulus).checked_sub(u128::from(target));
                let taken = taken.map(|taken| taken % modulus).filter(|&taken| taken > 0 && target <= *most);
                Some(taken.and_then(|taken| heap.checked_sub(taken as u64)).into_iter().collect())
            }
            Moves::But(forbidden) => {
                let forbidden = forbidden.clone();
                // Makes the period or the table known.
                self.value(heap, limits)?;
                let heaps = self.heaps_of_value(heap, target, limits)?;
                Some(
                    heaps
                        .into_iter()
                        .filter(|left| forbidden.binary_search(&(heap - left)).is_err())
                        .collect(),
                )
            }
            _ => None,
        };
        if let Some(mut heaps) = shortcut {
            heaps.truncate(if first { 1 } else { heaps.len() });
            return Ok(heaps.into_iter().map(|heap| vec![vec![heap]]).collect());
        }
        // The values of all smaller heaps, so that the visit need not compute.
        self.value(heap.saturating_sub(1), limits)?;
        let reach = if first { self.reach_of_splits() } else { u64::MAX };
        let (mut found, mut looked, mut refusal) = (Vec::new(), 0, None);
        let _ = self.moves.visit(heap, reach, &mut |parts| {
            looked += 1;
            let value = parts.iter().try_fold(0, |sum, &part| Some(sum ^ self.sequence.known(part)?));
            if value == Some(target) {
                found.push(parts.iter().map(|&part| vec![part]).collect());
                if first {
                    return ControlFlow::Break(());
                }
            }
            if found.len() as u64 > limits.moves {
                refusal = Some(Refusal::TooMany { what: "winning moves", limit: limits.moves });
            } else if looked > limits.options {
                refusal = Some(Refusal::TooMany { what: "options", limit: limits.options });
            }
            if refusal.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        refusal.map_or(Ok(found), Err)
    }

    fn sj_premise(&mut self, component: &[u64], limits: &mut Limits<'_>) -> Result<Option<String>, Refusal> {
        if self.splits() {
            return Ok(None);
        }
        let Moves::Code(code) = &self.moves else {
            return Ok(Some("the SJ rule holds for all subtraction games (Ferguson 1974)".to_owned()));
        };
        let (code, &[heap]) = (code.clone(), component) else { return Ok(None) };
        self.value(heap, limits)?;
        // From the preperiod and the longest move on, a heap has options of the same values as one a period above.
        let enough =
            self.sequence.period().map(|period| period.preperiod + period.period + code.last() as u64 + 1);
        let last = enough.map_or(heap, |enough| enough.min(heap));
        for n in 0..=last {
            if self.sequence.known(n) != Some(0) {
                continue;
            }
            let (mut terminal, mut has_one) = (true, false);
            let _ = self.moves.visit(n, u64::MAX, &mut |parts| {
                terminal = false;
                has_one |= parts.iter().all(|&part| self.sequence.known(part) == Some(1));
                ControlFlow::Continue(())
            });
            if !terminal && !has_one {
                return Ok(None);
            }
        }
        let reason = format!(
            "no move splits, and every heap up to {heap} of value 0 but the end of play has an option of value 1, as the SJ rule asks"
        );
        Ok(Some(reason))
    }

    fn present(
        &self,
        from: &[u64],
        option: &[Component],
        _: bool,
    ) -> (usize, Component, Vec<u64>, Option<String>) {
        let to = option.concat();
        let note = match (from, &to[..]) {
            (&[before], &[after]) if self.additions && after > before => {
                Some(format!("adds {}, which takes as many stones in hand", after - before))
            }
            _ => None,
        };
        (0, from.to_vec(), to, note)
    }

    fn definition(&self) -> Option<&dyn Definition> {
        Some(self)
    }

    fn is_heap(&self) -> bool {
        true
    }

    fn sequence(&mut self) -> Result<&mut Sequence, String> {
        match self.no_sequence {
            Some(why) => Err(why.to_owned()),
            None => Ok(&mut self.sequence),
        }
    }
}
