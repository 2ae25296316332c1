//! Inputs as data: what a problem's grammar and bounds say of them.
//!
//! | file | holds |
//! |---|---|
//! | `description` | the grammar, the bounds and the answers of a problem, whether it is built in or not |
//! | `grammar_yaml` | grammars as text, in a `problem.yaml` |
//! | `strict` | every place in which an input differs from its statement |

mod description;
pub mod grammar_yaml;
pub mod strict;

pub use self::description::{Description, LoadError};
