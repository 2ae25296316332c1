//! Solvers against oracles: each problem's `oracle.rs` makes small inputs and answers them by search.

pub(crate) use nim_ground::random::Random;
use nim_io::{Input, Lines};
use nim_solve::Tuning;
use nim_solve::problem::{Answers, Cases, Fields, Grammar, Kind};
use nim_solve::records::each_case;
use nim_solve::registry::Entry;
use nim_testing::whole::is_whole;
use std::collections::HashMap;
use std::env;
use std::fs;
use std::hash::Hash;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::path::Path;
use std::str::FromStr;

/// The parts of a problem's `oracle.rs`. Its answers share no code with the library.
pub(super) struct Oracle {
    /// Returns a random small input.
    pub(super) small: fn(&mut Random) -> String,
    /// Answers an input by search; `None` where that would take too long.
    pub(super) answer: fn(&str) -> Option<String>,
    /// The answers with switches, if a name has some.
    pub(super) by: Option<ByRules>,
    /// Makes cases in other layouts; where a name has one.
    pub(super) laid_out: Option<LaidOut>,
}

/// Answers an input by search, with switches.
pub(super) type ByRules = fn(&str, &[&str]) -> Option<String>;

/// Makes a small case in a layout: as a judge has it, and in the problem's own layout.
pub(super) type LaidOut = fn(&str, &mut Random) -> [String; 2];

/// Reads numbers; `None` where a token is none.
pub(super) fn numbers<N: FromStr>(input: &str) -> Option<Vec<N>> {
    input.split_ascii_whitespace().map(|token| token.parse().ok()).collect()
}

pub(super) fn line(numbers: &[u64]) -> String {
    let tokens: Vec<String> = numbers.iter().map(u64::to_string).collect();
    tokens.join(" ") + "\n"
}

/// Makes up to `most` cases, below their number.
pub(super) fn counted(random: &mut Random, most: u64, mut case: impl FnMut(&mut Random) -> String) -> String {
    let cases = random.within(0, most);
    format!("{cases}\n{}", (0..cases).map(|_| case(random)).collect::<String>())
}

/// Ends an input with zeros, which may be missing.
pub(super) fn ended(random: &mut Random, input: String, zeros: &str) -> String {
    if random.within(0, 3) > 0 { input + zeros } else { input }
}

/// Makes heaps; two are often the same: so lost positions are as likely as others.
pub(super) fn heaps(random: &mut Random, count: u64, most: u64) -> Vec<u64> {
    let mut heaps = random.list(count, 0, most);
    if count > 1 && random.within(0, 2) == 0 {
        heaps[0] = heaps[1];
    }
    heaps
}

/// Returns the number of positions in which no heap is larger; `None` if there are too many to count.
pub(super) fn positions(heaps: &[u64]) -> Option<u64> {
    heaps.iter().try_fold(1_u64, |product, heap| product.checked_mul(heap.checked_add(1)?))
}

/// The sum of some heaps, or the greatest number if it is larger.
pub(super) fn stones(heaps: &[u64]) -> u64 {
    heaps.iter().fold(0, |sum, &heap| sum.saturating_add(heap))
}

/// Returns whether the player to move wins, for each heap up to the last; `is_won` decides a heap by the outcomes of the smaller ones.
pub(super) fn table(last: usize, is_won: impl Fn(usize, &[bool]) -> bool) -> Vec<bool> {
    (0..=last).fold(Vec::new(), |mut wins, heap| {
        wins.push(is_won(heap, &wins));
        wins
    })
}

/// The outcomes found by a search: whether the player to move wins, by position.
pub(super) struct Known<P>(HashMap<P, bool>);

impl<P> Default for Known<P> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<P: Eq + Hash> Known<P> {
    /// Returns whether the player to move wins; a position that is met for the first time is searched.
    pub(super) fn wins(&mut self, position: P, search: impl FnOnce(&P, &mut Self) -> bool) -> bool {
        if let Some(&wins) = self.0.get(&position) {
            return wins;
        }
        let wins = search(&position, self);
        self.0.insert(position, wins);
        wins
    }
}

