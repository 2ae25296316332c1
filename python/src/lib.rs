//! The module `nim_toolkit` for Python, of which docs/python.md is the guide.
//!
//! Depends on the engine and the problems, and computes nothing itself. `nim_toolkit/__init__.pyi` has the types. Begin with
//! [`game::Game`].
//!
//! | file | holds |
//! |---|---|
//! | `game` | a game, and the questions about it |
//! | `answers` | outcomes, moves, periods and pictures as objects of Python |
//! | `heaps` | positions, as Python writes them |
//! | `solve` | the solvers of the problems |
//! | `worker` | threads that compute while Python runs, and end by Ctrl-C |

mod answers;
mod game;
mod heaps;
mod solve;
mod worker;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::answers::{Move, Outcome, Period, Plot};
    #[pymodule_export]
    use super::game::{Game, games, plot, values};
    #[pymodule_export]
    use super::solve::{problems, solve};

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "the name that Python gives it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
