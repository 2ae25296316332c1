//! The tests of a problem under a judge's name: those of the problem that fit, and generated ones if the name differs.

use std::io;

use super::Description;
use super::document::Document;
use super::families;
use super::generate::{self, Recipe};
use super::params::Params;
use super::strict;
use nim_ground::content::Content;
use nim_ground::interruption;
use nim_io::{Failure, Input};
use nim_solve::Tuning;
use nim_solve::problem::{Cases, Grammar, Layout};
use nim_solve::registry::{Entry, JudgesName, Sample};
use nim_task::layout::Test;
use nim_task::package::SAMPLE;

/// The names of the made inputs begin so.
pub const MADE: &str = "secret/made-";
/// The seed of the made inputs.
const SEED: u64 = 1;
/// Most tests that are made of one, where the judge has one case in each.
const SPLIT: usize = 20;

/// Returns the tests of a problem that the judge of the name has: within its bounds, in its layout and words, and without cases that no
/// judge's data has. If the name differs from the problem, an input of each family is added, answered by the solver.
///
/// # Errors
/// When the solver fails, which the tests rule out.
pub fn tests(entry: &Entry, description: &Description, tests: Vec<Test>) -> Result<Vec<Test>, Failure> {
    let Some(judge) = JudgesTests::from_entry(entry, description) else { return Ok(tests) };
    let mut own: Vec<Test> = match entry.layout() {
        // The problem's own tests are in another layout.
        Some(_) => samples(entry, description)?,
        None => Vec::new(),
    };
    for test in tests.iter().filter(|_| entry.layout().is_none()) {
        own.extend(judge.tests_of(test)?);
    }
    for family in families::for_description(description) {
        interruption::check().map_err(unread)?;
        let recipe = Recipe { family, seed: SEED, number: 0, params: &Params::default() };
        // A family may have no input within such bounds.
        let Ok(input) = generate::text(description, &recipe) else { continue };
        let Some(input) = judge.without_known(input).map(Content::from) else { continue };
        if own.iter().all(|test| test.input != input) {
            own.push(answered(entry, format!("{MADE}{}", family.name), input)?);
        }
    }
    Ok(own)
}

/// Converts the tests of a problem for a judge's name of it.
pub(super) struct JudgesTests<'a> {
    entry: &'a Entry,
    name: &'static JudgesName,
    /// The description of inputs under the name, and that of the problem's.
    inputs: (&'a Description, Description),
}

impl<'a> JudgesTests<'a> {
    /// Returns the converter; `None` if the judge's tests are those of the problem.
    pub(super) fn from_entry(entry: &'a Entry, description: &'a Description) -> Option<Self> {
        let name = entry.judge?;
        let inputs = (description, Description::from_entry(&entry.under_slug()));
        (name.differs() || !entry.known.is_empty()).then_some(Self { entry, name, inputs })
    }

    /// Returns the tests that a test is converted to.
    fn tests_of(&self, test: &Test) -> Result<Vec<Test>, Failure> {
        let own = self.inputs.0;
        let whole_input = test.input.bytes().map_err(unread)?;
        let inputs = match self.entry.is_formed() {
            true => self.laid_out(&whole_input).unwrap_or_default(),
            false => vec![whole_input],
        };
        let is_split = inputs.len() > 1;
        let mut tests = Vec::new();
        for (number, input) in inputs.into_iter().take(SPLIT).enumerate() {
            interruption::check().map_err(unread)?;
            let Some(input) = self.without_known(input).filter(|input| strict::is_valid(own, input)) else {
                continue;
            };
            let name = if is_split { format!("{}-{}", test.name, number + 1) } else { test.name.clone() };
            let input = Content::from(input);
            tests.push(match input == test.input && !self.name.has_form() {
                true => Test::of_package(name, input, test.expected.content().clone()),
                false => answered(self.entry, name, input)?,
            });
        }
        Ok(tests)
    }

