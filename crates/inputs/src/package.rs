//! Built-in problems as packages, and the validators that are made from a grammar. Begin with [`from_entry`].
//!
//! | file | holds |
//! |---|---|
//! | `source` | the package of a built-in problem |
//! | `grammar` | the grammar of a package: validators, and its place in `problem.yaml` |
//! | `validators` | validators in Python, made from a grammar, and recognised again |

mod framing;
mod grammar;
mod source;
mod validators;

pub use self::source::{accept_any_order, accept_by, export, filled, from_entry, import};
