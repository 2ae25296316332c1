//! What tells whole tests apart: those that a program does not end by itself, and those with answers too many or too few.

use super::features::NONE;
use super::measures::Value;
use super::phrases::{Language, Phrases};
use super::{Conditions, Kind, Line, TestOutcome};
use crate::conditions::atoms::{Atom, Test};
use nim_task::verdict::Verdict;

/// The fewest tests on either side of a threshold.
const LEAST_TESTS: usize = 3;
/// The fewest answers too many or too few that are explained.
const LEAST_SURPLUS: i64 = 5;

/// What a size is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Number,
    Count,
    Fact,
}

/// A number of whole tests.
pub struct Size {
    /// Its price, as of a condition.
    price: u32,
    /// Its words in English and in Chinese.
    words: [String; 2],
    /// Whether it is a fact of some case, or counts something.
    form: Form,
    /// Its value in each test.
    values: Vec<i64>,
}

impl Size {
    /// A number that no grammar tells: its price, its words, and its values.
    pub fn new(price: u32, words: [&str; 2], values: Vec<i64>) -> Self {
        Self { price, words: words.map(str::to_owned), form: Form::Number, values }
    }
}

impl Conditions<'_> {
    /// Says in which tests a program ends with a verdict that is no answer.
    pub(super) fn limit(
        &self,
        outcomes: &[TestOutcome],
        verdict: Verdict,
        language: Language,
    ) -> Option<Line> {
        let with = |is_one: &dyn Fn(Verdict) -> bool| -> Vec<usize> {
            (0..outcomes.len()).filter(|&test| is_one(outcomes[test].verdict)).collect()
        };
        let failed = with(&|own| own == verdict);
        let passed = with(&|own| matches!(own, Verdict::Accepted | Verdict::WrongAnswer));
        if failed.len() < LEAST_TESTS || passed.len() < LEAST_TESTS {
            return None;
        }
        let of_columns = self.sizes_of_columns(language);
        let gap = |size: &Size| {
            let high = failed.iter().map(|&test| size.values[test]).min()?;
            let low = passed.iter().map(|&test| size.values[test]).max()?;
            (low < high && low > NONE).then_some((low, high))
        };
        let sizes = self.sizes.iter().chain(&of_columns);
        let found = sizes.filter_map(|size| Some((size, gap(size)?)));
        let (size, (low, high)) = found.min_by_key(|(size, _)| size.price)?;
        let is_killed = failed.iter().all(|&test| outcomes[test].by_signal);
        let count = failed.len();
        let [english, chinese] = said(verdict, is_killed);
        let words = &size.words[language.of(0, 1)];
        let text = match (language, size.form) {
            (Language::English, Form::Fact) => {
                format!("{english} in all {count} tests with a case in which {words}; in none of the others")
            }
            (Language::English, Form::Number) => {
                format!(
                    "{english} in all {count} tests with {words} of {high} or more; in none with up to {low}"
                )
            }
            (Language::English, Form::Count) => {
                format!(
                    "{english} in all {count} tests with {high} {words} or more; in none with up to {low}"
                )
            }
            (Language::Chinese, Form::Fact) => {
                format!("含有“{words}”的一组的 {count} 个测试全部{chinese}，其余都正常结束")
            }
            (Language::Chinese, Form::Number | Form::Count) => {
                format!("{words}不小于 {high} 的 {count} 个测试全部{chinese}；不超过 {low} 的都正常结束")
            }
        };
        let condition = if size.form == Form::Fact { words.clone() } else { format!("{words} ≥ {high}") };
        Some(Line { kind: Kind::Limit, condition, text })
    }

    /// Returns the greatest values of features in tests.
    fn sizes_of_columns(&self, language: Language) -> Vec<Size> {
        let Some((names, table)) = self.features() else { return Vec::new() };
        let phrases = Phrases { language, names, table };
        let columns = 0..table.features.len();
        let is_said = |column: &usize| {
            table.is_here(*column)
                && matches!(
                    table.features[*column].measure.value,
                    Value::Number | Value::Pair(_) | Value::List(_)
                )
        };
        let size = |column: usize| {
            let measure = table.features[column].measure;
            let is_fact = !table.features[column].is_number();
            let (text, form) = match phrases.count(column) {
                Some(count) => (count.to_owned(), Form::Count),
                None => (phrases.noun(column), if is_fact { Form::Fact } else { Form::Number }),
            };
            Size {
                price: measure.price,
                words: [text.clone(), text],
                form,
                values: table.greatest.iter().map(|values| values[column]).collect(),
            }
        };
        columns.filter(is_said).map(size).collect()
    }

    /// Says what outputs have too many or too few answers; `None` where none has.
    pub(super) fn surplus(&self, outcomes: &[TestOutcome], language: Language) -> Option<Line> {
        let ended =
            |outcome: &&TestOutcome| matches!(outcome.verdict, Verdict::Accepted | Verdict::WrongAnswer);
        let all = outcomes.iter().filter(ended).count();
        let other: Vec<i64> = outcomes
            .iter()
            .filter(ended)
            .map(|outcome| outcome.surplus)
            .filter(|&surplus| surplus != 0)
            .collect();
        let sum = other.iter().fold(0_i64, |sum, surplus| sum.saturating_add(surplus.saturating_abs()));
        let (tests, first) = (other.len(), *other.first()?);
        let is_many = other.iter().all(|&surplus| surplus > 0);
        if !is_many && !other.iter().all(|&surplus| surplus < 0) {
            return None;
        }
        let line = |text: String, condition: String| Some(Line { kind: Kind::Surplus, condition, text });
        let is_one = tests == all && first.abs() == 1 && other.iter().all(|&surplus| surplus == first);
        let is_last = is_one && first < 0 && outcomes.iter().filter(ended).all(TestOutcome::is_cut_short);
        if is_last && tests >= LEAST_TESTS {
            let text = match language {
                Language::English => {
                    format!("does not answer the last case of every input ({tests} of {tests} tests)")
                }
                Language::Chinese => format!("每个输入的最后一组都没有输出（{tests} 个测试）"),
            };
            return line(text, String::new());
        }
        let [few, many] = language.of(["too few", "too many"], ["少", "多"]);
        let which = if is_many { many } else { few };
        if let Some(condition) = self.counted(outcomes, sum, if is_many { 1 } else { -1 }, language) {
            let text = match language {
                Language::English => {
                    format!(
                        "one answer {which} for every case in which {condition} ({sum}, in {tests} tests)"
                    )
                }
                Language::Chinese => {
                    format!("每组{condition}都{which}输出一个答案（{tests} 个测试中共 {sum} 个）")
                }
            };
            return line(text, condition);
        }
        let text = match language {
            Language::English if is_one => format!("prints one answer {which} in every test ({tests})"),
            Language::English => format!("prints {which} answers in {tests} of {all} tests ({sum} in all)"),
            Language::Chinese if is_one => format!("每个测试都{which}输出一个答案（{tests} 个）"),
            Language::Chinese => format!("{all} 个测试中有 {tests} 个{which}输出了答案（共 {sum} 个）"),
        };
        line(text, String::new())
    }

    /// Returns the condition whose cases are as many as the answers too many in every test, or too few.
    fn counted(&self, outcomes: &[TestOutcome], sum: i64, sign: i64, language: Language) -> Option<String> {
        let (names, table) = self.features()?;
        let tests: Vec<usize> = (0..outcomes.len())
            .filter(|&test| matches!(outcomes[test].verdict, Verdict::Accepted | Verdict::WrongAnswer))
            .collect();
        if sum < LEAST_SURPLUS
            || tests.iter().filter(|&&test| outcomes[test].surplus != 0).count() < LEAST_TESTS
        {
            return None;
        }
        let atoms = (0..table.features.len()).flat_map(|column| {
            let is_fact = !table.features[column].is_number();
            let both = |value: i64| [Test::Is(value), Test::Not(value)];
            let tests = both(0)
                .into_iter()
                .chain(both(1))
                .filter(move |test| !is_fact || matches!(test, Test::Is(_)));
            tests.map(move |test| Atom { column, test })
        });
        let is_count = |atom: &Atom| {
            tests.iter().all(|&test| {
                let Some(cases) = table.cases[test] else { return false };
                let counts = table.counts[test][atom.column];
                let count = match atom.test {
                    Test::Is(value) => counts[value as usize],
                    Test::Not(value) => cases as i64 - counts[value as usize],
                    _ => return false,
                };
                outcomes[test].surplus == sign * count
            })
        };
        let is_said = |atom: &Atom| !matches!(table.features[atom.column].measure.value, Value::Obscure(_));
        let found = atoms.filter(is_said).filter(is_count).min_by_key(|atom| atom.price(table))?;
        Some(Phrases { language, names, table }.condition(&[found]))
    }
}

/// Returns what is said of a program with a verdict, in English and in Chinese.
const fn said(verdict: Verdict, is_killed: bool) -> [&'static str; 2] {
    match verdict {
        Verdict::TimeLimit => ["exceeds the time limit", "超时"],
        Verdict::MemoryLimit => ["exceeds the memory limit", "超过内存限制"],
        Verdict::OutputLimit => ["prints too much", "输出过多"],
        _ if is_killed => ["ends by a signal", "异常退出"],
        _ => ["ends with an error", "出错退出"],
    }
}
