//! Answers, by every route that an input can take, and the memory and the work that they cost.

#[cfg(target_os = "linux")]
mod bounded;
mod engine_problems;
mod fields;
mod fixed;
mod peak;
mod shapes;
mod solvers;
mod threads;
mod vanish;
