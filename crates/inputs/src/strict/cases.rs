//! A whole input: the header, the cases, and the text after them.

use memchr::memchr_iter;

use super::tally::{CASES, Tally};
use super::text::{INPUT, NOWHERE, SEVERAL, Stop, Text, Token};
use super::tokens::CaseTokens;
use super::violations::Violations;
use crate::roles::name_of;
use nim_io::is_space;
use nim_solve::problem::{Cases, Condition, Grammar, number};
use nim_solve::walk::Walk;

/// Reads an input to its end, or as far as that is useful.
pub(super) fn read_all(grammar: &Grammar, text: &mut Text<'_>) -> Result<(), Stop> {
    let mut header = Vec::new();
    for name in grammar.header {
        header.push(lone_number(name, text)?);
    }
    if !header.is_empty() {
        text.end_line();
    }
    // Conditions that may need a wrong number of the header are not checked.
    let is_wrong = !text.losses.is_empty() || header.iter().flatten().any(|&(_, place)| place == NOWHERE);
    let total = match grammar.cases {
        Cases::One => Some(1),
        Cases::Counted => {
            let total = lone_number(CASES, text)?;
            text.end_line();
            total.map(|(total, _)| total)
        }
        Cases::ToEnd | Cases::UntilZeros(_) => None,
    };
    let in_step = header.iter().all(Option::is_some) && (grammar.cases != Cases::Counted || total.is_some());
    let header: Vec<u64> = header.into_iter().map(|number| number.map_or(0, |(value, _)| value)).collect();
    let mut conditions = grammar.all_conditions();
    conditions.retain(|condition| !is_wrong || !may_need(condition, grammar.header));
    let walk = Walk::with(grammar, &conditions, &header);
    let probe = Walk::with(grammar, &[], &header);
    CaseReader { grammar, walk, probe, total, in_step, read: 0, budget: BUDGET, returns: RETURNS }.run(text)
}

/// Returns whether a condition may need a number of the header.
fn may_need(condition: &Condition, header: &[&str]) -> bool {
    match *condition {
        Condition::Range { from, to, .. } => {
            [from, to].into_iter().filter_map(name_of).any(|name| header.contains(&name))
        }
        Condition::Case(..) => true,
        _ => false,
    }
}

/// Reads a number of the header, or that of the cases, with its place; `None` if it is unknown.
fn lone_number(name: &'static str, text: &mut Text<'_>) -> Result<Option<(u64, usize)>, Stop> {
    let field = number(name);
    match text.token(&field)? {
        Token::Value(value, place) => return Ok(Some((value, place))),
        Token::Unknown => {}
        Token::Missing => text.missing(&field, || "an integer".to_owned())?,
    }
    Ok(None)
}

/// Reads the cases of an input.
struct CaseReader<'g> {
    grammar: &'g Grammar,
    walk: Walk,
    /// The walk without conditions, to try places where a case may begin.
    probe: Walk,
    /// The stated number of cases, if it is known.
    total: Option<u64>,
    /// Whether cases have been counted so far.
    in_step: bool,
    read: u64,
    /// Bytes that may be tried, so that the work grows with the text alone.
    budget: usize,
    /// The number of times that the reading may still go back.
    returns: usize,
}

