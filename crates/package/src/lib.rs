//! Built-in problems as packages: validators made from a grammar, and statements as pages.
//!
//! Depends on `nim-inputs` for grammars, and on `nim-task` for packages and their formats. Begin with [`from_entry`].
//!
//! | file | holds |
//! |---|---|
//! | `source` | the package of a built-in problem |
//! | `grammar` | the grammar of a package: validators, and its place in `problem.yaml` |
//! | `validators` | validators in Python, made from a grammar, and recognised again |
//! | `html` | Markdown as HTML |
//! | `sheet` | a statement with its samples, as a page or a document |

mod grammar;
mod html;
mod sheet;
mod source;
mod validators;

pub use self::grammar::GRAMMARS;
pub use self::sheet::Sheet;
pub use self::source::{accept_any_order, accept_by, filled, from_entry, import};
