//! The integration tests: one binary, a folder for each crate or part of the program, one file an idea.
//!
//! A test is named by its path, and cargo's filter is any part of that: `cargo test --test it solvers::`.
//!
//! | folder | what it tests |
//! |---|---|
//! | [`commands`] | the program from outside: arguments, streams, exit codes, help, files that it writes, and calls that fail |
//! | [`engine`] | the engine and `toolkit sg`: every game against a search of its tree, games whose rules are a text or a program, positions as text |
//! | [`explain`] | the reasons that `toolkit explain` gives, for every problem; the course |
//! | [`inputs`] | test data and problem folders: generated, within the statement, complete, passed by textbook solutions |
//! | [`judge`] | `toolkit check` and `merge`: verdicts, usage, classes, reports, interaction, sharding |
//! | [`referee`] | `toolkit play` and `referee`: the line protocol, the screen, the page, and that the computer wins |
//! | [`repository`] | the source and its documentation: the graph of crates, circles, licences, published packages, what README and guides show |
//! | [`sandbox`] | hostile programs, a busy machine, and tests that stay in memory |
//! | [`solve`] | answers by every route that an input can take, and the memory and the work that they cost |
//! | [`task`] | packages of every judge: read, written and converted; cases as folders of `tests/fixtures` |
//! | [`support`] | helpers: runs of the program, folders to run it in, and references that share nothing with the library |

#![expect(
    clippy::disallowed_methods,
    clippy::let_underscore_must_use,
    clippy::unused_result_ok,
    reason = "a test looks at files of its own, and fails where it cannot"
)]
#![expect(clippy::panic, clippy::unwrap_used, reason = "the helpers of a test fail it as its body does")]

use nim_testing::whole;

mod commands;
mod engine;
mod explain;
mod inputs;
mod judge;
mod referee;
mod repository;
mod sandbox;
mod solve;
mod support;
mod task;

// Every test may need them: `crate::place::Place`.
use support::{answers, naive, oracle, place, routes, run, terminal, theory, wait};
