//! Where programs go wrong: the tests and results of a check, handed to the conditions of its problem's inputs.

use std::cell::OnceCell;
use std::io::{self, BufRead as _, Read as _};

use itertools::Itertools as _;

use super::further_inputs;
use nim_ground::content::Content;
use nim_inputs::Description;
use nim_inputs::conditions::{
    AnsweredInput, Conditions, FurtherRun, Kind, Language, Line, Size, TestOutcome,
};
use nim_judge::TestReport;
use nim_judge::answers::{AnswerLayout, AnswerReader};
use nim_judge::locations::{FurtherRuns, Locator, ProgramResults};
use nim_judge::report::results::{Location, LocationKind};
use nim_judge::selected_test::SelectedTest;
use nim_task::layout::{Expected, Test};
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
        programs: &[ProgramResults<'_>],
        further: &FurtherRuns<'_>,
    ) -> io::Result<Vec<Vec<Location>>> {
        let has_one_answer = tests.iter().all(SelectedTest::has_one_answer);
        let mut results = programs.iter().flat_map(|program| &program.results).flatten();
        let has_wrong = results.any(|result| result.verdict == Verdict::WrongAnswer);
        let answers = if self.description.is_some() && has_one_answer && has_wrong {
            RightAnswers::read(tests.iter().map(|test| (test.test.expected.content(), test.answer_layout())))?
        } else {
            RightAnswers::none(tests.len())
        };
        let inputs = tests.iter().map(|test| &test.test.input).collect_vec();
        let conditions = answers.conditions(self.description.as_ref(), &inputs)?;
        let language = if further.options.in_chinese { Language::Chinese } else { Language::English };
        // Its problem answers further inputs.
        let like = tests.iter().find(|test| test.problem.is_some()).filter(|_| has_one_answer);
        let made: OnceCell<Vec<Test>> = OnceCell::new();
        let described = self.description.as_ref().zip(like);
        let located = programs.iter().map(|program| {
            let outcomes = program.results.iter().map(|result| answers.outcome(*result)).collect_vec();
            let lines = conditions.lines(&outcomes, language, &|| {
                let Some((description, like)) = described else { return Ok(Vec::new()) };
                let made = made.get_or_init(|| answered(&further_inputs::make(description), like));
                let results = made.iter().zip(further.run(program.name, like, made));
                let runs = results.filter_map(|(test, result)| Some((test, result?)));
                let layout = like.answer_layout();
                runs.map(|(test, result)| {
                    answers.further_run(&test.input, test.expected.content(), &layout, &result)
                })
                .collect()
            })?;
            Ok(lines.into_iter().map(location).collect())
        });
        located.collect()
    }
}

/// Returns further tests of the problem of one, which answers their inputs.
fn answered(inputs: &[Content], like: &SelectedTest<'_>) -> Vec<Test> {
    let Some(problem) = like.problem else { return Vec::new() };
    let tests = inputs.iter().filter_map(|input| {
        let mut answer = Vec::new();
        problem.solve(input, "input", &mut answer).ok()?;
        let expected = Expected::Answer(Content::from(answer));
        Some(Test { input: input.clone(), expected, ..like.test.clone() })
    });
    tests.collect()
}

/// Returns a line as reports have it.
pub fn location(Line { kind, condition, text }: Line) -> Location {
    let kind = match kind {
        Kind::Limit => LocationKind::Limit,
        Kind::Surplus => LocationKind::Surplus,
        Kind::Wrong => LocationKind::Wrong,
        Kind::Only => LocationKind::Only,
        Kind::Prints => LocationKind::Prints,
    };
    Location { kind, condition, text }
}