    /// Returns inputs under the name with the cases of a problem's input that are within its bounds: all in one, or one in each; `None` for
    /// a malformed input.
    fn laid_out(&self, input: &[u8]) -> Option<Vec<Vec<u8>>> {
        let (own, of_problem) = (self.inputs.0, &self.inputs.1);
        let document = Document::parse(of_problem, input).ok()?;
        let most = usize::try_from(*own.range("cases").end()).unwrap_or(usize::MAX);
        let single = Description {
            grammar: Grammar { cases: Cases::One, ..own.grammar },
            bounds: own.bounds.clone().into_iter().filter(|(field, _)| field != "cases").collect(),
            ..own.clone()
        };
        let cases = document
            .each_case()
            .filter(|case| !own.grammar.cases.are_closed_by_text(case))
            .filter_map(|case| Some(Document::parse(&single, &case).ok()?.text(&single)))
            .filter(|case| strict::is_valid(&single, case));
        let inputs = match own.grammar.cases {
            Cases::One => cases.collect(),
            framing => {
                let cases: Vec<Vec<u8>> = cases.take(most).collect();
                let count = format!("{}\n", cases.len()).into_bytes();
                let count = if framing == Cases::Counted { count } else { Vec::new() };
                let input = Document::parse(own, &[count, cases.concat()].concat()).ok()?;
                if cases.is_empty() { Vec::new() } else { vec![input.text(own)] }
            }
        };
        Some(inputs)
    }

    /// Returns an input without cases that no judge's data has; `None` if no case is left.
    pub(super) fn without_known(&self, input: Vec<u8>) -> Option<Vec<u8>> {
        let known = self.entry.known.iter().flat_map(|known| known.cases);
        let known: Vec<&[u8]> = known.map(|case| case.as_bytes()).collect();
        let is_known = |case: &[u8]| known.contains(&case.trim_ascii());
        if !input.split(|&byte| byte == b'\n').any(is_known) {
            return Some(input);
        }
        Document::parse(self.inputs.0, &input).ok()?.without(self.inputs.0, is_known)
    }
}

/// Returns whether the judge of the name has other tests than the problem: through bounds, a layout or words of its own, or the lack of
/// known cases.
pub fn differs(entry: &Entry) -> bool {
    JudgesTests::from_entry(entry, &Description::from_entry(entry)).is_some()
}

/// Returns the samples of a problem, as the judge of the name has them.
///
/// # Errors
/// As [`tests`].
pub fn samples(entry: &Entry, description: &Description) -> Result<Vec<Test>, Failure> {
    if let Some(layout) = entry.layout() {
        return samples_of_layout(entry, layout);
    }
    let samples = entry.texts.samples.iter().map(|Sample { name, input, answer }| {
        Test::of_package(format!("{SAMPLE}{name}"), (*input).into(), (*answer).into())
    });
    let Some(judge) = JudgesTests::from_entry(entry, description) else { return Ok(samples.collect()) };
    let mut own = Vec::new();
    for sample in samples {
        own.extend(judge.tests_of(&sample)?);
    }
    Ok(own)
}

/// Returns the samples of a layout: an input of its cases, or one for each if the judge's inputs are single cases.
fn samples_of_layout(entry: &Entry, layout: &Layout) -> Result<Vec<Test>, Failure> {
    let cases = layout.samples;
    let inputs = match entry.form.grammar.cases {
        Cases::One => cases.iter().map(|case| (*case).to_owned()).collect(),
        Cases::Counted => vec![format!("{}\n{}", cases.len(), cases.concat())],
        Cases::ToEnd => vec![cases.concat()],
        Cases::UntilZeros(zeros) => vec![format!("{}{}\n", cases.concat(), vec!["0"; zeros].join(" "))],
    };
    let numbered = inputs.into_iter().zip(1..);
    numbered.map(|(input, number)| answered(entry, format!("{SAMPLE}{number}"), input.into())).collect()
}

/// Returns the test of an input, answered by the solver.
pub(super) fn answered(entry: &Entry, name: String, input: Content) -> Result<Test, Failure> {
    let mut answer = Vec::new();
    let reader = Input::reader(INPUT, input.open().map_err(unread)?);
    entry.write_answers(&[], reader, &mut answer, &Tuning::default())?;
    Ok(Test::of_package(name, input, answer.into()))
}

