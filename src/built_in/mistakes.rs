//! The wrong programs of the built-in problems, by which mistakes are named.
//!
//! The first line of each is a comment that says in English what the program does wrong, behind "a program that", and perhaps after a colon why
//! that is wrong. The second line says it in Chinese.

use std::collections::BTreeMap;

use anyhow::Context as _;

use super::packed;
use nim_inputs::named;
use nim_judge::known_mistakes::{KnownMistake, KnownMistakes};
use nim_solve::registry::Entry;

/// The digests of answers, by the name of the test: the right ones, and those of each wrong program. Tests of a judge's name alone begin
/// with the name.
type Record<'a> = BTreeMap<&'a str, Digests<'a>>;
/// Digests by the name of the test.
type Digests<'a> = BTreeMap<&'a str, &'a str>;

/// The key of the right answers.
const RIGHT: &str = "right";
/// The beginnings of the names of a problem's own tests.
const GROUPS: [&str; 2] = ["sample/", "secret/"];
/// The beginning of the names of tests that are made for the bounds of a name.
const MADE: &str = "secret/made-";
/// The folder of the programs.
const FOLDER: &str = "wrong_answer/";

/// Returns the recorded wrong programs of a problem, under its name.
///
/// # Errors
/// When the record is damaged, which the tests rule out.
pub fn known(entry: &Entry) -> anyhow::Result<Option<KnownMistakes>> {
    // Switches make another game, and in another layout wrong programs are wrong in other ways.
    if entry.judge.is_some_and(|judge| !judge.switches.is_empty()) || entry.layout().is_some() {
        return Ok(None);
    }
    let (answers, sources) = packed::wrong_programs(entry)?;
    let record = read(&answers).context("the digests of wrong programs are damaged")?;
    let right = record.get(RIGHT).cloned().unwrap_or_default();
    let differs = named::differs(entry);
    let programs = sources.iter().map(|(name, source)| {
        let (english, chinese) = sentences(source);
        let digests = record.get(&*format!("{FOLDER}{name}"));
        let wrong = digests.map(|digests| of_name(&right, digests, entry.name, differs)).unwrap_or_default();
        let (stem, _) = name.rsplit_once('.').unwrap_or((name, ""));
        KnownMistake { name: stem.to_owned(), english, chinese, wrong }
    });
    let right_here = of_name(&right, &right, entry.name, differs);
    // If the judge's tests differ, they may be few, and a check has all that there are.
    let tests = if differs { 0 } else { right_here.len() };
    let further = format!("toolkit explain {}", entry.name);
    Ok(Some(KnownMistakes { programs: programs.collect(), right: right_here, tests, further }))
}

/// Reads a record in its written form: YAML with one program on each line, since a general reader of YAML would take longer than most
/// checks.
fn read(text: &str) -> Option<Record<'_>> {
    text.lines().map(read_program).collect()
}

/// Reads a line of a record: a program and its digests.
fn read_program(line: &str) -> Option<(&str, Digests<'_>)> {
    let (program, tests) = line.strip_suffix('}')?.split_once(": {")?;
    Some((program, tests.split(", ").map(read_digest).collect::<Option<_>>()?))
}

/// Reads a test and its digest.
fn read_digest(test: &str) -> Option<(&str, &str)> {
    test.strip_suffix('"')?.split_once(": \"")
}

/// Returns the digests of the tests under a name: its own in place of the problem's. If the name `differs`, a generated test has another
/// input, though perhaps the same right answers.
fn of_name(
    right: &Digests<'_>,
    digests: &Digests<'_>,
    name: &str,
    differs: bool,
) -> BTreeMap<String, String> {
    let mut of_name = BTreeMap::new();
    for (test, digest) in digests {
        let own = test.strip_prefix(name).and_then(|rest| rest.strip_prefix('/'));
        let is_of_problem = GROUPS.iter().any(|group| test.starts_with(group))
            && !(differs && test.starts_with(MADE))
            && !right.contains_key(&*format!("{name}/{test}"));
        if let Some(test) = own.or(is_of_problem.then_some(*test)) {
            of_name.insert(test.to_owned(), (*digest).to_owned());
        }
    }
    of_name
}

