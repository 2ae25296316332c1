//! Small cases put together in inputs, as many in each as the bounds allow.

use std::collections::VecDeque;

use super::Description;
use super::small::{Found, Small, SmallCase};
use super::token;
use nim_solve::problem::Cases;

/// Most cases of an input where the statement has no bound.
const MOST_CASES: usize = 5000;
/// Most tokens of an input of small cases.
const MOST_TOKENS: usize = 100_000;

/// An input made of small cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// The text of the input.
    pub text: Vec<u8>,
    /// The number of cases.
    pub cases: usize,
}

/// An event of the iteration over inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// The next input.
    Batch(Batch),
    /// The inputs so far hold every case of a size, which is described.
    Size(String),
}

/// Iterates over inputs that together have every small case.
pub struct Batches<'a> {
    about: &'a Description,
    small: Small<'a>,
    /// The case that did not fit the input before.
    left: Option<SmallCase>,
    ready: VecDeque<Next>,
}

impl<'a> Batches<'a> {
    /// Starts with the smallest cases.
    pub fn new(about: &'a Description) -> Self {
        Self { about, small: Small::new(about), left: None, ready: VecDeque::new() }
    }

    /// Gathers the cases of the next input, and queues the following event.
    fn gather(&mut self) -> Vec<SmallCase> {
        let most = match self.about.grammar.cases {
            Cases::One => 1,
            _ => usize::try_from(*self.about.range("cases").end()).unwrap_or(usize::MAX).min(MOST_CASES),
        };
        let mut cases: Vec<SmallCase> = Vec::new();
        let mut sums = Vec::new();
        let mut tokens = 0;
        loop {
            let case = match self.left.take() {
                Some(case) => case,
                None => match self.small.next() {
                    Some(Found::Case(case)) => case,
                    Some(Found::Size(size)) => {
                        self.ready.push_back(Next::Size(size));
                        return cases;
                    }
                    None => return cases,
                },
            };
            let own: Vec<(u64, u64)> = self.about.sums(&case.tokens).collect();
            if own.iter().any(|&(sum, most)| sum > most) {
                continue;
            }
            sums.resize(own.len(), 0);
            let fits = own.iter().zip(&sums).all(|(&(own, most), sum)| own + sum <= most);
            let is_same = cases.first().is_none_or(|first| first.header == case.header);
            if !fits || !is_same || cases.len() == most || tokens > MOST_TOKENS {
                self.left = Some(case);
                return cases;
            }
            own.iter().zip(&mut sums).for_each(|((own, _), sum)| *sum += own);
            tokens += case.tokens.len();
            cases.push(case);
        }
    }

    /// Writes cases as one input.
    fn write(&self, mut cases: Vec<SmallCase>) -> Batch {
        let Some(last) = cases.last().cloned() else { return Batch { text: Vec::new(), cases: 0 } };
        let least = usize::try_from(*self.about.range("cases").start()).unwrap_or(0).min(MOST_CASES);
        if self.about.grammar.cases != Cases::One && cases.len() < least {
            cases.resize(least, last);
        }
        let mut text = Vec::new();
        token::write(&cases[0].header, &mut text);
        if self.about.grammar.cases == Cases::Counted {
            text.extend_from_slice(format!("{}\n", cases.len()).as_bytes());
        }
        cases.iter().for_each(|case| token::write(&case.tokens, &mut text));
        token::close(self.about, &mut text);
        Batch { text, cases: cases.len() }
    }
}

impl Iterator for Batches<'_> {
    type Item = Next;

    fn next(&mut self) -> Option<Next> {
        if let Some(next) = self.ready.pop_front() {
            return Some(next);
        }
        let cases = self.gather();
        if !cases.is_empty() {
            return Some(Next::Batch(self.write(cases)));
        }
        self.ready.pop_front()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use nim_problems::PROBLEMS;
    use nim_testing::whole::is_whole;

    #[test]
    fn inputs_keep_to_the_bounds_and_are_as_full_as_they_allow() {
        for entry in PROBLEMS {
            let about = Description::from_entry(entry);
            for next in Batches::new(&about).take(if is_whole() { 12 } else { 4 }) {
                let Next::Batch(batch) = next else { continue };
                let document = Document::parse(&about, &batch.text).unwrap();
                assert_eq!(document.cases(), batch.cases, "{}", entry.slug);
                assert!(about.allows(document.cases(), document.tokens()), "{}", entry.slug);
                assert_eq!(document.text(&about), batch.text, "{}", entry.slug);
            }
        }
        let about = Description::from_entry(nim_problems::find("john").unwrap());
        assert!(Batches::new(&about).take(40).any(|next| matches!(next, Next::Batch(it) if it.cases == 500)));
    }
}