/// Returns the lists of some numbers, each behind its length; `None` where a list is cut short.
pub(super) fn lists(mut numbers: &[u64]) -> Option<Vec<Vec<u64>>> {
    let mut lists = Vec::new();
    while let Some((&count, rest)) = numbers.split_first() {
        let (list, behind) = rest.split_at_checked(count as usize)?;
        lists.push(list.to_vec());
        numbers = behind;
    }
    Some(lists)
}

/// Writes a list below its length; an empty one takes no line.
pub(super) fn counted_list(list: &[u64]) -> String {
    format!("{}\n{}", list.len(), if list.is_empty() { String::new() } else { line(list) })
}

/// Returns lists below their number.
pub(super) fn counted_lists(lists: &[Vec<u64>]) -> String {
    format!("{}\n{}", lists.len(), lists.iter().map(|list| counted_list(list)).collect::<String>())
}

/// Returns the answers to such lists; `None` where a number is missing or none, or a list is not answered.
pub(super) fn answer_lists<'a>(
    input: &str,
    answer: impl FnMut(Vec<u64>) -> Option<&'a str>,
) -> Option<String> {
    lists(numbers(input)?.get(1..)?)?.into_iter().map(answer).collect()
}

/// Inputs that are made for each problem, and with `TOOLKIT_TEST_ALL`.
const TRIALS: (u64, u64) = (120, 4000);

/// Asserts that the solver agrees with the oracle on made-up inputs, and both with the test data, whose answers are
/// written by the oracle with `UPDATE_GOLDEN=1`; and that the texts are filled in.
pub(super) fn check(problem: &Entry, oracle: &Oracle) {
    let trials = if is_whole() { TRIALS.1 } else { TRIALS.0 };
    for seed in 0..trials {
        let input = (oracle.small)(&mut Random::new(seed));
        let expected = (oracle.answer)(&input);
        assert!(
            expected.is_some(),
            "fill in `answer` in problems/{}/oracle.rs: it refuses the input {input:?} that `small` made",
            problem.slug.replace('-', "_")
        );
        assert_eq!(solve(problem, &input), expected, "seed {seed}, input {input:?}");
    }
    for named in problem.under_aliases().filter(Entry::is_formed) {
        check_form(problem, &named, oracle, trials / 4);
    }
    let texts = &problem.texts;
    let theorem = [problem.idea, problem.texts.theorem.en, problem.texts.theorem.zh];
    for text in
        theorem.into_iter().chain([problem.rule, texts.manifest, texts.statement_en, texts.statement_zh])
    {
        assert!(!text.contains("FILL IN"), "a text of {} is not filled in: {text}", problem.slug);
    }
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata").join(problem.slug);
    let mut searched = 0;
    for group in ["sample", "secret"] {
        for file in fs::read_dir(data.join(group)).into_iter().flatten().flatten() {
            let path = file.path();
            let Ok(input) = fs::read_to_string(&path) else { continue };
            if path.extension().is_some_and(|ending| ending == "in")
                && let Some(expected) = (oracle.answer)(&input)
            {
                if env::var_os("UPDATE_GOLDEN").is_some() {
                    assert!(fs::write(path.with_extension("ans"), &expected).is_ok(), "{}", path.display());
                }
                let answer = fs::read_to_string(path.with_extension("ans")).ok();
                assert_eq!(answer, Some(expected), "{}", path.display());
                searched += 1;
            }
        }
    }
    assert!(searched > 0, "the oracle answers no test");
}