/// Returns the mistake of a program in English and in Chinese.
fn sentences(source: &str) -> (String, String) {
    let mut lines = source.lines().map(|line| line.trim_start_matches(['/', '#']).trim());
    let english = lines.next().unwrap_or_default();
    let (what, _) = english.split_once(": ").unwrap_or((english.strip_suffix('.').unwrap_or(english), ""));
    let mut letters = what.chars();
    let first = letters.next().map(|letter| letter.to_ascii_lowercase());
    (first.into_iter().chain(letters).collect(), lines.next().unwrap_or_default().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::built_in::problem::BuiltIn;
    use nim_judge::answers::AnswerLayout;
    use nim_judge::observed::ObservedAnswers;
    use nim_problems::{ALIASES, PROBLEMS};
    use nim_task::layout::Test;
    use nim_testing::whole;
    use std::collections::BTreeSet;

    /// The wrong programs of problems that are right on all tests of some judge's name, and the reason.
    const RIGHT_UNDER_A_NAME: [(&str, &str, &str); 11] = [
        ("john", "every_heap_is_one", "no heap is empty"),
        ("john", "sum_equals_n", "no heap is empty"),
        ("john", "flag_not_reset", "an input has one case"),
        ("nim-check", "stops_at_an_empty_heap", "no heap is empty"),
        ("nim-check", "sum_not_reset", "an input has one case"),
        ("stones-all-moves", "stops_at_an_empty_heap", "no heap is empty"),
        ("s-nim", "table_not_reset", "an input has one case"),
        ("wythoff", "golden_ratio_in_double_precision", "the heaps are smaller"),
        ("wythoff", "stops_at_zeros", "no heap is empty"),
        ("fibonacci-nim", "square_test_in_double_precision", "the numbers are smaller"),
        ("fibonacci-nim", "too_few_numbers", "the numbers are smaller"),
    ];

    #[test]
    fn a_record_is_read_as_yaml() {
        for entry in PROBLEMS {
            let (answers, _) = packed::wrong_programs(entry).unwrap();
            let as_yaml: BTreeMap<String, BTreeMap<String, String>> = nim_yaml::from_str(&answers).unwrap();
            let read = read(&answers).unwrap();
            let owned = |(test, digest): (&&str, &&str)| ((*test).to_owned(), (*digest).to_owned());
            let read: BTreeMap<String, BTreeMap<String, String>> = read
                .iter()
                .map(|(program, tests)| ((*program).to_owned(), tests.iter().map(owned).collect()))
                .collect();
            assert_eq!(read, as_yaml, "{}", entry.slug);
        }
    }

    #[test]
    fn under_every_name_of_the_same_game_the_mistakes_are_on_record() {
        let mut right = BTreeSet::new();
        for entry in whole::turn(ALIASES.iter(), 16) {
            let Some(known) = known(entry).unwrap() else { continue };
            let problem = BuiltIn { entry, level: None };
            let layout = AnswerLayout::new(Some(&problem), entry.later_lines_are_a_set);
            let tests = packed::tests(entry, |_| true).unwrap();
            let is_known = |test: &&Test| {
                let seen = ObservedAnswers::right(test.expected.content(), &layout).unwrap();
                known.right.get(&test.name) == Some(&seen.right)
            };
            let compared: Vec<&Test> = tests.iter().filter(is_known).collect();
            assert!(
                compared.len() * 4 >= tests.len() * 3,
                "{}: {} of {} tests",
                entry.name,
                compared.len(),
                tests.len()
            );
            for program in &known.programs {
                if !compared.iter().any(|test| program.wrong.contains_key(&test.name)) {
                    right.insert((entry.slug, program.name.clone()));
                }
            }
        }
        let listed = RIGHT_UNDER_A_NAME.map(|(problem, program, _)| (problem, program.to_owned()));
        let listed = BTreeSet::from(listed);
        assert!(right.is_subset(&listed), "{:?}", right.difference(&listed));
        assert!(right == listed || !whole::is_whole(), "{:?}", listed.difference(&right));
    }

    #[test]
    fn every_wrong_program_has_a_sentence_in_both_languages() {
        for entry in PROBLEMS {
            let known = known(entry).unwrap().unwrap();
            for KnownMistake { name, english, chinese, .. } in known.programs {
                let (first, _) = english.split_once(' ').unwrap();
                assert!(
                    first.trim_end_matches(',').ends_with('s') && !english.ends_with('.'),
                    "{}/{name}: {english}",
                    entry.slug
                );
                assert!(
                    chinese.chars().any(|letter| letter > '\u{3000}'),
                    "{}/{name}: {chinese}",
                    entry.slug
                );
            }
        }
    }
}
