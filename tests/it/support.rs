//! Helpers of the tests: runs of the program, folders to run it in, and references that share nothing with the library.

pub mod answers;
pub mod naive;
pub mod oracle;
pub mod place;
pub mod routes;
pub mod run;
pub mod terminal;
pub mod theory;
pub mod wait;