/// Asserts that the solver under a name with a form of its own agrees with the oracle, whose answers to single cases are put into that form.
fn check_form(problem: &Entry, named: &Entry, oracle: &Oracle, trials: u64) {
    let own = named.judge.unwrap();
    let answer = |input: &str| match oracle.by {
        Some(by) => by(input, own.switches),
        None => {
            assert!(own.switches.is_empty(), "the oracle of {} knows no switches", named.name);
            (oracle.answer)(input)
        }
    };
    for seed in 0..trials {
        let random = &mut Random::new(seed);
        let cases = match named.layout() {
            None => {
                let own = under_form(named, cases_of(&problem.form.grammar, &(oracle.small)(random)));
                own.into_iter().map(|case| [case.clone(), case]).collect()
            }
            Some(layout) => laid_out_cases(layout.name, oracle.laid_out.unwrap(), random),
        };
        let inputs: Vec<&[[String; 2]]> = match named.form.grammar.cases {
            Cases::One => cases.chunks(1).collect(),
            // An input that ends with its cases has some.
            Cases::ToEnd if cases.is_empty() => Vec::new(),
            _ => vec![&cases],
        };
        for cases in inputs {
            let written: Vec<String> = cases.iter().map(|[written, _]| written.clone()).collect();
            let input = input_of(named.form.grammar.cases, &written);
            let expected = cases.iter().zip(1..).map(|([_, own], number)| {
                let of_problem = input_of(problem.form.grammar.cases, std::slice::from_ref(own));
                Some(formed_answer(named, number, &answer(&of_problem)?))
            });
            let Some(expected) = expected.collect::<Option<String>>() else { continue };
            assert_eq!(solve(named, &input), Some(expected), "{}, seed {seed}, input {input:?}", named.name);
        }
    }
}

/// Makes some cases in a layout, each as a judge has it and in the problem's own layout.
pub(super) fn laid_out_cases(layout: &str, laid_out: LaidOut, random: &mut Random) -> Vec<[String; 2]> {
    let cases = random.within(1, 5);
    (0..cases).map(|_| laid_out(layout, random)).collect()
}

/// Puts the answer to a case into the form of a name.
fn formed_answer(named: &Entry, number: usize, answer: &str) -> String {
    let own = named.judge.unwrap();
    let reworded = |line| own.answers.iter().find(|(word, _)| *word == line).map_or(line, |(_, word)| *word);
    let text: String = answer.lines().map(|line| format!("{}\n", reworded(line))).collect();
    if named.form.answers == Answers::Numbered { format!("Case {number}: {text}") } else { text }
}

/// Returns the tokens of each case of an input, in a line.
pub(super) fn cases_of(grammar: &Grammar, input: &str) -> Vec<String> {
    let mut cases = Vec::new();
    let reader = Input::reader("in.txt", Cursor::new(input.to_owned()));
    each_case(reader, grammar, |_, _, fields| {
        cases.push(tokens_of(fields).join(" "));
        ControlFlow::Continue(())
    })
    .unwrap();
    cases
}

/// Keeps the cases that an input under a name may have: those that do not begin with the zeros which end it.
pub(super) fn under_form(named: &Entry, mut cases: Vec<String>) -> Vec<String> {
    cases.retain(|case| !named.form.grammar.cases.are_closed_by_text(case.as_bytes()));
    cases
}

/// Returns the input of some cases.
pub(super) fn input_of(framing: Cases, cases: &[String]) -> String {
    let lines: String = cases.iter().map(|case| format!("{case}\n")).collect();
    match framing {
        Cases::One | Cases::ToEnd => lines,
        Cases::Counted => format!("{}\n{lines}", cases.len()),
        Cases::UntilZeros(zeros) => format!("{lines}{}\n", vec!["0"; zeros].join(" ")),
    }
}

/// Returns the tokens of a case.
fn tokens_of(fields: &Fields<'_>) -> Vec<String> {
    let values = fields.spans.iter().flat_map(|span| {
        fields.values[span.range()].iter().zip(span.fields.iter().map(|field| field.kind).cycle())
    });
    let tokens = values.map(|(&value, kind)| match kind {
        Kind::Number | Kind::List(_) => value.to_string(),
        Kind::Signed => value.cast_signed().to_string(),
        Kind::Word(_) => String::from_utf8_lossy(fields.word_of(value)).into_owned(),
    });
    tokens.collect()
}

#[test]
fn every_problem_that_has_names_of_other_forms_has_an_oracle() {
    for named in super::ALIASES.iter().filter(|entry| entry.is_formed()) {
        assert!(super::trial::CHECKED.contains(&named.slug), "{} has no oracle", named.slug);
    }
}

/// Returns the answers of the solver; `None` where it refuses the input.
fn solve(problem: &Entry, input: &str) -> Option<String> {
    let mut answers = Vec::new();
    let reader = Input::reader("in.txt", Cursor::new(input.to_owned()));
    (problem.form.solve)(&[], reader, &mut Lines::new(&mut answers), &Tuning::default()).ok()?;
    String::from_utf8(answers).ok()
}
