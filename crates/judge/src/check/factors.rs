//! The factors of limits for programs in some languages: from the command line, otherwise from the package.

use std::collections::HashMap;

use itertools::Itertools;

use crate::error::{Error, Result};
use crate::options::Options;
use crate::programs::{Code, NamedProgram};
use crate::selected_test::SelectedTest;
use nim_ground::limits::Factor;
use nim_task::language::Language;
use nim_task::layout::{LanguageLimits, Scope};

/// The factor of all limits of a program with sanitizers.
const OF_SANITIZERS: f64 = 4.0;

/// Checks that the languages of `--time-factor` are known.
///
/// # Errors
/// A usage error when one is not.
pub fn check(options: &Options) -> Result<()> {
    let mut factors = options.time_factors.iter();
    let unknown = factors
        .find(|given| options.languages.iter().all(|language| language.is_called(&given.language).is_none()));
    let Some(unknown) = unknown else { return Ok(()) };
    let names = options.languages.iter().map(|language| &language.name).join(", ");
    Err(Error::Usage(format!("no language is called \"{}\"; there are {names}", unknown.language)))
}

/// Returns the factors of a program's limits, by the index of the test. Only a source file has a language.
pub fn of_program(
    program: &NamedProgram,
    tests: &[SelectedTest<'_>],
    options: &Options,
) -> HashMap<usize, Factor> {
    let Code::Source(source) = &program.code else { return HashMap::new() };
    let given = options.time_factors.iter();
    let given = best(given.map(|given| (source.language.is_called(&given.language), Some(given.factor))));
    tests
        .iter()
        .map(|selected| (selected.index, of_test(&source.language, selected, options, given)))
        .collect()
}

/// Returns the factor of the highest rank.
fn best(ranked: impl Iterator<Item = (Option<u8>, Option<f64>)>) -> Option<f64> {
    ranked
        .filter_map(|(rank, factor)| Some((rank?, factor?)))
        .max_by_key(|(rank, _)| *rank)
        .map(|(_, factor)| factor)
}

fn of_test(
    language: &Language,
    selected: &SelectedTest<'_>,
    options: &Options,
    given: Option<f64>,
) -> Factor {
    // A limit on the command line holds for every program without a factor.
    let is_given = |scope| options.overriding(scope).is_some_and(|(_, is_given)| is_given);
    let of_rates = |of: fn(&LanguageLimits) -> Option<f64>| {
        best(selected.test.language_limits.iter().map(|rate| (language.is_called(&rate.language), of(rate))))
    };
    let time = given.or_else(|| of_rates(|rate| rate.time).filter(|_| !is_given(Scope::Time)));
    let memory = of_rates(|rate| rate.memory).filter(|_| !is_given(Scope::Memory));
    // The authors of sanitizers speak of twice the time and three times the memory; small programs take more.
    let own = |scope| if language.is_sanitized && !is_given(scope) { OF_SANITIZERS } else { 1.0 };
    Factor {
        time: time.unwrap_or(1.0) * own(Scope::Time),
        memory: memory.unwrap_or(1.0) * own(Scope::Memory),
    }
}

/// Returns a note on the factors of a program, if it has any.
pub fn note(program: &NamedProgram, factors: &HashMap<usize, Factor>) -> Option<String> {
    let factor = factors.values().find(|&&factor| factor != Factor::default())?;
    let Code::Source(source) = &program.code else { return None };
    let limits = [("time", factor.time), ("memory", factor.memory)];
    let limits = limits.into_iter().filter(|(_, factor)| (*factor - 1.0).abs() > f64::EPSILON);
    let limits = limits.map(|(limit, factor)| format!("{limit} limit times {factor}")).join(", ");
    let with = if source.language.is_sanitized { " with sanitizers" } else { "" };
    Some(format!("{}: {limits}, since it is {}{with}", program.name, source.language.name))
}
