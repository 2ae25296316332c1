//! The CPU's level.

#[cfg(test)]
pub mod guarded;