/// The name of inputs in messages.
pub(super) const INPUT: &str = "the input";

/// Returns the failure of a test that cannot be read.
pub(super) fn unread(error: io::Error) -> Failure {
    Failure::Read(INPUT.to_owned(), error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nim_problems::{ALIASES, PROBLEMS, find};
    use nim_solve::problem::Answers;
    use nim_testing::whole::part;

    #[test]
    fn the_samples_of_a_name_are_within_its_bounds() {
        for entry in PROBLEMS {
            let whole_bounds = entry.bounds();
            for (own, _) in entry.names {
                let name = own.name;
                assert!(!own.source.is_empty() || entry.slug.starts_with(name) && !own.differs(), "{name}");
                let entry = find(name).unwrap();
                let least = if entry.layout().is_some() { 1 } else { entry.texts.samples.len() };
                for (field, bound) in own.bounds {
                    let Some(whole) = whole_bounds.get(*field) else {
                        let is_of_layout = *field == "cases" && own.framing.is_some()
                            || entry.layout().is_some() && entry.form.grammar.has_field(field);
                        assert!(field.starts_with("total_") || is_of_layout, "{name}: {field}");
                        continue;
                    };
                    let ends = |one: Option<i128>, other: Option<i128>| one.is_some() == other.is_some();
                    assert!(
                        ends(bound.least, whole.least) && ends(bound.most, whole.most),
                        "{name}: {field}"
                    );
                    assert_ne!(bound, whole, "{name}: {field}");
                }
                let description = Description::from_entry(entry);
                let samples = samples(entry, &description).unwrap();
                assert!(samples.len() >= least, "{name}");
                for sample in samples {
                    assert!(
                        strict::is_valid(&description, &sample.input.bytes().unwrap()),
                        "{name}: {}",
                        sample.name
                    );
                }
            }
        }
    }

    #[test]
    fn a_name_has_the_form_that_is_declared() {
        let mut forms = 0;
        for entry in ALIASES.iter() {
            let Some(name) = entry.judge else { continue };
            let of_problem = entry.under_slug();
            let framing = name.framing.unwrap_or(of_problem.form.grammar.cases);
            assert_eq!(entry.form.grammar.cases, framing, "{}", entry.name);
            let case = entry.layout().map_or(of_problem.form.grammar.case, |layout| layout.case);
            let lines = if name.is_on_one_line { 1 } else { case.len() };
            assert_eq!(entry.form.grammar.case.len(), lines, "{}", entry.name);
            assert_eq!(entry.layout().map_or("", |layout| layout.name), name.layout, "{}", entry.name);
            let is_numbered = name.is_numbered || of_problem.form.answers == Answers::Numbered;
            assert_eq!(entry.form.answers == Answers::Numbered, is_numbered, "{}", entry.name);
            forms += usize::from(name.has_form());
        }
        assert!(forms > 1);
    }

    #[test]
    fn tests_under_a_name_are_within_its_bounds_and_some_of_them_are_made() {
        let narrow: Vec<_> = ALIASES.iter().filter(|entry| differs(entry)).collect();
        assert!(narrow.iter().any(|entry| entry.name == "hdu1907"));
        for entry in part(narrow, 4) {
            let description = Description::from_entry(entry);
            let beyond = Test::of_package("secret/beyond".to_owned(), "x".into(), "".into());
            let own = tests(entry, &description, vec![beyond]).unwrap();
            assert!(own.len() >= 5, "{}: {}", entry.name, own.len());
            for test in own {
                assert!(
                    strict::is_valid(&description, &test.input.bytes().unwrap()),
                    "{}: {}",
                    entry.name,
                    test.name
                );
            }
        }
        let john = find("john").unwrap();
        let description = Description::from_entry(john);
        assert!(tests(john, &description, Vec::new()).unwrap().is_empty());
    }
}
