//! The factors of limits for programs in some languages: those of the command line, else the package's.

use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::Args;
use super::programs::{Code, NamedProgram};
use super::selection::Selected;
use crate::cli::Misuse;
use nim_judge::language::{Language, Languages};
use nim_judge::layout::Scope;
use nim_judge::limits::{Factor, factor};

/// A value of `--time-factor`.
#[derive(Clone, Debug)]
pub struct TimeFactor {
    language: String,
    factor: f64,
}

/// A text that is no time factor.
#[derive(Clone, Debug)]
pub struct TimeFactorError(String);

impl fmt::Display for TimeFactorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected a language and a factor from 0.001 to 1000, such as python=2.5, found \"{}\"",
            self.0
        )
    }
}

impl Error for TimeFactorError {}

impl FromStr for TimeFactor {
    type Err = TimeFactorError;

    fn from_str(text: &str) -> Result<Self, TimeFactorError> {
        let read = || {
            let (language, number) = text.split_once('=').filter(|(language, _)| !language.is_empty())?;
            Some(Self { language: language.to_owned(), factor: factor(number.parse().ok()?)? })
        };
        read().ok_or_else(|| TimeFactorError(text.to_owned()))
    }
}

/// Checks that the languages of `--time-factor` are known.
///
/// # Errors
/// A [`Misuse`] when one is not.
pub fn check(args: &Args, languages: &Languages) -> Result<(), Misuse> {
    let unknown = args
        .time_factors
        .iter()
        .find(|given| !languages.iter().any(|language| language.is_called(&given.language).is_some()));
    match unknown {
        Some(given) => {
            let names: Vec<&str> = languages.iter().map(|language| language.name.as_str()).collect();
            Err(Misuse(format!(
                "no language is called \"{}\"; there are {}",
                given.language,
                names.join(", ")
            )))
        }
        None => Ok(()),
    }
}

/// Returns the factors of a program's limits, by the index of the test. Only a source file has a language.
pub fn of_program(program: &NamedProgram, tests: &[Selected<'_>], args: &Args) -> HashMap<usize, Factor> {
    let Code::Source(source) = &program.code else { return HashMap::new() };
    let given = args
        .time_factors
        .iter()
        .filter_map(|given| Some((source.language.is_called(&given.language)?, given.factor)));
    let given = given.max_by_key(|(rank, _)| *rank).map(|(_, factor)| factor);
    tests.iter().map(|selected| (selected.index, of_test(&source.language, selected, args, given))).collect()
}

fn of_test(language: &Language, selected: &Selected<'_>, args: &Args, given: Option<f64>) -> Factor {
    // A limit of the command line is that of every program.
    let is_given = |scope| args.limits.overriding(scope).is_some_and(|(_, is_given)| is_given);
    let best = |of: fn(&nim_judge::layout::Rate) -> Option<f64>| {
        let rates = selected.test.rates.iter();
        let fitting = rates.filter_map(|rate| Some((language.is_called(&rate.language)?, of(rate)?)));
        fitting.max_by_key(|(rank, _)| *rank).map(|(_, factor)| factor)
    };
    let time = given.or_else(|| best(|rate| rate.time).filter(|_| !is_given(Scope::Time)));
    let memory = best(|rate| rate.memory).filter(|_| !is_given(Scope::Memory));
    Factor { time: time.unwrap_or(1.0), memory: memory.unwrap_or(1.0) }
}

/// Returns a note on the factors of a program, if it has any.
pub fn note(program: &NamedProgram, factors: &HashMap<usize, Factor>) -> Option<String> {
    let factor = factors.values().find(|&&factor| factor != Factor::default())?;
    let Code::Source(source) = &program.code else { return None };
    let limits = [("time", factor.time), ("memory", factor.memory)];
    let limits = limits.into_iter().filter(|(_, factor)| (*factor - 1.0).abs() > f64::EPSILON);
    let limits: Vec<String> = limits.map(|(limit, factor)| format!("{limit} limit times {factor}")).collect();
    Some(format!("{}: {}, since it is {}", program.name, limits.join(", "), source.language.name))
}
