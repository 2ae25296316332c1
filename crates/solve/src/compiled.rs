//! The code compiled for each problem: cutting and answering its cases, for each CPU.

use super::cases::{CaseError, CaseLayout, CaseRun, Solver};
use super::checks::check_case;
use super::cut::{Cut, PlanOf};
use super::fields::NUMBER_STEPS;
use super::heaps::{PackedHeaps, PlainHeaps};
use super::part::{lead, summarize};
use super::single::single_case;
use crate::problem::{
    Answers, Case, Cases, Condition, Fields, Heaps, Needs, Part, Problem, Shape, ValueError,
};
use nim_io::kernel::KernelTask;
use nim_io::lines::Lines;
use nim_io::numbers::Numbers;

/// The most steps that a case is charged: its numbers may be any, before its conditions refuse them, and sums of steps do not overflow.
const MOST_STEPS: u64 = 1 << 40;

/// Constants that follow from the declarations of a problem.
struct Derived<P>(P);

impl<P: Problem> Derived<P> {
    /// The number of values of a case before its list, if the list is summarised.
    const LEAD: usize = match (P::NEEDS.is_whole(), PlanOf::<P>::LEAD) {
        (true, _) => 0,
        (false, Some(lead)) => lead,
        (false, None) => {
            panic!("only single numbers and a list have a summary: the problem needs its fields")
        }
    };
    /// The steps for cutting and answering a case, besides those for its numbers, and the steps for each number.
    const STEPS: (u64, u64) = match (P::NEEDS.is_whole(), P::GRAMMAR.shape()) {
        (true, Shape::General | Shape::List { .. }) if PlanOf::<P>::IS_COMPILED => (16, NUMBER_STEPS),
        (true, Shape::General | Shape::List { .. }) => (64, NUMBER_STEPS),
        _ => (16, 2),
    };
    /// The letters of a case that is one word, if they are restricted.
    const WORDS: Option<&'static [u8]> = match (P::GRAMMAR.cases, P::GRAMMAR.one_word()) {
        (Cases::UntilZeros(_), _) => None,
        (_, letters) => letters,
    };
    const LAYOUT: CaseLayout = CaseLayout {
        grammar: P::GRAMMAR,
        answers: P::ANSWERS,
        needs: P::NEEDS,
        is_plain: P::GRAMMAR.is_plain(),
        is_word: Self::WORDS.is_some(),
        is_compiled: PlanOf::<P>::IS_COMPILED,
        has_pieces: (!matches!(P::ANSWERS, Answers::Numbered) || matches!(P::GRAMMAR.case, [Part::Line(_)]))
            && !matches!(P::GRAMMAR.cases, Cases::One)
            && (Self::WORDS.is_some() || P::GRAMMAR.is_plain()),
    };
}

impl<P: Problem> Solver for P {
    fn layout(&self) -> &'static CaseLayout {
        const { &Derived::<P>::LAYOUT }
    }

    fn begin(&mut self, header: &[u64]) -> Result<(), ValueError> {
        Problem::begin(self, header)
    }

    fn steps(&self, case: &Fields<'_>) -> u64 {
        Problem::steps(self, case).min(MOST_STEPS)
    }

    fn answer(&self, Case { number, level, heaps, fields, room, .. }: Case<'_, ()>, out: &mut Lines<'_>) {
        let mut summary = P::Summary::default();
        if const { !P::NEEDS.is_whole() } {
            let list = fields.last_range();
            summary = self.open(fields.values.get(..list.start).unwrap_or_default());
            self.summarize(&mut summary, fields.values.get(list).unwrap_or_default(), level);
        }
        Problem::answer(self, Case { number, summary: &summary, level, heaps, fields, room }, out);
    }

    fn whole_cases(&self, run: &mut CaseRun<'_>, numbers: &mut Numbers, out: &mut Lines<'_>) {
        if const { P::GRAMMAR.is_plain() } {
            numbers.kernel().run(WholeCases(self, run, numbers, out));
        } else if const { Derived::<P>::WORDS.is_some() } {
            numbers.kernel().run(WholeWords(self, run, numbers, out));
        }
    }

    fn one_case(
        &self,
        run: &mut CaseRun<'_>,
        numbers: &mut Numbers,
        out: &mut Lines<'_>,
        threads: usize,
    ) -> Result<(), CaseError> {
        if const { P::NEEDS.is_whole() } {
            return Ok(());
        }
        if const { matches!(P::GRAMMAR.cases, Cases::One) } {
            return single_case(self, run, numbers, out, threads);
        }
        let (mut summary, count) = lead(self, run, numbers, out)?;
        let range = run.walk.item_range();
        run.held.clear();
        while run.listed < count {
            let kernel = numbers.kernel();
            let part = numbers.take(count - run.listed, out).map_err(CaseError::missing)?;
            let read = part.len() as u64;
            if let Err(at) = summarize(self, &mut summary, part, &range, kernel) {
                run.listed += at as u64;
                return Err(CaseError::Beyond { later: part.len() - 1 - at });
            }
            run.listed += read;
            if P::NEEDS == Needs::Heaps {
                run.held.extend(part).map_err(CaseError::Memory)?;
            }
            // Either the text or the numbers stay in memory, which are about the same size.
            let held = usize::try_from(run.listed).unwrap_or(usize::MAX).saturating_mul(size_of::<u64>());
            if !out.charge(const { Derived::<P>::STEPS.1 } * read, held) {
                return Err(CaseError::Unwanted);
            }
        }
        let kernel = numbers.kernel();
        let heaps: &mut dyn Heaps = match run.held.plain() {
            Some(heaps) => &mut PlainHeaps { heaps, kernel, picked: &mut run.picked },
            None => &mut PackedHeaps { heaps: &run.held, kernel },
        };
        let (number, level, fields, room) = (run.done + 1, kernel.level(), Fields::default(), &run.room);
        Problem::answer(self, Case { number, summary: &summary, level, heaps, fields, room }, out);
        run.done += 1;
        Ok(())
    }
}