/// Returns what is known of inputs without a grammar.
fn sizes(inputs: &[&Content]) -> io::Result<Vec<Size>> {
    let (mut bytes, mut lines, mut first) = (Vec::new(), Vec::new(), Vec::new());
    for input in inputs {
        bytes.push(number(input.size()?));
        lines.push(count_lines(input)?);
        let mut begin = Vec::new();
        input.open()?.take(FIRST).read_to_end(&mut begin)?;
        let begin = String::from_utf8_lossy(&begin);
        let word = begin.split_ascii_whitespace().next().unwrap_or("-");
        let is_large = word.bytes().all(|byte| byte.is_ascii_digit());
        first.push(word.parse().unwrap_or(if is_large { i64::MAX } else { i64::MIN }));
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
pub struct RightAnswers {
    /// The words; none where answers are numbers.
    words: Vec<String>,
    /// Whether there are too many words: then no answer has a value.
    is_varied: bool,
    values: Vec<Vec<i64>>,
}

impl RightAnswers {
    /// Those of tests whose cases cannot be told apart.
    pub fn none(tests: usize) -> Self {
        Self { words: Vec::new(), is_varied: false, values: vec![Vec::new(); tests] }
    }

    /// Reads the answers of tests.
    ///
    /// # Errors
    /// When one cannot be read.
    pub fn read<'t>(tests: impl Iterator<Item = (&'t Content, AnswerLayout)>) -> io::Result<Self> {
        let mut answers = Self::none(0);
        let mut parsed: Vec<Vec<Result<i64, usize>>> = Vec::new();
        for (content, layout) in tests {
            let mut of_test = Vec::new();
            each_answer(content, &layout, &mut |text| {
                of_test.push(answers.parsed(&text).map_err(|known| match known {
                    None if answers.words.len() <= MOST_WORDS => {
                        answers.words.push(text);
                        answers.words.len() - 1
                    }
                    known => known.unwrap_or_default(),
                }));
            })?;
            parsed.push(of_test);
        }
        answers.is_varied = answers.words.len() > MOST_WORDS;
        if answers.is_varied {
            answers.words.clear();
        } else if !answers.words.is_empty() && parsed.iter().flatten().any(Result::is_ok) {
            // Among words, all numbers are one.
            answers.words.push(String::new());
        }
        for of_test in parsed {
            let values = of_test.into_iter().map(|parsed| answers.value(parsed.map_err(Some)));
            let values = values.collect();
            answers.values.push(values);
        }
        Ok(answers)
    }

    /// Returns the number that an answer begins with, or its place among the words.
    fn parsed(&self, text: &str) -> Result<i64, Option<usize>> {
        let first = text.split(' ').next().unwrap_or_default();
        first.parse().map_err(|_| place_of(&self.words, text))
    }

    fn value(&self, parsed: Result<i64, Option<usize>>) -> i64 {
        match parsed {
            _ if self.is_varied => i64::MIN,
            Ok(number) if self.words.is_empty() => number,
            Ok(_) => self.words.len() as i64 - 1,
            Err(word) => word.map_or(i64::MIN, |word| word as i64),
        }
    }

    /// Reads the inputs of the tests.
    ///
    /// # Errors
    /// When one cannot be read.
    pub fn conditions<'a>(
        &'a self,
        description: Option<&'a Description>,
        inputs: &[&'a Content],
    ) -> io::Result<Conditions<'a>> {
        let answered =
            inputs.iter().zip(&self.values).map(|(input, answers)| AnsweredInput { input, answers });
        Conditions::new(description, answered.collect(), self.words.clone(), sizes(inputs)?)
    }

    /// Returns a run on an input that is none of the tests.
    ///
    /// # Errors
    /// When the answer cannot be read.
    pub fn further_run(
        &self,
        input: &Content,
        answer: &Content,
        layout: &AnswerLayout,
        result: &TestReport,
    ) -> io::Result<FurtherRun> {
        let mut answers = Vec::new();
        each_answer(answer, layout, &mut |text| answers.push(self.value(self.parsed(&text))))?;
        Ok(FurtherRun { input: input.clone(), answers, outcome: self.outcome(Some(result)) })
    }

    /// Returns the result of a program on a test as conditions see it.
    pub fn outcome(&self, result: Option<&TestReport>) -> TestOutcome {
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
            // Lines that are none of two answers are not counted, but may be meant as such.
            let may_be_more = outcome.surplus < 0 && answers.has_other_text;
            let Some(record) = answers.record.as_ref().filter(|_| !may_be_more) else {
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

/// Hands on the answers of a text.
fn each_answer(answer: &Content, layout: &AnswerLayout, take: &mut dyn FnMut(String)) -> io::Result<()> {
    let mut reader = AnswerReader::new(layout);
    let mut file = io::BufReader::new(answer.open()?);
    loop {
        let buffer = file.fill_buf()?;
        let length = buffer.len();
        if length == 0 {
            break;
        }
        let mut rest = buffer;
        while let Some(answer) = reader.next(&mut rest) {
            take(answer.text.text());
        }
        file.consume(length);
    }
    while let Some(answer) = reader.finish() {
        take(answer.text.text());
    }
    Ok(())
}
