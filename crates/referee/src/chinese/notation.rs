//! Faults in the notation of a game.

use super::Chinese;
use crate::chinese;
use nim_engine::games::graph::GraphError;
use nim_engine::games::notation::NotationError;
use nim_engine::sequence::parse_error::ParseErrorKind;

chinese! {
    ParseErrorKind {
        NoName = "应为游戏的名字";
        UnknownGame(name) = "没有名为 {name:?} 的游戏";
        NoArguments(name) = "{name} 没有参数";
        NeedsArgument(name, notation) = "{name} 需要参数：{notation}";
        NotADigit(found) = "应为数字，却是 {found:?}";
        NoNumber = "应为一个数";
        NumberTooLarge(most) = "数超过了 {most}";
        NumberTooSmall(least) = "数至少是 {least}";
        EmptyRange(range) = "区间 {range} 是空的";
        TooManyNumbers(most) = "列表若不是单个区间，至多有 {most} 个数";
        TooManyCells(most) = "超过 {most} 格";
        UnknownCoins(kinds) = "没有这种翻硬币游戏；有 {kinds}";
        NoPointInHexadecimal = "十六进制代码的第一位后面是小数点";
        NoPointInOctal = "八进制代码的第一位后面是小数点";
        NoHexadecimalDigit(found) = "{found:?} 不是十六进制数字";
        NoOctalDigit(found) = "{found:?} 不是八进制数字";
        HexadecimalDigitInOctal(found) = "{found:?} 不是八进制数字（十六进制代码前要写 `hex:`）";
        SecondDigitBeforePoint = "小数点前只能有一位数字";
        EndlessFirstDigit(digits, found) = "小数点前的数字只能是 {digits}，不能是 {found}，否则游戏可能不会结束";
        NoHexadecimalDigits = "小数点后应为十六进制数字";
        NoOctalDigits = "小数点后应为八进制数字";
        OpenParenthesis = "循环的数字后面应为 `)`";
        RepeatingInThree = "数字循环的代码至多留下两堆";
    }
}

chinese! {
    GraphError {
        Cycle(cycle) = "图中有环，游戏可能不会结束：{cycle}";
        Line(line, column, token) = "第 {line} 行第 {column} 列：一条边之后应换行，却是 {token:?}";
        Json(why) = "{why}";
    }
}

impl Chinese for NotationError {
    fn chinese(&self) -> String {
        match self {
            Self::Wrong { error, nearest, .. } => {
                let hint = if nearest.is_empty() { "" } else { &format!("；是不是 `{nearest}`？") };
                format!("{}{hint}\n{}", error.kind.chinese(), self.marked().unwrap_or_default())
            }
            Self::Graph(_, error) => error.chinese(),
            Self::Unreadable(_, why) | Self::Malformed(why) | Self::Argument(why) => why.clone(),
        }
    }
}
