//! Made-up inputs: valid whatever the family, the same bytes everywhere, and of the kind that their family promises.

use nim_toolkit::inputs::families;
use nim_toolkit::inputs::generate::{self, Recipe};
use nim_toolkit::inputs::params::Params;
use nim_toolkit::inputs::{Description, strict};
use nim_toolkit::problems::PROBLEMS;

#[test]
fn every_family_makes_valid_inputs_of_every_problem() {
    let mut wrong = Vec::new();
    for problem in PROBLEMS {
        let description = Description::of(problem).unwrap();
        for family in families::for_description(&description) {
            let params = Params::default();
            let text = generate::text(&description, &Recipe { family, seed: 1, number: 0, params: &params });
            let text = text.unwrap_or_else(|error| panic!("{} {}: {error}", problem.slug, family.name));
            let violations = strict::violations(&description, &text, 1);
            wrong.extend(
                violations.iter().map(|found| format!("{} {}: {found:?}", problem.slug, family.name)),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
