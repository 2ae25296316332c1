//! A problem in the form in which a judge has it: the layout of its inputs, and the lines of its answers.

use std::cell::Cell;
use std::marker::PhantomData;

use super::own_case::OwnCase;
use crate::by_case::prepare;
use crate::cut::PlanOf;
use crate::heaps::PlainHeaps;
use crate::problem::{
    AnswerCheck, Answers, Case, CaseAnalysis, Cases, Field, Fields, Grammar, Layout, Needs, Part, Problem,
    Switch, Theme, ValueError, number,
};
use crate::registry::{JudgesName, Prepare, Reason, Solve};
use crate::solve;
use nim_io::{Kernel, Line, Lines};
use nim_simd::Level;

/// A name of a problem as a type, which the build script of `nim-problems` makes of `problem.yaml`, so that each form is compiled as a
/// problem of its own.
pub trait Form: Send + Sync + 'static {
    /// The statement of the name's judge.
    const NAME: JudgesName;
}

/// A problem in a form.
pub struct Formed<P, F>(P, PhantomData<F>);

/// What a form changes: the declarations of a problem, and what is compiled of it.
#[derive(Clone, Copy)]
pub struct Variant {
    /// [`Problem::GRAMMAR`].
    pub grammar: Grammar,
    /// [`Problem::ANSWERS`].
    pub answers: Answers,
    /// [`Problem::EITHER`].
    pub two_answers: Option<[Line; 2]>,
    /// Solves an input.
    pub solve: Solve,
    /// Prepares the problem for single cases.
    pub by_case: Prepare,
    /// [`Problem::reason`], without switches.
    pub reason: Reason,
}

impl Variant {
    /// Returns what is compiled of problem `P` under a name: of the problem itself, where the name has no form of its own.
    pub const fn of_name<P: Problem + 'static, F: Form>() -> Self {
        if F::NAME.has_form() { Self::new::<Formed<P, F>>() } else { Self::new::<P>() }
    }

    /// Returns what is compiled of problem `P`.
    pub const fn new<P: Problem + 'static>() -> Self {
        assert!(P::GRAMMAR.is_sound(), "a count or a condition names no number of the grammar");
        Self {
            grammar: P::GRAMMAR,
            answers: P::ANSWERS,
            two_answers: P::EITHER,
            solve: solve::<P>,
            by_case: prepare::<P>,
            reason: |case| P::default().reason(case),
        }
    }
}

impl<P: Default, F> Default for Formed<P, F> {
    fn default() -> Self {
        Self(P::default(), PhantomData)
    }
}

impl<P: Problem, F: Form> Formed<P, F> {
    /// The judge's layout of cases, if it is not the problem's own.
    const LAYOUT: Option<&'static Layout> = match Layout::find(P::LAYOUTS, F::NAME.layout) {
        Some(layout) if layout.is_plain() => Some(layout),
        Some(_) => panic!("a layout has numbers alone"),
        None if F::NAME.layout.is_empty() => None,
        None => panic!("no layout has this name"),
    };
    /// The count and the list of a case.
    const COUNT_AND_LIST: [Field; 2] = match P::GRAMMAR.case {
        [Part::Line([count]), Part::Line([list])] => [*count, *list],
        _ if F::NAME.is_on_one_line => panic!("only a count and its list may come to share a line"),
        // Not used.
        _ => [number(""), number("")],
    };
    const ONE_LINE: [Part; 1] = [Part::Line(&Self::COUNT_AND_LIST)];
    const CASE: &'static [Part] = match Self::LAYOUT {
        Some(layout) => layout.case,
        None if F::NAME.is_on_one_line => &Self::ONE_LINE,
        None => P::GRAMMAR.case,
    };
    const CASES: Cases = match F::NAME.framing {
        Some(cases) => cases,
        None => P::GRAMMAR.cases,
    };
    const LINES: Option<[Line; 2]> = match P::EITHER {
        Some([first, other]) => Some([reworded(first, F::NAME.answers), reworded(other, F::NAME.answers)]),
        None if F::NAME.answers.is_empty() => None,
        None => panic!("only answers that are one of two lines have other words"),
    };
    /// How many numbers of a case in the problem's own layout are before its list, if that is summarised.
    const LEAD: usize = match (P::NEEDS, PlanOf::<P>::LEAD) {
        (Needs::Fields, _) if Self::LAYOUT.is_some() => {
            panic!("a problem with other layouts needs its numbers by place")
        }
        (Needs::Fields | Needs::Numbers, _) | (_, None) => 0,
        (_, Some(lead)) => lead,
    };

    /// Hands on a case in a layout as that of the problem.
    #[inline]
    fn as_own<R>(
        &self,
        layout: &Layout,
        case: &Case<'_, P::Summary>,
        take: impl FnOnce(Case<'_, P::Summary>) -> R,
    ) -> R {
        let mut numbers = case.room.take();
        numbers.clear();
        (layout.numbers)(&case.fields, &mut numbers);
        let (lead, list) = numbers.split_at_checked(Self::LEAD).unwrap_or_default();
        let mut summary = self.0.open(lead);
        self.0.summarize(&mut summary, list, case.level);
        let heaps = &mut PlainHeaps { heaps: list, kernel: Kernel::SCALAR, picked: &mut Vec::new() };
        let fields = Fields { values: &numbers, ..Fields::default() };
        let (number, level, room) = (case.number, case.level, &Cell::default());
        let taken = take(Case { number, summary: &summary, level, heaps, fields, room });
        case.room.set(numbers);
        taken
    }
}

