//! The texts of the course besides its chapters, in English and in Chinese.

nim_explain::words! {
    /// The texts of one language. Names in braces are replaced.
    Texts {
        /// The question to win a position.
        win: &'static str = "Win {place}{last}; you move first.", "请赢下 {place}{last}；你先走。";
        /// The question for the winner.
        outcome: &'static str =
            "Who wins {place}{last}: the first player or the second?",
            "{place}{last}：谁赢，先手还是后手？";
        /// The question for the value.
        value: &'static str = "What is the value of {place}?", "{place} 的 SG 值是多少？";
        /// Added where the last move loses.
        misere: &'static str = ", where the last move loses", "（走最后一步者输）";
        /// The words for the players, first and second.
        players: [&'static str; 2] = ["first", "second"], ["先手", "后手"];
        /// The head of a question.
        position: &'static str =
            "Position {number} of {all}. {question}",
            "第 {number} 题，共 {all} 题。{question}";
        /// The number of questions, and the keys.
        questions: &'static str =
            "{all} positions to solve. `?` shows a hint, `q` ends.",
            "共 {all} 题。`?` 给出提示，`q` 退出。";
        /// The effect of Enter between two screens.
        next: &'static str = "(Enter: next, q: leave)", "（Enter：下一屏，q：退出）";
        /// The form of an answer about players.
        how_outcome: &'static str = "Write `first` or `second`.", "请写“先手”或“后手”（first、second 也可以）。";
        /// The form of an answer that is a number.
        how_value: &'static str = "Write a number.", "请写一个数。";
        /// The form of an answer that is a move.
        how_move: &'static str =
            "Write a move: 1-2 takes 2 from heap 1, 1=2 leaves 2 of it.",
            "请写一步：1-2 从第 1 堆取走 2 颗，1=2 让它留下 2 颗。";
        /// The form of a move that splits a heap.
        how_split: &'static str = "1=2+2 splits heap 1 into 2 and 2.", "1=2+2 把第 1 堆分成 2 颗和 2 颗两堆。";
        /// The form of a move in other games than those of heaps.
        how_becomes: &'static str =
            "Write a move: its number, `=`, and what it becomes, in the form of the position below.",
            "请写一步：编号、`=`，再写它变成什么，形式与下面的局面相同。";
        /// The position on the table.
        now: &'static str = "position: ", "局面：";
        /// The reply to a right answer.
        right: &'static str = "Right.", "对。";
        /// The reply to a wrong answer.
        wrong: &'static str = "No; try once more, or ask for a hint with `?`.", "不对；再试一次，或用 `?` 看提示。";
        /// The reply to an illegal move.
        no_move: &'static str = "That is no move: {why}.", "这不是一步：{why}。";
        /// A move gives the game away: to an answer, or as the last one.
        loses: [&'static str; 2] =
            ["That loses: the computer would move {answer}. Take it back.", "That loses: it is the last move. Take it back."],
            ["这一步输了：电脑会走 {answer}。已收回。", "这一步输了：它是最后一步。已收回。"];
        /// The reply to a good move, with the computer's move.
        reply: &'static str = "Right. The computer moves {answer}.", "对。电脑走 {answer}。";
        /// The reply to the last move.
        won: &'static str = "You have won.", "你赢了。";
        /// The line after a solved chapter.
        done: &'static str = "Chapter {number} is done.", "第 {number} 章完成。";
        /// The pointer to the next chapter.
        go_on: &'static str =
            "`toolkit learn {number}` is the next.",
            "下一章：`toolkit learn {number} --lang zh`。";
        /// A chapter in the list, with the number of its solved positions.
        listed: &'static str =
            "{number}. {title} ({solved} of {all} solved)",
            "{number}. {title}（{all} 题中已解 {solved} 题）";
        /// The error for a number that is no chapter's.
        chapters: &'static str = "the course has the chapters 1 to {all}", "本课程有第 1 到第 {all} 章";
        /// The error for progress that cannot be saved.
        not_kept: &'static str = "progress cannot be saved: {why}", "无法保存已解的题目：{why}";
        /// A period: from where on, and how long.
        period: &'static str = "from heap {from} on with the period {period}", "从第 {from} 堆起以 {period} 为周期";
        /// The first row of a table of values, and the second.
        rows: [&'static str; 2] = ["heap", "value"], ["堆", "值"];
        /// The beginning of the page of the whole course.
        heading: &'static str =
            "# Learn Nim

`toolkit learn` is this course in the terminal, with positions to play against the computer. `toolkit learn --markdown` makes this page, also
[in Chinese](learn.zh.md).",
            "# 学习 Nim

`toolkit learn --lang zh` 就是终端里的这门课，题目可以与电脑对下。本页由 `toolkit learn --markdown --lang zh` 生成，也有[英文版](learn.md)。";
    }
}
