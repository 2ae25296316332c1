//! The sentences of explanations, in English and Chinese.

use std::fmt::Display;

use nim_referee::chinese::Chinese;
use nim_solve::problem::Numbers;

/// A language of explanations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English.
    English,
    /// Chinese.
    Chinese,
}

/// Declares a struct of sentences: the doc of each, and its text in English and in Chinese.
#[macro_export]
macro_rules! words {
    ($(#[doc = $about:literal])+ $words:ident {
        $($(#[doc = $doc:literal])+ $name:ident: $kind:ty = $english:expr, $chinese:expr;)+
    }) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug)]
        pub struct $words {
            $($(#[doc = $doc])+ pub $name: $kind,)+
        }

        impl $words {
            const ENGLISH: Self = Self { $($name: $english,)+ };
            const CHINESE: Self = Self { $($name: $chinese,)+ };

            /// Returns the sentences of a language.
            pub const fn in_language(language: $crate::words::Language) -> &'static Self {
                match language {
                    $crate::words::Language::English => &Self::ENGLISH,
                    $crate::words::Language::Chinese => &Self::CHINESE,
                }
            }
        }
    };
}

words! {
    /// The sentences of one language. Names in braces are replaced; see [`fill`].
    Words {
        /// The language of these sentences.
        language: Language = Language::English, Language::Chinese;
        /// The text between two sentences.
        space: &'static str = " ", "";
        /// The beginning of a case's line, with its number.
        case: &'static str = "case {number}: {text}", "第 {number} 组：{text}";
        /// The line of the solver's answer.
        answer: &'static str = "answer: {answer}", "答案：{answer}";
        /// A position of a case that has several.
        position: &'static str = "position {number}:", "局面 {number}：";
        /// The word for a component.
        component: &'static str = "heap", "堆";
        /// The count of components that are not shown.
        more: &'static str = "{count} more", "余 {count} 个";
        /// The label of the nim-sum.
        nim_sum: &'static str = "nim-sum {sum}", "异或和 {sum}";
        /// The label of the nim-sum without its number.
        nim_sum_label: &'static str = "nim-sum", "异或和";
        /// The label of the odd columns.
        odd: &'static str = "odd", "奇数列";
        /// A position without a move, in normal and in misère play.
        over: [&'static str; 2] =
            ["There is no move: the player to move has lost.", "There is no move, which wins in misère play: the player to move has won."],
            ["没有走法：先手已经输了。", "没有走法，这在反常规则下获胜：先手已经赢了。"];
        /// A component with its value.
        value: &'static str = "{text}, value {value}", "{text}，SG 值 {value}";
        /// The outcome of a single component, by its value: lost, won.
        by_value: [&'static str; 2] =
            ["The value is 0: the player to move loses.", "The value is {sum}, not 0: the player to move wins."],
            ["SG 值为 0：先手必败。", "SG 值为 {sum}，不为 0：先手必胜。"];
        /// The outcome of the nim-sum: lost, won.
        by_nim_sum: [&'static str; 2] =
            ["The nim-sum of the values is 0: the player to move loses.", "The nim-sum of the values is {sum}, not 0: the player to move wins."],
            ["各 SG 值的异或和为 0：先手必败。", "各 SG 值的异或和为 {sum}，不为 0：先手必胜。"];
        /// The outcome if the components are heaps of Nim: lost, won.
        by_columns: [&'static str; 2] =
            ["Every column is even, the nim-sum is 0: the player to move loses.", "The nim-sum is {sum}, not 0: the player to move wins, by making every column even."],
            ["每一列都是偶数，异或和为 0：先手必败。", "异或和为 {sum}，不为 0：先手把每一列都变成偶数，必胜。"];
        /// In misère play with a value above 1: lost, won.
        misere_above_one: [&'static str; 2] =
            ["Some value is above 1, so that the nim-sum decides as in normal play: it is 0, and the player to move loses.", "Some value is above 1, so that the nim-sum decides as in normal play: it is {sum}, and the player to move wins."],
            ["有大于 1 的值，所以与普通规则一样由异或和决定：它为 0，先手必败。", "有大于 1 的值，所以与普通规则一样由异或和决定：它为 {sum}，先手必胜。"];
        /// In misère play without one: lost, won.
        misere_ones: [&'static str; 2] =
            ["No value is above 1, so that the number of ones decides: it is odd, and the player to move loses.", "No value is above 1, so that the number of ones decides: it is even, and the player to move wins."],
            ["没有大于 1 的值，所以由 1 的个数决定：它是奇数，先手必败。", "没有大于 1 的值，所以由 1 的个数决定：它是偶数，先手必胜。"];
        /// The addition if the values of another game are those of heaps of Nim.
        as_nim: &'static str =
            "(The rule of misère Nim holds for the values here.)",
            "（这里各 SG 值适用反常 Nim 的规则。）";
        /// The outcome by a theorem of the game: lost, won.
        by_theorem: [&'static str; 2] =
            ["The player to move loses.", "The player to move wins."],
            ["先手必败。", "先手必胜。"];
        /// The engine's reason before the outcome.
        reason: &'static str = "{why}. {outcome}", "{why}。{outcome}";
        /// The outcome by search: lost, won.
        by_search: [&'static str; 2] =
            ["A search of all positions shows it: the player to move loses.", "A search of all positions shows it: the player to move wins."],
            ["搜索了所有局面：先手必败。", "搜索了所有局面：先手必胜。"];
        /// The outcome by the misère quotient: lost, won.
        by_quotient: [&'static str; 2] =
            ["The element of the heaps in the misère quotient is in the P-portion: the player to move loses.", "The element of the heaps in the misère quotient is not in the P-portion: the player to move wins."],
            ["各堆在反常商中的元素属于 P 部分：先手必败。", "各堆在反常商中的元素不属于 P 部分：先手必胜。"];
        /// The only winning move.
        one_move: &'static str = "The winning move: {moves}", "必胜的走法：{moves}";
        /// A winning move, where others are unknown.
        a_move: &'static str = "A winning move: {moves}", "一种必胜的走法：{moves}";
        /// Winning moves, with their number.
        some_moves: &'static str = "{count} winning moves: {moves}", "共 {count} 种必胜走法：{moves}";
        /// Winning moves whose number is not known.
        moves: &'static str = "Winning moves: {moves}", "必胜走法：{moves}";
        /// The first words before replies to the winning move.
        replies: &'static str = "Then every move can be answered, for example:", "此后每种走法都有应对，例如：";
        /// The first words before moves of a lost position and their answers.
        lost_replies: &'static str = "Every move can be answered, for example:", "每种走法都有应对，例如：";
        /// A move with its answer.
        answered: &'static str = "{move} is answered by {answer}", "{move}，应对是 {answer}";
        /// A move that ends the game.
        last: &'static str = "{move} ends the game", "{move}，游戏结束";
        /// The value of a component before and after.
        values: &'static str = "value {before} -> {after}", "SG 值 {before} -> {after}";
        /// Positions of a case that are not shown.
        more_positions: &'static str = "more positions: {count}", "另有 {count} 个局面";
        /// The count of cases that are not explained.
        more_cases: &'static str =
            "more cases: {count}; `--case N` explains one of them, `--all` all",
            "另有 {count} 组：`--case N` 解释其中一组，`--all` 解释全部";
        /// An input without cases.
        no_cases: &'static str = "there is no case", "没有数据";
        /// A position that the engine refuses.
        refused: &'static str = "No position is shown: {why}.", "不显示局面：{why}。";
    }
}

impl Language {
    /// Returns the sentences of the language.
    pub const fn words(self) -> &'static Words {
        Words::in_language(self)
    }

    /// Returns a message of the engine.
    pub fn text(self, message: &(impl Chinese + Display)) -> String {
        match self {
            Self::English => message.to_string(),
            Self::Chinese => message.chinese(),
        }
    }
}

/// Replaces the names of these numbers in braces by their values.
pub fn fill_numbers(text: &str, numbers: &Numbers) -> String {
    numbers.iter().fold(text.to_owned(), |text, (name, number)| fill(&text, &[(name, number)]))
}

/// Replaces names in braces by their values.
pub fn fill(sentence: &str, names: &[(&str, &dyn Display)]) -> String {
    names.iter().fold(sentence.to_owned(), |text, (name, value)| {
        text.replace(&format!("{{{name}}}"), &value.to_string())
    })
}
