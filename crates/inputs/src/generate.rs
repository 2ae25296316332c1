//! Generated inputs: the tokens of a family, placed by the walker that reads inputs.
//!
//! | file | holds |
//! |---|---|
//! | `plan` | the bounds of the fields, and how large an input gets |
//! | `maker` | the source of tokens that makes them |
//! | `numbers`, `heaps`, `trees` | numbers of a list that belong together |
//! | `related` | numbers with a relation to the one before, or to a sequence |
//! | `deck` | values dealt in a random order, none twice before all have been |
//! | `odometer` | every case in turn |
//! | `layout`, `long_list` | the text of a case, and of its long lists |

mod deck;
mod heaps;
mod layout;
mod long_list;
mod maker;
mod numbers;
mod odometer;
mod plan;
mod related;
mod trees;

use std::num::NonZero;

use self::maker::{InputMaker, Stop};
use self::plan::InputPlan;
pub(super) use self::plan::SIZE_LARGEST;
use super::Description;
use super::families::{Family, Size};
use super::params::Params;
use nim_ground::error::best_effort;
use nim_ground::random::Random;
use nim_io::Lines;
use nim_solve::problem::Cases;
use nim_solve::walk::Walk;

/// An input that can be made again.
#[derive(Clone, Copy, Debug)]
pub struct Recipe<'a> {
    /// The family of the input.
    pub family: &'a Family,
    /// The seed of a series of inputs.
    pub seed: u64,
    /// The number of the input in its series, from 0.
    pub number: u64,
    /// The bounds that take the place of the statement's.
    pub params: &'a Params,
}

/// The reason why an input cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// Earlier inputs of the series have every case.
    #[error("there are no more cases")]
    NoMoreCases,
    /// The bounds and conditions leave nothing.
    #[error("no such input: {0}")]
    Refused(String),
}

/// The number of failed tries in a row after which making a case is given up.
const TRIES: usize = 2000;
/// Numbers of cases that are refused, after which no more are tried.
const MOST_REFUSED: usize = 1 << 15;
/// The number of failed tries after which numbers that were as small or as large as possible are made at random.
const STRICT_TRIES: usize = 20;
/// The number of tries in which enumerated cases may be refused or repeated before all are taken as made: few lists of many are in rising
/// order.
const EVERY_TRIES: u64 = 1 << 17;

/// Returns the text of an input.
///
/// # Errors
/// When the bounds and conditions allow no such input, or its series is at its end.
pub fn text(description: &Description, recipe: &Recipe<'_>) -> Result<Vec<u8>, GenerateError> {
    let mut text = Vec::new();
    let mut out = Lines::new(&mut text);
    input(description, recipe, NonZero::<usize>::MIN, &mut out)?;
    // A vector takes everything.
    best_effort(out.flush());
    drop(out);
    Ok(text)
}

/// Writes an input; on an error, the part made so far. Long lists use up to this number of threads.
///
/// # Errors
/// When the bounds and conditions allow no such input, or its series is at its end.
pub fn input(
    description: &Description,
    recipe: &Recipe<'_>,
    threads: NonZero<usize>,
    out: &mut Lines<'_>,
) -> Result<(), GenerateError> {
    let grammar = &description.grammar;
    let plan = InputPlan::new(description, recipe);
    let mut maker = InputMaker::new(&plan, Random::stream(recipe.seed, recipe.number), threads);
    let header = maker.header(recipe.number).map_err(Stop::into_error)?;
    if !header.is_empty() {
        out.list(&header);
    }
    let mut walk = Walk::strict(grammar, &header);
    if recipe.family.cases == Size::Every {
        // With a header, each value of it has its own input.
        let number = if header.is_empty() { recipe.number } else { 0 };
        every_case(&mut maker, &mut walk, &plan, number, out)?;
    } else {
        let cases = plan.cases()?;
        maker.begin(cases);
        if grammar.cases == Cases::Counted {
            out.list(&[cases]);
        }
        for _ in 0..cases {
            any_case(&mut maker, &mut walk, out)?;
            if out.has_failed() {
                return Ok(());
            }
        }
    }
    if let Cases::UntilZeros(zeros) = grammar.cases {
        out.list(&vec![0; zeros]);
    }
    Ok(())
}

fn any_case(maker: &mut InputMaker<'_>, walk: &mut Walk, out: &mut Lines<'_>) -> Result<(), GenerateError> {
    let mut refused = String::new();
    let mut made = 0;
    for attempt in 0..TRIES {
        maker.is_loose = attempt >= STRICT_TRIES;
        match maker.case(walk) {
            Ok(()) => {
                maker.write(walk, out);
                return Ok(());
            }
            Err(Stop::Refused(why)) => refused = why,
            Err(stop) => return Err(stop.into_error()),
        }
        made += maker.values.len();
        if made > MOST_REFUSED && attempt > 2 * STRICT_TRIES {
            break;
        }
    }
    Err(GenerateError::Refused(refused))
}

/// Writes the cases of input `number` of a series that has every case, the smallest first.
fn every_case(
    maker: &mut InputMaker<'_>,
    walk: &mut Walk,
    plan: &InputPlan<'_>,
    number: u64,
    out: &mut Lines<'_>,
) -> Result<(), GenerateError> {
    let most = plan.cases()?;
    let first = number.saturating_mul(most);
    let mut text = Vec::new();
    let mut lines = Lines::new(&mut text);
    let (mut seen, mut written, mut tries) = (0_u64, 0, 0);
    maker.begin(most);
    while written < most && tries < EVERY_TRIES {
        tries += 1;
        match maker.case(walk) {
            Ok(()) if maker.odometer.is_new => {
                seen += 1;
                tries = 0;
                if seen > first {
                    maker.write(walk, &mut lines);
                    written += 1;
                }
            }
            Ok(()) | Err(Stop::Refused(_)) => {}
            Err(stop) => return Err(stop.into_error()),
        }
        if !maker.odometer.advance() {
            break;
        }
    }
    if written == 0 {
        return Err(GenerateError::NoMoreCases);
    }
    best_effort(lines.flush());
    drop(lines);
    if plan.description.grammar.cases == Cases::Counted {
        out.list(&[written]);
    }
    out.copy(&text);
    Ok(())
}
