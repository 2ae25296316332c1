//! Mistakes that the answers of a program show by themselves: the program prints nothing, or always the same, or other words, or right
//! answers in another form.

use std::fmt::{self, Display, Formatter};

use itertools::Itertools as _;

use super::observed::{AnswerPair, ObservedAnswers, ShownAnswer};

/// The fewest answers from which anything follows.
const FEWEST: u64 = 5;
/// The part of the answers of each kind, in percent, that must be exchanged.
const EXCHANGED: u64 = 95;

/// A mistake that needs no comparison with other programs. It is displayed in English, and in Chinese with `{:#}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Apparent {
    /// The output has no answers.
    Nothing,
    /// All answers are right, except for their form.
    OtherForm {
        /// An answer as expected, and as printed in other letter case.
        letters: Option<(String, String)>,
        /// Whether `Case #k:` is missing or too much.
        is_numbered_otherwise: bool,
        /// Whether more is printed than answers.
        has_other_text: bool,
    },
    /// All answers of the output are equal to this one.
    Always(String),
    /// Two answers are exchanged in some of all cases.
    Exchanged([String; 2], u64, u64),
    /// Words are printed that are no answers; the words, and the answers.
    OtherWords(Vec<String>, Vec<String>),
}

/// The answers of a program on the tests that it finished.
pub struct FinishedTests<'a> {
    /// The observations of tests with wrong answers.
    pub wrong: Vec<&'a ObservedAnswers>,
    /// The observations of tests whose answers are all right.
    pub right: Vec<&'a ObservedAnswers>,
    /// Whether all answers of the problem are one of two lines.
    pub has_two_answers: bool,
}

impl FinishedTests<'_> {
    /// Returns the mistake that shows, if one does.
    pub fn mistake(&self) -> Option<Apparent> {
        if self.wrong.is_empty() {
            return None;
        }
        if self.right.is_empty() && self.wrong.iter().all(|test| test.printed == 0) {
            return Some(Apparent::Nothing);
        }
        if self.wrong.iter().all(|test| test.digest == test.right) {
            return self.other_form();
        }
        let mut all = self.wrong.iter().chain(&self.right);
        let pairs = all.try_fold(Vec::new(), |sum, test| test.added_to(sum))?;
        if pairs.iter().map(|pair: &AnswerPair| pair.count).sum::<u64>() < FEWEST {
            return None;
        }
        let answers = distinct(pairs.iter().map(|pair| &pair.answer));
        let printed = distinct(pairs.iter().map(|pair| &pair.printed));
        match (&answers[..], &printed[..]) {
            ([_, _, ..], [always]) => Some(Apparent::Always(always.text.clone())),
            ([one, other], [_, _]) => {
                exchanged(&pairs, one, other).or_else(|| self.other_words(&answers, &printed))
            }
            _ => self.other_words(&answers, &printed),
        }
    }

    /// Returns the mistake of right answers in another form, if it is that.
    fn other_form(&self) -> Option<Apparent> {
        let letters = self.wrong.iter().find_map(|test| test.in_other_case.clone());
        let is_numbered_otherwise = self.wrong.iter().any(|test| test.is_numbered_otherwise);
        let has_other_text = self.wrong.iter().any(|test| test.has_other_text);
        let has_reason = letters.is_some() || is_numbered_otherwise || has_other_text;
        has_reason.then_some(Apparent::OtherForm { letters, is_numbered_otherwise, has_other_text })
    }

    /// Returns the printed words, if none is an answer. Numbers are no words, unless all answers are one of two.
    fn other_words(&self, answers: &[&ShownAnswer], printed: &[&ShownAnswer]) -> Option<Apparent> {
        let are_words = self.has_two_answers || answers.iter().all(|word| word.text.parse::<f64>().is_err());
        let is_other = printed.iter().all(|word| !answers.contains(word));
        let fits = are_words && is_other && answers.len() == 2 && (1..=2).contains(&printed.len());
        let texts = |words: &[&ShownAnswer]| words.iter().map(|word| word.text.clone()).collect();
        fits.then(|| Apparent::OtherWords(texts(printed), texts(answers)))
    }
}

fn distinct<'a>(answers: impl Iterator<Item = &'a ShownAnswer>) -> Vec<&'a ShownAnswer> {
    let mut distinct = Vec::new();
    for answer in answers {
        if !distinct.contains(&answer) {
            distinct.push(answer);
        }
    }
    distinct
}

