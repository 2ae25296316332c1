//! The formats of configuration files, each with a table of its keys.

pub mod checkers;
pub mod cms;
pub mod dmoj;
pub mod hydro;
pub mod icpc;
pub mod luogu;
pub mod polygon;
pub mod syzoj;
pub mod uoj;
