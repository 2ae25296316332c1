//! The search of [`nim_check`](crate::nim_check), with moves of up to three sticks.

pub(crate) use crate::nim_check::oracle::small;

pub(crate) fn answer(input: &str) -> Option<String> {
    crate::nim_check::oracle::answer_taking(input, 3, ["first\n", "second\n"])
}