impl CaseReader<'_> {
    fn run(&mut self, text: &mut Text<'_>) -> Result<(), Stop> {
        if !text.losses.is_empty() && self.grammar.cases != Cases::One {
            self.in_step &= self.step_in(text);
        }
        let mut is_closed = false;
        while !(self.in_step && self.total == Some(self.read)) {
            if text.violations.is_enough() {
                return Err(Stop::Enough);
            }
            // An only case reports its missing tokens itself.
            if text.is_at_end() && self.grammar.cases != Cases::One {
                break;
            }
            if self.is_closed_at(text.text, text.at) {
                self.close(text)?;
                is_closed = true;
                break;
            }
            text.losses.clear();
            let begin = text.at;
            let whole = self.walk.run(&mut CaseTokens::new(text, self.walk.needs_cases()));
            if let Some(at) = self.within(text) {
                text.return_to(at);
                self.in_step = false;
                continue;
            }
            whole?;
            self.read += 1;
            text.tallies.iter_mut().for_each(Tally::end_case);
            text.pass();
            self.budget = BUDGET.min(self.budget + TRIED * (text.at - begin));
            if !text.losses.is_empty() && self.grammar.cases != Cases::One {
                self.in_step &= self.step_in(text);
            }
        }
        self.end(text, is_closed);
        Ok(())
    }

    /// Checks the properties that are known only at the end.
    fn end(&self, text: &mut Text<'_>, is_closed: bool) {
        let at = text.text.len();
        if self.in_step {
            match (self.grammar.cases, self.total) {
                (Cases::Counted, Some(total)) if self.read < total => {
                    text.violations
                        .note(at, CASES, || format!("expected {total} cases, found {}", self.read));
                }
                (Cases::UntilZeros(zeros), _) if !is_closed => {
                    text.violations
                        .note(at, INPUT, || format!("expected the closing {}", vec!["0"; zeros].join(" ")));
                }
                (Cases::ToEnd, _) if at == 0 => {
                    text.violations
                        .note(at, INPUT, || "expected a case, found the end of the input".to_owned());
                }
                _ => {}
            }
            text.end();
            if self.grammar.cases != Cases::Counted {
                text.count_cases(self.read);
            }
            text.check_sums();
        }
    }

    /// Returns whether the cases are closed here, in any layout.
    fn is_closed_at(&self, text: &[u8], at: usize) -> bool {
        let Cases::UntilZeros(zeros) = self.grammar.cases else { return false };
        let mut tokens = text[at..].split(|&byte| is_space(byte)).filter(|token| !token.is_empty());
        (0..zeros).all(|_| tokens.next().is_some_and(|token| token.iter().all(|&byte| byte == b'0')))
    }

    fn close(&self, text: &mut Text<'_>) -> Result<(), Stop> {
        let Cases::UntilZeros(zeros) = self.grammar.cases else { return Ok(()) };
        for _ in 0..zeros {
            lone_number(INPUT, text)?;
        }
        text.end_line();
        Ok(())
    }

    /// Finds the beginning of a case within one that has lost step several times, after the first of these places: a wrong count may have
    /// swallowed other cases.
    fn within(&mut self, text: &Text<'_>) -> Option<usize> {
        let &[first, .., _] = text.losses.as_slice() else { return None };
        if text.losses.len() < SEVERAL && !text.is_at_end()
            || self.returns == 0
            || self.grammar.cases == Cases::One
        {
            return None;
        }
        let lines = memchr_iter(b'\n', &text.text[first..text.at]).map(|end| first + end + 1);
        let at = self.first_that_fits(text.text, lines).filter(|&at| at < text.at)?;
        self.returns -= 1;
        Some(at)
    }

    /// Returns the first of some lines from which cases fit, as far as the budget goes.
    fn first_that_fits(&mut self, text: &[u8], lines: impl Iterator<Item = usize>) -> Option<usize> {
        for at in lines {
            if self.fits(text, at) {
                return Some(at);
            }
            if self.budget == 0 {
                break;
            }
        }
        None
    }

    /// Finds the beginning of the next case, after one that has lost step; returns whether cases are still counted.
    fn step_in(&mut self, text: &mut Text<'_>) -> bool {
        let rest = text.rest.take();
        if self.leads_on(text.text, text.at) {
            return true;
        }
        if let Some(rest) = rest.filter(|&rest| self.fits(text.text, rest)) {
            text.at = rest;
            return true;
        }
        let lines = memchr_iter(b'\n', &text.text[text.at..]);
        let begins = lines.map(|end| text.at + end + 1);
        if let Some(at) = self.first_that_fits(text.text, begins) {
            text.at = at;
        }
        false
    }

    /// Returns whether cases begin here, though they may have faults.
    fn leads_on(&mut self, text: &[u8], at: usize) -> bool {
        let (mut window, _) = window(text, at, Violations::new(0));
        // After the last case, only text without faults counts as another case.
        let chain = if self.total == Some(self.read) { 1 } else { CHAIN };
        for _ in 0..chain {
            if self.fits(text, at + window.at) {
                return true;
            }
            if self.probe.run(&mut CaseTokens::new(&mut window, false)).is_err() {
                break;
            }
        }
        false
    }

    /// Returns whether two cases fit the text from here on, or all that there are.
    fn fits(&mut self, text: &[u8], at: usize) -> bool {
        let (mut window, is_whole) = window(text, at, Violations::until_first());
        let fits = self.fits_window(&mut window, is_whole);
        self.budget = self.budget.saturating_sub(window.at + LEAST);
        fits
    }

    fn fits_window(&mut self, window: &mut Text<'_>, is_whole: bool) -> bool {
        for _ in 0..2 {
            if window.is_at_end() {
                return !is_whole || !matches!(self.grammar.cases, Cases::UntilZeros(_));
            }
            if self.is_closed_at(window.text, window.at) {
                return self.close(window).is_ok() && window.violations.is_empty() && window.is_at_end();
            }
            match self.probe.run(&mut CaseTokens::new(window, false)) {
                Ok(_) if window.violations.is_empty() => {}
                // A case that goes on behind the window has fitted so far.
                Err(Stop::Ended) if !is_whole => return true,
                _ => return false,
            }
        }
        true
    }
}

/// The number of times that the reading of an input may go back.
const RETURNS: usize = 16;
/// Bytes that may be tried without others being read.
const BUDGET: usize = 1 << 20;
/// The number of bytes that may be tried for each byte read.
const TRIED: usize = 16;
/// Bytes for which a trial counts at least.
const LEAST: usize = 32;
/// Cases with faults of their own that may follow one another.
const CHAIN: usize = 3;
/// Bytes of a text that are tried.
const WINDOW: usize = 64 << 10;

/// Returns a part of a text, and whether it is all of the rest.
fn window(text: &[u8], at: usize, violations: Violations) -> (Text<'_>, bool) {
    let end = text.len().min(at + WINDOW);
    (Text::new(&text[at..end], Vec::new(), violations), end == text.len())
}
