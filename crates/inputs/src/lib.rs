//! Inputs as data, by the grammar and bounds of a problem.
//!
//! Reads the registry of `nim-problems`, and knows no problem by name; does not judge. Begin with [`Description`].
//!
//! ```
//! use nim_inputs::generate::{self, Recipe};
//! use nim_inputs::params::Params;
//! use nim_inputs::{Description, families, strict};
//!
//! let problem = nim_problems::find("john").ok_or("no problem of this name")?;
//! let description = Description::from_entry(problem);
//! let family = families::find("small").ok_or("no family of this name")?;
//! let recipe = Recipe { family, seed: 1, number: 0, params: &Params::default() };
//! let input = generate::text(&description, &recipe)?;
//! assert!(strict::is_valid(&description, &input));
//! assert_eq!(strict::violations(&description, b"1\n2\n3 x\n", 9).len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | holds |
//! |---|---|
//! | `description` | the grammar, the bounds and the answers of a problem, whether it is built in or not |
//! | `grammar_yaml` | grammars as text, in a `problem.yaml` |
//! | `strict` | every place in which an input differs from its statement |
//! | `generate` | made-up inputs: the tokens of a family, by the walker that reads inputs |
//! | `families` | the families of made-up inputs, named for the mistakes that they catch |
//! | `largest` | the largest inputs that the bounds allow |
//! | `made` | the test data of a problem that is made |
//! | `named` | the tests of a problem under a judge's name that has bounds of its own |
//! | `params` | bounds that take the place of the statement's |
//! | `reached` | the bounds that inputs reach together |
//! | `roles` | counts and values among the fields of a grammar |
//! | `token`, `document` | an input as a value, with what its numbers count |
//! | `bounds` | whether tokens keep to the bounds of a statement |
//! | `choices` | choices that are counted up |
//! | `small` | every small case, in order of size |
//! | `batch` | cases put together, as many as the bounds allow |
//! | `conditions` | where a program goes wrong: what tells the cases on which it fails from the others |
//! | `shrink` | the smallest input that still has a property |

pub mod batch;
mod bounds;
mod choices;
pub mod conditions;
mod description;
pub mod document;
pub mod families;
pub mod generate;
pub mod grammar_yaml;
pub mod largest;
pub mod made;
pub mod named;
pub mod package;
pub mod params;
pub mod reached;
mod roles;
pub mod shrink;
mod small;
pub mod strict;
mod token;

pub use self::description::Description;
