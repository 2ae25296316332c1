//! Inputs that are none of the tests: what is found on the tests must hold on these, too, before it is said.

use nim_ground::content::Content;
use nim_inputs::Description;
use nim_inputs::families;
use nim_inputs::generate::{self, Recipe};
use nim_inputs::params::Params;

/// The families of the inputs, one of each, and their seed: that of no test.
const FAMILIES: [&str; 10] = [
    "small",
    "mixed",
    "bounds",
    "zeros",
    "equal",
    "ascending",
    "descending",
    "powers-of-two",
    "many-tiny",
    "multiples",
];
const SEED: u64 = 620_062;
/// Most cases and numbers of an input.
const CASES: u64 = 200;
const NUMBERS: u64 = 2000;

/// Makes such inputs.
pub fn make(description: &Description) -> Vec<Content> {
    let params = Params::default().with_most("cases", CASES).with_most("size", NUMBERS);
    let fitting = families::for_description(description).filter(|family| FAMILIES.contains(&family.name));
    let texts = (0..).zip(fitting).filter_map(|(number, family)| {
        generate::text(description, &Recipe { family, seed: SEED, number, params: &params }).ok()
    });
    texts.map(Content::from).collect()
}
