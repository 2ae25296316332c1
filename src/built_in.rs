//! The built-in problems for commands: their names, data, packages and solvers.

pub mod checkout;
pub mod kept_tests;
pub mod mistakes;
pub mod names;
pub mod own_tests;
pub mod packed;
pub mod played;
pub mod problem;
pub mod solve;