/// Returns that two answers are exchanged, where nearly all of each are.
fn exchanged(pairs: &[AnswerPair], one: &ShownAnswer, other: &ShownAnswer) -> Option<Apparent> {
    let (mut found, mut all) = (0, 0);
    for (answer, instead) in [(one, other), (other, one)] {
        let of_answer = pairs.iter().filter(|pair| pair.answer == *answer);
        let cases: u64 = of_answer.clone().map(|pair| pair.count).sum();
        let as_other: u64 = of_answer.filter(|pair| pair.printed == *instead).map(|pair| pair.count).sum();
        if as_other * 100 < cases * EXCHANGED {
            return None;
        }
        (found, all) = (found + as_other, all + cases);
    }
    Some(Apparent::Exchanged([one.text.clone(), other.text.clone()], found, all))
}

impl Display for Apparent {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let is_chinese = out.alternate();
        match self {
            Self::Nothing if is_chinese => out.write_str("没有任何输出"),
            Self::Nothing => out.write_str("prints nothing"),
            Self::OtherForm { letters, is_numbered_otherwise, has_other_text } => {
                let letters = letters.as_ref().map(|(answer, printed)| match is_chinese {
                    true => format!("大小写（应为 {answer}，输出 {printed}）"),
                    false => format!("upper and lower case ({printed} for {answer})"),
                });
                let numbers = is_numbered_otherwise.then(|| "`Case #k:`".to_owned());
                let text = if is_chinese { "多余的文字" } else { "other text that is printed" };
                let text = has_other_text.then(|| text.to_owned());
                let mut reasons = [letters, numbers, text].into_iter().flatten();
                match is_chinese {
                    true => write!(out, "除了{}，答案全部正确", reasons.join("和")),
                    false => write!(out, "all answers are right but for {}", reasons.join(" and ")),
                }
            }
            Self::Always(answer) if is_chinese => write!(out, "每组都输出 {answer}"),
            Self::Always(answer) => write!(out, "prints {answer} in every case"),
            Self::Exchanged([one, other], found, all) if is_chinese => {
                write!(out, "在 {all} 组中的 {found} 组里，{one} 和 {other} 颠倒了")
            }
            Self::Exchanged([one, other], found, all) => {
                write!(out, "{one} and {other} are exchanged in {found} of {all} cases")
            }
            Self::OtherWords(printed, answers) if is_chinese => {
                write!(out, "应输出 {}，却输出 {}", answers.join(" 或 "), printed.join(" 或 "))
            }
            Self::OtherWords(printed, answers) => {
                write!(out, "prints {} where answers are {}", printed.join(" and "), answers.join(" and "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;
    use crate::answers::AnswerLayout;
    use crate::observed::AnswerObserver;
    use crate::records::{CaseInfo, Cases, Records};
    use nim_ground::content::Content;

    struct Answers(Records, Option<[&'static str; 2]>);

    impl Cases for Answers {
        fn records(&self) -> Records {
            self.0
        }
        fn two_answers(&self) -> Option<[String; 2]> {
            self.1.map(|two| two.map(str::to_owned))
        }
        fn case(&self, _input: &Content, _number: u64) -> Option<CaseInfo> {
            None
        }
    }

    fn observed(layout: &AnswerLayout, answer: &str, output: &str, size: usize) -> ObservedAnswers {
        let mut observer = AnswerObserver::new(&Content::from(answer), layout).unwrap();
        output.as_bytes().chunks(size).for_each(|chunk| observer.write_all(chunk).unwrap());
        observer.finish().unwrap()
    }

    /// Checks the mistake that shows in outputs that are printed for these answers; the size of chunks must not matter.
    #[track_caller]
    fn check(two: Option<[&'static str; 2]>, tests: &[(&str, &str)], expect: Option<&str>) {
        let layout = AnswerLayout::new(Some(&Answers(Records::Lines, two)), false);
        for size in [1, 3, 1 << 20] {
            let seen: Vec<_> =
                tests.iter().map(|(answer, output)| observed(&layout, answer, output, size)).collect();
            let (right, wrong) = (Vec::new(), seen.iter().collect());
            let finished = FinishedTests { wrong, right, has_two_answers: two.is_some() };
            let mistake = finished.mistake().map(|mistake| mistake.to_string());
            assert_eq!(mistake.as_deref(), expect, "chunks of {size}");
        }
    }

    const WORDS: Option<[&str; 2]> = Some(["John", "Brother"]);

    #[test]
    fn the_form_of_right_answers_is_named() {
        let letters = "all answers are right but for upper and lower case (JOHN for John)";
        check(WORDS, &[("Brother\nJohn\n", "Brother\nJOHN\n")], Some(letters));
        check(None, &[("Brother\nJohn\n", "Brother\nJOHN\n")], Some(letters));
        let numbers = "all answers are right but for `Case #k:`";
        check(WORDS, &[("John\nJohn\n", "Case #1: John\nCase #2: John\n")], Some(numbers));
        check(None, &[("3\n4\n", "case 1: 3\n\ncase 2:\n4\n")], Some(numbers));
        check(None, &[("Case #1: 3\n", "3\n")], Some(numbers));
        let text = "all answers are right but for other text that is printed";
        check(WORDS, &[("John\n", "n = ?\nthe winner is John\n")], Some(text));
        check(
            WORDS,
            &[("John\nJohn\n", "n = ?\nCase 1: john\nCase 2: John")],
            Some(
                "all answers are right but for upper and lower case (john for John) and `Case #k:` and other text that is printed",
            ),
        );
        // The same letters in another word are no answer.
        check(WORDS, &[("John\nJohn\n", "JohnJohn\nJohn\n")], None);
        check(None, &[("3\n4\n", "debug\n3\n4\n")], None);
    }

    #[test]
    fn nothing_one_answer_and_other_words_are_named() {
        check(WORDS, &[("John\n", ""), ("Brother\n", " \n")], Some("prints nothing"));
        check(WORDS, &[("John\n", ""), ("Brother\n", "John\n")], None);
        let mixed = "John\nBrother\nJohn\nJohn\nBrother\n";
        check(WORDS, &[(mixed, &"John\n".repeat(5))], Some("prints John in every case"));
        check(None, &[("1\n2\n3\n4\n5\n", "0\n0\n0\n0\n0\n")], Some("prints 0 in every case"));
        // Two cases are too few for a pattern.
        check(WORDS, &[("John\nBrother\n", "John\nJohn\n")], None);
        check(WORDS, &[(mixed, &mixed.to_uppercase().replacen("JOHN", "BROTHER", 1))], None);
        let others = mixed.replace("John", "first").replace("Brother", "second");
        check(WORDS, &[(mixed, &others)], Some("prints first and second where answers are John and Brother"));
        check(None, &[("1\n2\n1\n2\n1\n", "3\n4\n3\n4\n3\n")], None);
    }

    #[test]
    fn exchanged_answers_are_named_if_nearly_all_of_each_kind_are() {
        let exchange =
            |text: &str| text.replace("John", "x").replace("Brother", "John").replace('x', "Brother");
        let mixed = "John\nBrother\nJohn\n".repeat(10);
        let all = "John and Brother are exchanged in 30 of 30 cases";
        check(WORDS, &[(&mixed, &exchange(&mixed))], Some(all));
        check(WORDS, &[(&mixed, &exchange(&mixed).to_uppercase())], Some(all));
        let nearly = exchange(&mixed).replacen("Brother", "John", 1);
        check(WORDS, &[(&mixed, &nearly)], Some("John and Brother are exchanged in 29 of 30 cases"));
        let less = exchange(&mixed).replacen("John", "Brother", 1);
        check(WORDS, &[(&mixed, &less)], None);
    }

    #[test]
    fn equal_answers_have_equal_digests_and_others_do_not() {
        let layout = AnswerLayout::new(Some(&Answers(Records::Lines, WORDS)), false);
        let digest = |output: &str| observed(&layout, "John\n", output, 7).digest;
        assert_eq!(digest("John\nBrother\n"), digest("? \n\nCase #1:  JOHN\r\nthe Brother"));
        assert_ne!(digest("John\nBrother\n"), digest("Brother\nJohn\n"));
        assert_ne!(digest("John\n"), digest("John\nJohn\n"));
        assert_ne!(digest(""), digest("John\n"));
        let moves = Answers(Records::Blocks(&["Yes", "No"]), None);
        let (set, list) = (AnswerLayout::new(Some(&moves), true), AnswerLayout::new(Some(&moves), false));
        let digest = |layout: &AnswerLayout, output: &str| observed(layout, "No\n", output, 7).digest;
        let (one, other) = ("Yes\n5 1\n7 3\n6 2\nNo\n", "YES\n5  1\n6 2\n7 3\n6 2\nno\n");
        assert_eq!(digest(&set, one), digest(&set, other));
        assert_ne!(digest(&list, one), digest(&list, other));
        assert_eq!(observed(&set, "No\nYes\n1 2\nNo\n", "No\nYes\n1 3\n", 7).wrong, 2);
    }
}
