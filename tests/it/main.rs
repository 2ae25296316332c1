//! The integration tests: one binary, one file an idea.

#![expect(clippy::panic, clippy::unwrap_used, reason = "the helpers of a test fail it as its body does")]

mod answers;
mod bulk;
mod check;
mod cli;
mod engine_oracle;
mod engine_problems;
mod fixed;
mod golden;
#[cfg(target_os = "linux")]
mod hostile;
mod judge;
mod layouts;
mod naive;
mod oracle;
mod output_files;
mod package;
mod patience;
mod place;
mod readme;
mod registry;
mod reports;
mod sg;
mod shards;
mod solvers;
mod strict;
mod submissions;
mod theory;
mod threads;
mod ways;
