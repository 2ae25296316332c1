//! The search of [`nim_first_moves`](crate::nim_first_moves), whose inputs these are.

pub(crate) use crate::nim_first_moves::oracle::small;
use crate::nim_first_moves::oracle::{positions, wins};
use std::collections::HashMap;

pub(crate) fn answer(input: &str) -> Option<String> {
    let mut memo = HashMap::new();
    let line = |pieces| if wins(pieces, &mut memo) { "Rabbit Win!\n" } else { "Grass Win!\n" };
    Some(positions(input)?.into_iter().map(line).collect())
}