/// Returns a line, or the one in its place.
const fn reworded(line: Line, words: &[(&str, &str)]) -> Line {
    match words {
        [] => line,
        [(from, to), ..] if line.is(from) => Line::new(to),
        [_, rest @ ..] => reworded(line, rest),
    }
}

impl<P: Problem, F: Form> Problem for Formed<P, F> {
    const THEMES: &'static [Theme] = P::THEMES;
    const RULE: &'static str = P::RULE;
    const IDEA: &'static str = P::IDEA;
    const GRAMMAR: Grammar = Grammar {
        cases: Self::CASES,
        case: Self::CASE,
        conditions: match Self::LAYOUT {
            Some(layout) => layout.conditions,
            None => P::GRAMMAR.conditions,
        },
        unchecked: match Self::LAYOUT {
            Some(layout) => layout.unchecked,
            None => P::GRAMMAR.unchecked,
        },
        ..P::GRAMMAR
    };
    const ANSWERS: Answers = match (P::ANSWERS, Self::CASES) {
        _ if F::NAME.is_numbered => Answers::Numbered,
        (_, Cases::One) => Answers::Whole,
        (Answers::Whole, _) => Answers::Line,
        (answers, _) => answers,
    };
    const LATER_LINES_ARE_A_SET: bool = P::LATER_LINES_ARE_A_SET;
    const SWITCHES: &'static [Switch] = P::SWITCHES;
    const CHECKS: &'static [AnswerCheck] = P::CHECKS;
    const NEEDS: Needs = if Self::LAYOUT.is_some() { Needs::Numbers } else { P::NEEDS };
    const EITHER: Option<[Line; 2]> = Self::LINES;
    type Summary = P::Summary;

    fn configure(&mut self, given: &[&str]) {
        self.0.configure(&[given, F::NAME.switches].concat());
    }

    fn begin(&mut self, header: &[u64]) -> Result<(), ValueError> {
        self.0.begin(header)
    }

    #[inline]
    fn open(&self, numbers: &[u64]) -> Self::Summary {
        match Self::LAYOUT {
            Some(_) => Self::Summary::default(),
            None => self.0.open(numbers),
        }
    }

    #[inline(always)] // As the problem's own.
    fn summarize(&self, summary: &mut Self::Summary, numbers: &[u64], level: Level) {
        self.0.summarize(summary, numbers, level);
    }

    fn steps(&self, case: &Fields<'_>) -> u64 {
        match Self::LAYOUT {
            Some(_) => 0,
            None => self.0.steps(case),
        }
    }

    #[inline]
    fn is_first(&self, case: &Case<'_, Self::Summary>) -> bool {
        match Self::LAYOUT {
            Some(layout) => self.as_own(layout, case, |own| self.0.is_first(&own)),
            None => self.0.is_first(case),
        }
    }

    #[inline]
    fn answer(&self, case: Case<'_, Self::Summary>, out: &mut Lines<'_>) {
        if F::NAME.is_numbered {
            out.case(case.number);
        }
        match &Self::EITHER {
            Some(lines) => out.either(self.is_first(&case), lines),
            None => match Self::LAYOUT {
                Some(layout) => self.as_own(layout, &case, |own| self.0.answer(own, out)),
                None => self.0.answer(case, out),
            },
        }
    }

    fn facts<'a>(&self, header: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        match Self::LAYOUT {
            Some(layout) => {
                let own = OwnCase::from_fields(&P::GRAMMAR, layout, case);
                let facts = self.0.facts(header, &own.fields()).into_owned();
                if layout.has_further_moves { facts.as_image() } else { facts }
            }
            None => self.0.facts(header, case),
        }
    }

    fn reason(&self, case: &Fields<'_>) -> Option<String> {
        match Self::LAYOUT {
            Some(layout) => self.0.reason(&OwnCase::from_fields(&P::GRAMMAR, layout, case).fields()),
            None => self.0.reason(case),
        }
    }
}
