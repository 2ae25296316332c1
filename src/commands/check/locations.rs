//! Where programs go wrong: the tests and results of a check, handed to the conditions of its problem's inputs.

use std::io::{self, BufRead as _, Read as _};

use itertools::Itertools as _;

use nim_ground::content::Content;
use nim_inputs::Description;
use nim_inputs::conditions::{AnsweredInput, Conditions, Kind, Language, Line, Size, TestOutcome};
use nim_judge::TestReport;
use nim_judge::answers::{AnswerReader, ShownText};
use nim_judge::locations::Locator;
use nim_judge::report::results::{Location, LocationKind};
use nim_judge::selected_test::SelectedTest;
use nim_task::layout::Expected;
use nim_task::verdict::Verdict;

/// Most words that answers may be.
const MOST_WORDS: usize = 8;
/// Bytes of an input that are looked at for its first number.
const FIRST: u64 = 32;
/// What a message of a run that a signal ended begins with.
const SIGNAL: &str = "signal ";

/// Finds where programs go wrong on inputs of a grammar, or on any inputs.
pub struct FailureLocator {
    /// The inputs, where they have a grammar.
    pub description: Option<Description>,
}

impl Locator for FailureLocator {
    fn locate(
        &self,
        tests: &[SelectedTest<'_>],
        programs: &[Vec<Option<&TestReport>>],
        in_chinese: bool,
    ) -> io::Result<Vec<Vec<Location>>> {
        let description =
            self.description.as_ref().filter(|_| tests.iter().all(SelectedTest::has_one_answer));
        let has_wrong =
            programs.iter().flatten().flatten().any(|result| result.verdict == Verdict::WrongAnswer);
        let answers = if description.is_some() && has_wrong {
            RightAnswers::read(tests)?
        } else {
            RightAnswers::none(tests)
        };
        let inputs = tests.iter().zip(&answers.values);
        let inputs =
            inputs.map(|(test, answers)| AnsweredInput { input: &test.test.input, answers }).collect();
        let conditions =
            Conditions::new(self.description.as_ref(), inputs, answers.words.clone(), sizes(tests)?)?;
        let language = if in_chinese { Language::Chinese } else { Language::English };
        let of_program = |results: &Vec<Option<&TestReport>>| {
            let outcomes = results.iter().map(|result| answers.outcome(*result)).collect_vec();
            let lines = conditions.lines(&outcomes, language)?;
            Ok(lines.into_iter().map(location).collect())
        };
        programs.iter().map(of_program).collect()
    }
}

fn location(Line { kind, condition, text }: Line) -> Location {
    let kind = match kind {
        Kind::Limit => LocationKind::Limit,
        Kind::Surplus => LocationKind::Surplus,
        Kind::Wrong => LocationKind::Wrong,
        Kind::Only => LocationKind::Only,
        Kind::Prints => LocationKind::Prints,
    };
    Location { kind, condition, text }
}

/// Returns what is known of tests without a grammar.
fn sizes(tests: &[SelectedTest<'_>]) -> io::Result<Vec<Size>> {
    let (mut bytes, mut lines, mut first) = (Vec::new(), Vec::new(), Vec::new());
    for test in tests {
        let input = &test.test.input;
        bytes.push(number(input.size()?));
        lines.push(count_lines(input)?);
        let mut begin = Vec::new();
        input.open()?.take(FIRST).read_to_end(&mut begin)?;
        let word = String::from_utf8_lossy(&begin)
            .split_ascii_whitespace()
            .next()
            .and_then(|word| word.parse().ok());
        first.push(word.unwrap_or(i64::MIN));
    }
    Ok(vec![
        Size::new(5, ["a first number", "第一个数"], first),
        Size::new(9, ["an input of bytes", "输入的字节数"], bytes),
        Size::new(7, ["a number of lines", "行数"], lines),
    ])
}

fn count_lines(input: &Content) -> io::Result<i64> {
    let mut file = io::BufReader::with_capacity(1 << 16, input.open()?);
    let mut lines = 0;
    loop {
        let buffer = file.fill_buf()?;
        if buffer.is_empty() {
            return Ok(lines);
        }
        lines += buffer.iter().filter(|&&byte| byte == b'\n').count() as i64;
        let length = buffer.len();
        file.consume(length);
    }
}

fn number(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// The right answers of tests, as numbers or as places among words.
struct RightAnswers {
    /// The words; none where answers are numbers.
    words: Vec<String>,
    values: Vec<Vec<i64>>,
}

impl RightAnswers {
    fn none(tests: &[SelectedTest<'_>]) -> Self {
        Self { words: Vec::new(), values: vec![Vec::new(); tests.len()] }
    }

    fn read(tests: &[SelectedTest<'_>]) -> io::Result<Self> {
        let mut words: Vec<String> = Vec::new();
        let mut values = Vec::new();
        for test in tests {
            let mut of_test = Vec::new();
            each_answer(test, &mut |text| {
                let text = text.text();
                let first = text.split(' ').next().unwrap_or_default();
                of_test.push(first.parse().map_err(|_| match place_of(&words, &text) {
                    Some(known) => known,
                    None => {
                        words.push(text);
                        words.len() - 1
                    }
                }));
            })?;
            values.push(of_test);
        }
        let has_numbers = values.iter().flatten().any(Result::is_ok);
        let has_many = words.len() > MOST_WORDS;
        let value = |value: Result<i64, usize>| match value {
            _ if has_many => i64::MIN,
            Ok(number) if words.is_empty() => number,
            // Among words, all numbers are one.
            Ok(_) => words.len() as i64,
            Err(word) => word as i64,
        };
        let values = values.into_iter().map(|of_test| of_test.into_iter().map(value).collect()).collect();
        if has_many {
            words.clear();
        } else if has_numbers && !words.is_empty() {
            words.push(String::new());
        }
        Ok(Self { words, values })
    }

    /// Returns the result of a program on a test as conditions see it.
    fn outcome(&self, result: Option<&TestReport>) -> TestOutcome {
        let mut outcome = TestOutcome {
            verdict: Verdict::JudgeError,
            by_signal: false,
            surplus: 0,
            wrong: Vec::new(),
            printed: Vec::new(),
        };
        let Some(result) = result else { return outcome };
        outcome.verdict = result.verdict;
        outcome.by_signal = result.message.starts_with(SIGNAL);
        if let Some(answers) = &result.answers {
            outcome.surplus = number(answers.printed).saturating_sub(number(answers.cases));
            let Some(record) = &answers.record else {
                return TestOutcome { verdict: Verdict::JudgeError, ..outcome };
            };
            let places = record.words.iter().map(|word| place_of(&self.words, &word.text)).collect_vec();
            for (is_wrong, word) in record.iter() {
                outcome.wrong.push(is_wrong);
                let word = word.and_then(|word| places.get(word).copied().flatten());
                outcome.printed.push(word.and_then(|word| u8::try_from(word).ok()).unwrap_or(u8::MAX));
            }
        }
        outcome
    }
}

/// Returns the place of a word, in upper or lower case.
fn place_of(words: &[String], text: &str) -> Option<usize> {
    words.iter().position(|word| word.eq_ignore_ascii_case(text))
}

/// Hands on the right answers of a test.
fn each_answer(test: &SelectedTest<'_>, take: &mut dyn FnMut(ShownText)) -> io::Result<()> {
    let Expected::Answer(answer) = &test.test.expected else { return Ok(()) };
    let mut reader = AnswerReader::new(&test.answer_layout());
    let mut file = io::BufReader::new(answer.open()?);
    loop {
        let buffer = file.fill_buf()?;
        let length = buffer.len();
        if length == 0 {
            break;
        }
        let mut rest = buffer;
        while let Some(answer) = reader.next(&mut rest) {
            take(answer.text);
        }
        file.consume(length);
    }
    while let Some(answer) = reader.finish() {
        take(answer.text);
    }
    Ok(())
}
