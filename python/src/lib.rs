//! The module `nim_toolkit` for Python, of which docs/python.md is the guide.
//!
//! Depends on the engine, the rules and the problems, and computes nothing itself. `nim_toolkit/_native.pyi` has the types. Begin with
//! [`game::Game`].
//!
//! | file | holds |
//! |---|---|
//! | `game` | a game, and the questions about it |
//! | `source` | what a game is read from |
//! | `rules` | a game whose rules are a text |
//! | `quotient` | misère quotients |
//! | `answers` | outcomes, moves, periods and pictures as objects of Python |
//! | `heaps` | positions, as Python writes them |
//! | `solve` | the solvers of the problems |
//! | `worker` | threads that compute while Python runs, and end by Ctrl-C |

mod answers;
mod game;
mod heaps;
mod quotient;
mod rules;
mod solve;
mod source;
mod worker;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::answers::{Move, Outcome, Period, Plot};
    #[pymodule_export]
    use super::game::{Game, games, plot, values};
    #[pymodule_export]
    use super::quotient::Quotient;
    #[pymodule_export]
    use super::rules::Rules;
    #[pymodule_export]
    use super::solve::{problems, solve};

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "the name that Python gives it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