/// Answers the cases that are in the batch as a whole.
struct WholeCases<'a, 'p, 'o, P>(&'a P, &'a mut CaseRun<'p>, &'a mut Numbers, &'a mut Lines<'o>);

impl<P: Problem> KernelTask for WholeCases<'_, '_, '_, P> {
    #[inline(always)] // See `KernelTask`.
    fn run(self) {
        let Self(problem, run, numbers, out) = self;
        let kernel = numbers.kernel();
        let level = kernel.level();
        let (mut rest, within) = numbers.rest();
        let all = rest.len();
        let beyond = all - within;
        let most = run.total.map_or(u64::MAX, |total| total - run.done);
        let mut done = 0;
        while rest.len() > beyond && done < most && !const { P::GRAMMAR.cases }.are_closed_by(rest) {
            let len = Cut::case::<P>(rest, run.header, run.walk.spans_mut(), &mut run.picked);
            let Some((case, after)) = len.and_then(|len| rest.split_at_checked(len)) else { break };
            let Some((lead, heaps)) = case.split_at_checked(const { Derived::<P>::LEAD }) else { break };
            let mut summary = problem.open(lead);
            let mut fields = Fields::default();
            if const { P::NEEDS.is_whole() } {
                fields = run.walk.fields(heaps, &[], &[]);
                let steps = Solver::steps(problem, &fields);
                let breaks = |condition: &Condition| match condition {
                    Condition::Case(_, check) => (check.0)(&fields).is_err(),
                    Condition::Without { .. } | Condition::Above { .. } => {
                        check_case(condition, &fields).is_err()
                    }
                    _ => false,
                };
                if steps > 0 && !out.charge(steps, 0)
                    || const { P::GRAMMAR.has_conditions_on_cases() }
                        && P::GRAMMAR.conditions.iter().any(breaks)
                {
                    break;
                }
            } else {
                problem.summarize(&mut summary, heaps, level);
            }
            let heaps = &mut PlainHeaps { heaps, kernel, picked: &mut run.picked };
            let (number, room) = (run.done + done + 1, &run.room);
            Problem::answer(problem, Case { number, summary: &summary, level, heaps, fields, room }, out);
            done += 1;
            rest = after;
        }
        let used = all - rest.len();
        run.done += done;
        numbers.skip(used);
        let (of_case, of_number) = const { Derived::<P>::STEPS };
        out.charge(of_case * done + of_number * used as u64, 0);
    }
}

/// Answers the cases that are words in the window.
struct WholeWords<'a, 'p, 'o, P>(&'a P, &'a mut CaseRun<'p>, &'a mut Numbers, &'a mut Lines<'o>);

impl<P: Problem> KernelTask for WholeWords<'_, '_, '_, P> {
    #[inline(always)] // See `KernelTask`.
    fn run(self) {
        let Self(problem, run, numbers, out) = self;
        let Some(letters) = Derived::<P>::WORDS else { return };
        let (mut bytes, level) = (0, numbers.kernel().level());
        let before = run.done;
        numbers.each_word(letters, |text, len| {
            if run.total == Some(run.done) {
                return false;
            }
            let place = 0..len;
            let fields = run.walk.field_of_word(&place, text);
            let steps = Solver::steps(problem, &fields);
            if steps > 0 && !out.charge(steps, 0) {
                return false;
            }
            let (summary, heaps) = (P::Summary::default(), &mut PlainHeaps::nothing(&mut run.picked));
            let (number, room) = (run.done + 1, &run.room);
            Problem::answer(problem, Case { number, summary: &summary, level, heaps, fields, room }, out);
            run.done += 1;
            bytes += len as u64;
            true
        });
        out.charge(const { Derived::<P>::STEPS.0 } * (run.done - before) + bytes, 0);
    }
}
