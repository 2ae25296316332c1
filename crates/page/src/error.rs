//! The reasons why a question has no answer, and messages in both languages.

use std::fmt::Display;

use serde_json::{Value, json};

use nim_engine::games::notation::NotationError;
use nim_engine::sentences;
use nim_engine::theory::component::ComponentError;
use nim_engine::theory::refusal::Refusal;
use nim_referee::chinese;
use nim_referee::chinese::Chinese;
use nim_referee::error::{MoveError, TableError};

/// Returns a message in each language.
pub fn in_languages(message: &(impl Chinese + Display)) -> Value {
    json!({ "en": message.to_string(), "zh": message.chinese() })
}

sentences! {
    /// The reason why a question has no answer.
    PageError {
        NotJson(why: String) = "{why}";
        UnknownQuestion(name: String) = "unknown question {name:?}";
        UnknownLevel(name: String) = "unknown level {name:?}";
        NoPosition = "no position has been laid out";
        NoHeap = "write at least one heap";
        NoMove = "there is no move";
        Sum = "the page plays one game, not a sum";
        TooManyNumbers(most: usize) = "there are more than {most} numbers";
        LargeNumber(number: u64, largest: u64) = "{number} is more than {largest}, the largest number here";
        TooManyMoves(component: String, most: u64) = "{component} has more than {most} moves";
        Notation(error: NotationError) = "{error}" from NotationError;
        Component(error: ComponentError) = "{error}" from ComponentError;
        Table(error: TableError) = "{error}" from TableError;
        Move(error: MoveError) = "{error}" from MoveError;
        Refusal(refusal: Refusal) = "{refusal}" from Refusal;
    }
}

chinese! {
    PageError {
        NotJson(why) = "问题不是 JSON：{why}";
        UnknownQuestion(name) = "没有问题 {name:?}";
        UnknownLevel(name) = "没有水平 {name:?}";
        NoPosition = "还没有摆出局面";
        NoHeap = "请至少写一堆";
        NoMove = "没有可走的步";
        Sum = "本页一次只玩一个游戏，不能是几个之和";
        TooManyNumbers(most) = "超过 {most} 个数";
        LargeNumber(number, largest) = "{number} 超过了这里最大的数 {largest}";
        TooManyMoves(component, most) = "{component} 的走法超过 {most} 种";
        Notation(error) = "{error}", error;
        Component(error) = "{error}", error;
        Table(error) = "{error}", error;
        Move(error) = "{error}", error;
        Refusal(refusal) = "{refusal}", refusal;
    }
}
