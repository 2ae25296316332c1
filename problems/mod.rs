//! The registry: one line per problem. Everything that lists, runs or tests problems walks [`PROBLEMS`].
//!
//! A problem is a folder here (solver, oracle, `problem.yaml`, statements), its line below, and its test data in
//! `testdata/<slug>`.

#[cfg(test)]
pub(crate) mod trials;

use crate::registry::registry;

registry! {
    "matches" is matches::Matches with samples "1" "2";
    "stones-all-moves" is stones_all_moves::StonesAllMoves with samples "1";
    "john" is john::John with samples "1";
    "nim-check" is nim_check::NimCheck with samples "1";
    "bash" is bash::Bash with samples "1" and oracle;
    "array-game" is array_game::ArrayGame with samples "1";
}
