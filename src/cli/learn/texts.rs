//! What the course says beside its chapters, in English and in Chinese.

use nim_explain::words::Language;

/// The texts of one language. Names in braces are replaced.
pub struct Texts {
    /// The question to win a position.
    pub win: &'static str,
    /// The question who wins.
    pub outcome: &'static str,
    /// The question for the value.
    pub value: &'static str,
    /// Added where the last move loses.
    pub misere: &'static str,
    /// The words for the players, first and second.
    pub players: [&'static str; 2],
    /// The head of a question.
    pub position: &'static str,
    /// How many questions there are, and the keys.
    pub questions: &'static str,
    /// What Enter does between two screens.
    pub next: &'static str,
    /// How the players are answered.
    pub how_outcome: &'static str,
    /// How a number is answered.
    pub how_value: &'static str,
    /// How a move is written.
    pub how_move: &'static str,
    /// How a move is written that splits a heap.
    pub how_split: &'static str,
    /// How a move is written in other games than those of heaps.
    pub how_becomes: &'static str,
    /// The position that is on the table.
    pub now: &'static str,
    /// An answer is right.
    pub right: &'static str,
    /// An answer is wrong.
    pub wrong: &'static str,
    /// A move is none.
    pub no_move: &'static str,
    /// A move gives the game away: to an answer, or as the last one.
    pub loses: [&'static str; 2],
    /// The computer's move.
    pub reply: &'static str,
    /// The game is won.
    pub won: &'static str,
    /// The end of a chapter.
    pub done: &'static str,
    /// The chapter after it.
    pub go_on: &'static str,
    /// A chapter in the list, with how many of its positions are solved.
    pub listed: &'static str,
    /// There is no such chapter.
    pub chapters: &'static str,
    /// Progress cannot be saved.
    pub not_kept: &'static str,
    /// A period: from where on, and how long.
    pub period: &'static str,
    /// The first row of a table of values, and the second.
    pub rows: [&'static str; 2],
    /// What leads to the questions, on the page of the whole course.
    pub solve: &'static str,
    /// The head of that page.
    pub heading: &'static str,
}

const ENGLISH: Texts = Texts {
    win: "Win {place}{last}; you move first.",
    outcome: "Who wins {place}{last}: the first player or the second?",
    value: "What is the value of {place}?",
    misere: ", where the last move loses",
    players: ["first", "second"],
    position: "Position {number} of {all}. {question}",
    questions: "{all} positions to solve. `?` shows a hint, `q` ends.",
    next: "(Enter: next, q: leave)",
    how_outcome: "Write `first` or `second`.",
    how_value: "Write a number.",
    how_move: "Write a move: 1-2 takes 2 from heap 1, 1=2 leaves 2 of it.",
    how_split: "1=2+2 splits heap 1 into 2 and 2.",
    how_becomes: "Write a move: its number, `=`, and what it becomes, in the form of the position below.",
    now: "position: ",
    right: "Right.",
    wrong: "No; try once more, or ask for a hint with `?`.",
    no_move: "That is no move: {why}.",
    loses: [
        "That loses: the computer would move {answer}. Take it back.",
        "That loses: it is the last move. Take it back.",
    ],
    reply: "Right. The computer moves {answer}.",
    won: "You have won.",
    done: "Chapter {number} is done.",
    go_on: "`toolkit learn {number}` is the next.",
    listed: "{number}. {title} ({solved} of {all} solved)",
    chapters: "the course has the chapters 1 to {all}",
    not_kept: "progress cannot be saved: {why}",
    period: "from heap {from} on with the period {period}",
    rows: ["heap", "value"],
    solve: "Positions to solve with `toolkit learn {number}`:",
    heading: "# Learn Nim

`toolkit learn` is this course in the terminal, with the positions played against the computer; it is [in Chinese](learn.zh.md) as well.
This page is made by `toolkit learn --markdown`, and every figure on it by the engine.",
};

const CHINESE: Texts = Texts {
    win: "请赢下 {place}{last}；你先走。",
    outcome: "{place}{last}：谁赢，先手还是后手？",
    value: "{place} 的 SG 值是多少？",
    misere: "（走最后一步者输）",
    players: ["先手", "后手"],
    position: "第 {number} 题，共 {all} 题。{question}",
    questions: "共 {all} 题。`?` 给出提示，`q` 退出。",
    next: "（Enter：下一屏，q：退出）",
    how_outcome: "请写“先手”或“后手”（first、second 也可以）。",
    how_value: "请写一个数。",
    how_move: "请写一步：1-2 从第 1 堆取走 2 颗，1=2 让它留下 2 颗。",
    how_split: "1=2+2 把第 1 堆分成 2 颗和 2 颗两堆。",
    how_becomes: "请写一步：编号、`=`，再写它变成什么，形式与下面的局面相同。",
    now: "局面：",
    right: "对。",
    wrong: "不对；再试一次，或用 `?` 看提示。",
    no_move: "这不是一步：{why}。",
    loses: ["这一步输了：电脑会走 {answer}。已收回。", "这一步输了：它是最后一步。已收回。"],
    reply: "对。电脑走 {answer}。",
    won: "你赢了。",
    done: "第 {number} 章完成。",
    go_on: "下一章：`toolkit learn {number} --lang zh`。",
    listed: "{number}. {title}（{all} 题中已解 {solved} 题）",
    chapters: "本课程有第 1 到第 {all} 章",
    not_kept: "无法保存已解的题目：{why}",
    period: "从第 {from} 堆起以 {period} 为周期",
    rows: ["堆", "值"],
    solve: "用 `toolkit learn {number} --lang zh` 做题：",
    heading: "# 学习 Nim

`toolkit learn --lang zh` 就是终端里的这门课，题目可以与电脑对下；也有[英文版](learn.md)。本页由 `toolkit learn --markdown --lang zh`
生成，其中每个图都由引擎算出。",
};

/// Returns the texts of a language.
pub fn texts(language: Language) -> &'static Texts {
    match language {
        Language::English => &ENGLISH,
        Language::Chinese => &CHINESE,
    }
}
