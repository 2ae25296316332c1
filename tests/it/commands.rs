//! The program from outside: arguments, streams, exit codes, help, files that it writes, and calls that fail.

pub mod below;
mod cli;
#[cfg(target_os = "linux")]
mod doctor;
mod escapes;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod faults;
pub mod help;
#[cfg(target_os = "linux")]
mod machine;
mod mistakes;
mod mutants;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod not_absent;
mod output_files;
#[cfg(unix)]
mod receive;
mod screens;
mod shells;
mod simd;
mod streams;
mod stress;
