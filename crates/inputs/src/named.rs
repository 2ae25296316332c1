//! The tests of a problem under a judge's name that has bounds of its own: those of the problem's that fit, and made ones.

use std::io::Cursor;

use super::Description;
use super::families;
use super::generate::{self, Recipe};
use super::params::Params;
use super::strict;
use nim_io::{Failure, Input, Lines};
use nim_solve::Tuning;
use nim_solve::registry::Entry;

/// A test of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnTest {
    /// Its group and name: `sample/1`.
    pub name: String,
    /// The input.
    pub input: Vec<u8>,
    /// The answer.
    pub answer: Vec<u8>,
}

/// The names of the made inputs begin so.
pub const MADE: &str = "secret/made-";
/// The seed of the made inputs.
const SEED: u64 = 1;

/// Returns those of a problem's tests that keep to the bounds of the name, and an input of each family within them, answered by the
/// solver. Without bounds of its own, the tests are the problem's.
///
/// # Errors
/// When the solver fails, which the tests rule out.
pub fn tests(entry: &Entry, description: &Description, tests: Vec<OwnTest>) -> Result<Vec<OwnTest>, Failure> {
    if !has_own_bounds(entry) {
        return Ok(tests);
    }
    let mut own: Vec<OwnTest> =
        tests.into_iter().filter(|test| strict::is_valid(description, &test.input)).collect();
    for family in families::for_description(description) {
        let recipe = Recipe { family, seed: SEED, number: 0, params: &Params::default() };
        // A family may have no input within such bounds.
        let Ok(input) = generate::text(description, &recipe) else { continue };
        if own.iter().all(|test| test.input != input) {
            let answer = answer(entry, input.clone())?;
            own.push(OwnTest { name: format!("{MADE}{}", family.name), input, answer });
        }
    }
    Ok(own)
}

/// Returns whether a problem has bounds of its own under this name.
pub fn has_own_bounds(entry: &Entry) -> bool {
    let own = entry.metadata().ok().and_then(|mut metadata| metadata.names.remove(entry.name));
    own.is_some_and(|own| !own.bounds.is_empty())
}

fn answer(entry: &Entry, input: Vec<u8>) -> Result<Vec<u8>, Failure> {
    let mut answer = Vec::new();
    let mut out = Lines::new(&mut answer);
    (entry.solve)(&[], Input::reader("the input", Cursor::new(input)), &mut out, &Tuning::default())?;
    out.flush().map_err(Failure::Write)?;
    drop(out);
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nim_problems::{ALIASES, PROBLEMS, find};

    #[test]
    fn a_name_keeps_within_the_bounds_of_its_problem_and_the_samples_within_those_of_the_name() {
        for entry in PROBLEMS {
            let metadata = entry.metadata().unwrap();
            let named: Vec<&str> = metadata.names.keys().map(String::as_str).collect();
            let mut aliases: Vec<&str> =
                entry.aliases.iter().copied().filter(|&name| name != "stones").collect();
            aliases.sort_unstable();
            assert_eq!(named, aliases, "names of {}", entry.slug);
            for (name, own) in &metadata.names {
                assert!(!own.source.is_empty(), "{name}");
                for (field, bound) in &own.bounds {
                    let whole = metadata.bounds.get(field).unwrap_or_else(|| panic!("{name}: {field}"));
                    let ends = |one: Option<i128>, other: Option<i128>| one.is_some() == other.is_some();
                    assert!(
                        ends(bound.least, whole.least) && ends(bound.most, whole.most),
                        "{name}: {field}"
                    );
                    assert!(bound.least >= whole.least && bound.most <= whole.most, "{name}: {field}");
                    assert_ne!(bound, whole, "{name}: {field}");
                }
                let description = Description::from_entry(find(name).unwrap()).unwrap();
                for sample in entry.texts.samples {
                    assert!(
                        strict::is_valid(&description, sample.input.as_bytes()),
                        "{name}: {}",
                        sample.name
                    );
                }
            }
        }
    }

    #[test]
    fn tests_under_a_name_are_within_its_bounds_and_some_of_them_are_made() {
        let narrow: Vec<_> = ALIASES.iter().filter(|entry| has_own_bounds(entry)).collect();
        assert!(narrow.iter().any(|entry| entry.name == "hdu1907"));
        for entry in narrow {
            let description = Description::from_entry(entry).unwrap();
            let beyond =
                OwnTest { name: "secret/beyond".to_owned(), input: b"x".to_vec(), answer: Vec::new() };
            let own = tests(entry, &description, vec![beyond]).unwrap();
            assert!(own.len() >= 10, "{}: {}", entry.name, own.len());
            for test in own {
                assert!(strict::is_valid(&description, &test.input), "{}: {}", entry.name, test.name);
            }
        }
        let john = find("john").unwrap();
        let description = Description::from_entry(john).unwrap();
        assert_eq!(tests(john, &description, Vec::new()).unwrap(), []);
    }
}
