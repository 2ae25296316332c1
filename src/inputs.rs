//! Inputs as data: what a problem's grammar and bounds say of them.
//!
//! | file | holds |
//! |---|---|
//! | `description` | the grammar, the bounds and the answers of a problem, whether it is built in or not |
//! | `grammar_yaml` | grammars as text, in a `problem.yaml` |
//! | `strict` | every place in which an input differs from its statement |
//! | `generate` | made-up inputs: the tokens of a family, by the walker that reads inputs |
//! | `families` | the families of made-up inputs, named for the mistakes that they catch |
//! | `made` | the test data of a problem that is made |
//! | `params` | bounds that take the place of the statement's |
//! | `roles` | counts and values among the fields of a grammar |
//! | `random` | random numbers that are the same everywhere |

mod description;
pub mod families;
pub mod generate;
pub mod grammar_yaml;
pub mod made;
pub mod params;
pub mod random;
mod roles;
pub mod strict;

pub use self::description::{Description, LoadError};
