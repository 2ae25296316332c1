//! The search of [`treblecross`](crate::treblecross), with answers in this format.

pub(crate) use crate::treblecross::oracle::small;
use crate::treblecross::oracle::{LONGEST, winning_places};
use crate::trials::{Known, line};

/// The winning places of every case.
pub(crate) fn answer(input: &str) -> Option<String> {
    let (mut answers, mut known) = (String::new(), Known::default());
    for (row, case) in input.split_ascii_whitespace().skip(1).zip(1..) {
        if row.len() > LONGEST {
            return None;
        }
        let mut places = winning_places(row.as_bytes(), &mut known);
        if places.is_empty() {
            places.push(0);
        }
        answers += &format!("Case {case}: {}", line(&places));
    }
    Some(answers)
}
