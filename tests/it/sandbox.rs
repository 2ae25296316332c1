//! The sandbox: hostile programs, a busy machine, and tests that stay in memory.

#[cfg(target_os = "linux")]
mod hostile;
#[cfg(target_os = "linux")]
mod in_memory;
#[cfg(target_os = "linux")]
mod load;
