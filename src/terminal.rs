//! Reading the command line, and output on the terminal.

pub mod count;
pub mod error;
pub mod json;
pub mod output;
pub mod pager;
pub mod progress;
pub mod say;
pub mod shell;
pub mod streams;
pub mod style;
pub mod times;
pub mod version;

pub use self::error::{ErrorKind, UsageError};
