//! The sentences of explanations, in English and Chinese.

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English.
    English,
    /// Chinese.
    Chinese,
}

/// The sentences of one language. Names in braces are replaced; see [`fill`].
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// What stands between two sentences.
    pub space: &'static str,
    /// The number of a case.
    pub case: &'static str,
    /// The solver's answer.
    pub answer: &'static str,
    /// A position of a case that has several.
    pub position: &'static str,
    /// What a component is called.
    pub component: &'static str,
    /// Components that are not shown.
    pub more: &'static str,
    /// The label of the nim-sum.
    pub nim_sum: &'static str,
    /// The same without its number.
    pub nim_sum_label: &'static str,
    /// The label of the odd columns.
    pub odd: &'static str,
    /// A position without a move, in normal and in misère play.
    pub over: [&'static str; 2],
    /// A component with its value.
    pub value: &'static str,
    /// The outcome of a single component, by its value: lost, won.
    pub by_value: [&'static str; 2],
    /// The outcome of the nim-sum: lost, won.
    pub by_nim_sum: [&'static str; 2],
    /// The same where the components are heaps of Nim.
    pub by_columns: [&'static str; 2],
    /// In misère play with a value above 1: lost, won.
    pub misere_above_one: [&'static str; 2],
    /// In misère play without one: lost, won.
    pub misere_ones: [&'static str; 2],
    /// Added where the values of another game are those of heaps of Nim.
    pub as_nim: &'static str,
    /// By a theorem of the game: lost, won.
    pub by_theorem: [&'static str; 2],
    /// By search: lost, won.
    pub by_search: [&'static str; 2],
    /// One winning move.
    pub one_move: &'static str,
    /// One winning move, of which nobody says that it is the only one.
    pub a_move: &'static str,
    /// So many winning moves.
    pub some_moves: &'static str,
    /// Winning moves whose number is not known.
    pub moves: &'static str,
    /// The first words before replies to the winning move.
    pub replies: &'static str,
    /// The first words before moves of a lost position and their answers.
    pub lost_replies: &'static str,
    /// A move and its answer.
    pub answered: &'static str,
    /// A move that ends the game.
    pub last: &'static str,
    /// The value of a component before and after.
    pub values: &'static str,
    /// Positions of a case that are not shown.
    pub more_positions: &'static str,
    /// Cases that are not explained.
    pub more_cases: &'static str,
    /// No case at all.
    pub no_cases: &'static str,
    /// What the engine refuses.
    pub refused: &'static str,
}

impl Language {
    /// Returns the sentences.
    #[must_use]
    pub const fn words(self) -> &'static Words {
        match self {
            Self::English => &ENGLISH,
            Self::Chinese => &CHINESE,
        }
    }
}

/// Replaces names in braces by what they stand for.
#[must_use]
pub fn fill(sentence: &str, names: &[(&str, &dyn std::fmt::Display)]) -> String {
    names.iter().fold(sentence.to_owned(), |text, (name, value)| {
        text.replace(&format!("{{{name}}}"), &value.to_string())
    })
}

const ENGLISH: Words = Words {
    space: " ",
    case: "case {number}: {text}",
    answer: "answer: {answer}",
    position: "position {number}:",
    component: "heap",
    more: "{count} more",
    nim_sum: "nim-sum {sum}",
    nim_sum_label: "nim-sum",
    odd: "odd",
    over: [
        "There is no move: the player to move has lost.",
        "There is no move, which wins in misère play: the player to move has won.",
    ],
    value: "{text}, value {value}",
    by_value: [
        "The value is 0: the player to move loses.",
        "The value is {sum}, not 0: the player to move wins.",
    ],
    by_nim_sum: [
        "The nim-sum of the values is 0: the player to move loses.",
        "The nim-sum of the values is {sum}, not 0: the player to move wins.",
    ],
    by_columns: [
        "Every column is even, the nim-sum is 0: the player to move loses.",
        "The nim-sum is {sum}, not 0: the player to move wins, by making every column even.",
    ],
    misere_above_one: [
        "Some value is above 1, so that the nim-sum decides as in normal play: it is 0, and the player to move loses.",
        "Some value is above 1, so that the nim-sum decides as in normal play: it is {sum}, and the player to move wins.",
    ],
    misere_ones: [
        "No value is above 1, so that the number of ones decides: it is odd, and the player to move loses.",
        "No value is above 1, so that the number of ones decides: it is even, and the player to move wins.",
    ],
    as_nim: "(The rule of misère Nim holds for the values here.)",
    by_theorem: ["The player to move loses.", "The player to move wins."],
    by_search: [
        "A search of all positions shows it: the player to move loses.",
        "A search of all positions shows it: the player to move wins.",
    ],
    one_move: "The winning move: {moves}",
    a_move: "A winning move: {moves}",
    some_moves: "{count} winning moves: {moves}",
    moves: "Winning moves: {moves}",
    replies: "Then every move can be answered, for example:",
    lost_replies: "Every move can be answered, for example:",
    answered: "{move} is answered by {answer}",
    last: "{move} ends the game",
    values: "value {before} -> {after}",
    more_positions: "more positions: {count}",
    more_cases: "more cases: {count}; `--case N` explains one of them, `--all` all",
    no_cases: "there is no case",
    refused: "No position is shown: {why}.",
};

const CHINESE: Words = Words {
    space: "",
    case: "第 {number} 组：{text}",
    answer: "答案：{answer}",
    position: "局面 {number}：",
    component: "堆",
    more: "余 {count} 个",
    nim_sum: "尼姆和 {sum}",
    nim_sum_label: "尼姆和",
    odd: "奇数列",
    over: ["没有走法：先手已经输了。", "没有走法，这在反常规则下获胜：先手已经赢了。"],
    value: "{text}，SG 值 {value}",
    by_value: ["SG 值为 0：先手必败。", "SG 值为 {sum}，不为 0：先手必胜。"],
    by_nim_sum: ["各 SG 值的尼姆和为 0：先手必败。", "各 SG 值的尼姆和为 {sum}，不为 0：先手必胜。"],
    by_columns: [
        "每一列都是偶数，尼姆和为 0：先手必败。",
        "尼姆和为 {sum}，不为 0：先手把每一列都变成偶数，必胜。",
    ],
    misere_above_one: [
        "有大于 1 的值，所以与普通规则一样由尼姆和决定：它为 0，先手必败。",
        "有大于 1 的值，所以与普通规则一样由尼姆和决定：它为 {sum}，先手必胜。",
    ],
    misere_ones: [
        "没有大于 1 的值，所以由 1 的个数决定：它是奇数，先手必败。",
        "没有大于 1 的值，所以由 1 的个数决定：它是偶数，先手必胜。",
    ],
    as_nim: "（这里各 SG 值适用反常 Nim 的规则。）",
    by_theorem: ["先手必败。", "先手必胜。"],
    by_search: ["搜索了所有局面：先手必败。", "搜索了所有局面：先手必胜。"],
    one_move: "必胜的走法：{moves}",
    a_move: "一种必胜的走法：{moves}",
    some_moves: "共 {count} 种必胜走法：{moves}",
    moves: "必胜走法：{moves}",
    replies: "此后每种走法都有应对，例如：",
    lost_replies: "每种走法都有应对，例如：",
    answered: "{move}，应对是 {answer}",
    last: "{move}，游戏结束",
    values: "SG 值 {before} -> {after}",
    more_positions: "另有 {count} 个局面",
    more_cases: "另有 {count} 组：`--case N` 解释其中一组，`--all` 解释全部",
    no_cases: "没有数据",
    refused: "不显示局面：{why}。",
};
